"""The naive Kontraspiel against the worked cases, and against what must hold in every deal."""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.reference import kontraspiel as ks

SEAT = dict(zip(["P1", "P2", "P3", "P4"], ["N", "E", "S", "W"], strict=True))
"""With West dealing."""
NO_PACTS: dict[str, list[str]] = {seat: [] for seat in ks.SEATS}


def cards(text: str) -> list[str]:
    return text.split()


def begin(
    turn_up: str,
    hands: dict[str, str] | None = None,
    pot: int = 0,
    pacts: dict[str, list[str]] | None = None,
    **options: Any,
) -> ks.Deal:
    """A deal of West's; hands that are not given are filled with what is left."""
    given = {SEAT[player]: cards(hand) for player, hand in (hands or {}).items()}
    left = [card for card in ks.PACK if card != turn_up and not any(card in hand for hand in given.values())]
    for seat in ks.SEATS:
        if seat not in given:
            given[seat], left = left[:5], left[5:]
    assert len(left) == 3
    return ks.begin(given, turn_up, left, "W", pot, pacts or NO_PACTS, {**ks.DEFAULTS, **options})


def run(deal: ks.Deal, actions: str) -> ks.Deal:
    """Plays `P2 say contra, P3 pass, ...`."""
    for action in actions.split(","):
        player, _, text = action.strip().partition(" ")
        ks.do(deal, SEAT[player], text)
    return deal


def may(deal: ks.Deal, player: str) -> list[str]:
    return ks.legal(deal, SEAT[player])


def scored(
    winners: str,
    pot: int = 0,
    turn_up: str = "KH",
    trump: str = "D",
    roles: tuple[str, ...] = ("P1",),
    announced: bool = False,
    **options: Any,
) -> tuple[list[int], int]:
    """What the players get of a deal whose tricks' winners are known, without the stake; and the pot."""
    deal = begin(turn_up, pot=pot, **options)
    deal["trump"] = trump
    deal["took_in"] = "match" if announced else "round1"
    deal["match_announced"] = announced
    for role, player in zip(["soloist", "contra", "recontra"], roles, strict=False):
        deal[role] = SEAT[player]
    deal["tricks"] = [{"plays": [], "winner": SEAT[player]} for player in winners.split()]
    paid = ks.settlement(deal)
    paid["seats"]["W"] += ks.STAKE
    assert sum(paid["seats"].values()) + paid["pot"] == pot + ks.STAKE
    return [paid["seats"][seat] for seat in ks.SEATS], paid["pot"]


# The tables ------------------------------------------------------------------------------------------------


def test_card_order():
    assert ks.trumps_high_to_low("C") == cards("JC JS AC KC QC TC 9C")
    assert ks.trumps_high_to_low("S") == cards("JC JS AS KS QS TS 9S")
    assert ks.trumps_high_to_low("H") == cards("JC JS AH KH QH JH TH 9H")
    assert ks.trumps_high_to_low("D") == cards("JC JS AD KD QD JD TD 9D")
    assert ks.plain_high_to_low("C") == cards("AC KC QC TC 9C")
    assert ks.plain_high_to_low("S") == cards("AS KS QS TS 9S")
    assert ks.plain_high_to_low("H") == cards("AH KH QH JH TH 9H")
    assert ks.plain_high_to_low("D") == cards("AD KD QD JD TD 9D")
    for trump in ks.SUITS:
        order = ks.trumps_high_to_low(trump)
        for suit in ks.SUITS:
            order = order + (ks.plain_high_to_low(suit) if suit != trump else [])
        assert sorted(order) == sorted(ks.PACK)


def test_base_value_and_stake():
    assert [ks.base_value(pot, ks.DEFAULTS) for pot in [0, 1, 2, 3, 4, 6, 10]] == [1, 1, 2, 3, 4, 4, 4]
    after = {**ks.DEFAULTS, "base_moment": "after_stake"}
    assert [ks.base_value(pot, after) for pot in [0, 1, 2, 3, 4]] == [1, 2, 3, 4, 4]
    assert scored("P1 P1 P1 P2 P3", pot=3, base_moment="after_stake") == ([4, 0, 0, 0], 0)


