"""What Konter a Matt asks of table and terminal: a slate, calls beside the seats and as buttons, pins."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from kontrapunkt import render
from kontrapunkt.core.interface import Seat, View
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.games.konter_a_matt.session import KonterSession
from kontrapunkt.record import read, record_of, write
from kontrapunkt.render.plain_lines import table_lines
from kontrapunkt.render.speech import say_events
from kontrapunkt.widgets.base import Prefs
from kontrapunkt.widgets.example import Example
from tests.rules.slate import E5, E5_TRICKS, dealt, play

KM = KonterAMatt()
MATCH = KonterSession(KM, ("E",), (11, 9), (3, 7))
START = dealt(E5, KM, MATCH)
NAMED = START.apply("trump C")
SAID = NAMED.apply("say matt", "S")
END = play(SAID, E5_TRICKS)


class Buttons(HTMLParser):
    """The events of the buttons that play no card."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.events: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "button" and "kp-deed" in (found.get("class") or "").split():
            self.events.append(str(found["data-do"]))


def shown(view: View[Any], foot: Seat | None = None) -> str:
    return "".join(render.TableRenderer(view, widget_id="w", foot=foot).html()) + render.action_buttons(
        view, widget_id="w"
    )


def strokes(html: str) -> list[tuple[int, int, int]]:
    """For each row, from above: strokes, those crossed out, those that stand out as new."""
    rows = html.split('class="kp-slate-row"')[1:]
    return [tuple(len(re.findall(rf"{name}\b", row)) for name in PARTS) for row in rows]  # type: ignore[misc]


PARTS = ('"kp-tally(?=[ "])', "kp-tally-out", "kp-tally-new")


def test_the_slate_is_drawn_stroke_by_stroke():
    html = shown(NAMED.view(None))
    assert strokes(html) == [(9, 7, 0), (11, 3, 0)]
    said = "North–South have 8 lines left on the slate; 3 of 11 are erased."
    assert said in html


@pytest.mark.parametrize(("foot", "rows"), [("S", [(9, 7, 0), (11, 6, 3)]), ("E", [(11, 6, 3), (9, 7, 0)])])
def test_result_is_recorded_and_scorer_is_below(foot, rows):
    """N-S win three lines: Matt, all six tricks, and the deal."""
    assert strokes(shown(END.view(None), foot)) == rows


def test_added_lines_are_appended():
    lost = START.game.start(
        read(
            '[Game "konter-a-matt"]\n[Dealer "E"]\n[Position]\nN: 9S\nE: 9H\nS: 9D\nW: AC\nlead: W\n'
            "trump: C\npoints: NS 10\ntricks: NS 1\nlines: NS 8 EW 2\nerased: NS 3 EW 7\n"
        )
    )
    for _ in range(4):
        lost = lost.apply(lost.actions()[0])
    assert strokes(shown(lost.view(None))) == [(9, 8, 1), (12, 3, 1)]


def test_a_game_without_a_slate_draws_none():
    from kontrapunkt.games.ristikontra import Ristikontra

    assert "kp-slate" not in shown(Ristikontra().deal(1).view(None))


def test_trumps_are_named_by_buttons():
    html = shown(START.view("N"))
    assert Buttons(html).events == [f"play N trump {suit}" for suit in "CSHD"]
    assert Buttons(shown(START.view("S"))).events == []
    assert "North is to name trumps" in html
    assert "21 still to deal" in html


def test_calls_out_of_turn_are_buttons_for_reader():
    assert NAMED.to_act == "N"
    assert Buttons(shown(NAMED.view("S"))).events == ["play S say matt"]
    assert Buttons(shown(NAMED.view("N"))).events == []
    assert Buttons(shown(NAMED.view(None))).events == ["play S say matt"]
    assert "Say “Matt”" in shown(NAMED.view("S"))
    assert (
        Buttons(
            "".join(render.TableRenderer(NAMED.view("S"), widget_id="w", interactive=False).html())
        ).events
        == []
    )


def test_what_was_said_stands_beside_the_seat():
    html = shown(SAID.view("E"))
    south = html[html.index('data-seat="S"') : html.index('data-seat="W"')]
    assert '<span class="kp-call" aria-hidden="true">Matt</span>' in south
    assert html.count("kp-call") == 1
    assert "South says “Matt”." in render.describe(SAID.view("E"))
    assert "Trumps are clubs." in render.describe(SAID.view("E"))


def test_permanent_trumps_have_a_pin():
    html = shown(NAMED.view("S"))
    assert re.findall(r'data-pin="(\d)"', html) == ["1", "2"]  # South holds QS and QH
    assert html.count("(always a trump)") == 2
    in_trick = shown(play(NAMED, ["S1 AC S2 QD"]).view("E"))
    assert re.findall(r'data-pin="(\d)"', in_trick) == ["3"]


def test_an_example_takes_calls_and_tells_them():
    tricks = [word for trick in E5_TRICKS for word in trick.split()[1::2]]
    record = write(record_of(START, ["trump C", ("S", "say matt"), *tricks]))
    example = Example({"id": "w", "record": record}, Prefs())
    assert "North names clubs as trumps." in example.send("play N trump C")[-1].say
    assert "South says “Matt”." in example.send("next")[-1].say
    assert example.log[1:] == ["go 2"]
    own = Example({"id": "w", "record": record}, Prefs())
    own.send("play N trump H")
    own.send("play S say matt")
    assert own.log[1:] == ["go 0", "N trump H", "S say matt"]
    again = Example({"id": "w", "record": record}, Prefs())
    again.restore(own.log)
    assert again.frame().html == own.frame().html
    assert own.send("play E claim")[-1].say.startswith("You can claim a deal only between two tricks.")


def test_claim_is_shown_once_then_its_result():
    record = (
        '[Game "konter-a-matt"]\n[Dealer "S"]\n[Position]\nN: KD 9C\nE: AH AS\nS: KC TD\nW: KS TC\n'
        "trump: H\nlead: E\npoints: NS 0 EW 23\ntricks: NS 0 EW 4\n\n5. W claim\n"
    )
    said = Example({"id": "w", "record": record}, Prefs()).send("next")[-1].say
    assert said == "West claims the deal. East–West claim the deal with 23 card points and erase 1 line."


def test_the_terminal_shows_trumps_calls_and_slate():
    lines = list(table_lines(SAID.view("E")))
    assert lines[0] == "Trick 1. Trumps are clubs."
    assert "  South says “Matt”." in lines
    assert lines[-2:] == ["  N–S  xxx ||| ||| ||  (8 left)", "  E–W  xxx xxx x||  (2 left)"]
    named = list(say_events(START.view("S"), NAMED.view("S"), "N", "trump C", None))
    assert named == [
        "North names clubs as trumps.",
        "North–South have named clubs as trumps; if they lose, they add lines.",
    ]
    assert "  North is to name trumps." in table_lines(START.view("S"))


def test_action_without_sentence_is_shown_as_written():
    assert str(render.action_name("frobnicate 7")) == "frobnicate 7"
    assert render.describe_non_card_action("N", "frobnicate 7") == "North: frobnicate 7."
    assert render.button_text("say hum") == "Say “hum”"
