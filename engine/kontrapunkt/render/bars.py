"""A small plot: numbers with names, each with a bar, as a table."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from numbers import Real
from typing import Any, NamedTuple

from kontrapunkt.render.markup import el, text

type Rows = Mapping[Any, Any] | Iterable[tuple[Any, Any]]
"""Numbers by name, in order."""

_ROUNDED = 6
"""Significant digits of a number that is not whole."""


class Bar(NamedTuple):
    """A row of a plot.

    Attributes:
        name: What the number is of.
        number: The number, as it is shown.
        share: How long its bar is, from 0 to 1; the largest number has 1.
    """

    name: str
    number: str
    share: float


def pairs_of(rows: Rows) -> Iterable[tuple[Any, Any]]:
    """The pairs of name and number."""
    return rows.items() if isinstance(rows, Mapping) else rows


def bars(rows: Rows) -> list[Bar]:
    """The rows of a plot, a bar for each number.

    Args:
        rows: Numbers from 0 by name; fractions and such are shown as decimal numbers.

    Raises:
        TypeError: if one of them is no number.
        ValueError: if there are none, or one is below 0.
    """
    pairs = list(pairs_of(rows))
    numbers = [_number(value) for _, value in pairs]
    if not pairs or not all(0 <= number < inf for number in numbers):
        raise ValueError("bars are drawn of numbers from 0, and of one at least")
    most = max(numbers) or 1
    return [
        Bar(str(name), _shown(number), number / most)
        for (name, _), number in zip(pairs, numbers, strict=True)
    ]


def draw_bars(drawn: Sequence[Bar], title: str = "") -> str:
    """A table with a row for each number: its name, a bar as long as it is large, the number.

    Args:
        drawn: The rows.
        title: Its caption; empty for none.
    """
    caption = el("caption", None, text(title)) if title else ""
    return el("table", {"class": "kp-bars"}, caption, el("tbody", None, *map(_row, drawn)))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"bars are drawn of numbers, and {value!r} is none")
    return float(value)


def _shown(number: float) -> str:
    return f"{number:.{_ROUNDED}g}" if number % 1 else f"{number:.0f}"


def _row(row: Bar) -> str:
    bar = el("rect", {"width": f"{100 * row.share:.2f}", "height": 10})
    drawing = {"viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"}
    return el(
        "tr",
        None,
        el("th", {"scope": "row"}, text(row.name)),
        el("td", {"class": "kp-bar"}, el("svg", drawing, bar)),
        el("td", {"class": "kp-bar-number"}, text(row.number)),
    )
