"""What a state keeps of the past: finished tricks, and what lies before the start of a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Play, Seat, Session, Trick

LAST_TRICK: Final = 13


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before the start of a record.

    Attributes:
        session: The session that the deal is played in, with its dealer if known.
        number: The number of the trick in progress at the start.
        points: Card points of each side; None where not known.
        tricks: Tricks of each side; None where not known.
        marks: The game's marks on the sides.
        played: The cards of the earlier tricks; None where hidden cards leave it open.
    """

    session: Session
    number: int = 1
    points: tuple[int, ...] | None = (0, 0)
    tricks: tuple[int, ...] | None = (0, 0)
    marks: tuple[int, ...] = ()
    played: frozenset[Card] | None = frozenset()


@dataclass(frozen=True, slots=True)
class Taken:
    """A finished trick as the state keeps it; seats are numbers in the order of play."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    dark: int
    winner: int
    points: int
    added: tuple[Card, ...] = ()

    def as_trick(self, seats: Sequence[Seat] = SEATS) -> Trick:
        """The trick as a view shows it; four play, N E S W, unless other seats are given."""
        lying = plays(self.leader, self.cards, self.dark, seats)
        return Trick(self.number, lying, seats[self.winner], self.points, self.added)


def plays(leader: int, cards: tuple[Card, ...], dark: int, seats: Sequence[Seat] = SEATS) -> tuple[Play, ...]:
    """Cards on the table; bit i of `dark` says that the i-th was turned unseen.

    Args:
        leader: The number of who led, in the order of play from 0.
        cards: The cards, in the order played.
        dark: Bit i says that the i-th card was turned unseen.
        seats: The seats in the order of play.
    """
    return tuple(
        Play(seats[(leader + i) % len(seats)], card, bool(dark >> i & 1)) for i, card in enumerate(cards)
    )
