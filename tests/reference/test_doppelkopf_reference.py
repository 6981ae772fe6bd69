"""The naive reference of Doppelkopf before the worked cases of its rules."""

from random import Random
from typing import Any

import pytest

from tests.reference.doppelkopf.calls import LEVELS, WORDS, deadline, highest, what_is_wrong
from tests.reference.doppelkopf.cards import (
    DDV,
    SEATS,
    SEED,
    SEVEN_SOLOS,
    Deal,
    Options,
    card_points,
    cards_each,
    full_pack,
    plain_suit,
    points_in,
    suit_of,
    trumps,
    winner_of,
)
from tests.reference.doppelkopf.checks import CHOICES, cards_of, dealt, everybody, reference_procedure
from tests.reference.doppelkopf.parties import (
    clarification,
    concluded,
    is_silent_wedding,
    is_solo,
    members,
    party,
    proved,
    shift,
)
from tests.reference.doppelkopf.play import actions, begin, do, legal_cards
from tests.reference.doppelkopf.scoring import Facts, facts_of, result, settle


def test_every_option_is_tried_and_five_presets_differ():
    assert {key: choices[0] for key, choices in CHOICES.items()} == DDV
    differ = {key for key in DDV if DDV[key] != SEED[key]}
    assert differ == {"target_rule", "schwarz_means", "both_fail", "reply", "skipped_levels"}


# Dealing and driving ---------------------------------------------------------------------------------------


def normal_game(options: Options, dealer: str = "W") -> Deal:
    """A normal game that has just begun: N and S are Re."""
    hands = dealt(options, Random(5), {"N": ["QC"], "S": ["QC"]})
    return everybody(begin(hands, dealer, options), "hhhh")


def until(deal: Deal, seat: str, held: int) -> Deal:
    """Plays on until a seat holds just so many cards."""
    while len(deal["hands"][seat]) > held:
        do(deal, deal["turn"], cards_of(deal)[0])
    assert len(deal["hands"][seat]) == held
    return deal


def wedding(wanted: list[str], options: Options = DDV) -> Deal:
    """A wedding of E, E on lead, whose first tricks are won as wanted; found by playing at random."""
    for seed in range(2000):
        chance = Random(seed)
        deal = everybody(begin(dealt(options, chance, {"E": ["QC", "QC", "TH"]}), "N", options), "rhhh")
        do(deal, "E", "bid wedding")
        while len(deal["tricks"]) < len(wanted):
            do(deal, deal["turn"], chance.choice(cards_of(deal)))
        if [trick["winner"] for trick in deal["tricks"]] == wanted:
            return deal
    raise AssertionError("no such wedding")


# Section 2 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "order", "counts48", "counts40"),
    [
        ("normal", "TH QC QS QH QD JC JS JH JD AD TD KD 9D", (26, 22), (24, 16)),
        ("diamonds", "TH QC QS QH QD JC JS JH JD AD TD KD 9D", (26, 22), (24, 16)),
        ("clubs", "TH QC QS QH QD JC JS JH JD AC TC KC 9C", (26, 22), (24, 16)),
        ("spades", "TH QC QS QH QD JC JS JH JD AS TS KS 9S", (26, 22), (24, 16)),
        ("hearts", "TH QC QS QH QD JC JS JH JD AH KH 9H", (24, 24), (22, 18)),
        ("queens", "QC QS QH QD", (8, 40), (8, 32)),
        ("jacks", "JC JS JH JD", (8, 40), (8, 32)),
        ("fleischlos", "", (0, 48), (0, 40)),
    ],
)
def test_orders(mode: str, order: str, counts48: tuple[int, int], counts40: tuple[int, int]):
    assert trumps(mode, DDV) == order.split()
    for options, counts in ((DDV, counts48), ({**DDV, "pack": "40"}, counts40)):
        trump = [card for card in full_pack(options) if suit_of(card, mode, options) == "trump"]
        plain = [card for suit in "CSHD" for card in plain_suit(mode, suit, options)]
        assert (len(trump), 2 * len(plain)) == counts
        assert sum(card_points(card) for card in full_pack(options)) == 240


