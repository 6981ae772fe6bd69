"""Ristikontra: the worked cases of its dossier by number, and every rule by its id."""

import pytest

from kontrapunkt import game
from kontrapunkt.cards import pack
from kontrapunkt.game import Play
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.games.ristikontra.match import Match
from kontrapunkt.games.sedma.table import VALUES
from kontrapunkt.rules import Refusal
from tests.rules.table import last_trick, legal, play, position, ranks

RK = Ristikontra()
BLANK = "N 2C E 3C S 4C W 5C"


def only(points: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """A deal as a match sees it, where each side's card points fall in one trick."""
    return ((0, points[0]), (1, points[1]))


class TestCases:
    def test_case_1_no_match(self):
        trick = last_trick(RK, "N 7C E 5C S AC W 3C").view(None).tricks[-1]
        assert (trick.winner, trick.card_points) == ("N", 11)

    def test_case_2_last_equal_wins(self):
        trick = last_trick(RK, "N KC E 3C S TC W KD").view(None).tricks[-1]
        assert (trick.winner, trick.card_points) == ("W", 18)

    def test_case_3_three_equals(self):
        state = position(RK, hands={"N": "9C 2C", "E": "9D 3C", "S": "9H 4C", "W": "2D 5C"})
        state = play(state, "9C 9D 9H 2D")
        assert state.view(None).tricks[-1].winner == "S"
        assert state.to_act == "S"
        assert state.card_points == (0, 0)

    PILES = ({"A": 2, "T": 3, "K": 1, "Q": 2, "J": 3}, {"A": 2, "T": 1, "K": 3, "Q": 2, "J": 1})

    @pytest.mark.parametrize(
        ("values", "sums", "winners"), [("standard", (68, 52), "NS"), ("simple", (29, 31), "EW")]
    )
    def test_cases_4_and_5_counting(self, values, sums, winners):
        worth = VALUES[values]
        assert tuple(sum(worth[rank] * n for rank, n in pile.items()) for pile in self.PILES) == sums
        end = last_trick(Ristikontra(values=values), BLANK, points=f"NS {sums[0]} EW {sums[1]}")
        assert end.result().winners == tuple(winners)
        assert end.result().seats == {seat: int(seat in winners) for seat in "NESW"}

    def test_case_6_abeyance(self):
        match = Match(RK)
        for points in ((60, 60), (71, 49), (60, 60), (60, 60), (0, 120)):
            match = match.after(only(points))
        assert match.score == (2, 4)
        assert match.held == 0

    def test_case_7_three_lead_limit(self):
        state = position(RK, stock=8, hands={"N": "8C JC 4C 4D 2C AC"}, gone="8S 8H 8D", streak="N 8 3")
        assert state.trick_number == 6
        assert ranks(legal(state)) == {"J", "4", "2", "A", "dark"}
        refused = state.why_not("8C")
        assert refused is not None
        assert refused.rule == "RK-R9"
        assert refused.reason == "You have led an 8 to three tricks running; lead another rank this time."

    def test_case_8_count_restarts(self):
        state = position(
            RK,
            stock=8,
            hands={"N": "8C 2C 3C 4C 5C 6C", "E": "7C", "S": "7D", "W": "7H"},
            gone="8S 8H JC",
            streak="N J 1",
        )
        state = play(state, "8C 7C 7D 7H")
        assert state.view(None).facts["streak"] == "N 8 1"

    def test_case_9_bar_lapses(self):
        state = position(RK, hands={"N": "6C"}, gone="6S 6H 6D", streak="N 6 3")
        assert legal(state) == {"6C"}
        assert (
            play(state, " ".join([state.hands[i][0] for i in range(4)])).view(None).tricks[-1].winner == "N"
        )

    def test_case_10_dark_in_the_last_stock_trick(self):
        state = position(RK, stock=4)
        stocks = []
        for action in (state.actions()[0], "dark", None, "dark"):
            state = state.apply(action or state.actions()[0])
            stocks.append(len(state.stock))
        assert stocks == [3, 2, 1, 0]
        assert [len(hand) for hand in state.hands] == [6] * 4
        assert state.trick_number == 8

    def test_case_11_dark_lead(self):
        state = position(RK, stock=8, lead="E", top="QC", hands={"S": "4C", "W": "QD", "N": "QH"})
        east = state.hands[1]
        state = state.apply("dark")
        assert state.hands[1] == east
        assert len(state.stock) == 7
        state = play(state, "4C QD QH")
        assert state.view(None).tricks[-1].winner == "N"
        assert state.card_points == (9, 0)
        assert len(state.stock) == 4

    def test_case_12_cumulative(self):
        match = Match(Ristikontra(match="cumulative")).after(only((70, 50)))
        assert match.score == (70, 50)
        match = match.after(((1, 60), (0, 50), (1, 10)))
        assert match.score == (120, 120)
        assert match.winner == 0

    def test_case_13_zero_wipe(self):
        match = Match(Ristikontra(zero_wipe="on"), score=(5, 6)).after(only((120, 0)))
        assert match.score == (7, 0)
        assert match.winner == 0

    def test_case_13_wipe_in_a_cumulative_match(self):
        game = Ristikontra(zero_wipe="on", match="cumulative", target=200)
        match = Match(game, score=(90, 30)).after(only((120, 0)))
        assert (match.score, match.winner) == ((210, 0), 0)


class TestRules:
    def test_rk_r1_sides(self):
        """RK-R1: partners sit opposite."""
        assert RK.sides == (("N", "S"), ("E", "W"))

    @pytest.mark.parametrize(("dealer", "leader"), ["NE", "ES", "SW", "WN"])
    def test_rk_r2_first_lead(self, dealer, leader):
        """RK-R2: the dealer's left leads."""
        assert RK.deal(1, dealer).to_act == leader

    def test_rk_r3_turns(self):
        """RK-R3: one card each, clockwise, and nobody out of turn."""
        state = RK.deal(1, "W")
        assert [play_.seat for play_ in play(state, "dark dark dark").view(None).trick] == ["N", "E", "S"]
        refused = state.why_not(state.hands[1][0], "E")
        assert refused is not None
        assert (refused.rule, refused.reason, refused.legal) == ("RK-R3", "It is North's turn.", ())

    def test_rk_r4_free_play(self):
        """RK-R4: any card of the hand."""
        state = RK.deal(1).apply("dark")
        assert legal(state) == {*state.hands[1], "dark"}
        refused = state.why_not(next(one for one in pack(52) if one not in state.hands[1]))
        assert refused is not None
        assert refused.rule == "RK-R4"
        assert all(one in refused.reason for one in state.hands[1])

    def test_rk_r5_dark_needs_a_stock(self):
        """RK-R5: dark play while there is a stock, and not where it is ruled out."""
        state = position(RK, hands={"N": "2C 3C"})
        refused = state.why_not("dark")
        assert refused is not None
        assert refused.rule == "RK-R5"
        refused = Ristikontra(dark_play="off").deal(1).why_not("dark")
        assert refused is not None
        assert refused.rule == "RK-R5"

    def test_rk_r6_dark_is_binding(self):
        """RK-R6: the turned card is the play."""
        state = RK.deal(1)
        top = state.stock[0]
        after = state.apply("dark")
        assert str(after.chance) == top
        assert after.view(None).trick == (Play("N", top, dark=True),)
        assert after.to_act == "E"

    def test_rk_r7_replenishing_at_once(self):
        """RK-R7: who plays from the hand draws before the next player acts."""
        state = RK.deal(1)
        top, played = state.stock[0], state.hands[0][0]
        after = state.apply(played)
        assert set(after.hands[0]) == {*state.hands[0], top} - {played}
        assert after.stock == state.stock[1:]

    def test_rk_r7_replenishing_after_the_trick(self):
        """RK-R7: with `draw=after_trick` the winner draws first, who played in the dark not at all."""
        state = position(
            Ristikontra(draw="after_trick"),
            stock=8,
            top="5H 6S 6H 6D 7S",
            hands={"N": "8C", "E": "8D", "W": "4C"},
            lead="N",
        )
        state = play(state, "8C 8D dark 4C")
        assert len(state.stock) == 4
        assert state.to_act == "E"
        assert "6S" in state.hands[1]
        assert len(state.hands[2]) == 6
        assert "6H" in state.hands[3]
        assert "6D" in state.hands[0]

    def test_rk_r8_winner(self):
        """RK-R8: the last equal takes the trick and leads."""
        state = position(RK, hands={"N": "9C AC", "E": "9D 3C", "S": "KC 4C", "W": "2D 5C"})
        state = play(state, "9C 9D KC 2D")
        assert state.to_act == "E"
        assert state.card_points == (0, 4)
        assert state.view(None).best is None

    @pytest.mark.parametrize(
        ("scope", "streak", "barred"),
        [
            ("player", "N 8 2", True),
            ("player", "S 8 2", False),
            ("team", "S 8 2", True),
            ("team", "E 8 2", False),
            ("table", "E 8 2", True),
            ("table", "N 8 1", False),
        ],
    )
    def test_rk_r9_scopes(self, scope, streak, barred):
        """RK-R9: the limit of two, by whose leads count."""
        limited = Ristikontra(lead_limit=2, lead_limit_scope=scope)
        state = position(limited, stock=8, hands={"N": "8C 2C"}, gone="8S 8H", streak=streak)
        assert (state.why_not("8C") is not None) == barred
        if barred:
            assert [status.name for status in state.view(None).statuses] == ["lead_limit"]
            refused = state.why_not("8C")
            assert refused is not None
            assert refused.rule == "RK-R9"
            assert "two tricks" in refused.reason

    def test_rk_r9_streak_counts_dark_leads(self):
        """RK-R9: dark leads count towards the streak."""
        state = position(RK, stock=8, top="8C", gone="8S 8H", streak="N 8 2")
        state = play(state.apply("dark"), " ".join(str(state.hands[i][0]) for i in (1, 2, 3)))
        assert state.view(None).facts["streak"] == "N 8 3"

    def test_rk_r9_none(self):
        """RK-R9: without a limit a fourth lead is free."""
        state = position(
            Ristikontra(lead_limit="none"), stock=8, hands={"N": "8C"}, gone="8S 8H 8D", streak="N 8 3"
        )
        assert "8C" in legal(state)

    def test_rk_r10_both_cards_barred(self):
        """RK-R10: with a limit of two it lapses in trick 12 as well."""
        state = position(Ristikontra(lead_limit=2), hands={"N": "6C 6D"}, gone="6S 6H", streak="N 6 2")
        assert legal(state) == {"6C", "6D"}

    @pytest.mark.parametrize("ruling", ["stands", "exchange", "forbid_dark"])
    def test_rk_r11_dark_lead_of_the_barred_rank(self, ruling):
        """RK-R11: it stands; or it is exchanged; or there is no dark lead at the limit."""
        state = position(
            Ristikontra(dark_barred_lead=ruling), stock=8, top="8C", gone="8S 8H 8D", streak="N 8 3"
        )
        if ruling == "forbid_dark":
            refused = state.why_not("dark")
            assert refused is not None
            assert refused.rule == "RK-R11"
            return
        hand = state.hands[0]
        state = state.apply("dark")
        if ruling == "stands":
            assert state.phase == "follow"
            return
        assert state.phase == "exchange"
        assert state.to_act == "N"
        assert legal(state) == set(hand)
        refused = state.why_not("8C")
        assert refused is not None
        assert refused.rule == "RK-R11"
        assert state.view("E").hands["N"].count("8C") == 1
        state = state.apply(hand[0])
        assert len(state.hands[0]) == 6
        assert len(state.stock) == 7

    def test_rk_r12_fourth_king(self):
        """RK-R12: where agreed, the fourth king waits until the stock is gone."""
        hands = {"N": "KC 2C"}
        state = position(Ristikontra(fourth_king_rule="on"), stock=8, hands=hands, gone="KS KH KD")
        refused = state.why_not("KC")
        assert refused is not None
        assert refused.rule == "RK-R12"
        assert "KC" in legal(position(RK, stock=8, hands=hands, gone="KS KH KD"))

    def test_rk_r13_thirteen_tricks(self):
        """RK-R13: the end."""
        state = RK.deal(4)
        while state.to_act:
            state = state.apply(state.actions()[-1])
        assert len(state.view(None).tricks) == 13
        refused = state.why_not("dark")
        assert refused is not None
        assert refused.rule == "RK-R13"
        with pytest.raises(Refusal):
            state.apply("2C")

    def test_rk_r14_card_points(self):
        """RK-R14: 120 card points, 60 with simple values."""
        assert (RK.total, Ristikontra(values="simple").total) == (120, 60)

    @pytest.mark.parametrize(
        ("ns", "rule", "seats"),
        [(61, "RK-R15", (1, 0)), (59, "RK-R15", (0, 1)), (120, "RK-R16", (2, 0)), (60, "RK-R17", (0, 0))],
    )
    def test_rk_r15_to_r17_results(self, ns, rule, seats):
        """RK-R15, RK-R16, RK-R17: more than half, all, half."""
        result = last_trick(RK, BLANK, points=f"NS {ns}").result()
        assert [item.rule for item in result.items] == ["RK-R14", rule]
        assert (result.seats["N"], result.seats["E"]) == seats
        assert result.unit == "game points"

    def test_rk_r18_target(self):
        """RK-R18: the first side at the target wins, and then it is over."""
        match = Match(RK, score=(5, 6)).after(only((120, 0)))
        assert (match.winner, match.score) == (0, (7, 6))
        with pytest.raises(ValueError, match="over"):
            match.after(only((61, 59)))

    def test_rk_r19_next_dealer(self):
        """RK-R19: always the left, after a tie too."""
        match = Match(RK, dealer="S").after(only((60, 60)))
        assert match.dealer == "W"
        assert match.after(only((61, 59))).dealer == "N"


def test_unknown_past_is_settled_only_where_it_must_be():
    open_end = last_trick(RK, BLANK).result()
    assert not open_end.settled
    assert open_end.winners == ()
    state = position(
        RK, hands={"N": "AC AS AH AD TC", "S": "TS TH KC KS KH", "E": "TD", "W": "2D"}, gone="KD"
    )
    while state.to_act:  # North leads ace after ace; nobody else has one
        state = state.apply(state.actions()[0])
    known = state.result()
    assert state.card_points == (96, 0)
    assert known.winners == ("N", "S")
    assert not known.settled  # the king may have been theirs or not


def test_a_game_by_name_takes_options():
    assert game("ristikontra", "finnish", hand_size=5).options["fourth_king_rule"] == "on"
