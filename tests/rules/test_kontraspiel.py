"""Kontraspiel: the worked cases by number, and the rulings on what the sources leave open."""

import pytest

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.core.rules import Refusal
from kontrapunkt.games.kontraspiel import Kontraspiel
from kontrapunkt.games.kontraspiel.constants import PACK
from kontrapunkt.games.kontraspiel.session import KontraspielSession
from kontrapunkt.record import Deal
from tests.rules.pot import KS, after, allowed, brings, cards, dealt, do, ended, places, play

ROUND2 = "P1 pass, P2 pass, P3 pass, P4 pass"
PLAIN = f"{ROUND2}, P1 trump C"
"""P1 becomes soloist in a suit that is not the preferred one."""


def following(trump: str, led: str, hand: str) -> set[str]:
    """What E may play with a hand to a card led by N, who became soloist in the second round."""
    own, lead = cards(hand), cards(led)
    rest = [one for one in PACK if one not in (*own, *lead)]
    turn_up = next(one for one in rest if one.suit != trump and one.rank not in "JA")
    rest.remove(turn_up)
    hands: dict[Seat, tuple[Card, ...]] = {
        "N": (*lead, *rest[:4]),
        "E": own,
        "S": tuple(rest[4:9]),
        "W": tuple(rest[9:14]),
    }
    state = KS.start(Deal(hands, (turn_up, *rest[14:]), dealer="W"))
    for action in ["pass"] * 4 + [f"trump {trump}", led]:
        state = state.apply(action)
    assert state.to_act == "E"
    return {str(action) for action in state.actions() if action.card}


class TestCards:
    @pytest.mark.rule("KS-R23")
    def test_ks_e1_trick_winner_with_wenzels(self):
        hands = {
            "P1": "AH KC QC TC 9C",
            "P2": "JS KS QS TS 9S",
            "P3": "9H KD QD TD 9D",
            "P4": "JC AC AS AD JD",
        }
        state = do(dealt("KH", hands), "P1 play")
        state = play(state, ["P1 AH P2 JS P3 9H P4 JC"])
        assert state.view(None).tricks[0].winner == "W"

    @pytest.mark.rule("KS-R22")
    def test_ks_e2_wenzel_is_outside_its_suit(self):
        assert following("H", "AC", "JC 9S TD KH QH") == {"JC", "9S", "TD", "KH", "QH"}
        assert following("H", "AC", "JC 9C AD KD TS") == {"9C"}

    @pytest.mark.rule("KS-R22")
    def test_ks_e3_trump_led(self):
        assert following("D", "9D", "JS AS KS AH TC") == {"JS"}
        assert following("D", "9D", "AS KS AH TC 9H") == {"AS", "KS", "AH", "TC", "9H"}
        assert following("S", "KS", "JC AC TH KD QD") == {"JC"}

    @pytest.mark.rule("KS-R25")
    def test_ks_e4_a_2_2_1_deal(self):
        hands = {
            "P1": "AS JS KH QH 9D",
            "P2": "QS TC AH TH KD",
            "P3": "JC TS 9H AD JD",
            "P4": "KS KC QC QD TD",
        }
        tricks = [
            "P1 9D P2 KD P3 JD P4 TD",
            "P2 AH P3 9H P4 QC P1 KH",
            "P2 QS P3 TS P4 KS P1 JS",
            "P1 AS P2 TH P3 JC P4 KC",
            "P3 AD P4 QD P1 QH P2 TC",
        ]
        state = do(dealt("9S", hands), "P1 play")
        third = play(state, [*tricks[:2], "P2 QS P3 TS"])
        assert set(third.hands[3]) == set(cards("KS KC QD"))
        assert allowed(third, "P4") == {"KS"}
        end = play(state, tricks)
        names = places(end)
        assert [names[trick.winner] for trick in end.view(None).tricks] == ["P2", "P2", "P1", "P3", "P3"]
        assert [pile.tricks for pile in end.view(None).piles] == [1, 2, 2, 0]
        assert end.result().winners == ("E",)

    @pytest.mark.rule("KS-R25")
    def test_ks_e5_three_beats_an_earlier_two(self):
        hands = {
            "P1": "AC 9S KH QH TH",
            "P2": "QS TS 9H AD 9D",
            "P3": "JC JS AS KS TD",
            "P4": "TC 9C AH QD JD",
        }
        tricks = [
            "P1 KH P2 9H P3 AS P4 AH",
            "P4 JD P1 QH P2 9D P3 TD",
            "P4 9C P1 AC P2 QS P3 JS",
            "P3 JC P4 TC P1 9S P2 AD",
            "P3 KS P4 QD P1 TH P2 TS",
        ]
        end = play(do(dealt("KC", hands), "P1 play"), tricks)
        names = places(end)
        assert [names[trick.winner] for trick in end.view(None).tricks] == ["P4", "P4", "P3", "P3", "P3"]
        assert [pile.tricks for pile in end.view(None).piles] == [0, 0, 3, 2]
        assert end.result().winners == ("S",)
        revolted = [item for item in end.result().items if item.rule == "KS-R32"]
        assert len(revolted) == 1, "P1, the soloist, pays; P2 has not declared"


