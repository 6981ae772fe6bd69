"""Computer players.

A player decides from its seat's knowledge alone: a `View` (what it sees now) and a `SeatHistory` (what it
has seen so far, in order). Those two are the whole interface; `record.ObservedDeal` maintains both while a
deal is played.

>>> import kontrapunkt
>>> from kontrapunkt.play.players import player_for
>>> from kontrapunkt.record import ObservedDeal
>>> game = kontrapunkt.game("ristikontra")
>>> player, table = player_for("first-steps", game), ObservedDeal.start(game.deal(seed=1))
>>> while seat := table.state.to_act:
...     table = table.after(player.choose(table.state.view(seat), table.histories[seat]))
>>> print(table.state.result().text)
East–West have more than 60 card points and score a game point.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from random import Random
from typing import Any, Final, Protocol, override

from kontrapunkt.core.deal import short
from kontrapunkt.core.heuristics import HeuristicAdvice, Heuristics
from kontrapunkt.core.interface import PASS, Action, Game, View
from kontrapunkt.core.messages import Text, say
from kontrapunkt.core.registry import Registry, load_object
from kontrapunkt.record import SeatHistory


class Player(Protocol):
    """A player of one seat, or of several in turn."""

    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        """Return the action to take now.

        Args:
            view: The seat's view; its `actions` are the legal ones, at least one. A seat that is not to act
                is asked for a call; `pass` means none.
            seen: The record of what the seat has seen in the deal so far.
        """


def sees_all(player: Player) -> bool:
    """Return True if a player gets views of open hands, to show how much could be won."""
    return bool(getattr(player, "sees_all", False))


class RandomPlayer:
    """A player that plays a random legal card and makes forced calls only."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Seed the random generator.

        Args:
            seed: The same seed makes the same choices; None for a random one.
        """
        self._game = game
        self._chance = Random(seed).random

    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        """Return a random action, without voluntary calls, bids and claims."""
        able = self._game.quiet(view)
        return able[int(self._chance() * len(able))]


class LeaningPlayer(RandomPlayer):
    """A player that chooses at random with the game's weights for typical play."""

    @override
    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        """Return a random action, with probabilities in proportion to the game's weights."""
        if view.seat != view.to_act:
            return PASS
        weights = self._game.leaning(view)
        drawn = self._chance() * sum(weights)
        return view.actions[min(bisect_right([*accumulate(weights)], drawn), len(weights) - 1)]


class NoHeuristics(ValueError):
    """The error for a game that has no rules of thumb."""


def heuristics_of(game: Game) -> Heuristics:
    """Return a game's rules of thumb.

    Raises:
        NoHeuristics: if it has none.
    """
    if not game.heuristics:
        raise NoHeuristics(game.id)
    found = load_object(game.heuristics)
    assert isinstance(found, Heuristics)
    return found


class FirstSteps:
    """A player that follows the first rule of thumb that applies, and names it.

    Attributes:
        advice: Its last action with the rule of thumb; None before the first.
    """

    def __init__(self, game: Game, seed: int | None = None) -> None:
        """Load the rules of thumb of a game.

        Args:
            seed: Not used, as nothing is random.

        Raises:
            NoHeuristics: if the game has none.
        """
        self._heuristics = heuristics_of(game)
        self.advice: HeuristicAdvice | None = None

    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        """Return the action of the first rule of thumb that applies."""
        assert view.seat is not None
        self.advice = self._heuristics.advice(view.moment, view.seat, view.actions)
        return self.advice.action

    @property
    def why(self) -> Text:
        """The reason for its last action, in a sentence; empty if it had no choice."""
        return self.advice.sentence if self.advice and self.advice.key else ""


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
"""The factory of each computer player by name.

It takes a game, a seed and perhaps a budget.
"""


class PlayerError(Exception):
    """A computer player that fails or returns an illegal action; the message names it."""


def checked_choice(name: str, player: Player, view: View[Any], seen: SeatHistory) -> Action:
    """Return a player's action if it is legal.

    Args:
        name: The name of the player, for the error message.

    Raises:
        PlayerError: if the player raises an error or returns an illegal action.
    """
    with failing(name):
        chosen = player.choose(view, seen)
    if chosen in view.actions or (chosen == PASS and seen.seat != view.to_act):
        return Action(chosen)
    raise PlayerError(say("players.illegal", name=name, action=short(str(chosen))))


@contextmanager
def failing(name: str) -> Iterator[None]:
    """Run code of a plugin's player and turn its errors into a PlayerError.

    Args:
        name: The name of the player.

    Raises:
        PlayerError: for any error except that the game has no rules of thumb.
    """
    try:
        yield
    except (NoHeuristics, PlayerError):
        raise
    except Exception as error:  # a plugin's code may raise anything
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PlayerError(say("players.failed", name=name, error=" ".join(reason[:200].split()))) from error


def substitute(view: View[Any], seen: SeatHistory) -> Action:
    """Return a legal action for a player that has failed; no call unless it is forced."""
    if seen.seat != view.to_act or PASS in view.actions:
        return PASS
    return next(iter(view.moment.game.without_calls(view.actions) or view.actions))


class UnknownPlayer(ValueError):
    """An unknown player's name, or a budget that the player does not take."""


def player_for(name: str, game: Game, seed: int | None = None) -> Player:
    """Return a player by its name, which may have a budget after a colon: `club:20`.

    Args:
        seed: The same seed makes the same choices; None for a random one.

    Raises:
        UnknownPlayer: if there is no such player, or the player takes no such budget.
        NoHeuristics: if the player needs rules of thumb, and the game has none.
        PlayerError: if the player cannot be created.
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
