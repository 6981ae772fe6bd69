"""The naive Konter a Matt against the worked cases of its rules, and its own arithmetic on random deals."""

from random import Random

import pytest

from tests.reference import konter_a_matt as kam

PACK = [rank + suit for suit in "CSHD" for rank in "AKQJT9"]
PLACES = ["E", "N", "W", "S"]
"""S0 to S3, anticlockwise: East deals, North names trumps, so NS is the odd team."""


def dealt(hands: list[str], dealer: str = "E", **options: object) -> kam.Deal:
    """A deal of the hands of S0 to S3, each with its first three cards in front."""
    cards = [hand.split() for hand in hands]
    assert sorted(card for hand in cards for card in hand) == sorted(PACK)
    order = [cards[1], cards[2], cards[3], cards[0]]
    pack = [card for hand in order for card in hand[:3]] + [card for hand in order for card in hand[3:]]
    return kam.begin(pack, dealer, {**kam.DEFAULTS, **options})


def play_out(deal: kam.Deal, tricks: list[str]) -> None:
    """Tricks as `S1 AC S2 QD ...`."""
    for trick in tricks:
        words = trick.split()
        for place, card in zip(words[::2], words[1::2], strict=True):
            seat = PLACES[int(place[1])]
            assert kam.turn(deal) == seat
            kam.act(deal, seat, card)


def taken(deal: kam.Deal) -> list[tuple[str, int]]:
    """Winner and points of each trick."""
    return [
        (f"S{PLACES.index(trick['winner'])}", sum(kam.points(card) for _seat, card in trick["plays"]))
        for trick in deal["tricks"]
    ]


E5 = ["KC TC JH TH KD 9D", "AC 9C AS JS KH AD", "QD TS 9S AH JD TD", "QC JC QS QH KS 9H"]
E5_TRICKS = [
    "S1 AC S2 QD S3 QS S0 KC",
    "S1 AS S2 9S S3 QH S0 9D",
    "S3 KS S0 JH S1 9C S2 TS",
    "S1 KH S2 AH S3 QC S0 TH",
    "S3 9H S0 KD S1 JS S2 TD",
    "S3 JC S0 TC S1 AD S2 JD",
]
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


def test_trumps():
    """The trump table and the plain suits; 24 cards in all."""
    assert kam.trumps("S", kam.DEFAULTS) == ["AS", "QS", "QH", "QD", "KS", "JS", "TS", "9S"]
    assert kam.trumps("H", kam.DEFAULTS) == ["AH", "QS", "QH", "QD", "KH", "JH", "TH", "9H"]
    assert kam.trumps("D", kam.DEFAULTS) == ["AD", "QS", "QH", "QD", "KD", "JD", "TD", "9D"]
    assert kam.trumps("C", kam.DEFAULTS) == ["AC", "QS", "QH", "QD", "KC", "QC", "JC", "TC", "9C"]
    above = kam.trumps("C", {**kam.DEFAULTS, "clubs_queen": "above_king"})
    assert above == ["AC", "QS", "QH", "QD", "QC", "KC", "JC", "TC", "9C"]
    for suit in "CSHD":
        others = [card for other in "CSHD" if other != suit for card in kam.plain(other)]
        assert sorted(kam.trumps(suit, kam.DEFAULTS) + others) == sorted(PACK)


@pytest.mark.parametrize(
    ("trump", "led", "hand", "expected"),
    [
        ("H", "TS", "AS KS QH TD 9C JC", "AS KS QH"),
        ("D", "TD", "AD KC QD 9S TD JC", "AD QD TD"),
        ("S", "AH", "AD KC QS 9H TD JC", "QS 9H"),
        ("S", "AD", "9H AC KC TC TH JC", "9H AC KC TC TH JC"),
        ("C", "TC", "AC KC QD AH TS 9C", "AC KC QD 9C"),
        ("D", "AD", "9D TC QH 9S", "9D QH"),
        ("H", "AD", "QD KS TS 9C JC KC", "QD KS TS 9C JC KC"),
        ("S", "QH", "AH KH 9C QD 9S TD", "QD 9S"),
    ],
)
def test_legal_cards(trump: str, led: str, hand: str, expected: str):
    """KM-E1, its warning, and KM-E2. The card led is any of its suit."""
    assert kam.cards_allowed(hand.split(), led, trump, kam.DEFAULTS) == expected.split()


