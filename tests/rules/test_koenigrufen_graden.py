"""Königrufen of Graden: the worked cases by number, the options, and the rulings where sources are silent."""

from random import Random

import pytest

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.rules import PositionError, Refusal
from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden
from kontrapunkt.games.koenigrufen_graden.constants import KING, TEN
from kontrapunkt.games.koenigrufen_graden.result import settle_schurln
from kontrapunkt.games.koenigrufen_graden.state import KoenigrufenState
from kontrapunkt.record import game_of, read, record_of, record_view, replay, write, write_start
from tests.rules.graden import (
    G3,
    G3_TRICKS,
    G5,
    G6,
    G7,
    G8,
    G9,
    G9_TRICKS,
    G10_HANDS,
    G11,
    G12,
    JOINED,
    KG,
    NAMES,
    bid,
    cards,
    chips,
    dealt,
    do,
    following,
    legal,
    lines,
    play,
    rank_first,
    refused,
)


def settled(state: KoenigrufenState, seed: int = 0) -> KoenigrufenState:
    """The end of a deal that is played on at random."""
    chance = Random(seed)
    while state.to_act is not None:
        state = state.apply(chance.choice(state.actions()))
    return state


# The worked cases ------------------------------------------------------------------------------------------


def test_g1_must_beat():
    assert legal(following("CK CT H9", "CQ CJ")) & {"CK", "CT", "H9"} == {"CK"}
    assert legal(following("CT C9", "CQ CJ")) >= {"CT", "C9"}
    state = following("H9 D9 HJ DJ HQ DQ", "CQ CJ")
    assert legal(state) == {"H9", "D9", "HJ", "DJ", "HQ", "DQ"}


def test_g2_order_matters():
    trick = cards("CK CT CJ C9")
    assert KING.best(trick) == 0
    assert TEN.best(trick) == 1


def test_g3_koenigmord():
    end = play(bid(dealt(G3), "koenigmord"), G3_TRICKS)
    assert chips(end) == [210, -70, -70, -70]
    assert lines(end) == ["KG-S18"]


def test_g4_the_same_deal_as_zehnermord():
    state = bid(dealt(G3), "zehnermord")
    state = play(state, "CA CJ C9 H9 (A) / CK")
    assert refused(state, "AH") == "KG-P2"
    assert legal(state) == {"CT"}
    end = play(state, "CT HQ HJ (B)")
    assert end.to_act is None
    assert chips(end) == [-180, 60, 60, 60]
    assert lines(end) == ["KG-S17"]


def test_g5_two_bettler_one_succeeds():
    state = do(dealt(G5), JOINED.format("D9", "HA"))
    state = play(state, "D9 DK")
    assert legal(state) == {"HA"}
    assert refused(state, "TD") == "KG-P6"
    state = play(state, "HA H9 (B) / HQ HK SJ HT (C)")
    end = play(state, "C9 CA CK CJ (D) / SA ST SK S9 (D) / SQ CT DQ DT (D) / CQ DJ DA HJ (D)")
    assert chips(end) == [150, 0, -150, 0]
    assert lines(end) == ["KG-S4"]


def test_g6_two_bettler_both_fail():
    state = do(dealt(G6), JOINED.format("H9", "SK"))
    state = play(state, "H9 HJ SK HK (D) / HT CJ SQ")
    assert legal(state) == {"HQ"}
    end = play(state, "HQ (C) / CT CQ CA CK (A)")
    assert end.to_act is None  # both have a trick, and all have seen it
    assert chips(end) == [-100, 100, -100, 100]
    assert lines(end) == ["KG-S5"]


def test_g7_durchmarsch_mit_einer_anderen_won():
    state = do(bid(dealt(G7), "durchmarsch"), "A call SA")
    state = play(state, "CA CT CQ C9 (A) / CJ HT CK DJ (C) / HK H9 HA SQ (A) / DA D9 ST HJ (A) / SK DQ")
    assert [state.view(seat).statuses for seat in ("N", "E", "W")] == [state.view("N").statuses] * 3
    assert [status.name for status in state.view("E").statuses] == ["declarer", "order", "called"]
    assert "hidden_partner" in [status.name for status in state.view("S").statuses]
    state = play(state, "SA S9 (C)")
    assert "partner" in [status.name for status in state.view("E").statuses]
    end = play(state, "HQ SJ DT DK (C)")
    assert chips(end) == [40, -40, 40, -40]
    assert lines(end) == ["KG-S6"]


