"""Removing characters that word processors, web pages and chats put into a record.

Invisible characters, odd spaces and ends of lines, and typographic quotes are removed or replaced. Comments
and quoted values of tags stay as somebody wrote them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

INVISIBLE: Final = (
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
"""Soft hyphen, joiners, direction marks, invisible operators, variation selectors, byte-order mark."""

LINE_ENDS: Final = "\n\v\x85\u2028\u2029"
"""Characters that end a line; all but the first come from word processors."""

_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_QUOTES: Final = "“”„‟"
_DASHES: Final = "–—−"  # typed in place of the hyphen in an arrow
_LINES: Final = LINE_ENDS[1:]
_ODD: Final = re.compile(f"[{INVISIBLE}{_SPACES}{_LINES}{_QUOTES}{_DASHES}]")
_PART: Final = (
    re.compile(  # an unfinished part extends to the end of the text, so that nothing is scanned twice
        r"(?P<comment>\{(?:.*?(?<!\\)\}|.*))"
        r'|(?P<name>\[[^\[\]{"“”„‘‚\n]*+)(?:'
        r'["“](?:[^"”\\\n]|\\[^\n])*+["”]?|[„”](?:[^"“”\\\n]|\\[^\n])*+["“”]?|[‚‘][^‘’\]\n]*+[‘’]?)'
        rf"|(?P<odd>[{INVISIBLE}{_SPACES}{_LINES}{_QUOTES}]|[{_DASHES}](?=>))",
        re.DOTALL,
    )
)
_REPLACED: Final = re.compile(
    f"(?P<gone>[{INVISIBLE}])|(?P<space>[{_SPACES}])|(?P<line>[{_LINES}])"
    f"|(?P<quote>[{_QUOTES}])|(?P<dash>[{_DASHES}])"
)
_INSTEAD: Final = {"gone": "", "space": " ", "line": "\n", "quote": '"', "dash": "-"}


def strip_invisible(text: str) -> str:
    """Return a word without invisible characters."""
    return "".join(sign for sign in text if sign not in INVISIBLE) if not text.isascii() else text


def clean_text(text: str) -> tuple[str, Sequence[int]]:
    """Clean a record's text.

    Returns:
        The cleaned text; and for each index in it, its end included, the index in the given text.
    """
    if not _ODD.search(text):
        return text, range(len(text) + 1)
    signs: list[str] = []
    places: list[int] = []
    at = 0
    for begin, end, instead in _changes(text):
        signs.append(text[at:begin] + instead)
        places += range(at, begin)
        places += [begin] * len(instead)
        at = end
    signs.append(text[at:])
    places += range(at, len(text) + 1)
    return "".join(signs), places


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a text to replace, in order: start, end and replacement."""
    for part in _PART.finditer(text):
        begin, end = part.span("name") if part["name"] else part.span("odd")
        for odd in _REPLACED.finditer(text, begin, end) if begin >= 0 else ():
            yield odd.start(), odd.end(), _INSTEAD[odd.lastgroup or ""]
