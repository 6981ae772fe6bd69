"""Tables for spreadsheets: whatever sign a table is split at, no cell of a stranger's text is a formula."""

import csv
import re
from io import StringIO
from unicodedata import normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kontrapunkt.classroom.spreadsheet import SEPARATORS, csv_text

ATTACKS = (
    "=1+1",
    "x;=cmd|' /C calc'!A0",
    "Week;=1+1",
    "x,=1",
    "x\t=1",
    "x|@SUM(1)",
    "＝1+1",
    "x；＝1",
    "x;﹢1",
    "\t=1",
    "\r=1",
    "x\n=1",
    "x\r\n+1",
    " =1",
    "\u200b=1",
    "\ufeff=1",
    "x; \u2060 -1",
    'x";=1',
    'x;"=1',
    'x;""=1',
    "−1",
    "x;⁼1",
    "'=1",
    "x;'=1",
)


def cells_of(text: str) -> list[str]:
    """The cells that a spreadsheet may make of a file, split at any sign, quotation marks seen or not."""
    cells = [
        cell
        for sign in (*",;\t|:", "；", "，")
        for row in csv.reader(StringIO(text), delimiter=sign)
        for cell in row
    ]
    return [*cells, *re.split(r"[,;\t|:；，\r\n]", text)]


def is_formula(cell: str) -> bool:
    bare = cell.strip("\"' \u200b\ufeff\u2060\r\n")
    guarded = "'" in cell[: cell.find(bare)] if bare else True
    return bool(bare) and not guarded and normalize("NFKC", bare)[0] in "=+-@−⁼"


@pytest.mark.parametrize("separator", SEPARATORS.values())
@pytest.mark.parametrize("attack", ATTACKS)
def test_no_cell_becomes_formula_at_any_separator(attack: str, separator: str):
    text = csv_text([["Week 3", attack, 1], [attack, "Ada", None]], separator)
    assert not [cell for cell in cells_of(text) if is_formula(cell)]
    assert len(text.splitlines()) == 2
    assert all(re.fullmatch(r'"(?:[^"]|"")*"', cell) for cell in text.splitlines()[0].split(separator)[::9])


@settings(max_examples=300, deadline=None)
@given(st.text("=+-@;,|:\t\r\n \"'a1＝；\u200b", max_size=12))
@example("'\";=1")
def test_no_text_at_all_is_a_formula(text: str):
    assert not [cell for cell in cells_of(csv_text([[text]])) if is_formula(cell)]


@pytest.mark.parametrize(
    "name", ["Ada", "Ben K.", "O'Neill", "Week 3 - Tuesday", "Anna-Maria", "9b-17", "5 + 5", "a@b.c"]
)
def test_an_ordinary_name_stays_as_it_is(name: str):
    assert csv_text([[name, 3, None]]) == f'"{name}","3",""\r\n'
