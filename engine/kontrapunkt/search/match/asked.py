"""A goal at a state as questions: engines with their targets, whose they are, how answers become a value."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Mapping

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.past import sums
from kontrapunkt.families.rank_match.table import unclean
from kontrapunkt.game import Action
from kontrapunkt.search.clock import Work
from kontrapunkt.search.front import Interval, Value, by_past
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.questions import (
    Counted,
    Inquiry,
    Past,
    Payoffs,
    Question,
    Remaining,
    Target,
    as_set,
    steps,
)
from kontrapunkt.search.match.tables import EW_UNCLEAN, NS_UNCLEAN, POINTS, TRICKS, Family, below

Reached = tuple[int, ...]
"""How many of its targets each engine reaches."""

Rung = tuple[int, int | None, int]
"""A level, the place of the engine that tells whether it is reached (None: it is), and how many of that
engine's targets it takes."""


class Prepared[E](ABC):
    """An ending with all that has been found in it; `E` is what it calls an engine."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Positions searched so far."""

    @abstractmethod
    def holds(self, state: RankMatchState) -> bool:
        """Whether it can answer for a state.

        Args:
            state: The state.
        """

    def clear(self) -> Work[None]:
        """Forgets all that has been found, in pieces."""
        yield from ()

    @abstractmethod
    def engine(self, of: Family | Counted) -> E:
        """What answers questions about a kind of count.

        Args:
            of: What is counted.
        """

    @abstractmethod
    def find(self, asked: "Asked[E]", state: RankMatchState) -> Work[Mapping[str, Reached]]:
        """By rank, how many targets each engine reaches.

        Args:
            asked: What is asked.
            state: The state asked about, or one that it leads to, with somebody to act.
        """

    @abstractmethod
    def keeping(self, asked: "Asked[E]", state: RankMatchState, reached: Reached) -> Work[str | None]:
        """A rank that reaches just that; None if there is none.

        Args:
            asked: What is asked.
            state: The state asked about, or one that it leads to, with somebody to act.
            reached: A number for each engine.
        """


def by_rank(state: RankMatchState) -> dict[str, Action]:
    """What can be played, by rank: cards of one rank in one hand are equal, and the first stands for all.

    Args:
        state: A state with somebody to act.
    """
    found: dict[str, Action] = {}
    for action in state.actions():
        found.setdefault(action[0], action)
    return found


type Test[E] = tuple[E | None, int, bool]
"""An engine, a target of it, and whether that is to be reached; without an engine, what is certain."""


