"""Every history page and every rules page has things to play, early and beside what they show."""

import re
from typing import Final

import pytest

from kontrapunkt.core.registry import OWN
from tests.site.built import ROOT

HISTORY: Final = 2
"""The things to play on a history page: examples and puzzles together."""

EXAMPLES: Final = 2
PUZZLES: Final = 3
"""The examples and the puzzles of a rules page."""

LEAD: Final = 1700
"""The most characters of text before the first thing to play on a history page."""

FENCE: Final = re.compile(r"^```(?P<kind>\w+)(?P<options>[^\n]*)\n(?P<body>.*?)^```$", re.M | re.DOTALL)
PLAYED: Final = ("example", "puzzle")


def page_text(game: str, page: str) -> str:
    """The Markdown of a page, without its front matter."""
    return (ROOT / f"docs/{game}/{page}.md").read_text("utf-8").split("---\n", 2)[2]


def playable(text: str) -> list[re.Match[str]]:
    """The fences of a page that readers can play."""
    return [fence for fence in FENCE.finditer(text) if fence["kind"] in PLAYED]


def section_around(text: str, fence: re.Match[str]) -> str:
    """The part of a page around a fence, from one heading of the second level to the next."""
    start = text.rfind("\n## ", 0, fence.start()) + 1
    end = text.find("\n## ", fence.end())
    return text[start : end if end >= 0 else len(text)]


@pytest.mark.parametrize("game", OWN)
def test_history_page_has_enough_to_play(game: str) -> None:
    assert len(playable(page_text(game, "history"))) >= HISTORY


@pytest.mark.parametrize("game", OWN)
def test_history_page_plays_before_its_timeline(game: str) -> None:
    text = page_text(game, "history")
    first, second, *_ = playable(text)
    assert second.start() < text.index("```timeline")
    assert len(text[: first.start()]) <= LEAD


@pytest.mark.parametrize("game", OWN)
def test_history_playables_have_date_and_source(game: str) -> None:
    """Each is in a section with a year, a decade or the words that there is no date, and with its source."""
    text = page_text(game, "history")
    for fence in playable(text):
        around = FENCE.sub("", section_around(text, fence))
        assert re.search(r"\b1[0-9]{3}s?\b|\b20[0-9]{2}\b|[0-9]th century|no date", around), fence["options"]
        assert "sources.md#" in around, fence["options"]


@pytest.mark.parametrize("game", OWN)
def test_rules_page_has_enough_to_play(game: str) -> None:
    kinds = [fence["kind"] for fence in playable(page_text(game, "rules"))]
    assert kinds.count("example") >= EXAMPLES
    assert kinds.count("puzzle") >= PUZZLES


@pytest.mark.parametrize("game", OWN)
def test_things_to_play_are_beside_rules(game: str) -> None:
    """The section has a rule, by its number, or a table."""
    text = page_text(game, "rules")
    for fence in playable(text):
        around = FENCE.sub("", section_around(text, fence))
        assert re.search(r"\b[A-Z]{2}-[A-Z]\d+\b|^\|", around, re.M), fence["options"]
