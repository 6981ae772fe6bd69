"""The results of finished deals, as targets of a count.

For N–S to get at least a level, their count must end in a set that depends on the flags at the end. Mostly
these sets have no gaps: a number of card points or more, everything, or nothing. Then the level is a target
of a count in which flags at the end carry a bonus: the number by which they lower the need. Other pasts only
shift the target, so that one search answers for all of them. Where tricks decide as well (cards break a tie),
a card point counts sixteen and a trick one.

Only Lapland has gaps: three card points (a lone queen) are worse than two. Then a `CountedSet` defines the
winning counts, and `account` searches them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final, NamedTuple

from kontrapunkt.core.messages import Message
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.search.clock import Work
from kontrapunkt.search.match.tables import BIG, POINTS, Family, below

TRICK_SCALE: Final = 16
"""The count of a card point where a trick counts one; there are thirteen tricks."""

AVERAGE: Final = 6
"""A number of tricks that represents any but none and all."""

_AT_ONCE: Final = 40  # results computed at once

Past = tuple[int, int | None]
"""Card points and tricks of N–S so far; None for tricks that do not matter."""


def as_set(counts: Iterable[tuple[int, int]]) -> int:
    """Return counts as a bit set: bit `16 * card points + tricks`.

    Args:
        counts: The card points and tricks of each count.
    """
    return sum(1 << TRICK_SCALE * p + t for p, t in counts)


class Payoffs(ABC):
    """The result of a deal for N–S as a number; each game's solver has its own.

    N–S play for a high number, E–W for a low one.

    Attributes:
        total: The card points in the pack.
    """

    def __init__(self, game: RankMatchGame) -> None:
        """Set up the results of a game with its options."""
        self.total = game.total
        self.at = cache(self.compute)
        self.runs = cache(self._runs)

    @property
    @abstractmethod
    def levels(self) -> tuple[int, ...]:
        """All results, ascending."""

    @abstractmethod
    def compute(self, points: int, tricks: int, unclean: int) -> int:
        """Return the result of a whole deal.

        Args:
            points: The card points of N–S.
            tricks: The tricks of N–S.
            unclean: The sides that are unclean, as bits: 1 N–S, 2 E–W.
        """

    @abstractmethod
    def outcome(self, level: int, tie: bool = False) -> Message:
        """Describe a level as a clause: "E–W win and N–S lose honourably".

        Args:
            level: The level, above 0 if it is good for N–S.
            tie: Whether N–S lose with one card point less and win with one more.
        """

    def tricks_matter(self, points: int, left: int, tricks: tuple[int, int]) -> bool:
        """Return True if the number of tricks may still matter.

        Args:
            points: The card points of N–S so far.
            left: The card points still to be taken.
            tricks: The tricks of both sides so far.
        """
        return False

    def compute_all(self, unclean: int) -> Work[None]:
        """Compute the results of all numbers of card points, for `runs`.

        Args:
            unclean: The sides that are unclean, as bits: 1 N–S, 2 E–W.
        """
        for points in range(self.total + 1):
            self.at(points, AVERAGE, unclean)
            if not points % _AT_ONCE:
                yield

    def _runs(self, level: int, unclean: int) -> list[tuple[int, int]]:
        """Return for each number of card points the next run that reaches the level.

        A run is its first number and the number after its last.

        Args:
            level: The lowest result wanted.
            unclean: The sides that are unclean, as bits: 1 N–S, 2 E–W.
        """
        found = [(self.total + 1, self.total + 1)]
        for points in range(self.total, -1, -1):
            first, end = found[-1]
            if self.at(points, AVERAGE, unclean) >= level:
                found.append((points, end if first == points + 1 else points + 1))
            else:
                found.append((first, end))
        return found[::-1]


class CountedSet(NamedTuple):
    """A count of 1 if the further card points and tricks of N–S are in a set, else 0.

    Attributes:
        sets: The set by flags at the end, as bits `16 * card points + tricks`.
    """

    sets: tuple[tuple[int, int], ...]


Count = Family | CountedSet
"""A kind of count."""


class Target(NamedTuple):
    """A query whether a count reaches a number.

    Attributes:
        count_kind: The kind of count.
        target: The number to reach, in the unit of the count.
    """

    count_kind: Count
    target: int = 1


Question = Target | bool
"""A query, or its answer if that is known at once."""


class Remaining(NamedTuple):
    """Card points and tricks still to be taken, and the unclean sides as flags."""

    points: int
    tricks: int
    flags: int


@lru_cache(8)
def steps(points: int, tricks: int) -> list[tuple[int, int]]:
    """Return the pairs of card points and tricks that N–S may still take.

    Args:
        points: The card points left.
        tricks: The tricks left.
    """
    return [
        (p, t)
        for p in range(points + 1)
        for t in range(tricks + 1)
        if (t or not p) and (t < tricks or p == points)
    ]


@dataclass(eq=False)
class GoalInquiry:
    """The queries for one past, by level.

    Attributes:
        payoffs: The results of finished deals.
        past: The card points and tricks of N–S so far.
        left: Card points, tricks and flags still open.
        ends: The results by flags at the end, in the order of `steps`.
    """

    payoffs: Payoffs
    past: Past
    left: Remaining
    ends: dict[int, list[int]] = field(default_factory=dict)

    def prepare(self) -> Work[None]:
        """Compute the results for all flags and counts still possible."""
        at, (points, tricks) = self.payoffs.at, self.past
        if tricks is None:  # the payoffs find the results themselves then
            return
        for flags in below(self.left.flags):
            ends = self.ends[flags] = []
            for p, t in steps(self.left.points, self.left.tricks):
                ends.append(at(points + p, tricks + t, flags >> 2))
                if not len(ends) % _AT_ONCE:
                    yield

    def question(self, level: int) -> Question:
        """Return the query whether N–S reach a level.

        Args:
            level: The level, above 0 if it is good for N–S.
        """
        needs = {flags: self._need(level, flags) for flags in below(self.left.flags)}
        known = {flags: need for flags, need in needs.items() if need is not None}
        if len(known) < len(needs):
            return Target(CountedSet(tuple(sorted((flags, self._set(level, flags)) for flags in needs))))
        if {*known.values()} == {-BIG}:
            return True
        if {*known.values()} == {BIG}:
            return False
        return self._target(known)

    def _need(self, level: int, flags: int) -> int | None:
        """Return the count that N–S need for a level; None if the set has gaps.

        Args:
            level: The level to reach.
            flags: The flags at the end.
        """
        points, tricks = self.past
        if tricks is None:
            last = points + self.left.points
            first, end = self.payoffs.runs(level, flags >> 2)[points]
            if first > last:
                return BIG
            if end <= last:
                return None
            return -BIG if first == points else first - points
        reached = [end >= level for end in self.ends[flags]]
        if True not in reached:
            return BIG
        at = reached.index(True)
        if not all(reached[at:]):
            return None
        p, t = steps(self.left.points, self.left.tricks)[at]
        return TRICK_SCALE * p + t if at else -BIG

    def _set(self, level: int, flags: int) -> int:
        """Return the set of counts that reach the level.

        Args:
            level: The level to reach.
            flags: The flags at the end.
        """
        points, tricks = self.past
        if tricks is not None:
            ends = zip(steps(self.left.points, self.left.tricks), self.ends[flags], strict=True)
            return as_set(count for count, end in ends if end >= level)
        any_tricks = (1 << self.left.tricks + 1) - 1
        runs = self.payoffs.runs(level, flags >> 2)
        return sum(
            any_tricks << TRICK_SCALE * p
            for p in range(self.left.points + 1)
            if runs[points + p][0] == points + p
        )

    def _target(self, needs: dict[int, int]) -> Target:
        """Return one target for all needs; flags count by how much less they need.

        Args:
            needs: The count needed, by flags at the end.
        """
        base, flags = needs[0], self.left.flags
        scale = 1 if self.past[1] is None else TRICK_SCALE
        if not flags:
            return Target(POINTS if scale == 1 else Family(TRICK_SCALE, 1), base)
        bonus = [0, 0, 0, 0]
        for end, need in needs.items():
            if end == 0 or need == base:
                continue
            if abs(base) == BIG:
                bonus[end >> 2] = base - (need if abs(need) != BIG else 3 * need)
            else:
                bonus[end >> 2] = base - need if abs(need) != BIG else -need
        if all(abs(need) == BIG for need in needs.values()):
            scale = 0
        family = Family(scale, int(scale == TRICK_SCALE), flags, tuple(bonus))
        return Target(family, base)
