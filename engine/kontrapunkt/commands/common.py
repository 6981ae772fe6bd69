"""Arguments that commands share, and the games and records that they name."""

import argparse
import os
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kontrapunkt.commands import CommandError, exit_if_unreadable, exit_on_error
from kontrapunkt.core.action import known_seat
from kontrapunkt.core.interface import Game, Seat, Session, State
from kontrapunkt.core.messages import clause, seat_name
from kontrapunkt.core.registry import GAMES, UnknownGame, game_class
from kontrapunkt.puzzles.model import CONTROL
from kontrapunkt.record import Record, RecordError, Replay, game_of, read, replay_session
from kontrapunkt.record.reader import MAX_LENGTH
from kontrapunkt.record.text import read_seat
from kontrapunkt.text import catalogue

STDIN: Final = "-"
ANY: Final = "chance"
MOST_BYTES: Final = 4 * MAX_LENGTH + 3
"""The most bytes of a record; at most one byte more is ever read."""

# Arguments --------------------------------------------------------------------------------------


def declare(parser: argparse._ActionsContainer, name: str, says: str, **how: Any) -> None:
    """Declare an argument.

    Args:
        parser: The parser or group to which it belongs.
        name: Its name: `--seed`, or `game` for a positional one.
        says: The key of its help text.
        **how: Further parameters of `add_argument`.
    """
    parser.add_argument(name, help=catalogue.say(says), **how)


def one_line_of_text(text: str) -> str:
    """Parse an argument that is a title.

    Raises:
        argparse.ArgumentTypeError: if it has control characters, which are invisible and invalid in XML.
    """
    if CONTROL.search(text) or "\t" in text or len(text.splitlines()) > 1:
        raise argparse.ArgumentTypeError(catalogue.say("cli.title"))
    return text


def whole_number(most: int, key: str = "cli.number") -> Callable[[str], int]:
    """Return the parser of an argument that is a whole number from 0 up.

    Args:
        most: The largest number allowed.
        key: The key of the error message.

    Raises:
        argparse.ArgumentTypeError: from the parser, if the text is no such number.
    """

    def read_number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most):
            raise argparse.ArgumentTypeError(catalogue.say(key, text=text[:40], most=most))
        return int(text)

    return read_number


number: Final = whole_number(10**18 - 1)
"""The parser of an argument that is a whole number of at most 18 digits."""


def jobs(text: str) -> int:
    """Parse a number of processes: at most one per processor, 0 for all of them."""
    processors = os.cpu_count() or 1
    return min(whole_number(999, "cli.jobs")(text) or processors, processors)


def seat(text: str) -> Seat:
    """Parse an argument that is a seat.

    Raises:
        argparse.ArgumentTypeError: if it is no seat.
    """
    found = read_seat(text)
    if found is None:
        raise argparse.ArgumentTypeError(catalogue.say("cli.seat", text=text[:40]))
    return found


def dealer(text: str) -> str:
    """Parse an argument that is a dealer: a seat, or `chance`."""
    return ANY if text.lower() == ANY else seat(text)


def site_address(address: str) -> str:
    """Return the address of a site with a final slash; empty for none.

    Raises:
        CommandError: if a browser cannot open it.
    """
    if not address:
        return ""
    if not address.startswith(("https://", "http://")):
        raise CommandError(catalogue.say("cli.sheet.site"), place=address)
    return address if address.endswith("/") else f"{address}/"


def require_configuration(name: str) -> None:
    """End the command if a site's configuration is not there, as in a wrong folder.

    Args:
        name: The name of the file; `-` is standard input.
    """
    with exit_if_unreadable(name), exit_on_error(FileNotFoundError, key="cli.build.no_config", place=name):
        if name != "-":
            os.stat(name)


def built_site(folder: str) -> Path:
    """Return the folder of a built site.

    Raises:
        CommandError: if there is no site in it.
    """
    if not os.path.isfile(os.path.join(folder, "index.html")):  # also impossible names
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
"""Arguments with the same meaning in several commands; `--at` has the help `cli.help.at`."""


def declare_shared(parser: argparse.ArgumentParser, names: str) -> None:
    """Declare arguments that several commands share.

    Args:
        parser: The parser of the command.
        names: Their names in `SHARED`, separated by spaces, in the order of the help.
    """
    for name in names.split():
        declare(parser, name, f"cli.help.{name.removeprefix('--')}", **SHARED[name])


# Games ------------------------------------------------------------------------------------------------------


def class_of(game_id: str) -> type[Game]:
    """Return the class of a game.

    Raises:
        CommandError: if there is no such game.
        PluginLoadError: if it cannot be loaded.
    """
    with exit_on_error(UnknownGame):
        return game_class(game_id)


