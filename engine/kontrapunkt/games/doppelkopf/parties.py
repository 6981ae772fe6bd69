"""The parties of Doppelkopf as they come to light (DK-R12 to R18), in a state that is being made."""

from typing import TYPE_CHECKING

from kontrapunkt.cards import HIDDEN
from kontrapunkt.games.doppelkopf.table import KONTRA, NORMAL, OLD, POVERTY, RE, UNKNOWN
from kontrapunkt.games.following import TRUMP, Taken

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState


def settle(state: "DoppelkopfState") -> None:
    """Finds the parties that follow from the game and the cards."""
    if state._mode == NORMAL:
        known = [seat for seat, hand in enumerate(state._hands) if OLD in hand] + [*state._old_ladies]
        state._parties = tuple([RE if seat in known else UNKNOWN for seat in range(4)])
        _rest_is_kontra(state)
        return
    pair = (state._declarer, state._partner)
    sure = not state.seeks_partner and (state._mode != POVERTY or state._partner is not None)
    rest = KONTRA if sure else UNKNOWN
    state._parties = state._proved = tuple([RE if seat in pair else rest for seat in range(4)])


def _rest_is_kontra(state: "DoppelkopfState") -> None:
    """In a normal game, hands show seats to be Kontra, or both queens of clubs all others."""
    hands = state._hands
    found = sum(hand.count(OLD) for hand in hands) + len(state._old_ladies)
    state._parties = tuple(
        [
            party or (KONTRA if found == 2 or HIDDEN not in hands[seat] else UNKNOWN)
            for seat, party in enumerate(state._parties)
        ]
    )


def hide(state: "DoppelkopfState") -> None:
    """Leaves no more of the parties than all know, and than follows from the hands that are seen."""
    if state._mode == NORMAL and not state._regrouped:
        settle(state)
        pairs = zip(state._parties, state._proved, strict=True)
        state._parties = tuple([proved or party for party, proved in pairs])


def prove(state: "DoppelkopfState", seat: int, party: int) -> None:
    """All know the party of a seat now (DK-R18)."""
    proved = state._proved
    if proved[seat] != party:
        state._proved = (*proved[:seat], party, *proved[seat + 1 :])
    parties = state._parties
    if parties[seat] != party:
        state._parties = (*parties[:seat], party, *parties[seat + 1 :])


def old_lady(state: "DoppelkopfState", seat: int) -> None:
    """A queen of clubs shows its player to be Re, and a second one of a hand all others not to be."""
    both = seat in state._old_ladies
    state._old_ladies = (*state._old_ladies, seat)
    prove(state, seat, RE)
    if both:
        for other in range(4):
            if other != seat:
                prove(state, other, KONTRA)
    elif UNKNOWN in state._parties:
        _rest_is_kontra(state)


def clarify(state: "DoppelkopfState", taken: Taken) -> None:
    """Finds the partner of a wedding, or makes it a solo at the limit (DK-R14, R15)."""
    led = state._order.suits[taken.cards[0]] == TRUMP
    fits = state._kind == "first" or (state._kind == "trump") == led
    if taken.winner != state._declarer and fits:
        state._partner = taken.winner
    elif taken.number < state._game.wedding_limit:
        return
    state._clarified = taken.number
    settle(state)
