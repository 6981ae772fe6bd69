"""Worked cases with a stock, and whole deals: what the page says before and while it is searched."""

from playwright.sync_api import Locator, Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server


def widget(page: Page, site: Server, address: str, id: str) -> Locator:
    page.goto(f"{site.url}{address}")
    found = page.locator(f"#kp-{id}")
    expect(found).to_have_attribute("data-live", "")
    return found


def test_chance_decides_with_stock_then_keyboard_play_continues(page: Page, site: Server) -> None:
    before = widget(page, site, "kontra/examples/", "first-lead")
    expect(before.locator(".kp-outlook")).to_have_text("Chance decides while players still draw cards.")
    expect(before.locator("[data-do^='as ']")).to_have_count(0)
    case = page.locator("#kp-last-two")
    expect(case.locator(".kp-par")).to_contain_text("North’s card points: 28")
    expect(case.locator(".kp-par")).to_contain_text(
        "What each player can be sure of alone, against all others together."
    )
    assert not any("pyodide" in path for path in site.asked)
    case.locator(".kp-ahead-open").focus()
    page.keyboard.press("Enter")
    case.get_by_role("button", name="South", exact=True).focus()
    page.keyboard.press("Enter")
    expect(case.locator(".kp-say")).to_contain_text("South is to play.")
    expect(case.locator(".kp-ahead-open")).to_contain_text("South’s card points")
    expect(case.locator(".kp-outlook")).to_contain_text("South can be sure of 4 card points")
    assert complaints(page) == []


def test_whole_deal_is_searched_on_request_and_played(page: Page, site: Server) -> None:
    case = widget(page, site, "doppelkopf/examples/", "solo")
    outlook = case.locator(".kp-outlook")
    for _ in range(5):
        case.locator("[data-do=next]").click()
    expect(outlook).to_have_text("Not searched: with this many cards it takes minutes.")
    expect(case.locator(".kp-par")).to_contain_text("from trick 3 on")
    assert not any("pyodide" in path for path in site.asked)
    case.locator(".kp-ahead-open").click()
    expect(case.locator(".kp-ahead-list")).to_contain_text("South alone against North, East and West")
    case.locator("[data-do=look]").click()
    expect(outlook).to_contain_text("against all three others", timeout=120_000)
    expect(case.locator(".kp-par")).to_contain_text("from trick 1 on")
    page.reload()
    case.locator(".kp-ahead-open").click()
    expect(case.locator("[data-do=look]")).to_have_attribute("aria-pressed", "true")
    case.locator("[data-do='as S']").click()
    expect(case.locator(".kp-say")).to_contain_text("South is to play.", timeout=120_000)
    assert complaints(page) == []
