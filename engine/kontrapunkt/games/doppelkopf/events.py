"""What a trick may hold beside its card points: foxes, Doppelköpfe, Karlchen and what house rules count."""

from typing import TYPE_CHECKING, Final, NamedTuple

from kontrapunkt.games.doppelkopf.table import DULLE, FOX, KARLCHEN, fox_is_trump
from kontrapunkt.games.following import Taken

if TYPE_CHECKING:
    from kontrapunkt.games.doppelkopf.state import DoppelkopfState

DOPPELKOPF: Final = "doppelkopf"
CAUGHT_FOX: Final = "fox"
CHARLIE: Final = "karlchen"
CAUGHT_CHARLIE: Final = "jack"
LAST_FOX: Final = "last-fox"
BEATEN_DULLE: Final = "dulle"
HEARTS: Final = "hearts"
MOST: Final = {
    DOPPELKOPF: 4,
    CAUGHT_FOX: 2,
    CHARLIE: 1,
    CAUGHT_CHARLIE: 2,
    LAST_FOX: 1,
    BEATEN_DULLE: 1,
    HEARTS: 3,
}
"""How often each may happen in a deal: the pack has sixteen aces and tens, which alone make forty card points
in a trick, two of each card, and twelve hearts."""

KINDS: Final = tuple(MOST)
TWO_SEATS: Final = (CAUGHT_FOX, CAUGHT_CHARLIE, BEATEN_DULLE)
"""The kinds that concern the owner of a card beside the winner of the trick."""

ENOUGH: Final = 40
"""Card points that make a trick a Doppelkopf (DK-S16)."""


class Event(NamedTuple):
    """What happened in a trick that may count in the end, when the parties are known.

    Attributes:
        kind: One of `KINDS`.
        winner: The number of the seat that won the trick.
        owner: Whose card it was that was caught or beaten; the winner's number again where there is none.
    """

    kind: str
    winner: int
    owner: int


def events(state: "DoppelkopfState", taken: Taken) -> tuple[Event, ...]:
    """What happened in a trick, which has just been taken.

    Args:
        state: The state after it; a wedding that it clarifies is not clarified yet.
        taken: The trick.
    """
    found: list[Event] = []
    cards, winner = taken.cards, taken.winner
    game, mode = state.game, state.mode
    if cards[0][1] == "H" and all(state.order.suits[card] == "H" for card in cards):
        found.append(Event(HEARTS, winner, winner))
    if state.is_declared_solo:
        return tuple(found)
    counted = not (game.clear_foxes and state.seeks_partner)
    owners = [(taken.leader + i * taken.step) & 3 for i in range(4)]
    if taken.points >= ENOUGH and counted:
        found.append(Event(DOPPELKOPF, winner, winner))
    if FOX in cards and fox_is_trump(mode) and counted:
        caught = [owner for owner, card in zip(owners, cards, strict=True) if card == FOX]
        found += [Event(CAUGHT_FOX, winner, one) for one in caught if one not in (winner, state.piglets)]
    best = cards[owners.index(winner)]
    if cards.count(DULLE) == 2 and best == DULLE and game.dulle:
        other = next(one for one, card in zip(owners, cards, strict=True) if card == DULLE and one != winner)
        found.append(Event(BEATEN_DULLE, winner, other))
    if taken.number == game.hand_size:
        found += [Event(CHARLIE, winner, winner)] * (best == KARLCHEN)
        lost = [owner for owner, card in zip(owners, cards, strict=True) if card == KARLCHEN]
        found += [Event(CAUGHT_CHARLIE, winner, owner) for owner in lost if owner != winner]
        found += [Event(LAST_FOX, winner, winner)] * (best == FOX and state.piglets != winner)
    return tuple(found)
