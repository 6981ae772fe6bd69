"""A draft becomes a puzzle, if it is sound: with its difficulty, an explanation, titles to choose from."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from kontrapunkt.naming import showing
from kontrapunkt.puzzles.kind import Aiming, Kind, Report, open_puzzle
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.mining.drafts import Draft, drafts_at
from kontrapunkt.puzzles.mining.telling import explanation, forms, titles
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, write
from kontrapunkt.puzzles.play import Play
from kontrapunkt.puzzles.proof import POLICIES, solves

PATIENCE: Final = (6_000, 150, 400, 1_500, 3_000, 6_000)
"""Positions that a proof tree may have: for any difficulty, and for each. Larger ones are no fun to solve, or
hardly ever of that difficulty."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sound puzzle.

    Attributes:
        puzzle: It.
        report: What its check has found.
        form: What it asks, up to symmetry.
        likeness: The same more coarsely.
        deal: The number of the deal it came from, from 0.
        titles: The titles that it may have, best first; it has the first that no other has.
    """

    puzzle: Puzzle
    report: Report
    form: str
    likeness: str
    deal: int
    titles: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Its file."""
        return write(self.puzzle)


def puzzle_of_mistake(line: Line, at: int, patience: int = PATIENCE[0]) -> Found | None:
    """A sound puzzle that asks for something better than what was done at a moment; None if there is none.

    Args:
        line: The deal.
        at: How many moves had been made before.
        patience: Positions that its proof tree may have.
    """
    knowledge = knowledge_of(line.start.game)
    made = knowledge.alike(line.moves[at][1])
    for draft in drafts_at(line, at, knowledge):
        found = checked(draft, 0, patience)
        kind = opened(found.puzzle) if found else None
        if kind is None or found is None:
            continue
        right = kind.key if isinstance(kind, Aiming) else ()
        if made not in map(knowledge.alike, right):
            return found
    return None


def checked(draft: Draft, deal: int, patience: int) -> Found | None:
    """The draft as a puzzle, if it is sound once its difficulty is right.

    Args:
        draft: It.
        deal: The number of the deal it came from, from 0.
        patience: Positions that its proof tree may have.
    """
    walk = draft.walk()
    if walk and any(solves(name, walk) for name in POLICIES):
        return None  # as most are, before anything is written down
    puzzle = draft.puzzle()
    kind = opened(puzzle)
    late = isinstance(kind, Play)  # it asks about the state alone, so where that comes from is asked last
    if kind and not late and kind.knowledge.why_unreachable(kind.played):
        puzzle = draft.puzzle(whole=True)
        kind = opened(puzzle)
    if kind is None:
        return None
    if isinstance(kind, Play) and draft.solver:
        kind.go_by(draft.solver, walk)
    with showing(kind.game.faces):
        report = kind.check(any_difficulty=True, patience=patience, arising=not late)
        if not report.sound:
            return None
        if late and kind.knowledge.why_unreachable(kind.played):
            puzzle = draft.puzzle(whole=True)
            if opened(puzzle) is None:
                return None
        return _told(kind, puzzle, report, deal)


def _told(kind: Kind, puzzle: Puzzle, report: Report, deal: int) -> Found:
    """The puzzle with its difficulty, explanation and titles."""
    form, likeness = forms(kind)
    digest = sha256(form.encode()).hexdigest()[:8]
    told = explanation(kind)
    name = f"{puzzle.kind}-{digest}"
    puzzle = replace(puzzle, id=name, difficulty=report.difficulty, explanation=told)
    return Found(puzzle, report, form, likeness, deal, titles(kind, int(digest, 16)))


def opened(puzzle: Puzzle) -> Kind | None:
    """The puzzle, opened; None if it is none."""
    try:
        return open_puzzle(puzzle)
    except PuzzleError:
        return None
