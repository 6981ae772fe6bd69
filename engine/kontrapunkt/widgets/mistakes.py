"""Puzzles of what mattered in a deal: a reader who keeps one can ask themselves again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from kontrapunkt.puzzles.mining.deals import PlayedDeal
from kontrapunkt.puzzles.mining.drafts import puzzle_of_mistake
from kontrapunkt.puzzles.model import Puzzle, write
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Moment
from kontrapunkt.widgets.review import Review

PATIENCE: Final = 400
"""Positions that a proof tree may have: it is not made in slices, and a browser needs a second for it."""


class Mistakes:
    """The puzzles that can be made of the decisions that mattered, looked for one decision at a time.

    Attributes:
        puzzles: Those that were found, by how many things had been done in the deal before the decision.
        over: Whether all decisions have been looked into.
    """

    def __init__(self, line: Sequence[Moment], review: Review) -> None:
        """Looks for nothing yet.

        Args:
            line: The deal from its start, a moment after each thing done.
            review: The review of a seat's decisions in it, which is over when the work begins.
        """
        self.puzzles: dict[int, Puzzle] = {}
        self.over = False
        self._work = self._searched(line, review)

    def work(self) -> bool:
        """Looks into one decision more.

        Returns:
            Whether a puzzle came of it.
        """
        found = len(self.puzzles)
        self.over = next(self._work, True) is True
        return len(self.puzzles) > found

    def _searched(self, line: Sequence[Moment], review: Review) -> Iterator[None]:
        moves = tuple((each.seat, each.action) for each in line[1:] if each.seat)
        played = PlayedDeal(moves, tuple(each.state for each in line))
        for step in (each.step for each in review.decisive() if not each.silence):
            found = puzzle_of_mistake(played, step, PATIENCE)
            if found:
                story = catalogue.say("mistakes.story")
                self.puzzles[step] = replace(found.puzzle, title=found.titles[0], story=story)
            yield


def as_kept(puzzle: Puzzle, game: str) -> Mapping[str, Any]:
    """A puzzle as the page keeps it, and `assets/storage/mistakes.js` reads it.

    Args:
        puzzle: The puzzle.
        game: The game's id.
    """
    return {
        "id": puzzle.id,
        "game": game,
        "kind": puzzle.kind,
        "difficulty": puzzle.difficulty,
        "title": puzzle.title,
        "puzzle": write(puzzle),
    }
