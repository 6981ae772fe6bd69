"""What every kind of drill is: where in a deal it can be asked, how hard it is there, and the question.

The kinds there are: a new one is a file, or a part of one, and a line in `DRILLS`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from kontrapunkt.game import Seat
from kontrapunkt.puzzles.kind import Picking
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.record import record_of, write
from kontrapunkt.registry import Registry


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a question can be asked.

    Attributes:
        at: After how many moves of the deal.
        hard: How hard it is there: a number that only orders the moments of one kind.
        about: What it is about, where a moment leaves a choice: a card, a suit, a rank.
    """

    at: int
    hard: float
    about: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A deal up to the moment at which a question is asked.

    Attributes:
        line: The deal.
        moment: The moment.
        reader: The seat from which the reader looks on.
    """

    line: Line
    moment: Moment
    reader: Seat

    def puzzle(self, kind: str, seat: Seat | str = "") -> Puzzle:
        """The question as the file of a puzzle has it, of which nobody has written title and story.

        Args:
            kind: What is asked.
            seat: Whose calls are asked for; empty for nobody's.
        """
        record = record_of(self.line.start, self.line.moves[: self.moment.at])
        return Puzzle("drill", kind, "", "", ("result",), 1, write(record), seat=str(seat))


@dataclass(frozen=True, slots=True)
class Drill:
    """A kind of drill.

    Attributes:
        name: Its name in fences and logs.
        moments: Where in a deal it can be asked, and how hard it is there. The deal is looked at from a seat;
            chance may choose, where there are too many moments.
        task: The question at one of those moments.
        shows: Whose cards are seen: those of the `reader` alone, or `all`.
    """

    name: str
    moments: Callable[[Line, Knowledge, Seat, Random], Iterator[Moment]]
    task: Callable[[Asked], Picking]
    shows: str = "reader"


DRILLS: Final = Registry[Drill](
    "drills",
    {
        "trick": "kontrapunkt.drills.open_hands:TRICK",
        "legal": "kontrapunkt.drills.own_hand:LEGAL",
        "worth": "kontrapunkt.drills.open_hands:WORTH",
        "result": "kontrapunkt.drills.open_hands:RESULT",
        "call": "kontrapunkt.drills.own_hand:CALL",
        "out": "kontrapunkt.drills.unseen:OUT",
        "hold": "kontrapunkt.drills.unseen:HOLD",
    },
)
"""Each kind by its name; those from elsewhere come in through `kontrapunkt.drills`."""
