"""Caching of the HTML around a page's fences.

It is made again when an input changes: the lines, the kinds of HTML between them, the code, the places of the
site's rules, or the host's inputs.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from markdown import Markdown

from kontrapunkt_site.page import Page

_KIND: Final = re.compile(r"<?[\w-]*")
"""The beginning of a fence's HTML, from which Markdown sees if it fits in a paragraph."""


class PageCache:
    """The text around the fences of one page.

    Attributes:
        host: The host's data stored with a cached text by `keep`; None for a new text.
    """

    def __init__(self, page: Page, lines: Sequence[str] = (), fences: Sequence[str] = ()) -> None:
        """Look for the text in the cache.

        Args:
            lines: Its Markdown, with a place for each fence.
            fences: The HTML of the fences, in order.
        """
        self._page = page
        self._fences = fences
        shapes = [_KIND.match(html)[0] for html in fences]  # type: ignore[index]
        self._given = ["around", page.host, page.url, page.rules.version, lines, shapes]
        known: Mapping[str, Any] | None = None if page.host is None else page.cache.find(self._given)
        self._known = known
        self._new: dict[str, Any] | None = None
        self.host: Any = known and known["host"]

    def finish(self, md: Markdown, text: str) -> str:
        """Return the whole HTML of the page.

        Args:
            md: The converter; its table of contents is restored with a cached text.
            text: The converted text with the fences; empty if cached.
        """
        if self._known:
            md.toc_tokens = self._known["toc"]  # type: ignore[attr-defined]
            first, *others = self._known["pieces"]
            return str(first) + "".join(map("".join, zip(self._fences, others, strict=True)))
        pieces = _pieces(text, self._fences)
        if pieces:
            self._new = {"pieces": pieces, "toc": getattr(md, "toc_tokens", [])}
        return text

    @property
    def is_kept(self) -> bool:
        """Return True if the text is cached, so that nothing has to be converted."""
        return self._known is not None

    def keep(self, host: object) -> None:
        """Store a new text.

        Args:
            host: The data for later builds; writable as JSON.
        """
        page = self._page
        # the next build must report broken references too
        wrong = page.rules.unlinked or (page.errors is not None and page.errors.on(page.path))
        if self._new and page.host is not None and not wrong:
            page.cache.keep(self._given, {**self._new, "host": host})


def _pieces(text: str, fences: Sequence[str]) -> list[str]:
    """Return the text before, between and after the fences; [] if one has changed."""
    pieces = []
    for html in fences:
        before, found, text = text.partition(html or "\0")
        if not found:
            return []
        pieces.append(before)
    return [*pieces, text]