@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [
        ("C", "TH KH 9C AH", "9C"),
        ("H", "JS AH KS TS", "AH"),
        ("H", "QH AS KH QD", "QH"),
        ("D", "QD KD QH JD", "QH"),
    ],
)
def test_trick_winners(trump: str, cards: str, winner: str):
    """KM-E3."""
    assert cards.split()[kam.winning_place(cards.split(), trump, kam.DEFAULTS)] == winner


def test_naming():
    """KM-R6: forehand alone, of three cards, any suit, no pass. `three_each_first`: everybody has three."""
    deal = dealt(E5)
    assert kam.legal(deal, "N") == ["trump C", "trump S", "trump H", "trump D"]
    assert [kam.legal(deal, seat) for seat in "EWS"] == [[], [], []]
    assert [kam.cards_held(deal, seat) for seat in PLACES] == [[], ["AC", "9C", "AS"], [], []]
    other = dealt(E5, deal_procedure="three_each_first")
    assert kam.cards_held(other, "W") == ["QD", "TS", "9S"]
    kam.act(deal, "N", "trump H")
    assert kam.phase(deal) == "play"
    assert [len(kam.cards_held(deal, seat)) for seat in PLACES] == [6] * 4


def test_directions():
    """KM-R1, KM-R4: after East comes North or South, who deals next."""
    for direction, forehand in [("anticlockwise", "N"), ("clockwise", "S")]:
        deal = dealt(E5, direction=direction)
        assert kam.turn(deal) == forehand
        match = kam.new_match({"direction": direction})
        play_random(deal, Random(1), 0)
        assert kam.match_after(match, deal)["dealers"] == [forehand]


def test_all_six_tricks():
    """KM-E5: 40 points in six tricks, worth 2; 3 with Matt."""
    for saying, value in [(None, 2), ("say matt", 3)]:
        deal = dealt(E5)
        kam.act(deal, "N", "trump C")
        if saying:
            kam.act(deal, "S", saying)
        play_out(deal, E5_TRICKS[:1])
        assert kam.legal(deal, "N") == deal["hands"]["N"]
        play_out(deal, E5_TRICKS[1:])
        assert taken(deal) == [("S1", 11), ("S3", 6), ("S1", 4), ("S3", 9), ("S3", 4), ("S3", 6)]
        assert (kam.winners(deal), kam.points_of(deal, "NS"), kam.points_of(deal, "EW")) == ("NS", 40, 0)
        assert kam.worth(deal) == value
        assert kam.changes(deal, 0) == {"NS": -value, "EW": 0}
        assert kam.all_tricks_line(dealt_like(deal, capot_line="0")) == 0


def dealt_like(deal: kam.Deal, **options: object) -> kam.Deal:
    """The same deal under other options."""
    return {**deal, "options": {**deal["options"], **options}}


def test_forced_cards():
    """KM-E5: S2's only trump in trick 1; S0's ten of clubs in trick 6."""
    deal = dealt(E5)
    kam.act(deal, "N", "trump C")
    kam.act(deal, "N", "AC")
    assert kam.legal(deal, "W") == ["QD"]
    play_out(deal, ["S2 QD S3 QS S0 KC", *E5_TRICKS[1:5], "S3 JC"])
    assert kam.legal(deal, "E") == ["TC"]


