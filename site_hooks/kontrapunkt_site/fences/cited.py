"""The sources of a chapter: listed once on a page, and cited by key.

A source is an element of that page with an id and a short name. Both are in an attribute list, at the end of
a heading's line or on a separate line of a list item:

    ### John McLeod: Ristikontra { #mcleod data-cite="McLeod, Ristikontra" }

    - [Sedma group](http://www.pagat.com/sedma/): the family.
      { #sedma data-cite="McLeod, Sedma group" }
"""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final
from urllib.parse import quote, unquote

from kontrapunkt_site.fences.base import Block
from kontrapunkt_site.fences.widget import file_text
from kontrapunkt_site.page import Page
from kontrapunkt_site.rule_pages import relative
from kontrapunkt_site.source import prose

_SOURCE: Final = re.compile(r"""\{:?\s*#(?P<key>[\w-]+)\s+data-cite="(?P<name>[^"]+)"\s*\}\s*$""")


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources that a page lists.

    Attributes:
        path: The page's file.
        names: The short names by key.
        address: The address of the page from the citing page; empty for the same page.
    """

    path: str
    names: Mapping[str, str]
    address: str

    @classmethod
    def read(cls, block: Block, name: str) -> "Sources":
        """Read the sources in a file that a fence names.

        Raises:
            PageError: if it cannot be read, or lists no sources.
        """
        lines = file_text(block, name, "sources").lines
        found = (_SOURCE.search(line) for _, line in prose(lines))
        names = {each["key"]: each["name"] for each in found if each}
        if not names:
            raise block.error(
                f'{name} lists no sources; one ends with {{ #key data-cite="Name" }} and is cited by its key'
            )
        return cls(name, names, page_address(name, block.conversion.page))

    def missing(self, key: str) -> str:
        """Return the error about an unknown key."""
        near = get_close_matches(key, self.names, 1)
        if near:
            return f"there is no source “{key}” in {self.path}; did you mean {near[0]}?"
        return f"there is no source “{key}” in {self.path}; it has {', '.join(self.names)}"

    def href(self, key: str) -> str:
        """Return the address of a source in the list."""
        return f"{self.address}#{key}"


def page_address(path: str, page: Page) -> str:
    """Return the address of a page from another page, both given by their files.

    Args:
        path: The page's file, from the project's folder.
        page: The page that links to it; its file and address show the style of addresses.
    """
    if path == page.path:
        return ""
    plain = not page.url.endswith(".html")
    own = unquote(page.url.removesuffix("/") if plain else page.url.removesuffix(".html"))
    names = (posixpath.join(own, "index.md"), f"{own}.md")
    found = next((page.path.removesuffix(name) for name in names if page.path.endswith(name)), "")
    root = found or "docs/"  # a page without a file, such as one of the reference, has no folder either
    there = quote(path.removeprefix(root).removesuffix(".md"))
    if not plain:
        return relative(f"{there}.html", page.url)
    there = "" if there == "index" else f"{there.removesuffix('/index')}/"
    return relative(there, page.url)
