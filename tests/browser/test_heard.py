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
BELOW = "Below are the scoresheet and the tricks."


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
        lines += told
    assert complaints(page) == []
    names: dict[str, str] = {}
    for name, deed in page.evaluate(NAMES):
        assert name
        assert names.setdefault(name, deed) == deed, name
    golden(HEARD / f"{game}.txt", "\n".join(lines) + "\n")
