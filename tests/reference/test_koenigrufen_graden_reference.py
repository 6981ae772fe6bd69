"""The naive Königrufen of Graden against the worked cases, and against what must hold in every deal."""

from collections import Counter
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.reference import koenigrufen_graden as kg
from tests.reference.agreement import Agreement

SEAT = dict(zip("ABCD", kg.SEATS, strict=True))


def cards(text: str) -> list[str]:
    """Cards written suit first, as `CA CK`."""
    return [card[::-1] for card in text.split()]


def begin(hands: list[str] | None = None, dealer: str = "D", **options: Any) -> kg.Deal:
    """A deal of A, B, C and D, who are North, East, South and West; D deals unless another is named."""
    if hands is None:
        hands = [
            "CK CQ SA SK HA DA",
            "CA CJ ST HT DK DJ",
            "CT C9 SQ HK HQ D9",
            "SJ S9 HJ H9 DQ DT",
        ]
    given = {seat: cards(hand) for seat, hand in zip(kg.SEATS, hands, strict=True)}
    assert sorted(card for hand in given.values() for card in hand) == sorted(kg.PACK)
    return kg.begin(given, SEAT[dealer], {**kg.DEFAULTS, **options})


def run(deal: kg.Deal, actions: str) -> kg.Deal:
    """Does `A bid bettler, A lay 9D, B pass, ...`."""
    for action in actions.split(","):
        player, _, text = action.strip().partition(" ")
        kg.do(deal, SEAT[player], text)
    return deal


def play(deal: kg.Deal, tricks: str) -> list[str]:
    """Plays tricks such as `CA CJ C9 H9 / CK ...` and says who won them."""
    for card in cards(tricks.replace("/", " ")):
        kg.do(deal, deal["turn"], card)
    players = {seat: player for player, seat in SEAT.items()}
    return [players[trick["winner"]] for trick in deal["tricks"]]


def chips(deal: kg.Deal) -> list[int]:
    paid = kg.settlement(deal)
    return [paid["seats"][seat] for seat in kg.SEATS]


def scored(
    contract: str, bidders: str, winners: str, called: str | None = None, **options: Any
) -> tuple[str, list[int]]:
    """The line and what A, B, C, D get when only the winners of the tricks are known."""
    deal = begin(**options)
    deal["contract"] = contract
    deal["bidders"] = [SEAT[player] for player in bidders]
    deal["called"] = called
    deal["tricks"] = [{"plays": [], "winner": SEAT[player]} for player in winners]
    return kg.settlement(deal)["line"], chips(deal)


# The worked cases ------------------------------------------------------------------------------------------


def test_g1_must_beat():
    for hand, allowed in [("CK CT H9", "CK"), ("CT C9", "CT C9"), ("H9 D9", "H9 D9")]:
        deal = begin()
        deal["phase"] = "play"
        deal["contract"] = "koenigmord"
        deal["trick"] = [("S", "QC"), ("W", "JC")]
        deal["turn"] = "N"
        deal["hands"]["N"] = cards(hand)
        assert sorted(kg.legal(deal, "N")) == sorted(cards(allowed))


def test_g2_order_matters():
    plays = list(zip(kg.SEATS, cards("CK CT CJ C9"), strict=True))
    assert kg.winner_of({**begin(), "contract": "koenigmord"}, plays) == "N"
    assert kg.winner_of({**begin(), "contract": "zehnermord"}, plays) == "E"


MORD = ["CA CK CQ SA SK SQ", "CT CJ HA HT DA D9", "C9 ST SJ HK HQ DT", "S9 HJ H9 DK DQ DJ"]


def test_g3_koenigmord():
    deal = run(begin(MORD), "A bid koenigmord, B pass, C pass, D pass")
    winners = play(
        deal,
        "CA CJ C9 H9 / CK CT HQ HJ / CQ D9 HK DJ / SA HT SJ S9 / SK HA ST DQ / SQ DA DT DK",
    )
    assert winners == list("AAAAAA")
    assert chips(deal) == [210, -70, -70, -70]


