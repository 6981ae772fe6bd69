"""The lead limit (RK-R9, RK-R10): a rank led so many tricks running may not be led again.

A streak can only bar a lead if enough copies are left: those still to be led, and one more in the hand it is
barred from. In an ending that is rare (with the limit of three it takes four of a kind in one hand, or a
streak already begun), and only then is the streak carried along and made part of a table's key.
"""

from collections.abc import Sequence
from typing import Final

from kontrapunkt.families.rank_match.streak import Streak, together
from kontrapunkt.search.match.ending import Ending

_SHIFT: Final = 3  # a streak as a number: (rank + 1) << _SHIFT | count; 0 for none that matters


class Limit:
    """The limit in an ending.

    Attributes:
        ranks: The ranks that may yet be barred from somebody.
    """

    def __init__(self, ending: Ending, most: int, scope: str, streak: Streak | None) -> None:
        """Finds the ranks it may touch.

        Args:
            ending: The ending.
            most: How many tricks running a rank may be led to.
            scope: Whose leads count: `player`, `team` or `table`.
            streak: The streak at the beginning.
        """
        self._ending = ending
        self._most = most
        self._scope = scope
        self.ranks = touched(ending, ending.hands, most, scope, streak)

    def begin(self, hands: Sequence[int], leader: int, streak: Streak | None) -> int:
        """A streak as a number, before a lead; 0 if it does not matter.

        Args:
            hands: The hands as masks, by seat.
            leader: The number of the seat that led, N E S W from 0.
            streak: The streak; None for none.
        """
        if streak is None or streak[1] not in self._ending.ranks:
            return 0
        rank = self._ending.ranks.index(streak[1])
        return self._kept(hands, streak[0], leader, rank, min(streak[2], self._most))

    def barred(self, streak: int) -> int:
        """The rank that a streak bars from being led; -1 for none.

        Args:
            streak: The streak as a number.
        """
        return (streak >> _SHIFT) - 1 if streak & 7 >= self._most else -1

    def after(self, hands: Sequence[int], leader: int, rank: int, streak: int) -> tuple[int, int, int, int]:
        """The streak after a trick, by who took it: the leader, the next, the one after, the fourth.

        Args:
            hands: The hands by seat, the led card still among them.
            leader: Who leads.
            rank: What is led.
            streak: The streak before it.
        """
        running = streak & 7 if streak >> _SHIFT == rank + 1 else 0
        count = min(running + 1, self._most)
        left = list(hands)
        left[leader] = self._ending.takes[rank][left[leader]]
        one, two, three, four = (self._kept(left, leader, (leader + i) & 3, rank, count) for i in range(4))
        return one, two, three, four

    def _kept(self, hands: Sequence[int], by: int, leader: int, rank: int, count: int) -> int:
        if not together(self._scope, by, leader):
            return 0
        bits = self._ending.bits[rank]
        held = sum((hands[i] & bits).bit_count() for i in range(4) if together(self._scope, leader, i))
        return (rank + 1) << _SHIFT | count if held and held + count > self._most else 0


def touched(
    ending: Ending, hands: Sequence[int], most: int, scope: str, streak: Streak | None
) -> frozenset[int]:
    """The ranks that the limit may yet bar from somebody.

    Args:
        ending: The ending.
        hands: The hands by seat.
        most: How many tricks running a rank may be led to.
        scope: Whose leads count.
        streak: The last leads of one rank.
    """
    found = set()
    for rank, bits in enumerate(ending.bits):
        for seat in range(4):
            held = sum((hands[i] & bits).bit_count() for i in range(4) if together(scope, seat, i))
            begun = (
                streak is not None and streak[1] == ending.ranks[rank] and together(scope, streak[0], seat)
            )
            count = min(streak[2], most) if begun and streak is not None else 0
            if held and held + count > most:
                found.add(rank)
    return frozenset(found)
