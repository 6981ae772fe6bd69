"""Reviews: decisions judged all hands open and by what could be known, in the terminal and at a table."""

import json
import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from kontrapunkt import app
from kontrapunkt.cli import main
from kontrapunkt.core.interface import Action
from kontrapunkt.core.registry import OWN, game_class
from kontrapunkt.play.players.foresight import LEAST, DecisionAnalysis
from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import read as read_puzzle
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.puzzles.sure import Sure
from kontrapunkt.record import read, replay
from kontrapunkt.search import solve
from kontrapunkt.text import catalogue
from kontrapunkt.widgets import open_widget
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.line import moments
from kontrapunkt.widgets.review import (
    Decision,
    Review,
    decision_text,
    describe_cost,
    gain_text,
    in_words,
)
from kontrapunkt.widgets.table import ROOM, Table
from tests.engine.test_table_widget import dealt, let_play, play_out

CLEANING = Path("tutorials/ristiklappi/cleaning-hand.record")


@cache
def reviewed(seat: str) -> Review:
    """What a seat did in the cleaning hand, judged."""
    played = replay(read(CLEANING.read_text("utf-8")))
    review = Review(moments(played), seat)  # type: ignore[arg-type]
    while not review.over:
        review.work(50)
    return review


def played_out(game: str, seed: int, chance: random.Random) -> Table:
    """A table where a deal has been played by chance, and judged."""
    widget = dealt(game, seed, "player=random")
    play_out(widget, chance)
    while widget.thinking:
        widget.think(1000)
    return widget


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
def test_verdict_matches_the_solver(seat: str) -> None:
    played = replay(read(CLEANING.read_text("utf-8")))
    review = reviewed(seat)
    assert [each.step for each in review.decisions] == sorted(each.step for each in review.decisions)
    for each in review.decisions:
        if each.verdict is None:
            continue
        solution = solve(played.states[each.step], each.verdict.goal, line=False)
        alike = {played.game.alike(action) for action in solution.best}
        assert (each.verdict.kind == "lost") == (played.game.alike(each.action) not in alike)


def test_what_could_be_known_chooses_what_mattered() -> None:
    """What was worse by that comes before what only lost as the cards lay, and all are told in order."""
    for seat in "NESW":
        review = reviewed(seat)
        found = review.decisive(2)
        assert len(found) <= 2
        assert [each.step for each in found] == sorted(each.step for each in found)
        worse = [each for each in review.decisions if each.worse]
        assert sum(each.worse for each in found) == min(2, len(worse))
        assert all(each.instead and each.better for each in found)


def test_luck_is_where_the_two_figures_part() -> None:
    found = [each for seat in "NESW" for each in reviewed(seat).decisions]
    assert {"bad", "good"} <= {each.luck for each in found}
    for each in found:
        if each.luck:
            assert each.lost != each.worse
            assert describe_cost(each).startswith("Bad luck" if each.lost else "Lucky")


@pytest.mark.parametrize(
    "game_id",
    [
        *sorted({*OWN} - {"kontra"}),
        pytest.param("kontra", marks=pytest.mark.heavy("52 cards, and deals are played on to the end")),
    ],
)
def test_better_line_starts_with_its_card(game_id: str) -> None:
    chance = random.Random(3)
    review = played_out(game_id, 11, chance).open_session.review
    assert review is not None
    assert review.over
    for each in review.decisive():
        first, *then = each.instead
        state = first.state
        assert each.better
        if then and then[0].seat == review.seat and not (each.foreseen and each.foreseen.silent):
            assert then[0].action == each.better
        for moment in then:
            state = state.apply(moment.action, moment.seat)
        assert state.to_act is None


def test_loss_always_has_an_explanation() -> None:
    """A hundredth of a line is no mistake that mattered."""
    seen = [played_out("konter-a-matt", seed, random.Random(seed)).open_session.review for seed in range(6)]
    found = [each for review in seen if review for each in review.decisions if each.foreseen]
    assert any(each.worse for each in found)
    assert any(0 < each.foreseen.loss < LEAST for each in found if each.foreseen)
    for each in found:
        assert each.foreseen
        assert each.worse == (each.foreseen.loss >= LEAST)
        assert " 0.00 " not in describe_cost(each).replace("± 0.00", "")


