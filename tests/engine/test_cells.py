"""Live cells: a page's notebook run from its top, what it tells, and the door of its worker."""

import json
from fractions import Fraction

import pytest

from kontrapunkt import cells
from kontrapunkt.cells import LONGEST, Cell, Notebook, Part, render_output
from kontrapunkt.render.bars import Bar, bars, draw_bars

ONE = Cell("one", "count = 0\n\ndef step():\n    global count\n    count += 1\n    return count\n")


class Heard:
    """What a notebook tells."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Part]] = []
        self.notebook = Notebook()

    def run(self, *cells: Cell) -> bool:
        self.told.clear()
        return self.notebook.run(cells, lambda id, part: self.told.append((id, part)))

    @property
    def said(self) -> list[str]:
        return [f"{part.kind} {part.text}".strip() for _, part in self.told if part.kind != "begin"]

    @property
    def ran(self) -> list[str]:
        return [id for id, part in self.told if part.kind == "begin"]

    @property
    def last(self) -> Part:
        return self.told[-1][1]


@pytest.fixture
def heard() -> Heard:
    return Heard()


def test_prints_and_shows_value_of_last_expression(heard: Heard) -> None:
    assert heard.run(Cell("a", "print('one', 2)\nprint('<b>')\n3 * 'x'"))
    assert heard.said == ["print one 2", "print <b>", "value 'xxx'"]
    assert render_output([part for _, part in heard.told]) == (
        '<pre class="kp-cell-print">one 2\n&lt;b&gt;\n</pre><pre class="kp-cell-value">\'xxx\'</pre>'
    )
    assert heard.run(Cell("a", "None"))
    assert heard.said == []


def test_cell_sees_earlier_cells_and_runs_new_ones(heard: Heard) -> None:
    two, three = Cell("two", "step()"), Cell("three", "step()")
    assert heard.run(ONE, two, three)
    assert (heard.ran, heard.last.text) == (["one", "two", "three"], "2")
    assert heard.run(ONE, two, three)
    assert (heard.ran, heard.last.text) == (["three"], "2"), "what it did the first time is undone"
    assert heard.run(ONE, Cell("two", "count = 40"), three)
    assert (heard.ran, heard.last.text) == (["two", "three"], "41")
    assert heard.run(ONE, two)
    assert (heard.ran, heard.last.text) == (["two"], "1")


def test_error_has_line_and_stops_later_cells(heard: Heard) -> None:
    assert not heard.run(Cell("a", "x = 1\nif x:\n    x / 0\n"), Cell("b", "x"))
    assert heard.ran == ["a"]
    assert (heard.last.line, heard.last.text) == (3, "ZeroDivisionError: division by zero")
    assert not heard.run(Cell("a", "def f(:\n"))
    assert heard.last.line == 1
    assert heard.last.text.startswith("SyntaxError: ")
    assert not heard.run(Cell("a", "def f(n):\n\n    return n / 0"), Cell("b", "y = 2\nf(y)"))
    assert heard.last.line == 2
    assert "line 3 of the cell “a”" in heard.last.origin
    assert not heard.run(Cell("a", "raise SystemExit"))
    assert heard.last.text == "SystemExit"


def test_an_error_may_be_what_is_wanted(heard: Heard) -> None:
    wrong = Cell("a", "x = 5\nx / 0", raises="ZeroDivisionError")
    assert heard.run(wrong, Cell("b", "x"))
    assert heard.last.text == "5", "what it did before the error stands"
    assert not heard.run(Cell("a", "1", raises="ZeroDivisionError"))
    assert not heard.run(Cell("a", "{}['x']", raises="ZeroDivisionError"))


def test_an_exercise_is_checked_and_gives_nothing_on(heard: Heard) -> None:
    check = "assert double(4) == 8, f'double(4) is 8, not {double(4)}'"
    assert not heard.run(ONE, Cell("ex", "def double(n):\n    ...", check))
    assert (heard.last.kind, heard.last.text) == ("wrong", "Not yet: double(4) is 8, not None")
    assert not heard.run(ONE, Cell("ex", "step()", check))
    assert heard.last.text.startswith("Not yet: NameError")
    solved = Cell("ex", "step()\ndef double(n):\n    return 2 * n", check)
    assert heard.run(ONE, solved)
    assert heard.last.kind == "right"
    assert heard.run(ONE, solved, Cell("two", "'double' in globals(), step()"))
    assert (heard.ran, heard.last.text) == (["two"], "(False, 1)")


def test_what_is_printed_has_an_end(heard: Heard) -> None:
    assert not heard.run(
        Cell("a", "try:\n    while True:\n        print('x' * 99)\nexcept Exception:\n    pass")
    )
    assert heard.last.line == 3
    assert str(LONGEST) in heard.last.text
    assert sum(len(part.text) for _, part in heard.told if part.kind == "print") == LONGEST
    assert heard.run(Cell("a", "'x' * 10_000"))
    assert len(heard.last.text) < LONGEST


WITHOUT_END = {
    "prints": "while True:\n    print('x' * 99)",
    "shows": "while True:\n    show({'a': 1})",
    "shows rows": "from itertools import count\nshow(((n, 1) for n in count()))",
    "shows long names": "while True:\n    show({'a' * 10**6: 1}, 'b' * 10**6)",
    "raises": "raise ValueError('x' * 30_000_000)",
    "names an error": "raise type('E' * 10**6, (Exception,), {})",
    "has a value": "'x' * 30_000_000",
}


@pytest.mark.parametrize("source", WITHOUT_END.values(), ids=WITHOUT_END.keys())
def test_cell_output_without_end_stays_within_limit(heard: Heard, source: str) -> None:
    heard.run(Cell("a", source))
    html = render_output([part for _, part in heard.told])
    assert len(html) < 10 * LONGEST
    assert html.count("<tr>") <= LONGEST / 40
    assert len(heard.last.text) <= 2_000


def test_check_that_says_much_is_clipped(heard: Heard) -> None:
    assert not heard.run(Cell("a", "1", "assert False, 'x' * 30_000_000"))
    assert heard.last.kind == "wrong"
    assert len(heard.last.text) < 2_100


BROKEN_TEXT = {
    "raises": "def __str__(self): raise KeyError",
    "is none": "def __str__(self): return 5",
    "exits": "def __str__(self): raise SystemExit",
    "has no end": "def __str__(self): return str(self)",
}


@pytest.mark.parametrize("method", BROKEN_TEXT.values(), ids=BROKEN_TEXT.keys())
def test_error_without_readable_text_is_named(heard: Heard, method: str) -> None:
    code = f"class Odd(Exception):\n    {method}\nraise Odd"
    assert not heard.run(Cell("a", code))
    assert (heard.last.kind, heard.last.line) == ("error", 3)
    assert heard.last.text == "Odd, whose message cannot be read"
    assert not heard.run(Cell("a", f"class Odd(Exception):\n    {method}", "raise Odd"))
    assert heard.last.text == "Not yet: Odd, whose message cannot be read"


def test_value_with_endless_text_is_an_error(heard: Heard) -> None:
    assert not heard.run(Cell("a", "class Odd:\n    def __repr__(self): return repr(self)\nOdd()"))
    assert heard.last.text.startswith("RecursionError")


def test_it_draws_bars(heard: Heard) -> None:
    assert heard.run(Cell("a", "print('before')\nshow({'<A>': 1, 'B': 4}, 'Ranks')\nprint('after')"))
    assert [part.kind for _, part in heard.told] == ["begin", "print", "show", "print"]
    drawn = render_output([heard.told[2][1]])
    assert drawn == draw_bars(bars({"<A>": 1, "B": 4}), "Ranks")
    assert "<caption>Ranks</caption>" in drawn
    assert "&lt;A&gt;" in drawn
    assert 'width="25.00"' in drawn
    assert bars([("third", Fraction(1, 3))]) == [Bar("third", "0.333333", 1)]
    assert bars([("whole", 3.0), ("none", 0)]) == [Bar("whole", "3", 1), Bar("none", "0", 0)]
    for wrong in ({}, {"a": -1}, {"a": float("inf")}, {"a": float("nan")}):
        with pytest.raises(ValueError, match="bars"):
            bars(wrong)
    with pytest.raises(TypeError, match="'x'"):
        bars({"a": "x"})


def test_data_classes_can_be_made_in_a_cell(heard: Heard) -> None:
    code = "from dataclasses import dataclass\n@dataclass\nclass Node:\n    value: 'int'\nNode(3)"
    assert heard.run(Cell("a", code))
    assert heard.last.text == "Node(value=3)"


def test_cell_door_speaks_json_and_separates_pages() -> None:
    told: list[dict[str, str]] = []

    def ask(page: str, *sources: str) -> dict[str, str]:
        wanted = [
            {"id": f"c{n}", "source": source, "check": "", "raises": ""} for n, source in enumerate(sources)
        ]
        told.clear()
        request = json.dumps({"page": page, "cells": wanted})
        answer: dict[str, str] = json.loads(cells.run(request, lambda part: told.append(json.loads(part))))
        return answer

    assert ask("/a/", "x = 1", "x") == {"ok": True, "last": "c1"}
    assert [(part["cell"], part["kind"]) for part in told] == [
        ("c0", "begin"),
        ("c1", "begin"),
        ("c1", "value"),
    ]
    assert ask("/b/", "y = 1", "x") == {"ok": False, "last": "c1"}
    assert ask("/b/", "y / 0", "x") == {"ok": False, "last": "c0"}
