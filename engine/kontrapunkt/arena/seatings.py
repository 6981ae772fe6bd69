"""Who sits where: all the ways in which two players share the seats of a deal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kontrapunkt.game import Game, Seat, State

Seating = Mapping[Seat, int]
"""Who plays each seat: 0 for the first player, 1 for the second."""


def _sides(start: State) -> Iterator[Seating]:
    """The first player as each of the two sides."""
    for ours in start.game.sides:
        yield {seat: int(seat not in ours) for seat in start.game.seats}


def _alone(start: State) -> Iterator[Seating]:
    """The first player on each seat in turn, against the second on all others."""
    for own in start.game.seats:
        yield {seat: int(seat != own) for seat in start.game.seats}


def _parties(start: State) -> Iterator[Seating]:
    """The first player as each of the parties that the cards make; nothing unless they are two and two."""
    parties = start.game.parties(start)
    if {len(each) for each in parties} == {2}:
        for ours in parties:
            yield {seat: int(seat not in ours) for seat in start.game.seats}


SEATINGS: Final[Mapping[str, Callable[[State], Iterator[Seating]]]] = {
    "sides": _sides,
    "alone": _alone,
    "parties": _parties,
}
"""How players share the seats: as fixed sides, one against all others, or as the cards make parties."""


def seatings_for(game: Game) -> str:
    """How players share the seats of a game unless somebody says otherwise: as partners, if it has them."""
    return "sides" if len(game.sides) == 2 and all(len(side) == 2 for side in game.sides) else "alone"
