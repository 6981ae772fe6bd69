"""Pages as they are printed: how many sheets of paper, and no answer among the questions."""

import io
import json
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from tests.browser.chromium import complaints
from tests.browser.server import Server

Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = ("A4", "Letter")
LONG = ["A4", pytest.param("Letter", marks=pytest.mark.soak)]
"""Papers for what takes long to print; `make test` prints shorter pages on the other, too."""


def printed(page: Page, paper: Paper) -> list[str]:
    """The texts of the sheets that come out of the printer."""
    found = PdfReader(io.BytesIO(page.pdf(format=paper)))
    texts = (normalize("NFKC", sheet.extract_text()) for sheet in found.pages)  # without ligatures
    return [" ".join(text.split()) for text in texts]


@pytest.mark.heavy("prints the longest shelf, and reads what is on paper")
@pytest.mark.parametrize("paper", LONG)
def test_shelf_prints_questions_then_answers(
    page: Page, site: Server, built_site: Path, paper: Paper
) -> None:
    """Its page has covers only; what is printed comes when it is printed, and goes again."""
    page.goto(f"{site.url}doppelkopf/puzzles/")
    expect(page.locator(".kp-count")).to_contain_text("puzzles")
    page.wait_for_load_state("networkidle")
    sheets = printed(page, paper)
    (first,) = (number for number, text in enumerate(sheets) if text.startswith("Answers"))
    questions, answers = " ".join(sheets[:first]), " ".join(sheets[first:])
    listed = json.loads((built_site / "assets/puzzles.json").read_text("utf-8"))["puzzles"]
    titles = [each["title"] for each in listed if each["game"] == "doppelkopf"]
    for n, title in enumerate(titles, 1):
        assert f"{n}. {title}" in questions
        assert f"{n}. {title}" in answers
    assert len(sheets) <= len(titles) * 14 / 25
    assert "Mark everything that South may say now." in questions
    assert "Whatever a player shows" not in questions
    assert "Only the ten of hearts may be played." in answers
    assert "Only the ten of hearts may be played." not in questions
    page.emulate_media(media="screen")
    expect(page.locator(".kp-sheet")).to_have_count(0)
    expect(page.locator(".kp-cover:visible")).to_have_count(len(titles))
    assert complaints(page) == []


def test_the_button_prints_the_shelf(page: Page, site: Server) -> None:
    page.add_init_script("window.print = () => { window.asked = true }")
    page.goto(f"{site.url}ristikontra/puzzles/")
    expect(page.locator(".kp-count")).to_contain_text("of")
    page.wait_for_load_state("networkidle")
    page.get_by_text("Print all").click()
    assert page.evaluate("window.asked")
    assert page.url == f"{site.url}ristikontra/puzzles/"


def test_without_scripts_the_sheet_is_a_page(page: Page, site: Server) -> None:
    with page.context.browser.new_context(java_script_enabled=False) as context:  # type: ignore[union-attr]
        plain = context.new_page()
        plain.goto(f"{site.url}ristikontra/puzzles/")
        plain.get_by_text("Print all").click()
        expect(plain.locator(".kp-sheet-answers h3").last).to_be_attached()
        answers = plain.locator(".kp-sheet-answers h3").count()
        expect(plain.locator(".kp-sheet-question")).to_have_count(answers)
        *_, before_last, last = printed(plain, "A4")
        assert "Answers" in before_last + last


@pytest.mark.parametrize("paper", PAPERS)
def test_puzzle_prints_answer_on_separate_page(page: Page, site: Server, paper: Paper) -> None:
    page.goto(f"{site.url}doppelkopf/puzzles/last-trump/")
    expect(page.locator(".kp[data-live]")).to_be_visible()
    page.get_by_role("button", name="Hint 1 of").click()
    hint = page.locator(".kp-hints li").inner_text()
    question, answer = printed(page, paper)
    assert hint not in question
    assert "Mark everything that West may do now." in question
    assert "ten of hearts" not in question.partition("Mark everything")[0]
    assert "Only the ten of hearts may be played." not in question
    assert "Only the ten of hearts may be played." in answer


@pytest.mark.parametrize("paper", LONG)
def test_worked_examples_print_hand_once_then_lines(page: Page, site: Server, paper: Paper) -> None:
    page.goto(f"{site.url}doppelkopf/examples/")
    expect(page.locator(".kp[data-live]").first).to_be_visible()
    sheets = printed(page, paper)
    assert len(sheets) <= 15  # the last three show house rules
    assert "West’s last trump, and the other fox." in " ".join(sheets)


@pytest.mark.parametrize("paper", PAPERS)
def test_teacher_page_prints_with_open_answers(page: Page, site: Server, paper: Paper) -> None:
    """In prose and below puzzles, printed as they are asked; each answer below its question."""
    page.goto(f"{site.url}ristikontra/teach/")
    expect(page.locator(".kp[data-live]").first).to_be_visible()
    expect(page.get_by_text("The other side would have one")).not_to_be_visible()
    sheets = printed(page, paper)
    text = " ".join(sheets)
    question, answer = text.index("Can a side have exactly 119"), text.index("The other side would have one")
    assert question < answer < text.index("7. One side has taken")
    assert text.index("9. All but a trick") < text.index("for all the points, not for all the tricks")
    assert len(sheets) <= 6
