"""The commands of `kontrapunkt`, one module each: `arguments(parser)`, and `run(chosen)`: the exit status.

Here is how they end, what becomes of files that cannot be used, and JSON.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Final

from kontrapunkt.core.deal import PlacedError
from kontrapunkt.text import catalogue

BAD_INPUT = 2
FAILED = 1

_ENDLESS: Final = re.compile(r"(\S{120})\S{120,}")


class CommandError(Exception):
    """What ends a command: one sentence, and the exit status.

    Attributes:
        status: The exit status.
        place: Where in the input it is, as `file:line:column`; empty where there is no such place.
    """

    def __init__(self, sentence: str, status: int = BAD_INPUT, place: str = "") -> None:
        super().__init__(one_line(sentence))
        self.status = status
        self.place = one_line(place)


def one_line(text: str) -> str:
    """Foreign text on one line, without what would steer a terminal, words without an end cut off."""
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split()))
    return _ENDLESS.sub(r"\1…", plain)


def reason(error: Exception) -> object:
    """What the system says of an error, without number and name; else what the error says."""
    return getattr(error, "strerror", None) or error


@contextmanager
def ending(*kinds: type[Exception], key: str = "", place: object = "", **values: object) -> Iterator[None]:
    """Ends the command with a sentence where the block raises one of some errors.

    Args:
        *kinds: The errors.
        key: The key of the sentence, which may name the `error`; what the error says itself unless given.
        place: Where in the input it is; with the place in it that the error names, if it does.
        **values: What else the sentence names.

    Raises:
        CommandError: for such an error.
    """
    try:
        yield
    except kinds as error:
        if isinstance(error, PlacedError):
            raise CommandError(error.text, place=f"{place}:{error.place}") from error
        said = catalogue.say(key, error=reason(error), **values) if key else str(error)
        raise CommandError(said, place=str(place)) from error


def reading(name: object, key: str = "cli.file") -> AbstractContextManager[None]:
    """Tells in a sentence why a file cannot be read in the block: what the system says, or Python of a name.

    Args:
        name: The file.
        key: The key of the sentence.
    """
    return ending(OSError, ValueError, key=key, place=name)


writing: Final = partial(reading, key="cli.file.write")
"""The same for a file that cannot be written."""

site_tools: Final = partial(ending, ModuleNotFoundError, key="cli.needs_site")
"""Tells in a sentence that what is imported in the block is not installed."""


def fields(of: object, names: str) -> dict[str, Any]:
    """Attributes as JSON has them.

    Args:
        of: Whose.
        names: Their names with a space between them, in order.
    """
    return {name: getattr(of, name) for name in names.split()}


def tell(chosen: argparse.Namespace, as_json: object, lines: Iterable[str]) -> int:
    """Prints what a command has found, and answers that it has ended well.

    Args:
        chosen: The words of the command line; they say whether it is printed as JSON.
        as_json: What has been found, as JSON has it.
        lines: The same as people read it.
    """
    if chosen.json:
        print_json(as_json)
    else:
        print("\n".join(lines))
    return 0


def print_json(value: object) -> None:
    """Prints a value as JSON, in ASCII."""
    print(json.dumps(value, indent=2, default=str))
