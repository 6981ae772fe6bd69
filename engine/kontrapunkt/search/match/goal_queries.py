"""Converts a goal into counts and targets, and the answers into a value."""

from collections.abc import Sequence

from kontrapunkt.core.interface import Action
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.prior_play import sums
from kontrapunkt.search.clock import Work
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.questions import (
    Count,
    CountedSet,
    GoalInquiry,
    Past,
    Payoffs,
    Question,
    Remaining,
    Target,
    as_set,
    steps,
)
from kontrapunkt.search.match.tables import EW_UNCLEAN, NS_UNCLEAN, POINTS, TRICKS, Family, below
from kontrapunkt.search.solver import Value, by_past

Reached = tuple[int, ...]
"""The number of targets that each count reaches."""

LevelTest = tuple[int, Question]
"""A level, and the query that tests it."""

Test = tuple[Question, bool]
"""A query and the required answer."""


def by_rank(state: RankMatchState) -> dict[str, Action]:
    """Return the plays by rank; equal cards are represented by the first.

    Args:
        state: A state with a seat to act.
    """
    found: dict[str, Action] = {}
    for action in state.actions():
        found.setdefault(action[0], action)
    return found


class GoalQuery:
    """A goal at a state, as queries about an ending.

    Attributes:
        counts: The counts, each with its ascending targets; empty before `prepare` has finished.
    """

    def __init__(self, payoffs: Payoffs, state: RankMatchState, goal: Goal) -> None:
        """Store the goal; `prepare` does the work.

        Args:
            payoffs: The results of finished deals.
        """
        self.state = state
        self.counts: list[tuple[Count, Sequence[int]]] = []
        self._payoffs = payoffs
        self._goal = goal
        self._pasts: list[tuple[int, list[LevelTest]]] = []

    def prepare(self) -> Work[None]:
        """Find the counts and targets."""
        state = self.state
        cards = [card for hand in (*state.hands, state.trick) for card in hand]
        flags = 12 if state.first_part and state.marks else unclean(state.marks) << 2
        left = Remaining(state.game.worth(cards), len(cards) // 4, flags)
        yield
        if self._goal.kind in ("result", "wins"):
            yield from self._prepare_result(left)
        else:
            self.counts.append(self._count(left))

    def _count(self, left: Remaining) -> tuple[Count, range]:
        """Return the count and its targets where the past does not matter.

        Args:
            left: Card points, tricks and flags still open.
        """
        kind, side = self._goal.kind, self._goal.side
        if kind == "tricks":
            return TRICKS, range(1, left.tricks + 1)
        if kind == "no-tricks":  # N–S either take none, or make E–W take one
            ends = steps(left.points, left.tricks) if side else [(0, 0)]
            good = as_set((p, t) for p, t in ends if not side or t < left.tricks)
            return CountedSet(tuple((flags, good) for flags in sorted(below(left.flags)))), range(1, 2)
        if kind in ("cleans", "not-cleans"):
            flag, bonus = ((NS_UNCLEAN, (0, -1, 0, -1)), (EW_UNCLEAN, (0, 0, 1, 1)))[side]
            return Family(0, 0, flag, bonus), range(side, side + 1)
        return POINTS, range(1, left.points + 1)

    def _prepare_result(self, left: Remaining) -> Work[None]:
        """Find the counts and targets for the result, for every possible past.

        Args:
            left: Card points, tricks and flags still open.
        """
        names: dict[int, set[Past]] = {}  # by the card points that N–S had before the record began
        tests: dict[Past, list[LevelTest]] = {}
        for each in sums(self.state):
            points = each.points[0]
            matter = self._payoffs.tricks_matter(points, left.points, each.tricks)
            past = (points, each.tricks[0] if matter else None)
            names.setdefault(points - self.state.card_points[0], set()).add(past)
            tests.setdefault(past, [(self._levels[0], True)])
            yield
        if any(tricks is None for _, tricks in tests):
            for flags in below(left.flags):
                yield from self._payoffs.compute_all(flags >> 2)
        targets: dict[Count, set[int]] = {}
        for past, levels in tests.items():
            inquiry = GoalInquiry(self._payoffs, past, left)
            yield from inquiry.prepare()
            for level in self._levels[1:]:
                question = inquiry.question(level)
                levels.append((level, question))
                if isinstance(question, Target):
                    targets.setdefault(question.count_kind, set()).add(question.target)
                yield
        for of in sorted(targets, key=lambda each: isinstance(each, CountedSet)):
            self.counts.append((of, sorted(targets[of])))
        self._pasts = [(name, tests[past]) for name in sorted(names) for past in sorted(names[name], key=str)]

    @property
    def _levels(self) -> tuple[int, ...]:
        """The levels to distinguish: all, or only winning, or only not losing."""
        if self._goal.kind == "result":
            return self._payoffs.levels
        return (0, 1) if self._goal.side == 0 else (-1, 0)

    def tests(self, least: int) -> list[Test]:
        """Return the tests that the value is at least a number, for every possible past.

        Args:
            least: The number, in the unit of the goal.
        """
        if self._pasts:
            return [(_enough(tests, least), True) for _, tests in self._pasts]
        ((of, targets),) = self.counts
        enough = [self._counted(number) >= least for number in range(len(targets) + 1)]
        at = enough.index(enough[-1])
        return [(Target(of, targets[at - 1]), enough[-1])] if at else [(enough[-1], True)]

    def value(self, reached: Reached) -> Value:
        """Return the value from the number of targets that each count reaches.

        Args:
            reached: A number for each count, from 0.
        """
        return self._result(reached) if self._pasts else self._counted(*reached)

    def _counted(self, number: int) -> int:
        """Return the value where the past does not matter.

        Args:
            number: The number of targets reached.
        """
        kind, whole = self._goal.kind, len(self.counts[0][1])
        own = whole - number if bool(self._goal.side) != (kind == "not-cleans") else number
        return 2 * own - whole if kind == "difference" else own

    def _result(self, reached: Reached) -> Value:
        """Return the value where the whole deal matters: a result, or 1 for winning."""
        most = {of: targets[n - 1] for (of, targets), n in zip(self.counts, reached, strict=True) if n}
        sign = -1 if self._goal.kind == "wins" and self._goal.side else 1
        by_points: dict[int, list[int]] = {}
        for before, tests in self._pasts:
            levels = [
                level
                for level, asks in tests
                if asks is True or (asks and asks.count_kind in most and most[asks.count_kind] >= asks.target)
            ]
            by_points.setdefault(before, []).append(sign * max(levels))
        told = self.state.before
        if told.points is not None and told.tricks is not None:
            return next(iter(by_points.values()))[0]
        return by_past((points, min(values), max(values)) for points, values in by_points.items())


def _enough(tests: list[LevelTest], least: int) -> Question:
    """Return the query for the lowest level that is high enough.

    Args:
        least: The lowest level wanted.
    """
    return next((asks for level, asks in tests if level >= least and asks), False)
