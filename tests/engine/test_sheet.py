"""Sheets of questions: the same seed gives the same bytes, keys are right, nothing on a sheet tells them."""

import html
import re
import subprocess
import sys
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.classroom.paper import label
from kontrapunkt.classroom.questions import (
    OrderError,
    SheetOrder,
    SheetQuestion,
    choose_questions,
    question_of_puzzle,
    sort_questions,
)
from kontrapunkt.classroom.sheet import answer, document, sheets
from kontrapunkt.cli import main
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.drills import drills_of
from kontrapunkt.puzzles.kind import ChoicePuzzle, open_puzzle
from kontrapunkt.puzzles.model import read
from kontrapunkt.render import spoken
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.drill import DrillWidget
from tests.engine.drilled import FOUND

TUTORIALS = Path(__file__).parents[2] / "tutorials"
SITE = "https://cards.example/"


def order(game: str, count: int = 7, **more: Any) -> SheetOrder:
    return SheetOrder(game, count=count, seed=3, **{"groups": ("A", "B"), **more})


@cache
def made(of: SheetOrder) -> dict[str, list[SheetQuestion]]:
    return choose_questions(of, lambda made, of: None)


def questions_of(page: str) -> list[str]:
    """The questions of a page, without the key."""
    before = page.partition('<section class="key">')[0]
    return re.findall(r'<section class="question.*?</section>', before, re.DOTALL)


@pytest.mark.parametrize("game", OWN)
def test_keys_are_right(game: str) -> None:
    """What stands in the key is found again from the state alone, not by asking the question."""
    of = order(game)
    entries = made(of)
    page = sheets(of, entries)
    key = page.partition('<section class="key">')[2]
    shown = re.findall(r'<section class="answer"><h3>(\w+)</h3><p>(?:<b>(.*?)\.</b>)?', key)
    every = [each for group in entries.values() for each in group]
    assert [number for number, _ in shown] == [f"{g}{n}" for g in "AB" for n in range(1, 8)]
    with use_faces(of.sheet_faces):
        for each, (number, told) in zip(every, shown, strict=True):
            assert isinstance(each.task, ChoicePuzzle)
            right = FOUND[each.kind](each.task, each.reader)
            picks = [pick for pick in each.task.picks if pick.key in right]
            wanted = ", ".join(label(each.task, pick) for pick in picks)
            whole = len(picks) == len(each.task.picks)
            assert told == (wanted if not whole else answer(each.task)[0]), (number, each.name)


@pytest.mark.parametrize("game", OWN)
def test_nothing_on_a_sheet_tells_the_key(game: str) -> None:
    """With right and wrong exchanged, and other reasons, the questions look the same to the byte."""
    of = order(game)
    entries = {
        group: [replace(each, task=copy(each.task)) for each in found] for group, found in made(of).items()
    }
    whole = sheets(of, entries)
    before = questions_of(whole)
    for each in (one for group in entries.values() for one in group):
        turned = [replace(pick, right=not pick.right, said="!", rule="") for pick in each.task.picks]  # type: ignore[attr-defined]
        each.task.__dict__["picks"] = tuple(turned)
    page = sheets(of, entries)
    assert questions_of(page) == before
    assert len(before) == 14
    assert page != whole  # the key has heard of it


@pytest.mark.parametrize("game", OWN)
def test_groups_get_different_questions_of_equal_difficulty(game: str) -> None:
    first, second = made(order(game)).values()
    assert [(each.kind, each.level) for each in first] == [(each.kind, each.level) for each in second]
    assert {each.kind for each in first} == {*drills_of(game_class(game)())}
    assert sorted(each.level for each in first) == [1, 1, 2, 3, 3, 4, 5]
    assert not {each.about for each in first} & {each.about for each in second}


def test_groups_may_share_questions_in_other_order() -> None:
    first, second = made(order("kontra", shuffled=True)).values()
    assert first != second
    assert {id(each) for each in first} == {id(each) for each in second}


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """In another process, too, whose hashes are others."""
    words = ["sheet", "doppelkopf", "--seed", "5", "--groups", "A,B", "--count", "7", "--site", SITE]
    pages = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "kontrapunkt.cli", *words],
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        )
        pages.append(done.stdout)
    assert pages[0] == pages[1]
    out = tmp_path / "sheet.html"
    assert main([*words, "--out", str(out)]) == 0
    assert out.read_bytes() == pages[0]
    assert main([*words, "--seed", "6", "--out", str(out)]) == 0
    assert out.read_bytes() != pages[0]


