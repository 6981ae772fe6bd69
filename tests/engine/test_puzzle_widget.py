"""The puzzle player without a browser: tries, refusals, punishment, hints, solution, log."""

import html
import json
import re
from pathlib import Path

import pytest

from kontrapunkt import app
from kontrapunkt.widgets import Frame, open_widget
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.puzzle.picking import PickingWidget

TUTORIALS = Path(__file__).parents[2] / "tutorials"
HAND = (TUTORIALS / "ristiklappi/cleaning-hand.record").read_text()
RECORD = re.sub(r"\{[^}]*\}", "", HAND)
HEADER = "kontrapunkt 1 0.1.0 puzzle"

PLAY = f'''
kind = "play"
title = "South’s card"
story = "East has led the last eight."
themes = ["cleaning"]
difficulty = 3
side = "NS"
goal = "cleans NS"
at = 9
record = """
{RECORD}"""
[replies]
"S KH" = "The king is wanted later."
'''

POINTS = PLAY.replace('goal = "cleans NS"', 'goal = "points NS"\ntarget = 24')

FIND = f'''
kind = "find-the-mistake"
title = "One card too good"
story = "Five tricks of the cleaning hand."
themes = ["cleaning"]
difficulty = 2
side = "NS"
goal = "cleans NS"
record = """
{RECORD}"""
'''

LEGAL = '''
kind = "legal"
title = "The fourth king"
story = "Three kings have gone."
themes = ["kings"]
difficulty = 1
record = """
[Game "ristiklappi"]
[Position]
N: 2C 3C 4C 5C 6C
E: 2D 3D 4D 5D 6D
S: AS 9S 6S 6H KD
W: 2H 3H 4H 5H 7H
stock: 2S 7C 8C 9C
lead: S
dirty: NS
"""
'''


def puzzle(text=PLAY, *log):
    return open_widget({"kind": "puzzle", "id": "p", "puzzle": text}, [HEADER, *log] if log else [])


def ours(name):
    return (Path(__file__).parents[2] / f"tutorials/{name}.toml").read_text()


def settle(widget, budget=1000):
    frames: list[Frame] = []
    for _ in range(500):
        if not widget.thinking:
            return frames
        frames += widget.think(budget)
    raise AssertionError("it never comes to an end")


def box(frame):
    """What stands in the place where it speaks."""
    found = re.search(r'<div class="kp-say[^>]*>(.*?)</(?:p|div)>', frame.html)
    said = re.sub(r" <button.*?</button>", "", found[1]) if found else ""
    return html.unescape(re.sub(r"<[^>]*>", "", said))


def play(widget, *events):
    """What stands in the box after these events and all that they lead to."""
    told = ""
    for event in events:
        for frame in [*widget.send(event), *settle(widget)]:
            told = box(frame) or told
    return told


def heard(widget, *events):
    """All that a screen reader says to these events: of each reply its last frame."""
    said = []
    for event in events:
        said.append(widget.send(event)[-1].say)
        while widget.thinking:
            said += [frame.say for frame in widget.think(1000)[-1:]]
    return [each for each in said if each]


def test_no_calls_where_only_cards_are_asked():
    """Halfway through the solution West could claim the deal: a row for that would move all else."""
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": ours("konter-a-matt/guarded-king")})
    frames = [*widget.send("solution"), *settle(widget)]
    assert len(frames) > 10
    assert not any("kp-deeds" in frame.html for frame in frames)


def test_it_asks_and_waits():
    widget = puzzle()
    drawn = widget.frame().html
    assert "South to play." in drawn
    assert "East has led the last eight." in drawn
    assert widget.log == [HEADER]
    assert not widget.thinking
    assert "kp-flat" not in drawn, "the table must not tell what is right"


def test_right_card_is_confirmed_until_the_end():
    widget = puzzle(ours("ristiklappi/cleaning-hand-ten"))
    assert play(widget, "play E TD").startswith("Right so far. South plays")
    assert "Right so far." not in heard(widget, "play W 3D")[0]
    assert "Right so far." not in play(puzzle(ours("ristiklappi/cleaning-hand-ten")), "play E 3S")
    again = open_widget(
        {"kind": "puzzle", "id": "p", "puzzle": ours("ristiklappi/cleaning-hand-ten")}, widget.log
    )
    assert box(again.frame()) == play(widget, "back", "play W 3D")


