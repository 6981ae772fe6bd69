"""Why an action is refused, in the reader's own cards."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import short
from kontrapunkt.game import Seat
from kontrapunkt.games.rank_match.table import DARK, a_rank, ranks
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, card_name, say, seat_name, the_card, the_cards

if TYPE_CHECKING:
    from kontrapunkt.games.rank_match.state import SedmaState


def refusal(state: "SedmaState", action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now; None if it may."""
    if state.to_act is None:
        return Refusal("RK-R13", say("rank_match.refusal.over"))
    if seat is not None and seat != state.to_act:
        return Refusal("RK-R3", say("rank_match.refusal.turn", seat=seat_name(state.to_act)))
    legal = tuple(each for each in state.actions() if str(each) != HIDDEN)
    done = tidy_action(action)
    if done in legal:
        return None
    if done == DARK:
        return Refusal(*_why_not_dark(state), legal)
    if done.card is None:
        return Refusal("RK-R4", say("rank_match.refusal.unreadable", text=short(action)), legal)
    return Refusal(*_why_not_card(state, done.card), legal)


def _why_not_dark(state: "SedmaState") -> tuple[str, Text]:
    rule = state.dark_barred()
    if state._turned:
        return rule, say("rank_match.refusal.dark.turned", card=card_name(state._turned))
    if not state.game.dark_play:
        return rule, say("rank_match.refusal.dark.off")
    if rule == "RK-R5":
        return rule, say("rank_match.refusal.dark.stock")
    if rule == "RK-R11":
        return rule, say("rank_match.refusal.dark.limit", ranks=ranks(state.barred_rank()))
    return rule, say("rank_match.refusal.dark.king")


def _why_not_card(state: "SedmaState", card: Card) -> tuple[str, Text]:
    game = state.game
    hand = state.hands[state.turn]
    if card not in hand:
        return "RK-R4", say("rank_match.refusal.not_held", card=the_card(card), hand=the_cards(hand))
    if card == state._turned and not (card.rank == "K" and state.king_barred()):
        return "RK-R11", say("rank_match.refusal.turned", card=card_name(card))
    if card.rank == "K" and state.king_barred():
        dark = card == state._turned
        key = "rank_match.refusal.king.turned" if dark else "rank_match.refusal.king"
        return game.king_rules[dark], say(key, card=card_name(card))
    limit = say(f"rank_match.number.{game.lead_limit}")
    key = f"rank_match.refusal.limit.{game.lead_limit_scope}"
    return "RK-R9", say(key, rank=a_rank(card.rank), ranks=ranks(card.rank), limit=limit)
