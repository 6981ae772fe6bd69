"""What a state begins with, and what it keeps of the past: finished tricks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kontrapunkt.cards import Card
from kontrapunkt.families.follow_suit.duty import Duty
from kontrapunkt.families.follow_suit.order import Order
from kontrapunkt.game import SEATS, Action, Play, Session, Trick


@dataclass(frozen=True, slots=True)
class Before:
    """What lies before the start of a record.

    Attributes:
        session: The session that the deal is played in, with its dealer.
        number: The number of the trick in progress at the start.
        points: Card points of the sides.
        tricks: Tricks of the sides.
    """

    session: Session
    number: int = 1
    points: tuple[int, ...] = (0, 0)
    tricks: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a deal stands when its first state begins: just dealt, or somewhere in the middle.

    Attributes:
        session: The session that the deal is played in, with its dealer.
        hands: The hands, N E S W.
        leader: The number of the seat that leads, or has led, the trick in progress.
        order: Which card beats which.
        duty: What is asked of who does not lead.
        phase: The phase.
        stock: The cards that nobody holds, top card first.
        number: The number of the trick in progress.
        trick: Its cards so far.
        trump: The trump suit's letter; empty for none, or not yet known.
        calls: What was said aloud, each with the number of its seat.
        points: Card points of the sides; empty for none yet.
        tricks: Tricks of the sides; empty for none yet.
    """

    session: Session
    hands: Sequence[Sequence[Card]]
    leader: int
    order: Order
    duty: Duty
    phase: str
    stock: tuple[Card, ...] = ()
    number: int = 1
    trick: tuple[Card, ...] = ()
    trump: str = ""
    calls: tuple[tuple[int, Action], ...] = ()
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()


class Taken(NamedTuple):
    """A finished trick as the state keeps it; seats are numbers, N E S W from 0."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int
    step: int

    def as_trick(self, counts: bool = True) -> Trick:
        """The trick as a view shows it.

        Args:
            counts: Whether the cards of the game count anything.
        """
        plays = plays_of(self.leader, self.cards, self.step)
        return Trick(self.number, plays, SEATS[self.winner], self.points if counts else None)


def plays_of(leader: int, cards: Sequence[Card], step: int) -> tuple[Play, ...]:
    """Cards on the table, from the leader on in the order of play.

    Args:
        leader: The number of the seat that led, N E S W from 0.
        cards: The cards, in the order played.
        step: How the numbers of the seats run in the order of play: 1 or 3.
    """
    return tuple([_play((leader + i * step) & 3, card) for i, card in enumerate(cards)])


@lru_cache(4 * 53)
def _play(seat: int, card: Card) -> Play:
    return Play(SEATS[seat], card)
