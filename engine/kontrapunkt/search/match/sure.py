"""Sure points (technique `sure`): what the leader's side gets whatever the others do.

A rank is beaten only by a later card of its own. So a card of a rank that neither opponent holds wins when it
is led, for the leader or the partner, and holding several of them the leader can cash them one by one. While
that goes on, the opponents must give at least their smallest cards.

If partner holds none of those ranks either, he follows with what he likes: his biggest. If he does, he may
have to take a trick with the last copy, and then he holds nothing but such cards himself and the side takes
all the rest; so his smallest cards are sure in any case.

One sure trick with a king in it cleans the leader's side.
"""

from collections.abc import Callable
from typing import Final

from kontrapunkt.search.match.tables import Tables

_OTHERS: Final = [255 & ~(3 << 2 * seat) for seat in range(4)]
_OPPONENTS: Final = [0b11001100, 0b00110011] * 2

Sure = tuple[int, bool]
"""What the leader's side counts at least, and whether it cleans for sure."""


def make_sure(tables: Tables) -> Callable[[int, int, int, int, int, int, bytes], Sure]:
    """The function that finds what is sure, for hands in order of play, cards a hand, leader and vectors."""
    low, field, king, queen = tables.low, tables.field, tables.king, tables.queen
    total, bottom, per_trick = tables.total, tables.bottom, tables.per_trick
    if king >= 0 and field[king] < 0:
        king = -1  # then kings lie apart, and this is asked only when none is left

    def sure(a: int, b: int, c: int, d: int, number: int, leader: int, vectors: bytes) -> Sure:
        others, opponents, shift = _OTHERS[leader], _OPPONENTS[leader], 2 * leader
        partners_king = king >= 0 and vectors[field[king]] >> (shift ^ 4) & 3
        alone = alone_worth = held = held_worth = 0
        cleans = False
        last = -1
        for _, rank, worth in low[a]:
            if rank == last:
                continue
            last = rank
            by_seat = vectors[field[rank]]
            if not by_seat & opponents:
                count = by_seat >> shift & 3
                held += count
                held_worth += count * worth
                if not by_seat & others:
                    alone += count
                    alone_worth += count * worth
                if king >= 0 and rank != queen and (rank == king or partners_king):
                    cleans = True
        if held == number:
            return total[a] + total[b] + total[c] + total[d] + number * per_trick, cleans
        if not held:
            return 0, False
        least = held_worth + bottom[c][held] + bottom[b][held] + bottom[d][held]
        other = alone_worth + total[c] - bottom[c][number - alone] + bottom[b][alone] + bottom[d][alone]
        return max(least + held * per_trick, other + alone * per_trick), cleans

    return sure
