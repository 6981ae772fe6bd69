"""The names of buttons for screen readers: none for two deeds of one widget."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from kontrapunkt import render
from kontrapunkt.core.cards import card
from kontrapunkt.core.interface import Action, Play
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.render.markup import spoken
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.table import Table
from tests.engine.test_table_widget import dealt, let_play

BUTTON = re.compile(r"<button ([^>]*)>(.*?)</button>")


def html_of(widget: Table) -> str:
    with widget.speaking():
        return widget.frame().html


def shared_names(html: str) -> set[str]:
    """The names of buttons that send different events."""
    events: dict[str, set[str]] = {}
    for attributes, inside in BUTTON.findall(html):
        found = re.search(r'data-do="([^"]*)"', attributes)
        if found:
            events.setdefault(spoken(inside), set()).add(found[1])
    assert events
    return {name for name, sent in events.items() if len(sent) > 1}


@pytest.mark.parametrize("kind", ["calculator", "editor", "table"])
@pytest.mark.parametrize("game", sorted(OWN))
def test_choices_of_forms_have_names_of_their_own(game: str, kind: str) -> None:
    spec: dict[str, Any] = {"kind": kind, "id": "w", "game": game}
    widget = open_widget(spec)
    with widget.speaking():
        assert shared_names(widget.frame().html) == set()


@pytest.mark.parametrize("game", ["doppelkopf", "kontraspiel"])
def test_buttons_at_end_of_deal_name_their_trick(game: str) -> None:
    widget, chance = dealt(game, 11, "player=random"), Random(11)
    let_play(widget)
    while not widget.ended:
        assert shared_names(html_of(widget)) == set()
        widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
        let_play(widget)
    while widget.thinking:
        widget.think(1000)
    assert widget.open_session.review
    assert shared_names(html_of(widget)) == set()
    (first, *_) = widget.open_session.review.decisive()
    widget.send(f"moment {first.step}")
    assert shared_names(html_of(widget)) == set()
    assert f"Play on from there (Trick {first.trick})" in spoken(html_of(widget))


def test_cards_of_others_name_their_player() -> None:
    view = game_class("ristiklappi")().deal(seed=7).view(None)
    html = "".join(render.TableRenderer(view, widget_id="w", foot="S").html())
    cards = [spoken(inside) for attributes, inside in BUTTON.findall(html) if "data-suit" in attributes]
    owners = [name.partition("’s ")[0] if "’s " in name else "" for name in cards]
    held = {seat: len(view.hands[seat]) for seat in view.seats}
    assert Counter(owners) == {"North": held["N"], "East": held["E"], "": held["S"], "West": held["W"]}


def test_calls_of_several_seats_name_their_seat() -> None:
    said = {"E": (Action("say re"),), "W": (Action("say re"),)}
    view = game_class("doppelkopf")().deal(seed=7).view(None).replace(others=said)
    html = render.action_buttons(view, widget_id="w")
    assert shared_names(html) == set()
    assert "(East)" in spoken(html)
    alone = view.replace(others={"E": said["E"]}, actions=())
    assert "(East)" not in spoken(render.action_buttons(alone, widget_id="w"))


def test_equal_cards_of_a_player_are_told_apart_by_trick() -> None:
    plays = [Play("N", card("9C")), Play("N", card("9C")), Play("N", card("KS"))]
    rows = [render.TrickRow(n, (play,), (n,)) for n, play in enumerate(plays, 1)]
    html = "".join(render.trick_list(rows))
    assert shared_names(html) == set()
    assert "North nine of clubs (led, trick 2)" in spoken(html)
    assert "trick 3" not in spoken(html)
    assert "trick 2" not in spoken("".join(render.trick_list(rows, interactive=False)))
