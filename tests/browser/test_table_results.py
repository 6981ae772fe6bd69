"""The end of a deal, and a reader's results at a table: saved, read and deleted with the rest."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.own_data import brought_back, taken_out
from tests.browser.server import Server
from tests.browser.test_stage import stage
from tests.browser.test_table import AT_ONCE, NEXT, due, played_out, sat_down
from tests.engine.test_table_widget import dealt, let_play

from kontrapunkt.render.markup import CONTENTS

__all__ = ["stage"]

ENDS = ("doppelkopf", "konter-a-matt", "ristikontra")
"""Games with many lines of points, with a slate, and with three decisions that mattered."""


def played_for_me(page: Page, *, alone: bool) -> None:
    """Plays a deal to its end: by one's own cards, or the computer plays them."""
    page.locator("[data-do=deal], [data-do=next]").first.click()
    if not alone:
        due(page)
        page.locator(".kp-more-button").click()
        page.locator("[data-do=finish]").click()
    else:
        doable = page.locator(".kp-playable, .kp-deed").first
        played_out(page, lambda: doable.dispatch_event("click", timeout=AT_ONCE))
    page.locator(NEXT).wait_for()


def test_results_are_shown_below_table_and_stored(page: Page, site: Server, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sat_down(page, site, "konter-a-matt")
    results = page.locator(".kp-results tbody tr")
    played_for_me(page, alone=True)
    expect(results).to_have_count(1)
    expect(results.first.locator("td").first).to_have_text("1")
    expect(results.first.locator("th")).to_contain_text("any legal card")
    told = results.first.inner_text()
    played_for_me(page, alone=False)
    assert results.first.inner_text() == told, "what the computer played counts for nobody"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    saved = taken_out(page, site, tmp_path)
    page.goto(f"{site.url}konter-a-matt/play/")
    expect(results).to_have_count(0)
    brought_back(page, site, saved, times=2)  # twice read is once counted
    page.goto(f"{site.url}konter-a-matt/play/")
    expect(results).to_have_count(1)
    assert results.first.inner_text() == told
    assert complaints(page) == []


@cache
def end_of_deal(game: str) -> tuple[str, str, str]:
    """Return the last decision of a deal, its end and a decision that mattered, each as a frame."""
    widget, chance = dealt(game, 11, "player=random"), Random(11)
    let_play(widget)
    while not widget.ended:
        before = widget.frame().html
        widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
        let_play(widget)
    while widget.thinking:
        widget.think(1000)
    assert widget.open_session.review
    (first, *_) = widget.open_session.review.decisive()
    return before, widget.frame().html, widget.send(f"moment {first.step}")[-1].html


def shown(page: Page, html: str, size: tuple[int, int]) -> None:
    """Shows a frame at the table of a page."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(
        """([html, parts]) => {
          const widget = document.querySelector("#kp-table");
          const body = widget.querySelector(".kp-body");
          const has = (name) => body.getElementsByClassName(`kp-${name}`).length;
          body.innerHTML = html;
          widget.dataset.live = "";
          widget.dataset.has = parts.filter(has).join(" ");
          scrollTo(0, 0);
        }""",
        [html, [*CONTENTS]],
    )


TOLD = """() => {
  const seen = (each) => each.checkVisibility();
  const lines = [...document.querySelectorAll(".kp-end .kp-account li")];
  const notice = [...document.querySelectorAll(".kp-end-further")].filter(seen);
  const end = document.querySelector(".kp-end").getBoundingClientRect();
  const last = [...document.querySelectorAll(".kp-end :is(li, p)")].filter(seen);
  return {
    lines: lines.length,
    seen: lines.filter(seen).length,
    below: notice.map((each) => Number(each.textContent.match(/\\d+/)[0])),
    spare: end.bottom - Math.max(...last.map((each) => each.getBoundingClientRect().bottom)),
    words: [...document.querySelectorAll(".kp-moment")].filter(
      (each) => [...each.querySelectorAll(".kp-moment-words")].filter(seen).length !== 1).length,
    sideways: document.documentElement.scrollWidth > innerWidth,
  };
}"""
"""Lines of the result, those seen and told to be below; free height of the felt; decisions without words."""


@pytest.mark.parametrize(
    "size",
    [(1366, 768), (1920, 1080), (768, 1024), (844, 390), (640, 400), (320, 256), (390, 844), (360, 740)],
    ids=str,
)
@pytest.mark.parametrize("game", ENDS)
def test_no_line_of_result_is_missing_unnoticed(
    stage: Callable[[str], Page], game: str, size: tuple[int, int]
) -> None:
    """A line is left out only in a narrow window whose felt is full, which says how many are below."""
    page = stage(f"{game}/play/")
    shown(page, end_of_deal(game)[1], size)
    told = page.evaluate(TOLD)
    assert told["seen"] + sum(told["below"]) == told["lines"]
    assert told["seen"] > 0
    if told["below"]:
        assert size[0] <= 640
        assert told["spare"] < 100 or size[1] < 700  # the room of two lines
        expect(page.locator(".kp-every-line")).to_be_visible()
    assert not told["words"]
    assert not told["sideways"]


@pytest.mark.parametrize(
    "size", [(1366, 768), (1920, 1080), (768, 1024), (844, 390), (390, 844), (360, 740)], ids=str
)
@pytest.mark.parametrize("game", ENDS)
def test_next_deal_stays_where_it_was_in_play(
    stage: Callable[[str], Page], game: str, size: tuple[int, int]
) -> None:
    page = stage(f"{game}/play/")
    places = []
    for html in end_of_deal(game):
        shown(page, html, size)
        box = page.locator(".kp-solving [data-do=next]").bounding_box()
        assert box
        places.append(box["y"])
    assert max(places) - min(places) < 8


def test_score_is_between_message_and_buttons(stage: Callable[[str], Page]) -> None:
    page = stage("konter-a-matt/play/")
    shown(page, end_of_deal("konter-a-matt")[1], (1366, 768))
    said, score, row = (
        page.locator(f"#kp-table {each}").bounding_box()
        for each in (".kp-say", ".kp-end-score", ".kp-solving")
    )
    assert said
    assert score
    assert row
    assert said["y"] + said["height"] < score["y"] < score["y"] + score["height"] < row["y"]
    assert said["x"] == score["x"] == row["x"]
    icons = page.locator(".kp-controls .kp-more-button").bounding_box()
    assert icons
    assert icons["y"] == row["y"]
    table = page.get_by_role("table", name="Lines on the slate: fewer is better")
    expect(table.get_by_role("columnheader")).to_have_text(["This deal", "Total"])
    expect(table.get_by_role("rowheader")).to_have_text(["Your side", "East–West"])
