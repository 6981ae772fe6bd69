"""What mined puzzles are called and how they are explained: told apart, and true."""

import re
from itertools import product

import pytest

from kontrapunkt import game
from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Action, State, left_of
from kontrapunkt.core.messages import card_name, seat_name
from kontrapunkt.families.rank_match.constants import a_rank
from kontrapunkt.puzzles import PuzzleKind, open_puzzle
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.puzzles.mining.captions import PATTERNS, WIDTH, first_free, titles
from kontrapunkt.puzzles.mining.drafts import KINDS_MINED
from kontrapunkt.puzzles.phrasing import action_phrase
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.text import catalogue
from tests.engine.mined import mined as mined_once

GAMES = ("ristiklappi", "ristikontra")
CARD = re.compile(r"\b(?:[Tt]he) (\w+ of (?:clubs|diamonds|hearts|spades))")


def mined(of: str, kind: str) -> list[PuzzleKind]:
    return [open_puzzle(each.puzzle) for each in mined_once(of, kind)]


@pytest.mark.parametrize("of", GAMES)
@pytest.mark.parametrize("kind", KINDS_MINED)
def test_ten_puzzles_have_ten_titles(of: str, kind: str):
    found = mined(of, kind)
    names = [task.puzzle.title for task in found]
    assert len(found) >= 3
    assert len(set(names)) == len(names)
    assert not any(name.endswith(")") for name in names), "patterns enough for ten"
    assert all(name[0] == name[0].upper() for name in names)


@pytest.mark.parametrize("of", GAMES)
def test_no_title_names_the_card_to_be_found(of: str):
    for task in mined(of, "play"):
        assert isinstance(task, ReachGoal)
        for number in range(PATTERNS):
            for title in titles(task, number):
                assert not any(str(action_phrase(card)) in title.lower() for card in task.values)
    for task in mined(of, "find-the-mistake"):
        assert isinstance(task, FindTheMistake)
        for title in titles(task, 0):
            assert str(action_phrase(task.mistakes[0].action)) not in title.lower()


def test_a_title_that_is_taken():
    assert first_free(("A", "B"), set()) == "A"
    assert first_free(("A", "B"), {"A"}) == "B"
    assert first_free(("A", "B"), {"A", "B"}) == "A (2)"
    assert first_free(("A", "B"), {"A", "B", "A (2)"}) == "A (3)"


def test_every_topic_has_its_patterns():
    goals = ("cleaning", "keeping-dirty", "card-points", "result")
    topics = [f"play.{goal}.{way}" for goal in goals for way in ("lead", "follow")]
    topics += [f"mistake.{goal}" for goal in goals]
    topics += ["legal.lead", "legal.follow", "trick.points", "trick.plain", "trick.dark", "score"]
    values = dict.fromkeys(("seat", "side", "card"), "x") | dict.fromkeys(
        ("n", "number", "target", "more"), 2
    )
    said = [
        catalogue.say(f"puzzle.mined.title.{topic}.{number}", **values)
        for topic in topics
        for number in range(1, PATTERNS + 1)
    ]
    assert len(said) == PATTERNS * len(topics)


@pytest.mark.parametrize("of", GAMES)
@pytest.mark.parametrize("kind", KINDS_MINED)
def test_explanations(of: str, kind: str):
    """They name only cards of the puzzle and rules of the game, and fit their file."""
    for task in mined(of, kind):
        told = task.puzzle.explanation
        assert told.endswith(".\n")
        assert max(map(len, told.splitlines())) <= WIDTH
        assert "  " not in told
        assert not re.search(r"[{}]|\bNone\b", told)
        for rule in re.findall(r"\[([A-Z]{2}-[A-Z]\d+)\]", told):
            assert rule in task.game.rulebook
        start, then = task.played.states[0].view(None), task.state.view(None)
        known = {card for view in (start, then) for hand in view.hands.values() for card in hand}
        known |= {step.action.card for step in task.played.steps if step.action.card}
        known |= {play.card for trick in task.played.end.view(None).tricks for play in trick.plays}
        known |= {play.card for play in start.trick}
        assert set(CARD.findall(" ".join(told.split()))) <= {str(card_name(card)) for card in known}


