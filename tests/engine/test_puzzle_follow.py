"""Puzzles of Konter a Matt: what may be played and said, who takes a trick, what it does to the slate."""

from typing import Any

import pytest

from kontrapunkt.families.follow_suit import FollowState
from kontrapunkt.games.konter_a_matt import KonterAMatt
from kontrapunkt.puzzles import ChoicePuzzle, Puzzle, open_puzzle
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake
from kontrapunkt.puzzles.knowledge import knowledge_of
from kontrapunkt.record import read as read_record
from kontrapunkt.record import record_of, replay, write
from kontrapunkt.search import Goal, solver_for
from kontrapunkt.widgets.analysis import solved
from kontrapunkt.widgets.base import Prefs
from kontrapunkt.widgets.example import Example
from kontrapunkt.widgets.line import moments
from tests.rules.slate import E5, E5_TRICKS, dealt

TRICKS = [word for trick in E5_TRICKS for word in trick.split()[1::2]]


def record(cards: int, said: bool = True) -> str:
    """The deal with all six tricks, up to so many cards."""
    calls: list[Any] = [("S", "say matt")] if said else []
    return write(record_of(dealt(E5), ["trump C", *calls, *TRICKS[:cards]]))


def made(kind: str, text: str, **what: Any) -> ChoicePuzzle:
    found = open_puzzle(Puzzle("x", kind, "T", "s", ("result",), 1, text, **what))
    assert isinstance(found, ChoicePuzzle)
    assert not found.check(any_difficulty=True).faults
    return found


def test_legal_names_the_duty():
    """West led to by a spade: spades or the queen of diamonds, which is no diamond here."""
    start = dealt(["KC TC JH TH KD 9D", "AC 9C AS JS KH AD", "QD TS 9S AH JD TD", "QC JC QS QH KS 9H"])
    puzzle = made("legal", write(record_of(start, ["trump C", "AS"])))
    picks = {pick.key: pick for pick in puzzle.picks}
    assert {key for key, pick in picks.items() if pick.right} == {"QD", "TS", "9S"}
    assert picks["QD"].text == (
        "The queen of diamonds is a trump, and you may trump any lead, even if you could follow."
    )
    assert picks["TS"].text == "The ten of spades follows suit: spades were led."
    assert picks["AH"].text == (
        "You hold the ten of spades and the nine of spades and can follow spades. Follow or trump, "
        "but do not throw the ace of hearts."
    )
    assert "claim" not in picks


def test_trick_tells_who_wins_and_why():
    puzzle = made("trick", record(4))
    picks = {pick.key: pick for pick in puzzle.picks}
    assert [pick.key for pick in puzzle.right] == ["N"]
    assert picks["N"].text == "The highest trump takes the trick: North’s ace of clubs."
    assert picks["S"].text == "The queen of spades is a trump, but a lower one than the ace of clubs."
    spades = {pick.key: pick.text for pick in made("trick", record(8)).picks}
    assert spades["N"] == "North followed suit, but South trumped with the queen of hearts."


def test_every_goal_has_a_first_hint():
    game = KonterAMatt()
    knowledge, start = knowledge_of(game), game.deal(1)
    for text in solver_for(game).goals:
        aim = Aim.create("NS", Goal.read(text), 1)
        assert str(knowledge.in_other_words(aim, start)).endswith("."), text


def test_score_offers_plausible_slips():
    puzzle = made("score", record(24))
    assert [pick.label for pick in puzzle.right] == [
        "North–South erase 3 lines, East–West neither erase nor add"
    ]
    wrong = {pick.label: pick.text for pick in puzzle.picks if not pick.right}
    assert len(wrong) == 4
    assert wrong["North–South erase 2 lines, East–West neither erase nor add"].startswith(
        ("Announcements count", "The losers")
    )
    assert wrong["North–South erase 3 lines, East–West add 3 lines"] == (
        "Losers add lines if they named trumps, and only then."
    )
    assert str(puzzle.knowledge.answer(puzzle.state, "-3 +0")) == puzzle.right[0].label
    for nonsense in ("--3 0", "+-3 0", "-3", "-3 0 0", "- 0", "9" * 5000 + " 0"):
        assert puzzle.knowledge.answer(puzzle.state, nonsense) is None


@pytest.mark.parametrize(
    ("tricks", "done", "said"),
    [
        ("NS 4 EW 0", "claim", "played to the end; this deal was claimed"),
        ("NS 4 EW 0", "AC KD 9D AH KC TS 9S KH", ""),
        ("NS 3 EW 1", "AC KD 9D AH KC TS 9S KH", "and the losers took one"),
    ],
)
def test_all_tricks_line_is_denied_with_reason(tricks, done, said):
    state: Any = KonterAMatt().start(
        read_record(
            f'[Dealer "W"]\n[Position]\nN: AC KC\nE: AH KH\nS: 9D 9S\nW: KD TS\nlead: N\ntrump: C\n'
            f"points: NS 23 EW 0\ntricks: {tricks}\n"
        )
    )
    for action in done.split():
        state = state.apply(action)
    texts = [str(text) for _, text, _ in knowledge_of(state.game).mistaken(state)]
    told = [text for text in texts if "needs all six" in text]
    assert len(told) == bool(said)
    assert all(said in text for text in told)


