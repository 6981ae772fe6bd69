"""Computer players.

A player is asked with what its seat knows and nothing else: a `View` (what lies before it) and a `Seen` (what
its seat has seen so far, in order). That pair is the whole interface; `record.Watched` keeps both while a
deal is played.
"""

from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Final, Protocol

from kontrapunkt.game import Action, Game, View
from kontrapunkt.record import Seen
from kontrapunkt.registry import Registry


class Player(Protocol):
    """Whoever plays a seat, or several in turn."""

    def choose(self, view: View, seen: Seen) -> Action:
        """What to do now.

        Args:
            view: What the seat to act sees; its `actions` are the legal ones, at least one.
            seen: What the same seat has seen in the deal so far, as its own record.
        """


class RandomPlayer:
    """Plays any card that is allowed, each as likely as another, and says nothing that nobody must say."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Starts its chance.

        Args:
            game: What is played.
            seed: The same seed makes the same choices; None for any.
        """
        self._game = game
        self._chance = Random(seed).random

    def choose(self, view: View, seen: Seen) -> Action:
        """Any of the view's actions, but for calls, bids and claims that need not be made."""
        able = self._game.quiet(view)
        return able[int(self._chance() * len(able))]


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

    def choose(self, view: View, seen: Seen) -> Action:
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