@pytest.mark.parametrize("pot", [0, 1, 2, 3, 4, 6, 10])
def test_pot_by_number_of_declared_players(pot: int):
    base, before = min(max(pot, 1), 4), pot + 1
    won, lost = "P1 P1 P1 P2 P3", "P4 P4 P1 P2 P3"
    assert scored(won, pot)[1] == before - base
    assert scored(lost, pot)[1] == before + base
    assert scored(won, pot, roles=("P1", "P2"))[1] == before
    assert scored(lost, pot, roles=("P1", "P2"))[1] == before + 2 * base
    assert scored(won, pot, roles=("P1", "P2", "P3"))[1] == before + base
    assert scored(lost, pot, roles=("P1", "P2", "P3"))[1] == before + 3 * base


@pytest.mark.parametrize(
    ("winners", "winner"),
    [
        ("P2 P2 P2 P2 P2", "P2"),
        ("P1 P2 P2 P2 P2", "P2"),
        ("P1 P2 P2 P2 P3", "P2"),
        ("P1 P1 P2 P2 P2", "P2"),
        ("P2 P1 P1 P2 P3", "P1"),
        ("P1 P2 P3 P4 P2", "P2"),
    ],
)
def test_who_wins(winners: str, winner: str):
    deal = begin("KH")
    deal["tricks"] = [{"plays": [], "winner": SEAT[player]} for player in winners.split()]
    assert ks.deal_winner(deal) == SEAT[winner]


# The worked cases ------------------------------------------------------------------------------------------


def test_e1_trick_winner_with_wenzels():
    assert ks.winner_of([("N", "AH"), ("E", "JS"), ("S", "9H"), ("W", "JC")], "H") == "W"


def test_e2_a_wenzel_is_not_of_its_suit():
    assert ks.cards_to_follow(cards("JC 9S TD KH QH"), "AC", "H") == cards("JC 9S TD KH QH")
    assert ks.cards_to_follow(cards("JC 9C AD KD TS"), "AC", "H") == ["9C"]


def test_e3_trump_led():
    assert ks.cards_to_follow(cards("JS AS KS AH TC"), "9D", "D") == ["JS"]
    assert ks.cards_to_follow(cards("AS KS AH TC 9H"), "9D", "D") == cards("AS KS AH TC 9H")
    assert ks.cards_to_follow(cards("JC AC TH"), "KS", "S") == ["JC"]


def test_e4_two_two_one():
    hands = {"P1": "AS JS KH QH 9D", "P2": "QS TC AH TH KD", "P3": "JC TS 9H AD JD", "P4": "KS KC QC QD TD"}
    deal = run(begin("9S", hands), "P1 play, P1 9D, P2 KD, P3 JD, P4 TD, P2 AH, P3 9H, P4 QC, P1 KH")
    run(deal, "P2 QS, P3 TS")
    assert may(deal, "P4") == ["KS"]
    run(deal, "P4 KS, P1 JS, P1 AS, P2 TH, P3 JC, P4 KC, P3 AD, P4 QD, P1 QH, P2 TC")
    assert [trick["winner"] for trick in deal["tricks"]] == ["E", "E", "N", "S", "S"]
    assert [ks.tricks_of(deal, seat) for seat in ks.SEATS] == [1, 2, 2, 0]
    assert ks.deal_winner(deal) == "E"
    assert [ks.is_revolted(deal, seat) for seat in ks.SEATS] == [False, False, False, True]


def test_e5_three_beats_an_earlier_two():
    hands = {"P1": "AC 9S KH QH TH", "P2": "QS TS 9H AD 9D", "P3": "JC JS AS KS TD", "P4": "TC 9C AH QD JD"}
    deal = run(begin("KC", hands), "P1 pass, P2 pass, P3 play, P1 KH, P2 9H, P3 AS, P4 AH")
    run(deal, "P4 JD, P1 QH, P2 9D, P3 TD, P4 9C, P1 AC, P2 QS, P3 JS")
    run(deal, "P3 JC, P4 TC, P1 9S, P2 AD, P3 KS, P4 QD, P1 TH, P2 TS")
    assert [trick["winner"] for trick in deal["tricks"]] == ["W", "W", "S", "S", "S"]
    assert ks.deal_winner(deal) == "S"
    assert [ks.is_revolted(deal, seat) for seat in ks.SEATS] == [True, True, False, False]