def test_forty_points_without_all_tricks():
    """KM-E6."""
    deal = dealt(E6)
    kam.act(deal, "N", "trump C")
    play_out(deal, E6_TRICKS)
    assert taken(deal) == [("S2", 5), ("S0", 11), ("S2", 9), ("S3", 0), ("S2", 2), ("S2", 13)]
    assert kam.changes(deal, 0) == {"EW": -1, "NS": 1}


def test_tie_with_two_announcements():
    """KM-E7, under the three tie rules."""
    deal = dealt(E7)
    kam.act(deal, "N", "trump S")
    assert "say matt" in kam.legal(deal, "N")
    kam.act(deal, "N", "say matt")
    kam.act(deal, "N", "TS")
    assert kam.legal(deal, "E") == ["say konter"]
    kam.act(deal, "E", "say konter")
    play_out(deal, ["S2 TH S3 AS S0 QH", *E7_TRICKS[1:]])
    assert taken(deal) == [("S3", 6), ("S0", 10), ("S1", 7), ("S0", 7), ("S0", 3), ("S1", 7)]
    assert kam.winners(deal) is None
    assert kam.changes(deal, 0) == {"NS": 3, "EW": 0}
    assert kam.changes(dealt_like(deal, tie_rule="add_1"), 0) == {"NS": 1, "EW": 0}
    carrying = dealt_like(deal, tie_rule="carry_forward")
    assert kam.changes(carrying, 0) == {"NS": 0, "EW": 0}
    assert (kam.carried_after(carrying, 0), kam.carried_after(carrying, 2)) == (3, 5)
    assert kam.carried_after(deal, 0) == 0


def test_trump_makers_lose_by_the_last_trick():
    """KM-E8; the queens of Konter lie in two hands."""
    deal = dealt(E8)
    kam.act(deal, "N", "trump D")
    assert [kam.sayings(deal, seat) for seat in PLACES] == [["say matt"], [], [], []]
    kam.act(deal, "E", "say matt")
    play_out(deal, E8_TRICKS)
    assert taken(deal) == [("S2", 5), ("S0", 8), ("S1", 8), ("S3", 11), ("S0", 4), ("S0", 4)]
    assert (kam.points_of(deal, "EW"), kam.points_of(deal, "NS")) == (21, 19)
    assert kam.changes(deal, 0) == {"EW": -2, "NS": 2}
    assert kam.changes(deal, 3) == {"EW": -5, "NS": 5}


