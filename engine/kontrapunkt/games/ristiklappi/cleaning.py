"""Dirty and clean: what tricks do to the sides (RL-R2 to R9), and how a position says it.

Marks on the sides: bit 0 is N–S and bit 1 E–W, first of the sides that became dirty, then of those that have
cleaned.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, override

from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.table import Marks, Pair
from kontrapunkt.game import Status
from kontrapunkt.said import say, side_name

IMPOSSIBLE: Final = 99
"""More kings than there are: of a side that cannot be what it is."""

MARKS: Final = ("dirty", "cleaned")
"""The facts that say them."""


class CleaningGame(RankMatchGame):
    """A game in which sides become dirty and clean themselves.

    Attributes:
        queen_trick_cleans: Whether a trick to which a queen was led cleans too (RL-R7).
    """

    own_facts = MARKS

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.queen_trick_cleans = self.options.on("queen_trick_cleans")

    @override
    def marked(self, marks: Marks, first_part: bool, trick: Sequence[str], side: int) -> Marks:
        dirty, cleaned = marks
        bit, ranks = 1 << side, [card[0] for card in trick]
        if first_part:
            return (dirty | bit, cleaned) if "Q" in ranks else marks
        cleans = "K" in ranks and (self.queen_trick_cleans or ranks[0] != "Q")
        return (dirty, cleaned | bit) if dirty & bit and cleans else marks

    @override
    def read_marks(self, facts: Facts[Any], number: int) -> Marks:
        dirty, cleaned = (facts.sides(key) for key in MARKS)
        if cleaned - dirty:
            facts.fault("cleaned_impossible", "cleaned_dirty", "cleaned")
        elif cleaned and number <= self.stock_tricks + 1:
            facts.fault("cleaned_impossible", "cleaned_early", "cleaned")
        return sum(1 << side for side in dirty), sum(1 << side for side in cleaned)

    @override
    def write_marks(self, marks: Marks) -> dict[str, str]:
        return {
            key: " ".join(name for side, name in enumerate(("NS", "EW")) if mark >> side & 1)
            for key, mark in zip(MARKS, marks, strict=True)
        }

    @override
    def piles_may_hold(self, marks: Marks, tricks: Pair, queens: Pair, kings: Pair) -> bool:
        early = min(sum(tricks), self.stock_tricks)
        keeps = self.guards_king and self.dark_king != "stands"  # one king at least for later (RL-R14)
        for first in range(max(0, early - tricks[1]), min(early, tricks[0]) + 1):
            parts = ((first, tricks[0] - first), (early - first, tricks[1] - early + first))
            needed = 0
            for side, part in enumerate(parts):
                dirty, cleaned = (mark >> side & 1 for mark in marks)
                cleans = self.queen_trick_cleans
                needed += _early_kings(dirty, cleaned, part, queens[side], kings[side], cleans)
            if needed <= 4 - keeps:
                return True
        return False

    @override
    def statuses(self, state: RankMatchState) -> tuple[Status, ...]:
        """How both sides stand, and what else is to be shown."""
        found = []
        for side, seats in enumerate(self.sides):
            if unclean(state.marks, side):
                name, rule = "dirty", "RL-R3"
            elif state.marks[1] >> side & 1:
                name, rule = "cleaned", "RL-R7" if self.queen_trick_cleans else "RL-R4"
            else:
                name, rule = "clean", "RL-R9"
            text = say(f"ristiklappi.status.{name}.text", side=side_name(seats))
            found.append(Status(name, seats, say(f"ristiklappi.status.{name}"), text, rule))
        return (*found, *super().statuses(state))


def unclean(marks: Marks, side: int) -> bool:
    """Whether a side is dirty and has not cleaned (RL-R8).

    Args:
        marks: The marks.
        side: 0 for N–S, 1 for E–W.
    """
    return bool((marks[0] & ~marks[1]) >> side & 1)


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
