"""Our own puzzles: sound, of every kind and difficulty, and true in what they say about cards and rules."""

import re
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.core.cards import RANKS, SUITS
from kontrapunkt.core.interface import Action, State
from kontrapunkt.core.messages import card_name
from kontrapunkt.core.registry import OWN
from kontrapunkt.puzzles import KINDS, ChoicePuzzle, PuzzleKind, open_puzzle, read
from kontrapunkt.puzzles.kind import REACHED, Pick
from kontrapunkt.puzzles.model import THEMES, write
from kontrapunkt.puzzles.play import ReachGoal
from kontrapunkt.search import solver_for
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import open_widget
from tests.engine.test_puzzle_widget import play

TUTORIALS = Path(__file__).parents[2] / "tutorials"
FEWEST = {"ristikontra": 6, "ristiklappi": 7, "kontra": 9}
"""Puzzles that a game has at least; eight where nothing is said."""

PATHS = {path.stem: path for path in sorted(TUTORIALS.rglob("*.toml"))}


def ours(name: str) -> PuzzleKind:
    return open_puzzle(read(PATHS[name].read_text("utf-8"), name))


@pytest.mark.parametrize("name", PATHS)
def test_published_puzzle(name: str):
    """It is sound, written as the writer writes it, says what it should, and its solution solves it."""
    text = PATHS[name].read_text("utf-8")
    assert write(read(text, name)) == text
    kind = ours(name)
    assert kind.check().faults == ()
    assert PATHS[name].parent.name == kind.game.id
    check_text(kind)
    check_question(kind)
    if isinstance(kind, ChoicePuzzle):
        check_picks(kind)
    check_solution(kind, open_widget({"kind": "puzzle", "id": name, "puzzle": text}))


def test_every_kind_and_every_difficulty():
    kinds = [ours(name) for name in PATHS]
    assert len(kinds) >= 12
    assert {kind.name for kind in kinds} == set(KINDS)
    assert {kind.puzzle.difficulty for kind in kinds} == {1, 2, 3, 4, 5}
    for game in OWN:
        assert sum(kind.game.id == game for kind in kinds) >= FEWEST.get(game, 8), game
    assert len({kind.puzzle.title for kind in kinds}) == len(kinds)
    assert {theme for kind in kinds for theme in kind.puzzle.themes} == set(THEMES)


def check_text(kind: PuzzleKind) -> None:
    """One line of story, an explanation, rules that exist, cards that are written as the pages write them."""
    puzzle = kind.puzzle
    assert puzzle.story[-1] in ".?!"
    assert puzzle.explanation
    assert max(map(len, puzzle.explanation.splitlines())) <= 120
    books = kind.game.rulebook
    for rule in re.findall(r"\[([A-Z]{2}-[A-Z]\d+)\]", puzzle.explanation):
        assert rule in books
    for card in re.findall(r":(\w+):", puzzle.explanation):
        assert card[0] in RANKS
        assert card[1:] in ("", *SUITS)
    if isinstance(kind, ReachGoal):
        wrong = [action for action in kind.values if action not in kind.key]
        keys = {f"{kind.turn} {kind.knowledge.alike(action)}" for action in wrong}
        assert {key[:3] for key in puzzle.replies if key != REACHED} <= keys, (
            "an author's reply to a card that is right"
        )


def check_question(kind: PuzzleKind) -> None:
    """A question, three hints and a solution."""
    assert kind.question
    assert kind.question[0].isupper()
    assert len(kind.hints) >= 3
    assert all(each for each in (*kind.hints, *kind.solution))


def check_picks(kind: ChoicePuzzle) -> None:
    """Picks that speak, and replies to wrong ones that name no right one."""
    rules = kind.game.rulebook
    assert len(kind.picks) >= (2 if kind.name == "sure" else 3)
    assert len({pick.key for pick in kind.picks}) == len(kind.picks)
    for pick in kind.picks:
        assert pick.label
        assert pick.text[-1] in ".!"
        assert not pick.rule or pick.rule in rules
    assert kind.place in ("hand", "card", "calls", "seats", "list", "trick", "tricks")
    with use_faces(kind.game.faces):
        statements = [rule.statement for rule in rules.values()]
        for pick in kind.picks:
            said = pick.reply
            for statement in statements:
                said = said.replace(statement, "")
            for each in kind.right if not pick.right else ():
                assert not any(name in said for name in names(kind, each)), (pick.label, pick.reply)


def names(kind: ChoicePuzzle, pick: Pick) -> list[str]:
    """Return the names of a right answer that a reply to a wrong one must not have."""
    if kind.place == "seats":
        cards = [play.card for play in kind.state.view(None).tricks[-1].plays]
        winner = next(play.card for play in kind.state.view(None).tricks[-1].plays if play.seat == pick.key)
        return [pick.label, *([str(card_name(winner))] if cards.count(winner) == 1 else [])]
    if kind.place == "list":
        return [part for part in pick.label.split("; ") if part]
    if kind.place == "tricks":
        return [pick.label.partition(", the ")[2]]
    card = Action(pick.key).card
    return [str(card_name(card))] if card else [f"“{pick.key}”", f"“{pick.label}”", f"the {pick.label} "]


def check_solution(kind: PuzzleKind, widget: Any) -> None:
    """The right answer, or best play, solves the puzzle."""
    task = widget.task
    if isinstance(kind, ChoicePuzzle):
        right = [pick.key for pick in kind.picks if pick.right]
        if kind.many:
            for key in right:
                widget.send(key if key == "dark" else f"play {kind.state.to_act} {key}")
            told = play(widget, "answer")
        else:
            told = play(widget, f"pick {right[0]}")
        assert told.startswith("Right.")
    else:
        for _ in range(30):
            state = widget._now.state
            if widget._solved:
                break
            values = task.solver.search(state, task.goal, line=False).run().values
            keeps = [a for a, value in values.items() if widget._reached(widget._now, value)]
            told = play(widget, f"play {state.to_act} {keeps[0]}")
        assert "Solved at the first try, without a hint." in told
    assert widget.log[-1].startswith("solved ")


