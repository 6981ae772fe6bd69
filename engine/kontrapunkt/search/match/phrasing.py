"""Sentences for values that depend on an unknown past."""

from collections.abc import Callable, Sequence

from kontrapunkt.core.interface import SIDES
from kontrapunkt.core.messages import Message, row, say, side_name
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.solver import Interval

Outcome = Callable[..., Message]
"""A function that returns a level as a clause; see `Payoffs.outcome`."""


def winning(goal: Goal, value: int, tie: bool = False) -> Message:
    """Return the clause that a side wins or does not win.

    Args:
        goal: The goal; it names the side.
        value: The goal's value, 1 or 0.
        tie: Ignored; part of the signature of `Outcome`.
    """
    return say("search.wins", side=side_name(goal.seats), n=value)


def tell_by_past(intervals: Sequence[Interval], outcome: Outcome) -> Message:
    """Describe the result by past: "if N–S had up to 35 …, E–W win …; with 36 …".

    Args:
        intervals: The value by past.
        outcome: The function that describes a level.
    """
    if len(intervals) == 1:
        always = int(intervals[0].least == intervals[0].most)
        return say("search.tell.result", outcome=_outcome(intervals, 0, outcome), always=always)
    clauses = []
    for i, each in enumerate(intervals):
        kind = "upto" if i == 0 else "from" if i == len(intervals) - 1 else "between"
        if each.first == each.last:
            kind = "just"
        past = say(f"search.past.{kind}", first=each.first, last=each.last)
        clause = say(
            "search.tell.if" if i == 0 else "search.tell.with",
            outcome=_outcome(intervals, i, outcome),
            side=side_name(SIDES[0]),
            past=past,
            n=each.last,
        )
        clauses.append(clause)
    return say("search.tell.past", outcomes=row(clauses, "; "))


def _outcome(intervals: Sequence[Interval], at: int, outcome: Outcome) -> Message:
    each = intervals[at]
    if each.least == each.most:
        return outcome(each.least, _lone(intervals, at))
    return say("search.tell.open", worst=outcome(each.least), best=outcome(each.most))


def _lone(intervals: Sequence[Interval], at: int) -> bool:
    """Return True if one card point less loses for N–S and one more wins.

    Args:
        at: The index of the interval.
    """
    if not 0 < at < len(intervals) - 1:
        return False
    less, here, more = intervals[at - 1 : at + 2]
    apart = less.last + 1 == here.first == here.last == more.first - 1
    return apart and less.most < 0 < more.least