def test_without_dulle():
    for pack, count in (("48", 24), ("40", 22)):
        options = {**DDV, "dulle": "off", "pack": pack}
        assert 2 * len(trumps("normal", options)) == count
    options = {**DDV, "dulle": "off"}
    assert plain_suit("normal", "H", options) == ["AH", "TH", "KH", "9H"]
    assert trumps("hearts", options)[-4:] == ["AH", "TH", "KH", "9H"]
    assert plain_suit("queens", "C", DDV) == ["AC", "TC", "KC", "JC", "9C"]
    assert plain_suit("jacks", "D", DDV) == ["AD", "TD", "KD", "QD", "9D"]
    assert plain_suit("fleischlos", "H", DDV) == ["AH", "TH", "KH", "QH", "JH", "9H"]


# 11.1 ------------------------------------------------------------------------------------------------------


def facts(
    points: tuple[int, int],
    *,
    re: int | None = None,
    kontra: int | None = None,
    solo: bool = False,
    tricks: tuple[int, int] = (6, 6),
    special: list[tuple[str, str, str]] | None = None,
) -> Facts:
    """Levels: None silent, 0 announced, 1 to 4 the bids."""
    return {
        "points": {"re": points[0], "kontra": points[1]},
        "tricks": {"re": tricks[0], "kontra": tricks[1]},
        "announced": {"re": re is not None, "kontra": kontra is not None},
        "bid": {"re": re or 0, "kontra": kontra or 0},
        "solo": solo,
        "special": [] if solo else list(special or []),
    }


FOXES = [("S17", "fox", "kontra"), ("S17", "fox", "kontra"), ("S18", "Karlchen", "kontra")]
SCORES: dict[str, tuple[Facts, str | None, int, int]] = {
    # facts, who wins under `ddv`, value for Re under `ddv`, under `seed`
    "DS1": (facts((155, 85), re=1), "re", 5, 5),
    "DS2": (facts((90, 150), kontra=2), "re", 6, 6),
    "DS3": (facts((91, 149), kontra=2), "re", 6, 6),
    "DS4": (facts((110, 130), re=1, kontra=1), None, -1, -1),
    "DS5": (facts((130, 110), re=0, kontra=0), "re", 5, 5),
    "DS6": (facts((120, 120)), "kontra", -2, -2),
    "DS7": (facts((120, 120), kontra=0), "re", 3, 0),
    "DS8": (facts((120, 120), re=0), "kontra", -4, 0),
    "DS9": (facts((120, 120), re=0, kontra=0), "kontra", -6, 0),
    "DS10": (facts((140, 100), re=1, kontra=0), "kontra", -7, -7),
    "DS11": (facts((170, 70), re=2), "kontra", -6, -6),
    "DS12": (facts((240, 0), re=4, tricks=(11, 1)), "kontra", -8, 11),
    "DS13": (facts((119, 121), solo=True), "kontra", -1, -1),
    "DS14": (facts((165, 75), re=1, solo=True), "re", 5, 5),
    "DS15": (facts((125, 115), special=FOXES), "re", -2, -2),
    "DS16": (facts((170, 70), re=2, kontra=2), None, 3, 2),
    "DS17": (facts((28, 212)), "kontra", -5, -5),
    "DS18": (facts((150, 90), kontra=0), "re", 3, 3),
}


@pytest.mark.parametrize("name", SCORES)
def test_scoring(name: str):
    case, winner, ddv, seed = SCORES[name]
    assert (settle(case, DDV)["winner"], settle(case, DDV)["value"]) == (winner, ddv)
    assert settle(case, SEED)["value"] == seed
    changed = name in ("DS7", "DS8", "DS9", "DS12", "DS16")
    assert (ddv != seed) == changed
    for options in (DDV, SEED):
        assert settle(case, options)["value"] == reference_procedure(case, options)


