"""First steps: a player of rules of thumb that a beginner reads in a minute; it says which it followed."""

from kontrapunkt.game import Action, Game, View
from kontrapunkt.record import Seen
from kontrapunkt.registry import found_at
from kontrapunkt.said import Text
from kontrapunkt.thumbs import Advice, Heuristics


class NoThumbs(ValueError):
    """A game that has no rules of thumb."""


def heuristics_of(game: Game) -> Heuristics:
    """A game's rules of thumb.

    Raises:
        NoThumbs: if it has none.
    """
    if not game.heuristics:
        raise NoThumbs(game.id)
    found = found_at(game.heuristics)
    assert isinstance(found, Heuristics)
    return found


class FirstSteps:
    """Follows the first rule of thumb that applies.

    Attributes:
        advice: What it did last, and by which rule of thumb; None before.
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Learns the rules of thumb of a game.

        Args:
            game: What is played.
            seed: Nothing is left to chance.

        Raises:
            NoThumbs: if the game has none.
        """
        self._heuristics = heuristics_of(game)
        self.advice: Advice | None = None

    def choose(self, view: View, seen: Seen) -> Action:
        """What the first rule of thumb says that applies."""
        assert view.seat is not None
        self.advice = self._heuristics.advice(view.moment, view.seat, view.actions)
        return self.advice.action

    @property
    def why(self) -> Text:
        """Why it did what it did last, in a sentence; empty where there was nothing to choose."""
        return self.advice.said if self.advice and self.advice.key else ""
