"""The published cleaning hand, card by card, before a witness that knows nothing but this hand.

No engine, no solver: four strings of ranks, the rule of the last equal, and minimax with a memory. What the
solver says of every card that might have been played must be what the witness finds.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.record import read, replay
from kontrapunkt.search import Interval, Value, solver_for

RECORD = Path(__file__).parents[2] / "tutorials/ristiklappi/cleaning-hand.record"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
PASTS = (3, 20, 34, 35, 36, 37, 48, 49, 50, 51, 60, 82)
"""Card points of North–South before, for which the result is asked."""

Hands = tuple[str, str, str, str]
Dirty = tuple[bool, bool]
"""Whether North–South and East–West are still unclean."""


def without(hands: Hands, seat: int, card: str) -> Hands:
    one, two, three, four = (h.replace(card, "", 1) if i == seat else h for i, h in enumerate(hands))
    return one, two, three, four


def taken(leader: int, trick: str, dirty: Dirty) -> tuple[int, int, Dirty]:
    """Who takes a full trick, what North–South count for it, who is unclean after it."""
    winner = (leader + max(i for i in range(4) if trick[i] == trick[0])) % 4
    side = winner % 2
    cleans = "K" in trick and trick[0] != "Q"
    after = (dirty[0] and not (cleans and side == 0), dirty[1] and not (cleans and side == 1))
    return winner, 0 if side else sum(POINTS.get(card, 0) for card in trick), after


@cache
def values(hands: Hands, leader: int, trick: str, dirty: Dirty) -> tuple[int, int, int]:
    """Card points of N–S from here; whether N–S are clean in the end, and E–W: each a game of its own."""
    if len(trick) == 4:
        winner, more, after = taken(leader, trick, dirty)
        rest = values(hands, winner, "", after)
        return more + rest[0], rest[1], rest[2]
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return 0, int(not dirty[0]), int(not dirty[1])
    found = [
        values(without(hands, seat, card), leader, trick + card, dirty) for card in sorted({*hands[seat]})
    ]
    points, ours, theirs = zip(*found, strict=True)
    if seat % 2:
        return min(points), min(ours), max(theirs)
    return max(points), max(ours), min(theirs)


def worth(points: int, dirty: Dirty) -> int:
    """The result for North–South: honour 1, dishonour 2."""
    if dirty[0] or dirty[1]:
        return 2 * (dirty[1] - dirty[0])
    return (points > 60) - (points < 60)


@cache
def brings(hands: Hands, leader: int, trick: str, dirty: Dirty, points: int, level: int) -> bool:
    """Whether North–South, who have so many card points by now, can bring the result to a level at least."""
    if len(trick) == 4:
        winner, more, after = taken(leader, trick, dirty)
        return brings(hands, winner, "", after, points + more, level)
    seat = (leader + len(trick)) % 4
    if not hands[seat]:
        return worth(points, dirty) >= level
    then = (
        brings(without(hands, seat, card), leader, trick + card, dirty, points, level)
        for card in sorted({*hands[seat]})
    )
    return all(then) if seat % 2 else any(then)


@pytest.fixture(scope="module", autouse=True)
def forget() -> Iterator[None]:
    """The memory is large; nobody needs it afterwards."""
    yield
    values.cache_clear()
    brings.cache_clear()


def states() -> list[RankMatchState]:
    found = replay(read(RECORD.read_text(encoding="utf-8"))).states
    return [state for state in found if isinstance(state, RankMatchState)]


def seen(state: RankMatchState) -> tuple[Hands, int, str, Dirty, int]:
    """A state as the witness sees it: hands, leader, trick, dirt, card points of N–S since the start."""
    one, two, three, four = ("".join(card[0] for card in hand) for hand in state.hands)
    trick = "".join(play.card[0] for play in state.view(None).trick)
    left = state.marks[0] & ~state.marks[1]
    dirty = bool(left & 1), bool(left & 2)
    return (one, two, three, four), (state.turn - len(trick)) % 4, trick, dirty, state.card_points[0]


def at(value: Value, past: int) -> int:
    """A value by past, for one of them."""
    assert not isinstance(value, int)
    (found,) = [each for each in value if isinstance(each, Interval) and each.first <= past <= each.last]
    assert found.least == found.most
    return found.least


def test_points_and_cleaning():
    goals = ("points NS", "cleans NS", "cleans EW")
    for state in states()[:20]:
        solver = solver_for(state.game)
        found = {goal: solver.search(state, goal, line=False).run().values for goal in goals}
        hands, leader, trick, dirty, _ = seen(state)
        for action in state.actions():
            truth = values(without(hands, state.turn, action[0]), leader, trick + action[0], dirty)
            assert tuple(found[goal][action] for goal in goals) == truth


@pytest.mark.soak
@pytest.mark.parametrize("step", range(20))
def test_results(step: int):
    state = states()[step]
    found = solver_for(state.game).search(state, "result", line=False).run().values
    hands, leader, trick, dirty, since = seen(state)
    for action in state.actions():
        then = without(hands, state.turn, action[0])
        for past in PASTS:
            truth = max(
                level
                for level in (-2, -1, 0, 1, 2)
                if level == -2 or brings(then, leader, trick + action[0], dirty, past + since, level)
            )
            assert at(found[action], past) == truth, f"{action} with {past} card points before"
