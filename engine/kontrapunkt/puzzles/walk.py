"""Walks: what may come of a state, for proofs and habits that go through much of it.

`StateWalk` goes over the engine's own states, and ends where the rules alone tell that the aim is reached:
what is proved on it does not trust the search that found the cards. A family may have a walk of its own
(`Knowledge.walk`), over a few numbers, which asks the solver's kernel one question a card; mining uses that.
Both find the same, position by position.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence


class Walk[P, M](ABC):
    """Positions and moves; equal moves of one hand are one.

    Attributes:
        start: The position that it begins with.
    """

    start: P

    @abstractmethod
    def moment(self, at: P) -> Hashable:
        """What two positions share if the same can come of them."""

    @abstractmethod
    def decided(self, at: P) -> bool | None:
        """Whether the aim is reached, or missed, whatever is played; None while that is open."""

    @abstractmethod
    def ours(self, at: P) -> bool | None:
        """Whether it is the side's turn; None at the end."""

    @abstractmethod
    def moves(self, at: P) -> Sequence[M]:
        """What may be played, in the order of the hand."""

    @abstractmethod
    def many(self, at: P, move: M) -> int:
        """For how many legal actions a move stands.

        Args:
            at: The position.
            move: One of its moves.
        """

    @abstractmethod
    def keeping(self, at: P) -> Sequence[M]:
        """The moves that keep the aim, where it is the side's turn."""

    @abstractmethod
    def keeps(self, at: P, move: M) -> bool:
        """Whether a move keeps the aim.

        Args:
            at: The position.
            move: One of its moves.
        """

    @abstractmethod
    def after(self, at: P, move: M) -> P:
        """What a move leads to.

        Args:
            at: The position.
            move: One of its moves.
        """

    @abstractmethod
    def name(self, move: M) -> str:
        """What the move and its equals have in common, as `Knowledge.alike` has it."""

    @abstractmethod
    def worth(self, move: M) -> int:
        """Card points of the card that is played."""

    @abstractmethod
    def gain(self, at: P, move: M) -> int:
        """Card points in the trick after a move: the side's if it is winning it, else the others' below 0.

        Args:
            at: The position.
            move: One of its moves.
        """
