"""Ristiklappi: the worked cases by number, and every rule by its id."""

from pathlib import Path
from random import Random

import pytest

from kontrapunkt.core.interface import State
from kontrapunkt.core.rules import PositionError
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.prior_play import DealSums
from kontrapunkt.games.ristiklappi import Ristiklappi
from kontrapunkt.games.ristiklappi.result import SHAMEFUL, coins, grades, next_dealer
from kontrapunkt.record import Deal, read, replay
from tests.rules.table import after, brought, last_trick, legal, match_record, play, position, ranks

L5, L6 = Ristiklappi(), Ristiklappi("lappi6")
BLANK = "N 2C E 3C S 4C W 5C"
EAST = "E 3C S 4C W 5C N 2C"
CLEANING = Path(__file__).parents[2] / "tutorials/ristiklappi/cleaning-hand.record"


def names(state: State) -> list[str]:
    return [status.name for status in state.view(None).statuses]


def outcome(game: Ristiklappi, plays: str = BLANK, **facts: str) -> tuple[str, str]:
    result = last_trick(game, plays, **facts).result()
    assert result.settled
    return result.grades["N"], result.grades["E"]


class TestCases:
    def test_case_1_the_cleaning_hand(self):
        played = replay(read(CLEANING.read_text(encoding="utf-8")))
        tricks = played.end.view(None).tricks
        assert [(t.number, t.winner, t.card_points) for t in tricks] == [
            (9, "W", 0), (10, "E", 3), (11, "E", 8), (12, "N", 24), (13, "W", 0),
        ]  # fmt: skip
        marks = [names(played.states[i]) for i in (0, 4, 8, 12, 16, 20)]
        assert marks[:3] == [["dirty", "dirty"]] * 3
        assert marks[3:] == [["dirty", "cleaned"], ["cleaned", "cleaned"], ["cleaned", "cleaned"]]
        result = played.end.result()
        assert [pile.card_points for pile in played.end.view(None).piles] == [24, 11]
        assert not result.settled
        assert result.text == (
            "Both sides are clean; North–South took 24 card points and East–West 11 in the second part, "
            "so the first part’s card points decide."
        )

    def test_case_2_the_road_not_taken(self):
        state = position(
            L5,
            lead="E",
            hands={"N": "TS 5S", "E": "TD 6H", "S": "KH 6C", "W": "5H 3D"},
            dirty="NS EW",
            cleaned="EW",
        )
        state = play(state, "6H 6C 5H TS")
        assert state.to_act == "S"
        state = play(state, "KH 3D 5S TD")
        assert state.view(None).tricks[-1].winner == "S"
        assert names(state) == ["cleaned", "cleaned"]

    @pytest.mark.parametrize(("game", "mark"), [(L5, "dirty"), (L6, "cleaned")])
    def test_case_3_queen_led_trick(self, game, mark):
        end = last_trick(game, "N QC E 5C S KC W 9C", dirty="NS")
        assert end.card_points == (7, 0)
        assert names(end) == [mark, "clean"]

    def test_case_4_fourth_king(self):
        state = position(L5, stock=12, hands={"N": "2C", "E": "KC JC 8C 8D 3C"}, gone="KS KH KD").apply("2C")
        assert ranks(legal(state)) == {"J", "8", "3", "dark"}
        refused = state.why_not("KC")
        assert refused is not None
        assert refused.rule == "RL-R10"
        assert "the king of clubs" in refused.reason

    def test_case_5_third_and_fourth_king_together(self):
        state = position(
            L5, stock=12, lead="W", hands={"W": "KC", "N": "KS 9C 9D 4C 2C"}, gone="KH KD"
        ).apply("KC")
        assert legal(state) == {"9C", "9D", "4C", "2C", "dark"}

    def test_case_6_fourth_king_in_the_dark(self):
        state = position(L5, stock=4, lead="S", hands={"S": "AC 9C 6C 6D 2C"}, top="KC", gone="KS KH KD")
        assert state.trick_number == 8
        turned = state.apply("dark")
        assert (turned.phase, turned.to_act, turned.chance) == ("exchange", "S", "KC")
        assert legal(turned) == {"AC", "9C", "6C", "6D", "2C"}
        for action in ("KC", "dark"):
            refused = turned.why_not(action)
            assert refused is not None
            assert refused.rule == "RL-R12"
        after = turned.apply("2C")
        assert after.hands[2] == ("AC", "KC", "9C", "6C", "6D")
        assert len(after.stock) == 3
        assert after.view("N").hands["S"] == ("KC", "?", "?", "?", "?")
        after = play(after, " ".join(["dark"] * 3))
        assert not after.first_part
        assert len(after.stock) == 0

    def test_case_7_honourable_loss(self):
        end = last_trick(L5, BLANK, points="NS 70 EW 50", dirty="NS", cleaned="NS")
        result = end.result()
        assert result.grades == {"N": "win", "E": "honourable_loss"}
        assert [item.rule for item in result.items] == ["RL-R4", "RL-R9", "RK-R14", "RL-R15"]
        assert next_dealer("E", result) == "S"

    def test_case_8_dishonourable_loss_with_more_points(self):
        result = last_trick(L5, BLANK, points="NS 82 EW 38", dirty="NS").result()
        assert result.grades == {"N": "dishonourable_loss", "E": "win"}
        assert result.items[-1].rule == "RL-R16"
        assert next_dealer("W", result) == "E"
        assert next_dealer("S", result) == "W"

    def test_case_9_both_unclean(self):
        plays = "E QC S 2C W KC N 3C"
        result = last_trick(L5, plays, dirty="NS EW").result()
        assert result.grades == {"N": "dishonourable_loss", "E": "dishonourable_loss"}
        assert (result.winners, result.settled, result.items[-1].rule) == ((), True, "RL-R17")
        assert next_dealer("N", result) == "E"
        cleans = Ristiklappi(queen_trick_cleans="on")
        assert outcome(cleans, plays, dirty="NS EW") == ("dishonourable_loss", "win")

    def test_cases_7_to_9_in_a_session(self):
        """A session of their four deals: the result tells who deals, and the record must say the same."""
        deals = match_record("rl-7-8-9-who-deals")
        assert [deal.start.session.dealer for deal in deals] == ["E", "S", "W", "E", "S"]
        finished = deals[:4]
        assert [after(deal).dealer for deal in finished] == ["S", "W", "E", "S"]
        assert [dict(deal.end.result().grades) for deal in finished] == [
            {"N": "win", "E": "honourable_loss"},
            {"N": "dishonourable_loss", "E": "win"},
            {"N": "dishonourable_loss", "E": "win"},
            {"N": "dishonourable_loss", "E": "dishonourable_loss"},
        ]
        assert [deal.end.view(None).piles[0].card_points for deal in finished] == [70, 82, 82, 35]
        assert [brought(deal)[-2][0] for deal in finished] == ["RL-R15", "RL-R16", "RL-R16", "RL-R17"]
        assert [deal.end.result().items[-1].text for deal in finished] == [
            "South deals next.",
            "West deals next, because the losers may not touch the cards.",
            "East deals next, because the losers may not touch the cards.",
            "South deals next.",
        ]
        assert deals[4].after is None

    @pytest.mark.parametrize(
        ("row", "points", "tricks", "dirty", "cleaned", "expected"),
        [
            ("a", 72, 8, "NS", "NS", ("win", "point_loss")),
            ("b", 60, 6, "EW", "EW", ("tie", "tie")),
            ("c", 52, 7, "EW", "EW", ("point_loss", "win")),
            ("d", 40, 5, "NS", "", ("piss_game", "win")),
            ("e", 75, 9, "NS", "", ("piss_game", "win")),
            ("f", 2, 3, "EW", "EW", ("lappi", "win")),
            ("g", 0, 0, "EW", "EW", ("kortiton_lappi", "win")),
            ("h", 0, 2, "EW", "EW", ("lappi", "win")),
            ("i", 3, 1, "NS EW", "EW", ("kusilappi", "win")),
            ("j", 60, 7, "NS EW", "EW", ("piss_game", "win")),
            ("k", 5, 2, "NS EW", "EW", ("piss_game", "win")),
        ],
    )
    def test_case_10_seven_grades(self, row, points, tricks, dirty, cleaned, expected):
        facts = {"points": f"NS {points}", "tricks": f"NS {tricks} EW {12 - tricks}", "dirty": dirty or "-"}
        assert outcome(L6, EAST, cleaned=cleaned or "-", **facts) == expected, row

    def test_case_11_tie_by_cards(self):
        facts = {"points": "NS 60 EW 60", "tricks": "NS 7 EW 5"}
        assert outcome(Ristiklappi("lappi6", tie_break="cards"), EAST, **facts) == ("win", "point_loss")
        assert outcome(L6, EAST, **facts) == ("tie", "tie")

    def test_case_12_under_ten(self):
        facts = {"points": "NS 6 EW 114", "tricks": "NS 1 EW 11", "dirty": "EW"}
        ten = Ristiklappi("lappi6", lapland_below=10)
        assert outcome(ten, EAST, **facts) == ("lappi", "piss_game")
        assert last_trick(ten, EAST, **facts).result().winners == ()
        assert outcome(L6, EAST, **facts) == ("win", "piss_game")

    def test_case_13_queens_in_the_second_part(self):
        hands = {"E": "QC QD QH", "S": "2C 3C 4C", "W": "5C 6C 7C", "N": "8C 9C TC"}
        state = position(L5, lead="E", hands=hands, gone="QS")
        state = play(state, "QC 2C 5C 8C QD 3C 6C 9C QH 4C 7C TC")
        assert names(state) == ["clean", "clean"]
        assert state.card_points == (0, 19)