def test_scoring_of_everything():
    """All totals with all calls: 6.3, who can win, who can exceed, the largest value."""
    largest = 0
    for presets in (DDV, SEED):
        for re in (None, 0, 1, 2, 3, 4):
            for kontra in (None, 0, 1, 2, 3, 4):
                for points in range(241):
                    for tricks in [(6, 6), *[(12, 0)] * (points == 240), *[(0, 12)] * (points == 0)]:
                        case = facts((points, 240 - points), re=re, kontra=kontra, tricks=tricks)
                        found = settle(case, presets)
                        assert found["value"] == reference_procedure(case, presets)
                        bid = [side for side in ("re", "kontra") if case["bid"][side]]
                        if found["winner"] is None:
                            draw = presets is SEED and points == 120 and not bid
                            assert len(bid) == 2 or draw
                        for item in found["items"]:
                            assert found["winner"] in (None, item["party"])  # S14: always the winner
                        if kontra is None:
                            largest = max(largest, found["value"])
    assert largest == 11


def test_under_90_is_the_winners_alone():
    """S24: Re wins with 70 because Kontra failed; neither gets a point for 70 against 170."""
    found = settle(facts((70, 170), kontra=2), DDV)
    assert found["winner"] == "re"
    assert [item["rule"] for item in found["items"]] == ["S10", "S12", "S13", "S13"]


def test_settlement_options():
    case = facts((100, 140), re=1, kontra=1)  # nobody has won; Kontra has 120 against 90
    assert settle(case, DDV)["value"] == -1
    case = facts((100, 140), re=3)  # 120, 90 and 60 against 30
    assert settle(case, DDV)["value"] == -(1 + 2 + 3 + 3 + 1)
    assert settle(case, {**DDV, "exceed_cumulative": "off"})["value"] == -(1 + 2 + 3 + 1 + 1)
    case = facts((155, 85), re=0, kontra=0, special=FOXES)
    assert settle(case, DDV)["value"] == 1 + 4 + 1 - 3
    assert settle(case, {**DDV, "re_kontra_value": "double"})["value"] == 2 * 4 - 3
    assert settle(case, {**DDV, "re_kontra_value": "double_all"})["value"] == (2 - 3) * 4
    assert settle(SCORES["DS15"][0], {**DDV, "backdoor": "off"})["value"] == 0
    assert settle(SCORES["DS13"][0], {**DDV, "elders_in_solo": "on"})["value"] == -2
    assert settle(SCORES["DS6"][0], {**DDV, "special_points": "fox"})["value"] == -1


# 11.2 ------------------------------------------------------------------------------------------------------

FORTY = {**DDV, "pack": "40"}


def test_dl1_dl13_own_hand():
    deal = until(normal_game(DDV), "S", 11)
    assert what_is_wrong(deal, "S", "say re") is None
    assert deal["turn"] != "S"
    assert "say re" in actions(deal, "S")  # DL13
    assert what_is_wrong(deal, "S", "say kontra") == "WRONG_PARTY"
    until(deal, "S", 10)
    assert what_is_wrong(deal, "S", "say re") == "TOO_LATE"


def test_dl2_dl3_dl4_skipping():
    deal = normal_game(DDV)
    do(deal, "S", "say re")
    until(deal, "N", 10)
    assert what_is_wrong(deal, "N", "say no 90") is None
    assert what_is_wrong(deal, "N", "say no 60") is None
    do(deal, "N", "say no 60")
    assert highest(deal, "re") == 2
    assert what_is_wrong(deal, "N", "say no 90") == "ALREADY_CALLED"

    deal = until(normal_game(DDV), "N", 10)
    assert what_is_wrong(deal, "N", "say no 90") == "NO_ANNOUNCEMENT_YET"

    deal = until(normal_game(DDV), "N", 11)
    do(deal, "N", "say schwarz")
    assert deal["calls"][0]["levels"] == [0, 1, 2, 3, 4]

    deal = normal_game(SEED)
    do(deal, "S", "say re")
    until(deal, "N", 10)
    assert what_is_wrong(deal, "N", "say no 60") == "SKIPPED_LEVEL"
    do(deal, "N", "say no 90")
    do(deal, "N", "say no 60")
    deal = until(normal_game(SEED), "N", 11)
    assert what_is_wrong(deal, "N", "say schwarz") == "NO_ANNOUNCEMENT_YET"
    for word in ("say re", *LEVELS):
        do(deal, "N", word)
    assert highest(deal, "re") == 4


