"""A copy of the site that opens from disk (`kontrapunkt bundle`): every game is played, without a network."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.chromium import complaints, listened
from tests.browser.firefox import run
from tests.browser.test_table import deal, due, log_of, settled

from kontrapunkt.core.registry import OWN
from kontrapunkt_site import portable

START = 90_000  # ms; a busy machine takes some to start Python

STEP = ".kp[data-steps][data-live] :is([data-do=next], [data-do=back]):not([aria-disabled])"
"""What goes on, or back where a case begins at its end."""

ASKED = ".kp[data-live] :is([data-do^='pick '], .kp-hand [data-do]):visible"
"""What answers a question, or plays a card."""


@pytest.fixture(scope="session")
def stick(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, under a name with a space and an umlaut, as folders of schools have."""
    return portable.copy(built_site, tmp_path_factory.mktemp("Für die Klasse") / "stick").folder


@pytest.fixture
def asked() -> list[str]:
    """What the page of the test asks for that is not on this disk."""
    return []


@pytest.fixture
def disk(context: BrowserContext, asked: list[str]) -> Page:
    """A page without a network."""
    context.set_offline(True)
    page = listened(context.new_page())
    own = ("file:", "blob:", "data:")
    page.on("request", lambda request: None if request.url.startswith(own) else asked.append(request.url))
    return page


def follow(page: Page, to: str) -> None:
    """Presses the first link of the page that leads to a page of the copy."""
    page.evaluate(
        """(end) => [...document.links].find((link) => link.pathname.endsWith(end)).click()""",
        f"/site/{to}/index.html",
    )
    page.wait_for_url(f"**/site/{to}/index.html")


def says_something_new(page: Page, selector: str) -> None:
    """Presses the first of these and sees that the widget answers."""
    target = page.locator(selector).first
    target.wait_for()
    name = target.evaluate("(each) => each.closest('.kp').id")
    said = page.locator(f"#{name} .kp-say")
    before = said.inner_text()
    target.click()
    expect(said).not_to_have_text(before, timeout=START)


WITH_PYTHON = ("doppelkopf", "ristiklappi")
"""Games that `make test` plays with Python, too, one whose ranks match and one with suits to follow."""

WITHOUT_PYTHON = ("koenigrufen-graden", "konter-a-matt")
"""Games that it opens only; all others of either family have the same pages, and `make soak` plays them."""


@pytest.mark.parametrize("game", WITHOUT_PYTHON)
def test_a_game_is_opened(disk: Page, asked: list[str], stick: Path, game: str) -> None:
    """From the first page by links alone: a worked case, a lesson, a puzzle; the pages of drill and table."""
    opened(disk, stick, game)
    follow(disk, f"{game}/drill")
    follow(disk, f"{game}/play")
    expect(disk.locator("[data-do=deal]")).to_be_visible()
    assert (complaints(disk), asked) == ([], [])


def opened(disk: Page, stick: Path, game: str) -> None:
    """Opens a game and does what takes no Python."""
    disk.goto((stick / portable.START).as_uri())
    disk.wait_for_url("**/site/index.html")
    follow(disk, game)
    follow(disk, f"{game}/examples")
    says_something_new(disk, STEP)
    follow(disk, f"{game}/learn")
    says_something_new(disk, ".kp-lesson-step[data-here] .kp[data-live] [data-do]:visible")
    follow(disk, f"{game}/puzzles")
    disk.locator(".kp-cover a").first.click()
    expect(disk.locator(".kp[data-live]")).to_have_count(1)
    says_something_new(disk, ASKED)


@pytest.mark.heavy("starts Python once for each game, and opens six pages of it")
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in WITH_PYTHON else pytest.mark.soak) for game in sorted(OWN)],
)
def test_a_game_is_opened_and_played(disk: Page, asked: list[str], stick: Path, game: str) -> None:
    """All that, a drill, and a deal with Python."""
    opened(disk, stick, game)
    follow(disk, f"{game}/drill")
    says_something_new(disk, ASKED)
    follow(disk, f"{game}/play")
    settled(disk, "set pace swift", "set player random")
    deal(disk)
    due(disk)
    assert len(log_of(disk)) > 2
    expect(disk.locator("#kp-table")).to_have_attribute("data-state", "ready")
    assert {each.url[:5] for each in disk.workers} == {"blob:"}
    assert (complaints(disk), asked) == ([], [])


def test_the_search_finds(disk: Page, asked: list[str], stick: Path) -> None:
    disk.goto((stick / "site/konter-a-matt/rules/index.html").as_uri())
    disk.locator("[data-md-component=search-query]").fill("clean")
    found = disk.locator(".md-search-result__link").first
    expect(found).to_be_visible(timeout=START)
    found.click()
    disk.wait_for_url(re.compile(r"/index\.html"))
    expect(disk.locator("h1")).to_be_visible()
    assert (complaints(disk), asked) == ([], [])


def test_a_cell_runs_python(disk: Page, stick: Path) -> None:
    disk.goto((stick / "site/counting-and-chance/index.html").as_uri())
    cell = disk.locator(".kp-cell").first
    built = "Output when this page was built"
    expect(cell).to_contain_text(built)
    cell.get_by_role("button", name="Run").click()
    expect(cell).not_to_contain_text(built, timeout=START)
    expect(cell).to_contain_text("AS QD TS AC QC KD")
    assert complaints(disk) == []


def test_work_is_stored_and_link_leads_back(disk: Page, context: BrowserContext, stick: Path) -> None:
    """In the browser, for this folder; a link that is copied names the index."""
    disk.goto((stick / "site/ristiklappi/cleaning-hand/index.html").as_uri())
    widget = disk.locator("#kp-cleaning-hand")
    widget.locator("[data-do=next]").click()
    expect(widget.locator(".kp-position")).to_have_text("card 1 of 20")
    disk.reload()
    expect(widget.locator(".kp-position")).to_have_text("card 1 of 20")
    widget.locator("[data-do=next]").click()
    link = disk.evaluate(
        """async () => {
          const copied = new Promise((done) => (navigator.clipboard.writeText = async (text) => done(text)));
          document.querySelector("#kp-cleaning-hand [data-ui=share]").click();
          return copied;
        }"""
    )
    assert "/cleaning-hand/index.html#kp=cleaning-hand" in link
    other = listened(context.new_page())
    other.goto(link)
    expect(other.locator("#kp-cleaning-hand .kp-position")).to_have_text("card 2 of 20")
    disk.goto((stick / "site/about/index.html").as_uri())
    expect(disk.locator(".kp-notice", has_text="This is a copy on disk")).to_be_visible()
    expect(disk.locator("[data-kp-data]")).to_contain_text("Saved in this browser")
    assert complaints(disk) == []


def test_first_page_says_when_copy_is_packed(disk: Page, stick: Path, tmp_path: Path) -> None:
    """A program that shows what is in a zip opens the one file and nothing else."""
    alone = tmp_path / portable.START
    alone.write_bytes((stick / portable.START).read_bytes())
    disk.goto(alone.as_uri())
    expect(disk.locator("body")).to_contain_text("Unpack the whole archive")


def test_firefox_steps_branches_and_returns(stick: Path) -> None:
    seen = run("firefox_smoke.mjs", (stick / "site/ristiklappi/cleaning-hand/index.html").as_uri())
    assert "North leads the seven of clubs." in seen["stepped"]
    assert "In the deal: East plays the six of spades." in seen["branched"]
    assert "You are back in the deal." in seen["returned"]
