"""The place of focus while somebody plays by keys: always the reader's own, never an opponent's card."""

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.listening import Listener
from tests.browser.server import Server
from tests.hear.walks import play_deal

FOCUSED = """(() => {
  window.focused = [];
  addEventListener('focusin', ({ target }) => focused.push(target.dataset.do ?? ''));
})()"""
"""Keeps the event of each element that receives focus; it goes into a page before the page's own scripts."""

DUE = ".kp-puzzle :is(.kp-card[data-focus], .kp-next-puzzle, [data-do='back'][data-focus]):focus"
"""The next card to choose, the way on, or the way back at the end of a line that is lost."""

DUE_AT_TABLE = "#kp-table :is(.kp-playable, .kp-deed, .kp-deeds-open, .kp-end, #table-onward):focus"
"""A card or call that may be chosen, or the button that deals."""

MOST = 16
"""The most cards that a reader plays in one of the puzzles below."""


@pytest.mark.parametrize(
    ("address", "side"),
    [
        ("doppelkopf/puzzles/charlie-will-do/", "NS"),
        ("konter-a-matt/puzzles/guarded-king/", "NS"),
        ("kontra/puzzles/between-two-aces/", "N"),
        ("kontraspiel/puzzles/before-anybody-else/", "N"),
        ("ristiklappi/puzzles/cleaning-hand-eleven/", "NS"),
        ("ristikontra/puzzles/deuce-first/", "EW"),
    ],
)
def test_focus_is_never_on_opponents_card(page: Page, site: Server, address: str, side: str) -> None:
    page.add_init_script(FOCUSED)
    page.goto(site.url + address)
    page.locator(".kp[data-live]").wait_for()
    page.locator(".kp-card[data-focus]").focus()
    for _ in range(MOST):
        shown = page.locator(".kp-say").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(".kp-say")).not_to_have_text(shown)
        expect(page.locator(DUE)).to_be_visible()
        if not page.locator(f"{DUE}.kp-card").count():
            break
    assert not page.locator(f"{DUE}.kp-card").count()
    cards = [event for event in page.evaluate("focused") if event.startswith("play ")]
    assert cards
    assert {event.split()[1] for event in cards} <= set(side)
    assert complaints(page) == []


def test_next_question_is_heard_and_has_focus(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristiklappi/drill/")
    page.locator(".kp[data-live]").wait_for()
    page.locator(".kp-stage [data-focus]").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-do='onward']:not([aria-disabled])").press("Enter")
    expect(page.locator(".kp-stage [data-focus]:focus")).to_be_visible()
    expect(page.locator(".kp-live")).to_contain_text(page.locator(".kp-asked").inner_text())


@pytest.mark.parametrize("kind", ["call", "result"])
def test_focus_of_next_question_is_on_shown_answer(page: Page, site: Server, kind: str) -> None:
    """A question with a list of answers, which a wide window shows and a narrow one opens by a button."""
    page.goto(f"{site.url}doppelkopf/drill/")
    page.locator(".kp[data-live]").wait_for()
    asked = page.locator(".kp-asked").inner_text()
    page.locator(f"[data-do='only {kind}']").evaluate("each => each.click()")
    expect(page.locator(".kp-asked")).not_to_have_text(asked)
    answer = page.locator(".kp-choice:visible").first
    answer.press("Enter")
    if page.locator("[data-do='answer']").count():
        page.locator("[data-do='answer']").press("Enter")
    page.locator("[data-do='onward']:not([aria-disabled])").press("Enter")
    expect(page.locator(".kp-stage [data-focus]:focus")).to_be_visible()
    assert complaints(page) == []


def test_focus_leaves_cards_of_a_lesson_once_goal_is_reached(page: Page, site: Server) -> None:
    page.add_init_script(FOCUSED)
    page.goto(f"{site.url}ristikontra/learn/")
    widget = page.locator("#kp-three-cards-left[data-live]")
    for _ in range(8):
        page.locator(".kp-lesson-next:visible").press("Enter")
    for card, then in (("S KS", "play N KD"), ("N KD", "back")):
        widget.locator(f"[data-do='play {card}']").press("Enter")
        expect(widget.locator(f"[data-do='{then}']")).to_be_focused()
    cards = [event for event in page.evaluate("focused") if event.startswith("play ")]
    assert {event.split()[1] for event in cards} == {"N", "S"}


def test_hand_at_table_is_one_stop_of_tab(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristiklappi/play/")
    page.locator(".kp-playing [data-place='foot'] .kp-playable").first.focus()
    hand = page.locator(".kp-playing [data-place='foot'] .kp-hand")
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        stops = hand.locator("button:not([tabindex='-1'])")
        expect(stops).to_have_count(1)
        expect(stops).to_be_focused()
    page.keyboard.press("Tab")
    assert not hand.locator(":focus").count()
    page.keyboard.press("Shift+Tab")
    expect(hand.locator("button").last).to_be_focused()


def test_returning_reader_hears_that_deal_waits(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristiklappi/play/")
    page.locator(".kp-playing [data-place='foot'] .kp-playable").first.press("Enter")
    expect(page.locator(".kp-live")).to_contain_text("Your turn.")
    page.reload()
    expect(page.locator(".kp-live")).to_contain_text("Your deal is still here.")
    expect(page.locator(".kp-live")).to_contain_text("Your turn.")
    page.locator(".md-skip").press("Enter")  # to the cards: the button that deals cannot be pressed
    expect(page.locator("#kp-table .kp-playable[data-focus]")).to_be_focused()


def test_focus_returns_to_hand_from_the_stock(page: Page, site: Server) -> None:
    ear = Listener(page)
    ear.deal(f"{site.url}ristikontra/play/")
    (may,) = ear.press("w", "Your turn")
    assert may == "You may: Play the top card of the stock unseen. Your turn."
    page.locator("#kp-table button.kp-stock").focus()
    ear.press("Return", "Your turn")
    expect(page.locator("#kp-table .kp-hand > .kp-playable:focus")).to_be_visible()


def test_focus_leaves_a_card_that_may_be_played_no_longer(page: Page, site: Server) -> None:
    """After taking back, the card that has focus may not follow suit."""
    ear, others = Listener(page), 0
    for key, told in play_deal(ear, f"{site.url}doppelkopf/play/"):
        card = page.locator("#kp-table .kp-hand > .kp-card:focus")
        if key != "Return" or not told or not card.count():
            continue
        before = card.get_attribute("id")
        page.keyboard.press("Backspace")
        expect(page.locator(".kp-live")).to_contain_text("You take back")
        expect(page.locator(DUE_AT_TABLE)).to_be_visible()
        others += page.locator("#kp-table :focus").get_attribute("id") != before
        page.keyboard.press("Enter")
        expect(page.locator(DUE_AT_TABLE)).to_be_visible()
        ear.hear()
        if others > 1:
            break
    assert others
