"""Worked cases before anything can be searched, while a search takes long, and who plays against whom."""

import re
from pathlib import Path
from random import Random

import pytest

from kontrapunkt.core.interface import Game, State
from kontrapunkt.core.registry import game
from kontrapunkt.record import read, replay
from kontrapunkt.search import Unsolvable, solver_for
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.analysis import solved
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.example import Example
from kontrapunkt.widgets.line import moments
from tests.engine.test_marks import settle

ROOT = Path(__file__).parents[2]


def fence(page: str, id: str) -> str:
    """The record of a worked case, as a page has it."""
    text = (ROOT / f"docs/{page}").read_text("utf-8")
    game, head, body = re.findall(rf"```example id={id} game=(\S+)([^\n]*)\n(.*?)```", text, re.DOTALL)[0]
    source = re.search(r"from=(\S+)", head)
    return (ROOT / source[1]).read_text("utf-8") if source else f'[Game "{game}"]\n{body}'


def example(record: str, *log: str) -> Example:
    played = replay(read(record))
    found = solved(played.game, moments(played))
    spec = {"kind": "example", "id": "x", "record": record, "solved": found, "log": log}
    widget = open_widget(spec)
    assert isinstance(widget, Example)
    assert not widget.note
    return widget


def outlook(widget: Example) -> str:
    return str(re.findall(r'class="kp-outlook"[^>]*>([^<]*)<', widget.frame().html)[0])


@pytest.fixture(scope="module")
def solo() -> str:
    return fence("doppelkopf/examples.md", "solo")


def test_chance_decides_until_own_line_empties_stock() -> None:
    widget = example(fence("kontra/examples.md", "unlocking"))
    assert 'data-do="as ' not in widget.frame().html
    with pytest.raises(EventError):
        widget.send("as N")
    widget.send("last")
    while not outlook(widget).startswith("Whatever"):
        assert outlook(widget) == "Chance decides while players still draw cards."
        assert not widget.thinking
        now = widget._now.state
        widget.send(f"play {now.to_act} {now.actions()[0]}")
        settle(widget)
    html = widget.frame().html
    assert 'data-do="as N"' in html
    assert "kp-par" in html
    assert "What each player can be sure of alone, against all others together." in html
    assert widget.send("as E")[-1].say.startswith(
        "You play East; North and South play against you together, as well as possible."
    )
    assert open_widget(widget.spec, widget.log).log == widget.log


def test_stock_is_named_and_goals_wait_for_it() -> None:
    widget = example(fence("ristikontra/examples.md", "dark-barred"))
    assert outlook(widget) == "Chance decides until the stock is empty."
    assert widget.send("goal points NS")[-1].say == "Chance decides until the stock is empty."


def test_what_takes_minutes_is_searched_for_who_asks(solo: str) -> None:
    widget = example(solo, "go 5")
    assert outlook(widget).startswith("Not searched")
    assert not widget.thinking
    before = widget.frame().html
    assert "from trick 3 on" in before
    assert widget.send("look")[-1].say == "Searching. With this many cards it may take minutes."
    assert widget.log[1:] == ["look", "go 5"]
    shown: list[str] = []
    while not outlook(widget).startswith("With best play"):
        assert widget.thinking
        widget.think(1)
        shown.append(outlook(widget))
    assert [each for each in shown if "or more; still searching" in each or "or fewer; still" in each]
    settle(widget)
    assert "from trick 1 on" in widget.frame().html
    again = open_widget(widget.spec, widget.log)
    assert again.thinking
    assert widget.send("look")[-1].say == "The search has stopped."
    assert widget.log[1:] == ["go 5"]
    assert not open_widget(widget.spec).thinking


def test_whole_deal_is_played_against_best_defence(solo: str) -> None:
    widget = example(solo, "go 5")
    told = widget.send("as S")[-1].say
    assert told.startswith("You play South; North, East and West play against you together")
    settle(widget)
    assert widget._now.state.to_act == "S"


def test_parties_that_the_cards_make_are_named() -> None:
    widget = example(fence("doppelkopf/examples.md", "follow"))
    goal = widget.spec["solved"] and next(iter(widget.spec["solved"]))
    assert goal == "points NS"
    html = example(fence("kontraspiel/examples.md", "two-two-one"), "go 2").frame().html
    assert "North alone against East, South and West together." in html
    widget = example(fence("kontraspiel/examples.md", "two-two-one"), "go 2")
    assert widget.send("as W")[-1].say.startswith(
        "You play West; East and South play with you and North plays against you, all as well as possible."
    )


def endings() -> list[State]:
    found = []
    for name, cards in (("konter-a-matt", 16), ("kontraspiel", 16), ("doppelkopf", 16)):
        for seed in range(3):
            state = game(name).deal(seed)
            while not ready(state.game, state, cards):
                state = state.apply(state.actions()[seed % len(state.actions())])
            found.append(state)
    return found


def ready(of: Game, state: State, cards: int) -> bool:
    left = sum(map(len, state.view(None).hands.values()))
    return left <= cards and solver_for(of).why_unsolvable(state) is None


@pytest.mark.parametrize("state", endings(), ids=lambda state: str(state.game.id))
def test_sure_values_are_true_and_only_grow(state: State) -> None:
    for goal in solver_for(state.game).goals_for(state):
        solver = solver_for(state.game)
        search = solver.search(state, goal, line=False)
        assert search.bounds
        sure: list[tuple[int | None, int | None]] = []
        while not search.step(0):
            sure.append((search.bounds.least, search.bounds.most))
        assert search.solution
        value = search.solution.value
        assert isinstance(value, int)
        least = [low for low, _ in sure if low is not None]
        most = [high for _, high in sure if high is not None]
        assert least == sorted(least)
        assert most == sorted(most, reverse=True)
        assert all(low <= value for low in least)
        assert all(high >= value for high in most)


def test_too_many_cards_are_refused_without_patience(solo: str) -> None:
    state = replay(read(solo)).states[5]
    solver = solver_for(state.game)
    assert solver.needs_patience(state)
    with pytest.raises(Unsolvable, match="too many cards"):
        solver.search(state, "points S")
    solver.patient = True
    assert solver.search(state, "points S", line=False).run().value is not None
    assert solver.why_later(state) is None


def test_opponents_own_line_is_not_searched() -> None:
    """The bride of the record stays alone; on another line somebody marries her."""
    widget = example(fence("doppelkopf/examples.md", "alone"), "go 5")
    assert outlook(widget) == "The sides are not known yet."
    chance = Random(1)
    while outlook(widget) == "The sides are not known yet.":
        now = widget._now.state
        assert now.to_act
        cards = [action for action in now.actions() if action.card]
        widget.send(f"play {now.to_act} {chance.choice(cards)}")
    assert outlook(widget) == "In your line other players are partners; it is not searched."
    assert not widget.thinking
    with pytest.raises(EventError):
        widget.send("as N")
