"""Widgets without a browser: spec + log -> what is shown, and the one door that the worker uses."""

import json
import re
from pathlib import Path

import pytest

from kontrapunkt import app
from kontrapunkt.record import RecordError
from kontrapunkt.widgets import Prefs, SpecError, open_widget

HAND = (Path(__file__).parents[2] / "tutorials/ristiklappi/cleaning-hand.record").read_text()
SPEC = {"kind": "example", "id": "hand", "record": HAND, "rule_pages": {"RK": "../rk/"}}
HEADER = "kontrapunkt 1 0.1.0 example"

DARK_KING = """
[Game "ristiklappi"]
[Position]
N: 2C 3C 4C 5C 6C
E: 2D 3D 4D 5D 6D
S: AS 9S 6S 6H 2S
W: 2H 3H 4H 5H 7H
stock: KC 7C 8C 9C
lead: S
dirty: NS
"""


def example(*log, **spec):
    return open_widget({**SPEC, **spec}, [HEADER, *log] if log else [])


def last(widget, *events):
    frames = [widget.frame()]
    for event in events:
        frames = widget.send(event)
    return frames[-1].say


def test_example_opens_at_start_with_empty_log():
    widget = example()
    assert widget.log == [HEADER]
    assert last(widget) == "North is to lead. Step through the deal with Next, or play any card yourself."


def test_twenty_steps_forward_and_back():
    widget = example()
    for step in range(1, 21):
        widget.send("next")
        assert widget.log == [HEADER, f"go {step}"]
    assert last(widget).endswith("so the first part’s card points decide.")
    assert last(widget, "next") == "The example ends here."
    for _ in range(25):
        widget.send("back")
    assert widget.log == [HEADER]


def test_finished_trick_is_swept_before_next_card():
    widget = example("go 4")
    swept, led = widget.send("next")
    assert swept.pause_ms > 0
    assert swept.say == ""
    assert led.say.startswith("West leads the three of clubs.")
    assert len(widget.send("next")) == 1


def test_the_effects_of_a_trick_are_told():
    told = last(example("go 11"), "next")
    assert "East takes trick 11 with the eight of spades: 8 card points." in told
    assert "clean" in told


def test_branch_and_return():
    widget = example("go 4")
    told = last(widget, "play W KC")
    assert told == (
        "West leads the king of clubs. In the deal: West leads the three of clubs. North is to play."
    )
    widget.send("play N TS")
    assert widget.log == [HEADER, "go 4", "W KC", "N TS"]
    widget.send("go 5")
    assert widget.log == [HEADER, "go 4", "W KC"]
    assert last(widget, "next").startswith("You have left the deal")
    assert last(widget, "return").startswith("You are back in the deal.")
    assert widget.log == [HEADER, "go 4"]


def test_the_card_of_the_record_is_no_branch():
    widget = example("go 4")
    widget.send("play W 3C")
    assert widget.log == [HEADER, "go 5"]


def test_authors_comments_are_announced_from_anywhere():
    notes = {"1": "<p>Low, and on purpose.</p>"}
    (walked,) = example(notes=notes).send("next")
    (played,) = example(notes=notes).send("play N 7C")
    assert "Low, and on purpose." in walked.say
    assert played == walked


def test_verdict_on_own_card_is_said_once():
    widget, verdicts = example(solved={"cleans NS": []}), 0
    for event in ("play N QS", "play E TD", "play S KS"):
        said = [frame.say for frame in widget.send(event)]
        while widget.thinking:
            said += [frame.say for frame in widget.think(20)]
        told = re.split(r"(?<=\.) ", " ".join(filter(None, said)))
        assert len(told) == len(set(told))
        verdicts += sum("would have stayed dirty" in each for each in told)
    assert verdicts == 1


def test_refusal_changes_nothing_and_links_rule():
    widget = example("go 4")
    frame = widget.send("play N TS")[-1]
    assert frame.say.startswith("It is West")
    assert 'href="../rk/#RK-R3"' in frame.html
    assert widget.log == [HEADER, "go 4"]
    assert 'href="../rk/' not in open_widget({**SPEC, "rule_pages": {}}).send("play E TD")[-1].html


def test_log_gives_same_frame_as_events():
    widget = example()
    for event in ("go 4", "play W KC", "play N TS"):
        widget.send(event)
    again = open_widget(SPEC, widget.log)
    assert again.log == widget.log
    assert again.frame().html == example("go 4", "W KC", "N TS").frame().html
    assert again.note == ""


@pytest.mark.parametrize(
    ("entries", "kept"),
    [
        (["go 99"], []),
        (["go " + "9" * 6000], []),
        (["go 4", "W KC", "N KC", "E 6S"], ["go 4", "W KC"]),
        (["go 4", "X KC"], ["go 4"]),
        (["go 4", "W "], ["go 4"]),
        (["go four"], []),
        (["", "go 4"], []),
        (["go 4", "W dark"], ["go 4"]),
    ],
)
def test_unfit_log_is_replayed_as_far_as_possible(entries, kept):
    widget = example(*entries)
    assert widget.log == [HEADER, *kept]
    assert "entry" in widget.note


@pytest.mark.parametrize(
    "header", ["kontrapunkt 2 0.1.0 example", "kontrapunkt 1 0.1.0 puzzle", "rubbish", ""]
)
def test_a_foreign_log_is_left_alone(header):
    widget = open_widget(SPEC, [header, "go 4"])
    assert widget.log == [HEADER]
    assert "another version" in widget.note


