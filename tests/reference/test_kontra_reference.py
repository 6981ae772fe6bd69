"""The naive Kontra against the worked cases of its rules, and against its own arithmetic on random deals."""

from random import Random

import pytest

from tests.reference import kontra

TWO = kontra.DEFAULTS
THREE = {**kontra.DEFAULTS, "players": "3"}
PACK = [rank + suit for suit in "CSHD" for rank in "AKQJT98765432"]


def dealt(
    hands: dict[str, str], pack: str, dealer: str, options: kontra.Options, size: int = 0
) -> kontra.Deal:
    """A deal of these hands and this pack; `...` in the pack stands for all other cards, blanks first."""
    cards = {seat: text.split() for seat, text in hands.items()}
    front, _, back = pack.partition("...")
    used = [card for hand in cards.values() for card in hand] + front.split() + back.split()
    assert len(set(used)) == len(used)
    rest = sorted((card for card in PACK if card not in used), key=kontra.value)
    return kontra.begin(cards, front.split() + rest + back.split(), dealer, options)


def do(deal: kontra.Deal, text: str) -> None:
    """Several actions, separated by commas."""
    for action in text.split(", "):
        kontra.act(deal, action)


def finish(deal: kontra.Deal, chance: Random) -> None:
    while not kontra.over(deal):
        kontra.act(deal, chance.choice(kontra.legal(deal, deal["turn"])))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"N": 75, "S": 45}, ["S"]),
        ({"N": 100, "S": 20}, ["N"]),
        ({"N": 60, "S": 60}, ["N", "S"]),
        ({"N": 54, "E": 33, "S": 33}, ["E", "S"]),
        ({"N": 54, "E": 48, "S": 18}, ["E"]),
        ({"N": 51, "E": 51, "S": 18}, ["N", "E"]),
        ({"N": 22, "S": 20}, ["N"]),
        ({"N": 18, "S": 20}, ["N", "S"]),
    ],
)
def test_next_dealer(counts: dict[str, int], expected: list[str]):
    """Cases 1 to 8."""
    assert kontra.next_dealers(counts, TWO) == expected


def test_first_lead():
    """Case 9: hand, top or bottom. The visible top replaces a card from the hand, not the bottom card."""
    hands = {"N": "AC TC 9C 9S 5C 2C", "S": "AH TH 8H 7H 6H 3H"}
    deal = dealt(hands, "4C ... KC", "N", TWO)
    assert kontra.legal(deal, "N") == [*hands["N"].split(), "top", "bottom"]
    assert kontra.legal(deal, "S") == []
    do(deal, "bottom")
    assert (deal["hands"]["N"], len(deal["pack"])) == (hands["N"].split(), 39)
    assert not kontra.bottom_is_face_up(deal)
    assert "top" in kontra.legal(deal, "S")
    deal = dealt(hands, "4C ... KC", "N", TWO)
    do(deal, "9C")
    assert (" ".join(deal["hands"]["N"]), len(deal["pack"])) == ("AC TC 9S 5C 2C 4C", 39)
    assert "dark" in kontra.legal(deal, "S")


def test_visible_top_only_drawn():
    """Ruling A5, `draw_only`: the next player may not play the card that still lies face up."""
    hands = {"N": "AC TC 9C 9S 5C 2C", "E": "AH TH 8H 7H 6H 3H", "S": "AD TD 8D 7D 6D 3D"}
    deal = dealt(hands, "4C ... KC", "N", {**THREE, "visible_top": "draw_only"})
    assert "top" in kontra.legal(deal, "N")
    do(deal, "bottom")
    assert kontra.legal(deal, "E") == hands["E"].split()
    do(deal, "AH")
    assert deal["hands"]["E"][-1] == "4C"
    assert "dark" in kontra.legal(deal, "S")


