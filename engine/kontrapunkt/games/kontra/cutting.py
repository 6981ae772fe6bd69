"""Cutting for the deal (KO-R20, KO-R21): who cut what, round by round until one card is highest."""

from collections.abc import Iterable, Sequence
from typing import Final

from kontrapunkt.cards import Card, known_seed, shuffled
from kontrapunkt.families.rank_match.table import PACK
from kontrapunkt.game import Seat

CUTTING_ORDER: Final = "ATKQJ98765432"
"""The ranks as they count in cutting, and nowhere else: the ten comes next to the ace."""

Round = tuple[tuple[Seat, Card], ...]
"""Who cut which card, in the order of play."""

Rounds = tuple[Round, ...]

_ANOTHER_SHUFFLE: Final = 1 << 70  # what is cut must tell nothing of this deal or the next ones


def highest(cuts: Iterable[tuple[Seat, Card]]) -> tuple[Seat, ...]:
    """Who cut the highest rank; several if they are equal."""
    found = list(cuts)
    best = min(CUTTING_ORDER.index(card.rank) for _, card in found)
    return tuple(seat for seat, card in found if CUTTING_ORDER.index(card.rank) == best)


def again(cutters: Sequence[Seat], tied: Sequence[Seat], recut: str) -> tuple[Seat, ...]:
    """Who cuts after a tie for the highest card: those tied, or all who cut (option `recut`)."""
    return tuple(tied if recut == "tied" else cutters)


def cut(cutters: Sequence[Seat], recut: str, seed: int | None) -> Rounds:
    """Cuts a shuffled pack until one card is highest.

    Args:
        cutters: Who cuts.
        recut: Who cuts again after a tie.
        seed: The same seed gives the same cuts; None for any.
    """
    rounds: list[Round] = []
    who, seed = tuple(cutters), known_seed(seed)
    while True:
        order = shuffled(PACK, None if seed is None else _ANOTHER_SHUFFLE + (seed << 10) + len(rounds))
        rounds.append(tuple(zip(who, order, strict=False)))
        tied = highest(rounds[-1])
        if len(tied) == 1:
            return tuple(rounds)
        who = again(who, tied, recut)


def dealer_of(rounds: Rounds) -> Seat:
    """Who deals after these cuts."""
    return highest(rounds[-1])[0]


def rounds_of(cuts: Sequence[tuple[Seat, Card]], cutters: Sequence[Seat] | None, recut: str) -> Rounds | None:
    """Cuts one after the other as rounds; None if they cannot have gone so.

    Args:
        cuts: Who cut what.
        cutters: Who cut at first; None where that is not known, then all up to the first that cuts again.
        recut: Who cuts again after a tie.
    """
    left = list(cuts)
    seats = [seat for seat, _ in left]
    who = cutters
    if who is None:
        repeat = next((i for i, seat in enumerate(seats) if seat in seats[:i]), len(seats))
        who = seats[:repeat]
    if len(who) < 2:
        return None
    rounds: list[Round] = []
    while True:
        here, left = left[: len(who)], left[len(who) :]
        if {seat for seat, _ in here} != {*who} or len({card for _, card in here}) < len(who):
            return None
        rounds.append(tuple(here))
        tied = highest(here)
        if len(tied) == 1:
            return None if left else tuple(rounds)
        who = again(who, tied, recut)