def test_a_long_rubbish_log_is_quoted_in_brief():
    assert len(example("x" * 20_000).note) < 200


def test_leaving_a_line_of_ones_own_is_said():
    assert last(example("go 4", "W KC"), "first").startswith("You are back in the deal.")


def test_it_may_open_in_the_middle():
    widget = example(at=3)
    assert widget.log == [HEADER]
    assert "South plays the two of spades." in last(widget)
    widget.send("next")
    assert widget.log == [HEADER, "go 4"]
    with pytest.raises(SpecError, match="no step 21"):
        example(at=21)


def test_dark_king_stays_and_other_card_is_played():
    widget = open_widget({"kind": "example", "id": "dark", "record": DARK_KING})
    told = last(widget, "dark S")
    assert told.startswith("South turns up a card that may not be played now, and keeps it.")
    assert last(widget, "play S KC") != ""
    assert widget.log == [HEADER, "go 0", "S dark"]
    assert "South leads the two of spades." in last(widget, "play S 2S")


def test_the_door_speaks_json_and_keeps_widgets_apart():
    opened = json.loads(app.open("a", json.dumps(SPEC)))
    json.loads(app.open("b", json.dumps({**SPEC, "at": 4})))
    assert opened["log"] == [HEADER]
    assert opened["frames"][-1]["html"] == open_widget(SPEC).frame().html
    assert json.loads(app.send("a", "next"))["log"] == [HEADER, "go 1"]
    assert json.loads(app.send("b", "next"))["log"] == [HEADER, "go 5"]
    assert json.loads(app.open("a", json.dumps(SPEC), json.dumps([HEADER, "go 99"])))["note"]
    assert app.close("a") == app.close("a") == "{}"


@pytest.mark.parametrize("own", [[], ["go 4", "W KC", "N TS"]])
def test_what_comes_next_is_told_before_somebody_asks(own):
    for log in ([HEADER, *own], [HEADER, "go 7"], [HEADER, "go 8"], [HEADER, "go 20"]):
        for at, event in enumerate(("next", "back")):
            opened = json.loads(app.open("far", json.dumps(SPEC), json.dumps(log)))
            likely = json.loads(app.ahead("far"))["likely"]
            assert json.loads(app.send("far", event))["frames"][0]["html"] == likely[at], (log, event)
            assert opened["log"] == (log if len(log) > 1 else [HEADER])


@pytest.mark.parametrize(
    "event", ["", "jump", "go", "go -1", "go 21", "go " + "9" * 6000, "play", "play X 7C", "dark", "play N"]
)
def test_rubbish_events_answer_one_sentence(event):
    app.open("rubbish", json.dumps(SPEC))
    reply = json.loads(app.send("rubbish", event))
    assert reply.get("error") or reply["frames"][-1]["say"]
    assert json.loads(app.send("rubbish", "next"))["log"] == [HEADER, "go 1"]


def test_a_spec_that_is_none_is_an_error():
    assert "no widget" in json.loads(app.open("x", '{"kind": "jigsaw"}'))["error"]
    with pytest.raises(RecordError, match="KC"):
        open_widget({**SPEC, "record": HAND.replace("E 8S", "E KC")})


def test_preferences_are_read_tolerantly():
    assert Prefs.read({"language": 5, "other": []}).language == "en"
    assert Prefs.read({"language": "fi"}).language == "fi"
    assert json.loads(app.open("fi", json.dumps(SPEC), "[]", '{"language": "fi"}'))["frames"]


TRICK = '[Game "ristikontra"]\nN 9S  E 9D  S 9H  W 2C  -> S 0'


def test_a_trick_needs_no_hands():
    frame = open_widget({"kind": "trick", "id": "t", "record": TRICK}).frame()
    assert "South takes it: no card points." in frame.html
    assert "<button" not in frame.html


def test_an_unfinished_trick_asks_who_is_next():
    half = TRICK.partition("  W")[0]
    assert "West is to play." in open_widget({"kind": "trick", "id": "t", "record": half}).frame().html


def test_wrong_winner_is_error_with_line():
    with pytest.raises(RecordError) as caught:
        open_widget({"kind": "trick", "id": "t", "record": TRICK.replace("-> S", "-> E")})
    assert caught.value.line == 2
    assert "South" in caught.value.text


def test_deal_diagram_hides_unseen_cards():
    unseen = " ?" * 6
    deal = f'[Game "ristikontra"]\n[Dealer "W"]\n[Deal]\nN:{unseen}\nE:{unseen}\n'
    deal += f"S: AS TD 7C 7H 4S 2S\nW:{unseen}\nstock:" + 28 * " ?"
    frame = open_widget({"kind": "deal", "id": "d", "record": deal}).frame()
    assert frame.html.count("kp-back") >= 18
    assert "ace of spades" in frame.html


MATCH = (Path(__file__).parents[1] / "rules/sessions/rk-6-abeyance.record").read_text()


def test_later_session_deal_shows_standing():
    spec = {"kind": "example", "id": "m", "record": MATCH}
    assert "kp-standing" not in open_widget(spec).frame().html
    fourth = open_widget({**spec, "deal": 3})
    assert "North–South have 2 game points" in fourth.frame().html
    assert "1 game point is carried over" in fourth.frame().html
    with pytest.raises(SpecError, match="5 deals"):
        open_widget({**spec, "deal": 5})


def test_cards_in_a_row():
    frame = open_widget({"kind": "cards", "id": "c", "cards": ["QS", "10H"]}).frame()
    assert "queen of spades" in frame.html
    assert "ten of hearts" in frame.html
