"""What comes out of a position: a record, a fence for a page, a puzzle that passes `check`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from kontrapunkt.core.interface import SEATS, Seat, State
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, write
from kontrapunkt.search import Goal, Solver, solver_for
from kontrapunkt.search.goals import YES_OR_NO
from kontrapunkt.search.verdict import outlook
from kontrapunkt.text import catalogue

NAME: Final = "position.toml"
"""What the file of a puzzle is called."""


MOST_FAULTS: Final = 4
"""So many of the things that are wrong with a puzzle are told."""


def fence(record: str) -> str:
    """The fence that shows a position on a page.

    Args:
        record: The record.
    """
    return f"```deal\n{record}```\n"


def side_of(state: State, seat: Seat, goal: Goal) -> str:
    """The side of a seat, as a puzzle about a goal names it."""
    seats = goal.seats if goal.party else next(side for side in state.game.sides if seat in side)
    if seat not in seats:
        seats = tuple(one for one in state.game.seats if one not in seats)
    return "".join(one for one in SEATS if one in seats)


def puzzle(state: State, record: str) -> tuple[str, tuple[str, ...]]:
    """A puzzle that passes `check`, of what can be asked about a position; or why none does.

    First what the side to act can reach, goal by goal, where that can be searched and takes no minutes; then
    what is allowed.

    Args:
        state: The position.
        record: Its record.

    Returns:
        The file, empty for none; and of every puzzle that does not pass, what is wrong.
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
    """What may be asked, the best first."""
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
    """The goals that can be searched, each with what comes of it."""
    solver = quick_solver(state)
    if solver is None:
        return
    for goal in solver.goals_for(state):
        value = outlook(Goal.read(goal), seat, solver.search(state, goal, line=False).run().values)
        if isinstance(value, int):
            yield goal, None if Goal.read(goal).kind in YES_OR_NO else value


def quick_solver(state: State) -> Solver | None:
    """What searches a position; None where nothing can, or it takes long."""
    if state.to_act is not None and state.game.solver:
        solver = solver_for(state.game)
        if not solver.why_unsolvable(state) and not solver.takes_long(state):
            return solver
    return None
