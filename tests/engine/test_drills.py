"""Drills without a browser: every answer is found again from the state alone, not by asking the drill."""

from collections.abc import Mapping
from typing import Final

import pytest

from kontrapunkt.drills import drills_of
from kontrapunkt.registry import OWN, game_class
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.drill import DrillWidget
from tests.engine.drilled import FOUND

HEADER: Final = "kontrapunkt 1 0.1.0 drill"

KINDS: Final[Mapping[str, tuple[str, ...]]] = {name: drills_of(game_class(name)()) for name in OWN}


def drill(game: str, *log: str, **spec: object) -> DrillWidget:
    kinds = spec.pop("kinds", KINDS[game])
    prefix = game_class(game).prefix
    pages = {prefix: "../rules/", "RK": "../rules/"}
    whole = {"kind": "drill", "id": "d", "game": game, "kinds": kinds, "seed": 1, "rule_pages": pages, **spec}
    widget = open_widget(whole, [HEADER, *log] if log else [])
    assert isinstance(widget, DrillWidget)
    return widget


def prepared(widget: DrillWidget) -> None:
    while widget.thinking:
        assert widget.think(50) == []


def answer(widget: DrillWidget, keys: set[str]) -> str:
    for key in sorted(keys):
        said = widget.send(f"pick {key}")[-1].say
    return widget.send("answer")[-1].say if widget.task.many else said


@pytest.mark.parametrize("number", [30, pytest.param(200, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", OWN)
def test_questions_of_a_game_are_answered_from_the_state_alone(game: str, number: int) -> None:
    """So many questions, played by the widget: the right answer is right, a wrong one names a rule."""
    widget = drill(game)
    rules = {*game_class(game).rulebook}
    asked = dict.fromkeys(KINDS[game], 0)
    for turn in range(number):
        question = widget._asked
        asked[question.kind] += 1
        keys = {pick.key for pick in question.task.picks}
        right = FOUND[question.kind](question.task, question.reader)
        assert right <= keys, widget.log
        wrong = turn % 3 == 2
        given = right ^ {min(keys)} or keys if wrong and widget.task.many else right
        if wrong and not widget.task.many:
            given = {min(keys - right)}
        prepared(widget)
        said = answer(widget, given)
        assert said.startswith("Right.") == (given == right), (widget.log, said)
        word, _, rule = widget.log[-1].partition(" ")
        assert word == ("right" if given == right else "wrong")
        assert rule in rules, (widget.log, said)
        html = widget.frame().html
        assert f'"../rules/#{rule}"' in html
        again = drill(game, *widget.log[1:])
        assert (again.note, again.frame()) == ("", widget.frame())
        while widget._judged or widget._summed:
            prepared(widget)
            widget.send("onward")
    assert max(asked.values()) - min(asked.values()) <= 1 + number // 10
    assert all(asked.values())
