"""`kontrapunkt check`: check puzzles and lessons, and measure the difficulty."""

import argparse
import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from time import perf_counter

from kontrapunkt.commands import (
    FAILED,
    CommandError,
    exit_if_unreadable,
    exit_on_error,
    fields,
    one_line,
    tell,
)
from kontrapunkt.commands.common import contents, declare, declare_shared
from kontrapunkt.commands.progress import Progress
from kontrapunkt.core.files import find_files
from kontrapunkt.lessons.checking import faults, known_before, vocabulary_for
from kontrapunkt.lessons.model import ENDING as LESSON
from kontrapunkt.lessons.model import read as read_lesson
from kontrapunkt.puzzles.checking import Checked, check_all
from kontrapunkt.puzzles.difficulty import SHARES
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt.record import RecordError
from kontrapunkt.text import catalogue

ENDING = ".toml"
"""The extension of puzzle files."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "path", "cli.check.help.path", metavar="PATH", nargs="+")
    declare(parser, "--notes", "cli.check.help.notes", action="store_true")
    declare_shared(parser, "--jobs")
    declare(parser, "--cache", "cli.check.help.cache", type=Path, metavar="FOLDER")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Check the files and print a line for each puzzle and lesson.

    Raises:
        CommandError: if a path cannot be read or there is no puzzle.
    """
    texts = {str(path): _text(path) for given in chosen.path for path in _files(Path(given))}
    if not texts:
        raise CommandError(
            catalogue.say("cli.check.none", ending=ENDING, lesson=LESSON), place=chosen.path[0]
        )
    puzzles = {name: text for name, text in texts.items() if not name.endswith(LESSON)}
    with Progress() as progress:
        found = check_all(puzzles, chosen.cache, chosen.jobs, progress.tell)
    taught = [_taught(name, text) for name, text in texts.items() if name not in puzzles]
    lessons = [each for each, _ in taught]
    failed = sum(not one.sound for one in found.values()) + sum(not each["sound"] for each in lessons)
    listed = [_as_json(one) for one in found.values()]
    lines = chain(
        *(_lines(one, chosen.notes) for one in found.values()),
        *(told for _, told in taught),
        [_sum(len(found), len(lessons), failed)],
    )
    tell(chosen, {"puzzles": listed, "lessons": lessons, "failed": failed}, lines)
    return FAILED if failed else 0


def _sum(puzzles: int, lessons: int, failed: int) -> str:
    """Return the last line: how many there are, and how many are not sound."""
    counts = {"puzzles": puzzles, "lessons": lessons}
    checked = [catalogue.say(f"cli.check.{kind}", n=n) for kind, n in counts.items() if n]
    return catalogue.say("cli.check.sum", checked=catalogue.listed("and", checked), failed=failed)


def _taught(name: str, text: str) -> tuple[dict[str, object], list[str]]:
    """Check a lesson; return the result as JSON and as lines with its faults."""
    began = perf_counter()
    path, lesson = Path(name), None
    try:
        lesson = read_lesson(text, path.stem)
        known = frozenset(known_before(lesson, path.parent))
        wrong = list(faults(lesson, vocabulary_for(path), known))
    except PuzzleError as error:
        wrong = [error]
    game, steps = (lesson.game, lesson.steps) if lesson else ("", ())
    questions = sum(step.puzzle is not None for step in steps)
    of = {"file": one_line(name), "n": len(steps), "seconds": f"{perf_counter() - began:.2f}"}
    head = catalogue.say("cli.check.lesson", questions=questions, **of)
    told = [catalogue.say("cli.check.fault", line=each.line, fault=each.text) for each in wrong]
    found = [fields(each, "line text") for each in wrong]
    as_json = {"file": name, "game": game, "sound": not found, "faults": found}
    return as_json, [head, *(f"    {one_line(each)}" for each in told)]


def puzzle_files(folder: Path) -> list[Path]:
    """Return the puzzle files in a folder, in order.

    Raises:
        CommandError: if the folder cannot be read.
    """
    with exit_if_unreadable(folder):
        if "\0" in str(folder):  # Python 3.12 would find no files there
            raise ValueError("embedded null byte")
        return find_files(folder, ENDING)


def _files(path: Path) -> Iterator[Path]:
    if os.path.isdir(path):  # Path would raise an error for a name that is too long
        yield from sorted(
            each for ending in (ENDING, LESSON) for each in find_files(path, ending, below=True)
        )
    else:
        yield path


def _text(path: Path) -> str:
    with exit_on_error(UnicodeDecodeError, key="cli.check.utf8", place=path):
        try:
            return contents(str(path)).decode("utf-8-sig")
        except RecordError as error:  # the file was not parsed, so there is no line number
            raise CommandError(error.text, place=str(path)) from None


def _lines(one: Checked, notes: bool) -> Iterator[str]:
    """Yield the line of a puzzle and its faults."""
    name = one_line(one.name)
    if one.error or one.puzzle is None:
        yield catalogue.say("cli.check.unread", file=name, line=one.error.line if one.error else 1)
    else:
        report = one.report
        features = ", ".join(_feature(key, value) for key, value in report.features.items())
        of = {"file": name, "kind": one.puzzle.kind, "sound": int(report.sound), "features": features}
        yield catalogue.say("cli.check.judged", **of, **fields(report, "difficulty seconds"))
    yield from (f"    {one_line(fault)}" for fault in one.faults)
    if notes:
        yield from (f"  - {one_line(note)}" for note in one.report.notes)


def _feature(name: str, value: float) -> str:
    return f"{name} {value:.2f}" if name in (*SHARES, "luck") else f"{name} {value:g}"


def _as_json(one: Checked) -> dict[str, object]:
    found: dict[str, object] = {
        "file": one.name,
        "id": Path(one.name).stem,
        "game": one.game,
        "kind": one.puzzle.kind if one.puzzle else "",
        "goal": one.puzzle.goal if one.puzzle else "",
        "sound": one.sound,
        "faults": list(one.faults),
    }
    if one.error:
        found["line"] = one.error.line
    else:
        found |= fields(one.report, "notes features difficulty nodes")
        found["seconds"] = round(one.report.seconds, 3)
    return found
