"""Questions: a level of a payoff, for one past, as a target of a count.

For N–S to get at least a level, their count must end in a certain set, which depends on the flags at the
end. Mostly these sets have no gaps: so many card points, or more, will do; all will do; none will do. Then
the level is a target of a kind of count in which flags at the end carry a bonus: how much less they need.
Other pasts only move the target, so that one search answers for all of them. Where tricks decide as well
(cards break a tie), a card point counts sixteen and a trick one.

Only Lapland leaves gaps: three card points (a lone queen) are worse than two. Then `Counted` sets say which
counts will do, and `account` keeps them.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kontrapunkt.search.clock import Work
from kontrapunkt.search.match.family import BIG, POINTS, Family, below
from kontrapunkt.search.match.payoffs import Payoffs

TRICK_SCALE: Final = 16
"""What a card point counts where a trick counts one; there are thirteen tricks."""

_AT_ONCE: Final = 40  # ends that are reckoned at once

Past = tuple[int, int | None]
"""Card points and tricks of N–S so far, in the whole deal; None for tricks that make no difference."""


@dataclass(frozen=True, slots=True)
class Target:
    """The level is reached if the count of a family reaches the target."""

    family: Family
    target: int


@dataclass(frozen=True, slots=True)
class Counted:
    """The level is reached if what N–S still take is in a set.

    Attributes:
        sets: By flags at the end, the set: bit `16 * card points + tricks` of a number.
    """

    sets: tuple[tuple[int, int], ...]


Question = Target | Counted | bool
"""A bool where the answer is known at once."""


@dataclass(frozen=True, slots=True)
class Remaining:
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


class Inquiry:
    """What must be asked for one past: for each level a question.

    Attributes:
        past: The past.
    """

    def __init__(self, payoffs: Payoffs, past: Past, left: Remaining, queen_cleans: bool) -> None:
        """Takes the past; nothing is reckoned yet.

        Args:
            payoffs: What the end is worth.
            past: What N–S have so far.
            left: What is still to be taken.
            queen_cleans: Whether a trick to which a queen was led cleans too.
        """
        self.past = past
        self._payoffs = payoffs
        self._left = left
        self._queen_cleans = queen_cleans

        self._steps = [] if past[1] is None else steps(left.points, left.tricks)
        self._ends: dict[int, list[int]] = {}

    def prepare(self) -> Work[None]:
        """Finds, by flags at the end and what N–S still take, what the deal is worth."""
        at, (points, tricks) = self._payoffs.at, self.past
        if tricks is None:  # then the payoffs know it by themselves
            return
        for flags in below(self._left.flags):
            ends = self._ends[flags] = []
            for p, t in self._steps:
                ends.append(at(points + p, tricks + t, flags >> 2))
                if not len(ends) % _AT_ONCE:
                    yield

    def question(self, level: int) -> Question:
        """The question whether N–S get at least a level.

        Args:
            level: The level, better above 0 and worse below.
        """
        return self._by_points(level) if self.past[1] is None else self._by_tricks(level)

    def _by_tricks(self, level: int) -> Question:
        reached = {flags: [end >= level for end in ends] for flags, ends in self._ends.items()}
        if all(all(found) for found in reached.values()):
            return True
        if not any(any(found) for found in reached.values()):
            return False
        if not all(True not in found or all(found[found.index(True) :]) for found in reached.values()):
            return Counted(
                tuple(
                    (
                        flags,
                        sum(
                            1 << TRICK_SCALE * p + t
                            for (p, t), good in zip(self._steps, found, strict=True)
                            if good
                        ),
                    )
                    for flags, found in sorted(reached.items())
                )
            )
        needs: dict[int, int] = {}
        for flags, found in reached.items():
            if all(found):
                needs[flags] = -BIG
            elif not any(found):
                needs[flags] = BIG
            else:
                p, t = self._steps[found.index(True)]
                needs[flags] = TRICK_SCALE * p + t
        return _target(needs, self._left.flags, TRICK_SCALE, self._queen_cleans)

    def _by_points(self, level: int) -> Question:
        """The same where the number of tricks makes no difference."""
        points, left = self.past[0], self._left
        last = points + left.points
        needs: dict[int, int] = {}
        gaps = False
        for flags in below(left.flags):
            first, end = self._payoffs.runs(level, flags >> 2)[points]
            needs[flags] = BIG if first > last else -BIG if first == points and end > last else first - points
            gaps |= first <= last and end <= last
        if gaps:
            return Counted(tuple(sorted((flags, self._set(level, flags)) for flags in needs)))
        if set(needs.values()) == {-BIG}:
            return True
        if set(needs.values()) == {BIG}:
            return False
        return _target(needs, left.flags, 1, self._queen_cleans)

    def _set(self, level: int, flags: int) -> int:
        """The counts that are worth the level, whatever the tricks."""
        any_tricks = (1 << self._left.tricks + 1) - 1
        runs, points = self._payoffs.runs(level, flags >> 2), self.past[0]
        return sum(
            any_tricks << TRICK_SCALE * p
            for p in range(self._left.points + 1)
            if runs[points + p][0] == points + p
        )


def _target(needs: dict[int, int], flags: int, scale: int, queen_cleans: bool) -> Target:
    """The family in which one target stands for all needs: flags count by how much less they need."""
    numeric = any(abs(need) != BIG for need in needs.values())
    base = needs[0]
    if not flags:
        family = POINTS if scale == 1 else Family(TRICK_SCALE, 1)
        return Target(family, base)
    bonus = [0, 0, 0, 0]
    for end, need in needs.items():
        if end == 0 or need == base:
            continue
        if abs(base) == BIG:
            bonus[end >> 2] = base - (need if abs(need) != BIG else 3 * need)
        else:
            bonus[end >> 2] = base - need if abs(need) != BIG else -need
    scale = scale if numeric else 0
    one, two, three, four = bonus
    family = Family(scale, int(scale == TRICK_SCALE), flags, queen_cleans, (one, two, three, four))
    return Target(family, base)
