"""Forks: a state with somebody to act, and what playing each rank comes to, as the Python kernel finds it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.game import SEATS, Action, Seat
from kontrapunkt.search.clock import Work, patiently
from kontrapunkt.search.match.bracket import Bracket
from kontrapunkt.search.match.place import Engine, Frame, after

Reached = tuple[int, ...]
"""How many of its targets each engine reaches."""


class Fork(ABC):
    """A state with somebody to act."""

    @abstractmethod
    def find(self) -> Work[Mapping[str, Reached]]:
        """By rank, how many targets each engine reaches."""

    @abstractmethod
    def keeping(self, reached: Reached) -> Work[str | None]:
        """A rank that reaches just that; None if there is none.

        Args:
            reached: A number for each engine.
        """

    @abstractmethod
    def play(self, rank: str) -> "tuple[tuple[Seat, Action], Fork | None]":
        """Plays a card of a rank: who did what, and the fork it leads to; None at the end.

        Args:
            rank: The rank.
        """


class WalkedFork(Fork):
    """A fork whose ranks are asked about one by one."""

    def __init__(
        self,
        frame: Frame,
        engines: Sequence[tuple[Engine, Sequence[int]]],
        state: RankMatchState,
        root: RankMatchState,
    ) -> None:
        """Sees where each rank leads.

        Args:
            frame: The ending.
            engines: What is asked: engines with their targets.
            state: The state.
            root: The state that the search is about.
        """
        self._frame = frame
        self._engines = engines
        self._state = state
        self._root = root
        self._spots = after(frame, state, root)
        self._brackets = {
            rank: [Bracket(spot, engine, targets) for engine, targets in engines]
            for rank, (spot, _) in self._spots.items()
        }

    def find(self) -> Work[Mapping[str, Reached]]:
        """By rank, how many targets each engine reaches; what one rank reaches is a guess for the next."""
        found: dict[str, Reached] = {}
        guess: Sequence[int | None] = [None] * len(self._engines)
        for rank, brackets in self._brackets.items():
            numbers = []
            for bracket, number in zip(brackets, guess, strict=True):
                numbers.append((yield from patiently(partial(bracket.find, number))))
                yield
            guess = found[rank] = tuple(numbers)
        return found

    def keeping(self, reached: Reached) -> Work[str | None]:
        """A rank that reaches just that; None if there is none.

        Args:
            reached: A number for each engine.
        """
        for rank, brackets in self._brackets.items():
            for bracket, number in zip(brackets, reached, strict=True):
                kept = yield from patiently(partial(bracket.is_just, number))
                yield
                if not kept:
                    break
            else:
                return rank
        return None

    def play(self, rank: str) -> "tuple[tuple[Seat, Action], Fork | None]":
        """Plays a card of a rank.

        Args:
            rank: The rank.
        """
        action = self._spots[rank][1][0]
        then = self._state.apply(action)
        fork = None if then.to_act is None else WalkedFork(self._frame, self._engines, then, self._root)
        return (SEATS[self._state.turn], action), fork
