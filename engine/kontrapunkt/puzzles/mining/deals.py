"""Deals for mining: dealt at random and played sensibly, or read from records."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final

from kontrapunkt.core.interface import Action, Game, State, Trick
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.phrasing import Move
from kontrapunkt.record import Replay

CARELESS: Final = 0.15
"""The probability of a random action; puzzles come from the mistakes of others."""

NOISE: Final = 4.0
"""The card points by which a player may misjudge an action."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal and its play.

    Attributes:
        moves: The actions, each with its seat.
        states: The start, then the state after each move.
        name: The source of the deal in a few words; empty if it does not matter.
    """

    moves: tuple[Move, ...]
    states: tuple[State, ...]
    name: str = ""

    @classmethod
    def played(cls, start: State, decide: Callable[[State], Move], name: str = "") -> "PlayedDeal":
        """Play a deal out.

        Args:
            start: The first state.
            decide: Returns the next move at a state before the end.
            name: The source of the deal.
        """
        moves, states = list[Move](), [start]
        while states[-1].to_act is not None:
            seat, action = decide(states[-1])
            moves.append((seat, action))
            states.append(states[-1].apply(action, seat))
        return cls(tuple(moves), tuple(states), name)

    @property
    def start(self) -> State:
        """The first state."""
        return self.states[0]

    def tricks(self) -> Iterator[tuple[int, Trick]]:
        """Yield the tricks, each with the number of moves made when it was over."""
        views = (state.view(None) for state in self.states)
        for at, (before, after) in enumerate(pairwise(views), 1):
            if trick := after.finished(before):
                yield at, trick


def deal_and_play(game: Game, knowledge: Knowledge[Any], name: str, chance: Random) -> PlayedDeal:
    """Deal and play a deal out.

    Args:
        name: The name of the deal.
        chance: The random numbers for the deal and its players.
    """
    start = game.deal(int(chance.random() * 2**48))
    return PlayedDeal.played(start, lambda state: choice(state, knowledge, chance), name)


def replay_deal(played: Replay, name: str) -> PlayedDeal:
    """Return a deal of a record."""
    return PlayedDeal(tuple((step.seat, step.action) for step in played.steps), played.states, name)


def choice(state: State, knowledge: Knowledge[Any], chance: Random) -> Move:
    """Choose an action as a sensible player: by gain, preference and much noise."""
    seat = state.to_act
    assert seat is not None
    actions = state.plays() or state.actions()  # before play, there may be calls only
    if len(actions) == 1 or chance.random() < CARELESS:
        return seat, actions[int(chance.random() * len(actions))]
    side = next(side for side in state.game.sides if seat in side)
    begun = bool(state.trick if isinstance(state, DealState) else state.view(None).trick)

    def appeal(action: Action) -> float:
        liked = knowledge.liking(state, action)
        return liked + knowledge.gain(state, action, side) if begun and action.card else liked

    return seat, max(actions, key=lambda action: appeal(action) + NOISE * chance.random())
