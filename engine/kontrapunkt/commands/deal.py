"""`kontrapunkt deal`: print a fresh deal, or a session's next, as a record."""

import argparse
from dataclasses import replace

from kontrapunkt.commands.common import declare, declare_shared, starting_point
from kontrapunkt.core.interface import State
from kontrapunkt.record import write, write_start


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "game", "cli.deal.help.game", metavar="GAME|FILE")
    declare_shared(parser, "--seed --option --dealer")


def run(chosen: argparse.Namespace) -> int:
    """Print the record; for a session all deals with the next one.

    Raises:
        CommandError: if the game, option or value is unknown, or the session cannot go on.
    """
    found = starting_point(chosen)
    if isinstance(found, State):
        print(write(write_start(found)), end="")
        return 0
    start = found.next_deal(chosen)
    print(write(replace(found.record, deals=(*found.record.deals, start.as_deal()))), end="")
    return 0
