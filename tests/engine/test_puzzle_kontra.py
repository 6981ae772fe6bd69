"""Puzzles of Kontra: sides of one seat, what is said of its cards, and who deals next."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kontrapunkt.core.interface import Action
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.puzzle_knowledge import KontraKnowledge
from kontrapunkt.puzzles import ChoicePuzzle, PuzzleError, PuzzleKind, open_puzzle, read
from kontrapunkt.puzzles.aim import Aim, fits, sides_of
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.mining.mine import MiningPlan, mine
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.record import record_of, write
from kontrapunkt.search import Goal
from kontrapunkt.widgets import open_widget
from tests.engine.test_search_kontra import late, plain

TUTORIALS = Path(__file__).parents[2] / "tutorials/kontra"
TWO, THREE = Kontra(), Kontra("three")


def ours(name: str) -> PuzzleKind:
    return open_puzzle(read((TUTORIALS / f"{name}.toml").read_text("utf-8"), name))


def changed(name: str, **what: Any) -> PuzzleKind:
    return open_puzzle(replace(ours(name).puzzle, **what))


# Sides -----------------------------------------------------------------------------------------------------


def test_each_seat_is_a_side():
    assert [*sides_of(TWO)] == ["N", "S"]
    assert [*sides_of(THREE)] == ["N", "E", "S"]
    aim = Aim.create("E", Goal.create("points", ("E",)), 12, THREE.seats)
    assert (aim.seats, aim.others, aim.own, aim.more, aim.alone) == (("E",), ("N", "S"), True, True, True)
    other = Aim.create("S", Goal.create("points", ("N",)), 12, TWO.seats)
    assert (other.own, other.more, other.tighter.target) == (False, False, 11)


def test_three_player_goal_belongs_to_one_seat():
    goal = Goal.create("points", ("N",))
    assert [fits(goal, (seat,), THREE.seats) for seat in THREE.seats] == [True, False, False]
    assert [fits(goal, (seat,), TWO.seats) for seat in TWO.seats] == [True, True]
    with pytest.raises(PuzzleError, match="sets N against all others together"):
        changed("between-two-aces", side="E")
    with pytest.raises(PuzzleError, match="write N, E or S"):
        changed("between-two-aces", side="NS")
    with pytest.raises(PuzzleError, match="write N or S"):
        changed("king-queen-jack", side="E")


def test_of_two_the_other_holds_down():
    """The puzzle from the other seat: what one can be sure of, the other must leave."""
    kind = ours("king-queen-jack")
    assert isinstance(kind, ReachGoal)
    then = kind.state.apply("QC")
    puzzle = replace(kind.puzzle, record=write(record_of(then)), side="S", replies={})
    held = open_puzzle(puzzle)
    assert isinstance(held, ReachGoal)
    assert held.key == ("JD",)
    assert "leave North at most 18 card points" in held.question
    assert held.check(any_difficulty=True).sound


@pytest.mark.parametrize("game", [TWO, THREE])
def test_keys_and_targets_are_those_of_every_line(game: Kontra):
    for seed in range(12):
        state = late(game, seed, 6 if game is TWO else 8)
        seat = state.to_act
        if seat is None:
            continue
        best = plain(state, seat)
        text = write(record_of(state))
        puzzle = replace(
            ours("king-queen-jack").puzzle,
            record=text, side=seat, goal=f"points {seat}", target=best, replies={},
        )  # fmt: skip
        kind = open_puzzle(puzzle)
        assert isinstance(kind, ReachGoal)
        place = game.seats.index(seat)
        truth = []
        for action in state.actions():
            then = state.apply(action)
            if then.card_points[place] - state.card_points[place] + plain(then, seat) >= best:
                truth.append(action)
        assert set(kind.key) == set(truth)
        assert kind.proof.size
        missed = open_puzzle(replace(puzzle, target=best + 1)).check(any_difficulty=True)
        assert any("cannot be reached" in fault for fault in missed.faults)


# The questions ---------------------------------------------------------------------------------------------


def test_nobody_plays_both_hands_who_plays_alone():
    two, three = ours("king-queen-jack"), ours("between-two-aces")
    assert two.question == (
        "North to lead and take at least 18 card points from here to the end, whatever South does. "
        "All hands are face up."
    )
    assert "whatever East and South do, even together." in three.question
    assert ours("all-thirteen").question.startswith("South could take at least 22 card points")


def test_what_is_said_of_actions():
    knowledge = knowledge_of(TWO)
    names = ["top", "bottom", "dark", "spice TD", "spice dark", "decline", "7C"]
    assert [str(knowledge.name(Action(name))) for name in names] == [
        "the face-up top card",
        "the face-up bottom card",
        "a card in the dark",
        "spicing with the ten of diamonds",
        "spicing with the top card of the stock",
        "leaving the stock locked",
        "seven of clubs",
    ]
    assert [knowledge.worth(Action(name)) for name in names] == [0, 0, 0, 10, 0, 0, 0]
    assert (
        knowledge.alike(Action("spice TD"))
        == knowledge.alike(Action("spice TC"))
        != knowledge.alike(Action("TC"))
    )


@pytest.mark.parametrize("seed", range(30))
def test_every_action_has_a_reason(seed: int):
    chance = Random(seed)
    game = Kontra(("two", "three")[seed % 2], unlock=chance.choice(["compulsory", "optional"]))
    knowledge = knowledge_of(game)
    state = game.deal(seed)
    while state.to_act is not None:
        for action in (*state.actions(), *knowledge.tempting(state)):
            why = state.why_not(action)
            text, rule = (why.reason, why.rule) if why else knowledge.why_allowed(state, action)
            assert str(text)
            assert rule in game.rulebook
        state = state.apply(chance.choice(state.actions()))
        tricks = state.view(None).tricks
        for play in tricks[-1].plays if tricks else ():
            text, rule = knowledge.why_lost(state, tricks[-1], play.seat)
            assert str(text).endswith(".")
            assert rule == "KO-R10"


def test_the_spice_beats_nothing():
    kind = ours("three-aces")
    assert isinstance(kind, ChoicePuzzle)
    assert [pick.key for pick in kind.right] == ["N"]
    told = {pick.key: pick.text for pick in kind.picks}
    assert "The spice has the same rank" in told["E"]
    assert "spice" not in told["S"]


# Results ---------------------------------------------------------------------------------------------------


def test_answers_of_a_file():
    said = {
        "N 75 S 45 deals S": "North 75, South 45; South deals",
        "N 60 S 60 cut N S": "North 60, South 60; North and South cut",
    }
    for text, answer in said.items():
        assert str(KontraKnowledge(TWO).answer(None, text)) == answer
    for text in ("", "N 75 S 45", "N 75 deals S", "N 75 S 45 deals E", "N 75 S 45 deals N S"):
        assert KontraKnowledge(TWO).answer(None, text) is None
    for text in ("N 60 S 60 cut N", "N x S 45 deals S", "N 75 S 45 deals", "N 75 S 45 E 3 deals S"):
        assert KontraKnowledge(TWO).answer(None, text) is None


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("work-eyes", "North 20, South 100; South deals", "20 is one too few: you need 21 to deal."),
        (
            "who-deals-next",
            "North 34, East 52, South 34; North and South cut",
            "Somebody else has just as few",
        ),
        ("six-tricks-for-three", "North 22, East 14, South 31; North deals", "21 or more are compared"),
    ],
)
def test_who_deals_next(name: str, right: str, wrong: str):
    kind = ours(name)
    assert isinstance(kind, ChoicePuzzle)
    assert [pick.label for pick in kind.right] == [right]
    assert any(wrong in pick.text for pick in kind.picks if not pick.right)


@pytest.mark.parametrize("seed", range(40))
def test_mistaken_results_are_mistaken(seed: int):
    chance = Random(seed)
    game = Kontra(("two", "three")[seed % 2], session=("single", "cumulative")[seed % 3 == 0])
    state = game.deal(seed)
    while state.to_act is not None:
        state = state.apply(chance.choice(state.actions()))
    knowledge = knowledge_of(game)
    right = str(knowledge.name_result(state))
    wrong = {str(label) for label, _, _ in knowledge.mistaken(state)} - {right}
    assert len(wrong) >= 3
    for _, text, rule in knowledge.mistaken(state):
        assert "{" not in str(text)
        assert rule in game.rulebook


# Mining ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["2", "3"])
@pytest.mark.parametrize("kind", ["play", "legal", "trick", "score", "find-the-mistake"])
def test_mined(kind: str, players: str):
    tags = (("Game", "kontra"), ("Options", f"players={players}"))
    limit = 200 if kind == "find-the-mistake" else 60
    found = list(mine(MiningPlan(tags, kind, seed=3), 2, limit=limit))
    assert len(found) == 2
    for each in found:
        again = open_puzzle(read(each.text, "x"))
        assert again.check().sound
        assert isinstance(again.played.start, KontraState)


# On the page -----------------------------------------------------------------------------------------------


def widget(name: str) -> Any:
    text = (TUTORIALS / f"{name}.toml").read_text("utf-8")
    return open_widget({"kind": "puzzle", "id": name, "puzzle": text})


def heard(made: Any, event: str) -> str:
    """What is said after an event, every search done."""
    said = [frame.say for frame in made.send(event)]
    while made.thinking:
        said += [frame.say for frame in made.think(1000)]
    return " ".join(said)


def test_single_seat_puzzle_is_played_to_end():
    made = widget("king-queen-jack")
    said = heard(made, "play N KH")
    assert "South’s king comes after it" in said
    assert "South plays the king of diamonds." in said
    heard(made, "back")
    said = heard(made, "play N QC")
    while "You have reached the goal." not in said:
        said = heard(made, f"play N {made.task.oracle.goal_keeping_moves(made._now.state)[0]}")
    assert "Solved in 2 tries, without a hint." in said


def test_the_table_does_not_tell_what_is_asked():
    """Neither a sentence nor a button betrays what is allowed; open cards can be marked."""
    made = widget("not-my-key")
    html = made.frame().html
    assert "may unlock the stock by leading" not in html
    assert 'data-do="play N decline"' not in html
    assert 'data-do="play N top"' in html
    (frame,) = made.send("play N top")
    assert "Marked: the face-up top card." in frame.say
    assert frame.html.count('aria-pressed="true"') == 2  # on the table and in the list


def test_a_trick_of_three_with_its_spice():
    html = widget("three-aces").frame().html
    assert "West" not in html
    assert "kp-added" in html
