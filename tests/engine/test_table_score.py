"""The score at a table: a line during play, a table of sides at the end of a deal."""

import random
import re

import pytest

from kontrapunkt.core.interface import Seat
from kontrapunkt.text import catalogue
from tests.engine.test_table_widget import dealt, play_out

LINES = {
    "doppelkopf": "You 0, West 0, North 0, East 0.",
    "koenigrufen-graden": "You 0, West 0, North 0, East 0.",
    "konter-a-matt": "Lines: your side 9, East–West 9.",
    "kontraspiel": "You 0, West 0, North 0, East 0.",
    "ristikontra": "Game points: your side 0, East–West 0.",
}
"""The score before the first deal, in the games that keep one."""


def seen(html: str) -> str:
    """Return the text that sighted readers see."""
    return re.sub(r"<[^>]*>", "", re.sub(r'<span class="kp-vh kp-words">[^<]*</span>', "", html))


def line(html: str) -> str:
    found = re.search(r'class="kp-standing">(.*?)</p>', html)
    return seen(found[1]) if found else ""


def rows(html: str) -> list[list[str]]:
    """Return the cells of the score of a deal, row by row."""
    table = html.partition("kp-end-score")[2].partition("</table>")[0]
    cells = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>")
    return [[seen(cell) for cell in cells.findall(row)] for row in table.split("<tr")[1:]]


@pytest.mark.parametrize("game", sorted(LINES))
def test_score_is_shown_from_first_deal(game: str) -> None:
    widget = dealt(game, 5, "player=random")
    assert line(widget.frame().html) == f"Deal 1. {LINES[game]}"
    play_out(widget, random.Random(5))
    total = line(widget.frame().html)
    assert total.startswith("Total: ")
    widget.send("next")
    now = line(widget.frame().html)
    assert now.startswith("Deal 2. ")
    assert re.findall(r"−?\d+", now)[1:] == re.findall(r"−?\d+", total)


@pytest.mark.parametrize("game", ["doppelkopf", "konter-a-matt"])
def test_score_of_deal_has_a_row_for_each_side(game: str) -> None:
    widget = dealt(game, 5, "player=random")
    play_out(widget, random.Random(5))
    result, after = widget.history.state.result(), widget.history.session_after
    assert after
    head, *sides = rows(widget.frame().html)
    assert head == ["", "This deal", "Total"]
    names = ["Your side", "East–West"] if game == "konter-a-matt" else ["You", "West", "North", "East"]
    assert [name for name, _, _ in sides] == names
    seats: tuple[Seat, ...] = ("S", "W", "N", "E") if len(sides) > 2 else ("S", "E")
    for (_, deal, total), seat in zip(sides, seats, strict=True):
        assert deal == catalogue.signed(result.seats[seat])
        assert total == str(after.seats[seat]).replace("-", "−")


def test_score_has_no_total_without_session_score() -> None:
    widget = dealt("kontra", 5, "player=random")
    play_out(widget, random.Random(5))
    head, *sides = rows(widget.frame().html)
    assert head == ["", "This deal"]
    assert [name for name, _ in sides] == ["You", "North"]
