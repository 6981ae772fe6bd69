"""Inference: what all our games conclude alike of hidden cards, from what has been seen."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.play.card_distributions import CardBound, CardPlace, Case, Worlds
from kontrapunkt.record import Replay, Seen, replay_session

Alternative = Mapping[int, Sequence[CardBound]]
"""What may be so of some hands, by the number of the seat."""


class Inference[S: DealState[Any]]:
    """What a seat can conclude; what an act proves is said in `learn`, `conclude` and `aside`.

    Attributes:
        played: What was done, as far as the seat has seen it.
        now: Where the deal stands, as the seat sees it.
        never: For each seat, the cards that it cannot hold.
        bounds: For each seat, how many of some cards it holds.
        either: Of each of these rows of alternatives exactly one is so.
    """

    def __init__(self, seen: Seen) -> None:
        """Goes through what was done, and concludes.

        Args:
            seen: What the seat has seen.
        """
        self.played: Replay = replay_session(seen.record, unseen=True)[-1]
        end: Any = self.played.end
        self.now: S = end
        self.states: Sequence[S] = self.played.states  # type: ignore[assignment]
        self.never: list[set[Card]] = [set() for _ in end.hands]
        self.bounds: list[list[CardBound]] = [[] for _ in end.hands]
        self.either: list[Sequence[Alternative]] = []
        for before, step in zip(self.states, self.played.steps, strict=False):
            number = end.game.numbered.index(step.seat)
            if HIDDEN in before.hands[number]:
                self.learn(before, number, step.action)
        self.conclude()

    def learn(self, before: S, seat: int, action: Action) -> None:
        """Takes note of what an action proves.

        Args:
            before: The moment before it, as the viewer sees it.
            seat: The number of who acts; some of its cards are hidden.
            action: What it does.
        """

    def conclude(self) -> None:
        """Takes note of what all of it together proves."""

    def unseen(self) -> Sequence[Card]:
        """The cards that the seat has not seen."""
        raise NotImplementedError

    def aside(self) -> Iterable[CardPlace]:
        """The places of hidden cards that are in no hand; the stock, unless the game says otherwise."""
        hidden = self.now.stock.count(HIDDEN)
        return [CardPlace(("stock", 0), hidden, ordered=self.now.game.stock_in_order)] if hidden else []

    def cases(self, hands: Mapping[int, CardPlace], others: Sequence[CardPlace]) -> Iterable[Case]:
        """What may be so; exactly one of these is.

        Args:
            hands: The hidden cards of each hand, by the number of the seat.
            others: The other places.
        """
        for row in product(*self.either):
            more = ([bound for each in row for bound in each.get(seat, ())] for seat in hands)
            yield (*map(CardPlace.bound, hands.values(), more), *others)

    @property
    def worlds(self) -> Worlds:
        """The deals that the seat cannot exclude."""
        cards = self.unseen()
        hands = {
            seat: CardPlace(("hand", seat), n, frozenset(self.never[seat]), tuple(self.bounds[seat]))
            for seat, hand in enumerate(self.now.hands)
            if (n := hand.count(HIDDEN))
        }
        others = [*self.aside()]
        gone = len(cards) - sum(place.size for place in (*hands.values(), *others))
        if gone:  # in tricks before the start of the record
            others.append(CardPlace(("gone", 0), gone))
        return Worlds(cards, self.cases(hands, others), self.now.filled)
