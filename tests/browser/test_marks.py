"""Marks and best defence in the browser: found in slices, while the page answers."""

import json

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.browser.test_cleaning_hand import HAND, card, opened, press, said, widget


def marks(page: Page, kind: str):
    return widget(page).locator(f".kp-tricks .kp-step-{kind}")


def look_at(page: Page, goal: str) -> None:
    widget(page).locator(".kp-ahead-open").click()
    press(page, goal)


def test_page_shows_turning_point_without_interaction(page: Page, site: Server) -> None:
    page.goto(f"{site.url}{HAND}")
    assert marks(page, "lost").evaluate_all("all => all.map(one => one.dataset.do)") == [
        "go 7",
        "go 10",
        "go 11",
    ]
    expect(widget(page).locator(".kp-turns")).to_contain_text(
        "With the ten of diamonds they would have stayed dirty."
    )
    assert not any("pyodide" in path for path in site.asked)


def test_other_goal_marks_other_cards_and_enters_link(page: Page, site: Server) -> None:
    opened(page, site)
    look_at(page, "Card points")
    expect(marks(page, "lost")).to_have_count(5)
    expect(said(page)).to_contain_text("With best play")
    press(page, "Next")
    expect(said(page)).to_contain_text("This costs North–South 1 card point")
    page.reload()
    expect(marks(page, "lost")).to_have_count(5)
    expect(widget(page).locator(".kp-ahead-open")).to_contain_text("Card points")
    widget(page).locator(".kp-ahead-open").click()
    expect(widget(page).get_by_role("button", name="Card points").last).to_have_attribute(
        "aria-pressed", "true"
    )
    assert complaints(page) == []


def test_own_line_is_searched_and_marked(page: Page, site: Server) -> None:
    opened(page, site)
    for _ in range(4):
        press(page, "Next")
    card(page, "KC").click()
    expect(said(page)).to_contain_text("Now North–South can get clean")
    card(page, "5S").click()
    expect(widget(page).locator(".kp-outlook")).to_contain_text("clean")
    expect(marks(page, "lost")).to_have_count(1)
    assert complaints(page) == []


def test_playing_on_by_keyboard_against_best_defence(page: Page, site: Server) -> None:
    opened(page, site)
    press(page, "Last")
    widget(page).locator(".kp-turned").nth(3).focus()
    page.keyboard.press("Enter")  # South's king, which gave it away
    page.keyboard.press("ArrowLeft")
    expect(said(page)).to_contain_text("South is to play.")
    widget(page).locator(".kp-ahead-open").focus()
    page.keyboard.press("Enter")
    widget(page).get_by_role("button", name="North–South", exact=True).focus()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("You play North–South")
    for code, then in (
        ("6C", "North is to play."),
        ("7D", "South is to play."),
        ("KS", "North is to play."),
        ("TS", "North is to lead."),
        ("5S", "South is to play."),
        ("KH", "West takes trick 13"),
    ):
        card(page, code).focus()
        page.keyboard.press("Enter")
        expect(said(page)).to_contain_text(then)
    expect(widget(page).locator(".kp-total")).to_contain_text("Both sides are clean")
    kept = json.loads(page.evaluate("Object.entries(localStorage).find(([key]) => key.includes('#'))[1]"))
    replies = [entry for entry in kept if entry.startswith("reply ")]
    assert replies == ["reply W KC", "reply E TD", "reply W 3D", "reply E 6H", "reply W 5H"]
    page.keyboard.press("ArrowLeft")
    expect(said(page)).to_contain_text("South is to play.")
    assert complaints(page) == []


def test_an_event_cancels_a_search_in_work(page: Page, site: Server) -> None:
    opened(page, site)
    look_at(page, "Card points")
    for code in ("QS", "3S", "KS", "KC"):
        card(page, code).click(delay=0)
    press(page, "Back to the game")
    expect(said(page)).to_contain_text("You are back in the deal.")
    expect(widget(page).locator(".kp-position")).to_have_text("card 0 of 20")
    assert complaints(page) == []