def test_g8_called_ten_lost():
    state = do(bid(dealt(G8), "durchmarsch"), "A call HT")
    assert state.order is TEN
    state = play(
        state, "CJ CQ CK SJ (C) / HK HJ SA H9 (C) / HT HQ S9 D9 (C) / HA DT DA SK (C) / CT ST CA C9 (A)"
    )
    end = play(state, "DQ SQ DJ DK (D)")
    assert chips(end) == [-40, 40, -40, 40]
    assert lines(end) == ["KG-S7"]


def test_g9_am_letzten():
    end = play(bid(dealt(G9), "durchmarsch_letzten"), G9_TRICKS)
    assert chips(end) == [40, -40, -40, 40]
    assert lines(end) == ["KG-S8"]


def test_g9_am_letzten_otherwise():
    """Had A won the last trick: with the ace of bells instead of the ten. Had A lost the third one."""
    hands = [G9[0].replace("DT", "DA"), G9[1], G9[2], G9[3].replace("DA", "DT")]
    end = play(bid(dealt(hands), "durchmarsch_letzten"), G9_TRICKS.partition("DT S9")[0] + "DA S9 DK DT (A)")
    assert (chips(end), lines(end)) == ([120, -40, -40, -40], ["KG-S9"])
    state = bid(dealt(G9), "durchmarsch_letzten")
    end = play(state, "HA HT HQ HJ (A) / SK ST D9 SQ (A) / DT C9 DK DA (D)")
    assert end.to_act is None
    assert (chips(end), lines(end)) == ([-120, 40, 40, 40], ["KG-S10"])


def test_g10_plauderer():
    """The numbers, each by a deal that is played out."""
    state = bid(dealt(G10_HANDS), "plauderer")
    state = do(state, "A lay C9, B pass, C pass, D pass")
    end = settled(state)
    assert (chips(end), lines(end)) == ([150, -50, -50, -50], ["KG-S11"])
    state = do(bid(dealt(G10_HANDS[3:] + G10_HANDS[:3]), "plauderer"), "A lay CA, B pass, C pass, D pass")
    end = settled(state)
    assert (chips(end), lines(end)) == ([-150, 50, 50, 50], ["KG-S11"])


@pytest.mark.parametrize(
    ("hands", "laid", "rules"),
    [
        (["C9 S9 H9 D9 CT ST", "CJ SJ HJ DJ HT DT"], "C9 CJ", {"KG-S12"}),
        (["CA SA HA DA CK SK", "CQ SQ HQ DQ HK DK"], "CA CQ", {"KG-S13"}),
        (["CA SA HA D9 CK SK", "DA DK DQ DJ HK SQ"], "CA SQ", {"KG-S14"}),
        (["CJ SJ H9 DT D9 S9", "CQ SQ HT HJ DJ C9"], "CJ C9", {"KG-S12", "KG-S13", "KG-S14"}),
    ],
)
def test_g10_two_plauderer(hands: list[str], laid: str, rules: set[str]):
    """Played on at random, sixty times: the chips are those of the line."""
    used = cards(" ".join(hands))
    rest = [one[::-1] for one in KG.pack if one not in used]
    state = dealt([hands[0], hands[1], " ".join(rest[:6]), " ".join(rest[6:])])
    first, second = laid.split()
    text = f"A bid plauderer, A lay {first}, B bid plauderer, B lay {second}, C pass, D pass"
    found = set()
    for seed in range(60):
        end = settled(do(state, text), seed)
        rule, paid = {
            (False, False): ("KG-S12", [100, 100, -100, -100]),
            (False, True): ("KG-S13", [300, -300, 0, 0]),
            (True, False): ("KG-S13", [-300, 300, 0, 0]),
            (True, True): ("KG-S14", [-200, -200, 200, 200]),
        }[end.taken[0] > 0, end.taken[1] > 0]
        assert (chips(end), lines(end)) == (paid, [rule])
        found.add(rule)
    assert found == rules


