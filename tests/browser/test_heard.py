"""Tables, puzzles and lessons by ear: what the live region says while somebody plays by keys alone.

What is heard at a table is compared with a transcript in `heard/`, so that a change of speech is reviewed;
`--update-golden` writes it anew. `make hear` does the same with a screen reader.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.listening import NAMES, Listener, sentences
from tests.browser.server import Server

from kontrapunkt.core.registry import OWN

HEARD = Path(__file__).parent / "heard"

GAMES = [
    pytest.param(game, marks=() if game in ("kontraspiel", "ristiklappi") else pytest.mark.soak)
    for game in sorted(OWN)
]

DUE = "#kp-table :is(.kp-playable, .kp-deed, .kp-deeds-open):focus"
OVER = "#kp-table .kp-end"
SLOW = "Loading the rules engine"
"""Heard where the engine takes long, so in no transcript."""


def press(page: Page, ear: Listener, key: str) -> list[str]:
    """Presses a key, and hears what follows until the reader's next turn or the end of the deal."""
    ear.hear()
    page.keyboard.press(key)
    page.wait_for_function("() => heard.some(each => /Your turn\\.$|Below are the scoresheet/.test(each))")
    if not page.locator(OVER).count():
        expect(page.locator(DUE)).to_be_visible()
    return ear.hear()


@pytest.mark.parametrize("game", GAMES)
def test_deal_is_heard_once_and_played_by_enter_alone(
    page: Page, site: Server, golden: Callable[[Path, str], None], game: str
) -> None:
    ear = Listener(page)
    page.goto(f"{site.url}{game}/play/")
    page.locator("#kp-table[data-live]").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#table-onward")).to_be_focused()
    page.locator("#kp-table :is(.kp-playable, .kp-deed, .kp-deeds-open)").first.focus()
    lines = []
    while not page.locator(OVER).count():
        if page.locator(".kp-deeds-open:focus").count():
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        told = press(page, ear, "Enter")
        assert len(told) == len(set(told))
        for each in told:
            assert len(sentences(each)) == len(set(sentences(each)))
        lines += [each for each in told if not each.startswith(SLOW)]
    assert complaints(page) == []
    names: dict[str, str] = {}
    for name, deed in page.evaluate(NAMES):
        assert name
        assert names.setdefault(name, deed) == deed, name
    golden(HEARD / f"{game}.txt", "\n".join(lines) + "\n")


def box(page: Page, widget: str) -> set[str]:
    """The sentences that a widget's message box shows, without the links to rules."""
    shown = page.locator(f"{widget} .kp-say > p").first
    told: str = shown.evaluate(
        "p => { p = p.cloneNode(true); p.querySelector('a')?.remove(); return p.textContent; }"
    )
    return {each.strip() for each in sentences(told) if each.strip()}


def test_what_puzzle_and_example_show_is_heard_when_it_happens(page: Page, site: Server) -> None:
    """A card that gives the goal away, and a step forward and back."""
    ear = Listener(page)
    page.goto(f"{site.url}ristikontra/puzzles/deuce-first/")
    puzzle = "#kp-deuce-first"
    page.locator(f"{puzzle}[data-live]").wait_for()
    cards = page.locator(f"{puzzle} .kp-card[data-do^='play E ']")
    for at in range(cards.count()):
        cards.nth(at).focus()
        before = page.locator(f"{puzzle} .kp-say").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(f"{puzzle} .kp-say")).not_to_have_text(before)
        if page.locator(f"{puzzle} .kp-say-wrong").count():
            break
        page.keyboard.press("Backspace")
    expect(page.locator(f"{puzzle} .kp-say-wrong")).to_be_visible()
    shown = box(page, puzzle)
    page.wait_for_function(
        "wanted => wanted.every(one => heard.some(said => said.includes(one)))", arg=sorted(shown)[:1]
    )
    told = ear.hear()
    assert all(any(each in said for said in told) for each in shown), (shown, told)
    page.goto(f"{site.url}ristikontra/examples/")
    page.locator(".kp[data-kp=example][data-live] [data-do=next]").first.focus()
    for key, begins in (("ArrowRight", ""), ("ArrowRight", ""), ("ArrowLeft", "One step back.")):
        page.keyboard.press(key)
        page.wait_for_function("() => heard.length > 0")
        (said,) = ear.hear()
        assert said.startswith(begins)
        assert len(sentences(said)) == len(set(sentences(said)))
