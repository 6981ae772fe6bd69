"""What commands share: games and records from the words of the command line, and JSON."""

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kontrapunkt import words
from kontrapunkt.commands import CommandError
from kontrapunkt.game import CHANCE, SEATS, Game, Seat, State
from kontrapunkt.games import UnknownGame, game_class
from kontrapunkt.record import Record, RecordError, game_of, read, record_view, replay
from kontrapunkt.record.reader import MAX_LENGTH
from kontrapunkt.record.text import read_seat

STDIN: Final = "-"
MOST_BYTES: Final = 4 * MAX_LENGTH + 3
"""Bytes that a record of the greatest length may have; no more than one further byte is ever read."""

# The words of the command line ------------------------------------------------------------------------------


def number(text: str) -> int:
    """The type of an argument that is a whole number."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(words.say("cli.number", text=text[:40]))
    return int(text)


def seat(text: str) -> Seat:
    """The type of an argument that is a seat."""
    found = read_seat(text)
    if found is None:
        raise argparse.ArgumentTypeError(words.say("cli.seat", text=text[:40]))
    return found


def deal_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what a deal depends on, the game apart."""
    parser.add_argument("--seed", type=number, metavar="N", help=words.say("cli.help.seed"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help=words.say("cli.help.option")
    )
    parser.add_argument("--dealer", type=seat, metavar="SEAT", help=words.say("cli.help.dealer"))


def file_arguments(parser: argparse.ArgumentParser, *, moment: bool = True) -> None:
    """Declares the record.

    Args:
        parser: Where to.
        moment: Whether a moment before its end may be asked for.
    """
    parser.add_argument("file", metavar="FILE", help=words.say("cli.help.file"))
    which_arguments(parser, moment=moment)


def which_arguments(parser: argparse.ArgumentParser, *, moment: bool = True) -> None:
    """Declares which deal of a record is meant, and which moment of it."""
    parser.add_argument("--deal", type=number, metavar="N", help=words.say("cli.help.deal"))
    if moment:
        parser.add_argument("--at", type=number, metavar="N", help=words.say("cli.help.at"))


def json_argument(parser: argparse.ArgumentParser) -> None:
    """Declares `--json`."""
    parser.add_argument("--json", action="store_true", help=words.say("cli.help.json"))


def print_json(value: Mapping[str, object] | list[dict[str, object]]) -> None:
    """Prints a value as JSON, in ASCII."""
    print(json.dumps(value, indent=2))


# Games ------------------------------------------------------------------------------------------------------


def class_of(game_id: str) -> type[Game]:
    """The class of a game.

    Raises:
        CommandError: if there is no such game, or it does not load.
    """
    try:
        return game_class(game_id)
    except UnknownGame as error:
        raise CommandError(str(error)) from None
    except (ImportError, AttributeError, AssertionError) as error:  # somebody else's game
        raise CommandError(words.say("cli.broken_game", game=game_id, error=error)) from error


def game_with(game_id: str, options: list[str]) -> Game:
    """A game with options, each `key=value` as in a record.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    class_of(game_id)
    try:
        return game_of(Record({"Game": game_id, "Options": " ".join(options)}, ()))
    except RecordError as error:
        raise CommandError(error.text) from None


def fresh_deal(chosen: argparse.Namespace, seed: int | None) -> State:
    """A deal of the game that the command line names.

    Args:
        chosen: Its words, those of `deal_arguments` and `game` among them.
        seed: The seed.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    game = game_with(chosen.game, chosen.option)
    return game.deal(seed, chosen.dealer) if chosen.dealer else game.deal(seed)


# Records ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """One deal of a record that the command line names.

    Attributes:
        name: The file, as errors name it.
        record: The record.
        number: Which of its deals, from 0.
        states: The start, then the state after each action; some of their cards may be hidden.
    """

    name: str
    record: Record
    number: int
    states: tuple[State, ...]

    @property
    def hidden(self) -> bool:
        """Whether the deal hides cards."""
        return self.record.deals[self.number].hidden

    def error(self, key: str, /, **values: object) -> CommandError:
        """An error about the end of the deal.

        Args:
            key: The key of its sentence.
            **values: What the sentence names.
        """
        deal = self.record.deals[self.number]
        line, column = (deal.moves[-1].line, deal.moves[-1].column) if deal.moves else (deal.line("start"), 1)
        return CommandError(words.say(key, **values), place=f"{self.name}:{line}:{column}")

    def moment(self, at: int | None) -> State:
        """The state after so many actions; after all of them unless a number is given.

        Raises:
            CommandError: if there are not so many.
        """
        if at is None:
            return self.states[-1]
        if at >= len(self.states):
            raise self.error("cli.at", number=len(self.states) - 1)
        return self.states[at]


def source(chosen: argparse.Namespace, name: str) -> Source:
    """Reads a record and replays the deal that is meant, the last one unless the command line says which.

    Args:
        chosen: The words of the command line, those of `which_arguments` among them.
        name: The file; `-` for standard input.

    Raises:
        CommandError: with the place, if it cannot be read, or says what its game does not allow.
    """
    shown = words.say("cli.stdin") if name == STDIN else name
    try:
        record = read(_text(name, shown))
        number = len(record.deals) if chosen.deal is None else chosen.deal
        if not 1 <= number <= len(record.deals):
            raise CommandError(words.say("cli.deal", number=len(record.deals)), place=shown)
        return Source(shown, record, number - 1, _states(record, number - 1))
    except RecordError as error:
        raise CommandError(error.text, place=f"{shown}:{error.line}:{error.column}") from None


def _states(record: Record, number: int) -> tuple[State, ...]:
    deal = record.deals[number]
    if not deal.hidden:
        return replay(record, number).states
    record_view(record, None, deal=number)  # finds whatever is wrong
    state = game_of(record).start(deal, unseen=True)
    states = [state]
    for i, move in enumerate(deal.moves):
        if move.actor != CHANCE:
            shown = next((each.action for each in deal.moves[i + 1 : i + 2] if each.actor == CHANCE), None)
            actor = next(seat for seat in SEATS if seat == move.actor)
            state = state.supposing(actor, move.action, shown).apply(move.action, actor)
            states.append(state)
    return tuple(states)


def _text(name: str, shown: str) -> str:
    data = _bytes(name, shown)
    if len(data) > MOST_BYTES:
        raise RecordError(words.say("record.long", limit=MAX_LENGTH))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        column = len(before) - before.rfind("\n")
        raise RecordError(words.say("cli.utf8"), before.count("\n") + 1, column) from None


def _bytes(name: str, shown: str) -> bytes:
    try:
        if name == STDIN:
            return sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin else b""
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(words.say("cli.file", error=error.strerror or error), place=shown) from None
    except ValueError as error:  # a name that no file can have
        raise CommandError(words.say("cli.file", error=error), place=shown) from None


words.register(
    "en",
    {
        "cli.stdin": "<stdin>",
        "cli.number": "“{text}” is not a whole number",
        "cli.seat": "“{text}” is not a seat; write N, E, S or W",
        "cli.broken_game": "the game {game} cannot be loaded: {error}",
        "cli.file": "this cannot be read: {error}",
        "cli.utf8": "this is not UTF-8 text; a record is",
        "cli.deal": "this record has {number} {number:deal|deals}, counted from 1",
        "cli.at": "this deal has {number} {number:action|actions} of the seats; ask for 0 to {number}",
        "cli.help.seed": "the same seed gives the same deal everywhere",
        "cli.help.option": "an option, as a record writes it: hand_size=6, preset=lappi6; may be repeated",
        "cli.help.dealer": "who deals: N, E, S or W",
        "cli.help.file": "a deal record; - for standard input",
        "cli.help.deal": "which deal of the record, from 1 (default: the last)",
        "cli.help.at": "the moment after so many actions of the seats (default: after all)",
        "cli.help.json": "print JSON",
    },
)
