"""`kontrapunkt perft`: count sequences of actions, depth by depth."""

import argparse
from typing import Final

from kontrapunkt.commands import CommandError, print_json
from kontrapunkt.commands.common import declare, declare_shared, fresh_deal, names_game, number, source
from kontrapunkt.core.interface import State
from kontrapunkt.core.perft import perft
from kontrapunkt.text import catalogue

DEEPEST: Final = 400
"""The greatest depth; no deal has as many actions."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "game", "cli.perft.help.game", metavar="GAME|FILE")
    declare(parser, "--depth", "cli.perft.help.depth", type=number, required=True, metavar="D")
    declare(parser, "--calls", "cli.perft.help.calls", action="store_true")
    declare_shared(parser, "--seed --option --dealer --deal --at --json")


def run(chosen: argparse.Namespace) -> int:
    """Print each depth with its count as soon as it is known.

    Raises:
        CommandError: if the input is invalid.
    """
    if not 1 <= chosen.depth <= DEEPEST:
        raise CommandError(catalogue.say("cli.perft.depth", most=DEEPEST))
    start = _start(chosen)
    counts = []
    for depth in range(1, chosen.depth + 1):
        count = perft(start, depth, chosen.calls)
        counts.append({"depth": depth, "count": count})
        if not chosen.json:
            print(depth, count, flush=True)
    if chosen.json:
        print_json({"game": start.game.id, "counts": counts})
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