@pytest.mark.parametrize(("stop", "phase"), [("never", "play"), ("public", "over"), ("always", "over")])
def test_g4_the_same_deal_as_zehnermord(stop: str, phase: str):
    deal = run(begin(MORD, stop_when_decided=stop), "A bid zehnermord, B pass, C pass, D pass")
    play(deal, "CA CJ C9 H9 / CK")
    assert kg.legal(deal, "E") == ["TC"]
    assert play(deal, "CT HQ HJ") == ["A", "B"]
    assert deal["phase"] == phase
    assert chips(deal) == [-180, 60, 60, 60]


def test_g5_two_bettler_one_succeeds():
    hands = ["CK CT ST HT DJ D9", "CJ SK HQ DA DK DQ", "C9 S9 HA HK HJ DT", "CA CQ SA SQ SJ H9"]
    auction = "A bid bettler, A lay 9D, B pass, C bid bettler, C lay AH, D pass"
    tricks = "D9 DK HA H9 / HQ HK SJ HT / C9 CA CK CJ / SA ST SK S9 / SQ CT DQ DT / CQ DJ DA HJ"
    deal = run(begin(hands), auction)
    assert deal["turn"] == "N"
    assert play(deal, tricks) == list("BCDDDD")
    assert chips(deal) == [150, 0, -150, 0]
    literal = run(begin(hands, settle_one_bettler_fails="seed_literal"), auction)
    play(literal, tricks)
    assert chips(literal) == [-150, 0, 150, 0]


def test_g6_two_bettler_both_fail():
    hands = ["CA CJ ST H9 DQ DJ", "CK C9 SQ HJ DK DT", "CT SK SJ S9 HQ D9", "CQ SA HA HK HT DA"]
    deal = run(begin(hands), "A bid bettler, A lay 9H, B pass, C bid bettler, C lay KS, D pass")
    play(deal, "H9 HJ SK HK / HT CJ SQ")
    assert kg.legal(deal, "S") == ["QH"]
    assert play(deal, "HQ / CT CQ CA CK") == ["D", "C", "A"]
    assert deal["phase"] == "over"
    assert chips(deal) == [-100, 100, -100, 100]


def test_g7_durchmarsch_mit_einer_anderen_won():
    hands = ["CA CJ SK HA DA DT", "CT SQ HT DK DQ D9", "CK CQ SA ST HK HQ", "C9 SJ S9 HJ H9 DJ"]
    deal = run(begin(hands), "A bid durchmarsch, B pass, C pass, D pass, A call AS")
    play(deal, "CA CT CQ C9 / CJ HT")
    assert kg.legal(deal, "S") == ["KC"]
    play(deal, "CK DJ / HK H9")
    assert kg.legal(deal, "N") == ["AH"]
    play(deal, "HA SQ / DA D9 ST HJ / SK DQ")
    assert kg.player_of_called(deal) is None
    play(deal, "SA S9")
    assert kg.player_of_called(deal) == "S"
    assert play(deal, "HQ SJ DT DK") == list("ACAACC")
    assert chips(deal) == [40, -40, 40, -40]


def test_g8_called_ten_lost():
    hands = ["CA CJ SA S9 DA DQ", "CQ C9 SK SQ H9 D9", "CT CK HA HT HK DJ", "ST SJ HQ HJ DT DK"]
    deal = run(begin(hands), "A bid durchmarsch, B pass, C pass, D pass, A call TH")
    tricks = "CJ CQ CK SJ / HK HJ SA H9 / HT HQ S9 D9 / HA DT DA SK / CT ST CA C9 / DQ SQ DJ DK"
    assert play(deal, tricks) == list("CCCCAD")
    assert chips(deal) == [-40, 40, -40, 40]


