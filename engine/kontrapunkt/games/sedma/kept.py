"""What a state keeps of the past: finished tricks, and what lies before the start of a record."""

from dataclasses import dataclass
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Play, Trick
from kontrapunkt.match import Match

LAST_TRICK: Final = 13


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before the start of a record.

    Attributes:
        match: The match that the deal is played in, with its dealer if known.
        number: The number of the trick in progress at the start.
        points: Card points of the sides; None where not known.
        tricks: Tricks of the sides; None where not known.
        marks: The game's marks on the sides.
        played: The cards of the earlier tricks; None where hidden cards leave it open.
    """

    match: Match
    number: int = 1
    points: tuple[int, int] | None = (0, 0)
    tricks: tuple[int, int] | None = (0, 0)
    marks: tuple[int, ...] = ()
    played: frozenset[Card] | None = frozenset()


@dataclass(frozen=True, slots=True)
class Taken:
    """A finished trick as the state keeps it; seats are numbers, N E S W from 0."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    dark: int
    winner: int
    points: int

    def as_trick(self) -> Trick:
        """The trick as a view shows it."""
        return Trick(self.number, plays(self.leader, self.cards, self.dark), SEATS[self.winner], self.points)


def plays(leader: int, cards: tuple[Card, ...], dark: int) -> tuple[Play, ...]:
    """Cards on the table; bit i of `dark` says that the i-th was turned unseen."""
    return tuple(Play(SEATS[(leader + i) % 4], card, bool(dark >> i & 1)) for i, card in enumerate(cards))
