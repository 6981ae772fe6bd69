"""A host for a built site on this machine: HTTP around what `StaticSite` answers."""

import selectors
import socket
import socketserver
import sys
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Final
from urllib.parse import quote

from kontrapunkt.commands.static_site import Answer, StaticSite

PATIENCE: Final = 5.0
"""Seconds that a request may take to arrive, its body included; so long a connection waits for the next."""

STANDSTILL: Final = 60.0
"""Seconds after which a reader who takes nothing of what is sent is given up."""

MOST_BODY: Final = 1_000_000
"""Bytes of a request's body that are read away."""

_PIECE: Final = 1 << 16


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
                with suppress(OSError, ValueError):  # ended meanwhile
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


def _unread(connection: socket.socket) -> bool:
    """Whether something has come that nobody has read."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))


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
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers:
            return self.send_error(HTTPStatus.LENGTH_REQUIRED)
        if not (length.isascii() and length.isdigit() and len(length) <= 18):
            return self.send_error(HTTPStatus.BAD_REQUEST)
        if int(length) > MOST_BODY:
            return self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        self.rfile.read(int(length))  # a body means nothing here; the next request comes behind it
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

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(answer.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def version_string(self) -> str:
        """Tells no versions."""
        return "kontrapunkt"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the one line is the address."""
