"""Computer players. A player is asked with a view, so that it cannot know what its seat does not."""

from random import Random
from typing import Protocol

from kontrapunkt.game import Action, View


class Player(Protocol):
    """Whoever plays a seat, or several in turn."""

    def choose(self, view: View) -> Action:
        """What to do now.

        Args:
            view: What the seat to act knows; its `actions` are the legal ones, at least one.
        """


class RandomPlayer:
    """Plays any legal action, each as likely as another."""

    def __init__(self, seed: int | None = None) -> None:
        """Starts its chance.

        Args:
            seed: The same seed makes the same choices; None for any.
        """
        self._chance = Random(seed).random

    def choose(self, view: View) -> Action:
        """Any of the view's actions."""
        return view.actions[int(self._chance() * len(view.actions))]


__all__ = ["Player", "RandomPlayer"]
