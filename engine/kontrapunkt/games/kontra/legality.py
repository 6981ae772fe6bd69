"""What an action has to meet in each phase of Kontra, and what is said of one that does not."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from kontrapunkt.cards import HIDDEN
from kontrapunkt.families.rank_match.legality import not_held
from kontrapunkt.families.rank_match.rules import Asked
from kontrapunkt.families.rank_match.table import DARK, a_rank
from kontrapunkt.game import Action, Seat
from kontrapunkt.games.kontra.options import BOTTOM, DECLINE, SPICE, SPICE_DARK, SPICES, TOP, Phase
from kontrapunkt.games.kontra.state import KontraState
from kontrapunkt.legality import Asking, Requirement
from kontrapunkt.said import Text, card_name, say, seat_name, the_card, the_cards

Says = Callable[[KontraState, Action, int], Text]


def _values(state: KontraState, action: Action, seat: int) -> dict[str, object]:
    """What sentences take about the rank that locks the pack, and the card that is played."""
    played = action.card
    rank, card = a_rank(state.lock) if state.lock else "", the_card(played) if played else ""
    return {"rank": rank, "card": card, "text": action}


_asks = Asking[KontraState]("kontra.refusal", _values)


def _top(state: KontraState, _: Action, __: int) -> Text:
    return the_card(state.stock[0])


def _bottom(state: KontraState, _: Action, __: int) -> Text:
    return card_name(state.stock[-1])


def _hand(state: KontraState, _: Action, seat: int) -> Text:
    return the_cards(state.hands[seat], "or")


def _locking(state: KontraState, _: Action, seat: int) -> Text:
    """The cards of a hand that would unlock the pack."""
    return the_cards([card for card in state.hands[seat] if card[0] == state.lock] or [HIDDEN], "or")


def _pack(state: KontraState, _: Action, __: int) -> int:
    """The cards of the pack when the trick began: each card played has taken one from it."""
    return len(state.stock) + len(state.trick)


def _no(rule: str, key: str, **own: Says) -> tuple[Requirement[KontraState]]:
    """What an action never meets in a phase."""
    return (_asks(lambda s, a, i: False, rule, key, **own),)


def _held(state: KontraState, action: Action, seat: int) -> bool:
    return action.carries in state.hands[seat]


_OPEN: Final = _asks(lambda s, a, i: not s.lock, "KO-R4", "unlock")
_SPICED: Final = _asks(lambda s, a, i: s.game.spices, "KO-R11", "spice.off")
_PLAYED: Final = (Requirement(_held, "KO-R6", not_held),)
_BELOW: Final = (
    _asks(lambda s, a, i: not s.bottom_up, "KO-R2", "bottom.stays", card=_bottom),
    *_no("KO-R2", "bottom.gone"),
)
_UNASKED: Final = _no("KO-R3", "decline.nothing")
_EARLY: Final = (_SPICED, *_no("KO-R11", "spice.early"))
_ENOUGH: Final = _asks(lambda s, a, i: s.game.dark_tricks[s.trick_number], "KO-R7", "dark.few", n=_pack)
_DUE: Final = _no("KO-R11", "spice.due", hand=_hand)
_NO_PACK: Final = _no("KO-R5", "locked")
_LAST: Final = _no("KO-R2", "top.gone")

Asks = tuple[Requirement[KontraState], ...]


def _asked(
    play: Asks,
    spice: Asks,
    words: Mapping[str, Asks],
    listed: tuple[Action, ...] = (),
    rule: str = "KO-R6",
    **more: Any,
) -> Asked[KontraState]:
    """What is asked in a phase: of a card played, of one added, of a word by itself; of others, its rule."""
    usual: dict[str, Asks] = {BOTTOM: _BELOW, DECLINE: _UNASKED, SPICE_DARK: spice}
    return Asked(
        {"play": play, SPICE: spice}, {**usual, **words}, (rule, "kontra.refusal.unreadable"), listed, **more
    )


PHASES: Final = {
    Phase.FIRST_LEAD: _asked(
        (
            *_PLAYED,
            _asks(
                lambda s, a, i: not s.lock or a[0] in (s.lock, HIDDEN),
                "KO-R4",
                "unlock.other",
                cards=_locking,
            ),
        ),
        _EARLY,
        {
            TOP: (_OPEN,),
            BOTTOM: (_OPEN,),
            DARK: (_OPEN, *_no("KO-R1", "dark.open", card=_top)),
            DECLINE: (
                _asks(lambda s, a, i: s.lock, "KO-R3", "decline.nothing"),
                _asks(lambda s, a, i: not s.game.must_unlock, "KO-R4", "decline", cards=_locking),
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
                _asks(lambda s, a, i: s.top_up, "KO-R2", "top.hidden"),
                _asks(lambda s, a, i: s.game.visible_top, "KO-R2", "top.draw_only", card=_top),
            ),
            DARK: (
                _asks(
                    lambda s, a, i: not s.top_up or not s.game.visible_top, "KO-R2", "dark.open", card=_top
                ),
                _asks(lambda s, a, i: not s.top_up, "KO-R2", "top.draw_only", card=_top),
                _asks(lambda s, a, i: not s.lock or s.game.unlock_trick_dark, "KO-R7", "dark.unlocking"),
                _ENOUGH,
            ),
        },
        (TOP, DARK),
    ),
    Phase.NORMAL: _asked(_PLAYED, _EARLY, {TOP: _no("KO-R2", "top.hidden"), DARK: (_ENOUGH,)}, (DARK,)),
    Phase.SPICE: _asked(
        (_asks(_held, "KO-R11", "spice.due", hand=_hand), *_no("KO-R11", "spice.first")),
        (Requirement(_held, "KO-R11", not_held),),
        {TOP: _DUE, DARK: _DUE, SPICE_DARK: ()},
        (SPICE_DARK,),
        "KO-R11",
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


def untimely(state: KontraState, who: Seat) -> tuple[str, Text]:
    """Why a seat that is not to act may do nothing."""
    if state.to_act is None:
        return "KO-R5" if state.lock else "KO-R16", say("refusal.over")
    seats = state.game.seats
    if who not in seats:
        rule, key = "KO-R6", "absent"
    elif state.phase == Phase.FIRST_LEAD and state.lock:
        number = seats.index(who)
        holds = any(card[0] == state.lock for card in state.hands[number]) and number not in state.up.declined
        rule, key = "KO-R3", "turn.unlock.too" if holds else "turn.unlock"
    elif state.phase == Phase.SPICE:
        rule, key = "KO-R11", "turn.spice"
    elif state.trick:
        return "KO-R6", say("refusal.turn", seat=seat_name(state.to_act))
    elif state.trick_number > 1:
        rule, key = "KO-R13", "turn.lead"
    else:
        rule, key = "KO-R5" if state.phase == Phase.LOCKED_END else "KO-R1", "turn.dealer"
    rank = a_rank(state.lock) if state.lock else ""
    return rule, say(f"kontra.refusal.{key}", seat=seat_name(who), turn=seat_name(state.to_act), rank=rank)
