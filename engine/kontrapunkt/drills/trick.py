"""Who takes this trick? Harder with what misleads: trumps that do not look it, equals, high cards in vain."""

from collections.abc import Iterator
from random import Random
from typing import Final

from kontrapunkt.drills.drill import Asked, Drill, Moment
from kontrapunkt.game import Seat
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.trick import WhoWins


def _moments(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    for at, trick in line.tricks():
        winner = [play.seat for play in trick.plays].index(trick.winner)
        yield Moment(at, 2 * knowledge.twists(line.states[at], trick) + (winner > 0) + chance.random())


def _task(asked: Asked) -> WhoWins:
    return WhoWins(asked.puzzle("trick"))


DRILL: Final = Drill("trick", _moments, _task, shows="all")
