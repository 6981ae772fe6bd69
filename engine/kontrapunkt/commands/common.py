"""What commands share: the words of the command line, and the games and records that they name."""

import argparse
import os
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kontrapunkt.commands import CommandError, ending, reading
from kontrapunkt.core.action import known_seat
from kontrapunkt.core.interface import Game, Seat, Session, State
from kontrapunkt.core.messages import clause
from kontrapunkt.core.registry import GAMES, UnknownGame, game_class
from kontrapunkt.puzzles.model import CONTROL
from kontrapunkt.record import Record, RecordError, Replay, game_of, read, replay_session
from kontrapunkt.record.reader import MAX_LENGTH
from kontrapunkt.record.text import read_seat
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_name

STDIN: Final = "-"
ANY: Final = "chance"
MOST_BYTES: Final = 4 * MAX_LENGTH + 3
"""Bytes that a record of the greatest length may have; no more than one further byte is ever read."""

# The words of the command line ------------------------------------------------------------------------------


def declare(parser: argparse._ActionsContainer, name: str, says: str, **how: Any) -> None:
    """Declares an argument.

    Args:
        parser: Where to.
        name: Its name: `--seed`, or `game` for one that has its place.
        says: The key of its help.
        **how: What else there is to say of it.
    """
    parser.add_argument(name, help=catalogue.say(says), **how)


def one_line_of_text(text: str) -> str:
    """The type of an argument that is a title.

    Raises:
        argparse.ArgumentTypeError: for control characters: nobody sees them, and no XML can hold them.
    """
    if CONTROL.search(text) or "\t" in text or len(text.splitlines()) > 1:
        raise argparse.ArgumentTypeError(catalogue.say("cli.title"))
    return text


def whole(most: int, key: str = "cli.number") -> Callable[[str], int]:
    """The type of an argument that is a whole number from 0 up.

    Args:
        most: The greatest.
        key: The key of what is said of anything else.

    Raises:
        argparse.ArgumentTypeError: when it is given anything else.
    """

    def read_number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most):
            raise argparse.ArgumentTypeError(catalogue.say(key, text=text[:40], most=most))
        return int(text)

    return read_number


number: Final = whole(10**18 - 1)
"""The type of an argument that is a whole number of at most 18 digits."""


def jobs(text: str) -> int:
    """The type of an argument that is a number of processes: at most one a processor, 0 for all of them."""
    processors = os.cpu_count() or 1
    return min(whole(999, "cli.jobs")(text) or processors, processors)


def seat(text: str) -> Seat:
    """The type of an argument that is a seat.

    Raises:
        argparse.ArgumentTypeError: if it is not.
    """
    found = read_seat(text)
    if found is None:
        raise argparse.ArgumentTypeError(catalogue.say("cli.seat", text=text[:40]))
    return found


def dealer(text: str) -> str:
    """The type of an argument that is a dealer: a seat, or `chance`."""
    return ANY if text.lower() == ANY else seat(text)


def site_address(address: str) -> str:
    """The address of a site, with a slash at its end; empty for none.

    Raises:
        CommandError: if it is none that a browser can open.
    """
    if not address:
        return ""
    if not address.startswith(("https://", "http://")):
        raise CommandError(catalogue.say("cli.sheet.site"), place=address)
    return address if address.endswith("/") else f"{address}/"


def built_site(folder: str) -> Path:
    """The folder of a built site.

    Raises:
        CommandError: if there is none in it.
    """
    if not os.path.isfile(os.path.join(folder, "index.html")):  # also of names that no folder can have
        raise CommandError(catalogue.say("cli.serve.no_site", folder=folder))
    return Path(folder)


SHARED: Final[Mapping[str, Mapping[str, Any]]] = {
    "file": {"metavar": "FILE"},
    "--at": {"type": number, "metavar": "N"},
    "--deal": {"type": number, "metavar": "N"},
    "--dealer": {"type": dealer, "metavar": "SEAT"},
    "--jobs": {"type": jobs, "default": "0", "metavar": "N"},
    "--json": {"action": "store_true"},
    "--on": {"default": "", "metavar": "ADDRESS"},
    "--option": {"action": "append", "default": [], "metavar": "K=V"},
    "--seed": {"type": number, "metavar": "N"},
}
"""Arguments that mean the same in several commands; the help of `--at` is `cli.help.at`."""


def declare_shared(parser: argparse.ArgumentParser, names: str) -> None:
    """Declares arguments that several commands have.

    Args:
        parser: Where to.
        names: Their names in `SHARED` with a space between them, in the order in which help lists them.
    """
    for name in names.split():
        declare(parser, name, f"cli.help.{name.removeprefix('--')}", **SHARED[name])


# Games ------------------------------------------------------------------------------------------------------


def class_of(game_id: str) -> type[Game]:
    """The class of a game.

    Raises:
        CommandError: if there is no such game.
        PluginLoadError: if it does not load.
    """
    with ending(UnknownGame):
        return game_class(game_id)


def game_with(game_id: str, options: list[str]) -> Game:
    """A game with options, each `key=value` as in a record; says so if one of them changes nothing.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    class_of(game_id)
    try:
        game = game_of(Record({"Game": game_id, "Options": " ".join(options)}, ()))
    except RecordError as error:  # whose place is in no file
        raise CommandError(error.text) from None
    for sentence in game.options.idle:
        print(f"kontrapunkt: {sentence}", file=sys.stderr)
    return game


def names_game(text: str) -> bool:
    """Whether an argument that is `GAME|FILE` names a game: one there is, or else what looks like no file."""
    return text in GAMES or (text != STDIN and not ({".", "/"} & {*text}) and not os.path.exists(text))


def fresh_deal(chosen: argparse.Namespace, seed: int | None) -> State:
    """The first deal of a session of the game that the command line names.

    Args:
        chosen: Its words: `game`, `--option` and `--dealer` among them.
        seed: The seed.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    return dealt_in(game_with(chosen.game, chosen.option).session(), chosen, seed)


