"""Deals to look for puzzles in: dealt by chance and played with some sense, or read from records."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from kontrapunkt.core.interface import Action, Game, State, Trick
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.phrasing import Move
from kontrapunkt.record import Replay

CARELESS: Final = 0.15
"""How often a player does just anything; puzzles live on what others do wrong."""

NOISE: Final = 4.0
"""Card points by which a player may misjudge an action."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal and its play.

    Attributes:
        moves: Who did what.
        states: The start, then the state after each move.
        name: Where it comes from, in a few words; empty where nobody asks.
    """

    moves: tuple[Move, ...]
    states: tuple[State, ...]
    name: str = ""

    @classmethod
    def played(cls, start: State, decide: Callable[[State], Move], name: str = "") -> "PlayedDeal":
        """A deal that is played out.

        Args:
            start: How it begins.
            decide: Who does what at a moment that is not the end.
            name: Where it comes from.
        """
        moves, states = list[Move](), [start]
        while states[-1].to_act is not None:
            seat, action = decide(states[-1])
            moves.append((seat, action))
            states.append(states[-1].apply(action, seat))
        return cls(tuple(moves), tuple(states), name)

    @property
    def start(self) -> State:
        """How it began."""
        return self.states[0]

    def tricks(self) -> Iterator[tuple[int, Trick]]:
        """Its tricks, each with the number of moves that were done when it was over."""
        views = (state.view(None) for state in self.states)
        for at, (before, after) in enumerate(pairwise(views), 1):
            if trick := after.finished(before):
                yield at, trick


def dealt(game: Game, knowledge: Knowledge, name: str, chance: Random) -> PlayedDeal:
    """A deal, played out.

    Args:
        game: The game.
        knowledge: What puzzles know of it.
        name: What the deal is called.
        chance: What deals, and what the players decide by.
    """
    start = game.deal(int(chance.random() * 2**48))
    return PlayedDeal.played(start, lambda state: choice(state, knowledge, chance), name)


def recorded(played: Replay, name: str) -> PlayedDeal:
    """A deal of a record."""
    return PlayedDeal(tuple((step.seat, step.action) for step in played.steps), played.states, name)


def choice(state: State, knowledge: Knowledge, chance: Random) -> Move:
    """What a player of some sense does: by what the trick seems to bring, by liking, and by much noise."""
    seat = state.to_act
    assert seat is not None
    actions = state.plays() or state.actions()  # before play, there may be nothing but words
    if len(actions) == 1 or chance.random() < CARELESS:
        return seat, actions[int(chance.random() * len(actions))]
    side = next(side for side in state.game.sides if seat in side)
    begun = bool(state.trick if isinstance(state, DealState) else state.view(None).trick)

    def appeal(action: Action) -> float:
        liked = knowledge.liking(state, action)
        return liked + knowledge.gain(state, action, side) if begun and action.card else liked

    return seat, max(actions, key=lambda action: appeal(action) + NOISE * chance.random())
