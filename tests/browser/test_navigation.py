"""Tabs and chapter: in view while a page scrolls, within one tap, and closed by Escape."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1366, "height": 768}
PAGES = ("doppelkopf/rules/", "doppelkopf/play/", "doppelkopf/learn/", "doppelkopf/puzzles/eighty-nine/")


def is_in_window(part: Locator, size: ViewportSize) -> bool:
    box = part.bounding_box()
    return (
        box is not None
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("address", PAGES)
def test_chapter_opens_with_one_tap_after_scrolling(
    page: Page, site: Server, size: ViewportSize, address: str
) -> None:
    page.set_viewport_size(size)
    page.goto(site.url + address)
    page.evaluate("scrollTo(0, 500)")
    summary = page.locator(".kp-chapter > summary")
    assert is_in_window(summary, size)
    summary.click()
    more = page.get_by_text("More pages", exact=True)
    for name in ("Learn", "Play", "Puzzles", "Rules", "History", "Lesson plan"):
        if name == "Lesson plan" and size is PHONE:  # folded, as are all but the main pages
            more.click()
        link = page.locator(".kp-chapter nav a", has_text=name).first
        assert is_in_window(link, size), name
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= (44 if size is PHONE else 40)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.keyboard.press("Escape")
    expect(page.locator(".kp-chapter nav")).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    if size is DESK:
        page.mouse.click(size["width"] / 2, size["height"] - 5)
    else:  # the list may cover the page
        summary.click()
    expect(page.locator(".kp-chapter nav")).to_be_hidden()
    assert complaints(page) == []


def test_tabs_stay_in_view_and_lead_on(page: Page, site: Server) -> None:
    page.set_viewport_size(DESK)
    page.goto(f"{site.url}doppelkopf/rules/")
    page.evaluate("scrollTo(0, 2000)")
    tabs = page.locator(".md-tabs a")
    assert all(is_in_window(each, DESK) for each in tabs.all())
    tabs.filter(has_text="Play").click()
    expect(page.locator("h1")).to_have_text("Play¶")
    expect(page.locator(".md-tabs__item--active")).to_have_text("Play")
    expect(page.locator(".kp-chapter > summary")).to_have_text("Play")


def test_chapter_follows_the_page(page: Page, site: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site.url}doppelkopf/rules/")
    page.locator(".kp-chapter > summary").click()
    page.get_by_text("More pages", exact=True).click()
    page.locator(".kp-chapter nav a", has_text="Glossary").click()
    expect(page.locator("h1")).to_contain_text("glossary")
    expect(page).to_have_title("Glossary · Doppelkopf · Kontrapunkt")
    page.locator(".kp-chapter > summary").click()
    expect(page.locator(".kp-chapter a[aria-current]")).to_have_text("Glossary")
    expect(page.locator(".kp-chapter a[aria-current]")).to_be_visible()


def test_phone_drawer_lists_tabs_and_games(page: Page, site: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{site.url}doppelkopf/play/")
    page.evaluate("scrollTo(0, 500)")
    page.locator(".md-header label[for=__drawer]").click()
    for name in ("Games", "Kontraspiel", "Learn", "Your progress", "For teachers"):
        link = page.locator(".md-nav--primary").get_by_role("link", name=name, exact=True)
        expect(link).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_play_is_two_clicks_from_any_page(page: Page, site: Server, size: ViewportSize) -> None:
    """Chapter, Play: there a card or a bid can be pressed without a third."""
    page.set_viewport_size(size)
    for address in ("kontra/rules/", "kontra/history/", "kontra/learn/", "kontra/puzzles/eighteen-twenty/"):
        page.goto(site.url + address)
        page.locator(".kp-chapter > summary").click()
        page.locator(".kp-chapter nav a", has_text="Play").first.click()
        expect(page).to_have_url(f"{site.url}kontra/play/")
        first = page.locator("#kp-table").locator(".kp-playable, .kp-deed").first
        expect(first).to_be_in_viewport(ratio=0.5)
    first.click()
    expect(page.locator("#kp-table [data-do=back]")).to_be_visible()  # in place of the settings
    assert complaints(page) == []


def test_link_with_state_opens_its_step(page: Page, site: Server) -> None:
    """In the page to which the theme goes in place, and on the same page."""
    page.goto(f"{site.url}ristiklappi/strategy/")
    page.get_by_role("link", name="open the third trick").click()
    example = page.locator("#kp-whole-deal")
    expect(example.locator(".kp-position")).to_have_text(re.compile("^card 9 of"))
    page.goto(f"{site.url}ristiklappi/cleaning-hand/")
    page.get_by_role("link", name="11", exact=True).first.click()
    hand = page.locator("#kp-cleaning-hand")
    expect(hand.locator(".kp-position")).to_have_text(re.compile("^card 9 of"))
    expect(hand).to_be_in_viewport()
    assert complaints(page) == []
