"""Proofs about hidden cards in suit-following games, from cards and calls."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.card_distributions import CardBound
from kontrapunkt.families.follow_suit.order import CardOrder, Duty
from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.families.inference import Inference


class FollowInference[S: FollowState](Inference[S]):
    """The conclusions of a seat; a game adds what its own actions prove."""

    @override
    def learn(self, before: S, seat: int, action: Action) -> None:
        if action.card and before.trick:
            self.never[seat] |= excluded_cards(before.duty, before.order, before.trick, action.card)

    @override
    def unseen(self) -> list[Card]:
        return sorted(self.now.unseen.elements())

    def known(self, seat: int) -> Counter[Card]:
        """Return the cards that a seat is known to have been dealt, hidden ones included.

        Args:
            seat: Its number.
        """
        return Counter([*self.now.hands[seat], *self.now.played_by(seat)])

    def holds(self, seat: int, cards: Iterable[Card], least: int = 0, most: int = 99) -> CardBound:
        """Return a bound on the hidden part of a hand, from a bound on the hand as dealt.

        Args:
            seat: The number of the seat.
            least: The least number of them that it was dealt.
            most: The greatest number of them that it was dealt.
        """
        these = frozenset(cards)
        known = sum(n for card, n in self.known(seat).items() if card in these)
        return CardBound(these, max(0, least - known), most - known)


@lru_cache(4096)
def excluded_cards(duty: Duty, order: CardOrder, trick: tuple[Card, ...], card: Card) -> frozenset[Card]:
    """Return the cards that a hand cannot have if it plays this card to a trick.

    A single other card in the hand is enough to forbid a card; no duty depends on several together.
    """
    return frozenset(
        other
        for other in order.places
        if other not in (card, HIDDEN) and card not in duty.allowed(order, (card, other), trick)
    )