# What the explanations claim


def after(state: State, *actions: str) -> State:
    for action in actions:
        state = state.apply(action)
    return state


def played_on(state: State, cards: str) -> State:
    return after(state, *cards.split())


def cleans(state: State, side: str = "NS") -> bool:
    return solver_for(state.game).value(state, f"cleans {side}") == 1


def test_the_cleaning_hand():
    slip = ours("cleaning-hand-slip")
    states = slip.played.states
    assert not cleans(states[0])  # East-West were on top ...
    assert not cleans(states[6])
    assert cleans(states[7])  # ... until East's three,
    assert not cleans(states[10])  # South's king gave it back,
    assert cleans(states[11])  # West's gave it away again
    assert states[-1].to_act is None
    assert [status.name for status in states[-1].view(None).statuses] == ["cleaned", "cleaned"]


def test_a_low_card_to_begin_with():
    state = ours("cleaning-hand-low-lead").state
    led = after(state, "KC", "5S", "3S", "KS").view(None).tricks[-1]
    assert led.winner == "S"  # South covers the king with another
    fives = after(state, "5H", "5S", "TD", "KS").view(None)
    assert fives.tricks[-1].winner == "N"
    assert fives.statuses[0].name == "cleaned"
    threes = [seat for seat, hand in state.view(None).hands.items() for card in hand if card[0] == "3"]
    assert threes == ["E", "W", "W"]


def test_eleven_for_the_queen():
    state = ours("cleaning-hand-eleven").state
    sure = after(state, "QS", "6S", "KS", "3C")
    assert sure.view(None).tricks[-1].winner == "N"
    assert sure.view(None).tricks[-1].card_points == 7
    solver = solver_for(state.game)
    assert solver.value(after(state, "7C"), "points NS") == 10


def test_the_two_first():
    kind = ours("deuce-first")
    view = kind.state.view(None)
    outside = [card[0] for seat in "NS" for card in view.hands[seat]]  # type: ignore[index]
    for rank in "QJ2":
        assert rank not in outside
    line = ("2H", "4H", "8S", "3S", "QH", "AD", "QS", "6D", "QD", "8C", "TD", "TS", "JD", "KC", "KS", "KH")
    tricks = after(kind.state, *line).view(None).tricks
    assert [trick.winner for trick in tricks] == ["E", "W", "W", "W"]
    assert sum(trick.card_points or 0 for trick in tricks) == 54


def test_three_small_cards():
    kind = ours("three-small-cards")
    line = ("8D", "AH", "4C", "4S", "4D", "TH", "6D", "TD", "9C", "9D")
    tricks = after(kind.state, *line).view(None).tricks
    assert [trick.winner for trick in tricks] == ["S", "N", "N"]
    assert sum(trick.card_points or 0 for trick in tricks) == 31


def test_partners_queen():
    kind = ours("partners-queen")
    hands = kind.state.view(None).hands
    assert all(card[0] != "Q" for seat in ("E", "W") for card in hands[seat])
    assert all(any(card[0] == "A" for card in hands[seat]) for seat in ("E", "W"))


def test_sixty_each():
    end = ours("sixty-each").state
    assert [trick.card_points for trick in end.view(None).tricks] == [3, 11, 6, 20, 20]
    assert [trick.winner for trick in end.view(None).tricks] == ["E", "E", "E", "N", "E"]
    assert end.result().seats == {"N": 60, "E": 60, "S": 60, "W": 60}


def test_held_over():
    end = ours("held-over").state
    ns = [trick.card_points for trick in end.view(None).tricks if trick.winner in "NS"]
    assert ns == [8, 2, 13, 7, 23]
    assert end.result().seats["E"] == 2


def points(state: State, seats: str) -> int:
    """The card points that those seats have taken."""
    return sum(trick.card_points or 0 for trick in state.view(None).tricks if trick.winner in seats)


def test_the_last_queen():
    """The others' hearts all fall on the nine, and the queen brings North back to play the second one."""
    state = ours("last-queen").state
    end = played_on(state, "9H KH TH AH TC JD AS TC AC QH TS KC 9H AD KC TD")
    assert [trick.winner for trick in end.view(None).tricks[8:]] == ["W", "W", "N", "N"]
    assert points(end, "N") - points(state, "N") == 53


def test_a_lady_before_the_ace():
    """With the queen of clubs led first North can spare nothing; after the ace there is a king to throw."""
    state = ours("lady-before-ace").state
    solver = solver_for(state.game)
    assert all(card[1] != "C" for seat in ("N", "E", "S") for card in state.view(None).hands[seat])
    values = {card: solver.value(after(state, "QC", card), "points W") for card in ("KS", "TH", "TD")}
    assert values == {"KS": 57, "TH": 42, "TD": 83}
    caught = played_on(state, "QC KS KS QS JD TD KH TS")
    assert {card[1] for card in caught.view(None).hands["N"]} == {"H"}
    assert played_on(caught, "TH 9H KH AH").view(None).tricks[-1].winner == "W"
    assert solver.value(after(state, "AH"), "points W") == 36


def test_charlie_will_do():
    state = ours("charlie-will-do").state
    end = played_on(state, "JC TH QC QS TC TH QH TD KC KH KS KC KS")
    assert {trick.winner for trick in end.view(None).tricks[8:]} == {"N"}
    assert points(end, "NS") - points(state, "NS") == 92
