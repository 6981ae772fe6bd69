"""The proof tree: one keeping card at each of the side's turns, every defence at the others'; and habits.

The tree ends where the rules alone tell that the goal is reached, so that it proves the goal without trusting
the search that found the cards. Positions from which the same can come are walked once, defences that are
equals of one another too.

A policy is a habit that needs no thought; a puzzle that one of them solves is not worth setting. Each knows
the table and its own side's wishes but nothing of what is to come. Where two cards are the same to it, it
takes the one that comes first in the hand.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from kontrapunkt.core.interface import State
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.knowledge import Walk
from kontrapunkt.puzzles.phrasing import Move


class UnansweredDefence(Exception):
    """A defence that nothing answers: the aim cannot be reached.

    Attributes:
        line: What was done up to there.
    """

    line: tuple[Move, ...] = ()


class TooLarge(Exception):
    """A tree with more positions than it may have."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What the proof knows of a position.

    Attributes:
        chosen: What is done there: the keeping move, or the defence that asks most of the side; None where
            the aim is settled.
        decisions: Turns of the side, on the way from here against that defence, where a move would lose.
        plies: Moves until the aim is settled on that way.
        luck: The chance of one who does anything at each turn of the side, against the worst defence. A
            guess: what comes after another keeping move is taken to be like what comes after the chosen.
    """

    chosen: Any
    decisions: int = 0
    plies: int = 0
    luck: float = 1.0


_SETTLED = Branch(None)


class Proof:
    """The proof that an aim is reached from a state.

    Attributes:
        oracle: The aim, and what keeps it.
        root: What it knows of the state itself.
        duals: By how many moves lie before it, the number of positions in which another keeping move would
            do as well; the first move is left out.
        defences: How many defences it answers.
    """

    def __init__(
        self, oracle: GoalOracle, start: State, most: int = 0, walk: Walk[Any, Any] | None = None
    ) -> None:
        """Walks the tree.

        Args:
            oracle: The aim.
            start: The state; it need not be the one that the aim counts from.
            most: How many positions it may have; 0 for any number.
            walk: How it goes from position to position, from where it starts; over the engine's own states
                unless given.

        Raises:
            Unanswered: if the aim cannot be reached.
            TooLarge: if it has more positions than it may.
        """
        self._most = most
        self.oracle = oracle
        self.duals = Counter[int]()
        self.defences = 0
        self._start = start
        self._walk: Walk[Any, Any] = walk or oracle
        self._first = walk.start if walk else start
        self._branches: dict[Hashable, Branch] = {}
        self._way: list[Any] = []  # the moves that have led to where it looks
        try:
            self.root = self._at(self._first)
        except UnansweredDefence as error:
            error.line = tuple(move for move, _ in self._played(self._way))
            raise

    @property
    def size(self) -> int:
        """How many positions it has."""
        return len(self._branches)

    def line(self) -> tuple[Move, ...]:
        """The line of the defence that asks most of the side, up to where the aim is settled."""
        moves: list[Move] = []
        state = self._start
        for move, after in self._played(self._hardest()):
            moves.append(move)
            state = after
        while state.to_act is not None and state.view(None).trick:  # to the end of the trick
            moves.append((state.to_act, state.plays()[0]))
            state = state.apply(state.plays()[0])
        return tuple(moves)

    def _played(self, moves: Iterable[Any]) -> Iterator[tuple[Move, State]]:
        """Moves of the walk as the engine has them, from the start, each with the state that it leads to."""
        state, alike = self._start, self.oracle.knowledge.alike
        for each in moves:
            assert state.to_act is not None
            action = next(action for action in state.plays() if alike(action) == self._walk.name(each))
            move = state.to_act, action
            state = state.apply(action)
            yield move, state

    def _hardest(self) -> Iterator[Any]:
        """The moves of that line."""
        walk, at = self._walk, self._first
        while (chosen := self._branches[walk.moment(at)].chosen) is not None:
            yield chosen
            at = walk.after(at, chosen)

    def _at(self, at: Any) -> Branch:
        moment = self._walk.moment(at)
        found = self._branches.get(moment)
        if found is None:
            if self._most and len(self._branches) > self._most:
                raise TooLarge
            found = self._branches[moment] = self._found(at)
        return found

    def _found(self, at: Any) -> Branch:
        walk = self._walk
        decided = walk.decided(at)
        if decided:
            return _SETTLED
        ours = walk.ours(at)
        if decided is False or ours is None:
            raise UnansweredDefence
        return (self._kept if ours else self._defended)(at)

    def _after(self, at: Any, move: Any) -> Branch:
        """What follows a move; where a defence is not answered, the way to it is left as it was."""
        self._way.append(move)
        branch = self._at(self._walk.after(at, move))
        self._way.pop()
        return branch

    def _kept(self, at: Any) -> Branch:
        walk = self._walk
        keeping = walk.keeping(at)
        if not keeping:
            raise UnansweredDefence
        if len(keeping) > 1 and self._way:
            self.duals[len(self._way)] += 1
        then = self._after(at, keeping[0])
        legal = sum([walk.many(at, move) for move in walk.moves(at)])
        kept = sum([walk.many(at, move) for move in keeping])
        return Branch(keeping[0], then.decisions + (kept < legal), then.plies + 1, then.luck * kept / legal)

    def _defended(self, at: Any) -> Branch:
        answered = {move: self._after(at, move) for move in self._walk.moves(at)}
        self.defences += len(answered)
        hardest, most = max(answered.items(), key=lambda each: _asks(each[1]))
        luck = min(branch.luck for branch in answered.values())
        return Branch(hardest, most.decisions, most.plies + 1, luck)


def _asks(branch: Branch) -> tuple[int, float, int]:
    """How much a defence asks of the side; more is harder."""
    return branch.decisions, -branch.luck, branch.plies


# Habits -----------------------------------------------------------------------------------------------------

Policy = Callable[[Walk[Any, Any], Any], Any]
"""What a habit does at a position of a walk."""

LUCKY: Final = 0.5
"""The chance that one who plays any card may have at most: a coin shall not do better."""


POLICIES: Final[dict[str, Policy]] = {
    "highest": lambda walk, at: max(walk.moves(at), key=walk.worth),
    "lowest": lambda walk, at: min(walk.moves(at), key=walk.worth),
    "greedy": lambda walk, at: max(walk.moves(at), key=lambda move: walk.gain(at, move)),
}
"""The policies by name: the card that counts most; that counts least; as many card points as this trick can
show, most of them where the side is winning it, else fewest. Random play and the only legal card are told
from the proof."""


def finds(name: str, walk: Walk[Any, Any]) -> bool:
    """Whether a policy's first card keeps the aim."""
    return walk.keeps(walk.start, POLICIES[name](walk, walk.start))


def solves(name: str, walk: Walk[Any, Any]) -> bool:
    """Whether a policy, followed by both hands of the side, reaches the aim against every defence."""
    policy = POLICIES[name]
    known: dict[Hashable, bool] = {}

    def holds(at: Any) -> bool:
        moment = walk.moment(at)
        if moment not in known:
            known[moment] = found(at)
        return known[moment]

    def found(at: Any) -> bool:
        decided = walk.decided(at)
        if decided is not None:
            return decided
        if not walk.ours(at):
            return all(holds(walk.after(at, move)) for move in walk.moves(at))
        move = policy(walk, at)
        return walk.keeps(at, move) and holds(walk.after(at, move))

    return holds(walk.start)