def test_whole_trick_of_two():
    """Case 10, at 40 cards in place of 25: three fewer at its end."""
    deal = dealt({"N": "8C KC KS QC QS JC", "S": "AH TH 6C 7H 7C 3H"}, "4C 8S ... 5H", "N", TWO)
    do(deal, "8C")
    assert (kontra.phase(deal), len(deal["pack"])) == ("normal", 39)
    do(deal, "dark")
    assert (kontra.phase(deal), deal["turn"], len(deal["pack"])) == ("spice", "S", 38)
    assert kontra.legal(deal, "S")[0] == "spice AH"
    assert kontra.legal(deal, "S")[-1] == "spice dark"
    do(deal, "spice AH")
    assert (kontra.points(deal), len(deal["pack"]), deal["turn"]) == ({"N": 0, "S": 11}, 37, "S")
    assert kontra.cards_of(deal["tricks"][0]) == ["8C", "8S", "AH"]
    assert len(deal["hands"]["S"]) == 6


def test_spice_from_the_pack():
    """Case 11: Q 5 Q and a ten turned from the pack, 16 points; nothing is drawn for it."""
    hands = {"N": "QC 2C 2S 2H 2D 3C", "E": "5C 3S 3H 3D 4C 4S", "S": "QS 4H 4D 6C 6S 6H"}
    deal = dealt(hands, "5S 7C 7S TC ... 9C", "N", THREE)
    do(deal, "QC, 5C, QS")
    before = list(deal["hands"]["S"])
    do(deal, "spice dark")
    assert deal["hands"]["S"] == before
    assert kontra.points(deal) == {"N": 0, "E": 0, "S": 16}
    assert len(deal["pack"]) == 34 - 4


def test_unlocking():
    """Case 12: the dealer has no nine, both others have; the one at the dealer's left must lead it."""
    hands = {"N": "4C 2C 2S 2H 2D 3C", "E": "9S KC KS KH KD AC", "S": "9H TC TS 6C 6S 6H"}
    deal = dealt(hands, "9C ... 9D", "N", THREE)
    assert deal["turn"] == "E"
    assert kontra.legal(deal, "E") == ["9S"]
    assert kontra.legal(deal, "N") == []
    do(deal, "9S")
    assert (deal["hands"]["E"][-1], len(deal["pack"])) == ("9C", 33)
    assert kontra.legal(deal, "S") == [*hands["S"].split(), "dark"]
    do(deal, "9H")
    assert len(deal["pack"]) == 32
    do(deal, "4C")
    assert len(deal["pack"]) == 31
    do(deal, "spice TC")
    assert (len(deal["pack"]), deal["turn"], kontra.points_of(deal, "S")) == (30, "S", 10)
    assert len(deal["tricks"]) == 1
    deal = dealt(hands, "9C ... 9D", "N", {**THREE, "unlock_trick_dark": "forbidden"})
    do(deal, "9S")
    assert kontra.legal(deal, "S") == hands["S"].split()


def test_dealer_unlocks_first():
    """Case 13: of two holders the dealer."""
    hands = {"N": "9S 2C 2S 2H 2D 3C", "E": "4C KC KS KH KD AC", "S": "9H TC TS 6C 6S 6H"}
    deal = dealt(hands, "9C ... 9D", "N", THREE)
    assert kontra.legal(deal, "N") == ["9S"]


def test_holders_decline_in_turn():
    """Ruling A3, `optional`: asked in the order of R3; if each declines, the pack stays locked."""
    hands = {"N": "9S 2C 2S 2H 2D 3C", "E": "4C KC KS KH KD AC", "S": "9H TC TS 6C 6S 6H"}
    deal = dealt(hands, "9C ... 9D", "N", {**THREE, "unlock": "optional"})
    assert kontra.legal(deal, "N") == ["9S", "decline"]
    do(deal, "decline")
    assert kontra.legal(deal, "S") == ["9H", "decline"]
    do(deal, "decline")
    assert kontra.phase(deal) == "locked_end"
    assert kontra.legal(deal, "N") == hands["N"].split()
    finish(deal, Random(1))
    assert len(deal["tricks"]) == 6
    assert len(deal["pack"]) == 34