def test_e6_two_one_one_one():
    deal = begin("KH")
    deal["tricks"] = [{"plays": [], "winner": SEAT[player]} for player in cards("P3 P3 P1 P2 P4")]
    assert ks.deal_winner(deal) == "S"
    assert not any(ks.is_revolted(deal, seat) for seat in ks.SEATS)


@pytest.mark.parametrize(
    ("pot", "won", "lost"),
    [(0, (1, 0), (-1, 2)), (1, (1, 1), (-1, 3)), (3, (3, 1), (-3, 7)), (6, (4, 3), (-4, 11))],
)
def test_e7_soloist_alone(pot: int, won: tuple[int, int], lost: tuple[int, int]):
    assert scored("P1 P1 P1 P2 P3", pot) == ([won[0], 0, 0, 0], won[1])
    assert scored("P1 P2 P2 P2 P3", pot) == ([lost[0], 0, 0, 0], lost[1])


def test_e8_contra():
    assert scored("P2 P2 P2 P1 P3", 3, trump="H", roles=("P1", "P2")) == ([-3, 3, 0, 0], 4)
    assert scored("P1 P1 P1 P2 P3", 3, trump="H", roles=("P1", "P2")) == ([3, -3, 0, 0], 4)


def test_e9_unexpected_winner():
    assert scored("P1 P3 P3 P2 P4", 2, roles=("P1", "P2")) == ([-2, -2, 0, 0], 7)


def test_e10_all_three_declared():
    roles = ("P1", "P2", "P3")
    assert scored("P3 P3 P3 P4 P4", 6, trump="H", roles=roles) == ([-8, -8, 8, 4], 11)
    assert scored("P4 P4 P4 P2 P3", 6, trump="H", roles=roles) == ([-10, -2, -2, 2], 19)


def test_e11_matches():
    assert scored("P1 P1 P1 P1 P1", trump="H") == ([7, -2, -2, -2], 0)
    assert scored("P1 P1 P1 P1 P1", trump="D") == ([4, -1, -1, -1], 0)
    assert scored("P3 P3 P3 P3 P3", 2, roles=("P3",), announced=True) == ([-2, -2, 8, -2], 1)
    assert scored("P3 P3 P3 P3 P1", 2, roles=("P3",), announced=True) == ([2, 2, -4, 2], 1)
    assert scored("P1 P1 P2 P1 P4", 2, roles=("P3",), announced=True) == ([3, 3, -11, 3], 5)
    only: dict[str, Any] = {"failed_match_revolt": "failed_match_only"}
    assert scored("P1 P1 P2 P1 P4", 2, roles=("P3",), announced=True, **only) == ([2, 2, -8, 2], 5)


def test_e12_contra_takes_everything():
    assert scored("P2 P2 P2 P2 P2", trump="H", roles=("P1", "P2")) == ([-7, 3, 2, 2], 1)
    undeclared: dict[str, Any] = {"revolt_payees": "undeclared_only"}
    assert scored("P2 P2 P2 P2 P2", trump="H", roles=("P1", "P2"), **undeclared) == ([-5, 1, 2, 2], 1)


def test_e13_who_may_swap():
    deal = run(begin("KH"), "P1 pass, P2 play")
    assert "say contra swap" in may(deal, "P4")
    begun = run(deepcopy(deal), f"P1 {deal['hands']['N'][0]}")  # (b)
    assert "say contra" in may(begun, "P4")
    assert "say contra swap" not in may(begun, "P4")
    matched = run(deepcopy(deal), "P3 match C")  # (e)
    for player in ["P1", "P2", "P4"]:
        assert "say contra" in may(matched, player)
        assert "say contra swap" not in may(matched, player)
    assert may(matched, "P3") == []
    assert "match H" not in may(deal, "P3")  # (f)
    own = list(deal["hands"]["W"])
    run(deal, "P4 say contra swap")  # (a)
    assert may(deal, "P4") == ["discard " + card for card in own]
    assert [may(deal, player) for player in ["P1", "P2", "P3"]] == [[], [], []]
    run(deal, "P4 discard " + own[2])
    assert sorted(deal["hands"]["W"]) == sorted([*own[:2], *own[3:], "KH"])
    assert may(deal, "P2") == []
    assert "say contra" not in may(deal, "P3")

    second = run(begin("KH"), "P1 pass, P2 pass, P3 pass, P4 pass, P1 trump H")  # (c)
    assert "say contra" in may(second, "P4")
    assert "say contra swap" not in may(second, "P4")

    taken = run(begin("AH"), "P4 take")  # (d)
    assert may(taken, "P1") == []
    run(taken, "P4 discard " + taken["hands"]["W"][0])
    assert [action for action in may(taken, "P1") if " " in action] == ["say contra"]


