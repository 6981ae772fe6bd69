"""Storage for widgets' markup while a page is processed.

A widget is a hundred times as long as the text around it. The search, the policy check and the repair of the
theme's markup would read all of it in vain. Other plugins see the whole page: they encrypt, print or send it,
and an unfilled placeholder would stay empty there.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

_PLACE: Final = re.compile(r'<div\b[^>]*\bdata-kp-aside="?(\d+)\b[^>]*></div>')


class Placeholders:
    """The stored markup of a site's pages.

    Attributes:
        pieces: Each piece of markup, with the id of its outermost element.
    """

    def __init__(self) -> None:
        self.pieces: list[tuple[str, str]] = []

    def keep(self, html: str, id: str = "") -> str:
        """Store markup and return its placeholder.

        Args:
            html: The markup.
            id: The id of its outermost element, for links; empty for none.
        """
        self.pieces.append((html, id))
        return self._place(len(self.pieces) - 1)

    def adopt(self, html: str, pieces: Sequence[tuple[str, str]]) -> str:
        """Store another object's pieces and return the HTML with our placeholders.

        Args:
            pieces: The other object's stored pieces.
            html: HTML with the other object's placeholders.
        """
        return _PLACE.sub(lambda place: self.keep(*pieces[int(place[1])]), html)

    def places(self, html: str) -> list[int]:
        """Return the numbers of the pieces with placeholders in HTML."""
        return [int(place[1]) for place in _PLACE.finditer(html) if int(place[1]) < len(self.pieces)]

    def take_out(self, page: str, places: Iterable[int]) -> str:
        """Replace pieces by placeholders; pieces that other plugins have changed stay.

        Args:
            page: The whole page.
            places: The numbers of its pieces.
        """
        for which in places:
            if html := self.pieces[which][0]:
                page = page.replace(html, self._place(which), 1)
        return page

    def put_back(self, page: str) -> str:
        """Return the page with all pieces in place."""
        return _PLACE.sub(self._at, page)

    def _place(self, which: int) -> str:
        id = self.pieces[which][1]
        named = f' id="{escape(id)}"' if id else ""
        return f'<div{named} data-kp-aside="{which}"></div>'

    def _at(self, place: re.Match[str]) -> str:
        which = int(place[1])
        return self.pieces[which][0] if which < len(self.pieces) else place[0]
