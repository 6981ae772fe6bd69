"""The editor: what is entered is read as the same text is; what comes out can be read, and passes `check`."""

import json
import random
import re
from pathlib import Path

import pytest

from kontrapunkt import app, game, render
from kontrapunkt.core.interface import Game
from kontrapunkt.core.registry import OWN
from kontrapunkt.puzzles.checking import check
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.record import game_of, read, write, write_start
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import say_refusal
from kontrapunkt.widgets.editor import Editor, draft
from kontrapunkt.widgets.editor.draft import PositionDraft, example, taken_from

TUTORIALS = Path(__file__).parents[2] / "tutorials"
PUZZLES = [
    TUTORIALS / f"{name}.toml"
    for name in (
        "ristikontra/deuce-first", "ristiklappi/cleaning-hand-ten", "kontra/ten-for-spice",
        "kontraspiel/before-anybody-else", "konter-a-matt/handed-over",
        "koenigrufen-graden/over-your-partner", "doppelkopf/last-queen",
    )
]  # fmt: skip

ENDING = """\
[Game "ristikontra"]
[Position]
N: AD JC TH
E: JH 6H 4D
S: KH QC JD
W: AH TS 3C
stock: -
lead: W
points: NS 34 EW 31
tricks: NS 6 EW 4
"""


def opened(name: str = "ristikontra") -> Editor:
    widget = open_widget({"kind": "editor", "id": "e", "game": name})
    assert isinstance(widget, Editor)
    return widget


def entered(widget: Editor, draft: PositionDraft) -> None:
    """Enters a position card by card, and types the rest."""
    for key, value in draft.rules.items():
        widget.send(f"set {key} {value}")
    for place in draft.places:
        widget.send(f"to {place}")
        for card in draft.cards_at(place):
            widget.send(f"put {card}")
        if draft.typed.get(place) == "-":
            widget.send(f"set {place} -")
    for key in draft.facts:
        if key in draft.typed:
            widget.send(f"set {key} {draft.typed[key]}")


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))])
def test_what_is_clicked_is_what_is_read(name: str, seed: int) -> None:
    wanted = example(game(name), seed)
    widget = opened(name)
    entered(widget, wanted)
    record = read(wanted.text)
    state = game_of(record).start(record)
    assert widget.draft.state is not None
    assert widget.draft.state.view(None) == state.view(None)
    assert taken_from(widget.draft.record).record == widget.draft.record
    again = open_widget({"kind": "editor", "id": "e", "game": name}, widget.log)
    assert isinstance(again, Editor)
    assert (again.draft, again.log, again.note) == (widget.draft, widget.log, "")


def test_field_values_are_computed_once_per_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A form asks for it field by field, with every card that is put."""
    made = []

    def counted(of: Game, seed: int) -> PositionDraft:
        made.append(dict(of.chosen))
        return example(of, seed)

    monkeypatch.setattr(draft, "example", counted)
    draft.field_examples.cache_clear()
    widget = opened("ristikontra")
    for event in ("to N", "put AC", "put TC", "set dark_play off", "put KC"):
        assert widget.send(event)[-1].html
    assert made == [{}, {"dark_play": "off"}]
    draft.field_examples.cache_clear()


def test_cards_go_where_put_and_never_twice() -> None:
    widget = opened()
    widget.send("to N")
    widget.send("put AC")
    widget.send("to E")
    widget.send("put AC")
    assert (widget.draft.cards_at("N"), widget.draft.cards_at("E")) == ((), ("AC",))
    widget.send("put AC")
    assert not widget.draft.typed
    double = opened("doppelkopf")
    for place in ("N", "E", "S"):
        double.send(f"to {place}")
        double.send("put QC")
    assert [len(double.draft.cards_at(place)) for place in "NES"] == [0, 1, 1]


def test_impossible_position_is_reported_without_loss() -> None:
    widget = opened()
    widget.send("set N AC AC")
    assert "AC is twice in North’s hand" in widget.frame().say
    widget.send("set E AC XX")
    assert "“XX” is not a card" in widget.frame().say
    assert dict(widget.draft.typed) == {"N": "AC AC", "E": "AC XX"}
    assert "kp-say-wrong" in widget.send("record [Game")[-1].html
    assert dict(widget.draft.typed) == {"N": "AC AC", "E": "AC XX"}
    widget.send("game ristiklappi")
    assert dict(widget.draft.typed) == {"N": "AC AC", "E": "AC XX"}


def test_faults_are_reported_one_sentence_each() -> None:
    widget = opened()
    for said in ("N AC AC", "E KC", "S KC QC JC", "W TC TC"):
        widget.send(f"set {said}")
    assert isinstance(widget.draft.read, tuple)
    first, second, *others = widget.draft.read
    assert f"{first}. {second[0].upper()}{second[1:]}. And {len(others)} more." in widget.frame().say


def searched(widget: Editor) -> str:
    while widget.thinking:
        widget.think(1000)
    return widget.frame().html


def test_what_every_card_is_worth() -> None:
    widget = opened()
    widget.send(f"record {ENDING}")
    html = searched(widget)
    assert "[Position]" in html
    for name in ("ace of hearts", "ten of spades", "three of clubs"):
        assert f"<b>{name}</b>" in html, name
    long = opened("doppelkopf")
    long.send(f"record {write(write_start(game('doppelkopf').deal(7)))}")
    assert long.draft.state is not None
    assert not long.thinking
    assert "not calculated for this game" in long.frame().html


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_puzzles_of_positions_pass_check(path: Path) -> None:
    """The positions of our own puzzles, entered; the editor finds something to ask that passes."""
    ours = read_puzzle(path.read_text("utf-8"), path.stem)
    widget = opened()
    widget.send(f"record {ours.record}")
    widget.send("puzzle")
    file, faults = widget.offered
    assert (bool(file), faults) == (True, ())
    found = check("position.toml", file)
    assert found.sound
    assert found.game == game_of(read(ours.record)).id
    assert "kind = " in widget.frame().html


def test_where_no_puzzle_passes_it_is_said_why() -> None:
    widget = opened("konter-a-matt")
    widget.send(f"record {example(game('konter-a-matt'), 1).text}")  # nobody knows how it came about
    widget.send("puzzle")
    file, faults = widget.offered
    assert (file, bool(faults)) == ("", True)
    assert faults[0][:20] in widget.frame().html


@pytest.mark.parametrize("name", OWN)
def test_position_is_drawn_as_it_is_entered(name: str) -> None:
    """The renderer's own table, all hands open; the form again, and where there is no position."""
    widget = opened(name)
    assert "kp-editor-pack" in widget.send("lay")[-1].html, "nothing is entered, so nothing can be laid out"
    widget.send("lay")
    entered(widget, example(game(name), 1))
    state = widget.draft.state
    assert state is not None
    html = widget.send("lay")[-1].html
    assert "kp-editor-pack" not in html
    with widget.speaking(), use_faces(widget.faces):
        assert "".join(render.TableRenderer(state.view(None), widget_id="e").html()) in html
    assert "kp-editor-pack" in widget.send("lay")[-1].html