def game_with(game_id: str, options: list[str]) -> Game:
    """Create a game with options `key=value`; warn about one without effect.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    class_of(game_id)
    try:
        game = game_of(Record({"Game": game_id, "Options": " ".join(options)}, ()))
    except RecordError as error:  # its place is in no file
        raise CommandError(error.text) from None
    for sentence in game.options.idle:
        print(f"kontrapunkt: {sentence}", file=sys.stderr)
    return game


def names_game(text: str) -> bool:
    """Return True if an argument `GAME|FILE` names a game.

    It does if there is such a game, or if it does not look like a file.
    """
    return text in GAMES or (text != STDIN and not ({".", "/"} & {*text}) and not os.path.exists(text))


def fresh_deal(chosen: argparse.Namespace, seed: int | None) -> State:
    """Return the first deal of a session of the chosen game.

    Args:
        chosen: The parsed command line with `game`, `--option` and `--dealer`.
        seed: The random seed; None for a random deal.

    Raises:
        CommandError: if there is no such game, option or value.
    """
    return next_deal(game_with(chosen.game, chosen.option).session(), chosen, seed)


def next_deal(session: Session, chosen: argparse.Namespace, seed: int | None) -> State:
    """Return the next deal of a session, by the chosen dealer or the session's own.

    Args:
        chosen: The parsed command line with `--dealer`: a seat or `chance`.
        seed: The random seed, also for a dealer by chance; None for a random deal.

    Raises:
        CommandError: if somebody else has to deal.
    """
    named: str | None = chosen.dealer
    if named == ANY:
        named = session.dealers[int(random.Random(seed).random() * len(session.dealers))]
    if named and named not in session.dealers:
        due = catalogue.listed("or", [seat_name(each) for each in session.dealers])
        values = {"seat": seat_name(named), "due": due, "rule": session.dealer_rule}
        raise CommandError(catalogue.say("session.fault.dealer", **values))
    return session.game.deal(seed, known_seat(named) if named else None, session)


def chosen_seat(seat: Seat, game: Game) -> Seat:
    """Return a chosen seat.

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
    """A deal of a record that the command line names.

    Attributes:
        name: The name of the file in errors.
        number: The index of the deal, from 0.
        deals: All deals, replayed.
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
        """The place of the end of the deal, for errors."""
        deal = self.replay.deal
        line, column = (deal.moves[-1].line, deal.moves[-1].column) if deal.moves else (deal.line("start"), 1)
        return f"{self.name}:{line}:{column}"

    def error(self, key: str, /, **values: object) -> CommandError:
        """Create an error about the end of the deal.

        Args:
            key: The key of its sentence.
            **values: The values in the sentence.
        """
        return CommandError(catalogue.say(key, **values), place=self.place)

    def moment(self, at: int | None) -> State:
        """Return the state after a number of actions.

        Args:
            at: The number of actions, from 0; None for all.

        Raises:
            CommandError: if there are fewer actions.
        """
        states = self.replay.states
        if at is None:
            return states[-1]
        if at >= len(states):
            raise self.error("cli.at", number=len(states) - 1)
        return states[at]

    def next_deal(self, chosen: argparse.Namespace) -> State:
        """Return the deal that follows the record's last one.

        Args:
            chosen: The parsed command line with `--seed` and `--dealer`.

        Raises:
            CommandError: if the last deal or the session does not allow it.
        """
        last = self.deals[-1]
        session = last.after
        if last.end.to_act:
            raise self.error("cli.deal.unfinished", seat=seat_name(last.end.to_act))
        if session is None:
            raise self.error("cli.deal.unsettled")
        if session.over:
            raise self.error("session.fault.over", standing=clause(session.standing))
        return next_deal(session, chosen, chosen.seed)


def starting_point(chosen: argparse.Namespace) -> State | Source:
    """Return the starting point: a fresh deal of a game, or the record of a session.

    Args:
        chosen: The parsed command line with `game`, `--seed`, `--option` and `--dealer`.

    Raises:
        CommandError: if it cannot be used.
    """
    if names_game(chosen.game):
        return fresh_deal(chosen, chosen.seed)
    if chosen.option:
        raise CommandError(catalogue.say("cli.deal.option"))
    return source(chosen, chosen.game)


def source(chosen: argparse.Namespace, name: str) -> Source:
    """Read and replay a record; by default its last deal is chosen.

    Args:
        chosen: The parsed command line, perhaps with `--deal`.
        name: The file; `-` for standard input. `FILE#2` is the second record of a file with several.

    Raises:
        CommandError: if the record cannot be read or breaks a rule, with the place.
    """
    file, _, place = name.rpartition("#")
    several = bool(file) and place.isdecimal() and not os.path.exists(name)
    name = file if several else name
    shown = catalogue.say("cli.stdin") if name == STDIN else name
    with exit_on_error(RecordError, place=shown):
        record = read(text_of(name, shown), int(place) if several else None)
        which = getattr(chosen, "deal", None)
        number = len(record.deals) if which is None else which
        if not 1 <= number <= len(record.deals):
            raise CommandError(catalogue.say("cli.deal", number=len(record.deals)), place=shown)
        return Source(shown, record, number - 1, replay_session(record, unseen=True))


def contents(name: str, shown: str = "") -> bytes:
    """Return the content of a file, which is at most as long as a record may be.

    Args:
        name: The file; `-` for standard input.
        shown: Its name in errors, if different.

    Raises:
        CommandError: if it cannot be read.
        RecordError: if it is longer.
    """
    with exit_if_unreadable(shown or name):
        if name == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(catalogue.say("record.long", limit=MAX_LENGTH))
    return data


def text_of(name: str, shown: str = "") -> str:
    """Return the text of a record's file.

    Args:
        name: The file; `-` for standard input.
        shown: Its name in errors, if different.

    Raises:
        CommandError: if it cannot be read.
        RecordError: if it is too long or not UTF-8.
    """
    data = contents(name, shown)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        column = len(before) - before.rfind("\n")
        raise RecordError(catalogue.say("cli.utf8"), before.count("\n") + 1, column) from None
