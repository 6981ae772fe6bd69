"""What a state keeps of the past: finished tricks, and what lies before the start of a record."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontrapunkt.cards import Card
from kontrapunkt.game import Play, Seat, Trick
from kontrapunkt.games.kontra.cutting import Rounds
from kontrapunkt.match import Match


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before the start of a record.

    Attributes:
        match: The match that the deal is played in, with its dealer if known.
        number: The number of the trick in progress at the start.
        points: Card points of each seat; None where not known.
        tricks: Tricks of each seat; None where not known.
        cut: How the dealer was cut for, round by round; empty where that is not told.
    """

    match: Match
    number: int
    points: tuple[int, ...] | None
    tricks: tuple[int, ...] | None
    cut: Rounds = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """A finished trick as the state keeps it; seats are numbers in the order of play."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    dark: int
    winner: int
    points: int
    added: tuple[Card, ...]

    def as_trick(self, seats: Sequence[Seat]) -> Trick:
        """The trick as a view shows it."""
        lying = plays(seats, self.leader, self.cards, self.dark)
        return Trick(self.number, lying, seats[self.winner], self.points, self.added)


def plays(seats: Sequence[Seat], leader: int, cards: tuple[Card, ...], dark: int) -> tuple[Play, ...]:
    """Cards on the table; bit i of `dark` says that the i-th was turned unseen."""
    return tuple(
        Play(seats[(leader + i) % len(seats)], card, bool(dark >> i & 1)) for i, card in enumerate(cards)
    )
