"""A table of Doppelkopf in the browser: of two equal cards the one that is meant goes, and focus goes on."""

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server


def test_either_of_two_equal_cards_can_be_played(page: Page, site: Server) -> None:
    """South has both jacks of clubs: the second is clicked and leaves the hand; focus goes to who is next."""
    page.goto(f"{site.url}style/")
    table = page.locator("#kp-style-parties")
    table.get_by_role("button", name="Back").click()
    jacks = table.locator("[data-place='foot'] [data-do='play S JC']")
    expect(jacks).to_have_count(2, timeout=60_000)
    meant = jacks.nth(1).element_handle()
    assert meant is not None
    jacks.nth(1).click()
    lying = table.locator(".kp-trick [data-key^='JC-S']")
    expect(lying).to_have_count(1)
    expect(jacks).to_have_count(1)
    assert lying.get_attribute("data-key") == "JC-S"
    assert not meant.evaluate("card => card.isConnected && card.closest('.kp-hand') !== null")
    expect(table.locator("[data-place='left'] .kp-card[data-focus]")).to_be_focused()
    ids = table.evaluate("e => [...e.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(ids) == len(set(ids))
    assert complaints(page) == []


def test_announcements_are_chosen_from_a_seats_own_list(page: Page, site: Server) -> None:
    page.goto(f"{site.url}style/")
    table = page.locator("#kp-style-parties")
    table.get_by_role("button", name="Back").click()
    table.get_by_role("button", name="South may").click(timeout=60_000)
    table.locator("[data-do='play S say kontra no 90']").click()
    expect(table.locator("[data-place='foot'] .kp-call")).to_have_text("Kontra, no 90")
    expect(table.locator(".kp-say")).to_contain_text("South says “Kontra, no 90”.")
    assert complaints(page) == []
