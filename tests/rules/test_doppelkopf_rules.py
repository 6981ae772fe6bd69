"""Doppelkopf, one test or more for each rule: moments of deals, and rules held against random play."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS, OptionError, Seat, State, Status, left_of
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.constants import NAMES
from kontrapunkt.games.doppelkopf.session import DoppelkopfSession
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record import Deal, game_of, read, record_of, record_view, write, write_start
from tests.rules.doko import (
    DDV,
    DEALER,
    SEED,
    brought,
    counted,
    dealt,
    do,
    ended,
    follows,
    healthy,
    moment,
    plays,
    re_gets,
    trick_of,
)

TOURNAMENT = Doppelkopf("tournament")
POOR = {"E": "9D 9D JD AC AC TC TC KC KC AS AS TS"}


def rule_against(state: DoppelkopfState, action: str, seat: Seat | None = None) -> str:
    """The rule that refuses an action."""
    found = state.why_not(action, seat)
    assert found is not None
    return found.rule


def public(state: DoppelkopfState) -> dict[str, str]:
    """The parties that a view shows to everybody; what is not shown to all, only its owner sees."""
    shown: list[list[Status]] = []
    for seat in SEATS:
        statuses = state.view(seat).statuses
        hidden = [status for status in statuses if status.name.startswith("hidden")]
        assert all(status.seats == (seat,) for status in hidden)
        assert [NAMES[state.parties[SEATS.index(seat)]] for _ in hidden] == [s.name[7:] for s in hidden]
        shown.append([status for status in statuses if status not in hidden])
    assert all(statuses == shown[0] for statuses in shown)
    return {s.seats[0]: s.name for s in shown[0] if s.name in ("re", "kontra")}


def random_ends(game: Doppelkopf, deals: int, talk: float = 0.1) -> Iterator[DoppelkopfState]:
    """Random deals, calls out of turn included; few solos."""
    for seed in range(deals):
        chance = Random(seed)
        state: State = game.deal(seed, chance.choice(SEATS))
        while state.to_act is not None:
            legal = state.actions()
            if "say healthy" in legal and chance.random() < 0.9:
                state = state.apply("say healthy")
                continue
            every = [(seat, one) for seat in SEATS for one in state.actions(seat) if not one.card]
            if state.phase in ("lead", "follow") and (chance.random() > talk or not every):
                state = state.apply(chance.choice([one for one in legal if one.card] or legal))
                continue
            seat, action = chance.choice(every)
            state = state.apply(action, seat)
        assert isinstance(state, DoppelkopfState)
        yield state


def session_of(game: Doppelkopf, dealer: Seat = "W", **facts: str) -> DoppelkopfSession:
    session: DoppelkopfSession = game.session(Deal({}, dealer=dealer, facts=facts))
    return session


# The deal --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-D1")
def test_deal_passes_left_except_after_compulsory_solo():
    assert ended((121, 119)).session.after(ended((121, 119))).dealer == "N"
    session = session_of(TOURNAMENT)
    end = ended((121, 119), rules=TOURNAMENT, session=session, game="solo queens", declarer="N")
    after = session.after(end)
    assert after.dealer == "W"
    assert after.owing == ("E", "S", "W")
    forced = session_of(TOURNAMENT, owed="N 1 E 0 S 0 W 0", played="23")
    end = ended((121, 119), rules=TOURNAMENT, session=forced, game="solo queens", declarer="N")
    assert forced.after(end).dealer == "N"


@pytest.mark.rule("DK-D2")
def test_a_cut_is_a_seed():
    assert DDV.deal(5, "W").view(None) == DDV.deal(5, "W").view(None) != DDV.deal(6, "W").view(None)


@pytest.mark.rule("DK-D3")
@pytest.mark.parametrize(("size", "each"), [("48", 12), ("40", 10)])
def test_all_cards_are_dealt(size, each):
    view = Doppelkopf(pack=size).deal(1, "W").view(None)
    assert [len(hand) for hand in view.hands.values()] == [each] * 4
    nines = sum(one[0] == "9" for hand in view.hands.values() for one in hand)
    assert nines == (8 if each == 12 else 0)


@pytest.mark.rule("DK-D4")
def test_a_wrong_deal_is_no_deal():
    hands = dict(dealt({}).view(None).hands)
    hands["N"] = hands["N"][1:]
    with pytest.raises(PositionError, match="must have the same number of cards"):
        DDV.start(Deal(hands, dealer="W"))


# Reservations ----------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-R1")
def test_each_speaks_once_in_turn():
    state = dealt({})
    for seat in SEATS:
        assert state.to_act == seat
        assert set(state.actions()) == {"say healthy", "say reservation"}
        assert rule_against(state, "say healthy", left_of(seat)) == "DK-R1"
        assert rule_against(state, "say re", "N") == "DK-R1"
        assert rule_against(state, state.hands[SEATS.index(seat)][0]) == "DK-R1"
        assert rule_against(state, "bid solo queens") == "DK-R1"
        state = do(state, "say healthy")
    assert state.phase == "lead"
    assert rule_against(state, "say healthy") == "DK-R1"


@pytest.mark.rule("DK-R2")
def test_a_reservation_needs_something_to_name():
    none = Doppelkopf("ddv", solos="off")
    state = dealt({"E": "QC QC"}, none)
    assert state.actions() == ("say healthy",)
    assert rule_against(state, "say reservation") == "DK-R2"
    assert "say reservation" in do(state, "say healthy").actions()


@pytest.mark.rule("DK-R3", "DK-R12")
@pytest.mark.parametrize("game", [DDV, SEED])
def test_a_normal_game(game):
    state = healthy(dealt({}, game))
    assert state.mode == "normal"
    assert state.parties == (1, -1, 1, -1)
    assert public(state) == {}
    state = state.apply("QC")
    assert state.parties == (1, -1, 1, -1)


@pytest.mark.rule("DK-R4")
def test_the_only_reservation_is_named():
    state = do(dealt({"E": "QC QC"}), "say healthy, say reservation, say healthy, say healthy")
    assert set(state.actions()) == {*(f"bid solo {name}" for name in DDV.solos), "bid wedding"}
    assert rule_against(state, "pass") == "DK-R4"
    assert rule_against(state, "bid grand") == "DK-R4"
    other = do(dealt({"E": "QC QC"}), "say reservation, say healthy, say healthy, say healthy")
    found = other.why_not("bid wedding")
    assert found is not None
    assert found.rule == "DK-R4"
    assert found.reason.startswith("A wedding needs both queens of clubs, and you hold ")
    assert rule_against(do(other, "bid solo jacks"), "bid solo queens") == "DK-R4"


@pytest.mark.rule("DK-R5")
def test_classes_of_reservations():
    game = Doppelkopf("tournament", poverty="shift", throw_in="fox_high")
    assert game.classes == ("compulsory", "voluntary", "poverty", "throwing", "wedding")
    session = session_of(game, owed="N 0 E 1 S 1 W 1", played="4")
    state = dealt({"E": "QC QC"}, game, session)
    state = do(state, "say reservation, say reservation, say healthy, say healthy")
    assert state.actions() == ("pass",)  # N has played the compulsory solo
    state = do(state, "pass")
    assert set(state.actions()) == {*game.solo_bids, "pass"}
    assert rule_against(state, "bid wedding") == "DK-R5"
    state = do(state, "pass")
    assert state.actions() == game.solo_bids  # nothing is left for N but a voluntary solo
    assert rule_against(state, "pass") == "DK-R5"


@pytest.mark.rule("DK-R6")
def test_no_wedding_beside_another_reservation():
    for seed in range(300):
        state = DDV.deal(seed, "W")
        assert isinstance(state, DoppelkopfState)
        for seat in range(4):
            state = state.apply("say reservation" if seat < 2 else "say healthy")
        while state.phase == "naming":
            state = state.apply("pass" if "pass" in state.actions() else state.actions()[0])
        assert state.mode in DDV.solos


@pytest.mark.rule("DK-R7")
def test_a_voluntary_solo_comes_after_the_compulsory_one():
    session = session_of(TOURNAMENT, owed="N 0 E 1 S 1 W 1", played="4")
    state = do(dealt({}, TOURNAMENT, session), "say reservation, say healthy, say reservation, say healthy")
    assert rule_against(state, "bid solo queens") == "DK-R7"
    state = ended((121, 119), rules=TOURNAMENT, session=session, game="solo queens", declarer="N")
    assert session.after(state).dealer == "N"
    end = ended((121, 119), rules=TOURNAMENT, session=session, game="solo queens", declarer="E", last="E")
    assert "DK-R7" in [item.rule for item in end.result().items]


@pytest.mark.rule("DK-R8")
def test_a_reservation_taken_back():
    state = do(dealt({}), "say reservation")
    assert rule_against(state, "withdraw", "N") == "DK-R8"
    state = do(dealt({}, Doppelkopf("ddv", withdraw="on")), "say reservation")
    assert state.actions("N") == ("withdraw",)
    assert do(state, "N: withdraw").bidding.spoken == (False,)
    later = do(state, "say healthy")
    assert rule_against(later, "withdraw", "N") == "DK-R8"
    last = do(later, "say healthy, say reservation")
    assert last.phase == "naming"
    assert do(last, "W: withdraw").to_act == "N"
    alone = do(state, "N: withdraw, say healthy, say healthy, say reservation")
    assert do(alone, "W: withdraw").mode == "normal"


@pytest.mark.rule("DK-R8", "DK-P2")
def test_what_only_begins_like_a_call_is_none():
    rules = Doppelkopf("ddv", withdraw="on")
    state = do(dealt({}, rules), "say reservation")
    assert {rule_against(state, odd, "N") for odd in ("withdraw x", "partner", "partner x re")} == {"DK-R1"}
    alone = do(state, "say healthy, say healthy, say healthy")
    assert (alone.phase, alone.to_act) == ("naming", "N")
    assert rule_against(alone, "withdraw x", "N") == "DK-R8"
    last = do(dealt({}, rules), "say healthy, say healthy, say healthy, say reservation")
    assert (last.phase, last.to_act, last.actions("W")[-1]) == ("naming", "W", "withdraw")
    assert rule_against(last, "withdraw x", "W") == "DK-R4"
    assert {rule_against(moment(11), odd, "E") for odd in ("withdraw x", "partner", "partner x re")} == {
        "DK-P2"
    }


@pytest.mark.rule("DK-R9")
def test_nobody_names_before_being_asked():
    state = do(dealt({}), "say reservation")
    assert all(not action.startswith("bid") for seat in SEATS for action in state.actions(seat))


@pytest.mark.rule("DK-R10")
def test_a_forced_solo():
    session = session_of(TOURNAMENT, owed="N 0 E 0 S 1 W 1", played="22")
    assert session.forced == "S"
    state = dealt({}, TOURNAMENT, session)
    assert state.to_act == "S"
    assert state.actions() == TOURNAMENT.solo_bids
    assert rule_against(state, "say healthy") == "DK-R10"
    assert rule_against(state, "bid wedding") == "DK-R10"
    assert rule_against(state, "pass") == "DK-R10"
    assert do(state, "bid solo queens").to_act == "S"
    assert session_of(TOURNAMENT, owed="N 0 E 0 S 1 W 1", played="21").forced is None
    end = ended((121, 119), rules=TOURNAMENT, session=session, game="solo queens", declarer="S")
    assert "DK-R10" in [item.rule for item in end.result().items]


def test_a_forced_solo_is_written_as_a_position():
    session = session_of(TOURNAMENT, owed="N 0 E 0 S 1 W 1", played="22")
    state = do(dealt({}, TOURNAMENT, session), "bid solo queens")
    record = write_start(state)
    assert game_of(record).start(read(write(record))) == state


@pytest.mark.rule("DK-R11")
@pytest.mark.parametrize(
    ("leads", "owed", "leader"),
    [
        ("compulsory_only", True, "S"),
        ("compulsory_only", False, "N"),
        ("always", False, "S"),
        ("never", True, "N"),
    ],
)
def test_who_leads(leads, owed, leader):
    game = Doppelkopf("ddv", solo_leads=leads, compulsory_solos=int(owed))
    state = do(dealt({}, game), "say healthy, say healthy, say reservation, say healthy, bid solo queens")
    assert state.to_act == leader


# Parties ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-R13")
def test_all_know_the_parties_of_a_solo():
    state = do(dealt({}), "say healthy, say reservation, say healthy, say healthy, bid solo queens")
    assert public(state) == {"N": "kontra", "E": "re", "S": "kontra", "W": "kontra"}


@pytest.mark.rule("DK-R14", "DK-R16", "DK-R21")
def test_a_wedding_is_clarified():
    hands = {"N": "QC QC 9C", "E": "AC 9C", "S": "9S KC", "W": "TC TC"}
    state = do(dealt(hands), "say reservation, say healthy, say healthy, say healthy, bid wedding")
    assert public(state) == {"N": "re"}
    assert state.parties == (1, 0, 0, 0)
    assert rule_against(state, "say re", "N") == "DK-R21"
    state = plays(state, "9C AC KC TC")
    assert (state.contract.partner, state.contract.clarified, state.contract.shift) == (1, 1, 0)
    assert public(state) == {"N": "re", "E": "re", "S": "kontra", "W": "kontra"}
    assert "say re" in state.actions("E")
    assert rule_against(state, "say re", "S") == "DK-R20"


@pytest.mark.rule("DK-R15", "DK-S19", "DK-S22")
def test_a_wedding_without_a_partner_is_a_solo():
    end = ended((125, 115), game="wedding", declarer="N", clarified="3", events="fox E from N")
    assert brought(end) == (3, -1, -1, -1)
    tournament = session_of(TOURNAMENT)
    end = ended((125, 115), rules=TOURNAMENT, session=tournament, game="wedding", declarer="N", clarified="3")
    assert tournament.after(end).owing == SEATS
    with pytest.raises(PositionError, match="one of the first 3 tricks clarifies"):
        ended((125, 115), game="wedding", declarer="N", clarified="2")


@pytest.mark.rule("DK-R17", "DK-R18", "DK-R31")
def test_a_silent_wedding_stays_hidden():
    state = healthy(dealt({"N": "QC QC JS", "E": "JH", "S": "JD", "W": "9D"}))
    assert state.parties == (1, -1, -1, -1)
    assert "say re" in state.actions("N")
    assert "say kontra" in state.actions("S")
    assert public(state) == {}
    assert all("wedding" not in str(state.view(seat).statuses) for seat in SEATS)
    state = plays(state, "QC JH JD 9D")
    assert public(state) == {"N": "re"}
    state = state.apply("QC")
    assert public(state) == {"N": "re", "E": "kontra", "S": "kontra", "W": "kontra"}


@pytest.mark.rule("DK-R18")
def test_what_shows_a_party():
    state = healthy(dealt({"N": "9D JS", "E": "AC 9C KC TC AS AS 9S 9S KS TS TS AC"}))
    state = plays(state, "9D AC")
    assert public(state) == {"E": "kontra"}  # no trump, so no queen of clubs
    state = do(state, "N: say re")
    assert public(state) == {"E": "kontra", "N": "re"}
    state = state.apply("QC")
    assert public(state) == {"E": "kontra", "N": "re", "S": "re"}
    assert state.parties[3] == -1
    assert "W" not in public(state)  # nothing is concluded for them


@pytest.mark.rule("DK-R18")
def test_a_party_is_not_shown_to_a_partner():
    state = healthy(dealt({}))
    for seat in SEATS:
        hands = state.view(seat).hands
        assert sum(HIDDEN in hand for hand in hands.values()) == 3
        record = record_of(dealt({}), ["say healthy"] * 4, seat=seat)
        assert record_view(read(write(record)), seat) == state.view(seat)


def first_trick(game: Doppelkopf, text: str) -> DoppelkopfState:
    """The first trick of a wedding of N."""
    first, *others = text.split()
    state = dealt({"N": f"{first} QC QC", **dict(zip("ESW", others, strict=True))}, game)
    return plays(do(state, "say reservation, say healthy, say healthy, say healthy, bid wedding"), text)


# Calls -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-R20", "DK-R29")
def test_one_calls_for_the_own_party():
    state = moment(12)
    assert [rule_against(state, f"say {word}", "N") for word in ("kontra", "kontra no 90")] == ["DK-R20"] * 2
    assert "say re" in state.actions("N")
    called = do(state, "E: say kontra")
    assert [(call.seat, str(call.label)) for call in called.view("S").calls] == [("E", "Kontra")]
    assert rule_against(state, "say gabble", "N") == "DK-R20"


@pytest.mark.rule("DK-R22")
@pytest.mark.parametrize("level", range(5))
def test_deadlines_by_cards_in_hand(level):
    words = ("re", "re no 90", "re no 60", "re no 30", "re schwarz")
    said = ", ".join(f"S say {word}" for word in words[:level])
    assert f"say {words[level]}" in moment(11 - level, said).actions("N")
    late = moment(10 - level, said)
    found = late.why_not(f"say {words[level]}", "N")
    assert found is not None
    assert found.rule == "DK-R22"
    assert f"needs at least {11 - level} cards in your hand, and you hold {10 - level}" in found.reason


@pytest.mark.rule("DK-R23", "DK-R24", "DK-R25", "DK-R28", "DK-A25")
def test_refusals_come_in_their_order():
    state = moment(8, "S say re")
    assert rule_against(state, "say re", "N") == "DK-R25"
    assert rule_against(state, "say re no 60", "N") == "DK-R24"
    assert rule_against(state, "say re no 90", "N") == "DK-R22"
    assert rule_against(state, "say kontra no 90", "E") == "DK-R23"
    literal = moment(8, "S say re", SEED)
    assert rule_against(literal, "say re no 60", "N") == "DK-A25"
    closed = moment(10, "S say re, E say kontra", closed="kontra")
    assert rule_against(closed, "say kontra", "W") == "DK-R25"
    assert rule_against(closed, "say kontra no 90", "W") == "DK-R28"


@pytest.mark.rule("DK-R26", "DK-R27", "DK-R30")
def test_both_parties_call_and_nothing_is_taken_back():
    state = do(moment(11), "N: say re no 60, E: say kontra no 30")
    assert (state.level(1), state.level(-1)) == (2, 3)
    assert all(not one.startswith("withdraw") for seat in SEATS for one in state.actions(seat))
    late = do(moment(10, "N say re"), "E: say kontra")
    assert late.announced.closed == (-1,)
    assert not do(moment(11, "N say re"), "E: say kontra").announced.closed


# Play ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-P1", "DK-P2", "DK-P3", "DK-P4", "DK-P5")
def test_cards_follow_and_the_winner_leads():
    for state in random_ends(DDV, 30):
        mode = state.mode if state.mode in DDV.solos else "normal"
        order = DDV.order_of(mode, 1, False)
        hands: dict[Seat, list[str]] = {seat: [] for seat in SEATS}
        tricks = state.view(None).tricks
        assert len(tricks) == 12
        for trick in reversed(tricks):
            led = order.suits[trick.plays[0].card]
            for play in trick.plays:
                hand = hands[play.seat]
                hand.append(play.card)
                assert order.suits[play.card] == led or all(order.suits[one] != led for one in hand)  # type: ignore[index]
        for earlier, trick in pairwise(tricks):
            assert trick.plays[0].seat == earlier.winner
    state = moment(3)
    assert {one.card for one in state.actions()} - {None} == {*state.hands[0]}
    assert rule_against(state, "TH") == "DK-P1"
    assert rule_against(state, "gabble") == "DK-P1"
    assert rule_against(state, state.hands[1][0], "E") == "DK-P2"


@pytest.mark.rule("DK-P6")
def test_only_the_last_trick_lies_open():
    state: State = healthy(dealt({}))
    chance = Random(1)
    while state.to_act is not None:
        assert [trick.number for trick in state.view("S").tricks] == [state.view(None).trick_number - 1][
            : len(state.view(None).tricks)
        ]
        state = state.apply(chance.choice([one for one in state.actions() if one.card]))
    assert len(state.view("S").tricks) == 12


@pytest.mark.rule("DK-P7")
def test_no_deal_is_shortened():
    state = moment(3, game="solo queens", declarer="N")
    assert rule_against(state, "claim") == "DK-P7"
    assert rule_against(ended((200, 40)), "claim") == "DK-P5"


# Scoring ---------------------------------------------------------------------------------------------------


def needed(re: int, kontra: int, game: Doppelkopf = DDV) -> tuple[int | None, int | None]:
    """The fewest card points with which Re, and with which Kontra wins."""
    wins = {party: [] for party in ["re", "kontra"]}  # type: ignore[var-annotated]
    for points in (0, 30, 60, 89, 90, 119, 120, 121, 150, 151, 180, 181, 210, 211, 240):
        for n in {points, 240 - points}:
            winners = ended((n, 240 - n), re, kontra, game, "N" if n else "E").result().winners
            if winners:
                wins["re" if winners[0] == "N" else "kontra"].append(n if winners[0] == "N" else 240 - n)
    return min(wins["re"], default=None), min(wins["kontra"], default=None)


@pytest.mark.rule("DK-S1", "DK-S2", "DK-S3", "DK-S4", "DK-S5", "DK-V4")
@pytest.mark.parametrize(
    ("re", "kontra", "ddv", "seed"),
    [
        (-1, -1, (121, 120), (121, 120)),
        (0, -1, (121, 120), (121, 121)),
        (-1, 0, (120, 121), (121, 121)),
        (0, 0, (121, 120), (121, 121)),
        (-1, 1, (90, 151), (90, 151)),
        (0, 2, (60, 181), (60, 181)),
        (3, -1, (211, 30), (211, 30)),
        (1, 1, (151, 151), (151, 151)),
        (1, 3, (151, 211), (151, 211)),
    ],
)
def test_what_each_party_needs(re, kontra, ddv, seed):
    assert needed(re, kontra) == ddv
    assert needed(re, kontra, SEED) == seed


def procedure(state: DoppelkopfState) -> int:
    """The value by the procedure that the rules give, line by line; S16 to S18 as they happened."""
    parties = state.parties
    points = {p: sum(n for n, q in zip(state.card_points, parties, strict=True) if p == q) for p in (1, -1)}
    tricks = {p: sum(n for n, q in zip(state.taken, parties, strict=True) if p == q) for p in (1, -1)}
    winners = state.result().winners
    won = 0 if not winners else parties[SEATS.index(winners[0])]
    value = 0
    for x in (1, -1):
        y, gets = -x, 0
        if won == x:
            gets += 1 + sum(2 for p in (1, -1) if state.level(p) >= 0)
            gets += sum(max(0, state.level(p)) for p in (1, -1))
        if won in (x, 0):
            gets += sum(points[y] < limit for limit in (90, 60, 30)) + (tricks[y] == 0)
        for level, limit in enumerate((120, 90, 60, 30), 1):
            gets += state.level(y) >= level and points[x] >= limit
        if parties.count(1) == 2:
            gets += (x == -1 == won) + sum(
                event.kind in ("doppelkopf", "karlchen") or parties[event.owner] == y
                for event in state.happened
                if event.kind in ("doppelkopf", "karlchen", "fox") and parties[event.winner] == x
            )
        value += x * gets
    return value


@pytest.mark.rule(
    "DK-S10",
    "DK-S11",
    "DK-S12",
    "DK-S13",
    "DK-S14",
    "DK-S15",
    "DK-S20",
    "DK-S21",
    "DK-S22",
    "DK-S23",
    "DK-S24",
)
@pytest.mark.parametrize("talk", [0.05, 0.5])
def test_values_by_the_procedure(talk):
    for state in random_ends(DDV, 150, talk):
        numbers = state.result().seats
        value = procedure(state)
        alone = state.parties.count(1) == 1
        due = [(3 * value if alone else value) if party == 1 else -value for party in state.parties]
        assert [numbers[seat] for seat in SEATS] == due
        assert sum(numbers.values()) == 0
        assert len({number % 2 for number in numbers.values()}) == 1


@pytest.mark.rule("DK-S16", "DK-S17", "DK-S18")
def test_special_points():
    assert [e.kind for e in trick_of("AS AS TS TS").happened] == ["doppelkopf"]
    assert [e.kind for e in trick_of("AS AS TS KS").happened] == []
    fox = trick_of("JD AD 9D 9D")
    assert [(e.kind, e.winner, e.owner) for e in fox.happened] == [("fox", 0, 1)]
    assert re_gets(ended((130, 110), events="fox N from E")) == 2
    assert re_gets(ended((130, 110), events="fox N from S")) == 1  # of the own party
    jack = "JC 9C 9S 9S"
    assert re_gets(ended((130, 110), last="S", trick=jack, events="doppelkopf E")) == 1
    assert re_gets(ended((130, 110), last="S", trick=jack)) == 2
    few = Doppelkopf("ddv", special_points="fox")
    assert re_gets(ended((110, 130), rules=few, events="doppelkopf E")) == -1


@pytest.mark.rule("DK-S17")
def test_foxes_before_the_clarification():
    later = first_trick(DDV, "9D AD QD 9D")
    assert (later.contract.partner, [e.kind for e in later.happened]) == (2, ["fox"])
    none = first_trick(Doppelkopf("ddv", wedding_fox="none_before_clarification"), "9D AD QD 9D")
    assert none.happened == ()


@pytest.mark.rule("DK-S19")
def test_no_special_points_alone():
    end = ended((119, 121), queens="N N", events="fox E from N")
    assert counted(end) == ["DK-S10"]
    assert trick_of("JD AD 9D 9D", game="solo diamonds").happened == ()
    house = Doppelkopf("ddv", elders_in_solo="on")
    assert brought(ended((119, 121), rules=house, game="solo queens", declarer="N")) == (-6, 2, 2, 2)


# House rules -----------------------------------------------------------------------------------------------


@pytest.mark.rule("DK-V2")
def test_the_second_ten_of_hearts():
    game = Doppelkopf("ddv", second_dulle="second_wins_except_last_trick")
    assert trick_of("TH TH 9D 9D", rules=game).view(None).tricks[-1].winner == "E"
    assert trick_of("TH TH 9D 9D", 12, game, queens="N S").view(None).tricks[-1].winner == "N"


@pytest.mark.rule("DK-V3")
def test_the_ten_of_hearts_as_a_heart():
    game = Doppelkopf("ddv", dulle="off")
    state = follows("TH QD", "KH", game)
    assert {one for one in state.actions() if one.card} == {"TH"}
    hearts = game.order_of("hearts", 1, False)
    assert [one for one in hearts.trumps if one[1] == "H" and one[0] not in "QJ"] == ["AH", "TH", "KH", "9H"]


@pytest.mark.rule("DK-V10")
def test_house_solos():
    state = do(dealt({}), "say reservation, say healthy, say healthy, say healthy")
    assert rule_against(state, "bid solo kings") == "DK-V10"
    game = Doppelkopf("ddv", solos="kings+koehler")
    state = do(dealt({}, game), "say reservation, say healthy, say healthy, say healthy, bid solo koehler")
    assert list(state.order.trumps)[::4] == ["KC", "QC", "JC"]


@pytest.mark.rule("DK-V11")
def test_other_ways_to_find_a_partner():
    assert first_trick(DDV, "9D JD 9D KD").contract.partner == 1
    plain = Doppelkopf("ddv", wedding_partner="first_plain_trick")
    assert first_trick(plain, "9D JD 9D KD").contract.partner is None
    trumps = Doppelkopf("ddv", wedding_partner="first_trump_trick")
    assert first_trick(trumps, "9D JD 9D KD").contract.partner == 1
    any_way = Doppelkopf("ddv", wedding_partner="declarer_chooses")
    state = do(dealt({"N": "QC QC"}, any_way), "say reservation, say healthy, say healthy, say healthy")
    assert {*any_way.wedding_bids} <= {*state.actions()}
    assert do(state, "bid wedding trump").contract.kind == "trump"
    usual = do(dealt({"N": "QC QC"}), "say reservation, say healthy, say healthy, say healthy")
    assert rule_against(usual, "bid wedding plain") == "DK-V11"


@pytest.mark.rule("DK-V13")
def test_a_poverty():
    game = Doppelkopf("ddv", poverty="shift")
    state = do(dealt(POOR, game), "say healthy, say reservation, say healthy, say healthy, bid poverty")
    assert (state.phase, state.to_act) == ("put", "E")
    assert rule_against(state, "discard AC") == "DK-V13"
    state = do(state, "discard 9D, discard 9D")
    view = state.view("N")
    assert view.laid[0].cards == (HIDDEN, HIDDEN)
    state = do(state, "discard JD")
    assert (state.phase, state.to_act) == ("offer", "S")
    state = do(state, "pass, accept")
    assert len(state.hands[3]) == 15
    assert rule_against(state, "TH") == "DK-V13"
    state = do(state, "discard JD, discard 9D, discard " + next(c for c in state.hands[3] if c[1] in "SC"))
    assert state.phase == "tell"
    assert rule_against(state, "trumps 3") == "DK-V13"
    trumps = sum(state.order.suits[one] == "trump" for one in state.stock)
    state = do(state, f"trumps {trumps}")
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert (state.contract.returned, state.to_act) == (trumps, "N")
    assert public(state) == {"N": "kontra", "E": "re", "S": "kontra", "W": "re"}


@pytest.mark.rule("DK-V13", "DK-D1")
def test_a_poverty_that_nobody_takes():
    said = "say healthy, say reservation, say healthy, say healthy, bid poverty"
    game = Doppelkopf("ddv", poverty="shift")
    state = do(dealt(POOR, game), f"{said}, discard 9D, discard 9D, discard JD, pass, pass, pass")
    again = do(dealt(POOR, Doppelkopf("ddv", poverty="redeal")), said)
    for end in (state, again):
        assert end.to_act is None
        assert [item.rule for item in end.result().items] == ["DK-V13"]
        assert brought(end) == (0, 0, 0, 0)
        assert end.session.after(end).dealer == "W"


@pytest.mark.rule("DK-V13")
def test_cards_of_a_poverty_are_not_seen():
    game = Doppelkopf("ddv", poverty="shift")
    start = dealt(POOR, game)
    done = "say healthy, say reservation, say healthy, say healthy, bid poverty, discard 9D, discard 9D"
    actions = [each.strip() for each in f"{done}, discard JD, accept".split(",")]
    state = do(start, ", ".join(actions))
    for seat in SEATS:
        record = record_of(start, actions, seat=seat)
        told = write(record)
        assert ("discard JD" in told) == (seat == "E")
        assert told.count("* draw") == (3 if seat == "S" else 0)
        assert record_view(read(told), seat) == state.view(seat)


@pytest.mark.rule("DK-V14")
@pytest.mark.parametrize(
    ("kind", "hand", "may"),
    [
        ("nines5", "9C 9C 9S 9S 9H QC", True),
        ("nines5", "9C 9C 9S 9S QC QC AC AC TC TC AS AS", False),
        ("kings5", "KC KC KS KS KH QC", True),
        ("kings6", "KC KC KS KS KH QC", False),
        ("full7", "AC AC TC TC AS AS TS QC", True),
        ("points70", "AC AC TC TC AS AS TS QC", True),
        ("fox_high", "AD 9C 9C KC AC TC TS TS KS KS AS AS", True),
        ("fox_high", "JD 9C 9C KC AC TC TS TS KS KS AS AS", False),
        ("jack_high", "JD 9C 9C KC AC TC TS TS KS KS AS AS", True),
    ],
)
def test_hands_that_are_thrown_in(kind, hand, may):
    game = Doppelkopf("ddv", throw_in=kind)
    state = do(dealt({"N": hand}, game), "say reservation, say healthy, say healthy, say healthy")
    assert ("bid throw-in" in state.actions()) == may
    if not may:
        assert rule_against(state, "bid throw-in") == "DK-V14"
        return
    end = do(state, "bid throw-in")
    assert [item.rule for item in end.result().items] == ["DK-V14"]


@pytest.mark.rule("DK-V15")
def test_piglets_at_the_start():
    game = Doppelkopf("ddv", schweinchen="announce_at_start")
    state = healthy(dealt({"N": "TH", "S": "AD AD QC", "E": "9D QC", "W": "9D"}, game))
    assert rule_against(state, "say piglets", "N") == "DK-V15"
    state = plays(do(state, "S: say piglets"), "TH 9D AD 9D")
    assert state.view(None).tricks[-1].winner == "S"
    assert "piglets" in [status.name for status in state.view("W").statuses]
    assert [e.kind for e in state.happened] == []
    assert rule_against(state, "say piglets", "S") == "DK-V15"
    assert rule_against(healthy(dealt({"N": "AD AD"})), "say piglets", "N") == "DK-V15"


@pytest.mark.rule("DK-V15")
def test_piglets_when_the_first_is_played():
    game = Doppelkopf("ddv", schweinchen="on_playing_first")
    state = healthy(dealt({"N": "AD AD JD"}, game))
    assert "say piglets" in state.actions("N")
    state = do(state, "say piglets")
    assert [one for one in state.actions() if one.card] == ["AD"]
    assert rule_against(state, "JD") == "DK-V15"


@pytest.mark.rule("DK-V15")
def test_the_second_piglet_alone():
    game = Doppelkopf("ddv", schweinchen="second_only")
    hands = {"N": "AD AD QC", "E": "9D TH", "S": "9D QC", "W": "KD"}
    state = plays(healthy(dealt(hands, game)), "AD 9D 9D KD")
    assert state.to_act == "N"
    assert state.piglets.owner is None
    state = plays(state, "AD TH")
    assert state.view(None).best == 0
    assert state.piglets.owner == 0


@pytest.mark.rule("DK-V16", "DK-V17")
def test_other_special_points():
    game = Doppelkopf("ddv", karlchen_caught="on", fox_last_trick=1, dulle_beats_dulle=1, heart_trick=1)
    assert re_gets(ended((130, 110), last="E", trick="QS 9C 9S JC")) == 1
    assert re_gets(ended((130, 110), rules=game, last="E", trick="QS 9C 9S JC")) == 0
    assert re_gets(ended((130, 110), rules=game, last="S", trick="QS 9C JC 9S")) == 1  # of the own party
    happened = "dulle N from E, hearts S"
    assert re_gets(ended((130, 110), rules=game, trick="AD 9C 9S 9S", events=happened)) == 4
    assert [e.kind for e in trick_of("AH KH KH 9H").happened] == ["hearts"]
    last = trick_of("AD 9D 9C 9C", 12, game, queens="N S")
    assert ("last-fox", 0) in [(e.kind, e.winner) for e in last.happened]
    jacks = trick_of("JC JC 9C 9C", 12, game, queens="N S")
    assert [item.rule for item in jacks.result().items if item.seats.get("N", 0) > 0][-2:] == [
        "DK-S18",
        "DK-V16",
    ]
    dulle = trick_of("TH TH 9D 9D", rules=game)
    assert ("dulle", 0, 1) in [tuple(e) for e in dulle.happened]


@pytest.mark.rule("DK-V18")
@pytest.mark.parametrize(
    ("how", "plain", "doubled"), [("plus2", 6, 7), ("double", 6, 9), ("double_all", 8, 12)]
)
def test_announcements_that_double(how, plain, doubled):
    game = Doppelkopf("ddv", re_kontra_value=how)
    end = ended((155, 85), re=0, rules=game, events="fox N from E, doppelkopf S")
    assert re_gets(end) == plain
    assert ("DK-V18" in counted(end)) == (how != "plus2")
    both = ended((155, 85), re=0, kontra=0, rules=game, events="doppelkopf S")
    assert re_gets(both) == doubled


@pytest.mark.rule("DK-V19")
def test_deadlines_by_the_table():
    game = Doppelkopf("ddv", deadline_scheme="five_cards")
    state = healthy(dealt({"N": "9D", "E": "9D", "S": "KD", "W": "KD"}, game))
    state = plays(state, "9D 9D KD KD")
    assert "say re" in state.actions("N")
    assert "say kontra" in state.actions("E")
    later = state.apply(next(one for one in state.actions() if one.card))
    assert rule_against(later, "say re", "N") == "DK-V19"
    assert "say kontra" in later.actions("E")
    listed = Doppelkopf("ddv", deadline_scheme="11-9-6-3-3")
    assert "say re schwarz" in moment(3, "S say re, S say re no 30", listed).actions("N")


@pytest.mark.rule("DK-V20")
def test_a_rich_first_trick_obliges():
    game = Doppelkopf("ddv", obligatory_announcement="on")
    state = plays(healthy(dealt({"N": "AS", "E": "TS", "S": "TS", "W": "KS"}, game)), "AS TS TS KS")
    assert state.to_act == "N"
    assert all(not one.card for one in state.actions())
    assert rule_against(state, state.hands[0][0]) == "DK-V20"
    assert any(one.card for one in do(state, "say re").actions())
    assert any(one.card for one in do(state, "S: say re").actions())


@pytest.mark.rule("DK-V21")
def test_rounds_that_count_double():
    game = Doppelkopf("ddv", bock="draw+schwarz+heart_trick")
    end = ended((120, 120), rules=game, events="hearts N")
    session = end.session.after(end)
    assert isinstance(session, DoppelkopfSession)
    assert (session.bock, session.factor, session.facts["bock"]) == ((8,), 2, "8")
    doubled = ended((130, 110), rules=game, session=session)
    assert re_gets(doubled) == 2
    assert "DK-V21" in counted(doubled)
    after = session.after(doubled)
    assert isinstance(after, DoppelkopfSession)
    assert after.bock == (7,)
    other = Doppelkopf("ddv", bock="draw+heart_trick", bock_append="off")
    end = ended((120, 120), rules=other, events="hearts N")
    both = end.session.after(end)
    assert isinstance(both, DoppelkopfSession)
    assert (both.bock, both.factor) == ((4, 4), 4)


@pytest.mark.rule("DK-V22")
def test_a_partner_chosen():
    game = Doppelkopf("ddv", genscher="on")
    state = healthy(dealt({"N": "KD KD JS"}, game))
    state = do(state, "E: say kontra no 90, S: say re")
    assert rule_against(state, "partner N re") == "DK-V22"
    assert rule_against(state, "partner W kontra") == "DK-V22"
    assert rule_against(state, "partner S re") == "DK-V22"  # all know that S is the partner already
    assert rule_against(state, "partner W re", "E") == "DK-V22"
    state = do(state, "partner W re")
    assert [one for one in state.actions() if one.card] == ["KD"]
    assert rule_against(state, "JS") == "DK-V22"
    assert public(state) == {"N": "re", "E": "kontra", "S": "kontra", "W": "re"}
    assert (state.level(1), state.level(-1)) == (0, 0)
    assert [str(action) for _, action in state.said] == ["say kontra", "say re"]
    assert rule_against(healthy(dealt({"N": "KD KD"})), "partner W re") == "DK-V22"


@pytest.mark.rule("DK-V23")
@pytest.mark.parametrize(("kept", "numbers"), [("plus", (1, 0, 1, 0)), ("minus", (0, -1, 0, -1))])
def test_only_gains_or_losses(kept, numbers):
    end = ended((130, 110), rules=Doppelkopf("ddv", counting=kept))
    assert brought(end) == numbers
    assert end.session.after(end).seats == dict(zip(SEATS, numbers, strict=True))


@pytest.mark.rule("DK-V25")
def test_no_back_door():
    rules = {door: Doppelkopf("ddv", backdoor=door) for door in ("on", "off")}
    foxes, jack = "fox E from N, fox W from S", "JC 9C 9S 9S"
    ends = [ended((125, 115), rules=each, last="E", trick=jack, events=foxes) for each in rules.values()]
    assert [re_gets(end) for end in ends] == [-2, 0]
    end = ends[1]
    assert "DK-V25" in counted(end)


# Matches, records ------------------------------------------------------------------------------------------


def test_a_round_of_deals_ends():
    session = session_of(Doppelkopf("ddv", deals=4), played="3", score="N 1 E -1 S 1 W -1")
    end = ended((130, 110), rules=session.game, session=session)
    after = session.after(end)
    assert after.over
    assert after.winners == ("N", "S")
    with pytest.raises(ValueError, match="over"):
        after.after(end)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"score": "N 1 E 1 S 1 W 1"}, "add up to nothing"),
        ({"score": "N 1"}, "cannot be read"),
        ({"played": "24"}, "no deal follows"),
        ({"owed": "N 0 E 1 S 1 W 1"}, "in so few deals"),
        ({"owed": "N 2 E 1 S 1 W 1"}, "cannot be read"),
        ({"bock": "4"}, "does not play rounds that count double"),
        ({"owed": "N 1 E 1 S 1 W 1", "played": "23"}, "more compulsory solos to play than deals left"),
    ],
)
def test_sessions_that_cannot_stand(facts, said):
    with pytest.raises(PositionError, match=said):
        TOURNAMENT.session(Deal({}, facts=facts))


def test_solos_are_owed_only_where_they_were_agreed():
    with pytest.raises(PositionError, match="does not play compulsory solos"):
        DDV.session(Deal({}, facts={"owed": "N 1 E 1 S 1 W 1"}))
    seven = Doppelkopf("tournament", players=7, deals=4)  # fewer deals than players: forced from the first
    owed = " ".join(f"P{n} 1" for n in range(1, 8))
    assert seven.session(Deal({}, facts={"owed": owed})).pressed


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"game": "grand"}, "game: solo queens"),
        ({"game": "solo queens"}, "the soloist of the queens solo"),
        ({"game": "wedding", "declarer": "N", "clarified": "3"}, "first 3 tricks"),
        ({"queens": "E"}, "two queens of clubs"),
        ({"proved": "N kontra"}, "does not fit the queens"),
        ({"proved": "E re"}, "does not fit the queens"),
        ({"calls": "N say no 90"}, "write calls like this"),
        ({"calls": "N say re no 90, S say re"}, "must rise"),
        ({"closed": "kontra"}, "has not replied"),
        ({"closed": "all"}, "closed: kontra"),
        ({"events": "fox N"}, "events: fox N from E"),
        ({"events": "doppelkopf S from"}, "events: fox N from E"),
        ({"events": "fox N from E, fox N from E, fox N from W"}, "cannot have happened so often"),
        ({"events": ", ".join(["doppelkopf S"] * 7)}, "cannot have happened so often"),
        ({"events": "fox N from N"}, "nobody catches their own card"),
        ({"piglets": "N"}, "means nothing in this game"),
        ({"regrouped": "N E"}, "regrouped: N E re"),
        ({"said": "E healthy"}, "means nothing in this game"),
        ({"kind": "gabble"}, "kind: plain"),
        ({"game": "wedding", "declarer": "N", "kind": "plain trump"}, "kind: plain"),
        ({"trick": "N ?"}, "cards of a trick are face up"),
        ({"passes": "9"}, "means nothing in this game"),
    ],
)
def test_positions_that_cannot_exist(facts, said):
    with pytest.raises(PositionError, match=said):
        moment(11, **facts)


HOUSES = "poverty=shift schweinchen=second_only genscher=on withdraw=on"


@pytest.mark.parametrize(
    ("hands", "facts", "said"),
    [
        ({}, {"game": "poverty", "declarer": "N", "partner": "E", "returned": "4"}, "returned: 1"),
        ({"E": "AD"}, {"piglets": "N"}, "both aces of diamonds must belong"),
        ({"N": "AD"}, {"piglets": "N"}, "both aces of diamonds must belong"),  # the second is played then
        (
            {"E": "KD"},
            {"regrouped": "N S re"},
            "both kings of diamonds must belong to the player who chose a partner",
        ),
        ({"N": "AD", "E": "AD"}, {"events": "fox S from E"}, "cannot have happened so often"),
    ],
)
def test_positions_of_house_rules_that_cannot_exist(hands, facts, said):
    rules = Doppelkopf("ddv", **dict(each.split("=") for each in HOUSES.split()))
    with pytest.raises(PositionError, match=said):
        moment(5, rules=rules, hands=hands, **facts)


def test_a_reservation_is_withdrawn_by_saying_yes():
    rules = Doppelkopf("ddv", withdraw="on")
    hands = dealt({"N": "QC QC"}).as_deal().hands
    told = {"said": "N reservation", "withdraw": "banana"}
    with pytest.raises(PositionError, match="withdraw: yes"):
        rules.start(Deal(hands, None, True, DEALER, told))
    assert rules.start(Deal(hands, None, True, DEALER, {**told, "withdraw": "yes"})).actions("N")


def test_refusals_name_cards_and_agreed_games_only():
    rules = Doppelkopf("ddv", poverty="shift", solos="jacks")
    state = do(dealt(POOR, rules), "say healthy, say reservation, say healthy, say healthy")
    for action in ("bid grand", "9C"):
        found = state.why_not(action)
        assert found is not None
        assert "such as “bid solo jacks”" in found.reason
    state = do(state, "bid poverty")
    for action, said in (("discard QH", "You do not hold the queen of hearts;"), ("discard X", "hold “x”;")):
        found = state.why_not(action)
        assert found is not None
        assert said in found.reason


def test_early_out_of_turn_refusal_cites_its_rule():
    rules = Doppelkopf("ddv", poverty="shift")
    state = dealt(POOR, rules)
    found = []
    for said in ("say healthy", "say reservation, say healthy, say healthy", "bid poverty", "discard 9D"):
        found.append(rule_against(state, "bid wedding", "W"))
        state = do(state, said)
    assert found == ["DK-R1", "DK-R1", "DK-R5", "DK-V13"]
    refused = state.why_not("9C", "W")
    assert refused is not None
    assert refused.reason == "East is to put down card 2 of three, trumps first."
    assert rule_against(healthy(dealt({})), "bid wedding", "W") == "DK-P2"
    forced = dealt({}, TOURNAMENT, session_of(TOURNAMENT, played="20"))
    assert rule_against(forced, "bid wedding", "W") == "DK-R10"


def test_a_refusal_is_raised():
    with pytest.raises(Refusal, match="You do not hold the ten of hearts"):
        moment(3).apply("TH")
    assert replace(session_of(DDV), played=1) != session_of(DDV)


def test_multiple_value_options_are_written_in_records():
    game = Doppelkopf(
        "ddv", solos="+".join(reversed(next(o.choices for o in Doppelkopf.known_options if o.key == "solos")))
    )
    assert len(game.solos) == 12
    start = game.deal(1, "W")
    again = read(write(record_of(start, ["say healthy"])))
    assert game_of(again).options["solos"] == game.options["solos"] == "+".join(game.solos)
    with pytest.raises(OptionError, match="it takes queens, jacks"):
        Doppelkopf("ddv", solos="queens+gabble")
    assert Doppelkopf("ddv", bock="schwarz+draw").bock == ("draw", "schwarz")
    assert Doppelkopf("ddv", bock="off").bock == ()
