"""The front of the solver: goals, refusals, slices, lines; and what it says of the cleaning hand."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt import game
from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.record import read, replay
from kontrapunkt.search import Goal, GoalError, Interval, Solution, Solver, Unsolvable, solve, solver_for
from kontrapunkt.search.solver import Engine
from tests.rules.table import play, position

CLEANING_HAND = Path(__file__).parents[2] / "tutorials" / "ristiklappi" / "cleaning-hand.record"
PLAY = "7C 6S 2S 7H  3C QS 3S 4S  8S KS KC 7D  TD KH 3D TS  5S 6H 6C 5H"

WHOLE = (3, 82)
"""What North–South may have had before: at least a queen, and not those that East–West need."""


@cache
def states() -> tuple[RankMatchState, ...]:
    found = replay(read(CLEANING_HAND.read_text())).states
    assert all(isinstance(state, RankMatchState) for state in found)
    return tuple(state for state in found if isinstance(state, RankMatchState))


@cache
def solver() -> Solver[Any, Any]:
    return solver_for(states()[0].game)


@cache
def solution(step: int, goal: str) -> Solution:
    return solver().search(states()[step], goal).run()


def by_card(step: int, goal: str) -> dict[str, object]:
    return {str(action): value for action, value in solution(step, goal).values.items()}


# Goals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("points NS", "points NS"),
        ("Points e-w", "points EW"),
        ("difference  SN", "difference NS"),
        ("cleans E–W", "cleans EW"),
        ("not-cleans ns", "not-cleans NS"),
        ("result", "result"),
    ],
)
def test_goals_are_read(text: str, tidy: str):
    assert str(Goal.read(text)) == tidy
    assert Goal.read(tidy) == Goal.read(text)


@pytest.mark.parametrize(
    "text", ["", "points", "points Q", "cleans N", "cleans XY", "result NS", "win", "points NS EW"]
)
def test_nonsense_is_no_goal(text: str):
    with pytest.raises(GoalError, match="goals are points NS, difference NS, tricks NS"):
        Goal.read(text)


@pytest.mark.parametrize(
    ("goal", "seat", "wants"),
    [
        ("points NS", "N", True),
        ("points NS", "W", False),
        ("points EW", "W", True),
        ("cleans NS", "S", True),
        ("not-cleans NS", "S", False),
        ("not-cleans NS", "E", True),
        ("result", "N", True),
        ("result", "E", False),
    ],
)
def test_who_wants_more(goal: str, seat: Seat, wants: bool):
    assert Goal.read(goal).wants_more(seat) == wants


def test_a_game_knows_its_goals():
    deal = "N:7C E:8C S:9C W:TC"
    hands = dict(word.split(":") for word in deal.split())
    with pytest.raises(GoalError, match="Ristikontra has no goal “cleans NS”"):
        solve(position(Ristikontra(), hands=hands), "cleans NS")
    assert "cleans EW" in solver().goals


def test_stock_and_end_are_refused():
    with pytest.raises(Unsolvable, match="only when the stock is empty"):
        solve(game("ristiklappi").deal(1), "points NS")
    with pytest.raises(Unsolvable, match="the deal is over"):
        solve(states()[-1], "points NS")


def test_a_game_without_solver():
    class Other(Ristiklappi):
        solver = ""

    with pytest.raises(Unsolvable, match="Ristiklappi has no solver yet"):
        solver_for(Other())


# The cleaning hand: what every card is worth ----------------------------------------------------------------

POINTS = """
QS 11 TS 3 7C 10 7D 10 5S 7 | TD 10 8S 11 6S 10 6H 10 3S 11 | KS 7 KH 7 6C 0 4S 10 2S 10
KC 11 7H 10 5H 11 3C 11 3D 11 | KC 35 5H 11 3C 10 3D 10 | QS 8 TS 0 7D 10 5S 0 | TD 10 8S 14 6H 8 3S 24
KS 24 KH 24 6C 24 4S 24 | TD 32 8S 24 6H 24 | KS 20 KH 20 6C 24 | KC 24 5H 20 3D 20 | TS 0 7D 24 5S 24
TD 24 6H 24 | KH 24 6C 20 | 5H 24 3D 24 | TS 24 5S 10 | 5S 0 | 6H 0 | 6C 0 | 5H 0
"""

CLEANS_NS = """
QS 0 TS 0 7C 0 7D 0 5S 0 | TD 0 8S 1 6S 0 6H 0 3S 1 | KS 0 KH 0 6C 0 4S 0 2S 0 | KC 1 7H 0 5H 1 3C 0 3D 0
KC 1 5H 1 3C 0 3D 0 | QS 0 TS 0 7D 0 5S 0 | TD 0 8S 1 6H 1 3S 1 | KS 1 KH 1 6C 1 4S 1
TD 1 8S 1 6H 1 | KS 0 KH 0 6C 1 | KC 1 5H 0 3D 0 | TS 0 7D 1 5S 1
TD 1 6H 1 | KH 1 6C 0 | 5H 1 3D 1 | TS 1 5S 0 | 5S 1 | 6H 1 | 6C 1 | 5H 1
"""

CLEANS_EW = """
QS 1 TS 1 7C 1 7D 1 5S 1 | TD 1 8S 1 6S 1 6H 1 3S 1 | KS 1 KH 1 6C 1 4S 1 2S 1 | KC 1 7H 1 5H 1 3C 1 3D 1
KC 0 5H 1 3C 1 3D 1 | QS 1 TS 1 7D 1 5S 1 | TD 1 8S 1 6H 1 3S 1 | KS 1 KH 1 6C 1 4S 1
TD 0 8S 1 6H 1 | KS 1 KH 1 6C 1 | KC 1 5H 1 3D 1 | TS 1 7D 1 5S 1
TD 1 6H 1 | KH 1 6C 1 | 5H 1 3D 1 | TS 1 5S 1 | 5S 1 | 6H 1 | 6C 1 | 5H 1
"""


def table(text: str) -> list[dict[str, int]]:
    words = [entry.split() for line in text.strip().splitlines() for entry in line.split("|")]
    return [{card: int(value) for card, value in zip(w[::2], w[1::2], strict=True)} for w in words]


def test_the_record_is_the_one_meant():
    assert [str(then) for then in PLAY.split()] == [
        next(iter(set(map(str, a.hands[a.turn])) - set(map(str, b.hands[a.turn]))))
        for a, b in zip(states(), states()[1:], strict=False)
    ]


@pytest.mark.parametrize(
    ("goal", "text"), [("points NS", POINTS), ("cleans NS", CLEANS_NS), ("cleans EW", CLEANS_EW)]
)
def test_cleaning_hand(goal: str, text: str):
    expected = table(text)
    assert [by_card(step, goal) for step in range(20)] == expected
    if goal == "points NS":
        for step, values in enumerate(expected):
            left = sum(states()[step].game.values.get(card[0], 0) for card in all_cards(states()[step]))
            assert by_card(step, "points EW") == {card: left - value for card, value in values.items()}
            assert by_card(step, "difference NS") == {
                card: 2 * value - left for card, value in values.items()
            }
    else:
        other = {card: 1 - value for values in expected[:1] for card, value in values.items()}
        assert by_card(0, "not-" + goal) == other


def all_cards(state: RankMatchState) -> list[str]:
    held = [str(card) for hand in state.hands for card in hand]
    return held + [str(play.card) for play in state.view(None).trick]


def test_trick_eleven():
    """South must not throw a king on East's 8; after it West must not throw his."""
    eleven = play(states()[0], " ".join(PLAY.split()[:9]))
    assert solve(eleven, "cleans NS").best == ("6C",)
    for king in ("KS", "KH"):
        west = eleven.apply(king)
        assert solve(west, "not-cleans NS").best == ("5H", "3D")
        assert solve(west, "not-cleans NS").values == {"KC": 0, "5H": 1, "3D": 1}


