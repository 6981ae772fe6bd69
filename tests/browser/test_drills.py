"""Drills in the browser: by mouse, by keyboard, on a phone; and the page of what one knows."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server

from kontrapunkt.core.registry import game_class
from kontrapunkt.drills import ask

PHONE = {"width": 360, "height": 740}
START = 60_000  # ms; a busy machine takes some to start Python
LEARNED = "kontrapunkt/1/learned"
WHOLE = """() => [...document.querySelectorAll('.kp-stage > *')].every((part) => {
  const { left, right, height } = part.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && (height === 0 || part.scrollWidth <= part.clientWidth + 1);
})"""
"""Whether nothing reaches beyond the window's sides."""


def right_pick(game: str) -> str:
    """The event that answers the first question of a game's drill."""
    (key,) = ask(game_class(game)(), "trick", seed=1, level=1).right
    return f"pick {key}"


def learned(page: Page) -> dict[str, dict[str, Any]]:
    kept: dict[str, dict[str, Any]] = json.loads(
        page.evaluate(f"localStorage.getItem('{LEARNED}') ?? '{{}}'")
    )
    return kept


@pytest.mark.heavy("starts Python once, and asks until a question of another kind has come")
def test_drill_by_mouse_repeats_missed_questions(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristikontra/drill/")
    drill = page.locator("#kp-drill")
    expect(drill.locator(".kp-asked")).to_contain_text("Who takes it?")
    wrong = drill.locator(f".kp-choice:not([data-do='{right_pick('ristikontra')}'])").first
    assert site.asked_for(".wasm") == []
    wrong.click()
    expect(drill.locator(".kp-say-wrong")).to_contain_text("RK-R8")  # before Python is there
    onward = drill.get_by_role("button", name="Next question")
    onward.click()
    expect(drill.locator(".kp-puzzle-kind")).to_contain_text("What may you play?", timeout=START)
    drill.locator(".kp-hand [data-do]").first.click()
    drill.get_by_role("button", name="Check answer").click()
    expect(onward).not_to_have_attribute("aria-disabled", "true")
    drill.get_by_role("button", name="Results so far").click()
    expect(drill.locator(".kp-round")).to_contain_text("RK-R8")
    missed = learned(page)["ristikontra trick RK-R8"]
    assert (missed["asked"], missed["right"], missed["again"]) == (1, 0, "trick 1 1")
    page.evaluate(  # time goes by
        "(name) => { const all = JSON.parse(localStorage.getItem(name));"
        " for (const each of Object.values(all)) if (each.card) each.card.due = new Date(0).toISOString();"
        " localStorage.setItem(name, JSON.stringify(all)); }",
        LEARNED,
    )
    page.goto(f"{site.url}progress/")
    row = page.get_by_role("row").filter(has_text="RK-R8").first
    expect(row).to_contain_text("now")
    expect(row.get_by_role("link", name="RK-R8")).to_have_attribute("href", "../ristikontra/rules/#RK-R8")
    page.locator(".kp-practise").click()
    expect(drill.locator(".kp-position")).to_contain_text("Question 1 of 10", timeout=START)
    expect(page).to_have_url(f"{site.url}ristikontra/drill/")
    assert complaints(page) == []


def test_a_drill_by_keyboard_on_a_phone(page: Page, site: Server) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{site.url}konter-a-matt/drill/")
    drill = page.locator("#kp-drill")
    right = drill.locator(f".kp-choice[data-do='{right_pick('konter-a-matt')}']")
    expect(drill).to_have_attribute("data-live", "")
    right.focus()
    page.keyboard.press("Enter")
    expect(drill.locator(".kp-say-good")).to_contain_text("Right.")
    assert page.evaluate(WHOLE)
    page.keyboard.press("n")
    expect(drill.locator(".kp-position")).to_contain_text("Question 2 of 10", timeout=START)
    expect(drill.locator(".kp-say")).to_contain_text("Mark the cards")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(drill.locator(".kp-hand [aria-pressed=true]")).to_have_count(1)
    drill.get_by_role("button", name="Check answer").press("Enter")
    expect(drill.get_by_role("button", name="Next question")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("s")
    expect(drill.locator(".kp-round")).to_contain_text("Who takes the trick?")
    assert page.evaluate(WHOLE)
    assert learned(page)["konter-a-matt trick KM-R15"]["right"] == 1
    page.reload()
    expect(drill.locator(".kp-round")).to_contain_text("Who takes the trick?", timeout=START)
    assert complaints(page) == []


def test_progress_page_says_where_to_begin(page: Page, site: Server) -> None:
    page.goto(f"{site.url}progress/")
    expect(page.get_by_role("link", name="Doppelkopf").last).to_be_visible()
    expect(page.locator("[data-kp-progress]")).to_contain_text(
        "You have not answered a drill or solved a puzzle yet."
    )
    assert complaints(page) == []


def test_progress_page_lists_solved_puzzles_by_game(page: Page, site: Server) -> None:
    page.goto(f"{site.url}ristikontra/puzzles/turn-it-round/")
    widget = page.locator("#kp-turn-it-round")
    for card in ("S KC", "S 7H", "N 7S"):
        widget.locator(f"[data-do='play {card}']").click()
        expect(widget.locator(f"[data-do='play {card}']")).to_have_count(0)
    expect(widget.locator(".kp-table")).to_contain_text("Solved")
    page.goto(f"{site.url}progress/")
    section = page.locator("[data-kp-progress] section")
    expect(section.get_by_role("heading")).to_have_text("Ristikontra")
    expect(section).to_contain_text("Puzzles solved: 1 of ")
    section.get_by_role("link", name="Turn it round").click()
    expect(page).to_have_url(f"{site.url}ristikontra/puzzles/turn-it-round/")
    assert complaints(page) == []
