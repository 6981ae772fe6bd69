"""Doppelkopf: a test for each ruling, A1 to A25, and for what may be agreed in its place."""

import pytest

from kontrapunkt.core.interface import SEATS
from kontrapunkt.games.doppelkopf import Doppelkopf
from tests.rules.doko import (
    DDV,
    SEED,
    brought,
    counted,
    dealt,
    do,
    ended,
    healthy,
    moment,
    plays,
    re_gets,
    trick_of,
)


@pytest.mark.rule("DK-S1", "DK-S2", "DK-V4")
@pytest.mark.parametrize(
    ("re", "kontra", "ddv"), [(-1, -1, -2), (0, -1, -4), (-1, 0, 3), (0, 0, -6)]
)  # value for Re, special points included
def test_a1_who_has_won_with_120_each(re, kontra, ddv):
    assert re_gets(ended((120, 120), re, kontra)) == ddv
    literal = Doppelkopf("ddv", target_rule="seed_literal")
    assert re_gets(ended((120, 120), re, kontra, literal)) == (0 if max(re, kontra) >= 0 else ddv)


@pytest.mark.rule("DK-S3", "DK-S11")
def test_a2_schwarz_is_no_trick_or_no_points():
    assert re_gets(ended((240, 0), 4, last="E")) == -8
    assert re_gets(ended((240, 0), 4, rules=Doppelkopf("ddv", schwarz_means="no_points"), last="E")) == 11


@pytest.mark.rule("DK-S5", "DK-S11")
def test_a3_both_fail():
    assert re_gets(ended((170, 70), 2, 2)) == 3
    assert re_gets(ended((170, 70), 2, 2, Doppelkopf("ddv", both_fail="seed"))) == 2


@pytest.mark.rule("DK-S24")
def test_a4_below_90_is_void_after_missed_bid():
    assert re_gets(ended((170, 70), 2)) == -6


@pytest.mark.rule("DK-S14")
def test_a5_exceeding_counts_level_by_level():
    assert re_gets(ended((90, 150), -1, 2)) == 6
    assert re_gets(ended((120, 120), -1, 2)) == 7
    assert re_gets(ended((120, 120), -1, 2, Doppelkopf("ddv", exceed_cumulative="off"))) == 6


@pytest.mark.rule("DK-S3")
def test_a6_an_announcement_is_no_bid():
    assert re_gets(ended((140, 100), 1, 0)) == -7
    assert re_gets(ended((150, 90), 1, 0)) == -7
    assert re_gets(ended((151, 89), 1, 0)) > 0


@pytest.mark.rule("DK-R27", "DK-R28")
def test_a7_to_a10_replies():
    late = moment(8, "N say re no 60")  # called long ago: the deadline of the level counts
    assert "say kontra" in late.actions("W")
    assert "say kontra" not in moment(7, "N say re no 60").actions("W")
    assert "say kontra" not in moment(8, "N say re no 60", SEED).actions("W")
    later = plays(late, " ".join(one.card for one in late.actions() if one.card)[:2])
    assert "say kontra" in later.actions("W")  # not at once, but while there are cards enough
    early = do(moment(11, "N say re"), "W: say kontra")
    assert "say kontra no 90" in early.actions("E")


@pytest.mark.rule("DK-R14", "DK-R22")
@pytest.mark.parametrize(("clarified", "least"), [("1", 11), ("2", 10), ("3", 9)])
def test_a11_a12_the_shift_of_a_wedding(clarified, least):
    facts = {"game": "wedding", "declarer": "N", "clarified": clarified, "partner": "E"}
    in_time = moment(least, hands={"N": "QC QC"}, **facts)
    assert "say re" in in_time.actions("E")
    assert "say re" not in moment(least - 1, hands={"N": "QC QC"}, **facts).actions("E")


@pytest.mark.rule("DK-R15", "DK-S22")
def test_a12_partnerless_wedding_is_scored_as_solo():
    assert brought(ended((130, 110), game="wedding", declarer="N", clarified="3")) == (3, -1, -1, -1)