def test_puzzle_file_is_read_and_unreadable_text_stays() -> None:
    widget = opened()
    path = PUZZLES[0]
    html = widget.send(f"record {path.read_text('utf-8')}")[-1].html
    ours = read_puzzle(path.read_text("utf-8"), path.stem)
    assert widget.draft == taken_from(ours.record)
    assert "kp-record-problem" not in html
    html = widget.send('record kind = "play"')[-1].html
    assert widget.draft == taken_from(ours.record)
    assert "kp-record-problem" in html
    assert "kind = &quot;play&quot;</textarea>" in html or 'kind = "play"</textarea>' in html


def test_chosen_seat_is_cleared_by_same_button() -> None:
    widget = opened()
    assert 'data-do="set lead W"' in widget.frame().html
    widget.send("set lead W")
    assert dict(widget.draft.typed) == {"lead": "W"}
    again = open_widget({"kind": "editor", "id": "e", "game": "ristikontra"}, widget.log)
    assert again.log == widget.log
    widget.send("set lead W")
    assert dict(widget.draft.typed) == {}


def test_cards_have_the_names_of_the_game() -> None:
    """An editor for all games, asked through the browser's door."""
    app.open("here", '{"kind": "editor", "id": "here"}')
    app.send("here", "game kontraspiel")
    reply = json.loads(app.send("here", f"record {example(game('kontraspiel'), 0).text}"))
    while reply.get("thinking"):
        reply = json.loads(app.think("here", "1000"))
    told = re.findall(r"<b>([^<]*)</b>:", app.send("here", "lay"))
    app.close("here")
    assert told
    assert not any(suit in name for name in told for suit in ("spades", "clubs", "diamonds"))


@pytest.mark.parametrize("name", OWN)
def test_the_past_is_played_on_the_table(name: str) -> None:
    """What is clicked is noted as a record says it, or refused by its rule; and it can be taken back."""
    widget, chance = opened(name), random.Random(name)
    widget.send(f"record {write(write_start(widget.draft.game.deal(3)))}")
    widget.send("lay")
    before = widget.draft
    for _ in range(9):
        state = widget.draft.state
        assert state
        assert state.to_act
        action = chance.choice(state.actions())
        verb = f"play {state.to_act} {action}" if action != "dark" else f"dark {state.to_act}"
        if action.card:
            assert f'data-do="{verb}"' in widget.frame().html
        widget.send(verb)
        assert widget.draft.state == state.apply(action)
        assert widget.draft.typed["moves"]
    for _ in range(9):
        widget.send("back")
    assert widget.draft == before
    state = before.state
    assert state
    other = next(seat for seat in state.game.seats if seat != state.to_act)
    refusal = state.why_not(state.actions()[0], other)
    assert refusal
    assert widget.send(f"play {other} {state.actions()[0]}")[-1].say == say_refusal(refusal)
    assert widget.draft == before
