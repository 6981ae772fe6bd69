"""`worth`: how many card points lie in a trick."""

import pytest

from kontrapunkt.puzzles.kind import open_puzzle
from kontrapunkt.puzzles.model import PuzzleError, read

TEXT = '''\
kind = "worth"
title = "Four cards"
story = "Somebody has taken them."
themes = ["card-points"]
difficulty = 1
record = """
[Game "ristikontra"] [Position]
N: 9C
E: TD
S: 9H
W: JC
stock: -
lead: N
tricks: NS 6 EW 6
points: NS 60 EW 48
13. N 9C  E TD  S 9H  W JC
"""
'''


def test_right_and_plausible_answers():
    kind = open_puzzle(read(TEXT, "x"))
    report = kind.check()
    assert report.sound, report.faults
    offered = {pick.key: pick.right for pick in kind.picks}  # type: ignore[attr-defined]
    assert offered == {"2": False, "10": False, "12": True, "21": False}
    assert kind.solution == ("10♦ is 10 and J♣ is 2: 12 in all.",)
    assert kind.question == "How many card points are in this trick?"
    assert len(kind.hints) == 3


def test_a_trick_of_nothing():
    kind = open_puzzle(
        read(TEXT.replace("TD", "8D").replace("JC", "4S").replace("NS 60 EW 48", "NS 60 EW 60"), "x")
    )
    assert kind.check().sound
    assert kind.solution == ("None of these cards counts.",)


def test_there_must_be_a_trick():
    with pytest.raises(PuzzleError) as wrong:
        open_puzzle(read(TEXT.replace("difficulty = 1", "difficulty = 1\nat = 3"), "x"))
    assert "no trick with card points ends at step 3" in wrong.value.text
