"""The static host of a built site: connections, their timeouts and their number."""

import errno
import selectors
import socket
import socketserver
import sys
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic, sleep
from typing import Any, Final, override
from urllib.parse import quote

from kontrapunkt.commands.static_site import Response, StaticSite

PATIENCE: Final = 5.0
"""Seconds for a request to arrive with its body, and for an idle connection."""

STANDSTILL: Final = 60.0
"""Seconds until a reader who receives nothing of an answer is disconnected."""

MOST_BODY: Final = 1_000_000
"""The most bytes of a request's body that are read and discarded."""

MOST_READERS: Final = 4000
"""The most connections at a time, if the system allows as many."""

SPARE: Final = 40
"""The number of file descriptors reserved for files."""

BRIEF: Final = 1.0
"""Seconds that a connection may be idle while others wait to be accepted."""

_PIECE: Final = 1 << 16
_NO_DESCRIPTORS: Final = (errno.EMFILE, errno.ENFILE)
_NAP: Final = 0.02
_SELECTOR: Final = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""A selector that needs no file descriptor, as none may be left."""


class StaticHost(ThreadingHTTPServer):
    """Serves a site, with a thread for each connection."""

    daemon_threads = True
    request_queue_size = 1024  # this many readers may connect at once

    def __init__(self, site: StaticSite, address: tuple[str, int]) -> None:
        """Bind the address.

        Raises:
            OSError: if it cannot be bound.
            ValueError: if the host name is impossible.
        """
        self.site = site
        self._awaited: dict[socket.socket, float] = {}
        self._sending: dict[socket.socket, float] = {}
        self._open: set[socket.socket] = set()
        self._most = min(MOST_READERS, max(1, raise_descriptor_limit() - SPARE))
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Bind without looking up the name of this machine."""
        socketserver.TCPServer.server_bind(self)

    @property
    def url(self) -> str:
        """The address of the site."""
        host, port = self.server_address[:2]
        shown = f"[{host!s}]" if self.address_family == socket.AF_INET6 else str(host)
        return f"http://{shown}:{port}{quote(self.site.path)}"

    def awaits(self, connection: socket.socket) -> None:
        """Record that a request is due on a connection from now on."""
        self._awaited[connection] = monotonic() + PATIENCE

    def sends(self, connection: socket.socket) -> None:
        """Record that a part of an answer has been sent, or the first is about to be."""
        self._sending[connection] = monotonic()

    def has_sent(self, connection: socket.socket) -> None:
        """Record that the answer is sent or abandoned."""
        self._sending.pop(connection, None)

    @override
    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept the next reader; without room, disconnect an idle one first.

        Raises:
            OSError: if there is still no room; the reader keeps waiting.
        """
        if len(self._open) >= self._most:
            self._make_room()
            raise OSError(errno.EMFILE, "no room yet")
        try:
            connection, address = super().get_request()
        except OSError as error:
            if error.errno in _NO_DESCRIPTORS:
                self._make_room()
            raise
        self._open.add(connection)
        return connection, address

    @override
    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        self._open.discard(request)

    def _make_room(self) -> None:
        """Disconnect the reader that has been idle or stuck for longest."""
        now = monotonic()
        since = {each: until - PATIENCE for each, until in list(self._awaited.items())}
        idle = [each for each, begun in since.items() if now - begun > BRIEF and not _unread(each)]
        sending = dict(list(self._sending.items()))
        stuck = [each for each, moved in sending.items() if now - moved > PATIENCE]
        since |= sending
        if found := min(idle or stuck, key=lambda each: since[each], default=None):
            with suppress(OSError):  # it is closed already
                found.shutdown(socket.SHUT_RDWR)
        sleep(_NAP)  # wait until its thread has released it, without wasting processor time

    def has_heard(self, connection: socket.socket) -> None:
        """Record that the request has arrived or is abandoned."""
        self._awaited.pop(connection, None)

    def service_actions(self) -> None:
        """Disconnect readers whose requests take too long; called twice a second.

        A connection with unread data stays: then the host is late, not the reader.
        """
        now = monotonic()
        for connection, until in list(self._awaited.items()):
            if until < now:
                with suppress(OSError):  # it is closed already
                    if not _unread(connection):
                        connection.shutdown(socket.SHUT_RDWR)

    def server_close(self) -> None:
        """Stop listening and disconnect readers who wait for no answer."""
        super().server_close()
        for connection in list(self._awaited):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore readers who disconnect early."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def raise_descriptor_limit() -> int:
    """Raise the process's limit of file descriptors as far as needed; return it."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return MOST_READERS + SPARE
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_READERS + SPARE
    if few == resource.RLIM_INFINITY or few >= wanted:
        return wanted
    with suppress(OSError, ValueError):
        high = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (high, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def _unread(connection: socket.socket) -> bool:
    """Return True if a connection has unread data."""
    with suppress(OSError, ValueError), _SELECTOR() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))
    return True  # it is closed already


class _Handler(BaseHTTPRequestHandler):
    """Handles GET and HEAD."""

    server: StaticHost
    protocol_version = "HTTP/1.1"
    timeout = STANDSTILL
    wbufsize = _PIECE  # head and body are sent together
    disable_nagle_algorithm = True

    def handle_one_request(self) -> None:
        self.server.awaits(self.connection)
        try:
            super().handle_one_request()
        finally:
            self.server.has_heard(self.connection)

    def do_GET(self) -> None:
        lengths = {*self.headers.get_all("Content-Length", ["0"])}
        length = lengths.pop()
        if lengths or len(self.headers.get_all("Host", [])) > 1:  # a proxy may have read it differently
            return self.send_error(HTTPStatus.BAD_REQUEST)
        if "Transfer-Encoding" in self.headers:
            return self.send_error(HTTPStatus.LENGTH_REQUIRED)
        if not (length.isascii() and length.isdigit() and len(length) <= 18):
            return self.send_error(HTTPStatus.BAD_REQUEST)
        if int(length) > MOST_BODY:
            return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        left = int(length)  # bodies are ignored; the next request follows after this one
        while left and (read := self.rfile.read(min(left, _PIECE))):
            left -= len(read)
        self.server.has_heard(self.connection)
        return self._send(self.server.site.answer(self.path, self.headers, self.command))

    do_HEAD = do_GET

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send an error and close the connection, as the next request's start is unknown."""
        self.request_version = self.protocol_version  # otherwise an invalid request line would get no headers
        self.close_connection = True
        self._send(self.server.site.refusal(HTTPStatus(code)))
        with suppress(OSError):  # read the rest of the request, or the answer might not arrive
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            while self.rfile.read1(_PIECE):
                pass

    def _send(self, answer: Response) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(answer.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        body = memoryview(b"" if self.command == "HEAD" else answer.body)
        try:
            for begin in range(0, len(body), _PIECE):
                self.server.sends(self.connection)
                self.wfile.write(body[begin : begin + _PIECE])
            self.wfile.flush()
        finally:
            self.server.has_sent(self.connection)

    def version_string(self) -> str:
        """Return a server name without versions."""
        return "kontrapunkt"

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the address is the only output."""
