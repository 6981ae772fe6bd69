"""`kontrapunkt deal`: a fresh deal, or the next deal of a session, as a record."""

import argparse
from dataclasses import replace

from kontrapunkt import words
from kontrapunkt.commands import CommandError
from kontrapunkt.commands.common import (
    Source,
    chosen_dealer,
    deal_arguments,
    fresh_deal,
    names_game,
    source,
)
from kontrapunkt.game import State
from kontrapunkt.naming import seat_name
from kontrapunkt.record import write, write_start
from kontrapunkt.said import clause


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("game", metavar="GAME|FILE", help=words.say("cli.deal.help.game"))
    deal_arguments(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the record: of a session that goes on, all its deals with the next one.

    Raises:
        CommandError: if there is no such game, option or value, or the session cannot go on.
    """
    if names_game(chosen.game):
        print(write(write_start(fresh_deal(chosen, chosen.seed))), end="")
        return 0
    found = source_of_session(chosen)
    start = next_deal(found, chosen)
    print(write(replace(found.record, deals=(*found.record.deals, start.as_deal()))), end="")
    return 0


def source_of_session(chosen: argparse.Namespace) -> Source:
    """The record of a session that the command line names in place of a game.

    Args:
        chosen: Its words, those of `deal_arguments` and `game` among them.

    Raises:
        CommandError: if it cannot be used.
    """
    if chosen.option:
        raise CommandError(words.say("cli.deal.option"))
    return source(chosen, chosen.game)


def next_deal(found: Source, chosen: argparse.Namespace) -> State:
    """The deal that follows the last one of a record.

    Args:
        found: The record.
        chosen: The words of the command line.

    Raises:
        CommandError: if the last deal is not over, or the session is.
    """
    last = found.deals[-1]
    session = last.after
    if last.end.to_act:
        raise found.error("cli.deal.unfinished", seat=seat_name(last.end.to_act))
    if session is None:
        raise found.error("cli.deal.unsettled")
    if session.over:
        raise found.error("session.fault.over", standing=clause(session.standing))
    return session.game.deal(chosen.seed, chosen_dealer(chosen.dealer, session, chosen.seed), session)
