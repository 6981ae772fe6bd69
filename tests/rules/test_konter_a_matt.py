"""Konter a Matt: the worked cases by number, and the rulings on what the sources leave open."""

import pytest

from kontrapunkt import game
from kontrapunkt.core.cards import card
from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.constants import order
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.games.konter_a_matt.state import KonterState
from kontrapunkt.record import Record, read, record_of, record_of_session, replay_session, write
from tests.rules.slate import E5, E5_TRICKS, Said, cards, dealt, ended, holding, lines, play, say, seat_of

KM = KonterAMatt()


def legal_cards(state: KonterState) -> set[str]:
    return {str(action) for action in state.actions() if action.card}


E6 = ["AC 9C AS 9S 9H JD", "QC QH KH JH TH AD", "KC JC QS JS KD 9D", "TC QD KS TS AH TD"]
E6_TRICKS = [
    "S1 AD S2 JC S3 TD S0 9C",
    "S2 KD S3 QD S0 AC S1 QH",
    "S0 JD S1 QC S2 QS S3 AH",
    "S2 9D S3 TC S0 9H S1 TH",
    "S3 TS S0 9S S1 JH S2 JS",
    "S2 KC S3 KS S0 AS S1 KH",
]
E7 = ["KS QH QD TC TD 9D", "QS JS TS 9S QC 9C", "JC JH TH 9H AD JD", "AS AC KC AH KH KD"]
E7_TRICKS = [
    "S1 TS S2 TH S3 AS S0 QH",
    "S3 AC S0 KS S1 QC S2 JC",
    "S0 TD S1 9S S2 AD S3 KD",
    "S1 JS S2 JH S3 KC S0 QD",
    "S0 TC S1 9C S2 9H S3 KH",
    "S0 9D S1 QS S2 JD S3 AH",
]
E8 = ["QS QD TD 9D KC 9H", "9C KS JS TS AH TH", "QH AC TC AS 9S JH", "AD KD JD QC JC KH"]
E8_TRICKS = [
    "S1 TH S2 QH S3 KD S0 9D",
    "S2 AS S3 QC S0 QD S1 TS",
    "S0 9H S1 AH S2 JH S3 KH",
    "S1 9C S2 AC S3 AD S0 KC",
    "S3 JD S0 QS S1 JS S2 TC",
    "S0 TD S1 KS S2 9S S3 JC",
]


def taken(state: KonterState) -> list[tuple[str, int]]:
    """Winner (by place) and card points of each trick."""
    places = {seat_of(state.game, f"S{i}"): f"S{i}" for i in range(4)}
    return [(places[trick.winner], trick.card_points or 0) for trick in state.view(None).tricks]


