"""The rules on legal actions in Kontra: which rule an action breaks."""

from kontrapunkt.core.action import SeatIndex
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.core.legality import Violation
from kontrapunkt.core.messages import Text, card_name, seat_name, the_card, the_cards
from kontrapunkt.families.rank_match.constants import DARK, a_rank
from kontrapunkt.games.kontra.options import BOTTOM, DECLINE, SPICE, SPICE_DARK, TOP, Phase
from kontrapunkt.games.kontra.state import KontraState


def check(state: KontraState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check an action of the seat to act."""
    if action == DARK:
        return check_dark(state, seat)
    if action.card:
        return check_card(state, action, seat)
    if action == TOP:
        return check_top(state, seat)
    if action == BOTTOM:
        return check_bottom(state)
    if action == DECLINE:
        return check_decline(state, seat)
    if action == SPICE_DARK or (action.verb == SPICE and action.carries):
        return check_spice(state, action, seat)
    rule = "KO-R11" if state.phase == Phase.SPICE else "KO-R6"
    return Violation(rule, "kontra.refusal.unreadable", text=short(action))


def check_card(state: KontraState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card played from the hand (KO-R4, R6, R11)."""
    card = action.card or HIDDEN
    held = card in state.hands[seat]
    if state.phase == Phase.SPICE:
        if not held:
            return _spice_due(state, seat)
        return Violation("KO-R11", "kontra.refusal.spice.first", card=the_card(card), text=action)
    if not held:
        return _not_held(state, "KO-R6", card, seat)
    if state.phase == Phase.FIRST_LEAD and state.lock and card[0] not in (state.lock, HIDDEN):
        cards = _unlocking_cards(state, seat)
        return Violation("KO-R4", "kontra.refusal.unlock.other", cards=cards, card=the_card(card))
    return None


def check_spice(state: KontraState, action: Action, seat: SeatIndex) -> Violation | None:
    """Check a card added to the trick just won (KO-R5, R11, R15, R16)."""
    phase, card = state.phase, action.carries
    if phase == Phase.SPICE:
        return _not_held(state, "KO-R11", card, seat) if card and card not in state.hands[seat] else None
    if phase == Phase.LOCKED_END:
        return Violation("KO-R5", "kontra.refusal.locked.spice")
    if not state.game.spices:
        return Violation("KO-R11", "kontra.refusal.spice.off")
    if phase == Phase.ENDGAME1:
        return Violation("KO-R15", "kontra.refusal.spice.endgame1")
    if phase == Phase.ENDGAME:
        return Violation("KO-R16", "kontra.refusal.spice.endgame")
    return Violation("KO-R11", "kontra.refusal.spice.early")


def check_dark(state: KontraState, seat: SeatIndex) -> Violation | None:
    """Check the play of the unseen top card (KO-R1, R2, R5, R7, R11, R15, R16)."""
    phase, game = state.phase, state.game
    if phase == Phase.SPICE:
        return _spice_due(state, seat)
    if phase == Phase.ENDGAME1:
        return Violation("KO-R15", "kontra.refusal.dark.endgame1")
    if phase == Phase.ENDGAME:
        return Violation("KO-R16", "kontra.refusal.dark.endgame")
    if phase == Phase.LOCKED_END:
        return Violation("KO-R5", "kontra.refusal.locked")
    if phase == Phase.FIRST_LEAD:
        if state.lock:
            return _must_unlock(state)
        return Violation("KO-R1", "kontra.refusal.dark.open", card=the_card(state.stock[0]))
    if state.trick_number == 1:
        if state.top_up and game.visible_top:
            return Violation("KO-R2", "kontra.refusal.dark.open", card=the_card(state.stock[0]))
        if state.top_up:
            return Violation("KO-R2", "kontra.refusal.top.draw_only", card=the_card(state.stock[0]))
        if state.lock and not game.unlock_trick_dark:
            return Violation("KO-R7", "kontra.refusal.dark.unlocking")
    if not game.dark_tricks[state.trick_number]:
        pack = len(state.stock) + len(state.trick)  # each card played took one from the pack
        return Violation("KO-R7", "kontra.refusal.dark.few", n=pack)
    return None


def check_top(state: KontraState, seat: SeatIndex) -> Violation | None:
    """Check the play of the face-up top card of the pack (KO-R2, R4, R5, R11)."""
    phase = state.phase
    if phase == Phase.SPICE:
        return _spice_due(state, seat)
    if phase == Phase.LOCKED_END:
        return Violation("KO-R5", "kontra.refusal.locked")
    if phase in (Phase.ENDGAME1, Phase.ENDGAME):
        return Violation("KO-R2", "kontra.refusal.top.gone")
    if phase == Phase.FIRST_LEAD:
        return _must_unlock(state) if state.lock else None
    if state.trick_number > 1 or not state.top_up:
        return Violation("KO-R2", "kontra.refusal.top.hidden")
    if not state.game.visible_top:
        return Violation("KO-R2", "kontra.refusal.top.draw_only", card=the_card(state.stock[0]))
    return None


def check_bottom(state: KontraState) -> Violation | None:
    """Check the lead of the bottom card to the first trick (KO-R2, R4, R5)."""
    if state.phase == Phase.LOCKED_END:
        return Violation("KO-R5", "kontra.refusal.locked")
    if state.phase == Phase.FIRST_LEAD:
        return _must_unlock(state) if state.lock else None
    if state.bottom_up:
        return Violation("KO-R2", "kontra.refusal.bottom.stays", card=card_name(state.stock[-1]))
    return Violation("KO-R2", "kontra.refusal.bottom.gone")


def check_decline(state: KontraState, seat: SeatIndex) -> Violation | None:
    """Check a refusal to unlock the pack (KO-R3, R4)."""
    if state.phase != Phase.FIRST_LEAD or not state.lock:
        return Violation("KO-R3", "kontra.refusal.decline.nothing")
    if state.game.must_unlock:
        return Violation("KO-R4", "kontra.refusal.decline", cards=_unlocking_cards(state, seat))
    return None


def _must_unlock(state: KontraState) -> Violation:
    return Violation("KO-R4", "kontra.refusal.unlock", rank=a_rank(state.lock))


def _spice_due(state: KontraState, seat: SeatIndex) -> Violation:
    return Violation("KO-R11", "kontra.refusal.spice.due", hand=the_cards(state.hands[seat], "or"))


def _not_held(state: KontraState, rule: str, card: Card, seat: SeatIndex) -> Violation:
    return Violation(rule, "refusal.not_held", card=the_card(card), hand=the_cards(state.hands[seat]))


def _unlocking_cards(state: KontraState, seat: SeatIndex) -> Text:
    cards = [card for card in state.hands[seat] if card[0] == state.lock]
    return the_cards(cards or [HIDDEN], "or")


def out_of_turn(state: KontraState, who: Seat) -> Violation:
    """Return the rule that a seat breaks if it acts out of turn."""
    if state.to_act is None:
        return Violation("KO-R5" if state.lock else "KO-R16", "refusal.over")
    seat, turn = seat_name(who), seat_name(state.to_act)
    if who not in state.game.seats:
        return Violation("KO-R6", "kontra.refusal.absent", seat=seat, turn=turn)
    if state.phase == Phase.FIRST_LEAD and state.lock:
        rank, number = a_rank(state.lock), state.game.seats.index(who)
        holds = any(card[0] == state.lock for card in state.hands[number])
        if holds and number not in state.up.declined:
            return Violation("KO-R3", "kontra.refusal.turn.unlock.too", rank=rank, turn=turn)
        return Violation("KO-R3", "kontra.refusal.turn.unlock", turn=turn, rank=rank)
    if state.phase == Phase.SPICE:
        return Violation("KO-R11", "kontra.refusal.turn.spice", turn=turn)
    if state.trick:
        return Violation("KO-R6", "refusal.turn", seat=turn)
    if state.trick_number > 1:
        return Violation("KO-R13", "kontra.refusal.turn.lead", turn=turn)
    rule = "KO-R5" if state.phase == Phase.LOCKED_END else "KO-R1"
    return Violation(rule, "kontra.refusal.turn.dealer", turn=turn)
