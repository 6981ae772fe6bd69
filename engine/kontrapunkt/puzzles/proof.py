"""The proof tree: one keeping card at each of the side's turns, every defence at the others'.

It is walked over the engine's own states and ends where the rules alone tell that the goal is reached, so
that it proves the goal without trusting the search that found the cards. Positions from which the same can
come are walked once, defences that are equals of one another too.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

from kontrapunkt.game import Action, State
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.wording import Move


class Unanswered(Exception):
    """A defence that nothing answers: the aim cannot be reached.

    Attributes:
        line: What was done up to there, the last action first.
        state: The state in which it is lost.
    """

    def __init__(self, state: State) -> None:
        super().__init__("a defence is not answered")
        self.line: list[Move] = []
        self.state = state


class TooLarge(Exception):
    """A tree with more positions than it may have."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What the proof knows of a position.

    Attributes:
        chosen: What is done there: the keeping action, or the defence that asks most of the side; None where
            the aim is settled.
        decisions: Turns of the side, on the way from here against that defence, where an action would lose.
        plies: Actions until the aim is settled on that way.
        luck: The chance of one who does anything at each turn of the side, against the worst defence. A
            guess: what comes after another keeping action is taken to be like what comes after the chosen.
    """

    chosen: Action | None
    decisions: int = 0
    plies: int = 0
    luck: float = 1.0


_SETTLED = Branch(None)


class Proof:
    """The proof that an aim is reached from a state.

    Attributes:
        oracle: The aim, and what keeps it.
        root: What it knows of the state itself.
        duals: By how many actions lie before it, the number of positions in which another keeping action
            would do as well; the first action is left out.
        defences: How many defences it answers.
    """

    def __init__(self, oracle: GoalOracle, start: State, most: int = 0) -> None:
        """Walks the tree.

        Args:
            oracle: The aim.
            start: The state; it need not be the one that the aim counts from.
            most: How many positions it may have; 0 for any number.

        Raises:
            Unanswered: if the aim cannot be reached.
            TooLarge: if it has more positions than it may.
        """
        self._most = most
        self.oracle = oracle
        self.duals = Counter[int]()
        self.defences = 0
        self._start = start
        self._branches: dict[Hashable, Branch] = {}
        self.root = self._walk(start, 0)

    @property
    def size(self) -> int:
        """How many positions it has."""
        return len(self._branches)

    def line(self) -> tuple[Move, ...]:
        """The line of the defence that asks most of the side, up to where the aim is settled."""
        state = self._start
        moves: list[Move] = []
        while True:
            chosen = self._branches[self.oracle.moment(state)].chosen
            seat = state.to_act
            if chosen is None or seat is None:
                return self._to_the_end_of_the_trick(state, moves)
            action = next(a for a in state.plays() if self._alike(a, chosen))
            moves.append((seat, action))
            state = state.apply(action)

    def _to_the_end_of_the_trick(self, state: State, moves: list[Move]) -> tuple[Move, ...]:
        while state.to_act is not None and state.view(None).trick:
            moves.append((state.to_act, state.plays()[0]))
            state = state.apply(state.plays()[0])
        return tuple(moves)

    def _alike(self, one: Action, other: Action) -> bool:
        knowledge = self.oracle.knowledge
        return knowledge.alike(one) == knowledge.alike(other)

    def _walk(self, state: State, depth: int) -> Branch:
        moment = self.oracle.moment(state)
        found = self._branches.get(moment)
        if found is None:
            if self._most and len(self._branches) > self._most:
                raise TooLarge
            found = self._branches[moment] = self._found(state, depth)
        return found

    def _found(self, state: State, depth: int) -> Branch:
        decided = self.oracle.decided(state)
        if decided:
            return _SETTLED
        seat = state.to_act
        if decided is False or seat is None:
            raise Unanswered(state)
        return (self._kept if self.oracle.aim.of_side(seat) else self._defended)(state, depth)

    def _after(self, state: State, action: Action, depth: int) -> Branch:
        """What follows an action; where a defence is not answered, the action is part of the line to it."""
        try:
            return self._walk(state.apply(action), depth + 1)
        except Unanswered as error:
            error.line.append((state.to_act or "N", action))
            raise

    def _kept(self, state: State, depth: int) -> Branch:
        keeping = self.oracle.keeping(state)
        if not keeping:
            raise Unanswered(state)
        if len(keeping) > 1 and depth:
            self.duals[depth] += 1
        chosen = keeping[0]
        then = self._after(state, chosen, depth)
        legal = state.plays()
        kept = sum(any(self._alike(action, good) for good in keeping) for action in legal)
        loses = kept < len(legal)
        return Branch(chosen, then.decisions + loses, then.plies + 1, then.luck * kept / len(legal))

    def _defended(self, state: State, depth: int) -> Branch:
        branches: dict[Action, Branch] = {}
        for action in self.oracle.choices(state):
            branches[action] = self._after(state, action, depth)
            self.defences += 1
        hardest = max(branches, key=lambda action: _asks(branches[action]))
        then = branches[hardest]
        luck = min(branch.luck for branch in branches.values())
        return Branch(hardest, then.decisions, then.plies + 1, luck)


def _asks(branch: Branch) -> tuple[int, float, int]:
    """How much a defence asks of the side; more is harder."""
    return branch.decisions, -branch.luck, branch.plies
