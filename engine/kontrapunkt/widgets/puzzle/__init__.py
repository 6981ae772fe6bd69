"""The puzzle player: ask, answer, punish, explain.

base       what all puzzles share: tries, hints, solution, log
picking    questions that are answered by choosing: legal, trick, score, find-the-mistake
foreseeing   what can be foreseen of those questions, so that a page needs no Python for it
playing    positions that are played out against best defence
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
    """The widget of a spec that holds a puzzle.

    Raises:
        PuzzleError: if the puzzle cannot be read.
        SpecError: if there is no player for its kind.
    """
    return player(open_puzzle(read(str(spec["puzzle"]), str(spec["id"]))), spec, prefs)


def player(task: PuzzleKind, spec: Mapping[str, Any], prefs: Prefs) -> PuzzleWidget[Any]:
    """The widget of a spec whose puzzle has been opened.

    Raises:
        SpecError: if there is no player for its kind.
    """
    if isinstance(task, PlayoutPuzzle):
        return PlayingWidget(spec, prefs, task)
    if isinstance(task, ChoicePuzzle):
        return ForeseenPickingWidget(spec, prefs, task)
    raise SpecError(f"there is no player for puzzles of kind {task.name!r}")
