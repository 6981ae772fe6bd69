"""Suits, ranks, cards and packs; their text codes; their French and German names.

A card is its text: rank then suit (`7S`, `TH`). French and German suits share the letters: clubs and acorns
C, spades and leaves S, hearts H, diamonds and bells D. Two equal cards of a double pack are equal here too.
"""

from collections.abc import Iterable
from random import Random
from typing import Final

from kontrapunkt.core.messages import say

RANKS: Final = "AKQJT98765432"
SUITS: Final = "CSHD"
SUIT_SIGNS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}

READABLE_SUITS: Final = {text: suit for suit, sign in SUIT_SIGNS.items() for text in (suit, sign)}
"""The letters of the suits by how they may be written."""


class CardError(ValueError):
    """Text that is not a card."""


class Card(str):
    """A card as its two-letter text, such as `QS`; `HIDDEN` stands for a card that is not seen."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """One of `RANKS`; `?` for a hidden card."""
        return self[0]

    @property
    def suit(self) -> str:
        """One of `SUITS`; empty for a hidden card."""
        return self[1:]


HIDDEN: Final = Card("?")

CARDS: Final = {text: Card(text) for text in [r + s for s in SUITS for r in RANKS]}
"""The cards by what is written of them."""


def card_named(text: str) -> Card | None:
    """The card of `QS`, `qs`, `10h` or `10♥`, and `?` for a hidden one; None for text that names no card."""
    if text in CARDS or text == HIDDEN:
        return CARDS.get(text, HIDDEN)
    tidy = text.strip().upper().replace("10", "T")
    return CARDS.get(tidy[:1] + READABLE_SUITS.get(tidy[1:], ""))


def card(text: str) -> Card:
    """Reads one card, as leniently as `card_named`.

    Raises:
        CardError: if the text names no card.
    """
    found = card_named(text)
    if found is None:
        raise CardError(say("cards.unreadable", text=text))
    return found


def pack(size: int) -> tuple[Card, ...]:
    """A fresh pack in fixed order: 52 cards (ace to two), 24 (ace to nine), or 48 as two packs of 24.

    Args:
        size: How many cards: 24, 48 or 52.

    Raises:
        ValueError: for any other size.
    """
    if size == 48:
        return pack(24) * 2
    ranks = {52: RANKS, 24: RANKS[:6]}.get(size)
    if ranks is None:
        raise ValueError(f"there is no pack of {size} cards; packs have 24, 48 or 52")
    return tuple(CARDS[r + s] for s in SUITS for r in ranks)


def known_seed(seed: object) -> int | None:
    """A seed; None for any chance.

    Raises:
        ValueError: if it is no whole number: others would shuffle otherwise on another Python.
    """
    if isinstance(seed, int | None):
        return seed
    raise ValueError(say("cards.seed", seed=repr(seed)))


def shuffled(cards: Iterable[Card], seed: int | None = None) -> tuple[Card, ...]:
    """The cards in random order, top card first.

    Args:
        cards: What to shuffle.
        seed: The same seed gives the same order on every Python; None for any order.

    Raises:
        ValueError: if the seed is no whole number.
    """
    order = list(cards)
    chance = Random(known_seed(seed)).random  # the one method that promises the same numbers for ever
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)