def outcome(makers: str, winner: str, points: int, said: str, all_tricks: bool = False) -> kam.Deal:
    """A finished deal with this outcome: each team one trick, or the winners all; NS is team A."""
    loser = kam.other_side(winner)
    shares = {winner: points, loser: 40 - points}
    tricks = []
    for side in [winner] if all_tricks else [winner, loser]:
        cards = ["AC"] * (shares[side] // 4) + ["JC"] * (shares[side] % 4)
        tricks.append({"plays": [(side[0], card) for card in cards], "winner": side[0]})
    tricks += [{"plays": [], "winner": winner[0]}] * (6 - len(tricks))
    deal = dealt(E5, dealer=kam.other_side(makers)[0])
    deal["tricks"] = tricks
    deal["said"] = [("?", what) for what in said.split(", ") if what]
    assert (kam.trump_makers(deal), kam.points_of(deal, winner)) == (makers, points)
    return deal


@pytest.mark.parametrize(
    ("makers", "winner", "points", "said", "all_tricks", "lines"),
    [
        ("NS", "NS", 25, "konter", False, {"NS": -2, "EW": 0}),
        ("NS", "EW", 22, "matt", False, {"NS": 2, "EW": -2}),
        ("NS", "EW", 40, "konter-a-matt", True, {"NS": 4, "EW": -4}),
        ("EW", "NS", 20, "", False, {"NS": 0, "EW": 1}),
    ],
)
def test_lines(makers: str, winner: str, points: int, said: str, all_tricks: bool, lines: dict[str, int]):
    """KM-E4; A is NS."""
    assert kam.changes(outcome(makers, winner, points, said, all_tricks), 0) == lines


def test_whole_match():
    """KM-E9; A is NS."""
    match = kam.new_match({})
    lines = []
    for makers, winner, points, said, all_tricks in [
        ("EW", "EW", 24, "matt", False),
        ("NS", "EW", 25, "", False),
        ("EW", "EW", 20, "konter", False),
        ("NS", "NS", 30, "konter-a-matt", False),
        ("EW", "NS", 40, "matt", True),
        ("NS", "NS", 22, "matt, konter", False),
        ("EW", "NS", 21, "konter", False),
    ]:
        assert kam.match_winner(match) is None
        match = kam.match_after(match, outcome(makers, winner, points, said, all_tricks))
        lines.append((match["lines"]["NS"], match["lines"]["EW"]))
    assert lines == [(9, 7), (10, 6), (10, 8), (7, 8), (4, 11), (1, 11), (0, 13)]
    assert kam.match_winner(match) == "NS"


def test_shortest_match():
    """KM-E12: three deals."""
    match, lines = kam.new_match({}), []
    for _ in range(3):
        match = kam.match_after(match, outcome("NS", "NS", 40, "konter-a-matt", True))
        lines.append(match["lines"]["NS"])
    assert lines == [5, 1, 0]


def test_announcements():
    """KM-E10."""
    hands = ["AC KC QC JC TC 9C", "QS QH AS KS JS TS", "9S AH KH JH TH 9H", "QD AD KD JD TD 9D"]
    deal = dealt(hands)
    kam.act(deal, "N", "trump C")
    assert kam.sayings(deal, "N") == ["say matt"]  # (b)
    kam.act(deal, "N", "QS")
    assert "say matt" not in kam.legal(deal, "N")  # (f), and his own first card is played
    three = ["AC KC QC JC TC 9C", "AS KS JS TS 9S AH", "QS QH QD KH JH TH", "9H AD KD JD TD 9D"]
    for said, a in [("say konter", 1), ("say konter-a-matt", 2)]:  # (c), (d)
        deal = dealt(three)
        assert kam.legal(deal, "W") == []
        kam.act(deal, "N", "trump C")
        assert kam.legal(deal, "W") == ["say matt", "say konter", "say konter-a-matt"]
        kam.act(deal, "W", said)
        assert kam.announced(deal) == a
        assert kam.legal(deal, "W") == []
        assert [kam.sayings(deal, seat) for seat in PLACES] == [[]] * 4
    deal = dealt(three)
    kam.act(deal, "N", "trump C")
    kam.act(deal, "W", "say matt")
    assert kam.legal(deal, "W") == ["say konter"]  # KM-R10
    kam.act(deal, "W", "say konter")
    assert kam.announced(deal) == 2
    deal = dealt(three)
    kam.act(deal, "N", "trump C")
    kam.act(deal, "N", "AH")
    kam.act(deal, "W", "QH")
    assert "say matt" not in kam.legal(deal, "W")  # (a)
    own = dealt(three, announce_window="own_turn")
    kam.act(own, "N", "trump C")
    assert kam.legal(own, "W") == []
    kam.act(own, "N", "AH")
    assert kam.legal(own, "W")[-3:] == ["say matt", "say konter", "say konter-a-matt"]


def test_claim():
    """KM-E11: 23 points after four tricks, all of them won; and a claim refused."""
    for keeps, value in [("false", 1), ("true", 2)]:
        deal = dealt(E5, claim_keeps_capot=keeps)
        kam.act(deal, "N", "trump C")
        play_out(deal, E5_TRICKS[:2])
        assert "claim" not in kam.legal(deal, "S")  # 17 points
        play_out(deal, E5_TRICKS[2:3])  # 21 points
        assert kam.legal(deal, "S") == ["claim"]
        assert "claim" in kam.legal(deal, "N")
        assert kam.legal(deal, "E") == []
        assert "claim" not in kam.legal(dealt_like(deal, claim="off"), "S")
        kam.act(deal, "S", "claim")
        assert kam.over(deal)
        assert kam.winners(deal) == "NS"
        assert kam.worth(deal) == value
    deal = dealt(E5)
    kam.act(deal, "N", "trump C")
    play_out(deal, [*E5_TRICKS[:3], "S1 KH"])
    assert "claim" not in kam.legal(deal, "N")  # not within a trick


def play_random(deal: kam.Deal, chance: Random, claiming: float) -> None:
    """Random actions; a claim, and an announcement, only now and then."""
    while not kam.over(deal):
        every = [(seat, action) for seat in PLACES for action in kam.legal(deal, seat)]
        seat, action = chance.choice(every)
        if action == "claim" and chance.random() > claiming:
            continue
        kam.act(deal, seat, action)


def test_random_deals_keep_the_arithmetic():
    """KM-R17, KM-R18, the table of 6.1, KM-R24: 2,000 deals in matches."""
    chance = Random(7)
    ended, seen = 0, set()
    match = kam.new_match({})
    for _ in range(2000):
        if kam.match_winner(match) is not None:
            ended += 1
            match = kam.new_match(random_options(chance))
        deal = kam.begin(chance.sample(PACK, 24), chance.choice(match["dealers"]), match["options"])
        play_random(deal, chance, 0.3)
        check_deal(deal)
        before, match = match, kam.match_after(match, deal)
        check_match(before, match, deal)
        seen.add((kam.winners(deal) is None, kam.announced(deal), kam.all_tricks_line(deal)))
    assert ended > 100
    assert {(tied, a, 0) for tied in [False, True] for a in [0, 1, 2]} <= seen
    assert (False, 0, 1) in seen


def random_options(chance: Random) -> kam.Options:
    return {
        "direction": chance.choice(["anticlockwise", "clockwise"]),
        "deal_procedure": chance.choice(["forehand_first", "three_each_first"]),
        "announce_window": chance.choice(["before_own_first_card", "own_turn"]),
        "tie_rule": chance.choice(["add_1_plus_a", "add_1", "carry_forward"]),
        "start_lines": chance.choice([1, 5, 9]),
        "clubs_queen": chance.choice(["below_king", "above_king"]),
        "capot_line": chance.choice(["1", "0"]),
        "claim": chance.choice(["allowed", "off"]),
        "claim_keeps_capot": chance.choice(["false", "true"]),
    }


def check_deal(deal: kam.Deal) -> None:
    sums = [kam.points_of(deal, side) for side in kam.SIDES]
    if deal["claimed"] is None:
        assert len(deal["tricks"]) == 6
        assert sum(sums) == 40
        cards = [card for trick in deal["tricks"] for _seat, card in trick["plays"]]
        assert sorted(cards) == sorted(PACK)
        assert (kam.winners(deal) is None) == (sums == [20, 20])
    else:
        assert deal["options"]["claim"] == "allowed"
        assert len(deal["tricks"]) < 6
        assert kam.points_of(deal, deal["claimed"]) >= 21
    assert kam.announced(deal) in [0, 1, 2]
    assert sum(what != "konter" for _seat, what in deal["said"]) <= 1  # each queen exists once
    if kam.winners(deal) is not None:
        assert 1 <= kam.worth(deal) <= 4


def check_match(before: kam.Match, after: kam.Match, deal: kam.Deal) -> None:
    winning = kam.winners(deal)
    for side in kam.SIDES:
        if side == winning:
            assert after["lines"][side] < before["lines"][side]
        else:
            assert after["lines"][side] >= before["lines"][side] > 0
            assert after["lines"][side] == before["lines"][side] or side == kam.trump_makers(deal)
    assert kam.match_winner(after) in [None, winning]
    assert kam.side_of(after["dealers"][0]) != kam.side_of(deal["dealer"])
    assert (after["carried"] > 0) == (winning is None and deal["options"]["tie_rule"] == "carry_forward")
