"""Constants of rank-match games: the order of cards in a hand, values and names."""

from collections.abc import Sequence
from typing import Final

from kontrapunkt.core.action import SEATS
from kontrapunkt.core.cards import HIDDEN, RANKS, SUITS, Card, pack
from kontrapunkt.core.interface import SIDES, Action, Seat
from kontrapunkt.core.messages import Message, say

PACK: Final = pack(52)
DARK: Final = Action("dark")

ORDER: Final = {
    **{card: RANKS.index(card.rank) * 4 + SUITS.index(card.suit) for card in PACK},
    HIDDEN: 99,
}
"""The place of a card in a sorted hand: rank by rank, as suits do not matter."""

VALUES: Final = {
    "standard": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "simple": {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2},
}
"""Card points by rank, for each choice of values; all other ranks count nothing."""

Pair = tuple[int, int]
"""A number for each of two sides; N–S come before E–W."""

Marks = tuple[int, ...]
"""A game's marks as bits, 1 for N–S and 2 for E–W; empty in a game without."""


def each(side: int, number: int) -> dict[Seat, int]:
    """Return a number for each seat of a side.

    Args:
        side: 0 for N–S, 1 for E–W.
        number: The number, in the result's unit.
    """
    return dict.fromkeys(SIDES[side], number)


def both(numbers: Sequence[int]) -> dict[Seat, int]:
    """Return the sides' numbers for each seat.

    Args:
        numbers: Those of N–S and of E–W, in the result's unit.
    """
    return {seat: numbers[i % 2] for i, seat in enumerate(SEATS)}


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return cards sorted as in a hand."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def taker(trick: Sequence[str]) -> int:
    """Return the index of the card that is winning a trick: the last of the rank led.

    Args:
        trick: The cards of the trick, at least one, in the order played.
    """
    rank = trick[0][0]
    place = len(trick) - 1
    while trick[place][0] != rank:
        place -= 1
    return place


def unclean(marks: Marks) -> int:
    """Return the sides that are dirty and have not cleaned, as bits (RL-R8).

    Args:
        marks: The game's marks: the sides that became dirty and those that have cleaned, as bits; empty in a
            game without.
    """
    return marks[0] & ~marks[1] if marks else 0


def a_rank(rank: str) -> Message:
    """Return a rank with its article: "an 8"."""
    return say(f"rank_match.a.{rank}", rank=rank)


def ranks(rank: str) -> Message:
    """Return a rank in the plural: "8s"."""
    return say(f"cards.many.{rank}", rank=rank)
