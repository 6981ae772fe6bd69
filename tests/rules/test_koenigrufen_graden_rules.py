"""Königrufen of Graden, a test for each rule: held against random play, as players and readers see it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from kontrapunkt.core.cards import HIDDEN, pack
from kontrapunkt.core.interface import SEATS, Action, Item, Result, Seat, State, View, left_of
from kontrapunkt.core.rules import PositionError
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.record import read, record_of, write

KG = KoenigrufenGraden()
LONG = KoenigrufenGraden(stop_when_decided="never")
KING, TEN = "AKQJT9", "ATKQJ9"
JOINED = ("bid bettler", "bid plauderer")
HUNDERT = ("bid hundert", "bid hundert_letzten", "bid hundertermord")
RANKS = [
    "bettler", "durchmarsch", "durchmarsch_letzten", "plauderer", "hundert", "hundert_letzten", "zehnermord",
    "koenigmord", "hundertermord",
]  # fmt: skip
KINGS = ("bettler", "durchmarsch_letzten", "plauderer", "koenigmord")
"""The contracts in which kings are second whatever is called."""


class Step(NamedTuple):
    """A state, what is done in it, and what comes of it."""

    state: State
    action: Action
    then: State


def pick(state: State, chance: Random, favourite: str) -> Action:
    """An action; the auction is steered to a contract, and two in three of those who can join do."""
    legal = state.actions()
    if state.phase != "auction":
        return chance.choice(legal)
    calls = [call.action for call in state.view(None).calls]
    standing = [call for call in calls if call != "pass"][-1:]
    joins = [action for action in legal if [action] == standing]
    if joins and chance.random() < 0.7:
        return joins[0]
    if f"bid {favourite}" in legal and not standing:
        return Action(f"bid {favourite}")
    return Action("pass") if chance.random() < 0.85 else chance.choice(legal)


@cache
def deal(game: KoenigrufenGraden, seed: int) -> tuple[Step, ...]:
    """A random deal, step by step."""
    chance = Random(seed)
    favourite = chance.choice([*RANKS, "schurln"])
    state: State = game.deal(seed, chance.choice(SEATS))
    found = []
    while state.to_act is not None:
        action = Action("pass") if favourite == "schurln" and state.phase == "auction" else None
        action = action or pick(state, chance, favourite)
        then = state.apply(action)
        found.append(Step(state, action, then))
        state = then
    return tuple(found)


def steps(game: KoenigrufenGraden = KG, deals: int = 150) -> Iterator[Step]:
    """Random deals, step by step."""
    for seed in range(deals):
        yield from deal(game, seed)


def ends(game: KoenigrufenGraden = KG, deals: int = 150) -> Iterator[State]:
    return (step.then for step in steps(game, deals) if step.then.to_act is None)


def played(view: View[Any]) -> str:
    """The contract that is played, or stands highest."""
    bids = [call.action.argument for call in view.calls if call.action.verb == "bid"]
    return bids[-1] if bids else "schurln"


def bidders(view: View[Any]) -> list[Seat]:
    """Whose contract it is, who bid it first at the head."""
    return [call.seat for call in view.calls if call.action == f"bid {played(view)}"]


def called(view: View[Any]) -> str:
    """The card that was called; empty for none."""
    return next((call.action.argument for call in view.calls if call.action.verb == "call"), "")


def order(view: View[Any]) -> str:
    """The ranks, high to low, as the rules have them."""
    contract = played(view)
    if contract == "durchmarsch":
        return TEN if called(view)[:1] == "T" else KING
    return KING if contract in KINGS else TEN


def paid(result: Result) -> Item:
    """The line of settlement that was paid by."""
    return next(item for item in result.items if item.seats)


@cache
def settled() -> tuple[tuple[State, Item], ...]:
    """Ends of so many deals that each line has settled some, and the line that was paid by."""
    return tuple((end, paid(end.result())) for end in (*ends(LONG, 1500), *ends(KG, 300)))


def by_line(*rules: str) -> Iterator[tuple[State, View[Any], Item]]:
    """The ends that were settled by these lines, in enough deals to find some."""
    number = 0
    for end, item in settled():
        if item.rule in rules:
            number += 1
            yield end, end.view(None), item
    assert number, f"no deal was settled by {rules}"


def takers(view: View[Any]) -> list[Seat]:
    """Who took the tricks, in order."""
    return [trick.winner for trick in view.tricks]


def refusal(state: State, action: str, seat: Seat | None = None) -> str:
    refused = state.why_not(action, seat)
    assert refused is not None
    return refused.rule


# The deal --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-D1")
def test_the_deal_goes_round():
    assert KG.session().dealers == SEATS
    for end in ends():
        dealer = end.session.dealer
        assert dealer
        assert end.session.after(end).dealers == (left_of(dealer),)


@pytest.mark.rule("KG-D2")
def test_the_pack_is_shuffled():
    """A seed is a shuffle, cut included: the same cards for the same seed, all cards for many seeds."""
    dealt = Counter(card for seed in range(300) for card in KG.deal(seed, "W").view("N").hands["N"])
    assert len(dealt) == 24
    assert min(dealt.values()) > 40
    assert KG.deal(4, "W").view(None) == KG.deal(4, "W").view(None)


@pytest.mark.rule("KG-D3")
def test_six_cards_each_and_none_left():
    for seed in range(40):
        view = KG.deal(seed).view(None)
        assert sorted(card for hand in view.hands.values() for card in hand) == sorted(pack(24))
        assert {len(hand) for hand in view.hands.values()} == {6}
        assert view.stock is None
    turned = [KG.deal(9, dealer).view(None).hands[left_of(dealer)] for dealer in SEATS]
    assert len(set(turned)) == 1, "the packets go round from the dealer's left"


@pytest.mark.rule("KG-D4")
def test_a_misdeal_is_none():
    """Hands of another size are no deal, so nothing comes of it and the same dealer is still to deal."""
    text = write(record_of(KG.deal(1, "W")))
    lines = [line.rsplit(" ", 1)[0] if line.startswith("N:") else line for line in text.splitlines()]
    with pytest.raises(PositionError):
        KG.start(read("\n".join(lines)))
    session = KG.deal(1, "W").session
    assert session.dealers == ("W",)
    assert KG.deal(2, "W", session).view(None).dealer == "W"


# The auction -----------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-R1")
def test_who_speaks():
    """The dealer's left first; then clockwise, without those who are out or stand highest."""
    turns = Counter[int]()
    for seed in range(200):
        said = [step for step in deal(KG, seed) if step.state.phase == "auction"]
        dealer = said[0].state.view(None).dealer
        assert dealer
        assert said[0].state.to_act == left_of(dealer)
        turns[len(said)] += 1
        for step in said:
            other = next(seat for seat in SEATS if seat != step.state.to_act)
            assert step.state.actions(other) == ()
    assert max(turns) > 4, "no auction of more than a round"


