"""The common interface of all solvers: the values of actions for a goal."""

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
from kontrapunkt.search.clock import Clock, Work, run_to_end
from kontrapunkt.search.goals import YES_OR_NO, Goal, GoalError, Unsolvable
from kontrapunkt.search.native import MachineError, runs
from kontrapunkt.search.phrasing import describe, label

Engine = Literal["wasm", "python"]
"""The kind of search, compiled or in Python; both give the same results."""


class Interval(NamedTuple):
    """A value for all pasts in which N–S had this many card points.

    The past is the part of the deal before the record begins. The intervals of a value are contiguous; they
    may include numbers that no past can have.

    Attributes:
        first: The lowest number of card points of N–S.
        last: The highest number.
        least: The value.
        most: The same, unless unknown tricks or marks leave it open between `least` and `most`.
    """

    first: int
    last: int
    least: int
    most: int


Value = int | tuple[Interval, ...]
"""A number, or the number for every possible past if that matters."""


def by_past(ends: Iterable[tuple[int, int, int]]) -> tuple[Interval, ...]:
    """Combine the values of all pasts, merging equal neighbours into intervals.

    Args:
        ends: The card points of N–S, ascending, each with the lowest and highest value. Numbers that no past
            can have may be omitted; they join the one before.
    """
    runs = [[*run] for _, run in groupby(ends, key=itemgetter(1, 2))]
    lasts = [*(run[0][0] - 1 for run in runs[1:]), runs[-1][-1][0]]
    return tuple(Interval(run[0][0], last, *run[0][1:]) for run, last in zip(runs, lasts, strict=True))


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search.

    Attributes:
        values: The value of every legal action with open hands and best play.
        best: The best actions of the seat to act; if the past is unknown, those that are best in each
            possible past, perhaps none.
        line: A line of best play to the end; shorter if the best action depends on the past.
        nodes: The number of positions searched, without table hits.
    """

    goal: Goal
    to_act: Seat
    values: Mapping[Action, Value]
    best: tuple[Action, ...]
    line: tuple[tuple[Seat, Action], ...] = ()
    nodes: int = 0

    @property
    def value(self) -> Value | None:
        """The value of the state; None if the best action depends on the past."""
        return self.values[self.best[0]] if self.best else None


@dataclass(slots=True)
class Bounds:
    """Bounds on the value of a state during a search.

    Attributes:
        least: A lower bound; None for none.
        most: An upper bound; None for none.
    """

    least: int | None = None
    most: int | None = None

    def learn(self, low: int, high: int, *, wants_more: bool) -> None:
        """Use the bounds of one action, which the seat to act may choose.

        Args:
            low: A lower bound of the action's value.
            high: An upper bound.
            wants_more: Whether the seat to act wants a high number.
        """
        if wants_more:
            self.least = low if self.least is None else max(self.least, low)
        else:
            self.most = high if self.most is None else min(self.most, high)


@dataclass(eq=False, slots=True)
class SearchTask:
    """A search in slices; it may be dropped between any two of them.

    Attributes:
        state: The state asked about.
        clock: The clock of the solver's tables.
        work: The remaining work.
        bounds: The bounds of the state's value so far, if the solver reports them.
        solution: The result; None before the end.
    """

    state: State
    goal: Goal
    clock: Clock
    work: Work[Solution]
    bounds: Bounds
    solution: Solution | None = None

    def step(self, budget_ms: float = 50) -> bool:
        """Search for about the given time.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.

        Returns:
            True if it is done.
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
        """Search to the end."""
        if self.solution is None:
            with self.clock.slice():
                self.solution = run_to_end(self.work)
        return self.solution


