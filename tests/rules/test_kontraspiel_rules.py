"""Kontraspiel, rule by rule, held against random play; every refusal; records, and faults of positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.core.rules import PositionError
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.kontraspiel.session import KontraspielSession
from kontrapunkt.games.kontraspiel.state import KontraspielState
from kontrapunkt.record import (
    RecordError,
    game_of,
    read,
    record_of,
    record_of_session,
    record_view,
    replay,
    replay_session,
    write,
    write_start,
)
from tests.rules.pot import KS, after, allowed, brings, dealt, do, ended

Done = list[tuple[Seat, str]]
ANTI = Kontraspiel(direction="anticlockwise")
POLLED = Kontraspiel(announce_order="polled")
ROUND2 = "P1 pass, P2 pass, P3 pass, P4 pass"


def played(
    game: Kontraspiel, seed: int, session: KontraspielSession | None = None
) -> tuple[KontraspielState, Done]:
    """A random deal to its end, and what was done."""
    chance = Random(seed)
    state = game.deal(seed, session=session)
    done: Done = []
    while state.to_act is not None:
        every = [(seat, str(action)) for seat in SEATS for action in state.actions(seat)]
        quiet = [one for one in every if one[1] == "pass" or len(one[1]) == 2]
        one = chance.choice(quiet if quiet and chance.random() < 0.6 else every)
        done.append(one)
        state = state.apply(one[1], one[0])
    assert isinstance(state, KontraspielState)
    return state, done


def ends(game: Kontraspiel = KS, deals: int = 40) -> Iterator[KontraspielState]:
    """Random deals that were not passed out."""
    for seed in range(deals):
        end, _ = played(game, seed)
        if end.standing.soloist is not None:
            yield end


class TestRules:
    @pytest.mark.rule("KS-R1")
    @pytest.mark.parametrize(("game", "order"), [(KS, "NESW"), (ANTI, "NWSE")])
    def test_the_order_of_play(self, game, order):
        for end in ends(game, 10):
            for trick in end.view(None).tricks:
                seats = "".join(play.seat for play in trick.plays)
                assert seats in order * 2

    @pytest.mark.rule("KS-R2")
    def test_the_stake(self):
        for seed in range(30):
            end, _ = played(KS, seed)
            stake = end.result().items[0]
            assert (stake.rule, dict(stake.seats)) == ("KS-R2", {end.session.dealer: -1})
        assert KS.deal(1).view(None).pot == 1

    @pytest.mark.rule("KS-R3")
    def test_two_packets(self):
        one, other = Kontraspiel(packets="3-2").deal(5, "W"), Kontraspiel(packets="2-3").deal(5, "W")
        assert one.actions()
        for a, b in zip(one.hands, other.hands, strict=True):
            assert len(a) == len(b) == 5
            assert set(a) != set(b)
        assert one.stock == other.stock

    @pytest.mark.rule("KS-R4")
    def test_turn_up_and_talon(self):
        for end in ends():
            assert len(end.stock) == 4
            for seat in (*SEATS, None):
                talon = end.view(seat).laid[-1]
                assert (talon.name, talon.cards) == ("talon", (HIDDEN,) * 3)

    @pytest.mark.rule("KS-R5")
    @pytest.mark.parametrize("game", [KS, ANTI])
    def test_the_next_deals(self, game):
        session = game.session()
        assert session.dealers == SEATS
        for seed in range(8):
            dealt_by = session.dealers[-1]
            end, _ = played(game, seed, session)
            session = after(end)
            assert session.dealers == (game.after(dealt_by),)

    @pytest.mark.rule("KS-R13")
    def test_passing_out(self):
        state = dealt("KH")
        for number in range(8):
            assert state.phase == ("round1" if number < 4 else "round2")
            assert state.to_act == SEATS[number % 4]
            state = do(state, "pass")
        assert state.phase == "over"
        assert not state.result().winners

    @pytest.mark.rule("KS-R20")
    def test_polled(self):
        state = do(dealt("KH", game=POLLED), "play")
        asked = []
        while state.phase == "announce":
            asked.append((state.to_act, state.actions()[0]))
            assert not any(state.actions(seat) for seat in SEATS if seat != state.to_act)
            state = do(state, "pass")
        assert asked == [(seat, what) for what in ("match C", "say contra") for seat in ("E", "S", "W")]
        assert (state.phase, state.to_act) == ("lead", "N")
        again = do(dealt("KH", game=POLLED), "play", "pass", "pass", "pass", "pass", "say contra-swap")
        again = do(again, str(again.actions()[0]))
        assert (again.to_act, again.actions()) == ("E", ("say recontra", "pass"))
        for _ in range(2):
            again = do(again, "pass")
        assert again.phase == "lead"
        for number in (1, 2, 3):
            assert again.trick_number == number
            for _ in range(4):
                again = do(again, str(again.actions()[0]))
            assert again.phase == ("announce" if number < 3 else "lead")
            while again.phase == "announce":
                again = do(again, "pass")

    @pytest.mark.rule("KS-R16", "KS-R20")
    def test_who_swaps_when_polled_is_no_longer_asked(self):
        state = do(dealt("KH", game=POLLED), "play", *["pass"] * 3, "say contra-swap")
        assert (state.phase, state.asked_for) == ("discard", None)
        assert "put a card away" in str(state.view(None).task)
        again = POLLED.start(state.as_deal())
        assert (again.phase, again.actions()) == (state.phase, state.actions())

    @pytest.mark.rule("KS-R21")
    def test_who_leads(self):
        for end in ends():
            tricks = end.view(None).tricks
            assert tricks[0].plays[0].seat == end.game.after(end.session.dealer or "N")
            for one, then in pairwise(tricks):
                assert then.plays[0].seat == one.winner

    @pytest.mark.rule("KS-R24")
    def test_all_five_tricks(self):
        assert all(len(end.view(None).tricks) == 5 for end in ends())

    @pytest.mark.rule("KS-R26")
    def test_revolted_and_match(self):
        for end in ends(deals=150):
            tricks = dict(zip(SEATS, end.taken, strict=True))
            paid = [item for item in end.result().items if item.rule == "KS-R32"]
            declared = [SEATS[seat] for seat in end.standing.declared]
            without = [seat for seat in declared if tricks[seat] == 0]
            assert len(paid) == len(without)
            made = [item for item in end.result().items if item.rule in ("KS-R29", "KS-R30")]
            assert bool(made) == (tricks[declared[0]] == 5)

    @pytest.mark.rule("KS-R34")
    def test_nothing_gets_lost(self):
        for end in ends(deals=150):
            result = end.result()
            assert sum(result.seats.values()) + result.pot == 0
            rules = [item.rule for item in result.items if item.seats]
            order = ["KS-R2", "KS-R28", "KS-R29", "KS-R30", "KS-R31", "KS-R32"]
            assert rules == sorted(rules, key=order.index)
            into = [dict(item.seats) for item in result.items if item.rule == "KS-R28"]
            assert all(number < 0 for item in into[:-1] for number in item.values()), "losers pay in first"

    @pytest.mark.rule("KS-R10")
    @pytest.mark.parametrize("turn_up", ["AD", "JS"])
    def test_pacts_apart(self, turn_up):
        game = Kontraspiel(wenzel_turnup="like_ace", pact_scope="per_rank")
        session = game.session()
        end = ended("P4 P4 P4 P1 P2", "P4 take", turn_up, game=game, session=agreed(session, "W"))
        then = after(end)
        assert (then.pacts, then.wenzel_pacts) == (
            (frozenset("W"), frozenset()) if turn_up == "AD" else (frozenset(), frozenset("W"))
        )
        for card, phase in (("AC", "discard" if turn_up == "AD" else "offer"), ("JC", "offer")):
            bound = turn_up == "JS" and card == "JC"
            assert dealt(card, game=game, session=agreed(then, "W")).phase == ("discard" if bound else phase)


def agreed(session: KontraspielSession, dealer: Seat) -> KontraspielSession:
    """The match with a dealer of our choice."""
    return replace(session, dealers=(dealer,))


OPEN = ("P1 pass", "P2 play")
FIRST = "P2 AS"


class TestRefusals:
    """One sentence, the reader's cards, the rule; each is told in the words a reader would see."""

    @pytest.mark.parametrize(
        ("turn_up", "done", "place", "action", "rule", "part"),
        [
            ("AH", (), "P4", "KC", "KS-R8", "not looked at your cards"),
            ("AH", (), "P4", "play", "KS-R8", "“take”"),
            ("AH", (), "P1", "take", "KS-R8", "West may take up the ace of Hearts"),
            ("KH", (), "P2", "play", "KS-R11", "North is to become soloist in Hearts or to pass"),
            ("KH", ("pass",) * 4, "P2", "trump C", "KS-R12", "North is to name another suit"),
            ("JS", (), "P1", "AC", "KS-R7", "West is to put a card away"),
            ("KH", ("play", "P2 say contra-swap"), "P1", "pass", "KS-R16", "East is to put a card away"),
            ("AH", ("pass",), "P1", "take", "KS-R8", "before looking"),
            ("KH", (), "P1", "take", "KS-R8", "only an ace"),
            ("JS", ("discard 9C", "P1 AC"), "P2", "take", "KS-R6", "Wenzel"),
            ("KH", (), "P1", "trump C", "KS-R11", "only Hearts can be trumps"),
            ("KH", (), "P1", "AC", "KS-R11", "no soloist yet"),
            ("KH", ("pass",) * 4, "P1", "play", "KS-R12", "name the suit"),
            ("KH", ("pass",) * 4, "P1", "trump X", "KS-R12", "is not a suit"),
            ("KH", ("pass",) * 4, "P1", "AC", "KS-R12", "no soloist yet"),
            ("KH", ("pass",) * 5, "P2", "trump H", "KS-R12", "only forehand, North"),
            ("JS", (), "P4", "9C", "KS-R7", "First put away one of"),
            ("JS", (), "P4", "discard JS", "KS-R7", "keep the Unter of Leaves"),
            ("JS", (), "P4", "discard AC", "KS-R7", "do not hold the ace of Acorns"),
            ("JS", (), "P4", "discard pear", "KS-R7", "not a card"),
            ("JS", (), "P4", "pass", "KS-R7", "First put away"),
            ("JS", (), "P1", "match C", "KS-R19", "announcements wait"),
            ("JS", ("discard 9C",), "P1", "match C", "KS-R14", "taking up the Unter of Leaves"),
            ("JS", ("discard 9C",), "P1", "say contra-swap", "KS-R16", "has taken up the Unter of Leaves"),
            ("KH", OPEN, "P1", "discard AC", "KS-R7", "put nothing away"),
            ("KH", (), "P1", "say contra", "KS-R15", "no soloist yet"),
            ("KH", (), "P1", "say contra-swap", "KS-R16", "no soloist yet"),
            ("KH", (), "P1", "say recontra", "KS-R17", "no soloist yet"),
            ("KH", (), "P1", "match C", "KS-R14", "no soloist yet"),
            ("KH", OPEN, "P2", "match C", "KS-R14", "You are the soloist"),
            ("KH", OPEN, "P1", "match H", "KS-R14", "preferred suit"),
            ("KH", OPEN, "P1", "match", "KS-R14", "is not a suit"),
            ("KH", (*OPEN, "P1 AC"), "P4", "match C", "KS-R14", "first card has been played"),
            ("KH", (*OPEN, "P3 match C"), "P1", "match S", "KS-R14", "there is only one in a deal"),
            ("KH", OPEN, "P2", "say contra", "KS-R15", "You are the soloist"),
            ("KH", (*OPEN, "P3 say contra"), "P1", "say contra", "KS-R15", "South has said contra"),
            ("KH", (*OPEN, "P3 say contra"), "P3", "say contra", "KS-R15", "already"),
            ("KH", (*OPEN, "P1 AC"), "P1", "say contra-swap", "KS-R16", "first card has been played"),
            ("KH", (*OPEN, "P3 match C"), "P1", "say contra-swap", "KS-R16", "with a march"),
            ("KH", (*("pass",) * 4, "trump C"), "P2", "say contra-swap", "KS-R16", "second round"),
            ("KH", OPEN, "P1", "say recontra", "KS-R17", "Nobody has said contra"),
            ("KH", (*OPEN, "P3 say contra"), "P3", "say recontra", "KS-R17", "You have said contra"),
            ("KH", (*OPEN, "P3 say contra"), "P2", "say recontra", "KS-R17", "You are the soloist"),
            ("KH", (*OPEN, "P3 say contra", "P1 say recontra"), "P4", "say recontra", "KS-R17", "North has"),
            ("KH", (*OPEN, "P3 say contra", "P1 say recontra"), "P1", "say recontra", "KS-R17", "already"),
            ("KH", OPEN, "P1", "say kontra", "KS-R15", "not an announcement"),
            ("KH", OPEN, "P1", "pass", "KS-R11", "East is soloist"),
            ("KH", OPEN, "P1", "trump C", "KS-R11", "bidding is over"),
            ("KH", OPEN, "P1", "gabble", "KS-R22", "is not possible here"),
            ("KH", OPEN, "P1", "9D", "KS-R22", "do not hold the nine of Bells"),
            ("KH", OPEN, "P2", "KS", "KS-R21", "North’s turn"),
        ],
    )
    def test_a_refusal(self, turn_up, done, place, action, rule, part):
        hands = {"P1": "AC KC QC TC JC", "P4": "9C KS AD TD QD"}
        if turn_up == "JC":
            hands = {}
        state = do(dealt(turn_up, hands), *done)
        refused = state.why_not(action, "NESW"[int(place[1]) - 1])  # type: ignore[arg-type]
        assert refused is not None, allowed(state, place)
        assert (refused.rule, part in refused.reason) == (rule, True), refused.reason

    @pytest.mark.parametrize(
        ("trick", "place", "action", "part"),
        [
            (2, "P4", "say contra", "second trick has begun"),
            (3, "P4", "say recontra", "third trick has begun"),
        ],
    )
    def test_windows_close(self, trick, place, action, part):
        state = do(dealt("KH"), "play")
        if trick == 3:
            state = do(state, "P2 say contra")
        while state.trick_number < trick or not state.trick:
            assert action in allowed(state, place)
            state = do(state, next(str(each) for each in state.actions() if each.card))
        assert action not in allowed(state, place)
        refused = state.why_not(action, "W")
        assert refused
        assert part in refused.reason

    @pytest.mark.parametrize(
        ("led", "hand", "card", "part"),
        [
            ("AC", "JC 9C KS TD 9D", "KS", "You hold the nine of Acorns and can follow Acorns"),
            ("AC", "JC 9C KS TD 9D", "JC", "The Unter of Acorns is a trump and does not follow Acorns"),
            ("AH", "JS 9C KS TD 9D", "9C", "is a trump and you hold the Unter of Leaves"),
            ("JC", "JS 9C KS TD 9D", "9C", "The Unter of Acorns is a Wenzel, and so a trump"),
        ],
    )
    def test_following(self, led, hand, card, part):
        rest = {"AC": "KC QC TC AD", "AH": "KC QC TC AD", "JC": "KC QC TC AD"}[led]
        state = do(dealt("KH", {"P1": f"{led} {rest}", "P2": hand}), "play", led)
        refused = state.why_not(card)
        assert refused
        assert (refused.rule, part in refused.reason) == ("KS-R22", True), refused.reason

    def test_polled(self):
        state = do(dealt("KH", {"P1": "AC KC QC TC JC"}, game=POLLED), "play")
        for place, action, rule, part in (
            ("P3", "match C", "KS-R20", "not asked for this now"),
            ("P2", "say contra", "KS-R20", "not asked for this now"),
            ("P2", "AC", "KS-R20", "whether you announce the march"),
            ("P2", "match H", "KS-R14", "preferred suit"),
        ):
            refused = state.why_not(action, "NESW"[int(place[1]) - 1])  # type: ignore[arg-type]
            assert refused
            assert (refused.rule, part in refused.reason) == (rule, True), refused.reason

    def test_the_options_own_refusals(self):
        state = do(
            dealt("KH", game=Kontraspiel(match_overcall="repeated")), "play", "P2 match C", "P3 match S"
        )
        refused = state.why_not("match D", "E")
        assert refused
        assert "each player may do so once" in refused.reason
        state = do(
            dealt("KH", game=Kontraspiel(match_suit="also_differs_from_current")), *["pass"] * 4, "trump C"
        )
        refused = state.why_not("match C", "E")
        assert refused
        assert "Trumps are Acorns already" in refused.reason
        gone = do(
            dealt("KH", {"P2": "AC KC QC TC 9C"}), "play", "P2 say contra-swap", "discard 9C", "P3 match D"
        )
        refused = gone.why_not("say contra-swap", "N")
        assert refused
        assert "The king of Hearts has already been taken" in refused.reason
        refused = gone.why_not("discard AC", "E")
        assert refused is not None