@pytest.mark.rule("KG-R2")
def test_bids_rise():
    jumps = 0
    for state, action, _ in steps():
        if state.phase != "auction":
            continue
        standing = played(state.view(None))
        height = RANKS.index(standing) if standing in RANKS else -1
        for place, name in enumerate(RANKS):
            if place < height or (place == height and f"bid {name}" not in JOINED):
                assert refusal(state, f"bid {name}") == "KG-R2"
        assert "pass" in state.actions()
        if action.verb == "bid":
            jumps += RANKS.index(action.argument) > height + 1
    assert jumps


@pytest.mark.rule("KG-R3")
def test_who_has_passed_is_out():
    back = 0
    for state, _, _ in steps():
        view = state.view(None)
        out = [call.seat for call in view.calls if call.action == "pass"]
        if state.phase == "auction":
            assert state.to_act not in out
            for seat in out:
                assert refusal(state, "bid hundertermord", seat) == "KG-R3"
            back += any(call.seat == state.to_act for call in view.calls)
    assert back, "nobody who was overbid spoke again"


@pytest.mark.rule("KG-R4")
def test_one_may_join():
    joined = 0
    for state, action, then in steps():
        view = state.view(None)
        if state.phase != "auction":
            continue
        for bid in JOINED:
            on_it = [call.seat for call in view.calls if call.action == bid]
            stands = f"bid {played(view)}" == bid
            assert (bid in state.actions()) == (
                len(on_it) < 2
                if stands
                else RANKS.index(bid[4:])
                > max(
                    (RANKS.index(call.action.argument) for call in view.calls if call.action.verb == "bid"),
                    default=-1,
                )
            )
            if stands and len(on_it) == 2:
                assert refusal(state, bid) == "KG-R4"
        if action in JOINED and f"bid {played(view)}" == action:
            joined += 1
            assert str(then.view(None).calls[-1].label) in ("Mitbettler", "Mitplauderer")
    assert joined > 5


