"""A common plugin of MkDocs beside ours: the site is built, and its puzzles are played."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from markdown import Markdown
from playwright.sync_api import Locator, Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.site.built import run
from tests.site.checker import broken_links, repeated_ids
from tests.site.neighbours import INSTALLED, NEIGHBOURS, SHELF_PAGE, WIDGETS, Neighbour
from tests.site.warm import kontrapunkt

from kontrapunkt_site.markdown import KontrapunktExtension

QUICK = ("include-markdown", "minify", "tags")
"""The plugins that every test run tries; the others take turns in `make beside` and `make soak`."""

INTERNAL = re.compile("kp-frame-of|kp-content-of|kp-title-of|kp-short-title|data-kp-aside")
"""Marks of an unfinished page, which no reader may get."""

ZENSICAL = Neighbour("", "zensical", config="markdown_extensions: [{kontrapunkt: {assets: kontrapunkt}}]\n")

NAMES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.soak) for name in NEIGHBOURS]


@pytest.mark.parametrize("name", NAMES)
def test_site_with_other_plugin_is_played(
    name: str, page: Page, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    neighbour = NEIGHBOURS[name]
    if not neighbour.is_installed:
        pytest.skip(f"{neighbour.package} is not installed; `make beside` installs it")
    site = neighbour.build(tmp_path)
    for path in site.rglob("*"):
        if path.suffix in (".html", ".json", ".xml") and "assets/kontrapunkt" not in path.as_posix():
            assert not INTERNAL.search(path.read_text("utf-8")), path
    assert neighbour.password or broken_links(site) == []  # what is encrypted has no anchors yet
    assert repeated_ids(site) == []
    server = serve(site)
    assert server.policy
    for home in neighbour.homes:
        page.goto(server.url + home)
        if neighbour.password:
            page.fill("#mkdocs-content-password", neighbour.password)
            page.press("#mkdocs-content-password", "Enter")
        plays_widgets(page)
    if neighbour.list_of_pages:
        page.goto(server.url + neighbour.list_of_pages)
        answers(page.locator("#kp-two-2"))
    for shelf in neighbour.shelves:
        page.goto(f"{server.url}{quote(shelf)}/")
        page.locator(".kp-cover a").click()
        expect(page).to_have_url(re.compile(f"/{re.escape(quote(shelf))}/one/$"))
        answers(page.locator("[data-kp=puzzle]"))
    heard = [each for each in complaints(page) if not (neighbour.is_translated and "404" in each)]
    assert heard == []


def test_page_of_another_builder_is_played(
    page: Page, serve: Callable[[Path], Server], tmp_path: Path
) -> None:
    """The extension alone under Python-Markdown, with what it needs in a folder beside the page."""
    Neighbour("").write(tmp_path)
    (tmp_path / "site").mkdir()
    written = kontrapunkt("export", "assets", "--out", "site/kontrapunkt", folder=tmp_path)
    assert written.returncode == 0, written.stderr
    extension = KontrapunktExtension(assets="kontrapunkt")
    extension.page = replace(extension.page, folder=tmp_path)
    html = Markdown(extensions=[extension]).convert(WIDGETS)
    head = '<!doctype html><title>Mine</title><link rel="icon" href="data:,">'
    (tmp_path / "site/index.html").write_text(f"{head}{html}", "utf-8")
    page.goto(serve(tmp_path / "site").url)
    plays_widgets(page)
    assert complaints(page) == []


@pytest.mark.soak
@pytest.mark.xfail(reason="Zensical changes from month to month", strict=False)
def test_site_of_zensical_is_played(page: Page, serve: Callable[[Path], Server], tmp_path: Path) -> None:
    """All its pages have the extension's widgets, and all of these work."""
    if not ZENSICAL.is_installed:
        pytest.skip(f"{ZENSICAL.package} is not installed; `make beside` installs it")
    ZENSICAL.write(tmp_path)
    built = run("-m", "zensical", "build", folder=tmp_path, PYTHONPATH=str(INSTALLED))
    assert built.returncode == 0, built.stderr
    assert kontrapunkt("export", "assets", "--out", "site/kontrapunkt", folder=tmp_path).returncode == 0
    assert len(list((tmp_path / "site").rglob("index.html"))) == 2
    server = serve(tmp_path / "site")
    page.goto(server.url)
    plays_widgets(page)
    page.goto(f"{server.url}{quote(SHELF_PAGE)}/")
    answers(page.locator("[data-kp=puzzle]"))
    assert {each for each in complaints(page) if "ERR_NAME_NOT_RESOLVED" not in each} == set()  # its fonts


def plays_widgets(page: Page) -> None:
    """A step of the example, an answer, a card at the table, and the cell."""
    example = page.locator("#kp-one")
    example.locator("[data-do=next]").click()
    expect(example.locator(".kp-position")).to_have_text(re.compile("^card 1 of"))
    answers(page.locator("#kp-two"))
    table = page.locator("#kp-three")
    card = table.locator(".kp-playable[data-do^=play]").first
    played = table.locator(f"[data-do='{card.get_attribute('data-do')}']")
    card.click()
    expect(played).to_have_count(0)
    cell = page.locator("#kp-four")
    cell.get_by_role("button", name="Run").click()
    expect(cell).to_contain_text("42")


def answers(puzzle: Locator) -> None:
    """An answer that lacks something; the solution is a folded text without scripts."""
    puzzle.locator("[data-do^=pick]").first.click()
    puzzle.locator("[data-do^=answer]").click()
    expect(puzzle).to_contain_text("something is missing")
