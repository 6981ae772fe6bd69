"""The pages for whoever teaches a game: what each promises; its minutes and its questions come out."""

import itertools
import re

import pytest

from kontrapunkt.core.registry import OWN
from kontrapunkt.puzzles.model import read
from kontrapunkt_site import source
from tests.site.built import ROOT

SECTIONS = ("aims", "material", "lesson", "questions", "wrong", "pace", "homework", "history")
PLANS = ("lesson", "second")
"""Sections that plan a period."""

MINUTES = re.compile(r"^\*\*(\d+) to (\d+): .+\*\*$", re.MULTILINE)
PROVED = re.compile(r"\[[A-Z]{2}-[A-Z]\d+\]|\]\((?:rules|history)\.md#[\w-]+\)")
"""A rule, or the place where it is told: what an answer has to name."""


def page(game: str) -> str:
    return (ROOT / "docs" / game / "teach.md").read_text("utf-8")


def sections(game: str) -> dict[str, str]:
    """The sections of a page, by their anchors."""
    parts = re.split(r"^## .* \{ #([\w-]+) \}$", page(game), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def asked_aloud(text: str) -> list[tuple[int, str]]:
    """The numbers of the questions in prose, each with its answer."""
    found = re.findall(
        r"^\*\*(\d+)\.\*\* (?:.+\n)+\n<details class=\"kp-reply\".*\n<summary>.*\n((?:.*\n)*?)</details>$",
        text,
        re.MULTILINE,
    )
    return [(int(number), answer) for number, answer in found]


def asked_on_the_board(text: str) -> list[tuple[int, str]]:
    """The numbers of the questions that are puzzles, each with its explanation."""
    puzzles = [
        read("\n".join(each.body), "asked")
        for each in source.fences(text.splitlines())
        if each.name == "puzzle"
    ]
    return [(int(each.title.partition(". ")[0]), each.explanation) for each in puzzles]


@pytest.mark.parametrize("game", OWN)
def test_every_game_has_a_page_for_its_teacher(game: str) -> None:
    found = list(sections(game))
    assert [each for each in found if each in SECTIONS] == list(SECTIONS)
    assert f"](../{game}/teach.md)" in (ROOT / "docs/teachers/index.md").read_text("utf-8")


@pytest.mark.parametrize("game", OWN)
def test_a_period_has_forty_five_minutes(game: str) -> None:
    plans = {name: text for name, text in sections(game).items() if name in PLANS}
    assert plans
    for name, text in plans.items():
        steps = [(int(first), int(last)) for first, last in MINUTES.findall(text)]
        assert len(steps) >= 4, name
        assert steps[0][0] == 0
        assert steps[-1][1] == 45
        assert all(before[1] == after[0] for before, after in itertools.pairwise(steps)), name
        assert all(first < last for first, last in steps), name


@pytest.mark.parametrize("game", OWN)
def test_every_question_has_answer_naming_its_rule(game: str) -> None:
    text = sections(game)["questions"]
    found = [*asked_aloud(text), *asked_on_the_board(text)]
    assert [number for number, _ in found] == list(range(1, len(found) + 1))
    assert 6 <= len(found) <= 10
    for number, answer in found:
        assert PROVED.search(answer), f"{game}, question {number}"
