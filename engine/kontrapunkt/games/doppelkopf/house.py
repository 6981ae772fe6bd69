"""What house rules add to play: piglets (DK-V15), a chosen partner (DK-V22), a duty to announce (DK-V20)."""

from typing import TYPE_CHECKING, Final

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.doppelkopf.speech import NAMES, SAY
from kontrapunkt.games.doppelkopf.table import FOX, KING, KONTRA, RE, UNKNOWN, fox_is_trump
from kontrapunkt.games.following import Taken

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState

PIGLETS: Final = Action("say piglets")
PARTNERS: Final = {
    Action(f"partner {seat} {NAMES[party]}"): (number, party)
    for number, seat in enumerate(SEATS)
    for party in (RE, KONTRA)
}
"""Whom a player chooses, and for which party."""


def choosing_is_possible(state: "DoppelkopfState") -> bool:
    """Whether there can be new partners: not in a declared solo, a wedding unclear or without a partner."""
    if state.is_declared_solo or state.seeks_partner:
        return False
    return state.mode != "wedding" or state.partner is not None


def due_card(state: "DoppelkopfState") -> Card | None:
    """The card that must follow at once what was said to be done with it."""
    turn = state.turn
    hand = state.hands[turn]
    if state.piglets == turn and state.game.piglets == "on_playing_first" and hand.count(FOX) == 2:
        return FOX
    if state.regrouped and state.regrouped[0] == turn and hand.count(KING) == 2:
        return KING
    return None


def did(state: "DoppelkopfState", action: Action, seat: int) -> bool:
    """Does what the house rules let one say, in a state that is being made; whether it was such a thing."""
    if action == PIGLETS:
        state._piglets = seat
        state._settle_order()
        return True
    if action not in PARTNERS:
        return False
    partner, party = PARTNERS[action]
    state._regrouped = (seat, partner)
    state._parties = state._proved = regrouped(seat, partner, party)
    lapse(state)
    return True


def regrouped(seat: int, partner: int, party: int) -> tuple[int, ...]:
    """The parties when a seat has chosen a partner; they keep the name of the chooser's party."""
    return tuple([party if one in (seat, partner) else -party for one in range(4)])


def lapse(state: "DoppelkopfState") -> None:
    """Bids lapse and announcements stay; one that a bid included stays as such."""
    kept: list[tuple[int, Action]] = []
    found = set[int]()
    for who, action in state._calls:
        party = RE if action.startswith(SAY[RE, 0]) else KONTRA
        if party not in found:
            kept.append((who, SAY[party, 0]))
            found.add(party)
    state._calls = tuple(kept)
    re, kontra = state._levels
    state._levels = (min(re, 0), min(kontra, 0))


def second_piglet[S: "DoppelkopfState"](state: S, card: Card) -> S:
    """The same moment where the second ace of diamonds, about to be played, is the highest trump."""
    if card != FOX or state.piglets is not None:
        return state
    new = state._copy()
    new._piglets, new._ready = state.turn, None
    new._settle_order()
    return new


def notice_piglet(state: "DoppelkopfState", taken: Taken) -> None:
    """A first ace of diamonds won by its player, or a proved partner, makes the player's other one high."""
    if FOX not in taken.cards or not fox_is_trump(state.mode) or taken.cards.count(FOX) == 2:
        return
    if any(FOX in one.cards for one in state._tricks[:-1]) or state._ready is not None:
        return
    owner = (taken.leader + taken.cards.index(FOX) * taken.step) & 3
    party = state.proved[owner]
    if owner == taken.winner or (party != UNKNOWN and state.proved[taken.winner] == party):
        state._ready = owner


def shows(state: "DoppelkopfState", action: Action) -> tuple[Card, ...]:
    """The cards that who says this must hold."""
    if action == PIGLETS:
        return (FOX, FOX)
    return (KING, KING) if action in PARTNERS else ()
