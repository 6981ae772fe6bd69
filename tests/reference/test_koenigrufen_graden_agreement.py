"""Königrufen of Graden: the engine against the naive reference, the same deals, the same answers each time.

Deals have random options and packs that make strong and weak hands; the auction is steered towards a
contract so that all of them are met. At every step both must allow each seat the same, at the end both must
pay the same by the same line.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import cast

import pytest

from kontrapunkt.core.cards import card
from kontrapunkt.core.interface import SEATS, Seat, Session, State
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.record import Deal, read, write_start
from tests.perft.cases import perft_cases
from tests.reference import koenigrufen_graden as kg
from tests.reference.agreement import Agreement, count_sequences
from tests.reference.test_koenigrufen_graden_reference import WORTH, chosen, stacked

ROOT = Path(__file__).parents[1]
TABLE = perft_cases("koenigrufen-graden.perft")
WORDS = {"on": "true", "off": "false"}
STAKES = [key for key in KoenigrufenGraden().options if key.startswith("value_")]


def some_game(chance: Random) -> KoenigrufenGraden:
    """Any options; other stakes now and then."""
    options: dict[str, str] = {}
    for option in KoenigrufenGraden.known_options:
        if option.choices and chance.random() < 0.3:
            options[option.key] = chance.choice(option.choices)
        elif not option.choices and chance.random() < 0.03:
            options[option.key] = chance.choice(["1", "7", "100"])
    return KoenigrufenGraden(**options)


def naive_options(game: KoenigrufenGraden) -> kg.Options:
    """The options as the reference has them."""
    plain = {key: WORDS.get(value, value) for key, value in game.options.items() if key not in STAKES}
    return {**plain, "values": " ".join(game.options[key] for key in STAKES)}


def agree(state: State, deal: kg.Deal) -> None:
    """Both see the same turn, hands, open hands and actions, and refuse alike."""
    assert state.to_act == deal["turn"]
    view = state.view(None)
    for seat in SEATS:
        assert sorted(view.hands[seat]) == sorted(deal["hands"][seat])
        assert {str(action) for action in state.actions(seat)} == set(kg.legal(deal, seat))
    assert {laid.seat: laid.cards[0] for laid in view.laid} == deal["laid"]
    for owner in kg.open_hands(deal) if state.to_act else ():
        assert all("?" not in state.view(other).hands[cast(Seat, owner)] for other in SEATS)


REFUSED = {
    "ALREADY_PASSED": "KG-R3",
    "BID_TOO_LOW": "KG-R2",
    "JOIN_NOT_POSSIBLE": "KG-R4",
    "FACE_DOWN_CARD_REQUIRED": "KG-R5",
    "NEEDS_KING_AND_QUEEN": "KG-R9",
    "CALLED_CARD_IN_OWN_HAND": "KG-R10",
}
"""The rule that the engine cites for each of the named refusals."""


def agree_on_refusals(state: State, deal: kg.Deal, chance: Random, seen: Counter[str]) -> None:
    """A named refusal, and one by a rule of play, is by the rule that the engine cites."""
    for seat in SEATS:
        action = chance.choice(kg.EVERY_ACTION)
        ours, theirs = state.why_not(action, seat), kg.refusal(deal, seat, action)
        assert (ours is None) == (theirs is None)
        if ours is None or theirs is None:
            continue
        seen[theirs] += 1
        if theirs in REFUSED:
            assert ours.rule == REFUSED[theirs], f"{seat} {action}: {ours.reason}"
        elif theirs in ("KG-P2", "KG-P3", "KG-P6") and action in state.view(None).hands[seat]:
            assert ours.rule == theirs, f"{seat} {action}: {ours.reason}"


def compare_deal(seed: int, seen: Counter[str], session: Session | None = None) -> Session:
    """One deal, side by side; answers the session after it."""
    chance = Random(seed)
    game = cast(KoenigrufenGraden, session.game) if session else some_game(chance)
    session = session or game.session()
    dealer = chance.choice(session.dealers)
    dealt = kg.deal_out(stacked(chance), dealer)
    deal = kg.begin(dealt, dealer, naive_options(game))
    hands = {seat: tuple(card(one) for one in dealt[seat]) for seat in SEATS}
    state: State = game.start(Deal(hands, dealer=dealer), session=session)
    favourite = chance.choice(kg.CONTRACTS)
    said = []
    try:
        while deal["phase"] != "over":
            agree(state, deal)
            agree_on_refusals(state, deal, chance, seen)
            action = chosen(deal, favourite if favourite != "schurln" else "pass", chance)
            if favourite == "schurln" and deal["phase"] == "auction":
                action = "pass"
            said.append(f"{deal['turn']} {action}")
            kg.do(deal, deal["turn"], action)
            state = state.apply(action)
        agree(state, deal)
        paid, result = kg.settlement(deal), state.result()
        assert dict(result.seats) == paid["seats"]
        line = f"KG-{paid['line']}"
        assert [item.rule for item in result.items if item.seats] == [line]
        after = state.session.after(state)
        assert after.dealer == paid["next_dealer"]
        seen[f"{paid['line']} {sorted(paid['seats'].values())}"] += 1
        seen[paid["line"]] += 1
        seen["ended early"] += len(deal["tricks"]) < 6
    except Exception as error:
        error.add_note(f"seed {seed}: {dict(game.options)}, {dealer} deals {dealt}: {', '.join(said)}")
        raise
    return after


CORNERS = {
    "ALREADY_PASSED": 232,
    "BID_TOO_LOW": 6,
    "CALLED_CARD_IN_OWN_HAND": 42,
    "FACE_DOWN_CARD_REQUIRED": 149,
    "JOIN_NOT_POSSIBLE": 556,
    "KG-P2": 269,
    "KG-P3": 139,
    "KG-P6": 185,
    "NEEDS_KING_AND_QUEEN": 433,
    "ended early": 2,
    "S1 [-30, -30, -30, 90]": 55,
    "S2 [-90, 30, 30, 30]": 3,
    "S3 [-50, -50, 50, 50]": 285,
    "S4 [-150, 0, 0, 150]": 38,
    "S5 [-100, -100, 100, 100]": 22,
    "S6 [-40, -40, 40, 40]": 14,
    "S7 [-40, -40, 40, 40]": 10,
    "S8 [-40, -40, 40, 40]": 190,
    "S9 [-40, -40, -40, 120]": 33,
    "S10 [-120, 40, 40, 40]": 4,
    "S11 [-150, 50, 50, 50]": 2,
    "S11 [-50, -50, -50, 150]": 70,
    "S12 [-100, -100, 100, 100]": 837,
    "S13 [-300, 0, 0, 300]": 0,
    "S14 [-200, -200, 200, 200]": 24,
    "S15 [-60, -60, 60, 60]": 1,
    "S16 [-180, 60, 60, 60]": 100,
    "S16 [-60, -60, -60, 180]": 7,
    "S16 [-60, -60, 60, 60]": 197,
    "S17 [-180, 60, 60, 60]": 16,
    "S17 [-60, -60, -60, 180]": 48,
    "S18 [-210, 70, 70, 70]": 40,
    "S18 [-70, -70, -70, 210]": 6,
    "S19 [-240, 80, 80, 80]": 9,
    "S19 [-80, -80, -80, 240]": 46,
    "S20 [-30, 10, 10, 10]": 11,
    "S21 [-10, -10, 10, 10]": 142,
    "S22 [-10, -10, -10, 30]": 977,
}
"""Named refusals, the lines of the table with what they pay, and others: each with the seed of a deal."""

AGREEMENT = Agreement(compare_deal, CORNERS)


def test_every_line_of_the_table_is_a_corner():
    paid = {f"{line} {sorted(worth)}" for line, totals in WORTH.items() for worth in totals}
    assert {*CORNERS} == {*paid, *REFUSED, "KG-P2", "KG-P3", "KG-P6", "ended early"}


def test_chips_of_a_session():
    """The chips of a session are the sum of what the reference pays, deal by deal."""
    session: Session = KoenigrufenGraden().session()
    for seed in range(12):
        before = session
        session = compare_deal(seed, Counter(), before)
        assert sum(session.seats.values()) == 0


# Perft -----------------------------------------------------------------------------------------------------

ALL_PASS = "pass pass pass pass"
PERFT = {
    "two-bettler": (11, {}, "bid:bettler lay:0 pass bid:bettler lay:5 pass 0 0"),
    "called-ten-late": (12, {}, "bid:durchmarsch pass pass pass call:T" + " 0" * 9),
    "schurln-late": (13, {}, ALL_PASS + " 0" * 10),
    "plauderer-over-bettler": (14, {}, "bid:bettler lay:1 bid:plauderer lay:2 pass"),
    "own-card-called": (15, {"call_own_card": "on"}, "bid:durchmarsch pass pass pass"),
}
"""Moments that perft tables count from: a seed, options, and what is done, each action by its beginning after
`:`, or by its place among the legal ones."""


def reached(name: str) -> tuple[State, kg.Deal]:
    """A moment of `PERFT`, as both see it."""
    seed, options, text = PERFT[name]
    game = KoenigrufenGraden(**options)
    state: State = game.deal(seed, "W")
    hands = {str(seat): [str(one) for one in hand] for seat, hand in state.as_deal().hands.items()}
    deal = kg.begin(hands, "W", naive_options(game))
    for word in text.split():
        verb, _, argument = word.rpartition(":")
        legal = [str(action) for action in state.actions() if not verb or action.verb == verb]
        if argument.isdigit():
            action = legal[int(argument) % len(legal)]
        else:
            start = f"{verb} {argument}" if verb else argument
            action = next(each for each in legal if each.startswith(start))
        kg.do(deal, deal["turn"], action)
        state = state.apply(action)
    agree(state, deal)
    return state, deal


def moves(deal: kg.Deal) -> list[tuple[str, str]]:
    """The legal actions of the seat to act."""
    return [] if deal["phase"] == "over" else [(deal["turn"], one) for one in kg.legal(deal, deal["turn"])]


@pytest.mark.parametrize("name", PERFT)
def test_the_reference_counts_the_same(name: str):
    state, deal = reached(name)
    case = next(each for each in TABLE if each.name == f"koenigrufen-graden-{name}")
    assert read((ROOT / case.says["record"]).read_text("utf-8")) == write_start(state)
    assert case.counts
    for _, depth, number in case.counts:
        if number < 2000:
            assert count_sequences(deal, depth, moves, kg.do) == number
