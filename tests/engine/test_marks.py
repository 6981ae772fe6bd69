"""Marks of a worked example, and playing on against best defence: exact search behind a widget."""

import json
from pathlib import Path

import pytest

from kontrapunkt import app
from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action
from kontrapunkt.core.messages import the_card
from kontrapunkt.record import read, replay
from kontrapunkt.search import Goal, Interval, solve
from kontrapunkt.search.verdict import judge, outlook
from kontrapunkt.widgets import Frame, open_widget
from kontrapunkt.widgets.analysis import solved
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.line import moments

TUTORIALS = Path(__file__).parents[2] / "tutorials"
HAND = (TUTORIALS / "ristiklappi/cleaning-hand.record").read_text()
HEADER = "kontrapunkt 1 0.1.0 example"
PLAYED = replay(read(HAND))
SOLVED = json.loads(json.dumps(solved(PLAYED.game, moments(PLAYED))))
SPEC = {"kind": "example", "id": "hand", "record": HAND, "solved": SOLVED}
LAST = """
[Game "ristikontra"]
[Position]
N: AS 7C
E: 7D TD
S: 7H 2S
W: KC QC
lead: N
points: NS 33 EW 59
tricks: NS 6 EW 5
"""


def example(*log, **spec):
    return open_widget({**SPEC, **spec}, [HEADER, *log] if log else [])


def settle(widget, budget=1000):
    """Lets a widget think until it has nothing left to find; answers all frames it showed."""
    frames: list[Frame] = []
    for _ in range(2000):
        if not widget.thinking:
            return frames
        frames += widget.think(budget)
    raise AssertionError("it never comes to an end")


def marks(html):
    """The marks of the tricks shown, card by card."""
    found = []
    for button in html.split('<ol class="kp-tricks">')[1].split("</ol>")[0].split("<button")[1:]:
        names = button.split('class="')[1].split('"')[0].split()
        found += [name.removeprefix("kp-step-") for name in names if name.startswith("kp-step-")][-1:] or [""]
    return found


def test_the_goals_of_the_cleaning_hand():
    assert list(SOLVED) == ["cleans NS", "cleans EW", "result", "points NS"]
    assert all(len(values) == 21 for values in SOLVED.values())
    assert SOLVED["cleans NS"][20] is None


def test_every_card_of_the_published_hand_is_judged():
    lost = {
        goal: [
            (step.seat, str(step.action), tuple(map(str, found.better)))
            for state, step in zip(PLAYED.states, PLAYED.steps, strict=False)
            if (
                found := judge(
                    Goal.read(goal), step.seat, solve(state, goal).values, step.action, state.game.alike
                )
            ).kind
            == "lost"
        ]
        for goal in SOLVED
    }
    turning = [("E", "3S", ("TD",)), ("S", "KS", ("6C",)), ("W", "KC", ("5H", "3D"))]
    assert lost["cleans NS"] == lost["result"] == turning
    assert lost["cleans EW"] == []
    assert lost["points NS"] == [
        ("N", "7C", ("QS",)),
        ("N", "QS", ("7D",)),
        ("E", "3S", ("6H",)),
        *turning[1:],
    ]


def test_the_marks_stand_on_the_cards():
    found = marks(example().frame().html)
    assert len(found) == 20
    assert [place for place, mark in enumerate(found, 1) if mark == "lost"] == [7, 10, 11]
    assert [place for place, mark in enumerate(found, 1) if mark == "only"] == [5, 14, 16]


def test_where_it_turned_is_told_in_words():
    html = example().frame().html
    turns = html.split('class="kp-turns"')[1]
    assert turns.count("<li>") == 5
    assert "With the ten of diamonds they would have stayed dirty." in turns
    assert "16 card points; the six of hearts would have kept them" in turns


def test_another_goal_is_part_of_the_log():
    widget = example()
    assert widget.log == [HEADER]
    told = widget.send("goal points NS")[-1]
    assert "card points" in told.say
    assert marks(told.html)[0] == "lost"
    assert widget.log == [HEADER, "goal points NS"]
    assert example("goal points NS").frame().html == widget.frame().html
    with pytest.raises(EventError):
        widget.send("goal luck")


def test_the_record_itself_needs_no_search():
    widget = example()
    for _ in range(20):
        assert not widget.thinking
        widget.send("next")
    assert not widget.thinking
    assert "Now North–South can get clean" in example("go 7").frame().say


@pytest.mark.parametrize(("step", "card"), [(3, "KC"), (4, "KC"), (6, "6H")])
def test_verdict_follows_the_card_it_speaks_of(step: int, card: str):
    widget = example(f"go {step}")
    seat = moments(PLAYED)[step].state.to_act
    widget.send(f"play {seat} {card}")
    settle(widget)
    played, verdict, *rest = widget.frame().say.split(". ")
    assert played.endswith(str(the_card(Card(card))))
    assert verdict.startswith("Now North–South can get clean")
    assert any(each.startswith("In the deal: ") for each in rest)


def test_a_line_of_ones_own_is_marked_too():
    widget = example("go 10")
    widget.send("back")
    told = widget.send("play S KH")[-1].say
    assert "Now North–South can be kept dirty" in told
    assert widget.log == [HEADER, "go 9", "S KH"]
    widget.send("play W 3D")
    frames = settle(widget)
    assert widget.log == [HEADER, "go 9", "S KH", "W 3D"]
    assert "can" in frames[-1].html.split('class="kp-outlook"')[1]
    assert marks(frames[-1].html)[9:] == ["lost", "kept"]


