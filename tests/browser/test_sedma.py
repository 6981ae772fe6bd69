"""The guest at a table in the browser: a whole deal, in which the reader goes on with a trick or stops."""

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.browser.test_table import AT_ONCE, NEXT, deal, due, played_out, sat_down


def test_deal_of_sedma_is_played_to_its_result(page: Page, site: Server) -> None:
    sat_down(page, site, "sedma")

    def act() -> None:
        stop = page.locator(".kp-deed", has_text="stop")
        (stop if stop.count() else page.locator(".kp-playable")).first.click(timeout=AT_ONCE)

    deal(page)
    due(page)
    played_out(page, act)
    expect(page.locator(f"#kp-table {NEXT}")).to_be_visible()
    expect(page.locator("#kp-table")).to_contain_text("card points")
    assert complaints(page) == []