def test_e14_wenzel_turn_up():
    deal = begin("JS", {"P4": "AH 9C KS TD 9D"})
    assert deal["soloist"] == "W"
    assert deal["trump"] == "S"
    assert may(deal, "P4") == ["discard " + card for card in cards("AH 9C KS TD 9D")]
    run(deal, "P4 discard 9C")
    assert sorted(deal["hands"]["W"]) == sorted(cards("JS KS AH TD 9D"))
    for player in ["P1", "P2", "P3", "P4"]:
        assert [action for action in may(deal, player) if "match" in action] == []
    lost = scored("P1 P1 P1 P2 P3", 3, "JS", "S", roles=("P4",))
    assert lost == ([2, 2, 2, -3 - 6], 7)


def finished(deal: ks.Deal, winners: str) -> dict[str, list[str]]:
    """The pacts after a deal with these winners of tricks."""
    deal["tricks"] = [{"plays": [], "winner": SEAT[player]} for player in winners.split()]
    pacts: dict[str, list[str]] = ks.settlement(deal)["pacts"]
    return pacts


def test_e15_the_ace_pact():
    deal = begin("AD")
    assert not ks.may_look(deal, "W")
    assert may(deal, "P4") == ["take", "pass"]
    pacts = finished(run(deal, "P4 take"), "P4 P1 P1 P1 P1")
    assert pacts["W"] == ["any"]
    deal = begin("AC", pacts=pacts)
    assert deal["phase"] == "take"
    pacts = finished(deal, "P1 P1 P1 P1 P1")
    assert pacts["W"] == []
    deal = begin("AS", pacts=pacts)
    assert deal["phase"] == "offer"
    deal = begin("JC", pacts={**NO_PACTS, "W": ["any"]})
    assert deal["phase"] == "take"
    assert finished(deal, "P1 P1 P1 P1 P1")["W"] == ["any"]
    first = run(begin("AD"), "P4 take")
    assert finished(first, "P1 P1 P1 P1 P1")["W"] == []


def test_e16_passing_out():
    deal = run(begin("KH", pot=1), "P1 pass, P2 pass, P3 pass, P4 pass, P1 pass, P2 pass, P3 pass, P4 pass")
    assert deal["phase"] == "over"
    paid = ks.settlement(deal)
    assert paid["seats"] == {"N": 0, "E": 0, "S": 0, "W": -1}
    assert paid["pot"] == 2
    assert paid["next_dealer"] == "N"
    assert ks.base_value(2, ks.DEFAULTS) == 2


# Rulings and options ---------------------------------------------------------------------------------------


def test_march_ends_contra_and_recontra_not_swap():
    """KS-R18."""
    deal = run(begin("KH"), "P1 play, P2 say contra swap")
    swapped = may(deal, "P2")[0]
    run(deal, f"P2 {swapped}, P3 say recontra, P4 match S")
    assert [deal["soloist"], deal["contra"], deal["recontra"]] == ["W", None, None]
    assert "KH" in deal["hands"]["E"]
    run(deal, "P1 say contra, P2 say recontra")
    assert [deal["contra"], deal["recontra"]] == ["N", "E"]


def test_second_round_suits():
    """KS-R12, KS-A3."""
    passed = "P1 pass, P2 pass, P3 pass, P4 pass"
    for value, dealers in [("eldest_only", False), ("eldest_and_dealer", True)]:
        deal = run(begin("KH", second_round_pref=value), passed)
        asked = []
        for player in ["P1", "P2", "P3", "P4"]:
            asked.append("trump H" in may(deal, player))
            run(deal, f"{player} pass")
        assert asked == [True, False, False, dealers]


