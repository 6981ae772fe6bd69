"""Texts of all solvers: labels and values of goals, reasons for not solving."""

from kontrapunkt.core.interface import SEATS, SIDES
from kontrapunkt.core.messages import Message, say, side_name
from kontrapunkt.search.goals import YES_OR_NO, Goal


def label(goal: Goal) -> Message:
    """Return the label of a goal: "North–South clean", "Result", "Card points"."""
    key = f"search.label.{goal.kind}"
    if goal == Goal("points"):
        key = "search.label.points.NS"
    return say(key, side=side_name(goal.seats or SIDES[0]), n=len(goal.seats))


def describe(goal: Goal, value: int) -> Message:
    """Describe a goal's number in a sentence.

    Args:
        value: The goal's number.
    """
    side, seats = side_name(goal.seats), len(goal.seats)
    others = side_name([seat for seat in SEATS if seat not in goal.seats])
    more, fewer = (side, others) if value > 0 else (others, side)
    if goal.kind == "difference" and not goal.party:
        key = "search.tell.difference" if value else "search.tell.difference.none"
        return say(key, more=more, fewer=fewer, n=abs(value))
    if goal.kind in YES_OR_NO:
        kind = goal.kind.removeprefix("not-")
        yes = bool(value) == (kind == goal.kind)
        return say(f"search.tell.{kind}.{'yes' if yes else 'no'}", side=side, others=others, n=seats)
    if goal.kind in ("points", "tricks"):
        values = {"side": side, "m": seats, "alone": int(goal.seat is not None)}
        return say("search.tell.taken", amount=amount(goal.kind, value), **values)
    if goal.kind == "lines" and value:
        return say("search.tell.lines", side=more, amount=amount(goal.kind, abs(value)))
    key = "none" if not value else "more" if value > 0 else "less"
    return say(f"search.tell.brings.{key}", side=side, amount=amount(goal.kind, abs(value)))


def amount(kind: str, number: int) -> Message:
    """Return a number with its unit: "3 tricks", "no card points".

    Args:
        kind: The kind of goal.
        number: The number, 0 or more.
    """
    return say(f"amount.{kind}", n=number)
