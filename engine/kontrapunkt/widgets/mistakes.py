"""Puzzles made from the mistakes in a deal, for the reader to solve again later."""

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
"""The most positions of a proof tree; a browser needs about a second for them."""


class Mistakes:
    """The puzzles made from the decisions that mattered in a deal.

    The search handles one decision at a time.

    Attributes:
        puzzles: The puzzles found, by the number of actions before the decision.
        over: Whether all decisions have been tried.
    """

    def __init__(self, line: Sequence[Moment], review: Review) -> None:
        """Prepare the search.

        Args:
            line: The moments of the deal from its start.
            review: A finished review of a seat's decisions in the deal.
        """
        self.puzzles: dict[int, Puzzle] = {}
        self.over = False
        self._work = self._searched(line, review)

    def work(self) -> bool:
        """Try one more decision.

        Returns:
            True if it yields a puzzle.
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
    """Return a puzzle in the form that `assets/storage/mistakes.js` stores."""
    return {
        "id": puzzle.id,
        "game": game,
        "kind": puzzle.kind,
        "difficulty": puzzle.difficulty,
        "title": puzzle.title,
        "puzzle": write(puzzle),
    }