class TestCases:
    @pytest.mark.rule("KM-R14")
    @pytest.mark.parametrize(
        ("trump", "led", "hand", "allowed"),
        [
            ("H", "9S", "AS KS QH TD 9C JC", "AS KS QH"),
            ("D", "JD", "AD KC QD 9S TD JC", "AD QD TD"),
            ("S", "AH", "AD KC QS 9H TD JC", "9H QS"),
            ("S", "AD", "9H AC KC TC TH JC", "9H AC KC TC TH JC"),
            ("C", "JC", "AC KC QD AH TS 9C", "AC KC QD 9C"),
        ],
    )
    def test_km_e1_legal_cards(self, trump, led, hand, allowed):
        state = holding(hand, trump, led)
        assert legal_cards(state) == set(allowed.split())

    def test_km_e1_the_slip_of_the_source(self):
        """Its exercise lists 9S too, against its own comment: a spade is no trump here."""
        assert legal_cards(holding("9D TC QH 9S KC JC", "D", "AD")) == {"9D", "QH"}

    @pytest.mark.rule("KM-R13", "KM-R14")
    def test_km_e2_void_and_queens(self):
        void = holding("QD KS TS 9C JC KC", "H", "AD")
        assert legal_cards(void) == {"QD", "KS", "TS", "9C", "JC", "KC"}
        bound = holding("AH KH 9C QD 9S TD", "S", "QH")
        assert legal_cards(bound) == {"QD", "9S"}
        refused = bound.why_not("AH")
        assert refused is not None
        assert refused.rule == "KM-R14"
        assert refused.reason == (
            "The queen of hearts is a trump and you hold the queen of diamonds and the nine of spades, so "
            "you must play a trump, not the ace of hearts."
        )

    @pytest.mark.rule("KM-R15")
    @pytest.mark.parametrize(
        ("trump", "trick", "winner"),
        [
            ("C", "TH KH 9C AH", "9C"),
            ("H", "JS AH KS TS", "AH"),
            ("H", "QH AS KH QD", "QH"),
            ("D", "QD KD QH JD", "QH"),
        ],
    )
    def test_km_e3_trick_winners(self, trump, trick, winner):
        laid = cards(trick)
        assert laid[order(trump).best(laid)] == winner
        rest = [one for one in KM.pack if one not in laid]
        state = holding(" ".join([laid[3], *rest[-5:]]), trump, " ".join(laid[:3]), KonterAMatt("wellkomm"))
        first = ("E", "S", "W", "N")
        assert state.apply(laid[3]).view(None).tricks[-1].winner == first[laid.index(card(winner))]

    @pytest.mark.rule("KM-R18", "KM-R19", "KM-R20", "KM-R21")
    @pytest.mark.parametrize(
        ("makers", "points", "said", "capot", "brought"),
        [
            (0, (25, 15), (("N", "konter"),), False, (-2, 0)),
            (0, (18, 22), (("E", "matt"),), False, (2, -2)),
            (0, (0, 40), (("S", "konter-a-matt"),), True, (4, -4)),
            (1, (20, 20), (), False, (0, 1)),
        ],
    )
    def test_km_e4_lines(self, makers, points, said, capot, brought):
        result = ended(makers, points, said, capot).result()
        assert (result.seats["N"], result.seats["E"]) == brought

    @pytest.mark.rule("KM-R13", "KM-R18")
    @pytest.mark.parametrize("preset", KonterAMatt.presets)
    @pytest.mark.parametrize(("said", "value"), [((), 2), ((("S3", "matt"),), 3)])
    def test_km_e5_all_six_tricks(self, preset, said, value):
        start = dealt(E5, KonterAMatt(preset)).apply("trump C")
        if preset == "tutorial" and said:
            with pytest.raises(Refusal, match="when it is your turn"):
                say(start, said)
            return
        end = play(say(start, said), E5_TRICKS)
        assert taken(end) == [("S1", 11), ("S3", 6), ("S1", 4), ("S3", 9), ("S3", 4), ("S3", 6)]
        assert lines(end) == (0, -value)

    def test_km_e5_forced_cards(self):
        state = play(dealt(E5).apply("trump C"), ["S1 AC"])
        assert legal_cards(state) == {"QD"}
        last = play(dealt(E5).apply("trump C"), [*E5_TRICKS[:5], "S3 JC"])
        assert legal_cards(last) == {"TC"}

    @pytest.mark.rule("KM-R18")
    def test_km_e6_forty_to_nothing_without_all_tricks(self):
        end = play(dealt(E6).apply("trump C"), E6_TRICKS)
        assert taken(end) == [("S2", 5), ("S0", 11), ("S2", 9), ("S3", 0), ("S2", 2), ("S2", 13)]
        assert set(end.card_points) == {0, 40}
        assert lines(end) == (-1, 1)

    @pytest.mark.rule("KM-R21")
    @pytest.mark.parametrize(
        ("rule", "brought", "carried"),
        [("add_1_plus_a", (0, 3), 0), ("add_1", (0, 1), 0), ("carry_forward", (0, 0), 3)],
    )
    def test_km_e7_tie_with_two_announcements(self, rule, brought, carried):
        start = dealt(E7, KonterAMatt(tie_rule=rule)).apply("trump S")
        end = play(say(start, (("S1", "matt"), ("S0", "konter"))), E7_TRICKS)
        assert taken(end) == [("S3", 6), ("S0", 10), ("S1", 7), ("S0", 7), ("S0", 3), ("S1", 7)]
        assert end.card_points == (20, 20)
        assert lines(end) == brought
        after = end.session.after(end)
        assert isinstance(after, KonterSession)
        assert after.carried == carried
        result = end.result()
        assert result.winners == ()
        assert set(result.grades.values()) == {"tie"}

    @pytest.mark.rule("KM-R20", "KM-R6")
    def test_km_e8_trump_makers_lose_by_last_trick(self):
        start = dealt(E8).apply("trump D")
        for place in ("S0", "S2"):
            refused = start.why_not("say konter", seat_of(KM, place))
            assert refused is not None
            assert refused.rule == "KM-R8"
        end = play(say(start, (("S0", "matt"),)), E8_TRICKS)
        assert taken(end) == [("S2", 5), ("S0", 8), ("S1", 8), ("S3", 11), ("S0", 4), ("S0", 4)]
        assert lines(end) == (-2, 2)

    MATCH: tuple[tuple[int, tuple[int, int], Said, bool, tuple[int, int]], ...] = (
        (1, (16, 24), (("E", "matt"),), False, (9, 7)),
        (0, (15, 25), (), False, (10, 6)),
        (1, (20, 20), (("N", "konter"),), False, (10, 8)),
        (0, (30, 10), (("E", "konter-a-matt"),), False, (7, 8)),
        (1, (40, 0), (("W", "matt"),), True, (4, 11)),
        (0, (22, 18), (("N", "matt"), ("W", "konter")), False, (1, 11)),
        (1, (21, 19), (("S", "konter"),), False, (0, 13)),
    )

    @pytest.mark.rule("KM-R4", "KM-R22", "KM-R23", "KM-R24")
    def test_km_e9_a_whole_session(self):
        """Team A are North and South and deal first."""
        session = KM.session()
        assert session.lines == (9, 9)
        deals = []
        for number, (makers, points, said, capot, left) in enumerate(self.MATCH):
            dealers = ("N", "W", "S", "E", "N", "W", "S")
            if number:
                assert session.dealer == dealers[number]
            else:
                session = KonterSession(KM, ("N",))
            end = ended(makers, points, said, capot, session)
            deals.append(end)
            before = session.lines
            session = session.after(end)
            assert session.lines == left, number
            result = end.result()
            assert (result.seats["N"], result.seats["E"]) == (left[0] - before[0], left[1] - before[1])
            assert session.over == (number == 6)
        assert session.winners == ("N", "S")
        assert [item.rule for item in deals[-1].result().items][-2:] == ["KM-R24", "KM-R26"]
        assert deals[-1].result().items[4].seats == {"N": 1, "S": 1}  # one of the two lines was not there

    @pytest.mark.rule("KM-R8", "KM-R9", "KM-R10", "KM-R11")
    def test_km_e10_announcements(self):
        hands = ["QS KC TC JH KD 9D", "AC 9C AS JS KH AD", "TS 9S AH JD TD TH", "QC JC QH QD KS 9H"]
        start = dealt(hands).apply("trump C")
        a = play(start, ["S1 AC S2 TS S3 QD"])
        assert refused(a, "say konter", "S3") == "KM-R9"
        b = dealt([hands[2], "QS QH KC TC JH KD", hands[1], "QC JC 9D QD KS 9H"]).apply("trump S")
        assert b.why_not("say matt", seat_of(KM, "S1")) is None
        assert refused(b, "say konter", "S1") == "KM-R8"
        c = dealt([hands[1], hands[2], "QS QH QD KC TC JH", "QC JC 9D KD KS 9H"]).apply("trump H")
        assert say(c, (("S2", "konter"),)).announced == 1
        d = say(c, (("S2", "konter-a-matt"),))
        assert d.announced == 2
        for place in ("S0", "S1", "S2", "S3"):
            assert not [x for x in d.actions(seat_of(KM, place)) if x.verb == "say"]
        e = dealt([hands[3], hands[0], hands[1], hands[2]]).apply("trump H")
        assert say(e, (("S1", "matt"), ("S0", "konter"))).announced == 2
        f = play(start, ["S1 AC S2 TS S3 QC S0 KC"])
        assert {refused(f, "say konter", "S3"), refused(f, "say matt", "S0")} == {"KM-R9"}

    @pytest.mark.rule("KM-R16")
    def test_km_e11_claim(self):
        def fourth(points: int, **options: object) -> KonterState:
            facts = f"NS {points} EW {23 - points}"
            tricks = "NS 4 EW 0" if points == 23 else "NS 3 EW 1"
            text = (
                '[Dealer "W"]\n[Position]\nN: AC KC\nE: AH KH\nS: 9D 9S\nW: KD TS\nlead: N\ntrump: C\n'
                f"points: {facts}\ntricks: {tricks}\ncalls: S say matt\n"
            )
            state = KonterAMatt(**options).start(read(text))  # type: ignore[arg-type]
            assert isinstance(state, KonterState)
            return state

        claimed = fourth(23).apply("claim")
        assert claimed.result().seats == {"N": -2, "E": 0, "S": -2, "W": 0}
        assert claimed.result().winners == ("N", "S")
        played = fourth(23)
        for one in ("AC", "KD", "9D", "KH", "KC", "TS", "9S", "AH"):
            played = played.apply(one)
        assert played.result().seats["N"] == -3
        kept = fourth(23, claim_keeps_capot=True).apply("claim")
        assert kept.result().seats["N"] == -3
        assert fourth(21, claim_keeps_capot=True).apply("claim").result().seats["N"] == -2
        assert fourth(20).why_not("claim") is not None
        assert fourth(20).why_not("claim").rule == "KM-R16"  # type: ignore[union-attr]
        assert fourth(23, claim="off").why_not("claim") is not None
        assert fourth(23).why_not("claim x", "S").rule == "KM-R12"  # type: ignore[union-attr]

    @pytest.mark.rule("KM-R24")
    def test_km_e12_shortest_session(self):
        session = KonterSession(KM, ("E",))
        said: Said = (("N", "konter-a-matt"),)
        lines_left = []
        for makers in (0, 1, 0):
            session = session.after(ended(makers, (40, 0), said, True, session))
            lines_left.append(session.lines[0])
        assert lines_left == [5, 1, 0]
        assert session.winners == ("N", "S")


