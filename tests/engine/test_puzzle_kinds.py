"""Puzzles where something is picked: what is offered, what is right, and what is said to the rest."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kontrapunkt.puzzles import ChoicePuzzle, Puzzle, PuzzleError, open_puzzle, read
from kontrapunkt.puzzles.find_the_mistake import FindTheMistake
from kontrapunkt.puzzles.kind import KINDS
from kontrapunkt.record import game_of
from kontrapunkt.record import read as read_record

TUTORIALS = Path(__file__).parents[2] / "tutorials"


def ours(name: str) -> Any:
    path = TUTORIALS / f"{name}.toml"
    return open_puzzle(read(path.read_text("utf-8"), path.stem))


def made(kind: str, record: str, **what: Any) -> ChoicePuzzle:
    found = open_puzzle(replace(Puzzle("x", kind, "T", "s", ("result",), 1, record), **what))
    assert isinstance(found, ChoicePuzzle)
    return found


def faults(kind: ChoicePuzzle) -> str:
    return " ".join(kind.check(any_difficulty=True).faults)


def right(kind: ChoicePuzzle) -> list[str]:
    return [pick.key for pick in kind.right]


def text(kind: ChoicePuzzle, key: str) -> str:
    return next(pick.text for pick in kind.picks if pick.key == key)


@pytest.mark.parametrize("of", ["kontraspiel/third-voice", "kontraspiel/no-acorn", "doppelkopf/one-heart"])
@pytest.mark.parametrize("key", ["N KC", "nonsense", "trump X", "discard", "lay"])
def test_reply_to_non_action_answers_a_wrong_pick(of: str, key: str):
    kind = open_puzzle(replace(ours(of).puzzle, replies={key: "No."}))
    assert isinstance(kind, ChoicePuzzle)
    assert text(kind, key) == "No."
    assert key not in right(kind)


def test_every_kind_is_there_and_named():
    assert list(KINDS) == ["play", "sure", "legal", "call", "trick", "worth", "score", "find-the-mistake"]
    for name in KINDS:
        assert KINDS[name].name == name


@pytest.mark.parametrize(
    ("name", "key", "said", "told"),
    [
        ("doppelkopf/charlie-will-do", "title", "Charlie will do", "Charlie"),
        ("doppelkopf/charlie-will-do", "title", "Karlchen", "Karlchen"),
        ("doppelkopf/charlie-will-do", "story", "North plays the jack of clubs.", "jack of clubs"),
        ("doppelkopf/charlie-will-do", "title", "J♣!", "J♣"),
        ("doppelkopf/last-queen", "title", "A nine to begin with", "nine"),
        ("doppelkopf/lady-before-ace", "title", "A club will do", "club"),
        ("ristiklappi/cleaning-hand-ten", "title", "The extravagant ten", "ten"),
        ("ristikontra/deuce-first", "title", "First the two", "two"),
        ("ristikontra/deuce-first", "question", "Who leads the deuce?", "deuce"),
        ("ristiklappi/cleaning-hand-slip", "title", "East’s three of spades", "three of spades"),
        ("konter-a-matt/four-trumps", "title", "South takes it", "South"),
        ("konter-a-matt/four-trumps", "story", "Matt is the highest.", "Matt"),
        ("kontraspiel/acorns-not-asked-for", "title", "Acorns are not asked for", "Acorns"),
        ("doppelkopf/wedding-must-wait", "title", "The wedding must wait", "wedding"),
        (
            "ristiklappi/sixty-each",
            "title",
            "North–South lose dishonourably",
            "North–South lose dishonourably",
        ),
        ("koenigrufen-graden/face-down", "title", "The ace of diamonds", "ace of diamonds"),
    ],
)
def test_title_or_story_naming_answer_is_fault(name: str, key: str, said: str, told: str):
    kind = ours(name)
    found = open_puzzle(replace(kind.puzzle, **{key: said})).check().faults
    assert (
        [fault for fault in found if f"The {key} gives the answer away: “{told}”" in fault]
        == list(found)
        != []
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("doppelkopf/charlie-will-do", "Queen, jack or ten"),
        ("doppelkopf/charlie-will-do", "The jack of hearts has gone"),
        ("ristiklappi/cleaning-hand-ten", "In ten tricks three kings"),
        ("ristikontra/deuce-first", "Two other kings are out"),
        ("konter-a-matt/four-trumps", "West leads"),
        ("konter-a-matt/four-trumps", "South, or somebody from the North"),
        ("kontra/three-aces", "East leads an ace"),
        ("doppelkopf/last-trump", "Not one ace but two"),
    ],
)
def test_a_title_that_leaves_the_choice_is_none(name: str, said: str):
    assert open_puzzle(replace(ours(name).puzzle, title=said)).check().sound


def test_authors_wrong_card_reply_hides_right_card():
    kind = ours("ristiklappi/cleaning-hand-ten")

    def faults_of(key: str, text: str) -> tuple[str, ...]:
        return open_puzzle(replace(kind.puzzle, replies={key: text})).check().faults

    assert faults_of("E 8S", "Now the ten stays behind.") == (
        "The reply to “E 8S” names the right answer: “ten”; say what is lost, not what is better.",
    )
    assert faults_of("E TD", "The ten of diamonds it is.") == ()
    assert faults_of("E 8S", "North’s ten waits, ten tricks long.") == ()


# legal


def test_legal():
    kind = ours("ristiklappi/two-bars")
    assert kind.many
    assert right(kind) == ["QC", "5S", "4H", "dark"]
    assert {pick.key: pick.rule for pick in kind.picks if not pick.right} == {"KD": "RL-R10", "8C": "RK-R9"}
    assert text(kind, "KD").startswith("Three kings have been played")
    assert kind.hints[-1] == "The king of diamonds and the eight of clubs may not be played."
    assert kind.check().features["rules"] == 2


def test_legal_offers_what_tempts():
    kind = ours("ristiklappi/two-bars")
    asked = open_puzzle(replace(kind.puzzle, replies={"AS": "That is East’s."}))
    assert isinstance(asked, ChoicePuzzle)
    assert text(asked, "AS") == "That is East’s."
    assert not next(pick for pick in asked.picks if pick.key == "AS").right
    assert asked.check(any_difficulty=True).sound
    assert asked.check().difficulty > kind.check().difficulty


def test_legal_in_the_dark():
    record = """