def test_locked_for_good():
    """Case 14: six tricks from the hands, 22 to 24; the 22 deals next."""
    deal = dealt({"N": "AC AS TC 3C 3S 2C", "S": "TS KC 7C 7S 4C 4S"}, "JC ... JS", "N", TWO)
    assert kontra.legal(deal, "N") == deal["hands"]["N"]
    do(deal, "AC, 4C, AS, 4S")
    assert kontra.points(deal) == {"N": 22, "S": 0}
    do(deal, "TC, TS, KC, 2C, 7C, 3C, 7S, 3S")
    assert kontra.over(deal)
    assert kontra.points(deal) == {"N": 22, "S": 24}
    assert kontra.next_dealers(kontra.points(deal), TWO) == ["N"]


def at_pack(deal: kontra.Deal, pack: str) -> kontra.Deal:
    """The same hands with this pack, as if some tricks had been played; the top lies face down."""
    deal["pack"] = pack.split()
    deal["tricks"] = [{"plays": [], "added": [], "winner": None, "pack_before": 0}]
    deal["trick"] = kontra.new_trick(deal)
    return deal


def test_first_endgame_trick():
    """Case 15: J T J and the last two cards, 25 points."""
    hands = {"N": "JC 2C 2S 2H 2D 3C", "E": "TC 3S 3H 3D 4C 4S", "S": "JS 4H 4D 5C 5S 5H"}
    deal = at_pack(dealt(hands, "7C ... AH", "N", THREE), "6C AH")
    assert kontra.phase(deal) == "endgame1"
    assert kontra.legal(deal, "N") == hands["N"].split()
    do(deal, "JC, TC, JS")
    assert deal["tricks"][-1]["added"] == ["6C", "AH"]
    assert kontra.points_of(deal, "S") == 25
    assert [len(hand) for hand in deal["hands"].values()] == [5, 5, 5]
    assert kontra.phase(deal) == "endgame"
    assert len(kontra.legal(deal, "S")) == 5


@pytest.mark.parametrize(
    ("options", "pack", "dark"),
    [
        (TWO, "6C 7C 8C AH", True),
        (TWO, "AH", False),
        (THREE, "6C 7C 8C 9C TH AH", True),
        (THREE, "TH AH", False),
    ],
)
def test_dark_needs_three_cards(options: kontra.Options, pack: str, dark: bool):
    """Case 16."""
    hands = {"N": "JC 2C 2S 2H 2D 3C", "E": "TC 3S 3H 3D 4C 4S", "S": "JS 4H 4D 5C 5S 5H"}
    deal = dealt({seat: hands[seat] for seat in kontra.seats(options)}, "7S ... AH", "N", options)
    assert ("dark" in kontra.legal(at_pack(deal, pack), "N")) == dark


def test_pegging():
    """Case 17: who leads the rank just thrown wins, unless another of it follows."""
    assert kontra.winner_of([("N", "7C", "hand"), ("S", "KC", "hand")]) == "N"
    assert kontra.winner_of([("N", "7C", "hand"), ("S", "7S", "dark")]) == "S"


def test_four_leads_of_one_rank():
    """Case 18: no limit on leads."""
    deal = dealt({"N": "5C 5S 5H 5D AC AS", "S": "KC KS KH KD 6C 6S"}, "7C ... TH", "N", TWO)
    do(deal, "5C, KC, spice AC, 5S, KS, spice AS, 5H, KH, spice dark")
    assert "5D" in kontra.legal(deal, "N")
    do(deal, "5D, KD")
    assert deal["trick"]["winner"] == "N"


def test_cut():
    """Case 19: the ten above the king; those tied cut again, or all."""
    assert kontra.after_cut({"N": "TC", "E": "KC", "S": "9C"}, THREE) == ["N"]
    assert kontra.after_cut({"N": "AC", "E": "AS", "S": "2C"}, THREE) == ["N", "E"]
    assert kontra.after_cut({"N": "AC", "E": "AS", "S": "2C"}, {**THREE, "recut": "all"}) == ["N", "E", "S"]


