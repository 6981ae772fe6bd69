"""A static host for a built site: connections, how long they may be silent, and how many there may be."""

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
"""Seconds that a request may take to arrive, its body included; so long a connection waits for the next."""

STANDSTILL: Final = 60.0
"""Seconds after which a reader who takes nothing of what is sent is given up."""

MOST_BODY: Final = 1_000_000
"""Bytes of a request's body that are read away."""

MOST_READERS: Final = 4000
"""Connections at a time, where the system lets us have so many."""

SPARE: Final = 40
"""Descriptors that are left for files when connections have taken the others."""

BRIEF: Final = 1.0
"""Seconds that a connection may be silent while others wait to be let in."""

_PIECE: Final = 1 << 16
_NO_DESCRIPTORS: Final = (errno.EMFILE, errno.ENFILE)
_NAP: Final = 0.02
_SELECTOR: Final = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""One that needs no descriptor: there may be none left."""


class StaticHost(ThreadingHTTPServer):
    """Serves a site, each connection in a thread of its own.

    Attributes:
        site: The site.
    """

    daemon_threads = True
    request_queue_size = 1024  # that many readers may come at once

    def __init__(self, site: StaticSite, address: tuple[str, int]) -> None:
        """Binds the address.

        Raises:
            OSError: if it cannot be bound.
            ValueError: if no host can have such a name.
        """
        self.site = site
        self._awaited: dict[socket.socket, float] = {}
        self._sending: dict[socket.socket, float] = {}
        self._open: set[socket.socket] = set()
        self._most = min(MOST_READERS, max(1, raise_descriptor_limit() - SPARE))
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Binds without asking anybody for the name of this machine."""
        socketserver.TCPServer.server_bind(self)

    @property
    def url(self) -> str:
        """The address of the site."""
        host, port = self.server_address[:2]
        shown = f"[{host!s}]" if self.address_family == socket.AF_INET6 else str(host)
        return f"http://{shown}:{port}{quote(self.site.path)}"

    def awaits(self, connection: socket.socket) -> None:
        """A request has to arrive on a connection from now on."""
        self._awaited[connection] = monotonic() + PATIENCE

    def sends(self, connection: socket.socket) -> None:
        """A piece of an answer has gone out, or the first one is about to."""
        self._sending[connection] = monotonic()

    def has_sent(self, connection: socket.socket) -> None:
        """The answer has gone out, or will not."""
        self._sending.pop(connection, None)

    @override
    def get_request(self) -> tuple[socket.socket, Any]:
        """Lets the next reader in; if there is no room, one that is silent makes way first.

        Raises:
            OSError: if there is still no room; the reader goes on waiting.
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
        """Hangs up on the reader that has been silent longest, or has taken nothing for longest."""
        now = monotonic()
        since = {each: until - PATIENCE for each, until in list(self._awaited.items())}
        idle = [each for each, begun in since.items() if now - begun > BRIEF and not _unread(each)]
        sending = dict(list(self._sending.items()))
        stuck = [each for each, moved in sending.items() if now - moved > PATIENCE]
        since |= sending
        if found := min(idle or stuck, key=lambda each: since[each], default=None):
            with suppress(OSError):  # it has ended meanwhile
                found.shutdown(socket.SHUT_RDWR)
        sleep(_NAP)  # until its thread has let go of it; or this one would burn what the others need

    def has_heard(self, connection: socket.socket) -> None:
        """The request has arrived in full, or will not."""
        self._awaited.pop(connection, None)

    def service_actions(self) -> None:
        """Hangs up where a request takes too long, however slowly it trickles in; called twice a second.

        Not where something lies unread: then this host is behind, not its reader.
        """
        now = monotonic()
        for connection, until in list(self._awaited.items()):
            if until < now:
                with suppress(OSError):  # it has ended meanwhile
                    if not _unread(connection):
                        connection.shutdown(socket.SHUT_RDWR)

    def server_close(self) -> None:
        """Stops listening, and hangs up where no answer is under way."""
        super().server_close()
        for connection in list(self._awaited):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Passes over readers who leave before the end."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def raise_descriptor_limit() -> int:
    """Raise the number of descriptors that this process may have as far as it needs them; return it."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows, where there is no such limit
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
    """Whether something has come that nobody has read."""
    with suppress(OSError, ValueError), _SELECTOR() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))
    return True  # it has ended meanwhile


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    server: StaticHost
    protocol_version = "HTTP/1.1"
    timeout = STANDSTILL
    wbufsize = _PIECE  # head and body go out together
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
        if (
            lengths or len(self.headers.get_all("Host", [])) > 1
        ):  # somebody before us may have read it otherwise
            return self.send_error(HTTPStatus.BAD_REQUEST)
        if "Transfer-Encoding" in self.headers:
            return self.send_error(HTTPStatus.LENGTH_REQUIRED)
        if not (length.isascii() and length.isdigit() and len(length) <= 18):
            return self.send_error(HTTPStatus.BAD_REQUEST)
        if int(length) > MOST_BODY:
            return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        left = int(length)  # a body means nothing here; the next request comes behind it
        while left and (read := self.rfile.read(min(left, _PIECE))):
            left -= len(read)
        self.server.has_heard(self.connection)
        return self._send(self.server.site.answer(self.path, self.headers, self.command))

    do_HEAD = do_GET

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuses, and ends the connection: where the next request would begin is not known."""
        self.request_version = self.protocol_version  # or a line that is no request would get no headers
        self.close_connection = True
        self._send(self.server.site.refusal(HTTPStatus(code)))
        with suppress(OSError):  # what is still coming is read away, or the answer might not arrive
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
        """Tells no versions."""
        return "kontrapunkt"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the one line is the address."""