@pytest.mark.rule("KG-R5")
def test_a_card_is_laid_face_down():
    number = 0
    for state, action, then in steps():
        if state.phase != "lay":
            continue
        number += 1
        seat = state.to_act
        assert seat
        hand = state.view(seat).hands[seat]
        assert state.actions() == tuple(f"lay {card}" for card in hand)
        assert refusal(state, hand[0]) == refusal(state, "pass") == "KG-R5"
        laid = then.view(seat).laid
        assert action.argument not in then.view(seat).hands[seat] or "bid" in action
        if laid and laid[-1].seat == seat:
            assert action.argument in {one.cards[0] for one in laid}
        for other in SEATS:
            cards = {one.cards[0] for one in then.view(other).laid if one.seat == seat}
            assert cards <= ({action.argument} if other == seat else {HIDDEN})
    assert number > 20


@pytest.mark.rule("KG-R6")
def test_a_higher_bid_cancels():
    cancelled = 0
    for state, action, then in steps():
        before = state.view(None)
        if action.verb != "bid" or not before.laid or action == f"bid {played(before)}":
            continue
        cancelled += 1
        after = then.view(None)
        assert after.laid == ()
        for laid in before.laid:
            assert laid.seat
            assert sorted(after.hands[laid.seat]) == sorted([*before.hands[laid.seat], *laid.cards])
            assert refusal(then, "bid bettler", laid.seat) in (
                "KG-R1",
                "KG-R2",
                "KG-R5",
                "KG-R10",
                "KG-P5",
            ) or (laid.seat == then.to_act)
    assert cancelled > 2


@pytest.mark.rule("KG-R7")
def test_when_the_auction_ends():
    joint = 0
    for state, _, then in steps():
        if state.phase in ("auction", "lay") and then.phase not in ("auction", "lay"):
            view = then.view(None)
            out = {call.seat for call in view.calls if call.action == "pass"}
            assert out == {*SEATS} - {*bidders(view)}
            joint += len(bidders(view)) == 2
            assert refusal(then, "pass") in ("KG-R7", "KG-R10")
        elif then.phase == "auction":
            assert then.to_act not in bidders(then.view(None))
    assert joint


@pytest.mark.rule("KG-R8")
def test_all_pass():
    passed = 0
    for state, _, then in steps():
        if then.phase == "lead" and len(then.view(None).calls) == 4 and not bidders(then.view(None)):
            passed += state.phase == "auction"
            assert "schurln" in [status.name for status in then.view("N").statuses]
    assert passed > 3


@pytest.mark.rule("KG-R9")
def test_hundert_needs_a_pair():
    seen = Counter[bool]()
    for state, _, _ in steps():
        if state.phase != "auction" or played(state.view(None)) in RANKS[4:]:
            continue
        seat = state.to_act
        assert seat
        view = state.view(seat)
        held = {*view.hands[seat], *(card for laid in view.laid if laid.seat == seat for card in laid.cards)}
        pair = any({f"K{suit}", f"Q{suit}"} <= held for suit in "CSHD")
        seen[pair] += 1
        for bid in HUNDERT:
            assert (bid in state.actions()) == pair
            assert pair or refusal(state, bid) == "KG-R9"
    assert seen[True]
    assert seen[False]