def dealt_in(session: Session, chosen: argparse.Namespace, seed: int | None) -> State:
    """The next deal of a session, by the dealer that the command line names, or whom the session says.

    Args:
        session: The session.
        chosen: The words of the command line: `--dealer`, a seat or `chance`, among them.
        seed: The seed, also for the choice by chance.

    Raises:
        CommandError: if another is to deal.
    """
    named: str | None = chosen.dealer
    if named == ANY:
        named = session.dealers[int(random.Random(seed).random() * len(session.dealers))]
    if named and named not in session.dealers:
        due = catalogue.listed("or", [seat_name(each) for each in session.dealers])
        values = {"seat": seat_name(named), "due": due, "rule": session.dealer_rule}
        raise CommandError(catalogue.say("session.fault.dealer", **values))
    return session.game.deal(seed, known_seat(named) if named else None, session)


def playing(seat: Seat, game: Game) -> Seat:
    """A seat that the command line names.

    Raises:
        CommandError: if it does not play in the game.
    """
    if seat not in game.seats:
        who = catalogue.listed("or", [seat_name(each) for each in game.seats])
        raise CommandError(catalogue.say("cli.play.seat", seat=seat_name(seat), seats=who))
    return seat


# Records ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """One deal of a record that the command line names.

    Attributes:
        name: The file, as errors name it.
        record: The record.
        number: Which of its deals, from 0.
        deals: All of its deals, replayed.
    """

    name: str
    record: Record
    number: int
    deals: tuple[Replay, ...]

    @property
    def replay(self) -> Replay:
        """The deal, replayed."""
        return self.deals[self.number]

    @property
    def place(self) -> str:
        """The end of the deal, as errors name it."""
        deal = self.replay.deal
        line, column = (deal.moves[-1].line, deal.moves[-1].column) if deal.moves else (deal.line("start"), 1)
        return f"{self.name}:{line}:{column}"

    def error(self, key: str, /, **values: object) -> CommandError:
        """An error about the end of the deal.

        Args:
            key: The key of its sentence.
            **values: What the sentence names.
        """
        return CommandError(catalogue.say(key, **values), place=self.place)

    def moment(self, at: int | None) -> State:
        """The state after so many actions; after all of them unless a number is given.

        Args:
            at: How many actions, from 0; None for all.

        Raises:
            CommandError: if there are not so many.
        """
        states = self.replay.states
        if at is None:
            return states[-1]
        if at >= len(states):
            raise self.error("cli.at", number=len(states) - 1)
        return states[at]

    def next_deal(self, chosen: argparse.Namespace) -> State:
        """The deal that follows the record's last one.

        Args:
            chosen: The words of the command line, `--seed` and `--dealer` among them.

        Raises:
            CommandError: if the last deal is not over, or the session is.
        """
        last = self.deals[-1]
        session = last.after
        if last.end.to_act:
            raise self.error("cli.deal.unfinished", seat=seat_name(last.end.to_act))
        if session is None:
            raise self.error("cli.deal.unsettled")
        if session.over:
            raise self.error("session.fault.over", standing=clause(session.standing))
        return dealt_in(session, chosen, chosen.seed)


def begun(chosen: argparse.Namespace) -> State | Source:
    """What the command line names to go on from: the fresh deal of a game, or the record of a session.

    Args:
        chosen: Its words: `game`, `--seed`, `--option` and `--dealer` among them.

    Raises:
        CommandError: if it cannot be used.
    """
    if names_game(chosen.game):
        return fresh_deal(chosen, chosen.seed)
    if chosen.option:
        raise CommandError(catalogue.say("cli.deal.option"))
    return source(chosen, chosen.game)


def source(chosen: argparse.Namespace, name: str) -> Source:
    """Reads a record and replays it; the last deal is meant unless the command line says which.

    Args:
        chosen: The words of the command line, perhaps `--deal` among them.
        name: The file; `-` for standard input.

    Raises:
        CommandError: with the place, if it cannot be read, or says what its game does not allow.
    """
    shown = catalogue.say("cli.stdin") if name == STDIN else name
    with ending(RecordError, place=shown):
        record = read(text_of(name, shown))
        which = getattr(chosen, "deal", None)
        number = len(record.deals) if which is None else which
        if not 1 <= number <= len(record.deals):
            raise CommandError(catalogue.say("cli.deal", number=len(record.deals)), place=shown)
        return Source(shown, record, number - 1, replay_session(record, unseen=True))


def contents(name: str, shown: str = "") -> bytes:
    """What a file holds; never more than a record may have.

    Args:
        name: The file; `-` for standard input.
        shown: As errors name it, if not so.

    Raises:
        CommandError: if it cannot be read.
        RecordError: if it holds more.
    """
    with reading(shown or name):
        if name == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(catalogue.say("record.long", limit=MAX_LENGTH))
    return data


def text_of(name: str, shown: str = "") -> str:
    """The text in a file of a record.

    Args:
        name: The file; `-` for standard input.
        shown: As errors name it, if not so.

    Raises:
        CommandError: if it cannot be read.
        RecordError: if it is too long, or no UTF-8.
    """
    data = contents(name, shown)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        column = len(before) - before.rfind("\n")
        raise RecordError(catalogue.say("cli.utf8"), before.count("\n") + 1, column) from None
