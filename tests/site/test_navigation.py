"""The header of every page: seven tabs at most, the chapter of a game, and the title that a browser shows."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontrapunkt.core.registry import OWN, game_class

TABS = (
    "Games",
    "Learn",
    "Play",
    "Puzzles",
    "Your progress",
    "Make your own",
    "For teachers",
)


def header_of(page: str) -> str:
    found = re.search(r"<header\b.*?</header>", page, re.S)
    assert found
    return found[0]


def pages_of(site: Path, game: str) -> Iterator[tuple[str, str]]:
    """The address and text of each page of a game, with those of its puzzles."""
    for path in sorted((site / game).rglob("index.html")):
        yield path.parent.relative_to(site).as_posix(), path.read_text("utf-8")


def title_of(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page, re.S)
    assert found
    return found[1]


@pytest.mark.parametrize("game", OWN)
def test_page_of_a_game_has_chapter_in_header(built_site: Path, game: str) -> None:
    name = game_class(game)().title
    found = dict(pages_of(built_site, game))
    assert len(found) > 20
    for address, page in found.items():
        header = header_of(page)
        assert re.search(rf'<details class="kp-chapter"><summary>.*?{name}.*?</summary>', header), address
        menu = header[header.index('<details class="kp-chapter">') : header.index("</nav>")]
        targets = {posixpath.normpath(f"{address}/{href}") for href in re.findall(r'href="([^"#]*)', menu)}
        wanted = {f"{game}/{each}" for each in ("learn", "play", "rules", "puzzles", "glossary")}
        assert wanted <= targets, address
        assert title_of(page).endswith(" · Kontrapunkt"), address
        assert name in title_of(page), address


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("", "Kontrapunkt"),
        ("doppelkopf/", "Doppelkopf · Kontrapunkt"),
        ("doppelkopf/play/", "Play · Doppelkopf · Kontrapunkt"),
        ("ristiklappi/puzzles/two-bars/", "North leads again · Ristiklappi · Kontrapunkt"),
        ("editor/", "Position editor · Kontrapunkt"),
    ],
)
def test_title_says_page_chapter_and_site(built_site: Path, address: str, title: str) -> None:
    assert title_of((built_site / address / "index.html").read_text("utf-8")) == title


@pytest.mark.parametrize(
    "address", ["", "doppelkopf/play/", "ristiklappi/puzzles/two-bars/", "about/", "404.html"]
)
def test_tabs_are_seven_and_in_the_header(built_site: Path, address: str) -> None:
    path = built_site / address
    header = header_of((path / "index.html" if path.is_dir() else path).read_text("utf-8"))
    tabs = re.findall(r'class="md-tabs__link">\s*(.*?)\s*</a>', header)
    assert tuple(tabs) == TABS
    assert header.count('data-md-component="tabs"') == 1
    assert "md-header--lifted" not in header


@pytest.mark.parametrize(
    ("address", "tab"),
    [
        ("", "Games"),
        ("doppelkopf/rules/", "Games"),
        ("doppelkopf/learn/", "Learn"),
        ("doppelkopf/play/", "Play"),
        ("kontra/spice-and-lock/", "Learn"),
        ("kontra/puzzles/", "Puzzles"),
        ("kontra/puzzles/eighteen-twenty/", "Puzzles"),
        ("kontra/drill/", "Puzzles"),
        ("players/", "Play"),
        ("editor/", "Make your own"),
        ("mistakes/", "Your progress"),
        ("teachers/sheets/", "For teachers"),
    ],
)
def test_marked_tab_says_the_purpose(built_site: Path, address: str, tab: str) -> None:
    header = header_of((built_site / address / "index.html").read_text("utf-8"))
    marked = re.findall(r'md-tabs__item--active">\s*<a [^>]*>\s*(.*?)\s*</a>', header)
    assert marked == [tab]


@pytest.mark.parametrize("address", ["", "doppelkopf/play/", "ristiklappi/puzzles/two-bars/", "about/"])
def test_footer_leads_to_about(built_site: Path, address: str) -> None:
    page = (built_site / address / "index.html").read_text("utf-8")
    foot = page[page.index('<div class="md-copyright__highlight">') :]
    (href,) = re.findall(r'<a href="?([^" >]*)"?>About Kontrapunkt</a>', foot)
    assert posixpath.normpath(f"{address}/{href}".lstrip("/")) == "about"


def test_footer_of_unknown_page_leads_to_about(built_site: Path) -> None:
    page = (built_site / "404.html").read_text("utf-8")
    assert re.search(r'<a href="/(?:[^"]*/)?about/">About Kontrapunkt</a>', page)