class TestPayments:
    @pytest.mark.rule("KS-R25")
    def test_ks_e6_a_2_1_1_1_deal(self):
        end = ended("P3 P3 P1 P2 P4", PLAIN)
        assert end.result().winners == ("S",)
        assert not [item for item in end.result().items if item.rule == "KS-R32"]

    @pytest.mark.rule("KS-R28")
    @pytest.mark.parametrize(
        ("pot", "base", "won", "lost"),
        [(0, 1, 0, 2), (1, 1, 1, 3), (3, 3, 1, 7), (6, 4, 3, 11)],
    )
    def test_ks_e7_soloist_alone_several_pots(self, pot, base, won, lost):
        wins = ended("P1 P1 P1 P2 P3", PLAIN, pot=pot)
        assert (brings(wins)[0], brings(wins)[4]) == (base, won)
        loses = ended("P2 P2 P2 P1 P3", PLAIN, pot=pot)
        assert (brings(loses)[0], brings(loses)[4]) == (-base, lost)

    @pytest.mark.rule("KS-R28")
    def test_ks_e8_contra(self):
        calls = "P1 play, P2 say contra"
        assert brings(ended("P2 P2 P2 P1 P3", calls, pot=3)) == (-3, 3, 0, 0, 4)
        assert brings(ended("P1 P1 P1 P2 P3", calls, pot=3)) == (3, -3, 0, 0, 4)

    @pytest.mark.rule("KS-R28")
    def test_ks_e9_unexpected_winner(self):
        end = ended("P1 P3 P3 P2 P4", f"{PLAIN}, P2 say contra", pot=2)
        assert brings(end) == (-2, -2, 0, 0, 7)
        assert end.result().winners == ("S",)

    @pytest.mark.rule("KS-R32")
    @pytest.mark.parametrize(
        ("winners", "chips", "pot"),
        [("P3 P3 P3 P4 P4", (-8, -8, 8, 4), 11), ("P4 P4 P4 P2 P3", (-10, -2, -2, 2), 19)],
    )
    def test_ks_e10_all_three_declared(self, winners, chips, pot):
        end = ended(winners, "P1 play, P2 say contra, P3 say recontra", pot=6)
        assert brings(end) == (*chips, pot)

    @pytest.mark.rule("KS-R29", "KS-R30", "KS-R31", "KS-R33")
    @pytest.mark.parametrize(
        ("winners", "calls", "pot", "chips", "after"),
        [
            ("P1 P1 P1 P1 P1", "P1 play", 0, (7, -2, -2, -2), 0),
            ("P1 P1 P1 P1 P1", PLAIN, 0, (4, -1, -1, -1), 0),
            ("P3 P3 P3 P3 P3", "P1 play, P3 match C", 2, (-2, -2, 8, -2), 1),
            ("P3 P3 P3 P3 P1", "P1 play, P3 match C", 2, (2, 2, -4, 2), 1),
            ("P1 P1 P2 P1 P4", "P1 play, P3 match C", 2, (3, 3, -11, 3), 5),
        ],
    )
    def test_ks_e11_matches(self, winners, calls, pot, chips, after):
        assert brings(ended(winners, calls, pot=pot)) == (*chips, after)

    @pytest.mark.rule("KS-R29", "KS-R32")
    def test_ks_e12_contra_takes_everything(self):
        end = ended("P2 P2 P2 P2 P2", "P1 play, P2 say contra")
        assert brings(end) == (-7, 3, 2, 2, 1)
        assert not [item for item in end.result().items if item.rule == "KS-R29"]


