"""`kontrapunkt export qti`: questions that are answered by choosing, as a QTI 2.1 package for platforms."""

import argparse
from pathlib import Path

from kontrapunkt import words
from kontrapunkt.classroom.qti import closed, package
from kontrapunkt.commands import CommandError, unwritable
from kontrapunkt.commands.sheet import asked, ordered, question_arguments
from kontrapunkt.naming import showing


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    question_arguments(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help=words.say("cli.export.qti.out")
    )


def run(chosen: argparse.Namespace) -> int:
    """Writes the package.

    Raises:
        CommandError: if there are no such questions, or it cannot be written.
    """
    order = ordered(chosen)
    (entries,) = asked(order, chosen).values()
    with showing(order.shown):
        able = [each for each in entries if closed(each)]
        if not able:
            raise CommandError(words.say("cli.export.qti.none"))
        title = order.title or words.say("sheet.of", game=order.opened().title)
        data = package(title, able)
    try:
        chosen.out.write_bytes(data)
    except OSError as error:
        raise unwritable(chosen.out, error) from None
    left = len(entries) - len(able)
    print(
        words.say(
            "cli.export.qti.done", file=chosen.out, n=len(able), left=left, size=round(len(data) / 1000)
        )
    )
    return 0