def refused(state: KonterState, action: str, place: str) -> str:
    refusal = state.why_not(action, seat_of(state.game, place))
    assert refusal is not None
    return refusal.rule


class TestRulings:
    def test_a1_direction_makes_no_difference(self):
        ends = [
            lines(play(dealt(E8, KonterAMatt(preset)).apply("trump D"), E8_TRICKS))
            for preset in ("seed", "wellkomm")
        ]
        assert ends[0] == ends[1]

    def test_a2_who_has_cards_before_trumps_are_named(self):
        state = KM.deal(3, "W")
        for seat in KM.seats:
            view = state.view(seat)
            assert {owner: len(hand) for owner, hand in view.hands.items()} == {
                "N": 0,
                "E": 0,
                "S": 3,
                "W": 0,
            }
            assert view.stock == 21
            assert any("?" in hand for hand in view.hands.values()) == (seat != "S")
        each = KonterAMatt("tutorial").deal(3, "W")
        assert {len(hand) for hand in each.hands} == {3}

    def test_a2_both_procedures_give_the_same_cards(self):
        for seed in range(20):
            one = KonterAMatt("wellkomm").deal(seed, "N").apply("trump H")
            other = (
                KonterAMatt("wellkomm", deal_procedure="three_each_first").deal(seed, "N").apply("trump H")
            )
            assert one.view(None).hands == other.view(None).hands

    def test_a3_twenty_one_wins_twenty_ties(self):
        assert ended(0, (21, 19)).result().winners == ("N", "S")
        assert ended(0, (20, 20)).result().winners == ()
        assert ended(0, (19, 21)).result().winners == ("E", "W")

    def test_a7_konter_needs_both_queens_in_one_hand(self):
        state = dealt(E8).apply("trump D")
        assert refused(state, "say konter", "S0") == refused(state, "say konter", "S2") == "KM-R8"
        reason = state.why_not("say konter", seat_of(KM, "S0"))
        assert reason is not None
        assert reason.reason == (
            "Konter needs the queen of hearts and the queen of diamonds in your own hand, and you do not "
            "hold the queen of hearts."
        )

    def test_a10_the_session_begins_with_nine_lines(self):
        assert KM.session().seats == dict.fromkeys("NESW", 9)
        assert KonterAMatt(start_lines=12).session().seats["N"] == 12

    def test_a11_the_queen_of_clubs_among_trumps(self):
        assert " ".join(order("C").trumps) == "AC QS QH QD KC QC JC TC 9C"
        assert " ".join(order("C", "above_king").trumps) == "AC QS QH QD QC KC JC TC 9C"
        assert order("H", "above_king").strength["C"][card("KC")] > order("H").strength["C"][card("QC")]
        assert "QC KC" in " ".join(
            KonterAMatt(clubs_queen="above_king").deal(0).apply("trump C").order.trumps
        )

    def test_a12_in_turn_only(self):
        own = KonterAMatt(announce_window="own_turn")
        state = dealt(E7, own).apply("trump S")
        assert refused(state, "say konter", "S0") == "KM-R9"
        assert "say matt" in state.actions()
        later = play(state, ["S1 TS S2 TH S3 AS"])
        assert "say konter" in later.actions()

    def test_a14_a_false_claim_is_refused(self):
        state = play(dealt(E5).apply("trump C"), E5_TRICKS[:2])
        assert refused(state, "claim", "S1") == "KM-R16"
        assert refused(state, "claim", "S0") == "KM-R16"
        third = play(state, [E5_TRICKS[2]])
        assert third.why_not("claim", seat_of(KM, "S3")) is None, "a partner may claim, too"
        inside = play(third, ["S1 KH"])
        assert refused(inside, "claim", "S1") == "KM-R16"

    def test_a13_claim_shows_hands_of_side(self):
        state = play(dealt(E5).apply("trump C"), E5_TRICKS[:3]).apply("claim")
        for seat in KM.seats:
            hands = state.view(seat).hands
            shown = {owner for owner, hand in hands.items() if "?" not in hand}
            assert shown == {seat, seat_of(KM, "S1"), seat_of(KM, "S3")}

    def test_a15_a16_beyond_the_end(self):
        session = KonterSession(KM, ("N",), (9, 9), (8, 0))
        end = ended(1, (40, 0), (("N", "konter-a-matt"),), True, session)
        assert end.result().seats == {"N": -1, "S": -1, "E": 4, "W": 4}
        after = session.after(end)
        assert after.seats == {"N": 0, "S": 0, "E": 13, "W": 13}
        with pytest.raises(PositionError, match="no deal can follow"):
            KM.deal(1, session=after)

    def test_a18_the_value_is_carried_in_lines(self):
        carry = KonterAMatt(tie_rule="carry_forward")
        session = KonterSession(carry, ("N",))
        session = session.after(ended(1, (20, 20), (("N", "matt"),), session=session))
        assert session.carried == 2
        session = session.after(ended(0, (20, 20), session=session))
        assert session.carried == 3
        end = ended(1, (30, 10), (("N", "konter"),), session=session)
        assert end.result().seats == {"N": -5, "S": -5, "E": 5, "W": 5}
        assert session.after(end).carried == 0

    def test_a19_void_in_led_suit_need_not_trump(self):
        assert "9S" in legal_cards(holding("QD 9S TS JC KC 9C", "H", "AD"))