def test_g9_am_letzten():
    hands = ["CA SA SK HA HK DT", "CK C9 SJ ST S9 HT", "CJ HQ H9 DK DJ D9", "CQ CT SQ HJ DA DQ"]
    deal = run(begin(hands), "A bid durchmarsch_letzten, B pass, C pass, D pass")
    tricks = "HA HT HQ HJ / SK ST D9 SQ / CA C9 CJ CT / HK CK H9 DQ / SA SJ DJ CQ / DT S9 DK DA"
    assert play(deal, tricks) == list("AAAAAD")
    assert kg.settlement(deal)["partner"] == "W"
    assert chips(deal) == [40, -40, -40, 40]
    assert scored("durchmarsch_letzten", "A", "AAAAAA") == ("S9", [120, -40, -40, -40])
    assert scored("durchmarsch_letzten", "A", "AAB") == ("S10", [-120, 40, 40, 40])


def test_g10_plauderer():
    assert scored("plauderer", "A", "BBCDBB") == ("S11", [150, -50, -50, -50])
    assert scored("plauderer", "A", "BA") == ("S11", [-150, 50, 50, 50])
    assert scored("plauderer", "AC", "BBBDDD") == ("S12", [100, -100, 100, -100])
    assert scored("plauderer", "AC", "CBBDDD") == ("S13", [300, 0, -300, 0])
    assert scored("plauderer", "AC", "ABBCDD") == ("S14", [-200, 200, -200, 200])


def test_g11_schurln_one_loser():
    hands = ["CA C9 HT HQ SJ D9", "CT CK HA H9 SK DJ", "CQ CJ HK ST S9 DA", "HJ SA SQ DT DK DQ"]
    deal = run(begin(hands), "A pass, B pass, C pass, D pass")
    assert deal["turn"] == "N"
    tricks = "D9 DJ DA DK / S9 SA SJ SK / DQ HQ HA HK / SQ HT CT ST / CQ HJ CA CK / C9 H9 CJ DT"
    assert play(deal, tricks) == list("CDDCAC")
    assert [kg.card_points(deal, seat) for seat in kg.SEATS] == [10, 0, 60, 20]
    assert chips(deal) == [10, 10, -30, 10]


def test_g12_schurln_three_tied():
    hands = ["CT CJ C9 H9 DA DQ", "CA ST SK SQ HA HJ", "CK SJ S9 HQ DT DK", "CQ SA HT HK DJ D9"]
    deal = run(begin(hands, dealer="A"), "B pass, C pass, D pass, A pass")
    assert deal["turn"] == "E"
    tricks = "ST SJ SA CT / D9 DA HA DT / CJ CA CK CQ / SQ S9 HK DQ / SK HQ HT H9 / HJ DK DJ C9"
    assert play(deal, tricks) == list("DABBBB")
    assert [kg.card_points(deal, seat) for seat in kg.SEATS] == [30, 30, 0, 30]
    assert chips(deal) == [-10, -10, 30, -10]


def test_g13_auction():
    hands = ["CK CQ SA SK HA C9", "CA CJ ST HT DK DJ", "CT DA SQ HK HQ D9", "SJ S9 HJ H9 DQ DT"]
    auction = "A bid bettler, A lay 9C, B pass, C bid bettler, C lay AD, D bid plauderer, D lay 9S"
    deal = run(begin(hands), auction)
    assert [sorted(deal["hands"][seat]) for seat in "NS"] == [
        sorted(cards(hands[0])),
        sorted(cards(hands[2])),
    ]
    assert kg.legal(deal, "N") == ["pass", *["bid " + contract for contract in kg.CONTRACTS[4:]]]
    assert kg.refusal(deal, "E", "bid koenigmord") == "ALREADY_PASSED"
    alone = run(deepcopy(deal), "A pass, C pass")
    assert [alone["phase"], alone["turn"], kg.value(alone)] == ["play", "W", 50]
    assert kg.legal(alone, "W") == ["9S"]
    joined = run(deepcopy(deal), "A bid plauderer, A lay 9C, C pass")
    assert [joined["phase"], joined["turn"], kg.value(joined)] == ["play", "W", 100]


