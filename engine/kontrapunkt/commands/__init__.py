"""The commands, modules with `arguments(parser)` and `run(chosen)`.

`run` returns the exit status. This module has the errors that end a command, and JSON output.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from textwrap import wrap
from typing import Any, Final

from kontrapunkt.core.deal import PlacedError
from kontrapunkt.text import catalogue

WIDTH: Final = 96
"""The most characters of a wrapped line."""

BAD_INPUT = 2
FAILED = 1

_ENDLESS: Final = re.compile(r"(\S{120})\S{120,}")


class CommandError(Exception):
    """Ends a command with one sentence and an exit status.

    Attributes:
        place: The place in the input as `file:line:column`; empty for none.
        details: The errors that were found, a sentence each, where the first one does not end the command.
    """

    def __init__(
        self, sentence: str, status: int = BAD_INPUT, place: str = "", details: Iterable[str] = ()
    ) -> None:
        super().__init__(one_line(sentence))
        self.status = status
        self.place = one_line(place)
        self.details = [*details]


def one_line(text: str) -> str:
    """Return foreign text on one line, without control characters, long words cut off."""
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))
    return _ENDLESS.sub(r"\1…", plain)


def reason(error: Exception) -> object:
    """Return the system's message of an error without number and name, else its own."""
    return getattr(error, "strerror", None) or error


@contextmanager
def exit_on_error(
    *kinds: type[Exception], key: str = "", place: object = "", **values: object
) -> Iterator[None]:
    """End the command with a sentence if the block raises one of some errors.

    Args:
        key: The key of the sentence, which may name the `error`; empty for the error's own message.
        place: The place in the input; an error that names a line adds it.
        *kinds: The classes of errors.
        **values: The other values in the sentence.

    Raises:
        CommandError: if the block raises such an error.
    """
    try:
        yield
    except kinds as error:
        if isinstance(error, PlacedError):
            raise CommandError(error.text, place=f"{place}:{error.place}") from error
        said = catalogue.say(key, error=reason(error), **values) if key else str(error)
        raise CommandError(said, place=str(place)) from error


def exit_if_unreadable(name: object, key: str = "cli.file") -> AbstractContextManager[None]:
    """End the command with a sentence if a file cannot be read in the block.

    It gives the system's reason, or Python's for an impossible name.

    Args:
        name: The name of the file.
        key: The key of the sentence.
    """
    return exit_on_error(OSError, ValueError, key=key, place=name)


writing: Final = partial(exit_if_unreadable, key="cli.file.write")
"""The same as `exit_if_unreadable` for a file that cannot be written."""

site_tools: Final = partial(exit_on_error, ModuleNotFoundError, key="cli.needs_site")
"""End the command if a package imported in the block is not installed."""


def fields(of: object, names: str) -> dict[str, Any]:
    """Return attributes as a JSON object.

    Args:
        of: The object that has them.
        names: The names, separated by spaces, in order.
    """
    return {name: getattr(of, name) for name in names.split()}


def hanging(text: str, depth: int, start: int = 0) -> list[str]:
    """Wrap a text into lines with a hanging indent.

    Args:
        text: The text.
        depth: The blanks before all lines but the first.
        start: The blanks before the first line.
    """
    return wrap(
        text, WIDTH, initial_indent=" " * start, subsequent_indent=" " * depth, break_on_hyphens=False
    )


def tell(chosen: argparse.Namespace, as_json: object, lines: Iterable[str]) -> int:
    """Print the result of a command; return the exit status 0.

    Args:
        chosen: The parsed command line; it says whether to print JSON.
        as_json: The result as JSON.
        lines: The result as lines of text.
    """
    if chosen.json:
        print_json(as_json)
    else:
        print("\n".join(lines))
    return 0


def error_as_json(sentence: str, place: str, status: int, details: Iterable[str] = ()) -> dict[str, object]:
    """Return what a command prints with `--json` if it fails.

    Args:
        sentence: What is wrong.
        place: The place in the input; empty for none.
        status: The exit status.
        details: All errors that were found, a sentence each.
    """
    said = {"text": one_line(sentence), "place": place, "status": status, "details": [*details]}
    return {"error": said}


def print_json(value: object) -> None:
    """Print a value as JSON, in ASCII, for a program that may be waiting for it."""
    print(json.dumps(value, indent=2, default=str), flush=True)