def test_match_options():
    """KS-A6, KS-A7."""
    second = "P1 pass, P2 pass, P3 pass, P4 pass, P1 trump S"
    assert "match S" in may(run(begin("KH"), second), "P2")
    assert "match S" not in may(run(begin("KH", match_suit="also_differs_from_current"), second), "P2")
    assert "match C" not in may(run(begin("KH"), "P1 play, P2 match C"), "P1")
    assert "match C" in may(run(begin("KH", match_overcall="repeated"), "P1 play, P2 match C"), "P1")


def test_wenzels_like_aces():
    """`wenzel_turnup`, `pact_scope`."""
    assert may(begin("JC", wenzel_turnup="like_ace"), "P4") == ["take", "pass"]
    for scope, phase in [("shared", "take"), ("per_rank", "offer")]:
        options: dict[str, Any] = {"wenzel_turnup": "like_ace", "pact_scope": scope}
        pacts = finished(run(begin("JC", **options), "P4 take"), "P4 P1 P1 P1 P1")
        assert begin("JS", pacts=pacts, **options)["phase"] == "take"
        assert begin("AD", pacts=pacts, **options)["phase"] == phase
        assert finished(begin("JS", pacts=pacts, **options), "P1 P1 P1 P1 P1")["W"] == []


def test_polled():
    """KS-R20: match first, then contra, then recontra, in playing order."""
    deal = run(begin("KH", announce_order="polled"), "P1 pass, P2 play")
    for player in ["P1", "P3", "P4"]:
        assert may(deal, player) == ["match C", "match S", "match D", "pass"]
        run(deal, f"{player} pass")
    assert may(deal, "P1") == ["say contra", "say contra swap", "pass"]
    run(deal, "P1 pass, P3 say contra")
    assert may(deal, "P1") == ["say recontra", "pass"]
    assert may(deal, "P4") == []
    run(deal, "P1 pass, P4 say recontra")
    assert deal["phase"] == "play"
    assert deal["turn"] == "N"


def test_polled_before_the_second_and_third_trick():
    """KS-R20: contra and recontra before trick 2, recontra before trick 3; nobody is asked in vain."""
    hands = {"P1": "AD KD QD AS KS", "P2": "9S TS QS AC KC", "P3": "JD TD 9D QC TC", "P4": "AH QH JH TH 9H"}
    deal = begin("KH", hands, announce_order="polled")
    run(deal, "P1 pass, P2 play, P1 pass, P3 pass, P4 pass, P1 pass, P3 pass, P4 pass")
    run(deal, "P1 AD, P2 AC, P3 9D")
    assert [may(deal, player) for player in ["P1", "P2", "P3"]] == [[], [], []]
    run(deal, "P4 9H")  # a trump
    for player in ["P1", "P3"]:
        assert may(deal, player) == ["say contra", "pass"]
        run(deal, f"{player} pass")
    run(deal, "P4 say contra")
    assert may(deal, "P1") == ["say recontra", "pass"]
    run(deal, "P1 pass, P3 pass")
    run(deal, "P4 AH, P1 KD, P2 KC, P3 TD, P1 pass")
    assert may(deal, "P3") == ["say recontra", "pass"]
    run(deal, "P3 pass, P4 QH, P1 QD, P2 9S, P3 TC")
    assert deal["phase"] == "play"


def test_pot_at_the_end():
    assert ks.shares_of_the_pot(7, ks.DEFAULTS) == (0, 7)
    assert ks.shares_of_the_pot(7, {**ks.DEFAULTS, "pot_at_end": "split_equal"}) == (1, 3)


# Sessions at random ----------------------------------------------------------------------------------------


def chosen(deal: ks.Deal, chance: Random) -> tuple[str, str]:
    """Some action of some seat, announcements out of turn among them; passes are likely, as at a table."""
    actions = [(seat, action) for seat in ks.SEATS for action in ks.legal(deal, seat)]
    turn = [(seat, action) for seat, action in actions if seat == deal["turn"]]
    assert turn != []
    if deal["phase"] == "play" and chance.random() < 0.8:
        return chance.choice([(seat, action) for seat, action in turn if len(action) == 2])
    if deal["phase"] in ["round1", "round2", "polled"] and chance.random() < 0.5:
        return (deal["turn"], "pass")
    return chance.choice(actions)


