"""What an action has to meet in each phase of Kontra, and what is said of one that does not."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kontrapunkt.action import CARDS
from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.rank_match.legality import not_held, refusal
from kontrapunkt.families.rank_match.rules import Asked
from kontrapunkt.families.rank_match.table import DARK, a_rank
from kontrapunkt.game import Action, Seat
from kontrapunkt.games.kontra.options import BOTTOM, DECLINE, SPICE, SPICE_DARK, SPICES, TOP, Phase
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.legality import Requirement
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


def _locking(state: KontraState, seat: int) -> Text:
    """The cards of a hand that would unlock the pack."""
    return the_cards([card for card in state.hands[seat] if card[0] == state.lock] or [HIDDEN], "or")


def _other(state: KontraState, action: Action, seat: int) -> Text:
    return _say("unlock.other", card=the_card(CARDS[action]), cards=_locking(state, seat))


def _decline(state: KontraState, action: Action, seat: int) -> Text:
    return _say("decline", cards=_locking(state, seat))


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
_PLAYED: Final = (_held("KO-R6", not_held),)
_BELOW: Final = (_STAYS, *_no("KO-R2", "bottom.gone"))
_UNASKED: Final = _no("KO-R3", "decline.nothing")
_EARLY: Final = (_SPICED, *_no("KO-R11", "spice.early"))
_ENOUGH: Final = Asks(lambda s, a, i: s.game.dark_tricks[s.trick_number], "KO-R7", _few)


def _asked(
    play: tuple[Asks, ...],
    spice: tuple[Asks, ...],
    words: Mapping[str, tuple[Asks, ...]],
    listed: tuple[Action, ...] = (),
    **more: Any,
) -> Asked[KontraState]:
    """What is asked in a phase: of a card played, of one added, of a word by itself."""
    usual: dict[str, tuple[Asks, ...]] = {BOTTOM: _BELOW, DECLINE: _UNASKED, SPICE_DARK: spice}
    return Asked({"play": play, SPICE: spice}, {**usual, **words}, listed, **more)


_NO_PACK: Final = _no("KO-R5", "locked")
_LAST: Final = _no("KO-R2", "top.gone")

PHASES: Final = {
    Phase.FIRST_LEAD: _asked(
        (*_PLAYED, Asks(lambda s, a, i: not s.lock or a[0] in (s.lock, HIDDEN), "KO-R4", _other)),
        _EARLY,
        {
            TOP: (_OPEN,),
            BOTTOM: (_OPEN,),
            DARK: (_OPEN, *_no("KO-R1", _top("dark.open"))),
            DECLINE: (
                Asks(lambda s, a, i: s.lock, "KO-R3", _says("decline.nothing")),
                Asks(lambda s, a, i: not s.game.must_unlock, "KO-R4", _decline),
            ),
        },
        (TOP, BOTTOM, DECLINE),
        bars=KontraState.ranks_barred,
    ),
    Phase.FIRST_TRICK: _asked(
        _PLAYED,
        _EARLY,
        {
            TOP: (
                Asks(lambda s, a, i: s.top_up, "KO-R2", _says("top.hidden")),
                Asks(lambda s, a, i: s.game.visible_top, "KO-R2", _top("top.draw_only")),
            ),
            DARK: (
                Asks(lambda s, a, i: not s.top_up or not s.game.visible_top, "KO-R2", _top("dark.open")),
                Asks(lambda s, a, i: not s.top_up, "KO-R2", _top("top.draw_only")),
                Asks(
                    lambda s, a, i: not s.lock or s.game.unlock_trick_dark, "KO-R7", _says("dark.unlocking")
                ),
                _ENOUGH,
            ),
        },
        (TOP, DARK),
    ),
    Phase.NORMAL: _asked(_PLAYED, _EARLY, {TOP: _no("KO-R2", "top.hidden"), DARK: (_ENOUGH,)}, (DARK,)),
    Phase.SPICE: _asked(
        (
            _held("KO-R11", _due),
            *_no("KO-R11", lambda s, a, i: _say("spice.first", card=the_card(CARDS[a]), text=a)),
        ),
        (_held("KO-R11", not_held),),
        {TOP: _no("KO-R11", _due), DARK: _no("KO-R11", _due), SPICE_DARK: ()},
        (SPICE_DARK,),
        hand=SPICES,
        verb=SPICE,
    ),
    Phase.ENDGAME1: _asked(
        _PLAYED,
        (_SPICED, *_no("KO-R15", "spice.endgame1")),
        {TOP: _LAST, DARK: _no("KO-R15", "dark.endgame1")},
    ),
    Phase.ENDGAME: _asked(
        _PLAYED, (_SPICED, *_no("KO-R16", "spice.endgame")), {TOP: _LAST, DARK: _no("KO-R16", "dark.endgame")}
    ),
    Phase.LOCKED_END: _asked(
        _PLAYED, _no("KO-R5", "locked.spice"), {TOP: _NO_PACK, BOTTOM: _NO_PACK, DARK: _NO_PACK}
    ),
}
"""What is asked in each phase; `first_trick` is what follows the first lead to it."""


def why_not(state: KontraState, action: str, seat: Seat | None) -> Refusal | None:
    """Why a seat may not do this now; None if it may."""
    over = "KO-R5" if state.lock else "KO-R16"
    unreadable = "KO-R11" if state.phase == Phase.SPICE else "KO-R6", "kontra.refusal.unreadable"
    return refusal(state, action, seat, over, partial(_out_of_turn, state), unreadable)


def _out_of_turn(state: KontraState, due: Seat, seat: Seat) -> tuple[str, Text]:
    """Whose turn it is, and why."""
    turn, seats = seat_name(due), state.game.seats
    if seat not in seats:
        return "KO-R6", _say("absent", seat=seat_name(seat), turn=turn)
    if state.phase == Phase.FIRST_LEAD and state.lock:
        number = seats.index(seat)
        holds = any(card[0] == state.lock for card in state.hands[number]) and number not in state.up.declined
        return "KO-R3", _say(
            "turn.unlock.too" if holds else "turn.unlock", turn=turn, rank=a_rank(state.lock)
        )
    if state.phase == Phase.SPICE:
        return "KO-R11", _say("turn.spice", turn=turn)
    if state.trick:
        return "KO-R6", say("refusal.turn", seat=turn)
    if state.trick_number > 1:
        return "KO-R13", _say("turn.lead", turn=turn)
    return "KO-R5" if state.phase == Phase.LOCKED_END else "KO-R1", _say("turn.dealer", turn=turn)
