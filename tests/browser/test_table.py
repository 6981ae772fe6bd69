"""Tables in the browser: a whole deal of every game, and nothing lost on the way.

`make test` plays every game by mouse or by keyboard, in turn, but the one that other tests here play by
mouse; `make soak` plays every game by both.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic

import pytest
from playwright.sync_api import Page, TimeoutError, ViewportSize, expect
from tests.browser.chromium import complaints
from tests.browser.conftest import Motion
from tests.browser.server import Server
from tests.engine.test_table_widget import dealt, play_out

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


def sat_down(page: Page, site: Server, game: str, *wishes: str) -> Page:
    """A table of a game with its first cards dealt, among swift players who play any card."""
    page.goto(f"{site.url}{game}/play/")
    page.locator("#kp-table[data-live]").wait_for()
    settled(page, "set pace swift", "set player random", *wishes)
    return page


def settled(page: Page, *wishes: str) -> None:
    """Changes settings in their list, which is folded while cards are on the table."""
    page.locator("#table-settings-open").click()
    for wish in wishes:
        page.locator(f"[data-do='{wish}']").click()
        expect(page.locator(f"[data-do='{wish}']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#table-settings")).to_be_hidden()


def deal(page: Page, key: str = "") -> None:
    """Has other cards dealt, by mouse or with a key."""
    before = log_of(page)
    if key:
        page.locator("[data-do=deal]").press(key)
    else:
        page.locator("[data-do=deal]").click()
    until(page, lambda: log_of(page) != before)


def log_of(page: Page) -> list[str]:
    """What the browser keeps of the table."""
    kept = page.evaluate(
        """Object.entries(localStorage)
        .find(([name]) => name.includes('/log/') && name.includes('#table'))?.[1] ?? '[]'"""
    )
    found: list[str] = json.loads(kept)
    return found


WINDOWS: list[ViewportSize] = [{"width": 1366, "height": 768}, {"width": 390, "height": 844}]


@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", sorted(OWN))
def test_page_opens_with_whole_deal_in_window(
    page: Page, site: Server, game: str, size: ViewportSize
) -> None:
    """The cards are there before any script runs, and the first choice is one click."""
    site.stalled.add("worker.js")  # the page has no engine
    page.set_viewport_size(size)
    page.goto(f"{site.url}{game}/play/")
    page.locator("#kp-table[data-live]").wait_for()
    expect(page.locator(".kp-say")).to_contain_text("Your turn")
    for part in ("#kp-table .kp-board", OWN_HAND, "[data-do=deal]", "#table-settings-open"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.locator(f"{OWN_HAND} .kp-card").count() > 2
    assert page.locator(".kp-playable, .kp-deed, .kp-deeds-open").count() > 0
    expect(page.locator("#table-settings")).to_be_hidden()
    assert page.evaluate("scrollY") == 0


def test_settings_and_other_cards_come_until_first_action(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{OTHERWISE}/play/")
    page.locator("#kp-table[data-live]").wait_for()
    page.locator("#table-settings-open").click()
    settings = page.locator("#table-settings")
    for name in ("Computer players", "Also at this screen", "Your seat"):
        expect(settings.get_by_role("group", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    settled(page, "set player club")
    own = page.locator(OWN_HAND).inner_text()
    deal(page)
    expect(page.locator(OWN_HAND)).not_to_have_text(own)
    due(page)
    play_one(page)
    expect(page.locator("[data-do=deal], #table-settings-open")).to_have_count(0)
    expect(page.locator("[data-do=next]")).to_have_attribute("aria-disabled", "true")
    assert complaints(page) == []


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

    deal(page)
    due(page)
    expect(page.locator(OWN_HAND)).to_be_in_viewport(ratio=0.95)
    played_out(page, act)
    expect(page.locator(".kp-end .kp-account")).to_be_visible()
    expect(page.locator(".kp-scoresheet")).to_be_visible()
    if game == SOON_JUDGED:
        expect(page.locator(".kp-ended .kp-lists")).to_contain_text("How your decisions were judged")
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
        bids = page.locator(".kp-bidding .kp-deed:visible")
        if bids.count():
            bids.first.focus()
        elif page.locator(".kp-deeds-open[data-focus]").count():
            page.locator(".kp-deeds-open[data-focus]").focus()
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

    deal(page, "Enter")
    due(page)
    expect(page.locator(OWN_HAND)).to_be_in_viewport(ratio=0.95)
    played_out(page, act)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("n")
    expect(page.locator(".kp-standing")).to_contain_text("Deal 2")
    assert complaints(page) == []


def test_a_deal_outlives_the_page_and_the_worker(page: Page, site: Server) -> None:
    sat_down(page, site, OTHERWISE)
    deal(page)
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


def test_saved_deal_that_waits_shows_no_other_cards(page: Page, site: Server) -> None:
    """With data saving the reader asks for the saved deal: a click on other cards would be played in it."""
    page.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    sat_down(page, site, OTHERWISE)
    deal(page)
    due(page)
    log = log_of(page)
    link = f"{page.url}#kp=table&v={'~'.join(log[0].split()[1:])}&log=deal.2"
    page.reload()
    load = page.get_by_role("button", name="Show the position")
    expect(load).to_be_in_viewport(ratio=1)
    expect(page.locator(OWN_HAND)).to_be_hidden()
    load.click()
    due(page)
    expect(page.locator(OWN_HAND)).to_be_visible()
    assert log_of(page) == log
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".kp-notice")).to_contain_text("The link leads to a position")
    expect(page.locator(OWN_HAND)).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(OWN_HAND)).to_be_visible()
    assert complaints(page) == []


def test_what_helps_is_noted(page: Page, site: Server) -> None:
    """A hint in steps, a card taken back, all hands, and the rest let the computer finish."""
    sat_down(page, site, OTHERWISE)
    deal(page)
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


def finished_deal(page: Page, site: Server, game: str = "konter-a-matt", seed: int = 11) -> None:
    """Opens a table whose deal is over, in which the reader has given something away."""
    widget = dealt(game, seed, "player=random")
    play_out(widget, Random(seed))
    log = [widget.log[0], "terms player=random", *widget.log[1:]]
    page.goto(f"{site.url}about/")
    name = f"kontrapunkt/1/log/{site.path}{game}/play/#table"
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(log)])
    page.goto(f"{site.url}{game}/play/")
    expect(page.locator(".kp-moment")).to_have_count(3)
    expect(page.locator(".kp-lists")).to_contain_text("How your decisions were judged")


def test_result_comes_into_a_low_window(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 640, "height": 400})
    sat_down(page, site, OTHERWISE)
    deal(page)
    page.locator("[data-do=finish]").evaluate("each => each.click()")
    page.evaluate("scrollTo(0, 2000)")
    verdict = page.locator(".kp-end-verdict")
    expect(verdict).to_be_in_viewport(ratio=1, timeout=60_000)
    head, first = (page.locator(each).bounding_box() for each in (".md-header", ".kp-end-verdict"))
    assert head
    assert first
    assert first["y"] >= head["height"]


CLIPPED = """() => [...document.querySelectorAll('#kp-table .kp-body *')].filter((each) => {
  if (each.matches('.kp-vh, .kp-vh *')) return false;
  const { overflowY } = getComputedStyle(each);
  return overflowY !== 'visible' && overflowY !== 'clip' && each.scrollHeight > each.clientHeight + 1;
}).map((each) => each.className)"""
"""The parts of a table that one has to scroll by themselves."""


@pytest.mark.parametrize(
    "size",
    [*WINDOWS, {"width": 640, "height": 400}, {"width": 360, "height": 740}],
    ids=lambda size: str(size["width"]),
)
def test_end_of_deal_takes_place_of_table(page: Page, site: Server, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    finished_deal(page, site)
    end, board = page.locator(".kp-end"), page.locator(".kp-board")
    expect(end.locator(".kp-end-verdict")).to_have_text("Your side wins: 1 line erased")
    expect(end.locator(".kp-account li:visible").first).to_be_visible()
    assert page.locator(".kp-table").count() == 0
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first, at = board.bounding_box(), page.locator(NEXT).bounding_box()
    page.locator("[data-do^=moment]").nth(1).click()
    expect(page.locator(".kp-say")).to_contain_text("was worth 1 line more on average.")
    expect(page.locator(f"{OWN_HAND} [aria-pressed=true]")).to_have_count(1)
    low = size["height"] < 700  # there a table is as high as what lies on it, and the page scrolls
    assert low or page.locator(NEXT).bounding_box() == at, "Next stays"
    figures = page.locator(".kp-review summary").first
    expect(page.locator(".kp-review")).not_to_contain_text("possible deals", use_inner_text=True)
    figures.click()
    expect(page.locator(".kp-review")).to_contain_text("possible deals", use_inner_text=True)
    page.locator("[data-do=result]").click()
    expect(end).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    assert (board.bounding_box(), page.locator(NEXT).bounding_box()) == (first, at)
    assert complaints(page) == []


def test_sound_is_off_until_switched_on(page: Page, site: Server) -> None:
    page.add_init_script(
        """window.tones = 0;
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...at) { tones += 1; return start.apply(this, at); };"""
    )
    sat_down(page, site, OTHERWISE)
    deal(page)
    due(page)
    play_one(page)
    assert page.evaluate("tones") == 0
    page.locator(".kp-more-button").click()
    switch = page.locator("[data-ui=sound]")
    expect(switch).to_have_text("Switch sound on", use_inner_text=True)
    switch.click()
    page.wait_for_function("() => tones === 1")
    page.keyboard.press("Escape")
    play_one(page)
    page.wait_for_function("() => tones > 1")
    page.reload()
    page.locator(".kp-more-button").click()
    expect(switch).to_have_text("Switch sound off", use_inner_text=True)
    assert complaints(page) == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_result_has_flourish_unless_motion_is_reduced(page: Page, site: Server, motion: Motion) -> None:
    finished_deal(page, site)
    name = page.locator(".kp-end").evaluate("(end) => getComputedStyle(end).animationName")
    assert name == ("none" if motion == "reduce" else "kp-arrives")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_winning_card_has_flourish_unless_motion_is_reduced(page: Page, site: Server, motion: Motion) -> None:
    site.stalled.add("worker.js")
    page.goto(f"{site.url}kontra/play/")
    name = page.locator("#kp-table .kp-trick").evaluate(
        """(trick) => {
          const card = trick.querySelector(".kp-card");
          trick.classList.add("kp-finished");
          card.classList.add("kp-best");
          return getComputedStyle(card.querySelector(".kp-face")).animationName;
        }"""
    )
    assert name == ("none" if motion == "reduce" else "kp-takes")


def test_reader_plays_on_from_a_decision_that_mattered(page: Page, site: Server) -> None:
    finished_deal(page, site)
    page.locator("[data-do^=moment]").nth(1).click()
    page.locator(f"{OWN_HAND} [aria-pressed=true]").click()
    until(page, lambda: "S 9H" in log_of(page)[-6:])
    expect(page.locator(".kp-end")).to_have_count(0)
    assert complaints(page) == []
