"""Live cells in Chromium: what the build printed comes out again, errors have a line, a loop is stopped."""

import json
import time

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

LESSONS = ("counting-and-chance/", "how-a-solver-thinks/", "style/")
STOPPED_WITHIN = 2.0  # seconds


def cell(page: Page, id: str) -> Locator:
    return page.locator(f"#kp-{id}")


def run(one: Locator) -> Locator:
    """Runs a cell to its end; answers what came out."""
    one.get_by_role("button", name="Run").click()
    expect(one.get_by_role("button", name="Run")).to_be_visible(timeout=120_000)  # it says Stop at once
    print("The cell says:", one.locator(".kp-cell-state").inner_text())  # read where a test fails
    return one.locator(".kp-cell-out")


@pytest.mark.heavy("runs the cells of three pages, each with a Python of its own")
def test_lesson_cells_give_same_output_as_the_build(page: Page, site: Server) -> None:
    for address in LESSONS:
        page.goto(f"{site.url}{address}")
        plain = page.locator(".kp-cell:not([data-check])")
        built = [one.locator(".kp-cell-out > :not(.kp-cell-built)").all_inner_texts() for one in plain.all()]
        last = plain.last
        last.scroll_into_view_if_needed()
        run(last)
        assert last.locator(".kp-cell-state").inner_text() == ""
        assert page.locator(".kp-cell-built").count() == page.locator(".kp-cell[data-check]").count()
        again = [one.locator(".kp-cell-out > *").all_inner_texts() for one in plain.all()]
        assert again == built
        assert complaints(page) == []


def test_bars_are_drawn_on_phone_and_paper(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}style/")
    bar = page.locator("table.kp-bars td.kp-bar").first
    expect(bar).to_be_visible()
    page.emulate_media(media="print")
    expect(bar).to_be_visible()


def test_cell_is_edited_run_stopped_saved_and_reset(page: Page, site: Server) -> None:
    page.goto(f"{site.url}style/")
    one, area = cell(page, "style-cell"), cell(page, "style-cell").locator("textarea")
    written, came = area.input_value(), one.locator(".kp-cell-out").inner_text()

    # typing: Enter keeps the indentation, Escape and Tab lead out
    area.press("Control+a")
    page.keyboard.type("def f(n):")
    page.keyboard.press("Enter")
    page.keyboard.type("return 1 / n")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("f(0)")
    assert area.input_value() == "def f(n):\n    return 1 / n\nf(0)"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(one.get_by_role("button", name="Run")).to_be_focused()

    # an error names its line, and leads to it
    out = run(one)
    expect(out).to_contain_text("ZeroDivisionError: division by zero")
    line = out.locator(".kp-cell-line")
    expect(line).to_have_text("Line 2:")
    line.click()
    assert (
        area.evaluate("(each) => each.value.slice(each.selectionStart, each.selectionEnd)")
        == "    return 1 / n"
    )

    # an endless loop: what it prints is seen at once, and it is stopped in time
    loop = "print('begun')\nwhile True:\n    pass"
    area.fill(loop)
    area.press("Control+Enter")
    stop = one.get_by_role("button", name="Stop")
    expect(out).to_have_text("begun")
    started = time.monotonic()
    stop.click()
    expect(one.get_by_role("button", name="Run")).to_be_visible()
    assert time.monotonic() - started < STOPPED_WITHIN
    expect(one.locator(".kp-cell-state")).to_contain_text("Stopped")
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes('/cell/')).length") == 1

    # nothing is lost by a reload; Reset leads back and forth
    page.reload()
    expect(area).to_have_value(loop)
    one.get_by_role("button", name="Reset").click()
    expect(area).to_have_value(written)
    assert out.inner_text() == came
    one.get_by_role("button", name="Back to my code").click()
    expect(area).to_have_value(loop)
    area.fill("6 * 7")
    expect(run(one)).to_have_text("42")
    assert complaints(page) == []


def test_exercise_gives_verdict_and_ignores_storage_rubbish(page: Page, site: Server) -> None:
    page.goto(f"{site.url}style/")
    path = page.evaluate("location.pathname")
    key = f"kontrapunkt/1/cell/{path}#style-exercise"
    for rubbish in ("{", "[1]", json.dumps({"text": 5})):
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, rubbish])
        page.reload()
        expect(cell(page, "style-exercise").locator("textarea")).to_have_value("def double(n):\n    ...")
    one = cell(page, "style-exercise")
    expect(run(one)).to_have_text("Not yet: double(4) is 8, not None")
    one.locator("textarea").fill("def double(n):\n    return n + n")
    expect(run(one)).to_have_text("Right.")
    saved = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))
    assert saved == {"text": "def double(n):\n    return n + n"}
