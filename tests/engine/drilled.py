"""What is right in a drill, found from the state of the deal and from nothing that the drill says."""

from collections.abc import Callable, Mapping
from typing import Final

from kontrapunkt.game import Action, Seat
from kontrapunkt.puzzles.kind import Picking
from kontrapunkt.rules import Refusal

type Found = Callable[[Picking, Seat], set[str]]


def winner(task: Picking, reader: Seat) -> set[str]:
    """Who leads next, where somebody does, else who has taken one more trick."""
    before, after = task.played.states[task.at - 1], task.played.states[task.at]
    last = after.view(None).tricks[-1]
    grown = [
        seat
        for was, now in zip(before.view(None).piles, after.view(None).piles, strict=True)
        if now.tricks != was.tricks
        for seat in now.seats
    ]
    assert not grown or last.winner in grown
    return {last.winner}


def allowed(task: Picking, reader: Seat) -> set[str]:
    """What can be done without a refusal, and moves a card."""
    state = task.state
    assert state.to_act == reader
    able = set()
    for pick in task.picks:
        try:
            state.apply(pick.key)
        except Refusal:
            continue
        able.add(pick.key)
    assert {action for action in state.actions() if Action(action).card} <= able
    return able


FOUND: Final[Mapping[str, Found]] = {"trick": winner, "legal": allowed}
