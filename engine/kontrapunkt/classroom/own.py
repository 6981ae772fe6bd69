"""A task of the teacher's own: a puzzle that passes the check, of a file or of a position."""

import re
from collections.abc import Mapping
from typing import Any, Final

from kontrapunkt import words
from kontrapunkt.puzzles.kinds import open_puzzle
from kontrapunkt.puzzles.model import PuzzleError, read
from kontrapunkt.record import RecordError, replay, write
from kontrapunkt.record import read as read_record
from kontrapunkt.rules import PositionError
from kontrapunkt.widgets.editor import offer

_PUZZLE: Final = re.compile(r'^\s*kind\s*=\s*"', re.MULTILINE)
"""What the file of a puzzle has, and no record."""


def own(asked: Mapping[str, Any]) -> dict[str, Any]:
    """A puzzle of somebody's own that can be given as a task.

    Args:
        asked: `text`: the file of a puzzle, or the record of a position to make one of.

    Returns:
        `puzzle`, its file; `title`, `kind`, `game`, `difficulty`.

    Raises:
        ValueError: if there is no sound puzzle in it; says why.
    """
    text = str(asked["text"])
    if not _PUZZLE.search(text):
        text = _offered(text)
    try:
        task = open_puzzle(read(text, "own"))
        report = task.check()
    except PuzzleError as error:
        raise ValueError(error.text) from error
    if not report.sound:
        raise ValueError(" ".join(report.faults[: offer.MOST_FAULTS]))
    of = task.puzzle
    return {
        "puzzle": text,
        "title": of.title,
        "kind": of.kind,
        "game": task.game.id,
        "difficulty": of.difficulty,
    }


def _offered(text: str) -> str:
    """The puzzle that can be made of a record's end."""
    try:
        record = read_record(text)
        end = replay(record).end
    except RecordError as error:
        raise ValueError(error.text) from error
    except PositionError as error:
        raise ValueError(" ".join(fault.text for fault in error.faults)) from error
    puzzle, faults = offer.puzzle(end, write(record))
    if not puzzle:
        raise ValueError(" ".join([words.say("classroom.own.none"), *faults]))
    return puzzle
