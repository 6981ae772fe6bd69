"""Which leads there are, and in which order they are tried (techniques `alike` and `ordering`)."""

from collections.abc import Callable
from typing import Final

from kontrapunkt.search.match.ending import Ending
from kontrapunkt.search.match.limit import Limit
from kontrapunkt.search.match.tables import Tables

Leads = bytes
"""Leads in an order, each as its place among the moves of the hand that give least first."""

_OTHERS: Final = [255 & ~(3 << 2 * seat) for seat in range(4)]
_OPPONENTS: Final = [0b11001100, 0b00110011] * 2


def make_leads(
    ending: Ending, tables: Tables, limit: Limit, alike: bool, ordering: bool
) -> Callable[[int, int, int, int, int, int], Leads]:
    """The function that lists the leads: hands in order of play, leader, streak.

    Two ranks that count the same and are held alike by all four are the same up to their names, so that one
    of them is enough. So are two ranks that nobody else holds: neither can be beaten, neither can beat,
    whatever their numbers. (Not ranks that flags or the lead limit know by name.)

    First come cards that nobody else has a copy of, then those that no opponent has, then the rest; of each
    kind those that count most. The order changes no value, only how soon one is found.
    """
    low, vector, field = tables.low, tables.vector, tables.field
    named = {tables.king, tables.queen}

    def leads(a: int, b: int, c: int, d: int, leader: int, streak: int) -> Leads:
        vectors = vector[a] + vector[b] + vector[c] + vector[d]
        others, opponents = _OTHERS[leader], _OPPONENTS[leader]
        barred = limit.barred(streak) if streak else -1
        found: list[tuple[int, int, int]] = []
        seen = set()
        for at, (_, rank, worth) in enumerate(low[a]):
            if rank == barred and ending.cards[a][0] != ending.cards[a][-1]:
                continue
            place = field[rank]
            by_seat = vectors >> 8 * place & 255 if place >= 0 else -1
            alone = not by_seat & others
            if alike:
                same = (
                    (worth, rank, 0) if place < 0 or rank in named else (worth, -1, 0 if alone else by_seat)
                )
                if same in seen:
                    continue
                seen.add(same)
            kind = 0 if alone else 1 if not by_seat & opponents else 2
            found.append((kind, -worth, at))
        if ordering:
            found.sort()
        return bytes([at for _, _, at in found])

    return leads
