"""Dirty and clean: what tricks do to the sides (RL-R2 to R9), and how a position says it."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.table import SIDES, Pair
from kontrapunkt.game import Status
from kontrapunkt.said import say, side_name

IMPOSSIBLE: Final = 99
"""More kings than there are: of a side that cannot be what it is."""


def marked(
    marks: tuple[int, ...], first_part: bool, trick: Sequence[str], side: int, queen_trick_cleans: bool
) -> tuple[int, ...]:
    """The marks after a side has taken a trick.

    Args:
        marks: The sides that are or were dirty, and those that have cleaned, as bits.
        first_part: Whether the trick began with cards in the stock (RL-R2).
        trick: Its cards, the lead first.
        side: Who took it.
        queen_trick_cleans: Whether a trick to which a queen was led cleans too (RL-R7).
    """
    dirty, cleaned = marks
    bit = 1 << side
    if first_part:
        return (dirty | bit, cleaned) if any(card[0] == "Q" for card in trick) else marks
    if dirty & bit and any(card[0] == "K" for card in trick) and (queen_trick_cleans or trick[0][0] != "Q"):
        return dirty, cleaned | bit
    return marks


def unclean(marks: tuple[int, ...], side: int) -> bool:
    """Whether a side is dirty and has not cleaned (RL-R8).

    Args:
        marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
            cleaned.
        side: 0 for N–S, 1 for E–W.
    """
    return bool((marks[0] & ~marks[1]) >> side & 1)


def read_marks(facts: Facts[Any], first_part: bool) -> tuple[int, ...]:
    """The marks that a position's facts `dirty` and `cleaned` give."""
    dirty = facts.sides("dirty")
    cleaned = facts.sides("cleaned")
    if cleaned - dirty:
        facts.fault("cleaned_impossible", "cleaned_dirty", "cleaned")
    elif cleaned and first_part:
        facts.fault("cleaned_impossible", "cleaned_early", "cleaned")
    return sum(1 << side for side in dirty), sum(1 << side for side in cleaned)


def write_marks(marks: tuple[int, ...]) -> dict[str, str]:
    """The facts that say the marks.

    Args:
        marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
            cleaned.
    """
    keys = ("dirty", "cleaned")
    return {
        key: " ".join(name for side, name in enumerate(("NS", "EW")) if mark >> side & 1)
        for key, mark in zip(keys, marks, strict=True)
    }


def piles_may_hold(
    marks: tuple[int, ...],
    early: int,
    tricks: Pair,
    queens: Pair,
    kings: Pair,
    queen_trick_cleans: bool,
    keeps_king: bool,
) -> bool:
    """Whether both sides can have become what they are with so many tricks, queens and kings.

    Args:
        marks: The sides that are or were dirty, and those that have cleaned, as bits.
        early: How many of the tricks are of the first part.
        tricks: The tricks of each side.
        queens: The queens in them.
        kings: The kings in them.
        queen_trick_cleans: Whether a trick to which a queen was led cleans too (RL-R7).
        keeps_king: Whether one king at least is played in the second part (RL-R14).
    """
    most = 3 if keeps_king else 4
    for first in range(max(0, early - tricks[1]), min(early, tricks[0]) + 1):
        parts = ((first, tricks[0] - first), (early - first, tricks[1] - early + first))
        needed = [
            _early_kings(marks[0] >> side & 1, marks[1] >> side & 1, parts[side], queens[side], kings[side],
                         queen_trick_cleans)
            for side in (0, 1)
        ]  # fmt: skip
        if sum(needed) <= most:
            return True
    return False


@cache
def _early_kings(
    dirty: int, cleaned: int, parts: Pair, queens: int, kings: int, queen_trick_cleans: bool
) -> int:
    """The fewest kings that a side took in the first part; a number beyond the pack where it cannot be.

    A trick that a side wins by a queen led to it has room for three kings that clean nobody.
    """
    first, second = parts
    fewest = IMPOSSIBLE
    for soiling in range(queens + 1) if dirty else (0,):
        late_queens = queens - soiling
        late = min(kings, 4 * second - late_queens)
        if dirty and not cleaned:
            late = 0 if queen_trick_cleans else min(late, 3 * min(late_queens, second))
        if soiling >= dirty and late >= cleaned and soiling + kings - late <= 4 * first:
            fewest = min(fewest, kings - late)
    return fewest


def statuses(marks: tuple[int, ...], queen_trick_cleans: bool) -> tuple[Status, ...]:
    """How both sides stand.

    Args:
        marks: As bits, 1 for N–S and 2 for E–W: the sides that are or were dirty, and those that have
            cleaned.
        queen_trick_cleans: Whether a trick to which a queen was led cleans, too.
    """
    found = []
    for side in (0, 1):
        if unclean(marks, side):
            name, rule = "dirty", "RL-R3"
        elif marks[1] >> side & 1:
            name, rule = "cleaned", "RL-R7" if queen_trick_cleans else "RL-R4"
        else:
            name, rule = "clean", "RL-R9"
        seats = SIDES[side]
        text = say(f"ristiklappi.status.{name}.text", side=side_name(seats))
        found.append(Status(name, seats, say(f"ristiklappi.status.{name}"), text, rule))
    return tuple(found)
