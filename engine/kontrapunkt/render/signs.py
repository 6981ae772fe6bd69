"""Signs in text with words for screen readers: "Q♠", "♠", "−1", "+1"."""

import re
from typing import Final

from kontrapunkt.core.cards import SUIT_SIGNS, card
from kontrapunkt.core.messages import card_name, suit_name
from kontrapunkt.render.markup import aria_hidden, el, text
from kontrapunkt.text import catalogue

_SUITS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()}

_SIGN: Final = re.compile(r"(10|[A2-9JKQ])?([♣♠♥♦])|(?<![\w+−])[+−](?=\d)")

_TAG: Final = r"""</?[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'>])*>"""

_SIGN_OR_TAG: Final = re.compile(f"{_SIGN.pattern}|(?P<tag>{_TAG})")

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
    tag = ""

    def worded(found: re.Match[str]) -> str:
        nonlocal tag
        if found["tag"]:
            tag = found["tag"]
        elif not _UNREAD.match(tag):
            return read_as(_word(found), found[0])
        return found[0]

    return _SIGN_OR_TAG.sub(worded, html) if _SIGN.search(html) else html


def in_words(said: str) -> str:
    """Return plain text with words for signs."""
    return _SIGN.sub(_word, said)


def _word(sign: re.Match[str]) -> str:
    """Return the words for a sign."""
    rank, suit = sign[1], sign[2]
    if not suit:
        return catalogue.say("ear.minus" if sign[0] == "−" else "ear.plus") + " "
    letter = _SUITS[suit]
    named = card_name(card(rank + letter), "french") if rank else suit_name(letter, "french")
    return str(named)
