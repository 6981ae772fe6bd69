"""Suits, ranks, cards and packs, with their text codes.

A card is its text: rank then suit (`7S`, `TH`). French and German suits share the letters: C for clubs and
acorns, S for spades and leaves, H for hearts, D for diamonds and bells. The two equal cards of a double pack
are equal here too.
"""

from collections.abc import Iterable
from random import Random
from typing import Final

from kontrapunkt.core.messages import say

RANKS: Final = "AKQJT98765432"
SUITS: Final = "CSHD"
SUIT_SIGNS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}

READABLE_SUITS: Final = {text: suit for suit, sign in SUIT_SIGNS.items() for text in (suit, sign)}
"""The letter of a suit, by each text that may be read as one."""


class CardError(ValueError):
    """Text that is not a card."""


class Card(str):
    """A card as its two-letter text, such as `QS`; an unseen card is `HIDDEN`."""

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
"""The cards by their text codes."""


def card_named(text: str) -> Card | None:
    """Return the card that a text names (`QS`, `qs`, `10h`, `10♥`); None for no card.

    `?` gives the hidden card.
    """
    if text in CARDS or text == HIDDEN:
        return CARDS.get(text, HIDDEN)
    tidy = text.strip().upper().replace("10", "T")
    return CARDS.get(tidy[:1] + READABLE_SUITS.get(tidy[1:], ""))


def card(text: str) -> Card:
    """Parse one card, as leniently as `card_named`.

    Raises:
        CardError: if the text names no card.
    """
    found = card_named(text)
    if found is None:
        raise CardError(say("cards.unreadable", text=text))
    return found


def pack(size: int) -> tuple[Card, ...]:
    """Return a fresh pack in fixed order.

    52 cards are ace to two, 32 are ace to seven, 24 are ace to nine, and 48 are two packs of 24.

    Args:
        size: The number of cards: 24, 32, 48 or 52.

    Raises:
        ValueError: for any other size.
    """
    if size == 48:
        return pack(24) * 2
    ranks = {52: RANKS, 32: RANKS[:8], 24: RANKS[:6]}.get(size)
    if ranks is None:
        raise ValueError(f"there is no pack of {size} cards; packs have 24, 32, 48 or 52")
    return tuple(CARDS[r + s] for s in SUITS for r in ranks)


def known_seed(seed: object) -> int | None:
    """Return a seed for the random generator if it is valid; None for a random one.

    Raises:
        ValueError: if it is not a whole number, since other seeds would shuffle differently on another
            Python.
    """
    if isinstance(seed, int | None):
        return seed
    raise ValueError(say("cards.seed", seed=repr(seed)))


def shuffled(cards: Iterable[Card], seed: int | None = None) -> tuple[Card, ...]:
    """Return the cards in random order, top card first.

    Args:
        cards: The cards to shuffle.
        seed: The same seed gives the same order on every Python; None for a random one.

    Raises:
        ValueError: if the seed is not a whole number.
    """
    order = list(cards)
    chance = Random(known_seed(seed)).random  # only this method has a guaranteed sequence in all versions
    for last in range(len(order) - 1, 0, -1):
        other = int(chance() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)
