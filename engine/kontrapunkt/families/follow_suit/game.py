"""FollowGame: a game of four with suits to follow, and what it asks of its actions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, override

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.deal_state import DealGame
from kontrapunkt.families.follow_suit.order import Order
from kontrapunkt.game import SEATS, Action, Seat, State
from kontrapunkt.legality import Requirement, unmet
from kontrapunkt.said import Text, action_name, say, the_card, the_cards

LEAD: Final = "lead"
FOLLOW: Final = "follow"
OVER: Final = "over"


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


class FollowGame[S: State = Any](DealGame[S]):
    """A game of four in which suit is followed; everybody is a side unless the game says otherwise.

    Attributes:
        hand_size: Cards in a hand when play begins, and tricks in a deal.
        first_phases: The phases that cards just dealt may be in.
        calls_form: How the fact `calls` is written, as an example in the game's own words.
        refusal_rules: Those of all games, and the one that is cited when a card is not in the `hand`.
        holds: The cards that who says something must hold.
        legality: What it asks of its actions.
        side_of: The number of each seat's side.
        home: The order of a hand before it is known which cards are trumps.
    """

    sides = tuple((seat,) for seat in SEATS)
    faults = "follow_suit.fault."
    play_facts = ("lead", "trick", "trump", "calls", "points", "tricks")
    hand_size: int
    home: Order
    first_phases: ClassVar[tuple[str, ...]] = (LEAD,)
    calls_form: ClassVar[str]
    holds: ClassVar[Mapping[Action, tuple[Card, ...]]] = {}
    legality: ClassVar[Legality[Any]] = Legality()
    inference = "kontrapunkt.families.follow_suit.inference:FollowInference"

    def __init__(self, preset: str | None = None, **options: object) -> None:
        super().__init__(preset, **options)
        if self.options.get("direction") == "anticlockwise":
            self.seats = ("N", "W", "S", "E")
        self.step = (SEATS.index(self.seats[1]) - SEATS.index(self.seats[0])) % 4
        sides = {seat: side for side, seats in enumerate(self.sides) for seat in seats}
        self.side_of = tuple(sides[seat] for seat in SEATS)

    def fresh(self, state: Any) -> bool:
        """Whether a state is one of cards just dealt, with nothing done yet."""
        first = state.phase in self.first_phases and state.trick_number == 1
        return first and not state.trick and not state.said

    def call_label(self, action: Action) -> Text:
        """A call as a table shows it."""
        return action_name(action)

    @override
    def as_deal(self, state: Any, seat: Seat | None) -> Deal:
        seen, session = state.redacted(seat), state.session
        hands = dict(zip(SEATS, seen.hands, strict=True))
        if self.fresh(state):
            return Deal(hands, seen.stock or None, dealer=session.dealer, facts=session.facts)
        return Deal(hands, seen.stock or None, True, session.dealer, self.shows(seen, seat).facts)

    @override
    def refused(self, state: Any, action: Action, who: Seat, text: str) -> tuple[str, Text]:
        if state.phase == OVER:
            return self.refusal_rules["over"], say("follow_suit.refusal.over")
        number, card, hand = SEATS.index(who), action.card, state.hands[state.turn]
        if number != state.turn and (card or not self.is_call(action)):
            lacking = unmet(self.legality.in_turn, state, action, number)
            if lacking is None:
                return self.untimely(state, who)
        elif card and state.phase in (LEAD, FOLLOW) and card not in hand:
            values = {"card": the_card(card), "hand": the_cards(hand)}
            return self.refusal_rules["hand"], say("refusal.not_held", **values)
        else:
            lacking = unmet(self.legality.asked(state, action), state, action, number)
            assert lacking, f"{action} is not legal, and meets all that is asked"
        return lacking.rule, lacking.says(state, action, number)
