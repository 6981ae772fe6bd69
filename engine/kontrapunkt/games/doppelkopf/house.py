"""What house rules add to play: piglets (DK-V15), a chosen partner (DK-V22), a duty to announce (DK-V20)."""

from typing import TYPE_CHECKING, Final

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action
from kontrapunkt.games.doppelkopf import calls
from kontrapunkt.games.doppelkopf.speech import NAMES, SAY
from kontrapunkt.games.doppelkopf.table import FOX, KING, KONTRA, RE, UNKNOWN, fox_is_trump
from kontrapunkt.games.following import FOLLOW, LEAD, Taken

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState

PIGLETS: Final = Action("say piglets")
PARTNERS: Final = {
    Action(f"partner {seat} {NAMES[party]}"): (number, party)
    for number, seat in enumerate(SEATS)
    for party in (RE, KONTRA)
}
"""Whom a player chooses, and for which party."""

RICH: Final = 30
"""Card points of a first trick that oblige its winner to announce (DK-V20)."""


def says(state: "DoppelkopfState", seat: int) -> tuple[Action, ...]:
    """What a seat may say by the house rules."""
    if state.phase != LEAD and state.phase != FOLLOW:
        return ()
    found = [PIGLETS] if may_have_piglets(state, seat) else []
    if state.game.genscher and may_choose(state, seat):
        own = state.parties[seat]
        for action, (partner, party) in PARTNERS.items():
            if partner != seat and own in (party, UNKNOWN) and state.proved[partner] != (own or party):
                found.append(action)
    return tuple(found)


def holds_both(hand: tuple[Card, ...], card: Card) -> bool:
    """Whether a hand holds, or where it is hidden may hold, both copies of a card."""
    return hand.count(card) + min(2, hand.count(HIDDEN)) >= 2


def piglets_are_possible(state: "DoppelkopfState", seat: int) -> bool:
    """Whether the moment is right for a seat to show piglets, whatever it holds."""
    when = state.game.piglets
    if not fox_is_trump(state.mode) or state.piglets is not None:
        return False
    if when == "announce_at_start":
        return state.cards_played == 0
    return when == "on_playing_first" and seat == state.turn and not forced_card(state)


def may_have_piglets(state: "DoppelkopfState", seat: int) -> bool:
    """Whether a seat may say that it has piglets."""
    if not piglets_are_possible(state, seat) or not holds_both(state.hands[seat], FOX):
        return False
    return state.game.piglets == "announce_at_start" or _playable(state, FOX)


def may_choose(state: "DoppelkopfState", seat: int) -> bool:
    """Whether a seat may choose a partner now, with the first king of diamonds in hand to play."""
    if seat != state.turn or state.regrouped or not choosing_is_possible(state) or forced_card(state):
        return False
    return holds_both(state.hands[seat], KING) and _playable(state, KING)


def choosing_is_possible(state: "DoppelkopfState") -> bool:
    """Whether there can be new partners: not in a declared solo, a wedding unclear or without a partner."""
    if state.is_declared_solo or state.seeks_partner:
        return False
    return state.mode != "wedding" or state.partner is not None


def _playable(state: "DoppelkopfState", card: Card) -> bool:
    hand = state.hands[state.turn]
    if obliged(state):
        return False
    return card in state.duty.allowed(state.order, hand, state.trick) or HIDDEN in hand


def forced_card(state: "DoppelkopfState") -> Card | None:
    """The card that must follow at once what was said to be done with it."""
    turn = state.turn
    hand = state.hands[turn]
    if state.piglets == turn and state.game.piglets == "on_playing_first" and hand.count(FOX) == 2:
        return FOX
    if state.regrouped and state.regrouped[0] == turn and hand.count(KING) == 2:
        return KING
    return None


def obliged(state: "DoppelkopfState") -> bool:
    """Whether the winner of a rich first trick must announce before leading to the second (DK-V20)."""
    if not state.game.obliging or state.trick_number != 2 or state.phase != LEAD:
        return False
    turn = state.turn
    party = state.parties[turn]
    rich = state.card_points[turn] >= RICH and not state.seeks_partner
    return rich and party != UNKNOWN and state.level(party) < 0 and bool(calls.legal(state, turn))


def bound(state: "DoppelkopfState") -> tuple[Card, ...] | None:
    """The cards that a house rule leaves the seat to act; None where it leaves all."""
    if obliged(state):
        return ()
    card = forced_card(state)
    return None if card is None else (card,)


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
