"""A built site as served: types, compression, ranges, `_headers` and the 404 page."""

import gzip
import hashlib
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.utils import formatdate
from fnmatch import fnmatchcase
from functools import lru_cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

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
"""Content types by suffix; the default is `application/octet-stream`."""

SAME: Final = ("Cache-Control", "ETag", "Vary")
"""The headers of an answer that nothing has changed; the reader has the others."""

COMPRESSED: Final = frozenset(TYPES) - {".png", ".ico"}
"""The suffixes worth compressing; our zip files are stored uncompressed."""

HEADERS_FILE: Final = "_headers"

LONGEST: Final = 2000
"""The most characters of a path."""

_WELL_KNOWN: Final = ".well-known"  # RFC 8615: the one hidden folder that clients request
_ORIGIN: Final = re.compile(r"https?://[^/?]*", re.IGNORECASE)
_LARGE: Final = 1_000_000
"""The size in bytes from which the best compression takes seconds to gain a hundredth."""

_PART: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})", re.ASCII)
_WEIGHT: Final = re.compile(r"q=((?:0|1)(?:\.\d{0,3})?)", re.ASCII)
_ONE_AT_A_TIME: Final = threading.Lock()
"""Prevents a thousand readers of one page from compressing it a thousand times."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response to a reader.

    Attributes:
        headers: The headers except those of the connection and the length.
        body: The body; not sent for HEAD.
    """

    status: HTTPStatus
    headers: Mapping[str, str]
    body: bytes | memoryview = b""


class StaticSite:
    """A built site.

    Attributes:
        folder: The resolved folder; nothing outside it is served.
        path: The path under which it is served, with a slash at both ends.
        headers: Headers by pattern of the path in the site, from its `_headers`.
    """

    def __init__(self, folder: Path, path: str = "/") -> None:
        self.folder = folder.resolve()
        self.path = f"/{path.strip('/')}/" if path.strip("/") else "/"
        self.headers = read_headers(self.folder / HEADERS_FILE)

    def answer(self, target: str, asked: Message, method: str = "GET") -> Response:
        """Return the response to a request.

        Args:
            target: The target in the request line: an escaped path, perhaps with a query.
            asked: The request's headers.
            method: GET, or HEAD.
        """
        place, _, query = _ORIGIN.sub("", target, count=1).partition("?")
        path = unquote(place or "/", errors="replace")
        more = f"?{query}" if query else ""
        if path == self.path.rstrip("/") and self.path != "/":
            return self._moved(self.path, more)
        if not path.startswith(self.path):
            return self.refusal(HTTPStatus.NOT_FOUND)
        inside = path[len(self.path) :]
        try:
            file = self.find(inside)
            if file is not None:
                return self._found(file, inside, asked, method)
            if self.find(f"{inside}/") is not None:
                return self._moved(f"{path}/", more)
        except OSError:  # it cannot be read, or is gone by now
            pass
        return self.absent(asked)

    def absent(self, asked: Message) -> Response:
        """Return the response for a missing file: the site's own 404 page if it has one.

        Args:
            asked: The request's headers.
        """
        page = self.find("404.html")
        with suppress(OSError):
            if page is not None:
                headers, body = self._held(page, "404.html", asked)
                return Response(HTTPStatus.NOT_FOUND, headers, body)
        return self.refusal(HTTPStatus.NOT_FOUND)

    def refusal(self, status: HTTPStatus, **more: str) -> Response:
        """Return a response with only a status and the site's common headers.

        Args:
            **more: Further headers, with `_` for `-`.
        """
        named = {name.replace("_", "-"): value for name, value in more.items()}
        headers = {**self.headers_of(""), "Content-Type": TYPES[".txt"], "Cache-Control": "no-cache", **named}
        return Response(status, headers, f"{status.phrase}\n".encode())

    def find(self, path: str) -> Path | None:
        """Return the file of a path in the site (the index of a folder); None for none.

        It never returns a hidden file, or the target of a link outside the folder. It rejects paths that go
        up, and those that begin with a slash: in a redirect they would lead to another host.
        """
        if len(path) > LONGEST or not _is_plain(path.removesuffix("/")):
            return None
        try:
            named = self.folder / path
            file = (named / "index.html" if path == "" or path.endswith("/") else named).resolve()
            inside = file.relative_to(self.folder).as_posix() if file.is_relative_to(self.folder) else "."
            return file if _is_plain(inside) and file.name != HEADERS_FILE and file.is_file() else None
        except (OSError, ValueError):  # a name that no file can have
            return None

    def headers_of(self, path: str) -> dict[str, str]:
        """Return the site's headers for a path; later patterns override earlier ones."""
        found: dict[str, str] = {}
        for pattern, headers in self.headers:
            if fnmatchcase(f"/{path}", pattern):
                found.update(headers)
        return found

    def _moved(self, path: str, query: str) -> Response:
        return self.refusal(HTTPStatus.MOVED_PERMANENTLY, Location=quote(path) + query)

    def _found(self, file: Path, inside: str, asked: Message, method: str) -> Response:
        headers, body = self._held(file, inside, asked)
        known = {each.strip().removeprefix("W/") for each in asked.get("If-None-Match", "").split(",")}
        if headers["ETag"] in known or "*" in known:
            return Response(
                HTTPStatus.NOT_MODIFIED, {name: headers[name] for name in SAME if name in headers}
            )
        part = part_of(asked.get("Range", ""), len(body)) if method == "GET" else None
        same = asked.get("If-Range", headers["ETag"]) in (headers["ETag"], headers["Last-Modified"])
        if part is None or not same:
            return Response(HTTPStatus.OK, {**headers, "Accept-Ranges": "bytes"}, body)
        if not part:
            whole = f"bytes */{len(body)}"
            return self.refusal(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, Content_Range=whole)
        told = {"Content-Range": f"bytes {part[0]}-{part[-1]}/{len(body)}"}
        return Response(
            HTTPStatus.PARTIAL_CONTENT, {**headers, **told}, memoryview(body)[part.start : part.stop]
        )

    def _held(self, file: Path, inside: str, asked: Message) -> tuple[dict[str, str], bytes]:
        """Return the headers and the body of a file for a request."""
        worth = file.suffix in COMPRESSED
        coding = coding_for(asked.get("Accept-Encoding", "")) if worth else ""
        modified = file.stat()
        with _ONE_AT_A_TIME:
            if inside == "sitemap.xml":
                own = self._own_sitemap(file.read_text("utf-8"), asked.get("Host", "localhost"))
                body, tag = _tagged(_packed(own, coding))
            else:
                body, tag = _body(file, modified.st_mtime_ns, coding)
        headers = {
            "Content-Type": TYPES.get(file.suffix, "application/octet-stream"),
            "Cache-Control": "no-cache",
            "ETag": tag,
            **({"Content-Encoding": coding} if coding else {}),
            **({"Vary": "Accept-Encoding"} if worth else {}),
            "Last-Modified": formatdate(modified.st_mtime, usegmt=True),
        }
        return headers | self.headers_of(inside), body

    def _own_sitemap(self, text: str, host: str) -> bytes:
        """Return the site map with the requested host, which is unknown at build time."""
        roots = re.findall(r"<loc>([^<]*)</loc>", text)
        own = f"http://{escape(host)}{quote(self.path)}"
        return (text.replace(f"<loc>{min(roots, key=len)}", f"<loc>{own}") if roots else text).encode()


