"""A puzzle in a complaint: the tags that describe it, and the judgement of an answer or a card."""

from collections.abc import Iterable
from typing import Any, Final

from kontrapunkt.puzzles.kind import ChoicePuzzle
from kontrapunkt.puzzles.model import THEMES, Puzzle
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.markup import joined
from kontrapunkt.widgets.complaint import Complaint, Finding

_KEYS: Final = ("kind", "side", "seat", "goal", "target", "at", "answers")
"""The keys of a puzzle that its judgement depends on; each is a tag with a capital."""

_BETWEEN: Final = "; "
"""The separator of a puzzle's answers in their tag."""


def tags_of(puzzle: Puzzle) -> dict[str, str]:
    """Return the keys of a puzzle that its judgement depends on, as tags of a complaint."""
    values = {key: getattr(puzzle, key) for key in _KEYS}
    values["answers"] = _BETWEEN.join(puzzle.answers)
    return {key.capitalize(): str(value) for key, value in values.items() if value not in ("", None)}


def puzzle_of(of: Complaint, replies: Iterable[str] = ()) -> Puzzle:
    """Return the puzzle that the tags of a complaint describe.

    Args:
        replies: The keys of an author's replies, which may add picks.
    """
    given: dict[str, Any] = {key: of.tag(key.capitalize()) for key in _KEYS}
    for key in ("target", "at"):
        given[key] = read_number(given[key]) if given[key] else None
    given["answers"] = tuple(filter(None, given["answers"].split(_BETWEEN)))
    return Puzzle(
        id="complaint",
        title="",
        story="",
        themes=THEMES[:1],
        difficulty=1,
        record=of.text,
        replies=dict.fromkeys(replies, ""),
        **given,
    )


def finding_of_answer(task: ChoicePuzzle, given: frozenset[str]) -> Finding:
    """Return the finding about an answer: `right` or `wrong`.

    Args:
        task: The puzzle.
        given: The keys of the picks.
    """
    right = task.is_answer(given)
    picks = [pick for pick in task.picks if pick.key in given and (right or not pick.right)]
    return Finding("right" if right else "wrong", joined([pick.text for pick in picks]))


def finding_of_goal(kept: bool, sentence: str = "") -> Finding:
    """Return the finding about a card in a played-out puzzle: the goal is `kept` or `lost`."""
    return Finding("kept" if kept else "lost", sentence)
