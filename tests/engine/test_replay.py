"""Replaying: what a record claims is checked, and the error says where and why."""

from dataclasses import replace

import pytest

from kontrapunkt import game
from kontrapunkt.cards import HIDDEN
from kontrapunkt.record import RecordError, read, record_of, record_view, replay, write, write_start
from tests.rules.test_ristiklappi import CLEANING

TEXT = """\
[Game "ristiklappi"]

[Position]
N: TS 5S
E: TD 6H
S: KH 6C
W: 5H 3D
lead: E
dirty: NS EW

12. E TD  S KH  W 3D  N TS  -> N 24
13. N 5S  E 6H  S 6C  W 5H  -> W 0
"""


def error(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(read(text))
    return caught.value


def test_states_and_steps():
    played = replay(read(TEXT.replace("S KH", "S KH {Here.}")))
    assert len(played.states) == 9
    assert played.states[-1] == played.end
    assert [(step.seat, step.action, step.line) for step in played.steps[:2]] == [
        ("E", "TD", 11),
        ("S", "KH", 11),
    ]
    assert played.steps[1].comment == "Here."
    assert played.steps[3].claim
    assert played.end.result().text.startswith("N–S win")


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        ("-> N 24", "-> S 24", 11, "trick 12 is won by North (RK-R8), not by South"),
        ("-> N 24", "-> N 20", 11, "trick 12 counts 24 card points (RK-R14), not 20"),
        ("S KH", "S KH -> N", 11, "no trick ends here"),
        ("12.", "11.", 11, "this is trick 12, not 11"),
        ("S KH", "S 7C", 11, "South's “7C” is refused: You do not hold 7C; your cards are KH, 6C (RK-R4)"),
        ("S KH", "W 3D", 11, "It is South's turn (RK-R3)"),
        ("S KH", "S dark", 11, "stock is empty"),
        ("S KH", "S KH * 7C", 11, "chance has nothing to show"),
        ('"ristiklappi"', '"risticlappi"', 1, "did you mean ristiklappi"),
        ('[Game "ristiklappi"]', "", 1, "names no game"),
        ("]\n\n", ']\n[Options "hand_sise=6"]\n', 2, "did you mean hand_size"),
        ("]\n\n", f']\n[Options "target={"9" * 5000}"]\n', 2, "is not of the form key=value"),
        ("]\n\n", ']\n[Options "preset=lapi6"]\n', 2, "did you mean lappi6"),
        ("]\n\n", ']\n[Options "hand_size=9"]\n', 2, "it takes 5, 6"),
        ("]\n\n", ']\n[Options "hand_size"]\n', 2, "key=value"),
        ("dirty:", "drity:", 9, "did you mean dirty"),
        ("W: 5H 3D", "W: 5H TD", 7, "TD is both in East's hand and in West's hand"),
        ("lead: E\n", "", 3, "lead: N"),
    ],
)
def test_errors(old, new, line, part):
    assert old in TEXT
    found = error(TEXT.replace(old, new, 1))
    assert part in found.text
    assert found.line == line


def test_chance_is_checked():
    text = write(record_of(game("ristikontra").deal(3), ["dark"]))
    assert replay(read(text)).end.view(None).trick[0].dark
    shown = text.split("* ")[1][:2]
    assert "turns up is" in error(text.replace(f"* {shown}", "* 2C" if shown != "2C" else "* 3C")).text
    assert "chance has nothing" in error(text.replace("N dark", "")).text
    without = read(text.split("* ")[0])
    assert len(replay(without).steps) == 1


def test_a_record_with_hidden_cards_is_viewed_only():
    text = TEXT.replace("E: TD 6H", "E: ? ?").replace("W: 5H 3D", "W: ? ?").split("13.")[0]
    assert "hidden" in error(text).text
    view = record_view(read(text), "N")
    assert view.hands == {"N": ("5S",), "E": ("?",), "S": ("?",), "W": ("?",)}
    assert view.tricks[0].winner == "N"
    assert record_view(read(text), None, at=0).hands["S"] == ("KH", "6C")
    assert record_view(read(text), "E", at=1).trick[0].card == "TD"
    with pytest.raises(RecordError, match="RK-R4"):
        record_view(read(text.replace("E TD", "E 6C")), None)


def test_hidden_stock():
    deal = read(write(record_of(game("ristikontra").deal(3), ["dark", "dark"])))
    one = deal.deals[0]
    backs = (HIDDEN,) * len(one.stock or ())
    hidden = replace(one, stock=backs, hands={**one.hands, "E": (HIDDEN,) * 6})
    view = record_view(replace(deal, deals=(hidden,)), "N")
    assert [str(play.card) for play in view.trick] == [move.action for move in one.moves if move.actor == "*"]


def test_written_options_are_those_that_differ():
    assert write_start(game("ristiklappi").deal(1)).tags == {"Game": "ristiklappi"}
    tags = write_start(game("ristiklappi", "lappi6", draw="after_trick").deal(1)).tags
    assert tags["Options"] == "preset=lappi6 draw=after_trick"


def test_the_cleaning_hand_is_written_as_it_was_read():
    record = read(CLEANING.read_text(encoding="utf-8"))
    assert read(write(record)) == record
    played = replay(record)
    again = record_of(played.start, [(step.seat, step.action) for step in played.steps])
    assert [m.claim for m in again.deals[0].moves] == [m.claim for m in record.deals[0].moves]
    assert [m.trick for m in again.deals[0].moves] == [m.trick for m in record.deals[0].moves]
