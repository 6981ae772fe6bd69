"""Why an action is refused: what all games of this kind share; the rest is each game's own."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.games.following.state import FOLLOW, LEAD, OVER
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, in_faces, say, seat_name, the_card, the_cards

if TYPE_CHECKING:
    from kontrapunkt.games.following.state import FollowState


def refusal(state: "FollowState", action: str, seat: Seat | None) -> Refusal | None:
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


def _refused(state: "FollowState", rule: str, said: Text, legal: tuple[Action, ...]) -> Refusal:
    return Refusal(rule, in_faces(said, state.game.faces), legal)
