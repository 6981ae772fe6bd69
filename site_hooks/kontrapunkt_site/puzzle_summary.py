"""The engine's facts about a puzzle, independent of its page."""

from typing import TypedDict

from kontrapunkt.puzzles.kind import PlayoutPuzzle, PuzzleKind
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets.analysis import Written, values_as_json
from kontrapunkt_site.shelves import cover_cards


class PuzzleSummary(TypedDict):
    """The engine's facts about a puzzle.

    Attributes:
        game: The game's id.
        question: The question in words.
        cards: A few cards of its position.
        solution: The solution in words, a paragraph each.
        solved: The value of each card by goal; None if no cards are played.
    """

    game: str
    question: str
    cards: list[str]
    hints: list[str]
    solution: list[str]
    solved: Written | None


def summarize(task: PuzzleKind) -> PuzzleSummary:
    """Collect the engine's facts about a puzzle.

    Args:
        task: The puzzle; it is proved if it has not been yet.
    """
    with use_faces(task.game.faces):
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
