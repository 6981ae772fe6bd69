"""The first window of the site: a sentence, a table that plays, a sight of the seven games."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.chromium import complaints
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
    expect(page.locator(".kp-home-lead:visible")).to_contain_text("Here is Ristikontra")
    played, own = (each.first.bounding_box() for each in (widget.locator(".kp-trick .kp-card"), hand))
    assert played
    assert own
    assert played["width"] >= 0.75 * own["width"], "the trick is as easy to read as the hand"
    for part in (
        page.locator("h1"),
        page.locator(".kp-home-lead:visible"),
        *hand.all(),
        *page.locator(".kp-strip a").all(),
    ):
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"], part
    assert page.locator(".kp-strip a").count() == 8, "seven games, and the page for teachers"
    said = widget.locator(".kp-say").inner_text()
    hand.last.click()
    expect(widget.locator(".kp-say")).not_to_have_text(said)
    reply, table = (widget.locator(part).bounding_box() for part in (".kp-say", ".kp-board"))
    assert reply
    assert table
    assert reply["y"] + reply["height"] <= size["height"]
    across = reply["x"] - table["x"] - table["width"]
    below = reply["y"] - table["y"] - table["height"]
    assert 0 <= max(across, below) < 24, "the reply is beside the table"
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", WINDOWS, ids=window_of)
def test_first_move_leads_onward_without_moving_the_table(
    page: Page, site: Server, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(site.url)
    onward = page.get_by_role("link", name="play a whole deal")
    expect(onward).to_be_hidden()
    widget = page.locator(".kp-home .kp")
    before = widget.bounding_box()
    widget.locator("[data-do^='play S']").last.click()
    expect(onward).to_be_in_viewport(ratio=1)
    for name in ("learn Ristikontra", "another puzzle"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    after = widget.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 24, "a line at most"
    assert complaints(page) == []


@pytest.mark.parametrize("size", WINDOWS, ids=window_of)
def test_covers_are_below_first_window(page: Page, site: Server, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(site.url)
    covers = page.locator(".kp-games > li")
    assert covers.count() == 7
    top = covers.first.bounding_box()
    assert top
    assert top["y"] < 1.2 * size["height"]
    for cover in covers.all():
        expect(cover.locator("img")).to_have_count(1)
        expect(cover.locator(".kp-game-who")).to_have_text(re.compile(r"·.*players.*·.*minutes to learn$"))
        for way in ("Learn", "play", "puzzles", "rules", "history"):
            expect(cover.get_by_role("link", name=re.compile(f"^{way}: "))).to_be_visible()


def test_hand_is_in_low_first_window(page: Page, site: Server) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(site.url)
    expect(page.locator(".kp-home-lead:visible")).to_be_in_viewport(ratio=1)
    for card in page.locator(".kp-home .kp [data-do^='play S']").all():
        expect(card).to_be_in_viewport(ratio=1)


def test_returning_reader_continues_first(page: Page, site: Server) -> None:
    """A table, a lesson, a puzzle that was tried, and the days in a row, in the first line."""
    page.clock.set_fixed_time("2026-11-22T12:00:00")
    page.goto(f"{site.url}about/")
    stored = {
        f"log/{site.path}kontra/play/#table": '["kontrapunkt 1 0.1.0 table", "deal 7", "reply N 9C"]',
        f"lesson/{site.path}doppelkopf/learn/#first-hand": '{"at": "step-one"}',
        f"log/{site.path}ristikontra/puzzles/#turn-it-round": '["kontrapunkt 1 0.1.0 puzzle", "hint"]',
        "days": '{"20778": "a", "20777": "b"}',
    }
    for name, text in stored.items():
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"kontrapunkt/1/{name}", text])
    page.goto(site.url)
    line = page.locator("[data-kp-home]")
    expect(line).to_have_text(
        "Continue: Your table of Kontra · Lesson “Your first deal of Doppelkopf” · Puzzle “Turn it round”"
        " · 2 in a row: today’s puzzle"
    )
    expect(page.get_by_text("Seven card games, and you")).to_be_hidden()
    for size in WINDOWS:
        page.set_viewport_size(size)
        expect(line).to_be_in_viewport(ratio=1)
        first, table = (part.bounding_box() for part in (line, page.locator(".kp-home .kp")))
        assert first
        assert table
        assert first["y"] + first["height"] <= table["y"]
    line.locator("a").first.click()
    page.wait_for_url("**/kontra/play/")
    assert complaints(page) == []


@pytest.mark.parametrize("size", WINDOWS, ids=window_of)
def test_solution_is_read_without_scrolling_its_box(page: Page, site: Server, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(site.url)
    widget = page.locator(".kp-home .kp")
    for card in ("S KC", "S 7H", "N 7S"):
        widget.locator(f"[data-do='play {card}']").click()
        expect(widget.locator(".kp-say")).to_contain_text("Solved" if card == "N 7S" else "Right so far.")
        expect(widget.locator(f"[data-do='play {card}']")).to_have_count(0)
    said = widget.locator(".kp-say")
    expect(said).to_contain_text("30 to 45 has become 75 to 45.")
    assert said.evaluate("each => each.scrollHeight - each.clientHeight") <= 0
    table, box, buttons = (
        widget.locator(part).bounding_box() for part in (".kp-board", ".kp-say", ".kp-controls")
    )
    assert table
    assert box
    assert buttons
    assert box["y"] + box["height"] <= buttons["y"]
    assert table["height"] > 300