def test_dl5_a22_next_level():
    deal = normal_game(DDV)
    do(deal, "N", "say no 90")
    until(deal, "S", 9)
    assert what_is_wrong(deal, "S", "say no 60") is None
    until(deal, "S", 8)
    assert what_is_wrong(deal, "S", "say no 60") == "TOO_LATE"
    assert what_is_wrong(deal, "S", "say no 30") == "SKIPPED_LEVEL_TOO_LATE"
    deal = normal_game(DDV)
    do(deal, "N", "say no 60")
    until(deal, "S", 7)
    assert what_is_wrong(deal, "S", "say schwarz") == "SKIPPED_LEVEL_TOO_LATE"  # A22


@pytest.mark.parametrize("options", [DDV, SEED])
def test_dl6_dl7_reply_to_a_bid(options: Options):
    deal = normal_game(options)
    for word in ("say re", "say no 90", "say no 60"):
        do(deal, "N", word)
    until(deal, "E", 8)
    if options is SEED:
        assert what_is_wrong(deal, "E", "say kontra") == "TOO_LATE"
        return
    do(deal, "E", "say kontra")
    assert what_is_wrong(deal, "E", "say no 90") == "REPLY_CLOSED"
    assert what_is_wrong(deal, "W", "say no 90") == "REPLY_CLOSED"
    deal = normal_game(options)
    do(deal, "N", "say no 60")
    until(deal, "E", 7)
    assert what_is_wrong(deal, "E", "say kontra") == "TOO_LATE"


@pytest.mark.parametrize("options", [DDV, SEED])
def test_dl8_reply_to_an_announcement(options: Options):
    deal = normal_game(options)
    do(deal, "N", "say re")
    until(deal, "E", 10)
    assert what_is_wrong(deal, "E", "say kontra") == (None if options is DDV else "TOO_LATE")
    if options is DDV:
        do(deal, "E", "say kontra")
        assert what_is_wrong(deal, "E", "say no 90") == "REPLY_CLOSED"
    deal = normal_game(options)
    do(deal, "N", "say re")
    until(deal, "E", 11)
    do(deal, "E", "say kontra")  # A10: a first announcement
    assert what_is_wrong(deal, "E", "say no 90") is None


def test_dl9_dl10_wedding():
    deal = wedding(["E", "S"])
    assert shift(deal) == 1
    assert [deadline(deal, level) for level in range(5)] == [10, 9, 8, 7, 6]
    assert all(len(hand) == 10 for hand in deal["hands"].values())
    assert "say re" in actions(deal, "S")
    assert "say kontra" in actions(deal, "W")
    deal = wedding(["E"])
    do(deal, "E", cards_of(deal)[0])
    assert what_is_wrong(deal, "S", "say kontra") == "NOT_BEFORE_CLARIFICATION"
    assert what_is_wrong(deal, "E", "say re") == "NOT_BEFORE_CLARIFICATION"
    assert [deadline(wedding(["E", "E", "W"]), level) for level in range(5)] == [9, 8, 7, 6, 5]
    assert [deadline(normal_game(FORTY), level) for level in range(5)] == [9, 8, 7, 6, 5]
    assert [deadline(wedding(["S"]), level) for level in range(5)] == [11, 10, 9, 8, 7]  # A11