def test_g11_schurln_one_loser():
    state = do(dealt(G11), "A pass, B pass, C pass, D pass")
    assert state.to_act == "N"
    end = play(
        state,
        "D9 DJ DA DK (C) / S9 SA SJ SK (D) / DQ HQ HA HK (D) / SQ HT CT ST (C) / CQ HJ CA CK (A) / "
        "C9 H9 CJ DT (C)",
    )
    assert end.card_points == (10, 0, 60, 20)
    assert (chips(end), lines(end)) == ([10, 10, -30, 10], ["KG-S20"])


@pytest.mark.rule("KG-S22")
def test_g12_schurln_three_tied():
    """B leads: the dealer sits at B's right."""
    hands = [*G12[1:], G12[0]]  # A's place is B's in the case
    state = do(dealt(hands), "A pass, B pass, C pass, D pass")
    end = play(
        state,
        "ST SJ SA CT (C) / D9 DA HA DT (D) / CJ CA CK CQ (A) / SQ S9 HK DQ (A) / SK HQ HT H9 (A) / "
        "HJ DK DJ C9 (A)",
    )
    assert end.card_points == (30, 0, 30, 30)
    assert (chips(end), lines(end)) == ([-10, 30, -10, -10], ["KG-S22"])


def test_g13_auction():
    state = do(dealt(G11), "A bid bettler, A lay C9, B pass, C bid bettler, C lay S9")
    assert [laid.cards for laid in state.view("W").laid] == [(HIDDEN,), (HIDDEN,)]
    state = do(state, "D bid plauderer, D lay HJ")
    assert sorted(state.hands[0]) == sorted(cards(G11[0]))
    assert sorted(state.hands[2]) == sorted(cards(G11[2]))
    assert state.to_act == "N"
    without_pair = {"bid hundert", "bid hundert_letzten", "bid hundertermord"}
    assert legal(state) == {"pass", "bid plauderer", "bid zehnermord", "bid koenigmord"}
    assert {refused(state, action) for action in without_pair} == {"KG-R9"}
    assert refused(state, "pass", "B") == "KG-R3"
    alone = do(state, "A pass, C pass")
    assert alone.to_act == "W"
    assert alone.standing.laid[3] == "JH"
    joined = do(state, "A bid plauderer, A lay C9, C pass")
    assert joined.to_act == "W"
    assert joined.bidders == (3, 0)
    assert max(abs(number) for number in chips(settled(joined))) in (100, 200, 300)


def test_g14_illegal_bids():
    hands = ["CK CQ SA SK HA DA", "CJ SQ HK HT DT D9", "CA CT ST HQ HJ DQ", "C9 SJ S9 H9 DK DJ"]
    state = do(
        dealt(["CT ST HT DT CJ SJ", "CK CQ SA SK HA DA", "CA SQ HK D9 C9 S9", "HQ HJ DQ DK DJ H9"]),
        "A bid durchmarsch_letzten",
    )
    for low in ("bettler", "durchmarsch", "durchmarsch_letzten"):
        assert refused(state, f"bid {low}") == "KG-R2"
    assert "bid hundertermord" in state.actions()
    none = dealt(["CK SQ HA HT DA DT", "CQ SK HQ DK CA SA", "CT CJ C9 ST SJ S9", "HK HJ H9 DQ DJ D9"])
    assert refused(none, "bid hundertermord") == "KG-R9"
    why = none.why_not("bid hundertermord")
    assert why
    assert "of kings and queens you hold only the king of clubs and the queen of spades" in why.reason
    state = do(dealt(hands), "A bid bettler, A lay HA, B bid bettler, B lay D9")
    assert refused(state, "bid bettler") == "KG-R4"


# Rulings and options ---------------------------------------------------------------------------------------


def test_face_down_card_was_dealt_too():
    """KG-R9, option raise_own_bid: who raises the own Bettler may have laid the king down."""
    state = do(
        dealt(["CK CQ ST HT DJ D9", *G5[1:3], "CA CT SA SQ SJ H9"], KoenigrufenGraden(raise_own_bid=True)),
        JOINED.format("CK", "HA"),
    )
    assert state.to_act == "N"
    assert "bid hundert" in state.actions()
    assert refused(state, "bid bettler") == "KG-R4"
    assert do(state, "A pass").phase == "lead"
    raised = do(state, "A bid koenigmord")
    assert raised.to_act == "S"
    assert raised.bidders == (0,)
    assert len(raised.hands[0]) == len(raised.hands[2]) == 6


