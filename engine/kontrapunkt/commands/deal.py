"""`kontrapunkt deal`: a fresh deal, as a record."""

import argparse

from kontrapunkt import words
from kontrapunkt.commands.common import deal_arguments, fresh_deal
from kontrapunkt.record import write, write_start


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("game", metavar="GAME", help=words.say("cli.deal.help.game"))
    deal_arguments(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the record.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    print(write(write_start(fresh_deal(chosen, chosen.seed))), end="")
    return 0


words.register("en", {"cli.deal.help.game": "the game to deal"})
