"""What is refused, and by which rule: what all games of this kind share; the rest is each game's own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.games.following.state import FOLLOW, LEAD, OVER, FollowState
from kontrapunkt.legality import Requirement
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, in_faces, say, seat_name, the_card, the_cards


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


def why_not(state: FollowState, action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now, cards named in the game's faces; None if it may."""
    rules = state.game.refusal_rules
    if state.phase == OVER:
        return Refusal(rules["over"], say("following.refusal.over"))
    who = SEATS[state.turn] if seat is None else seat
    legal = tuple(each for each in state.actions(who) if HIDDEN not in each)
    done = tidy_action(action)
    if done in legal:
        return None
    if who != SEATS[state.turn] and (done.card or not state.game.is_call(done)):
        own = state.refusal_out_of_turn(done, SEATS.index(who))
        text = say("following.refusal.turn", seat=seat_name(SEATS[state.turn]))
        return _refused(state, *(own or (rules["turn"], text)), legal)
    card = done.card
    if card is not None and state.phase in (LEAD, FOLLOW):
        hand = state.hands[state.turn]
        if card not in hand:
            text = say("following.refusal.not_held", card=the_card(card), hand=the_cards(hand))
            return _refused(state, rules["hand"], text, legal)
    return _refused(state, *state.refusal(done, SEATS.index(who)), legal)


def _refused(state: FollowState, rule: str, said: Text, legal: tuple[Action, ...]) -> Refusal:
    return Refusal(rule, in_faces(said, state.game.faces), legal)


def follows(state: FollowState, action: Action, seat: int) -> bool:
    """Whether a card of the seat to act meets its duty."""
    return action.card in state.cards_allowed()


def is_card(state: FollowState, action: Action, seat: int) -> bool:
    """Whether an action is to play a card."""
    return action.card is not None