def test_reason_comes_at_once_when_solved():
    spec = {
        "kind": "puzzle",
        "id": "p",
        "puzzle": ours("kontra/king-queen-jack"),
        "explained": "<p>Because.</p>",
    }
    widget = open_widget(spec)
    assert "Because." not in widget.frame().html
    told = play(widget, "play N QC", "play N JS")
    cost = "Other first cards would have cost card points: the jack of spades 10 and the king of hearts 14."
    assert f"You have reached the goal. Solved at the first try, without a hint. {cost}" in told
    assert '<div class="kp-say-notes"><p>Because.</p></div>' in widget.frame().html
    assert "Because." not in widget.send("back")[-1].html
    assert (
        "With the eight of spades, the six of hearts or the three of spades as the first card the goal would"
        in play(
            puzzle(ours("ristiklappi/cleaning-hand-ten")),
            *("play E TD", "play W 3D", "play E 3S", "play E 8S", "play W KC"),
        )
    )


def test_wrong_card_is_punished_then_taken_back():
    widget = puzzle()
    told = play(widget, "play S KS")
    assert told.startswith("South plays the king of spades. Now North–South can be kept dirty")
    assert "West plays" in told
    assert widget.log[1:3] == ["S KS", "lost"]
    assert widget.log[3].startswith("reply W ")
    assert "kp-lost" in widget.frame().html
    assert play(widget, "back").startswith("South takes back the king of spades.")
    assert len(widget._own) == 0
    assert widget._tries == 1


def test_everything_is_said_once():
    widget = puzzle()
    said = " ".join(heard(widget, "play S KH"))
    for each in ("South plays the king of hearts.", "The king is wanted later.", "West plays"):
        assert said.count(each) == 1
    said = " ".join(heard(widget, "back", "play S KS"))
    for each in ("South plays the king of spades.", "Now North–South can be kept dirty", "West plays"):
        assert said.count(each) == 1
    assert heard(widget, "hint") == heard(puzzle(), "hint"), "but as often as it is asked for"


def test_loss_is_shown_until_next_card():
    widget = puzzle()
    assert "Now North–South can be kept dirty" in play(widget, "play S KS")
    told = play(widget, "play N 7D")
    assert "Now North–South can be kept dirty" not in told
    assert "You cannot reach the goal until you take that card back." in told
    assert play(widget, "back").startswith("South takes back the king of spades.")
    assert widget._own == []


def test_lost_goal_is_announced_once_more_and_stays_in_box():
    widget, lost = puzzle(), "You cannot reach the goal until you take that card back."
    heard(widget, "play S KS")
    assert sum(lost in said for said in heard(widget, "play N 7D")) == 1
    said = heard(widget, f"play {widget._now.state.to_act} {widget._now.state.actions()[0]}")
    assert said
    assert lost not in " ".join(said)
    assert lost in box(widget.frame())


def test_focus_leaves_the_cards_once_goal_is_reached():
    widget = puzzle()
    play(widget, "play S 6C", "play N 7D", "play S KH")
    while not widget._decided:
        now = widget._now.state
        play(widget, f"play {now.to_act} {now.actions()[0]}")
    (focused,) = re.findall(r"<[^>]* data-focus[^>]*>", widget.frame().html)
    assert 'data-do="back"' in focused


def test_the_result_is_that_of_the_solution():
    widget = puzzle()
    play(widget, "play S 6C", "play N 7D", "play S KS", "play N TS", "hint")
    while widget._own:
        widget.send("back")
    assert "Now North–South can be kept dirty" in play(widget, "play S KS")
    assert "Solved at the first try, without a hint." in widget.frame().html
    again = puzzle(PLAY, *widget.log[1:])
    assert "Solved at the first try, without a hint." in again.frame().html
    widget = from_file("ristikontra/out-of-the-dark")
    play(widget, "pick E", "pick S", "hint")
    assert "Solved at the first try, without a hint." in widget.frame().html


def test_a_trick_that_has_been_taken_counts():
    text = re.sub(
        "^goal = .*\ntarget = .*",
        'goal = "tricks NS"\ntarget = 2',
        ours("ristikontra/partners-queen"),
        flags=re.M,
    )
    assert "You have reached the goal." in play(puzzle(text), "play N AC", "play S QS")


def test_playing_on_after_solution_does_not_repeat_it():
    widget = from_file("ristikontra/partners-queen")
    assert "You have reached the goal." in play(widget, "play N AC")
    state = widget._now.state
    told = play(widget, f"play {state.to_act} {state.actions()[0]}")
    assert "You have reached the goal." not in told
    assert "Solved at the first try" in widget.frame().html


def test_tricks_before_the_question_are_not_listed():
    widget = puzzle()
    play(widget, "play S 6C")
    listed = widget.frame().html.split("kp-tricks")[1]
    assert listed.count("<li") == 1


