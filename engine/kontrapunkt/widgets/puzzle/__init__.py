"""The puzzle player: asks, checks answers, refutes and explains.

base          tries, hints, solution and log, for all puzzles
picking       questions answered by choosing: legal, trick, score, find-the-mistake
precomputing  the same with precomputed responses, for pages without Python
playing       positions to play out against best defence
complaint     a puzzle in a complaint about its judgement
"""

from collections.abc import Mapping
from typing import Any

from kontrapunkt.puzzles.kind import ChoicePuzzle, PlayoutPuzzle, PuzzleKind, open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.widgets.base import Prefs, SpecError
from kontrapunkt.widgets.puzzle.base import PuzzleWidget
from kontrapunkt.widgets.puzzle.playing import PlayingWidget
from kontrapunkt.widgets.puzzle.precomputing import ForeseenPickingWidget


def puzzle(spec: Mapping[str, Any], prefs: Prefs) -> PuzzleWidget[Any]:
    """Open the widget of a spec with a puzzle.

    Raises:
        PuzzleError: if the puzzle cannot be read.
        SpecError: if no widget plays its kind.
    """
    return player(open_puzzle(read(str(spec["puzzle"]), str(spec["id"]))), spec, prefs)


def player(task: PuzzleKind, spec: Mapping[str, Any], prefs: Prefs) -> PuzzleWidget[Any]:
    """Open the widget of a puzzle that has been read.

    Raises:
        SpecError: if no widget plays its kind.
    """
    if isinstance(task, PlayoutPuzzle):
        return PlayingWidget(spec, prefs, task)
    if isinstance(task, ChoicePuzzle):
        return ForeseenPickingWidget(spec, prefs, task)
    raise SpecError(f"there is no player for puzzles of kind {task.name!r}")
