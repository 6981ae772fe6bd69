"""Deals to look for puzzles in: dealt by chance and played with some sense, or read from records."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from kontrapunkt.families.deal_state import DealState
from kontrapunkt.game import Action, Game, Seat, State, Trick
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.wording import Move
from kontrapunkt.record import Replay

CARELESS: Final = 0.15
"""How often a player does just anything; puzzles live on what others do wrong."""

NOISE: Final = 4.0
"""Card points by which a player may misjudge an action."""


@dataclass(frozen=True, slots=True)
class Line:
    """A deal and its play.

    Attributes:
        moves: Who did what.
        states: The start, then the state after each move.
        name: Where it comes from, in a few words; empty where nobody asks.
    """

    moves: tuple[Move, ...]
    states: tuple[State, ...]
    name: str = ""

    @property
    def start(self) -> State:
        """How it began."""
        return self.states[0]

    def tricks(self) -> Iterator[tuple[int, Trick]]:
        """Its tricks, each with the number of moves that were done when it was over."""
        known = len(self.start.view(None).tricks)
        for at, state in enumerate(self.states):
            tricks = state.view(None).tricks
            if len(tricks) > known:
                known = len(tricks)
                yield at, tricks[-1]


def dealt(game: Game, knowledge: Knowledge, name: str, chance: Random) -> Line:
    """A deal, played out.

    Args:
        game: The game.
        knowledge: What puzzles know of it.
        name: What the deal is called.
        chance: What deals, and what the players decide by.
    """
    state = game.deal(int(chance.random() * 2**48))
    states = [state]
    moves: list[Move] = []
    while (seat := state.to_act) is not None:
        action = choice(state, seat, knowledge, chance)
        moves.append((seat, action))
        state = state.apply(action)
        states.append(state)
    return Line(tuple(moves), tuple(states), name)


def recorded(played: Replay, name: str) -> Line:
    """A deal of a record."""
    return Line(tuple((step.seat, step.action) for step in played.steps), played.states, name)


def choice(state: State, seat: Seat, knowledge: Knowledge, chance: Random) -> Action:
    """What a player of some sense does: by what the trick seems to bring, by liking, and by much noise."""
    actions = state.plays() or state.actions()  # before play, there may be nothing but words
    if len(actions) == 1 or chance.random() < CARELESS:
        return actions[int(chance.random() * len(actions))]
    side = next(side for side in state.game.sides if seat in side)
    begun = bool(state.trick if isinstance(state, DealState) else state.view(None).trick)

    def appeal(action: Action) -> float:
        liked = knowledge.liking(state, action)
        return liked + knowledge.gain(state, action, side) if begun and action.card else liked

    return max(actions, key=lambda action: appeal(action) + NOISE * chance.random())
