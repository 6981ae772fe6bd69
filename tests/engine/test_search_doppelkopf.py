"""The solver of Doppelkopf, against plain minimax over states: one against three, two against two."""

from functools import cache
from random import Random

import pytest

from kontrapunkt.core.interface import SEATS, State
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.constants import OLD
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.search import GoalError, Unsolvable, solve, solver_for
from tests.rules.doko import DDV, dealt, do, healthy, moment

SECOND = Doppelkopf("ddv", second_dulle="second_wins")
SMALL = Doppelkopf("ddv", pack="40", dulle="off")
LAST = Doppelkopf("ddv", second_dulle="second_wins_except_last_trick")


def ending(game: Doppelkopf, seed: int, tricks: float, solo: str = "") -> DoppelkopfState:
    """A deal played at random until so many tricks are left; half a trick is two cards.

    A solo is forehand's; without one the hands are as they fall, and some call something now and then.
    """
    chance = Random(seed)
    state: State = game.deal(seed, dealer="W")
    for _ in SEATS:
        state = state.apply("say reservation" if solo and state.to_act == "N" else "say healthy")
    if solo:
        state = state.apply(f"bid solo {solo}")
    assert isinstance(state, DoppelkopfState)
    while game.hand_size - state.trick_number + 1 - len(state.trick) / 4 > tricks:
        state = state.apply(chance.choice([action for action in state.actions() if action.card]))
    return state


def minimax(state: DoppelkopfState, seats: str) -> int:
    """The card points that those seats end with, by trying everything."""
    numbers = [SEATS.index(seat) for seat in SEATS if seat in seats]

    @cache
    def best(state: DoppelkopfState) -> int:
        turn = state.to_act
        if turn is None:
            return sum(state.card_points[number] for number in numbers)
        found = [best(state.apply(action)) for action in state.actions() if action.card]
        return max(found) if turn in seats else min(found)

    return best(state)


def agrees(state: DoppelkopfState, goal: str) -> None:
    """The solver finds what trying everything finds, for every card, and its line keeps it."""
    seats = goal.split()[1]
    before = sum(state.card_points[SEATS.index(seat)] for seat in SEATS if seat in seats)
    expected = {
        action: minimax(state.apply(action), seats) - before for action in state.actions() if action.card
    }
    found = solver_for(state.game).search(state, goal).run()
    assert dict(found.values) == expected
    assert state.to_act is not None
    most = (max if state.to_act in seats else min)(expected.values())
    assert set(found.best) == {action for action, value in expected.items() if value == most}
    end: State = state
    for seat, action in found.line:
        end = end.apply(action, seat)
    assert isinstance(end, DoppelkopfState)
    assert end.to_act is None
    assert sum(end.card_points[SEATS.index(seat)] for seat in SEATS if seat in seats) - before == most


@pytest.mark.parametrize("tricks", [1, 1.75, 2, 2.5, 3])
@pytest.mark.parametrize("solo", ["queens", "jacks", "hearts", "fleischlos"])
def test_one_against_three(solo: str, tricks: float):
    for seed in range(8 if tricks < 3 else 2):
        state = ending(DDV, seed, tricks, solo)
        assert solver_for(DDV).goals_for(state) == ("points N", "game N", "tricks N")
        agrees(state, "points N")


@pytest.mark.parametrize("game", [DDV, SECOND, SMALL], ids=["ddv", "second-wins", "forty"])
@pytest.mark.parametrize("tricks", [1.75, 2.5, 3])
def test_partners_face_to_face(game: Doppelkopf, tricks: float):
    met = 0
    for seed in range(60):
        state = ending(game, seed, tricks)
        if state.alone is None and state.parties[0] == state.parties[2]:
            met += 1
            agrees(state, "points NS")
            left = 240 - sum(state.card_points)
            ours = solve(state, "points NS").value
            assert isinstance(ours, int)
            assert solve(state, "points EW").value == left - ours
        if met == (3 if tricks == 3 else 8):
            break
    assert met > 2


@pytest.mark.parametrize("tricks", [1.75, 2.5, 3])
def test_partners_side_by_side(tricks: float):
    met: set[str] = set()
    for seed in range(60):
        state = ending(DDV, seed, tricks)
        if state.alone is None and state.parties[0] != state.parties[2]:
            goal = solver_for(DDV).goals_for(state)[0]
            met.add(goal)
            agrees(state, goal)
        if len(met) == 2:
            break
    assert met == {"points NE", "points NW"}


def test_the_second_ten_of_hearts():
    """Two tens of hearts in one trick: which of them wins is seen."""
    hands = {"N": "TH 9S", "E": "AD 9D", "S": "TH 9C", "W": "AS KS"}
    for game, first in ((DDV, True), (SECOND, False)):
        solo = moment(2, "", game, hands, game="solo diamonds", declarer="N")
        agrees(solo, "points N")
        laid = solo.apply("TH").apply("AD")
        values = solve(laid, "points N").values
        assert (max(values.values()) == 0) is not first


def test_a_silent_wedding_is_one_against_three():
    met = 0
    for seed in range(200):
        state = DDV.deal(seed, dealer="W")
        if any(hand.count(OLD) == 2 for hand in state.hands):
            state = ending(DDV, seed, 2)
            assert state.alone is not None
            agrees(state, f"points {SEATS[state.alone]}")
            met += 1
            if met == 3:
                break
    assert met == 3


def test_what_it_cannot_answer():
    solver = solver_for(DDV)
    with pytest.raises(Unsolvable, match="play has not begun"):
        solver.search(DDV.deal(1, dealer="W"), "points NS")
    wedding = do(dealt({"N": "QC QC"}), "say reservation, say healthy, say healthy, say healthy, bid wedding")
    with pytest.raises(Unsolvable, match="not all sides"):
        solver.search(wedding, "points NS")
    with pytest.raises(Unsolvable, match="too many cards left"):
        solver.search(healthy(dealt({"N": "QC", "S": "QC"})), "points NS")
    with pytest.raises(Unsolvable, match="not for one of the sides"):
        solver.search(moment(2, hands={"N": "QC", "E": "QC"}), "points NS")
    with pytest.raises(Unsolvable, match="house rule"):
        solver_for(LAST).search(moment(2, "", LAST), "points NS")
    with pytest.raises(Unsolvable, match="not for one of the sides"):
        solver.search(moment(2), "points N")
    with pytest.raises(GoalError, match="no goal “cleans NS”"):
        solver.search(moment(2), "cleans NS")
    assert solver.goals_for(wedding) == ()
    assert str(solver.label("points N")) == "North’s card points"
    assert str(solver.describe("points N", 0)) == (
        "With best play North takes no card points from here, against all three others."
    )
    assert str(solver.describe("points NS", 3)).startswith("With best play North–South take 3")


@pytest.mark.parametrize("engine", ["python", "wasm"])
def test_one_solver_keeps_orders_apart(engine: str) -> None:
    """Clubs and queens-jacks put the cards in one order, but not with the same trumps."""
    game = Doppelkopf("ddv", dulle="off", solos="clubs+queens-jacks")
    solver = solver_for(game)
    solver.engine = engine  # type: ignore[assignment]
    for seed in range(12):
        solver.solution(ending(game, seed, 3, "clubs"), "points N")
        state = ending(game, seed, 3, "queens-jacks")
        assert (
            solver.solution(state, "points N").values == solver_for(game).solution(state, "points N").values
        )
