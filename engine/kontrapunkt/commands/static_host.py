"""A good static host: right types, compression, cache headers and policy from `_headers`, a 404 page."""

import gzip
import hashlib
import re
import sys
from email.utils import formatdate
from fnmatch import fnmatchcase
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""Content types by suffix; anything else is `application/octet-stream`."""

COMPRESSED: Final = frozenset(TYPES) - {".png", ".ico"}
"""What is worth compressing; our zip is stored, so it is too."""

HEADERS_FILE: Final = "_headers"


class StaticHost(ThreadingHTTPServer):
    """Serves a folder.

    Attributes:
        folder: The folder, resolved; nothing outside it is served.
        path: The path under which it is served, with a slash at both ends.
        headers: Headers by pattern of the path in the site, from its `_headers`.
    """

    daemon_threads = True

    def __init__(self, folder: Path, address: tuple[str, int], path: str = "/") -> None:
        """Binds the address.

        Raises:
            OSError: if it cannot be bound.
        """
        self.folder = folder.resolve()
        self.path = f"/{path.strip('/')}/" if path.strip("/") else "/"
        self.headers = read_headers(self.folder / HEADERS_FILE)
        super().__init__(address, _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Passes over readers who leave before the end."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        """The address of the site."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}{self.path}"

    def find(self, path: str) -> Path | None:
        """The file that a path in the site means (the index of a folder); None where there is none."""
        file = (self.folder / path).resolve()
        if not file.is_relative_to(self.folder) or file.name == HEADERS_FILE:
            return None
        if path == "" or path.endswith("/"):
            file /= "index.html"
        return file if file.is_file() else None

    def headers_of(self, path: str) -> dict[str, str]:
        """The headers that the site asks for; a later pattern outdoes an earlier one."""
        found: dict[str, str] = {}
        for pattern, headers in self.headers:
            if fnmatchcase(f"/{path}", pattern):
                found.update(headers)
        return found


def read_headers(file: Path) -> list[tuple[str, dict[str, str]]]:
    """The headers by pattern: a line with a path, then indented lines `Name: value`."""
    found: list[tuple[str, dict[str, str]]] = []
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        if line.startswith(" ") and found:
            name, _, value = line.strip().partition(": ")
            found[-1][1][name] = value
        elif line.strip():
            found.append((line.strip(), {}))
    return found


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD."""

    server: StaticHost
    protocol_version = "HTTP/1.1"
    server_version = "kontrapunkt"
    sys_version = ""

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path, errors="replace")
        base = self.server.path
        if path == base.rstrip("/") and base != "/":
            return self._redirect(base)
        inside = path[len(base) :] if path.startswith(base) else None
        if inside is None or "\0" in inside:
            return self._send(HTTPStatus.NOT_FOUND, None, "")
        file = self.server.find(inside)
        if file is None and self.server.find(f"{inside}/") is not None:
            return self._redirect(quote(path) + "/")
        if file is None:
            return self._send(HTTPStatus.NOT_FOUND, self.server.find("404.html"), "404.html")
        return self._send(HTTPStatus.OK, file, inside)

    do_HEAD = do_GET

    def _redirect(self, to: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, status: HTTPStatus, file: Path | None, inside: str) -> None:
        suffix = file.suffix if file else ".txt"
        coding = self._coding() if file and suffix in COMPRESSED else ""
        body = _body(file, file.stat().st_mtime_ns, coding) if file else b"not found\n"
        if file and inside == "sitemap.xml":
            body, coding = self._own_sitemap(file.read_text("utf-8")), ""
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        if status is HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            status, body = HTTPStatus.NOT_MODIFIED, b""
        self.send_response(status)
        headers = {
            "Content-Type": TYPES.get(suffix, "application/octet-stream"),
            "Cache-Control": "no-cache",
            "ETag": tag,
            **({"Content-Encoding": coding} if coding else {}),
            **({"Vary": "Accept-Encoding"} if suffix in COMPRESSED else {}),
            **({"Last-Modified": formatdate(file.stat().st_mtime, usegmt=True)} if file else {}),
            **self.server.headers_of(inside),
        }
        for name, value in headers.items():
            self.send_header(name, value)
        if status is not HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _coding(self) -> str:
        accepted = {each.split(";")[0].strip() for each in self.headers.get("Accept-Encoding", "").split(",")}
        if "br" in accepted and _brotli() is not None:
            return "br"
        return "gzip" if "gzip" in accepted else ""

    def _own_sitemap(self, text: str) -> bytes:
        """The site map with the address by which the site is asked for; at build time nobody knew it."""
        roots = re.findall(r"<loc>([^<]*)</loc>", text)
        own = f"http://{self.headers.get('Host', 'localhost')}{self.server.path}"
        return (text.replace(f"<loc>{min(roots, key=len)}", f"<loc>{own}") if roots else text).encode()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the one line is the address."""


@lru_cache(maxsize=512)
def _body(file: Path, modified_ns: int, coding: str) -> bytes:
    content = file.read_bytes()
    if coding == "gzip":
        return gzip.compress(content, 6, mtime=0)
    if coding == "br" and (brotli := _brotli()) is not None:
        compressed: bytes = brotli.compress(content, quality=5)
        return compressed
    return content


def _brotli() -> Any:
    """The module `brotli`, where it is installed."""
    try:
        import brotli
    except ModuleNotFoundError:
        return None
    return brotli