def test_dl11_twice():
    deal = normal_game(DDV)
    do(deal, "N", "say re")
    assert len(deal["hands"]["S"]) == 12
    assert what_is_wrong(deal, "S", "say re") == "ALREADY_CALLED"


def test_dl12_forty_cards():
    deal = until(normal_game(FORTY), "E", 9)
    assert what_is_wrong(deal, "E", "say kontra") is None
    assert what_is_wrong(until(normal_game(FORTY), "E", 8), "E", "say kontra") == "TOO_LATE"
    do(deal, "E", "say kontra")
    until(deal, "E", 8)
    assert what_is_wrong(deal, "E", "say no 90") is None
    assert what_is_wrong(until(deal, "E", 7), "E", "say no 90") == "TOO_LATE"
    deal = normal_game(FORTY)
    do(deal, "E", "say no 30")
    assert what_is_wrong(until(deal, "W", 5), "W", "say schwarz") is None
    assert what_is_wrong(until(deal, "W", 4), "W", "say schwarz") == "TOO_LATE"


def test_five_cards():
    """V19: Kontra until the 13th card; but no level may be skipped that is too late (R24)."""
    deal = until(normal_game({**DDV, "deadline_scheme": "five_cards"}), "E", 9)
    assert what_is_wrong(deal, "E", "say kontra") is None
    assert what_is_wrong(deal, "N", "say re") == "TOO_LATE"
    assert what_is_wrong(deal, "E", "say no 60") == "TOO_LATE"
    do(deal, "E", "say kontra")
    assert what_is_wrong(deal, "E", "say no 60") == "SKIPPED_LEVEL_TOO_LATE"
    deal = normal_game({**DDV, "deadline_scheme": "11-9-6-3-3"})
    do(deal, "E", "say kontra")
    assert what_is_wrong(until(deal, "E", 9), "E", "say no 90") is None
    assert what_is_wrong(until(deal, "E", 8), "E", "say no 90") == "TOO_LATE"


@pytest.mark.parametrize(("options", "wanted"), [(DDV, [10, 9, 8, 7, 6]), (FORTY, [8, 7, 6, 5, 4])])
def test_reply_column(options: Options, wanted: list[int]):
    for level, word in enumerate(["say re", *LEVELS]):
        latest = []
        for held in range(cards_each(options), 0, -1):
            deal = normal_game(options)
            do(deal, "N", word)
            if what_is_wrong(until(deal, "E", held), "E", "say kontra") is None:
                latest.append(held)
        assert min(latest) == wanted[level]


# 11.3 ------------------------------------------------------------------------------------------------------


def following(mode: str, led: str, hand: str) -> list[str]:
    """What a hand may play to a led card."""
    deal: Deal = {
        "options": DDV,
        "phase": "play",
        "hands": {"E": hand.split()},
        "game": {"kind": "solo", "solo": mode} if mode != "normal" else {"kind": "normal"},
        "trick": [{"seat": "N", "card": led, "piglet": False}],
    }
    return sorted(legal_cards(deal, "E"))


def test_dp_following():
    assert following("normal", "AH", "TH QH 9H AD") == ["9H"]
    assert following("normal", "AH", "TH QC AS") == ["AS", "QC", "TH"]
    assert following("normal", "QS", "KD AS") == ["KD"]
    assert following("queens", "AH", "TH QH JH") == ["JH", "TH"]
    assert following("hearts", "AD", "9D JD") == ["9D"]


def trick(cards: str) -> dict[str, Any]:
    """A trick that N leads to."""
    plays = [
        {"seat": seat, "card": card, "piglet": False} for seat, card in zip(SEATS, cards.split(), strict=True)
    ]
    return {"plays": plays}


