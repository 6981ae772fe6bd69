"""Tables as CSV, safe from being read as formulas at whatever separator."""

import csv
import io
import re
from collections.abc import Iterable
from typing import Final
from unicodedata import category, normalize

SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""The separators of columns, by name."""

_SPLITTING: Final = frozenset(",;|:")
_FORMULA: Final = frozenset("=+-@−➕➖")
_QUOTES: Final = frozenset("\"'`´‘’“”„«» ")


def csv_text(rows: Iterable[Iterable[object]], separator: str = ",") -> str:
    """Return rows as CSV text with every cell in quotation marks.

    Args:
        rows: The cells of each row: numbers, texts, or None for an empty cell.
        separator: A separator from `SEPARATORS`.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL)
    writer.writerows(map(_cell, row) for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    """Return a text on one line, with an apostrophe before anything like a formula.

    Spreadsheets do not only look at the first character: a table that is split at another separator begins a
    cell after each of those. Other values are returned unchanged.
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
    """Return True if a spreadsheet may read a text as a formula, quoted or not."""
    sign = next((each for each in text if each not in _QUOTES), "")
    return bool(sign) and (normalize("NFKC", sign)[:1] in _FORMULA or category(sign) == "Pd")
