"""Puzzles that widgets open again and again, as for one answer after the other, and that are solved once."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from kontrapunkt.puzzles.kind import PuzzleKind, open_puzzle
from kontrapunkt.puzzles.model import Puzzle


@contextmanager
def solved_once() -> Iterator[None]:
    """Widgets of one puzzle share what is found out about it, as in a build."""
    known: list[tuple[Puzzle, PuzzleKind]] = []

    def opened(puzzle: Puzzle) -> PuzzleKind:
        if not known or known[0][0] != puzzle:
            known[:] = [(puzzle, open_puzzle(puzzle))]
        return known[0][1]

    with patch("kontrapunkt.widgets.puzzle.open_puzzle", opened):
        yield
