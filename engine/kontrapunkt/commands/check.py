"""`kontrapunkt check`: whether puzzles and lessons are sound, and how hard puzzles are."""

import argparse
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from kontrapunkt import words
from kontrapunkt.commands import FAILED, CommandError, fields, one_line, print_json
from kontrapunkt.commands.common import contents, declare, jobs, json_argument
from kontrapunkt.commands.progress import Progress
from kontrapunkt.lessons.checking import Fault, faults, known_before, vocabulary_for
from kontrapunkt.lessons.model import ENDING as LESSON
from kontrapunkt.lessons.model import Lesson
from kontrapunkt.lessons.model import read as read_lesson
from kontrapunkt.puzzles.checking import Checked, examined
from kontrapunkt.puzzles.difficulty import SHARES
from kontrapunkt.puzzles.model import PuzzleError
from kontrapunkt.record import RecordError

ENDING = ".toml"
"""What the file of a puzzle is called."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    declare(parser, "path", "cli.check.help.path", metavar="PATH", nargs="+")
    declare(parser, "--notes", "cli.check.help.notes", action="store_true")
    declare(parser, "--jobs", "cli.help.jobs", type=jobs, default="0", metavar="N")
    declare(parser, "--cache", "cli.check.help.cache", type=Path, metavar="FOLDER")
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Checks, and prints a line for each puzzle and each lesson.

    Raises:
        CommandError: for a path that cannot be read, or where there is no puzzle.
    """
    texts = {str(path): _text(path) for given in chosen.path for path in _files(Path(given))}
    if not texts:
        raise CommandError(words.say("cli.check.none", ending=ENDING), place=chosen.path[0])
    puzzles = {name: text for name, text in texts.items() if not name.endswith(LESSON)}
    with Progress() as progress:
        found = examined(puzzles, chosen.cache, chosen.jobs, progress.tell)
    taught = [_taught(name, text) for name, text in texts.items() if name not in puzzles]
    failed = sum(not one.sound for one in found.values()) + sum(bool(one.faults) for one in taught)
    if chosen.json:
        lessons = [one.as_json() for one in taught]
        listed = [_as_json(one) for one in found.values()]
        print_json({"puzzles": listed, "lessons": lessons, "failed": failed})
    else:
        for one in found.values():
            print("\n".join(_lines(one, chosen.notes)))
        for each in taught:
            print("\n".join(each.lines()))
        print(words.say("cli.check.sum", n=len(found) + len(taught), failed=failed))
    return FAILED if failed else 0


@dataclass(frozen=True, slots=True)
class _Taught:
    """A lesson's file, looked at.

    Attributes:
        name: What the file is called.
        lesson: The lesson; None if it cannot be read.
        faults: What is wrong with it.
        seconds: How long it took.
    """

    name: str
    lesson: Lesson | None
    faults: tuple[Fault, ...]
    seconds: float

    def lines(self) -> Iterator[str]:
        """The lesson in a line, and what is wrong with it below."""
        steps = self.lesson.steps if self.lesson else ()
        yield words.say(
            "cli.check.lesson",
            file=one_line(self.name),
            n=len(steps),
            questions=sum(step.puzzle is not None for step in steps),
            seconds=f"{self.seconds:.2f}",
        )
        for fault in self.faults:
            yield "    " + one_line(words.say("cli.check.fault", line=fault.line, fault=fault.text))

    def as_json(self) -> Mapping[str, object]:
        """The same for programs."""
        found = [{"line": fault.line, "text": fault.text} for fault in self.faults]
        game = self.lesson.game if self.lesson else ""
        return {"file": self.name, "game": game, "sound": not found, "faults": found}


def _taught(name: str, text: str) -> _Taught:
    began = perf_counter()
    path, lesson = Path(name), None
    try:
        lesson = read_lesson(text, path.stem)
        known = frozenset(known_before(lesson, path.parent))
        found = tuple(faults(lesson, vocabulary_for(path), known))
    except PuzzleError as error:
        found = (Fault(error.text, error.line),)
    return _Taught(name, lesson, found, perf_counter() - began)


def _files(path: Path) -> Iterator[Path]:
    if os.path.isdir(path):  # of a name that is too long, Path would complain
        yield from sorted(
            each for ending in (ENDING, LESSON) for each in path.rglob(f"*{ending}") if each.is_file()
        )
    else:
        yield path


def _text(path: Path) -> str:
    try:
        return contents(str(path)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(words.say("cli.check.utf8"), place=str(path)) from None
    except RecordError as error:
        raise CommandError(error.text, place=str(path)) from None


def _lines(one: Checked, notes: bool) -> Iterator[str]:
    """A puzzle in a line, and what is wrong with it below."""
    name = one_line(one.name)
    if one.error or one.report is None or one.puzzle is None:
        yield words.say("cli.check.unread", file=name, line=one.error.line if one.error else 1)
    else:
        report = one.report
        yield words.say(
            "cli.check.judged",
            file=name,
            sound=int(report.sound),
            kind=one.puzzle.kind,
            difficulty=report.difficulty,
            features=", ".join(_feature(key, value) for key, value in report.features.items()),
            seconds=f"{report.seconds:.2f}",
        )
    yield from (f"    {one_line(fault)}" for fault in one.faults)
    if notes and one.report:
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
    if one.report:
        found |= {
            **fields(one.report, "notes features difficulty nodes"),
            "seconds": round(one.report.seconds, 3),
        }
    return found