def test_result_of_the_cleaning_hand():
    """N–S stay unclean whatever they lead; the published play lets them clean, and then the past decides."""
    lost = (Interval(*WHOLE, -2, -2),)
    assert by_card(0, "result") == dict.fromkeys(["QS", "TS", "7C", "7D", "5S"], lost)
    open_past = (Interval(3, 35, -1, -1), Interval(36, 36, 0, 0), Interval(37, 82, 1, 1))
    assert by_card(10, "result") == {"KC": open_past, "5H": lost, "3D": lost}
    assert by_card(19, "result") == {"5H": open_past}
    won = (Interval(*WHOLE, 2, 2),)
    assert by_card(4, "result")["KC"] == won


def test_result_with_a_known_past():
    text = CLEANING_HAND.read_text().replace(
        "dirty: NS EW", "dirty: NS EW\npoints: NS 36 EW 49\ntricks: NS 4 EW 4"
    )
    told = replay(read(text)).states
    assert solve(told[10], "result").values == {"KC": 0, "5H": -2, "3D": -2}
    assert solver_for(told[10].game).value(told[12], "result") == 0


def test_where_no_card_is_best_in_every_past():
    """The 8 may win but may lose, the 7 leaves both sides unclean: which is better depends on the past."""
    hands = {"N": "8D 7S 3S 2H", "E": "AS QS QD 3H", "S": "KD TH 5H 5D", "W": "AH KH 7H 2D"}
    found = solve(position(Ristiklappi(), hands=hands, dirty="NS EW"), "result")
    assert found.values[Action("7S")] == (Interval(3, 17, -1, -1), Interval(18, 71, 0, 0))
    assert found.values[Action("8D")] == (
        Interval(3, 28, -1, -1),
        Interval(29, 29, 0, 0),
        Interval(30, 71, 1, 1),
    )
    assert (found.best, found.value, found.line) == ((), None, ())


