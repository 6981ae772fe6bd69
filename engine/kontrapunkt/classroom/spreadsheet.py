"""Tables as files for spreadsheets, which take no text in them for a formula, wherever they split it."""

import csv
import io
import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""The signs at which columns are split, by name."""

_SPLITTING: Final = frozenset(",;|:")
_FORMULA: Final = frozenset("=+-@−➕➖")
_QUOTES: Final = frozenset("\"'`´‘’“”„«» ")


def csv_text(rows: Iterable[Iterable[object]], separator: str = ",") -> str:
    """Return rows as the text of a file; every cell is in quotation marks.

    Args:
        rows: The cells of each row: numbers, texts, or None for nothing.
        separator: One of the signs of `SEPARATORS`.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL)
    writer.writerows(map(_cell, row) for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    """A text on one line, with an apostrophe where a formula would begin; anything else as it is.

    Spreadsheets do not only look at the first sign: a table that is split at another sign than its own begins
    a cell after each of these.
    """
    if not isinstance(value, str):
        return value
    text = "".join(each for each in " ".join(re.split(r"[\s\x00-\x1f]+", value)) if each.isprintable())
    guarded, beginning = "", 0
    for at, sign in enumerate(text):
        if at == beginning and _begins_formula(text[at:]):
            guarded += "'"
        guarded += sign
        if normalize("NFKC", sign)[:1] in _SPLITTING:
            beginning = at + 1
    return guarded


def _begins_formula(text: str) -> bool:
    """Return whether a spreadsheet may take this for a formula, behind quotation marks, too."""
    sign = next((each for each in text if each not in _QUOTES), "")
    return bool(sign) and (normalize("NFKC", sign)[:1] in _FORMULA or category(sign) == "Pd")
