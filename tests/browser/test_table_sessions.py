"""Sessions at a table, to their end; and a deal that was begun with an older version of the site."""

import json
import random
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.browser.test_table import AT_ONCE, stands, until
from tests.engine.test_table_widget import let_play, table

BEFORE = 3
"""So many of the reader's decisions are left to be made by mouse."""

OLDER = "kontrapunkt 1 0.0.1 table"
"""The header of a log that another version of the engine has written."""


def almost_over(game: str, terms: str) -> list[str]:
    """The log of a session whose last deal has a few decisions of the reader's left."""
    widget, chance = table(game), random.Random(game)
    widget.replay(f"terms {terms}")
    widget.replay("deal 5")
    while True:
        decisions: list[int] = []
        let_play(widget)
        while not widget.ended:
            decisions.append(len(widget.log))
            assert widget.seat
            widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
            let_play(widget)
        if widget.history.over:
            return [OLDER, *widget.log[1 : decisions[-BEFORE]]]
        widget.send("next")


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        ("doppelkopf", "player=random pace=swift deals=4"),
        ("ristikontra", "player=random pace=swift target=2"),
        ("kontra", "player=random pace=swift session=cumulative deals=2"),
    ],
)
def test_a_session_is_played_to_its_end(page: Page, site: Server, game: str, terms: str) -> None:
    log = almost_over(game, terms)
    page.goto(f"{site.url}about/")
    name = f"kontrapunkt/1/log/{site.path}{game}/play/#table"
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(log)])
    page.goto(f"{site.url}{game}/play/")
    over = page.locator("#kp-table .kp-solving [data-do=leave]")
    doable = page.locator(".kp-playable, .kp-deed").first

    def act() -> None:
        if stands(page) == "due":
            with suppress(TimeoutError):  # cards may still be on their way
                doable.dispatch_event("click", timeout=AT_ONCE)

    until(page, lambda: over.count() > 0, act)
    expect(page.locator(".kp-end .kp-account")).to_be_visible()
    expect(page.locator(".kp-scoresheet tbody tr:not(.kp-sheet-note)").last).to_be_visible()
    expect(page.locator("[data-do=next]")).to_have_count(0)
    over.click()
    expect(page.locator("[data-do=deal]")).to_be_visible()
    assert complaints(page) == []
