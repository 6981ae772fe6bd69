"""Why an action is refused in Konter a Matt, in the reader's own cards."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import SUITS, Card
from kontrapunkt.game import Action
from kontrapunkt.games.following import FOLLOW, TRUMP
from kontrapunkt.games.konter_a_matt.table import CLAIM, HALF, HOLDS, MATADORS
from kontrapunkt.record.model import short
from kontrapunkt.said import Said, Text, card_name, say, suit_name, the_card, the_cards

if TYPE_CHECKING:
    from kontrapunkt.games.konter_a_matt.state import KonterState


def refusal(state: "KonterState", action: Action, seat: int) -> tuple[str, Text]:
    """The rule and the sentence that refuse a seat an action, which is in its text form and not legal."""
    if action in HOLDS:
        return _announcement(state, action, seat)
    if action == CLAIM:
        return "KM-R16", _claim(state, seat)
    if not state.trump:
        return "KM-R6", _naming(action)
    if action.verb == "trump":
        return "KM-R6", say("km.refusal.named", suit=suit_name(state.trump))
    if action.card is not None:
        return "KM-R14", _card(state, action.card)
    if action.verb == "say":
        return "KM-R8", say("km.refusal.say.unknown", text=short(action))
    return "KM-R14", say("km.refusal.unreadable", text=short(action))


def _naming(action: Action) -> Said:
    if action.verb == "pass":
        return say("km.refusal.naming.pass")
    key = "suit" if action.verb == "trump" else "first"
    return say(f"km.refusal.naming.{key}", suits=", ".join(SUITS), text=short(action))


def _announcement(state: "KonterState", action: Action, seat: int) -> tuple[str, Text]:
    name = state.game.call_label(action)
    hand = state.hands[seat]
    if not state.trump:
        return "KM-R9", say("km.refusal.say.early", name=name)
    if state.trick_number > 1 or len(hand) < state.game.hand_size:
        return "KM-R9", say("km.refusal.say.late", name=name)
    if seat not in state.in_window:
        return "KM-R9", say("km.refusal.say.turn", name=name)
    if not state.may_hold(seat, HOLDS[action]):
        lacking = [card for card in HOLDS[action] if card not in hand]
        values = {"name": name, "needed": the_cards(HOLDS[action]), "lacking": the_cards(lacking, "or")}
        return "KM-R8", say("km.refusal.say.cards", **values)
    said = next(said for who, said in state.said if who == seat)
    return "KM-R10", say("km.refusal.say.twice", said=state.game.call_label(said))


def _claim(state: "KonterState", seat: int) -> Said:
    if not state.game.claims:
        return say("km.refusal.claim.off")
    if not state.trump or state.phase == FOLLOW or state.trick_number == 1:
        return say("km.refusal.claim.between")
    points = state.card_points[state.game.side_of[seat]]
    return say("km.refusal.claim.points", n=points, most=HALF + 1)


def _card(state: "KonterState", card: Card) -> Said:
    breach = state.duty.breach(state.order, state.hands[state.turn], state.trick, card)
    assert breach is not None
    held = state.order.of_suit(breach.suit, breach.cards)
    values = {"card": the_card(card), "held": the_cards(held, "or")}
    if breach.suit == TRUMP:
        lead = state.trick[0]
        queen = lead in MATADORS and lead.suit != state.trump
        return say("km.refusal.trump.queen" if queen else "km.refusal.trump", lead=card_name(lead), **values)
    return say("km.refusal.follow", suit=suit_name(breach.suit), **values)
