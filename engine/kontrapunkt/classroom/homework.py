"""The engine's answers to homework pages: writing and reading result codes."""

import json
import re
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from kontrapunkt.classroom.result_code import (
    Assignment,
    CodeRefused,
    FoundCode,
    PupilWork,
    encode_work,
    find_codes,
    normalize_name,
)
from kontrapunkt.classroom.spreadsheet import SEPARATORS, csv_text
from kontrapunkt.core.deal import PlacedError
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import PuzzleError, read
from kontrapunkt.record import RecordError, replay, write
from kontrapunkt.record import read as read_record
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import Prefs, Widget, open_widget
from kontrapunkt.widgets.editor import offer
from kontrapunkt.widgets.result import NOTHING, WidgetResult, result

TASK_COLUMNS: Final = (
    "assignment", "origin", "name", "task", "title", "solved", "right", "of",
    "tries", "hints", "seconds", "shown", "same",
)  # fmt: skip
"""The columns of the table with a row for each pupil and task."""

PUPIL_COLUMNS: Final = (
    "assignment", "origin", "name", "solved", "tasks", "tries", "hints", "seconds", "shown", "same",
)  # fmt: skip
"""The first columns of the table with a row for each pupil; one for each task follows."""

ORIGINS: Final = ("opened", "made", "other")
"""The origins of an assignment: the page's address, this browser, pasted text."""

_PUZZLE: Final = re.compile(r'^\s*kind\s*=\s*"', re.MULTILINE)
"""A line that the file of a puzzle has and a record has not."""


class RequestError(ValueError):
    """Raised if a request cannot be answered; its message is for the reader."""


@dataclass(frozen=True, slots=True)
class Task:
    """A task: a puzzle, a drill, or a lesson with its questions.

    Attributes:
        specs: The specs of its widgets.
    """

    title: str
    specs: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class OpenedAssignment:
    """An assignment with its tasks.

    Attributes:
        title: The teacher's title; empty for none.
        assignment: The assignment to which codes are bound.
        widgets: The widgets, opened once for all codes.
        number: Its index among the assignments of the request, from 0.
        origin: Its origin, one of `ORIGINS`.
    """

    title: str
    tasks: tuple[Task, ...]
    assignment: Assignment
    widgets: Sequence[Widget]

    number: int = 0
    origin: str = "other"

    @classmethod
    def read(cls, asked: Mapping[str, Any], number: int = 0) -> "OpenedAssignment":
        """Open an assignment described by a page.

        Args:
            asked: `{"text", "title", "origin", "tasks": [{"title", "specs"}]}`; `origin` is one of `ORIGINS`,
                by default `other`.
            number: Its index among the assignments of the request, from 0.
        """
        tasks = tuple(Task(str(each["title"]), tuple(each["specs"])) for each in asked["tasks"])
        specs = tuple(spec for task in tasks for spec in task.specs)
        widgets = []
        for spec in specs:
            with use_faces(Prefs().faces(spec)):
                widgets.append(open_widget({**spec, "log": ()}))
        origin = str(asked.get("origin"))
        return cls(
            title=str(asked.get("title") or ""),
            tasks=tasks,
            assignment=Assignment(str(asked["text"]), specs),
            widgets=widgets,
            number=number,
            origin=origin if origin in ORIGINS else "other",
        )

    def results(self, work: PupilWork) -> list[WidgetResult]:
        """Return a pupil's result for each task."""
        each = [
            result(str(spec.get("kind")), logs, int(spec.get("questions") or 1))
            for spec, logs in zip(self.assignment.specs, work.logs, strict=True)
        ]
        rest = iter(each)
        return [sum(islice(rest, len(task.specs)), NOTHING) for task in self.tasks]


@dataclass(slots=True)
class Row:
    """The content of a code.

    Attributes:
        given: The assignment.
        work: The pupil's work.
        results: The result of each task.
        same: The names of other pupils with identical work.
    """

    given: OpenedAssignment
    work: PupilWork
    results: list[WidgetResult]
    same: list[str]


def answer(call: str, request: str) -> str:
    """Answer a request from a page.

    Args:
        call: The name of the function: `code`, `find`, `results` or `own`.
        request: Its argument, as JSON.

    Returns:
        Its result as JSON, or `{"error": ...}`.
    """
    asked = json.loads(request)
    prefs = Prefs.read(asked.get("prefs") or {})
    try:
        with catalogue.use_language(prefs.language):
            return json.dumps(_CALLS[call](asked), ensure_ascii=False)
    except RequestError as error:
        return json.dumps({"error": str(error)}, ensure_ascii=False)
    except PlacedError as error:
        return json.dumps({"error": _sentence(error)}, ensure_ascii=False)


