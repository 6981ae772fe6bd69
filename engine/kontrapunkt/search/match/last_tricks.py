"""The last two tricks, unrolled (technique `unrolled`).

With one card in each hand nobody has a choice: the last card of the led rank wins. With two, every line is at
most four choices long and the trick after it is that; so the value is found outright, by a plain minimax with
cut-offs written as four loops, and kept as one exact number instead of two bounds. Exact because nothing is
left out; it saves the canonical key, the bounds and the repeated windows where most positions are.
"""

from collections.abc import Callable

from kontrapunkt.search.match.ending import Ending
from kontrapunkt.search.match.family import Family
from kontrapunkt.search.match.tables import Tables

LastTrick = Callable[[int, int, int, int, int, int], int]
"""What the leader's side counts: hands in order of play, leader, flags."""

LastTwo = Callable[[int, int, int, int], int]
"""What the leader's side counts without flags: hands in order of play."""


def make_last_trick(ending: Ending, tables: Tables, family: Family) -> LastTrick:
    """The function that knows the last trick."""
    only = {mask: cards[0] for mask, cards in ending.cards.items() if len(cards) == 1}
    total, king, queen, per_trick = tables.total, tables.king, tables.queen, family.per_trick
    bonus = (family.bonus, tuple(-worth for worth in family.bonus))

    def last_trick(a: int, b: int, c: int, d: int, leader: int, flags: int) -> int:
        led = only[a]
        if only[d] == led:
            place = 3
        elif only[c] == led:
            place = 2
        else:
            place = int(only[b] == led)
        counted = 0 if place & 1 else total[a] + total[b] + total[c] + total[d] + per_trick
        if not flags:
            return counted
        if led != queen and king in (led, only[b], only[c], only[d]):
            flags &= ~(4 << ((leader + place) & 1))
        return counted + bonus[leader & 1][flags >> 2]

    return last_trick


def make_last_two(ending: Ending, tables: Tables) -> LastTwo:
    """The function that finds the value of two tricks."""
    only = {mask: cards[0] for mask, cards in ending.cards.items() if len(cards) == 1}
    low, high, total, per_trick = tables.low, tables.high, tables.total, tables.per_trick

    def last_two(a: int, b: int, c: int, d: int) -> int:
        whole = total[a] + total[b] + total[c] + total[d] + 2 * per_trick
        seconds, thirds, fourths = low[b], high[c], low[d]
        best = -1
        for left_a, led, worth in high[a]:
            last_a = only[left_a]
            counted = worth + per_trick
            worst_of_b = whole + 1
            for left_b, rank_b, worth_b in seconds:
                last_b = only[left_b]
                counted_b = counted + worth_b
                best_of_c = -1
                for left_c, rank_c, worth_c in thirds:
                    last_c = only[left_c]
                    counted_c = counted_b + worth_c
                    worst_of_d = whole + 1
                    for left_d, rank_d, worth_d in fourths:
                        last_d = only[left_d]
                        gain = counted_c + worth_d
                        # Who takes this trick leads the last; the last player who can beat the lead takes it.
                        if rank_d == led:
                            ours = last_c == last_d or (last_b != last_d and last_a == last_d)
                            value = whole - gain if ours else 0
                        elif rank_c == led:
                            theirs = last_b == last_c or (last_a != last_c and last_d == last_c)
                            value = gain if theirs else whole
                        elif rank_b == led:
                            ours = last_a == last_b or (last_d != last_b and last_c == last_b)
                            value = whole - gain if ours else 0
                        else:
                            theirs = last_d == last_a or (last_c != last_a and last_b == last_a)
                            value = gain if theirs else whole
                        if value < worst_of_d:
                            worst_of_d = value
                            if value <= best_of_c:
                                break
                    if worst_of_d > best_of_c:
                        best_of_c = worst_of_d
                        if best_of_c >= worst_of_b:
                            break
                if best_of_c < worst_of_b:
                    worst_of_b = best_of_c
                    if worst_of_b <= best:
                        break
            if worst_of_b > best:
                best = worst_of_b
                if best == whole:
                    break
        return best

    return last_two
