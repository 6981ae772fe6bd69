"""The first window of the site: a sentence, a table that plays, a sight of the seven games."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.server import Server

WINDOWS: list[ViewportSize] = [
    {"width": 1366, "height": 768},
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 1920, "height": 1080},
]


def window_of(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


@pytest.mark.parametrize("size", WINDOWS, ids=window_of)
def test_first_window_has_hand_reply_and_games(page: Page, site: Server, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(site.url)
    widget = page.locator(".kp-home .kp")
    hand = widget.locator("[data-do^='play S']")
    for part in (
        page.locator("h1"),
        page.locator(".kp-home-lead"),
        *hand.all(),
        *page.locator(".kp-strip a").all(),
    ):
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"], part
    assert page.locator(".kp-strip a").count() == 7
    said = widget.locator(".kp-say").inner_text()
    hand.last.click()
    expect(widget.locator(".kp-say")).not_to_have_text(said)
    reply = widget.locator(".kp-say").bounding_box()
    assert reply is not None
    assert reply["y"] + reply["height"] <= size["height"]
    assert page.evaluate("scrollY") == 0
