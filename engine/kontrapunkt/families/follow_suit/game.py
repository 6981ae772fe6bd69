"""FollowGame: a suit-following game of four, and the checks of its actions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Action, Seat, State
from kontrapunkt.core.legality import Check, Violation
from kontrapunkt.core.messages import Text, action_name, the_card, the_cards
from kontrapunkt.families.deal_state import DealGame
from kontrapunkt.families.follow_suit.order import CardOrder

LEAD: Final = "lead"
FOLLOW: Final = "follow"
OVER: Final = "over"


@dataclass(frozen=True)  # without slots: Python 3.12 notes the type on an instance of a generic class
class Legality[S]:
    """The functions with which a game of this family lists and checks actions.

    A check gets only actions that are not refused for a reason all games share: the deal is over, another
    seat is to act, the card is not in the hand.

    Attributes:
        check: Returns the first rule broken by an action of the seat to act, or by a call of any seat.
        non_card_actions: Lists the possible actions of the seat to act in a phase before play.
        calls: Lists the possible calls of a seat, in turn or not.
        check_turn: Returns the rule broken by a seat that is not to act; None for the rule of all games.
        cards: Lists the legal cards of the seat to act, in a game that forbids more than its duty does.
    """

    check: Check[S]
    non_card_actions: Callable[[S], tuple[Action, ...]] = lambda _: ()
    calls: Callable[[S, int], tuple[Action, ...]] = lambda *_: ()
    check_turn: Check[S] = lambda *_: None
    cards: Callable[[S], tuple[Card, ...]] = lambda _: ()


class FollowGame[S: State](DealGame[S]):
    """A suit-following game of four.

    Each player is a side unless the game has sides.

    Attributes:
        hand_size: Cards in a hand when play begins, and tricks in a deal.
        first_phases: The phases in which cards just dealt may be.
        calls_form: An example of the fact `calls`, in the game's own words.
        refusal_rules: Those of all games, and the one cited when a card is not in the `hand`.
        holds: The cards that a player must have to take an action, by action.
        legality: The functions that list and check its actions.
        side_of: The number of each seat's side.
        home: The order of a hand before trumps are known.
    """

    sides = tuple((seat,) for seat in SEATS)
    faults = "follow_suit.fault."
    play_facts = ("lead", "trick", "trump", "calls", "points", "tricks")
    hand_size: int
    home: CardOrder
    first_phases: ClassVar[tuple[str, ...]] = (LEAD,)
    calls_form: ClassVar[str]
    holds: ClassVar[Mapping[Action, tuple[Card, ...]]] = {}
    legality: ClassVar[Legality[Any]]
    inference = "kontrapunkt.families.follow_suit.inference:FollowInference"

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        if self.options.get("direction") == "anticlockwise":
            self.seats = ("N", "W", "S", "E")
        self.step = (SEATS.index(self.seats[1]) - SEATS.index(self.seats[0])) % 4
        sides = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        self.side_of = tuple(sides[seat] for seat in SEATS)

    def fresh(self, state: Any) -> bool:
        """Return True if the cards have just been dealt and nobody has acted."""
        first = state.phase in self.first_phases and state.trick_number == 1
        return first and not state.trick and not state.said

    def call_label(self, action: Action) -> Text:
        """Return a call's label for the table."""
        return action_name(action)

    @override
    def as_deal(self, state: Any, seat: Seat | None) -> Deal:
        seen, session = state.redacted(seat), state.session
        hands = dict(zip(SEATS, seen.hands, strict=True))
        if self.fresh(state):
            return Deal(hands, seen.stock or None, dealer=session.dealer, facts=session.facts)
        return Deal(hands, seen.stock or None, True, session.dealer, self.shows(seen, seat).facts)

    @override
    def violation(self, state: Any, action: Action, who: Seat) -> Violation:
        if state.phase == OVER:
            return Violation(self.refusal_rules["over"], "follow_suit.refusal.over")
        number, card, hand = SEATS.index(who), action.card, state.hands[state.turn]
        if number != state.turn and (card or not self.is_call(action)):
            return self.legality.check_turn(state, action, number) or self.out_of_turn(state, who)
        if card and state.phase in (LEAD, FOLLOW) and card not in hand:
            held = the_cards(hand)
            return Violation(self.refusal_rules["hand"], "refusal.not_held", card=the_card(card), hand=held)
        broken = self.legality.check(state, action, number)
        assert broken, f"{action} is not legal, and breaks no rule"
        return broken
