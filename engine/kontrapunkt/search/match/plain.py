"""The plain search: an open window, card by card, no technique but alpha and beta. The kernel's witness."""

from typing import Final

from kontrapunkt.search.match.family import Family
from kontrapunkt.search.match.place import Frame, Position
from kontrapunkt.search.match.tables import Tables

_FAR: Final = 1 << 40


class Plain:
    """What N–S count, found with an open window.

    With a table of bounds (technique `memory` alone) it shows what the zero window saves; without, it is what
    the kernel must agree with.

    Attributes:
        nodes: Positions searched so far.
        found: What has been found so far.
    """

    def __init__(self, frame: Frame, family: Family, tables: Tables, memory: bool) -> None:
        """Prepares to count.

        Args:
            frame: The ending.
            family: What is counted.
            tables: The tables of its hands.
            memory: Whether to keep a table.
        """
        self._ending = frame.ending
        self._limit = frame.limit
        self._family = family
        self._tables = tables
        self._memory = memory
        self.found: dict[Position, tuple[int, int]] = {}
        self.nodes = 0

    def value(self, position: Position, rank: int | None = None) -> int:
        """What N–S count, exactly; if a rank is given, when that is led.

        Args:
            position: The position.
            rank: The rank's number; None for any.
        """
        if rank is None:
            return self._begin(position, -_FAR, _FAR)
        return self._play(position, (), position.hands, -_FAR, _FAR, rank)

    def _begin(self, position: Position, alpha: int, beta: int) -> int:
        if position.number == 0:
            return self._family.worth(position.flags)
        floor, ceiling = self.found.get(position, (-_FAR, _FAR))
        if floor >= beta or floor == ceiling:
            return floor
        if ceiling <= alpha:
            return ceiling
        alpha, beta = max(alpha, floor), min(beta, ceiling)
        found = self._play(position, (), position.hands, alpha, beta)
        if self._memory:
            if found <= alpha:
                ceiling = min(ceiling, found)
            elif found >= beta:
                floor = max(floor, found)
            else:
                floor = ceiling = found
            self.found[position] = (floor, ceiling)
        return found

    def _play(
        self,
        position: Position,
        trick: tuple[int, ...],
        hands: tuple[int, ...],
        alpha: int,
        beta: int,
        only: int | None = None,
    ) -> int:
        self.nodes += 1
        if len(trick) == 4:
            gain, then = self._end(position, trick, hands)
            return gain + self._begin(then, alpha - gain, beta - gain)
        seat = (position.leader + len(trick)) & 3
        barred = self._limit.barred(position.streak) if not trick and position.streak else -1
        if barred >= 0 and all(rank == barred for _, rank in self._ending.moves[hands[seat]]):
            barred = -1
        best = -_FAR if seat in (0, 2) else _FAR
        for left, rank, _ in self._tables.high[hands[seat]]:
            if rank == barred or (only is not None and rank != only):
                continue
            new_hands = (*hands[:seat], left, *hands[seat + 1 :])
            found = self._play(position, (*trick, rank), new_hands, alpha, beta)
            if seat in (0, 2):
                best = max(best, found)
                alpha = max(alpha, found)
            else:
                best = min(best, found)
                beta = min(beta, found)
            if alpha >= beta:
                break
        return best

    def _end(
        self, position: Position, trick: tuple[int, ...], hands: tuple[int, ...]
    ) -> tuple[int, Position]:
        """What N–S count for a full trick, and the position after it."""
        tables, family = self._tables, self._family
        led = trick[0]
        place = max(i for i, rank in enumerate(trick) if rank == led)
        winner = (position.leader + place) & 3
        flags = position.flags
        if tables.king in trick and led != tables.queen:
            flags &= ~(4 << (winner & 1))
        streak = 0
        if led in self._limit.ranks:
            streak = self._limit.after(position.hands, position.leader, led, position.streak)[place]
        gain = 0 if winner & 1 else sum(tables.worth[rank] for rank in trick) + family.per_trick
        one, two, three, four = hands
        return gain, Position((one, two, three, four), position.number - 1, winner, flags, streak)