@pytest.mark.rule("DK-S17")
def test_a13_a14_foxes_count_by_final_parties():
    assert re_gets(ended((130, 110), events="fox N from S")) == 1  # a partner's
    assert re_gets(ended((130, 110), events="fox N from E")) == 2


@pytest.mark.rule("DK-S18", "DK-V16")
def test_a15_of_two_karlchen_the_first():
    end = trick_of("JC JC 9D 9D", 12, queens="N S")
    assert [event.kind for event in end.happened if event.kind in ("karlchen", "jack")] == [
        "karlchen",
        "jack",
    ]
    house = Doppelkopf("ddv", karlchen_caught="on")
    caught = trick_of("JC JC 9D 9D", 12, house, queens="N S")
    assert ("DK-V16" in counted(caught), "DK-V16" in counted(end)) == (True, False)


@pytest.mark.rule("DK-S15", "DK-S19")
def test_a16_a17_when_the_queens_were_beaten():
    assert brought(ended((119, 121), game="solo queens", declarer="N"))[0] == -3
    house = Doppelkopf("ddv", elders_in_solo="on")
    assert brought(ended((119, 121), rules=house, game="solo queens", declarer="N"))[0] == -6
    assert re_gets(ended((110, 130), 1, 1)) == -1  # nobody has won: 120 against no 90, no more


@pytest.mark.rule("DK-R13")
def test_a18_queens_do_not_matter_in_a_solo():
    state = do(dealt({"E": "QC QC"}), "say reservation, say healthy, say healthy, say healthy")
    assert do(state, "bid solo clubs").parties == (1, -1, -1, -1)


@pytest.mark.rule("DK-R18")
def test_hidden_party_is_not_called_unknown():
    state = plays(healthy(dealt({"N": "QC", "E": "QC", "S": "JD", "W": "JH"})), "QC QC JD JH")
    told = [str(one.text) for one in state.view("S").statuses if one.name == "hidden_kontra"]
    assert told == [
        "South is Kontra, but the others do not know it yet."
    ]  # though both queens lie open by now


@pytest.mark.rule("DK-R25", "DK-R31")
def test_a19_a21_calls_against_a_silent_wedding():
    state = do(healthy(dealt({"N": "QC QC"})), "E: say kontra")
    assert "say kontra" not in state.actions("S")
    state = do(state, "S: say kontra no 90, W: say kontra no 60")
    assert state.roles.proved == (0, -1, -1, -1)
    assert not [one for seat in SEATS for one in state.view(seat).statuses if "wedding" in one.name]


@pytest.mark.rule("DK-R21", "DK-R24")
def test_a20_a22_before_first_card_and_late_level():
    assert "say re" in healthy(dealt({"N": "QC"})).actions("N")
    state = moment(7, "N say re no 60")
    found = state.why_not("say re schwarz", "N")
    assert found is not None
    assert found.rule == "DK-R24"


@pytest.mark.rule("DK-R14", "DK-R22")
def test_a23_forty_cards():
    forty = Doppelkopf("ddv", pack=40)
    assert (forty.deadlines, forty.wedding_limit) == ((9, 8, 7, 6, 5), 3)
    assert "say re" in moment(9, rules=forty).actions("N")
    assert "say re" not in moment(8, rules=forty).actions("N")
    assert "say kontra" in moment(8, "N say re", forty).actions("W")


@pytest.mark.rule("DK-P2")
def test_a24_nobody_can_revoke():
    state = do(healthy(dealt({"N": "TC", "E": "9C AS"})), "TC")
    refused = state.why_not("AS")
    assert refused is not None
    assert refused.rule == "DK-P2"


@pytest.mark.rule("DK-R24", "DK-A25")
def test_a25_skipped_levels_are_included_or_called():
    assert do(moment(11), "N: say re no 60").level(1) == 2
    assert "say re no 60" not in moment(11, rules=SEED).actions("N")
    assert do(moment(11, rules=SEED), "N: say re, N: say re no 90, N: say re no 60").level(1) == 2
    assert DDV.skipping
    assert not SEED.skipping
