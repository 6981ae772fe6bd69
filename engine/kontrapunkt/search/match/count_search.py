"""Search for counts whose winning sets have gaps, as in Lapland.

A plain recursive search, card by card, with a table for the beginnings of tricks. The set of winning counts
is shifted by each trick to what N–S must take after it; a set that is empty or complete ends the search. It
is far slower than the kernel, but is needed only where a side may still end with hardly any card points.
"""

from copy import copy
from functools import lru_cache
from typing import Final

from kontrapunkt.search.clock import Clock
from kontrapunkt.search.match.endgame import Endgame, Position
from kontrapunkt.search.match.questions import TRICK_SCALE, as_set, steps
from kontrapunkt.search.match.tables import Tables, below

_STREAK_BITS: Final = 8

Sets = tuple[tuple[int, int], ...]
"""Winning counts of N–S by flags at the end, as bits `16 * card points + tricks`."""


class CountSearch:
    """A search whether N–S can end in a given set of counts; an `Engine`.

    Its answers are 1 and 0.

    Attributes:
        found: The results so far, in one table for all sets.
    """

    def __init__(self, ending: Endgame, tables: Tables, clock: Clock) -> None:
        """Prepare the search.

        Args:
            tables: The tables of the ending's hands, in card points and with flags.
            clock: The clock that interrupts the search.
        """
        self._ending = ending
        self._tables = tables
        self._clock = clock
        self.memo: tuple[dict[int, bool]] = ({},)
        self._sets: Sets = ()

    def for_sets(self, sets: Sets) -> "CountSearch":
        """Return a search for other sets that shares the table."""
        other = copy(self)
        other._sets = sets
        return other

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """Return 1 if N–S can end in the sets, else 0; see `Engine`.

        Args:
            points: The card points that N–S have taken before.
            tricks: The tricks that N–S have taken before.
            target: Not used.
            rank: The number of the rank led; None for any.
        """
        sets = _moved(self._sets, points, tricks)
        if rank is None:
            return int(self._begin(position, sets))
        return int(self._play(position, (), position.hands, sets, rank))

    def _begin(self, position: Position, sets: Sets) -> bool:
        ends = below(position.flags)
        left = sum(self._tables.total[hand] for hand in position.hands)
        possible = possible_counts(left, position.number)
        sets = tuple((flags, found & possible) for flags, found in sets if flags in ends)
        if not any(found for _, found in sets):
            return False
        if all(found == possible for _, found in sets):
            return True
        if position.number == 0:
            return any(flags == position.flags and found & 1 for flags, found in sets)
        key = self._key(position, sets, TRICK_SCALE * left + position.number + 1)
        (known,) = self.memo
        if key not in known:
            known[key] = self._play(position, (), position.hands, sets)
            self._clock.tick()
        return known[key]

    def _key(self, position: Position, sets: Sets, bits: int) -> int:
        """Combine a position and sets into one number, which the garbage collector skips.

        Args:
            position: The position; its flags determine the sets.
            bits: The largest number of bits in a set.
        """
        key = 0
        for _, found in sets:
            key = key << bits | found
        key = key << _STREAK_BITS | position.streak
        a, b, c, d = position.hands
        return key << self._ending.width | a | b | c | d | position.flags | position.leader

    def _play(
        self,
        position: Position,
        trick: tuple[int, ...],
        hands: tuple[int, ...],
        sets: Sets,
        only: int | None = None,
    ) -> bool:
        if len(trick) == 4:
            return self._end(position, trick, hands, sets)
        seat = (position.leader + len(trick)) & 3
        ours = seat in (0, 2)
        barred = self._ending.barred(position.streak) if not trick and position.streak else -1
        moves = self._ending.moves[hands[seat]]
        if barred >= 0 and all(rank == barred for _, rank in moves):
            barred = -1
        for left, rank in moves:
            if rank == barred or (only is not None and rank != only):
                continue
            new_hands = (*hands[:seat], left, *hands[seat + 1 :])
            if self._play(position, (*trick, rank), new_hands, sets) == ours:
                return ours
        return not ours

    def _end(self, position: Position, trick: tuple[int, ...], hands: tuple[int, ...], sets: Sets) -> bool:
        led = trick[0]
        place = max(i for i, rank in enumerate(trick) if rank == led)
        winner = (position.leader + place) & 3
        flags = position.flags
        if self._tables.king in trick and led != self._tables.queen:
            flags &= ~(4 << (winner & 1))
        streak = 0
        if led in self._ending.limited:
            streak = self._ending.streaks(position.hands, position.leader, led, position.streak)[place]
        if winner in (0, 2):
            sets = _moved(sets, sum(self._tables.worth[rank] for rank in trick), 1)
        return self._begin(Position(hands, position.number - 1, winner, flags, streak), sets)


@lru_cache(4096)
def possible_counts(points: int, tricks: int) -> int:
    """Return the set of all counts that N–S may take.

    Args:
        points: The card points left.
        tricks: The tricks left.
    """
    return as_set(steps(points, tricks))


def _moved(sets: Sets, points: int, tricks: int) -> Sets:
    """Return the sets after N–S have taken card points and tricks.

    Args:
        points: The card points taken.
        tricks: The tricks taken.
    """
    return tuple((flags, found >> TRICK_SCALE * points + tricks) for flags, found in sets)
