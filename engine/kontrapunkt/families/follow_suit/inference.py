"""What is proved of hidden cards in a game in which suit is followed: by each card played, by each word."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.follow_suit.order import CardOrder, Duty
from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.families.inference import Inference
from kontrapunkt.play.card_distributions import CardBound


class FollowInference[S: FollowState](Inference[S]):
    """What a seat can conclude; a game adds what its own acts prove."""

    @override
    def learn(self, before: S, seat: int, action: Action) -> None:
        if action.card and before.trick:
            self.never[seat] |= excluded(before.duty, before.order, before.trick, action.card)

    @override
    def unseen(self) -> list[Card]:
        return sorted(self.now.unseen.elements())

    def known(self, seat: int) -> Counter[Card]:
        """The cards that a seat is known to have been dealt, those that are still hidden as such.

        Args:
            seat: Its number.
        """
        return Counter([*self.now.hands[seat], *self.now.played_by(seat)])

    def holds(self, seat: int, cards: Iterable[Card], least: int = 0, most: int = 99) -> CardBound:
        """That a seat was dealt so many of some cards, as a bound of what is hidden of its hand now.

        Args:
            seat: Its number.
            cards: The cards.
            least: At least so many.
            most: At most so many.
        """
        these = frozenset(cards)
        known = sum(n for card, n in self.known(seat).items() if card in these)
        return CardBound(these, max(0, least - known), most - known)


@lru_cache(4096)
def excluded(duty: Duty, order: CardOrder, trick: tuple[Card, ...], card: Card) -> frozenset[Card]:
    """The cards that a hand cannot hold which follows to a trick with this one.

    A duty forbids a card because of one that is held beside it, never because of several together.
    """
    return frozenset(
        other
        for other in order.places
        if other not in (card, HIDDEN) and card not in duty.allowed(order, (card, other), trick)
    )
