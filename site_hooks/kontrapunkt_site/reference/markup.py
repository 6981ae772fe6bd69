"""Small parts of the reference in Markdown: tables, listings, descriptions from docstrings."""

import re
from collections.abc import Iterable
from inspect import getdoc
from typing import Final

_ENTRY: Final = re.compile(r"^    (\*{0,2}\w+): ((?:.+\n?)(?:      +.+\n?)*)", re.MULTILINE)
_TITLE: Final = re.compile(r"^(Args|Attributes|Raises|Returns|Yields):\n", re.MULTILINE)

_NOTHING: Final = re.compile(r"[;.]? ?(?:None|empty) for none(?=\.)")
"""Words for programmers: a file simply leaves such a key out."""


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table, with the first column as the header of each row."""
    lines = [list(heads), *(list(map(_cell, row)) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def listing(text: str, language: str = "") -> str:
    """Return text as a listing, in a fence long enough for fences in it."""
    ticks = max((len(each) for each in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, ticks + 1)
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}\n"


def code(text: str) -> str:
    """Return text as code in a sentence."""
    return f"`{text}`"


def sections(of: object) -> dict[str, str]:
    """Return the sections of a docstring by their titles; that of the text before them is empty."""
    above, *others = _TITLE.split(getdoc(of) or "")
    return {"": above, **dict(zip(others[::2], others[1::2], strict=True))}


def entries(section: str) -> dict[str, str]:
    """Return the descriptions of a section of a docstring by the names that they belong to."""
    return {name: " ".join(said.split()) for name, said in _ENTRY.findall(section)}


def attributes(of: type) -> dict[str, str]:
    """Return what the docstring of a class says about each attribute."""
    found = entries(sections(of).get("Attributes", ""))
    return {name: _NOTHING.sub("", said) for name, said in found.items()}


def first_sentence(of: object) -> str:
    """Return the first line of a docstring."""
    return (getdoc(of) or "").partition("\n")[0]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
