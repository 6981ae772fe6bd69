"""What a state keeps of the past: finished tricks, and what lies before the start of a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Play, Trick
from kontrapunkt.match import Match


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before the start of a record.

    Attributes:
        match: The match that the deal is played in, with its dealer.
        number: The number of the trick in progress at the start.
        points: Card points of the sides.
        tricks: Tricks of the sides.
    """

    match: Match
    number: int = 1
    points: tuple[int, ...] = (0, 0)
    tricks: tuple[int, ...] = (0, 0)


class Taken(NamedTuple):
    """A finished trick as the state keeps it; seats are numbers, N E S W from 0."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int
    step: int

    def as_trick(self) -> Trick:
        """The trick as a view shows it."""
        plays = plays_of(self.leader, self.cards, self.step)
        return Trick(self.number, plays, SEATS[self.winner], self.points)


def plays_of(leader: int, cards: Sequence[Card], step: int) -> tuple[Play, ...]:
    """Cards on the table, from the leader on in the order of play."""
    return tuple(Play(SEATS[(leader + i * step) % 4], card) for i, card in enumerate(cards))
