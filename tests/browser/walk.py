"""What a widget shows, whatever the reader does next: its steps, answers, hints and solution, as frames.

The engine makes them here as it does in the reader's browser, so that no browser has to start Python.
"""

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from tests.opened import solved_once

from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import Prefs, Widget, open_widget
from kontrapunkt.widgets.drill import DrillWidget

SLICE_MS = 1000
LONGEST = 60
"""Frames of one solution that is played out."""

type Step = tuple[str, str]
"""What led to a frame, and its HTML."""


WIDGET: Final = re.compile(r"""<\w+ [^<>]*?data-kp="[^<>]*? data-spec=(['"])(.+?)\1""")
"""A widget, and its spec as it is escaped; a parser takes fifteen times as long."""


def specs(site: Path, address: str) -> dict[str, dict[str, Any]]:
    """The specs of the widgets of a page, by id.

    Args:
        site: The folder of the built site.
        address: The page's address, relative to it.
    """
    path = site / address
    page = (path / "index.html" if path.is_dir() else path).read_text("utf-8")
    found = [json.loads(unescape(spec)) for _, spec in WIDGET.findall(page)]
    return {str(spec["id"]): spec for spec in found}


def steps(spec: Mapping[str, Any]) -> Iterator[Step]:
    """All that a widget shows as it is opened, stepped through, answered rightly and wrongly, and given up.

    Args:
        spec: Its spec.
    """
    with use_faces(Prefs().faces(spec)), solved_once():  # the worker opens a widget in its words, too
        widget = open_widget(spec)
        yield "opened", widget.frame().html
        if spec["kind"] == "example":
            yield from _example(widget)
        elif spec["kind"] == "puzzle":
            yield from _puzzle(spec)


def questions(spec: Mapping[str, Any], seed: int = 0) -> Iterator[list[Step]]:
    """What a drill shows of a question of each kind, answered wrongly or in part; then what it has come to.

    Args:
        spec: Its spec.
        seed: Which questions come after the first, which is the page's.
    """
    widget = open_widget(spec)
    assert isinstance(widget, DrillWidget)
    with widget.speaking(), patch("kontrapunkt.widgets.drill.round.randbelow", Random(seed).randrange):
        shown = [("opened", widget.frame().html)]
        for number in range(1, len(spec["kinds"]) + 1):
            task = widget._asked.task
            for event in (f"pick {task.picks[0].key}", *(["answer"] if task.many else [])):
                shown.append((f"question {number}, {event}", widget.send(event)[-1].html))
            yield shown
            shown = [(f"question {number + 1}", widget.send("onward")[-1].html)]
        yield [("summary", widget.send("summary")[-1].html)]


def _example(widget: Widget) -> Iterator[Step]:
    yield "first", widget.send("first")[-1].html
    for number in range(1, 1000):
        html = widget.send("next")[-1].html
        yield f"step {number}", html
        if _over(html):
            break
    widget.send("first")
    yield from _branched(widget)


def _branched(widget: Widget) -> Iterator[Step]:
    """A line of the reader's own: the last card that may be played, and one that may not."""
    html = widget.frame().html
    for name in ("kp-flat", "kp-playable"):
        event = _event(html, name)
        if event:
            for each in (widget.send(event)[-1], *_thought(widget)):
                yield event, each.html


def _over(html: str) -> bool:
    """Whether a walk along a record is at its end."""
    return 'aria-disabled="true"' in html.partition('data-do="next"')[2].partition(">")[0]


def _puzzle(spec: Mapping[str, Any]) -> Iterator[Step]:
    for events in (("hint", "hint", "hint", "hint", "solution", "again"), *_answers(spec)):
        widget = open_widget(spec)
        with widget.speaking():
            for event in events:
                for each in (widget.send(event)[-1], *_thought(widget)):
                    yield event, each.html


def _answers(spec: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Each card of the seat to act or button to choose; where several are marked, one, and then all."""
    html = open_widget(spec).frame().html
    if "kp-walk" in html:
        yield ("last", "first", *["next"] * html.count('data-do="go '))
    picks = _events(html)
    if 'data-do="answer"' in html:
        yield (*picks[:1], "answer", *picks[1:], "answer")
    else:
        yield from ((pick,) for pick in picks)


def _thought(widget: Widget) -> Iterator[Any]:
    """What the engine shows by itself: replies, verdicts, a solution."""

    def going_on() -> Iterator[Any]:
        while widget.thinking:
            yield from widget.think(SLICE_MS)[-1:]

    yield from islice(going_on(), LONGEST)


class Buttons(HTMLParser):
    """The events of the buttons of a frame, with their classes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "button" and given.get("data-do") and given.get("tabindex") is None:
            self.found.append((str(given["data-do"]), str(given.get("class"))))


def short(html: str) -> str:
    """A frame without the list of tricks: it scrolls in its place, whatever it holds."""
    before, tag, _ = html.partition('<div class="kp-lists">')
    return f"{before}{tag}</div></div>" if tag else html


def _events(html: str) -> list[str]:
    """What answers a puzzle: the cards of the seat to act, the buttons to choose from."""
    return list(dict.fromkeys(
        event for event, names in Buttons(html).found
        if event.startswith(("play ", "pick ", "dark ")) and "kp-return" not in names
    ))  # fmt: skip


def _event(html: str, name: str) -> str | None:
    return next((event for event, names in Buttons(html).found if name in names.split()), None)
