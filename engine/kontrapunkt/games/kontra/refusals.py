"""Why an action is refused, in the reader's own cards."""

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import short
from kontrapunkt.game import Action, Seat
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import (
    BOTTOM,
    DECLINE,
    ENDGAME,
    ENDGAME1,
    FIRST_LEAD,
    LOCKED_END,
    NORMAL,
    SPICE,
    SPICE_DARK,
    TOP,
)
from kontrapunkt.games.rank_match.table import DARK, a_rank, ranks
from kontrapunkt.record.text import read_card, tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, card_name, say, seat_name, the_card, the_cards


def refusal(state: KontraState, action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now; None if it may."""
    if state.to_act is None:
        return _refuse("KO-R5" if state.lock else "KO-R16", "over")
    if seat is not None and seat != state.to_act:
        return _why_not_now(state, seat)
    legal = tuple(each for each in state.actions() if HIDDEN not in each)
    done = tidy_action(action)
    if done in legal:
        return None
    rule, reason = _why_not(state, done, action)
    return Refusal(rule, reason, legal)


def _refuse(rule: str, key: str, /, **values: object) -> Refusal:
    return Refusal(rule, say(f"kontra.refusal.{key}", **values))


def _why_not_now(state: KontraState, seat: Seat) -> Refusal:
    """Out of turn: whose turn it is, and why."""
    assert state.to_act is not None
    turn = seat_name(state.to_act)
    if seat not in state.game.seats:
        return _refuse("KO-R6", "absent", seat=seat_name(seat), turn=turn)
    if state.phase == FIRST_LEAD and state.lock:
        hand = state.hands[state.game.seats.index(seat)]
        declined = state.game.seats.index(seat) in state.declined
        holds = any(card[0] == state.lock for card in hand) and not declined
        key = "turn.unlock.too" if holds else "turn.unlock"
        return _refuse("KO-R3", key, turn=turn, rank=a_rank(state.lock))
    if state.phase == SPICE:
        return _refuse("KO-R11", "turn.spice", turn=turn)
    if state.trick:
        return _refuse("KO-R6", "turn", turn=turn)
    if state.trick_number > 1:
        return _refuse("KO-R13", "turn.lead", turn=turn)
    return _refuse("KO-R5" if state.phase == LOCKED_END else "KO-R1", "turn.dealer", turn=turn)


def _why_not(state: KontraState, done: Action, typed: str) -> tuple[str, Text]:
    """The rule and the sentence for an action that the seat to act may not do."""
    argument = read_card(done.argument) if done.verb == SPICE else None
    if done == DARK:
        return _why_not_dark(state)
    if done == TOP:
        return _why_not_top(state)
    if done == BOTTOM:
        return _why_not_bottom(state)
    if done == DECLINE:
        return _why_not_decline(state)
    if done == SPICE_DARK or argument not in (None, HIDDEN):
        return _why_not_spice(state, argument)
    if done.card is not None:
        return _why_not_card(state, done.card)
    return _said("KO-R11" if state.phase == SPICE else "KO-R6", "unreadable", text=short(typed))


def _said(rule: str, key: str, /, **values: object) -> tuple[str, Text]:
    return rule, say(f"kontra.refusal.{key}", **values)


def _why_not_dark(state: KontraState) -> tuple[str, Text]:
    rule = state.dark_barred()
    if rule == "KO-R1":
        return _said(rule, "dark.open", card=the_card(state.stock[0]))
    if rule == "KO-R2":
        key = "dark.open" if state.game.visible_top else "top.draw_only"
        return _said(rule, key, card=the_card(state.stock[0]))
    if rule == "KO-R7":
        if state.lock:
            return _said(rule, "dark.unlocking")
        left = len(state.stock) + len(state.trick)  # each card played so far has taken one from the pack
        return _said(rule, "dark.few", n=left)
    if rule == "KO-R4":
        return _said(rule, "unlock", rank=a_rank(state.lock))
    if rule == "KO-R5":
        return _said(rule, "locked")
    if rule == "KO-R11":
        return _said(rule, "spice.due", hand=the_cards(state.hands[state.turn], "or"))
    return _said(rule, "dark.endgame1" if rule == "KO-R15" else "dark.endgame")


def _why_not_top(state: KontraState) -> tuple[str, Text]:
    phase = state.phase
    if phase == SPICE:
        return _said("KO-R11", "spice.due", hand=the_cards(state.hands[state.turn], "or"))
    if phase == LOCKED_END:
        return _said("KO-R5", "locked")
    if phase == FIRST_LEAD:
        return _said("KO-R4", "unlock", rank=a_rank(state.lock))
    if state.top_up:
        return _said("KO-R2", "top.draw_only", card=the_card(state.stock[0]))
    return _said("KO-R2", "top.hidden" if phase == NORMAL else "top.gone")


def _why_not_bottom(state: KontraState) -> tuple[str, Text]:
    phase = state.phase
    if phase == LOCKED_END:
        return _said("KO-R5", "locked")
    if phase == FIRST_LEAD:
        return _said("KO-R4", "unlock", rank=a_rank(state.lock))
    if state.bottom_up:
        return _said("KO-R2", "bottom.stays", card=card_name(state.stock[-1]))
    return _said("KO-R2", "bottom.gone")


def _why_not_decline(state: KontraState) -> tuple[str, Text]:
    if state.phase == FIRST_LEAD and state.lock:
        held = [card for card in state.hands[state.turn] if card[0] == state.lock]
        return _said("KO-R4", "decline", cards=the_cards(held, "or"))
    return _said("KO-R3", "decline.nothing")


def _why_not_spice(state: KontraState, card: Card | None) -> tuple[str, Text]:
    phase = state.phase
    if phase == SPICE:
        hand = the_cards(state.hands[state.turn])
        return _said("KO-R11", "not_held", card=the_card(card or HIDDEN), hand=hand)
    if phase == LOCKED_END:
        return _said("KO-R5", "locked.spice")
    if not state.game.spices:
        return _said("KO-R11", "spice.off")
    if phase == ENDGAME1:
        return _said("KO-R15", "spice.endgame1")
    if phase == ENDGAME:
        return _said("KO-R16", "spice.endgame")
    return _said("KO-R11", "spice.early")


def _why_not_card(state: KontraState, card: Card) -> tuple[str, Text]:
    hand = state.hands[state.turn]
    if state.phase == SPICE:
        if card in hand:
            return _said("KO-R11", "spice.first", card=the_card(card), text=card)
        return _said("KO-R11", "spice.due", hand=the_cards(hand, "or"))
    if card not in hand:
        return _said("KO-R6", "not_held", card=the_card(card), hand=the_cards(hand))
    held = [each for each in hand if each[0] == state.lock]
    cards = the_cards(held or [HIDDEN], "or")
    return _said("KO-R4", "unlock.other", card=the_card(card), ranks=ranks(state.lock), cards=cards)