def test_dp_winners():
    def winner(cards: str, mode: str = "normal", options: Options = DDV, last: bool = False) -> str:
        return winner_of(trick(cards)["plays"], mode, options, last)

    assert winner("TH TH AD TD") == "N"
    assert points_in(trick("TH TH AD TD")) == 41
    assert winner("TH TH AD TD", options={**DDV, "second_dulle": "second_wins"}) == "E"
    late = {**DDV, "second_dulle": "second_wins_except_last_trick"}
    assert winner("TH TH AD TD", options=late) == "E"
    assert winner("TH TH AD TD", options=late, last=True) == "N"
    assert winner("AC TC 9D JD") == "W"
    assert points_in(trick("AC TC 9D JD")) == 23
    assert winner("JC JC AD KD", last=True) == "N"
    assert winner("9D AS 9D AH", "fleischlos") == "N"
    assert points_in(trick("9D AS 9D AH")) == 22


def test_dp10_dp11_weddings():
    deal = wedding(["E", "E", "N"])  # the dealer's left is P1
    assert clarification(deal) == (3, "N")
    assert members(deal, "re") == ["N", "E"]
    assert not is_solo(deal)
    deal = wedding(["E", "E", "E"])
    assert clarification(deal) == (3, None)
    assert shift(deal) == 2
    assert is_solo(deal)
    assert set(proved(deal).values()) == {"re", "kontra"}
    while deal["phase"] == "play":
        do(deal, deal["turn"], cards_of(deal)[0])
    found = result(deal)
    assert found["seats"]["E"] == 3 * found["value"]
    assert deal["game"]["kind"] == "wedding"


def test_dp12_solo_before_wedding():
    hands = dealt(DDV, Random(1), {"S": ["QC", "QC"]})
    deal = everybody(begin(hands, "N", DDV), "hrhr")
    assert (deal["turn"], "pass" in actions(deal, "S")) == ("S", True)
    do(deal, "S", "pass")
    assert actions(deal, "N") == [f"bid solo {solo}" for solo in SEVEN_SOLOS]
    do(deal, "N", "bid solo jacks")
    assert members(deal, "re") == ["N"]
    assert party(deal, "S") == "kontra"
    assert deal["turn"] == "E"  # R11


# Special points on the table -------------------------------------------------------------------------------


def told(last: str, options: Options = DDV, re: str = "NS") -> list[tuple[str, str]]:
    """The special points of one trick that N led, and that was the last of the deal."""
    done = trick(last)
    done["number"], done["winner"] = 12, winner_of(done["plays"], "normal", options, True)
    kontra = [seat for seat in SEATS if seat not in re]
    deal: Deal = {
        "options": options,
        "game": {"kind": "normal"},
        "new_parties": {**dict.fromkeys(re, "re"), **dict.fromkeys(kontra, "kontra")},
        "tricks": [done],
        "calls": [],
    }
    return [(rule, side) for rule, _text, side in facts_of(deal)["special"]]


def test_special_points():
    house = {**DDV, "karlchen_caught": "on", "fox_last_trick": "1", "heart_trick": "1"}
    house |= {"second_dulle": "second_wins", "dulle_beats_dulle": "1"}
    assert told("TH TH AD TD", re="NE") == [("S16", "re"), ("S17", "re")]  # DP4
    assert told("TH TH AD TD", re="NS") == [("S16", "re")]  # A14
    assert told("JC JC AD KD", re="NE") == [("S17", "re"), ("S18", "re")]  # DP6
    assert told("JC JC 9D KD") == [("S18", "re")]  # A15
    assert told("JC JC 9D KD", house) == [("S18", "re"), ("V16", "re")]
    assert told("JC JC 9D KD", house, "NE") == [("S18", "re")]
    assert told("TH TH 9D KD", house) == [("V17", "kontra")]
    assert told("TH TH 9D KD", house, "NE") == []
    assert told("AH KH 9H KH", house) == [("V17", "re")]
    assert told("9S AD 9S KS", house) == [("V17", "kontra")]
    assert told("TH TH AD TD", {**DDV, "special_points": "karlchen"}) == []


# Reservations ----------------------------------------------------------------------------------------------


