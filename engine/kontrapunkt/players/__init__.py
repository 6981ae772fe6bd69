"""Computer players. A player is asked with a view, so that it cannot know what its seat does not."""

from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Final, Protocol

from kontrapunkt.game import Action, Game, View
from kontrapunkt.registry import Registry


class Player(Protocol):
    """Whoever plays a seat, or several in turn."""

    def choose(self, view: View) -> Action:
        """What to do now.

        Args:
            view: What the seat to act knows; its `actions` are the legal ones, at least one.
        """


class RandomPlayer:
    """Plays any legal action, each as likely as another."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Starts its chance.

        Args:
            game: What is played.
            seed: The same seed makes the same choices; None for any.
        """
        self._chance = Random(seed).random

    def choose(self, view: View) -> Action:
        """Any of the view's actions."""
        return view.actions[int(self._chance() * len(view.actions))]


class LeaningPlayer:
    """Leaves it to chance, but leans towards what the game says most would do."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Starts its chance.

        Args:
            game: What is played.
            seed: The same seed makes the same choices; None for any.
        """
        self._game = game
        self._chance = Random(seed).random

    def choose(self, view: View) -> Action:
        """One of the view's actions, the likelier the more the game leans towards it."""
        weights = self._game.leaning(view)
        drawn = self._chance() * sum(weights)
        for action, upto in zip(view.actions, accumulate(weights), strict=True):
            if drawn < upto:
                return action
        return view.actions[-1]


PLAYERS: Final = Registry[Callable[[Game, int | None], Player]](
    "players",
    {"leaning": "kontrapunkt.players:LeaningPlayer", "random": "kontrapunkt.players:RandomPlayer"},
)
"""What makes each computer player of a game and a seed, by its name."""

__all__ = ["PLAYERS", "LeaningPlayer", "Player", "RandomPlayer"]
