"""FollowRules: what a game of four with suits to follow says of itself and asks of its actions."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, override

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.follow_suit.facts import PLAY_FACTS
from kontrapunkt.families.follow_suit.order import Order
from kontrapunkt.game import SEATS, Action, Game, Result, Seat
from kontrapunkt.legality import Requirement
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text


@dataclass(frozen=True, slots=True)
class Legality[S]:
    """What a game of this kind asks of its actions.

    Attributes:
        deeds: What the seat to act may do in a phase before play.
        calls: What a seat may say now, in turn or not.
        asked: What an action has to meet in order, beyond what all games ask: that the deal goes on, that
            it is the seat's turn, that a card is in the hand. Of one that is not legal, some is not met.
        in_turn: What is not met by who is not to act, where the usual sentence says too little.
        cards: The cards that the seat to act may play, in a game that forbids more than the duty does.
    """

    deeds: Callable[[S], tuple[Action, ...]] = lambda _: ()
    calls: Callable[[S, int], tuple[Action, ...]] = lambda *_: ()
    asked: Callable[[S, Action], Sequence[Requirement[S]]] = lambda *_: ()
    in_turn: Sequence[Requirement[S]] = ()
    cards: Callable[[S], tuple[Card, ...]] = lambda _: ()


def is_card(_: object, action: Action, __: int) -> bool:
    """Whether an action is to play a card.

    Args:
        action: The action.
    """
    return action.card is not None


class FollowRules(Game):
    """A game of four in which suit is followed.

    Attributes:
        hand_size: Cards in a hand when play begins, and tricks in a deal.
        values: Card points by rank; a rank left out counts nothing.
        first_phase: The phase that cards just dealt are in.
        own_facts: The keys of facts that the game adds to those of play.
        calls_form: How the fact `calls` is written, as an example in the game's own words.
        refusal_rules: The rules that are cited when the deal is `over`, when it is another's `turn`, and when
            a card is not in the `hand`.
        legality: What it asks of its actions.
        step: How the numbers of the seats (N E S W from 0) run in the order of play.
        side_of: The number of each seat's side.
        pinned: Cards that are trumps whatever the trump suit.
        home: The order of a hand before it is known which cards are trumps.
        stock_in_order: Whether it matters how the cards of the stock lie, as somebody will see them.
    """

    hand_size: int
    values: Mapping[str, int]
    home: Order
    pinned: tuple[Card, ...] = ()
    stock_in_order: ClassVar[bool] = True
    first_phase: ClassVar[str] = "lead"
    own_facts: ClassVar[tuple[str, ...]] = ()
    calls_form: ClassVar[str]
    refusal_rules: ClassVar[Mapping[str, str]]
    legality: ClassVar[Legality[Any]] = Legality()

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        self.step = (SEATS.index(self.seats[1]) - SEATS.index(self.seats[0])) % 4
        sides = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        self.side_of = tuple(sides[seat] for seat in SEATS)

    @cached_property
    def twins(self) -> bool:
        """Whether the pack has each card twice."""
        return len(set(self.pack)) < len(self.pack)

    @cached_property
    @override
    def seats(self) -> tuple[Seat, ...]:
        return SEATS if self.options.get("direction", "clockwise") == "clockwise" else ("N", "W", "S", "E")

    @property
    @override
    def position_facts(self) -> tuple[str, ...]:
        return (*PLAY_FACTS, *self.own_facts, *self.session_facts)

    def eldest(self, dealer: Seat) -> int:
        """The number of the seat after the dealer's, N E S W from 0."""
        return (SEATS.index(dealer) + self.step) & 3

    def fresh(self, state: Any) -> bool:
        """Whether a state is one of cards just dealt, with nothing done yet."""
        first = state.phase == self.first_phase and state.trick_number == 1
        return first and not state.trick and not state.said

    def call_label(self, action: Action) -> Text:
        """A call as a table shows it, in the language in force."""
        return action.argument

    @abstractmethod
    def why_not(self, state: Any, action: str, seat: Seat | None) -> Refusal | None:
        """Why a seat may not do this in a state now; None if it may."""

    @abstractmethod
    def as_deal(self, state: Any, seat: Seat | None) -> Deal:
        """A moment as the start of a record; for a seat, with what it has not seen hidden."""

    @abstractmethod
    def result(self, state: Any) -> Result:
        """The result of a finished deal."""
