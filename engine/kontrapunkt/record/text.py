"""The small pieces of a record's text that reader and writer share: seats, cards, actions."""

import re
from typing import Final

from kontrapunkt.core.action import CHANCE, SEATS, Action, Seat
from kontrapunkt.core.cards import HIDDEN, READABLE_SUITS, Card, card_named
from kontrapunkt.record.plain import seen

CARD: Final = re.compile(r"(?:10|[AKQJT2-9])[CSHD♣♠♥♦]\ufe0f?|\?", re.IGNORECASE | re.ASCII)
GLUED: Final = re.compile(rf"([NESW*])({CARD.pattern})", re.IGNORECASE | re.ASCII)

_LONGEST: Final = 20
"""Signs of a card's name, unseen ones among them."""

_ACTION_WORD: Final = re.compile(r'[^\s{}\[\]"→:.*]+')
_SEAT_NAMES: Final[dict[str, Seat]] = {
    **{seat.lower(): seat for seat in SEATS},
    **dict(zip(("north", "east", "south", "west"), SEATS, strict=True)),
}


def read_seat(text: str) -> Seat | None:
    """The seat of `N`, `n` or `north`; None for anything else."""
    return _SEAT_NAMES.get(text[:8].lower())


def read_card(text: str) -> Card | None:
    """One card, leniently; None for anything else."""
    plain = seen(text) if len(text) <= _LONGEST else text
    return card_named(plain) if len(plain) <= 4 else None


def read_suit(text: str) -> str | None:
    """The letter of one suit, leniently; None for anything else."""
    return READABLE_SUITS.get(seen(text).upper())


def is_actor(word: str) -> bool:
    """Whether a word may name an actor."""
    return word == CHANCE or (len(word) == 1 and word.upper() in SEATS)


def tidy_action(text: str) -> Action:
    """An action's one text form: cards and suits in capitals, words in small letters, single spaces."""
    first, *rest = text.split() or [""]
    found = read_card(first)
    return Action(" ".join([found or first.lower(), *(_argument(word) for word in rest)]))


def is_action(action: str) -> bool:
    """Whether this is the one text form of an action, which a record can hold."""
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
    plain = seen(word)
    if is_actor(plain):
        return plain.upper()
    return read_suit(word) or plain.lower()