def test_compulsory_before_voluntary():
    options = {**DDV, "compulsory_solos": "1"}
    hands = dealt(options, Random(3), {"E": ["QC", "QC"]})
    deal = everybody(begin(hands, "N", options, ["E", "S"]), "rrrh")
    assert [(name, seat) for name, seat in deal["questions"]][:3] == [
        ("compulsory", "E"),
        ("compulsory", "S"),
        ("compulsory", "W"),
    ]
    assert actions(deal, "E") == ["pass"]
    do(deal, "E", "pass")
    do(deal, "S", "pass")
    assert "pass" not in actions(deal, "W")  # W has nothing but the compulsory solo
    do(deal, "W", "bid solo clubs")
    assert deal["game"]["compulsory"]
    assert deal["turn"] == "W"  # R11: the soloist leads
    for scheme, leader in (("always", "E"), ("never", "S"), ("compulsory_only", "S")):
        deal = everybody(begin(hands, "E", {**options, "solo_leads": scheme}, SEATS), "hhhr")
        do(deal, "E", "bid solo clubs")
        assert deal["turn"] == leader


def test_forced_solo():
    options = {**DDV, "compulsory_solos": "1"}
    deal = begin(dealt(options, Random(3)), "N", options, ["E"], "S")
    assert [actions(deal, seat) for seat in "NEW"] == [[], [], []]
    do(deal, "S", "bid solo fleischlos")
    assert deal["turn"] == "S"


def test_silent_wedding():
    deal = everybody(begin(dealt(DDV, Random(9), {"E": ["QC", "QC"]}), "N", DDV), "hhhh")
    assert is_silent_wedding(deal)
    assert is_solo(deal)
    assert "say re" in actions(deal, "E")
    assert [seat for seat in SEATS if "say kontra" in actions(deal, seat)] == ["N", "S", "W"]
    assert set(proved(deal).values()) == {None}
    do(deal, "S", "say kontra")
    assert "say kontra" not in actions(deal, "W")  # A19
    do(deal, "W", "say no 90")
    do(deal, "N", "say no 60")
    assert concluded(deal) == {"N": "kontra", "E": "re", "S": "kontra", "W": "kontra"}  # A21
    assert proved(deal)["E"] is None
    do(deal, "E", "QC")
    assert proved(deal)["E"] == "re"


def test_silent_wedding_is_public_with_the_second_queen():
    deal = everybody(begin(dealt(DDV, Random(9), {"E": ["QC", "QC", "TH", "TH"]}), "N", DDV), "hhhh")
    for card in ("TH", "TH", "QC"):
        do(deal, "E", card)
        for _ in range(3):
            do(deal, deal["turn"], cards_of(deal)[0])
    known = proved(deal)
    void = [seat for seat in "NSW" if known[seat]]  # discarded a plain card on trump
    assert known == {**dict.fromkeys("NSW"), "E": "re", **dict.fromkeys(void, "kontra")}
    do(deal, "E", "QC")
    assert proved(deal) == {"N": "kontra", "E": "re", "S": "kontra", "W": "kontra"}


def test_withdrawing():
    options = {**DDV, "withdraw": "on"}
    deal = begin(dealt(options, Random(3), {"N": ["QC"], "S": ["QC"]}), "N", options)
    do(deal, "E", "say reservation")
    assert actions(deal, "E") == ["withdraw"]
    do(deal, "E", "withdraw")
    do(deal, "S", "say reservation")
    do(deal, "W", "say healthy")
    assert actions(deal, "S") == []
    do(deal, "N", "say reservation")
    assert actions(deal, "N") == ["withdraw"]
    do(deal, "N", "withdraw")
    assert deal["turn"] == "S"
    assert "pass" not in actions(deal, "S")
    do(deal, "S", "bid solo jacks")


POOR = ["AC", "AC", "TC", "TC", "KC", "KC", "9C", "9C", "AS"]


