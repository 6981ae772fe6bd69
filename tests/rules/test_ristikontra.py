"""Ristikontra: the worked cases by number, and every rule by its id."""

from random import Random

import pytest

from kontrapunkt import game
from kontrapunkt.core.cards import pack
from kontrapunkt.core.interface import Play, UnsettledError
from kontrapunkt.core.messages import card_name
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import VALUES
from kontrapunkt.games.ristikontra import Ristikontra
from kontrapunkt.games.ristikontra.session import RistikontraSession
from kontrapunkt.record import Deal, Record, RecordError, replay, replay_session
from tests.rules.table import after, brought, last_trick, legal, match_record, play, position, ranks

RK = Ristikontra()
BLANK = "N 2C E 3C S 4C W 5C"


def only(points: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """A deal as a session sees it, where each side's card points fall in one trick."""
    return ((0, points[0]), (1, points[1]))


def stating(facts: dict[str, str], **options: object) -> RistikontraSession:
    """A session that stands as the facts of a record say."""
    session: RistikontraSession = Ristikontra(None, **options).session(Deal({}, facts=facts))
    return session


def at_random(state: RankMatchState, chance: Random) -> RankMatchState:
    """The end of a deal, played at random."""
    while state.to_act:
        actions = state.actions()
        state = state.apply(actions[int(chance.random() * len(actions))])
    return state


class TestCases:
    def test_case_1_no_session(self):
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
        deals = match_record("rk-6-abeyance")
        assert [deal.end.result().grades["N"] for deal in deals] == ["tie", "win", "tie", "tie", "loss"]
        assert [dict(after(deal).facts) for deal in deals] == [
            {"held": "1"},
            {"score": "NS 2 EW 0"},
            {"score": "NS 2 EW 0", "held": "1"},
            {"score": "NS 2 EW 0", "held": "2"},
            {"score": "NS 2 EW 4"},
        ]
        assert brought(deals[1])[1:3] == [("RK-R15", 1, 0), ("RK-R17", 1, 0)]
        assert brought(deals[4])[1:3] == [("RK-R16", 0, 2), ("RK-R17", 0, 2)]
        assert str(after(deals[3]).text) == (
            "North–South have 2 game points, East–West none. 2 game points are carried over to the "
            "next winner. West deals next."
        )
        assert not after(deals[4]).over

    def test_case_7_three_lead_limit(self):
        state = position(RK, stock=8, hands={"N": "8C JC 4C 4D 2C AC"}, gone="8S 8H 8D", streak="N 8 3")
        assert state.trick_number == 6
        assert ranks(legal(state)) == {"J", "4", "2", "A", "dark"}
        refused = state.why_not("8C")
        assert refused is not None
        assert refused.rule == "RK-R9"
        assert refused.reason == "You have led an 8 to three tricks in a row; lead another rank this time."

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
        one, two = match_record("rk-12-cumulative")
        assert dict(after(one).facts) == {"score": "NS 70 EW 50"}
        assert dict(after(two).seats) == {"N": 120, "E": 120, "S": 120, "W": 120}
        assert (after(two).unit, after(two).winners, after(two).over) == ("card points", ("N", "S"), True)
        result = two.end.result()
        assert result.winners == ("E", "W")  # the deal is theirs, the session is not
        assert (result.unit, dict(result.seats)) == ("card points", {"N": 50, "E": 70, "S": 50, "W": 70})
        assert [item.text for item in result.items if item.rule == "RK-R18"] == [
            "In this session card points are added up: North–South have 120 card points now, East–West 120.",
            "Both sides have reached 120 card points; North–South did so in an earlier trick and win "
            "the session.",
        ]
        assert str(after(two).standing) == "North–South have won the session, 120 card points to 120."

    def test_case_12_the_other_way_round(self):
        """The last trick with a counting card decides, not its size: had N–S taken it, E–W would have won."""
        one, two = match_record("rk-12-cumulative")
        session = after(one)
        assert isinstance(session, RistikontraSession)
        assert isinstance(two.end, RankMatchState)
        tricks = session.brought(two.end)
        assert tricks is not None
        assert session.counting(tricks).winner == 0
        counting = [(side, points) for side, points in tricks if points]
        ours = next(trick for trick in reversed(counting) if trick[0] == 0)
        assert session.counting((*[trick for trick in counting if trick is not ours], ours)).winner == 1

    def test_case_13_zero_wipe(self):
        (deal,) = match_record("rk-13-zero-wipe")
        assert str(deal.start.session.standing) == "North–South have 5 game points, East–West 6."
        assert dict(after(deal).seats) == {"N": 7, "E": 0, "S": 7, "W": 0}
        assert after(deal).winners == ("N", "S")
        result = deal.end.result()
        assert dict(result.seats) == {"N": 2, "E": -6, "S": 2, "W": -6}
        assert brought(deal) == [("RK-R14", 0, 0), ("RK-R16", 2, 0), ("RK-R18", 0, -6), ("RK-R18", 0, 0)]
        assert [item.text for item in result.items[2:]] == [
            "East–West have no card points and lose the 6 game points they had in the session.",
            "North–South have reached 7 game points and win the session.",
        ]

    def test_case_13_wipe_in_a_cumulative_session(self):
        session = stating({"score": "NS 90 EW 30"}, zero_wipe="on", session="cumulative", target=200)
        session = session.counting(only((120, 0)))
        assert (session.score, session.winner) == ((210, 0), 0)


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
        assert (refused.rule, refused.reason, refused.legal) == ("RK-R3", "It is North’s turn.", ())

    def test_rk_r4_free_play(self):
        """RK-R4: any card of the hand."""
        state = RK.deal(1).apply("dark")
        assert legal(state) == {*state.hands[1], "dark"}
        refused = state.why_not(next(one for one in pack(52) if one not in state.hands[1]))
        assert refused is not None
        assert refused.rule == "RK-R4"
        assert all(str(card_name(one)) in refused.reason for one in state.hands[1])

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

    def test_rk_r17_held_points_outlast_a_wipe(self):
        """RK-R17, with the ruling A10: what is held goes to the winner, a wipe or not."""
        session = stating({"score": "NS 1 EW 3", "held": "2"}, zero_wipe="on").counting(only((120, 0)))
        assert (session.score, session.held) == ((5, 0), 0)

    def test_rk_r18_target(self):
        """RK-R18: the first side at the target wins, and then it is over."""
        session = stating({"score": "NS 5 EW 6"}).counting(only((120, 0)))
        assert (session.winner, session.score, session.over) == (0, (7, 6), True)
        assert str(session.standing) == "North–South have won the session, 7 game points to 6."
        with pytest.raises(ValueError, match="over"):
            session.counting(only((61, 59)))

    def test_rk_r18_nothing_follows(self):
        """RK-R18: a record with a deal after the last one is refused, in one sentence."""
        (deal,) = match_record("rk-13-zero-wipe")
        more = Record(deal.record.tags, (*deal.record.deals, RK.deal(1, "N").as_deal()))
        with pytest.raises(
            RecordError, match="North–South have won the session, 7 game points to 0; no deal can follow"
        ):
            replay_session(more)

    @pytest.mark.parametrize(
        ("facts", "options", "fault"),
        [
            ({"score": "NS 7 EW 6"}, {}, "has won the session"),
            ({"score": "NS 3"}, {}, "write it as “score: NS 3 EW 2”"),
            ({"score": "NS 3 EW x"}, {}, "cannot be read"),
            ({"held": "one"}, {}, "write it as “held: 2”"),
            ({"held": ""}, {}, "cannot be read"),
            ({"score": "NS 70 EW 60"}, {"session": "cumulative"}, "multiple of 120"),
            ({"held": "1"}, {"session": "cumulative"}, "nothing is carried over"),
        ],
    )
    def test_rk_r18_what_no_session_can_be(self, facts, options, fault):
        """RK-R18: a standing that cannot be, or cannot be read."""
        with pytest.raises(PositionError, match=fault):
            stating(facts, **options)

    def test_rk_r18_a_position_states_the_standing(self):
        """RK-R18: the middle of a deal says how the session stands, and the result counts it in."""
        end = last_trick(RK, BLANK, points="NS 120", score="NS 5 EW 6", held="1")
        assert end.result().seats == {"N": 3, "E": 0, "S": 3, "W": 0}
        assert end.view(None).session == end.session
        assert end.view("N").facts["score"] == "NS 5 EW 6"
        assert end.session.after(end).winners == ("N", "S")

    def test_rk_r18_target_of_card_points(self):
        """RK-R18: a target that both pass in one deal goes to the side that is there first."""
        session = stating({"score": "NS 60 EW 60"}, session="cumulative", target=100)
        assert session.counting(((0, 39), (1, 41), (0, 40))).winner == 1
        assert session.counting(((0, 40), (1, 40), (0, 40))).winner == 0
        assert session.counting(((0, 39), (1, 39), (0, 0))).winner is None

    def test_rk_r18_a_past_that_decides_the_session(self):
        """RK-R18: who was first cannot be known where both were there before the record begins."""
        game = Ristikontra(session="cumulative", target=100)
        facts = {"points": "NS 50 EW 70", "tricks": "NS 6", "score": "NS 70 EW 50"}
        end = last_trick(game, BLANK, **facts)
        result = end.result()
        assert (result.settled, result.winners) == (True, ("E", "W"))
        assert result.items[-1].text.endswith("the earlier tricks decide the totals.")
        with pytest.raises(UnsettledError):
            end.session.after(end)

    @pytest.mark.parametrize("wipe", ["off", "on"])
    @pytest.mark.parametrize(
        ("target", "lead", "tricks", "points", "score", "winners"),
        [
            (100, "N", "NS 1 EW 11", "NS 40 EW 80", "NS 70 EW 50", "EW"),  # it was the last trick before
            (100, "E", "NS 11 EW 1", "NS 80 EW 40", "NS 50 EW 70", "NS"),
            (120, "N", "NS 2 EW 10", "NS 84 EW 36", "NS 36 EW 84", "EW"),  # both tricks have points
            (120, "N", "NS 3 EW 9", "NS 84 EW 36", "NS 36 EW 84", ""),  # the last may have had none
        ],
    )
    def test_rk_r18_past_that_tells_first_winner(self, wipe, target, lead, tricks, points, score, winners):
        """RK-R18: both were there before the record begins, and who leads has taken the trick before."""
        game = Ristikontra(session="cumulative", zero_wipe=wipe, target=target)
        plays = {"N": BLANK, "E": "E 3C S 4C W 5C N 2C"}[lead]
        end = last_trick(game, plays, points=points, tricks=tricks, score=score)
        if winners:
            assert end.session.after(end).winners == tuple(winners)
        else:
            with pytest.raises(UnsettledError):
                end.session.after(end)

    def test_rk_r19_next_dealer(self):
        """RK-R19: always the left, after a tie too."""
        session = RistikontraSession(RK, ("S",)).counting(only((60, 60)))
        assert session.dealer == "W"
        assert session.counting(only((61, 59))).dealer == "N"
        assert [deal.start.view(None).dealer for deal in match_record("rk-6-abeyance")] == [*"WNESW"]
        assert [brought(deal)[-1][0] for deal in match_record("rk-6-abeyance")] == ["RK-R19"] * 5

    def test_rk_r19_first_dealer(self):
        """RK-R19: the first dealer may be anybody; where nobody says who dealt, so may the next."""
        session = RK.session()
        assert (session.dealers, session.dealer) == (("N", "E", "S", "W"), None)
        assert session.counting(only((61, 59))).dealers == session.dealers
        assert RK.deal(1, session=session).view(None).dealer == "W"
        with pytest.raises(PositionError, match=r"South is to deal here \(RK-R19\), not North"):
            RK.deal(1, "N", RistikontraSession(RK, ("S",)))


@pytest.mark.parametrize("wipe", ["off", "on"])
def test_game_points_are_conserved(wipe):
    """A deal brings a game point, two if all card points fall to one side; a tie holds its one over."""
    chance = Random(3)
    rules = Ristikontra(zero_wipe=wipe, target=20)
    ties = 0
    for _ in range(12):
        session = rules.session()
        while not session.over:
            end = at_random(rules.deal(chance.randrange(10**6), session=session), chance)
            then = end.session.after(end)
            assert isinstance(then, RistikontraSession)
            double = max(end.card_points) == 120
            wiped = sum(max(0, was - now) for was, now in zip(session.score, then.score, strict=True))
            assert not wiped or (double and wipe == "on")
            assert sum(then.score) + then.held == sum(session.score) + session.held + 1 + double - wiped
            ties += end.card_points == (60, 60)
            assert then.winner is None or then.score[then.winner] >= 20 > then.score[1 - then.winner]
            session = then
    assert ties


def test_card_points_are_conserved():
    """Where card points are added up, each deal adds all of the pack's; to 120 a session has two deals."""
    chance = Random(4)
    for values, total in (("standard", 120), ("simple", 60)):
        rules = Ristikontra(values=values, session="cumulative")
        lengths = []
        for _ in range(30):
            session = rules.session()
            deals = 0
            while not session.over:
                end = at_random(rules.deal(chance.randrange(10**6), session=session), chance)
                then = end.session.after(end)
                assert isinstance(then, RistikontraSession)
                session = then
                deals += 1
                assert sum(session.score) == total * deals
            assert session.winner is not None
            assert session.score[session.winner] >= total
            lengths.append(deals)
        assert set(lengths) == {1, 2}


def test_ruling_a9_won_tricks_are_not_looked_through():
    """RK-A9: a seat's view has the last trick, and of those before it only how many and what they count."""
    played = replay(match_record("rk-12-cumulative")[0].record)
    for state in played.states[:-1]:
        whole = state.view(None)
        for seat in ("N", "E", "S", "W"):
            view = state.view(seat)
            assert view.tricks == whole.tricks[-1:]
            assert view.piles == whole.piles
            assert "played" not in view.facts
    assert played.end.view("N").tricks == played.end.view(None).tricks  # the piles have been counted
    assert len(played.end.view(None).tricks) == 13


def test_ruling_a9_kings_count_where_rules_ask():
    """RK-A9: a seat may not look for the kings, but must know how many are out to know what is legal."""
    guarded = position(Ristikontra("finnish"), stock=8, hands={"N": "KC 2C"}, gone="KS KH KD")
    assert guarded.view("N").facts["kings"] == "3"
    assert "kings" not in guarded.view(None).facts
    assert "kings" not in position(RK, stock=8, hands={"N": "KC 2C"}, gone="KS KH KD").view("N").facts


def test_unknown_past_is_settled_only_where_needed():
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
