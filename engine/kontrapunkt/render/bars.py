"""A small plot: numbers with names, each with a bar, as a table."""

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

from kontrapunkt.render.markup import el, text

type Rows = Mapping[Any, Any] | Iterable[tuple[Any, Any]]
"""Numbers by name, in order."""

_ROUNDED = 6
"""Significant digits of a number that is not whole."""


def bars(rows: Rows, title: str = "") -> str:
    """A table with a row for each number: its name, a bar as long as it is large, the number.

    Args:
        rows: Numbers from 0 by name; fractions and such are shown as decimal numbers.
        title: Its caption; empty for none.

    Raises:
        TypeError: if one of them is no number.
        ValueError: if there are none, or one is below 0.
    """
    pairs = list(rows.items() if isinstance(rows, Mapping) else rows)
    numbers = [_number(value) for _, value in pairs]
    if not pairs or min(numbers) < 0:
        raise ValueError("bars are drawn of numbers from 0, and of one at least")
    most = max(numbers) or 1
    return el(
        "table",
        {"class": "kp-bars"},
        el("caption", None, text(title)) if title else "",
        el(
            "tbody",
            None,
            *(_row(name, number, number / most) for (name, _), number in zip(pairs, numbers, strict=True)),
        ),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"bars are drawn of numbers, and {value!r} is none")
    return float(value)


def _row(name: object, number: float, share: float) -> str:
    bar = el("rect", {"width": f"{100 * share:.2f}", "height": 10})
    drawing = {"viewBox": "0 0 100 10", "preserveAspectRatio": "none", "aria-hidden": "true"}
    shown = f"{number:.{_ROUNDED}g}" if number % 1 else f"{number:.0f}"
    return el(
        "tr",
        None,
        el("th", {"scope": "row"}, text(name)),
        el("td", {"class": "kp-bar"}, el("svg", drawing, bar)),
        el("td", {"class": "kp-bar-number"}, text(shown)),
    )
