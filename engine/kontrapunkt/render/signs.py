"""Signs in text with words for screen readers: "Q♠", "♠", "−1", "+1"."""

import re
from collections.abc import Callable
from typing import Final

from kontrapunkt.core.cards import SUIT_SIGNS, card
from kontrapunkt.core.messages import card_name, suit_name
from kontrapunkt.render.markup import aria_hidden, el, text
from kontrapunkt.text import catalogue

_SUITS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()}

SIGN: Final = re.compile(r"(10|[A2-9JKQ])?([♣♠♥♦])|(?<![\w+−])[+−]\d+(?:[.,]\d+)*")
"""A card, a suit, or a number with its sign: a whole one, so that no reader pauses within it."""

_CHARACTERS: Final = "♣♠♥♦−+"
"""The characters one of which is in every sign."""

_TAG: Final = r"""</?[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'>])*>"""

_SIGN_OR_TAG: Final = re.compile(f"{SIGN.pattern}|(?P<tag>{_TAG})")

_UNREAD: Final = re.compile(
    r'<(?:code|kbd|option|pre|script|style|textarea|title)\b|<[^>]* aria-hidden="true"'
)
"""The start tag of an element whose text has no room for words, or is not read."""


def read_as(words: str, shown: str) -> str:
    """Render text for which screen readers read other words; a copy has the text alone."""
    return el("span", {"class": "kp-vh kp-words"}, text(words)) + aria_hidden(None, text(shown))


def with_words(html: str) -> str:
    """Return HTML in which screen readers read words for signs.

    Sighted readers, copies and the search have the signs.
    """
    return replace_signs(html, with_word)


def with_word(sign: str) -> str:
    """Return the markup of a sign that `SIGN` matches, with its words."""
    return read_as(_word(sign), sign)


def replace_signs(html: str, by: Callable[[str], str]) -> str:
    """Return HTML with other markup for the signs that screen readers read.

    Args:
        html: Our own markup, without scripts.
        by: The function that makes the markup for a sign.
    """
    tag = ""

    def replaced(found: re.Match[str]) -> str:
        nonlocal tag
        if found["tag"]:
            tag = found["tag"]
        elif not _UNREAD.match(tag):
            return by(found[0])
        return found[0]

    # Far faster than the pattern; most parts of a frame have none.
    has_signs = any(sign in html for sign in _CHARACTERS)
    return _SIGN_OR_TAG.sub(replaced, html) if has_signs else html


def in_words(said: str) -> str:
    """Return plain text with words for signs."""
    return SIGN.sub(lambda sign: _word(sign[0]), said)


def _word(sign: str) -> str:
    """Return the words for a sign."""
    suit = _SUITS.get(sign[-1])
    if suit is None:
        return f"{catalogue.say('ear.minus' if sign[0] == '−' else 'ear.plus')} {sign[1:]}"
    rank = sign[:-1]
    return str(card_name(card(rank + suit), "french") if rank else suit_name(suit, "french"))