def test_nobody_joins_where_that_is_agreed():
    state = do(dealt(G5, KoenigrufenGraden(max_joiners=0)), "A bid bettler, A lay D9")
    assert refused(state, "bid bettler") == "KG-R4"


def test_own_card_called():
    """Option call_own_card: alone in secret, for three times the value."""
    state = bid(dealt(G7), "durchmarsch")
    assert refused(state, "call AC") == "KG-R10"
    assert len(state.actions()) == 18
    state = bid(dealt(G3, KoenigrufenGraden(call_own_card=True)), "durchmarsch")
    assert len(state.actions()) == 24
    state = do(state, "A call CA")
    assert [status.name for status in state.view("N").statuses][-1] == "hidden_alone"
    assert [status.name for status in state.view("E").statuses][-1] == "called"
    end = play(state, G3_TRICKS)
    assert (chips(end), lines(end)) == ([120, -40, -40, -40], ["KG-S6"])


def test_called_ten():
    """Option called_ten_changes_order; in a Hundert the order is the same whatever is called."""
    state = bid(dealt(G8, KoenigrufenGraden(called_ten_changes_order=False)), "durchmarsch")
    assert do(state, "A call HT").order is KING
    state = bid(dealt([G3[0], *G3[1:]]), "hundert")
    assert do(state, "A call HK").order is TEN


def test_must_beat_not_for_negative():
    """Option must_beat."""
    free = KoenigrufenGraden(must_beat="not_for_negative")
    assert legal(following("CK CT", "CQ CJ", free, "schurln")) >= {"CK", "CT"}
    assert "CT" not in legal(following("CK CT", "CQ CJ", free))
    state = do(dealt(G6, free), "A bid bettler, A lay H9, B pass, C pass, D pass, A H9, B HJ")
    assert legal(state) == {"HQ"}
    assert legal(do(state, "C HQ")) == {"HK", "HT", "HA"}
    state = do(dealt(G6), "A bid bettler, A lay H9, B pass, C pass, D pass, A H9, B HJ, C HQ")
    assert legal(state) == {"HA", "HK"}


def test_pairs_are_shown_before_the_first_lead():
    """Option show_pair: all pairs, to everybody, until the bidder leads."""
    hands = ["CA CK CQ SK SQ SA", *G3[1:]]
    state = bid(dealt(hands, KoenigrufenGraden(show_pair=True)), "hundertermord")
    assert state.view("E").hands["N"].count(HIDDEN) == 2
    assert set(state.view("E").hands["N"]) == {*cards("CK CQ SK SQ"), HIDDEN}
    led = do(state, "A CA")
    assert set(led.view("E").hands["N"]) == {HIDDEN}
    calls = bid(dealt(hands, KoenigrufenGraden(show_pair=True)), "hundert")
    assert calls.view("W").hands["N"].count(HIDDEN) == 2


def test_bad_hundert_bid_is_lost():
    """Option bad_hundert_bid: found out in the end, whatever was won."""
    hands = ["CA CT CK SA ST SK", "CQ CJ HA HT DA D9", "C9 SQ SJ HK HQ DT", "S9 HJ H9 DK DQ DJ"]
    assert refused(dealt(hands), "bid hundertermord") == "KG-R9"
    state = bid(dealt(hands, KoenigrufenGraden(bad_hundert_bid="lost")), "hundertermord")
    end = settled(play(state, "CA CJ C9 H9 (A) / CT CQ HQ HJ (A)"))
    assert end.taken[0] == 6
    assert chips(end) == [-240, 80, 80, 80]
    assert [item.rule for item in end.result().items][:2] == ["KG-R9", "KG-S19"]


def test_that_nothing_is_shown_is_seen():
    game = KoenigrufenGraden(bad_hundert_bid="lost", show_pair="on")
    state = game.start(read(HEAD.replace("Position", "Deal") + HANDS))
    for action in ("bid hundertermord", *["pass"] * 3):
        state = state.apply(action)
    assert state.view("E").facts["shown"] == "-"
    told = write(write_start(state))
    assert game_of(read(told)).start(read(told)) == state
    with pytest.raises(PositionError, match="shows every king and queen of one suit: KC, QC"):
        game.start(read(told.replace("TC KC", "KC QC").replace("AC QC", "AC TC")))


