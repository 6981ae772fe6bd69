"""Steps that the build has foreseen are those that the engine would show: the same frames, the same log."""

import json
import random
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.naming import showing
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt.widgets.foreseen import frames_of

_WIDGET = re.compile(r"""data-kp="?(\w+)[^>]*? data-steps="?([\w.]+)[^>]*? data-spec='([^']*)'""")
WALKS = 2
LENGTH = 12


def widgets_of(site: Path) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The widgets of a site that have steps: a name, the spec and the map."""
    found = []
    for page in sorted(site.rglob("*.html")):
        for kind, file, spec in _WIDGET.findall(page.read_text("utf-8")):
            read = json.loads(unescape(spec))
            steps = json.loads((site / "assets/kontrapunkt/steps" / file).read_text("utf-8"))
            found.append((f"{page.parent.relative_to(site)}#{read['id']} ({kind})", read, steps))
    return found


def turns_at(steps: Mapping[str, Any], place: int) -> dict[str, list[Any]]:
    """What can be done at a place: by event, the place where it leads, its frames, what the log grows by."""
    here = steps["places"][place]
    jumps = steps["jumps"][here["jumps"]] if "jumps" in here else {}
    turns: dict[str, list[Any]] = {event: [to, []] for event, to in jumps.items()}
    turns.update(here.get("turns", {}))
    return turns


def _untimed(log: list[str]) -> list[str]:
    """A log without the seconds that solving took."""
    return [re.sub(r"^solved .*", "solved 0", entry) for entry in log]


def walk(spec: Mapping[str, Any], steps: Mapping[str, Any], choose: random.Random, length: int) -> int:
    """Walks about on a map, the engine at its side.

    Returns:
        How many of the turns showed more than the place they lead to.
    """
    frames = frames_of(steps)
    place, told = steps["begins"], 0
    with showing(faces_of(spec)):
        widget = open_widget(spec)
        for _ in range(length):
            turns = turns_at(steps, place)
            if not turns:
                break
            event = choose.choice(sorted(turns))
            to, shown, *adds = turns[event]
            there, before = steps["places"][to], _untimed(widget.log)
            real = widget.send(event)
            assert [frames[each] for each in shown or [there["stands"]]] == real, (event, before)
            log = (
                [steps["header"], *there["log"]] if "log" in there else [*before, *(adds[0] if adds else [])]
            )
            assert log == widget.log, (event, before)
            if "stands" in there:
                assert frames[there["stands"]] == open_widget(spec, log).frame()
            place = to
            told += bool(shown)
    return told


def test_every_kind_shows_what_the_engine_would_show(built_site: Path) -> None:
    """Some widgets of each kind, on a few walks each."""
    choose = random.Random(15)
    found = widgets_of(built_site)
    kinds: dict[str, list[tuple[str, dict[str, Any], dict[str, Any]]]] = {}
    for name, spec, steps in found:
        asked = re.search(r'^kind\s*=\s*"([\w-]+)"', spec.get("puzzle", ""), re.MULTILINE)
        kinds.setdefault(asked[1] if asked else spec["kind"], []).append((name, spec, steps))
    assert {"example", "trick", "score", "find-the-mistake"} <= kinds.keys()
    for group in kinds.values():
        sample = choose.sample(group, min(4, len(group)))
        assert sum(walk(spec, steps, choose, LENGTH) for _, spec, steps in sample for _ in range(WALKS))


@pytest.mark.soak
def test_every_widget_shows_what_the_engine_would_show(built_site: Path) -> None:
    """All of them, on long walks."""
    choose = random.Random(16)
    for _, spec, steps in widgets_of(built_site):
        walk(spec, steps, choose, 60)


def test_the_picture_in_the_page_is_that_of_the_place_where_it_begins(built_site: Path) -> None:
    """The reader's first step starts from what the page shows."""
    page = (built_site / "ristikontra/examples/index.html").read_text("utf-8")
    for name, _, steps in widgets_of(built_site):
        if name.startswith("ristikontra/examples#"):
            assert frames_of(steps)[steps["places"][steps["begins"]]["stands"]].html in page
