"""Doppelkopf: the worked cases by number; scoring (DS), announcements (DL), play (DP)."""

from typing import Any

import pytest

from kontrapunkt.core.interface import Seat
from kontrapunkt.games.doppelkopf import Doppelkopf
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from tests.rules.doko import (
    DDV,
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

WEDDING: dict[str, Any] = {"game": "wedding", "declarer": "N", "partner": "S", "clarified": "2"}
"""A wedding of N, who has found S in the second trick."""


TOO_LATE = "DK-R22"
ALREADY_CALLED = "DK-R25"
SKIPPED_LEVEL = "DK-A25"
NO_ANNOUNCEMENT_YET = "DK-R23"
REPLY_CLOSED = "DK-R28"
NOT_BEFORE_CLARIFICATION = "DK-R21"


def refused(state: DoppelkopfState, seat: Seat, action: str) -> str | None:
    """The rule that refuses a call; None if it is legal."""
    found = state.why_not(action, seat)
    assert (found is None) == (action in state.actions(seat))
    return found.rule if found else None


class TestScoring:
    """11.1, by the tournament rules and as the tutorial's words make it where that differs."""

    @pytest.mark.rule("DK-S3", "DK-S10", "DK-S11", "DK-S12", "DK-S13", "DK-S21")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds1_no_90_kept(self, game):
        end = ended((155, 85), re=1, rules=game)
        assert re_gets(end) == 5
        assert counted(end) == ["DK-S10", "DK-S12", "DK-S13", "DK-S11"]

    @pytest.mark.rule("DK-S3", "DK-S14")
    @pytest.mark.parametrize("game", [DDV, SEED])
    @pytest.mark.parametrize("points", [(90, 150), (91, 149)])
    def test_ds2_ds3_a_bid_missed_by_far(self, game, points):
        end = ended(points, kontra=2, rules=game)
        assert re_gets(end) == 6
        assert end.result().winners == ("N", "S")

    @pytest.mark.rule("DK-S5", "DK-S14")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds4_both_miss_no_90(self, game):
        end = ended((110, 130), re=1, kontra=1, rules=game)
        assert re_gets(end) == -1
        assert end.result().winners == ()
        assert end.result().text.endswith("Kontra still gets 1.")

    @pytest.mark.rule("DK-S1", "DK-R26")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds5_both_announced(self, game):
        assert re_gets(ended((130, 110), re=0, kontra=0, rules=game)) == 5

    @pytest.mark.rule("DK-S1", "DK-S15")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds6_kontra_wins_with_120(self, game):
        end = ended((120, 120), rules=game)
        assert re_gets(end) == -2
        assert counted(end) == ["DK-S10", "DK-S15"]

    @pytest.mark.rule("DK-S1", "DK-S2", "DK-S5")
    @pytest.mark.parametrize(
        ("case", "re", "kontra", "value"), [("DS7", -1, 0, 3), ("DS8", 0, -1, -4), ("DS9", 0, 0, -6)]
    )
    def test_ds7_ds8_ds9_draws(self, case, re, kontra, value):
        assert re_gets(ended((120, 120), re, kontra)) == value
        literal = ended((120, 120), re, kontra, SEED)
        assert re_gets(literal) == 0
        assert literal.result().winners == ()

    @pytest.mark.rule("DK-S3")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds10_kontra_announced_is_no_bid(self, game):
        assert re_gets(ended((140, 100), re=1, kontra=0, rules=game)) == -7

    @pytest.mark.rule("DK-S24")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds11_won_with_70(self, game):
        end = ended((170, 70), re=2, rules=game)
        assert re_gets(end) == -6
        assert "DK-S11" not in counted(end)

    @pytest.mark.rule("DK-S3", "DK-S11")
    def test_ds12_four_nines(self):
        assert re_gets(ended((240, 0), re=4, last="E")) == -8
        by_points = Doppelkopf("ddv", schwarz_means="no_points")
        assert re_gets(ended((240, 0), re=4, last="E", rules=by_points)) == 11
        assert re_gets(ended((240, 0), re=4, last="E", rules=SEED)) == 11
        assert re_gets(ended((240, 0), re=4)) == 11

    @pytest.mark.rule("DK-R17", "DK-S19", "DK-S22")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds13_silent_wedding(self, game):
        end = ended((119, 121), rules=game, queens="N N", events="fox E from N, doppelkopf W")
        assert brought(end) == (-3, 1, 1, 1)

    @pytest.mark.rule("DK-R13", "DK-S22")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds14_queens_solo(self, game):
        end = ended((165, 75), re=1, rules=game, game="solo queens", declarer="N")
        assert brought(end) == (15, -5, -5, -5)

    @pytest.mark.rule("DK-S17", "DK-S18", "DK-S20")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds15_the_back_door(self, game):
        happened = "fox E from N, fox W from S"
        end = ended((125, 115), rules=game, last="E", trick="JC 9C 9S 9S", events=happened)
        assert re_gets(end) == -2
        assert end.result().winners == ("N", "S")
        assert end.result().text.endswith("special points turn this into 2 for Kontra.")

    @pytest.mark.rule("DK-S5", "DK-S11", "DK-S14")
    def test_ds16_both_miss_no_60(self):
        assert re_gets(ended((170, 70), re=2, kontra=2)) == 3
        assert re_gets(ended((170, 70), re=2, kontra=2, rules=SEED)) == 2

    @pytest.mark.rule("DK-S11", "DK-S15")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds17_below_30(self, game):
        assert re_gets(ended((28, 212), rules=game)) == -5

    @pytest.mark.rule("DK-R14", "DK-S19")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_ds18_wedding(self, game):
        assert re_gets(ended((150, 90), kontra=0, rules=game, **WEDDING)) == 3


class TestAnnouncements:
    """11.2: 48 cards, a normal game, N and S are Re unless it says otherwise."""

    @pytest.mark.rule("DK-R22")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl1_re_with_eleven_cards(self, game):
        assert refused(moment(11, rules=game), "S", "say re") is None
        assert refused(moment(10, rules=game), "S", "say re") == TOO_LATE

    @pytest.mark.rule("DK-R23", "DK-R24", "DK-A25")
    def test_dl2_no_90_and_no_60_with_ten(self):
        state = moment(10, "S say re")
        assert refused(state, "N", "say re no 90") is None
        assert refused(state, "N", "say re no 60") is None
        state = do(state, "N: say re no 60")
        assert refused(state, "S", "say re no 90") == ALREADY_CALLED
        state = moment(10, "S say re", SEED)
        assert refused(state, "N", "say re no 60") == SKIPPED_LEVEL
        state = do(state, "N: say re no 90, N: say re no 60")
        assert state.level(1) == 2

    @pytest.mark.rule("DK-R23")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl3_no_90_from_nothing(self, game):
        state = moment(10, rules=game)
        assert refused(state, "N", "say re no 90") == NO_ANNOUNCEMENT_YET

    @pytest.mark.rule("DK-R24", "DK-A25")
    def test_dl4_schwarz_in_one_breath(self):
        state = moment(11)
        assert refused(state, "N", "say re schwarz") is None
        assert do(state, "N: say re schwarz").level(1) == 4
        state = moment(11, rules=SEED)
        assert refused(state, "N", "say re schwarz") == NO_ANNOUNCEMENT_YET
        names = ["say re", "say re no 90", "say re no 60", "say re no 30", "say re schwarz"]
        assert do(state, ", ".join(f"N: {name}" for name in names)).level(1) == 4

    @pytest.mark.rule("DK-R22")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl5_no_60_with_nine(self, game):
        said = "S say re, S say re no 90"
        assert refused(moment(9, said, game), "N", "say re no 60") is None
        assert refused(moment(8, said, game), "N", "say re no 60") == TOO_LATE

    @pytest.mark.rule("DK-R27", "DK-R28")
    def test_dl6_dl7_a_reply(self):
        said = "S say re, S say re no 90, S say re no 60"
        state = moment(8, said)
        assert refused(state, "W", "say kontra") is None
        state = do(state, "W: say kontra")
        assert refused(state, "W", "say kontra no 90") == REPLY_CLOSED
        assert refused(state, "E", "say kontra no 90") == REPLY_CLOSED
        assert refused(moment(7, said), "W", "say kontra") == TOO_LATE
        assert refused(moment(8, said, SEED), "W", "say kontra") == TOO_LATE

    @pytest.mark.rule("DK-R27", "DK-R28")
    def test_dl8_a_reply_to_re(self):
        state = moment(10, "S say re")
        assert refused(state, "W", "say kontra") is None
        assert refused(do(state, "W: say kontra"), "W", "say kontra no 90") == REPLY_CLOSED
        assert refused(moment(10, "S say re", SEED), "W", "say kontra") == TOO_LATE

    @pytest.mark.rule("DK-R22")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl9_a_wedding_clarified_in_trick_two(self, game):
        announced = ["S say re", "S say re no 90", "S say re no 60", "S say re no 30"]
        for level, (size, name) in enumerate(
            [(10, "re"), (9, "re no 90"), (8, "re no 60"), (7, "re no 30"), (6, "re schwarz")]
        ):
            said = ", ".join(announced[:level])
            assert refused(moment(size, said, game, **WEDDING), "N", f"say {name}") is None
            late = moment(size - 1, said, game, **WEDDING)
            assert refused(late, "N", f"say {name}") == TOO_LATE
        assert refused(moment(10, rules=game, **WEDDING), "E", "say kontra") is None

    @pytest.mark.rule("DK-R21")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl10_before_the_clarification(self, game):
        state = moment(11, rules=game, game="wedding", declarer="N")
        assert refused(state, "E", "say kontra") == NOT_BEFORE_CLARIFICATION
        assert refused(state, "N", "say re") == NOT_BEFORE_CLARIFICATION

    @pytest.mark.rule("DK-R25")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl11_re_twice(self, game):
        assert refused(moment(12, "S say re", game), "N", "say re") == ALREADY_CALLED

    @pytest.mark.rule("DK-R22")
    @pytest.mark.parametrize("preset", Doppelkopf.presets)
    def test_dl12_forty_cards(self, preset):
        game = Doppelkopf(preset, pack=40)
        said = [f"W say {name}" for name in ("kontra", "kontra no 90", "kontra no 60", "kontra no 30")]
        for level, size, name in ((0, 9, "kontra"), (1, 8, "kontra no 90"), (4, 5, "kontra schwarz")):
            before = ", ".join(said[:level])
            assert refused(moment(size, before, game), "E", f"say {name}") is None
            assert refused(moment(size - 1, before, game), "E", f"say {name}") == TOO_LATE

    @pytest.mark.rule("DK-R22")
    @pytest.mark.parametrize("game", [DDV, SEED])
    def test_dl13_not_in_turn(self, game):
        state = healthy(dealt({"N": "9C", "E": "AC"}, game))
        state = plays(state, "9C AC")
        assert len(state.hands[0]) == 11
        assert state.to_act == "S"
        assert refused(state, "N", "say re") is None


def allowed(state: DoppelkopfState) -> set[str]:
    return {str(action) for action in state.actions() if action.card}


@pytest.mark.parametrize("preset", Doppelkopf.presets)
class TestPlay:
    """11.3."""

    @pytest.mark.rule("DK-P2")
    def test_dp1_trumps_do_not_follow_hearts(self, preset):
        state = follows("TH QH 9H AD", "AH", Doppelkopf(preset))
        assert allowed(state) == {"9H"}
        found = state.why_not("TH")
        assert found is not None
        assert found.rule == "DK-P2"
        assert found.reason == (
            "The ace of hearts was led and you hold the nine of hearts; the ten of hearts is a trump and "
            "does not follow."
        )

    @pytest.mark.rule("DK-P3")
    def test_dp2_void(self, preset):
        assert allowed(follows("TH QC AS", "AH", Doppelkopf(preset), queens="E")) == {"TH", "QC", "AS"}

    @pytest.mark.rule("DK-P2")
    def test_dp3_a_queen_of_spades_is_a_trump(self, preset):
        assert allowed(follows("KD AS", "QS", Doppelkopf(preset))) == {"KD"}

    @pytest.mark.rule("DK-P4", "DK-S16", "DK-S17", "DK-V2")
    def test_dp4_two_tens_of_hearts(self, preset):
        state = trick_of("TH TH AD TD", rules=Doppelkopf(preset))
        trick = state.view(None).tricks[-1]
        assert (trick.winner, trick.card_points) == ("N", 41)
        assert [event.kind for event in state.happened] == ["doppelkopf", "fox", "dulle"]
        assert state.happened[1].owner == 2
        second = trick_of("TH TH AD TD", rules=Doppelkopf(preset, second_dulle="second_wins"))
        assert second.view(None).tricks[-1].winner == "E"

    @pytest.mark.rule("DK-P4")
    def test_dp5_the_only_higher_trump(self, preset):
        trick = trick_of("AC TC 9D JD", rules=Doppelkopf(preset)).view(None).tricks[-1]
        assert (trick.winner, trick.card_points) == ("W", 23)

    @pytest.mark.rule("DK-S18", "DK-V16")
    def test_dp6_karlchen(self, preset):
        state = trick_of("JC JC AD KD", 12, Doppelkopf(preset), queens="N S")
        assert ("karlchen", 0) in [(event.kind, event.winner) for event in state.happened]
        rules = [item.rule for item in state.result().items if item.seats.get("N", 0) > 0]
        assert "DK-S18" in rules
        assert "DK-V16" not in rules

    @pytest.mark.rule("DK-P2")
    def test_dp7_queens_solo(self, preset):
        state = follows("TH QH JH", "AH", Doppelkopf(preset), game="solo queens")
        assert allowed(state) == {"TH", "JH"}

    @pytest.mark.rule("DK-P4")
    def test_dp8_fleischlos(self, preset):
        state = trick_of("9D AS 9D AH", rules=Doppelkopf(preset), game="solo fleischlos")
        trick = state.view(None).tricks[-1]
        assert (trick.winner, trick.card_points) == ("N", 22)

    @pytest.mark.rule("DK-P2")
    def test_dp9_hearts_solo(self, preset):
        assert allowed(follows("9D JD", "AD", Doppelkopf(preset), game="solo hearts")) == {"9D"}

    @pytest.mark.rule("DK-R14")
    def test_dp10_a_partner_in_the_third_trick(self, preset):
        state = wedding_played(preset, "W")
        assert state.contract.partner == 3
        assert (state.contract.clarified, state.contract.shift) == (3, 2)
        assert state.roles.proved == (1, -1, -1, 1)

    @pytest.mark.rule("DK-R15")
    def test_dp11_no_partner(self, preset):
        state = wedding_played(preset, "N")
        assert state.contract.partner is None
        assert state.contract.shift == 2
        assert state.roles.proved == (1, -1, -1, -1)
        assert state.alone == 0
        while state.to_act:
            state = state.apply(next(action for action in state.actions() if action.card))
        n, *others = brought(state)
        assert [n] == [-3 * other for other in {*others}]

    @pytest.mark.rule("DK-R5", "DK-R6", "DK-R13")
    def test_dp12_a_solo_before_a_wedding(self, preset):
        state = dealt({"E": "QC QC"}, Doppelkopf(preset))
        state = do(state, "say healthy, say reservation, say healthy, say reservation")
        assert "pass" in state.actions()  # a wedding is asked for last
        while state.to_act == "E":
            state = do(state, "pass")
        assert "pass" not in state.actions()
        state = do(state, "bid solo jacks")
        assert (state.mode, state.contract.declarer) == ("jacks", 3)
        assert state.parties == (-1, -1, -1, 1)


def wedding_played(preset: str, third: Seat) -> DoppelkopfState:
    """A wedding of N, who wins two tricks; the third goes to N or to W."""
    hands = {"N": "QC QC TH TH JS", "E": "9D 9D KD 9S", "S": "KD TD TD 9S", "W": "AD AD JD QS"}
    state = dealt(hands, Doppelkopf(preset))
    state = do(state, "say reservation, say healthy, say healthy, say healthy, bid wedding")
    state = plays(state, "TH 9D KD AD TH 9D TD AD")
    assert state.contract.seeks_partner
    return plays(state, "QC KD TD JD" if third == "N" else "JS KD TD QS")