def test_bad_hundert_bid_in_a_position():
    """What a position leaves out of the hand that was dealt, it says."""
    hands = ["CA CT CK SA ST SK", "CQ CJ HA HT DA D9", "C9 SQ SJ HK HQ DT", "S9 HJ H9 DK DQ DJ"]
    state = bid(dealt(hands, KoenigrufenGraden(bad_hundert_bid="lost")), "hundertermord")
    state = play(state, "CA CJ C9 H9 (A) / CT")
    position = write_start(state)
    assert position.deals[0].facts["pair"] == "no"
    assert "pair" not in write_start(state, "E").deals[0].facts
    again = state.game.start(read(write(position)))
    assert isinstance(again, KoenigrufenState)
    assert settled(again).result().seats == {"N": -240, "E": 80, "S": 80, "W": 80}


def test_hidden_partner_ends_deal_only_when_known():
    """Option stop_when_decided: B takes the first trick; the second one shows that C is the partner."""
    hands = ["CQ SQ SJ HA HK DT", "CA C9 SA S9 HT DA", "CK CT SK ST HQ DQ", "CJ HJ H9 DK DJ D9"]
    for stop, after_first, after_second in (
        ("never", "lead", "lead"),
        ("public", "lead", "over"),
        ("always", "over", "over"),
    ):
        state = do(bid(dealt(hands, KoenigrufenGraden(stop_when_decided=stop)), "durchmarsch"), "A call SK")
        state = play(state, "CQ CA CK CJ (B)")
        assert state.phase == after_first
        if state.to_act:
            state = play(state, "S9 SK D9 SQ")
            assert state.phase == after_second
        assert chips(settled(state)) == [-40, 40, -40, 40]
        assert settled(state).result().items[0].rule == "KG-R10"


def test_one_bettler_fails_by_letter_of_post():
    """Option settle_one_bettler_fails: the slip, where somebody wants to see what it comes to."""
    literal = KoenigrufenGraden(settle_one_bettler_fails="seed_literal")
    state = do(dealt(G5, literal), JOINED.format("D9", "HA"))
    assert chips(
        play(
            state, "D9 DK HA H9 (B) / HQ HK SJ HT (C) / C9 CA CK CJ / SA ST SK S9 / SQ CT DQ DT / CQ DJ DA HJ"
        )
    ) == [
        -150,
        0,
        150,
        0,
    ]


def test_stakes():
    """The options of values."""
    end = play(bid(dealt(G3, KoenigrufenGraden(value_koenigmord=7)), "koenigmord"), G3_TRICKS)
    assert chips(end) == [21, -7, -7, -7]


def test_talk_is_told():
    """Option exposed_discussion changes what a table is told and nothing else."""
    texts = []
    for talk in (True, False):
        state = do(
            dealt(G5, KoenigrufenGraden(exposed_discussion=talk)),
            "A bid plauderer, A lay D9, B pass, C pass, D pass",
        )
        state = play(state, "D9 DK DT SA")
        assert HIDDEN not in state.view("N").hands["E"]
        assert HIDDEN in state.view("E").hands["N"]
        texts.append(str(state.view("N").statuses[-1].text))
    assert "discuss" in texts[0]
    assert "discuss" not in texts[1]


