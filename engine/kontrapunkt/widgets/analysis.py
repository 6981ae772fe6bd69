"""Exact search results along a line of play.

The build computes them for the moments of the record; those on the reader's own line are searched in slices.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Game, Seat
from kontrapunkt.core.messages import side_spoken
from kontrapunkt.search import Goal, Interval, SearchTask, Solver, Value, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import Verdict, best_actions, judge, outlook
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Line, Moment

type Values = Mapping[Action, Value]
"""The value of every legal action."""

type Written = Mapping[str, list[Any]]
"""Values as JSON: for each goal a list with one object by action, or null, per moment."""

type _Place = tuple[tuple[str, ...], str]
"""The path of a moment and a goal."""


class Analysis:
    """The values of actions at a widget's moments, precomputed or searched.

    Attributes:
        goals: The goals to show; empty if nothing can be searched.
        latest: The path of the moment whose value was found last; None before the first.
    """

    def __init__(self, game: Game, line: Line, written: Written, *, patient: bool = False) -> None:
        """Load the values that the build has found.

        Args:
            line: The moments of the record.
            written: The values at each of those moments, as written by `solved`.
            patient: Whether the reader may ask for searches that take minutes.
        """
        self._patient = patient
        self.latest: tuple[str, ...] | None = None
        self.goals = tuple(written)
        self._game = game
        self._found: dict[_Place, Values] = {}
        self._verdicts: dict[_Place, Verdict] = {}
        self._search: tuple[_Place, SearchTask] | None = None
        for goal, each in written.items():
            for moment, values in zip(line, each, strict=False):
                if values is not None:
                    self._found[moment.path, goal] = _read(values)

    @cached_property
    def _solver(self) -> Solver[Any, Any]:
        solver = solver_for(self._game)
        solver.patient = self._patient
        return solver

    @property
    def known(self) -> int:
        """The number of pairs of moment and goal whose values are known; it never falls."""
        return len(self._found)

    def label(self, goal: str) -> str:
        """Return the label of a goal's button."""
        return str(self._solver.label(goal))

    def solvable(self, moment: Moment) -> bool:
        """Return True if a moment can be searched."""
        return moment.state.to_act is not None and self._solver.why_unsolvable(moment.state) is None

    def askable(self, moment: Moment, goal: str) -> bool:
        """Return True if a goal can be searched for at a moment.

        On the reader's own line the sides may differ from those of the record.
        """
        if not goal or not self.solvable(moment):
            return False
        return self._solver.why_not(moment.state, Goal.read(goal)) is None

    def needs_patience(self, moment: Moment) -> bool:
        """Return True if a moment can be searched, but the search may take minutes."""
        return self.solvable(moment) and self._solver.needs_patience(moment.state)

    def later(self, moment: Moment) -> str:
        """Explain why a moment cannot be searched yet; empty if it can, or never can."""
        return str(self._solver.why_later(moment.state) or "")

    def bounds(self, moment: Moment, goal: str) -> str:
        """Return the bounds found so far by a running search, in a sentence, or ""."""
        if self._search is None or self._search[0] != (moment.path, goal):
            return ""
        sure = self._search[1].bounds
        if Goal.read(goal).kind in YES_OR_NO:
            return ""
        if sure.least is not None:
            return catalogue.say("example.least", n=sure.least)
        return "" if sure.most is None else catalogue.say("example.most", n=sure.most)

    def par(self, line: Sequence[Moment]) -> str:
        """Render the result of best play from the first moment where it is known.

        It comes after all announcements out of turn, since no search includes them. The HTML has a line for
        each goal; it is empty if no value is known.
        """
        announced = [at for at, moment in enumerate(line) if self._is_announced(moment)]
        for moment in line[max(announced, default=0) :]:
            values = {goal: self._value(moment, goal) for goal in self.goals}
            found = [
                str(self._solver.par(goal, value)) for goal, value in values.items() if value is not None
            ]
            if found:
                title = catalogue.say("example.par", n=moment.view.trick_number)
                sides = {self.pact(goal) for goal in self.goals} - {""}
                pact = catalogue.say("example.par.alone") if len(sides) > 1 else "".join(sides)
                return render.par(title, pact, found)
        return ""

    def _is_announced(self, moment: Moment) -> bool:
        """Return True if an action was out of turn, and values are known before it; a claim ends the deal."""
        before = moment.before
        if before is None or moment.seat == before.state.to_act or moment.state.to_act is None:
            return False
        return any(self.values(before, goal) is not None for goal in self.goals)

    def pact(self, goal: str) -> str:
        """Name the sides assumed for a goal; empty if the game itself defines the sides."""
        party = Goal.read(goal).party
        foes = [seat for seat in self._game.seats if seat not in party]
        if not party or len(self._game.seats) == 2:
            return ""
        key = "example.pact.alone" if len(party) == 1 else "example.pact"
        return catalogue.say(key, party=render.side_name(party), foes=side_spoken(foes))

    def against(self, own: Sequence[Seat], goal: str) -> str:
        """Name a side's partners and opponents for a goal.

        Only the side is named if the game itself defines the sides.
        """
        seats, party = self._game.seats, Goal.read(goal).party
        friends = [seat for seat in seats if (seat in party) == (own[0] in party) and seat not in own]
        foes = [seat for seat in seats if seat not in (*own, *friends)]
        if not party or len(seats) == 2:
            return catalogue.say("example.as", side=render.side_name(own))
        key = "example.as.with" if friends else "example.as.alone"
        values = {"friends": side_spoken(friends), "n": len(friends)} if friends else {}
        return catalogue.say(key, side=render.side_name(own), foes=side_spoken(foes), m=len(foes), **values)

    def _value(self, moment: Moment, goal: str) -> Value | None:
        """Return the value of best play from a moment; None if it is not known."""
        values, seat = self.values(moment, goal), moment.state.to_act
        return None if values is None or seat is None else outlook(Goal.read(goal), seat, values)

    def values(self, moment: Moment, goal: str) -> Values | None:
        """Return the values of the actions at a moment; None if they are not known."""
        return self._found.get((moment.path, goal))

    def verdict(self, moment: Moment, goal: str) -> Verdict | None:
        """Judge the action that led to a moment; None if its values are not known."""
        if moment.before is None or moment.seat is None or moment.seat != moment.before.state.to_act:
            return None  # the deal's start, or an action out of turn
        key = moment.path, goal
        if key not in self._verdicts:
            values = self.values(moment.before, goal)
            if values is None or moment.action not in values:
                return None
            found = judge(Goal.read(goal), moment.seat, values, moment.action, self._game.alike)
            self._verdicts[key] = found
        return self._verdicts[key]

    def verdicts(self, line: Sequence[Moment], goal: str) -> dict[int, Verdict]:
        """Judge the actions of a line; the verdicts that are known, by step."""
        found = ((step, self.verdict(moment, goal)) for step, moment in enumerate(line))
        return {step: verdict for step, verdict in found if verdict}

    def outlook(self, moment: Moment, goal: str) -> str:
        """Describe the result of best play from a moment; empty if it is not known."""
        value = self._value(moment, goal)
        return "" if value is None else str(self._solver.describe(goal, value))

    def worths(self, moment: Moment, goal: str) -> list[tuple[str, str]]:
        """Describe the result of every action at a moment; empty if it is not known."""
        values = self.values(moment, goal) or {}
        return [
            (str(render.action_name(action)), str(self._solver.describe(goal, value)))
            for action, value in values.items()
        ]

    def best(self, moment: Moment, goals: Sequence[str]) -> Action:
        """Return the best action by the first goal; later goals break ties.

        Args:
            goals: The goals, the most important first; their values at the moment must be known.
        """
        seat = moment.state.to_act
        assert seat is not None
        left: Iterable[Action] = self._found[moment.path, goals[0]]
        for goal in goals:
            values = self._found[moment.path, goal]
            left = best_actions(Goal.read(goal), seat, {action: values[action] for action in left})
        return next(iter(left))

    def work(self, wanted: Iterable[tuple[Moment, str]], budget_ms: float) -> bool:
        """Search for the first wanted value that is missing, within a time budget.

        A search that is no longer wanted is dropped; the solver's tables retain its results.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.

        Returns:
            True if a value was found or its bounds became tighter.
        """
        due = next((each for each in wanted if self.missing(*each)), None)
        if due is None:
            return False
        moment, goal = due
        place = moment.path, goal
        if self._search is None or self._search[0] != place:
            self._search = place, self._solver.search(moment.state, goal, line=False)
        search, sure = self._search[1], self.bounds(moment, goal)
        if not search.step(budget_ms) or search.solution is None:
            return sure != self.bounds(moment, goal)
        self._found[place] = search.solution.values
        self._search, self.latest = None, moment.path
        return True

    def at_once(self, moment: Moment, goal: str) -> Values:
        """Return the values at a moment, searching for them now if they are missing.

        Use it only where the search takes no time.

        Raises:
            Unsolvable: if there is nothing to search.
        """
        key = moment.path, goal
        if key not in self._found:
            self._found[key] = self._solver.search(moment.state, goal, line=False).run().values
        return self._found[key]

    def missing(self, moment: Moment, goal: str) -> bool:
        """Return True if the values at a moment can be searched but are not known yet."""
        return (moment.path, goal) not in self._found and self.askable(moment, goal)


