"""The solver of rank-match games: its goals, its refusals and stored endings."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Action, Seat
from kontrapunkt.core.messages import Text, say
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.search.clock import Work
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.compiled import RankSolver
from kontrapunkt.search.match.goal_queries import GoalQuery, Reached, by_rank
from kontrapunkt.search.match.phrasing import tell_by_past, winning
from kontrapunkt.search.match.python_engine import PythonEngine
from kontrapunkt.search.match.questions import Payoffs
from kontrapunkt.search.match.wasm_engine import WasmEngine
from kontrapunkt.search.native import MachineError
from kontrapunkt.search.solver import Bounds, Solution, Value, keep

type Prepared = PythonEngine | WasmEngine
"""An ending with the results of either kernel."""

_KEPT: Final = 4  # stored endings, and rule sets with stored payoffs
_PAYOFFS: Final[dict[tuple[object, ...], Payoffs]] = {}


class MatchSolver[G: RankMatchGame](RankSolver[RankMatchState, G]):
    """The solver of a game of the Sedma group.

    Attributes:
        payoffs_of: Creates the payoffs of a game.
    """

    payoffs_of: ClassVar[type[Payoffs]]
    family = "match"
    kinds: ClassVar[tuple[str, ...]] = ("points", "difference", "tricks", "no-tricks", "wins", "result")

    def __init__(self, game: G) -> None:
        super().__init__(game)
        self.payoffs = self._payoffs()
        self._prepared: list[Prepared] = []

    def _payoffs(self) -> Payoffs:
        """The payoffs, shared by solvers with the same options."""
        key = (type(self), *sorted(self.game.options.items()))
        if key not in _PAYOFFS:
            keep(_PAYOFFS, key, self.payoffs_of(self.game), _KEPT)
        return _PAYOFFS[key]

    @override
    def worth_showing(self, state: RankMatchState) -> tuple[str, ...]:
        dirty = [
            f"cleans {name}" for side, name in enumerate(("NS", "EW")) if unclean(state.marks) >> side & 1
        ]
        return (*dirty, "result", "points NS")

    @override
    def early(self, state: RankMatchState) -> bool:
        return bool(state.stock) or (state.first_part and state.phase != "exchange")

    @override
    def cards(self, state: RankMatchState) -> Iterable[Sequence[Card]]:
        return state.hands

    @override
    def describe(self, goal: str | Goal, value: Value) -> Text:
        found, outcome = self.parse_goal(goal), self.payoffs.outcome
        if not isinstance(value, int):
            return tell_by_past(value, outcome if found.kind == "result" else partial(winning, found))
        if found.kind == "result":
            return say("search.tell.result", outcome=outcome(value), always=0)
        return super().describe(found, value)

    @override
    def par(self, goal: str | Goal, value: Value) -> Text:
        found = self.parse_goal(goal)
        if found.kind != "result" or not isinstance(value, int):
            return super().par(found, value)
        return say("search.par", goal=self.label(found), n=self.payoffs.outcome(value))

    @override
    def look(self, state: RankMatchState, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        asked, prepared = yield from self.prepare_query(state, goal)
        before, seat = prepared.nodes, SEATS[state.turn]
        found = yield from prepared.find(asked, state)
        best = _best(found, seat)
        moves: list[tuple[Seat, Action]] = []
        if line and best:
            moves = yield from _follow(prepared, asked, best[0], found[best[0]])
        values: dict[Reached, Value] = {}
        for reached in found.values():
            if reached not in values:
                values[reached] = asked.value(reached)
                yield
        legal = state.actions()
        return Solution(
            goal,
            seat,
            {action: values[found[action[0]]] for action in legal},
            tuple(action for action in legal if action[0] in best),
            tuple(moves),
            prepared.nodes - before,
        )

    @override
    def give_up(self, error: MachineError) -> None:
        super().give_up(error)
        self._prepared = [each for each in self._prepared if not isinstance(each, WasmEngine)]

    def prepare_query(self, state: RankMatchState, goal: Goal) -> Work[tuple[GoalQuery, Prepared]]:
        """Return a goal's query and the engine that answers it.

        Args:
            state: A state that can be solved.
        """
        prepared, asked = (yield from self._prepare(state)), GoalQuery(self.payoffs, state, goal)
        yield from asked.prepare()
        return asked, prepared

    def _prepare(self, state: RankMatchState) -> Work[Prepared]:
        """Return the ending of a state, or create it and drop the least recently used."""
        # A trick that began with a stock has rules of its own and is searched card by card.
        kind = WasmEngine if self.engine == "wasm" and not state.first_part else PythonEngine
        for known in self._prepared:
            if isinstance(known, kind) and known.holds(state):
                self._prepared.remove(known)
                self._prepared.insert(0, known)
                return known
        while len(self._prepared) >= _KEPT:
            if isinstance(gone := self._prepared.pop(), PythonEngine):
                yield from gone.clear()
        made = WasmEngine(self.kernel, self.numbering, state) if kind is WasmEngine else self._walked(state)
        self._prepared.insert(0, made)
        yield
        return made

    def _walked(self, state: RankMatchState) -> PythonEngine:
        return PythonEngine(state, self.clock)


def _best(found: Mapping[str, Reached], seat: Seat) -> list[str]:
    """Return the ranks that are best for a seat in all counts."""
    ours = seat in ("N", "S")
    ends = [max(each) if ours else min(each) for each in zip(*found.values(), strict=True)]
    return [rank for rank, reached in found.items() if list(reached) == ends]


def _follow(
    prepared: Prepared, asked: GoalQuery, rank: str | None, reached: Reached
) -> Work[list[tuple[Seat, Action]]]:
    """Play a rank, then further cards as long as some card preserves the value."""
    line, state = [], asked.state
    while rank:
        action = by_rank(state)[rank]
        line.append((SEATS[state.turn], action))
        state = state.apply(action)
        yield
        rank = None if state.to_act is None else (yield from prepared.keeping(asked, state, reached))
    return line