@pytest.mark.rule("KG-R10")
def test_the_called_card_and_its_holder():
    secrets = 0
    for state, action, then in steps():
        view = state.view(None)
        if state.phase == "call":
            seat = state.to_act
            assert seat == bidders(view)[0]
            own = view.hands[seat]
            assert set(state.actions()) == {f"call {card}" for card in pack(24) if card not in own}
            assert refusal(state, f"call {own[0]}") == refusal(state, own[0]) == "KG-R10"
        name = called(view)
        if name and state.to_act:
            holder = next((seat for seat in SEATS if name in view.hands[seat]), None)
            for seat in SEATS:
                told = {status.name for status in state.view(seat).statuses}
                assert ("hidden_partner" in told) == (seat == holder)
                assert ("partner" in told) == (holder is None)
            secrets += holder is not None
            if action == name:
                assert "partner" in {status.name for status in then.view("N").statuses}
    assert secrets > 50


@pytest.mark.rule("KG-R11")
def test_the_order_in_force():
    orders = Counter[tuple[str, str]]()
    for state, _, _ in steps():
        if state.phase in ("lead", "follow"):
            labels = [str(status.label) for status in state.view("E").statuses if status.name == "order"]
            wanted = "ten second" if order(state.view(None)) == TEN else "king second"
            assert labels == [wanted]
            orders[played(state.view(None)), wanted] += 1
    assert orders["durchmarsch", "ten second"]
    assert orders["durchmarsch", "king second"]
    assert set(orders) - {("durchmarsch", "ten second")} == {
        (name, "king second" if name in (*KINGS, "durchmarsch") else "ten second")
        for name in [*RANKS, "schurln"]
    }


# Play ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KG-P1")
def test_first_lead():
    for state, _, then in steps():
        if then.phase == "lead" and not then.view(None).tricks and state.phase != "lead":
            view = then.view(None)
            first = bidders(view)[0] if bidders(view) else left_of(view.dealer or "N")
            assert then.to_act == first


def following() -> Iterator[tuple[State, View[Any], tuple[str, ...], str]]:
    """Whenever somebody follows with no card face down: the state, the hand, and the suit led."""
    for state, _, _ in steps():
        seat = state.to_act
        view = state.view(seat)
        if state.phase == "follow" and seat and seat not in [laid.seat for laid in view.laid]:
            yield state, view, view.hands[seat], view.trick[0].card.suit


@pytest.mark.rule("KG-P2")
def test_suit_is_followed():
    for state, _, hand, suit in following():
        if any(card[1] == suit for card in hand):
            for card in hand:
                assert card[1] == suit or refusal(state, card) == "KG-P2"


@pytest.mark.rule("KG-P3")
def test_one_must_beat():
    refused = 0
    for state, view, hand, suit in following():
        ranks = order(view)
        best = min(ranks.index(play.card[0]) for play in view.trick if play.card[1] == suit)
        own = [card for card in hand if card[1] == suit]
        above = [card for card in own if ranks.index(card[0]) < best]
        if own:
            assert sorted(state.actions()) == sorted(above or own)
        for card in own:
            if above and card not in above:
                assert refusal(state, card) == "KG-P3"
                refused += 1
    assert refused > 30


@pytest.mark.rule("KG-P4")
def test_without_the_suit_anything_goes():
    for state, _, hand, suit in following():
        if not any(card[1] == suit for card in hand):
            assert state.actions() == hand


@pytest.mark.rule("KG-P5")
def test_the_highest_of_the_suit_takes_it():
    for end in ends(LONG):
        view = end.view(None)
        ranks = order(view)
        for trick, following_one in zip(view.tricks, [*view.tricks[1:], None], strict=True):
            suit = trick.plays[0].card.suit
            best = min(
                (play for play in trick.plays if play.card.suit == suit),
                key=lambda play: ranks.index(play.card[0]),
            )
            assert trick.winner == best.seat
            assert following_one is None or following_one.plays[0].seat == trick.winner


