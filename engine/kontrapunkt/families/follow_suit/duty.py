"""Duty: what a hand may play to a trick, and what an illegal card would breach."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.follow_suit.order import TRUMP, Order

BreachName = Literal["follow", "trump", "beat"]


@dataclass(frozen=True, slots=True)
class Breach:
    """A duty that a card would breach; each game has its own sentence and rule id for it.

    Attributes:
        name: `follow` (the hand holds the suit led), `trump` (it is void and must trump) or `beat` (it can
            and must play higher).
        suit: The effective suit led.
        cards: The cards that the duty leaves.
    """

    name: BreachName
    suit: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Duty:
    """What a game asks of a player who does not lead. All ask to follow suit if one can.

    Attributes:
        trump_freely: Whether one may trump a plain suit even while holding it.
        must_trump: Whether who is void in the plain suit led must trump if possible.
        must_beat: Whether who follows must, if possible, beat what the trick holds so far.
    """

    trump_freely: bool = False
    must_trump: bool = False
    must_beat: bool = False

    def allowed(self, order: Order, hand: tuple[Card, ...], trick: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a hand that may be played, in the hand's order.

        What hidden cards of the hand may be is not known: they stay, and bind nobody.
        """
        if not trick:
            return hand
        suits = order.suits
        led = suits[trick[0]]
        found = [card for card in hand if suits[card] == led]
        if not found:
            return self._void(order, hand, led)
        if self.must_beat:
            found = order.beating(found, trick) or found
        if self.trump_freely and led != TRUMP:
            found = [card for card in hand if suits[card] == TRUMP or card in found]
        if hand[-1] == HIDDEN:
            found += [card for card in hand if card == HIDDEN]
        return tuple(found)

    def _void(self, order: Order, hand: tuple[Card, ...], led: str) -> tuple[Card, ...]:
        if self.must_trump and led != TRUMP:
            trumps = order.of_suit(TRUMP, hand)
            return (*trumps, *order.of_suit("", hand)) if trumps else hand
        return hand

    def breach(
        self, order: Order, hand: tuple[Card, ...], trick: Sequence[Card], card: Card
    ) -> Breach | None:
        """What a card of the hand would breach; None if it may be played."""
        allowed = self.allowed(order, hand, trick)
        if card in allowed:
            return None
        led = order.suits[trick[0]]
        name: BreachName = "follow"
        if order.suits[card] == led:
            name = "beat"
        elif not order.of_suit(led, hand):
            name = "trump"
        return Breach(name, led, tuple(one for one in allowed if one != HIDDEN))
