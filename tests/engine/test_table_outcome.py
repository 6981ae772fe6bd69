"""What a deal at a table came to, as the page keeps it."""

import json
import random

import pytest

from kontrapunkt import app, record
from tests.engine.test_table_people import let_play, play_together
from tests.engine.test_table_records import play_out
from tests.engine.test_table_widget import GAMES, dealt, table


@pytest.mark.parametrize("game", GAMES)
def test_deal_outcome_is_the_readers_result(game: str) -> None:
    widget = dealt(game, 41, "player=random pace=swift")
    assert widget.outcome is None
    play_out(widget, random.Random(game))
    outcome, result, seat = widget.outcome, widget.history.state.result(), widget.seat
    assert outcome
    assert seat
    taken = result.unit == "card points"  # which do not say who has won
    assert outcome["number"] == (None if taken else result.seats.get(seat))
    assert outcome["won"] == (seat in result.winners)
    assert (outcome["against"], outcome["helped"]) == ("random", 0)
    assert outcome["session"] is None or widget.history.over
    assert json.loads(json.dumps(outcome)) == outcome
    again = table(game, "player=random", widget.log)
    assert again.outcome == outcome, "the same deal, opened anew and at another pace"


def test_every_deal_of_session_has_unique_name() -> None:
    widget = dealt("ristikontra", 3, "player=random target=3")
    names: list[str] = []
    while True:
        play_out(widget, random.Random(len(names)))
        assert widget.outcome
        names.append(widget.outcome["of"])
        if widget.history.over:
            break
        widget.send("next")
        assert widget.outcome is None
    assert len({*names}) == len(names) > 1
    assert widget.outcome["session"] in (True, False)
    other = dealt("ristikontra", 3, "player=random target=3 seat=E")
    play_out(other, random.Random(0))
    assert other.outcome
    assert other.outcome["of"] not in names


def test_help_is_noted() -> None:
    widget = dealt("ristikontra", 3, "player=random")
    let_play(widget)
    widget.send("hint")
    play_out(widget, random.Random(1))
    assert widget.outcome
    assert widget.outcome["helped"] == 1
    reply = json.loads(app.open("t", json.dumps(dict(widget.spec)), json.dumps(widget.log)))
    assert reply["outcome"] == widget.outcome
    app.close("t")


def test_shared_deal_has_no_outcome() -> None:
    """Played out by the computer, by several people, or from a record."""
    finished = dealt("ristikontra", 3, "player=random")
    finished.send("finish")
    let_play(finished)
    assert finished.ended
    assert finished.outcome is None
    several = dealt("ristikontra", 3, "player=random people=N")
    play_together(several, random.Random(1))
    assert several.ended
    assert several.outcome is None
    brought = table("ristikontra", "player=random")
    brought.send(f"record {record.write(dealt('ristikontra', 3).history.record())}")
    brought.send("on")
    play_out(brought, random.Random(1))
    assert brought.ended
    assert brought.outcome is None
