"""Puzzles of Kontraspiel: what may be played and announced, who takes a trick, what it costs whom."""

from pathlib import Path

import pytest

from kontrapunkt.core.interface import Action
from kontrapunkt.puzzles import ChoicePuzzle, Puzzle, open_puzzle
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import open_widget

DEAL = """
[Game "kontraspiel"]
[Dealer "W"]
[Deal]
N: KS KH TH QD 9D
E: AS QS TS AH AD
S: JC 9S JH 9H KD
W: JS AC KC TC JD
stock: QH QC TD 9C
pot: 1

"""
TRICKS = (
    "1. N TH  E AH  S JC  W JS  -> S",
    "2. S 9H  W TC  N KH  E TS  -> N",
    "3. N 9D  E AD  S KD  W JD  -> E",
    "4. E QS  S 9S  W KC  N KS  -> N",
    "5. N QD  E AS  S JH  W AC  -> S",
)
ALL_THREE = "N pass  E play  S say contra  W say recontra"
"""East plays in Hearts, the preferred suit. North 2 tricks, South 2 later, East 1, West none."""


def made(kind: str, *lines: str, seat: str = "") -> ChoicePuzzle:
    text = DEAL + "\n".join(lines)
    found = open_puzzle(Puzzle("x", kind, "T", "s", ("result",), 1, text, seat=seat))
    assert isinstance(found, ChoicePuzzle)
    assert not found.check(any_difficulty=True).faults
    return found


def right(puzzle: ChoicePuzzle) -> set[str]:
    return {pick.key for pick in puzzle.right}


@pytest.mark.parametrize(
    ("seat", "lines", "may"),
    [
        ("W", ["N pass  E play"], "match C, match S, match D, say contra, say contra-swap"),
        ("W", ["N pass  E play  S say contra"], "match C, match S, match D, say recontra"),
        ("W", ["N pass  E play", "1. N TH"], "say contra"),
        ("E", ["N pass  E pass  S pass  W pass  N pass"], "trump C, trump S, trump D, pass"),
        ("E", ["N pass"], "play, pass"),
    ],
)
def test_calls(seat: str, lines: list[str], may: str):
    puzzle = made("call", *lines, seat=seat)
    assert right(puzzle) == set(may.split(", "))
    assert {pick.rule[:3] for pick in puzzle.picks} == {"KS-"}


def test_eldest_hand_may_return():
    """Nothing is wrong there, so that it is no puzzle."""
    text = DEAL + "N pass  E pass  S pass  W pass"
    puzzle = open_puzzle(Puzzle("x", "call", "T", "s", ("calls",), 1, text, seat="N"))
    assert isinstance(puzzle, ChoicePuzzle)
    back = next(pick for pick in puzzle.right if pick.key == "trump H")
    with use_faces("german"):
        told, rule = puzzle.knowledge.why_allowed(puzzle.state, Action("trump H"))
        assert str(told) == "Only forehand may return to Hearts in the second round."
        assert rule == back.rule
    assert puzzle.check(any_difficulty=True).faults


def test_call_is_named_and_explained_in_german_cards():
    with use_faces("german"):
        picks = {pick.key: pick for pick in made("call", "N pass  E play", seat="W").picks}
        assert picks["match C"].label == "announce a march in Acorns"
        assert picks["say contra-swap"].label == "say contra and take the turn-up"
        assert picks["say contra-swap"].text == (
            "No card has been played, the soloist spoke in the first round, and nobody has taken the "
            "Ober of Hearts."
        )
    assert picks["match H"].rule == "KS-R14"


def test_discard():
    picks = made("call", "N pass  E play  W say contra-swap", seat="W").picks
    assert {pick.key for pick in picks if not pick.right} == {"discard QH"}
    assert {pick.rule for pick in picks} == {"KS-R16"}


def test_trick_in_german_cards():
    with use_faces("german"):
        puzzle = made("trick", "N pass  E play", TRICKS[0])
        texts = {pick.key: pick.text for pick in puzzle.picks}
        assert "North led the ten of Hearts." in puzzle.hints
    assert texts["S"] == "The highest trump takes the trick: South’s Unter of Acorns."
    assert texts["E"] == "The ace of Hearts is a trump, but a lower one than the Unter of Acorns."


def test_duty_in_german_cards():
    with use_faces("german"):
        picks = {pick.key: pick for pick in made("legal", ALL_THREE, *TRICKS[:2], "3. N 9D  E AD").picks}
        assert picks["KD"].text == "The king of Bells follows suit: Bells were led."
    assert not picks["JH"].right


def test_score_three_declared():
    puzzle = made("score", ALL_THREE, *TRICKS)
    assert [pick.label for pick in puzzle.right] == ["North +2, East +1, South +1, West −8"]
    wrong = {pick.label: pick.text for pick in puzzle.picks if not pick.right}
    assert wrong == {
        "North +2, East +1, South +3, West −8": "South has two tricks, but another player had two earlier.",
        "North +3, East +1, South +1, West −8": ("A winner who declared nothing gets nothing from the pot."),
        "North 0, East −1, South −1, West −2": ("This forgets the player who declared and took no trick."),
        "North +2, East 0, South 0, West −9": (
            "The base value is what the pot held before the stake, within its limits."
        ),
    }


def test_score_of_a_void_deal():
    """Nothing but the stake is paid; what may be mistaken there is not enough for a puzzle."""
    text = DEAL + "N pass  E pass  S pass  W pass\nN pass  E pass  S pass  W pass"
    puzzle = open_puzzle(Puzzle("x", "score", "T", "s", ("result",), 1, text))
    assert isinstance(puzzle, ChoicePuzzle)
    assert [pick.label for pick in puzzle.right] == ["North 0, East 0, South 0, West −1"]


def test_others_announcements_are_no_buttons_for_card_marks():
    text = (Path(__file__).parents[2] / "tutorials/kontraspiel/acorns-not-asked-for.toml").read_text()
    widget = open_widget({"kind": "puzzle", "id": "p", "puzzle": text})
    html = widget.frame().html
    assert 'id="p-JS"' in html
    assert "say-contra" not in html
