"""A timeline of facts with sources: ` ```timeline sources=docs/.../sources.md `.

    [[event]]
    date = 2024-06-17
    certainty = "certain"
    source = "mcleod"
    text = "The page in its present form."

A date is a day, a year, or a text; a text that begins with a year is sorted by it, and any other ("undated")
stays where the author has put it. A source is a key of the page of sources, or several keys.
"""

import datetime
import re
from collections.abc import Iterator
from typing import Any, Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, plain
from kontrapunkt_site.fences.cited import Sources
from kontrapunkt_site.fences.entries import Entry, entries

CERTAINTIES: Final = ("certain", "reported", "doubtful", "open")
"""Degrees of certainty: documented, reported reliably, merely likely, unknown."""

LONG: Final = 25
"""The years of a gap that is drawn."""

_YEAR: Final = re.compile(r"\d{4}")


def _html(block: Block) -> str:
    sources = Sources.read(block, block.options["sources"])
    return el("ol", {"class": "kp-timeline"}, *_items(block, sources))


def _items(block: Block, sources: Sources) -> Iterator[str]:
    before: tuple[int, int, int] | None = None
    for entry in entries(block, "event", ("date", "certainty", "text"), ("source",)):
        now = _sorts(entry)
        if now and before and now < before:
            raise entry.error("date", "this date comes before that of an earlier entry; put them in order")
        if now and before and now[0] - before[0] >= LONG:
            gap = catalogue.say("fence.timeline.gap", n=now[0] - before[0])
            yield el("li", {"class": "kp-gap"}, el("p", None, text(gap)))
        before = now or before
        yield _item(entry, sources)


def _item(entry: Entry, sources: Sources) -> str:
    certainty = entry.string("certainty")
    if certainty not in CERTAINTIES:
        raise entry.error("certainty", f"certainty is {', '.join(CERTAINTIES)}; not “{certainty}”")
    keys = entry.strings("source")
    if not keys and certainty != "open":
        raise entry.error("source", "a fact needs its source; only an open question may go without")
    for key in keys:
        if key not in sources.names:
            raise entry.error("source", sources.missing(key))
    cited = ", ".join(el("a", {"href": sources.href(key)}, text(sources.names[key])) for key in keys)
    return el(
        "li",
        {"data-certainty": certainty},
        el(
            "p",
            {"class": "kp-when"},
            _date(entry.values["date"]),
            " ",
            el("span", {"class": "kp-certainty"}, text(catalogue.say(f"fence.timeline.{certainty}"))),
        ),
        entry.html("text"),
        el("p", {"class": "kp-cited"}, cited) if cited else "",
    )


def _sorts(entry: Entry) -> tuple[int, int, int] | None:
    """Return the sort key of a date; None for one without a year."""
    date = entry.values["date"]
    if isinstance(date, datetime.date) and not isinstance(date, datetime.datetime):
        return date.year, date.month, date.day
    if isinstance(date, int) and not isinstance(date, bool):
        return date, 0, 0
    if not isinstance(date, str):
        raise entry.error("date", 'a date is a day (2024-06-17), a year (1930), or a text ("undated")')
    year = _YEAR.match(date)
    return (int(year[0]), 0, 0) if year else None


def _date(date: Any) -> str:
    """Render a date that has been validated."""
    if isinstance(date, str):
        return el("span", {"class": "kp-year"}, text(date))
    if isinstance(date, int):
        return el("time", {"datetime": f"{date:04}"}, text(date))
    month = catalogue.say(f"fence.timeline.month.{date.month}")
    said = catalogue.say("fence.timeline.day", day=date.day, month=month, year=date.year)
    return el("time", {"datetime": date.isoformat()}, text(said))


FENCE: Final = FenceKind("timeline", {"sources": FenceOption(plain, required=True)}, _html)
