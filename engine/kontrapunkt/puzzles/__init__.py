"""Puzzles: read from a file, opened to be solved, and checked for soundness.

    puzzle = read(text, "the-last-king")
    kind = open_puzzle(puzzle)
    kind.question, kind.hints, kind.solution
    kind.check().faults

model       the file
kind        the base classes of all kinds of puzzle, and the registry of kinds
knowledge   the knowledge of a game that puzzles need beyond its rules; each game has its own
aim, goal_oracle        the goal of a side, and the actions that reach it
proof, difficulty       the proof and the difficulty of `play`
checking    checks of many files at once, with a cache
mining      new puzzles from random deals or records
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kontrapunkt.core.old_names import old_members
from kontrapunkt.puzzles.kind import KINDS, ChoicePuzzle, Pick, PlayoutPuzzle, PuzzleKind, Report, open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read, write

if TYPE_CHECKING:
    from pathlib import Path


def check_puzzles(
    texts: Sequence[tuple[str, str]], cache: "Path | None" = None, jobs: int | None = None
) -> list[Report]:
    """Check many puzzles, each text only once, and report on their soundness.

    Args:
        texts: Each puzzle's file, and its id.
        cache: The folder of the cache; None for no cache.
        jobs: The number of processes, from 1; None for the number of processors.

    Returns:
        The reports, in the order of the texts. If a file cannot be read or opened, the reason is its only
        fault and its difficulty is 0.
    """
    from kontrapunkt.puzzles.checking import check_all  # not in the browser: processes, files

    named = {f"{place}/{id}": text for place, (text, id) in enumerate(texts)}
    found = check_all(named, cache, jobs or os.cpu_count() or 1)
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
    "check_puzzles",
    "open_puzzle",
    "read",
    "write",
]


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"checked": check_puzzles})
