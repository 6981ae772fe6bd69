"""`kontrapunkt deal`: print a fresh deal, or a session's next, as a record."""

import argparse
from dataclasses import replace

from kontrapunkt.commands import tell
from kontrapunkt.commands.common import declare, declare_shared, starting_point
from kontrapunkt.core.interface import State
from kontrapunkt.record import write, write_start


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "game", "cli.deal.help.game", metavar="GAME|FILE")
    declare_shared(parser, "--seed --option --dealer --json")


def run(chosen: argparse.Namespace) -> int:
    """Print the record; for a session all deals with the next one.

    Raises:
        CommandError: if the game, option or value is unknown, or the session cannot go on.
    """
    found = starting_point(chosen)
    if isinstance(found, State):
        return _tell(chosen, found, write(write_start(found)), 1)
    start = found.next_deal(chosen)
    deals = (*found.record.deals, start.as_deal())
    return _tell(chosen, start, write(replace(found.record, deals=deals)), len(deals))


def _tell(chosen: argparse.Namespace, start: State, text: str, number: int) -> int:
    """Print a deal.

    Args:
        chosen: The parsed command line.
        start: The deal.
        text: Its record, with the deals before it.
        number: Its number in the record, from 1.
    """
    view = start.view(None)
    hands = {seat: [*view.hands[seat]] for seat in start.game.seats}
    as_json = {"game": start.game.id, "deal": number, "to_act": start.to_act, "hands": hands, "record": text}
    return tell(chosen, as_json, [text.removesuffix("\n")])
