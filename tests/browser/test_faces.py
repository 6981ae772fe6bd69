"""German-suited faces in the browser: the default of their games, French ones on request."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

RULES = "kontraspiel/rules/"
FRENCH = re.compile(r"of (clubs|spades|diamonds)")
GERMAN = re.compile(r"of (Acorns|Leaves|Bells)")


def test_french_suits_can_be_chosen_and_kept(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{RULES}")
    unter = page.locator(".kp-inline").first
    expect(unter).to_contain_text("Unter of Acorns", use_inner_text=True)
    expect(unter).not_to_contain_text("jack of clubs", use_inner_text=True)
    page.goto(f"{site.url}about/")
    page.get_by_label("French suits").check()
    page.goto(f"{site.url}{RULES}")
    expect(unter).to_contain_text("jack of clubs", use_inner_text=True)
    expect(unter).not_to_contain_text("Unter of Acorns", use_inner_text=True)
    page.goto(f"{site.url}about/")
    page.get_by_label("French suits").uncheck()
    assert complaints(page) == []


def test_german_suits_can_be_chosen(page: Page, site: Server) -> None:
    """Before the engine is there, and in what the engine draws."""
    examples = f"{site.url}koenigrufen-graden/examples/"
    example = page.locator(".kp[data-kp=example]").first
    hand = example.locator(".kp-hand").first
    page.goto(examples)
    expect(hand).to_contain_text(FRENCH, use_inner_text=True)
    expect(hand).not_to_contain_text(GERMAN, use_inner_text=True)
    page.goto(f"{site.url}about/")
    french, german = page.get_by_label("French suits"), page.get_by_label("German suits in games")
    french.check()
    german.check()
    expect(french).not_to_be_checked()
    page.goto(examples)
    expect(hand).to_contain_text(GERMAN, use_inner_text=True)
    example.get_by_role("button", name="Next").click()
    expect(example).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(hand).to_contain_text(GERMAN, use_inner_text=True)
    expect(hand).not_to_contain_text(FRENCH, use_inner_text=True)
    page.goto(f"{site.url}about/")
    german.uncheck()
    assert complaints(page) == []


def test_call_out_of_turn_and_turned_up_card(page: Page, site: Server) -> None:
    page.goto(f"{site.url}kontraspiel/examples/")
    ace = page.locator("#kp-ace")
    ace.scroll_into_view_if_needed()
    ace.get_by_role("button", name="Take the turn-up").click()
    ace.get_by_role("button", name="Put the king of Hearts away").click(timeout=60_000)
    ace.get_by_role("button", name="Out of turn").click()
    north = ace.get_by_role("group", name="North may")
    expect(north.get_by_role("button")).to_have_text(["Say “contra”"])
    ace.get_by_role("group", name="East may").get_by_role("button").click()
    expect(ace.locator(".kp-chip[data-status='contra']")).to_have_count(1)
    assert complaints(page) == []


def test_call_list_opens_over_table_and_closes(page: Page, site: Server) -> None:
    """By keyboard: it is one stop, and the calls of each seat are inside."""
    page.goto(f"{site.url}kontraspiel/examples/")
    first = page.locator("#kp-two-two-one")
    first.scroll_into_view_if_needed()
    first.get_by_role("button", name="Next").click()
    openers = first.locator(".kp-deeds-open")
    expect(openers).to_have_count(1, timeout=60_000)
    contra = first.locator("[data-do='play S say contra']")
    expect(contra).to_be_hidden()
    openers.focus()
    page.keyboard.press("Enter")
    expect(first.get_by_role("group", name="South may").get_by_role("button")).to_have_count(5)
    for _ in range(9):  # East's five calls, then South's
        page.keyboard.press("Tab")
    expect(contra).to_be_focused()
    page.keyboard.press("Enter")
    expect(first.locator(".kp-chip[data-status='contra']")).to_have_count(1)
    expect(first.locator(".kp-deeds-list:popover-open")).to_have_count(0)
    assert complaints(page) == []


FIGURE = """(face) => [...face.querySelectorAll("use")].some(
  (use) => use.checkVisibility() && /#kp-(g-)?[KQJ][CDHS]$/.test(use.getAttribute("xlink:href")))"""
"""True if the figure of a court is visible."""


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (390, 844), (844, 390), (640, 400)])
def test_court_shows_its_figure_at_every_size(page: Page, site: Server, size: tuple[int, int]) -> None:
    site.stalled.add("worker.js")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in ("", "ristiklappi/puzzles/two-bars/", "kontraspiel/play/"):
        page.goto(site.url + address)
        courts = page.locator(".kp-table .kp-card:is([data-key^=K], [data-key^=Q], [data-key^=J]) .kp-face")
        assert courts.count() > 1
        assert all(each.evaluate(FIGURE) for each in courts.all()), address
