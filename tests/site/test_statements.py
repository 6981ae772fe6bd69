"""Every statement of the five texts that the chapters began with has a place on a page, or a reason why not.

`statements.tsv` has a row for each: the game, the source as the game's page of sources names it, the
statement in our own words, its place (page and anchor), what plays it, and the reason if it has no place.
"""

import csv
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from markdown.extensions.toc import slugify

from kontrapunkt.core.registry import OWN
from tests.site.built import ROOT

TABLE: Final = Path(__file__).with_name("statements.tsv")
DOCUMENTS: Final = {
    "McLeod, Ristikontra": ("kontra", "ristiklappi", "ristikontra"),
    "English Wikipedia, Konter a Matt": ("konter-a-matt",),
    "English Wikipedia, Kontraspiel": ("kontraspiel",),
    "the forum post": ("koenigrufen-graden",),
    "the tutorial": ("doppelkopf",),
}
"""The texts, as the pages of sources name them, with the games that each describes."""

FENCE: Final = re.compile(r"^```(?P<kind>\w+)(?P<options>[^\n]*)\n.*?^```$", re.M | re.DOTALL)
HEADING: Final = re.compile(r"^#+ +(?P<text>.+)$", re.M)
ATTRIBUTES: Final = re.compile(r"\{[^{}\n]*\}")
PLAYED: Final = ("example", "lesson", "puzzle", "score", "trick")


def table() -> list[dict[str, str]]:
    """The rows of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


@cache
def page_anchors(page: str) -> dict[str, str]:
    """The anchors of a page, each with the text of its fence, its section or nothing."""
    path = ROOT / "docs" / page
    if not path.is_file():
        return {}
    text = path.read_text("utf-8")
    prose = FENCE.sub(lambda fence: re.sub(r"[^\n]", " ", fence[0]), text)
    rules = dict.fromkeys(re.findall(r"^§ ([A-Z]{2}-[A-Z]\d+)\b", prose, re.M), "")
    named = dict.fromkeys(re.findall(r"\{[^{}\n]*#([\w-]+)[^{}\n]*\}", prose), "")
    headings = [*HEADING.finditer(prose)]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    sections = {
        anchor_of(heading["text"]): text[heading.start() : end]
        for heading, end in zip(headings, ends, strict=True)
    }
    fences = {
        found[1]: fence[0]
        for fence in FENCE.finditer(text)
        if (found := re.search(r"\bid=([\w-]+)", fence["options"]))
    }
    return rules | named | sections | fences


def anchor_of(heading: str) -> str:
    """The id of a heading: the one it is given, or the one that Markdown makes from its words."""
    given = re.search(r"\{[^{}]*#([\w-]+)[^{}]*\}\s*$", heading)
    words = re.sub(r"<[^>]*>", "", ATTRIBUTES.sub("", heading))
    return given[1] if given else slugify(words.strip(), "-")


def is_playable(played: str) -> bool:
    """Return True for a tutorial, or a fence or a section of a page with something to play."""
    if played.startswith("tutorials/"):
        return (ROOT / played).is_file()
    page, _, anchor = played.partition("#")
    kinds = [fence["kind"] for fence in FENCE.finditer(page_anchors(page).get(anchor, ""))]
    return any(kind in PLAYED for kind in kinds)


@pytest.mark.parametrize("source", DOCUMENTS)
def test_statements_are_listed_under_names_of_sources(source: str) -> None:
    games = {row["game"] for row in table() if row["source"] == source}
    assert games == {*DOCUMENTS[source]}
    for game in games:
        assert f'data-cite="{source}"' in (ROOT / f"docs/{game}/sources.md").read_text("utf-8")


def test_statements_cover_every_game() -> None:
    assert {row["game"] for row in table()} == {*OWN}
    assert {row["source"] for row in table()} == {*DOCUMENTS}


def test_statement_has_place_or_reason() -> None:
    undecided = [row["statement"] for row in table() if bool(row["place"]) == bool(row["reason"])]
    assert undecided == []


def test_statement_is_listed_once() -> None:
    statements = [(row["game"], row["statement"]) for row in table()]
    assert len(statements) == len({*statements})


def test_place_of_statement_exists() -> None:
    lost = [
        row["place"]
        for row in table()
        if row["place"] and row["place"].partition("#")[2] not in page_anchors(row["place"].partition("#")[0])
    ]
    assert lost == []


def test_statement_is_played_where_the_table_says() -> None:
    assert [row["played"] for row in table() if row["played"] and not is_playable(row["played"])] == []