def test_series():
    """R24, ruling A11."""
    cumulative = {**TWO, "session": "cumulative", "deals": 2}
    totals = kontra.totals_after({"N": 0, "S": 0}, {"N": 75, "S": 45})
    assert not kontra.series_over(1, cumulative)
    totals = kontra.totals_after(totals, {"N": 45, "S": 75})
    assert kontra.series_over(2, cumulative)
    assert kontra.series_winners(totals) == ["N", "S"]
    assert not kontra.series_over(2, TWO)


def test_random_deals_keep_the_arithmetic():
    """KO section 3, the table; KO section 7, the simulation: cards, tricks and points of 2,000 deals."""
    chance = Random(7)
    seen = {"open": 0, "unlocked": 0, "for good": 0, "nobody at 21": 0}
    for number in range(2000):
        options = {**kontra.DEFAULTS, "players": chance.choice(["2", "3"])}
        for key, other in [
            ("unlock", "optional"),
            ("unlock_trick_dark", "forbidden"),
            ("visible_top", "draw_only"),
            ("spice", "off"),
        ]:
            if chance.random() < 0.2:
                options[key] = other
        cards = chance.sample(PACK, 52)
        if number % 4 == 0:  # top and bottom of one rank
            lock(cards, 6 * int(options["players"]))
        check_deal(kontra.deal_out(cards, chance.choice(kontra.seats(options)), options), chance, seen)
    assert all(count > 0 for count in seen.values()), seen


def lock(cards: list[str], top: int) -> None:
    """Exchanges cards so that the bottom card has the rank of the top one."""
    other = next(n for n, card in enumerate(cards) if n != top and card[0] == cards[top][0])
    cards[other], cards[-1] = cards[-1], cards[other]


def check_deal(deal: kontra.Deal, chance: Random, seen: dict[str, int]) -> None:
    players = len(deal["hands"])
    was_locked = deal["locked"]
    packs = [len(deal["pack"])]
    while not kontra.over(deal):
        before = len(deal["tricks"])
        kontra.act(deal, chance.choice(kontra.legal(deal, deal["turn"])))
        if len(deal["tricks"]) > before:
            packs.append(len(deal["pack"]))
            if not kontra.hands_only(deal):
                assert all(len(hand) == 6 for hand in deal["hands"].values())
    counts = kontra.points(deal)
    cards = [card for trick in deal["tricks"] for card in kontra.cards_of(trick)]
    if deal["locked"]:
        assert len(deal["tricks"]) == 6
        assert packs == [52 - 6 * players] * 7
        assert len(set(cards)) == 6 * players
        assert sum(counts.values()) == sum(kontra.value(card) for card in cards) < 120
        seen["for good"] += 1
        seen["nobody at 21"] += max(counts.values()) < 21
    else:
        spiced = deal["options"]["spice"] == "on"
        used = players + 1 if spiced else players
        ordinary = {2: 13, 3: 8}[players] if spiced else {2: 20, 3: 11}[players]
        top = 52 - 6 * players
        assert packs == [top - used * n for n in range(ordinary + 1)] + [0] * 6
        assert len(deal["tricks"]) == ordinary + 6
        assert sorted(cards) == sorted(PACK)
        assert sum(counts.values()) == 120
        assert max(counts.values()) >= 21
        assert len(deal["tricks"][ordinary]["added"]) == packs[ordinary]
        assert all(len(trick["added"]) == spiced for trick in deal["tricks"][:ordinary])
        seen["unlocked" if was_locked else "open"] += 1
    deciding = kontra.next_dealers(counts, deal["options"])
    assert deciding
    assert len(deciding) == 1 or len({counts[seat] for seat in deciding}) == 1 or max(counts.values()) < 21
