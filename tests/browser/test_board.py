"""The board: what a teacher has below a widget in the whole window."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

TABLE = "#kp-style-parties"


def test_a_class_is_asked_before_it_is_told(page: Page, site: Server) -> None:
    """Words wait for a key, votes are counted by keys, time runs down, and the screen goes black."""
    page.clock.install()
    page.goto(f"{site.url}style/")
    widget = page.locator(TABLE)
    expect(widget).to_have_attribute("data-live", "")
    widget.locator("[data-ui=large]").focus()
    page.keyboard.press("f")
    desk = widget.get_by_role("toolbar", name="Board")
    expect(desk).to_be_in_viewport(ratio=1)

    page.keyboard.press("w")
    said = widget.locator(".kp-say > p")
    expect(said).to_be_hidden()
    page.keyboard.press("s")
    expect(said).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(widget.locator(".kp-position")).to_have_text("step 13 of 14")
    expect(said).to_be_hidden()
    page.keyboard.press("s")
    expect(said).to_be_visible()
    page.keyboard.press("w")
    page.keyboard.press("ArrowRight")
    expect(widget.locator(".kp-position")).to_have_text("step 14 of 14")
    expect(said).to_be_visible()

    page.keyboard.press("p")
    poll = widget.locator(".kp-poll")
    expect(poll).to_be_visible()
    rows = poll.locator("li")
    expect(rows.first.locator(".kp-poll-name")).to_contain_text("ten of hearts")  # West may play it
    for key in "1221122":
        page.keyboard.press(key)
    poll.get_by_role("button", name="Take back a vote for West’s ten of hearts").click()
    counts = poll.locator("input")
    assert [counts.nth(n).input_value() for n in range(2)] == ["2", "4"]
    bars = [rows.nth(n).locator(".kp-poll-bar") for n in range(3)]
    widths = [(bar.bounding_box() or {"width": 0})["width"] for bar in bars]
    assert widths[0] * 2 == pytest.approx(widths[1], abs=1)
    assert widths[2] < 4
    counts.first.fill("8")
    assert (bars[1].bounding_box() or {"width": 0})["width"] * 2 == pytest.approx(widths[1], abs=1)
    page.keyboard.press("Escape")  # leaves the field, and the whole window
    expect(desk).to_have_count(0)

    widget.locator("[data-ui=large]").focus()
    page.keyboard.press("f")
    expect(desk).to_be_in_viewport(ratio=1)
    page.keyboard.press("t")
    face = widget.get_by_role("timer")
    expect(face).to_have_text("2:00")
    page.clock.pause_at(page.evaluate("Date.now() + 1000") / 1000)
    widget.get_by_role("button", name="Half a minute less").click()
    page.keyboard.press("t")
    page.clock.run_for(30_000)
    expect(face).to_have_text("1:00")
    page.keyboard.press("t")
    page.clock.run_for(5_000)
    expect(face).to_have_text("1:00")
    page.keyboard.press("t")
    page.clock.run_for(61_000)
    expect(face).to_have_text("0:00")
    expect(page.locator(".kp-live")).to_have_text("Time is up.")

    page.keyboard.press(".")
    expect(page.locator(".kp-black")).to_be_in_viewport(ratio=1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".kp-black")).to_have_count(0)
    expect(widget.locator(".kp-position")).to_have_text("step 14 of 14")  # the key did no more
    page.keyboard.press("Escape")
    expect(widget).not_to_have_attribute("data-large", "")
    assert complaints(page) == []