def test_g14_illegal_bids():
    deal = run(begin(), "A bid durchmarsch_letzten")
    for contract in ["bettler", "durchmarsch", "durchmarsch_letzten"]:
        assert kg.refusal(deal, "E", "bid " + contract) == "BID_TOO_LOW"
    assert kg.refusal(begin(), "N", "bid hundertermord") is None
    without = ["CK SQ HA HT DA DT", "CA CQ SA SK HK DK", "CJ CT SJ ST HQ DQ", "C9 S9 HJ H9 DJ D9"]
    assert kg.refusal(begin(without), "N", "bid hundertermord") == "NEEDS_KING_AND_QUEEN"
    three = run(begin(), "A bid bettler, A lay KC, B pass, C bid bettler, C lay TC")
    assert kg.refusal(three, "W", "bid bettler") == "JOIN_NOT_POSSIBLE"


# Settlement, line by line ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "bidders", "winners", "called", "line", "totals"),
    [
        ("bettler", "A", "BCDBCD", None, "S1", [90, -30, -30, -30]),
        ("bettler", "A", "A", None, "S2", [-90, 30, 30, 30]),
        ("bettler", "AC", "BBBDDD", None, "S3", [50, -50, 50, -50]),
        ("bettler", "AC", "BBBCDD", None, "S4", [150, 0, -150, 0]),
        ("bettler", "AC", "AC", None, "S5", [-100, 100, -100, 100]),
        ("durchmarsch", "A", "AABBAB", "AC", "S6", [40, 40, -40, -40]),
        ("durchmarsch", "A", "AABBAC", "AC", "S7", [-40, -40, 40, 40]),
        ("durchmarsch_letzten", "A", "AAAAAD", None, "S8", [40, -40, -40, 40]),
        ("hundert", "A", "AABBAB", "AC", "S15", [60, 60, -60, -60]),
        ("hundert", "A", "AABBAC", "AC", "S15", [-60, -60, 60, 60]),
        ("hundert_letzten", "A", "AAAAAD", None, "S16", [60, -60, -60, 60]),
        ("hundert_letzten", "A", "AAAAAA", None, "S16", [180, -60, -60, -60]),
        ("hundert_letzten", "A", "AAAAD", None, "S16", [-180, 60, 60, 60]),
        ("zehnermord", "A", "AAAAAA", None, "S17", [180, -60, -60, -60]),
        ("zehnermord", "A", "AAAAAB", None, "S17", [-180, 60, 60, 60]),
        ("koenigmord", "A", "AAAAAA", None, "S18", [210, -70, -70, -70]),
        ("koenigmord", "A", "AAAAAB", None, "S18", [-210, 70, 70, 70]),
        ("hundertermord", "A", "AAAAAA", None, "S19", [240, -80, -80, -80]),
        ("hundertermord", "A", "AAAAAB", None, "S19", [-240, 80, 80, 80]),
    ],
)
def test_lines(
    contract: str, bidders: str, winners: str, called: str | None, line: str, totals: list[int]
) -> None:
    assert scored(contract, bidders, winners, called) == (line, totals)


def test_options_of_settlement():
    """KG-V1, KG-V7, KG-V10."""
    assert scored("durchmarsch", "A", "AAAAAA", "AS", call_own_card="true") == ("S6", [120, -40, -40, -40])
    assert scored("hundert", "A", "AAAAAB", "AS", call_own_card="true") == ("S15", [-180, 60, 60, 60])
    doubled = " ".join(str(2 * int(number)) for number in kg.DEFAULTS["values"].split())
    assert scored("plauderer", "AC", "CBBDDD", values=doubled) == ("S13", [600, 0, -600, 0])
    bad: dict[str, Any] = {"bad_hundert_bid": "lost"}
    assert scored("hundertermord", "B", "BBBBBB", **bad) == ("S19", [80, -240, 80, 80])
    assert scored("hundert", "B", "BBBBBB", "AS", **bad) == ("S15", [-60, -60, 60, 60])
    assert scored("hundert_letzten", "B", "BBBBBA", **bad) == ("S16", [60, -180, 60, 60])


# Rules and options of the auction --------------------------------------------------------------------------


