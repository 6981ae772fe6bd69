"""What an action has to meet in each phase of Kontra, and what is said of one that does not."""

from collections.abc import Callable
from typing import Final

from kontrapunkt.cards import HIDDEN
from kontrapunkt.deal import short
from kontrapunkt.families.rank_match.asked import CARD, Asked
from kontrapunkt.families.rank_match.table import CARDS, DARK, a_rank
from kontrapunkt.game import Action, Seat
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.games.kontra.table import (
    BOTTOM,
    DECLINE,
    ENDGAME,
    ENDGAME1,
    FIRST_LEAD,
    FIRST_TRICK,
    LOCKED_END,
    NORMAL,
    SPICE,
    SPICE_DARK,
    SPICES,
    TOP,
)
from kontrapunkt.legality import Requirement, unmet
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, card_name, say, seat_name, the_card, the_cards

Asks = Requirement[KontraState]
Says = Callable[[KontraState, Action, int], Text]


def _say(key: str, **values: object) -> Text:
    return say(f"kontra.refusal.{key}", **values)


def _says(key: str) -> Says:
    """What says a sentence that names no card, or the rank that locks the pack."""
    return lambda s, a, i: _say(key, rank=a_rank(s.lock)) if s.lock else _say(key)


def _top(key: str) -> Says:
    return lambda s, a, i: _say(key, card=the_card(s.stock[0]))


def _due(state: KontraState, action: Action, seat: int) -> Text:
    return _say("spice.due", hand=the_cards(state.hands[seat], "or"))


def _not_held(state: KontraState, action: Action, seat: int) -> Text:
    return say("refusal.not_held", card=the_card(action.carries or HIDDEN), hand=the_cards(state.hands[seat]))


def _other(state: KontraState, action: Action, seat: int) -> Text:
    held = [card for card in state.hands[seat] if card[0] == state.lock]
    cards = the_cards(held or [HIDDEN], "or")
    return _say("unlock.other", card=the_card(CARDS[action]), cards=cards)


def _decline(state: KontraState, action: Action, seat: int) -> Text:
    held = [card for card in state.hands[seat] if card[0] == state.lock]
    return _say("decline", cards=the_cards(held, "or"))


def _few(state: KontraState, action: Action, seat: int) -> Text:
    return _say("dark.few", n=len(state.stock) + len(state.trick))  # each card played has taken one from it


def _no(rule: str, says: str | Says) -> tuple[Asks]:
    """What an action never meets in a phase."""
    return (Asks(lambda s, a, i: False, rule, _says(says) if isinstance(says, str) else says),)


def _held(rule: str, says: Says) -> Asks:
    return Asks(lambda s, a, i: a.carries in s.hands[i], rule, says)


_OPEN: Final = Asks(lambda s, a, i: not s.lock, "KO-R4", _says("unlock"))
_STAYS: Final = Asks(
    lambda s, a, i: not s.bottom_up,
    "KO-R2",
    lambda s, a, i: _say("bottom.stays", card=card_name(s.stock[-1])),
)
_SPICED: Final = Asks(lambda s, a, i: s.game.spices, "KO-R11", _says("spice.off"))
_PLAYED: Final = (_held("KO-R6", _not_held),)
_BELOW: Final = (_STAYS, *_no("KO-R2", "bottom.gone"))
_UNASKED: Final = _no("KO-R3", "decline.nothing")
_EARLY: Final = (_SPICED, *_no("KO-R11", "spice.early"))
_ENOUGH: Final = Asks(lambda s, a, i: s.game.dark_tricks[s.trick_number], "KO-R7", _few)


def _lists(
    card: tuple[Asks, ...], spice: tuple[Asks, ...], **words: tuple[Asks, ...]
) -> dict[str, tuple[Asks, ...]]:
    """What actions have to meet in a phase, by their kind: a card played or added, a word by itself."""
    usual = {BOTTOM: _BELOW, DECLINE: _UNASKED, SPICE_DARK: spice}
    return {CARD: card, SPICE: spice, **usual, **words}


_NO_PACK: Final = _no("KO-R5", "locked")
_LAST: Final = _no("KO-R2", "top.gone")

