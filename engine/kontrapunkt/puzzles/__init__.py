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

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kontrapunkt.puzzles.kind import KINDS, ChoicePuzzle, Pick, PlayoutPuzzle, PuzzleKind, Report, open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read, write

if TYPE_CHECKING:
    from pathlib import Path


def checked(
    texts: Sequence[tuple[str, str]], cache: "Path | None" = None, jobs: int | None = None
) -> list[Report]:
    """Checks many puzzles, each text but once, for those who ask of nothing but their soundness.

    Args:
        texts: Each puzzle's file, and its id.
        cache: Where verdicts are kept.
        jobs: How many processes, from 1; None for as many as there are processors.

    Returns:
        The reports, in the order of the texts. Of a file that cannot be read or asked for, the reason is its
        one fault, and the difficulty 0.
    """
    from kontrapunkt.puzzles.checking import examined  # processes and files: not in the browser

    named = {f"{place}/{id}": text for place, (text, id) in enumerate(texts)}
    found = examined(named, cache, jobs or os.cpu_count() or 1)
    return [each.report for each in found.values()]


__all__ = [
    "KINDS",
    "ChoicePuzzle",
    "Pick",
    "PlayoutPuzzle",
    "Puzzle",
    "PuzzleError",
    "PuzzleKind",
    "Report",
    "checked",
    "open_puzzle",
    "read",
    "write",
]
