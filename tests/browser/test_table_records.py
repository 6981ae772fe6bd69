"""Records of a table in the browser: taken along, pasted, walked, played on; several people at one screen."""

import json
import re

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.browser.test_table import deal, due, finished_deal, log_of, play_one, sat_down

COPIED = "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }"


def taken(page: Page, way: str) -> str:
    """What a button of the record's list copies."""
    page.evaluate(COPIED)
    page.locator(".kp-more-button").click()
    page.locator("#table-records-open").click()
    page.locator(f"[data-ui={way}]").click()
    page.locator(".kp-notice").wait_for()
    found: str = page.evaluate("window.copied")
    return found


def test_record_is_exported_and_link_reveals_no_more(page: Page, site: Server) -> None:
    sat_down(page, site, "ristikontra")
    deal(page)
    due(page)
    play_one(page)
    text = taken(page, "copy")
    assert re.search(r"^N: \? \?", text, re.MULTILINE)
    assert re.search(r"^S: \w\w", text, re.MULTILINE)
    link = taken(page, "share")
    assert "record." in link
    assert "deal." not in link
    page.locator(".kp-more-button").click()
    page.locator("#table-records-open").click()
    with page.expect_download() as download:
        page.locator("[data-ui=save]").click()
    assert download.value.suggested_filename == "ristikontra.record"
    assert download.value.path().read_text("utf-8") == text
    own = log_of(page)
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".kp-say")).to_contain_text("hides cards")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".kp-position")).not_to_be_empty()
    expect(page.locator("[data-do=on]")).to_have_count(0)
    assert log_of(page) == own, "what one had begun oneself stays"
    assert complaints(page) == []


def test_record_is_pasted_browsed_and_played_on_phone(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sat_down(page, site, "ristikontra")
    deal(page)
    due(page)
    page.locator(".kp-more-button").click()
    page.locator("[data-do=open]").click()
    text = taken(page, "copy")
    page.locator(".kp-more-button").click()
    page.locator("[data-do=leave]").click()

    page.locator("#table-bring-open").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.insert_text(text.replace("[Deal]", "[Deel]"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".kp-record-problem")).to_contain_text("line")
    field = page.locator("#table-paste")
    assert "[Deel]" in field.input_value(), "what was pasted stays"
    field.fill(text)
    page.locator("[data-do=record]").press("Enter")
    page.locator("[data-do=on]").wait_for()
    page.locator(".kp-say").focus()
    page.keyboard.press("Home")
    expect(page.locator(".kp-position")).to_contain_text("step 0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".kp-position")).to_contain_text("step 1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-do=on]").press("Enter")
    due(page)
    log = json.dumps(log_of(page))
    assert "record " in log
    assert '"on ' in log
    page.reload()
    due(page)
    assert complaints(page) == []


def test_four_people_at_one_screen_by_keyboard(page: Page, site: Server) -> None:
    sat_down(page, site, "ristikontra")
    page.locator("#table-settings-open").click()
    for seat in "NEW":  # all play: in the first trick, nobody plays twice
        page.locator(f"[data-do='join {seat}']").press("Enter")
        expect(page.locator(f"[data-do='join {seat}']")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"[data-do='join {seat}']")).to_be_focused()
    page.keyboard.press("Escape")
    deal(page)
    for way in ("mouse", "key", "mouse"):
        show = page.locator("#table-show")
        show.wait_for()
        who = re.sub(r".*is (\w+).s turn.*", r"\1", show.inner_text())
        expect(page.locator(".kp-seat .kp-card:not(.kp-hidden)")).to_have_count(0)
        if way == "key":
            page.locator(".kp-say").focus()
            page.keyboard.press("ArrowDown")
            expect(show).to_be_focused()
            page.keyboard.press("Enter")
        else:
            show.click()
        due(page)
        expect(page.locator("[data-place=foot] .kp-seat-name")).to_contain_text(who)
        expect(page.locator(".kp-seat:not([data-place=foot]) .kp-card:not(.kp-hidden)")).to_have_count(0)
        if way == "key":
            expect(page.locator(".kp-playable").first).to_be_visible()
            while not page.evaluate("document.activeElement.matches('.kp-playable')"):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        else:
            page.locator(".kp-playable").first.click()
    page.locator("#table-show").wait_for()
    page.reload()
    page.locator("#table-show").wait_for()
    expect(page.locator(".kp-seat .kp-card:not(.kp-hidden)")).to_have_count(0)
    assert complaints(page) == []


def test_shared_deal_is_played_and_compared(page: Page, site: Server) -> None:
    """The other sees nothing of the play before, and then both, trick by trick."""
    finished_deal(page, site)
    link = taken(page, "share")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".kp-say")).to_contain_text("Somebody has played this deal")
    expect(page.locator(".kp-seat:not([data-place=foot]) .kp-card:not(.kp-hidden)")).to_have_count(0)
    page.locator("[data-do=again]").click()
    due(page)
    page.locator(".kp-more-button").click()
    page.locator("[data-do=finish]").click()
    compared = page.locator(".kp-compared-play")
    expect(compared).to_have_count(2)
    expect(compared.nth(1)).to_contain_text("The other play")
    expect(compared.nth(1)).to_contain_text("Your side wins: 1 line erased")
    for play in compared.all():
        expect(play.locator(".kp-record li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(page) == []
