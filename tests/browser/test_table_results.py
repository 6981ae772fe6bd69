"""What a reader has come to at a table: told below it, saved, read and deleted with all that is kept."""

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.own_data import brought_back, taken_out
from tests.browser.server import Server
from tests.browser.test_table import AT_ONCE, NEXT, due, played_out, sat_down


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
