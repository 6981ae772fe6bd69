"""Judging again what a complaint is about."""

from collections.abc import Callable, Mapping
from typing import Final

from kontrapunkt.core.action import Seat
from kontrapunkt.core.cards import CardError
from kontrapunkt.core.deal import RecordError
from kontrapunkt.drills import DRILLS, QuestionMoment, QuestionSetting
from kontrapunkt.puzzles.kind import ChoicePuzzle, PlayoutPuzzle, open_puzzle
from kontrapunkt.puzzles.mining.deals import replay_deal
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt.record import Replay, replay_session
from kontrapunkt.record.facts import read_number
from kontrapunkt.record.text import read_seat, tidy_action
from kontrapunkt.widgets.complaint import (
    Complaint,
    Finding,
    finding_of_refusal,
    finding_of_result,
)
from kontrapunkt.widgets.line import moments
from kontrapunkt.widgets.puzzle.complaint import finding_of_answer, finding_of_goal, puzzle_of
from kontrapunkt.widgets.review import Review, finding_of_decision

_SLICE_MS: Final = 1000.0


def judge(of: Complaint) -> Finding:
    """Return the engine's judgement of the subject of a complaint now.

    Raises:
        RecordError: if there is no such subject, the record cannot be replayed, or it does not show the
            subject.
    """
    verb, _, rest = of.subject.partition(" ")
    if verb not in SUBJECTS:
        raise of.error("Complaint", "complaint.subject", subjects=", ".join(SUBJECTS))
    try:
        found = SUBJECTS[verb](of, rest.strip())
    except PuzzleError as error:
        raise RecordError(error.said, of.record.lines.get("Kind", 1)) from None
    if found is None:
        raise of.error("Complaint", "complaint.missing")
    return found


def _played(of: Complaint) -> Replay:
    return replay_session(of.record, unseen=True)[-1]


def _seat(played: Replay, name: str) -> Seat | None:
    seat = read_seat(name)
    return seat if seat in played.game.seats else None


def _refusal(of: Complaint, rest: str) -> Finding | None:
    who, _, action = rest.partition(" ")
    played = _played(of)
    seat = _seat(played, who)
    if seat is None or not action or played.end.to_act is None:
        return None
    return finding_of_refusal(played.end.why_not(tidy_action(action), seat))


def _result(of: Complaint, rest: str) -> Finding | None:
    end = _played(of).end
    return None if rest or end.to_act else finding_of_result(end.result())


def _answer(of: Complaint, rest: str) -> Finding | None:
    parts = [each.strip() for each in rest.split(",")]
    task = _drill(of) if of.tag("Drill") else open_puzzle(puzzle_of(of, parts))
    if not isinstance(task, ChoicePuzzle):
        return None
    keys = {name: pick.key for pick in task.picks for name in (pick.label, pick.key)}
    given = [rest] if rest in keys else parts
    if not keys.keys() >= {*given}:
        return None
    return finding_of_answer(task, frozenset(keys[each] for each in given))


def _goal(of: Complaint, rest: str) -> Finding | None:
    task = open_puzzle(puzzle_of(of))
    if rest or not isinstance(task, PlayoutPuzzle) or task.at == len(task.played.steps):
        return None
    before, action = task.played.states[-2], task.played.steps[-1].action
    return None if task.solver.why_unsolvable(before) else finding_of_goal(task.keeps(before, action))


def _drill(of: Complaint) -> ChoicePuzzle | None:
    """Return the question of a drill; None if there is none of its kind."""
    played, kind = _played(of), of.tag("Drill")
    reader = _seat(played, of.tag("Seat"))
    if reader is None or kind not in DRILLS:
        return None
    moment = QuestionMoment(len(played.steps), 0, of.tag("About"))
    try:
        task = DRILLS[kind].task(QuestionSetting(replay_deal(played, ""), moment, reader))
        return task if task.picks else None
    except (KeyError, CardError):  # there is no such topic
        return None


def _decision(of: Complaint, rest: str) -> Finding | None:
    return _reviewed(of, rest, silence=False)


def _silence(of: Complaint, rest: str) -> Finding | None:
    return _reviewed(of, rest, silence=True)


def _reviewed(of: Complaint, rest: str, *, silence: bool) -> Finding | None:
    who, _, number = rest.partition(" ")
    played, step = _played(of), read_number(number)
    seat = _seat(played, who)
    if seat is None or played.deal.hidden:
        return None
    review = Review(moments(played), seat)
    places = [(each.step, each.silence) for each in review.decisions]
    if step is None or (step, silence) not in places:
        return None
    while not review.over:
        review.work(_SLICE_MS)
    return finding_of_decision(review.decisions[places.index((step, silence))])


SUBJECTS: Final[Mapping[str, Callable[[Complaint, str], Finding | None]]] = {
    "refusal": _refusal,
    "result": _result,
    "answer": _answer,
    "goal": _goal,
    "decision": _decision,
    "silence": _silence,
}
"""The subjects of complaints by their first word.

`refusal S KC`, an action of a seat at the end of the record; `result` of the last deal; `answer 7S, 8S` to
the puzzle in the tags; `goal` of that puzzle after the last action; `decision S 17` in the review, by seat
and number of actions before it; `silence S 17`, calls that were not made there. None from a function: the
record does not show it.
"""