def test_aim_is_decided_as_early_as_possible():
    game = KonterAMatt()
    knowledge = knowledge_of(game)
    states = replay(read_record(record(24))).states
    start = states[2]
    assert isinstance(start, FollowState)
    all_of_it = Aim("NS", Goal("points", 0), 40)
    assert knowledge.certain_outcome(knowledge.remaining_aim(all_of_it, start, start), start) is None
    assert (
        knowledge.certain_outcome(knowledge.remaining_aim(all_of_it, start, states[-1]), states[-1]) is True
    )
    half = Aim("NS", Goal("points", 0), 21)
    assert [
        knowledge.certain_outcome(knowledge.remaining_aim(half, start, state), state)
        for state in states[13:15]
    ] == [
        None,
        True,
    ]
    too_much = Aim("EW", Goal("points", 1), 20)
    assert (
        knowledge.certain_outcome(knowledge.remaining_aim(too_much, start, states[14]), states[14]) is False
    )


LAST_THREE = """\
[Game "konter-a-matt"]
[Dealer "W"]
[Deal]
N: -
E: -
S: AC TC JD
W: -
stock: AH AS KH QC 9S 9H JC KS 9C QD QS JH TD 9D JS TS KC KD AD QH TH

S trump H  S say matt
1. S QD  E AH  N 9H  W TH  -> E 6
2. E AS  N TS  W KS  S AC  -> E 11
3. E 9D  N KD  W AD  S JH  -> S 8
"""


@pytest.mark.parametrize(("goal", "target"), [("tricks NS", 3), ("tricks EW", 0), ("no-tricks EW", None)])
def test_tricks_that_have_been_taken_count(goal: str, target: int | None) -> None:
    """South and North can have the last three tricks, or give one of them away."""
    puzzle = Puzzle("x", "play", "T", "s", ("result",), 1, LAST_THREE, side="NS", goal=goal, target=target)
    assert not open_puzzle(puzzle).check(any_difficulty=True).faults


@pytest.mark.parametrize(("goal", "target"), [("lines NS", 2), ("lines EW", -2), ("wins NS", None)])
def test_what_a_deal_comes_to_is_proved(goal: str, target: int | None) -> None:
    puzzle = Puzzle("x", "play", "T", "s", ("result",), 1, LAST_THREE, side="NS", goal=goal, target=target)
    faults = open_puzzle(puzzle).check(any_difficulty=True).faults
    assert [fault.partition(":")[0] for fault in faults] == ["A habit solves it"] * 2


TAKES_ONE = """\
[Game "konter-a-matt"]
[Dealer "W"]
[Position]
N: KS KD 9D
E: KC TS 9H
S: AS 9S TH
W: KH AD TD
lead: E
trump: C
points: NS 9 EW 11
tricks: NS 1 EW 2

4. E TS  N KS  W TD  S AS
5. S 9S  E KC  N 9D  W AD
6. E 9H  N KD  W KH  S TH
"""


def test_what_is_gone_is_not_given_away_again() -> None:
    """South has to take the first trick; whether North and South take another makes no difference."""
    kind = open_puzzle(
        Puzzle("x", "find-the-mistake", "T", "s", ("result",), 1, TAKES_ONE, side="NS", goal="no-tricks NS")
    )
    assert isinstance(kind, FindTheMistake)
    assert [step.kind for step in kind.steps] == ["idle"] * 6


@pytest.mark.parametrize("seed", [1, 2])
def test_play_puzzles_can_be_mined(seed, tmp_path):
    from kontrapunkt.cli import main

    asked = ["mine", "konter-a-matt", "--count", "1", "--seed", str(seed), "--deals", "200", "--jobs", "1"]
    assert main([*asked, "--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("play-*.toml"))) == 1
    assert main(["check", str(tmp_path)]) == 0


def test_an_example_is_marked_card_by_card():
    """Calls have no mark; equal ranks of two suits are two cards."""
    text = record(24)
    played = replay(read_record(text))
    written = solved(played.game, moments(played))
    assert list(written) == ["points NS", "lines NS", "tricks NS"]
    example = Example({"id": "w", "record": text, "solved": written}, Prefs())
    html = example.frame().html
    assert "Card points" in html
    assert example.send("last")[-1].html.count("kp-step") >= 24
