"""Markup that is kept aside while a page is made, and put back when the page is about to be written.

A widget is a hundred times the text around it. What a host does with a page in between (search, links, other
plugins) would read all of it and find nothing there that is theirs.
"""

import re
from html import escape
from typing import Final

_PLACE: Final = re.compile(r'<div\b[^>]*\bdata-kp-aside="?(\d+)\b[^>]*></div>')


class Aside:
    """What the pages of a site have kept aside."""

    def __init__(self) -> None:
        self._kept: list[str] = []

    def keep(self, html: str, id: str = "") -> str:
        """Keeps markup; what stands in its place until then.

        Args:
            html: The markup.
            id: The id of its outermost element, which pages may link to.
        """
        self._kept.append(html)
        named = f' id="{escape(id)}"' if id else ""
        return f'<div{named} data-kp-aside="{len(self._kept) - 1}"></div>'

    def put_back(self, page: str) -> str:
        """The page with everything in its place again."""
        return _PLACE.sub(self._at, page)

    def _at(self, place: re.Match[str]) -> str:
        which = int(place[1])
        return self._kept[which] if which < len(self._kept) else place[0]
