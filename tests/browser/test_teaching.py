"""The teachers' pages: what is asked on the board can be answered in a column of text."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import LAID_OUT
from tests.browser.server import Server
from tests.browser.test_tour import LAY_OUT

from kontrapunkt.core.registry import OWN

UNDER = """(puzzle) => {
  const boxes = (what) => [...puzzle.querySelectorAll(what)]
    .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
  const buttons = boxes('.kp-controls button');
  return boxes('.kp-choices .kp-choice').filter((a) => buttons.some((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""
"""How many answers lie under buttons of the table."""


@pytest.mark.parametrize("game", OWN)
def test_answers_keep_clear_of_the_buttons(page: Page, site: Server, game: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{site.url}{game}/teach/")
    page.evaluate(LAY_OUT, LAID_OUT)
    puzzles = page.locator(".kp-asks .kp-puzzle")
    expect(puzzles).not_to_have_count(0)
    for puzzle in puzzles.all():
        assert puzzle.evaluate(UNDER) == 0, puzzle.get_attribute("data-puzzle")