def test_the_author_is_heard():
    widget = puzzle()
    assert "The king is wanted later." in play(widget, "play S KH")
    told = play(widget, "back", "play S 6C", "play N 7D", "play S KH")
    assert "wanted later" not in told, "by now it is right"


def test_an_illegal_card_is_refused_and_costs_nothing():
    widget = puzzle()
    frame = widget.send("play N TS")[-1]
    assert "South" in frame.say
    assert widget.log == [HEADER]


def test_it_is_solved_against_best_defence():
    widget = puzzle()
    told = play(widget, "play S KH", "back", "hint", "play S 6C", "play N 7D", "play S KS", "play N TS")
    assert "Solved in 2 tries, with 1 hint." in told
    assert widget.log[-1].startswith("solved ")
    again = puzzle(PLAY, *widget.log[1:])
    assert again.log == widget.log
    assert "Solved in 2 tries, with 1 hint." in again.frame().html


def test_nothing_is_searched_to_replay_a_log():
    widget = puzzle(PLAY, "S KS", "lost", "reply W 5H", "back", "S 6C", "reply W KC")
    assert widget.log == [HEADER, "S KS", "lost", "reply W 5H", "back", "S 6C", "reply W KC"]
    assert widget.note == ""
    assert not widget._analysis._found


def test_card_points_taken_on_the_way_count():
    widget = puzzle(POINTS)
    play(widget, "play S 6C", "play N 7D", "play S KS", "play N TS", "play N 5S")
    assert "Solved at the first try, without a hint." in widget.frame().html
    widget = puzzle(POINTS)
    assert "costs North–South" in play(widget, "play S KS")


def test_slices_make_no_difference():
    fast, slow = puzzle(), puzzle()
    fast.send("play S KS")
    slow.send("play S KS")
    settle(fast)
    settle(slow, budget=0)
    assert fast.log == slow.log


def test_hints_come_one_by_one():
    widget = puzzle()
    hints = widget.task.hints
    for n, hint in enumerate(hints, 1):
        assert play(widget, "hint") == hint
        assert widget.log[1:] == ["hint"] * n
    assert "the last hint" in play(widget, "hint")
    assert widget.log[1:] == ["hint"] * len(hints)
    button = re.search(r'<button[^>]*data-do="hint"[^>]*>(.*?)</button>', widget.frame().html)
    assert button, "a reader who stands on it is not moved to a card"
    assert 'aria-disabled="true"' in button[0]
    assert button[1] == "No more hints"


def test_the_solution_plays_itself_and_can_be_left():
    widget = puzzle()
    play(widget, "play S KS")
    told = play(widget, "solution")
    assert widget._now.state.to_act is None
    assert "Solved" not in told
    assert "The solution is shown." in widget.frame().html
    assert widget.log[-1].startswith("shown ")
    cards = len(widget._own)
    play(widget, "back")
    assert widget.log[-1] == "back"
    assert cards - 4 < len(widget._own) < cards, "it is left where it stands, not at its beginning"
    assert widget._now.state.to_act in ("N", "S")


def test_solution_starts_with_sentence_and_can_be_reshown():
    widget = puzzle()
    for _ in range(2):
        assert box(widget.send("solution")[-1]) == widget.task.solution[0]
        resting = settle(widget)[0]
        assert box(resting) == widget.task.solution[0]
        assert resting.pause_ms > 2000
        assert ">Show it again</button>" in widget.frame().html


def test_the_mistake_is_shown_where_it_was_made():
    widget = puzzle(FIND)
    told = play(widget, "solution")
    right = next(pick.key for pick in widget.task.picks if pick.right)
    assert widget._at == int(right)
    assert told.startswith(f"{widget.task.solution[0]}")
    assert "Best play" not in told


def test_starting_again_forgets_everything():
    widget = puzzle()
    play(widget, "play S KS", "hint", "again")
    assert widget.log == [HEADER]
    assert widget._tries == 0


def test_all_that_is_allowed_is_marked_and_answered():
    widget = puzzle(LEGAL)
    assert 'aria-pressed="false"' in widget.frame().html
    assert play(widget, "answer") == "You have not marked anything yet."
    play(widget, "play S AS", "play S KD")
    assert widget.log == [HEADER]
    told = play(widget, "answer")
    assert told.startswith("Wrong.")
    assert "Three kings have been played" in told
    told = play(widget, "play S KD", "play S 9S", "play S 6S", "play S 6H", "dark S", "answer")
    assert told.startswith("Right.")
    assert widget.log[1] == "answer AS, KD"
    assert widget.log[-1].startswith("solved ")