# Refusals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "action", "name", "rule", "part"),
    [
        ("", "pass", "B", "KG-R1", "North"),
        ("A pass", "pass", "A", "KG-R3", "said Gut"),
        ("A bid durchmarsch", "pass", "A", "KG-R7", "is the highest bid"),
        ("A bid plauderer, A lay C9", "bid durchmarsch_letzten", None, "KG-R2", "lower than Plauderer"),
        ("A bid durchmarsch", "bid durchmarsch", None, "KG-R2", "bid already"),
        ("", "bid", None, "KG-R2", "Name the contract"),
        ("", "bid solo", None, "KG-R2", "There is no contract"),
        ("", "AC", None, "KG-R2", "in the auction"),
        ("", "lay 9C", None, "KG-R5", "bid that first"),
        ("", "call AS", None, "KG-R10", "after the auction"),
        ("", "bid hundert", None, "KG-R9", "the king of clubs and the queen of hearts"),
        ("A bid bettler", "lay AH", None, "KG-R5", "not a card in your hand"),
        ("A bid bettler", "AC", None, "KG-R5", "face down"),
        ("A bid bettler", "pass", "B", "KG-R5", "North has to lay"),
        ("A bid durchmarsch, B pass, C pass, D pass", "AC", None, "KG-R10", "before you lead"),
        ("A bid durchmarsch, B pass, C pass, D pass", "call AC", None, "KG-R10", "the ace of clubs yourself"),
        ("A bid durchmarsch, B pass, C pass, D pass", "call 7C", None, "KG-R10", "not in the pack"),
        ("A bid durchmarsch, B pass, C pass, D pass", "call it", None, "KG-R10", "is not a card"),
        ("A bid durchmarsch, B pass, C pass, D pass", "KC", "B", "KG-R10", "North has to call"),
        ("A bid zehnermord, B pass, C pass, D pass", "pass", None, "KG-R7", "auction is over"),
        ("A bid zehnermord, B pass, C pass, D pass", "lay AC", None, "KG-R5", "play has begun"),
        ("A bid zehnermord, B pass, C pass, D pass", "call AS", None, "KG-R10", "No card is called"),
        ("A bid zehnermord, B pass, C pass, D pass", "AH", None, "KG-P2", "do not hold the ace of hearts"),
        ("A bid zehnermord, B pass, C pass, D pass", "hm", None, "KG-P2", "is not possible here"),
        ("A bid zehnermord, B pass, C pass, D pass", "TC", "B", "KG-P5", "turn"),
        ("A bid bettler, A lay C9, B pass, C pass, D pass", "AC", None, "KG-P6", "the nine of clubs"),
        (
            "A bid zehnermord, B pass, C pass, D pass, A CA, B CK, C CQ, D HJ, A D9",
            "KD",
            "C",
            "KG-P5",
            "turn",
        ),
    ],
)
def test_refusals(said: str, action: str, name: str | None, rule: str, part: str):
    hands = ["CA C9 HT HQ SJ D9", "CT CK HA H9 SK DJ", "CQ CJ HK ST S9 DA", "HJ SA SQ DT DK DQ"]
    if rule == "KG-R9":
        hands[0], hands[1] = "CK C9 HT HQ SJ D9", "CT CA HA H9 SK DJ"
    state = do(dealt(hands), said) if said else dealt(hands)
    refusal = state.why_not(action, NAMES[name] if name else None)
    assert refusal is not None
    assert refusal.rule == rule
    assert part in refusal.reason
    assert refusal.legal == state.actions(NAMES[name] if name else None)
    with pytest.raises(Refusal):
        state.apply(action, NAMES[name] if name else None)


def test_refusals_in_play():
    state = following("CK CT H9", "CQ CJ")
    assert refused(state, "TC") == "KG-P3"
    why = state.why_not("9H")
    assert why
    assert (why.rule, "beat the queen of clubs with the king of clubs" in why.reason) == ("KG-P2", True)
    state = following("CT C9 H9", "CQ CJ")
    why = state.why_not("9H")
    assert why
    assert "You hold the ten of clubs and the nine of clubs and must follow clubs" in why.reason
    end = settled(state)
    assert refused(end, "AC") == "KG-P8"


# Records ---------------------------------------------------------------------------------------------------


def test_a_seat_writes_down_what_it_has_seen():
    start = dealt(G5)
    state = do(start, JOINED.format("D9", "HA"))
    done = ["bid bettler", "lay 9D", "pass", "bid bettler", "lay AH", "pass", "9D", "KD"]
    text = write(record_of(start, done, seat="E"))
    assert "N lay ?" in text
    assert "lay AH" not in text
    mine = write(record_of(start, done, seat="N"))
    assert "N lay 9D" in mine
    assert record_view(read(text), "E").laid[0].cards == (HIDDEN,)
    assert state.view("S").laid[1].cards == cards("HA")


