"""What the search finds, asked as the theme's own worker asks it, and what it shows of what it has found."""

import gzip
import json
import re
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from mkdocs.utils import get_theme_dir

from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt_site.search import SiteSearch

WANTED = {
    # misspelt, or spelled otherwise
    "doppelkof": "doppelkopf/",
    "Dopelkopf": "doppelkopf/",
    "ristiklapi": "ristiklappi/",
    "ristikontr": "ristikontra/",
    "Koenigrufen": "koenigrufen-graden/",
    "konigrufen": "koenigrufen-graden/",
    "Königruffen": "koenigrufen-graden/",
    "konter amat": "konter-a-matt/",
    "konteramatt": "konter-a-matt/",
    "contraspiel": "kontraspiel/",
    "contra": "kontra/",
    "tyosilmat": "kontra/glossary/#word-työsilmät",
    "glosary doppelkopf": "doppelkopf/glossary/",
    # a game, by its names
    "doppelkopf": "doppelkopf/",
    "doko": "doppelkopf/",
    "lappi": "ristiklappi/",
    "Konter a Matt": "konter-a-matt/",
    "kontra": "kontra/",
    # a page, as one asks for it
    "rules of kontra": "kontra/rules/",
    "kontra rules": "kontra/rules/",
    "Doppelkopf rules": "doppelkopf/rules/",
    "how to play ristikontra": "ristikontra/learn/",
    "learn doppelkopf": "doppelkopf/learn/",
    "play kontraspiel": "kontraspiel/play/",
    "scoring doppelkopf": "doppelkopf/calculator/",
    "history of doppelkopf": "doppelkopf/history/",
    "strategy ristiklappi": "ristiklappi/strategy/",
    "glossary kontra": "kontra/glossary/",
    "doppelkopf puzzles": "doppelkopf/puzzles/",
    "konter a matt drill": "konter-a-matt/drill/",
    "cleaning hand": "ristiklappi/cleaning-hand/",
    "spice and lock": "kontra/spice-and-lock/",
    "three queens": "konter-a-matt/three-queens/",
    "counting and chance": "counting-and-chance/",
    "puzzles": "puzzles/",
    "play": "play/",
    "learn": "learn/",
    "players": "players/",
    "editor": "editor/",
    "position editor": "editor/",
    "your mistakes": "mistakes/",
    "sheets": "teachers/sheets/",
    "accessibility": "teachers/accessibility/",
    "data protection": "teachers/privacy/",
    # a term, in its own language
    "Revolte": "kontraspiel/glossary/",
    "solo": "doppelkopf/weddings-and-solos/",
    "Hochzeit": "doppelkopf/glossary/#word-hochzeit",
    "Armut": "doppelkopf/glossary/#word-armut",
    "Fuchs": "doppelkopf/glossary/#word-fuchs",
    "Dulle": "doppelkopf/glossary/#word-dulle-dolle",
    "Vorbehalt": "doppelkopf/glossary/#word-vorbehalt",
    "Ansage": "doppelkopf/glossary/#word-ansage",
    "Schweinchen": "doppelkopf/glossary/#word-schweinchen",
    "kusilappi": "ristiklappi/glossary/#word-kusilappi",
    "likainen": "ristiklappi/glossary/",
    "Plauderer": "koenigrufen-graden/glossary/#word-plauderer-mitplaudern",
    # a subject, in English
    "wedding": "doppelkopf/weddings-and-solos/",
    "beggar": "koenigrufen-graden/beggars-and-tens/",
    "spice": "kontra/spice-and-lock/",
    "slate": "konter-a-matt/rules/#the-slate",
    "homework": "teachers/assign/",
    "python library": "make/library/",
    # a rule
    "DK-R12": "doppelkopf/rules/#DK-R12",
    "rl-r10": "ristiklappi/rules/#RL-R10",
}
"""The page or place that is wanted first for a query."""

MORE: Final = 4500
"""The most bytes, compressed, that forgiving adds to a first search: the ends of words were 5500 before."""

QUERIES = (
    *WANTED,
    "Klapp",
    "klappi",
    "contra",
    "contr",
    "Kontra",
    "kopf",
    "mord",
    "konigrufen",
    "tyosilmat",
    "lady",
)

NAMES = "ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|clubs|spades|hearts|diamonds"


@pytest.fixture(scope="module")
def index(built_site: Path) -> list[dict[str, Any]]:
    docs: list[dict[str, Any]] = json.loads((built_site / "search/search_index.json").read_text("utf-8"))[
        "docs"
    ]
    return docs


@pytest.fixture(scope="module")
def answers(built_site: Path) -> Mapping[str, Any]:
    """What is answered to each query: the places found, page by page, and the word that is offered."""
    command = ["node", str(Path(__file__).with_name("search.mjs")), str(built_site), *QUERIES]
    asked = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert asked.returncode == 0, asked.stderr
    found: Mapping[str, Any] = json.loads(asked.stdout)
    return found


def first(answers: Mapping[str, Any], query: str, number: int) -> list[str]:
    """The pages that come first."""
    return [page[0]["location"].partition("#")[0] for page in answers[query]["pages"][:number]]


@cache
def titles() -> dict[str, str]:
    return {f"{name}/": game_class(name)().title for name in GAMES}


