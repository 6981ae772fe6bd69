"""What rank-match games ask of cards: their order in a hand, their values, the words for them."""

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
"""The place of a card in a hand: rank by rank, for suits mean nothing."""

VALUES: Final = {
    "standard": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "simple": {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2},
}
"""Card points of the counting ranks, by schedule; all other ranks count nothing."""

Pair = tuple[int, int]
"""A number for N–S and one for E–W."""

Marks = tuple[int, ...]
"""A game's marks on the sides, each as bits, 1 for N–S and 2 for E–W; empty in a game without."""


def each(side: int, number: int) -> dict[Seat, int]:
    """A number for each seat of a side.

    Args:
        side: 0 for N–S, 1 for E–W.
        number: The number, in the result's unit.
    """
    return dict.fromkeys(SIDES[side], number)


def both(numbers: Sequence[int]) -> dict[Seat, int]:
    """The numbers of the sides, for each seat.

    Args:
        numbers: Those of N–S and of E–W, in the result's unit.
    """
    return {seat: numbers[i % 2] for i, seat in enumerate(SEATS)}


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards as a hand holds them."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def taker(trick: Sequence[str]) -> int:
    """The place of the card that takes a trick, or would: the last of the rank that was led.

    Args:
        trick: The cards of the trick, at least one, in the order played.
    """
    rank = trick[0][0]
    place = len(trick) - 1
    while trick[place][0] != rank:
        place -= 1
    return place


def unclean(marks: Marks) -> int:
    """The sides that are dirty and have not cleaned, as bits (RL-R8); none in a game that knows no dirt.

    Args:
        marks: The game's marks: who became dirty and who has cleaned, as bits; empty where there are none.
    """
    return marks[0] & ~marks[1] if marks else 0


def a_rank(rank: str) -> Message:
    """A rank with its article: "an 8"."""
    return say(f"rank_match.a.{rank}", rank=rank)


def ranks(rank: str) -> Message:
    """A rank in the plural: "8s"."""
    return say(f"cards.many.{rank}", rank=rank)
