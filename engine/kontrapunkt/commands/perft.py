"""`kontrapunkt perft`: counts sequences of actions, depth by depth."""

import argparse
from typing import Final

from kontrapunkt.commands import CommandError
from kontrapunkt.commands.common import declare, declare_shared, fresh_deal, names_game, number, source
from kontrapunkt.core.interface import State
from kontrapunkt.core.perft import perft
from kontrapunkt.text import catalogue

DEEPEST: Final = 400
"""More than any deal has actions."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    declare(parser, "game", "cli.perft.help.game", metavar="GAME|FILE")
    declare(parser, "--depth", "cli.perft.help.depth", type=number, required=True, metavar="D")
    declare(parser, "--calls", "cli.perft.help.calls", action="store_true")
    declare_shared(parser, "--seed --option --dealer --deal --at")


def run(chosen: argparse.Namespace) -> int:
    """Prints depth and count, one line each, as soon as they are known.

    Raises:
        CommandError: for bad input.
    """
    if not 1 <= chosen.depth <= DEEPEST:
        raise CommandError(catalogue.say("cli.perft.depth", most=DEEPEST))
    start = _start(chosen)
    for depth in range(1, chosen.depth + 1):
        print(depth, perft(start, depth, chosen.calls), flush=True)
    return 0


def _start(chosen: argparse.Namespace) -> State:
    name = chosen.game
    if names_game(name):
        if (chosen.deal, chosen.at) != (None, None):
            raise CommandError(catalogue.say("cli.perft.game"))
        return fresh_deal(chosen, chosen.seed or 0)
    if chosen.option or (chosen.seed, chosen.dealer) != (None, None):
        raise CommandError(catalogue.say("cli.perft.file"))
    found = source(chosen, name)
    if found.replay.deal.hidden:
        raise found.error("cli.perft.hidden")
    return found.moment(chosen.at)
