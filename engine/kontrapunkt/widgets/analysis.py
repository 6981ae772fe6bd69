"""What exact search says of a line: found at build time for the record, in slices for a line of one's own."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Game, Seat
from kontrapunkt.search import Goal, Interval, SearchTask, Solver, Value, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import Verdict, best_actions, judge, outlook
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import side_spoken
from kontrapunkt.widgets.line import Line, Moment

type Values = Mapping[Action, Value]
"""The value of every legal action."""

type Written = Mapping[str, list[Any]]
"""Values as JSON: by goal, for each moment of the record an object by action, or null."""

type _Place = tuple[tuple[str, ...], str]
"""The path of a moment, and a goal."""


class Analysis:
    """Values at the moments of a widget, by goal; those that are missing can be worked out.

    Attributes:
        goals: The goals that are looked at; empty where there is nothing to search.
        latest: The path of the moment at which a value was found last; None at first.
    """

    def __init__(self, game: Game, line: Line, written: Written, *, patient: bool = False) -> None:
        """Takes what the build has found.

        Args:
            game: The game.
            line: The moments of the record.
            written: The values at each of them, as `solved` wrote them.
            patient: Whether the reader may ask for what takes minutes.
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
    def _solver(self) -> Solver:
        solver = solver_for(self._game)
        solver.patient = self._patient
        return solver

    @property
    def known(self) -> int:
        """At how many moments the values for a goal are known; it only grows."""
        return len(self._found)

    def label(self, goal: str) -> str:
        """What a goal is called on a button."""
        return str(self._solver.label(goal))

    def solvable(self, moment: Moment) -> bool:
        """Whether there is something to search at a moment."""
        return moment.state.to_act is not None and self._solver.why_unsolvable(moment.state) is None

    def askable(self, moment: Moment, goal: str) -> bool:
        """Whether a goal can be searched for at a moment; on a line of one's own parties may be others."""
        if not goal or not self.solvable(moment):
            return False
        return self._solver.why_not(moment.state, Goal.read(goal)) is None

    def needs_patience(self, moment: Moment) -> bool:
        """Whether a moment can be searched, but it may take minutes."""
        return self.solvable(moment) and self._solver.needs_patience(moment.state)

    def later(self, moment: Moment) -> str:
        """Why nobody can look ahead yet, in a sentence; empty where somebody can, or there is nothing to."""
        return str(self._solver.why_later(moment.state) or "")

    def bounds(self, moment: Moment, goal: str) -> str:
        """What is sure while a moment is searched, in a sentence; empty where that is nothing yet."""
        if self._search is None or self._search[0] != (moment.path, goal):
            return ""
        sure = self._search[1].bounds
        if Goal.read(goal).kind in YES_OR_NO:
            return ""
        if sure.least is not None:
            return catalogue.say("example.least", n=sure.least)
        return "" if sure.most is None else catalogue.say("example.most", n=sure.most)

    def par(self, line: Sequence[Moment]) -> str:
        """What best play of all brings from where that is known, for each goal: HTML; empty for nothing."""
        for moment in line:
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

    def pact(self, goal: str) -> str:
        """Who is taken to play together for a goal and against it, where that is not the game's to say."""
        party = Goal.read(goal).party
        foes = [seat for seat in self._game.seats if seat not in party]
        if not party or len(self._game.seats) == 2:
            return ""
        key = "example.pact.alone" if len(party) == 1 else "example.pact"
        return catalogue.say(key, party=render.side_name(party), foes=side_spoken(foes))

    def against(self, own: Sequence[Seat], goal: str) -> str:
        """Who plays with a side for a goal and who against, where that is not the game's to say."""
        seats, party = self._game.seats, Goal.read(goal).party
        friends = [seat for seat in seats if (seat in party) == (own[0] in party) and seat not in own]
        foes = [seat for seat in seats if seat not in (*own, *friends)]
        if not party or len(seats) == 2:
            return catalogue.say("example.as", side=render.side_name(own))
        key = "example.as.with" if friends else "example.as.alone"
        values = {"friends": side_spoken(friends), "n": len(friends)} if friends else {}
        return catalogue.say(key, side=render.side_name(own), foes=side_spoken(foes), m=len(foes), **values)

    def _value(self, moment: Moment, goal: str) -> Value | None:
        """What best play from a moment comes to; None where that is not known."""
        values, seat = self.values(moment, goal), moment.state.to_act
        return None if values is None or seat is None else outlook(Goal.read(goal), seat, values)

    def values(self, moment: Moment, goal: str) -> Values | None:
        """The values at a moment; None where they have not been found."""
        return self._found.get((moment.path, goal))

    def verdict(self, moment: Moment, goal: str) -> Verdict | None:
        """What the action that led to a moment did; None where that is not known."""
        if moment.before is None or moment.seat is None or moment.seat != moment.before.state.to_act:
            return None  # at the start, or of something said out of turn
        key = moment.path, goal
        if key not in self._verdicts:
            values = self.values(moment.before, goal)
            if values is None or moment.action not in values:
                return None
            found = judge(Goal.read(goal), moment.seat, values, moment.action, self._game.alike)
            self._verdicts[key] = found
        return self._verdicts[key]

    def verdicts(self, line: Sequence[Moment], goal: str) -> dict[int, Verdict]:
        """What the actions of a line did, by the step of each for which that is known."""
        found = ((step, self.verdict(moment, goal)) for step, moment in enumerate(line))
        return {step: verdict for step, verdict in found if verdict}

    def outlook(self, moment: Moment, goal: str) -> str:
        """What best play from a moment comes to, in a sentence; empty where that is not known."""
        value = self._value(moment, goal)
        return "" if value is None else str(self._solver.describe(goal, value))

    def worths(self, moment: Moment, goal: str) -> list[tuple[str, str]]:
        """Every action at a moment and what comes of it, in words; nothing where that is not known."""
        values = self.values(moment, goal) or {}
        return [
            (render.name_action(action), str(self._solver.describe(goal, value)))
            for action, value in values.items()
        ]

    def best(self, moment: Moment, goals: Sequence[str]) -> Action:
        """The best action at a moment: by the first goal, among equals by the next, and so on.

        Args:
            moment: A moment at which the values for these goals are known.
            goals: The goals, the most important first.
        """
        seat = moment.state.to_act
        assert seat is not None
        left: Iterable[Action] = self._found[moment.path, goals[0]]
        for goal in goals:
            values = self._found[moment.path, goal]
            left = best_actions(Goal.read(goal), seat, {action: values[action] for action in left})
        return next(iter(left))

    def work(self, wanted: Iterable[tuple[Moment, str]], budget_ms: float) -> bool:
        """Searches for the first of the wanted values that is missing, for so many milliseconds.

        A search that is no longer wanted is dropped; what it found stays in the solver's tables.

        Args:
            wanted: The values wanted.
            budget_ms: Milliseconds, more than none.

        Returns:
            Whether a value was found, or more is sure of it than before.
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
        """The values at a moment, searched for here and now; only for moments that take no time.

        Raises:
            Unsolvable: if there is nothing to search.
        """
        key = moment.path, goal
        if key not in self._found:
            self._found[key] = self._solver.search(moment.state, goal, line=False).run().values
        return self._found[key]

    def missing(self, moment: Moment, goal: str) -> bool:
        """Whether values at a moment can be found and have not been."""
        return (moment.path, goal) not in self._found and self.askable(moment, goal)


def solved(game: Game, line: Line, goals: Iterable[str] = ()) -> Written:
    """The values at every moment of a record, for each goal, as JSON; null where it is too early or too long.

    Nothing if no moment can be searched, nor any that comes after.

    Args:
        game: The game.
        line: The moments.
        goals: The goals; those that the solver finds worth showing unless given.

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


def _goals(solver: Solver, line: Line, able: list[bool]) -> tuple[str, ...]:
    """The goals worth showing: where the record can first be searched, or else where it will be."""
    if any(able):
        return solver.goals_for(line[able.index(True)].state)
    solver.patient = True
    at_length = next((found for moment in line if (found := solver.goals_for(moment.state))), ())
    last = line[-1].state
    return at_length or (solver.goals_ahead(last) if last.to_act is not None else ())


def values_as_json(values: Values) -> dict[str, Any]:
    """Values as a spec carries them."""
    return {
        action: value if isinstance(value, int) else [[*each] for each in value]
        for action, value in values.items()
    }


def _read(values: Mapping[str, Any]) -> Values:
    return {
        Action(action): value if isinstance(value, int) else tuple(Interval(*each) for each in value)
        for action, value in values.items()
    }
