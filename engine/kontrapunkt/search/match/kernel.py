"""The kernel: can the leader's side reach a count from here?

Each query has a target, and the answer is a bound that reaches or misses it; bounds on both sides of every
target leave one value (see `TargetBracket` in `python_engine`). Such a query needs one good card of each
side where the exact value needs all of them, and its cut-offs are the sharpest possible. All positions begin
a trick; the four cards of a trick are four loops within one function, according to their roles: the leader's
side needs one lead and one third card that reach the target, the others one second and one fourth card that
prevent it.

The techniques, and why each is exact:

`memory`: a table of positions at the beginning of tricks with a lower and an upper bound on the further
    count. It leaves out earlier tricks, so that all pasts share an entry; both bounds are valid for the
    position whatever query they come from.
`canonical`: ranks with equal counts are interchangeable, as no rank beats another; so for ranks that count
    nothing a key holds the sorted distributions. It leaves out ranks that only one seat holds: such a card
    always wins when led and never beats, and the number of them follows from the size of the hand.
`alike`: equal cards and interchangeable ranks are tried once; see `endgame` and `tables`.
`sure`: the sure count of the leader's side is the initial lower bound; see `tables`.
`reach`: a target that is reached already, or out of reach, needs no search: no count is ever negative.
`ordering`: the likeliest card first, by role: beat the trick if that holds, give to the partner's trick and
    withhold from theirs; the lead that worked last time. Only the order changes.
`unrolled`: the last two tricks are solved directly; see `tables`.

The table shows the time without each technique relative to all techniques, for the values of all cards, on
average over some forty endings (measured while each could be switched off; the kernel in C still can, see
`tests/benchmarks/bench_match_kernel.py --techniques`). The first line is a plain search for values with an
open window and `memory` alone.

                 cleaning, 5 cards   result, past unknown, 5 cards   card points, 6 cards
    targets            26                       20                          48
    memory              5.3                      6.2                        20
    canonical           1.9                      1.6                         1.5
    alike               1.2                      1.1                         1.2
    sure                1.0                      1.0                         1.1
    reach               1.3                      1.0                         1.1
    ordering            1.6                      1.8                         2.4
    unrolled            1.2                      1.0                         1.1
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from kontrapunkt.search.clock import Clock
from kontrapunkt.search.match.endgame import Endgame, Position
from kontrapunkt.search.match.tables import (
    Family,
    Leads,
    Tables,
    below,
    make_last_trick,
    make_last_two,
    make_leads,
    make_sure,
)

Key = int | bytes | tuple[bytes, int, int]
"""A position with interchangeable ranks unified."""

FAR: Final = 1 << 40
"""A number beyond every count."""

_ALONE: Final = bytes(
    0 if sum(bool(by_seat >> 2 * seat & 3) for seat in range(4)) < 2 else by_seat for by_seat in range(256)
)  # the byte of a rank that only one seat holds is cleared


class FoundBounds(NamedTuple):
    """Search results in tables of plain numbers, which the garbage collector skips.

    Attributes:
        places: The index of a position in the lists, by key.
        shared: The same by canonical key.
        floors: Lower bounds.
        ceilings: Upper bounds.
        totals: The count of all cards.
        leads: The leads of a position by key, in the order to try.
        two_left: The value of the last two tricks by key.
    """

    places: dict[int, int]
    shared: dict[Key, int]
    floors: list[int]
    ceilings: list[int]
    totals: list[int]
    leads: dict[int, Leads]
    two_left: dict[int, int]


Value = Callable[[int, int, int, int, int, int, int, int, int], int]
"""A function that bounds the count of the leader's side.

