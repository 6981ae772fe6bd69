"""Bending a rule: an option opens, a choice shows what it changes, and a link leads to the example."""

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

OPTION = "#effects-must_beat"


def test_choice_shows_what_changes_and_leads_there(page: Page, site: Server) -> None:
    page.goto(f"{site.url}koenigrufen-graden/options/#bend-a-rule")
    option = page.locator(OPTION)
    panels = option.locator(".kp-effects-panel")
    expect(panels.first).to_be_hidden()
    option.locator("summary").click()
    expect(panels.first).to_be_visible()
    expect(panels.last).to_be_hidden()
    option.get_by_label("not in Bettler, Plauderer and Schurln").check()
    expect(panels.first).to_be_hidden()
    expect(panels.last).to_contain_text("deals")
    page.keyboard.press("ArrowUp")
    expect(option.get_by_label("in every contract")).to_be_checked()
    page.keyboard.press("ArrowDown")
    link = panels.last.get_by_role("link").first
    expect(link).to_be_visible()
    where = str(link.get_attribute("href"))
    link.click()
    expect(page.locator(f"[id='{where.partition('#')[2]}']").first).to_be_visible()
    assert complaints(page) == []