@pytest.mark.rule("KG-P6")
def test_the_face_down_card_is_the_first_one():
    freed = 0
    for state, action, _ in steps():
        seat = state.to_act
        view = state.view(seat)
        laid = {one.seat: one.cards[0] for one in view.laid}
        if state.phase not in ("lead", "follow") or seat not in laid or not seat:
            continue
        assert [*map(str, state.actions())] == [laid[seat]] == [str(action)]
        for card in view.hands[seat]:
            assert refusal(state, card) == "KG-P6"
        if view.trick:
            suit = view.trick[0].card.suit
            freed += laid[seat][1] != suit and any(card[1] == suit for card in view.hands[seat])
    assert freed, "nobody threw a card by this rule"


@pytest.mark.rule("KG-P7")
def test_open_hands():
    opened = 0
    for _, _, then in steps():
        view = then.view(None)
        if then.to_act is None or played(view) != "plauderer" or then.phase not in ("lead", "follow"):
            continue
        for owner in SEATS:
            seen = [HIDDEN not in then.view(seat).hands[owner] for seat in SEATS if seat != owner]
            open_ = view.trick_number > 1 and owner not in bidders(view)
            if view.hands[owner]:
                assert seen == [open_] * 3
            opened += open_
    assert opened > 20


@pytest.mark.rule("KG-P8")
def test_six_tricks_or_an_early_end():
    early = 0
    for seed in range(150):
        end, long = deal(KG, seed)[-1].then, deal(LONG, seed)[-1].then
        assert len(long.view(None).tricks) == 6
        view = end.view(None)
        early += len(view.tricks) < 6
        assert ("KG-P8" in [item.rule for item in end.result().items]) == (len(view.tricks) < 6)
        assert refusal(end, "AC") == "KG-P8"
    assert early > 20


@pytest.mark.rule("KG-P8")
def test_an_early_end_changes_nothing():
    """Played on at random, a deal that ended early comes to the same."""
    for seed in range(150):
        line = deal(KG, seed)
        state: State = LONG.start(record_of(line[0].state))
        for step in line:
            state = state.apply(step.action)
        chance = Random(seed)
        while state.to_act is not None:
            state = state.apply(chance.choice(state.actions()))
        assert state.result().seats == line[-1].then.result().seats


# The settlement --------------------------------------------------------------------------------------------


def alone_against_three(item: Item, seat: Seat, each: int) -> None:
    assert dict(item.seats) == {other: 3 * each if other == seat else -each for other in SEATS}


def pair(item: Item, seats: list[Seat], each: int) -> None:
    assert dict(item.seats) == {other: each if other in seats else -each for other in SEATS}


@pytest.mark.parametrize(
    ("rule", "contract", "took", "each"),
    [
        pytest.param("KG-S1", "bettler", 0, 30, marks=pytest.mark.rule("KG-S1")),
        pytest.param("KG-S2", "bettler", 1, -30, marks=pytest.mark.rule("KG-S2")),
        pytest.param("KG-S11", "plauderer", 0, 50, marks=pytest.mark.rule("KG-S11")),
        pytest.param("KG-S11", "plauderer", 1, -50, marks=pytest.mark.rule("KG-S11")),
    ],
)
def test_alone_without_a_trick(rule: str, contract: str, took: int, each: int):
    found = 0
    for _, view, item in by_line(rule):
        (bidder,) = bidders(view)
        assert played(view) == contract
        if (bidder in takers(view)) == bool(took):
            found += 1
            alone_against_three(item, bidder, each)
    assert found