PHASES: Final = {
    FIRST_LEAD: Asked(
        _lists(
            (
                *_PLAYED,
                Asks(lambda s, a, i: not s.lock or a[0] in (s.lock, HIDDEN), "KO-R4", _other),
            ),
            _EARLY,
            top=(_OPEN,),
            bottom=(_OPEN,),
            dark=(_OPEN, *_no("KO-R1", _top("dark.open"))),
            decline=(
                Asks(lambda s, a, i: s.lock, "KO-R3", _says("decline.nothing")),
                Asks(lambda s, a, i: not s.game.must_unlock, "KO-R4", _decline),
            ),
        ),
        words=(TOP, BOTTOM, DECLINE),
        bars=KontraState.ranks_barred,
    ),
    FIRST_TRICK: Asked(
        _lists(
            _PLAYED,
            _EARLY,
            top=(
                Asks(lambda s, a, i: s.top_up, "KO-R2", _says("top.hidden")),
                Asks(lambda s, a, i: s.game.visible_top, "KO-R2", _top("top.draw_only")),
            ),
            dark=(
                Asks(lambda s, a, i: not s.top_up or not s.game.visible_top, "KO-R2", _top("dark.open")),
                Asks(lambda s, a, i: not s.top_up, "KO-R2", _top("top.draw_only")),
                Asks(
                    lambda s, a, i: not s.lock or s.game.unlock_trick_dark, "KO-R7", _says("dark.unlocking")
                ),
                _ENOUGH,
            ),
        ),
        words=(TOP, DARK),
    ),
    NORMAL: Asked(
        _lists(_PLAYED, _EARLY, top=_no("KO-R2", "top.hidden"), dark=(_ENOUGH,)),
        words=(DARK,),
    ),
    SPICE: Asked(
        _lists(
            (
                _held("KO-R11", _due),
                *_no("KO-R11", lambda s, a, i: _say("spice.first", card=the_card(CARDS[a]), text=a)),
            ),
            (_held("KO-R11", _not_held),),
            top=_no("KO-R11", _due),
            dark=_no("KO-R11", _due),
        )
        | {SPICE_DARK: ()},
        words=(SPICE_DARK,),
        hand=SPICES,
        kind=SPICE,
    ),
    ENDGAME1: Asked(
        _lists(
            _PLAYED,
            (_SPICED, *_no("KO-R15", "spice.endgame1")),
            top=_LAST,
            dark=_no("KO-R15", "dark.endgame1"),
        )
    ),
    ENDGAME: Asked(
        _lists(
            _PLAYED, (_SPICED, *_no("KO-R16", "spice.endgame")), top=_LAST, dark=_no("KO-R16", "dark.endgame")
        )
    ),
    LOCKED_END: Asked(
        _lists(_PLAYED, _no("KO-R5", "locked.spice"), top=_NO_PACK, bottom=_NO_PACK, dark=_NO_PACK)
    ),
}
"""What is asked in each phase; `first_trick` is what follows the first lead to it."""


def why_not(state: KontraState, action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now; None if it may."""
    if state.to_act is None:
        return Refusal("KO-R5" if state.lock else "KO-R16", say("refusal.over"))
    if seat is not None and seat != state.to_act:
        return Refusal(*_out_of_turn(state, state.to_act, seat))
    legal = tuple(each for each in state.actions() if HIDDEN not in each)
    done = tidy_action(action)
    if done in legal:
        return None
    kind: str = CARD if done.card else SPICE if done.argument in CARDS and done.verb == SPICE else done
    asked = PHASES[state.stage].lists
    if kind not in asked or done in (CARD, SPICE):
        rule = "KO-R11" if state.phase == SPICE else "KO-R6"
        return Refusal(rule, _say("unreadable", text=short(action)), legal)
    fails = unmet(asked[kind], state, done, state.turn)
    assert fails
    return Refusal(fails.rule, fails.says(state, done, state.turn), legal)


def _out_of_turn(state: KontraState, due: Seat, seat: Seat) -> tuple[str, Text]:
    """Whose turn it is, and why."""
    turn, seats = seat_name(due), state.game.seats
    if seat not in seats:
        return "KO-R6", _say("absent", seat=seat_name(seat), turn=turn)
    if state.phase == FIRST_LEAD and state.lock:
        number = seats.index(seat)
        holds = any(card[0] == state.lock for card in state.hands[number]) and number not in state.declined
        return "KO-R3", _say(
            "turn.unlock.too" if holds else "turn.unlock", turn=turn, rank=a_rank(state.lock)
        )
    if state.phase == SPICE:
        return "KO-R11", _say("turn.spice", turn=turn)
    if state.trick:
        return "KO-R6", _say("turn", turn=turn)
    if state.trick_number > 1:
        return "KO-R13", _say("turn.lead", turn=turn)
    return "KO-R5" if state.phase == LOCKED_END else "KO-R1", _say("turn.dealer", turn=turn)
