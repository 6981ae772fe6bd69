"""Seats, cards and actions in the text of a record, for reader and writer."""

import re
from typing import Final

from kontrapunkt.core.action import CHANCE, SEATS, Action, Seat
from kontrapunkt.core.cards import HIDDEN, READABLE_SUITS, Card, card_named
from kontrapunkt.core.messages import say
from kontrapunkt.record.plain import strip_invisible

CARD: Final = re.compile(r"(?:10|[AKQJT2-9])[CSHD♣♠♥♦]\ufe0f?|\?", re.IGNORECASE | re.ASCII)
GLUED: Final = re.compile(rf"([NESW*])({CARD.pattern})", re.IGNORECASE | re.ASCII)

_LONGEST: Final = 20
"""The most characters of a card's text, invisible ones included."""

_ACTION_WORD: Final = re.compile(r'[^\s{}\[\]"→:.*]+')
_SEAT_NAMES: Final[dict[str, Seat]] = {
    **{seat.lower(): seat for seat in SEATS},
    **dict(zip(("north", "east", "south", "west"), SEATS, strict=True)),
}


def read_seat(text: str) -> Seat | None:
    """Parse a seat, `N`, `n` or `north`; None for anything else."""
    return _SEAT_NAMES.get(text[:8].lower())


def read_card(text: str) -> Card | None:
    """Parse one card, leniently; None for anything else."""
    plain = strip_invisible(text) if len(text) <= _LONGEST else text
    return card_named(plain) if len(plain) <= 4 else None


def read_suit(text: str) -> str | None:
    """Parse a suit, leniently, and return its letter; None for anything else."""
    return READABLE_SUITS.get(strip_invisible(text).upper())


def is_actor(word: str) -> bool:
    """Return True if a word may be the actor of a move."""
    return word == CHANCE or (len(word) == 1 and word.upper() in SEATS)


def tidy_action(text: str) -> Action:
    """Return an action in its canonical form.

    Cards and suits are in capitals, words in lower case, and spaces are single.

    Raises:
        ValueError: if it is not a text, such as None.
    """
    if not isinstance(text, str):
        raise ValueError(say("cards.action", action=repr(text)))
    first, *rest = text.split() or [""]
    found = read_card(first)
    return Action(" ".join([found or first.lower(), *(_argument(word) for word in rest)]))


def is_action(action: str) -> bool:
    """Return True if a text is an action in canonical form, as a record writes it."""
    words = action.split(" ")
    return (
        action == tidy_action(action)
        and all(_ACTION_WORD.fullmatch(word) for word in words)
        and not is_actor(words[0])
        and "->" not in action
    )


def _argument(word: str) -> str:
    found = read_card(word)
    if found is not None and found != HIDDEN:
        return found
    plain = strip_invisible(word)
    if is_actor(plain):
        return plain.upper()
    return read_suit(word) or plain.lower()
