"""What a finished deal brings N–S as a number, and a level of it, for one past, as a target of a count.

For N–S to get at least a level, their count must end in a certain set, which depends on the flags at the
end. Mostly these sets have no gaps: so many card points, or more, will do; all will do; none will do. Then
the level is a target of a kind of count in which flags at the end carry a bonus: how much less they need.
Other pasts only move the target, so that one search answers for all of them. Where tricks decide as well
(cards break a tie), a card point counts sixteen and a trick one.

Only Lapland leaves gaps: three card points (a lone queen) are worse than two. Then a `CountedSet` says which
counts will do, and `account` keeps them.
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
"""What a card point counts where a trick counts one; there are thirteen tricks."""

AVERAGE: Final = 6
"""A number of tricks of N–S that stands for any but none and all."""

_AT_ONCE: Final = 40  # ends that are reckoned at once

Past = tuple[int, int | None]
"""Card points and tricks of N–S so far, in the whole deal; None for tricks that make no difference."""


def as_set(counts: Iterable[tuple[int, int]]) -> int:
    """Some counts as a set: bit `16 * card points + tricks` of a number.

    Args:
        counts: Card points and tricks of each.
    """
    return sum(1 << TRICK_SCALE * p + t for p, t in counts)


class Payoffs(ABC):
    """What the end of a deal is worth to N–S; each game's solver has its own.

    Both sides play for this number, E–W for a small one.

    Attributes:
        total: Card points in the pack.
    """

    def __init__(self, game: RankMatchGame) -> None:
        """For a game with its options."""
        self.total = game.total
        self.at = cache(self.reckon)
        self.runs = cache(self._runs)

    @property
    @abstractmethod
    def levels(self) -> tuple[int, ...]:
        """All numbers there are, ascending."""

    @abstractmethod
    def reckon(self, points: int, tricks: int, unclean: int) -> int:
        """The number for a whole deal.

        Args:
            points: Card points of N–S.
            tricks: Tricks of N–S.
            unclean: The sides that are unclean: 1 N–S, 2 E–W.
        """

    @abstractmethod
    def outcome(self, level: int, tie: bool = False) -> Message:
        """A level as a clause in the language in force: "E–W win and N–S lose honourably".

        Args:
            level: The level.
            tie: Whether N–S lose with one card point less and win with one more.
        """

    def tricks_matter(self, points: int, left: int, tricks: tuple[int, int]) -> bool:
        """Whether the number of tricks may still make a difference.

        Args:
            points: Card points of N–S so far.
            left: Card points still to be taken.
            tricks: Tricks of both sides so far.
        """
        return False

    def reckon_all(self, unclean: int) -> Work[None]:
        """Reckons what every number of card points is worth, so that `runs` finds it done.

        Args:
            unclean: The sides that are unclean.
        """
        for points in range(self.total + 1):
            self.at(points, AVERAGE, unclean)
            if not points % _AT_ONCE:
                yield

    def _runs(self, level: int, unclean: int) -> list[tuple[int, int]]:
        """By card points of N–S: the next number of them that is worth the level, and where that run ends.

        Args:
            level: The level.
            unclean: The sides that are unclean.
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
    """What N–S still take counts 1 if it is in a set, and else 0.

    Attributes:
        sets: By flags at the end, the set: bit `16 * card points + tricks` of a number.
    """

    sets: tuple[tuple[int, int], ...]


Count = Family | CountedSet
"""What is counted."""


class Target(NamedTuple):
    """A level is reached if what is counted comes to the target.

    Attributes:
        of: What is counted.
        target: The target.
    """

    of: Count
    target: int = 1


Question = Target | bool
"""A bool where the answer is known at once."""


class Remaining(NamedTuple):
    """What is still to be taken: card points, tricks, and which sides are unclean (as flags)."""

    points: int
    tricks: int
    flags: int


@lru_cache(8)
def steps(points: int, tricks: int) -> list[tuple[int, int]]:
    """What N–S may still take of so many card points and tricks.

    Args:
        points: Card points that are left.
        tricks: Tricks that are left.
    """
    return [
        (p, t)
        for p in range(points + 1)
        for t in range(tricks + 1)
        if (t or not p) and (t < tricks or p == points)
    ]


@dataclass(eq=False)
class GoalInquiry:
    """What must be asked for one past: for each level a question.

    Attributes:
        payoffs: What the end is worth.
        past: What N–S have so far.
        left: What is still to be taken.
        ends: By flags at the end, what the deal is worth after each of the steps there may be.
    """

    payoffs: Payoffs
    past: Past
    left: Remaining
    ends: dict[int, list[int]] = field(default_factory=dict)

    def prepare(self) -> Work[None]:
        """Finds, by flags at the end and what N–S still take, what the deal is worth."""
        at, (points, tricks) = self.payoffs.at, self.past
        if tricks is None:  # then the payoffs know it by themselves
            return
        for flags in below(self.left.flags):
            ends = self.ends[flags] = []
            for p, t in steps(self.left.points, self.left.tricks):
                ends.append(at(points + p, tricks + t, flags >> 2))
                if not len(ends) % _AT_ONCE:
                    yield

    def question(self, level: int) -> Question:
        """The question whether N–S get at least a level.

        Args:
            level: The level, better above 0 and worse below.
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
        """How much N–S need for a level with such flags at the end; None where that has gaps."""
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
        """The counts that are worth the level."""
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
        """The family in which one target stands for all needs: flags count by how much less they need."""
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
