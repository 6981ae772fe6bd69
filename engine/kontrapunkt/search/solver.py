"""The front of every solver: a state and a goal in, the value of every legal action out."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar, Literal, NamedTuple

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import SIDES, Action, Game, Seat, State
from kontrapunkt.core.messages import Text, say, side_name
from kontrapunkt.core.registry import class_at
from kontrapunkt.search.clock import Clock, Work, whole
from kontrapunkt.search.goals import YES_OR_NO, Goal, GoalError, Unsolvable
from kontrapunkt.search.native import MachineError, runs
from kontrapunkt.search.phrasing import describe, label

Engine = Literal["wasm", "python"]
"""What searches: the compiled kernel, or the one in Python; both answer the same."""


class Interval(NamedTuple):
    """A value for all pasts in which N–S had that many card points before the record began.

    The intervals of a value leave no gap; between them may lie numbers that no past can come to.

    Attributes:
        first: The fewest card points of N–S it holds for.
        last: The most.
        least: The value.
        most: The same, unless tricks or marks that are not known either leave it open from `least` to `most`.
    """

    first: int
    last: int
    least: int
    most: int


Value = int | tuple[Interval, ...]
"""A number; or, where an unknown past decides, the number for every possible past."""


def by_past(ends: Iterable[tuple[int, int, int]]) -> tuple[Interval, ...]:
    """A value from what it is for each past; where it is the same for some in a row, they are one interval.

    Args:
        ends: Card points of N–S, ascending, each with the least and the most of the value. Numbers that no
            past can come to may be left out: there it is as for the one before them.
    """
    runs = [[*run] for _, run in groupby(ends, key=itemgetter(1, 2))]
    lasts = [*(run[0][0] - 1 for run in runs[1:]), runs[-1][-1][0]]
    return tuple(Interval(run[0][0], last, *run[0][1:]) for run, last in zip(runs, lasts, strict=True))


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search has found.

    Attributes:
        goal: The goal.
        to_act: The seat to act.
        values: The value of every legal action, with all hands open and both sides at their best.
        best: The actions that are best for the seat to act; where the past is unknown, best in each possible
            past, so that there may be none.
        line: One way to the end in which nobody goes wrong; it ends early where that depends on the past.
        nodes: Positions searched, those found in a table not counted.
    """

    goal: Goal
    to_act: Seat
    values: Mapping[Action, Value]
    best: tuple[Action, ...]
    line: tuple[tuple[Seat, Action], ...] = ()
    nodes: int = 0

    @property
    def value(self) -> Value | None:
        """The value of the state; None where which action is best depends on the past."""
        return self.values[self.best[0]] if self.best else None


@dataclass(slots=True)
class Bounds:
    """What is sure of a state's value while it is still searched.

    Attributes:
        least: It is at least that; None while nothing is sure.
        most: It is at most that; None while nothing is sure.
    """

    least: int | None = None
    most: int | None = None

    def learn(self, low: int, high: int, *, wants_more: bool) -> None:
        """Takes what is sure of one action: who is to act may choose it, or do better.

        Args:
            low: The action's value is at least that.
            high: It is at most that.
            wants_more: Whether who is to act wants the number to be high.
        """
        if wants_more:
            self.least = low if self.least is None else max(self.least, low)
        else:
            self.most = high if self.most is None else min(self.most, high)


@dataclass(eq=False, slots=True)
class SearchTask:
    """One question in work. It is done in slices and may be dropped between any two of them.

    Attributes:
        state: The state asked about.
        goal: The goal.
        clock: The clock that the solver's tables are tied to.
        work: What there is to do.
        bounds: What is sure of the state's value so far, as far as a solver tells.
        solution: What it has found, once it is done.
    """

    state: State
    goal: Goal
    clock: Clock
    work: Work[Solution]
    bounds: Bounds
    solution: Solution | None = None

    def step(self, budget_ms: float = 50) -> bool:
        """Searches for about that many milliseconds.

        Args:
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether it is done.
        """
        with self.clock.slice(budget_ms):
            while self.solution is None:
                try:
                    next(self.work)
                except StopIteration as end:
                    self.solution = end.value
                else:
                    if self.clock.over():
                        return False
        return True

    def run(self) -> Solution:
        """Searches to the end."""
        if self.solution is None:
            with self.clock.slice():
                self.solution = whole(self.work)
        return self.solution


