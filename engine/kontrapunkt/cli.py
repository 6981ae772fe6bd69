"""The command `kontrapunkt`; its subcommands are in `kontrapunkt.commands`."""

import argparse
import codecs
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from kontrapunkt import __version__
from kontrapunkt.commands import FAILED, CommandError, error_as_json, exit_on_error, one_line, print_json
from kontrapunkt.core.registry import PluginLoadError
from kontrapunkt.text import catalogue

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: Final = (
    "games", "deal", "legal", "score", "solve", "review", "perft", "play", "arena", "check", "mine", "sheet",
    "complaint", "fences", "new", "build", "serve", "export", "bundle",
)  # fmt: skip
"""The commands: `kontrapunkt.commands.<name>`, described by `cli.does.<name>`."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as in shells."""


_PLAIN: Final = {
    "−": "-", "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "·": "*",
    "♣": "C", "♠": "S", "♥": "H", "♦": "D", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip
"""Replacements for characters that a terminal may lack."""


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks, by equivalents or Python's escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(
        _PLAIN.get(each) or each.encode("ascii", "backslashreplace").decode("ascii") for each in lacking
    ), error.end


codecs.register_error("plain", _plain)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        argv: The arguments after `kontrapunkt`; None for those of the process.

    Returns:
        The exit status: 0, 1 if a check or a build fails, 2 for invalid input.
    """
    given = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")  # a terminal may lack a character, which is no reason to fail
    try:
        try:
            with exit_on_error(PluginLoadError):
                return _done(given)
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except CommandError as error:
        if "--json" in given:
            with suppress(OSError):
                print_json(error_as_json(str(error), error.place, error.status, error.details))
                return error.status
        return _complain(str(error), error.place, error.status)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has stopped reading
        _give_up(sys.stdout)
        return 0
    except OSError as error:  # a full device; commands report other files that cannot be used
        _give_up(sys.stdout)
        return _complain(catalogue.say("cli.output", error=error.strerror or error), error.filename, FAILED)


def _done(given: Sequence[str]) -> int:
    """Run the given command; return its exit status."""
    parser = _Parser(prog="kontrapunkt", description=catalogue.say("cli.about"))
    parser.add_argument("--version", action="version", version=f"kontrapunkt {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        does = catalogue.say(f"cli.does.{name}")
        command = commands.add_parser(name, help=does, description=catalogue.capital(does) + ".")
        if name in given[:1]:  # the other commands are not even imported
            import_module(f"kontrapunkt.commands.{name}").arguments(command)
    chosen = parser.parse_args(given)
    status: int = import_module(f"kontrapunkt.commands.{chosen.command}").run(chosen)
    return status


def _complain(sentence: str, place: object, status: int) -> int:
    """Print an error on standard error; return the exit status.

    Args:
        status: The exit status, unchanged.
    """
    try:
        print(f"{one_line(str(place or 'kontrapunkt'))}: {one_line(sentence)}", file=sys.stderr, flush=True)
    except OSError:  # standard error is closed
        _give_up(sys.stderr)
    return status


def _give_up(stream: TextIO) -> None:
    """Redirect a stream to nowhere, or Python would write its rest again at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors in one line, and failures to write its help."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(catalogue.say("cli.misused", fault=message, command=self.prog), place=self.prog)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        print(message, end="", file=file or sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
