"""From puzzle to puzzle: what comes next, the puzzle of the day, and what is kept of the days."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import brotli
import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

NOON = "2026-11-22T12:00:00"
DAY = 20779
"""The day of that noon, counted from 1 January 1970."""

TWO_DAYS = re.compile(r"^Solved today. Solved 2 days in a row. 1 of \d+ puzzles solved.$")

OF_DAY = """async ([day, days]) => {
  const place = document.querySelector('script[src*="assets/kontrapunkt/site-"]').src.replace('main.js', '');
  const { loadIndex, ofDay } = await import(place + 'common.js');
  const { puzzles } = await loadIndex();
  return days.map((step) => ofDay(puzzles, day + step).url);
}"""


@pytest.fixture
def today(page: Page, site: Server) -> str:
    """The address of the puzzle of a day that does not pass."""
    page.clock.set_fixed_time(NOON)
    page.goto(site.url)
    found: str = page.locator(".kp-day-link").get_attribute("href") or ""
    return found


def listed(built_site: Path) -> list[dict[str, Any]]:
    found = json.loads((built_site / "assets/puzzles.json").read_text("utf-8"))
    return list(found["puzzles"])


def test_every_puzzle_for_newcomers_has_its_day(page: Page, site: Server, built_site: Path) -> None:
    """They are played out at a table, not too hard, and neighbours differ."""
    puzzles = [each for each in listed(built_site) if each["kind"] == "play" and each["difficulty"] <= 3]
    page.goto(site.url)
    days = page.evaluate(OF_DAY, [DAY, [*range(len(puzzles))]])
    assert sorted(days) == sorted(each["url"] for each in puzzles)
    games = [url.partition("/")[0] for url in days]
    alike = sum(one == other for one, other in pairwise(games))
    assert alike < len(puzzles) / 4
    assert page.evaluate(OF_DAY, [DAY, [0, 1]]) == days[:2]


def test_solved_day_counts_and_is_exported(page: Page, site: Server, today: str, tmp_path: Path) -> None:
    yesterday = json.dumps({str(DAY - 1): "ristiklappi/puzzles/#two-bars"})
    page.evaluate("(days) => localStorage.setItem('kontrapunkt/1/days', days)", yesterday)
    page.goto(today)
    widget = page.locator(".kp[data-live]")
    id = (widget.get_attribute("id") or "").removeprefix("kp-")
    page.evaluate(
        """([shelf, id]) => {
          const log = ['kontrapunkt 1 0.1.0 puzzle', 'solved 5'];
          localStorage.setItem(`kontrapunkt/1/log/${shelf}#${id}`, JSON.stringify(log));
        }""",
        [today.removeprefix(site.url.rstrip("/")).removesuffix(f"{id}/"), id],
    )
    page.wait_for_function(  # what listens is loaded by and by
        """(day) => {
          document.dispatchEvent(new Event('kp:log'));
          return day in JSON.parse(localStorage.getItem('kontrapunkt/1/days'));
        }""",
        arg=DAY,
    )
    page.goto(site.url)
    expect(page.locator(".kp-day-count")).to_have_text(TWO_DAYS)
    page.locator("[data-kp-day] summary").click()
    calendar = page.locator(".kp-calendar a")
    expect(calendar).to_have_count(31)
    expect(page.locator(".kp-calendar a[data-state=day]")).to_have_count(2)
    expect(calendar.last).to_have_attribute("href", today)
    page.goto(f"{site.url}about/")
    with page.expect_download() as saved:
        page.click("text=Save as a file")
    saved.value.path().rename(tmp_path / "data.json")
    page.click("text=Delete all")
    page.click("text=Yes, delete all")
    assert page.evaluate("localStorage.getItem('kontrapunkt/1/days')") is None
    page.set_input_files("[data-kp-data] input[type=file]", tmp_path / "data.json")
    expect(page.locator("[data-kp-data] .kp-notice")).to_contain_text("Positions and results read: ")
    page.goto(site.url)
    expect(page.locator(".kp-day-count")).to_have_text(TWO_DAYS)
    assert complaints(page) == []


def test_onward_links_skip_solved_puzzles_across_games(page: Page, site: Server, built_site: Path) -> None:
    puzzles = listed(built_site)
    here = next(each for each in puzzles if each["url"].endswith("/two-bars/"))
    page.goto(site.url + here["url"])
    ways = page.locator(".kp-onward li")
    expect(ways).to_have_count(3 + len(here["themes"]))
    fits = ways.first.locator("a")
    before = fits.get_attribute("href")
    first = next(each for each in puzzles if site.url + each["url"] == before)
    assert (first["game"], first["difficulty"]) == (here["game"], here["difficulty"])
    page.evaluate(
        """([shelf, id]) => {
          const log = JSON.stringify(['kontrapunkt 1 0.1.0 puzzle', 'solved 5']);
          localStorage.setItem(`kontrapunkt/1/solved//${shelf}#${id}`, log);
          document.dispatchEvent(new Event('kp:log'));
        }""",
        [first["shelf"], first["id"]],
    )
    expect(fits).not_to_have_attribute("href", before or "")
    alike = ways.nth(1).locator("a").get_attribute("href") or ""
    assert next(each for each in puzzles if site.url + each["url"] == alike)["kind"] == here["kind"]
    ways.nth(1).locator("a").click()
    expect(page.locator(".kp[data-kp=puzzle]")).to_be_visible()
    assert page.url == alike


def test_next_puzzle_stands_beside_the_verdict(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristikontra/puzzles/out-of-the-dark/")
    widget = page.locator(".kp")
    expect(widget.locator(".kp-next-puzzle")).to_have_count(0)
    widget.get_by_role("button", name="East", exact=True).click()
    onward = widget.locator(".kp-next-puzzle")
    expect(onward).to_have_text("Next puzzle")
    expect(onward).to_be_in_viewport()
    onward.click()
    page.wait_for_url(f"{site.url}ristikontra/puzzles/*/")
    assert "out-of-the-dark" not in page.url
    assert complaints(page) == []


def test_the_first_table_answers_like_a_puzzle(page: Page, site: Server) -> None:
    page.goto(site.url)
    widget = page.locator("#kp-turn-it-round")
    said = widget.locator(".kp-say")
    widget.locator("#turn-it-round-AD").click()
    expect(said).to_contain_text("An ace beats nothing")
    expect(said).to_contain_text("West leads")
    widget.get_by_role("button", name="Take back").click()
    widget.locator("#turn-it-round-KC").click()
    expect(said).to_contain_text("South is to lead.")
    widget.locator("#turn-it-round-7H").click()
    expect(said).to_contain_text("North is to play.")
    widget.locator("#turn-it-round-7S").click()
    expect(said).to_contain_text("And that turns it round: 75 to 45.")
    assert complaints(page) == []


def test_a_shelf_is_light(page: Page, site: Server, built_site: Path) -> None:
    """What a browser asks for before a touch, but for the search, compressed as a good host sends it."""
    page.goto(f"{site.url}doppelkopf/puzzles/")
    expect(page.locator(".kp-count")).to_have_text(re.compile("puzzles$"))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.querySelectorAll('*').length") < 3000
    asked = {path for path in site.asked if "search" not in path}  # as `make bench-web` counts
    weights = {path: weight(built_site / path.lstrip("/")) for path in asked}
    assert sum(weights.values()) < 150_000, weights


def weight(path: Path) -> int:
    file = path / "index.html" if path.is_dir() else path
    return len(brotli.compress(file.read_bytes(), quality=5))
