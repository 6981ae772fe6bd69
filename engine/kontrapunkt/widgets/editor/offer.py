"""Exports of the editor: a record, a fence for a page, a puzzle."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from kontrapunkt.core.interface import SEATS, Seat, State
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, write
from kontrapunkt.search import Goal, Solver, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import outlook
from kontrapunkt.text import catalogue

NAME: Final = "position.toml"
"""The file name of an exported puzzle."""


MOST_FAULTS: Final = 4
"""The most faults reported for puzzles that fail the check."""


def fence(record: str) -> str:
    """Return the fence that shows a position on a page."""
    return f"```deal\n{record}```\n"


def side_of(state: State, seat: Seat, goal: Goal) -> str:
    """Return the side of a seat, in the notation of a puzzle about a goal."""
    seats = goal.seats if goal.party else next(side for side in state.game.sides if seat in side)
    if seat not in seats:
        seats = tuple(one for one in state.game.seats if one not in seats)
    return "".join(one for one in SEATS if one in seats)


def puzzle(state: State, record: str) -> tuple[str, tuple[str, ...]]:
    """Make a puzzle from a position that passes `check`, or explain why none does.

    It tries what the side to act can reach, goal by goal, if the search is quick; then the question which
    cards are legal.

    Returns:
        The file, empty for none, and the faults of the puzzles that were tried.
    """
    faults: list[str] = []
    for draft in _drafts(state, record):
        try:
            found = open_puzzle(draft).check(any_difficulty=True)
        except PuzzleError as error:
            faults.append(error.text)
            continue
        if found.sound:
            return write(replace(draft, difficulty=found.difficulty)), ()
        faults += found.faults
    return "", tuple(dict.fromkeys(faults))[:MOST_FAULTS]


def _drafts(state: State, record: str) -> Iterator[Puzzle]:
    """Yield possible puzzles, the best first."""
    seat = state.to_act
    if seat is None:
        return
    title, story = catalogue.say("editor.puzzle.title"), catalogue.say("editor.puzzle.story")
    for goal, target in _goals(state, seat):
        kind = Goal.read(goal).kind
        theme = "card-points" if kind == "points" else "result"
        side = side_of(state, seat, Goal.read(goal))
        yield Puzzle("position", "play", title, story, (theme,), 1, record, side, goal, target)
    yield Puzzle("position", "legal", title, story, ("following",), 1, record)


def _goals(state: State, seat: Seat) -> Iterator[tuple[str, int | None]]:
    """Yield the goals that can be searched, each with its target."""
    solver = quick_solver(state)
    if solver is None:
        return
    for goal in solver.goals_for(state):
        value = outlook(Goal.read(goal), seat, solver.search(state, goal, line=False).run().values)
        if isinstance(value, int):
            yield goal, None if Goal.read(goal).kind in YES_OR_NO else value


def quick_solver(state: State) -> Solver[Any, Any] | None:
    """Return the solver for a position; None if it is unsolvable or takes long."""
    if state.to_act is not None and state.game.solver:
        solver = solver_for(state.game)
        if not solver.why_unsolvable(state) and not solver.takes_long(state):
            return solver
    return None
