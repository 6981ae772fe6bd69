"""Legality for four players where ranks match: the rule that an action breaks."""

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Action
from kontrapunkt.core.legality import Violation
from kontrapunkt.core.messages import card_name, the_card, the_cards
from kontrapunkt.families.rank_match.constants import DARK, a_rank, ranks
from kontrapunkt.families.rank_match.state import RankMatchState


def check(state: RankMatchState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act."""
    if action == DARK:
        return check_dark_after_turning(state) if state.turned else check_dark(state, seat)
    card = action.card
    if card is not None:
        return check_card(state, card, seat)
    return Violation("RK-R4", "rank_match.refusal.unreadable", text=short(action))


def check_card(state: RankMatchState, card: Card, seat: SeatIndex) -> Violation | None:
    """Check a card from the hand (RK-R4, R9, R11, R12, RL-R10, R12)."""
    hand = state.hands[seat]
    if card not in hand:
        return Violation("RK-R4", "refusal.not_held", card=the_card(card), hand=the_cards(hand))
    if card[0] == "K" and state.king_barred():
        from_hand, in_dark = state.game.king_rules
        if card == state.turned:
            return Violation(in_dark, "rank_match.refusal.king.turned", card=card_name(card))
        return Violation(from_hand, "rank_match.refusal.king", card=card_name(card))
    if card[0] in state.barred():
        if card == state.turned:
            return Violation("RK-R11", "rank_match.refusal.turned", card=card_name(card))
        return _lead_limit(state, card)
    return None


def _lead_limit(state: RankMatchState, card: Card) -> Violation:
    """Return the limit on leading one rank in trick after trick (RK-R9)."""
    three, scope = int(state.game.lead_limit == 3), state.game.lead_limit_scope
    if scope == "table":
        led = ranks(state.barred_rank())
        return Violation("RK-R9", "rank_match.refusal.limit.table", three=three, ranks=led)
    rank = a_rank(card[0])
    if scope == "team":
        return Violation("RK-R9", "rank_match.refusal.limit.team", team=1, rank=rank, three=three)
    return Violation("RK-R9", "rank_match.refusal.limit.player", team=0, rank=rank, three=three)


def check_dark(state: RankMatchState, seat: SeatIndex) -> Violation | None:
    """Check playing the top card of the stock in the dark (RK-R5, R11, R12, RL-R12)."""
    game = state.game
    if not game.plays_dark:
        return Violation("RK-R5", "rank_match.refusal.dark.off")
    if not state.stock:
        return Violation("RK-R5", "rank_match.refusal.dark.stock")
    if game.dark_barred_lead == "forbid_dark" and state.barred_rank():
        return Violation("RK-R11", "rank_match.refusal.dark.limit", ranks=ranks(state.barred_rank()))
    if game.dark_king == "forbid_dark" and state.king_barred() and not _may_hold_king(state, seat):
        return Violation(game.king_rules[1], "rank_match.refusal.dark.king")
    return None


def check_dark_after_turning(state: RankMatchState) -> Violation:
    """Return the rule against turning a second card when the first must be kept.

    It is RK-R11, or RK-R12 for the fourth king.
    """
    turned = state.turned or HIDDEN
    rule = state.game.king_rules[1] if turned[0] == "K" and state.king_barred() else "RK-R11"
    return Violation(rule, "rank_match.refusal.dark.turned", card=card_name(turned))


def _may_hold_king(state: RankMatchState, seat: SeatIndex) -> bool:
    return any(card[0] in "K?" for card in state.hands[seat])  # a hidden card may be the king
