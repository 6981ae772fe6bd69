"""Fences that hold prose as data, what stops them, and what the pages of a chapter promise."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown import Markdown

import kontrapunkt
from kontrapunkt.core.registry import game_class
from kontrapunkt.widgets import open_widget
from kontrapunkt_site.fences.cited import page_address
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import PageError
from tests.site.built import ROOT

SOURCES = 'Sources.\n\n- A page. { #mcleod data-cite="McLeod" }\n'
EVENT = '[[event]]\ndate = 1930\ncertainty = "certain"\nsource = "mcleod"\ntext = "Once."\n'
TERM = '[[term]]\nword = "lappi"\nmeans = "The game."\n'
DEAL = (
    '[Game "ristikontra"]\n[Position]\nN: 6S\nE: 5S\nS: QD\nW: TC\nstock: -\nlead: N\npoints: NS 80 EW 27\n\n'
)


def timeline(body: str) -> str:
    return f"```timeline sources=docs/sources.md\n{body}```\n"


def glossary(body: str) -> str:
    return f"```glossary lang=fi\n{body}```\n"


CASES = {
    "no such source": (
        timeline(EVENT.replace("mcleod", "macleod")),
        5,
        "“macleod” in docs/sources.md; did you",
    ),
    "source in a list": (timeline(EVENT.replace('"mcleod"', '["mcleod", "x"]')), 5, "it has mcleod"),
    "source is a number": (timeline(EVENT.replace('"mcleod"', "1")), 5, "source is a text"),
    "no source": (timeline(EVENT.replace('source = "mcleod"\n', "")), 2, "needs its source"),
    "no such list": (timeline(EVENT).replace("sources.md", "nowhere.md"), 1, "cannot be read"),
    "no list on the page": (timeline(EVENT).replace("sources.md", "empty.md"), 1, "lists no sources"),
    "certainty": (timeline(EVENT.replace('"certain"', '"sure"')), 4, "not “sure”"),
    "order": (timeline(EVENT + "\n" + EVENT.replace("1930", "1929-01-01")), 9, "earlier entry"),
    "date": (timeline(EVENT.replace("1930", "true")), 3, "a date is a day"),
    "missing key": (timeline(EVENT + EVENT.replace('text = "Once."\n', "")), 7, "needs the key text"),
    "misspelt key": (timeline(EVENT.replace("text", "txet")), 6, "did you mean text?"),
    "misspelt entry": (timeline(EVENT.replace("event", "evnet")), 2, "begins with [[event]]"),
    "no entries": (timeline("\n"), 1, "has no entries"),
    "no TOML": (timeline(EVENT.replace('"Once."', "Once.")), 6, "this is not TOML"),
    "a deep key": (timeline(EVENT + ".".join("a" * 50_000) + " = 1\n"), 7, "cannot be read"),
    "entry in brackets": (timeline('event = [{date = "1930"}]\n'), 1, "begins with [[event]]"),
    "rule in the text": (timeline(EVENT.replace("Once", "So [RL-R99]")), 6, "there is no rule RL-R99"),
    "card below the first line": (timeline(EVENT.replace('"Once."', '"""\nA\n:1S:"""')), 8, "“1S”"),
    "link to a page": (timeline(EVENT.replace("Once", "See [x](x.md#y)")), 6, "x.md#y"),
    "key inside a text": (
        timeline(EVENT.replace('"Once."', '"""\nsource = "no"\n"""') + EVENT.replace("mcleod", "no")),
        12,
        "there is no source",
    ),
    "word twice": (glossary(TERM + TERM.replace("lappi", "Lappi")), 6, "twice, first in line 3"),
    "language of a word": (glossary(TERM + 'lang = "Finnish"\n'), 5, "fi or de-AT"),
    "language": (glossary(TERM).replace("fi\n", "F\n"), 1, "fi or de-AT"),
    "score not over": (f"```score\n{DEAL}13. N 6S  E 5S\n```\n", 3, "not played to its end"),
    "score wrong": (f"```score\n{DEAL}13. N 6S  E 5S  S QD  W TC -> W 13\n```\n", 12, "is won by North"),
    "score without a game": ("```score\n[Position]\n```\n", 2, "names no game"),
}


@pytest.mark.parametrize("name", CASES)
def test_errors_name_their_line(name: str, tmp_path: Path) -> None:
    text, line, words = CASES[name]
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/sources.md").write_text(SOURCES, "utf-8")
    (tmp_path / "docs/empty.md").write_text("# Empty\n", "utf-8")
    page = Page(path="docs/page.md", folder=tmp_path)
    with pytest.raises(PageError) as stopped:
        Markdown(extensions=[KontrapunktExtension(page)]).convert(text)
    assert str(stopped.value).startswith(f"docs/page.md, line {line}: ")
    assert words in stopped.value.sentence


@pytest.mark.parametrize(
    ("path", "page", "url", "address"),
    [
        ("docs/game/sources.md", "docs/game/history.md", "game/history/", "../sources/"),
        ("docs/game/index.md", "docs/game/history.md", "game/history/", "../"),
        ("docs/game/sources.md", "docs/game/index.md", "game/", "sources/"),
        ("docs/game/sources.md", "docs/index.md", "", "game/sources/"),
        ("docs/index.md", "docs/game/history.md", "game/history/", "../../"),
        ("docs/game/sources.md", "docs/game/history.md", "game/history.html", "sources.html"),
        ("docs/game/index.md", "docs/game/history.md", "game/history.html", "index.html"),
        ("pages/a.md", "pages/b.md", "b/", "../a/"),
        ("docs/game/history.md", "docs/game/history.md", "game/history/", ""),
    ],
)
def test_the_address_of_another_page(path: str, page: str, url: str, address: str) -> None:
    assert page_address(path, Page(path=page, url=url)) == address


# What the pages promise -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ristiklappi", "koenigrufen-graden"])
def test_every_option_is_explained_with_all_its_choices(name: str) -> None:
    """All but plain numbers, which may be told of together."""
    page = (ROOT / "docs" / name / "options.md").read_text("utf-8")
    sections = {
        found[1]: section
        for section in page.split("\n### ")[1:]
        if (found := re.match(r".*`(\w+)` \{ #[\w-]+ \}\n", section))
    }
    options = {option.key: option.choices for option in game_class(name).known_options if option.choices}
    assert sorted(sections) == sorted(options)
    for key, choices in options.items():
        explained = re.findall(r"^`(\w+)`\n:", sections[key], re.MULTILINE)
        assert sorted(explained) == sorted(choices), key


@pytest.mark.parametrize("name", ["ristiklappi", "koenigrufen-graden"])
def test_every_preset_is_named(name: str) -> None:
    page = (ROOT / "docs" / name / "options.md").read_text("utf-8")
    assert [preset for preset in kontrapunkt.game(name).presets if f"`{preset}`" not in page] == []


@pytest.mark.parametrize(
    ("name", "prefix", "last"),
    [("ristiklappi", "RL", 16), ("konter-a-matt", "KM", 19), ("koenigrufen-graden", "KG", 26)],
)
def test_every_ruling_has_its_paragraph(name: str, prefix: str, last: int) -> None:
    page = (ROOT / "docs" / name / "disputed.md").read_text("utf-8")
    rulings = re.findall(rf"\{{ #{prefix}-A(\d+) \}}\n\n((?:.+\n|\n(?!#))*)", page)
    assert sorted(int(number) for number, _ in rulings) == list(range(1, last + 1))
    for number, text in rulings:
        for part in ("Question", "Sources", "Ruling"):
            assert f"{part}\n:   " in text, f"{prefix}-A{number} lacks {part}"


def links_into_examples(site: Path) -> Iterator[tuple[Path, str, list[str], str]]:
    """Each link to a step of an example: the page it is on, the page, the example, the log's entries."""
    for path in sorted(site.rglob("*.html")):
        links = re.findall(
            r'<a [^>]*href="([^"#]*)#[^"]*" data-kp-state="kp=([^"]*)"', path.read_text("utf-8")
        )
        for address, state in links:
            there = (path.parent / unescape(address) / "index.html").resolve() if address else path
            id, _, log = unquote(unescape(state)).partition("&log=")
            id = id.partition("&")[0]  # the version of the log may stand between
            yield there, id, [entry.replace(".", " ") for entry in log.split("~")], f"{path}: {state}"


def test_links_into_examples_lead_to_a_step(built_site: Path) -> None:
    found = list(links_into_examples(built_site))
    assert found
    for page, id, entries, where in found:
        spec = re.search(rf"""id="kp-{id}"[^>]* data-spec='([^']*)'""", page.read_text("utf-8"))
        assert spec, where
        fresh = {**json.loads(unescape(spec[1])), "log": []}  # a link's log takes the place of the page's own
        widget = open_widget(fresh)
        for entry in entries:
            widget.replay(entry)


def test_table_headers_are_not_empty(built_site: Path) -> None:
    """A screen reader says the header with each cell."""
    empty = [
        str(path.relative_to(built_site))
        for path in built_site.rglob("*.html")
        if re.search(r"<th[^>]*>\s*</th>", path.read_text("utf-8"))
    ]
    assert empty == []
