"""What does the deal come to? Harder with more findings that lead to the result."""

from collections.abc import Iterator
from random import Random
from typing import Final

from kontrapunkt.drills.drill import Asked, Drill, Moment
from kontrapunkt.game import Seat
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.score import Score

FEWEST: Final = 3
"""So many answers there are to choose from, at least."""


def _moments(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    end = line.states[-1]
    if not end.result().settled:
        return
    other = {label for label, _, _ in knowledge.mistaken(end)} - {knowledge.name_result(end)}
    if len(other) + 1 >= FEWEST:
        yield Moment(len(line.moves), knowledge.steps(end) + chance.random())


def _task(asked: Asked) -> Score:
    return Score(asked.puzzle("score"))


DRILL: Final = Drill("result", _moments, _task, shows="all")
