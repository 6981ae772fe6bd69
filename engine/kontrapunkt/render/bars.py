"""Bar charts of named numbers, as tables."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from numbers import Real
from typing import Any, NamedTuple

from kontrapunkt.render.markup import el, text

type Rows = Mapping[Any, Any] | Iterable[tuple[Any, Any]]
"""Numbers by name, in order."""

_ROUNDED = 6
"""The significant digits of numbers that are not whole."""


class Bar(NamedTuple):
    """A row of a bar chart.

    Attributes:
        name: The label of the number.
        number: The number as displayed.
        share: The length of its bar, from 0 to 1 for the largest number.
    """

    name: str
    number: str
    share: float


def pairs_of(rows: Rows) -> Iterable[tuple[Any, Any]]:
    """Return the pairs of name and number."""
    return rows.items() if isinstance(rows, Mapping) else rows


def bars(rows: Rows) -> list[Bar]:
    """Return the rows of a bar chart.

    Args:
        rows: Numbers from 0, by name; fractions and the like become decimals.

    Raises:
        TypeError: if a value is no number.
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
    """Render a table with the name, bar and value of each number.

    Args:
        title: The caption; empty for none.
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
