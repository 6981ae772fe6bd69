"""Computer players.

A player is asked with what its seat knows and nothing else: a `View` (what lies before it) and a `Seen` (what
its seat has seen so far, in order). That pair is the whole interface; `record.Watched` keeps both while a
deal is played.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from random import Random
from typing import Final, Protocol, override

from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import PASS, Action, Game, View
from kontrapunkt.core.messages import Text, say
from kontrapunkt.core.registry import Registry, load_object
from kontrapunkt.play.heuristics import Advice, Heuristics
from kontrapunkt.record import Seen


class Player(Protocol):
    """Whoever plays a seat, or several in turn."""

    def choose(self, view: View, seen: Seen) -> Action:
        """What to do now.

        Args:
            view: What the seat sees; its `actions` are the legal ones, at least one. A seat that is not to
                act is asked what it wants to say; `pass` is for nothing.
            seen: What the same seat has seen in the deal so far, as its own record.
        """


def sees_all(player: Player) -> bool:
    """Whether a player is to be asked with a view of open hands: one that shows how much could be won."""
    return bool(getattr(player, "sees_all", False))


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


class LeaningPlayer(RandomPlayer):
    """Leaves it to chance, but leans towards what the game says most would do."""

    @override
    def choose(self, view: View, seen: Seen) -> Action:
        """One of the view's actions, the likelier the more the game leans towards it."""
        if view.seat != view.to_act:
            return PASS
        weights = self._game.leaning(view)
        drawn = self._chance() * sum(weights)
        return view.actions[min(bisect_right([*accumulate(weights)], drawn), len(weights) - 1)]


class NoHeuristics(ValueError):
    """A game that has no rules of thumb."""


def heuristics_of(game: Game) -> Heuristics:
    """A game's rules of thumb.

    Raises:
        NoHeuristics: if it has none.
    """
    if not game.heuristics:
        raise NoHeuristics(game.id)
    found = load_object(game.heuristics)
    assert isinstance(found, Heuristics)
    return found


class FirstSteps:
    """Follows the first rule of thumb that applies, which a beginner reads in a minute; it says which.

    Attributes:
        advice: What it did last, and by which rule of thumb; None before.
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Learns the rules of thumb of a game.

        Args:
            game: What is played.
            seed: Nothing is left to chance.

        Raises:
            NoHeuristics: if the game has none.
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


PLAYERS: Final = Registry[Callable[..., Player]](
    "players",
    {
        "club": "kontrapunkt.play.players.club:Club",
        "club-quiet": "kontrapunkt.play.players.club:ClubQuiet",
        "first-steps": "kontrapunkt.play.players:FirstSteps",
        "leaning": "kontrapunkt.play.players:LeaningPlayer",
        "open-hands": "kontrapunkt.play.players.club:OpenHands",
        "random": "kontrapunkt.play.players:RandomPlayer",
    },
)
"""What makes each computer player of a game, a seed and perhaps a budget, by its name."""


class PlayerError(Exception):
    """A computer player that fails, or answers with an illegal action; one sentence names it."""


def checked_choice(name: str, player: Player, view: View, seen: Seen) -> Action:
    """Return what a player does, if that is legal.

    Args:
        name: The name of the player, for the sentence.
        player: The player.
        view: What its seat sees.
        seen: What its seat has seen.

    Raises:
        PlayerError: if the player raises an error or answers with an illegal action.
    """
    with failing(name):
        chosen = player.choose(view, seen)
    if chosen in view.actions or (chosen == PASS and seen.seat != view.to_act):
        return Action(chosen)
    raise PlayerError(say("players.illegal", name=name, action=short(str(chosen))))


@contextmanager
def failing(name: str) -> Iterator[None]:
    """Turn any error of somebody's player into a PlayerError.

    Args:
        name: The name of the player.

    Raises:
        PlayerError: for any error but those that only say that the game has no rules of thumb.
    """
    try:
        yield
    except (NoHeuristics, PlayerError):
        raise
    except Exception as error:  # of code that may be somebody else's
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PlayerError(say("players.failed", name=name, error=" ".join(reason[:200].split()))) from error


def substitute(view: View, seen: Seen) -> Action:
    """Return a legal action for a player that has failed: the first that is no needless call.

    Args:
        view: What the seat sees.
        seen: What the seat has seen.
    """
    if seen.seat != view.to_act or PASS in view.actions:
        return PASS
    return next(iter(view.moment.game.without_calls(view.actions) or view.actions))


class UnknownPlayer(ValueError):
    """A name that no player has, or a budget that it cannot be given."""


def player_for(name: str, game: Game, seed: int | None = None) -> Player:
    """A player by its name, with its budget after a colon if it is to have another than usual: `club:20`.

    Args:
        name: The name.
        game: What is played.
        seed: The same seed makes the same choices; None for any.

    Raises:
        UnknownPlayer: if nobody is called so, or the player takes no such budget.
        NoHeuristics: if the player needs rules of thumb, and the game has none.
        PlayerError: if the player cannot be made.
    """
    known, colon, budget = name.partition(":")
    if known not in PLAYERS:
        raise UnknownPlayer(say("players.unknown", name=known[:40], players=", ".join(sorted(PLAYERS))))
    if not colon:
        made = PLAYERS[known]
        with failing(known):
            bare = getattr(made, "__init__", None) is object.__init__  # a class without a constructor
            return made() if bare else made(game, seed)
    if not (budget.isascii() and budget.isdigit() and 0 < int(budget[:9]) < 10**6):
        raise UnknownPlayer(say("players.budget", name=known, budget=budget[:40]))
    try:
        return PLAYERS[known](game, seed, int(budget))
    except TypeError:
        raise UnknownPlayer(say("players.budget.none", name=known)) from None