class TestRecords:
    def test_what_is_put_away_is_seen_by_one(self):
        start = dealt("KH", {"P2": "AC KC QC TC 9C"})
        done: Done = [("N", "play"), ("E", "say contra-swap"), ("E", "discard 9C"), ("N", "AS")]
        done[3] = ("N", str(start.hands[0][0]))
        for seat in SEATS:
            text = write(record_of(start, done, seat=seat))
            assert ("discard 9C" in text) == (seat == "E")
            assert ("discard ?" in text) == (seat != "E")
            assert "draw" not in text, "the turn-up was seen by all"
            end = replay(record_of(start, done)).end
            assert record_view(read(text), seat) == end.view(seat)

    def test_the_dealers_hand_before_and_after_he_looks(self):
        start = dealt("AH", {"P4": "AC KC QC TC 9C"})
        assert start.view("W").hands["W"] == (HIDDEN,) * 5
        assert "AC" not in write(write_start(start, "W"))
        looked = record_of(start, ["pass"], seat="W")
        assert write(looked).count("* draw") == 5
        assert record_view(looked, "W").hands["W"] == do(start, "pass").hands[3]
        other = record_of(start, ["pass"], seat="N")
        assert "draw" not in write(other)

    def test_several_deals(self):
        session: KontraspielSession = KS.session()
        deals = []
        for seed in range(6):
            start = KS.deal(seed, session=session)
            end, done = played(KS, seed, session)
            deals.append((start, done))
            session = after(end)
        record = record_of_session(deals)
        assert read(write(record)) == record
        again = replay_session(read(write(record)))
        assert again[-1].after == session
        wrong = write(record).replace(f"pot: {again[2].start.session.pot}", "pot: 99")
        with pytest.raises(RecordError, match="pot"):
            replay_session(read(wrong))

    @pytest.mark.parametrize("phase", ["offer", "round1", "round2", "discard", "announce", "lead", "follow"])
    def test_every_phase_is_a_position(self, phase):
        found = 0
        for seed in range(60):
            game = POLLED if phase == "announce" else KS
            chance = Random(seed)
            state = game.deal(seed)
            while state.to_act is not None:
                if state.phase == phase:
                    found += 1
                    record = write_start(state)
                    again = game_of(record).start(read(write(record)))
                    assert again.view(None) == state_alone(state)
                every = [(seat, str(each)) for seat in SEATS for each in state.actions(seat)]
                seat, action = chance.choice(every)
                state = state.apply(action, seat)
        assert found


