"""Puzzles: read from a file, opened as something to solve, checked for soundness.

    puzzle = read(text, "the-last-king")
    kind = open_puzzle(puzzle)
    kind.question, kind.hints, kind.solution
    kind.check().faults

model       the file
kind        what every kind of puzzle is; the kinds there are
knowledge   what puzzles ask of a game beyond its rules; a game's own lies in its folder
aim, goal_oracle        what a side is to reach, and what keeps it
proof, difficulty       how `play` is proved and measured
checking    many files at once, with a cache
mining      new puzzles out of random deals or records
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kontrapunkt.puzzles.kind import KINDS, Kind, Pick, Picking, Playing, Report, open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read, write

if TYPE_CHECKING:
    from pathlib import Path


def checked(
    texts: Sequence[tuple[str, str]], cache: "Path | None" = None, jobs: int | None = None
) -> list[Report]:
    """Checks many puzzles, each text but once; see `checking.checked`.

    Args:
        texts: The puzzles.
        cache: Where verdicts are kept.
        jobs: How many processes, from 1; None for as many as there are processors.
    """
    from kontrapunkt.puzzles.checking import checked as at_work  # processes and files: not in the browser

    return at_work(texts, cache, jobs)


__all__ = [
    "KINDS",
    "Kind",
    "Pick",
    "Picking",
    "Playing",
    "Puzzle",
    "PuzzleError",
    "Report",
    "checked",
    "open_puzzle",
    "read",
    "write",
]