@pytest.mark.parametrize(("query", "wanted"), WANTED.items())
def test_query_finds_what_is_meant_first(answers: Mapping[str, Any], query: str, wanted: str) -> None:
    assert answers[query]["pages"], "nothing was found"
    group = [each["location"] for each in answers[query]["pages"][0]]
    page = wanted.partition("#")[0]
    assert group[0].partition("#")[0] == page
    assert wanted in group[:2]


def test_forgiving_is_light(built_site: Path) -> None:
    config = json.loads((built_site / "search/search_index.json").read_text("utf-8"))["config"]
    named = json.dumps([config["chapters"], config["rules"]], ensure_ascii=False).encode()
    worker = next((built_site / "assets/javascripts/workers").glob("search.*.js"))
    (theirs,) = Path(get_theme_dir("material"), "assets/javascripts/workers").glob("search.*.js")
    script = worker.read_bytes().removesuffix(theirs.read_bytes())
    assert len(script) < worker.stat().st_size
    assert len(gzip.compress(named, 9)) + len(gzip.compress(script, 9)) <= MORE


@pytest.mark.parametrize("query", ["Klapp", "klappi"])
def test_a_name_is_found_by_its_second_half(answers: Mapping[str, Any], query: str) -> None:
    assert first(answers, query, 1) == ["ristiklappi/"]


def test_contra_finds_the_games_and_completes_only_them(answers: Mapping[str, Any]) -> None:
    games = {"kontraspiel/", "kontra/", "ristikontra/", "konter-a-matt/"}
    for query in ("contra", "contr", "Kontra"):
        assert set(first(answers, query, 4)) == games
        assert set(answers[query]["suggest"]) <= {"contra", "kontraspiel", "kontra"}


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("kopf", "doppelkopf/"),
        ("mord", "koenigrufen-graden/examples/"),
        ("konigrufen", "koenigrufen-graden/"),
        ("tyosilmat", "kontra/glossary/"),
        ("lady", "doppelkopf/"),
    ],
)
def test_words_of_other_languages_are_found(answers: Mapping[str, Any], query: str, page: str) -> None:
    assert page in first(answers, query, 3)


def test_every_page_of_a_game_says_which(index: list[dict[str, Any]], built_site: Path) -> None:
    chapters = tuple(titles())
    of_games = [each for each in index if each["location"].startswith(chapters)]
    pages = [each for each in of_games if "#" not in each["location"]]
    assert len(pages) > 50
    for each in pages:
        title = titles()[each["location"].partition("/")[0] + "/"]
        assert each["title"].startswith(title), each["location"]
        head = (built_site / each["location"] / "index.html").read_text("utf-8")
        shown = re.search(
            r'<div class="md-header__topic" data-md-component="header-topic"[^>]*>(.*?)</div>', head, re.S
        )
        assert shown, each["location"]
        assert title in shown[1], "the header of a page that was scrolled"


def test_what_is_found_is_shown_as_prose(index: list[dict[str, Any]]) -> None:
    for each in index:
        said = re.sub(r"<[^>]*>", " ", re.sub(r"<code>.*?</code>", "", each["text"]))
        for debris in (rf"({NAMES})(?:[AKQJ]|10|[2-9])\b", r"[●○✓]", r"\(to play\)", r"difficulty \d"):
            assert not re.search(debris, said), (each["location"], debris)
        without_listings = re.sub(r"<pre>.*?</pre>", "-", each["text"], flags=re.DOTALL)
        assert "  " not in without_listings, each["location"]
        assert not re.search(rf"({NAMES})({NAMES})", said), each["location"]


def test_library_is_found_by_its_modules(index: list[dict[str, Any]]) -> None:
    """Each names what it has; a section for each name would be a seventh of the index."""
    found = [each for each in index if each["location"].startswith("make/library")]
    assert len(found) < 40
    assert sum(len(each["text"]) for each in found) < 40_000


def test_excluded_section_is_left_to_the_theme() -> None:
    """The theme leaves out a whole section if its heading says so; without it the text would join another."""
    page = '<h2 id="a" data-search-exclude>A</h2> <p>b</p>'
    assert SiteSearch().prose(page, "") == page


def test_cells_and_cards_are_told_apart() -> None:
    read = SiteSearch().prose
    card = '<span class="kp-inline"><span class="kp-vh">{}</span><span aria-hidden="true">{}</span></span>'
    assert "a queen king." in re.sub(
        "<[^>]*>", "", read(f"<p>a {card.format('queen', 'Q')}{card.format('king', 'K')}.</p>", "")
    )
    table = "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2!</td></tr></table>"
    assert re.sub("<[^>]*>", "", read(table, "")).split() == ["a,", "b.", "1,", "2!"]
    assert (
        read("<p>x<i data-search-exclude>y<br><i>z</i></i> &amp; &#8211;</p>", "") == "<p>x &amp; &#8211;</p>"
    )
    german = '<span class="kp-de">Ober</span><span class="kp-fr">queen</span>'
    asked = '<span class="kp-de kp-on-request">Ober</span><span class="kp-fr">queen</span>'
    assert re.sub("<[^>]*>", "", read(german + asked, "")) == "Oberqueen"
