"""What all solvers say: goals of card points in words, values of them, and why something is not solved."""

from kontrapunkt.game import SEATS
from kontrapunkt.said import Said, say, side_name
from kontrapunkt.search.goals import SIDES, YES_OR_NO, Goal


def label(goal: Goal) -> Said:
    """A goal in a few words: "North–South clean", "Result", "Card points"."""
    key = f"search.label.{goal.kind}"
    if goal == Goal("points"):
        key = "search.label.points.NS"
    return say(key, side=side_name(goal.seats or SIDES[0]), n=len(goal.seats))


def describe(goal: Goal, value: int) -> Said:
    """The number of a goal that counts, or that the end of a deal decides, as one sentence.

    Args:
        goal: The goal.
        value: Its number.
    """
    if goal.kind == "difference" and not goal.party:
        return _describe_difference(goal, value)
    side, seats = side_name(goal.seats), len(goal.seats)
    if goal.kind in YES_OR_NO:
        return say(f"search.tell.{goal.kind}.{'yes' if value else 'no'}", side=side, n=seats)
    if goal.kind in ("points", "tricks"):
        values = {"side": side, "m": seats, "alone": int(goal.seat is not None)}
        return say("search.tell.taken", amount=amount(goal.kind, value), **values)
    if goal.kind == "lines" and value:
        ahead = goal.seats if value > 0 else tuple(seat for seat in SEATS if seat not in goal.seats)
        return say("search.tell.lines", side=side_name(ahead), amount=amount(goal.kind, abs(value)))
    key = "none" if not value else "more" if value > 0 else "less"
    return say(f"search.tell.brings.{key}", side=side, amount=amount(goal.kind, abs(value)))


def amount(kind: str, number: int) -> Said:
    """A number of what a kind of goal counts: "3 tricks", "no card points".

    Args:
        kind: The kind of goal.
        number: The number, 0 or more.
    """
    return say(f"amount.{kind}", n=number)


def _describe_difference(goal: Goal, value: int) -> Said:
    """How many card points more one of the two sides takes than the other, as one sentence."""
    ours, theirs = side_name(SIDES[goal.side]), side_name(SIDES[1 - goal.side])
    if not value:
        return say("search.tell.difference.none")
    more, fewer = (ours, theirs) if value > 0 else (theirs, ours)
    return say("search.tell.difference", more=more, fewer=fewer, n=abs(value))
