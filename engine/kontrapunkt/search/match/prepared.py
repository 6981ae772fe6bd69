"""An ending with its engines: what is kept from question to question."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.search.clock import Work
from kontrapunkt.search.match.family import Family
from kontrapunkt.search.match.fork import Fork
from kontrapunkt.search.match.questions import Counted


class Prepared[E](ABC):
    """An ending with all that has been found in it; `E` is what it calls an engine.

    Attributes:
        queen_cleans: Whether a trick to which a queen was led cleans too.
    """

    queen_cleans: bool

    @property
    @abstractmethod
    def nodes(self) -> int:
        """Positions searched so far."""

    @abstractmethod
    def holds(self, state: RankMatchState) -> bool:
        """Whether it can answer for a state.

        Args:
            state: The state.
        """

    @abstractmethod
    def clear(self) -> Work[None]:
        """Forgets all that has been found, in pieces."""

    @abstractmethod
    def counting(self, family: Family) -> E:
        """The engine for a kind of count.

        Args:
            family: The kind.
        """

    @abstractmethod
    def account(self, sets: Counted) -> E:
        """The engine for sets of counts, whose answers are 1 and 0.

        Args:
            sets: The sets.
        """

    @abstractmethod
    def fork(self, engines: Sequence[tuple[E, Sequence[int]]], state: RankMatchState) -> Fork:
        """What can be played at a state, from which card points and tricks count.

        Args:
            engines: What is asked: engines with their targets.
            state: The state.
        """

    @abstractmethod
    def reached(self, engine: E, targets: Sequence[int], state: RankMatchState) -> int:
        """How many targets a state reaches, found at once.

        Args:
            engine: What answers.
            targets: The targets, ascending.
            state: The state.
        """
