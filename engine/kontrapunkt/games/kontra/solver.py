"""The solver of Kontra, for play from the hands alone: the endgame, and a pack that is locked for good.

Each plays alone. With two players that is a game for the same 120 card points, and the values are exact for
both. With three, `points N` is what North can be sure of whatever the others do: they are taken to play
together against North, which is the worst that can happen. A fixed pact of two is the same question, asked of
the third: the two are sure of all that is left, less what the third is sure of. What a deal of three will
come to when each plays for the own pile has no such answer, and is not asked here.
The last cards of the pack belong to the first trick of the endgame; whoever takes it has them.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, override

from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Action, Game, Seat, State
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.table import ENDGAME, ENDGAME1, LOCKED_END
from kontrapunkt.games.kontra.walked import Ending, Table, walked_values
from kontrapunkt.games.kontra.weighed import Weighed
from kontrapunkt.said import Said, say, seat_name
from kontrapunkt.search.clock import Clock, Work
from kontrapunkt.search.front import Engine, Search, Solution, Solver, Value
from kontrapunkt.search.goals import Goal, GoalError, Unsolvable
from kontrapunkt.search.match.compiled import CompiledKernel
from kontrapunkt.search.native import MachineError, machine, runs

Values = Callable[[KontraState], Work[dict[Action, Value]]]
"""Finds what a seat takes from a state on, by what is played now."""

_KEPT: Final = 4  # endings whose tables are kept


class KontraSolver(Solver):
    """The solver of Kontra.

    Attributes:
        clock: Its clock.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, Kontra)
        self.rules = game
        self.clock = Clock()
        self._endings: list[tuple[Ending, dict[int, Table]]] = []
        self._weighed: Weighed | None = None

    @property
    @override
    def engines(self) -> tuple[Engine, ...]:
        return ("wasm", "python") if runs("match") else ("python",)

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        return tuple(f"points {seat}" for seat in self.game.seats)

    @override
    def goals_for(self, state: State) -> tuple[str, ...]:
        return () if self.why_unsolvable(state) is not None else self.goals_ahead(state)

    @override
    def goals_ahead(self, state: State) -> tuple[str, ...]:
        return (
            self.goals if self.rules.players > 2 else self.goals[-1:]
        )  # of two, one has what the other has not

    @override
    def why_unsolvable(self, state: State) -> Said | None:
        assert isinstance(state, KontraState)
        if state.to_act is None:
            return say("search.kontra.over")
        if state.phase not in (ENDGAME1, ENDGAME, LOCKED_END):
            return say("search.kontra.pack")
        last = state.stock if state.phase == ENDGAME1 else ()
        if any(HIDDEN in cards for cards in (*state.hands, state.trick, last)):
            return say("search.kontra.hidden")
        return None

    @override
    def why_later(self, state: State) -> Said | None:
        assert isinstance(state, KontraState)
        drawn = state.to_act is not None and state.phase not in (ENDGAME1, ENDGAME, LOCKED_END)
        return say("search.later.pack") if drawn else None

    @override
    def label(self, goal: str | Goal) -> Said:
        return say("search.kontra.label", seat=seat_name(self._seat(goal)))

    @override
    def describe(self, goal: str | Goal, value: Value) -> Said:
        assert isinstance(value, int)
        key = "search.kontra.tell" if self.rules.players == 2 else "search.kontra.tell.sure"
        return say(key, seat=seat_name(self._seat(goal)), n=value)

    @override
    def search(self, state: State, goal: str | Goal, line: bool = True) -> Search:
        seat = self._seat(goal)
        why = self.why_unsolvable(state)
        if why is not None:
            raise Unsolvable(why)
        assert isinstance(state, KontraState)
        return Search(state, Goal.read(goal), self.clock, self._look(state, Goal.read(goal), seat, line))

    def _seat(self, goal: str | Goal) -> Seat:
        """The seat of a goal, if it knows it."""
        found = Goal.read(goal)
        if found.kind != "points" or found.seat not in self.game.seats:
            values = {"game": self.game.title, "goal": str(found), "goals": ", ".join(self.goals)}
            raise GoalError(say("search.kontra.goal", **values))
        return found.seat

    def _look(self, state: KontraState, goal: Goal, seat: Seat, line: bool) -> Work[Solution]:
        number = self.game.seats.index(seat)
        if self.engine == "wasm":
            try:
                weighed = self.weighed()
                before = weighed.kernel.nodes
                found = yield from _looked(state, goal, lambda now: weighed.values(now, number), line)
                return replace(found, nodes=weighed.kernel.nodes - before)
            except MachineError as error:
                logging.getLogger(__name__).warning(
                    "The compiled search has failed (%s); Python searches in its place, more slowly.", error
                )
                self.engine, self._weighed = "python", None
        ending, table = self._tables(state, number)
        before = table.nodes
        found = yield from _looked(state, goal, lambda now: walked_values(now, ending, table), line)
        return replace(found, nodes=table.nodes - before)

    def weighed(self) -> Weighed:
        """All endings, as the compiled kernel has them.

        Raises:
            MachineError: if it is not there.
        """
        if self._weighed is None:
            found = machine("match")
            if found is None:
                raise MachineError("it is not there")
            self._weighed = Weighed(self.rules, CompiledKernel(found, self.clock))
        return self._weighed

    def _tables(self, state: KontraState, seat: int) -> tuple[Ending, Table]:
        """The ending that a state belongs to, or a new one, and its table for a seat."""
        known = next((each for each in self._endings if each[0].holds(state)), None)
        if known is None:
            known = Ending(state), {}
        else:
            self._endings.remove(known)
        self._endings = [known, *self._endings[: _KEPT - 1]]
        ending, tables = known
        if seat not in tables:
            tables[seat] = Table(ending, self.rules.players, seat, self.clock)
        return ending, tables[seat]


def _looked(state: KontraState, goal: Goal, values_at: Values, line: bool) -> Work[Solution]:
    """The values of all actions, and a best line."""
    values = yield from values_at(state)
    best = _best(goal, state, values)
    moves: list[tuple[Seat, Action]] = []
    here, action = state, best[0]
    while line:
        assert here.to_act is not None
        moves.append((here.to_act, action))
        here = here.apply(action)
        if here.to_act is None:
            break
        found = yield from values_at(here)
        action = _best(goal, here, found)[0]
    assert state.to_act is not None
    return Solution(goal, state.to_act, values, best, tuple(moves))


def _best(goal: Goal, state: KontraState, values: Mapping[Action, Value]) -> tuple[Action, ...]:
    assert state.to_act is not None
    numbers = [value for value in values.values() if isinstance(value, int)]
    most = max(numbers) if goal.wants_more(state.to_act) else min(numbers)
    return tuple(action for action, value in values.items() if value == most)