def test_own_cards_may_not_be_called():
    """KG-R10, KG-A2, KG-V1."""
    for own, number in [("false", 18), ("true", 24)]:
        deal = run(begin(call_own_card=own), "A bid durchmarsch, B pass, C pass, D pass")
        assert len(kg.legal(deal, "N")) == number
    assert kg.refusal(begin(), "E", "pass") == "NOT_YOUR_TURN"
    laying = run(begin(), "A bid bettler")
    assert kg.refusal(laying, "N", "pass") == "FACE_DOWN_CARD_REQUIRED"
    assert len(kg.legal(laying, "N")) == 6


def test_joining():
    """KG-R4, KG-V2, KG-A6."""
    for number, allowed in [("1", True), ("0", False)]:
        deal = run(begin(max_joiners=number), "A bid bettler, A lay KC")
        assert ("bid bettler" in kg.legal(deal, "E")) == allowed
    deal = run(begin(), "A bid bettler, A lay KC, B bid durchmarsch, C pass, D pass")
    assert kg.refusal(deal, "N", "bid bettler") == "BID_TOO_LOW"
    assert sorted(deal["hands"]["N"]) == sorted(deal["dealt"]["N"])


def test_who_stands_highest_is_not_asked():
    """KG-R7, KG-A4."""
    auction = "A bid bettler, A lay KC, B bid durchmarsch, C bid durchmarsch_letzten, D pass, A pass"
    deal = run(begin(), auction)
    assert deal["turn"] == "E"
    deal = run(begin(), "A bid durchmarsch, B pass, C pass, D bid durchmarsch_letzten, A pass")
    assert [deal["phase"], deal["turn"]] == ["play", "W"]


def test_one_of_two_who_stand_jointly_may_raise():
    """KG-V3, KG-A4: three have to pass."""
    auction = "A bid bettler, A lay KC, B pass, C bid bettler, C lay TC, D pass"
    assert run(begin(), auction)["phase"] == "play"
    asked = run(begin(raise_own_bid="true"), auction)
    assert asked["turn"] == "N"
    assert kg.legal(asked, "N") == ["pass", *["bid " + contract for contract in kg.CONTRACTS[2:]]]
    content = run(deepcopy(asked), "A pass")
    assert [content["phase"], content["turn"], kg.value(content)] == ["play", "N", 50]
    raised = run(deepcopy(asked), "A bid plauderer, A lay KC")
    assert raised["laid"] == {"N": "KC"}
    assert raised["turn"] == "S"
    run(raised, "C bid plauderer, C lay 9C")
    assert raised["turn"] == "N"
    run(raised, "A pass")
    assert [raised["phase"], raised["turn"], kg.value(raised)] == ["play", "N", 100]
    alone = run(begin(raise_own_bid="true"), "A bid durchmarsch, B pass, C pass, D pass")
    assert alone["phase"] == "call"


def test_hidden_partner_ends_early_only_when_public():
    """KG-A15, KG-A16: B wins the first trick; that C holds the called card is known from trick 2."""
    hands = ["CQ SQ SJ HA HK DT", "CA C9 SA S9 HT DA", "CK CT SK ST HQ DQ", "CJ HJ H9 DK DJ D9"]
    auction = "A bid durchmarsch, B pass, C pass, D pass, A call KS"
    for stop, after_first, after_second in [
        ("never", "play", "play"),
        ("public", "play", "over"),
        ("always", "over", "over"),
    ]:
        deal = run(begin(hands, stop_when_decided=stop), auction)
        play(deal, "CQ CA CK CJ")
        assert deal["phase"] == after_first
        if deal["phase"] == "play":
            play(deal, "S9 SK D9 SQ")
            assert deal["phase"] == after_second
        assert chips(deal) == [-40, 40, -40, 40]


def test_must_beat_not_for_negative():
    """KG-V4."""
    for value, allowed in [("all", ["AC"]), ("not_for_negative", ["AC", "JC"])]:
        deal = run(begin(must_beat=value), "A bid bettler, A lay KC, B pass, C pass, D pass, A KC")
        assert kg.legal(deal, "E") == allowed