class TestRaising:
    HANDS = ("9H KC TC JH KD 9D", "AC 9C AS JS KH AD", "QS QH QD TS 9S AH", "QC JC TD JD KS TH")

    def start(self) -> KonterState:
        return dealt(list(self.HANDS)).apply("trump C")

    @pytest.mark.rule("KM-R10")
    def test_matt_then_konter_is_konter_a_matt(self):
        matt = say(self.start(), (("S2", "matt"),))
        seat = seat_of(KM, "S2")
        assert matt.actions(seat) == ("say konter",)
        assert refused(matt, "say konter-a-matt", "S2") == "KM-R10"
        both = say(matt, (("S2", "konter"),))
        assert both.announced == 2
        assert [str(call.label) for call in both.view(None).calls] == ["Matt", "Konter"]
        assert both.actions(seat) == ()

    def test_konter_then_matt_is_not(self):
        konter = say(self.start(), (("S2", "konter"),))
        assert refused(konter, "say matt", "S2") == "KM-R10"

    def test_the_first_card_ends_it(self):
        matt = play(say(self.start(), (("S2", "matt"),)), ["S1 AC S2 QD"])
        assert refused(matt, "say konter", "S2") == "KM-R9"


class TestRecords:
    def test_the_three_first_cards_are_told(self):
        start = KM.deal(3, "W")
        record = record_of(start, ["trump H"])
        deal = record.deals[0]
        assert [len(deal.hands[seat]) for seat in SEATS] == [0, 0, 3, 0]
        assert not deal.position
        whole = read(
            '[Game "konter-a-matt"]\n[Dealer "E"]\n[Deal]\n'
            "N: AD AC KH 9C AS JS\nE: KC TC JH TH KD 9D\nS: QC JC QS QH KS 9H\nW: QD TS 9S AH JD TD\n"
            "first: AC 9C AS\n"
        )
        state = KM.start(whole)
        assert state.view(None).hands["N"] == cards("AC 9C AS")
        assert state.apply("trump C").view(None).hands == dealt(E5).apply("trump C").view(None).hands

    @pytest.mark.parametrize(
        ("facts", "fault"),
        [
            ("", "first_missing"),
            ("first: AC 9C QD", "first_wrong"),
            ("first: AC 9C", "first_wrong"),
            ("first: AC AC 9C", "first_wrong"),
            ("first: AC 9C AS\nlead: W", "lead_wrong"),
            ("trump: C", "unknown_fact"),
        ],
    )
    def test_faults_of_a_deal(self, facts, fault):
        hands = "N: AC 9C AS JS KH AD\nE: KC TC JH TH KD 9D\nS: QC JC QS QH KS 9H\nW: QD TS 9S AH JD TD\n"
        self.faulty(f'[Dealer "E"]\n[Deal]\n{hands}{facts}\n', fault)

    @pytest.mark.parametrize(
        ("change", "fault"),
        [
            (("trump: C\n", ""), "trump_missing"),
            (("trump: C", "trump: X"), "fact_unreadable"),
            (("N: AC KC", "N: AC KC JC"), "uneven_hands"),
            (("N: AC KC", "N: AC 7C"), "card_foreign"),
            (("N: AC KC", "N: AC AC"), "card_twice"),
            (("points: NS 23", "points: NS 30 EW 0"), "points_impossible"),
            (("points: NS 23", "points: NS 5 EW 19"), "points_impossible"),
            (("points: NS 23\n", ""), "points_missing"),
            (("tricks: NS 4", "tricks: NS 3 EW 2"), "tricks_impossible"),
            (("calls: S say matt", "calls: S shout"), "call_wrong"),
            (("calls: S say matt", "calls: S"), "fact_unreadable"),
            (("calls: S say matt", "calls: E say matt, S say konter, N say matt"), "call_wrong"),
            (("calls: S say matt", "calls: S say matt, S say matt"), "call_wrong"),
            (("calls: S say matt", "calls: S say konter-a-matt, N say matt"), "call_wrong"),
            (("lead: N\n", ""), "lead_missing"),
            (('[Dealer "W"]\n', ""), "dealer_missing"),
            (("S: 9D 9S", "S: ? 9S"), "hidden_card"),
            (("S: 9D 9S\n", ""), "hand_missing"),
            (("lead: N", "lead: N\nlines: NS 0 EW 4"), "standing_impossible"),
            (("lead: N", "lead: N\nerased: NS 9 EW 0"), "standing_impossible"),
            (("lead: N", "lead: N\nlines: NS 7 EW 9\nerased: NS 1 EW 0"), "standing_impossible"),
            (("lead: N", "lead: N\ncarried: 2"), "standing_impossible"),
            (("lead: N", "lead: N\nlines: many"), "fact_unreadable"),
            (("lead: N", "lead: N\nstock: QS"), "stock_wrong"),
            (("lead: N", "lead: N\ntrick: E 9H"), "uneven_hands"),
        ],
    )
    def test_faults_of_a_position(self, change, fault):
        text = (
            '[Dealer "W"]\n[Position]\nN: AC KC\nE: AH KH\nS: 9D 9S\nW: KD TS\nlead: N\ntrump: C\n'
            "points: NS 23\ntricks: NS 4\ncalls: S say matt\n"
        )
        assert change[0] in text
        self.faulty(text.replace(*change), fault)

    def faulty(self, text: str, fault: str) -> None:
        with pytest.raises(PositionError) as caught:
            KM.start(read(f'[Game "konter-a-matt"]\n{text}'))
        assert fault in [each.name for each in caught.value.faults], caught.value
        assert all(each.line > 1 for each in caught.value.faults)

    def test_first_trick_calls_are_checked_against_hands(self):
        state = say(dealt(E7).apply("trump S"), (("S1", "matt"),))
        text = write(Record({"Game": KM.id}, (state.as_deal(),)))
        assert "calls: N say matt" in text
        with pytest.raises(PositionError, match="without QS"):
            KM.start(read(text.replace("N say matt", "S say matt")))

    @pytest.mark.rule("KM-R21")
    def test_a_session_carries_ties_in_its_record(self):
        carry = KonterAMatt(tie_rule="carry_forward")
        first = dealt(E7, carry)
        actions = ["trump S", ("N", "say matt"), ("E", "say konter")]
        tie = [word for trick in E7_TRICKS for word in trick.split()[1::2]]
        state = play(say(first.apply("trump S"), (("S1", "matt"), ("S0", "konter"))), E7_TRICKS)
        session = first.session.after(state)
        assert isinstance(session, KonterSession)
        second = dealt(E6, carry, session)
        won = ["trump C", *(word for trick in E6_TRICKS for word in trick.split()[1::2])]
        record = record_of_session([(first, [*actions, *tie]), (second, won)])  # type: ignore[list-item]
        assert "carried: 3" in write(record)
        played = replay_session(read(write(record)))
        last = played[-1].after
        assert last is not None
        assert sorted({*last.seats.values()}) == [5, 13]


def test_the_game_is_registered():
    assert isinstance(game("konter-a-matt", "tutorial"), KonterAMatt)