def test_poverty():
    options = {**DDV, "poverty": "shift"}
    hands = dealt(options, Random(2), {"E": [*POOR, "AD", "9D", "TS"], "N": ["QC"], "W": ["QC"]})
    deal = everybody(begin(hands, "N", options), "rhhh")
    assert "bid poverty" in actions(deal, "E")
    do(deal, "E", "bid poverty")
    for card in ("TS", "AD"):
        do(deal, "E", f"discard {card}")
    assert actions(deal, "E") == ["discard 9D"]
    do(deal, "E", "discard 9D")
    do(deal, "S", "pass")
    do(deal, "W", "accept")
    assert len(deal["hands"]["W"]) == 15
    for card in ("QC", "AD", "9D"):
        do(deal, "W", f"discard {card}")
    assert deal["trumps_returned"] == 3
    assert members(deal, "re") == ["E", "W"]
    assert proved(deal)["N"] == "kontra"
    assert deal["turn"] == "E"
    assert "say kontra" in actions(deal, "N")

    deal = everybody(begin(hands, "N", options), "rhhh")
    for action in ("bid poverty", "discard TS", "discard AD", "discard 9D"):
        do(deal, "E", action)
    for seat in "SWN":
        do(deal, seat, "pass")
    assert (deal["phase"], deal["turn"]) == ("redeal", None)
    deal = everybody(begin(hands, "N", {**DDV, "poverty": "redeal"}), "rhhh")
    do(deal, "E", "bid poverty")
    assert deal["phase"] == "redeal"
    deal = everybody(begin(hands, "N", {**DDV, "throw_in": "tens7"}), "rhhh")
    do(deal, "E", "bid throw-in")
    assert deal["phase"] == "redeal"


def test_piglets():
    options = {**DDV, "schweinchen": "announce_at_start"}
    gifts = {"E": ["AD", "AD", "KD", "KD"], "S": ["TH", "TH"]}
    hands = dealt(options, Random(4), gifts)
    deal = everybody(begin(hands, "N", options), "hhhh")
    do(deal, "E", "say piglets")
    do(deal, "E", "AD")
    do(deal, "S", "TH")
    do(deal, "W", cards_of(deal)[0])
    do(deal, "N", cards_of(deal)[0])
    assert deal["turn"] == "E"
    deal = everybody(begin(hands, "N", {**DDV, "schweinchen": "on_playing_first"}), "hhhh")
    do(deal, "E", "AD")
    assert [action for action in actions(deal, "E") if action not in WORDS] == ["say piglets", "pass"]
    do(deal, "E", "say piglets")
    assert deal["trick"][0]["piglet"]
    deal = everybody(begin(hands, "N", {**DDV, "schweinchen": "second_only"}), "hhhh")
    do(deal, "E", "AD")
    assert not deal["trick"][0]["piglet"]


def test_genscher():
    options = {**DDV, "genscher": "on"}
    gifts = {"E": ["KD", "KD", "QC"], "S": ["QC"]}
    deal = everybody(begin(dealt(options, Random(4), gifts), "N", options), "hhhh")
    do(deal, "S", "say no 90")
    do(deal, "E", "KD")
    assert "S" not in [deal["turn"]]
    do(deal, "E", "partner N")
    assert members(deal, "re") == ["N", "E"]
    assert highest(deal, "re") == 0
    assert deal["turn"] == "S"


def test_obligatory_announcement():
    options = {**DDV, "obligatory_announcement": "on"}
    gifts = {"E": ["TH", "QC"], "S": ["AD"], "W": ["AD"], "N": ["TH", "QC"]}
    deal = everybody(begin(dealt(options, Random(4), gifts), "N", options), "hhhh")
    for seat, card in (("E", "TH"), ("S", "AD"), ("W", "AD"), ("N", "TH")):
        do(deal, seat, card)
    assert actions(deal, "E") == ["say re", *LEVELS]
    do(deal, "E", "say re")
    assert cards_of(deal) != []
