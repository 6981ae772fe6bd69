"""Tables in the browser: a whole deal of every game, and nothing lost on the way.

`make test` plays every game by mouse or by keyboard, in turn, but the one that other tests here play by
mouse; `make soak` plays every game by both.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import pytest
from playwright.sync_api import Page, TimeoutError, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

from kontrapunkt.core.registry import OWN

OTHERWISE = "ristikontra"
"""The game of the other tests: its deal is played by mouse, and out by the computer."""

BY_MOUSE, BY_KEYBOARD = (
    [
        pytest.param(game, marks=() if number % 2 == hand and game != OTHERWISE else pytest.mark.soak)
        for number, game in enumerate(sorted(OWN))
    ]
    for hand in (0, 1)
)

PATIENCE = 60  # seconds; a busy machine takes some to start Python

AT_ONCE = 800  # ms

MOST_CARDS = 48
"""Cards that may lie at a table at once, and some more."""

SOON_JUDGED = "konter-a-matt"
"""A game in which the review of a deal takes no second."""

OWN_HAND = "#kp-table .kp-seat[data-place=foot] .kp-hand"

NEXT = "[data-do=next]:not([aria-disabled])"

STANDS = f"""() => {{
  const body = document.querySelector('#kp-table .kp-body');
  if (body.querySelector('{NEXT}')) return 'over';
  const due = body.querySelector('.kp-playable, .kp-deed[data-focus], .kp-deeds-open[data-focus]');
  const said = body.querySelector('.kp-say');
  return due && (said.innerText.includes('Your turn') || said.matches('.kp-say-refusal')) ? 'due' : '';
}}"""
"""Whether the deal is `over`, or the reader `due` to do something, if after having been refused."""


AT_REST = """() => [
  document.activeElement.outerHTML.slice(0, 200),
  document.querySelector('#kp-table .kp-say')?.innerText,
  Object.entries(localStorage).find(([name]) => name.includes('/log/') && name.includes('#table'))?.[1],
]"""
"""What is focused, what the table says and its log, for whoever reads why nothing happens."""


def stands(page: Page) -> str:
    """How the table stands."""
    found: str = page.evaluate(STANDS)
    return found


def until(page: Page, reached: Callable[[], bool], act: Callable[[], None] = lambda: None) -> None:
    """Waits, and acts again and again, until something is reached; has time as long as something happens."""
    latest, log = monotonic(), log_of(page)
    while not reached():
        if (now := log_of(page)) != log:
            latest, log = monotonic(), now
        assert monotonic() - latest < PATIENCE, f"nothing more happens at the table: {page.evaluate(AT_REST)}"
        act()
        page.wait_for_timeout(30)


def played_out(page: Page, act: Callable[[], None]) -> None:
    """Plays to the end of the deal; what comes too late, as cards are still on their way, is done again."""

    def if_due() -> None:
        if stands(page) == "due":
            with suppress(TimeoutError):
                act()

    until(page, lambda: stands(page) == "over", if_due)


def due(page: Page) -> None:
    """Waits for the reader's turn."""
    until(page, lambda: stands(page) == "due")


def play_one(page: Page) -> None:
    """Presses the first card that may be played, and waits until it is the reader's turn again."""
    before = len(log_of(page))
    page.locator(".kp-playable").first.click()
    until(page, lambda: len(log_of(page)) > before and stands(page) == "due")


def sat_down(page: Page, site: Server, game: str) -> Page:
    """A table of a game with its first cards dealt, among swift players who play any card."""
    page.goto(f"{site.url}{game}/play/")
    page.locator("#kp-table[data-live]").wait_for()
    for wish in ("set pace swift", "set player random"):
        page.locator(f"[data-do='{wish}']").click()
        expect(page.locator(f"[data-do='{wish}']")).to_have_attribute("aria-pressed", "true")
    return page


def log_of(page: Page) -> list[str]:
    """What the browser keeps of the table."""
    kept = page.evaluate(
        """Object.entries(localStorage)
        .find(([name]) => name.includes('/log/') && name.includes('#table'))?.[1] ?? '[]'"""
    )
    found: list[str] = json.loads(kept)
    return found


