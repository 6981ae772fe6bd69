"""A small game is one folder and one line: a simplified whist passes the kit, and all the doors know it."""

import json
from pathlib import Path

import pytest

from kontrapunkt import game
from kontrapunkt.core import registry
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.record import read, record_of, replay, write
from kontrapunkt.testing import check_game
from kontrapunkt.text import catalogue
from tests.engine.test_cli import answer
from tests.whist import Whist


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(registry.OWN, "whist", "tests.whist:Whist")


def test_the_kit() -> None:
    check_game(Whist, deals=5)


@pytest.mark.parametrize("key", ["whist.refusal.card", "whist.fault.score", "whist.score.so_far"])
def test_kit_names_sentence_without_a_key(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.delitem(catalogue.catalogue("en"), key)
    with pytest.raises(AssertionError, match=f"__init__.py, line .*no catalogue has the sentence {key}"):
        check_game(Whist, deals=0)


def test_position_within_trick_round_trips() -> None:
    state = game("whist").deal(seed=3)
    state = state.apply(state.actions()[0])
    assert game("whist").start(state.as_deal()) == state


def test_records_and_the_command_line_know_it(tmp_path: Path) -> None:
    state = start = game("whist").deal(seed=7)
    done = []
    while state.to_act:
        done.append(str(state.actions()[0]))
        state = state.apply(done[-1])
    assert sum(state.view(None).piles[side].tricks or 0 for side in (0, 1)) == 13
    text = write(record_of(start, done))
    assert replay(read(text)).end == state
    file = tmp_path / "whist.record"
    file.write_text(text)
    told = json.loads(answer("score", str(file), "--json"))
    assert told["unit"] == "game points"
    assert told["items"][0]["rule"] == "WH-R3"


def test_list_of_games_has_no_empty_headings() -> None:
    assert answer("games", "whist").splitlines()[:3] == ["Whist (whist)", "", "Rules"]


def test_finished_deal_has_no_task() -> None:
    state = game("whist").deal(seed=7)
    while state.to_act:
        assert str(state.view(None).task) == "A card is to be played."
        state = state.apply(state.actions()[0])
    assert state.view(None).task == ""


def test_right_answer_about_a_trick_names_its_winner() -> None:
    """A game without puzzle knowledge of its own has a sentence for the winner, and one for the others."""
    state = game("whist").deal(seed=3)
    for _ in range(4):
        state = state.apply(state.actions()[0])
    (trick,) = state.view(None).tricks
    why = knowledge_of(state.game).why_lost
    told = {play.seat: str(why(state, trick, play.seat)[0]) for play in trick.plays}
    assert told.pop(trick.winner) == f"{catalogue.say(f'seat.{trick.winner}')} takes the trick."
    assert {*told.values()} == {"The trick goes to another player."}
