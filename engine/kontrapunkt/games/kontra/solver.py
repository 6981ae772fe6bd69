"""The solver of Kontra, for play from the hands alone: the endgame, and a pack that is locked for good.

Each plays alone. With two players that is a game for the same 120 card points, and the values are exact for
both. With three, `points N` is what North can be sure of whatever the others do: they are taken to play
together against North, which is the worst that can happen. A fixed pact of two is the same question, asked of
the third: the two are sure of all that is left, less what the third is sure of. What a deal of three will
come to when each plays for the own pile has no such answer, and is not asked here.
The last cards of the pack belong to the first trick of the endgame; whoever takes it has them.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final, override

from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Action, Seat
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import Phase
from kontrapunkt.games.kontra.walked import Ending, Table, walked_values
from kontrapunkt.games.kontra.weighed import Weighed
from kontrapunkt.said import Said, say, seat_name
from kontrapunkt.search.clock import Work
from kontrapunkt.search.front import Bounds, Solution, Solver, Value
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.compiled import CompiledKernel, match_kernel
from kontrapunkt.search.native import MachineError
from kontrapunkt.search.verdict import best_actions

Values = Callable[[KontraState], Work[dict[Action, Value]]]
"""Finds what a seat takes from a state on, by what is played now."""

_KEPT: Final = 4  # endings whose tables are kept


class KontraSolver(Solver[KontraState, Kontra]):
    """The solver of Kontra."""

    unknown_goal = "search.kontra.goal"
    kernels = ("match",)

    def __init__(self, game: Kontra) -> None:
        super().__init__(game)
        self._endings: list[tuple[Ending, dict[int, Table]]] = []
        self._weighed: Weighed | None = None

    @property
    @override
    def goals(self) -> tuple[str, ...]:
        return tuple(f"points {seat}" for seat in self.game.seats)

    @override
    def goals_ahead(self, state: KontraState) -> tuple[str, ...]:
        return self.worth_showing(state)

    @override
    def worth_showing(self, state: KontraState) -> tuple[str, ...]:
        # of two, one has what the other has not
        return self.goals if self.game.players > 2 else self.goals[-1:]

    @override
    def why_unsolvable(self, state: KontraState) -> Said | None:
        if state.to_act is None:
            return say("search.kontra.over")
        if state.phase not in Phase.FROM_HANDS:
            return say("search.kontra.pack")
        last = state.stock if state.phase == Phase.ENDGAME1 else ()
        if any(HIDDEN in cards for cards in (*state.hands, state.trick, last)):
            return say("search.kontra.hidden")
        return None

    @override
    def why_later(self, state: KontraState) -> Said | None:
        drawn = state.to_act is not None and state.phase not in Phase.FROM_HANDS
        return say("search.later.pack") if drawn else None

    @override
    def label(self, goal: str | Goal) -> Said:
        return say("search.kontra.label", seat=seat_name(self._seat(goal)))

    @override
    def describe(self, goal: str | Goal, value: Value) -> Said:
        assert isinstance(value, int)
        key = "search.kontra.tell" if self.game.players == 2 else "search.kontra.tell.sure"
        return say(key, seat=seat_name(self._seat(goal)), n=value)

    def _seat(self, goal: str | Goal) -> Seat:
        """The seat of a goal, if it knows it."""
        (seat,) = self.known(goal).seats
        return seat

    @override
    def look(self, state: KontraState, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        number = self.game.seats.index(self._seat(goal))
        searched: Table | CompiledKernel
        if self.engine == "wasm":
            weighed = self.weighed()
            searched, values_at = weighed.kernel, partial(weighed.values, seat=number)
        else:
            ending, searched = self._tables(state, number)
            values_at = partial(walked_values, ending=ending, table=searched)
        before = searched.nodes
        found = yield from _looked(state, goal, values_at, line)
        return replace(found, nodes=searched.nodes - before)

    @override
    def give_up(self, error: MachineError) -> None:
        super().give_up(error)
        self._weighed = None

    def weighed(self) -> Weighed:
        """All endings, as the compiled kernel has them.

        Raises:
            MachineError: if it is not there.
        """
        if self._weighed is None:
            self._weighed = Weighed(self.game, match_kernel(self.clock))
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
            tables[seat] = Table(ending, self.game.players, seat, self.clock)
        return ending, tables[seat]


def _looked(state: KontraState, goal: Goal, values_at: Values, line: bool) -> Work[Solution]:
    """The values of all actions, and a best line."""
    assert state.to_act is not None
    values = yield from values_at(state)
    best = best_actions(goal, state.to_act, values)
    moves: list[tuple[Seat, Action]] = []
    here, action = state, best[0]
    while line:
        assert here.to_act is not None
        moves.append((here.to_act, action))
        here = here.apply(action)
        if here.to_act is None:
            break
        action = best_actions(goal, here.to_act, (yield from values_at(here)))[0]
    return Solution(goal, state.to_act, values, best, tuple(moves))
