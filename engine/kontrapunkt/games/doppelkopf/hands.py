"""What the cards of a hand allow in Doppelkopf; where they are hidden, they may be anything."""

from typing import Final

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.follow_suit import TRUMP, Order
from kontrapunkt.games.doppelkopf.table import FOX, VALUES
from kontrapunkt.games.doppelkopf.terms import Terms

MOST_POOR: Final = 3
"""Trumps that a poor hand holds at most (DK-V13)."""


def holds_both(hand: tuple[Card, ...], card: Card) -> bool:
    """Whether a hand holds both copies of a card."""
    return hand.count(card) + min(2, hand.count(HIDDEN)) >= 2


def is_poor(game: Terms, hand: tuple[Card, ...]) -> bool:
    """Whether a hand holds few enough trumps for a poverty."""
    return len(poor_trumps(game, hand)) <= MOST_POOR


def poor_trumps(game: Terms, hand: tuple[Card, ...], put: tuple[Card, ...] = ()) -> list[Card]:
    """The trumps of a hand that count for a poverty: all, or all but a single fox (DK-V13).

    Args:
        game: The game.
        hand: The hand.
        put: What it has laid down already.
    """
    free = game.frees_fox and (*hand, *put).count(FOX) == 1
    return [card for card in hand if game.home.suits[card] == TRUMP and not (free and card == FOX)]


def may_throw_in(game: Terms, hand: tuple[Card, ...]) -> bool:
    """Whether a hand may be thrown in (DK-V14)."""
    kinds = game.thrown_in
    return bool(kinds) and (HIDDEN in hand or any(_thrown(kind, game.home, hand) for kind in kinds))


def _thrown(kind: str, order: Order, hand: tuple[Card, ...]) -> bool:
    ranks = [card[0] for card in hand]
    if kind == "nines5":
        return ranks.count("9") >= 5
    if kind in ("kings5", "kings6"):
        return ranks.count("K") >= int(kind[-1])
    if kind == "full7":
        return ranks.count("A") + ranks.count("T") >= 7
    if kind == "points70":
        return sum(VALUES.get(rank, 0) for rank in ranks) >= 70
    limit = order.places[FOX] - (kind == "jack_high")
    return all(order.places[card] >= limit for card in hand if order.suits[card] == TRUMP)
