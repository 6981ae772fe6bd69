"""Tests of calls in sentences: passes in a row make one, and the first may be about the turn-up."""

import pytest

from kontrapunkt import game
from kontrapunkt.core.interface import State
from kontrapunkt.render.speech import describe_calls


def offered() -> State:
    """A deal of Kontraspiel in which West, the dealer, may take up an ace."""
    state = game("kontraspiel").deal(seed=9, dealer="W")
    assert (state.to_act, state.view(None).laid[0].cards[0][0]) == ("W", "A")
    return state


@pytest.mark.parametrize(
    ("passes", "said"),
    [
        (1, ["West leaves the turn-up."]),
        (2, ["West leaves the turn-up.", "North passes."]),
        (4, ["West leaves the turn-up.", "North, East and South pass."]),
        (5, ["West leaves the turn-up.", "Everybody passes."]),
        (7, ["West leaves the turn-up.", "Everybody passes.", "North and East pass."]),
        (9, ["West leaves the turn-up.", "Everybody passes twice."]),
    ],
)
def test_passes_in_a_row_make_one_sentence(passes: int, said: list[str]) -> None:
    state = offered()
    for _ in range(passes):
        state = state.apply("pass")
    assert describe_calls(state.view(None)) == said


def test_pass_after_taken_turn_up_means_pass() -> None:
    state = offered().apply("take")
    assert describe_calls(state.view(None)) == [
        "West takes up the turn-up without having looked at the hand."
    ]
