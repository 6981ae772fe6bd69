"""Sheets as they come out of the printer: from a file, and from the page that makes them."""

import io
import re
import subprocess
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader
from tests.browser.chromium import complaints
from tests.browser.server import Server
from tests.site.built import ROOT
from tests.site.node import answer

from kontrapunkt.cli import main
from kontrapunkt.core.registry import OWN

Paper = Literal["a4", "letter"]
POINTS: dict[Paper, tuple[int, int]] = {"a4": (595, 842), "letter": (612, 792)}
"""Width and height of the papers."""

OVER = """(sheets) => [...sheets.querySelectorAll(".question, .answer")].flatMap((each) => {
  const edge = each.getBoundingClientRect();
  return [...each.querySelectorAll("*:not(.kp-vh, .kp-vh *, use)")].filter((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    return width && (left < edge.left - 8 || right > edge.right + 8);
  }).map((part) => `${each.textContent.slice(0, 3)}: ${part.className.baseVal ?? part.className}`);
})"""
"""What reaches beyond its question by more than a frame's width."""

SMALL = """(sheets) => [...sheets.querySelectorAll("*")].filter((each) =>
  [...each.childNodes].some((part) => part.nodeType === 3 && part.data.trim()) && !each.closest(".kp-vh, svg")
  && parseFloat(getComputedStyle(each).fontSize) < 13.3).map((each) => each.className)"""
"""What is printed in less than 10 points."""


WORDS = """(questions) => questions.map((question) => {
  const walker = document.createTreeWalker(question, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement: around } = walker.currentNode;
    if (around.getClientRects().length && !around.closest(".kp-vh, svg")) found.push(data);
  }
  return found.join(" ");
})"""
"""What is printed of each question."""


def printed(page: Page, paper: Paper) -> list[str]:
    """The texts of the pages that come out of the printer, words with single spaces between."""
    found = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    for each in found.pages:
        assert tuple(round(side) for side in each.mediabox[2:]) == POINTS[paper]
    return [" ".join(normalize("NFKC", each.extract_text()).split()) for each in found.pages]


def looked_at(sheets: Locator, pages: list[str]) -> None:
    """Nothing is cut off or too small to read, no question is split, and the key has pages of its own."""
    assert sheets.evaluate(OVER) == []
    assert sheets.evaluate(SMALL) == []
    begin = [number for number, text in enumerate(pages) if re.search(r"\bAnswers: ", text)]
    assert len(begin) == 1
    asked, key = pages[: begin[0]], pages[begin[0] :]
    for question in sheets.locator(".question").evaluate_all(WORDS):
        words = normalize("NFKC", question).split()
        there = [text for text in asked if words[0] in text]
        assert len(there) == 1, words[:2]
        assert [word for word in words if word not in there[0]] == [], words[:2]
    for number in sheets.locator(".answer h3").all_inner_texts():
        assert sum(number in text.split() for text in key) == 1


@pytest.mark.heavy("prints a sheet of every game")
def test_files_of_all_games_are_printed_whole(page: Page, tmp_path: Path) -> None:
    """By turns on A4 and on Letter."""
    page.emulate_media(media="print")
    for game, paper in zip(OWN, cycle(POINTS), strict=False):
        file = tmp_path / f"{game}.html"
        words = ["--groups", "A,B", "--count", "9", "--site", "https://cards.example/"]
        assert main(["sheet", game, *words, "--paper", paper, "--out", str(file)]) == 0
        page.goto(file.as_uri())
        pages = printed(page, paper)
        assert len(pages) <= 9, game  # four for each group at most, and the key
        looked_at(page.locator(".kp-paper"), pages)
    assert complaints(page) == []


def test_sheets_by_keyboard_print_nothing_else(page: Page, site: Server) -> None:
    page.goto(f"{site.url}teachers/sheets/")
    expect(page.locator(".kp-order")).to_be_visible()
    page.locator("[name=game]").focus()
    for _ in range([*OWN].index("konter-a-matt")):
        page.keyboard.press("ArrowDown")
    expect(page.locator("[name=game]")).to_have_value("konter-a-matt")
    expect(page.get_by_label("Who can hold it?")).to_be_visible()
    page.locator("[name=count]").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("6")
    page.locator("[name=paper]").focus()
    page.keyboard.type("L")
    page.locator("[name=seed]").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    told = page.locator("[data-told]")
    expect(told).to_have_text("Ready: 12 questions, seed 7. The same seed makes the same sheet again.")
    sheets = page.locator(".kp-paper")
    expect(sheets.locator(".question")).to_have_count(12)

    # every code says the address beside it, and that leads to the question
    links = [f"{each.get_attribute('href')}" for each in sheets.locator("a.way").all()]
    drawn: list[dict[str, object]] = [
        {"d": path.get_attribute("d"), "size": 0} for path in sheets.locator(".way path").all()
    ]
    for each, svg in zip(drawn, sheets.locator(".way svg").all(), strict=True):
        each["size"] = int((svg.get_attribute("viewBox") or "").split()[-1])
    assert read(drawn) == links
    assert all(link.startswith(f"{site.url}#q=konter-a-matt.") for link in links)

    # printed are the sheets, with the key and without
    page.emulate_media(media="print")
    pages = printed(page, "letter")
    looked_at(sheets, pages)
    assert "Good to know" not in " ".join(pages)
    page.emulate_media(media="screen")
    page.get_by_label("With answers").uncheck()
    page.emulate_media(media="print")
    without = printed(page, "letter")
    assert len(without) < len(pages)
    assert "Key: " not in " ".join(without)
    page.emulate_media(media="screen")
    expect(page.get_by_role("heading", name="Good to know")).to_be_visible()

    # a file of it is the file of the command
    page.get_by_label("With answers").check()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = saved.value.path().read_text("utf-8")
    assert saved.value.suggested_filename == "konter-a-matt-7.html"
    assert without_codes(text) == without_codes(command(site.url))
    assert complaints(page) == []

    page.goto(links[0])
    expect(page).to_have_url(re.compile(r"/konter-a-matt/drill/#kp=drill&log=ask\.trick\."))
    expect(page.locator(".kp-question")).to_contain_text("Who takes the trick?")


def read(drawn: Sequence[Mapping[str, object]]) -> list[str]:
    """What a decoder reads in codes."""
    found: list[str] = answer("qr.mjs", {"texts": [], "drawn": drawn})["read"]
    return found


def command(site: str) -> str:
    """What the command writes for the same order."""
    words = ["konter-a-matt", "--groups", "A,B", "--count", "6", "--seed", "7", "--paper", "letter"]
    done = subprocess.run(
        [ROOT / ".venv/bin/python", "-m", "kontrapunkt.cli", "sheet", *words, "--site", site],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def without_codes(text: str) -> str:
    """A file without its codes, which the page draws by another library; and as a browser writes it."""
    bare = re.sub(r'<svg class="kp-qr".*?</svg>', "", text, flags=re.DOTALL)
    bare = re.sub(r"<(\w+)([^<>]*)/>", r"<\1\2></\1>", bare)
    return re.sub(r'=""| style=""|\s+', "", bare)