def test_open_hands_and_pairs_shown():
    """KG-P7, KG-V5."""
    deal = run(begin(), "A bid plauderer, A lay KC, B bid plauderer, B lay JC")
    run(deal, "C pass, D pass")
    assert kg.open_hands(deal) == []
    play(deal, "CK CJ CT H9")
    assert kg.open_hands(deal) == ["S", "W"]
    shown = run(begin(show_pair="true"), "A bid hundertermord, B pass, C pass, D pass")
    assert kg.pairs_shown(shown) == ["C"]


# Deals at random -------------------------------------------------------------------------------------------

WORTH = {
    "S1": [[90, -30, -30, -30]],
    "S2": [[30, 30, 30, -90]],
    "S3": [[50, 50, -50, -50]],
    "S4": [[150, 0, 0, -150]],
    "S5": [[100, 100, -100, -100]],
    "S6": [[40, 40, -40, -40]],
    "S7": [[40, 40, -40, -40]],
    "S8": [[40, 40, -40, -40]],
    "S9": [[120, -40, -40, -40]],
    "S10": [[40, 40, 40, -120]],
    "S11": [[150, -50, -50, -50], [50, 50, 50, -150]],
    "S12": [[100, 100, -100, -100]],
    "S13": [[300, 0, 0, -300]],
    "S14": [[200, 200, -200, -200]],
    "S15": [[60, 60, -60, -60]],
    "S16": [[60, 60, -60, -60], [180, -60, -60, -60], [60, 60, 60, -180]],
    "S17": [[180, -60, -60, -60], [60, 60, 60, -180]],
    "S18": [[210, -70, -70, -70], [70, 70, 70, -210]],
    "S19": [[240, -80, -80, -80], [80, 80, 80, -240]],
    "S20": [[10, 10, 10, -30]],
    "S21": [[10, 10, -10, -10]],
    "S22": [[30, -10, -10, -10]],
}
"""Section 6: what the four get by each line, from most to least."""


def stacked(chance: Random) -> list[str]:
    """A pack, sometimes so that the first to speak gets a hand that wins everything, or nothing."""
    pack = list(kg.PACK)
    chance.shuffle(pack)
    kings = chance.choice([["AKQ", "AK", "9"], ["ATK", "AT", "9"], ["ATKQ", "A", "9"]])
    wanted = {
        "strong": [rank + suit for suit in chance.sample("CSHD", 2) for rank in "AKQ"],
        "tens": [rank + suit for suit in chance.sample("CSHD", 2) for rank in "ATK"],
        "hundred": [rank + suit for suit in chance.sample("CSHD", 1) for rank in "ATKQJ9"],
        "five": [
            rank + suit for suit, ranks in zip(chance.sample("CSHD", 3), kings, strict=True) for rank in ranks
        ],
        "weak": [rank + suit for suit in chance.sample("CSHD", 4) for rank in "9T"][:6],
        "plain": [],
    }[chance.choice(["plain", "plain", "strong", "tens", "hundred", "five", "weak"])]
    for place, card in zip([0, 1, 2, 12, 13, 14], wanted, strict=False):
        other = pack.index(card)
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def chosen(deal: kg.Deal, favourite: str, chance: Random) -> str:
    """Low bids are likelier than high ones; bidders of a march play high, all others low, mostly."""
    actions = kg.legal(deal, deal["turn"])
    assert actions != []
    if deal["phase"] == "auction":
        eager = 0.9 if deal["turn"] == deal["order"][0] else 0.2
        if chance.random() > eager:
            return "pass"
        bids = [action for action in actions if action != "pass"]
        joins = [action for action in bids if action == "bid " + deal["contract"]]
        if joins and chance.random() < 0.8:
            return joins[0]
        if "bid " + favourite in bids and deal["turn"] == deal["order"][0]:
            return "bid " + favourite
        return chance.choice([*bids[:2], *bids, "pass"])
    if deal["phase"] != "play" or chance.random() < 0.3:
        return chance.choice(actions)
    ranks = kg.ranks_high_to_low(deal)
    side = [*deal["bidders"], kg.partner_called(deal)]
    actions = sorted(actions, key=lambda card: ranks.index(card[0]))
    high = deal["turn"] in side and deal["contract"] not in kg.LOSE_ALL
    return actions[0] if high else actions[-1]


