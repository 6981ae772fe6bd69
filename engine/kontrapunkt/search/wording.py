"""What all solvers say: goals of card points in words, values of them, and why something is not solved."""

from typing import Final

from kontrapunkt.game import Game, Seat
from kontrapunkt.said import Said, say, side_name
from kontrapunkt.search.goals import Goal, GoalError

SIDES: Final[tuple[tuple[Seat, ...], ...]] = (("N", "S"), ("E", "W"))
"""The sides by number."""


def known_goal(goal: str | Goal, game: Game, goals: tuple[str, ...]) -> Goal:
    """A goal, if a solver knows it.

    Args:
        goal: The goal.
        game: The solver's game.
        goals: The goals that it knows.

    Raises:
        GoalError: naming them.
    """
    found = Goal.read(goal)
    if str(found) not in goals:
        values = {"game": game.title, "goal": str(found), "goals": ", ".join(goals)}
        raise GoalError(say("search.goal.unknown", **values))
    return found


def label(goal: Goal) -> Said:
    """A goal in a few words: "North–South clean", "Result", "Card points"."""
    key = f"search.label.{goal.kind}"
    if goal == Goal("points"):
        key = "search.label.points.NS"
    return say(key, side=side_name(SIDES[goal.side]))


def describe_points(goal: Goal, value: int) -> Said:
    """A number of card points, or a difference of them, as one sentence.

    Args:
        goal: The goal.
        value: Card points.
    """
    ours, theirs = side_name(SIDES[goal.side]), side_name(SIDES[1 - goal.side])
    if goal.kind == "points":
        return say("search.tell.points" if value else "search.tell.points.none", side=ours, n=value)
    if not value:
        return say("search.tell.difference.none")
    more, fewer = (ours, theirs) if value > 0 else (theirs, ours)
    return say("search.tell.difference", more=more, fewer=fewer, n=abs(value))
