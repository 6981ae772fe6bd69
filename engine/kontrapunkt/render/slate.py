"""The slate: two rows of strokes for lines, crossed out when erased."""

from collections.abc import Sequence
from typing import Any, Final

from kontrapunkt.core.interface import Seat, SlateRow, View
from kontrapunkt.core.messages import side_name
from kontrapunkt.render.markup import classes, el, joined, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import side_short

GROUP: Final = 3
"""The number of strokes in a group."""


def rows_of(view: View[Any], foot: Seat = "S") -> tuple[tuple[SlateRow, SlateRow], ...]:
    """Return the rows of a view's slate, each before the deal and now.

    The last row is that of the scorer.

    Args:
        view: The view; the result of a finished deal is written on the slate.
        foot: The seat that keeps the slate, the reader's.
    """
    session = view.session
    if session is None:
        return ()
    found = []
    for row in session.slate:
        change = view.result.seats[row.seats[0]] if view.result and view.result.settled else 0
        now = SlateRow(row.seats, row.written + max(0, change), row.erased + max(0, -change))
        found.append((row, now))
    return tuple(sorted(found, key=lambda pair: foot in pair[1].seats))


def slate(rows: Sequence[tuple[SlateRow, SlateRow]]) -> str:
    """Render the slate as a drawing with a description.

    Args:
        rows: The rows, each before the deal and now; new strokes and new erasures are emphasized.
    """
    if not rows:
        return ""
    return el(
        "div",
        {"class": "kp-slate", "role": "img", "aria-label": describe_slate([now for _, now in rows])},
        *(_row(before, now) for before, now in rows),
    )


def describe_slate(rows: Sequence[SlateRow]) -> str:
    """Describe each row of the slate in a sentence."""
    return joined(
        catalogue.say(
            "render.slate.row", side=side_name(row.seats), n=row.left, erased=row.erased, all=row.written
        )
        for row in rows
    )


def _row(before: SlateRow, now: SlateRow) -> str:
    strokes = []
    for place in range(now.written):
        out = place < now.erased
        fresh = place >= before.written or (out and place >= before.erased)
        names = classes("kp-tally", "kp-tally-out" if out else None, "kp-tally-new" if fresh else None)
        strokes.append(el("i", {"class": names}))
    groups = [
        el("span", {"class": "kp-tallies"}, *strokes[at : at + GROUP]) for at in range(0, now.written, GROUP)
    ]
    return el(
        "span",
        {"class": "kp-slate-row"},
        el("b", None, text(side_short(now.seats))),
        el("span", {"class": "kp-strokes"}, *groups),
        el("b", {"class": "kp-tally-left"}, text(now.left)),
    )
