"""`kontrapunkt play`: play a session against computer players in the terminal."""

import argparse
import os
import select
import sys
from contextlib import redirect_stdout, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from kontrapunkt.commands import FAILED, CommandError, exit_on_error, one_line, print_json
from kontrapunkt.commands.common import chosen_seat, declare, declare_shared, seat, starting_point
from kontrapunkt.commands.conversation import LONGEST_LINE, Conversation
from kontrapunkt.core import files
from kontrapunkt.core.interface import Game, State
from kontrapunkt.play.players import PLAYERS, NoHeuristics, Player, PlayerError, RandomPlayer, player_for
from kontrapunkt.record import Done
from kontrapunkt.text import catalogue

_LOOKS: Final = 0.2
"""Seconds between two checks for an interruption while waiting for a line."""

_TYPED: Final = 1 << 16
"""More characters than a terminal has in a line, so that a read takes all of it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "game", "cli.play.help.game", metavar="GAME|FILE")
    declare(parser, "--seat", "cli.play.help.seat", type=seat, default="S")
    declare(parser, "--player", "cli.play.help.player", choices=sorted(PLAYERS), default="club")
    declare_shared(parser, "--seed --option --dealer --json")


def run(chosen: argparse.Namespace) -> int:
    """Play, and save the record however the session ends.

    With `--json` the conversation is on standard error, and the record is printed at the end.

    Raises:
        CommandError: if the game, option or value is unknown, or no place to save the record works.
    """
    if not chosen.json:
        path, _, end = _played(chosen)
        print(end + catalogue.say("play.saved", file=one_line(str(path))))
        return 0
    with redirect_stdout(sys.stderr):
        path, record, _ = _played(chosen)
    print_json({"file": str(path), "record": record})
    return 0


def _played(chosen: argparse.Namespace) -> tuple[Path, str, str]:
    """Play; return the file of the record, its text, and a line break if the last line has no end."""
    conversation = _conversation(chosen)
    chosen_seat(chosen.seat, conversation.state.game)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    end = ""
    try:
        conversation.play()
    except (EOFError, KeyboardInterrupt):
        end = "\n"  # the prompt's line has no end yet
    except OSError:  # output is closed, or cannot be written; save the record anyway
        _save(conversation)
        raise
    return _save(conversation), conversation.record(), end


def _conversation(chosen: argparse.Namespace) -> Conversation:
    """Start the chosen session: a new one, or one that continues a record.

    Raises:
        CommandError: if it cannot be played.
    """
    deals: list[tuple[State, Done]]
    found = starting_point(chosen)
    if isinstance(found, State):
        deals = [(found, [])]
    else:
        if any(deal.hidden for deal in found.record.deals):
            raise found.error("cli.play.hidden")
        deals = [(each.start, each.done) for each in found.deals]
        if found.replay.end.to_act is None:
            deals.append((found.next_deal(chosen), []))
        elif chosen.dealer:
            raise CommandError(catalogue.say("cli.play.dealer"))
    *earlier, (start, done) = deals
    player = _player(chosen.player, start.game, chosen.seed)
    conversation = Conversation(start, chosen.seat, player, _ask, print, chosen.seed, earlier)
    for doer, action in done:
        conversation.history.act(action, doer)
    return conversation


def _player(name: str, game: Game, seed: int | None) -> Player:
    """Return the player of the other seats; a random one in a game without heuristics.

    Raises:
        CommandError: if the player cannot be created.
    """
    try:
        with exit_on_error(PlayerError):
            return player_for(name, game, seed)
    except NoHeuristics:
        print(catalogue.say("players.no_heuristics", name=name, game=game.title))
        return RandomPlayer(game, seed)


def _ask() -> str:
    """Return the next line, echoed unless typed; a very long one comes in pieces."""
    print(
        catalogue.say("play.prompt"), end="", flush=True
    )  # GNU readline would miss a Ctrl-C that arrives at once
    typed = sys.stdin is not None and sys.stdin.isatty()
    while typed and os.name == "posix" and not select.select([sys.stdin], [], [], _LOOKS)[0]:
        pass  # handles a Ctrl-C from just before the wait, without waiting for a key
    line = sys.stdin.readline(_TYPED if typed else LONGEST_LINE) if sys.stdin else ""
    if not line:
        raise EOFError
    if not typed:
        print(one_line(line))
    return line


def _save(conversation: Conversation) -> Path:
    """Write the record to the reader's file, else here, else to a temporary folder.

    Raises:
        CommandError: if none of them can be written.
    """
    text = conversation.record()
    if conversation.saved:
        with suppress(OSError):
            files.replace(conversation.saved, text)
            return conversation.saved
    if path := files.create_numbered(conversation.state.game.id, ".record", text):
        return path
    print(text, end="")
    raise CommandError(catalogue.say("play.lost"), FAILED)