def test_wrong_answer_gets_one_reason_without_right_answer():
    widget = puzzle(LEGAL)
    told = play(widget, "play S KD", "answer")
    assert told.startswith("Wrong. Three kings have been played and the king of diamonds is the last")
    assert "ace of spades" not in told
    told = play(widget, "play S KD", "play S 9S", "play S 6S", "play S 6H", "play S AS", "answer")
    assert told == (
        "Wrong. All marked answers are right, but something is missing. "
        "Look at the cards and at the other choices."
    )
    assert "A card in the dark" in widget.frame().html
    assert ">1 more choice</button>" in widget.frame().html
    assert "(RL-R10)" in play(widget, "solution"), "the rule of what is not allowed"


def test_table_hides_rule_that_answer_depends_on() -> None:
    """The limit of leads is shown beside a player, but not while the question is what may be led."""
    widget = puzzle((TUTORIALS / "ristikontra/fourth-nine.toml").read_text())
    assert "lead limit" not in widget.frame().html
    play(widget, "solution")
    assert "lead limit" in widget.frame().html


def test_to_mark_everything_tells_one_card_only():
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": ours("doppelkopf/last-trump")})
    cards = ("TH", "AC", "KC", "AS", "TS", "AH", "9H")
    told = play(widget, *(f"play W {card}" for card in cards), "answer")
    assert told.startswith("Wrong. The ace of clubs is not allowed. Follow suit if you can")
    assert not any(name in told for name in ("ten of hearts", "king of clubs", "nine of hearts"))


def test_loss_is_reported_without_the_refuting_card():
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": ours("kontra/two-aces-and-a-ten")})
    told = play(widget, "play N AC")
    assert "This costs North" in told
    assert "queen" not in told.partition("South plays")[0]


def test_result_question_opens_at_the_end():
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": ours("ristikontra/held-over")})
    assert isinstance(widget, PickingWidget)
    assert widget._now.state.to_act is None
    assert "The deal is over." in box(widget.frame())
    assert "East–West 67" not in widget.frame().html.partition('class="kp-choices"')[0], (
        "the count is left open"
    )
    play(widget, "first")
    assert widget._at == 0
    play(widget, "again")
    assert widget._now.state.to_act is None


def test_the_button_says_what_it_answers():
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": ours("ristiklappi/cleaning-hand-slip")})
    play(widget, "go 5")
    assert ">That was the mistake: West, the three of clubs</button>" in widget.frame().html


def test_wrong_result_leaves_right_one_to_find():
    widget = from_file("ristiklappi/sixty-each")
    for pick in widget.task.picks:
        if not pick.right:
            assert "dishonourably" not in play(widget, f"pick {pick.key}")
    compared, answer = widget.task.hints[-2:]
    assert compared.startswith(
        "It is between “Both sides are clean and have 60 card points: a tie” and “East–West"
    )
    assert answer == "The result is “East–West win; North–South lose dishonourably”."
    told = play(widget, "solution")
    assert "East–West win; North–South lose dishonourably." in told
    assert "Not “" not in told


def test_right_result_is_explained_in_full():
    told = play(from_file("ristikontra/held-over"), "pick 3")
    assert "East–West also get the game point that was carried over." in told


def test_kings_are_unmentioned_where_irrelevant():
    assert not any("king" in hint for hint in from_file("ristikontra/partners-queen").task.hints)


def test_a_wrong_answer_names_its_rule():
    spec = {"kind": "puzzle", "id": "p", "puzzle": LEGAL, "rule_pages": {"RL": "../rules/"}}
    widget = open_widget(spec)
    for event in ("play S AS", "play S KD", "play S 9S", "play S 6S", "play S 6H", "dark S"):
        widget.send(event)
    assert 'href="../rules/#RL-R10"' in widget.send("answer")[-1].html


def test_mistake_is_found_by_stepping_through_record():
    widget = puzzle(FIND)
    assert 'data-do="pick 3"' not in widget.frame().html
    widget.send("go 3")
    told = play(widget, "pick 3")
    assert told.startswith("Wrong.")
    widget.send("go 10")
    told = play(widget, "pick 10")
    assert told.startswith("Right.")
    assert [entry.split()[0] for entry in widget.log[1:]] == ["pick", "pick", "solved"]


@pytest.mark.parametrize("text", [PLAY, FIND, LEGAL])
@pytest.mark.parametrize(
    "event", ["", "jump", "pick", "pick ZZ", "play", "play X 7C", "dark", "go 99", "go " + "9" * 6000, "goal"]
)
def test_rubbish_answers_one_sentence(text, event):
    key = "rubbish"
    app.open(key, json.dumps({"kind": "puzzle", "id": "p", "puzzle": text}))
    reply = json.loads(app.send(key, event))
    assert reply.get("error") or reply["frames"][-1]["say"]