[Game "ristiklappi"]
[Dealer "W"]
[Position]
N: AS AH JH JD 5D
E: JS 9D 8C 7S 5S
S: JC 7D 4D 3S 2C
W: 9C 8H 4S 3C 2H
stock: 7C AC QC KD
lead: N
streak: N 6 1
points: NS 34 EW 38
tricks: NS 4 EW 3
dirty: NS EW

8. N JD  E JS  S JC  W dark * KD
"""
    kind = made("legal", record)
    assert right(kind) == ["9C", "8H", "4S", "3C", "2H"]
    assert kind.check().features["refused"] == 2
    assert "already turned up the king of diamonds" in text(kind, "dark")


def test_nothing_to_find_in_a_free_choice():
    record = """
[Game "ristikontra"]
[Position]
N: AS 9H 2D
E: TC 8S 4H
S: KC 7H 3S
W: QC 7S 2S
stock: -
lead: N
"""
    assert "Every answer is right" in faults(made("legal", record))


def test_legal_after_the_end():
    record = ours("ristiklappi/sixty-each").puzzle.record
    with pytest.raises(PuzzleError, match="nobody is to act there"):
        made("legal", record)


# trick


def test_trick():
    kind = ours("ristikontra/out-of-the-dark")
    assert [pick.key for pick in kind.picks] == ["N", "E", "S", "W"]
    assert right(kind) == ["E"]
    assert "14 card points" in text(kind, "E")
    assert (
        text(kind, "S")
        == "South played a 2, but East played another after it, and the last one takes the trick."
    )
    assert text(kind, "W").startswith("West played an ace, but a 2 was led")
    assert {pick.rule for pick in kind.picks} == {"RK-R8"}


def test_a_lead_that_nobody_repeats():
    record = """
