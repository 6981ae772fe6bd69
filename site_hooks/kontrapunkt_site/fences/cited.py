"""The sources of a chapter: listed once, on a page of it, and cited by key.

A source is an element of that page with an id and a short name, given by an attribute list, which ends the
line of a heading and has a line of its own in a list:

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
        names: Their short names, by key.
        address: Of the page, as the page that cites links to it; empty for the same page.
    """

    path: str
    names: Mapping[str, str]
    address: str

    @classmethod
    def of(cls, block: Block, name: str) -> "Sources":
        """The sources in a file that a fence names.

        Raises:
            PageError: if it cannot be read, or lists none.
        """
        lines = file_text(block, name).lines
        found = (_SOURCE.search(line) for _, line in prose(lines))
        names = {each["key"]: each["name"] for each in found if each}
        if not names:
            raise block.error(
                f'{name} lists no sources; one ends with {{ #key data-cite="Name" }} and is cited by its key'
            )
        return cls(name, names, page_address(name, block.conversion.page))

    def missing(self, key: str) -> str:
        """The sentence about a key that is not in the list."""
        near = get_close_matches(key, self.names, 1)
        if near:
            return f"there is no source “{key}” in {self.path}; did you mean {near[0]}?"
        return f"there is no source “{key}” in {self.path}; it has {', '.join(self.names)}"

    def href(self, key: str) -> str:
        """The address of a source in the list."""
        return f"{self.address}#{key}"


def page_address(path: str, page: Page) -> str:
    """The address of a page as another links to it, both known by their files.

    Args:
        path: Its file, from the project's folder.
        page: The page that links; from its own file and address follows how files become addresses.
    """
    if path == page.path:
        return ""
    plain = not page.url.endswith(".html")
    own = unquote(page.url.removesuffix("/") if plain else page.url.removesuffix(".html"))
    names = (posixpath.join(own, "index.md"), f"{own}.md")
    root = next((page.path.removesuffix(name) for name in names if page.path.endswith(name)), "docs/")
    there = quote(path.removeprefix(root).removesuffix(".md"))
    if not plain:
        return relative(f"{there}.html", page.url)
    there = "" if there == "index" else f"{there.removesuffix('/index')}/"
    return relative(there, page.url)
