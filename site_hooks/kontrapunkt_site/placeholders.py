"""Markup that is kept aside while we work on a page, and is back in its place whenever others read it.

A widget is a hundred times the text around it. The search, our watch over the policy and what mends the theme
would read all of it and find nothing there. Other plugins see the whole page: they encrypt it, print it or
send it elsewhere, and a place that waits to be filled would stay empty there.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

_PLACE: Final = re.compile(r'<div\b[^>]*\bdata-kp-aside="?(\d+)\b[^>]*></div>')


class Placeholders:
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
        return self._place(len(self.kept) - 1)

    def adopt(self, html: str, pieces: Sequence[tuple[str, str]]) -> str:
        """Keeps what another has kept for some HTML; the HTML with our places in it.

        Args:
            html: The HTML.
            pieces: What the other has kept.
        """
        return _PLACE.sub(lambda place: self.keep(*pieces[int(place[1])]), html)

    def places(self, html: str) -> list[int]:
        """The numbers of the pieces that have their place in some HTML."""
        return [int(place[1]) for place in _PLACE.finditer(html) if int(place[1]) < len(self.kept)]

    def take_out(self, page: str, places: Iterable[int]) -> str:
        """The page with places instead of pieces; a piece that others have changed stays.

        Args:
            page: The page with everything in it.
            places: The numbers of its pieces.
        """
        for which in places:
            if html := self.kept[which][0]:
                page = page.replace(html, self._place(which), 1)
        return page

    def put_back(self, page: str) -> str:
        """The page with everything in its place again."""
        return _PLACE.sub(self._at, page)

    def _place(self, which: int) -> str:
        id = self.kept[which][1]
        named = f' id="{escape(id)}"' if id else ""
        return f'<div{named} data-kp-aside="{which}"></div>'

    def _at(self, place: re.Match[str]) -> str:
        which = int(place[1])
        return self.kept[which][0] if which < len(self.kept) else place[0]
