"""Signs that word processors, web pages and chats put into a record: unseen ones, odd spaces, other quotes.

Between comments and quoted values of tags, which say what somebody wrote, they are taken away or replaced.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

INVISIBLE: Final = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"
"""Signs that nobody sees: soft hyphen, joiners, marks of direction, variation selectors, byte-order mark."""

_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_QUOTES: Final = "“”„‟"
_DASHES: Final = "–—−"  # of an arrow that was typed
_ODD: Final = re.compile(f"[{INVISIBLE}{_SPACES}{_QUOTES}{_DASHES}]")
_PART: Final = (
    re.compile(  # what is begun and never ends goes on to the end, so that nothing is looked at twice
        r"(?P<comment>\{(?:.*?(?<!\\)\}|.*))"
        r'|(?P<name>\[[^\[\]{"“”„‘‚\n]*+)(?:'
        r'["“](?:[^"”\\\n]|\\[^\n])*+["”]?|[„”](?:[^"“”\\\n]|\\[^\n])*+["“”]?|[‚‘][^‘’\]\n]*+[‘’]?)'
        rf"|(?P<odd>[{INVISIBLE}{_SPACES}{_QUOTES}]|[{_DASHES}](?=>))",
        re.DOTALL,
    )
)
_REPLACED: Final = re.compile(
    f"(?P<gone>[{INVISIBLE}])|(?P<space>[{_SPACES}])|(?P<quote>[{_QUOTES}])|(?P<dash>[{_DASHES}])"
)
_INSTEAD: Final = {"gone": "", "space": " ", "quote": '"', "dash": "-"}


def seen(text: str) -> str:
    """Return a word without the signs that nobody sees."""
    return "".join(sign for sign in text if sign not in INVISIBLE) if not text.isascii() else text


def plain(text: str) -> tuple[str, Sequence[int]]:
    """A record's text without what was not meant.

    Args:
        text: The text.

    Returns:
        The plain text; and for each place in it, its end included, the place in the text that was given.
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
    """Which parts of a text become something else, in order: from, to, and what."""
    for part in _PART.finditer(text):
        begin, end = part.span("name") if part["name"] else part.span("odd")
        for odd in _REPLACED.finditer(text, begin, end) if begin >= 0 else ():
            yield odd.start(), odd.end(), _INSTEAD[odd.lastgroup or ""]
