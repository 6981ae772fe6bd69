"""Payoffs: what a finished deal brings N–S, as one number; each game's solver has its own."""

from abc import ABC, abstractmethod
from functools import cache
from typing import Final

from kontrapunkt.said import Said
from kontrapunkt.search.clock import Work

AVERAGE: Final = 6
"""A number of tricks of N–S that stands for any but none and all."""

_AT_ONCE: Final = 40  # numbers of card points that are reckoned at once


class Payoffs(ABC):
    """What the end of a deal is worth to N–S. Both sides play for this number, E–W for a small one.

    Attributes:
        total: Card points in the pack.
    """

    def __init__(self, total: int) -> None:
        """For a pack of so many card points."""
        self.total = total
        self.at = cache(self.reckon)
        self.runs = cache(self._runs)

    @property
    @abstractmethod
    def levels(self) -> tuple[int, ...]:
        """All numbers there are, ascending."""

    @abstractmethod
    def reckon(self, points: int, tricks: int, unclean: int) -> int:
        """The number for a whole deal.

        Args:
            points: Card points of N–S.
            tricks: Tricks of N–S.
            unclean: The sides that are unclean: 1 N–S, 2 E–W.
        """

    @abstractmethod
    def outcome(self, level: int, sides: tuple[Said, Said], tie: bool = False) -> Said:
        """A level as a clause in the language in force: "E–W win and N–S lose honourably".

        Args:
            level: The level.
            sides: What N–S and E–W are called.
            tie: Whether N–S lose with one card point less and win with one more.
        """

    def tricks_matter(self, points: int, left: int, tricks: tuple[int, int]) -> bool:
        """Whether the number of tricks may still make a difference.

        Args:
            points: Card points of N–S so far.
            left: Card points still to be taken.
            tricks: Tricks of both sides so far.
        """
        return False

    def reckon_all(self, unclean: int) -> Work[None]:
        """Reckons what every number of card points is worth, so that `runs` finds it done.

        Args:
            unclean: The sides that are unclean.
        """
        for points in range(self.total + 1):
            self.at(points, AVERAGE, unclean)
            if not points % _AT_ONCE:
                yield

    def _runs(self, level: int, unclean: int) -> list[tuple[int, int]]:
        """By card points of N–S: the next number of them that is worth the level, and where that run ends.

        Args:
            level: The level.
            unclean: The sides that are unclean.
        """
        found = [(self.total + 1, self.total + 1)]
        for points in range(self.total, -1, -1):
            first, end = found[-1]
            if self.at(points, AVERAGE, unclean) >= level:
                found.append((points, end if first == points + 1 else points + 1))
            else:
                found.append((first, end))
        return found[::-1]
