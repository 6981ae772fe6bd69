"""“Is this wrong?”: a text from the page that the command judges again, with the reader's own words."""

import json
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.browser.test_table import SOON_JUDGED, finished_deal
from tests.browser.test_table_records import COPIED
from tests.engine.test_table_widget import dealt, let_play

from kontrapunkt.cli import main
from kontrapunkt.widgets.complaint import Complaint
from kontrapunkt.widgets.judging import judge

WORDS = "I say {not so}.\nThe card is free."


def complaint(page: Page, widget: str) -> Complaint:
    """Opens the dialog, adds words, copies the text and closes it; the button has the focus again."""
    page.evaluate(COPIED)
    button = page.locator(f"{widget} .kp-doubt")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Is this wrong?")
    expect(dialog.get_by_label("Your words")).to_be_focused()
    page.keyboard.insert_text(WORDS)
    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("status")).to_have_text("Copied.")
    box = dialog.bounding_box()
    assert box is not None
    assert page.viewport_size is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    of = Complaint.read(str(page.evaluate("window.copied")))
    assert of.words == WORDS
    assert complaints(page) == []
    return of


def table_with_refusal() -> tuple[list[str], str]:
    """The log of a table at which the reader has a card that may not be played, and that card."""
    widget = dealt("kontraspiel", 3, "player=random")
    chance = Random(3)
    while True:
        let_play(widget)
        seat, state = widget.seat, widget.history.state
        assert seat is not None
        cards = [each for each in state.view(seat).hands[seat] if state.why_not(each, seat)]
        if state.view(seat).trick and cards:
            return [widget.log[0], "terms player=random", *widget.log[1:]], cards[0]
        widget.send(f"play {seat} {chance.choice(state.actions(seat))}")


def test_refusal_at_a_table_is_judged_again(page: Page, site: Server, tmp_path: Path) -> None:
    """On a phone; the record has only what the reader has seen."""
    page.set_viewport_size({"width": 390, "height": 844})
    log, card = table_with_refusal()
    page.goto(f"{site.url}about/")
    name = f"kontrapunkt/1/log/{site.path}kontraspiel/play/#table"
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, json.dumps(log)])
    page.goto(f"{site.url}kontraspiel/play/")
    page.locator(f'#kp-table .kp-flat[data-do="play S {card}"]').click()
    expect(page.locator("#kp-table .kp-say-refusal")).to_be_visible()
    of = complaint(page, "#kp-table")
    assert of.subject == f"refusal S {card}"
    assert "?" in of.text
    assert judge(of) == of.found
    path = tmp_path / "of.record"
    path.write_text(of.text, "utf-8")
    assert main(["complaint", str(path)]) == 1


def test_result_and_decision_are_judged_again(page: Page, site: Server) -> None:
    finished_deal(page, site, SOON_JUDGED)
    of = complaint(page, "#kp-table")
    assert of.subject == "result"
    assert judge(of) == of.found
    page.locator(".kp-moment [data-do^=moment]").first.click()
    expect(page.locator(".kp-review")).to_be_visible()
    of = complaint(page, "#kp-table")
    assert of.subject.startswith(("decision S ", "silence S "))
    assert judge(of).claim == of.found.claim


def test_mark_of_a_puzzle_is_judged_again(page: Page, site: Server) -> None:
    """One with a choice, whose answer was foreseen, before and after a reload; and one that is played out."""
    page.goto(f"{site.url}ristikontra/puzzles/fourth-nine/")
    widget = "#kp-fourth-nine"
    page.locator(f"{widget} .kp-hand [data-do^=play]").first.click()
    page.locator(f"{widget} [data-do=answer]").click()
    page.locator(f"{widget} .kp-say-wrong").wait_for()
    of = complaint(page, widget)
    assert (of.subject.partition(" ")[0], of.found.claim) == ("answer", "wrong")
    assert judge(of).claim == "wrong"
    page.reload()
    page.locator(f"{widget} .kp-say-wrong").wait_for()
    assert complaint(page, widget).found == of.found
    page.goto(f"{site.url}ristikontra/puzzles/deuce-first/")
    widget = "#kp-deuce-first"
    page.locator(f"{widget} .kp-card[data-do='play E QH']").click()
    page.locator(f"{widget} .kp-say-wrong .kp-doubt").wait_for()
    of = complaint(page, widget)
    assert (of.subject, of.found.claim) == ("goal", "lost")
    assert judge(of).claim == "lost"
