"""Five, six or seven players: who sits down to a deal, and where (DK-D1).

The four at the dealer’s left play, the others sit out, the dealer among them. Who has dealt takes the seat
of who deals next, or with six or seven the one before in the row does; so everybody else stays seated, and
forehand goes round the four seats just as with four players. In such a match the seat that is called the
dealer’s is the last one that gets cards: the dealer sits between it and forehand.
"""

from collections.abc import Mapping
from functools import cache

from kontrapunkt.game import SEATS, Seat, left_of


@cache
def seated(persons: tuple[str, ...], giver: int, dealer: Seat) -> Mapping[Seat, str]:
    """Who sits at each seat.

    Args:
        persons: All who play the match, in the order they sit round the table.
        giver: The place of who deals among them.
        dealer: The seat that is called the dealer’s.
    """
    if len(persons) == len(SEATS):
        return dict(zip(SEATS, persons, strict=True))
    found = {left_of(dealer, i): persons[(giver + i) % len(persons)] for i in range(1, 5)}
    return {seat: found[seat] for seat in SEATS}


@cache
def resting(persons: tuple[str, ...], giver: int) -> tuple[str, ...]:
    """Who sits out, in the order they sit; the last of them deals. Nobody among four."""
    away = len(persons) - len(SEATS)
    return tuple(persons[(giver - i) % len(persons)] for i in reversed(range(away)))
