"""The keys of a table for listeners, each pressed; its regions and headings; the way to it by keys."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.listening import Listener
from tests.browser.server import Server

ANSWERS = (
    ("t", "Last trick: |wins so far"),
    ("c", "^Your hand: .*; "),
    ("s", "^The stock is empty|tricks?,|^North–South"),
    ("w", "Your turn.$"),
    ("r", "^.*Your turn.\u00a0?$"),
    ("h", r"\w{3,}\.$"),
    ("l", "^Full: "),
    ("l", "^Brief: "),
    ("l", "^Normal: "),
    ("l", "^Full: "),
    ("?", "left arrow, right arrow: move from card to card. .*t, c, s, w, r: "),
)
"""Each key of a table, and what is heard after it."""


@pytest.fixture
def ear(page: Page, site: Server) -> Listener:
    """A listener at a table of Ristiklappi whose turn it is, three keys after the page was opened."""
    ear = Listener(page)
    ear.open(f"{site.url}ristiklappi/play/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#kp-table [data-do='deal']")).to_be_focused()
    ear.press("Return", "Your turn")
    expect(page.locator("#kp-table .kp-playable:focus")).to_be_visible()
    return ear


def test_each_key_of_a_table_answers(page: Page, ear: Listener) -> None:
    for key, wanted in ANSWERS:
        ear.press(key, wanted)
    page.keyboard.press("Escape")
    ear.press("f", "^The table fills the window")
    ear.press("f", "^The page is shown again")
    ear.press("Return", "Your turn")
    ear.press("BackSpace", "^You take back the ")
    ear.press("r", "^You take back the ")
    assert page.evaluate("document.activeElement.closest('#kp-table') !== null")
    page.reload()
    expect(page.locator(".kp-live")).to_contain_text("Your deal is still here.")
    page.locator("#kp-table .kp-playable").first.focus()
    ear.press("l", "^Brief: ")
    assert complaints(page) == []


def test_regions_and_headings_lead_through_a_table(page: Page, ear: Listener) -> None:
    table = page.get_by_role("region", name="The table")
    for name in ("The table", "Your hand", "The trick"):
        expect(table.get_by_role("heading", name=name, exact=True)).to_have_count(1)
    expect(page.locator(".md-search__options button").first).to_be_hidden()


def test_header_says_where_one_is_and_its_colours(page: Page, site: Server) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(site.url)
    assert page.title() == "Kontrapunkt"
    header = page.locator("header")
    for on, other in (("light", "dark"), ("dark", "light")):
        expect(header.get_by_title(f"Colours: {on}")).to_be_visible()
        expect(header.get_by_title(f"Colours: {other}")).to_be_hidden()
        header.get_by_title(f"Colours: {on}").click()
    expect(page.get_by_role("heading", name="¶")).to_have_count(0)
    expect(page.locator(".md-search__output")).to_be_hidden()


def test_arrow_keys_lead_along_bids(page: Page, site: Server) -> None:
    ear = Listener(page)
    ear.deal(f"{site.url}doppelkopf/play/")
    bids = page.locator("#kp-table .kp-bids .kp-deed")
    expect(bids.first).to_be_focused()
    for key, to in (("ArrowRight", 1), ("Home", 0), ("End", -1), ("ArrowLeft", -2)):
        page.keyboard.press(key)
        expect(bids.nth(to)).to_be_focused()
    page.keyboard.press("End")
    ear.press("ArrowRight", "nothing further in this direction")


@pytest.mark.parametrize("address", ["ristikontra/puzzles/deuce-first/", "ristikontra/examples/"])
def test_puzzle_and_example_tell_table_and_cards(page: Page, site: Server, address: str) -> None:
    ear = Listener(page)
    page.goto(site.url + address)
    page.locator(".kp[data-live] :is(.kp-card[data-focus], [data-do='next'])").first.focus()
    (table,) = ear.press("t", "Trick")
    assert " is to " in table
    seat, _, cards = ear.press("c", ":")[0].partition(": ")
    assert seat in ("North", "East", "South", "West")
    assert " of " in cards.removesuffix("\xa0")
    assert ear.press("r", ".") not in ([table], [f"{seat}: {cards}"])
