"""GoalOracle: an aim at every state that can come of a puzzle's, each asked of the solver once."""

from collections.abc import Hashable, Mapping

from kontrapunkt.game import Action, State
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.wording import Move, distinct
from kontrapunkt.search import Solver, Value


class GoalOracle:
    """What keeps an aim, and when it is settled.

    Attributes:
        aim: The aim.
        knowledge: What puzzles know of the game.
        solver: The game's solver.
        start: The state that the aim counts from.
        nodes: Positions that the solver has searched.
    """

    def __init__(self, aim: Aim, knowledge: Knowledge, solver: Solver, start: State) -> None:
        """For an aim at a state."""
        self.aim = aim
        self.knowledge = knowledge
        self.solver = solver
        self.start = start
        self.nodes = 0
        self._values: dict[Hashable, dict[str, Value]] = {}

    def moment(self, state: State) -> Hashable:
        """What two states share if the same can come of them, for this aim."""
        return self.knowledge.moment(self.aim.goal, state)

    def aim_at(self, state: State) -> Aim:
        """What is left of the aim at a state."""
        return self.knowledge.left_of(self.aim, self.start, state)

    def decided(self, state: State) -> bool | None:
        """Whether the aim is reached, or missed, whatever is played from a state; None while that is open."""
        return self.knowledge.decided(self.aim_at(state), state)

    def values(self, state: State) -> Mapping[Action, Value]:
        """The value of every action at a state."""
        moment = self.moment(state)
        found = self._values.get(moment)
        if found is None:
            solution = self.solver.solution(state, self.aim.goal)
            self.nodes += solution.nodes
            found = {self.knowledge.alike(action): value for action, value in solution.values.items()}
            self._values[moment] = found
        return {action: found[self.knowledge.alike(action)] for action in state.plays()}

    def keeping(self, state: State) -> tuple[Action, ...]:
        """The actions that keep the aim, where it is the side's turn; one of each kind of equals."""
        aim = self.aim_at(state)
        return distinct(
            self.knowledge, [action for action, value in self.values(state).items() if aim.reached(value)]
        )

    def choices(self, state: State) -> tuple[Action, ...]:
        """What may be played at a state, one of each kind of equals; what is only said has no value."""
        return distinct(self.knowledge, state.plays())

    def best_line(self, state: State) -> tuple[Move, ...]:
        """A line of best play, up to the end of the trick in which the aim is settled."""
        line = self.solver.search(state, self.aim.goal, line=True).run().line
        return self.cut(state, line)

    def cut(self, state: State, line: tuple[Move, ...]) -> tuple[Move, ...]:
        """The first moves of a line, up to the end of the trick in which the aim is settled."""
        settled = False
        for place, (seat, action) in enumerate(line):
            state = state.apply(action, seat)
            settled = settled or self.decided(state) is not None
            if settled and not state.view(None).trick:
                return line[: place + 1]
        return line