@pytest.mark.parametrize(
    ("rule", "contract", "failing", "each"),
    [
        pytest.param("KG-S3", "bettler", 0, 50, marks=pytest.mark.rule("KG-S3")),
        pytest.param("KG-S4", "bettler", 1, 150, marks=pytest.mark.rule("KG-S4")),
        pytest.param("KG-S5", "bettler", 2, -100, marks=pytest.mark.rule("KG-S5")),
        pytest.param("KG-S12", "plauderer", 0, 100, marks=pytest.mark.rule("KG-S12")),
        pytest.param("KG-S13", "plauderer", 1, 300, marks=pytest.mark.rule("KG-S13")),
        pytest.param("KG-S14", "plauderer", 2, -200, marks=pytest.mark.rule("KG-S14")),
    ],
)
def test_two_without_a_trick(rule: str, contract: str, failing: int, each: int):
    for _, view, item in by_line(rule):
        both = bidders(view)
        assert played(view) == contract
        fails = [seat for seat in both if seat in takers(view)]
        assert (len(both), len(fails)) == (2, failing)
        if failing == 1:
            (winner,) = (seat for seat in both if seat not in fails)
            assert dict(item.seats) == {winner: each, fails[0]: -each}
        else:
            pair(item, both, each)


@pytest.mark.parametrize(
    ("rule", "contract", "each"),
    [
        pytest.param("KG-S6", "durchmarsch", 40, marks=pytest.mark.rule("KG-S6")),
        pytest.param("KG-S7", "durchmarsch", -40, marks=pytest.mark.rule("KG-S7")),
        pytest.param("KG-S15", "hundert", 60, marks=pytest.mark.rule("KG-S15")),
        pytest.param("KG-S15", "hundert", -60, marks=pytest.mark.rule("KG-S15")),
    ],
)
def test_with_another(rule: str, contract: str, each: int):
    found = 0
    for _, view, item in by_line(rule):
        (bidder,) = bidders(view)
        assert played(view) == contract
        dealt = {
            play.seat: play.card for trick in view.tricks for play in trick.plays if play.card == called(view)
        }
        held = [seat for seat in SEATS if called(view) in view.hands[seat]]
        partner = next(iter(dealt), None) or held[0]
        won = {*takers(view)} <= {bidder, partner}
        if won == (each > 0):
            found += 1
            pair(item, [bidder, partner], each)
    assert found


@pytest.mark.parametrize(
    ("rule", "contract", "case", "each"),
    [
        pytest.param("KG-S8", "durchmarsch_letzten", "last", 40, marks=pytest.mark.rule("KG-S8")),
        pytest.param("KG-S9", "durchmarsch_letzten", "all", 40, marks=pytest.mark.rule("KG-S9")),
        pytest.param("KG-S10", "durchmarsch_letzten", "fails", -40, marks=pytest.mark.rule("KG-S10")),
        pytest.param("KG-S16", "hundert_letzten", "fails", -60, marks=pytest.mark.rule("KG-S16")),
    ],
)
def test_at_the_last(rule: str, contract: str, case: str, each: int):
    found = 0
    for end, view, item in (*by_line_or_made(rule, contract),):
        (bidder,) = bidders(view)
        took = takers(view)
        five = took[:5] == [bidder] * 5
        how = ("all" if took[5] == bidder else "last") if five else "fails"
        if how != case:
            continue
        found += 1
        assert end.to_act is None
        if how == "last":
            pair(item, [bidder, took[5]], each)
        else:
            alone_against_three(item, bidder, each)
    assert found


STRONG = {
    "all": ["AC KC QC TC JC AS", "9C KS QS JS TS AH", "9S KH QH JH TH 9H", "AD KD QD JD TD 9D"],
    "last": ["AC KC QC TC AS 9S", "JC KS JS TS AH KH", "9C QS QH JH TH 9H", "AD KD QD JD TD 9D"],
}
"""Hands of N, E, S, W: North takes all tricks, or five and East the last."""


def made(contract: str, case: str) -> State:
    """A deal that North wins as told."""
    deck = dict(zip(SEATS, STRONG[case], strict=True))
    lines = [f"{seat}: {hand}" for seat, hand in deck.items()]
    text = f'[Game "{KG.id}"]\n[Dealer "W"]\n[Deal]\n' + "\n".join(lines)
    state: State = KG.start(read(text))
    for action in (f"bid {contract}", "pass", "pass", "pass"):
        state = state.apply(action)
    if state.phase == "call":
        state = state.apply("call AH")
    wanted = deck["N"].split()
    while state.to_act is not None:
        ours = next((Action(card) for card in wanted if card in state.actions()), None)
        state = state.apply(ours if ours and state.to_act == "N" else state.actions()[-1])
    return state


