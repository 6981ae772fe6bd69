"""Kontra: the worked cases by number, every rule by its id, every refusal in its words."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple, cast

import pytest

from kontrapunkt.core.cards import Card, pack
from kontrapunkt.core.interface import Result, Seat, State, UnsettledError
from kontrapunkt.core.rules import PositionError
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.session import KontraSession, cut, dealer_of, next_dealers, rounds_of
from kontrapunkt.record import (
    Deal,
    RecordError,
    read,
    record_of,
    record_of_session,
    record_view,
    replay,
    replay_session,
    write,
    write_start,
)
from tests.rules.kontra_table import at, dealt, do
from tests.rules.table import cards, legal

TWO, THREE = Kontra(), Kontra("three")
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def number_of(state: State) -> int | None:
    return state.view(None).stock


def refused(state: State, action: str, seat: Seat | None = None) -> tuple[str, str]:
    """The rule and the sentence that an action is refused with."""
    refusal = state.why_not(action, seat)
    assert refusal is not None, f"{action} is legal"
    return refusal.rule, refusal.reason


class Step(NamedTuple):
    """A state, what is done in it, and what comes of it."""

    state: KontraState
    action: str
    then: KontraState


def steps(game: Kontra, deals: int = 25, seed: int = 0, blind: float = 0.3) -> Iterator[Step]:
    """Random deals, step by step; as often as `blind` says, a card of the pack is chosen where it may be."""
    for number in range(seed, seed + deals):
        chance = Random(number)
        state = game.deal(number)
        while state.to_act is not None:
            others = [action for action in state.actions() if not action.carries]
            mine = [action for action in state.actions() if action.carries]
            chosen = chance.choice(others if others and (not mine or chance.random() < blind) else mine)
            then = state.apply(chosen)
            yield Step(state, chosen, then)
            state = then


def ends(game: Kontra, deals: int = 25, seed: int = 0) -> Iterator[KontraState]:
    return (step.then for step in steps(game, deals, seed) if step.then.to_act is None)


def hand(state: State, seat: Seat | None = None) -> tuple[Card, ...]:
    owner = seat or state.to_act
    assert owner is not None
    return state.view(None).hands[owner]


def result_of(points: tuple[int, ...], game: Kontra | None = None) -> Result:
    """How a deal comes out in which the players have so many card points; the last trick brings nothing."""
    game = game or (THREE if len(points) == 3 else TWO)
    low = dict(zip(game.seats, ("2C", "3C", "4C"), strict=False))
    facts = " ".join(f"{seat} {number}" for seat, number in zip(game.seats, points, strict=True))
    state = game.start(Deal({seat: cards(one) for seat, one in low.items()}, (), True,
                            facts={"lead": "N", "points": facts}))  # fmt: skip
    return do(state, ", ".join(low.values())).result()


LOCKED_HANDS: dict[Seat, str] = {"N": "AC AS TC 3C 3S 2C", "S": "TS KC 7C 7S 4C 4S"}
"""Case 14: the dealer North, and nobody has a jack."""


class TestCases:
    @pytest.mark.rule("KO-R19")
    @pytest.mark.rule("KO-R20")
    @pytest.mark.rule("KO-R22")
    @pytest.mark.parametrize(
        ("case", "points", "dealers", "rule"),
        [
            (1, (75, 45), "S", "KO-R19"),
            (2, (100, 20), "N", "KO-R22"),
            (3, (60, 60), "NS", "KO-R20"),
            (4, (54, 33, 33), "ES", "KO-R20"),
            (5, (54, 48, 18), "E", "KO-R19"),
            (6, (51, 51, 18), "NE", "KO-R20"),
        ],
    )
    def test_cases_1_to_6_next_dealer(self, case, points, dealers, rule):
        result = result_of(points)
        assert dict(result.seats) == dict(zip("NES" if len(points) == 3 else "NS", points, strict=True))
        assert result.items[-1].rule == rule
        after = (THREE if len(points) == 3 else TWO).session().counting(points)
        assert after.dealers == tuple(dealers)

    @pytest.mark.rule("KO-R21")
    @pytest.mark.parametrize(
        ("case", "gone", "points", "dealers", "rule"),
        [
            (7, "AC AS TC TS 4C 5C 6C 7C 8C 9C", (22, 20), "N", "KO-R22"),
            (8, "AC KC QC TC TS 4C 5C 6C 7C 8C", (18, 20), "NS", "KO-R21"),
        ],
    )
    def test_cases_7_and_8_dealer_after_locked_deal(self, case, gone, points, dealers, rule):
        used = {*cards(gone), *cards("2C 3C JC JS")}
        stock = (cards("JC")[0], *(card for card in pack(52) if card not in used), cards("JS")[0])
        facts = {"lead": "N", "points": f"N {points[0]} S {points[1]}"}
        state = TWO.start(Deal({"N": cards("2C"), "S": cards("3C")}, stock, True, facts=facts))
        assert state.phase == "locked_end"
        end = do(state, "2C, 3C")
        assert dict(end.result().seats) == {"N": points[0], "S": points[1]}
        assert end.result().items[-1].rule == rule
        assert end.session.after(end).dealers == tuple(dealers)

    def test_case_9_first_lead(self):
        state = dealt(TWO, "N", {"N": "AC TC 9C 9S 5C 2C"}, "4C ... KC")
        assert legal(state) == {"AC", "TC", "9C", "9S", "5C", "2C", "top", "bottom"}
        assert {laid.name: laid.cards for laid in state.view("S").laid} == {"top": ("4C",), "bottom": ("KC",)}
        bottom = state.apply("bottom")
        assert (hand(bottom, "N"), number_of(bottom)) == (hand(state, "N"), 39)
        assert [laid.name for laid in bottom.view(None).laid] == ["top"]
        nine = state.apply("9C")
        assert "4C" in hand(nine, "N")
        assert number_of(nine) == 39
        assert [laid.name for laid in nine.view(None).laid] == ["bottom"]

    def test_case_10_a_whole_trick(self):
        state = at(TWO, {"N": "8C", "S": "AC"}, "2C 8S 3C", 25, lead="N")
        played = []
        for action in ("8C", "dark", "spice AC"):
            state = state.apply(action)
            played.append(number_of(state))
        assert played == [24, 23, 22]
        trick = state.view(None).tricks[-1]
        assert (trick.winner, trick.card_points, trick.added) == ("S", 11, ("AC",))
        assert (state.to_act, state.phase) == ("S", "normal")

    @pytest.mark.rule("KO-R11")
    def test_case_11_spice_from_the_pack(self):
        state = at(THREE, {"N": "QC", "E": "5C", "S": "QS"}, "2C 2S 2H TD", 18, lead="N")
        state = do(state, "QC, 5C, QS")
        assert (number_of(state), state.phase, state.to_act) == (15, "spice", "S")
        before = hand(state, "S")
        state = state.apply("spice dark")
        assert state.chance == "TD"
        assert (number_of(state), hand(state, "S")) == (14, before)
        assert state.card_points == (0, 0, 16)

    @pytest.mark.rule("KO-R3")
    @pytest.mark.rule("KO-R4")
    def test_case_12_unlocking(self):
        hands: dict[Seat, str] = {"N": "4C AC", "E": "9H 5C 5S 5H 5D 6C", "S": "9D TC 6S 6H 6D 7C"}
        state = dealt(THREE, "N", hands, "9C ... 9S")
        assert (state.phase, state.to_act, legal(state)) == ("first_lead", "E", {"9H"})
        state = state.apply("9H")
        assert "9C" in hand(state, "E")
        assert number_of(state) == 33
        assert "dark" in legal(state)
        state = do(state, "9D")
        assert number_of(state) == 32
        assert state.view(None).best == 1
        state = do(state, "4C")
        assert (number_of(state), state.to_act) == (31, "S")
        state = do(state, "spice TC")
        assert (number_of(state), state.card_points) == (30, (0, 0, 10))
        assert (state.to_act, state.trick_number) == ("S", 2)

    def test_case_13_the_dealer_has_priority(self):
        state = dealt(THREE, "N", {"N": "9H", "S": "9D"}, "9C ... 9S")
        assert (state.to_act, legal(state)) == ("N", {"9H"})

    @pytest.mark.rule("KO-R5")
    def test_case_14_locked_for_good(self):
        state = dealt(TWO, "N", LOCKED_HANDS, "JC ... JS")
        assert (state.phase, state.to_act) == ("locked_end", "N")
        assert legal(state) == {*LOCKED_HANDS["N"].split()}
        sums = []
        for trick in ("AC, 4C", "AS, 4S", "TC, TS", "KC, 2C", "7C, 3C", "7S, 3S"):
            state = do(state, trick)
            sums.append(state.card_points)
        assert sums == [(11, 0), (22, 0), (22, 20), (22, 24), (22, 24), (22, 24)]
        assert (state.phase, number_of(state)) == ("over", 40)
        result = state.result()
        assert dict(result.seats) == {"N": 22, "S": 24}
        assert state.session.after(state).dealer == "N"
        assert result.items[-1].rule == "KO-R19"

    @pytest.mark.rule("KO-R15")
    def test_case_15_endgame(self):
        state = at(THREE, {"N": "JC", "E": "TC", "S": "JS"}, "6C AC", 2, lead="N")
        assert (state.phase, state.trick_number) == ("endgame1", 9)
        assert refused(state, "dark")[0] == "KO-R15"
        state = do(state, "JC, TC, JS")
        assert state.chance == "spice 6C AC"
        trick = state.view(None).tricks[-1]
        assert (trick.winner, trick.card_points, trick.added) == ("S", 25, ("6C", "AC"))
        assert [len(hand(state, seat)) for seat in THREE.seats] == [5, 5, 5]
        assert (state.phase, state.to_act) == ("endgame", "S")

    @pytest.mark.rule("KO-R7")
    @pytest.mark.parametrize(("game", "last", "after"), [(TWO, 4, 1), (THREE, 6, 2)])
    def test_case_16_dark_threshold(self, game, last, after):
        state = at(game, {}, "", last, lead="N")
        assert "dark" in legal(state)
        state = do(state, ", ".join(["dark"] * game.players + ["spice dark"]))
        assert (state.phase, number_of(state)) == ("endgame1", after)
        assert "dark" not in legal(state)

    def test_case_17_kintuta(self):
        for other, winner in (("7S", "S"), ("2C", "N")):
            hands: dict[Seat, str] = {"N": "KC 7C 3C", "S": f"7H {other} 4C"}
            state = do(at(TWO, hands, "", 25, lead="N"), "KC, 7H, spice 3C, 7C")
            assert state.apply(other).to_act == winner

    @pytest.mark.rule("KO-R13")
    def test_case_18_four_leads_of_one_rank(self):
        hands: dict[Seat, str] = {"N": "5C 5S 5H 5D", "S": "2C 2S 2H 2D"}
        state = at(TWO, hands, "", 25, lead="N")
        for five, two in (("5C", "2C"), ("5S", "2S"), ("5H", "2H")):
            state = do(state, f"{five}, {two}, spice dark")
            assert state.to_act == "N"
        assert "5D" in legal(state)
        state = state.apply("5D")
        assert all(state.apply(card).to_act == "N" for card in state.actions())

    def test_case_19_cut(self):
        def dealer(text: str) -> Seat | None:
            rounds = rounds_of(list(pairs(text)), None, "tied")
            return dealer_of(rounds) if rounds else None

        assert dealer("N TC E KC S 9C") == "N"
        assert dealer("N AC E AS S 2C") is None  # N and E cut again
        assert dealer("N AC E AS S 2C N 9C E KC") == "E"
        assert dealer("N AC E AS S 2C N 9C E 9S N 3C E 2S") == "N"


def pairs(text: str) -> Iterator[tuple[Seat, Card]]:
    words = text.split()
    for seat, card in zip(words[::2], words[1::2], strict=True):
        yield cast(Seat, seat), cards(card)[0]


# Every rule on many deals -----------------------------------------------------------------------------------


@pytest.mark.rule("KO-R1")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_the_dealer_leads_from_hand_top_or_bottom(game: Kontra):
    for seed, dealer in enumerate(game.seats * 10):
        state = game.deal(seed, dealer)
        top, *_, bottom = state.stock
        if top[0] == bottom[0]:
            continue
        assert (state.phase, state.to_act) == ("first_lead", dealer)
        assert legal(state) == {*hand(state), "top", "bottom"}
        for action, card in (("top", top), ("bottom", bottom)):
            then = state.apply(action)
            lying = then.view(None).trick[0]
            assert (lying.seat, lying.card, lying.dark, str(then.chance)) == (dealer, card, False, card)
            assert hand(then, dealer) == hand(state, dealer)


@pytest.mark.rule("KO-R2")
def test_nothing_is_turned_up_after_the_first_lead():
    played = 0
    for state, action, then in steps(THREE, 40):
        if action == "bottom":
            assert "top" in legal(then)
            assert refused(then, "bottom") == ("KO-R2", "The bottom card has already left the stock.")
            drawn = then.apply(hand(then)[0])
            assert state.stock[0] in hand(drawn, then.to_act)
            played += 1
        if state.trick_number > 1 or len(state.trick) > 1:
            assert not {"top", "bottom"} & legal(state)
            if state.to_act and state.phase != "locked_end":
                assert [laid.name for laid in state.view(None).laid] in ([], ["bottom"])
    assert played
    kept = Kontra("three", visible_top="draw_only")
    state = dealt(kept, "N", {}, "4C ... KC").apply("bottom")
    assert legal(state) == {*hand(state)}
    assert refused(state, "top") == refused(state, "dark")
    assert refused(state, "top")[0] == "KO-R2"


@pytest.mark.rule("KO-R3")
def test_who_unlocks_and_who_is_asked():
    asking = Kontra("three", unlock="optional")
    hands: dict[Seat, str] = {"N": "2C", "E": "9H", "S": "9D"}
    state = dealt(asking, "S", hands, "9C ... 9S")
    assert (state.to_act, legal(state)) == ("S", {"9D", "decline"})
    state = state.apply("decline")
    assert (state.to_act, state.chance, legal(state)) == ("E", "ask E", {"9H", "decline"})
    state = state.apply("decline")
    assert (state.phase, state.to_act, state.chance) == ("locked_end", "S", "locked")
    assert state.apply("9D").trick == ("9D",)
    for dealer, first in (("N", "E"), ("E", "E"), ("S", "S")):
        assert dealt(THREE, cast(Seat, dealer), hands, "9C ... 9S").to_act == first


@pytest.mark.rule("KO-R4")
def test_unlocker_leads_rank_and_draws_face_up_card():
    state = dealt(TWO, "N", {"N": "9H 9D AC"}, "9C ... 9S")
    assert legal(state) == {"9H", "9D"}
    assert refused(state, "AC") == (
        "KO-R4", "You can unlock the stock, so you must lead the nine of hearts or the nine of "
        "diamonds, not the ace of clubs.",
    )  # fmt: skip
    assert refused(state, "decline") == (
        "KO-R4", "A player who can unlock the stock must do so; lead the nine of hearts or the nine "
                 "of diamonds.",
    )  # fmt: skip
    assert {refused(state, word)[0] for word in ("dark", "top", "bottom")} == {"KO-R4"}
    then = state.apply("9H")
    assert "9C" in hand(then, "N")
    assert "9C" in then.view("S").hands["N"]  # everybody has seen it
    assert "dark" in legal(then)
    barred = dealt(Kontra(unlock_trick_dark="forbidden"), "N", {"N": "9H 9D AC"}, "9C ... 9S").apply("9H")
    assert refused(barred, "dark") == (
        "KO-R7",
        "This trick has unlocked the stock, and at this table nobody plays to it in the dark; play a "
        "card from your hand.",
    )
    barred = do(barred, f"{hand(barred)[0]}, spice dark")
    assert "dark" in legal(barred)


@pytest.mark.rule("KO-R5")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_locked_for_good_means_hands_only(game: Kontra):
    state = dealt(game, "S", {}, "JC ... JS")
    chance = Random(1)
    tricks = 0
    while state.to_act:
        assert state.phase == "locked_end"
        assert legal(state) == {*hand(state)}
        for word in ("dark", "top", "bottom", "spice dark"):
            assert refused(state, word)[0] == "KO-R5"
        state = state.apply(chance.choice(state.actions()))
        tricks = len(state.finished)
    assert tricks == 6
    assert number_of(state) == game.full_pack
    assert sum(state.card_points) == sum(
        WORTH.get(play.card[0], 0) for trick in state.view(None).tricks for play in trick.plays
    )


@pytest.mark.rule("KO-R6")
def test_trick_is_one_round_with_any_card():
    free = 0
    for state, _, then in steps(THREE, 15):
        turn = state.to_act
        assert all(state.actions(seat) == () for seat in THREE.seats if seat != turn)
        if state.phase in ("normal", "endgame1", "endgame"):
            assert {*hand(state)} <= legal(state)
            free += bool(state.trick) and any(card[0] == state.trick[0][0] for card in hand(state))
        for trick in then.view(None).tricks[-1:]:
            seats = [play.seat for play in trick.plays]
            assert seats == [THREE.after(seats[0], n) for n in range(3)]
    assert free > 30  # they might have matched, and need not


@pytest.mark.rule("KO-R7")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_in_the_dark_while_three_cards_were_there(game: Kontra):
    begun = 0
    for state, _, _ in steps(game, 20):
        if not state.trick:
            begun = number_of(state) or 0
        may = state.phase == "normal" and begun >= 3 and not state.top_up
        assert ("dark" in legal(state)) == may
        if not may:
            assert refused(state, "dark")[0] in {
                "KO-R1",
                "KO-R2",
                "KO-R4",
                "KO-R5",
                "KO-R11",
                "KO-R15",
                "KO-R16",
            }
    few = at(Kontra(spice="off"), {}, "", 2, lead="N")
    assert refused(few, "dark") == (
        "KO-R7",
        "The stock held only 2 cards when this trick began, and playing in the dark takes three; play "
        "a card from your hand.",
    )
    assert refused(few.apply(hand(few)[0]), "dark")[1].startswith("The stock held only 2 cards")


@pytest.mark.rule("KO-R8")
def test_the_turned_card_is_played():
    for state, action, then in steps(TWO, blind=0.8):
        if action != "dark":
            continue
        top = state.stock[0]
        view = then.view(None)
        last = view.trick[-1] if view.trick else view.tricks[-1].plays[-1]
        assert (str(then.chance), last.card, last.dark) == (top, top, True)
        assert hand(then, state.to_act) == hand(state)


@pytest.mark.rule("KO-R9")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_hands_are_filled_up_at_once(game: Kontra):
    for state, action, then in steps(game, 20):
        if state.phase in ("first_lead", "normal", "spice") and action != "decline":
            assert [len(hand(then, seat)) for seat in game.seats] == [6] * game.players
            if action != "bottom":
                assert then.stock == state.stock[1:]
            card = action[-2:]
            if card in hand(state):
                assert state.stock[0] in hand(then, state.to_act)


@pytest.mark.rule("KO-R10")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_last_of_led_rank_wins_despite_spice(game: Kontra):
    equal = 0
    for end in ends(game):
        for trick in end.view(None).tricks:
            led = trick.plays[0].card[0]
            assert trick.winner == [play.seat for play in trick.plays if play.card[0] == led][-1]
            equal += any(card[0] == led for card in trick.added)
    assert equal > 3


@pytest.mark.rule("KO-R11")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_the_winner_must_spice(game: Kontra):
    for state, action, then in steps(game, 15):
        if state.phase != "spice":
            assert refused(state, "spice dark")[0] in {"KO-R11", "KO-R15", "KO-R16", "KO-R5"}
            continue
        assert legal(state) == {*(f"spice {card}" for card in hand(state)), "spice dark"}
        assert {refused(state, card)[0] for card in hand(state)} == {"KO-R11"}
        trick = then.view(None).tricks[-1]
        assert (trick.winner, len(trick.added)) == (state.to_act, 1)
        assert trick.added[0] in ([action[-2:]] if action != "spice dark" else [then.chance])
    plain = Kontra(spice="off")
    assert [len(end.finished) for end in ends(plain, 5)] == [26] * 5
    assert all(sum(end.card_points) == 120 for end in ends(Kontra("three", spice="off"), 5))


@pytest.mark.rule("KO-R12")
def test_nobody_looks_through_the_piles():
    for state, _, _ in steps(THREE, 10):
        for seat in THREE.seats:
            view = state.view(seat)
            assert len(view.tricks) <= 1 or view.to_act is None
            assert [pile.seats for pile in view.piles] == [("N",), ("E",), ("S",)]
            for pile in view.piles:
                taken = [trick for trick in state.view(None).tricks if trick.winner == pile.seats[0]]
                assert (pile.tricks, pile.card_points) == (len(taken), sum(t.card_points or 0 for t in taken))


@pytest.mark.rule("KO-R13")
def test_the_winner_leads():
    for state, _, then in steps(THREE, 15):
        if len(then.finished) > len(state.finished) and then.to_act:
            assert then.to_act == then.view(None).tricks[-1].winner


@pytest.mark.rule("KO-R14")
@pytest.mark.parametrize(
    ("game", "packs"),
    [
        (TWO, [40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7, 4, 1]),
        (THREE, [34, 30, 26, 22, 18, 14, 10, 6, 2]),
    ],
)
def test_endgame_begins_with_last_one_or_two(game: Kontra, packs: list[int]):
    found: list[int] = []
    for state, _, then in steps(game, 12):
        if not state.trick and state.phase in ("first_lead", "normal", "endgame1"):
            found.append(number_of(state) or 0)
        if state.phase == "endgame1" and not state.trick:
            assert [len(hand(state, seat)) for seat in game.seats] == [6] * game.players
            assert found == packs
        if then.to_act is None:
            if state.phase != "locked_end":
                assert len(then.finished) == {2: 19, 3: 14}[game.players]
            found = []


@pytest.mark.rule("KO-R15")
def test_last_cards_go_to_first_endgame_trick():
    for state, _, then in steps(THREE, 15):
        if state.phase == "endgame1":
            assert legal(state) == {*hand(state)}
            assert refused(state, "spice dark")[0] == "KO-R15"
            if then.phase == "endgame":
                assert then.view(None).tricks[-1].added == state.stock
                assert then.chance == " ".join(["spice", *state.stock])
                assert number_of(then) == 0


@pytest.mark.rule("KO-R16")
def test_the_last_five_tricks():
    for state, _, _ in steps(TWO, 10):
        if state.phase == "endgame":
            assert legal(state) == {*hand(state)}
            assert refused(state, "dark") == (
                "KO-R16", "The stock is gone, so there is no card to play in the dark.",
            )  # fmt: skip
            assert refused(state, "spice dark")[0] == "KO-R16"
    for end in ends(TWO, 10):
        assert end.phase == "over"
        assert not any(trick.added for trick in end.view(None).tricks[-5:])


@pytest.mark.rule("KO-R17")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_last_card_is_face_up_unless_led(game: Kontra):
    seen = set()
    for number in range(30):
        start = game.deal(number)
        if start.lock:
            continue
        chance = Random(number)
        state = start.apply(chance.choice(["bottom", "top", hand(start)[0]]))
        led = state.trick[0] == start.stock[-1]
        while state.phase != "endgame1":
            state = state.apply(chance.choice(state.actions()))
        shown = [laid.cards for laid in state.view("S").laid]
        assert shown == ([] if led else [(start.stock[-1],)])
        assert (state.stock[-1] == start.stock[-1]) != led
        assert [str(card) for card in state.as_deal("S").stock or ()].count("?") == len(state.stock) - (
            not led
        )
        seen.add(led)
    assert seen == {True, False}


@pytest.mark.rule("KO-R18")
@pytest.mark.parametrize("game", [TWO, THREE])
def test_everybody_counts_the_pile(game: Kontra):
    for end in ends(game, 30):
        result = end.result()
        counts = dict.fromkeys(game.seats, 0)
        for trick in end.view(None).tricks:
            lying = [*(play.card for play in trick.plays), *trick.added]
            counts[trick.winner] += sum(WORTH.get(card[0], 0) for card in lying)
        assert dict(result.seats) == counts
        assert sum(counts.values()) == 120 or number_of(end)
        assert {item.rule for item in result.items} >= {"KO-R18"}
        for seat in game.seats:
            assert sum(item.seats.get(seat, 0) for item in result.items) == counts[seat]


@pytest.mark.rule("KO-R19")
@pytest.mark.rule("KO-R20")
@pytest.mark.rule("KO-R21")
@pytest.mark.rule("KO-R22")
@pytest.mark.parametrize("least", [21, 40])
def test_the_next_dealer_for_every_share(least: int):
    rules = set()
    game = Kontra("three", min_dealer=least)
    for n in range(0, 121, 2):
        for e in range(0, 121 - n, 3):
            whole = (n, e, 120 - n - e)
            for points in (whole, (n // 3, e // 3, 0)):
                able = [number for number in points if number >= least]
                fewest = min(able, default=None)
                due = [s for s, k in zip("NES", points, strict=True) if fewest is None or k == fewest]
                assert list(game.session().counting(points).dealers) == due
                several = "KO-R20" if len(due) > 1 else "KO-R22" if len(able) == 1 else "KO-R19"
                rule, _ = next_dealers(points, least)
                assert rule == (several if able else "KO-R21")
                rules.add(rule)
            if n % 20 == 0 and e % 5 == 0:
                assert result_of(whole, game).items[-1].rule == next_dealers(whole, least)[0]
    assert len(rules) == 4


@pytest.mark.rule("KO-R20")
def test_cuts_are_told_in_the_record():
    tied = 0
    for seed in range(60):
        start = THREE.deal(seed)
        rounds = start.before.cut
        tied += len(rounds) > 1
        text = write(record_of(start))
        assert "cut: N " in text
        again = read(text)
        assert THREE.start(again) == THREE.start(again, session=start.session) == start
        assert start.view(None).dealer == start.session.dealer == dealer_of(rounds)
        bare = text.replace(f'[Dealer "{start.session.dealer}"]\n', "")
        assert THREE.start(read(bare)).session.dealer == start.session.dealer
        other = next(seat for seat in THREE.seats if seat != start.session.dealer)
        wrong = text.replace(f'[Dealer "{start.session.dealer}"]', f'[Dealer "{other}"]')
        with pytest.raises(RecordError, match="by these cuts"):
            replay(read(wrong))
    assert tied
    assert len(cut(("N", "E", "S"), "tied", 22)[0]) == 3
    after = THREE.session().counting((54, 33, 33))
    for seed in range(20):
        state = THREE.deal(seed, session=after)
        assert {seat for each in state.before.cut for seat, _ in each} == {"E", "S"}
        assert THREE.start(write_start(state), session=state.session) == state
    due = THREE.session().counting((75, 24, 21))
    assert due.dealer == "S"
    uncut = THREE.deal(1, session=due)
    cuts = replace(uncut.as_deal(), facts={"cut": "N 7C E 8C S AC"})
    with pytest.raises(PositionError, match="these cuts make nobody"):
        THREE.start(cuts, session=due)  # nobody cuts where one player is to deal
    with pytest.raises(PositionError, match="these cuts make nobody"):
        dealt(THREE, "E", {}, "4C ... KC", cut="E AC S AS E TC S TD")


@pytest.mark.rule("KO-R23")
def test_dealing_is_an_advantage():
    """The dealer has two cards more to choose from than anybody who leads later."""
    for seed in range(30):
        state = TWO.deal(seed)
        if state.lock:
            continue
        assert state.to_act == state.session.dealer
        assert len(legal(state)) == 8
        later = do(state, f"{hand(state)[0]}, dark, spice dark")
        assert len(legal(later)) == 7


@pytest.mark.rule("KO-R24")
def test_card_points_are_added_up():
    game = Kontra(session="cumulative", deals=2)
    session = game.session()
    assert str(session.standing) == "Card points are added up over 2 deals; none has been played yet."
    deals = []
    chance = Random(5)
    while not session.over:
        start = state = game.deal(7 + session.played, session=session)
        done: list[tuple[Seat, str]] = []
        while state.to_act:
            action = chance.choice(state.actions())
            done.append((state.to_act, action))
            state = state.apply(action)
        deals.append((start, done))
        before, session = session, cast(KontraSession, start.session.after(state))
        gained = {seat: session.seats[seat] - before.seats[seat] for seat in game.seats}
        assert gained == dict(state.result().seats)
        assert "KO-R24" in {item.rule for item in state.result().items}
    assert session.played == 2
    assert session.winners == tuple(s for s, n in session.seats.items() if n == max(session.seats.values()))
    played = replay_session(read(write(record_of_session(deals))))
    assert played[-1].after == session
    assert [dict(each.start.session.facts).get("deals") for each in played] == [None, "1"]
    shared = Kontra("three", session="cumulative", deals=1).session().counting((50, 50, 20))
    assert (shared.over, shared.winners) == (True, ("N", "E"))
    assert str(shared.text).endswith("North and East share the session.")
    assert not TWO.session().counting((60, 60)).over
    assert TWO.session().seats == {}


# Refusals in their words ------------------------------------------------------------------------------------


OPEN = dealt(TWO, "N", {"N": "AC TC 9C 9S 5C 2C"}, "4C ... KC")
SPICY = at(TWO, {"N": "AC KC QC JC TC 9C"}, "2C", 23, trick="N 8C S 3C")
LATE = at(TWO, {"N": "AC", "S": "KC"}, lead="N")


@pytest.mark.parametrize(
    ("state", "action", "seat", "rule", "reason"),
    [
        (OPEN, "KD", None, "KO-R6", "You do not hold the king of diamonds; your cards are the "
         "ace of clubs, the ten of clubs, the nine of clubs, the nine of spades, the five of clubs and the "
         "two of clubs."),
        (OPEN, "dark", None, "KO-R1", "The top card is face up, so you cannot play it in the dark; "
                                      "to play the four of clubs, say “top”."),
        (OPEN, "7C", "S", "KO-R1", "North dealt and leads to the first trick."),
        (OPEN, "decline", None, "KO-R3", "There is no locked stock to leave locked; play a card."),
        (OPEN, "spice AC", None, "KO-R11", "Only the winner spices a trick, after all have played to "
                                           "it; now play a card."),
        (OPEN, "7C", "W", "KO-R6", "West does not play in this deal; it is North’s turn."),
        (OPEN.apply("9C"), "top", None, "KO-R2", "The top card is face down now; to play it unseen, "
                                                 "say “dark”."),
        (OPEN.apply("9C"), "bottom", None, "KO-R2", "Only the dealer may lead the bottom card, the "
                                                    "king of clubs, and only to the first trick; now "
                                                    "it stays until the endgame."),
        (OPEN.apply("9C"), "AC", "N", "KO-R6", "It is South’s turn."),
        (SPICY, "AC", None, "KO-R11", "You have taken the trick and must spice it before you lead; to add "
         "the ace of clubs, say “spice AC”."),
        (SPICY, "dark", None, "KO-R11", "You have taken the trick and must spice it, with a card "
                                        "from your hand (the ace of clubs, the king of clubs, the "
                                        "queen of clubs, the jack of clubs, the ten of clubs or the "
                                        "nine of clubs) or with “spice dark”."),
        (SPICY, "spice 2D", None, "KO-R11", "You do not hold the two of diamonds; your cards are the ace "
         "of clubs, the king of clubs, the queen of clubs, the jack of clubs, the ten of clubs and the nine "
         "of clubs."),
        (SPICY, "2D", "S", "KO-R11", "North has taken the trick and must spice it first."),
        (SPICY.apply("spice AC"), "2D", "S", "KO-R13", "North took the last trick and leads to this one."),
        (LATE, "top", None, "KO-R2", "No card of the stock can be played any more; play a card from your "
         "hand."),
        (LATE, "gabble", None, "KO-R6", "“gabble” is not possible here. Name a card in your hand, or "
                                        "a word from the list."),
        (do(LATE, "AC, KC"), "AC", None, "KO-R16", "The deal is over; there is nothing left to play."),
        (dealt(THREE, "N", {"E": "9H", "S": "9D"}, "9C ... 9S"), "9D", "S", "KO-R3", "You hold a 9 and "
         "could unlock the stock, but East comes before you."),
        (dealt(THREE, "N", {"E": "9H"}, "9C ... 9S"), "2C", "N", "KO-R3", "The stock is locked, and it is "
         "East who can unlock it with a 9."),
        (dealt(TWO, "N", {}, "JC ... JS"), "2C", "S", "KO-R5", "North dealt and leads to the first "
                                                               "trick."),
        (at(Kontra(spice="off"), {}, "", 4, lead="N"), "spice dark", None, "KO-R11", "This table "
                                                                                     "plays without "
                                                                                     "spice."),
    ],
)  # fmt: skip
def test_refusals(state: State, action: str, seat: Seat | None, rule: str, reason: str):
    assert refused(state, action, seat) == (rule, reason)
    found = state.why_not(action, seat)
    assert found is not None
    assert found.legal == state.actions(seat)


# Positions and records --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("N: AC\nS: KC\nW: 2C\nlead: N", "hand_stray", "West does not play in a game of 2"),
        ("N: AC\nlead: N", "hand_missing", "South’s hand is missing"),
        ("N: AC\nS: AC\nlead: N", "card_twice", "AC is both in North’s hand and in South’s hand"),
        ("N: AC 2C\nS: KC\nlead: N", "card_count", "at no point of a deal of 2"),
        ("N: AC\nS: KC", "lead_missing", "the leader is missing"),
        ("N: AC\nS: KC\nlead: E", "fact_unreadable", "write it as “lead: N”"),
        ("N: AC\nS: KC\nlead: N\nbottom: gone", "fact_unreadable", "write it as “bottom: led”"),
        ("N: AC\nS: KC\nlead: N\npoints: N 100 S 3", "points_impossible", "must add up to 105"),
        (
            "N: AC\nS: KC\nlead: N\npoints: N 104 S 1",
            "points_impossible",
            "cannot have taken these card points",
        ),
        ("N: AC\nS: KC\nlead: N\ntricks: N 3 S 3", "tricks_impossible", "have taken 18 tricks"),
        ("N: AC\nS: KC\nlead: N\nshown: N KC", "shown_wrong", "North does not hold it"),
        ("N: AC\nS: KC\nlead: N\npack: locked", "lock_wrong", "cannot be locked"),
        ("N: AC\nS: KC\ndeclined: N\nlead: N", "declined_wrong", "nobody can have declined"),
        ("N: AC\nS: KC\ntrick: N 2C", "card_count", "at no point"),
        ("N: AC 3D\nS: KC\ntrick: S dark 2C", "trick_wrong", "in the dark"),
        ("N: AC 3D\nS: KC 4D\ntrick: N 2C S 3C", "trick_wrong", "no spice to add"),
        ("N: AC ?\nS: KC 2C\nlead: N", "hidden_card", "a card is hidden here"),
        ("N: AC\nS: KC\nlead: N\nscore: N 3 S 4", "standing_impossible", "counts by itself"),
    ],
)
def test_faults_of_positions(text: str, name: str, said: str):
    with pytest.raises(PositionError, match=said) as caught:
        TWO.start(read(f'[Game "kontra"]\n[Position]\n{text}\n'))
    assert name in [fault.name for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"score": "N 75 S 45"}, "needs both"),
        ({"deals": "1"}, "needs both"),
        ({"score": "N 75 S 45", "deals": "6"}, "the session is over after 6 deals"),
        ({"score": "N 75 S 46", "deals": "1"}, "1 deal cannot have brought"),
        ({"score": "N 75", "deals": "1"}, "cannot be read"),
    ],
)
def test_faults_of_a_standing(facts: dict[str, str], said: str):
    with pytest.raises(PositionError, match=said):
        Kontra(session="cumulative").session(Deal({}, facts=facts))


def test_a_dealer_must_play():
    with pytest.raises(PositionError, match="East does not play"):
        TWO.session(Deal({}, dealer="E"))


def test_an_unknown_past_leaves_the_result_open():
    end = do(at(TWO, {"N": "AC", "S": "KC"}, lead="N"), "AC, KC")
    result = end.result()
    assert not result.settled
    assert result.text == "Card points in the tricks shown: North 15, South 0; the earlier tricks decide."
    with pytest.raises(UnsettledError):
        end.session.after(end)


@pytest.mark.parametrize("game", [TWO, THREE, Kontra("three", unlock="optional")])
def test_what_each_seat_writes_down_reads_back(game: Kontra):
    """A locked pack too: who leads, and that it stays locked, cannot be seen from hidden hands."""
    hands: list[dict[Seat, str]] = [{"N": "9H", "S": "9D"}, {"S": "9H 9D"}, {}]
    for given in hands:
        start = dealt(game, "N", given, "9C ... 9S")
        chance = Random(3)
        state = start
        done: list[tuple[Seat, str]] = []
        while state.to_act:
            for seat in game.seats:
                record = record_of(start, done, seat=seat)
                assert read(write(record)) == record
                assert record_view(record, seat) == state.view(seat)
            action = "decline" if "decline" in legal(state) else chance.choice(state.actions())
            done.append((state.to_act, action))
            state = state.apply(action)
