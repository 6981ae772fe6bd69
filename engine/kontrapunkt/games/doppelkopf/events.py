"""What a trick may hold beside its card points: foxes, Doppelköpfe, Karlchen and what house rules count."""

from typing import Final, NamedTuple

from kontrapunkt.families.follow_suit import Order, Taken
from kontrapunkt.games.doppelkopf.contract import Contract
from kontrapunkt.games.doppelkopf.table import (
    BEATEN_DULLE,
    CAUGHT_CHARLIE,
    CAUGHT_FOX,
    CHARLIE,
    DOPPELKOPF,
    DULLE,
    FOX,
    HEARTS,
    KARLCHEN,
    LAST_FOX,
    fox_is_trump,
)
from kontrapunkt.games.doppelkopf.terms import Terms

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


def events(
    game: Terms, contract: Contract, piglets: int | None, order: Order, taken: Taken
) -> tuple[Event, ...]:
    """What happened in a trick, which has just been taken.

    Args:
        game: The game.
        contract: What is played; a wedding that the trick clarifies is not clarified yet.
        piglets: Whose aces of diamonds are the highest trumps.
        order: Which cards are trumps.
        taken: The trick.
    """
    found: list[Event] = []
    cards, winner = taken.cards, taken.winner
    if cards[0][1] == "H" and all(order.suits[card] == "H" for card in cards):
        found.append(Event(HEARTS, winner, winner))
    if contract.is_solo:
        return tuple(found)
    counted = not (game.clear_foxes and contract.seeks_partner)
    owners = [(taken.leader + i * taken.step) & 3 for i in range(4)]
    if taken.points >= ENOUGH and counted:
        found.append(Event(DOPPELKOPF, winner, winner))
    if FOX in cards and fox_is_trump(contract.mode) and counted:
        caught = [owner for owner, card in zip(owners, cards, strict=True) if card == FOX]
        found += [Event(CAUGHT_FOX, winner, one) for one in caught if one not in (winner, piglets)]
    best = cards[owners.index(winner)]
    if cards.count(DULLE) == 2 and best == DULLE and game.dulle:
        other = next(one for one, card in zip(owners, cards, strict=True) if card == DULLE and one != winner)
        found.append(Event(BEATEN_DULLE, winner, other))
    if taken.number == game.hand_size:
        found += [Event(CHARLIE, winner, winner)] * (best == KARLCHEN)
        lost = [owner for owner, card in zip(owners, cards, strict=True) if card == KARLCHEN]
        found += [Event(CAUGHT_CHARLIE, winner, owner) for owner in lost if owner != winner]
        found += [Event(LAST_FOX, winner, winner)] * (best == FOX and piglets != winner)
    return tuple(found)