class TestPlay:
    def test_rl_r1_shared_play(self):
        """RL-R1: the rules of play are Ristikontra's, under their own ids."""
        shared = {rule for rule in L5.rulebook if rule.startswith("RK-")}
        assert shared == {f"RK-R{i}" for i in (*range(1, 12), 13, 14)}
        refused = L5.deal(1).why_not("7C", "E")
        assert refused is not None
        assert refused.rule == "RK-R3"
        assert [len(hand) for hand in L5.deal(1).hands] == [5] * 4
        assert len(L6.deal(1).stock) == 28

    def test_rl_r2_parts(self):
        """RL-R2: a trick belongs to the part it began in, even when it takes the last of the stock."""
        hands = {"N": "2C", "W": "QD QC QS QH KC"}
        state = position(L5, stock=4, hands=hands)
        state = play(state, f"2C {state.hands[1][0]} {state.hands[2][0]}")
        assert len(state.stock) == 1
        state = state.apply("QD")
        assert len(state.stock) == 0
        assert state.marks[0] == (1 if state.to_act in ("N", "S") else 2)

    def test_rl_r3_dirty(self):
        """RL-R3: a queen of the first part makes its taker dirty, partner and all."""
        hands = {"N": "2C", "E": "QC QS QH", "S": "QD KC", "W": "3C"}
        state = position(L5, stock=8, hands=hands, gone="2S 2H 2D")
        state = play(state, "2C QC QD 3C")
        assert names(state) == ["dirty", "clean"]
        assert state.view(None).statuses[0].seats == ("N", "S")

    @pytest.mark.parametrize(
        ("plays", "cleaned"),
        [
            ("N 8C E KC S 2C W 3C", True),  # RL-R6: an opponent's king
            ("N KC E 8C S 2C W 3C", True),  # RL-R6: one's own
            ("N 8C E 2C S KC W 3C", True),  # RL-R6: the partner's
            ("N QC E 2C S KC W 3C", False),  # RL-R5: a queen was led
            ("N 8C E QC S KC W 3C", True),  # RL-R5: a queen thrown in does not matter
            ("N 8C E QC S 4C W 3C", False),
        ],
    )
    def test_rl_r4_r5_r6_cleaning(self, plays, cleaned):
        """RL-R4, RL-R5, RL-R6: a king cleans, anybody's, unless a queen was led."""
        end = last_trick(Ristiklappi(fourth_king_rule="off"), plays, dirty="NS")
        assert names(end)[0] == ("cleaned" if cleaned else "dirty")

    def test_rl_r7_six_cards(self):
        """RL-R7: with six cards a queen-led trick cleans."""
        assert L6.queen_trick_cleans
        assert L6.hand_size == 6
        assert names(last_trick(L6, "N QC E 2C S KC W 3C", dirty="NS"))[0] == "cleaned"

    def test_rl_r8_clean(self):
        """RL-R8: unclean is dirty and not cleaned."""
        assert unclean((3, 1)) == 2
        assert not unclean((0, 0))

    def test_rl_r9_no_duty(self):
        """RL-R9: kings of the first part clean nobody."""
        hands = {"N": "KC", "E": "2C", "S": "3C KD", "W": "4C"}
        state = position(L5, stock=8, hands=hands, dirty="NS", gone="QC")
        assert names(play(state, "KC 2C 3C 4C"))[0] == "dirty"

    def test_rl_r10_counts_kings_of_the_trick(self):
        """RL-R10: the fourth king stays out of the first part, from the third on."""
        state = position(L5, stock=12, hands={"N": "KC", "E": "KD 2C"}, gone="KH KS")
        assert "KC" in legal(state)
        refused = state.apply("KC").why_not("KD")
        assert refused is not None
        assert refused.rule == "RL-R10"

    def test_rl_r11_never_stuck(self):
        """RL-R11: even the lead limit leaves other cards beside the fourth king."""
        state = position(
            L5, stock=12, hands={"N": "KC 8C 2C 3C 4C"}, gone="KH KS KD 8H 8S 8D", streak="N 8 3"
        )
        assert legal(state) == {"2C", "3C", "4C", "dark"}

    @pytest.mark.parametrize("ruling", ["keep", "stands", "forbid_dark"])
    def test_rl_r12_rulings(self, ruling):
        """RL-R12: the fourth king in the dark is kept; or stands; or there is no dark play."""
        game = Ristiklappi(dark_fourth_king=ruling)
        state = position(game, stock=4, top="KC", gone="KS KH KD")
        refused = state.why_not("dark")
        if ruling == "forbid_dark":
            assert refused is not None
            assert refused.rule == "RL-R12"
            holder = position(game, stock=4, hands={"N": "KC 2C"}, gone="KS KH KD")
            assert "dark" in legal(holder)
            return
        assert state.apply("dark").phase == {"keep": "exchange", "stands": "follow"}[ruling]

    def test_rl_r12_last_card_of_the_stock(self):
        """RL-R12 with the ruling A2: the last stock card is the fourth king, and is kept all the same."""
        hands = {"W": "2C 3C 4C 5C 6C"}
        king = position(L5, stock=4, gone="KS KH KD", hands=hands, top="7C 7D 7H KC")
        king = play(king, "dark dark dark")
        assert king.stock == ("KC",)
        king = king.apply("dark")
        assert (king.phase, king.to_act) == ("exchange", "W")
        for action in ("KC", "dark"):
            refused = king.why_not(action)
            assert refused is not None
            assert refused.rule == "RL-R12"
        assert not king.apply("2C").first_part

    def test_rl_r12_after_the_trick(self):
        """RL-R12 where hands are filled after the trick: who kept the king draws no other card."""
        game = Ristiklappi(draw="after_trick")
        state = position(game, stock=8, top="KC", gone="KS KH KD", hands={"N": "2C"})
        state = play(state.apply("dark").apply("2C"), " ".join(str(state.hands[i][0]) for i in (1, 2, 3)))
        assert [len(hand) for hand in state.hands] == [5] * 4
        assert len(state.stock) == 4

    def test_rl_r13_kings_are_free(self):
        """RL-R13: in the second part the fourth king may be played."""
        assert "KC" in legal(position(L5, hands={"N": "KC 2C"}, gone="KS KH KD"))

    @pytest.mark.parametrize("game", [L5, L6, Ristiklappi(draw="after_trick")])
    def test_rl_r14_r22_guarantees(self, game):
        """RL-R14: a king in every second part; RL-R22: with six cards never two shameful losses."""
        chance = Random(5)
        for seed in range(150):
            state = game.deal(seed)
            while state.to_act:
                actions = state.actions()
                state = state.apply(actions[int(chance.random() * len(actions))])
            late = [
                play_.card
                for t in state.view(None).tricks
                if t.number > game.stock_tricks
                for play_ in t.plays
            ]
            assert any(one.rank == "K" for one in late)
            if game is L6:
                assert sum(grade in SHAMEFUL for grade in state.result().grades.values()) < 2