def check_cards(deal: ks.Deal) -> None:
    """The 24 cards are all somewhere, each once."""
    found = [card for hand in deal["hands"].values() for card in hand] + deal["talon"]
    found += [card for _seat, card in deal["discards"]] + [card for _seat, card in deal["trick"]]
    found += [card for trick in deal["tricks"] for _seat, card in trick["plays"]]
    if deal["turn_up_available"]:
        found.append(deal["turn_up"])
    assert sorted(found) == sorted(ks.PACK)


def check_announcements(deal: ks.Deal) -> None:
    """The tables of section 4, asked the other way round: of a position, what must not be open."""
    open_to = {seat: ks.legal(deal, seat) for seat in ks.SEATS}
    words = [(seat, text) for seat in ks.SEATS for text in open_to[seat] if text[:3] in ["say", "mat"]]
    cards_played = 4 * len(deal["tricks"]) + len(deal["trick"])
    for seat, text in words:
        assert seat != deal["soloist"]
        if text.startswith("match"):
            assert cards_played == 0
            assert deal["took_in"] in ["round1", "round2", "match"]
            assert text[-1] != deal["turn_up"][1]
        elif text.startswith("say contra"):
            assert cards_played <= 4
            assert deal["contra"] is None
            assert text == "say contra" or (cards_played == 0 and deal["discards"] == [])
        else:
            assert cards_played <= 8
            assert deal["contra"] not in [None, seat]
            assert deal["recontra"] is None
    if deal["phase"] not in ["play", "polled"]:
        assert words == []


def check_settlement(deal: ks.Deal, paid: dict[str, Any], seen: Counter[str]) -> None:
    """Sums, the pot's table, one winner, who pays."""
    seats, pot, items = paid["seats"], paid["pot"], paid["items"]
    for item in items:
        assert sum(item["seats"].values()) + item["pot"] == 0
    running = deal["pot"]
    for item in items:
        running += item["pot"]
        assert running >= 0
    assert sum(seats.values()) + pot == deal["pot"]
    if deal["soloist"] is None:
        assert [action for _seat, action in deal["said"]].count("pass") in [8, 9]
        seen["passed out"] += 1
        return
    assert len(deal["tricks"]) == 5
    assert all(hand == [] for hand in deal["hands"].values())
    counts = sorted((ks.tricks_of(deal, seat) for seat in ks.SEATS), reverse=True)
    partitions = [[5, 0, 0, 0], [4, 1, 0, 0], [3, 1, 1, 0], [3, 2, 0, 0], [2, 2, 1, 0], [2, 1, 1, 1]]
    assert counts in partitions
    winner, base = paid["winner"], paid["base"]
    assert ks.tricks_of(deal, winner) == counts[0]
    roles = [deal[role] for role in ["soloist", "contra", "recontra"]]
    declared = [seat for seat in roles if seat is not None]
    assert len(set(declared)) == len(declared)
    gain = {1: (-base, base), 2: (0, 2 * base), 3: (base, 3 * base)}[len(declared)]
    assert pot == deal["pot"] + 1 + (gain[0] if winner in declared else gain[1])
    side = [item for item in items if item["rule"] not in ["KS-R2", "KS-R28"]]
    assert all(item["pot"] == 0 for item in side)
    for seat in ks.SEATS:  # KS-R32: nobody undeclared pays, but for a match that is made
        if seat not in declared and counts[0] < 5:
            assert all(item["seats"].get(seat, 0) >= 0 for item in side)
    seen[f"counts {counts}"] += 1
    seen[f"took in {deal['took_in']}"] += 1
    seen[f"declared {len(declared)}"] += 1
    seen["winner " + ("declared" if winner in declared else "undeclared")] += 1
    for item in items:
        seen[item["rule"]] += 1


