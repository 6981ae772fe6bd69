"""Safe parsing of TOML that somebody else wrote.

The standard parser needs time and memory quadratic in the parts of a dotted key, and Python's stack for
nested arrays. A text that could exhaust them is rejected before parsing; none of our files comes near the
limits.
"""

import re
import tomllib
from typing import Any, Final

from kontrapunkt.core.deal import PlacedError, short
from kontrapunkt.core.messages import Text, say

MAX_LENGTH: Final = 200_000
"""The most characters of a text.

A puzzle has about two thousand, a long lesson twenty thousand.
"""

MAX_DEPTH: Final = 16
"""The most parts of a dotted key, and the deepest nesting of arrays and tables."""

_TOKEN: Final = re.compile(
    r"""
    "{3} (?: [^"\\] | \\. | "(?!"") )*+ "{3,5}
    | '{3} (?: [^'] | '(?!'') )*+ '{3,5}
    | " (?: [^"\\\n] | \\[^\n] )*+ "
    | ' [^'\n]*+ '
    | \# [^\n]*+
    | ["'\[\]{}.,=\n]
    """,
    re.DOTALL | re.VERBOSE,
)
"""A token that matters for depth: a string, a comment or a sign of structure.

A quotation mark that matches alone opens a string that never ends.
"""

_PLACE: Final = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)$")

_FAULTS: Final = {
    "Illegal character '\\n'": "toml.fault.line",
    "Unterminated string": "toml.fault.open",
    "Expected '=' after a key": "toml.fault.equals",
    "Expected newline or end of document": "toml.fault.rest",
    "Invalid value": "toml.fault.value",
    "Unescaped '\\' in a string": "toml.fault.backslash",
    "Cannot declare": "toml.fault.twice",
    "Cannot overwrite": "toml.fault.twice",
    "Unclosed array": "toml.fault.array",
}
"""The beginnings of the parser's messages about usual mistakes, each with the sentence for an author."""


class TomlError(PlacedError):
    """A text that is not TOML or exceeds the limits."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a text in TOML.

    Args:
        text: The text; Windows line ends and a byte-order mark are accepted.

    Raises:
        TomlError: naming the line, what is wrong and what to do.
    """
    if len(text) > MAX_LENGTH:
        raise TomlError(say("toml.long", limit=MAX_LENGTH))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    _refuse_depth(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(str(error), text) from None
    except ValueError:  # a number with more digits than Python parses
        raise TomlError(say("toml.wild")) from None


def _refuse_depth(text: str) -> None:
    """Raise a TomlError if keys or brackets are nested too deeply."""
    opened = dots = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in ("'", '"'):
            return  # the parser stops here too, and explains why
        if sign == ".":
            dots += 1
        elif sign[0] in "[]{},=\n":
            dots = 0
            opened += (sign in "[{") - (sign in "]}")
        if max(opened, dots + 1) > MAX_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            raise TomlError(say("toml.deep", limit=MAX_DEPTH), line)


def _unreadable(message: str, text: str) -> TomlError:
    place = _PLACE.search(message)
    line = int(place[1]) if place and place[1] else text.rstrip("\n").count("\n") + 1
    return TomlError(say("toml.unreadable", reason=_reason(_PLACE.sub("", message))), line)


def _reason(message: str) -> Text:
    """Return what is wrong and what to do, or the parser's own words for a mistake that is rare."""
    key = next((_FAULTS[begin] for begin in _FAULTS if message.startswith(begin)), None)
    return say(key) if key else short(message[:1].lower() + message[1:])