def by_line_or_made(rule: str, contract: str) -> Iterator[tuple[State, View[Any], Item]]:
    """Deals settled by a line, the rare ones made on purpose."""
    for end in (*(made(contract, case) for case in STRONG), *ends(LONG, 600), *ends(KG, 100)):
        item = paid(end.result())
        if item.rule == rule:
            yield end, end.view(None), item


@pytest.mark.rule("KG-S16")
@pytest.mark.parametrize(("case", "each"), [("all", 60), ("last", 60)])
def test_hundert_at_the_last_is_won(case: str, each: int):
    end = made("hundert_letzten", case)
    item = paid(end.result())
    assert item.rule == "KG-S16"
    assert len(takers(end.view(None))) == 6
    if case == "all":
        alone_against_three(item, "N", each)
    else:
        pair(item, ["N", "E"], each)


@pytest.mark.parametrize(
    ("rule", "contract", "each"),
    [
        pytest.param("KG-S17", "zehnermord", 60, marks=pytest.mark.rule("KG-S17")),
        pytest.param("KG-S18", "koenigmord", 70, marks=pytest.mark.rule("KG-S18")),
        pytest.param("KG-S19", "hundertermord", 80, marks=pytest.mark.rule("KG-S19")),
    ],
)
def test_alone_with_all(rule: str, contract: str, each: int):
    seen = Counter[bool]()
    for _, view, item in by_line_or_made(rule, contract):
        (bidder,) = bidders(view)
        assert played(view) == contract
        won = {*takers(view)} == {bidder}
        seen[won] += 1
        alone_against_three(item, bidder, each if won else -each)
    assert seen[True]
    assert seen[False]


def schurln_points(view: View[Any]) -> dict[Seat, int]:
    """Aces, tens and the last trick, ten each."""
    points = dict.fromkeys(SEATS, 0)
    for trick in view.tricks:
        points[trick.winner] += sum(10 for play in trick.plays if play.card[0] in "AT")
    points[view.tricks[-1].winner] += 10
    return points


@pytest.mark.parametrize(
    ("rule", "most"),
    [
        pytest.param("KG-S20", 1, marks=pytest.mark.rule("KG-S20")),
        pytest.param("KG-S21", 2, marks=pytest.mark.rule("KG-S21")),
    ],
)
def test_schurln(rule: str, most: int):
    for _, view, item in by_line(rule):
        points = schurln_points(view)
        worst = [seat for seat in SEATS if points[seat] == max(points.values())]
        assert len(worst) == most
        assert [pile.card_points for pile in view.piles] == [points[seat] for seat in SEATS]
        if most == 1:
            alone_against_three(item, worst[0], -10)
        else:
            pair(item, worst, -10)


@pytest.mark.rule("KG-S23")
def test_four_never_have_the_same():
    number = 0
    for end in ends(LONG, 600):
        view = end.view(None)
        if played(view) == "schurln":
            number += 1
            points = schurln_points(view)
            assert sum(points.values()) == 90
            assert len(set(points.values())) > 1
    assert number > 10


@pytest.mark.parametrize("seed", range(40))
def test_chips_add_up_to_nothing(seed: int):
    end = deal(LONG, seed)[-1].then
    assert sum(end.result().seats.values()) == 0
    assert sum(end.session.after(end).seats.values()) == 0


@pytest.mark.parametrize(
    "chips", ["N --90 E 30 S 30 W 30", "N 90 N 90 E -30 S -30", "N 90 E -30 S -30", "N +"]
)
def test_chips_that_cannot_be_read(chips: str):
    start = KG.deal(1, dealer="W").as_deal()
    with pytest.raises(PositionError, match="cannot be read"):
        KG.start(replace(start, facts={"chips": chips}))