def test_what_would_take_minutes_is_not_judged() -> None:
    """A search from all forty cards of Doppelkopf may take minutes, and nobody waits for it."""
    widget = played_out("doppelkopf", 5, random.Random(7))
    review = widget.open_session.review
    assert review is not None
    held = {
        step: sum(map(len, at.state.view(None).hands.values()))
        for step, at in enumerate(widget.open_session.line)
    }
    judged = {held[each.step] for each in review.decisions if each.verdict}
    assert judged
    assert max(judged) < 36 <= max(held[each.step] for each in review.decisions)


def test_the_command_line_reviews_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(CLEANING), "--seat", "E", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["seats"]
    assert set(found) == {"E"}
    lost = [each for seat in found.values() for each in seat["decisions"] if each["lost"]]
    assert lost
    assert all(each["better"] and each["text"] for each in lost)
    known = [each for seat in found.values() for each in seat["decisions"] if each["known"]]
    assert all((each["known"]["loss"] > 0) == bool(each["known"]["better"]) for each in known)
    assert any(each["decisive"] and each["instead"] for each in known)
    assert main(["review", str(CLEANING), "--seat", "E"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("East: of 4 decisions, 4 judged")
    assert "Bad luck" in told
    assert catalogue.say("cli.review.slight") not in told


def test_the_command_line_says_when_nothing_mattered_much(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Decision, "matters", property(lambda self: False))
    assert main(["review", str(CLEANING), "--seat", "E"]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[1].strip() == catalogue.say("cli.review.slight")


def test_mistakes_become_puzzles_that_pass_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """East's slip in the cleaning hand: another card is asked for, and what was played is wrong."""
    assert main(["review", str(CLEANING), "--seat", "E", "--puzzles", str(tmp_path)]) == 0
    files = sorted(tmp_path.glob("*.toml"))
    assert files
    assert all(str(file) in capsys.readouterr().out for file in files[:1])
    assert main(["check", str(tmp_path)]) == 0
    played = {
        str(step.action) for step in replay(read(CLEANING.read_text("utf-8"))).steps if step.seat == "E"
    }
    for file in files:
        kind = open_puzzle(read_puzzle(file.read_text("utf-8"), file.stem))
        assert isinstance(kind, ReachGoal | Sure)
        assert kind.turn == "E"
        right = kind.key
        assert right
        assert kind.puzzle.kind in ("play", "sure")
        assert {*map(str, kind.state.plays())} & played - {*map(str, right)}


def test_a_record_that_hides_cards_is_not_reviewed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "seen.record"
    widget = open_widget({"kind": "table", "id": "t", "game": "konter-a-matt"})
    assert isinstance(widget, Table)
    widget.replay("deal 3")
    file.write_text(widget.history.watched.histories["S"].text, "utf-8")
    assert main(["review", str(file)]) == 2
    assert "hides cards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game_id", "seed"), [("konter-a-matt", 12), ("kontraspiel", 11), ("doppelkopf", 12)]
)
def test_missed_announcement_is_judged_at_last_chance(game_id: str, seed: int) -> None:
    widget = played_out(game_id, seed, random.Random(seed))
    review, line, game = widget.open_session.review, widget.open_session.line, widget.history.game
    assert review is not None
    silences = [each for each in review.decisions if each.silence]
    assert silences
    for each in silences:
        before, later = line[each.step].state, line[each.step + 1 :]
        assert before.to_act == review.seat
        assert {*each.calls} <= {*before.actions()}
        assert not any(game.is_call(then.action) for then in later if then.seat == review.seat)
        turns = [one.state for one in later if one.state.to_act == review.seat]
        assert not any({*each.calls} & {*state.actions()} for state in turns)
        assert each.foreseen
        assert not game.is_call(each.foreseen.action)
        assert (each.better in each.calls) == each.worse
    held = [each for each in silences if each.worse]
    if game_id == "konter-a-matt":
        assert [decision_text(each).partition(":")[2][:18] for each in held] == [" nothing was said."]
        html = widget.frame().html
        assert "nothing was said" in html
        assert f'data-do="moment {held[0].step}"' in html


def test_table_leads_back_to_losing_decision() -> None:
    chance = random.Random(8)
    html = ""
    for seed in range(20):
        widget = played_out("konter-a-matt", seed, chance)
        html = widget.frame().html
        assert "kp-moments" in html
        if 'data-do="moment ' in html:
            break
    step = int(html.split('data-do="moment ')[1].split('"')[0])
    assert f'data-do="from {step}"' in widget.send(f"moment {step}")[-1].html
    assert "kp-end-verdict" not in widget.frame().html
    assert "kp-end-verdict" in widget.send("result")[-1].html
    widget.send(f"from {step}")
    assert not widget.ended
    assert len(widget.history.done) == step
    assert widget.history.state.to_act == widget.seat


def ended_table(game: str, seed: int) -> Table:
    """Return a table that keeps mistakes, at the end of a deal of random players."""
    widget = open_widget({"kind": "table", "id": "t", "game": game, "mistakes": "../../mistakes/"})
    assert isinstance(widget, Table)
    widget.replay("terms player=random")
    widget.replay(f"deal {seed}")
    play_out(widget, random.Random(seed))
    return widget


def test_table_mistake_becomes_sound_puzzle() -> None:
    """The page is handed the file of a sound puzzle, to which what was played is no answer."""
    widget = ended_table("konter-a-matt", 11)
    stored = []
    while widget.thinking:
        widget.think(1000)
        stored += [widget.keeps] if widget.keeps else []
        widget.keeps = {}
    found = re.findall(r'data-do="drop (\d+)"', widget.frame().html)
    assert found
    assert [f"keep {step}" for step in found] == widget.log[-len(found) :], "they are kept by themselves"
    for step, by_itself in zip(found, stored, strict=True):
        dropped = json.loads(answered(widget, f"drop {step}"))
        assert dropped["drops"] == by_itself["id"]
        assert "keeps" not in dropped
        again = open_widget(widget.spec, widget.log)
        while again.thinking:
            again.think(1000)
        assert not again.keeps, "what was taken away stays away"
        reply = json.loads(answered(widget, f"keep {step}"))
        kept = reply["keeps"]
        assert kept == by_itself
        kind = open_puzzle(read_puzzle(kept["puzzle"], kept["id"]))
        assert isinstance(kind, ReachGoal | Sure)
        report = kind.check()
        assert report.sound
        assert (kept["game"], kept["kind"], kept["difficulty"]) == (
            "konter-a-matt",
            kind.name,
            report.difficulty,
        )
        _, made = widget.history.done[int(step)]
        right = kind.key
        assert kind.turn == widget.seat
        assert kind.game.alike(Action(made)) not in map(kind.game.alike, right)
        assert f'data-do="keep {step}"' not in reply["frames"][-1]["html"]
        assert "keeps" not in json.loads(answered(widget, f"from {step}x"))
    with pytest.raises(EventError):
        widget.send("keep 1")


def answered(widget: Table, event: str) -> str:
    """What the browser is answered."""
    app._widgets["here"] = widget
    reply = app.send("here", event)
    app.close("here")
    return reply


@pytest.mark.parametrize("game_id", sorted({*OWN} - {"doppelkopf", "kontra"}))
def test_review_speaks_in_words_and_keeps_figures_behind(game_id: str) -> None:
    """A sentence without error, count of deals or method; the figures are folded."""
    spoken = 0
    for seed in (11, 12):
        widget = played_out(game_id, seed, random.Random(seed))
        review = widget.open_session.review
        assert review
        for each in review.decisive():
            if not (said := in_words(each)):
                continue
            spoken += 1
            assert said[0].isupper() or not said[0].isalpha()
            assert said.endswith(".")
            assert len(said) < ROOM
            for figure in ("±", "possible deal", "Going by", " 0 "):
                assert figure not in said
            html = widget.send(f"moment {each.step}")[-1].html
            assert said in html
            assert html.index("<details") < html.index("possible deal")
    assert spoken


def test_result_tells_you_who_won() -> None:
    seen = set()
    for game_id in OWN:
        for seed in range(3):
            widget = dealt(game_id, seed, "player=random")
            play_out(widget, random.Random(seed))
            result, html = widget.history.state.result(), widget.frame().html
            said = re.findall(r'"kp-end-verdict">([^:<]*)', html)[0]
            won = widget.seat in result.winners
            assert said in (
                ("You win", "Your side wins") if won else ("You lose", "Your side loses", "Nobody wins")
            )
            assert html.count("<li>") >= 1
            seen.add(said)
    assert {"You win", "Your side wins", "You lose", "Your side loses"} <= seen


def test_mistakes_without_one_right_card_are_explained_once() -> None:
    widget = ended_table("kontraspiel", 1)
    while widget.thinking:
        widget.think(1000)
        assert not widget.keeps
    html = widget.frame().html
    assert html.count("one right card, so none became a puzzle.") == 1
    assert "kp-mark-puzzle" not in html


def test_nothing_is_saved_without_a_shelf() -> None:
    widget = played_out("konter-a-matt", 11, random.Random(11))
    assert "kp-mark-puzzle" not in widget.frame().html
    with pytest.raises(EventError):
        widget.send("keep 9")


def test_difference_within_chance_did_not_matter() -> None:
    """Of many decisions some differ by little more than the error, in a deal in which nothing mattered."""
    slight = DecisionAnalysis("S", "lines", Action("7S"), Action("8S"), 0.3, 0.28, 40, False, False, None)
    clear, exact = replace(slight, error=0.1), replace(slight, error=0.0, every=True)
    assert [each.worse for each in (slight, clear, exact)] == [True] * 3
    assert [Decision(0, 1, Action("7S"), foreseen=each).matters for each in (slight, clear, exact)] == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("loss", "error", "head"),
    [
        (0.0, 0.0, "You gave nothing away"),
        (0.3, 0.28, "No mistake is certain"),
        (0.03, 0.0, "No mistake is certain"),
        (0.3, 0.1, "What mattered most"),
    ],
)
def test_review_heading_says_if_anything_mattered(loss: float, error: float, head: str) -> None:
    widget = played_out("kontraspiel", 5, random.Random(5))
    review = widget.open_session.review
    assert review
    first = next(each for each in review.decisions if not each.silence)
    found = DecisionAnalysis("S", "chips", first.action, Action("8S"), loss, error, 40, False, False, None)
    review.decisions = [replace(first, verdict=None, foreseen=found, instead=())]
    heads = ("You gave nothing away", "No mistake is certain", "What mattered most")
    html = widget.frame().html
    assert [each for each in heads if each in html] == [head]
    assert ('data-do="moment ' in html) == (loss > 0)


