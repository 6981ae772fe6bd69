"""What is proved of hidden cards in a game in which suit is followed: by each card played, by each word."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.families.follow_suit.order import Duty, Order
from kontrapunkt.families.follow_suit.state import FollowState
from kontrapunkt.game import SEATS, Action
from kontrapunkt.record import Seen, replay_session
from kontrapunkt.unseen import Bound, Case, Place, Worlds

Alternative = Mapping[int, Sequence[Bound]]
"""What may be so of some hands, by the number of the seat."""


class FollowInference[S: FollowState]:
    """What a seat can conclude; a game adds what its own acts prove in `learn`, `conclude` or `aside`.

    Attributes:
        now: Where the deal stands, as the seat sees it.
        never: For each seat, the cards that it cannot hold.
        bounds: For each seat, how many of some cards it holds.
        either: Of each of these rows of alternatives exactly one is so.
        owned: For each seat, the cards that it is known to have been dealt.
    """

    def __init__(self, seen: Seen) -> None:
        """Goes through what was done, and concludes.

        Args:
            seen: What the seat has seen.
        """
        played = replay_session(seen.record, unseen=True)[-1]
        end: Any = played.end
        self.now: S = end
        self.states: Sequence[S] = played.states  # type: ignore[assignment]
        self.never: list[set[Card]] = [set() for _ in SEATS]
        self.bounds: list[list[Bound]] = [[] for _ in SEATS]
        self.either: list[Sequence[Alternative]] = []
        self.owned = [self._owned(seat) for seat in range(4)]
        for before, step in zip(self.states, played.steps, strict=False):
            number = SEATS.index(step.seat)
            if HIDDEN in before.hands[number]:
                self.learn(before, number, step.action)
        self.conclude()

    def _owned(self, seat: int) -> Counter[Card]:
        now = self.now
        found = Counter(card for card in now.hands[seat] if card != HIDDEN)
        found.update(now.played_by(seat))
        return found

    # What a game adds

    def learn(self, before: S, seat: int, action: Action) -> None:
        """Takes note of what an action proves.

        Args:
            before: The moment before it, as the viewer sees it.
            seat: The number of who acts; some of its cards are hidden.
            action: What it does.
        """
        if action.card and before.trick:
            self.never[seat] |= excluded(before.duty, before.order, before.trick, action.card)

    def conclude(self) -> None:
        """Takes note of what all of it together proves."""

    def aside(self) -> Iterable[Place]:
        """The places of hidden cards that are in no hand; the stock, unless the game says otherwise."""
        hidden = self.now.stock.count(HIDDEN)
        return [Place(("stock", 0), hidden, ordered=self.now.game.stock_in_order)] if hidden else []

    def cases(self, hands: Mapping[int, Place], others: Sequence[Place]) -> Iterable[Case]:
        """What may be so; exactly one of these is.

        Args:
            hands: The hidden cards of each hand, by the number of the seat.
            others: The other places.
        """
        for row in product(*self.either):
            found = []
            for seat, place in hands.items():
                more = [bound for each in row for bound in each.get(seat, ())]
                bounds = (*place.bounds, *more)
                found.append(Place(place.where, place.size, place.never, bounds))
            yield Case((*found, *others))

    # The worlds

    @property
    def worlds(self) -> Worlds:
        """The deals that the seat cannot exclude."""
        now = self.now
        cards = sorted(now.unseen.elements())
        hands = {
            seat: Place(("hand", seat), n, frozenset(self.never[seat]), tuple(self.bounds[seat]))
            for seat, hand in enumerate(now.hands)
            if (n := hand.count(HIDDEN))
        }
        others = [*self.aside()]
        gone = len(cards) - sum(place.size for place in (*hands.values(), *others))
        if gone:  # in tricks before the start of the record
            others.append(Place(("gone", 0), gone))
        return Worlds(cards, self.cases(hands, others), now.filled)

    def holds(self, seat: int, cards: Iterable[Card], least: int = 0, most: int = 99) -> Bound:
        """That a seat was dealt so many of some cards, as a bound of what is hidden of its hand now.

        Args:
            seat: Its number.
            cards: The cards.
            least: At least so many.
            most: At most so many.
        """
        these = frozenset(cards)
        known = sum(n for card, n in self.owned[seat].items() if card in these)
        return Bound(these, max(0, least - known), most - known)


@lru_cache(4096)
def excluded(duty: Duty, order: Order, trick: tuple[Card, ...], card: Card) -> frozenset[Card]:
    """The cards that a hand cannot hold which follows to a trick with this one.

    A duty forbids a card because of one that is held beside it, never because of several together.
    """
    return frozenset(
        other
        for other in order.places
        if other not in (card, HIDDEN) and card not in duty.allowed(order, (card, other), trick)
    )


def worlds(seen: Seen) -> Worlds:
    """The deals that a seat cannot exclude, in a game whose words prove nothing."""
    return FollowInference[FollowState](seen).worlds