@pytest.mark.parametrize("game", OWN)
def test_a_link_opens_exactly_its_question(game: str) -> None:
    """On the drill page of the game, as the site reads short addresses (`assets/pages/short.js`)."""
    of = order(game)
    entries = made(of)
    links = re.findall(r'<a class="way" href="([^"]*)"', sheets(replace(of, site=SITE), entries))
    page = (TUTORIALS.parent / f"docs/{game}/drill.md").read_text("utf-8")
    fence = re.search(r"^```drill game=(\S+) kinds=(\S+) id=(\S+)", page, re.MULTILINE)
    assert fence is not None
    spec = {"kind": "drill", "game": fence[1], "kinds": fence[2].split(","), "id": fence[3]}
    every = [each for group in entries.values() for each in group]
    for each, link in zip(every, links, strict=True):
        assert fence[3] == "drill"
        place, _, question = link.removeprefix(f"{SITE}#q=").partition(".")
        assert place == game
        entry = f"ask {question.replace('.', ' ')}"
        with use_faces(of.sheet_faces):
            widget = open_widget(spec, ["kontrapunkt 1 0.1.0 drill", entry])
            assert isinstance(widget, DrillWidget)
            assert (widget.note, widget.log[1:]) == ("", [entry])
            assert widget.task.puzzle.record == each.task.puzzle.record
            assert html.escape(each.task.question, quote=False) in widget.frame().html


@pytest.mark.parametrize("game", OWN)
def test_all_puzzles_can_be_printed(game: str) -> None:
    of = order(game, site=SITE, groups=("",))
    paths = sorted((TUTORIALS / game).glob("*.toml"))
    with use_faces(of.sheet_faces):
        every = [question_of_puzzle(open_puzzle(read(path.read_text("utf-8"), path.stem))) for path in paths]
        entries = {"": sort_questions(every)}
    page = sheets(of, entries)
    asked = questions_of(page)
    assert len(asked) == len(paths) > 9
    for each, question in zip(entries[""], asked, strict=True):
        assert f'href="{SITE}{game}/puzzles/{each.task.puzzle.id}/"' in question
        boxes = question.count('class="box"')
        assert boxes > 1 or 'class="lines"' in question, each.name
    answers = re.findall(r'<section class="answer">(.*?)</section>', page, re.DOTALL)
    assert all(len(spoken(each)) > 20 for each in answers)


def test_a_file_needs_nothing_else() -> None:
    of = order("kontraspiel", groups=("",))
    page = document(of, sheets(of, made(of)), "A4")
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert "@import" not in page
    assert not re.search(r"url\(", page)
    used, drawn = set(re.findall(r'xlink:href="#([^"]*)"', page)), set(re.findall(r' id="([^"]*)"', page))
    assert used <= drawn
    assert "size: A4" in page
    assert "size: letter" in document(of, "", "letter")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("kontra --count 0", "A sheet has 1 to 60 questions."),
        ("kontra --kinds trick,bid", "bid"),
        ("kontra --kinds call", "Kontra has no questions of the kind “call”."),
        ("kontra --groups A,A", "each with a short name of its own"),
        ("kontra --site kontra.example", "https://"),
        ("kontra --from nowhere", "no such puzzle of kontra"),
        ("whist", "whist"),
    ],
)
def test_what_cannot_be_made_is_said(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", *words.split()]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert said in error
    assert error.count("\n") == 1


def test_missing_code_package_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert main(["sheet", "kontra", "--count", "1", "--site", SITE]) == 2
    assert "kontrapunkt[qr]" in capsys.readouterr().err
    assert main(["sheet", "kontra", "--count", "1"]) == 0


def test_page_order_is_parsed_or_refused() -> None:
    read_ = SheetOrder.read(
        {"game": "kontra", "kinds": "trick, legal", "count": "5", "groups": "A, B", "seed": "9"}
    )
    assert read_ == SheetOrder("kontra", kinds=("trick", "legal"), count=5, seed=9, groups=("A", "B"))
    with pytest.raises(OrderError):
        SheetOrder.read({"game": "kontra", "count": "many"})
