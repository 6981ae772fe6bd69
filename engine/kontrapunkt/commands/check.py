"""`kontrapunkt check`: whether puzzles are sound, and how hard they are."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from kontrapunkt import words
from kontrapunkt.commands import FAILED, CommandError, one_line
from kontrapunkt.commands.common import contents, jobs, json_argument, print_json
from kontrapunkt.commands.progress import Progress
from kontrapunkt.puzzles.checking import Checked, examined
from kontrapunkt.puzzles.difficulty import SHARES
from kontrapunkt.record import RecordError

ENDING = ".toml"
"""What the file of a puzzle is called."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("path", metavar="PATH", nargs="+", help=words.say("cli.check.help.path"))
    parser.add_argument("--notes", action="store_true", help=words.say("cli.check.help.notes"))
    parser.add_argument("--jobs", type=jobs, metavar="N", help=words.say("cli.help.jobs"))
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help=words.say("cli.check.help.cache"))
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Checks, and prints a line for each puzzle.

    Raises:
        CommandError: for a path that cannot be read, or where there is no puzzle.
    """
    texts = {str(path): _text(path) for given in chosen.path for path in _files(Path(given))}
    if not texts:
        raise CommandError(words.say("cli.check.none", ending=ENDING), place=chosen.path[0])
    with Progress() as progress:
        found = examined(texts, chosen.cache, chosen.jobs or os.cpu_count() or 1, progress.tell)
    failed = [one for one in found.values() if not one.sound]
    if chosen.json:
        print_json({"puzzles": [_as_json(one) for one in found.values()], "failed": len(failed)})
    else:
        for one in found.values():
            print("\n".join(_lines(one, chosen.notes)))
        print(words.say("cli.check.sum", n=len(found), failed=len(failed)))
    return FAILED if failed else 0


def _files(path: Path) -> Iterator[Path]:
    if os.path.isdir(path):  # of a name that is too long, Path would complain
        yield from sorted(each for each in path.rglob(f"*{ENDING}") if each.is_file())
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
            "cli.check.sound" if report.sound else "cli.check.unsound",
            file=name,
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
            "notes": list(one.report.notes),
            "features": dict(one.report.features),
            "difficulty": one.report.difficulty,
            "nodes": one.report.nodes,
            "seconds": round(one.report.seconds, 3),
        }
    return found
