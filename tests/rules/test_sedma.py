"""Sedma: worked cases, every rule by its id, and a naive second reference on random deals."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kontrapunkt import render
from kontrapunkt.core.cards import Card, card
from kontrapunkt.core.interface import Game, Seat, State
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.games.sedma import Sedma, SedmaState
from kontrapunkt.record import Deal
from kontrapunkt.search import solver_for
from kontrapunkt.testing import check_game, playthrough
from tests.perft.cases import perft_cases
from tests.reference import sevens

FOUR, TWO = Sedma(), Sedma("two")
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def position(hands: str, game: Game = FOUR, **facts: Any) -> Any:
    """A position without a stock; hands are in the order of the seats, divided by a stroke."""
    held = [tuple(map(card, hand.split())) for hand in hands.split("|")]
    deal = Deal(dict(zip(game.seats, held, strict=True)), (), True, facts={"lead": "N", **facts})
    return game.start(deal)


def play(state: Any, actions: str) -> Any:
    for action in actions.split():
        state = state.apply(action)
    return state


def taken(state: Any) -> tuple[str, int | None]:
    trick = state.view(None).tricks[-1]
    return trick.winner, trick.card_points


def refused(state: State, action: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as error:
        state.apply(action)
    return error.value.rule, error.value.reason


def case(rule: str, hands: str, plays: str, winner: str, points: int) -> Any:
    return pytest.param(hands, plays, winner, points, marks=pytest.mark.rule(f"SE-{rule}"))


@pytest.mark.parametrize(
    ("hands", "plays", "winner", "points"),
    [
        case("R5", "9C 8C|KD KS|AH JC|QS JD", "9C KD AH QS stop", "N", 10),
        case("R5", "9C 8C|9D KS|AH JC|QS JD", "9C 9D AH QS stop", "E", 10),
        case("R5", "9C 8C|9D KS|7H JC|QS JD", "9C 9D 7H QS stop", "S", 0),
        case("R6", "7C 8C|AD KS|AH JC|TS JD", "7C AD AH TS stop", "N", 30),
        case("R6", "7C 8C|7D KS|AH JC|TS JD", "7C 7D AH TS stop", "E", 20),
        case("R7", "9C 9S|9D KS|AH JC|QS JD", "9C 9D AH QS 9S KS JC JD", "N", 20),
        case("R7", "9C 7S|9D KS|AH JC|QS TD", "9C 9D AH QS 7S KS JC TD", "N", 30),
        case("R11", "9C|TD|AH|QS", "9C TD AH QS", "N", 30),
        case("R12", "9C|8D|KH|QS", "9C 8D KH QS", "N", 10),
    ],
)
def test_trick_goes_to_last_of_rank_or_seven(hands: str, plays: str, winner: str, points: int) -> None:
    assert taken(play(position(hands), plays)) == (winner, points)


@pytest.mark.rule("SE-R1")
def test_sides_are_partners_opposite_or_two_players() -> None:
    assert FOUR.sides == (("N", "S"), ("E", "W"))
    assert [*FOUR.deal(1).view(None).hands] == ["N", "E", "S", "W"]
    assert [*TWO.deal(1).view(None).hands] == ["N", "S"]


@pytest.mark.rule("SE-R2")
def test_pack_has_32_cards() -> None:
    state = FOUR.deal(1)
    cards = state.as_deal().cards
    assert (state.view(None).stock or 0) + 16 == len(cards)
    assert len({*cards}) == 32
    assert {each.rank for each in cards} == {*"AKQJT987"}


@pytest.mark.rule("SE-R3")
@pytest.mark.parametrize(("game", "stock"), [(FOUR, 16), (TWO, 24)])
def test_deal_leaves_stock_and_left_of_dealer_leads(game: Sedma, stock: int) -> None:
    state = game.deal(1, "N")
    assert {len(hand) for hand in state.view(None).hands.values()} == {4}
    assert (state.view(None).stock, state.to_act) == (stock, game.after("N"))
    assert state.apply(state.actions()[0]).to_act == game.after("N", 2)


@pytest.mark.rule("SE-R4")
def test_any_card_of_hand_may_be_played() -> None:
    state = position("9C 8C|9D KS|AH JC|QS JD").apply("9C")
    assert {*state.actions()} == {"9D", "KS"}
    assert refused(state, "AC")[0] == "SE-R4"
    assert refused(state, "gabble") == ("SE-R4", "“gabble” is not possible here. Name a card in your hand.")


@pytest.mark.rule("SE-R7")
def test_leader_goes_on_with_rank_led_or_seven() -> None:
    state = play(position("9C 9S 7S 8C|9D KS AD AS|AH JC TC TH|QS JD TD TS"), "9C 9D AH QS")
    assert (state.phase, state.to_act) == ("continue", "N")
    assert {*state.actions()} == {"9S", "7S", "stop"}
    assert refused(state, "8C") == (
        "SE-R7",
        "To go on you need a 9 or a seven, not the eight of clubs; without one, stop.",
    )
    again = play(state, "9S KS JC JD")
    assert (again.phase, {*again.actions()}) == ("continue", {"7S", "stop"})
    assert str(again.view("N").task) == "North may go on with a 9 or a seven, or stop."


@pytest.mark.rule("SE-R8")
def test_leader_stops_and_nobody_else() -> None:
    state = position("9C 8C|9D KS|AH JC|QS JD").apply("9C")
    assert refused(state, "stop")[0] == "SE-R8"
    full = play(state, "9D AH QS")
    assert full.actions() == ("stop",), "the leader is asked even without such a card"
    assert full.apply("stop").to_act == "E"


@pytest.mark.parametrize(
    ("option", "plays", "phase"),
    [
        ("if_beaten", "9C 8D AH QS", "lead"),
        ("if_beaten", "9C 9D AH QS", "continue"),
        ("never", "9C 9D AH QS", "lead"),
        ("always", "9C 8D AH QS", "continue"),
    ],
)
def test_option_says_who_may_go_on(option: str, plays: str, phase: str) -> None:
    state = position("9C 9S|9D 8D|AH JC|QS JD", Sedma(go_on=option))
    assert play(state, plays).phase == phase


def test_second_card_of_seat_is_beside_first() -> None:
    state = play(position("9C 9S|9D KS|AH JC|QS JD"), "9C 9D AH QS 9S KS")
    drawn = render.trick_table(state.view(None), widget_id="t", caption="A trick.")
    assert drawn.count("kp-again-1") == 2
    assert drawn.count("kp-from-top") == 2
    assert "kp-again" not in render.trick_table(
        play(position("9C 8C|9D KS|AH JC|QS JD"), "9C 9D").view(None), widget_id="t", caption="A trick."
    )


def test_plain_sevens_take_nothing() -> None:
    state = position("9C 7S|7D KS|AH JC|QS JD", Sedma(sevens="plain"))
    full = play(state, "9C 7D AH QS")
    assert full.actions() == ("stop",)
    assert taken(full.apply("stop")) == ("N", 10)


@pytest.mark.rule("SE-R9")
def test_winner_draws_first_after_trick() -> None:
    state = FOUR.deal(29, "W")
    before = state.as_deal().stock or ()
    state = play(state, "KC JC QH 9H stop")
    assert taken(state)[0] == "N"
    drawn = [{*state.view(None).hands[seat]} & {*before[:4]} for seat in "NESW"]
    assert drawn == [{one} for one in before[:4]]
    assert state.view(None).stock == 12


@pytest.mark.rule("SE-R10")
def test_winner_leads_next() -> None:
    assert play(position("9C 8C|KD KS|9H JC|QS JD"), "9C KD 9H QS stop").to_act == "S"


@pytest.mark.rule("SE-R13")
@pytest.mark.parametrize(
    ("points", "tricks", "scored"),
    [("NS 40 EW 40", "NS 3 EW 4", 1), ("NS 80 EW 0", "NS 3 EW 4", 2), ("NS 80 EW 0", "NS 7 EW 0", 3)],
)
def test_deal_scores_one_two_or_three(points: str, tricks: str, scored: int) -> None:
    state = position("9C|8D|KH|QS", points=points, tricks=tricks)
    result = play(state, "9C 8D KH QS").result()
    assert dict(result.seats) == {"N": scored, "E": 0, "S": scored, "W": 0}
    assert result.winners == ("N", "S")


def test_result_is_open_without_earlier_points() -> None:
    result = play(position("9C|8D|KH|QS"), "9C 8D KH QS").result()
    assert not result.settled
    assert result.text.endswith("the earlier tricks decide.")


@pytest.mark.rule("SE-R14")
def test_session_ends_at_target() -> None:
    state = position("9C|8D|KH|QS", points="NS 80 EW 0", tricks="NS 3 EW 4", score="NS 3 EW 4")
    end = play(state, "9C 8D KH QS")
    after = end.session.after(end)
    assert (after.score, after.over, after.winners) == ((5, 4), True, ("N", "S"))
    assert "North–South have reached 5 game points" in end.result().items[-1].text


@pytest.mark.rule("SE-R15")
@pytest.mark.parametrize(("dealer", "next_dealer"), [("W", "E"), ("N", "E"), ("E", "W")])
def test_loser_at_dealers_left_deals_next(dealer: Seat, next_dealer: Seat) -> None:
    hands: dict[Seat, tuple[Card, ...]] = {
        "N": (card("9C"),), "E": (card("8D"),), "S": (card("KH"),), "W": (card("QS"),)
    }  # fmt: skip
    facts = {"lead": "N", "points": "NS 80 EW 0", "tricks": "NS 3 EW 4"}
    end = play(FOUR.start(Deal(hands, (), True, dealer, facts=facts)), "9C 8D KH QS")
    assert end.session.after(end).dealer == next_dealer


@pytest.mark.parametrize(
    ("hands", "facts", "said"),
    [
        ("9C 8C|9D|AH|QS", {}, "hold 5 cards"),
        ("9C|9D|AH|QS", {"tricks": "NS 1 EW 0"}, "at least 2 and at most 7 tricks"),
        ("9C|9D|AH|QS", {"points": "NS 10 EW 0"}, "must add up to 70"),
        ("9C|9D|AH|QS", {"tricks": "NS 0 EW 7"}, "North leads, so North must have won"),
        ("|||", {"trick": "N 9C E 9D S AH W QS"}, "this trick is over"),
        ("|9D|AH|QS", {"trick": "N dark 8C"}, "nobody plays in the dark"),
    ],
)
def test_impossible_position_is_refused(hands: str, facts: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        position(hands, **facts)


def test_kit() -> None:
    check_game(Sedma, deals=6, calls=("stop",))


@pytest.mark.parametrize("preset", Sedma.presets)
def test_playthrough_stays(preset: str, golden: Callable[[Path, str], None]) -> None:
    golden(PLAYTHROUGHS / f"sedma-{preset}.txt", playthrough(Sedma(preset), 1))


def reference(state: SedmaState) -> sevens.Deal:
    deal = state.as_deal()
    hands = {str(seat): [str(each) for each in hand] for seat, hand in deal.hands.items()}
    options = {key: str(value) for key, value in state.game.options.items()}
    return sevens.begin(hands, [str(each) for each in deal.stock or ()], str(deal.dealer), options)


def count(deal: sevens.Deal, depth: int) -> int:
    legal = [] if sevens.over(deal) else sevens.legal(deal)
    if depth == 1 or not legal:
        return len(legal) or 1
    found = 0
    for action in legal:
        then = deepcopy(deal)
        sevens.play(then, action)
        found += count(then, depth - 1)
    return found


@pytest.mark.parametrize("case", perft_cases("sedma.perft"), ids=lambda case: case.name)
def test_reference_counts_the_same(case: Any) -> None:
    deal = reference(case.start())
    assert [("perft", depth, count(deal, depth)) for _, depth, _ in case.counts] == case.counts


@pytest.mark.parametrize("players", ["4", "2"])
@pytest.mark.parametrize("go_on", ["always", "if_beaten", "never"])
@pytest.mark.parametrize("wild", ["wild", "plain"])
def test_reference_agrees_on_random_deals(players: str, go_on: str, wild: str) -> None:
    game = Sedma(players=players, go_on=go_on, sevens=wild)
    for seed in range(30):
        chance = Random(seed)
        state = game.deal(seed, chance.choice(game.seats))
        deal = reference(state)
        while state.to_act:
            assert (state.to_act, sorted(state.actions())) == (sevens.turn(deal), sorted(sevens.legal(deal)))
            action = chance.choice(state.actions())
            state = state.apply(action)
            sevens.play(deal, action)
        assert sevens.over(deal)
        sides = ["".join(side) for side in game.sides]
        assert list(state.card_points) == [sevens.points_of(deal, side) for side in sides]
        assert sum(state.card_points) == 90


def best(state: SedmaState, side: int) -> int:
    """The card points of a side from here on, by trying everything."""
    if not state.to_act:
        return 0
    found = []
    for action in {state.game.alike(each): each for each in state.actions()}.values():
        then = state.apply(action)
        found.append(then.card_points[side] - state.card_points[side] + best(then, side))
    ours = state.to_act in state.game.sides[side]
    return max(found) if ours else min(found)


@pytest.mark.parametrize(("game", "cards"), [(FOUR, 2), (TWO, 4), (Sedma(go_on="if_beaten"), 2)])
def test_solver_finds_what_trying_everything_finds(game: Sedma, cards: int) -> None:
    solver, compared = solver_for(game), 0
    for seed in range(12):
        chance = Random(seed)
        state = game.deal(seed)
        while state.to_act and (state.stock or len(state.hands[0]) > cards):
            state = state.apply(chance.choice(state.actions()))
        if not state.to_act:
            continue
        compared += 1
        for side, (goal, wins) in enumerate(zip(solver.goals[:2], solver.goals[2:], strict=True)):
            points = best(state, side)
            assert solver.value(state, goal) == points
            assert solver.value(state, wins) == int(state.card_points[side] + points > 45)
    assert compared > 8
