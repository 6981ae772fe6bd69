"""Own mistakes: kept at a table, asked again on a shelf of one's own, saved and deleted with all else."""

import random
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.own_data import brought_back, taken_out
from tests.browser.server import Server
from tests.browser.test_tour import AXE, RUN
from tests.engine.test_table_widget import dealt, play_out

from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.puzzles.play import ReachGoal

TABLE = "konter-a-matt/play/"

STORE = "([name, text]) => localStorage.setItem('kontrapunkt/1/' + name, text)"


def kept(page: Page, kind: str) -> dict[str, str]:
    """What the browser keeps of a kind, by the name behind the kind."""
    found: dict[str, str] = page.evaluate(
        """kind => Object.fromEntries(Object.entries(localStorage)
        .map(([name, text]) => [name.split('kontrapunkt/1/')[1] ?? '', text])
        .filter(([name]) => name.startsWith(kind + '/'))
        .map(([name, text]) => [name.slice(kind.length + 1), text]))""",
        kind,
    )
    return found


def brought(page: Page, site: Server) -> None:
    """A table with a deal that is over, in which the reader has given something away."""
    widget = dealt("konter-a-matt", 11, "player=random")
    play_out(widget, random.Random(11))
    log = [widget.log[0], "terms player=random", *widget.log[1:]]
    page.goto(f"{site.url}mistakes/")
    expect(page.locator(".kp-mistakes [data-empty]")).to_be_visible()
    text = page.evaluate("log => JSON.stringify(log)", log)
    page.evaluate(STORE, [f"log/{site.path}{TABLE}#table", text])
    page.goto(f"{site.url}{TABLE}")


def test_a_mistake_is_kept_solved_saved_and_removed(page: Page, site: Server, tmp_path: Path) -> None:
    brought(page, site)
    mark = page.locator(".kp-mark-puzzle")
    expect(mark).to_have_attribute("aria-pressed", "true")
    assert len(kept(page, "mistake")) == 1, "it is stored by itself"
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "false")
    assert kept(page, "mistake") == {}
    page.reload()
    expect(mark).to_have_attribute("aria-pressed", "false")
    assert kept(page, "mistake") == {}, "what was taken away stays away"
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    page.goto(f"{site.url}mistakes/")
    place = f"{site.path}mistakes/#"
    (name,) = kept(page, "mistake")
    id_ = name.removeprefix(place)
    page.evaluate(STORE, [f"mistake/{place}rubbish", "{"])
    page.evaluate(STORE, [f"mistake/{place}<b>", kept(page, "mistake")[name]])
    page.set_viewport_size({"width": 360, "height": 740})
    page.reload()
    cover = page.locator(".kp-cover")
    expect(cover).to_have_count(1)
    page.evaluate(AXE)
    assert page.locator(".kp-mistakes").evaluate(RUN) == []
    cover.locator("a").click()
    file = page.evaluate("text => JSON.parse(text).puzzle", kept(page, "mistake")[name])
    kind = open_puzzle(read(file, id_))
    assert isinstance(kind, ReachGoal)
    expect(page.locator(".kp-own-page h1")).to_have_text(kind.puzzle.title)
    expect(page.locator(".kp-question")).to_contain_text(kind.puzzle.story)
    assert page.locator(".kp-mistakes").evaluate(RUN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wrong = next(action for action in kind.state.plays() if action not in kind.key)
    page.locator(f"[data-do='play {kind.turn} {wrong}']").first.click()
    page.locator("[data-do=back]:not([aria-disabled])").first.click()
    page.locator("[data-do=solution]").click()
    expect(page.locator(".kp-say")).not_to_contain_text("Try any card")
    page.reload()
    page.locator(".kp-own-page .kp-table").wait_for()
    page.locator(".kp-shelfmark a").click()
    expect(cover.locator(".kp-state")).to_have_text("tried")

    saved = taken_out(page, site, tmp_path)
    page.goto(f"{site.url}mistakes/")
    expect(page.locator(".kp-mistakes [data-empty]")).to_be_visible()
    brought_back(page, site, saved)
    page.goto(f"{site.url}mistakes/")
    expect(cover).to_have_count(1)
    assert set(kept(page, "mistake")) == {name}, "what cannot be a puzzle was not read"
    for label in ("Remove", "Yes, remove"):
        page.get_by_role("button", name=f"{label}:").click()
    expect(page.locator(".kp-mistakes [data-empty]")).to_be_visible()
    assert [*kept(page, "mistake"), *kept(page, "solved")] == []
    assert not any("mistakes" in each for each in kept(page, "log"))
    assert complaints(page) == []
