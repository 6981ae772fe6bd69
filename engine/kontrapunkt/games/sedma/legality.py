"""The rules on legal actions in Sedma: which rule an action breaks."""

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Action
from kontrapunkt.core.legality import Violation
from kontrapunkt.core.messages import the_card, the_cards
from kontrapunkt.families.rank_match.constants import a_rank
from kontrapunkt.games.sedma.options import SEVEN, STOP
from kontrapunkt.games.sedma.state import SedmaState


def check(state: SedmaState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act."""
    goes_on = state.phase == "continue"
    if action == STOP:
        return None if goes_on else Violation("SE-R8", "sedma.refusal.stop")
    card = action.card
    if card is None:
        return Violation("SE-R4", "sedma.refusal.unreadable", text=short(action), stop=int(goes_on))
    hand = state.hands[seat]
    if card not in hand:
        return Violation("SE-R4", "refusal.not_held", card=the_card(card), hand=the_cards(hand))
    if goes_on and card[0] in state.barred():
        led = state.trick[0][0]
        wild = int(state.game.wild and led != SEVEN)
        return Violation("SE-R7", "sedma.refusal.go_on", card=the_card(card), rank=a_rank(led), wild=wild)
    return None