class Solver[S: State = Any, G: Game = Any](ABC):
    """The open-hand solver of a game with its options.

    It keeps its tables from search to search, so that the positions of one deal, and all its goals, cost
    little after the first.

    Attributes:
        game: The game with its options.
        clock: Its clock.
        engine: What searches; it may be set to another of `engines` between two searches.
        patient: Whether who asks is ready to wait for minutes; questions that need it are refused otherwise.
    """

    family: ClassVar[str]
    """Whose sentences it says where it cannot answer, as their keys name it."""

    kinds: ClassVar[tuple[str, ...]]
    """The kinds of goal that are known."""

    parties: tuple[tuple[Seat, ...], ...] = SIDES
    """The sides that goals may name."""

    kernels: ClassVar[tuple[str, ...]] = ()
    """The compiled kernels that it asks."""

    def __init__(self, game: G) -> None:
        """Prepares to solve endings of a game."""
        self.game = game
        self.clock = Clock()
        self.patient = False
        self.engine: Engine = self.engines[0]

    @property
    def engines(self) -> tuple[Engine, ...]:
        """What can search here, the fastest first."""
        return ("wasm", "python") if self.kernels and all(map(runs, self.kernels)) else ("python",)

    @cached_property
    def goals(self) -> tuple[str, ...]:  # asked for with every question and label
        """The goals it knows, as text."""
        goals = (Goal.of(kind, seats) for kind in self.kinds for seats in self.parties)
        return tuple(dict.fromkeys(map(str, goals)))

    def goals_for(self, state: S) -> tuple[str, ...]:
        """The goals worth showing for a state, those that matter most first; none if it cannot be solved."""
        return () if self.why_unsolvable(state) is not None else self.worth_showing(state)

    @abstractmethod
    def worth_showing(self, state: S) -> tuple[str, ...]:
        """The same for a state that can be solved."""

    def why_unsolvable(self, state: S) -> Text | None:
        """Why a state cannot be solved, in a few words; None if it can. Searches nothing."""
        if state.to_act is None:
            return say(f"search.{self.family}.over")
        if self.early(state):
            return say(f"search.{self.family}.early")
        if any(HIDDEN in cards for cards in self.cards(state)):
            return say(f"search.{self.family}.hidden")
        return None

    @abstractmethod
    def early(self, state: S) -> bool:
        """Whether it is too early to solve a state with somebody to act."""

    @abstractmethod
    def cards(self, state: S) -> Iterable[Sequence[Card]]:
        """The cards at a state that have to be known."""

    def why_not(self, state: S, goal: Goal) -> Text | None:
        """Why a goal cannot be asked about a state that can be solved; None if it can.

        Args:
            state: The state.
            goal: A goal that the solver knows.
        """
        return None

    def goals_ahead(self, state: S) -> tuple[str, ...]:
        """The goals that will be worth showing once a state has come to where it can be solved; none here."""
        return ()

    def why_later(self, state: S) -> Text | None:
        """Why nobody can look ahead from a state yet, as a sentence for readers.

        None where it can be solved, or will not be later either.
        """
        early = state.to_act is not None and self.early(state)
        return say(f"search.{self.family}.later") if early else None

    def needs_patience(self, state: S) -> bool:
        """Whether a state is solved only for somebody `patient`; False here."""
        return False

    def takes_long(self, state: S) -> bool:
        """Whether a search from a state that can be solved may be no matter of seconds; False here."""
        return False

    def known(self, goal: str | Goal) -> Goal:
        """A goal, if it knows it.

        Raises:
            GoalError: naming those that it knows.
        """
        found = Goal.read(goal)
        if str(found) not in self.goals:
            values = {"game": self.game.title, "goal": str(found), "goals": ", ".join(self.goals)}
            raise GoalError(say(f"search.{self.family}.goal", **values))
        return found

    def label(self, goal: str | Goal) -> Text:
        """A goal in a few words, as on a button: "North–South clean", "Result", "Card points".

        Raises:
            GoalError: for a goal that it does not know.
        """
        return label(self.known(goal))

    def describe(self, goal: str | Goal, value: Value) -> Text:
        """The value of a goal as one sentence.

        Args:
            goal: The goal.
            value: A value that a search for it has found, of the state or of an action.

        Raises:
            GoalError: for a goal that it does not know.
        """
        assert isinstance(value, int)
        return describe(self.known(goal), value)

    def par(self, goal: str | Goal, value: Value) -> Text:
        """What best play brings, in a few words that hold wherever they stand: "North–South’s lines: 2".

        Args:
            goal: The goal.
            value: A value that a search for it has found.

        Raises:
            GoalError: for a goal that it does not know.
        """
        found = self.known(goal)
        if not isinstance(value, int):
            return self.describe(found, value)
        if found.kind in YES_OR_NO:
            return say("search.par.decided", goal=self.label(found), n=value)
        both = found == Goal("points")  # their label names no side
        label = say("search.label.points", side=side_name(SIDES[0])) if both else self.label(found)
        return say("search.par", goal=label, n=value)

    def can_answer(self, state: S, goal: str | Goal) -> bool:
        """Return whether a goal can be asked about a state. Searches nothing."""
        try:
            found = self.known(goal)
        except GoalError:
            return False
        return self.why_unsolvable(state) is None and self.why_not(state, found) is None

    def search(self, state: S, goal: str | Goal, line: bool = True) -> SearchTask:
        """A question, ready to be worked at.

        Args:
            state: A state of the game with somebody to act.
            goal: The goal.
            line: Whether to find a best line, too.

        Raises:
            GoalError: for a goal that it does not know.
            Unsolvable: for a state that it cannot answer for.
        """
        found, bounds = self.known(goal), Bounds()
        why = self.why_unsolvable(state) or self.why_not(state, found)
        if why is not None:
            raise Unsolvable(why)
        return SearchTask(state, found, self.clock, self._look(state, found, line, bounds), bounds)

    def _look(self, state: S, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        """Searches; where the compiled kernel fails, once more in Python."""
        try:
            return (yield from self.look(state, goal, line, bounds))
        except MachineError as error:
            self.give_up(error)
            return (yield from self.look(state, goal, line, bounds))

    @abstractmethod
    def look(self, state: S, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        """The work that answers a question.

        Args:
            state: A state that can be solved.
            goal: A goal that can be asked about it.
            line: Whether to find a best line, too.
            bounds: Where to write down what is sure on the way.

        Raises:
            MachineError: if the compiled kernel fails.
        """

    def give_up(self, error: MachineError) -> None:
        """Lets Python search from now on.

        Args:
            error: What the compiled kernel has failed with.
        """
        logging.getLogger(__name__).warning(
            "The compiled search has failed (%s); Python searches in its place, more slowly.", error
        )
        self.engine = "python"

    def solution(self, state: S, goal: str | Goal) -> Solution:
        """What a search finds, but for a line, at once; for who asks about many states.

        Raises:
            GoalError: for a goal that it does not know.
            Unsolvable: for a state that it cannot answer for.
        """
        return self.search(state, goal, line=False).run()

    def value(self, state: S, goal: str | Goal) -> Value | None:
        """The value of a state; None where which action is best depends on an unknown past.

        Raises:
            GoalError: for a goal that it does not know.
            Unsolvable: for a state that it cannot answer for.
        """
        return self.solution(state, goal).value


def keep[K, V](kept: dict[K, V], key: K, value: V, most: int) -> None:
    """Keeps a value as the last of so many, and lets go of the first.

    Args:
        kept: What is kept.
        key: What it is found by.
        value: The value.
        most: How many are kept.
    """
    kept[key] = value
    while len(kept) > most:
        del kept[next(iter(kept))]


def solver_for(game: Game) -> Solver:
    """The solver of a game, which the game's class names.

    Raises:
        Unsolvable: if the game has none.
    """
    if not game.solver:
        raise Unsolvable(say("search.none", game=game.title))
    solver: Solver = class_at(game.solver, Solver)(game)
    return solver


def solve(state: State, goal: str | Goal, line: bool = True) -> Solution:
    """Values of every legal action, best line and all.

    Raises:
        GoalError: for a goal that cannot be read or that the game's solver does not know.
        Unsolvable: for a state or game that cannot be solved.
    """
    return solver_for(state.game).search(state, goal, line).run()
