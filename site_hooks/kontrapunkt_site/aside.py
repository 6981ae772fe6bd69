"""Markup that is kept aside while a page is made, and put back when the page is about to be written.

A widget is a hundred times the text around it. What a host does with a page in between (search, links, other
plugins) would read all of it and find nothing there that is theirs.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Final

_PLACE: Final = re.compile(r'<div\b[^>]*\bdata-kp-aside="?(\d+)\b[^>]*></div>')


class Aside:
    """What the pages of a site have kept aside.

    Attributes:
        kept: Each piece of markup, with the id of its outermost element.
    """

    def __init__(self) -> None:
        self.kept: list[tuple[str, str]] = []

    def keep(self, html: str, id: str = "") -> str:
        """Keeps markup; what stands in its place until then.

        Args:
            html: The markup.
            id: The id of its outermost element, which pages may link to.
        """
        self.kept.append((html, id))
        named = f' id="{escape(id)}"' if id else ""
        return f'<div{named} data-kp-aside="{len(self.kept) - 1}"></div>'

    def adopt(self, html: str, pieces: Sequence[tuple[str, str]]) -> str:
        """Keeps what another has kept for some HTML; the HTML with our places in it.

        Args:
            html: The HTML.
            pieces: What the other has kept.
        """
        return _PLACE.sub(lambda place: self.keep(*pieces[int(place[1])]), html)

    def put_back(self, page: str) -> str:
        """The page with everything in its place again."""
        return _PLACE.sub(self._at, page)

    def _at(self, place: re.Match[str]) -> str:
        which = int(place[1])
        return self.kept[which][0] if which < len(self.kept) else place[0]
