"""Orders and duties of games in which suit is followed, on tables that the games are known by."""

from random import Random

import pytest

from kontrapunkt.core.cards import HIDDEN, Card, card, pack
from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.registry import GAMES
from kontrapunkt.families.follow_suit import TRUMP, CardOrder, Duty, FollowGame
from kontrapunkt.families.follow_suit.order import Breach


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text."""
    return tuple(card(word) for word in text.split())


SPADES = CardOrder(pack(24), "AKQJT9", cards("AS QS QH QD KS JS TS 9S"))
"""Konter a Matt with spades as trumps: three queens below the ace."""

WENZELS = CardOrder(pack(24), "AKQJT9", cards("JC JS AH KH QH JH TH 9H"))
"""Kontraspiel with hearts as trumps: two jacks above the ace."""

DOPPELKOPF = "TH QC QS QH QD JC JS JH JD AD TD KD 9D"
NORMAL = CardOrder(pack(48), "ATKQJ9", cards(DOPPELKOPF))
SECOND_TEN = CardOrder(pack(48), "ATKQJ9", cards(DOPPELKOPF), later=cards("TH"))
KING_SECOND = CardOrder(pack(24), "AKQJT9")
TEN_SECOND = CardOrder(pack(24), "ATKQJ9")


def test_every_card_has_one_effective_suit() -> None:
    assert [sum(suit == TRUMP for suit in order.suits.values()) for order in (SPADES, WENZELS, NORMAL)] == [
        8, 8, 13,
    ]  # fmt: skip
    assert SPADES.suits[card("QD")] == TRUMP
    assert SPADES.suits[card("QC")] == "C"
    assert WENZELS.suits[card("JC")] == TRUMP
    assert WENZELS.suits[HIDDEN] == ""
    assert set(KING_SECOND.suits.values()) == {*"CSHD", ""}


def test_trump_is_pack_card_named_once() -> None:
    with pytest.raises(ValueError, match="each named once"):
        CardOrder(pack(24), "AKQJT9", cards("AS AS"))
    with pytest.raises(ValueError, match="cards of the pack"):
        CardOrder(pack(24), "AKQJT9", cards("7S"))


@pytest.mark.parametrize(
    ("order", "trick", "best"),
    [
        (SPADES, "KS QD AH TS", 1),
        (SPADES, "AH KC KH 9S", 3),
        (SPADES, "TH AC KH 9H", 2),
        (WENZELS, "AH JS JC 9H", 2),
        (KING_SECOND, "TC KC QC AS", 1),
        (TEN_SECOND, "KC TC QC AS", 1),
        (NORMAL, "AC AC TC 9C", 0),
        (NORMAL, "QC TH TH AD", 1),
        (SECOND_TEN, "QC TH TH AD", 2),
        (SECOND_TEN, "TH QC AD TH", 3),
        (SECOND_TEN, "QC QC AD 9D", 0),
    ],
)
def test_who_wins_a_trick(order: CardOrder, trick: str, best: int) -> None:
    assert order.best(cards(trick)) == best


def test_a_hand_is_held_trumps_first() -> None:
    assert SPADES.in_order(cards("9C AC QD TS AD AS")) == cards("AS QD TS AC 9C AD")


@pytest.mark.parametrize(
    ("duty", "order", "hand", "trick", "allowed"),
    [
        (Duty(trump_freely=True), SPADES, "AS QD KC JC TD", "AC", "AS QD KC JC"),
        (Duty(trump_freely=True), SPADES, "AS QD KC JC TD", "9S", "AS QD"),
        (Duty(trump_freely=True), SPADES, "AS QD KC JC TD", "9H", "AS QD KC JC TD"),
        (Duty(), WENZELS, "JC AC KC TD", "9C", "AC KC"),
        (Duty(), WENZELS, "JC TD", "9C", "JC TD"),
        (Duty(), WENZELS, "JC AC", "JS", "JC"),
        (Duty(must_trump=True), WENZELS, "JC TH TD", "9C", "JC TH"),
        (Duty(must_trump=True), WENZELS, "TD KS", "9C", "TD KS"),
        (Duty(must_beat=True), KING_SECOND, "AC JC 9C AH", "TC QC", "AC"),
        (Duty(must_beat=True), KING_SECOND, "JC 9C AH", "TC QC", "JC 9C"),
        (Duty(must_beat=True), TEN_SECOND, "TC KC AH", "KC", "TC"),
        (Duty(must_beat=True), KING_SECOND, "JD AH", "TC QC", "JD AH"),
        (Duty(), NORMAL, "TH AH KH", "9H", "AH KH"),
        (Duty(), SPADES, "AC KD ?", "9C", "AC ?"),
        (Duty(), SPADES, "KD ? ?", "9C", "KD ? ?"),
        (Duty(), SPADES, "KD AC", "", "KD AC"),
    ],
)
def test_what_may_be_played(duty: Duty, order: CardOrder, hand: str, trick: str, allowed: str) -> None:
    held, played = cards(hand), cards(trick)
    assert duty.allowed(order, held, played) == cards(allowed)
    for one in held:
        assert (duty.breach(order, held, played, one) is None) == (one in cards(allowed))


def test_a_breach_is_named() -> None:
    hand = cards("AC JC 9C AH")
    follow = Duty(must_beat=True).breach(KING_SECOND, hand, cards("TC QC"), card("AH"))
    assert follow == Breach("follow", "C", cards("AC"))
    beat = Duty(must_beat=True).breach(KING_SECOND, hand, cards("TC QC"), card("9C"))
    assert beat == Breach("beat", "C", cards("AC"))
    trump = Duty(must_trump=True).breach(SPADES, cards("TS KD"), cards("AC"), card("KD"))
    assert trump == Breach("trump", "C", cards("TS"))
    led = Duty(trump_freely=True).breach(SPADES, cards("TS KD"), cards("QD"), card("KD"))
    assert led == Breach("follow", TRUMP, cards("TS"))


@pytest.mark.parametrize("name", ["doppelkopf", "koenigrufen-graden", "konter-a-matt", "kontraspiel"])
def test_legal_actions_break_no_rule(name: str) -> None:
    for seed in range(60):
        chance = Random(seed)
        game = GAMES[name](chance.choice(list(GAMES[name].presets)))
        assert isinstance(game, FollowGame)
        state = game.deal(seed)
        while state.to_act is not None:
            for number, seat in enumerate(SEATS):
                for action in state.actions(seat):
                    broken = game.legality.check(state, action, number)
                    # where announcements are polled, they are refused out of turn
                    assert broken is None or state.phase == "announce", (seed, seat, action, broken)
            state = state.apply(chance.choice(state.actions()))
