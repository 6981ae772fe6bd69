"""Records of tables: what they show of a deal, and what can be made of one that is pasted."""

import json
import random
import re
from html import unescape

import pytest

from kontrapunkt import record
from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.record import RecordError, replay
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.table import Table
from tests.engine.test_table_people import let_play
from tests.engine.test_table_widget import GAMES, dealt, table


def some_cards(widget: Table, chance: random.Random, count: int = 3) -> None:
    """Plays on until the reader has done some things."""
    let_play(widget)
    for _ in range(count):
        if widget.ended:
            return
        assert widget.seat
        widget.send(f"play {widget.seat} {chance.choice(widget.history.state.actions(widget.seat))}")
        let_play(widget)


def play_out(widget: Table, chance: random.Random) -> None:
    """Plays a deal to its end; nobody waits for its review."""
    some_cards(widget, chance, 1000)


def text_of(widget: Table) -> str:
    """The record that the page has to copy."""
    found = re.search(r'<textarea[^>]*-record"[^>]*>(.*?)</textarea>', widget.frame().html, re.DOTALL)
    assert found
    return unescape(found[1])


def link_of(widget: Table) -> list[str]:
    """The log that the page's link leads to."""
    found = re.search(r'data-log="([^"]*)"', widget.frame().html)
    assert found
    log: list[str] = json.loads(unescape(found[1]))
    return log


@pytest.mark.parametrize("game", GAMES)
def test_a_record_shows_what_the_reader_has_seen(game: str) -> None:
    widget = dealt(game, 24)
    some_cards(widget, random.Random(game))
    session, seat = widget.history, widget.seat
    assert seat
    text = text_of(widget)
    with pytest.raises(RecordError):
        replay(record.read(text))
    assert record.record_view(record.read(text), seat).hands == session.state.view(seat).hands
    assert text == record.write(session.watched.histories[seat].record)
    assert link_of(widget)[1:] == [f"record {text}"]


@pytest.mark.parametrize("game", GAMES)
def test_record_shows_all_when_open_or_finished(game: str) -> None:
    widget = dealt(game, 22, "player=random")
    some_cards(widget, random.Random(game), 1)
    widget.send("open")
    assert replay(record.read(text_of(widget))).end == widget.history.state
    over = dealt(game, 22, "player=random")
    play_out(over, random.Random(game))
    assert replay(record.read(text_of(over))).end == over.history.state


def test_session_record_has_all_deals_link_only_last() -> None:
    widget = dealt("ristikontra", 3, "player=random")
    play_out(widget, random.Random(1))
    widget.send("next")
    some_cards(widget, random.Random(1))
    one, two = record.read(text_of(widget)).deals
    assert (one.hidden, two.hidden) == (False, True)
    assert len(record.read(link_of(widget)[1].removeprefix("record ")).deals) == 1


@pytest.mark.parametrize("game", GAMES)
def test_link_shows_only_what_was_seen(game: str) -> None:
    widget = dealt(game, 23)
    some_cards(widget, random.Random(game))
    there = table(game, log=link_of(widget))
    assert there.note == ""
    html = there.frame().html
    assert "hides cards" in html
    told = record.record_view(record.read(link_of(widget)[1].removeprefix("record ")), None)
    for other, hand in told.hands.items():
        assert html.count(f'data-key="back-{other}-') == hand.count(HIDDEN)
    assert "deal" not in " ".join(entry.partition(" ")[0] for entry in there.log[1:])
    for event in ("first", "next", "next", "back", "last", "go 1", "on", "on E", "play S 7C"):
        assert there.send(event)[-1].html
        assert table(game, log=there.log).frame() == there.frame()
    with pytest.raises(EventError):
        there.replay("on 3")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_walked_and_played_on(game: str) -> None:
    chance = random.Random(game)
    first = dealt(game, 24, "player=random")
    play_out(first, chance)
    text = record.write(first.history.record())
    widget = table(game, "player=random")
    widget.send(f"record {text}")
    assert not widget.ended
    steps = len(first.history.done)
    for step in range(1, steps + 1):
        widget.send("next")
        assert widget.log[-1] == f"look 1 {step}"
    assert first.history.state.result().text in unescape(widget.frame().html)
    half = steps // 2
    widget.send(f"go {half}")
    widget.send("on")
    assert widget.history.done == first.history.done[:half]
    play_out(widget, chance)
    again = table(game, "player=random", widget.log)
    let_play(again)
    assert (again.note, again.log, again.frame()) == ("", widget.log, widget.frame())
    if not widget.history.over:
        widget.send("next")
        assert table(game, "player=random", widget.log).history.state == widget.history.state


