"""The editor: what is entered is read as the same text is; what comes out can be read, and passes `check`."""

from pathlib import Path

import pytest

from kontrapunkt import game
from kontrapunkt.puzzles.checking import check
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.record import game_of, read, write, write_start
from kontrapunkt.registry import OWN
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.editor import Editor
from kontrapunkt.widgets.editor.draft import Draft, example, taken_from

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


def entered(widget: Editor, draft: Draft) -> None:
    """Enters a position card by card, and types the rest."""
    for key, value in draft.rules.items():
        widget.send(f"set {key} {value}")
    for place in draft.places:
        widget.send(f"to {place}")
        for card in draft.held(place):
            widget.send(f"put {card}")
        if draft.typed.get(place) == "-":
            widget.send(f"set {place} -")
    for key in draft.facts:
        if key in draft.typed:
            widget.send(f"set {key} {draft.typed[key]}")


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("seed", range(3))
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


def test_cards_go_where_they_are_put_and_none_is_there_twice() -> None:
    widget = opened()
    widget.send("to N")
    widget.send("put AC")
    widget.send("to E")
    widget.send("put AC")
    assert (widget.draft.held("N"), widget.draft.held("E")) == ((), ("AC",))
    widget.send("put AC")
    assert not widget.draft.typed
    double = opened("doppelkopf")
    for place in ("N", "E", "S"):
        double.send(f"to {place}")
        double.send("put QC")
    assert [len(double.draft.held(place)) for place in "NES"] == [0, 1, 1]


def test_the_engine_says_what_is_impossible_and_nothing_is_lost() -> None:
    widget = opened()
    widget.send("set N AC AC")
    assert "AC is twice in North’s hand" in widget.frame().say
    widget.send("set E AC XX")
    assert "“XX” is not a card" in widget.frame().say
    assert dict(widget.draft.typed) == {"N": "AC AC", "E": "AC XX"}
    assert "kp-say-wrong" in widget.send("paste [Game")[-1].html
    assert dict(widget.draft.typed) == {"N": "AC AC", "E": "AC XX"}
    widget.send("game ristiklappi")
    assert dict(widget.draft.typed) == {"N": "AC AC", "E": "AC XX"}


def searched(widget: Editor) -> str:
    while widget.thinking:
        widget.think(1000)
    return widget.frame().html


def test_what_every_card_is_worth() -> None:
    widget = opened()
    widget.send(f"paste {ENDING}")
    html = searched(widget)
    assert "[Position]" in html
    for name in ("ace of hearts", "ten of spades", "three of clubs"):
        assert f"<b>{name}</b>" in html, name
    long = opened("doppelkopf")
    long.send(f"paste {write(write_start(game('doppelkopf').deal(7)))}")
    assert long.draft.state is not None
    assert not long.thinking
    assert "not searched for here" in long.frame().html


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_puzzles_of_positions_pass_check(path: Path) -> None:
    """The positions of our own puzzles, entered; the editor finds something to ask that passes."""
    ours = read_puzzle(path.read_text("utf-8"), path.stem)
    widget = opened()
    widget.send(f"paste {ours.record}")
    widget.send("puzzle")
    file, faults = widget.offered
    assert (bool(file), faults) == (True, ())
    found = check("position.toml", file)
    assert found.sound
    assert found.game == game_of(read(ours.record)).id
    assert "kind = " in widget.frame().html


def test_where_no_puzzle_passes_it_is_said_why() -> None:
    widget = opened("konter-a-matt")
    widget.send(f"paste {example(game('konter-a-matt'), 1).text}")  # nobody knows how it came about
    widget.send("puzzle")
    file, faults = widget.offered
    assert (file, bool(faults)) == ("", True)
    assert faults[0][:20] in widget.frame().html