def _is_plain(path: str) -> bool:
    """Return True if a path has no hidden names and goes nowhere but down.

    The path has no slash at its ends.
    """
    names = path.split("/") if path else []
    return "\\" not in path and all(name and (name[0] != "." or name == _WELL_KNOWN) for name in names)


def read_headers(file: Path) -> list[tuple[str, dict[str, str]]]:
    """Read the headers by pattern: a line with a path, then indented `Name: value`."""
    found: list[tuple[str, dict[str, str]]] = []
    for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
        if line.startswith(" ") and found:
            name, _, value = line.strip().partition(": ")
            found[-1][1][name] = value
        elif line.strip():
            found.append((line.strip(), {}))
    return found


def coding_for(accepted: str) -> str:
    """Return the compression for a request: `br`, `gzip`, or empty for none.

    Args:
        accepted: The header Accept-Encoding; a weight of zero excludes a method.
    """
    weights: dict[str, float] = {}
    for each in accepted.lower().replace(" ", "").split(","):
        name, _, weight = each.partition(";")
        found = _WEIGHT.fullmatch(weight)
        weights[name] = float(found[1]) if found else 0.0 if weight else 1.0
    others = weights.get("*", 0.0)
    ours = ("br", "gzip") if _brotli() else ("gzip",)
    best = max(ours, key=lambda coding: weights.get(coding, others))
    liked = weights.get(best, others)
    return best if liked and liked >= weights.get("identity", 0.0) else ""


def part_of(asked: str, length: int) -> range | None:
    """Return the bytes that a header Range asks for, perhaps none; None for all.

    Args:
        asked: The header; multiple ranges and invalid text mean all.
        length: The number of bytes in the file.
    """
    found = _PART.fullmatch(asked.replace(" ", ""))
    if not found or not any(found.groups()):
        return None
    begin, end = found.groups()
    if not begin:
        return range(max(0, length - int(end)), length)
    if not end:
        return range(int(begin), length)
    return range(int(begin), min(int(end) + 1, length)) if int(begin) <= int(end) else None


@lru_cache(maxsize=512)
def _body(file: Path, modified_ns: int, coding: str) -> tuple[bytes, str]:
    return _tagged(_packed(file.read_bytes(), coding))


def _packed(content: bytes, coding: str) -> bytes:
    if coding == "gzip":
        return gzip.compress(content, 9 if len(content) < _LARGE else 6, mtime=0)
    if coding == "br":
        packed: bytes = _brotli().compress(content, quality=5)
        return packed
    return content


def _tagged(body: bytes) -> tuple[bytes, str]:
    return body, f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _brotli() -> Any:
    """Return the module `brotli` if it is installed."""
    try:
        import brotli
    except ModuleNotFoundError:
        return None
    return brotli