# Lines and slices -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", ["points NS", "cleans EW", "result"])
def test_lines_go_to_the_end(goal: str):
    state = states()[0]
    for seat, action in solution(0, goal).line:
        assert seat == state.to_act
        assert isinstance(action, Action)
        if goal != "result":
            assert action in solution_of(state, goal).best
        state = state.apply(action)
    assert state.to_act is None


def solution_of(state: RankMatchState, goal: str) -> Solution:
    return solver().search(state, goal, line=False).run()


def six_cards() -> RankMatchState:
    hands = {
        "N": "AC KH JD 9C 8D 4S",
        "E": "AD TS QH 9D 7C 4H",
        "S": "KS TC QD 8S 7D 3C",
        "W": "AH KD JC 9H 8C 3D",
    }
    return position(Ristikontra(), hands=hands)


@pytest.mark.parametrize("goal", ["points NS", "result"])
def test_slices_find_the_same(goal: str):
    state = six_cards()
    whole = solve(state, goal)
    search = solver_for(state.game).search(state, goal)
    steps = 1
    while not search.step(0):
        assert search.solution is None
        steps += 1
    assert steps > 5
    assert search.solution is not None
    assert (search.solution.values, search.solution.line) == (whole.values, whole.line)
    assert search.step()  # and is done


@pytest.mark.parametrize("engine", ["wasm", "python"])
def test_a_dropped_search_leaves_its_tables(engine: Engine):
    state = six_cards()
    keeper, other = solver_for(state.game), solver_for(state.game)
    keeper.engine = other.engine = engine
    dropped = keeper.search(state, "points NS", line=False)
    for _ in range(20):
        dropped.step(0)
    again = keeper.search(state, "points NS", line=False).run()
    fresh = other.search(state, "points NS", line=False).run()
    assert again.values == fresh.values
    assert again.nodes < fresh.nodes
    # the compiled kernel remembers positions between tricks: those of the first trick are walked again
    few = len(again.values) * (10 if engine == "python" else 40)
    assert keeper.search(state, "points NS", line=False).run().nodes <= few < fresh.nodes / 4


def test_later_states_share_tables():
    solver().search(states()[0], "points NS", line=False).run()  # other tests may run in another process
    assert solver().search(states()[3], "points NS", line=False).run().nodes < 100


def test_exchange_of_the_last_stock_card():
    """The last stock card is the fourth king, turned in the dark and kept: one hand has a card more."""
    lappi = Ristiklappi()
    state = position(
        lappi,
        stock=4,
        top="9C 9S 9H KD",
        gone="KC KS KH",
        hands={"N": "7C 5S 5C", "E": "7S 8S", "S": "7H 8H", "W": "6C TC"},
        lead="N",
    )
    for action in ("7C", "dark", "dark"):
        state = state.apply(action)
    state = state.apply("dark")
    assert state.phase == "exchange"
    assert not state.stock
    found = solve(state, "points NS")
    assert set(found.values) == {str(card) for card in state.hands[3] if card != "KD"}
    for action in state.actions():
        then = state.apply(action)
        gained = then.card_points[0] - state.card_points[0]
        value = found.values[action]
        assert isinstance(value, int)
        assert solver_for(lappi).value(then, "points NS") == value - gained