def check_cards(deal: kg.Deal) -> None:
    """The 24 cards are all somewhere, each once."""
    found = [card for hand in deal["hands"].values() for card in hand] + list(deal["laid"].values())
    found += [card for _seat, card in deal["trick"]]
    found += [card for trick in deal["tricks"] for _seat, card in trick["plays"]]
    assert sorted(found) == sorted(kg.PACK)


def check_turn(deal: kg.Deal) -> None:
    """Only the seat to act may do anything; a card may be refused only for a better one (section 5)."""
    for seat in kg.SEATS:
        assert (kg.legal(deal, seat) != []) == (seat == deal["turn"])
    if deal["phase"] != "play" or (deal["tricks"] == [] and deal["turn"] in deal["laid"]):
        return
    hand = deal["hands"][deal["turn"]]
    allowed = kg.legal(deal, deal["turn"])
    assert set(allowed) <= set(hand)
    if deal["trick"] == []:
        assert sorted(allowed) == sorted(hand)
        return
    order = "".join(reversed(kg.ranks_high_to_low(deal)))
    led = deal["trick"][0][1][1]
    best = max(order.index(card[0]) for _seat, card in deal["trick"] if card[1] == led)
    suit = [card for card in hand if card[1] == led]
    above = [card for card in suit if order.index(card[0]) > best]
    free = deal["options"]["must_beat"] != "all" and deal["contract"] in ["schurln", "bettler", "plauderer"]
    expected = hand if suit == [] else suit if above == [] or free else above
    assert sorted(allowed) == sorted(expected)


def check_auction(deal: kg.Deal) -> None:
    """Section 4.2, read off what was said."""
    heights = [kg.CONTRACTS.index(text.split()[1]) for _seat, text in deal["said"] if text.startswith("bid")]
    assert heights == sorted(heights)
    for low, high in pairwise(heights):
        assert low < high or low in [1, 4]
    assert all(heights.count(height) <= (2 if height in [1, 4] else 1) for height in heights)
    standing = max(heights, default=0)
    assert deal["contract"] == kg.CONTRACTS[standing]
    bidders = [seat for seat, text in deal["said"] if text == "bid " + deal["contract"]]
    assert deal["bidders"] == bidders
    if deal["phase"] in ["call", "play"]:
        assert {seat for seat in kg.SEATS if seat not in bidders} <= set(deal["passed"])
        assert len(deal["passed"]) >= 3 or (len(bidders) == 2 and deal["options"]["raise_own_bid"] == "false")


def check_settlement(deal: kg.Deal, seen: Counter[str]) -> None:
    """Zero in sum, and a line of the table; who wins and who pays is on one side each."""
    paid = kg.settlement(deal)
    seats = paid["seats"]
    assert sum(seats.values()) == 0
    lone = deal["contract"] in kg.WITH_ANOTHER and paid["partner"] is None
    totals = sorted(seats.values(), reverse=True)
    if lone:  # KG-V1
        assert abs(seats[deal["bidders"][0]]) == 3 * kg.value(deal)
    else:
        assert totals in WORTH[paid["line"]]
    if paid["partner"] is not None:
        assert seats[paid["partner"]] == seats[deal["bidders"][0]]
    winners = [trick["winner"] for trick in deal["tricks"]]
    assert deal["options"]["stop_when_decided"] != "never" or len(winners) == 6
    if deal["contract"] == "schurln":
        points = sorted((kg.card_points(deal, seat) for seat in kg.SEATS), reverse=True)
        assert sum(points) == 90
        if points[0] == points[1]:
            assert points in [[40, 40, 10, 0], [30, 30, 20, 10], [30, 30, 30, 0]]
    seen[f"{paid['line']} {'lone ' if lone else ''}{totals}"] += 1
    seen[paid["line"]] += 1