@pytest.mark.parametrize("entry", ["lost", "back", "S 7C", "reply W 5H", "solved soon", "hint x", "pick 1"])
def test_log_that_does_not_fit_stops_there(entry):
    widget = puzzle(PLAY, "hint", entry)
    assert widget.log == [HEADER, "hint"]
    assert "entry 2" in widget.note


def test_unreadable_puzzle_is_an_error():
    spec = {"kind": "puzzle", "id": "p", "puzzle": PLAY.replace("cleans NS", "flies")}
    assert "flies" in json.loads(app.open("broken", json.dumps(spec)))["error"]
    with pytest.raises(EventError):
        puzzle().send("pick 3")


TUTORIALS = Path(__file__).parents[2] / "tutorials"


def from_file(name, log=()):
    path = TUTORIALS / f"{name}.toml"
    return open_widget({"kind": "puzzle", "id": path.stem, "puzzle": path.read_text()}, log)


def test_trick_winner_is_hidden_before_question():
    widget = from_file("ristikontra/out-of-the-dark")
    drawn = widget.frame().html
    assert "kp-best" not in drawn
    assert "takes" not in drawn.split("kp-say")[0].split("kp-board")[1]
    assert play(widget, "pick S").startswith("Wrong.")
    assert play(widget, "pick E").startswith("Right.")
    assert "kp-best" in widget.frame().html


def test_result_is_hidden_before_question():
    widget = from_file("ristiklappi/sixty-each")
    for event in ("last", "back", "first"):
        drawn = widget.send(event)[-1].html
        before, _, after = drawn.partition('class="kp-choices"')
        assert "dishonourably" not in before
        assert "got clean" not in before + after.partition("kp-tricks")[2]
    assert play(widget, "pick 1").startswith("Wrong.")
    assert "Solved in 2 tries" in play(widget, "pick 2")
    assert "got clean" in widget.frame().html


def test_solved_puzzle_can_be_solved_again():
    widget = from_file("ristikontra/three-small-cards")
    for _ in range(2):
        told = play(widget, "play N 8D", "play S 4C", "play N 4D")
        assert "Solved at the first try, without a hint." in told
        assert [entry for entry in widget.log if entry.startswith("solved ")]
        assert play(widget, "again").startswith("Back to the beginning.")


@pytest.mark.parametrize(
    ("name", "events"),
    [
        ("kontraspiel/no-acorn", ["play E JC", "answer"]),
        ("kontraspiel/no-acorn", ["play E 9C", "answer"]),
        ("kontraspiel/no-acorn", ["solution"]),
        ("kontraspiel/no-acorn", ["play E JC", "answer", "solution"]),
        ("ristikontra/fourth-nine", ["play N 9D", "answer"]),
        ("ristikontra/deuce-first", ["play E QH"]),
        ("ristikontra/three-small-cards", ["play N 8D", "play S 4C", "play N 4D"]),
    ],
)
def test_reopened_puzzle_shows_its_last_mark(name: str, events: list[str]) -> None:
    """With its tone and the button to complain; what other cards cost is not searched again."""
    widget = from_file(name)
    for event in events:
        (last,) = [*widget.send(event), *settle(widget)][-1:]
    again = from_file(name, widget.log)
    settle(again)
    (tone,) = re.findall("kp-say-(?:good|wrong|shown)", last.html)
    assert tone in again.frame().html
    for shown in (last, again.frame()):
        assert "Is this wrong?" in shown.html
    assert box(last).startswith(box(again.frame()))


def test_table_says_solved_where_it_says_whose_turn_it_is() -> None:
    widget = from_file("ristikontra/turn-it-round")
    assert play(widget, "play S KC").endswith("South is to lead. You choose the card.")
    assert play(widget, "play S 7H").endswith("North is to play. You choose the card.")
    assert ">North to play</span>" in widget.frame().html
    assert "Solved at the first try, without a hint." in play(widget, "play N 7S")
    assert ">Solved</span>" in widget.frame().html
    assert "East to play" not in widget.frame().html


def test_hand_that_lesson_omits_is_not_empty() -> None:
    """In a question on what one seat may play, beside the words of a lesson."""
    spec = {"kind": "puzzle", "id": "q", "puzzle": LEGAL}
    assert "cards are not shown" not in open_widget(spec).frame().html
    bare = open_widget({**spec, "bare": True}).frame().html
    assert "cards are not shown" in bare
    assert "has no cards left" not in bare
