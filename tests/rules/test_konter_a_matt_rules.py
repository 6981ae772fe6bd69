"""Konter a Matt, one test for each rule: held against random play, as players and readers would see it."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from kontrapunkt.core.cards import SUITS, Card
from kontrapunkt.core.interface import SEATS, Action, Seat, State
from kontrapunkt.core.messages import card_name
from kontrapunkt.core.rules import PositionError
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.record import read, record_of, write
from tests.rules.slate import ended

PRESETS = [KonterAMatt(preset) for preset in KonterAMatt.presets]
KM = PRESETS[0]
WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 0, "9": 0}
QUEENS = ("QS", "QH", "QD")


class Step(NamedTuple):
    """A state, what a seat does in it, and what comes of it."""

    state: State
    seat: Seat
    action: Action
    then: State


def steps(game: KonterAMatt, deals: int = 30, claims: bool = True) -> Iterator[Step]:
    """Random deals, step by step, calls out of turn included."""
    for seed in range(deals):
        chance = Random(seed)
        state: State = game.deal(seed, chance.choice(SEATS))
        while state.to_act is not None:
            every = [(seat, action) for seat in SEATS for action in state.actions(seat)]
            if not claims:
                every = [(seat, action) for seat, action in every if action != "claim"]
            seat, action = chance.choice(every)
            then = state.apply(action, seat)
            yield Step(state, seat, action, then)
            state = then


def ends(game: KonterAMatt, deals: int = 60, claims: bool = True) -> Iterator[State]:
    return (step.then for step in steps(game, deals, claims) if step.then.to_act is None)


def trumps(suit: str) -> list[str]:
    """The trumps, high to low."""
    lower = [rank + suit for rank in "KQJT9" if rank + suit not in QUEENS]
    return [f"A{suit}", *QUEENS, *lower]


def suit_of(card: str, trump: str) -> str:
    return "trump" if card in trumps(trump) else card[1]


def side(seat: Seat) -> str:
    return "NS" if seat in "NS" else "EW"


def sums(state: State) -> dict[str, int]:
    """Card points of the teams, card by card."""
    found = {"NS": 0, "EW": 0}
    for trick in state.view(None).tricks:
        found[side(trick.winner)] += sum(WORTH[play.card[0]] for play in trick.plays)
    return found


def refused(state: State, action: str, seat: Seat | None = None) -> str:
    refusal = state.why_not(action, seat)
    assert refusal is not None, f"{action} is legal"
    assert refusal.legal == state.actions(seat)
    return refusal.rule


@pytest.mark.rule("KM-R1")
@pytest.mark.parametrize("game", PRESETS)
def test_r1_teams_and_direction(game):
    clockwise = game.options["direction"] == "clockwise"
    assert game.sides == (("N", "S"), ("E", "W"))
    for step in steps(game, 5):
        plays = step.then.view(None).trick
        for one, other in pairwise(plays):
            turned = SEATS.index(other.seat) - SEATS.index(one.seat)
            assert turned % 4 == (1 if clockwise else 3)


@pytest.mark.rule("KM-R2")
def test_r2_chance_deals():
    """Shuffling and cutting are one: each seed has its order, and a deal is twenty-four cards, once each."""
    starts = [KM.deal(seed, "N") for seed in range(30)]
    orders = {(*start.view(None).hands["W"], *(start.as_deal().stock or ())) for start in starts}
    assert len(orders) == 30
    assert all(len({*one}) == 24 for one in orders)


@pytest.mark.rule("KM-R3")
@pytest.mark.parametrize("game", PRESETS)
def test_r3_packets_of_three(game):
    for seed in range(10):
        start = game.deal(seed, "N")
        deal = start.as_deal()
        order = [game.after("N", i) for i in (1, 2, 3, 0)]
        lying = [deal.hands[seat] for seat in order if deal.hands[seat]]
        assert len(lying) == (4 if game.options["deal_procedure"] == "three_each_first" else 1)
        pack = [card for hand in lying for card in hand] + [*(deal.stock or ())]
        whole = start.apply("trump D").view(None).hands
        for place, seat in enumerate(order):
            packets = pack[3 * place : 3 * place + 3] + pack[12 + 3 * place : 15 + 3 * place]
            assert {*whole[seat]} == {*packets}


@pytest.mark.rule("KM-R4")
@pytest.mark.parametrize("game", PRESETS)
def test_r4_forehand_deals_next(game):
    for end in ends(game, 10):
        dealer = end.session.dealer
        assert dealer is not None
        assert end.session.after(end).dealers == (game.after(dealer),)


@pytest.mark.rule("KM-R5")
def test_r5_anybody_deals_first():
    assert KM.session().dealers == SEATS
    assert {KM.deal(1, seat).view(None).dealer for seat in SEATS} == {*SEATS}


@pytest.mark.rule("KM-R6")
@pytest.mark.parametrize("game", PRESETS)
def test_r6_forehand_names_suit_on_three_cards(game):
    for seed in range(20):
        state = game.deal(seed)
        forehand = game.after(state.view(None).dealer)
        assert state.to_act == forehand
        assert state.phase == "name_trump"
        assert state.actions() == tuple(f"trump {suit}" for suit in SUITS)
        assert len(state.view(forehand).hands[forehand]) == 3
        for action in ("pass", "trump X", "say matt", "claim", state.view(None).hands[forehand][0]):
            assert refused(state, action) in ("KM-R6", "KM-R9", "KM-R16")
        assert refused(state, "trump C", game.after(forehand)) == "KM-R12"
        for suit in SUITS:
            named = state.apply(f"trump {suit}")
            assert named.view(None).trump == suit
            assert refused(named, "trump S") == "KM-R6"


@pytest.mark.rule("KM-R7")
@pytest.mark.parametrize("game", PRESETS)
def test_r7_forehands_team_are_the_trump_makers(game):
    for step in steps(game, 10):
        makers = [status for status in step.then.view(None).statuses if status.name == "trump_makers"]
        dealer = step.then.view(None).dealer
        assert dealer is not None
        assert game.after(dealer) in makers[0].seats
        assert makers[0].rule == "KM-R7"


@pytest.mark.rule("KM-R8")
@pytest.mark.parametrize("game", PRESETS)
def test_r8_an_announcer_holds_the_cards(game):
    needs = {"say matt": {"QS"}, "say konter": {"QH", "QD"}, "say konter-a-matt": {*QUEENS}}
    found = dict.fromkeys(needs, 0)
    for step in steps(game, 120):
        hand = {*step.state.view(None).hands[step.seat]}
        for action, cards in needs.items():
            if action in step.state.actions(step.seat):
                assert cards <= hand
                found[action] += 1
            elif not cards <= hand and len(hand) == 6 and step.state.to_act == step.seat:
                assert refused(step.state, action, step.seat) == "KM-R8"
    assert all(found.values())


@pytest.mark.rule("KM-R9")
@pytest.mark.parametrize("game", PRESETS)
def test_r9_before_ones_first_card(game):
    in_turn = game.options["announce_window"] == "own_turn"
    early = 0
    for step in steps(game, 120):
        if step.action.verb == "say":
            view = step.state.view(None)
            assert view.trick_number == 1
            assert len(view.hands[step.seat]) == 6
            assert step.seat not in {play.seat for play in view.trick}
            early += step.seat != step.state.to_act
        played = step.then.view(None)
        if played.phase != "over" and len(played.hands[step.seat]) < 6:
            assert refused(step.then, "say matt", step.seat) == "KM-R9"
    assert (early == 0) == in_turn


@pytest.mark.rule("KM-R10")
def test_r10_once_unless_matt_is_raised():
    all_three = 0
    for seed in range(400):
        state = KM.deal(seed, "N").apply("trump H")
        for seat in SEATS:
            may = state.actions(seat)
            for action in [action for action in may if action.verb == "say"]:
                said = state.apply(action, seat)
                raising = action == "say matt" and "say konter" in may
                left = [again for again in said.actions(seat) if again.verb == "say"]
                assert left == (["say konter"] if raising else [])
                for again in ("say matt", "say konter", "say konter-a-matt"):
                    assert again in left or refused(said, again, seat) in ("KM-R10", "KM-R8")
            all_three += "say konter-a-matt" in may
    assert all_three > 3


@pytest.mark.rule("KM-R11")
def test_r11_announcements_of_both_sides_count_for_winner():
    for said, value in (((("N", "matt"), ("E", "konter")), 3), ((("E", "matt"),), 2), ((), 1)):
        for points in ((22, 18), (18, 22)):
            for makers in (0, 1):
                result = ended(makers, points, said).result()
                assert result.seats[result.winners[0]] == -value


@pytest.mark.rule("KM-R12")
@pytest.mark.parametrize("game", PRESETS)
def test_r12_leads_and_six_tricks(game):
    for end in ends(game, 20, claims=False):
        view = end.view(None)
        assert [trick.number for trick in view.tricks] == [1, 2, 3, 4, 5, 6]
        leaders = [trick.plays[0].seat for trick in view.tricks]
        assert view.dealer is not None
        assert leaders == [game.after(view.dealer), *(trick.winner for trick in view.tricks[:-1])]
    for step in steps(game, 20):
        view = step.state.view(None)
        if view.phase == "lead":
            assert view.to_act is not None
            assert {*view.hands[view.to_act]} <= {*step.state.actions()}


@pytest.mark.rule("KM-R13")
def test_r13_effective_suits():
    for step in steps(KM, 100):
        view = step.state.view(None)
        if view.phase != "follow" or step.seat != view.to_act:
            continue
        led = suit_of(view.trick[0].card, view.trump)
        legal = [action for action in step.state.actions() if action.card]
        if led != "trump" and view.trick[0].card not in QUEENS:
            assert all(queen in legal for queen in QUEENS if queen in view.hands[step.seat])


@pytest.mark.rule("KM-R14")
@pytest.mark.parametrize("game", PRESETS)
def test_r14_legal_cards(game):
    bound = 0
    for step in steps(game, 100):
        view = step.state.view(None)
        if view.phase != "follow":
            continue
        assert view.to_act is not None
        hand = view.hands[view.to_act]
        led = suit_of(view.trick[0].card, view.trump)
        own = [card for card in hand if suit_of(card, view.trump) == led]
        allowed = {*hand}
        if own:
            allowed = {*own} | {card for card in hand if suit_of(card, view.trump) == "trump"}
        assert {action.card for action in step.state.actions() if action.card} == allowed
        for card in {*hand} - allowed:
            bound += 1
            refusal = step.state.why_not(card)
            assert refusal is not None
            assert refusal.rule == "KM-R14"
            assert str(card_name(card)) in refusal.reason
            assert any(str(card_name(one)) in refusal.reason for one in own)
    assert bound > 100


@pytest.mark.rule("KM-R15")
def test_r15_who_takes_the_trick():
    for end in ends(KM, 100):
        view = end.view(None)
        for trick in view.tricks:
            cards = [play.card for play in trick.plays]
            high = [card for card in trumps(view.trump) if card in cards]
            suit: list[Card] = sorted(
                [card for card in cards if card[1] == cards[0][1]], key=lambda card: "AKQJT9".index(card[0])
            )
            best = Card(high[0]) if high else suit[0]
            assert trick.plays[cards.index(best)].seat == trick.winner


@pytest.mark.rule("KM-R16")
@pytest.mark.parametrize("keeps", ["off", "on"])
def test_r16_a_claim_ends_the_deal(keeps):
    game = KonterAMatt(claim_keeps_capot=keeps)
    claimed = capots = 0
    for step in steps(game, 400):
        view = step.state.view(None)
        for seat in SEATS:
            may = view.phase == "lead" and sums(step.state)[side(seat)] >= 21
            assert ("claim" in step.state.actions(seat)) == may
            if not may:
                assert refused(step.state, "claim", seat) == "KM-R16"
        if step.action == "claim":
            claimed += 1
            result = step.then.result()
            assert step.seat in result.winners
            lost = [trick for trick in view.tricks if side(trick.winner) != side(step.seat)]
            line = keeps == "on" and not lost
            capots += line
            announced = sum(2 if call.action == "say konter-a-matt" else 1 for call in view.calls)
            assert result.seats[step.seat] == -1 - announced - line
    assert claimed > 50
    assert (capots > 0) == (keeps == "on")
    off = KonterAMatt(claim="off")
    assert all(step.action != "claim" for step in steps(off, 60))


@pytest.mark.rule("KM-R17")
@pytest.mark.parametrize("game", PRESETS)
def test_r17_twenty_one_wins(game):
    for end in ends(game, 200, claims=False):
        found = sums(end)
        assert found["NS"] + found["EW"] == 40
        winners = end.result().winners
        assert {side(seat) for seat in winners} == {team for team, points in found.items() if points > 20}
    for ns in range(5, 36):
        result = ended(0, (ns, 40 - ns)).result()
        assert result.winners == (("N", "S") if ns > 20 else ("E", "W") if ns < 20 else ())


@pytest.mark.rule("KM-R18")
@pytest.mark.parametrize("capot_line", ["1", "0"])
def test_r18_value(capot_line):
    game = KonterAMatt(capot_line=capot_line)
    for said, a in (((), 0), ((("W", "konter"),), 1), ((("S", "konter-a-matt"),), 2)):
        for capot in (False, True):
            seats = ended(0, (40, 0), said, capot, game=game).result().seats
            assert seats["N"] == -(1 + a + (capot and capot_line == "1"))


@pytest.mark.rule("KM-R19", "KM-R20")
def test_r19_r20_winners_erase_and_makers_add():
    for makers in (0, 1):
        for points in ((25, 15), (15, 25)):
            result = ended(makers, points, (("N", "matt"),)).result()
            winner = int(points[1] > points[0])
            expected = [-2 if team == winner else 2 if team == makers else 0 for team in (0, 1)]
            assert [result.seats["N"], result.seats["E"]] == expected
            by_rule = {item.rule: item.seats for item in result.items}
            assert set(by_rule["KM-R19"].values()) == {-2}
            assert set(by_rule["KM-R20"].values()) == ({2} if makers != winner else set())


@pytest.mark.rule("KM-R21")
def test_r21_ties():
    for makers in (0, 1):
        for said, a in (((), 0), ((("W", "matt"),), 1), ((("W", "matt"), ("E", "konter")), 2)):
            for rule, added in (("add_1_plus_a", 1 + a), ("add_1", 1), ("carry_forward", 0)):
                end = ended(makers, (20, 20), said, game=KonterAMatt(tie_rule=rule))
                seats = end.result().seats
                assert [seats["N"], seats["E"]][makers] == added
                assert [seats["N"], seats["E"]][1 - makers] == 0
                carried = end.session.after(end).facts.get("carried", "0")
                assert carried == (str(1 + a) if rule == "carry_forward" else "0")


@pytest.mark.rule("KM-R22")
@pytest.mark.parametrize("lines", [1, 9, 30])
def test_r22_start_lines(lines):
    session = KonterAMatt(start_lines=lines).session()
    assert set(session.seats.values()) == {lines}
    assert [(row.written, row.erased, row.left) for row in session.slate] == [(lines, 0, lines)] * 2
    end = ended(0, (21, 19), game=KonterAMatt(start_lines=lines))
    assert session.after(end).over == (lines == 1)


@pytest.mark.rule("KM-R23")
def test_r23_added_lines_are_ordinary_lines():
    session = KonterSession(KM, ("E",))
    for makers in (0, 1) * 10:
        points = (10, 30) if makers == 0 else (20, 20)
        if session.lines[1] <= 1:
            break
        session = session.after(ended(makers, points, session=session))
    assert session.lines[0] > 9
    assert session.slate[0].written == session.lines[0]
    more = session.lines[0]
    assert session.dealer == "E"
    assert session.after(ended(0, (21, 19), session=session)).lines[0] == more - 1


@pytest.mark.rule("KM-R24")
def test_r24_nobody_has_fewer_than_no_lines():
    for left in (1, 2, 3, 5):
        session = KonterSession(KM, ("E",), (9, 9), (9 - left, 0))
        end = ended(0, (40, 0), (("N", "konter-a-matt"),), True, session)
        after = session.after(end)
        assert after.seats["N"] == max(0, left - 4)
        assert after.over == (left <= 4)
        assert end.result().seats["N"] == after.seats["N"] - left
        if after.over:
            assert after.winners == ("N", "S")
            with pytest.raises(PositionError):
                KM.deal(1, session=after)
            with pytest.raises(ValueError, match="over"):
                after.after(end)


@pytest.mark.rule("KM-R25")
def test_r25_slate_keeps_erased_and_added_lines():
    session = KonterSession(KM, ("E",))
    session = session.after(ended(0, (18, 22), (("N", "matt"),), session=session))
    session = session.after(ended(1, (22, 18), session=session))
    assert [(row.seats, row.written, row.erased) for row in session.slate] == [
        (("N", "S"), 11, 1),
        (("E", "W"), 10, 2),
    ]
    start = KM.deal(1, session=session)
    text = write(record_of(start, ["trump C"]))
    assert "lines: NS 10 EW 8" in text
    assert "erased: NS 1 EW 2" in text
    assert KM.start(read(text)).session.slate == session.slate


@pytest.mark.rule("KM-R26")
def test_r26_revenge():
    session = KonterSession(KM, ("E",), (9, 9), (8, 0))
    end = ended(0, (21, 19), session=session)
    assert end.result().items[-1].rule == "KM-R26"
    over = session.after(end)
    assert over.revenge() == KM.session()
    with pytest.raises(ValueError, match="going on"):
        session.revenge()


@pytest.mark.rule("KM-R27")
def test_r27_nobody_can_revoke():
    checked = 0
    for step in steps(KM, 60):
        for trick in step.then.view(step.seat).tricks[:-1]:
            assert step.then.to_act is None, f"{trick} lies open"
        for card in step.state.view(None).hands[step.seat]:
            if step.state.phase == "follow" and Action(card) not in step.state.actions(step.seat):
                checked += 1
                with pytest.raises(Exception, match=r"play|turn|throw"):
                    step.state.apply(card, step.seat)
    assert checked > 100