def test_a_session_goes_on_where_its_record_ends() -> None:
    first = dealt("ristikontra", 3, "player=random")
    for _ in range(2):
        play_out(first, random.Random(1))
        first.send("next")
    widget = table("ristikontra")
    widget.send(f"record {record.write(first.history.record())}")
    widget.send("back")
    assert widget.log[-1].startswith("look 2 ")
    widget.send("next")
    assert "Deal 3" in widget.frame().html
    widget.send("on E")
    assert (widget.seat, len(widget.history.earlier)) == ("E", 2)
    assert widget.history.state == first.history.state
    let_play(widget)
    play_out(widget, random.Random(2))
    assert widget.frame().html.partition("kp-scoresheet")[2].count('<th scope="row">') == 3


def test_record_is_played_by_its_own_rules() -> None:
    first = dealt("ristiklappi", 3, "preset=lappi6")
    widget = table("ristiklappi")
    widget.send(f"record {record.write(first.history.record())}")
    widget.send("on")
    assert widget.history.game.options["hand_size"] == "6"
    assert table("ristiklappi", log=widget.log).history.state == widget.history.state


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1"),
        ("nonsense", "line 1"),
        ('[Game "kontra"]\n[Deal]\nN: 7C', "Kontra"),
        ('[Game "ristikontra"]\n\n[Deal]\nN: 7C 7X', "line 4"),
        ('[Game "ristikontra"]\n[Deal]\nN: 7C 7C\n', "line"),
        ("[Game", "line 1"),
    ],
)
def test_unreadable_text_is_explained_and_stays(text: str, told: str) -> None:
    widget = table("ristikontra")
    before = widget.log
    frame = widget.send(f"record {text}")[-1]
    assert told in frame.say
    assert frame.say.endswith(".")
    assert "\n" not in frame.say
    assert widget.log == before
    assert f"{text}</textarea>" in unescape(widget.frame().html)
    with pytest.raises(EventError):
        widget.replay(f"record {text}")


@pytest.mark.parametrize("game", GAMES)
def test_shared_deal_is_played_from_start_and_compared(game: str) -> None:
    """Nothing of the other's play is seen before; afterwards result lies beside result."""
    theirs = dealt(game, 11, "player=random")
    play_out(theirs, random.Random(11))
    widget = table(game, "player=random")
    offered = widget.send(f"record {theirs.open_session.records[1]}")[-1]
    assert "Somebody has played this deal" in offered.say
    shown = {*re.findall(r'<[^>]*\bid="t-([^"]*)"', offered.html)}
    for seat, hand in theirs.history.start.view(None).hands.items():
        assert seat == "S" or not shown & {*hand} - {*theirs.history.start.view(None).hands["S"]}
    widget.send("again")
    assert widget.log[-1].startswith("again ")
    play_out(widget, random.Random(5))
    html = widget.frame().html
    assert html.count("kp-compared-play") == 2
    assert "Your play first differs in trick" in html or "You both played the same cards" in html
    assert str(theirs.history.state.result().text) in unescape(html)
    again = table(game, "player=random", widget.log)
    assert (again.note, again.log) == ("", widget.log)
    if not widget.history.over:
        widget.send("next")
        play_out(widget, random.Random(6))
        assert "kp-compared" not in widget.frame().html


def test_shared_deal_may_be_looked_through_instead() -> None:
    theirs = dealt("ristikontra", 11, "player=random")
    play_out(theirs, random.Random(11))
    widget = table("ristikontra")
    widget.send(f"record {theirs.open_session.records[1]}")
    html = widget.send("next")[-1].html
    assert "kp-hidden" not in html
    assert widget.log[-1] == "look 1 1"


def test_unfinished_record_cannot_be_played_again() -> None:
    theirs = dealt("ristikontra", 11, "player=random")
    let_play(theirs)
    widget = table("ristikontra")
    widget.send(f"record {theirs.open_session.records[1]}")
    assert 'data-do="again"' not in widget.frame().html
    with pytest.raises(EventError):
        widget.replay("again 7")