def solved(game: Game, line: Line, goals: Iterable[str] = ()) -> Written:
    """Return the values at every moment of a record as JSON, for each goal.

    A moment that cannot be searched, or not quickly, has null. The result is empty if no moment of the
    record, nor any later one, can be searched.

    Args:
        goals: The goals to search for; if empty, those that the solver recommends.

    Raises:
        GoalError: for a goal that the game's solver does not know.
    """
    if not game.solver:
        return {}
    analysis = Analysis(game, line, {})
    able = [analysis.solvable(moment) for moment in line]
    known = _goals(solver_for(game), line, able)
    chosen = (tuple(goals) or known) if known else ()
    return {
        str(Goal.read(goal)): [
            values_as_json(analysis.at_once(moment, goal)) if ready else None
            for moment, ready in zip(line, able, strict=True)
        ]
        for goal in chosen
    }


def _goals(solver: Solver[Any, Any], line: Line, able: list[bool]) -> tuple[str, ...]:
    """Return the goals recommended where the record can first be searched.

    If no moment can be searched quickly, patient search and later moments count too.
    """
    if any(able):
        return solver.goals_for(line[able.index(True)].state)
    solver.patient = True
    at_length = next((found for moment in line if (found := solver.goals_for(moment.state))), ())
    last = line[-1].state
    return at_length or (solver.goals_ahead(last) if last.to_act is not None else ())


def values_as_json(values: Values) -> dict[str, Any]:
    """Convert values to the JSON form used in specs."""
    return {
        action: value if isinstance(value, int) else [[*each] for each in value]
        for action, value in values.items()
    }


def _read(values: Mapping[str, Any]) -> Values:
    return {
        Action(action): value if isinstance(value, int) else tuple(Interval(*each) for each in value)
        for action, value in values.items()
    }
