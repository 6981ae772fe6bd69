"""A search of a rank-match game from its question to its solution, in pieces."""

from collections.abc import Mapping

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.search.clock import Work
from kontrapunkt.search.front import Solution, Value
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.asked import Asked
from kontrapunkt.search.match.fork import Fork, Reached
from kontrapunkt.search.match.payoffs import Payoffs
from kontrapunkt.search.match.prepared import Prepared


def look[E](
    preparing: Work[Prepared[E]], payoffs: Payoffs, state: RankMatchState, goal: Goal, line: bool
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
    fork = prepared.fork(asked.engines, state)
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