def state_alone(state):
    """The view that a state read back has: finished tricks are numbers then."""
    return state.view(None).replace(tricks=(), first_trick=state.trick_number)


POSITION = {
    "Dealer": "W",
    "N": "QC KS",
    "E": "KC TS",
    "S": "9S KH",
    "W": "JS QS",
    "lead": "S",
    "trump": "C",
    "calls": "N pass, E play, N say contra",
    "tricks": "N 1 E 1 S 1 W 0",
    "turn_up": "9C",
}
SWAPPED = {"calls": "N play, E say contra-swap", "taken_up": "E", "stock": "9C"}


class TestPositions:
    @staticmethod
    def text(**changed: str) -> str:
        facts = {**POSITION, **changed}
        lines = [f"{key}: {value}" for key, value in facts.items() if value and key != "Dealer"]
        return f'[Game "kontraspiel"]\n[Dealer "{facts["Dealer"]}"]\n[Position]\n' + "\n".join(lines) + "\n"

    def test_who_has_taken_the_turn_up_holds_it(self):
        record = read(self.text(**SWAPPED, turn_up="KC"))
        assert game_of(record).start(record).view(None).laid[0].cards == ("9C",)

    def test_it_reads(self):
        record = read(self.text())
        state = game_of(record).start(record)
        assert state.view(None).laid[0].cards == ("9C",)
        assert [status.name for status in state.view(None).statuses] == ["soloist", "contra"]
        assert game_of(record).start(write_start(state)) == state

    @pytest.mark.parametrize(
        ("changed", "fault", "part"),
        [
            ({"turn_up": ""}, "stock_size", "turn-up is missing"),
            ({"stock": "9C 9D"}, "stock_size", "the talon"),
            ({"stock": "9D", "turn_up": "9C"}, "turn_up_wrong", "first card, 9D"),
            ({"taken_up": "E"}, "taken_up_wrong", "cannot have taken"),
            ({"taken_up": "N", "turn_up": ""}, "turn_up_missing", "name it with a line"),
            ({"calls": "N play, E say contra-swap", "trump": "C"}, "taken_up_wrong", "East has taken"),
            (
                {"calls": "N play, E say contra-swap", "taken_up": "E", "stock": "9C"},
                "turn_up_wrong",
                "is still on the stock",
            ),
            ({"trump": "H"}, "trump_wrong", "trumps are C"),
            ({"calls": ""}, "call_wrong", "give what was said"),
            ({"calls": "N play, N say contra"}, "call_wrong", "North cannot have said"),
            (
                {"calls": ", ".join(["N pass, E pass, S pass, W pass"] * 2)},
                "trump_wrong",
                "everybody has passed",
            ),
            ({"tricks": "N 2 E 1 S 1 W 0"}, "tricks_impossible", "3 tricks"),
            ({"asked": "W contra"}, "asked_wrong", "nobody is asked"),
            ({"asked": "W pears"}, "fact_unreadable", "asked: E contra"),
            ({"turn_up": "9C 9D"}, "fact_unreadable", "turn_up: KH"),
            ({"first_two": "N"}, "first_two_wrong", "does not have two"),
            ({"pot": "2", "balances": "N -1 E -1 S -1 W 0"}, "standing_impossible", "cannot hold only"),
            ({"pacts": "N N"}, "fact_unreadable", "pacts: N W"),
            ({"wenzel_pacts": "N"}, "standing_impossible", "like_ace"),
            ({"balances": "N -1 E"}, "fact_unreadable", "balances"),
            ({"balances": "N 1"}, "fact_unreadable", "balances"),
            ({"points": "N 1 E 0 S 0 W 0"}, "points_impossible", "card points do not count here"),
            *(
                ({**SWAPPED, "turn_up": card}, "turn_up_wrong", f"East cannot have taken up {card}")
                for card in ("QC", "7H", "?")
            ),
        ],
    )
    def test_a_fault(self, changed, fault, part):
        record = read(self.text(**changed))
        with pytest.raises(PositionError) as found:
            game_of(record).start(record)
        assert fault in [each.name for each in found.value.faults], str(found.value)
        assert part in str(found.value)

    def test_a_trick_lies_open(self):
        hidden = {"N": "? ?", "E": "? ?", "S": "?", "W": "? ?", "trick": "S ?"}
        with pytest.raises(RecordError, match="cards of a trick are face up"):
            record_view(read(self.text(**hidden)), "N")

    def test_who_had_two_first_must_be_told(self):
        one = {"N": "QC", "E": "KC", "S": "9S", "W": "JS", "tricks": "N 2 E 2 S 0 W 0", "lead": "E"}
        record = read(self.text(**one))
        with pytest.raises(PositionError, match="two tricks; say which"):
            game_of(record).start(record)
        for first in ("N", "E"):
            record = read(self.text(**one, first_two=first))
            state = game_of(record).start(record)
            assert game_of(record).start(write_start(state)) == state
            while state.to_act:
                state = state.apply(state.actions()[0])
            assert state.result().winners == (first,)

    def test_the_pot_alone_may_be_stated(self):
        record = read(self.text(pot="3"))
        assert game_of(record).start(record).view(None).pot == 4

    def test_payments_of_a_position(self):
        assert brings(ended("P1 P1 P1 P2 P3", f"{ROUND2}, P1 trump C", pot=3)) == (3, 0, 0, 0, 1)


def test_the_result_says_when_the_pot_was_counted():
    end = ended("P1 P1 P1 P2 P3", "P1 play", pot=2)
    told = [item.text for item in end.result().items if item.rule == "KS-R27"]
    assert told == ["The pot held 2 chips before the stake, so the base value is 2 chips."]
    end = ended("P1 P1 P1 P2 P3", "P1 play", pot=2, game=Kontraspiel(base_moment="after_stake"))
    told = [item.text for item in end.result().items if item.rule == "KS-R27"]
    assert told == ["With the stake the pot held 3 chips, so the base value is 3 chips."]