class Asked[E]:
    """A goal at a state, to be asked of the engines of an ending.

    Attributes:
        state: The state.
        engines: The engines with their targets, ascending; there are none before `prepare` has come to its
            end.
    """

    def __init__(self, prepared: Prepared[E], payoffs: Payoffs, state: RankMatchState, goal: Goal) -> None:
        """Takes the goal; nothing is worked out yet.

        Args:
            prepared: The ending.
            payoffs: What a finished deal is worth.
            state: The state.
            goal: The goal.
        """
        self.engines: list[tuple[E, list[int]]] = []
        self._prepared = prepared
        self._payoffs = payoffs
        self.state = state
        self._goal = goal
        self._total = 0
        self._tricks = 0
        self._pasts: list[tuple[int, list[Rung]]] = []

    def prepare(self) -> Work[None]:
        """Finds what must be asked."""
        state, goal = self.state, self._goal
        values = state.game.values
        cards = [card for hand in (*state.hands, state.trick) for card in hand]
        self._total = sum([values.get(card[0], 0) for card in cards])
        self._tricks = len(cards) // 4
        flags = 12 if state.first_part and state.marks else unclean(state.marks) << 2
        yield
        if goal.kind in ("points", "difference"):
            self._count(POINTS, list(range(1, self._total + 1)))
        elif goal.kind == "tricks":
            self._count(TRICKS, list(range(1, self._tricks + 1)))
        elif goal.kind == "no-tricks":
            self._count(self._without_tricks(flags), [1])
        elif goal.kind in ("cleans", "not-cleans"):
            flag = (NS_UNCLEAN, EW_UNCLEAN)[goal.side]
            bonus = (0, -1, 0, -1) if goal.side == 0 else (0, 0, 1, 1)
            self._count(Family(0, 0, flag, state.game.queen_trick_cleans, bonus), [goal.side])
        else:
            yield from self._prepare_result(Remaining(self._total, self._tricks, flags))

    def _count(self, of: Family | Counted, targets: list[int]) -> None:
        """Sees to it that something is counted."""
        self.engines.append((self._prepared.engine(of), targets))

    def _without_tricks(self, flags: int) -> Counted:
        """What N–S are to bring about: that they take no trick, or that E–W take one."""
        counts = [(0, 0)]
        if self._goal.side:
            counts = [(p, t) for p, t in steps(self._total, self._tricks) if t < self._tricks]
        return Counted(tuple((each, as_set(counts)) for each in sorted(below(flags))))

    def _prepare_result(self, left: Remaining) -> Work[None]:
        """Finds what must be asked to know the result for every past there may be.

        Args:
            left: What is still to be taken.
        """
        names: dict[int, set[Past]] = {}  # by card points of N–S before the record began
        inquiries: dict[Past, Inquiry] = {}
        for each in sums(self.state):
            points = each.points[0]
            matter = self._payoffs.tricks_matter(points, self._total, each.tricks)
            past = (points, each.tricks[0] if matter else None)
            names.setdefault(points - self.state.card_points[0], set()).add(past)
            if past not in inquiries:
                inquiries[past] = Inquiry(self._payoffs, past, left, self.state.game.queen_trick_cleans)
            yield
        if any(tricks is None for _, tricks in inquiries):
            for flags in below(left.flags):
                yield from self._payoffs.reckon_all(flags >> 2)
        asked: dict[Past, list[tuple[int, Question]]] = {}
        for past, inquiry in inquiries.items():
            yield from inquiry.prepare()
            asked[past] = []
            for level in self._levels[1:]:
                asked[past].append((level, inquiry.question(level)))
                yield
        rungs = yield from self._make_rungs(asked)
        self._pasts = [(name, rungs[past]) for name in sorted(names) for past in sorted(names[name], key=str)]

    @property
    def _levels(self) -> tuple[int, ...]:
        """The levels that are told apart: all, or whether N–S win, or whether they do not lose."""
        if self._goal.kind == "result":
            return self._payoffs.levels
        return (0, 1) if self._goal.side == 0 else (-1, 0)

    def _make_rungs(self, asked: dict[Past, list[tuple[int, Question]]]) -> Work[dict[Past, list[Rung]]]:
        """Shares the questions out among engines, each with all its targets."""
        kinds: dict[Family | Counted, set[int]] = {}
        for questions in asked.values():
            for _, question in questions:
                if isinstance(question, Target):
                    kinds.setdefault(question.of, set()).add(question.target)
            yield
        places: dict[Question, tuple[int, int]] = {}
        for of in sorted(kinds, key=lambda each: isinstance(each, Counted)):
            targets = sorted(kinds[of])
            places |= {Target(of, target): (len(self.engines), n) for n, target in enumerate(targets, 1)}
            self._count(of, targets)
            yield
        found: dict[Past, list[Rung]] = {}
        for past, questions in asked.items():
            reached = [(level, question) for level, question in questions if question is not False]
            found[past] = [(level, *places.get(question, (None, 0))) for level, question in reached]
            yield
        return found

    def tests(self, least: int) -> list[Test[E]]:
        """What tells whether the value is at least some number, all of them for every past there may be.

        Args:
            least: In the unit of the goal.
        """
        if self._pasts and self._goal.kind == "result":
            return [self._test(rungs, least) for _, rungs in self._pasts]
        engine, targets = self.engines[0]

        def enough(number: int) -> bool:
            found = self.value((number,))
            assert isinstance(found, int)
            return found >= least

        last = enough(len(targets))
        at = bisect_left(range(len(targets)), True, key=lambda number: enough(number) == last)
        return [(engine, targets[at - 1], last)] if at else [(None, 0, last)]

    def _test(self, rungs: list[Rung], least: int) -> Test[E]:
        """The same for one past: its lowest level that is enough, as others ask for more."""
        if self._levels[0] >= least:
            return None, 0, True
        for level, at, needed in rungs:
            if level >= least:
                if at is None:
                    return None, 0, True
                engine, targets = self.engines[at]
                return engine, targets[needed - 1], True
        return None, 0, False

    def value(self, reached: tuple[int, ...]) -> Value:
        """The value, from how many targets each engine reaches.

        Args:
            reached: A number for each engine, from 0.
        """
        goal = self._goal
        if goal.kind == "result":
            return self._result(reached)
        if goal.kind == "wins":
            return _whether(self._result(reached), goal.side)
        (number,) = reached
        if goal.kind in ("cleans", "not-cleans"):
            return int((number == 1 - goal.side) == (goal.kind == "cleans"))
        whole = {"tricks": self._tricks, "no-tricks": 1}.get(goal.kind, self._total)
        own = whole - number if goal.side else number
        return 2 * own - whole if goal.kind == "difference" else own

    def _result(self, reached: tuple[int, ...]) -> Value:
        by_points: dict[int, list[int]] = {}
        for before, rungs in self._pasts:
            value = self._levels[0]
            for level, engine, needed in rungs:
                if engine is None or reached[engine] >= needed:
                    value = max(value, level)
            by_points.setdefault(before, []).append(value)
        told = self.state.before
        if told.points is not None and told.tricks is not None:
            return next(iter(by_points.values()))[0]
        return by_past((points, min(values), max(values)) for points, values in by_points.items())


def _whether(result: Value, side: int) -> Value:
    """From what a deal brings N–S, whether a side wins it: 1 or 0."""

    def won(end: int) -> int:
        return int(end < 0 if side else end > 0)

    if isinstance(result, int):
        return won(result)
    return tuple(
        Interval(each.first, each.last, *sorted(map(won, (each.least, each.most)))) for each in result
    )