def test_findings_show_while_rest_is_judged() -> None:
    widget = dealt("konter-a-matt", 11, "player=random")
    play_out(widget, random.Random(11))
    shown = set()
    while widget.thinking:
        html = "".join(frame.html for frame in widget.think(5))
        shown.add(("Reviewing your decisions" in html, 'data-do="moment ' in html))
    assert (True, True) in shown


def test_five_card_review_uses_game_results() -> None:
    """Coins are what some pay by agreement; where nobody does, nobody reads of them."""
    assert game_class("ristiklappi")("lappi5").gain_unit == "grades"
    assert game_class("ristiklappi")("lappi5", numeric="coins").gain_unit == "coins"
    told = gain_text(
        DecisionAnalysis("S", "grades", Action("7S"), Action("8S"), 0.5, 0.2, 40, False, False, None)
    )
    worse = "where an honourable loss counts 1 and a dishonourable one 2 or more"
    assert told == f"0.50 ± 0.20 more in the result, {worse}"


def test_decisions_before_the_computer_took_over_are_reviewed() -> None:
    widget = dealt("konter-a-matt", 11, "player=random")
    let_play(widget)
    chance = random.Random(11)
    while len(widget.open_session.line) < 14:
        widget.send(f"play S {chance.choice(widget.open_session.view.actions)}")
        let_play(widget)
    before = len(widget.open_session.line) - 1
    widget.send("finish")
    while widget.thinking:
        widget.think(1000)
    review = widget.open_session.review
    assert review is not None
    assert review.over
    assert review.decisions
    assert max(each.step for each in review.decisions) < before < len(widget.open_session.line) - 2
    assert "kp-moment" in widget.frame().html


def test_a_hint_is_a_sentence() -> None:
    widget = dealt("doppelkopf", 3, "player=random")
    let_play(widget)
    widget.send("hint")
    for _ in range(200):
        if widget.open_session.hint and widget.open_session.hint.recommendation:
            break
        widget.think(50)
    assert widget.frame().say.endswith(".")
