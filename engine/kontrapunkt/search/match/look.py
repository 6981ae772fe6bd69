"""A search of a rank-match game from its question to its solution, in pieces."""

from collections.abc import Mapping, Sequence
from functools import partial

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.search.clock import Work, patiently
from kontrapunkt.search.front import Solution, Value
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.asked import Asked
from kontrapunkt.search.match.bracket import Bracket
from kontrapunkt.search.match.payoffs import Payoffs
from kontrapunkt.search.match.place import Frame, after
from kontrapunkt.search.match.prepared import Prepared

Reached = tuple[int, ...]
"""How many of its targets each engine reaches."""


def look(
    preparing: Work[Prepared], payoffs: Payoffs, state: RankMatchState, goal: Goal, line: bool
) -> Work[Solution]:
    """The values of all actions, and a best line.

    Args:
        preparing: Finds the ending.
        payoffs: What a finished deal is worth.
        state: The state.
        goal: The goal.
        line: Whether to find a best line.
    """
    prepared = yield from preparing
    before = prepared.nodes
    asked = Asked(prepared, payoffs, state, goal)
    yield from asked.prepare()
    fork = Fork(prepared.frame, asked, state, state)
    found = yield from fork.find()
    best = _best(found, SEATS[state.turn])
    moves = yield from _follow(fork, best[0], found[best[0]]) if line and best else _nothing()
    values: dict[Reached, Value] = {}
    for reached in found.values():
        if reached not in values:
            values[reached] = asked.value(reached)
            yield
    legal = state.actions()
    return Solution(
        goal,
        SEATS[state.turn],
        {action: values[found[action[0]]] for action in legal},
        tuple(action for action in legal if action[0] in best),
        tuple(moves),
        prepared.nodes - before,
    )


class Fork:
    """A state with somebody to act: by rank what playing it leads to, and what is known of that."""

    def __init__(self, frame: Frame, asked: Asked, state: RankMatchState, root: RankMatchState) -> None:
        """Sees where each rank leads.

        Args:
            frame: The ending.
            asked: What is asked.
            state: The state.
            root: The state that the search is about.
        """
        self._frame = frame
        self._asked = asked
        self._state = state
        self._root = root
        self._spots = after(frame, state, root)
        self._brackets = {
            rank: [Bracket(spot, engine, targets) for engine, targets in asked.engines]
            for rank, (spot, _) in self._spots.items()
        }

    def find(self) -> Work[dict[str, Reached]]:
        """By rank, how many targets each engine reaches; what one rank reaches is a guess for the next."""
        found: dict[str, Reached] = {}
        guess: Sequence[int | None] = [None] * len(self._asked.engines)
        for rank, brackets in self._brackets.items():
            numbers = []
            for bracket, number in zip(brackets, guess, strict=True):
                numbers.append((yield from patiently(partial(bracket.find, number))))
                yield
            guess = found[rank] = tuple(numbers)
        return found

    def keeping(self, reached: Reached) -> Work[str | None]:
        """A rank that reaches just that; None if there is none."""
        for rank, brackets in self._brackets.items():
            for bracket, number in zip(brackets, reached, strict=True):
                kept = yield from patiently(partial(bracket.is_just, number))
                yield
                if not kept:
                    break
            else:
                return rank
        return None

    def play(self, rank: str) -> "tuple[tuple[Seat, Action], Fork | None]":
        """Plays a card of a rank: who did what, and the fork it leads to; None at the end."""
        action = self._spots[rank][1][0]
        then = self._state.apply(action)
        fork = None if then.to_act is None else Fork(self._frame, self._asked, then, self._root)
        return (SEATS[self._state.turn], action), fork


def _best(found: Mapping[str, Reached], seat: Seat) -> list[str]:
    """The ranks with which a seat does at least as well as with any other, whatever is asked."""
    ours = seat in ("N", "S")
    ends = [max(each) if ours else min(each) for each in zip(*found.values(), strict=True)]
    return [rank for rank, reached in found.items() if list(reached) == ends]


def _follow(fork: Fork | None, rank: str | None, reached: Reached) -> Work[list[tuple[Seat, Action]]]:
    """Plays a rank, and on as long as some card keeps what there was."""
    line = []
    while fork and rank:
        move, fork = fork.play(rank)
        line.append(move)
        yield
        if fork:
            rank = yield from fork.keeping(reached)
    return line


def _nothing() -> Work[list[tuple[Seat, Action]]]:
    yield from ()
    return []
