"""Steps that the build has foreseen are those that the engine would show: the same frames, the same log.

The page's own module reads the maps, in Node; the engine is asked for the same events beside it.
"""

import json
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from itertools import batched
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import Widget, open_widget
from kontrapunkt.widgets.base import COMPLAIN, faces_of
from kontrapunkt.widgets.puzzle.precomputing import ForeseenPickingWidget
from tests.opened import solved_once
from tests.site.built import ROOT
from tests.site.node import answer

_WIDGET = re.compile(r"""data-kp="?(\w+)[^>]*? data-steps="?([\w.]+)[^>]*? data-spec='([^']*)'""")
RASH = 0.1
"""How often a walk along a record leaves it for a line of its own."""

_MODULE = ROOT / "site_hooks/kontrapunkt_site/assets/widgets/foreseen.js"


@dataclass(frozen=True, slots=True)
class Shown:
    """A widget of a page that has steps."""

    page: str
    kind: str
    spec: dict[str, Any]
    file: Path


def widgets_of(site: Path) -> list[Shown]:
    """The widgets of a site that have steps; those of puzzles under their kind of puzzle."""
    found = []
    for page in sorted(site.rglob("*.html")):
        for kind, file, text in _WIDGET.findall(page.read_text("utf-8")):
            spec = json.loads(unescape(text))
            asked = re.search(r'^kind\s*=\s*"([\w-]+)"', spec.get("puzzle", ""), re.MULTILINE)
            steps = site / "assets/kontrapunkt/steps" / file
            found.append(Shown(page.relative_to(site).as_posix(), asked[1] if asked else kind, spec, steps))
    return found


def answers_of(widget: Widget, events: Iterable[str]) -> list[dict[str, Any]]:
    """What the engine shows after each of the events, and the log."""
    found = []
    for event in events:
        frames = [
            {"html": frame.html, "say": frame.say, "pause_ms": frame.pause_ms} for frame in widget.send(event)
        ]
        log = [re.sub("^solved .*", "solved 0", entry) for entry in widget.log]
        found.append({"frames": frames, "log": log})
    return found


def some_events(widget: Widget, choose: random.Random, length: int) -> list[str]:
    """Events that a reader might send one after the other, with cards of the seat to act alone."""
    found = []
    html = widget.frame().html
    for _ in range(length):
        buttons = re.findall(r"<[^>]*\bdata-do=[^>]*>", html)
        named = re.findall(r'data-do="([^"]*)"', "".join(b for b in buttons if 'tabindex="-1"' not in b))
        offered = [event for event in named if not event.startswith(COMPLAIN)]  # which opens a dialog
        rare = ("as", "play") if widget.kind == "example" else ()  # these leave the record
        steady = [event for event in offered if not event.startswith(rare)]
        found.append(unescape(choose.choice(offered if choose.random() < RASH else steady)))
        html = widget.send(found[-1])[-1].html
    return found


def in_the_page(walks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's module shows on walks: where each begins, and what is replied to its events."""
    told: list[dict[str, Any]] = answer("steps.mjs", walks, _MODULE)
    return told


def compare(sample: list[Shown], choose: random.Random, length: int) -> dict[str, int]:
    """Walks about on maps, in the page's way and in the engine's.

    What was done stands on a later visit as it stood when it was done.

    Returns:
        By kind, how many events were foreseen.
    """
    walks, real = [], []
    for each in sample:
        with use_faces(faces_of(each.spec)), solved_once():
            events = some_events(open_widget(each.spec), choose, length)
            walks.append({"file": str(each.file), "events": events})
            real.append(answers_of(open_widget(each.spec), events))
    count = dict.fromkeys((each.kind for each in sample), 0)
    for each, walk, shown, wanted in zip(sample, walks, in_the_page(walks), real, strict=True):
        for event, got, due in zip(walk["events"], shown["replies"], wanted, strict=True):
            if got is None:
                break  # from here on the engine is asked
            assert got == due, (each.page, each.spec["id"], event)
            count[each.kind] += 1
        for stood, stands in shown["later"]:
            assert stands is not None, (each.page, each.spec["id"], walk["events"])
            assert stands["html"] == stood["html"], (each.page, each.spec["id"], walk["events"])
    return count


@pytest.fixture(autouse=True)
def same_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two drills that are walked alike ask the same."""
    monkeypatch.setattr("kontrapunkt.widgets.drill.round.randbelow", lambda number: 7)


def test_every_kind_shows_what_the_engine_would_show(built_site: Path) -> None:
    """Some widgets of each kind, on a few walks each."""
    choose = random.Random(15)
    found = widgets_of(built_site)
    kinds = {each.kind for each in found}
    assert kinds >= {"example", "trick", "score", "call", "legal", "find-the-mistake"}
    of_kind = {kind: [each for each in found if each.kind == kind] for kind in sorted(kinds)}
    sample = [each for group in of_kind.values() for each in choose.choices(group, k=12)]
    foreseen = compare(sample, choose, 8)
    answered = foreseen.pop("drill")  # after one answer the next question is the engine's
    assert answered >= 3
    assert all(count >= 20 for count in foreseen.values()), foreseen


@pytest.mark.soak
def test_every_widget_shows_what_the_engine_would_show(built_site: Path) -> None:
    """All of them, on several walks."""
    choose = random.Random(16)
    # by and by: what all show together is longer than a text in Node may be
    for some in batched(widgets_of(built_site), 25):
        compare([each for each in some for _ in range(6)], choose, 12)


def test_no_card_of_a_question_needs_the_engine(built_site: Path) -> None:
    """Those that nobody asked about neither: a class that presses them would fetch it thirty times."""
    walks, real = [], []
    for each in widgets_of(built_site):
        if each.kind in ("example", "drill"):
            continue
        with use_faces(faces_of(each.spec)), solved_once():
            cards = re.findall(r'data-do="(play [^"]*)"', open_widget(each.spec).frame().html)
            walks += [{"file": str(each.file), "events": [card]} for card in cards]
            real += [answers_of(open_widget(each.spec), [card])[0] for card in cards]
    assert len(walks) > 300
    for walk, told, wanted in zip(walks, in_the_page(walks), real, strict=True):
        assert told["replies"][0] == wanted, walk


def test_repeated_errors_are_counted_without_engine(built_site: Path) -> None:
    walks, real = [], []
    for each in widgets_of(built_site):
        if each.kind not in ("trick", "call", "score"):
            continue
        with use_faces(faces_of(each.spec)), solved_once():
            widget = open_widget(each.spec)
            assert isinstance(widget, ForeseenPickingWidget)
            picks = sorted(widget.task.picks, key=lambda pick: pick.right)
            if widget.task.many or len(picks) < 3:
                continue
            events = [f"pick {pick.key}" for pick in (*picks[:2], *picks[:2], picks[-1])]
            walks.append({"file": str(each.file), "events": events})
            real.append(answers_of(widget, events))
            assert " in 5 tries" in real[-1][-1]["frames"][-1]["say"] or each.spec.get("bare")
    assert len(walks) > 20
    for walk, told, wanted in zip(walks, in_the_page(walks), real, strict=True):
        assert told["replies"] == wanted, walk


def test_page_picture_matches_the_starting_place(built_site: Path) -> None:
    """The reader's first step starts from what the page shows; the rest of a map is small."""
    address = "ristikontra/examples/index.html"
    page = (built_site / address).read_text("utf-8")
    found = [each for each in widgets_of(built_site) if each.page == address]
    assert len(found) > 5
    for told in in_the_page([{"file": str(each.file), "events": []} for each in found]):
        assert told["stands"]["html"] in page
