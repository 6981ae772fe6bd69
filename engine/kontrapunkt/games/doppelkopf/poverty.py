"""Poverty (DK-V13): three cards go face down, somebody takes them, and gives three others back.

Phases: `put` (the poor hand lays three cards down, all its trumps among them), `offer` (the others in turn
take them or not), `give` (who has taken them lays three down), `tell` (and says how many are trumps).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from kontrapunkt.cards import HIDDEN, Card, card
from kontrapunkt.game import SEATS, Action, Laid, Seat
from kontrapunkt.games.doppelkopf import parties
from kontrapunkt.games.doppelkopf.reservations import PASS, poor_trumps
from kontrapunkt.games.doppelkopf.table import POVERTY
from kontrapunkt.games.following import ACTIONS, TRUMP
from kontrapunkt.said import say

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState

PUT: Final = "put"
OFFER: Final = "offer"
GIVE: Final = "give"
TELL: Final = "tell"

ACCEPT: Final = Action("accept")
DISCARDS: Final = {one: Action(f"discard {one}") for one in ACTIONS}
TELLING: Final = {Action(f"trumps {n}"): n for n in range(4)}
"""How many trumps a poverty gets back."""

THREE: Final = 3


def must_go(state: "DoppelkopfState") -> Sequence[Card]:
    """What the poor hand may lay down next: only trumps, once all that is left to lay down must be trumps."""
    hand = state.hands[state.turn]
    trumps = poor_trumps(state.game, hand, state.stock)
    return (*trumps, HIDDEN) if len(trumps) >= THREE - len(state.stock) else hand


def trumps_told(state: "DoppelkopfState") -> range:
    """How many of the cards on the table may be trumps; hidden ones may be anything."""
    known = sum(state.order.suits[one] == TRUMP for one in state.stock)
    return range(known, known + state.stock.count(HIDDEN) + 1)


def shows(action: Action) -> tuple[Card, ...]:
    """The card that laying it down shows to have been held, where it is named."""
    if action.verb != "discard" or action.argument == HIDDEN:
        return ()
    return (card(action.argument),)


def seen(action: Action) -> Action:
    """What others see of an action: not which card is laid down."""
    return DISCARDS[HIDDEN] if action.verb == "discard" else action


def begin(state: "DoppelkopfState", seat: int) -> None:
    """A poverty was named, in a state that is being made."""
    state._mode, state._declarer = POVERTY, seat
    state._passes = 0
    state._settle_order()
    parties.settle(state)
    state._phase, state._turn = PUT, seat


def did(state: "DoppelkopfState", action: Action) -> None:
    """Does what a poverty asks for, in a state that is being made."""
    turn = state.turn
    hands = list(state._hands)
    if action == ACCEPT:
        state._partner = turn
        hands[turn] = state.order.in_order((*hands[turn], *state._stock))
        state._stock, state._phase = (), GIVE
        parties.settle(state)
    elif action == PASS:
        state._passes += 1
        _offer(state)
    elif action in TELLING:
        poor = state._declarer
        assert poor is not None
        state._returned = TELLING[action]
        hands[poor] = state.order.in_order((*hands[poor], *state._stock))
        state._stock = ()
        state._hands = tuple(hands)
        state._name(POVERTY, poor)
        return
    else:
        one = card(action.argument)
        at = hands[turn].index(one)
        rest = hands[turn][:at] + hands[turn][at + 1 :]
        hands[turn] = rest if one != HIDDEN else (HIDDEN,) * len(rest)  # it may be one that was known
        state._stock = (*state._stock, one)
        if len(state._stock) == THREE and state._phase == GIVE:
            state._phase = TELL
        elif len(state._stock) == THREE:
            _offer(state)
    state._hands = tuple(hands)


def _offer(state: "DoppelkopfState") -> None:
    """Asks the next one, or deals again when all have refused."""
    assert state._declarer is not None
    if state._passes == THREE:
        state._redeal()
        return
    state._phase = OFFER
    state._turn = (state._declarer + 1 + state._passes) & 3


def owner(state: "DoppelkopfState") -> Seat | None:
    """Who has put down the cards that lie on the table; None where none do."""
    who = state.declarer if state.partner is None else state.partner
    return SEATS[who] if state.stock and who is not None else None


def seen_on_table(state: "DoppelkopfState", viewer: Seat | None) -> tuple[Card, ...]:
    """The cards on the table, face down: only who put them there knows them, or who sees all hands."""
    return state.stock if viewer in (None, owner(state)) else (HIDDEN,) * len(state.stock)


def laid(state: "DoppelkopfState", viewer: Seat | None) -> tuple[Laid, ...]:
    """The cards on the table, as a seat sees them; None for open hands."""
    seat = owner(state)
    if seat is None:
        return ()
    return (Laid("poverty", seen_on_table(state, viewer), say("dk.laid.poverty"), seat),)
