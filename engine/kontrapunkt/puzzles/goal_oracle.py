"""An oracle for a goal: the solver's values at every state after a puzzle's start."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, override

from kontrapunkt.core.interface import Action, State
from kontrapunkt.core.messages import Message
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Knowledge, Walk
from kontrapunkt.puzzles.phrasing import Move, describe_line, distinct
from kontrapunkt.search import Solver, Value


@dataclass(frozen=True, slots=True)
class Try:
    """An action, with best play after it.

    Attributes:
        then: The state after the action.
        line: Best play from there, up to the end of the trick in which the goal is decided.
        depth: The number of moves until the goal is decided.
        trick: The number of the trick in which it is decided.
        at_once: True if that is the trick of the action itself.
    """

    action: Action
    then: State
    line: tuple[Move, ...]
    depth: int
    trick: int
    at_once: bool

    @property
    def line_text(self) -> Message:
        """The line in words."""
        return describe_line(self.then, self.line)


class GoalOracle(Walk[State, Action]):
    """The actions that keep a goal, and its decision: a walk over the engine's states.

    It asks the solver once for each state.

    Attributes:
        aim: The goal of the side.
        knowledge: The puzzle knowledge of the game.
        start: The state from which the goal counts.
        nodes: The number of positions that the solver has searched.
    """

    def __init__(self, aim: Aim, knowledge: Knowledge[Any], solver: Solver[Any, Any], start: State) -> None:
        """Create an oracle for a goal at a state."""
        self.aim = aim
        self.knowledge = knowledge
        self.solver = solver
        self.start = start
        self.nodes = 0
        self._values: dict[Hashable, dict[str, Value]] = {}

    def aim_at(self, state: State) -> Aim:
        """Return the rest of the goal at a state."""
        return self.knowledge.remaining_aim(self.aim, self.start, state)

    def values(self, state: State) -> Mapping[Action, Value]:
        """Return the value of every action at a state."""
        moment = self.moment(state)
        found = self._values.get(moment)
        if found is None:
            solution = self.solver.solution(state, self.aim.goal)
            self.nodes += solution.nodes
            found = {self.knowledge.alike(action): value for action, value in solution.values.items()}
            self._values[moment] = found
        return {action: found[self.knowledge.alike(action)] for action in state.plays()}

    @override
    def moment(self, at: State) -> Hashable:
        return self.knowledge.moment(self.aim.goal, at)

    @override
    def certain_outcome(self, at: State) -> bool | None:
        return self.knowledge.certain_outcome(self.aim_at(at), at)

    @override
    def ours(self, at: State) -> bool | None:
        return None if at.to_act is None else self.aim.of_side(at.to_act)

    @override
    def moves(self, at: State) -> tuple[Action, ...]:
        return distinct(self.knowledge, at.plays())  # calls have no value

    @override
    def many(self, at: State, move: Action) -> int:
        return sum(self.name(each) == self.name(move) for each in at.plays())

    @override
    def goal_keeping_moves(self, at: State) -> tuple[Action, ...]:
        aim = self.aim_at(at)
        return distinct(
            self.knowledge, [action for action, value in self.values(at).items() if aim.reached(value)]
        )

    @override
    def after(self, at: State, move: Action) -> State:
        return at.apply(move)

    @override
    def name(self, move: Action) -> str:
        return self.knowledge.alike(move)

    @override
    def worth(self, move: Action) -> int:
        return self.knowledge.worth(move)

    @override
    def gain(self, at: State, move: Action) -> int:
        return self.knowledge.gain(at, move, self.aim.seats)

    def try_action(self, state: State, action: Action) -> Try:
        """Return an action with best play after it."""
        now = then = state.apply(action)
        line = self.solver.search(then, self.aim.goal, line=True).run().line if then.to_act else ()
        still_open = [state, *self.open_states(then, line)]
        here, number = (each.view(None).trick_number for each in (state, still_open[-1]))
        depth = len(still_open) - 1
        for moves, (seat, played) in enumerate(line, 1):
            now = now.apply(played, seat)
            if moves >= depth and not now.view(None).trick:
                line = line[:moves]
                break
        return Try(action, then, line, depth, number, number == here)

    def open_states(self, state: State, line: Iterable[Move]) -> Iterator[State]:
        """Yield the states of a line before each move, until the goal is decided.

        Args:
            state: The first state.
        """
        for seat, action in line:
            if self.certain_outcome(state) is not None:
                return
            yield state
            state = state.apply(action, seat)
