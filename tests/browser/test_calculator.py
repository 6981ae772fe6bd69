"""Calculators in the browser: by mouse, by keyboard, with a link, and whole on a phone."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

from kontrapunkt.core.registry import OWN

PHONE = {"width": 360, "height": 740}
START = 60_000  # ms; a busy machine takes some to start Python
WHOLE = """() => [...document.querySelectorAll('.kp-form, .kp-say, .kp-controls')].every((part) => {
  const { left, right } = part.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && part.scrollWidth <= part.clientWidth + 1;
})"""
"""Whether nothing reaches beyond the window's sides."""


def said(page: Page, text: str) -> None:
    expect(page.locator("#kp-calculator .kp-say")).to_contain_text(text, timeout=START)


def test_by_mouse_by_keyboard_and_by_link(page: Page, site: Server) -> None:
    page.goto(f"{site.url}doppelkopf/calculator/")
    said(page, "Re (North and South) wins with 131 card points to 109")  # before Python is there
    page.get_by_role("group", name="Called by Re").get_by_role("button", name="no 90").click()
    said(page, "Kontra wins against North and South with 109 card points to 131")
    points = page.get_by_label("Card points of Re")
    points.fill("165")
    said(page, "the deal is worth 5")
    points.press("ArrowUp")
    said(page, "166 card points")
    expect(points).to_be_focused()
    points.fill("239")
    said(page, "No set of cards counts 239 card points.")
    expect(points).to_have_value("239")
    points.fill("166")
    fox = page.get_by_role("group", name="Foxes caught by Re").get_by_role("button", name="2")
    fox.focus()
    page.keyboard.press("Enter")
    said(page, "the deal is worth 7")
    expect(page.locator(".kp-account a", has_text="DK-S17")).to_have_count(2)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".kp-notice")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")
    other = page.context.new_page()
    other.goto(link)
    said(other, "the deal is worth 7")
    other.get_by_role("button", name="Clear the form").click()
    said(other, "131 card points to 109")
    assert complaints(page) == []


@pytest.mark.parametrize("game", sorted(OWN))
def test_on_a_phone(page: Page, site: Server, game: str) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{site.url}{game}/calculator/")
    assert page.evaluate(WHOLE)
    page.locator("#kp-calculator").evaluate("(widget) => widget.scrollIntoView()")
    expect(page.locator("#kp-calculator .kp-say")).to_be_in_viewport(ratio=1)
    expect(page.locator("#kp-calculator .kp-controls")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Rules of this table").click()
    expect(page.locator(".kp-terms-list")).to_be_in_viewport()