@pytest.mark.parametrize("of", GAMES)
def test_what_is_said_of_play(of: str):
    """The key first; each wrong card loses the goal by the trick that is named."""
    for task in mined(of, "play"):
        assert isinstance(task, ReachGoal)
        told = " ".join(task.puzzle.explanation.split())
        key = f"{action_phrase(task.key[0])} is right."
        assert key[0].upper() + key[1:] in told
        lost = re.findall(r"With the (\w+ of \w+) the goal is lost (?:at once|by trick (\d+))", told)
        assert len(lost) == min(3, len(task.tries))
        for name, number in lost:
            each = next(each for each in task.tries if str(action_phrase(each.action)) == f"the {name}")
            end = int(number or task.state.view(None).trick_number)
            state = task.state.apply(each.action)
            for seat, action in each.line:
                if len(state.view(None).tricks) and state.view(None).tricks[-1].number == end:
                    break
                state = state.apply(action, seat)
            assert task.oracle.certain_outcome(state) is False
        more = re.search(r"lose it (once more|(\d+) more times)", told)
        said = int(more[2] or 1) if more else 0
        assert said == task.proof.root.decisions - 1


@pytest.mark.parametrize("of", GAMES)
def test_what_is_said_of_a_mistake(of: str):
    for task in mined(of, "find-the-mistake"):
        assert isinstance(task, FindTheMistake)
        told = " ".join(task.puzzle.explanation.split())
        mistake = task.mistakes[0]
        assert f"{seat_name(mistake.seat)}’s mistake was {action_phrase(mistake.action)}." in told
        held = re.findall(r"The (\w+ of \w+) would have kept it", told)
        assert [f"the {name}" for name in held] == [str(action_phrase(each)) for each in mistake.better[:3]]
        only = [step for step in task.steps if step.kind == "only"]
        assert ("even the only" in told) == bool(only)


# What a card does in its trick, against all that the others may play ----------------------------------------


def endings(of: str) -> list[State]:
    found: list[State] = []
    knowledge = knowledge_of(game(of))
    for task in mined(of, "score")[:3]:
        for state in task.played.states[:-1]:
            if knowledge.standing(state, state.actions()[0]):
                found.append(state)
    return found


def winners(state: State) -> set[str]:
    """Who may take the trick in progress, whatever the rest play."""
    number = state.view(None).trick_number
    found: set[str] = set()
    open_states = [state]
    while open_states:
        now = open_states.pop()
        tricks = now.view(None).tricks
        if tricks and tricks[-1].number == number:
            found.add(tricks[-1].winner)
            continue
        seat = now.to_act
        assert seat is not None
        ranks = {action[0]: action for action in now.view(None).hands[seat]}
        open_states += [now.apply(card, seat) for card in ranks.values()]
    return found


@pytest.mark.parametrize("of", GAMES)
def test_what_a_card_does_in_its_trick(of: str):
    seen = set()
    for state in endings(of)[::3]:
        knowledge, seat = knowledge_of(state.game), state.to_act
        assert seat is not None
        view = state.view(None)
        partner = next(each for side in state.game.sides if seat in side for each in side if each != seat)
        for action in state.actions():
            told = str(knowledge.standing(state, action))
            takes = winners(state.apply(action))
            lead = view.trick[0].card.rank if view.trick else action[0]
            if action[0] == lead:
                can = "nobody" if takes == {seat} else "partner" if takes <= {seat, partner} else "others"
                marks = {
                    "nobody": ("nothing can beat it", "nobody can take it back"),
                    "partner": ("the trick stays with the side", "the partner, can take it from there"),
                    "others": ("can beat it", "can take it back"),
                }
                assert told.endswith(tuple(f"{mark}." for mark in marks[can])), (told, takes)
                seen.add((can, bool(view.trick)))
            else:
                holders = [
                    each
                    for each, hand in view.hands.items()
                    if each != seat and any(card.rank == action[0] for card in hand)
                ]
                assert (f"Nobody else has {a_rank(action[0])}" in told) == (not holders)
                assert all(str(seat_name(each)) in told for each in holders)
                assert ("card point" in told) == (knowledge.worth(Action(Card(action))) > 0)
        if view.trick:
            assert view.best is not None
            situation = str(knowledge.situation(state))
            assert f"{seat_name(view.trick[view.best].seat)}’s so far" in situation
            assert ("still to play" in situation) == any(
                card.rank == view.trick[0].card.rank
                for place in range(1, 4 - len(view.trick))
                for card in view.hands[left_of(seat, place)]
            )
        else:
            assert knowledge.situation(state) == ""
    assert seen >= set(product(("nobody", "others"), (False, True)))
