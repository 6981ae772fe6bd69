"""Signs in the text of a page, such as "−1", which get words for screen readers.

The Markdown extension marks them; the words come when the page is complete. So titles, feeds and the search
have the signs alone, and what other plugins write stays as it is.
"""

import re
from typing import Final

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor

from kontrapunkt.render.markup import el
from kontrapunkt.render.signs import SIGN, replace_signs, with_word

_MARKED: Final = re.compile(r'<span class="?kp-plain-sign"?>([^<]*)</span>')
"""A mark; other plugins may have dropped its quotation marks."""


def mark(html: str) -> str:
    """Mark the signs in a fence's markup."""
    return replace_signs(html, _mark)


def with_words_at_marks(page: str) -> str:
    """Return a page with words for the signs that are marked."""
    return _MARKED.sub(lambda marked: with_word(marked[1]), page)


def _mark(sign: str) -> str:
    return el("span", {"class": "kp-plain-sign"}, sign)


class SignInline(InlineProcessor):
    """Marks a sign in running text; the addresses of links have been read by then."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(SIGN.pattern, md)

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str, int, int]:  # type: ignore[override]  # noqa: D102
        return self.md.htmlStash.store(_mark(m[0])), m.start(0), m.end(0)


def register(md: Markdown) -> None:
    """Register the processor with Markdown: after all others."""
    md.inlinePatterns.register(SignInline(md), "kontrapunkt_sign", 1)