[Game "ristikontra"]
[Position]
N: AS 9H
E: TC 8S
S: KC 7H
W: QC 7S
stock: -
lead: N
12. N 9H E TC S KC W QC
"""
    kind = made("trick", record)
    assert right(kind) == ["N"]
    assert "nobody played another" in text(kind, "N")
    assert "17 card points" in text(kind, "N")


def test_no_trick_ends_there():
    record = ours("ristikontra/out-of-the-dark").puzzle.record
    for at in (0, 2):
        with pytest.raises(PuzzleError, match=f"no trick ends at step {at}"):
            made("trick", record, at=at)


# score


def test_score_with_a_side_unclean():
    kind = ours("ristiklappi/sixty-each")
    assert kind.place == "list"
    chosen = kind.right[0]
    assert (chosen.label, chosen.rule) == ("East–West win; North–South lose dishonourably.", "RL-R16")
    assert 4 <= len(kind.picks) <= 5
    labels = {pick.label: pick for pick in kind.picks}
    assert (
        "forgets that North–South are dirty"
        in labels["Both sides are clean and have 60 card points: a tie."].text
    )
    assert "North–South have 60 card points, East–West 60. (RK-R14)" in kind.solution


def test_score_with_a_point_held_over():
    kind = ours("ristikontra/held-over")
    assert kind.right[0].label == "North–South 53, East–West 67: East–West score 2 game points"
    forgot = next(pick for pick in kind.picks if "score 1 game point" in pick.label and "67" in pick.label)
    assert "carried over from a tie" in forgot.text
    assert kind.check().features["rules"] >= 2


def test_score_by_the_other_schedule():
    """Where the whole deal is told, the other schedule of card points is a mistake to make."""
    from kontrapunkt import game
    from kontrapunkt.record import record_of, write

    start = state = game("ristikontra").deal(3)
    done = []
    while state.to_act:
        done.append(state.actions()[0])
        state = state.apply(done[-1])
    kind = made("score", write(record_of(start, done)))
    assert any("other card values" in pick.text for pick in kind.picks)


def test_answers_of_the_file():
    kind = ours("ristiklappi/sixty-each")
    answers = ("tie tie", "win honourable_loss", "dishonourable_loss win", "win dishonourable_loss")
    given = made("score", kind.puzzle.record, answers=answers)
    assert [pick.key for pick in given.picks] == ["1", "2", "3", "4"]
    assert right(given) == ["3"]
    assert given.picks[0].label == "Both sides are clean and have 60 card points: a tie."
    wrong = made("score", kind.puzzle.record, answers=(*answers[:2], answers[3], "tie tie"))
    assert "None of the answers is right." in faults(wrong)
    assert "Two answers read the same." in faults(wrong)
    with pytest.raises(PuzzleError, match="“triumph” is not a result"):
        made("score", kind.puzzle.record, answers=("triumph",))
    points = ours("ristikontra/held-over")
    given = made("score", points.puzzle.record, answers=("53-67 0-2", "53-67 0-1", "67-53 1-0", "60-60 0-0"))
    assert right(given) == ["1"]
    assert given.picks[3].label == "North–South 60, East–West 60: nobody scores"
    with pytest.raises(PuzzleError, match="is not a result"):
        made("score", points.puzzle.record, answers=("53 67",))


def test_score_of_what_is_open_or_not_over():
    cleaning = (TUTORIALS / "ristiklappi/cleaning-hand.record").read_text("utf-8")
    with pytest.raises(PuzzleError, match="does not say enough"):
        made("score", cleaning)
    with pytest.raises(PuzzleError, match="the deal is not over"):
        made("score", cleaning, at=3)


@pytest.mark.parametrize("seed", range(12))
def test_one_answer_is_right_whatever_the_options(seed: int):
    """Deals of random options: the right answer is the engine's, and the others are other results."""
    from random import Random

    from kontrapunkt.games.ristiklappi import Ristiklappi
    from kontrapunkt.games.ristikontra import Ristikontra
    from kontrapunkt.record import record_of, write
    from kontrapunkt.testing import random_options

    chance = Random(seed)
    game = random_options(Ristiklappi if seed % 2 else Ristikontra, seed)
    start = state = game.deal(seed)
    done = []
    while state.to_act:
        done.append(chance.choice(state.actions()))
        state = state.apply(done[-1])
    kind = made("score", write(record_of(start, done)))
    assert len(kind.right) == 1
    if seed % 2:
        assert kind.right[0].label == state.result().text
    assert len(kind.picks) >= 4 or "only" in faults(kind)


