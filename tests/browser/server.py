"""The host of `kontrapunkt serve` for tests in a browser: files can be missing, slow or forbidden."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.message import Message
from http import HTTPStatus
from pathlib import Path

from kontrapunkt.commands.static_host import StaticHost
from kontrapunkt.commands.static_site import Response, StaticSite

POLICY = "Content-Security-Policy"


class Server(StaticSite):
    """A folder on 127.0.0.1, on a free port.

    Attributes:
        asked: The paths that were asked for, in order.
        missing: Ends of paths that are answered with 404.
        refused: Ends of paths that are answered with 503.
        halved: Ends of paths of which half the bytes are answered, as though that were all.
        stalled: Ends of paths that are answered only once `release` is set.
        policy: The content security policy of every answer: that of the headers file, or none if empty.
        cache: The value of Cache-Control.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.asked: list[str] = []
        self.missing: set[str] = set()
        self.refused: set[str] = set()
        self.halved: set[str] = set()
        self.stalled: set[str] = set()
        self.release = threading.Event()
        self.policy = self.headers_of("").get(POLICY, "")
        self.cache = "max-age=600"
        self._host: StaticHost | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}{self.path}"

    def start(self) -> None:
        """Starts it; a second start takes the same port again."""
        self._host = StaticHost(self, ("127.0.0.1", self._port))
        self._port = self._host.server_address[1]
        threading.Thread(target=self._host.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Stops it: from now on there is no connection."""
        self.release.set()
        if self._host:
            self._host.shutdown()
            self._host.server_close()
            self._host = None

    def asked_for(self, part: str) -> list[str]:
        return [path for path in self.asked if part in path]

    def answer(self, target: str, asked: Message, method: str = "GET") -> Response:
        path = target.partition("?")[0]
        self.asked.append(path)
        if any(path.endswith(end) for end in self.stalled):
            self.release.wait()
        del asked["Accept-Encoding"]  # to compress takes longer than to send it to oneself
        gone = any(path.endswith(end) for end in self.missing)
        found = self.absent(asked) if gone else super().answer(target, asked, method)
        if any(path.endswith(end) for end in self.refused):
            found = replace(found, status=HTTPStatus.SERVICE_UNAVAILABLE)
        if any(path.endswith(end) for end in self.halved):  # being put there; it keeps its tag
            found = replace(found, body=found.body[: len(found.body) // 2])
        headers = {**found.headers, "Cache-Control": self.cache, POLICY: self.policy}
        return replace(found, headers={name: value for name, value in headers.items() if value})


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """Serves a folder while the block runs."""
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