def test_searching_in_small_slices_finds_the_same():
    fast, slow = example("go 4", "W KC", "N TS"), example("go 4", "W KC", "N TS")
    assert fast.thinking
    settle(fast)
    settle(slow, budget=0)
    assert fast.frame().html == slow.frame().html


@pytest.mark.parametrize("goal", ["cleans NS", "cleans EW", "points NS", "result"])
@pytest.mark.parametrize("side", ["NS", "EW"])
def test_best_defence_never_gives_anything_away(goal, side):
    widget = example(f"goal {goal}", "go 5")
    widget.send(f"as {side}")
    while True:
        settle(widget)
        legal = widget._now.state.actions()
        if not legal:
            break
        assert widget._now.state.to_act in side
        widget.send(f"play {widget._now.state.to_act} {legal[-1]}")
    for moment in widget._own:
        verdict = widget._analysis.verdict(moment, goal)
        assert moment.reply == (moment.seat not in side)
        assert not (moment.reply and verdict.kind == "lost")
    assert any(moment.reply for moment in widget._own)
    again = open_widget(SPEC, widget.log)
    assert again.log == widget.log
    assert again.frame().html.split("kp-say")[0] == widget.frame().html.split("kp-say")[0]


def test_back_takes_the_engines_replies_with_it():
    widget = example("go 8")
    widget.send("as NS")
    settle(widget)
    before = widget.log
    assert before[:3] == [HEADER, "go 8", "as NS"]
    assert before[3].startswith("reply E ")
    widget.send(f"play S {widget._now.state.actions()[0]}")
    settle(widget)
    assert len(widget.log) > len(before)
    widget.send("back")
    assert widget.log == before
    widget.send("back")
    assert widget.log == [HEADER, "go 8"]


def test_mistake_is_answered_and_named():
    widget = example("go 9")
    widget.send("as NS")
    widget.send("play S KS")
    said = [frame.say for frame in settle(widget) if frame.say][-1]
    assert said.startswith("South plays the king of spades. Now North–South can be kept dirty")
    assert "West plays" in said
    assert "North is to play." in said


def test_replay_does_not_search_and_continues():
    widget = example("go 8", "as NS")
    assert widget.log == [HEADER, "go 8", "as NS"]
    assert widget.thinking
    settle(widget)
    assert widget.log[3].startswith("reply E")


def test_all_seats_can_be_taken_back():
    widget = example("go 8", "as NS")
    told = widget.send("as")[-1].say
    assert told.startswith("You play all seats again.")
    assert widget.log == [HEADER, "go 8"]


def test_without_a_search_there_is_nothing_to_choose():
    widget = example(solved={})
    assert "kp-ahead" not in widget.frame().html
    with pytest.raises(EventError):
        widget.send("as NS")


def test_the_door_thinks_in_slices():
    app.open("think", json.dumps(SPEC), json.dumps([HEADER, "go 8", "as NS"]))
    for _ in range(2000):
        reply = json.loads(app.think("think", "20"))
        if not reply.get("thinking"):
            break
    assert any(entry.startswith("reply E") for entry in reply["log"])
    assert "error" not in reply


def test_ristikontra_position_is_marked_by_result_and_points():
    played = replay(read(LAST + "12. N AS E TD S 2S W KC -> N 25"))
    found = solved(played.game, moments(played))
    assert list(found) == ["result", "points NS"]


def test_lost_result_with_known_past_is_reported():
    played = replay(read(LAST + "12. N 7C E 7D S 2S W KC -> E 4"))
    line = moments(played)
    texts = []
    for goal, values in solved(played.game, line).items():
        for moment, before in zip(line[1:], values, strict=False):
            found = {Action(action): value for action, value in before.items()}
            assert moment.seat
            lost = judge(Goal.read(goal), moment.seat, found, moment.action, played.game.alike)
            texts.append(str(lost.text))
    assert "This costs North–South 28 card points; the seven of hearts would have kept them." in texts
    assert "This throws the result away; the seven of hearts would have kept it." in texts


def test_an_outlook_for_every_past():
    state = PLAYED.states[6]
    found = outlook(Goal.read("result"), "E", solve(state, "result").values)
    assert found == (Interval(3, 82, -2, -2),)


def test_a_first_part_is_not_searched():
    played = replay(read('[Game "ristiklappi"]\n[Dealer "W"]\n[Deal]\n' + _dealt()))
    assert solved(played.game, moments(played)) == {"result": [None], "points NS": [None]}


def _dealt():
    from kontrapunkt.core.registry import game
    from kontrapunkt.record import write, write_start

    return write(write_start(game("ristiklappi").deal(1))).split("[Deal]\n")[1]


CONTRA = """
[Game "kontraspiel"]
[Dealer "W"]
[Deal]
N: JC QH TH QD JD
E: QC QS TS AD 9D
S: KC TC AS KD TD
W: AC KS 9S AH KH
stock: 9H 9C JH JS

N play
W say contra-swap
W discard 9S
1. N TH  E 9D  S TC  W KH -> W
"""


def test_result_of_best_play_begins_after_the_last_announcement():
    """No search includes one out of turn: before the contra North would win, and afterwards cannot."""
    line = moments(replay(read(CONTRA)))
    known = solved(line[0].state.game, line)
    assert max(known["wins N"][1].values()) > max(known["wins N"][3].values())
    spec = {"kind": "example", "id": "contra", "record": CONTRA, "solved": known}
    html = open_widget(spec).send("go 1")[-1].html
    par = html.split('class="kp-par"')[1].split("</div>")[0]
    assert "North wins the deal: no" in par
