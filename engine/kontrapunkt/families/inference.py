"""Proofs about hidden cards from the play so far, common to all our games."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Action
from kontrapunkt.core.old_names import old_names
from kontrapunkt.families.card_distributions import CardBound, CardPlace, Case, Worlds
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.record import Replay, SeatHistory, replay_session

Alternative = Mapping[int, Sequence[CardBound]]
"""One possible set of constraints on hands, by the number of the seat."""


@old_names(aside="other_places")
class Inference[S: DealState[Any]]:
    """The conclusions of a seat; games override `learn`, `conclude` and `other_places`.

    Attributes:
        played: The play so far, as the seat has seen it.
        now: The current state, as the seat sees it.
        never: For each seat, the cards that it cannot have.
        bounds: For each seat, limits to the number of certain cards in its hand.
        either: Sequences of alternatives; of each sequence exactly one is true.
    """

    def __init__(self, seen: SeatHistory) -> None:
        """Replay what the seat has seen, and conclude.

        Args:
            seen: The record of what the seat has seen.
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
        """Add the constraints that an action proves.

        Args:
            before: The state before it, as the viewer sees it.
            seat: The number of the seat that acts; some of its cards are hidden.
        """

    def conclude(self) -> None:
        """Add the constraints that all actions together prove."""

    def unseen(self) -> Sequence[Card]:
        """Return the cards that the seat has not seen."""
        raise NotImplementedError

    def other_places(self) -> Iterable[CardPlace]:
        """Return the places of hidden cards outside hands; by default, the stock."""
        hidden = self.now.stock.count(HIDDEN)
        return [CardPlace(("stock", 0), hidden, ordered=self.now.game.stock_in_order)] if hidden else []

    def cases(self, hands: Mapping[int, CardPlace], others: Sequence[CardPlace]) -> Iterable[Case]:
        """Yield the possible cases, of which exactly one is true.

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
        others = [*self.other_places()]
        gone = len(cards) - sum(place.size for place in (*hands.values(), *others))
        if gone:  # in tricks before the start of the record
            others.append(CardPlace(("gone", 0), gone))
        return Worlds(cards, self.cases(hands, others), self.now.determinized)
