"""What the engine tells of a puzzle, whatever page it stands on."""

from typing import TypedDict

from kontrapunkt.puzzles.kind import PlayoutPuzzle, PuzzleKind
from kontrapunkt.text.phrasing import showing
from kontrapunkt.widgets.analysis import Written, values_as_json
from kontrapunkt_site.shelves import cover_cards


class PuzzleSummary(TypedDict):
    """What is told.

    Attributes:
        game: The game's id.
        question: What is asked, in words.
        cards: A few cards of its position.
        hints: The hints.
        solution: The solution in words, a paragraph each.
        solved: What each card is worth, by goal; None where no cards are played.
    """

    game: str
    question: str
    cards: list[str]
    hints: list[str]
    solution: list[str]
    solved: Written | None


def summarize(task: PuzzleKind) -> PuzzleSummary:
    """Asks the engine.

    Args:
        task: The puzzle; it is proved, unless that has been done.
    """
    with showing(task.game.faces):
        return {
            "game": task.game.id,
            "question": task.question,
            "cards": [str(each) for each in cover_cards(task)],
            "hints": list(task.hints),
            "solution": list(task.solution),
            "solved": {str(task.goal): [values_as_json(task.values)]}
            if isinstance(task, PlayoutPuzzle)
            else None,
        }
