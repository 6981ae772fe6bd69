"""A static server whose files can be missing, slow or forbidden, for the tests in a browser."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path


def headers_policy(folder: Path) -> str:
    """The policy in the headers file of a built site; empty without one."""
    file = folder / "_headers"
    found = re.search(r"Content-Security-Policy: (.*)", file.read_text()) if file.exists() else None
    return found[1] if found else ""


class Server:
    """A folder on 127.0.0.1, on a free port.

    Attributes:
        asked: The paths that were asked for, in order.
        missing: Ends of paths that are answered with 404.
        halved: Ends of paths of which half the bytes are answered, as though that were all.
        stalled: Ends of paths that are answered only once `release` is set.
        policy: The content security policy of every answer: that of the headers file, or none if empty.
        cache: The value of Cache-Control.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.missing: set[str] = set()
        self.halved: set[str] = set()
        self.stalled: set[str] = set()
        self.release = threading.Event()
        self.policy = headers_policy(folder)
        self.cache = "max-age=600"
        self._http: ThreadingHTTPServer | None = None
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Starts it; a second start takes the same port again."""
        self._http = _Quiet(("127.0.0.1", self._port), partial(_Handler, self))
        self._http.daemon_threads = True
        self._port = self._http.server_port
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stops it: from now on there is no connection."""
        self.release.set()
        if self._http:
            self._http.shutdown()
            self._http.server_close()
            self._http = None

    def asked_for(self, part: str) -> list[str]:
        return [path for path in self.asked if part in path]


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, *args: object) -> None:
        """Browsers hang up on what they do not want any more."""


_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    "": "application/octet-stream",
}


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, server: Server, *args: object) -> None:
        self.knobs = server
        self.extensions_map = _TYPES
        super().__init__(*args, directory=str(server.folder))  # type: ignore[arg-type]

    def send_head(self):
        path = self.path.partition("?")[0]
        self.knobs.asked.append(path)
        if any(path.endswith(end) for end in self.knobs.stalled):
            self.knobs.release.wait()
        if any(path.endswith(end) for end in self.knobs.missing):
            self.send_error(404)
            return None
        if any(path.endswith(end) for end in self.knobs.halved):
            return self._half(self.knobs.folder / path.lstrip("/"))
        if path == "/sitemap.xml":
            return self._own_sitemap()
        return super().send_head()

    def _half(self, file: Path):
        """As of a file that is being put there, with the date that it will keep."""
        body = file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Length", str(len(body) // 2))
        self.send_header("Last-Modified", self.date_time_string(file.stat().st_mtime))
        self.end_headers()
        return BytesIO(body[: len(body) // 2])

    def _own_sitemap(self):
        """With our port: the theme's instant navigation takes the pages it knows from there."""
        file = self.knobs.folder / "sitemap.xml"
        if not file.exists():
            self.send_error(404)
            return None
        body = file.read_text().replace("http://localhost/", self.knobs.url).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = self.knobs.folder / "404.html"
        body = page.read_bytes() if page.exists() else b"not found"
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", self.knobs.cache)
        if self.knobs.policy:
            self.send_header("Content-Security-Policy", self.knobs.policy)
        super().end_headers()

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """Serves a folder while the block runs."""
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
