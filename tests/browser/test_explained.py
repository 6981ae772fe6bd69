"""The sentence of a rule or a term beside the link to it, which never takes a reader away by itself."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.chromium import complaints, listened
from tests.browser.conftest import profile
from tests.browser.server import Server

GAME = "doppelkopf/"
RULE = ".md-content a[href$='#DK-R12']"
BOX = ".kp-preview"


def test_rule_opens_under_the_pointer(page: Page, site: Server) -> None:
    page.goto(site.url + GAME)
    page.locator(RULE).first.hover()
    expect(page.locator(BOX)).to_contain_text("DK-R12")
    expect(page.locator(RULE).first).to_have_attribute("aria-describedby", "kp-preview-text")
    page.locator(f"{BOX} a").hover()  # it stays while the pointer is on it
    page.wait_for_timeout(600)
    expect(page.locator(BOX)).to_be_visible()
    page.mouse.move(5, 400)
    expect(page.locator(BOX)).to_have_count(0)
    assert complaints(page) == []


def test_press_keeps_reader_and_link_leads_on(page: Page, site: Server) -> None:
    page.goto(site.url + GAME)
    page.locator(RULE).first.click()
    expect(page.locator(BOX)).to_be_visible()
    expect(page).to_have_url(site.url + GAME)
    page.locator(f"{BOX} a").click()
    expect(page).to_have_url(f"{site.url}doppelkopf/rules/#DK-R12")
    expect(page.locator(BOX)).to_have_count(0)


def test_keys_open_enter_and_close_it(page: Page, site: Server) -> None:
    page.goto(site.url + GAME)
    link = page.locator(RULE).first
    link.focus()
    expect(page.locator(BOX)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(f"{BOX} a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_have_count(0)
    expect(link).to_be_focused()


@pytest.mark.parametrize("address", [GAME, "doppelkopf/history/", "ristiklappi/"])
def test_tap_opens_it_within_the_margins(browser: Browser, site: Server, address: str) -> None:
    size = {"width": 390, "height": 844}
    with profile(browser, viewport=size, has_touch=True, is_mobile=True) as context:
        page = listened(context.new_page())
        page.goto(site.url + address)
        links = page.locator(".md-content :is(.kp-foreign-term, a[href*='#DK-'], a[href*='#RL-']):visible")
        assert links.count() > 0
        for link in links.all()[:4]:
            link.scroll_into_view_if_needed()
            link.tap()
            box = page.locator(BOX)
            expect(box).to_be_visible()
            room = box.bounding_box()
            assert room is not None
            assert room["x"] >= 16
            assert room["x"] + room["width"] <= 390 - 16
            assert room["y"] >= 0
            assert room["y"] + room["height"] <= 844
            page.keyboard.press("Escape")
            expect(box).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.url == site.url + address


def test_term_shows_its_meaning(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristiklappi/")
    term = page.locator("a.kp-foreign-term", has_text="kusilappi").first
    for ask in (term.hover, term.focus):
        ask()
        expect(page.locator(BOX)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(BOX)).to_have_count(0)
    term.click()
    expect(page.locator(BOX)).to_contain_text("Open the glossary")
    expect(page.locator(BOX)).to_contain_text("worst loss")