# find-the-mistake


def test_the_first_of_two_mistakes():
    kind = ours("ristiklappi/cleaning-hand-slip")
    assert kind.place == "tricks"
    assert right(kind) == ["7"]
    assert kind.question.endswith("Which card was the first mistake?")
    assert "The ten of diamonds would have kept it." in text(kind, "7")
    assert text(kind, "11") == "This gave it away again, but there was an earlier mistake."
    assert "only the three of clubs keeps it" in text(kind, "5")
    assert text(kind, "2").startswith("This card keeps it, and so would one other.")
    assert "There are 2 mistakes; the question is about the first one." in kind.check().notes
    assert [pick.key for pick in kind.picks] == ["2", "4", "5", "7", "9", "11", "13", "15", "18", "20"]


def test_the_mistake_of_the_other_side():
    kind = ours("ristiklappi/cleaning-hand-souths-king")
    assert right(kind) == ["10"]
    assert kind.question.endswith("Which card was the mistake?")
    assert kind.hints[2] == "Compare the king of spades and the six of clubs."
    later = open_puzzle(replace(kind.puzzle, side="EW"))
    assert isinstance(later, ChoicePuzzle)
    assert right(later) == ["11"]
    assert "The five of hearts or the three of diamonds would have kept it." in text(later, "11")


def test_no_mistake():
    kind = ours("ristiklappi/cleaning-hand-slip")
    assert "None of the answers is right" in faults(
        made("find-the-mistake", kind.puzzle.record, goal="cleans EW", side="NS")
    )


def test_a_mistake_in_numbers():
    record = ours("ristiklappi/cleaning-hand-slip").puzzle.record
    any_loss = made("find-the-mistake", record, goal="points NS", side="NS")
    assert isinstance(any_loss, FindTheMistake)
    assert right(any_loss) == ["1"]  # the queen would have been worth a card point more
    assert "what counts" in any_loss.question
    wanted = made("find-the-mistake", record, goal="points NS", side="NS", target=24)
    assert right(wanted) == ["10"]
    assert "take at least 24 card points" in wanted.question
    anybody = made("find-the-mistake", record, goal="cleans NS")
    assert right(anybody) == ["7"]
    with pytest.raises(PuzzleError, match="a target needs a side"):
        made("find-the-mistake", record, goal="points NS", target=24)
    with pytest.raises(PuzzleError, match="nothing is played after that step"):
        made("find-the-mistake", record, goal="cleans NS", at=20)


def test_the_searchable_part_of_a_whole_deal():
    """Without a step the question begins where the rest can be searched."""
    from kontrapunkt.families.rank_match.puzzle_knowledge.witness import MatchWitness
    from kontrapunkt.record import replay, write
    from tests.witnessed import recorded

    kind = ours("ristiklappi/cleaning-hand-slip")
    first = recorded(MatchWitness(kind.played.start).find())
    assert first is not None
    moves = "".join(f"{step.seat} {step.action} " for step in kind.played.steps)
    whole = made("find-the-mistake", write(first) + moves, goal="cleans NS", side="EW")
    assert whole.at == 32
    assert right(whole) == ["39"]
    assert whole.check(any_difficulty=True).sound
    assert replay(read_record(whole.puzzle.record)).game.id == game_of(read_record(whole.puzzle.record)).id
