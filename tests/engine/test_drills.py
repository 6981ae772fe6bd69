"""Drills without a browser: every answer is found again from the state alone, not by asking the drill."""

from collections.abc import Mapping
from random import Random
from typing import Final

import pytest

from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.drills import HARDEST, ask, drills_of, next_level
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import EventError, faces_of
from kontrapunkt.widgets.drill import DrillWidget
from tests.engine.drilled import FOUND

HEADER: Final = "kontrapunkt 1 0.1.0 drill"

KINDS: Final[Mapping[str, tuple[str, ...]]] = {name: drills_of(game_class(name)()) for name in OWN}


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions of a test are the same each time."""
    monkeypatch.setattr("kontrapunkt.widgets.drill.round.randbelow", Random(7).randrange)


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
def test_questions_are_answered_from_the_state_alone(game: str, number: int) -> None:
    """So many questions, played by the widget: the right answer is right, a wrong one names a rule."""
    with use_faces(faces_of({"game": game})):
        played(game, number)


def played(game: str, number: int) -> None:
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


def test_two_right_answers_raise_and_wrong_lowers_level() -> None:
    level, running = 1, 0
    for right, rung in ((True, 1), (True, 2), (True, 2), (False, 1), (False, 1), (True, 1), (True, 2)):
        level, running = next_level(level, running, right)
        assert level == rung
    for _ in range(20):
        level, running = next_level(level, running, True)
    assert level == HARDEST


@pytest.mark.parametrize("game", OWN)
def test_higher_rungs_ask_what_is_harder(game: str) -> None:
    """What a kind itself calls hard is more on the highest rung than on the lowest, over twenty seeds."""
    for kind in KINDS[game]:
        sums = {
            level: sum(ask(game_class(game)(), kind, seed, level).hard for seed in range(20))
            for level in (1, 5)
        }
        assert sums[5] > sums[1], kind


def test_round_gets_harder_and_is_summarized() -> None:
    widget = drill("ristikontra", kinds=("trick",))
    for number in range(10):
        assert f"Question {number + 1} of 10" in widget.frame().html
        answer(widget, set(widget._asked.right))
        said = widget.send("onward")[-1].say
    assert said.startswith("10 of 10 right.")
    assert "You missed no rule." in widget.frame().html
    widget.send("onward")
    assert widget.log[1] == "level trick 5 0"
    assert widget._asked.level == 5


def test_a_summary_links_the_rules_that_were_missed() -> None:
    widget = drill("ristikontra", kinds=("trick",))
    keys = {pick.key for pick in widget._asked.task.picks}
    answer(widget, {min(keys - widget._asked.right)})
    assert widget.log[-1] == "wrong RK-R8"
    html = widget.send("summary")[-1].html
    assert '<a class="kp-ref" href="../rules/#RK-R8">RK-R8</a>' in html
    assert game_class("ristikontra").rulebook["RK-R8"].statement[:30] in html
    assert widget.send("summary")[-1] == drill("ristikontra", *widget.log[1:], kinds=("trick",)).frame()


def test_due_rule_returns_in_another_question() -> None:
    widget = drill("koenigrufen-graden")
    widget.send("due KG-P3 legal 3 5, KG-P5 trick 4 1")
    assert widget._asked.kind == "legal"
    assert "KG-P3" in widget._asked.rules
    answer(widget, set(widget._asked.right))
    prepared(widget)
    widget.send("onward")
    assert (widget._asked.kind, "KG-P5" in widget._asked.rules) == ("trick", True)
    answer(widget, set(widget._asked.right))
    assert not widget._round.due


def test_log_of_other_engine_stops_where_unfit() -> None:
    widget = drill("ristikontra", "ask trick 5 1", "pick Z", "right RK-R8")
    assert widget.note
    assert widget.log == [HEADER, "level trick 1 1"]
    assert drill("ristikontra", "ask chess 5 1").note


def test_what_was_prepared_is_what_comes() -> None:
    widget = drill("ristiklappi")
    prepared(widget)
    answer(widget, set(widget._asked.right))
    assert not widget.thinking  # it was foreseen for either answer
    widget.send("onward")
    assert widget.log[-1].startswith("ask legal ")


def test_the_question_on_the_table_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many were made before: it is among those that are kept."""
    monkeypatch.setattr("kontrapunkt.widgets.drill.round.MOST_KEPT", 3)
    widget = drill("ristikontra", kinds=["trick"])
    monkeypatch.setattr("kontrapunkt.widgets.drill.round.ask", None)
    for _ in range(6):
        prepared(widget)
        answer(widget, set(widget._asked.right))
        prepared(widget)
        widget.send("onward")


def test_a_question_that_cannot_be_asked_is_named() -> None:
    widget = open_widget({"kind": "drill", "id": "d", "game": "ristikontra", "kinds": ["trick"]}, [])
    widget.send("pick N")
    log = widget.log
    with pytest.raises(EventError, match="“sing 7 1” does nothing"):
        widget.send("due RK-R8 sing 7 1")
    assert widget.log == log
    assert widget.frame() == open_widget(widget.spec, log).frame()
