"""What Markdown makes of a page around its fences, kept from build to build.

It is made anew when anything has changed that it is made of: the lines, the kinds of HTML between them, the
code, where the site's rules are, and what the host says beside.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from markdown import Markdown

from kontrapunkt_site.page import Page

_KIND: Final = re.compile(r"<?[\w-]*")
"""How a fence's HTML begins: by that Markdown knows whether a paragraph may hold it."""


class PageCache:
    """The text around the fences of one page.

    Attributes:
        host: What the host had to add when the text was made, as `keep` was told; None if it is made now.
    """

    def __init__(self, page: Page, lines: Sequence[str] = (), fences: Sequence[str] = ()) -> None:
        """Looks whether the text is kept.

        Args:
            page: The page.
            lines: Its Markdown, with a place for each fence.
            fences: The HTML of the fences, in their order.
        """
        self._page = page
        self._fences = fences
        shapes = [_KIND.match(html)[0] for html in fences]  # type: ignore[index]
        self._given = ["around", page.host, page.url, page.rules.version, lines, shapes]
        known: Mapping[str, Any] | None = None if page.host is None else page.made.find(self._given)
        self._known = known
        self._new: dict[str, Any] | None = None
        self.host: Any = known and known["host"]

    def finish(self, md: Markdown, text: str) -> str:
        """The whole HTML of the page.

        Args:
            md: Who converts it; its table of contents is put right if the text was kept.
            text: What has come of it, with the fences in their places; nothing if it was kept.
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
        """Whether an earlier build has made it, so that there is nothing to be converted."""
        return self._known is not None

    def keep(self, host: object) -> None:
        """Keeps a text that was made now.

        Args:
            host: What later builds are to have as `host`; it can be written as JSON.
        """
        page = self._page
        # a reference that leads nowhere has to be heard of by the next build, too
        if self._new and page.host is not None and not page.rules.unlinked:
            page.made.keep(self._given, {**self._new, "host": host})


def _pieces(text: str, fences: Sequence[str]) -> list[str]:
    """What stands before, between and behind fences; nothing if one of them is not there as it was made."""
    pieces = []
    for html in fences:
        before, found, text = text.partition(html or "\0")
        if not found:
            return []
        pieces.append(before)
    return [*pieces, text]
