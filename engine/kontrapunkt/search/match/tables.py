"""What a kind of count makes of every hand of an ending: orders of play, sums, vectors."""

from collections.abc import Mapping
from itertools import accumulate

from kontrapunkt.search.match.ending import Ending
from kontrapunkt.search.match.family import Family

Move = tuple[int, int, int]
"""The hand that is left, the rank played, what it counts."""

Moves = tuple[Move, ...]


class Firsts(dict[int, Moves]):
    """By mask, the moves in an order, those of one rank first; each found when first asked for."""

    def __init__(self, moves: Mapping[int, Moves], rank: int, first: bool) -> None:
        super().__init__()
        self._moves = moves
        self._rank = rank
        self._first = first

    def __missing__(self, mask: int) -> Moves:
        moves = self._moves[mask]
        if self._first:
            rank = self._rank
            moves = (*(m for m in moves if m[1] == rank), *(m for m in moves if m[1] != rank))
        self[mask] = moves
        return moves


class Tables:
    """The tables of an ending for a kind of count.

    A vector says how many of each rank a hand holds: two bits a seat, eight a rank, so that the vectors of
    four hands add up to one number with a byte a rank. Ranks that count nothing come first; they may be
    sorted at will (technique `canonical`). Ranks that the lead limit may touch, and four of a kind in one
    hand, which two bits cannot count, are left out: keys say where their cards lie.

    Attributes:
        worth: By rank, what a card counts.
        per_trick: What a trick counts beside its cards.
        king: The king's place among the ranks where flags matter; -1 otherwise.
        queen: The same of the queen where a queen led does not clean.
        low: By mask, the moves that give least first.
        high: By mask, those that give most first.
        low_first: By rank and mask, as `low` with that rank before all others.
        high_first: The same as `high`.
        total: By mask, what its cards count.
        bottom: By mask and number, what so many of its cards count at least. (What so many count at most is
            the total less what the others count at least.)
        vector: By mask, how many of each rank.
        field: By rank, the place of its byte; -1 where it has none.
        size: How many bytes there are.
        plain: How many of them are of ranks that count nothing.
        apart: The bits of cards left out of the vectors.
    """

    def __init__(
        self, ending: Ending, family: Family, values: Mapping[str, int], apart: frozenset[int], ordering: bool
    ) -> None:
        """Makes them.

        Args:
            ending: The ending.
            family: What is counted.
            values: Card points by rank letter.
            apart: Ranks to leave out of the vectors.
            ordering: Whether moves are ordered by what they give.
        """
        ranks = ending.ranks
        self.worth = [values.get(rank, 0) * family.scale for rank in ranks]
        self.per_trick = family.per_trick
        self.king = ranks.index("K") if family.flags and "K" in ranks else -1
        self.queen = ranks.index("Q") if self.king >= 0 and not family.queen_cleans and "Q" in ranks else -1
        special = {self.king, self.queen}
        full = {rank for mask in ending.hands for rank in range(len(ranks)) if _full(ending, mask, rank)}
        left_out = apart | full
        self.apart = sum(ending.bits[rank] for rank in left_out)
        kept = [rank for rank in range(len(ranks)) if rank not in left_out]
        plain = [rank for rank in kept if not self.worth[rank] and rank not in special]
        order = plain + [rank for rank in kept if rank not in plain]
        self.plain = len(plain)
        self.size = len(order)
        self.field = [order.index(rank) if rank in order else -1 for rank in range(len(ranks))]
        self._weight = [2 * w + (rank == self.king) for rank, w in enumerate(self.worth)]
        self.low: dict[int, Moves] = {}
        self.high: dict[int, Moves] = {}
        self.total: dict[int, int] = {0: 0}
        self.bottom: dict[int, tuple[int, ...]] = {}
        self.vector: dict[int, int] = {0: 0}
        self._fill(ending, ordering)
        self.low_first = [Firsts(self.low, rank, ordering) for rank in range(len(ranks))]
        self.high_first = [Firsts(self.high, rank, ordering) for rank in range(len(ranks))]

    def _fill(self, ending: Ending, ordering: bool) -> None:
        worth, weight, total, vector = self.worth, self._weight, self.total, self.vector
        sorted_already = weight == sorted(weight)
        for seat, masks in enumerate(ending.masks):
            unit = [1 << 8 * place + 2 * seat if place >= 0 else 0 for place in self.field]
            for mask in masks:
                moves = ending.moves[mask]
                left, played = moves[0]
                total[mask] = total[left] + worth[played]
                vector[mask] = vector[left] + unit[played]
                counted = [(left, rank, worth[rank]) for left, rank in moves]
                if ordering and not sorted_already:
                    counted.sort(key=lambda move: weight[move[1]])
                low = self.low[mask] = tuple(counted)
                self.high[mask] = low[::-1] if ordering else low
                self.bottom[mask] = tuple(accumulate([worth[rank] for rank in ending.cards[mask]], initial=0))


def _full(ending: Ending, mask: int, rank: int) -> bool:
    return (mask & ending.bits[rank]).bit_count() > 3
