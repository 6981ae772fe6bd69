"""A crude checker of links and ids, as strangers run it over a site: an anchor is an id and nothing else."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from tests.site.markup import Attrs, Tags

ORIGIN = "http://site.test/"


class Reader(Tags):
    """Collects what a page refers to, its ids and its inline handlers."""

    def __init__(self, page: str) -> None:
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.handlers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Attrs) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            elif name.startswith("on"):
                self.handlers.append(name)
            elif name in ("src", "srcset", "poster") and value:
                self.loads.append(value)
            elif name == "href" and value:
                (self.links if tag == "a" else self.loads).append(value)


@cache
def read(page: str) -> Reader:
    """A page as read once for all tests."""
    return Reader(page)


def pages(site: Path) -> Iterator[tuple[str, str]]:
    """Each page of a site: its path and its text."""
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), path.read_text("utf-8")


def broken_links(site: Path) -> list[str]:
    """Return the links within a site to files and anchors that it lacks, each with its page."""
    readers = {name: read(page) for name, page in pages(site)}
    return [
        f"{name}: {address}"
        for name, reader in readers.items()
        if name != "404.html"  # which is shown at any address
        for address in dict.fromkeys((*reader.links, *reader.loads))
        if not _leads_somewhere(urljoin(ORIGIN + name.removesuffix("index.html"), address), site, readers)
    ]


def _leads_somewhere(address: str, site: Path, readers: dict[str, Reader]) -> bool:
    target = urlsplit(address)
    if f"{target.scheme}://{target.netloc}/" != ORIGIN:
        return True
    file = unquote(target.path.lstrip("/"))
    file = f"{file}index.html" if file.endswith("/") or not file else file
    if not target.fragment or file not in readers:
        return (site / file).is_file()
    return not {target.fragment, unquote(target.fragment)}.isdisjoint(readers[file].ids)


def repeated_ids(site: Path) -> list[str]:
    """Return the ids that a page has more than once, each with its page."""
    return [
        f"{name}: {id}"
        for name, page in pages(site)
        for id, count in Counter(read(page).ids).items()
        if count > 1
    ]
