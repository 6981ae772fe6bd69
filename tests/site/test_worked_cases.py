"""Every worked case of the pages: its cards are marked, one can play on, choose a goal, and see the par.

From the first trick where there is no stock, from its last card on where there is one; before that the case
says that chance decides. What takes minutes is left to the reader, and the case says so.
"""

from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from re import findall
from typing import Any, Final

import pytest

from kontrapunkt.core.registry import OWN
from kontrapunkt.search import Solver, solver_for
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.example import Example
from kontrapunkt.widgets.line import Line, Moment
from tests.browser.walk import specs

UNMARKED: Final = {
    ("how-a-solver-thinks/", "ending"): "the page lets the reader solve it first",
    ("ristiklappi/teach/", "camps"): "two camps argue about the cards",
}
"""Cases whose authors leave out what is solved; those of the page of styles beside."""

CHOSEN: Final = {
    ("ristiklappi/", "now-or-later"),
    ("ristiklappi/strategy/", "easts-ten"),
    ("ristiklappi/strategy/", "souths-two"),
}
"""Cases whose authors look at one goal alone."""

CHANCE: Final = "Chance decides"
LATER: Final = (CHANCE, "Play has not begun", "The sides are not known")
PATIENCE: Final = "Not searched"

type Case = tuple[str, str, dict[str, Any]]


def cases(site: Path) -> Iterator[Case]:
    """All worked cases, by page and id; the steps of lessons are none."""
    for path in sorted(site.rglob("index.html")):
        address = f"{path.parent.relative_to(site)}/"
        for id, spec in specs(site, address).items():
            if spec["kind"] == "example" and not spec.get("bare"):
                yield address, id, spec


def opened(spec: dict[str, Any]) -> tuple[Example, Line, Solver[Any, Any]]:
    widget = open_widget(spec)
    assert isinstance(widget, Example)
    return widget, widget._line, solver_for(widget._line[0].state.game)


def plays(line: Line) -> bool:
    """Whether a card may be played to a trick somewhere."""
    acting = [moment.state for moment in line if moment.state.to_act]
    return any(action.card for state in acting for action in state.actions())


def shown(html: str, name: str) -> list[str]:
    """What stands in the elements of a class."""
    return [unescape(each) for each in findall(rf'class="{name}"[^>]*>([^<]*)<', html)]


def wrong_at(moment: Moment, html: str, solver: Solver[Any, Any]) -> str:
    """What a step lacks, in a word; empty if it has all there is to have."""
    (outlook,) = shown(html, "kp-outlook")
    able = solver.why_unsolvable(moment.state) is None
    if not moment.state.to_act:
        return "an outlook after the end" * bool(outlook)
    if not able:
        return "" if outlook.startswith(LATER) and 'data-do="as ' not in html else "no word of why"
    if 'data-do="as ' not in html:
        return "no way to play on"
    if solver.needs_patience(moment.state):
        return "" if outlook.startswith(PATIENCE) and 'data-do="look"' in html else "no search to ask for"
    return "" if outlook and not outlook.startswith((*LATER, PATIENCE)) else "no outlook"


@pytest.mark.heavy("opens every worked case of the site at every step")
def test_every_worked_case_in_play_can_be_explored(built_site: Path) -> None:
    wrong: list[str] = []
    found: Counter[str] = Counter()
    for address, id, spec in cases(built_site):
        widget, line, solver = opened(spec)
        if "solved" not in spec:
            found["unmarked"] += 1
            if address != "style/" and (address, id) not in UNMARKED:
                wrong.append(f"{address}#{id}: marks=off")
            continue
        solver.patient = True
        if not plays(line):
            found["without play"] += 1
            continue
        game = str(line[0].state.game.id)
        found[game] += 1
        goals = list(spec["solved"])
        if len(goals) < 2 and (address, id) not in CHOSEN and len(line[0].state.game.seats) > 2:
            wrong.append(f"{address}#{id}: goals {goals}")
        known = [any(values[step] for values in spec["solved"].values()) for step in range(len(line))]
        for step, moment in enumerate(line):
            html = widget.send(f"go {step}")[-1].html
            if lacks := wrong_at(moment, html, solver):
                wrong.append(f"{address}#{id}, step {step}: {lacks}")
            if ("kp-par" in html) != any(known):
                wrong.append(f"{address}#{id}, step {step}: the par")
            if [html.count(f'data-do="goal {goal}"') for goal in goals] != [1] * len(goals):
                wrong.append(f"{address}#{id}, step {step}: goals")
            if known[step] and step + 1 < len(line) and line[step + 1].laid:
                found["judged"] += widget._analysis.verdict(line[step + 1], goals[0]) is not None
    assert wrong == [], "\n".join(wrong)
    assert {*OWN} <= {*found}
    assert found["judged"] > 1000


def test_the_cases_left_unmarked_are_there(built_site: Path) -> None:
    off = {(address, id) for address, id, spec in cases(built_site) if "solved" not in spec}
    assert {each for each in off if each[0] != "style/"} == {*UNMARKED}
    assert {(address, id) for address, id, _ in cases(built_site)} >= CHOSEN
