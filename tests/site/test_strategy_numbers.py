"""The numbers on the page about strategy: those that were counted, and that are counted today."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.benchmarks.endings import COUNTED, DEALS, SAMPLE, count
from tests.site.built import ROOT

PAGE: Final = (ROOT / "docs/ristiklappi/strategy.md").read_text("utf-8")
FOUND: Final[dict[str, dict[str, Any]]] = json.loads(COUNTED.read_text("utf-8"))
FIVE, SIX = FOUND["lappi5"]["all"], FOUND["lappi6"]["all"]
NUMBERS: Final = ("none", "one", "two", "three", "four")
LEADS: Final = {
    "the last of its rank; a :K:": "last king",
    "the last of its rank; neither king nor queen": "last",
    "the last of its rank; a :Q:": "last queen",
    "its equals are with the partner; neither king nor queen": "partner’s",
    "an opponent has its equal; neither king nor queen": "opponent’s",
    "an opponent has its equal; a :K:": "opponent’s king",
}


def rows(heading: str) -> Iterator[list[str]]:
    """The rows of the table under a heading, cell by cell, without emphasis."""
    section = PAGE.split(f"{{ #{heading} }}")[1].split("\n##")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    for line in table[2:]:
        yield [cell.strip(" *") for cell in line.strip("|").split("|")]


def says(cell: str, part: int, whole: int) -> bool:
    """Whether a share is what a cell says, as exactly as it says it."""
    shown = re.fullmatch(r"(\d+(?:\.(\d))?)%", cell)
    assert shown, cell
    unit = 0.1 if shown[2] else 1.0
    return abs(float(shown[1]) - 100 * part / whole) <= unit / 2 + 1e-9


def test_who_has_the_kings():
    shown = set()
    for left, own, endings, ours, others in rows("who-has-the-kings"):
        key = f"{NUMBERS.index(left)} {NUMBERS.index(own)}"
        number, can, can_too = FIVE["kings"][key]
        assert endings == f"{number:,}", key
        assert says(ours, can, number), key
        assert says(others, can_too, number), key
        shown.add(key)
    rest = {key: row for key, row in FIVE["kings"].items() if key not in shown}
    assert all(key.startswith("4 ") for key in rest)
    assert f"there were only {sum(row[0] for row in rest.values())} endings" in " ".join(PAGE.split())


def test_what_to_lead():
    shown = {cells[0]: cells[1:] for cells in rows("what-to-lead")}
    assert shown.keys() == LEADS.keys()
    for name, cells in shown.items():
        for cell, found in zip(cells, (FIVE, SIX), strict=True):
            number, kept = found["leads"][LEADS[name]]
            assert says(cell, kept, number), name


def test_how_many_were_looked_at():
    prose = " ".join(PAGE.split())
    assert f"deal {FIVE['deals']:,} deals" in prose
    assert f"the {FIVE['endings']:,} endings in which both sides were dirty" in prose
    assert f"In {FIVE['choices']:,} of these endings some leads kept the chance to get clean" in prose
    assert f"in {SIX['choices']:,} of the {SIX['endings']:,} endings." in prose
    assert f"out of {SIX['deals']:,} deals" in prose


@pytest.mark.parametrize("preset", DEALS)
def test_the_sample_comes_out_as_it_did(preset: str):
    assert count(preset, SAMPLE) == FOUND[preset]["sample"]


@pytest.mark.soak
@pytest.mark.parametrize("preset", DEALS)
def test_all_of_it_comes_out_as_it_did(preset: str):
    assert count(preset, DEALS[preset]) == FOUND[preset]["all"]
