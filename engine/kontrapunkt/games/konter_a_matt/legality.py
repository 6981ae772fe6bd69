"""The rules on legal actions in Konter a Matt: which rule an action breaks."""

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Action
from kontrapunkt.core.legality import Violation, filter_legal
from kontrapunkt.core.messages import card_name, suit_name, the_card, the_cards
from kontrapunkt.families.follow_suit import LEAD, TRUMP, Legality
from kontrapunkt.games.konter_a_matt import constants
from kontrapunkt.games.konter_a_matt.state import KonterState


def check(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act, or an announcement or claim of any seat."""
    if action in constants.HOLDS:
        return check_announcement(state, action, seat)
    if action == constants.CLAIM:
        return check_claim(state, action, seat)
    if not state.trump:
        return check_trump_naming(state, action, seat)
    return check_card(state, action, seat)


def check_trump_naming(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the naming of trumps by forehand (KM-R6)."""
    if action.verb == "pass":
        return Violation("KM-R6", "km.refusal.naming.pass")
    if action.verb != "trump":
        return Violation("KM-R6", "km.refusal.naming.first")
    if action not in constants.TRUMPS:
        return Violation("KM-R6", "km.refusal.naming.suit", text=short(action))
    return None


def check_announcement(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an announcement: its time first, then the cards (KM-R8 to R10)."""
    return _check_announcement_time(state, action, seat) or _check_announced_cards(state, action, seat)


def _check_announcement_time(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    if not state.trump:
        return Violation("KM-R9", "km.refusal.say.early", name=state.game.call_label(action))
    if state.trick_number != 1 or len(state.hands[seat]) != constants.HAND:
        return Violation("KM-R9", "km.refusal.say.late", name=state.game.call_label(action))
    if seat != state.turn and state.game.announces_in_turn:
        return Violation("KM-R9", "km.refusal.say.turn", name=state.game.call_label(action))
    return None


def _check_announced_cards(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    lacking = [card for card in constants.HOLDS[action] if card not in state.hands[seat]]
    if lacking and not _may_be_hidden(state, seat, lacking):
        needed = constants.HOLDS[action]
        n = len(needed) if len(lacking) == len(needed) else 0
        return Violation(
            "KM-R8",
            "km.refusal.say.cards",
            name=state.game.call_label(action),
            needed=the_cards(needed),
            lacking=the_cards(lacking, "or"),
            n=n,
            two=int(n == 2),
        )
    earlier = [said for who, said in state.said if who == seat]
    if earlier and not (earlier == [constants.SAY_MATT] and action == constants.SAY_KONTER):
        return Violation("KM-R10", "km.refusal.say.twice", said=state.game.call_label(earlier[0]))
    return None


def _may_be_hidden(state: KonterState, seat: SeatIndex, cards: list[Card]) -> bool:
    """Return True if the cards may be among the hidden cards of a hand."""
    if state.hands[seat].count(HIDDEN) < len(cards):
        return False
    unseen = state.unseen
    return all(unseen[card] for card in cards)


def check_claim(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check the claim of a deal that is already won (KM-R16)."""
    if not state.game.claims:
        return Violation("KM-R16", "km.refusal.claim.off")
    if state.phase != LEAD or state.trick_number == 1:
        return Violation("KM-R16", "km.refusal.claim.between")
    points = state.card_points[state.game.side_of[seat]]
    if points <= constants.HALF:
        return Violation("KM-R16", "km.refusal.claim.points", n=points, most=constants.HALF + 1)
    return None


def check_card(state: KonterState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card that the seat to act holds (KM-R14)."""
    if action.verb == "trump":
        return Violation("KM-R6", "km.refusal.named", suit=suit_name(state.trump))
    if action.verb == "say":
        return Violation("KM-R8", "km.refusal.say.unknown", text=short(action))
    card = action.card
    if card is None:
        return Violation("KM-R14", "km.refusal.unreadable", text=short(action))
    if card in state.cards_allowed():
        return None
    breach = state.breach(card)
    held = the_cards(state.order.of_suit(breach.suit, breach.cards))
    if breach.suit == TRUMP:
        lead = state.trick[0]
        queen = int(lead in constants.MATADORS and lead.suit != state.trump)
        values = {"lead": card_name(lead), "queen": queen, "held": held, "card": the_card(card)}
        return Violation("KM-R14", "km.refusal.trump", **values)
    suit = suit_name(breach.suit)
    return Violation("KM-R14", "km.refusal.follow", suit=suit, held=held, card=the_card(card))


def _announcements_and_claims(state: KonterState, seat: SeatIndex) -> tuple[Action, ...]:
    if state.trick_number > 1:  # the time for announcements is over, that for claims begins
        return () if check_claim(state, constants.CLAIM, seat) else (constants.CLAIM,)
    if _check_announcement_time(state, constants.SAY_MATT, seat):
        return ()
    return filter_legal(constants.HOLDS, _check_announced_cards, state, seat)


LEGALITY = Legality[KonterState](
    check,
    non_card_actions=lambda state: tuple(constants.TRUMPS),
    calls=_announcements_and_claims,
)
