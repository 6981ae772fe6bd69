"""`kontrapunkt sheet`: make printable sheets of questions for groups, with a key."""

import argparse
import sys
from pathlib import Path
from typing import Any

from kontrapunkt.classroom import qr
from kontrapunkt.classroom.questions import (
    OrderError,
    SheetOrder,
    SheetQuestion,
    choose_questions,
    question_of_puzzle,
    reorder,
    sort_questions,
)
from kontrapunkt.classroom.sheet import PAPERS, document, sheets
from kontrapunkt.commands import CommandError, exit_if_unreadable, exit_on_error, fields, print_json, writing
from kontrapunkt.commands.check import puzzle_files
from kontrapunkt.commands.common import (
    class_of,
    declare,
    declare_shared,
    number,
    one_line_of_text,
    site_address,
)
from kontrapunkt.commands.progress import Progress
from kontrapunkt.core import files
from kontrapunkt.puzzles.kind import KINDS, open_puzzle
from kontrapunkt.puzzles.model import PuzzleError, read
from kontrapunkt.text import catalogue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    question_arguments(parser)
    declare(parser, "--groups", "cli.sheet.help.groups", type=_names, default=("",), metavar="A,B")
    declare(parser, "--same", "cli.sheet.help.same", action="store_true")
    declare(parser, "--site", "cli.sheet.help.site", default="", metavar="URL")
    declare(parser, "--paper", "cli.sheet.help.paper", choices=PAPERS, default="a4")
    declare(parser, "--out", "cli.sheet.help.out", type=Path, metavar="FILE")
    declare_shared(parser, "--json")


def question_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the questions and their wording."""
    levels, faces = range(1, 6), ("french", "german")
    declare(parser, "game", "cli.sheet.help.game", metavar="GAME")
    declare(parser, "--kinds", "cli.sheet.help.kinds", type=_names, default=(), metavar="K,K")
    declare(parser, "--count", "cli.sheet.help.count", type=number, default=10, metavar="N")
    declare(parser, "--seed", "cli.sheet.help.seed", type=number, default=0, metavar="N")
    declare(parser, "--level", "cli.sheet.help.level", type=int, choices=levels, default=0, metavar="N")
    declare(parser, "--from", "cli.sheet.help.from", dest="folder", type=Path, metavar="FOLDER")
    declare(parser, "--title", "cli.sheet.help.title", type=one_line_of_text, default="", metavar="TEXT")
    declare(parser, "--faces", "cli.sheet.help.faces", choices=faces, default="")


def run(given: argparse.Namespace) -> int:
    """Write the sheets.

    Raises:
        CommandError: if they cannot be made as ordered, or cannot be written.
    """
    site, shuffled = site_address(given.site), given.same or given.folder is not None
    order = read_order(given, groups=given.groups, site=site, shuffled=shuffled)
    entries = choose_all(order, given)
    with (
        exit_on_error(qr.QRPackageMissing, key="cli.needs_qr"),
        exit_on_error(qr.NoCode, key="cli.sheet.long", place=given.site),
    ):
        page = document(order, sheets(order, entries, qr.svg if site else None), PAPERS[given.paper])
    if given.out is not None:
        with writing(given.out):
            files.replace(given.out, page)
    if given.json:
        file = None if given.out is None else str(given.out)
        groups = [{"name": name, "questions": len(found)} for name, found in entries.items()]
        print_json({"file": file, "groups": groups, "html": page if given.out is None else None})
    elif given.out is None:
        sys.stdout.write(page)
    return 0


def read_order(given: argparse.Namespace, **more: Any) -> SheetOrder:
    """Return the order of the command line.

    Args:
        given: The parsed command line, with `question_arguments`.
        **more: Further fields of the order.

    Raises:
        CommandError: if the order is invalid.
    """
    class_of(given.game)
    kinds = () if given.folder else given.kinds
    with exit_on_error(OrderError):
        return SheetOrder(kinds=kinds, **fields(given, "game count seed level title faces"), **more)


def choose_all(order: SheetOrder, given: argparse.Namespace) -> dict[str, list[SheetQuestion]]:
    """Return the questions of each group.

    Args:
        given: The parsed command line, with `question_arguments`.

    Raises:
        CommandError: if there are none.
    """
    if given.folder:
        return _puzzles(order, given.folder, given.kinds)
    with exit_on_error(OrderError), Progress() as progress:
        return choose_questions(
            order, lambda made, of: progress.tell(made, of, catalogue.say("cli.sheet.going"))
        )


def _names(text: str) -> tuple[str, ...]:
    """Split names at commas."""
    return tuple(each.strip() for each in text.split(",") if each.strip())


def _puzzles(order: SheetOrder, folder: Path, kinds: tuple[str, ...]) -> dict[str, list[SheetQuestion]]:
    """Return puzzles of a folder, easy ones first; other groups have another order.

    Raises:
        CommandError: if one cannot be read, there is no such kind, or there are none.
    """
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise CommandError(catalogue.say("puzzle.kind.unknown", kind=unknown[0], kinds=", ".join(KINDS)))
    found = []
    for path in puzzle_files(folder):
        with exit_if_unreadable(path):
            text = path.read_text("utf-8-sig")
        with exit_on_error(PuzzleError, place=path):
            task = open_puzzle(read(text, path.stem))
        wanted = task.game.id == order.game and (not kinds or task.name in kinds)
        if wanted and order.level in (0, task.puzzle.difficulty):
            found.append(question_of_puzzle(task))
    if not found:
        raise CommandError(catalogue.say("cli.sheet.none", game=order.game), place=str(folder))
    some = reorder(found, str(order.seed))[: order.count]
    first, *others = order.groups
    some.sort(key=lambda each: each.level)
    mixed = {name: reorder(some, f"{order.seed} {name}") for name in others}
    return {name: sort_questions(each) for name, each in {first: some, **mixed}.items()}
