"""FollowState: a state of a suit-following game of four, and its changes."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Self, override

from kontrapunkt.core.action import ACTIONS
from kontrapunkt.core.cards import CARDS, HIDDEN, Card
from kontrapunkt.core.interface import SEATS, Action, Seat
from kontrapunkt.families.deal_state import CompletedTrick, DealState, PriorPlay
from kontrapunkt.families.follow_suit.game import FOLLOW, LEAD, OVER, FollowGame
from kontrapunkt.families.follow_suit.order import Breach, CardOrder, Duty
from kontrapunkt.record.text import tidy_action

PUT_DOWN: Final = ("discard", "lay")
"""The verbs of actions that put down a card unseen by others."""


class FollowState(DealState[PriorPlay]):
    """A moment of a deal; immutable.

    Seats are numbers here (N E S W from 0), sides are those of the game by number, and hands are sorted by
    the current order. A game adds slots and defines in `_did` the effects of calls and of actions before
    play; its `Legality` lists them. Card points and tricks of the sides include those before the start of the
    record.

    Attributes:
        duty: The duties of a player who does not lead.
        order: The current order of the cards.
        said: The calls in force, each with the number of its seat.
        trump: The trump suit's letter; empty for none, or not yet known.
    """

    __slots__ = ("duty", "order", "phase", "said", "trump")

    derived: ClassVar[tuple[str, ...]] = ("_actions", "game", "order", "duty")

    duty: Duty
    game: FollowGame[Any]
    order: CardOrder
    phase: str
    said: tuple[tuple[int, Action], ...]
    trump: str

    def __init__(self, game: FollowGame[Any], **kept: object) -> None:
        super().__init__(game, **kept)
        self.turn = (self.leader + len(self.trick) * game.step) & 3
        self._arrange(self.order)

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self.phase == OVER else SEATS[self.turn]

    @property
    def forehand(self) -> int:
        """The number of the seat after the dealer's."""
        dealer = self.session.dealer
        assert dealer is not None
        return self.game.eldest(dealer)

    # Parts that each game defines

    @override
    def calls(self, seat: int) -> tuple[Action, ...]:
        """Return the legal calls of a seat, in turn or not.

        Args:
            seat: Its number, N E S W from 0.
        """
        return self.game.legality.calls(self, seat)

    @abstractmethod
    def _did(self, action: Action, seat: int) -> Self:
        """Return the state after a legal call or action without a card."""

    def cards_allowed(self) -> tuple[Card, ...]:
        """Return the legal cards of the seat to act."""
        return self.duty.allowed(self.order, self.hands[self.turn], self.trick)

    def breach(self, card: Card) -> Breach:
        """Return the breach of an illegal card in the hand of the seat to act."""
        found = self.duty.breach(self.order, self.hands[self.turn], self.trick, card)
        assert found, f"{card} may be played"
        return found

    def must_hold(self, action: Action) -> tuple[Card, ...]:
        """Return the cards that a seat must have to take an action.

        If a record hides the seat's hand, the action reveals them.
        """
        shown = action.carries if action.verb == "discard" else None
        return self.game.holds.get(action, (shown,) if shown else ())

    def _trick_done(self, taken: CompletedTrick) -> None:
        """Update, in a state under construction, the slots that a finished trick changes."""

    # Legal actions

    @override
    def own_actions(self) -> tuple[Action, ...]:
        if self.phase == FOLLOW or self.phase == LEAD:
            found = tuple([ACTIONS[card] for card in dict.fromkeys(self.cards_allowed())])
        else:
            found = self.game.legality.non_card_actions(self)
        return found + self.calls(self.turn)

    # Effects of actions

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action == HIDDEN:
            action = self._tidied(action, seat)
        card = CARDS.get(action)
        if card is not None:
            return self._play(card)
        deed = action if type(action) is Action else Action(action)
        return self._did(deed, self.turn if seat is None else SEATS.index(seat))

    def _play(self, card: Card) -> Self:
        new = self._copy()
        turn = self.turn
        hand = self.hands[turn]
        at = hand.index(card)
        new._put(turn, hand[:at] + hand[at + 1 :])
        trick = new.trick = (*self.trick, card)
        if len(trick) == 4:
            new._finish(trick)
        else:
            new.phase = FOLLOW
            new.turn = (turn + self.game.step) & 3
        return new

    def _finish(self, trick: tuple[Card, ...]) -> None:
        """Give the trick to its winner and prepare the next."""
        game = self.game
        winner = (self.leader + self.order.best(trick) * game.step) & 3
        self.phase = OVER if self.trick_number == game.hand_size else LEAD
        self._give_trick(winner, game.side_of[winner])
        self._trick_done(self.finished[-1])

    def _arrange(self, order: CardOrder) -> None:
        """Set the order of the cards, in a state under construction."""
        self.order = order
        self.hands = tuple([order.in_order(hand) for hand in self.hands])

    # Views and records

    @override
    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        hides = viewer not in (None, seat) and action.verb in PUT_DOWN
        return Action(f"{action.verb} {HIDDEN}") if hides else action

    @override
    def assuming(self, seat: Seat, action: str, chance: str | None) -> Self:
        done = tidy_action(action)
        card, number = CARDS.get(done), SEATS.index(seat)
        shown = self.must_hold(done) if card is None else (card,) if self.to_act == seat else ()
        return self.with_cards(number, tuple((Counter(shown) - Counter(self.hands[number])).elements()))

    def as_finished(
        self, points: tuple[int, ...], taken: tuple[int, ...], leader: int, **more: object
    ) -> Self:
        """Return the deal as if it were over with these sums; it can only be scored.

        Args:
            points: The card points of each side.
            taken: The tricks of each side.
            leader: The number of the seat that took the last trick.
            more: Other slots of the game's state, by name.
        """
        new = self._copy()
        new.card_points, new.taken = points, taken
        new.leader = new.turn = leader
        new.phase = OVER
        new.trick_number = self.game.hand_size + 1
        for name, value in more.items():
            setattr(new, name, value)
        return new

    @override
    def in_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        return self.order.in_order(cards)

    def played_by(self, seat: int) -> list[Card]:
        """Return the cards that a seat has played since the start of the record.

        Args:
            seat: Its number, N E S W from 0.
        """
        tricks = [(taken.leader, taken.cards) for taken in self.finished]
        tricks.append((self.leader, self.trick))
        places = [((seat - leader) * self.game.step & 3, cards) for leader, cards in tricks]
        return [cards[place] for place, cards in places if place < len(cards)]
