"""The editor of positions in the browser: by mouse and by keyboard, and nothing is lost."""

import re

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

START = 60_000  # ms; a busy machine takes some to start Python
HANDS = {"N": "AD JC TH", "E": "JH 6H 4D", "S": "KH QC JD"}
FACTS = {"points": "NS 34 EW 31", "tricks": "NS 6 EW 4"}


def test_by_mouse_and_by_keyboard(page: Page, site: Server) -> None:
    page.goto(f"{site.url}editor/")
    says = page.locator("#kp-editor .kp-say")
    expect(says).to_contain_text("Choose where a card goes")
    page.locator("[data-do='to W']").click()
    for card in ("AH", "TS"):
        page.locator(f"[data-do='put {card}']").click()
    expect(page.locator("#editor-W")).to_have_value("AH TS", timeout=START)
    page.locator("[data-do='put 3C']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#editor-W")).to_have_value("AH TS 3C")
    for key, cards in {**HANDS, "stock": "-", **FACTS}.items():
        page.locator(f"#editor-{key}").fill(cards)
    page.locator("[data-do='set lead W']").click()
    expect(says).to_contain_text("This position is possible.")
    expect(page.locator(".kp-lists")).to_contain_text("ten of spades")  # what it is worth
    page.get_by_role("button", name="Show the table").click()
    expect(page.locator("#kp-editor .kp-table .kp-hand .kp-card")).to_have_count(12)
    page.get_by_role("button", name="Back to the form").click()
    page.get_by_role("button", name="Make a puzzle").click()
    expect(page.locator("#editor-out-puzzle")).to_have_value(re.compile(r'^kind = "play"'))
    file = page.locator("#editor-out-puzzle").input_value()
    page.get_by_role("button", name="Clear the form").click()
    expect(page.locator("#editor-N")).to_have_value("")
    page.get_by_role("button", name="Open a record").click()
    page.locator("#editor-paste").fill(file)
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator("#editor-N")).to_have_value("AD JC TH")
    page.keyboard.press("Escape")
    page.locator("#editor-N").fill("AD AH TH")
    expect(says).to_contain_text("AH")
    page.reload()
    expect(page.locator("#editor-N")).to_have_value("AD AH TH", timeout=START)
    assert complaints(page) == []
