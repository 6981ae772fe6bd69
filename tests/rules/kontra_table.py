"""Deals and positions of Kontra: name what matters, the rest of the pack fills up."""

from kontrapunkt.core.cards import Card, pack
from kontrapunkt.core.interface import Seat
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.record import Deal
from tests.rules.table import cards


def dealt(game: Kontra, dealer: Seat, hands: dict[Seat, str], stock: str, **facts: str) -> KontraState:
    """A deal; `...` in the pack stands for all cards not named, blanks first; they fill the hands, too."""
    given = {seat: cards(hands.get(seat, "")) for seat in game.seats}
    front, _, back = stock.partition("...")
    top, bottom = cards(front), cards(back)
    named = {*top, *bottom, *(card for hand in given.values() for card in hand)}
    loose = [card for card in sorted(pack(52), key=late) if card not in named]
    full = {seat: (*hand, *(loose.pop(0) for _ in range(6 - len(hand)))) for seat, hand in given.items()}
    return game.start(Deal(full, (*top, *loose, *bottom), dealer=dealer, facts=facts))


def late(card: Card) -> tuple[bool, int]:
    """Blanks first, from the twos up; counting cards last."""
    return card.rank in "AKQJT", "23456789TJAQK".index(card.rank)


def at(
    game: Kontra, hands: dict[Seat, str], stock: str = "", fill: int = 0, bottom: str = "", **facts: str
) -> KontraState:
    """A position; hands and the pack (`fill` cards of it in all) are filled up with cards not named."""
    given = {seat: cards(hands.get(seat, "")) for seat in game.seats}
    top, last = cards(stock), cards(bottom)
    lying = cards(" ".join(word for word in facts.get("trick", "").split() if len(word) == 2))
    named = {*top, *last, *lying, *(card for hand in given.values() for card in hand)}
    loose = [card for card in sorted(pack(52), key=late) if card not in named]
    size = 6 if fill else max(map(len, given.values()))
    full = {seat: (*hand, *(loose.pop(0) for _ in range(size - len(hand)))) for seat, hand in given.items()}
    rest = (*top, *(loose.pop(0) for _ in range(fill - len(top) - len(last))), *last)
    return game.start(Deal(full, rest, True, facts=facts))


def do(state: KontraState, text: str) -> KontraState:
    """Several actions, separated by commas."""
    for action in text.split(", "):
        state = state.apply(action)
    return state