class TestAnnouncements:
    @pytest.mark.rule("KS-R14", "KS-R15", "KS-R16")
    def test_ks_e13_who_may_swap(self):
        hands = {"P4": "AC KC QC TC 9C"}
        played = do(dealt("KH", hands), "P1 pass", "P2 play")
        assert "say contra-swap" in allowed(played, "P4")
        swapping = do(played, "P4 say contra-swap")
        assert swapping.to_act == "W"
        assert allowed(swapping, "P4") == {f"discard {card}" for card in ["AC", "KC", "QC", "TC", "9C"]}
        swapped = do(swapping, "discard 9C")
        assert set(swapped.hands[3]) == set(cards("KH AC KC QC TC"))
        assert swapped.to_act == "N"

        begun = played.apply(next(action for action in played.actions() if action.card))
        assert {"say contra"} == {call for call in allowed(begun, "P4") if call.startswith("say")}

        second = do(dealt("KH"), *["pass"] * 4, "trump H")
        assert "say contra" in allowed(second, "P3")
        assert "say contra-swap" not in allowed(second, "P3")

        ace = do(dealt("AH", hands), "take", "discard 9C")
        assert {call for call in allowed(ace, "P2") if len(call) > 2} == {"say contra"}

        matched = do(played, "P3 match C")
        for place in ("P1", "P2", "P4"):
            said = {call for call in allowed(matched, place) if len(call) > 2}
            assert said == {"say contra"}

        assert "match H" not in allowed(played, "P3")
        refused = played.why_not("match H", "S")
        assert refused
        assert refused.rule == "KS-R14"

    @pytest.mark.rule("KS-R6", "KS-R7")
    def test_ks_e14_wenzel_turn_up(self):
        state = dealt("JS", {"P4": "AH 9C KS TD 9D"})
        assert state.to_act == "W"
        assert allowed(state, "P4") == {f"discard {card}" for card in ["AH", "9C", "KS", "TD", "9D"]}
        refused = state.why_not("discard JS")
        assert refused
        assert refused.rule == "KS-R7"
        open_ = do(state, "discard 9C")
        assert set(open_.hands[3]) == set(cards("JS KS AH TD 9D"))
        assert open_.trump == "S"
        assert not any(call.startswith("match") for call in allowed(open_, "P1"))
        end = ended("P1 P1 P1 P2 P3", "", turn_up="JS", pot=2)
        assert brings(end) == (2, 2, 2, -8, 5), "B = 2 into the pot, 2 to each"

    @pytest.mark.rule("KS-R8", "KS-R9", "KS-R10")
    def test_ks_e15_the_ace_pact(self):
        session = KS.session()
        seen: list[str] = []
        turn_ups = {4: "AD", 8: "AC", 12: "AS", 16: "JC"}
        for number in range(1, 17):
            session = dealer_is(session, SEATS[(number - 1) % 4])
            state = dealt(turn_ups.get(number, "9H"), session=session)
            if number == 4:
                assert state.phase == "offer"
                end = ended("P4 P1 P1 P2 P3", "P4 take", "AD", session=session)
            elif number == 8:
                assert state.phase == "discard", "no question is asked"
                end = ended("P1 P1 P1 P2 P3", "", "AC", session=session)
            elif number == 12:
                assert state.phase == "offer"
                end = ended("P4 P1 P1 P2 P3", "P4 take", "AS", session=session)
            elif number == 16:
                assert state.phase == "discard"
                end = ended("P1 P1 P1 P2 P3", "", "JC", session=session)
            else:
                end = do(state, *["pass"] * 8)
            session = after(end)
            seen.append("".join(sorted(session.pacts)))
        assert seen[2] == "", "nobody has taken an ace up yet"
        assert seen[3:7] == ["W"] * 4
        assert seen[7:11] == [""] * 4, "he took no trick"
        assert seen[11:] == ["W"] * 5, "an automatic Wenzel does not touch the pact"

    @pytest.mark.rule("KS-R13", "KS-R27")
    def test_ks_e16_passing_out(self):
        end = do(dealt("KH", pot=1), *["pass"] * 8)
        assert end.phase == "over"
        assert brings(end) == (0, 0, 0, 0, 2)
        session = after(end)
        assert (session.pot, session.dealers) == (2, ("N",))
        assert dealt("KH", session=session).view(None).pot == 3
        lost = ended("P2 P2 P2 P1 P3", PLAIN, session=session)
        assert brings(lost)[0] == -2