@pytest.mark.parametrize("game", BY_MOUSE)
def test_a_deal_is_played_by_mouse(page: Page, site: Server, game: str) -> None:
    sat_down(page, site, game)

    def act() -> None:
        if page.locator(".kp-playable").count():
            page.locator(".kp-playable").first.click(timeout=AT_ONCE)
            return
        if page.locator(".kp-deeds-open[data-focus]").count() and not page.locator(":popover-open").count():
            page.locator(".kp-deeds-open[data-focus]").click(timeout=AT_ONCE)
        page.locator(".kp-deed").first.click(timeout=AT_ONCE)

    page.locator("[data-do=deal]").click()
    due(page)
    expect(page.locator(OWN_HAND)).to_be_in_viewport(ratio=0.95)
    played_out(page, act)
    expect(page.locator(".kp-account")).to_be_visible()
    expect(page.locator(".kp-scoresheet")).to_be_visible()
    if game == SOON_JUDGED:
        expect(page.locator(".kp-review")).to_contain_text("could be judged by what you could know")
    assert complaints(page) == []
    log = log_of(page)
    page.locator(NEXT).click()
    expect(page.locator(".kp-standing")).to_contain_text("Deal 2")
    assert log_of(page)[: len(log)] == log


@pytest.mark.parametrize("game", BY_KEYBOARD)
def test_deal_is_played_by_keyboard_on_phone(page: Page, site: Server, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sat_down(page, site, game)

    def act() -> None:
        if not page.evaluate("document.activeElement.closest('.kp-body') !== null"):
            page.locator(".kp-say").focus()
        if page.evaluate("document.activeElement.matches('.kp-deeds-open')"):
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        else:
            # to the first that may be played, past what others have shown; back from the last card
            for key in [*(["ArrowDown"] * MOST_CARDS), *(["ArrowUp"] * MOST_CARDS)]:
                if page.evaluate("document.activeElement.matches('.kp-playable, .kp-deed')"):
                    break
                page.keyboard.press(key)
            else:
                return
        page.keyboard.press("Enter")

    page.locator("[data-do=deal]").focus()
    page.keyboard.press("Enter")
    due(page)
    expect(page.locator(OWN_HAND)).to_be_in_viewport(ratio=0.95)
    played_out(page, act)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("n")
    expect(page.locator(".kp-standing")).to_contain_text("Deal 2")
    assert complaints(page) == []


def test_a_deal_outlives_the_page_and_the_worker(page: Page, site: Server) -> None:
    sat_down(page, site, OTHERWISE)
    page.locator("[data-do=deal]").click()
    due(page)
    page.locator(".kp-playable").first.click()
    until(page, lambda: len(log_of(page)) >= 6 and stands(page) == "due")
    before = page.locator(".kp-say").inner_text()
    log = log_of(page)
    page.reload()
    page.locator("#kp-table .kp-table").wait_for()
    due(page)
    assert log_of(page) == log
    assert page.locator(".kp-say").inner_text() == before
    page.evaluate("document.dispatchEvent(new Event('kp:kill'))")
    page.locator(".kp-playable").first.click()
    until(page, lambda: len(log_of(page)) > len(log))
    assert log_of(page)[: len(log)] == log


def test_what_helps_is_noted(page: Page, site: Server) -> None:
    """A hint in steps, a card taken back, all hands, and the rest let the computer finish."""
    sat_down(page, site, OTHERWISE)
    page.locator("[data-do=deal]").click()
    due(page)
    page.locator("[data-do=hint]").click()
    expect(page.locator("[data-do=hint]")).to_have_text("Which card?")
    page.locator("[data-do=hint]").click()
    play_one(page)
    page.locator("[data-do=back]").click()
    for wish in ("open", "finish"):
        page.locator(".kp-more-button").click()
        page.locator(f"[data-do={wish}]").click()
    page.locator(NEXT).wait_for()
    note = page.locator(".kp-sheet-note").inner_text()
    for told in ("took back once", "2 hints", "looked at all hands", "let the computer finish"):
        assert re.search(told, note)
    assert complaints(page) == []