def check_trick(trick: dict[str, Any], deal: ks.Deal, hands: dict[str, list[str]]) -> None:
    """Following and winning, by strength numbers instead of lists."""
    plays: list[tuple[str, str]] = trick["plays"]
    trump: str = deal["trump"]

    def group(card: str) -> str:
        return trump if card in ["JC", "JS"] else card[1]

    led = group(plays[0][1])

    def strength(card: str) -> int:
        if card in ["JC", "JS"]:
            return 200 + (card == "JC")
        return 100 * int(card[1] == trump) + 10 * int(card[1] == led) + "9TJQKA".index(card[0])

    for seat, card in plays[1:]:
        assert group(card) == led or all(group(other) != led for other in hands[seat])
    assert trick["winner"] == max(plays, key=lambda play: strength(play[1]))[0]


def play_session(seed: int, deals: int, seen: Counter[str]) -> None:
    """Some deals in a row with what is carried over; the balances and the pot sum to zero throughout."""
    chance = Random(seed)
    options = dict(ks.DEFAULTS)
    for key, values in ks.CHOICES.items():
        if chance.random() < 0.3:
            options[key] = chance.choice(values)
    if chance.random() < 0.2:
        options["base_max"] = chance.choice(["1", "2", "6"])
    dealer, pot, pacts = chance.choice(ks.SEATS), 0, NO_PACTS
    balances = dict.fromkeys(ks.SEATS, 0)
    dealt = Counter[str]()
    for _ in range(deals):
        pack = list(ks.PACK)
        chance.shuffle(pack)
        grand = ""
        if chance.random() < 0.3:  # an ace or a Wenzel is turned up
            place = pack.index(chance.choice(["AC", "AS", "AH", "AD", "JC", "JS"]))
            pack[place], pack[20] = pack[20], pack[place]
        elif chance.random() < 0.1:  # eldest hand has all five tricks in one suit, and knows it
            grand = chance.choice(ks.SUITS)
            numbers = cards("0 1 2 12 13" if options["packets"] == "3-2" else "0 1 8 9 10")
            for number, card in zip(numbers, ks.trumps_high_to_low(grand), strict=False):
                place, other = int(number), pack.index(card)
                pack[place], pack[other] = pack[other], pack[place]
        hands, turn_up, talon = ks.deal_out(pack, dealer, options)
        deal = ks.begin(hands, turn_up, talon, dealer, pot, pacts, options)
        while deal["phase"] != "over":
            check_cards(deal)
            check_announcements(deal)
            before = {seat: list(hand) for seat, hand in deal["hands"].items()}
            tricks = len(deal["tricks"])
            seat, action = chosen(deal, chance)
            if "match " + grand in ks.legal(deal, deal["order"][0]):
                seat, action = deal["order"][0], "match " + grand
            ks.do(deal, seat, action)
            if len(deal["tricks"]) > tricks:
                held = {}
                for player, card in deal["tricks"][-1]["plays"]:
                    held[player] = [*before[player], *([] if card in before[player] else [card])]
                check_trick(deal["tricks"][-1], deal, held)
            seen[action if action.startswith("say") else action.split()[0]] += (
                " " in action or action == "take"
            )
        check_cards(deal)
        paid = ks.settlement(deal)
        check_settlement(deal, paid, seen)
        if pacts[dealer]:
            seen["pact held"] += 1
        if len(paid["pacts"][dealer]) < len(deal["pacts"][dealer]):
            seen["pact ended"] += 1
        for seat in ks.SEATS:
            balances[seat] += paid["seats"][seat]
        dealt[dealer] += 1
        dealer, pot, pacts = paid["next_dealer"], paid["pot"], paid["pacts"]
        assert sum(balances.values()) + pot == 0
    assert ks.is_full_round(deals)
    assert len(set(dealt.values())) == 1
    share, left = ks.shares_of_the_pot(pot, options)
    assert sum(balance + share for balance in balances.values()) + left == 0
    seen["deals"] += deals


CORNERS = [
    *["KS-R28", "KS-R29", "KS-R30", "KS-R31", "KS-R32"],
    *["say contra", "say contra swap", "say recontra", "match", "discard", "trump", "take"],
    *["passed out", "pact held", "pact ended", "winner undeclared"],
    *[f"declared {number}" for number in [1, 2, 3]],
    *[f"took in {how}" for how in ["turnup", "round1", "round2", "match"]],
]


def test_random_deals():
    seen = Counter[str]()
    for seed in range(100):
        play_session(seed, 20, seen)
    assert seen["deals"] == 2000
    assert [corner for corner in CORNERS if not seen[corner]] == []