The bound is at least the target if it is reached, else below it. Arguments: the hands in the order of play,
their size, leader, flags, streak and target.
"""

Lines = Callable[[int, int, int, int, int, int, int, int, int, int, Leads, int], int]
"""The same for chosen leads, between the count of all cards and a known bound."""


class MatchKernel:
    """The search for one kind of count in an ending, with its tables; an `Engine`.

    Attributes:
        memo: The results so far, in several tables.
    """

    def __init__(self, ending: Endgame, family: Family, tables: Tables, clock: Clock) -> None:
        """Prepare the search.

        Args:
            family: The kind of count.
            tables: The tables of the ending's hands.
            clock: The clock that interrupts the search.
        """
        self.memo = FoundBounds({}, {}, [], [], [], {}, {})
        self._family = family
        self._tables = tables
        self._visited = [0]
        self._value, self._lines = _make(ending, family, tables, clock, self._visited, self.memo)

    def __del__(self) -> None:
        """Clear the tables, as the two functions form a reference cycle with them."""
        for table in self.memo:
            table.clear()

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._visited[0]

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """Return a bound on the count of N–S; see `Engine`.

        Args:
            points: The card points that N–S have taken before; they count.
            tricks: The tricks that N–S have taken before; they count.
            target: The target, in the unit of the count.
            rank: The number of the rank led; None for any.
        """
        hands, number, leader, flags, streak = position
        tables, family = self._tables, self._family
        flags &= family.flags
        gain = points * family.scale + tricks * family.per_trick
        a, b, c, d = hands[leader], hands[leader - 3], hands[leader - 2], hands[leader - 1]
        total = sum([tables.total[hand] for hand in hands]) + number * family.per_trick
        ours = leader in (0, 2)
        aim = target - gain if ours else total - (target - gain) + 1
        if rank is None:
            found = self._value(a, b, c, d, number, leader, flags, streak, aim)
        else:
            leads = bytes([[move[1] for move in tables.low[a]].index(rank)])
            found = self._lines(a, b, c, d, number, leader, flags, streak, aim, total, leads, -FAR)
        return gain + (found if ours else total - found)


def _make(
    ending: Endgame, family: Family, tables: Tables, clock: Clock, visited: list[int], known: FoundBounds
) -> tuple[Value, Lines]:
    """Create the two functions; local names make them fast."""
    places, shared, floors, ceilings, totals, led_here, two_left = known
    low, high, low_first, high_first = tables.low, tables.high, tables.low_first, tables.high_first
    total_of, vector, takes = tables.total, tables.vector, ending.takes
    king, queen, per_trick, apart = tables.king, tables.queen, family.per_trick, tables.apart
    kings = ending.bits[king] if king >= 0 else 0
    plain, size, width = tables.plain, tables.size, ending.width
    bonus = (family.bonus, tuple(-worth for worth in family.bonus))
    least = tuple({f: min(side[g >> 2] for g in below(f)) for f in (0, 4, 8, 12)} for side in bonus)
    most = tuple({f: max(side[g >> 2] for g in below(f)) for f in (0, 4, 8, 12)} for side in bonus)
    sure = make_sure(tables)
    last_trick = make_last_trick(ending, tables, family)
    last_two = make_last_two(ending, tables)
    list_leads = make_leads(ending, tables)
    limited, streaks = ending.limited, ending.streaks
    tick = clock.tick
    worked = [0]  # the last lead that reached the target

    def meet(
        a: int, b: int, c: int, d: int, number: int, leader: int, flags: int, streak: int, key: int
    ) -> int:
        """Return the index of a position new under this key, with initial bounds."""
        vectors = (vector[a] + vector[b] + vector[c] + vector[d]).to_bytes(size, "little")
        named = (a | b | c | d) & apart
        unified = (
            bytes((number, leader | flags, *sorted(vectors[:plain].translate(_ALONE)))) + vectors[plain:]
        )
        full_key: Key = (unified, named, streak) if named or streak else unified
        place = shared.get(full_key)
        if place is not None:
            return place
        total = total_of[a] + total_of[b] + total_of[c] + total_of[d] + number * per_trick
        side = leader & 1
        floor = least[side][flags]
        if not named:
            points, cleans = sure(a, b, c, d, number, leader, vectors)
            ours = 4 << (leader & 1)
            at_least = points + least[side][flags]
            if flags & ours and cleans:
                at_least = max(at_least, least[side][flags & ~ours])
            if at_least > floor:
                floor = at_least
        place = len(totals)
        floors.append(floor)
        ceilings.append(total + most[side][flags])
        totals.append(total)
        shared[full_key] = place
        return place

    def value(
        a: int, b: int, c: int, d: int, number: int, leader: int, flags: int, streak: int, target: int
    ) -> int:
        if number < 3:
            if number == 2:
                if not flags and not streak:
                    key = a | b | c | d | leader
                    exact = two_left.get(key)
                    if exact is None:
                        visited[0] += 1
                        exact = last_two(a, b, c, d)
                        two_left[key] = exact
                        tick()
                    return exact
            elif number == 0:
                return bonus[leader & 1][flags >> 2]
            else:
                return last_trick(a, b, c, d, leader, flags)
        key = a | b | c | d | leader
        if flags:
            if not key & kings:  # without kings the flags are final
                settled = bonus[leader & 1][flags >> 2]
                return settled + value(a, b, c, d, number, leader, 0, streak, target - settled)
            key |= flags
        if streak:
            key |= streak << width
        place = places.get(key)
        if place is None:
            place = meet(a, b, c, d, number, leader, flags, streak, key)
            places[key] = place
        floor = floors[place]
        if floor >= target:
            return floor
        ceiling = ceilings[place]
        if ceiling < target:
            return ceiling
        leads = led_here.get(key)
        if leads is None:
            leads = led_here[key] = list_leads(a, b, c, d, leader, streak)
        found = lines(a, b, c, d, number, leader, flags, streak, target, totals[place], leads, floor)
        if found >= target:
            if found > floors[place]:
                floors[place] = found
            if leads[0] != worked[0]:
                first = worked[0]
                led_here[key] = bytes([first, *[at for at in leads if at != first]])
        elif found < ceilings[place]:
            ceilings[place] = found
        tick()
        return found

    def lines(
        a: int, b: int, c: int, d: int,
        number: int, leader: int, flags: int, streak: int, target: int,
        total: int, leads: Leads, floor: int,
    ) -> int:  # fmt: skip
        visited[0] += 1
        best = floor
        fewer = number - 1
        second, third, fourth = leader + 1 & 3, leader ^ 2, leader + 3 & 3
        ours, theirs = ~(4 << (leader & 1)), ~(8 >> (leader & 1))
        moves = low[a]
        for at in leads:
            left_a, led, worth = moves[at]
            counted = worth + per_trick
            take = takes[led]
            beats_b, beats_c, beats_d = b in take, c in take, d in take
            streak_a = streak_b = streak_c = streak_d = 0
            if led in limited:
                hands = [0, 0, 0, 0]
                hands[leader], hands[second], hands[third], hands[fourth] = a, b, c, d
                streak_a, streak_b, streak_c, streak_d = streaks(hands, leader, led, streak)
            cleaning = flags and led != queen
            worst_of_b = FAR
            for left_b, rank_b, worth_b in low_first[led][b] if beats_b and not beats_d else low[b]:
                beaten = rank_b == led
                counted_b = counted + worth_b
                best_of_c = -FAR
                if beats_c:
                    thirds = low_first[led][c] if beats_d else high_first[led][c]
                else:
                    thirds = low[c] if beats_d or beaten else high[c]
                for left_c, rank_c, worth_c in thirds:
                    winner = 2 if rank_c == led else beaten
                    counted_c = counted_b + worth_c
                    worst_of_d = FAR
                    if winner == 1:
                        fourths = high[d]
                    else:
                        fourths = low_first[led][d] if beats_d else low[d]
                    for left_d, rank_d, worth_d in fourths:
                        gain = counted_c + worth_d
                        lost = winner == 1 or rank_d == led
                        now = flags
                        if cleaning and (led == king or rank_b == king or rank_c == king or rank_d == king):
                            now &= theirs if lost else ours
                        if lost:
                            rest = total - gain
                            if not now and rest < target:
                                found = rest
                            elif rank_d == led:
                                found = rest - value(
                                    left_d, left_a, left_b, left_c,
                                    fewer, fourth, now, streak_d, rest - target + 1,
                                )  # fmt: skip
                            else:
                                found = rest - value(
                                    left_b, left_c, left_d, left_a,
                                    fewer, second, now, streak_b, rest - target + 1,
                                )  # fmt: skip
                        else:
                            if not now and gain >= target:
                                found = gain
                            elif winner:
                                found = gain + value(
                                    left_c, left_d, left_a, left_b,
                                    fewer, third, now, streak_c, target - gain,
                                )  # fmt: skip
                            else:
                                found = gain + value(
                                    left_a, left_b, left_c, left_d,
                                    fewer, leader, now, streak_a, target - gain,
                                )  # fmt: skip
                        if found < worst_of_d:
                            worst_of_d = found
                            if found < target:
                                break
                    if worst_of_d > best_of_c:
                        best_of_c = worst_of_d
                        if best_of_c >= target:
                            break
                if best_of_c < worst_of_b:
                    worst_of_b = best_of_c
                    if worst_of_b < target:
                        break
            if worst_of_b > best:
                best = worst_of_b
                if best >= target:
                    worked[0] = at
                    break
        return best

    return value, lines
