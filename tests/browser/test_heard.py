"""Tables, puzzles and lessons by ear: what the live region says while somebody plays by keys alone.

What is heard at a table is compared with a transcript in `heard/`, so that a change of speech is reviewed;
`--update-golden` writes it anew. `make hear` does the same with a screen reader.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.listening import Browsing, Listener, sentences, unclear_names
from tests.browser.server import Server
from tests.hear.walks import OTHERS, as_lines, play_deal, press_keys

from kontrapunkt.core.registry import OWN

HEARD = Path(__file__).parent / "heard"

GAMES = [
    pytest.param(game, marks=() if game in ("kontraspiel", "ristiklappi") else pytest.mark.soak)
    for game in sorted(OWN)
]

DUE = "#kp-table :is(.kp-playable, .kp-deed, .kp-deeds-open, summary, .kp-end, #table-onward):focus"
SLOW = "Loading the rules engine"
"""Heard where the engine takes long, so in no transcript."""


@pytest.mark.parametrize("game", GAMES)
def test_deal_is_heard_once_and_played_by_keys_alone(
    page: Page, site: Server, golden: Callable[[Path, str], None], game: str
) -> None:
    ear, heard = Listener(page), []
    for key, told in play_deal(ear, f"{site.url}{game}/play/"):
        said = [each for each in told if not each.startswith(SLOW)]
        if said:
            expect(page.locator(DUE)).to_be_visible()
        assert len(said) == len(set(said))
        for each in said:
            assert len(sentences(each)) == len(set(sentences(each)))
        heard.append((key, said))
    for name in ("Result", "Decisions that mattered", "Scoresheet"):
        region = page.get_by_role("region", name=re.compile(f"^{name}"))
        expect(region.get_by_role("heading", name=re.compile(f"^{name}"))).to_have_count(1)
    assert complaints(page) == []
    assert unclear_names(page) == []
    golden(HEARD / f"{game}.txt", "\n".join(as_lines(heard)) + "\n")


@pytest.mark.parametrize("walk", sorted(OTHERS))
def test_walk_without_table_is_heard_once(
    page: Page, site: Server, golden: Callable[[Path, str], None], walk: str
) -> None:
    address, key, until, keys = OTHERS[walk]
    ear = Browsing(page, "You choose the card" if walk == "puzzle" else "is to play")
    heard = []
    for pressed, told in press_keys(ear, site.url + address, key, until, keys):
        said = " ".join(each for each in told if not each.startswith(SLOW))
        assert len(sentences(said)) == len(set(sentences(said)))
        heard.append((pressed, [said]))
    assert complaints(page) == []
    assert unclear_names(page) == []
    golden(HEARD / f"{walk}.txt", "\n".join(as_lines(heard)) + "\n")


def test_step_back_along_record_of_question_is_heard(page: Page, site: Server) -> None:
    ear = Listener(page)
    page.goto(f"{site.url}kontra/puzzles/all-thirteen/")
    page.locator(".kp[data-live] .kp-walk .kp-last").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => heard.length > 0")
    ear.hear()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => heard.some(said => said.startsWith('One step back.'))")


NAMED = (
    "",
    "cells/",
    "doppelkopf/calculator/",
    "doppelkopf/drill/",
    "doppelkopf/examples/",
    "doppelkopf/learn/",
    "doppelkopf/options/",
    "doppelkopf/play/",
    "doppelkopf/puzzles/six-queens/",
    "doppelkopf/rules/",
    "editor/",
    "homework/",
    "koenigrufen-graden/rules/",
    "kontra/examples/",
    "konter-a-matt/calculator/",
    "ristiklappi/cleaning-hand/",
    "teachers/board/",
)
"""A page of each kind, of the game with the most names on it."""


@pytest.mark.parametrize("address", NAMED)
def test_no_two_buttons_of_a_widget_share_a_name(visit: Callable[[str], Page], address: str) -> None:
    page = visit(address)
    assert unclear_names(page) == []
    for opener in page.locator(".kp [popovertarget]:visible").all():
        opener.evaluate("each => document.getElementById(each.getAttribute('popovertarget')).showPopover()")
        assert unclear_names(page) == []


def test_answers_of_keys_leave_the_last_message(page: Page, site: Server) -> None:
    ear = Listener(page)
    told = next(told for _, told in play_deal(ear, f"{site.url}kontraspiel/play/") if told)
    last = told[-1]
    expect(page.locator(DUE)).to_be_visible()
    (turn,) = ear.press("w", "Your turn")
    assert turn != last
    assert ear.press("r", r"Your turn") == [last]


def box(page: Page, widget: str) -> set[str]:
    """The sentences that a widget's message box shows, without links to rules and buttons."""
    shown = page.locator(f"{widget} .kp-say > p").first
    told: str = shown.evaluate(
        "p => { p = p.cloneNode(true); p.querySelectorAll('a, button').forEach(each => each.remove());"
        " return p.textContent; }"
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
