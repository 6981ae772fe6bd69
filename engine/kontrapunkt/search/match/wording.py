"""A value in words: one plain sentence for every goal and every value, an unknown past included."""

from collections.abc import Callable, Sequence
from functools import partial

from kontrapunkt.game import SIDES
from kontrapunkt.said import Said, row, say, side_name
from kontrapunkt.search.front import Interval, Value
from kontrapunkt.search.goals import Goal
from kontrapunkt.search.match.questions import Payoffs
from kontrapunkt.search.wording import describe as describe_counted

Outcome = Callable[..., Said]
"""A level as a clause; see `Payoffs.outcome`."""


def describe(goal: Goal, value: Value, payoffs: Payoffs) -> Said:
    """A goal's value as one sentence.

    Args:
        goal: The goal.
        value: Its value.
        payoffs: What the end of a deal is worth, for the goal `result`.
    """
    if not isinstance(value, int):
        return _by_past(value, payoffs.outcome if goal.kind == "result" else partial(_winning, goal))
    if goal.kind == "result":
        return say("search.tell.result", outcome=payoffs.outcome(value), always=0)
    return describe_counted(goal, value)


def _winning(goal: Goal, value: int, tie: bool = False) -> Said:
    """Whether a side wins, as a clause."""
    return say("search.wins", side=side_name(goal.seats), n=value)


def _by_past(intervals: Sequence[Interval], outcome: Outcome) -> Said:
    """What each past makes of the deal: "if N–S had up to 35 …, E–W win …; with 36 it is a tie; …"."""
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


def _outcome(intervals: Sequence[Interval], at: int, outcome: Outcome) -> Said:
    each = intervals[at]
    if each.least == each.most:
        return outcome(each.least, _lone(intervals, at))
    return say("search.tell.open", worst=outcome(each.least), best=outcome(each.most))


def _lone(intervals: Sequence[Interval], at: int) -> bool:
    """Whether with one card point less N–S lose for sure, and with one more they win."""
    if not 0 < at < len(intervals) - 1:
        return False
    less, here, more = intervals[at - 1 : at + 2]
    apart = less.last + 1 == here.first == here.last == more.first - 1
    return apart and less.most < 0 < more.least
