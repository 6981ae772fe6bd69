"""`kontrapunkt complaint`: judge again what a reader has called wrong.

The exit status is 0 only if somebody has ruled on the complaint and the engine does as ruled, so every file
can serve as a test.
"""

import argparse
from collections.abc import Iterator

from kontrapunkt.commands import FAILED, exit_on_error, fields, hanging, tell
from kontrapunkt.commands.common import STDIN, declare_shared, text_of
from kontrapunkt.record import RecordError
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.complaint import Complaint, Finding
from kontrapunkt.widgets.judging import judge


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare_shared(parser, "file --json")


def run(chosen: argparse.Namespace) -> int:
    """Print the judgement then and now, and whether it is as ruled.

    Raises:
        CommandError: if the file is no complaint, or its record cannot be replayed.
    """
    shown = catalogue.say("cli.stdin") if chosen.file == STDIN else chosen.file
    with exit_on_error(RecordError, place=shown):
        of = Complaint.read(text_of(chosen.file, shown))
        now = judge(of)
    holds = now.claim == of.expected
    as_json = {
        "game": of.game,
        **fields(of, "subject version"),
        "then": fields(of.found, "claim sentence"),
        "now": fields(now, "claim sentence"),
        "changed": now.claim != of.found.claim,
        **fields(of, "words ruling expected"),
        "holds": holds,
    }
    tell(chosen, as_json, _lines(of, now, holds))
    return 0 if holds else FAILED


def _lines(of: Complaint, now: Finding, holds: bool) -> Iterator[str]:
    said = [catalogue.say("cli.complaint.about", **fields(of, "game subject version"))]
    said.append(catalogue.say("cli.complaint.then", **fields(of.found, "claim sentence")))
    if of.words:
        said.append(catalogue.say("cli.complaint.words", words=of.words))
    changed = now.claim != of.found.claim
    key = "cli.complaint.changed" if changed else "cli.complaint.same"
    said.append(catalogue.say(key, **fields(now, "claim sentence")))
    if not of.ruling:
        said.append(catalogue.say("cli.complaint.open"))
    else:
        said.append(catalogue.say("cli.complaint.ruling", ruling=of.ruling))
        end = "cli.complaint.holds" if holds else "cli.complaint.expected"
        said.append(catalogue.say(end, expected=of.expected))
    for each in said:
        yield from hanging(each.strip(), 4)