def dealer_is(session: KontraspielSession, dealer: Seat) -> KontraspielSession:
    """The match, with its first dealer found."""
    assert dealer in session.dealers
    found = session.agreed(Deal({}, dealer=dealer))
    assert isinstance(found, KontraspielSession)
    return found


class TestRulings:
    """What the sources leave open, by the number of the ruling; the options are the other readings."""

    @pytest.mark.rule("KS-R27")
    def test_a1_the_pot_before_or_after_the_stake(self):
        later = Kontraspiel(base_moment="after_stake")
        for pot, before_stake, after_stake in ((0, 1, 1), (1, 1, 2), (2, 2, 3), (3, 3, 4), (4, 4, 4)):
            for game, base in ((KS, before_stake), (later, after_stake)):
                assert brings(ended("P1 P1 P1 P2 P3", PLAIN, pot=pot, game=game))[0] == base
        assert brings(ended("P1 P1 P1 P2 P3", PLAIN, pot=3, game=later))[4] == 0

    @pytest.mark.rule("KS-R34")
    def test_a2_the_pot_can_always_pay(self):
        for key in ("before_stake", "after_stake"):
            game = Kontraspiel(base_moment=key, base_max="60")
            for pot in range(70):
                assert brings(ended("P1 P1 P1 P2 P3", PLAIN, pot=pot, game=game))[4] >= 0

    @pytest.mark.rule("KS-R12")
    def test_a3_who_may_return(self):
        both = Kontraspiel(second_round_pref="eldest_and_dealer")
        for game, dealer_may in ((KS, False), (both, True)):
            state = do(dealt("KH", game=game), *["pass"] * 4)
            assert "trump H" in allowed(state, "P1")
            assert "trump H" not in allowed(do(state, "pass"), "P2")
            assert ("trump H" in allowed(do(state, "pass", "pass", "pass"), "P4")) == dealer_may

    @pytest.mark.rule("KS-R11")
    def test_a4_first_round_soloist_leaves_the_turn_up(self):
        state = do(dealt("KH"), "play")
        assert "KH" not in state.hands[0]
        assert state.view(None).laid[0].cards == ("KH",)

    @pytest.mark.rule("KS-R6", "KS-R8")
    def test_a5_a_wenzel_like_an_ace(self):
        state = dealt("JS", game=Kontraspiel(wenzel_turnup="like_ace"))
        assert allowed(state, "P4") == {"take", "pass"}
        taken = do(state, "take")
        assert taken.phase == "discard"
        assert not any(call.startswith("match") for call in allowed(do(taken, taken.actions()[0]), "P1"))

    @pytest.mark.rule("KS-R14")
    def test_a6_the_trumps_in_force(self):
        other = Kontraspiel(match_suit="also_differs_from_current")
        for game, may in ((KS, True), (other, False)):
            state = do(dealt("KH", game=game), *["pass"] * 4, "trump C")
            assert ("match C" in allowed(state, "P2")) == may
            assert "match S" in allowed(state, "P2")

    @pytest.mark.rule("KS-R14")
    def test_a7_a_second_match(self):
        again = Kontraspiel(match_overcall="repeated")
        for game, may in ((KS, False), (again, True)):
            state = do(dealt("KH", game=game), "play", "P2 match C")
            assert ("match S" in allowed(state, "P1")) == may
        state = do(dealt("KH", game=again), "play", "P2 match C", "P1 match S", "P3 match D", "P4 match C")
        assert not any(
            "match" in call for place in ("P1", "P2", "P3", "P4") for call in allowed(state, place)
        )
        assert state.standing.soloist == 3

    @pytest.mark.rule("KS-R16")
    def test_a8_a12_a13_the_swap(self):
        state = do(dealt("KH", {"P2": "KC QC TC 9C AC"}), "play")
        assert {"say contra", "say contra-swap"} <= allowed(state, "P2"), "it is optional"
        swapped = do(state, "P2 say contra-swap", "discard KC")
        assert swapped.view("N").laid[0].cards == ("?",)
        assert swapped.view("E").laid[0].cards == ("KC",)
        assert "say contra-swap" not in allowed(do(state, "P3 match C"), "P2")

    @pytest.mark.rule("KS-R33")
    def test_a9_failed_match_and_revolt(self):
        game = Kontraspiel(failed_match_revolt="failed_match_only")
        end = ended("P1 P1 P2 P1 P4", "P1 play, P3 match C", pot=2, game=game)
        assert brings(end) == (2, 2, -8, 2, 5)
        calls = "P1 play, P3 match C, P2 say contra"
        end = ended("P1 P1 P1 P4 P4", calls, game=game)
        assert "KS-R33" not in [item.rule for item in end.result().items], "the contra player’s revolt"
        end = ended("P1 P1 P1 P4 P4", calls)
        assert [item.rule for item in end.result().items].count("KS-R33") == 1

    @pytest.mark.rule("KS-R32")
    def test_a10_whom_a_revolted_player_pays(self):
        game = Kontraspiel(revolt_payees="undeclared_only")
        end = ended("P3 P3 P3 P4 P4", "P1 play, P2 say contra", game=game)
        assert brings(end) == (-1 - 4, -1 - 4, 4, 4, 3)

    @pytest.mark.rule("KS-R17")
    def test_a11_who_may_recontra(self):
        state = do(dealt("KH"), "play", "P2 say contra")
        assert ["say recontra" in allowed(state, place) for place in ("P1", "P2", "P3", "P4")] == [
            False, False, True, True,
        ]  # fmt: skip

    @pytest.mark.rule("KS-R18")
    def test_a14_a_match_wipes_out_a_contra(self):
        state = do(dealt("KH"), "play", "P2 say contra", "P3 say recontra", "P4 match C")
        assert [status.name for status in state.view(None).statuses] == ["soloist"]
        assert {"say contra"} <= allowed(state, "P1"), "the replaced soloist, too"
        assert {"say contra"} <= allowed(state, "P2")
        assert [str(call.action) for call in state.view("N").calls][-1] == "match C"

    @pytest.mark.rule("KS-R32")
    def test_a15_doubled_by_taking_up(self):
        end = ended("P1 P1 P1 P2 P3", "P4 take", turn_up="AH")
        assert brings(end) == (2, 2, 2, -7, 2)

    @pytest.mark.rule("KS-R22")
    def test_a17_a_revoke_is_refused(self):
        hands = {"P1": "AH KC QC TC 9C", "P2": "JS KS QS TS 9S"}
        state = do(dealt("KH", hands), "play", "AH")
        with pytest.raises(Refusal) as refused:
            state.apply("KS")
        assert refused.value.rule == "KS-R22"
        assert refused.value.legal == ("JS", "say contra")

    @pytest.mark.rule("KS-R28")
    def test_a18_an_undeclared_winner_gets_nothing(self):
        assert brings(ended("P2 P2 P1 P3 P4", PLAIN)) == (-1, 0, 0, 0, 2)

    @pytest.mark.rule("KS-R19")
    def test_a19_announcements_wait(self):
        state = dealt("JS")
        refused = state.why_not("say contra", "N")
        assert refused
        assert refused.rule == "KS-R19"
        assert not state.actions("N")
        assert "say contra" in do(state, str(state.actions()[0])).actions("N")

    @pytest.mark.rule("KS-R35")
    def test_a20_how_the_players_part(self):
        for key, left, chips in (("report", 9, -1), ("split_equal", 1, 1)):
            game = Kontraspiel(pot_at_end=key)
            session = game.session(Deal({}, facts={"pot": "5"}))
            with pytest.raises(ValueError, match="round"):
                one_more(session, game).end_by_agreement()
            for _ in range(4):
                session = one_more(session, game)
            parted = session.end_by_agreement()
            assert (parted.pot, parted.chips) == (left, (chips,) * 4)


def one_more(session: KontraspielSession, game: Kontraspiel) -> KontraspielSession:
    """The match after a deal passed out."""
    return after(do(dealt("9H", session=dealer_is(session, session.dealers[0]), game=game), *["pass"] * 8))