def test_open_hands_are_written_as_seen():
    start = dealt(G10_HANDS)
    done = ["bid plauderer", "lay 9C", "pass", "pass", "pass", "9C", "JC", "QC", "AC"]
    text = write(record_of(start, done, seat="N"))
    assert '* "show E JS' in text
    view = record_view(read(text), "N")
    assert all(HIDDEN not in view.hands[seat] for seat in SEATS)
    wrong = text.replace('"show E JS', '"show E 9S')
    with pytest.raises(ValueError, match="does not show"):
        record_view(read(wrong), "N")
    early = write(record_of(start, done[:6])).rstrip() + '  * "show E JS"\n'
    with pytest.raises(ValueError, match="does not show"):
        replay(read(early))


HEAD = '[Game "koenigrufen-graden"]\n[Dealer "W"]\n[Position]\n'
HANDS = "N: KC TC TS TH JD 9D\nE: JC KS QH AD KD QD\nS: 9C 9S AH KH JH TD\nW: AC QC AS QS JS 9H\n"


@pytest.mark.parametrize(
    ("facts", "part"),
    [
        ("calls: E pass", "not East’s turn"),
        ("calls: N bid koenigmord, E bid bettler", "only a higher bid"),
        ("calls: N bid hundert, E pass, S pass, W pass", "without king and queen"),
        ("calls: N bid koenigmord, E call AS", "cannot say"),
        ("calls: N bid durchmarsch, E pass, S pass, W pass, N call KC", "own hand"),
        ("calls: N bid koenigmord\nlaid: N 9D", "more often than in the pack"),
        ("calls: N bid bettler, E pass\n", "their first cards face down"),
        ("laid: N", "cannot be read"),
        ("pair: yes", "cannot be read"),
        ("pair: no", "only for a Hundert contract"),
        ("calls: N pass, E pass, S pass, W pass\npair: no", "only for a Hundert contract"),
        ("shown: KC", "nobody shows cards here"),
        ("points: N 10 E 0 S 0 W 0", "card points do not count here"),
        ("tricks: N 1", "cannot be read"),
        ("partner: S", "no card was called"),
        ("calls: N bid durchmarsch, E pass, S pass, W pass, N call AS\npartner: W", "still in West"),
        ("chips: N 30 E -10 S -10 W -20", "add up to nothing"),
        ("chips: N 30 E -30", "cannot be read"),
    ],
)
def test_impossible_positions(facts: str, part: str):
    with pytest.raises(PositionError, match=part):
        KG.start(read(HEAD + HANDS + facts))


def test_positions_of_the_past():
    late = HEAD + "N: KC 9D\nE: JC QD\nS: 9S AH\nW: AC QC\nlead: W\n"
    called = late + "calls: N bid durchmarsch, E pass, S pass, W pass, N call AS\n"
    with pytest.raises(PositionError, match="say who played it"):
        KG.start(read(called + "tricks: N 2 E 0 S 0 W 2"))
    state = KG.start(read(called + "tricks: N 2 E 0 S 0 W 2\npartner: W"))
    assert chips(settled(state))[0] in (40, -40)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="result of this deal is certain"):
        KG.start(read(called + "tricks: N 2 E 1 S 0 W 1\npartner: W"))
    with pytest.raises(PositionError, match="calls do not end"):
        KG.start(read(late + "calls: N bid koenigmord\ntricks: N 4 E 0 S 0 W 0"))
    bare = (HEAD + HANDS).replace('[Dealer "W"]\n', "")
    with pytest.raises(PositionError, match="the dealer is missing"):
        KG.start(read(bare))
    assert KG.start(read(bare + "calls: S pass")).session.dealer == "E"
    for wrong, part in (("E", "still|has played"), ("S", "has played")):
        trick = HANDS.replace("W: AC QC AS QS", "W: AC QC QS") + f"trick: W AS\npartner: {wrong}\n"
        with pytest.raises(PositionError, match=part):
            KG.start(read(HEAD + trick + "calls: N pass, E pass, S pass, W bid durchmarsch, W call AS"))


def test_four_cannot_have_the_same():
    with pytest.raises(ValueError, match="evenly"):
        settle_schurln((10, 10, 10, 10), 10)
    assert settle_schurln((40, 40, 10, 0), 10).chips == (-10, -10, 10, 10)
    assert rank_first("HT") == "TH"


def test_auction_card_has_spoken_name() -> None:
    refusal = KoenigrufenGraden().deal(seed=3).why_not("QC")
    assert refusal
    assert "“queen of clubs” is not possible" in str(refusal)