def check_nothing_is_left_open(deal: kg.Deal, chance: Random, seen: Counter[str]) -> None:
    """KG-V6: a hand that ended early, played on at random, comes to the same."""
    if len(deal["tricks"]) == 6:
        return
    seen["ended early"] += 1
    if deal["contract"] in kg.WITH_ANOTHER and deal["options"]["stop_when_decided"] == "public":
        assert kg.player_of_called(deal) is not None
    longer = deepcopy(deal)
    longer["options"]["stop_when_decided"] = "never"
    longer["phase"] = "play"
    longer["turn"] = deal["tricks"][-1]["winner"]
    while longer["phase"] == "play":
        kg.do(longer, longer["turn"], chance.choice(kg.legal(longer, longer["turn"])))
    before, after = kg.settlement(deal), kg.settlement(longer)
    assert [before["seats"], before["line"]] == [after["seats"], after["line"]]


def play_deal(seed: int, seen: Counter[str]) -> None:
    chance = Random(seed)
    options = dict(kg.DEFAULTS)
    for key, values in kg.CHOICES.items():
        if chance.random() < 0.3:
            options[key] = chance.choice(values)
    dealer = chance.choice(kg.SEATS)
    favourite = chance.choice(kg.CONTRACTS)
    deal: dict[str, Any] = kg.begin(kg.deal_out(stacked(chance), dealer), dealer, options)
    while deal["phase"] != "over":
        check_cards(deal)
        check_turn(deal)
        check_auction(deal)
        action = chosen(deal, favourite if favourite != "schurln" else "pass", chance)
        if favourite == "schurln" and deal["phase"] == "auction":
            action = "pass"
        seen["cancelled"] += (
            action.startswith("bid") and len(deal["laid"]) > 0 and deal["contract"] not in action
        )
        kg.do(deal, deal["turn"], action)
    check_cards(deal)
    check_settlement(deal, seen)
    check_nothing_is_left_open(deal, chance, seen)
    seen["deals"] += 1


CORNERS = {
    "S1 [90, -30, -30, -30]": 28,
    "S2 [30, 30, 30, -90]": 19,
    "S3 [50, 50, -50, -50]": 317,
    "S4 [150, 0, 0, -150]": 33,
    "S5 [100, 100, -100, -100]": 5,
    "S6 [40, 40, -40, -40]": 18,
    "S6 lone [120, -40, -40, -40]": 284,
    "S7 [40, 40, -40, -40]": 14,
    "S8 [40, 40, -40, -40]": 347,
    "S9 [120, -40, -40, -40]": 1,
    "S10 [40, 40, 40, -120]": 15,
    "S11 [50, 50, 50, -150]": 13,
    "S11 [150, -50, -50, -50]": 34,
    "S12 [100, 100, -100, -100]": 27,
    "S13 [300, 0, 0, -300]": 4,
    "S14 [200, 200, -200, -200]": 61,
    "S15 [60, 60, -60, -60]": 35,
    "S15 lone [60, 60, 60, -180]": 546,
    "S16 [60, 60, -60, -60]": 185,
    "S16 [60, 60, 60, -180]": 88,
    "S16 [180, -60, -60, -60]": 3,
    "S17 [60, 60, 60, -180]": 0,
    "S17 [180, -60, -60, -60]": 9,
    "S18 [70, 70, 70, -210]": 12,
    "S18 [210, -70, -70, -70]": 2,
    "S19 [80, 80, 80, -240]": 7,
    "S19 [240, -80, -80, -80]": 11,
    "S20 [10, 10, 10, -30]": 16,
    "S21 [10, 10, -10, -10]": 85,
    "S22 [30, -10, -10, -10]": 30,
    "cancelled": 11,
    "ended early": 0,
}
"""The lines of the table with what they pay, and others: each with the seed of a deal."""

AGREEMENT = Agreement(play_deal, CORNERS)


def test_every_line_of_the_table_is_a_corner():
    assert {f"{line} {totals}" for line, worth in WORTH.items() for totals in worth} <= {*CORNERS}