class Solver[S: State, G: Game](ABC):
    """The open-hand solver of a game with its options.

    It stores its tables between searches, so that further positions and goals of a deal take little time.

    Attributes:
        engine: The kind of search; it may be set to another of `engines` between searches.
        patient: Whether the caller can wait for minutes; otherwise slow searches are refused.
    """

    family: ClassVar[str]
    """The key of the family whose texts explain why a state cannot be solved."""

    kinds: ClassVar[tuple[str, ...]]
    """The kinds of goal that the solver knows."""

    parties: tuple[tuple[Seat, ...], ...] = SIDES
    """The sides that goals may name."""

    kernels: ClassVar[tuple[str, ...]] = ()
    """The compiled kernels that the solver uses."""

    def __init__(self, game: G) -> None:
        """Prepare to solve states of a game."""
        self.game = game
        self.clock = Clock()
        self.patient = False
        self.engine: Engine = self.engines[0]

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The kinds of search available here, the fastest first."""
        return ("wasm", "python") if self.kernels and all(map(runs, self.kernels)) else ("python",)

    @cached_property
    def goals(self) -> tuple[str, ...]:  # used with every query and label
        """The solver's goals as text."""
        goals = (Goal.create(kind, seats) for kind in self.kinds for seats in self.parties)
        return tuple(dict.fromkeys(map(str, goals)))

    def goals_for(self, state: S) -> tuple[str, ...]:
        """Return the goals worth showing, the most important first; [] if unsolvable."""
        return () if self.why_unsolvable(state) is not None else self.worth_showing(state)

    @abstractmethod
    def worth_showing(self, state: S) -> tuple[str, ...]:
        """Return the goals worth showing for a state that can be solved."""

    def why_unsolvable(self, state: S) -> Text | None:
        """Return why a state cannot be solved; None if it can. Never searches."""
        if state.to_act is None:
            return say(f"search.{self.family}.over")
        if self.early(state):
            return say(f"search.{self.family}.early")
        if any(HIDDEN in cards for cards in self.cards(state)):
            return say(f"search.{self.family}.hidden")
        return None

    @abstractmethod
    def early(self, state: S) -> bool:
        """Return True if it is too early to solve a state with a seat to act."""

    @abstractmethod
    def cards(self, state: S) -> Iterable[Sequence[Card]]:
        """Return the cards of a state that must be known."""

    def why_not(self, state: S, goal: Goal) -> Text | None:
        """Return why a goal cannot be searched at a solvable state; None if it can."""
        return None

    def goals_ahead(self, state: S) -> tuple[str, ...]:
        """Return the goals worth showing once the state can be solved; here none."""
        return ()

    def why_later(self, state: S) -> Text | None:
        """Explain to readers why a state cannot be solved yet.

        None if it can, or never can.
        """
        early = state.to_act is not None and self.early(state)
        return say(f"search.{self.family}.later") if early else None

    def needs_patience(self, state: S) -> bool:
        """Return True if a state is solved only for a `patient` caller; here False."""
        return False

    def takes_long(self, state: S) -> bool:
        """Return True if a search may take longer than seconds; here False."""
        return False

    def parse_goal(self, goal: str | Goal) -> Goal:
        """Parse a goal and check that the solver knows it.

        Raises:
            GoalError: if it does not; the message names the goals it knows.
        """
        found = Goal.read(goal)
        if str(found) not in self.goals:
            values = {"game": self.game.title, "goal": str(found), "goals": ", ".join(self.goals)}
            raise GoalError(say(f"search.{self.family}.goal", **values))
        return found

    def label(self, goal: str | Goal) -> Text:
        """Return a goal's label: "North–South clean", "Result", "Card points".

        Raises:
            GoalError: if the solver does not know the goal.
        """
        return label(self.parse_goal(goal))

    def describe(self, goal: str | Goal, value: Value) -> Text:
        """Describe a value of a goal in a sentence.

        Args:
            value: A value found for the goal, of the state or of an action.

        Raises:
            GoalError: if the solver does not know the goal.
        """
        assert isinstance(value, int)
        return describe(self.parse_goal(goal), value)

    def par(self, goal: str | Goal, value: Value) -> Text:
        """Return the result of best play as a label: "North–South’s lines: 2".

        Args:
            value: A value found for the goal.

        Raises:
            GoalError: if the solver does not know the goal.
        """
        found = self.parse_goal(goal)
        if not isinstance(value, int):
            return self.describe(found, value)
        if found.kind in YES_OR_NO:
            return say("search.par.decided", goal=self.label(found), n=value)
        both = found == Goal("points")  # the label of both sides' points names no side
        label = say("search.label.points", side=side_name(SIDES[0])) if both else self.label(found)
        return say("search.par", goal=label, n=value)

    def can_answer(self, state: S, goal: str | Goal) -> bool:
        """Return True if a goal can be searched at a state. Never searches."""
        try:
            found = self.parse_goal(goal)
        except GoalError:
            return False
        return self.why_unsolvable(state) is None and self.why_not(state, found) is None

    def search(self, state: S, goal: str | Goal, line: bool = True) -> SearchTask:
        """Prepare a search.

        Args:
            state: A state of the game with a seat to act.
            line: Whether to find a line of best play too.

        Raises:
            GoalError: if the solver does not know the goal.
            Unsolvable: if the state cannot be solved.
        """
        found, bounds = self.parse_goal(goal), Bounds()
        why = self.why_unsolvable(state) or self.why_not(state, found)
        if why is not None:
            raise Unsolvable(why)
        return SearchTask(state, found, self.clock, self._look(state, found, line, bounds), bounds)

    def _look(self, state: S, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        """Search; if the compiled kernel fails, search again in Python."""
        try:
            return (yield from self.look(state, goal, line, bounds))
        except MachineError as error:
            self.give_up(error)
            return (yield from self.look(state, goal, line, bounds))

    @abstractmethod
    def look(self, state: S, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        """Return the work of a search.

        Args:
            state: A state that can be solved.
            goal: A goal that can be searched there.
            line: Whether to find a line of best play too.
            bounds: Receives the bounds found on the way.

        Raises:
            MachineError: if the compiled kernel fails.
        """

    def give_up(self, error: MachineError) -> None:
        """Use Python's search from now on.

        Args:
            error: The failure of the compiled kernel, for the log.
        """
        logging.getLogger(__name__).warning(
            "The compiled search has failed (%s); Python searches in its place, more slowly.", error
        )
        self.engine = "python"

    def solution(self, state: S, goal: str | Goal) -> Solution:
        """Search to the end without a line, for callers with many states.

        Raises:
            GoalError: if the solver does not know the goal.
            Unsolvable: if the state cannot be solved.
        """
        return self.search(state, goal, line=False).run()

    def value(self, state: S, goal: str | Goal) -> Value | None:
        """Return the value of a state; None if the best action depends on the past.

        Raises:
            GoalError: if the solver does not know the goal.
            Unsolvable: if the state cannot be solved.
        """
        return self.solution(state, goal).value


def keep[K, V](kept: dict[K, V], key: K, value: V, most: int) -> None:
    """Add a value to a cache and drop the oldest entries above a limit.

    Args:
        kept: The cache.
        most: The largest number of entries.
    """
    kept[key] = value
    while len(kept) > most:
        del kept[next(iter(kept))]


def solver_for(game: Game) -> Solver[Any, Any]:
    """Return the solver of a game, which the game's class names.

    Raises:
        Unsolvable: if the game has none.
    """
    if not game.solver:
        raise Unsolvable(say("search.none", game=game.title))
    solver: Solver[Any, Any] = class_at(game.solver, Solver)(game)
    return solver


def solve(state: State, goal: str | Goal, line: bool = True) -> Solution:
    """Return the values of all legal actions and a line of best play.

    Raises:
        GoalError: if the goal cannot be read or the game's solver does not know it.
        Unsolvable: if the state or game cannot be solved.
    """
    return solver_for(state.game).search(state, goal, line).run()
