"""The hand of a table in play: a fan along which keys go, and of which a touch meets the right card."""

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.browser.test_table import due, log_of, sat_down, until

HAND = "#kp-table .kp-playing [data-place=foot] > .kp-hand > .kp-card"

TOUCH = """(card) => card.dispatchEvent(
  new PointerEvent("click", { pointerType: "touch", bubbles: true, cancelable: true, detail: 1 }))"""
"""A click as a finger makes it."""


def test_arrows_move_along_hand_and_backspace_undoes(page: Page, site: Server) -> None:
    sat_down(page, site, "ristikontra")
    page.locator("[data-do=deal]").click()
    due(page)
    cards = page.locator(HAND)
    expect(cards.first).to_be_focused()  # the reader's turn has come
    held = cards.count()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(cards.first).to_be_focused()
    page.keyboard.press("Enter")
    due(page)
    page.keyboard.press("Backspace")
    expect(page.locator(HAND)).to_have_count(held)
    assert complaints(page) == []


def test_first_touch_of_narrow_strip_raises_card(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    sat_down(page, site, "doppelkopf")
    page.locator("[data-do=deal]").click()
    due(page)
    page.locator(".kp-bids [data-do='play S say healthy']").click()
    until(page, lambda: page.locator(f"{HAND}.kp-playable").count() > 0)
    card = page.locator(f"{HAND}.kp-playable:not(:last-of-type)").first
    box = card.bounding_box()
    assert box
    assert box["width"] < 23.5
    before = log_of(page)
    card.evaluate(TOUCH)
    expect(card).to_have_attribute("data-raised", "")
    assert log_of(page) == before
    card.evaluate(TOUCH)
    until(page, lambda: len(log_of(page)) > len(before))
    assert complaints(page) == []
