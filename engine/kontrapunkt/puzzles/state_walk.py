"""The walk over the engine's own states, and how a line of any walk reads in them."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import override

from kontrapunkt.game import Action, State
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.walk import Walk
from kontrapunkt.puzzles.wording import Move


class StateWalk(Walk[State, Action]):
    """A walk over the engine's own states."""

    def __init__(self, oracle: GoalOracle, start: State) -> None:
        """Begins at a state.

        Args:
            oracle: The aim.
            start: The state; it need not be the one that the aim counts from.
        """
        self.start = start
        self._oracle = oracle
        self._knowledge = oracle.knowledge

    @override
    def moment(self, at: State) -> Hashable:
        return self._oracle.moment(at)

    @override
    def decided(self, at: State) -> bool | None:
        return self._oracle.decided(at)

    @override
    def ours(self, at: State) -> bool | None:
        return None if at.to_act is None else self._oracle.aim.of_side(at.to_act)

    @override
    def moves(self, at: State) -> Sequence[Action]:
        return self._oracle.choices(at)

    @override
    def many(self, at: State, move: Action) -> int:
        return sum(self.name(each) == self.name(move) for each in at.plays())

    @override
    def keeping(self, at: State) -> Sequence[Action]:
        return self._oracle.keeping(at)

    @override
    def keeps(self, at: State, move: Action) -> bool:
        return self._oracle.aim_at(at).reached(self._oracle.values(at)[move])

    @override
    def after(self, at: State, move: Action) -> State:
        return at.apply(move)

    @override
    def name(self, move: Action) -> str:
        return self._knowledge.alike(move)

    @override
    def worth(self, move: Action) -> int:
        return self._knowledge.worth(move)

    @override
    def gain(self, at: State, move: Action) -> int:
        return self._knowledge.gain(at, move, self._oracle.aim.seats)


def played(knowledge: Knowledge, state: State, names: Iterable[str]) -> Iterator[tuple[Move, State]]:
    """The moves of a walk as the engine has them, each with the state that it leads to.

    Args:
        knowledge: What puzzles know of the game.
        state: The state that they begin with.
        names: What each move shares with its equals.
    """
    for name in names:
        assert state.to_act is not None
        action = next(each for each in state.plays() if knowledge.alike(each) == name)
        move = state.to_act, action
        state = state.apply(action)
        yield move, state