def code(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result code of a pupil's work.

    Args:
        asked: The assignment, with `name` and `logs`: a list of logs for each of its widgets.

    Returns:
        `code`, and `name` as written in it.

    Raises:
        RequestError: if there is no name.
    """
    given = OpenedAssignment.read(asked)
    name = normalize_name(str(asked["name"]))
    if not name:
        raise RequestError(catalogue.say("classroom.name.none"))
    return {"code": encode_work(name, asked["logs"], given.assignment, given.widgets), "name": name}


def find(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the assignments known to a page that codes belong to.

    Args:
        asked: `heap`, a text with codes; `texts`, the assignments as in their links.

    Returns:
        `texts`: the assignments that occur; `codes`: the number of codes.
    """
    codes = list(find_codes(str(asked["heap"])))
    keys = set()
    for each in codes:
        with suppress(CodeRefused):
            keys.add(each.read().key)
    wanted = [str(text) for text in asked["texts"] if Assignment(str(text), ()).key in keys]
    return {"texts": wanted, "codes": len(codes)}


def results(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the results in a text with codes.

    Args:
        asked: `heap`, a text with codes; `assignments`, those that they may belong to; `unread`, the texts of
            assignments that the page could not read.

    Returns:
        `rows`, `refused`, `unread` (the index and fault of each assignment that cannot be opened), `twice`
        (the number of repeated codes), `files`: the table as CSV by kind, `pupils` (a row for each pupil) or
        `tasks` (a row for each pupil and task), then by name of the separator.
    """
    givens, unread = _opened(asked["assignments"])
    texts = [asked["assignments"][each["assignment"]]["text"] for each in unread]
    closed = {Assignment(str(text), ()).key for text in (*texts, *asked.get("unread", ()))}
    rows: list[Row] = []
    refused: list[dict[str, str]] = []
    seen: set[str] = set()
    twice = 0
    for each in find_codes(str(asked["heap"])):
        signs = "".join(sign for sign in each.signs.upper() if sign.isalnum())
        if each.whole and signs in seen:
            twice += 1
            continue
        seen.add(signs)
        try:
            rows.append(_row(each, givens, closed))
        except CodeRefused as error:
            told = catalogue.say(f"classroom.refused.{error.why}")
            refused.append({"tail": each.tail, "name": error.name, "why": told})
    rows.sort(key=lambda row: (row.given.number, row.work.name.casefold()))
    _compare(rows)
    return {
        "rows": [
            {
                "name": row.work.name,
                "assignment": row.given.number,
                "results": [each.as_data() for each in row.results],
                "same": row.same,
            }
            for row in rows
        ],
        "refused": refused,
        "unread": unread,
        "twice": twice,
        "files": {
            form: {name: csv_text(table, sign) for name, sign in SEPARATORS.items()}
            for form, table in (("pupils", _by_pupil(rows)), ("tasks", _by_task(rows)))
        },
    }


def own(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle of the teacher's own as a task.

    Args:
        asked: `text`: the file of a puzzle, or the record of a position to make one from.

    Returns:
        `puzzle`, the file; `title`, `kind`, `game`, `difficulty`.

    Raises:
        RequestError: if there is no sound puzzle in the text; the message says why.
    """
    text = str(asked["text"])
    if not _PUZZLE.search(text):
        text = _offered(text)
    try:
        task = open_puzzle(read(text, "own"))
        report = task.check()
    except PuzzleError as error:
        raise RequestError(error.text) from error
    if not report.sound:
        raise RequestError(" ".join(report.faults[: offer.MOST_FAULTS]))
    of = task.puzzle
    return {
        "puzzle": text,
        "title": of.title,
        "kind": of.kind,
        "game": task.game.id,
        "difficulty": of.difficulty,
    }


def _offered(text: str) -> str:
    """Make a puzzle from the last position of a record."""
    try:
        record = read_record(text)
        end = replay(record).end
    except RecordError as error:
        raise RequestError(error.text) from error
    puzzle, faults = offer.puzzle(end, write(record))
    if not puzzle:
        raise RequestError(" ".join([catalogue.say("classroom.own.none"), *faults]))
    return puzzle


_CALLS: Final = {"code": code, "find": find, "results": results, "own": own}


def _opened(assignments: Sequence[Mapping[str, Any]]) -> tuple[list[OpenedAssignment], list[dict[str, Any]]]:
    """Open the assignments, and collect the faults of those that cannot be opened."""
    givens: list[OpenedAssignment] = []
    unread: list[dict[str, Any]] = []
    for number, each in enumerate(assignments):
        try:
            givens.append(OpenedAssignment.read(each, number))
        except PlacedError as error:
            unread.append({"assignment": number, "why": _sentence(error)})
        except Exception:  # the assignment is a stranger's, and other pupils' codes must be read anyway
            unread.append({"assignment": number, "why": catalogue.say("classroom.unread")})
    return givens, unread


def _sentence(error: PlacedError) -> str:
    return catalogue.capital(f"{error.text.rstrip('.')}.")


def _row(code: FoundCode, givens: Sequence[OpenedAssignment], closed: Container[bytes]) -> Row:
    """Read a code.

    Args:
        givens: The assignments that could be opened.
        closed: The keys of those that could not.

    Raises:
        CodeRefused: if the code is invalid.
    """
    sealed = code.read()
    given = next((each for each in givens if each.assignment.key == sealed.key), None)
    if given is None:
        raise CodeRefused("unread" if sealed.key in closed else "unknown")
    try:
        work = sealed.open(given.assignment, given.widgets)
        return Row(given, work, given.results(work), [])
    except CodeRefused:
        raise
    except Exception as error:  # the assignment is a stranger's, and other pupils' codes must be read anyway
        raise CodeRefused("replay") from error


def _compare(rows: Sequence[Row]) -> None:
    """Record which pupils did exactly the same, to the second."""
    alike: dict[str, list[Row]] = {}
    for row in rows:
        if row.work.done:
            done = json.dumps(
                [row.given.assignment.text, [[log[1:] for log in logs] for logs in row.work.logs]]
            )
            alike.setdefault(done, []).append(row)
    for group in alike.values():
        for row in group:
            row.same = [other.work.name for other in group if other is not row]


def _by_pupil(rows: Sequence[Row]) -> list[list[object]]:
    """Return the table with a row for each pupil.

    The cell of a task is the number of right answers, or empty if it was not tried.
    """
    table: list[list[object]] = [[*_titles(PUPIL_COLUMNS), *_task_titles(rows)]]
    for row in rows:
        total = sum(row.results, NOTHING)
        solved = sum(each.solved for each in row.results)
        shown = sum(each.shown for each in row.results)
        spent = (total.tries, total.hints, total.seconds or None)
        right = [each.right if each.right or each.tries or each.shown else None for each in row.results]
        table.append([*_of(row), solved, len(right), *spent, shown, "; ".join(row.same), *right])
    return table


def _task_titles(rows: Sequence[Row]) -> list[str]:
    """Return the headings of the tasks: titles for a single assignment, else numbers."""
    given = {row.given.number: row.given for row in rows}
    if len(given) == 1:
        (row, *_) = rows
        return [
            catalogue.say("classroom.column.of_task", n=n, title=task.title, of=each.total)
            for n, (task, each) in enumerate(zip(row.given.tasks, row.results, strict=True), 1)
        ]
    most = max((len(each.tasks) for each in given.values()), default=0)
    return [catalogue.say("classroom.column.number", n=n) for n in range(1, most + 1)]


def _by_task(rows: Sequence[Row]) -> list[list[object]]:
    """Return the table with a row for each pupil and task."""
    table: list[list[object]] = [_titles(TASK_COLUMNS)]
    for row in rows:
        for number, (task, each) in enumerate(zip(row.given.tasks, row.results, strict=True), 1):
            reached = (int(each.solved), each.right, each.total, each.tries, each.hints, each.seconds or None)
            table.append([*_of(row), number, task.title, *reached, int(each.shown), "; ".join(row.same)])
    return table


def _titles(columns: Sequence[str]) -> list[object]:
    return [catalogue.say(f"classroom.column.{key}") for key in columns]


def _of(row: Row) -> tuple[str, str, str]:
    """Return the assignment, its origin and the pupil's name."""
    return row.given.title, catalogue.say(f"classroom.origin.{row.given.origin}"), row.work.name
