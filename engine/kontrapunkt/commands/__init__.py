"""The commands of `kontrapunkt`, one module each: `arguments(parser)`, and `run(chosen)`: the exit status."""

import re
from typing import Final

from kontrapunkt import words

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


def unreadable(name: str, error: OSError | ValueError) -> CommandError:
    """The error for a file that cannot be read.

    Args:
        name: The file.
        error: What the system says; ValueError for a name that no file can have.
    """
    return CommandError(words.say("cli.file", error=_reason(error)), place=name)


def unwritable(name: object, error: OSError | ValueError) -> CommandError:
    """The error for a file that cannot be written.

    Args:
        name: The file.
        error: What the system says; ValueError for a name that no file can have.
    """
    return CommandError(words.say("cli.file.write", error=_reason(error)), place=str(name))


def _reason(error: OSError | ValueError) -> object:
    return getattr(error, "strerror", None) or error