class TestResults:
    def test_rl_r15_tie(self):
        """RL-R15: 60–60 and both clean is a tie."""
        assert outcome(L5, points="NS 60 EW 60") == ("tie", "tie")

    def test_rl_r16_unclean_at_60(self):
        """RL-R16: one side unclean loses at any points."""
        assert outcome(L5, points="NS 60 EW 60", dirty="EW") == ("win", "dishonourable_loss")

    @pytest.mark.parametrize(
        ("ns", "expected"),
        [
            (70, ("win", "dishonourable_loss")),
            (50, ("dishonourable_loss", "win")),
            (60, ("dishonourable_loss", "dishonourable_loss")),
        ],
    )
    def test_rl_r17_points_decide(self, ns, expected):
        """RL-R17: with `both_unclean=points_decide` more points win, unless they are equal."""
        game = Ristiklappi(both_unclean="points_decide")
        assert outcome(game, points=f"NS {ns}", dirty="NS EW") == expected
        assert last_trick(game, BLANK, points=f"NS {ns}", dirty="NS EW").result().items[-1].rule == "RL-R17"
        assert outcome(L5, points=f"NS {ns}", dirty="NS EW") == ("dishonourable_loss",) * 2

    def test_rl_r17_with_lapland(self):
        """RL-R17, with the ruling A15: it also decides where Lapland is open and nobody has gone there."""
        facts = {"points": "NS 70", "tricks": "NS 6", "dirty": "NS EW"}
        result = last_trick(Ristiklappi(lapland_below=4), BLANK, **facts).result()
        assert (result.items[-1].rule, result.text) == (
            "RL-R17",
            "Nobody wins: both sides lose dishonourably.",
        )

    def test_rl_r18_dealer_after_a_piss_game(self):
        """RL-R18, with the ruling A14: the shameful grades count as dishonourable."""
        result = last_trick(L6, EAST, points="NS 40", tricks="NS 5", dirty="NS").result()
        assert next_dealer("W", result) == "E"
        result = last_trick(L6, EAST, points="NS 40", tricks="NS 5").result()
        assert next_dealer("W", result) == "N"

    def test_rl_r18_where_nobody_says_who_dealt(self):
        """RL-R18: after a dishonourable loss it is one of the winners all the same."""
        end = last_trick(L5, BLANK, points="NS 82", dirty="NS")
        assert (end.session.dealer, end.session.after(end).dealers) == (None, ("E", "W"))
        assert [item.rule for item in end.result().items][-1] == "RL-R16"  # and no word about the dealer
        clean = last_trick(L5, BLANK, points="NS 82")
        assert clean.session.after(clean).dealers == ("N", "E", "S", "W")

    def test_rl_r19_each_deal_is_a_game(self):
        """RL-R19: a session has no score, no winner and no end; coins, where they are paid, are added up."""
        session = after(match_record("rl-7-8-9-who-deals")[3])
        assert (dict(session.seats), session.unit, dict(session.facts), session.over) == ({}, "", {}, False)
        assert str(session.text) == "Each deal is a game of its own. South deals next."
        game = Ristiklappi(numeric="coins")
        end = last_trick(game, BLANK, points="NS 70", tricks="NS 6", dirty="EW", coins="NS -3 EW 3")
        session = end.session.after(end)
        assert str(end.session.standing) == "So far each of East–West has won 3 coins from North–South."
        assert dict(session.facts) == {"coins": "NS -1 EW 1"}
        assert dict(session.seats) == {"N": -1, "E": 1, "S": -1, "W": 1}
        assert str(game.session().standing) == "Neither side has won a coin."
        with pytest.raises(PositionError, match="add up to nothing"):
            game.session(Deal({}, facts={"coins": "NS 3 EW 3"}))
        with pytest.raises(PositionError, match="no fact “coins”"):
            last_trick(L5, BLANK, coins="NS 3 EW -3")

    def test_rl_r19_no_coins(self):
        """RL-R19: where nobody wins, no coins are paid."""
        game = Ristiklappi(numeric="coins")
        result = last_trick(game, BLANK, points="NS 60", tricks="NS 6").result()
        assert result.items[-1].text == "No coins are paid."

    def test_rl_r19_no_running_score(self):
        """RL-R19: the numbers are card points, unless coins are agreed."""
        assert last_trick(L5, BLANK, points="NS 70").result().unit == "card points"
        paid = last_trick(
            Ristiklappi(numeric="coins"), BLANK, points="NS 70", tricks="NS 6", dirty="EW"
        ).result()
        assert (paid.unit, paid.seats) == ("coins", {"N": 2, "E": -2, "S": 2, "W": -2})

    def test_rl_r19_coins_of_an_unknown_past(self):
        """RL-R16, RL-R19: the winner is known by the rule that says so, only the coins are not."""
        result = last_trick(Ristiklappi(numeric="coins"), BLANK, dirty="NS").result()
        assert (result.winners, result.settled, result.items[-1].rule) == (("E", "W"), False, "RL-R16")

    @pytest.mark.parametrize(
        ("points", "tricks", "marks", "number"),
        [
            ((70, 50), (7, 6), (0, 0), 1),
            ((70, 50), (7, 6), (2, 0), 2),
            ((118, 2), (12, 1), (0, 0), 3),
            ((120, 0), (13, 0), (0, 0), 4),
            ((117, 3), (12, 1), (2, 0), 5),
        ],
    )
    def test_rl_r19_coins(self, points, tricks, marks, number):
        """RL-R19: one to five coins."""
        sums = DealSums(points, tricks, marks)
        assert coins(grades(L6.options, sums), sums) == (number, -number)

    @pytest.mark.parametrize(("queen", "grade"), [("any_part", "kusilappi"), ("first_part", "lappi")])
    def test_rl_r20_lone_queen_of_the_second_part(self, queen, grade):
        """RL-R20: a lone queen is a kusilappi, whichever part it is from, unless agreed otherwise."""
        sums = DealSums((3, 117), (1, 12), (0, 0))
        assert grades(Ristiklappi("lappi6", kusilappi_queen=queen).options, sums) == (grade, "win")

    def test_rl_r20_lapland_in_five_cards(self):
        """RL-R20 in `lappi5` (ruling A15): the Lapland tests come first, both can lose."""
        game = Ristiklappi(lapland_below=4)
        assert grades(game.options, DealSums((2, 118), (1, 12), (0, 0))) == ("lappi", "win")
        assert grades(game.options, DealSums((2, 118), (1, 12), (2, 0))) == ("lappi", "dishonourable_loss")
        assert grades(L5.options, DealSums((2, 118), (1, 12), (0, 0))) == ("honourable_loss", "win")

    def test_rl_r21_one_or_two_losers(self):
        """RL-R21: one shameful loser makes the other win; two leave no winner."""
        game = Ristiklappi("lappi6", queen_trick_cleans="off")
        assert grades(game.options, DealSums((70, 50), (7, 6), (3, 2))) == ("piss_game", "win")
        assert grades(game.options, DealSums((70, 50), (7, 6), (3, 0))) == ("piss_game", "piss_game")

    def test_rl_r23_shame(self):
        """RL-R23: the order of shame."""
        assert SHAMEFUL[-4:] == ("piss_game", "lappi", "kortiton_lappi", "kusilappi")

    def test_unknown_past_is_settled_where_dirt_decides(self):
        result = last_trick(L5, BLANK, dirty="NS").result()
        assert (result.settled, result.winners) == (True, ("E", "W"))
        assert not last_trick(L5, BLANK).result().settled


def test_every_rule_id_is_named_by_a_test():
    texts = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_risti*.py"))
    named = {f"{prefix}-R{i}" for prefix in ("RK", "RL") for i in range(1, 24) if f"{prefix}-R{i}" in texts}
    assert named >= set(L5.rulebook)
