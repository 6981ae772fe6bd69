"""The proof tree of a goal, and habits that must not solve a puzzle.

The tree has one keeping card at each turn of the side, and every defence at the turns of others. It ends
where the rules alone decide the goal, so that the proof does not depend on the search that found the cards.
Positions with the same future are visited once, and equal defences, too.

A policy is a habit that needs no thought; a puzzle that one of them solves is not worth setting. It knows the
table and the wishes of its side, but does not look ahead. Between two cards that it considers the same, it
takes the first in the hand.
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
    """An error for a defence without an answer, so that the goal cannot be reached.

    Attributes:
        line: The moves up to there.
    """

    line: tuple[Move, ...] = ()


class TooLarge(Exception):
    """An error for a tree with too many positions."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The result of the proof for a position.

    Attributes:
        chosen: The keeping move, or the hardest defence; None if the goal is decided.
        decisions: The number of turns of the side, from here on against that defence, where a move would
            lose.
        plies: The number of moves until the goal is decided on that way.
        luck: The probability of success for random play of the side against the worst defence. It is an
            estimate: other keeping moves are taken to go on like the chosen one.
    """

    chosen: Any
    decisions: int = 0
    plies: int = 0
    luck: float = 1.0


_SETTLED = Branch(None)


class Proof:
    """The proof that a goal is reached from a state.

    Attributes:
        oracle: The oracle for the goal.
        root: The result for the state itself.
        duals: The number of positions in which another keeping move would also do, by the number of moves
            before them; the first move is left out.
        defences: The number of defences answered.
    """

    def __init__(
        self, oracle: GoalOracle, start: State, most: int = 0, walk: Walk[Any, Any] | None = None
    ) -> None:
        """Build the tree.

        Args:
            start: The state; the goal may count from an earlier one.
            most: The most positions it may have; 0 for any number.
            walk: The walk from position to position; None to use the engine's own states.

        Raises:
            UnansweredDefence: if the goal cannot be reached.
            TooLarge: if the tree has more positions than it may.
        """
        self._most = most
        self.oracle = oracle
        self.duals = Counter[int]()
        self.defences = 0
        self._start = start
        self._walk: Walk[Any, Any] = walk or oracle
        self._first = walk.start if walk else start
        self._branches: dict[Hashable, Branch] = {}
        self._way: list[Any] = []  # the moves that lead to the current position
        try:
            self.root = self._at(self._first)
        except UnansweredDefence as error:
            error.line = tuple(move for move, _ in self._engine_moves(self._way))
            raise

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self._branches)

    def line(self) -> tuple[Move, ...]:
        """Return the line of the hardest defence, until the goal is decided."""
        moves: list[Move] = []
        state = self._start
        for move, after in self._engine_moves(self._hardest()):
            moves.append(move)
            state = after
        while state.to_act is not None and state.view(None).trick:  # to the end of the trick
            moves.append((state.to_act, state.plays()[0]))
            state = state.apply(state.plays()[0])
        return tuple(moves)

    def _engine_moves(self, moves: Iterable[Any]) -> Iterator[tuple[Move, State]]:
        """Yield moves of the walk as engine moves, each with the state after it."""
        state, alike = self._start, self.oracle.knowledge.alike
        for each in moves:
            assert state.to_act is not None
            action = next(action for action in state.plays() if alike(action) == self._walk.name(each))
            move = state.to_act, action
            state = state.apply(action)
            yield move, state

    def _hardest(self) -> Iterator[Any]:
        """Yield the moves of the hardest defence."""
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
            found = self._branches[moment] = self._expand(at)
        return found

    def _expand(self, at: Any) -> Branch:
        walk = self._walk
        decided = walk.certain_outcome(at)
        if decided:
            return _SETTLED
        ours = walk.ours(at)
        if decided is False or ours is None:
            raise UnansweredDefence
        return (self._side_turn if ours else self._defence_turn)(at)

    def _after(self, at: Any, move: Any) -> Branch:
        """Return the branch after a move.

        If a defence has no answer, `_way` still holds the moves that lead to it.
        """
        self._way.append(move)
        branch = self._at(self._walk.after(at, move))
        self._way.pop()
        return branch

    def _side_turn(self, at: Any) -> Branch:
        walk = self._walk
        keeping = walk.goal_keeping_moves(at)
        if not keeping:
            raise UnansweredDefence
        if len(keeping) > 1 and self._way:
            self.duals[len(self._way)] += 1
        then = self._after(at, keeping[0])
        legal = sum([walk.many(at, move) for move in walk.moves(at)])
        kept = sum([walk.many(at, move) for move in keeping])
        return Branch(keeping[0], then.decisions + (kept < legal), then.plies + 1, then.luck * kept / legal)

    def _defence_turn(self, at: Any) -> Branch:
        answered = {move: self._after(at, move) for move in self._walk.moves(at)}
        self.defences += len(answered)
        hardest, most = max(answered.items(), key=lambda each: _asks(each[1]))
        luck = min(branch.luck for branch in answered.values())
        return Branch(hardest, most.decisions, most.plies + 1, luck)


def _asks(branch: Branch) -> tuple[int, float, int]:
    """Return the difficulty of a defence; more is harder."""
    return branch.decisions, -branch.luck, branch.plies


# Habits -----------------------------------------------------------------------------------------------------

Policy = Callable[[Walk[Any, Any], Any], Any]
"""The move of a habit at a position of a walk."""

LUCKY: Final = 0.5
"""The greatest success probability of random play: a coin must not do better."""


POLICIES: Final[dict[str, Policy]] = {
    "highest": lambda walk, at: max(walk.moves(at), key=walk.worth),
    "lowest": lambda walk, at: min(walk.moves(at), key=walk.worth),
    "greedy": lambda walk, at: max(walk.moves(at), key=lambda move: walk.gain(at, move)),
}
"""The policies by name.

They play the card that counts most; the card that counts least; or the card with the best points in this
trick as it shows, positive if the side is winning it and negative if not. Random play and the only legal card
are found by the proof.
"""


def finds(name: str, walk: Walk[Any, Any]) -> bool:
    """Return True if a policy's first card keeps the goal."""
    return walk.keeps(walk.start, POLICIES[name](walk, walk.start))


def solves(name: str, walk: Walk[Any, Any]) -> bool:
    """Return True if a policy reaches the goal against every defence.

    All hands of the side follow it.
    """
    policy = POLICIES[name]
    known: dict[Hashable, bool] = {}

    def holds(at: Any) -> bool:
        moment = walk.moment(at)
        if moment not in known:
            known[moment] = found(at)
        return known[moment]

    def found(at: Any) -> bool:
        decided = walk.certain_outcome(at)
        if decided is not None:
            return decided
        if not walk.ours(at):
            return all(holds(walk.after(at, move)) for move in walk.moves(at))
        move = policy(walk, at)
        return walk.keeps(at, move) and holds(walk.after(at, move))

    return holds(walk.start)
