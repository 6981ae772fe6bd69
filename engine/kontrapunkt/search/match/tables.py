"""Tables of all hands of an ending for a kind of count, and shortcuts from them.

`make_leads` lists the leads in the order to try (techniques `alike` and `ordering`).

Sure points (technique `sure`, `make_sure`) are those that the leader's side gets whatever the others do. A
rank is beaten only by a later card of its own. So a card of a rank that neither opponent holds wins when it
is led, for the leader or the partner, and holding several of them the leader can cash them one by one.
Meanwhile the opponents must give at least their smallest cards. If the partner holds none of those ranks
either, the partner may discard the biggest cards. If the partner does hold one, the partner may have to take
a trick with the last copy, then holds nothing but such cards, and the side takes all the rest; so the
smallest cards are sure in any case. One sure trick with a king in it cleans the leader's side.

The last two tricks are unrolled (technique `unrolled`). With one card in each hand nobody has a choice: the
last card of the led rank wins. With two, every line has at most four choices, followed by such a trick; so
the value is found by a plain minimax with cut-offs, written as four loops, and stored as one exact number
instead of two bounds. It is exact because it omits nothing; it saves the canonical key, the bounds and the
repeated queries where most positions are.
"""

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Final, NamedTuple

from kontrapunkt.search.match.endgame import Endgame

Move = tuple[int, int, int]
"""The hand that is left, the rank played and its count."""

Moves = tuple[Move, ...]

Leads = bytes
"""Leads in order, each as its index among the plays sorted by low count."""

_OTHERS: Final = [255 & ~(3 << 2 * seat) for seat in range(4)]
_OPPONENTS: Final = [0b11001100, 0b00110011] * 2


BIG: Final = 1_000_000
"""More than any count: a bonus that outweighs everything."""

NS_UNCLEAN: Final = 4
EW_UNCLEAN: Final = 8


class Family(NamedTuple):
    """A kind of count for N–S; E–W count the rest of the same sum.

    Flags mark the unclean sides: `NS_UNCLEAN`, `EW_UNCLEAN` or both. A side loses its flag by taking a trick
    with a king in it. The flags left at the end give N–S a bonus; none give nothing. So goals about cleaning
    use the same search as those that count card points.

    Attributes:
        scale: The count of a card point; 0 where card points do not matter.
        per_trick: The count of a trick besides its card points.
        flags: The flags that matter.
        bonus: The bonus of N–S for the flags at the end: none, N–S unclean, E–W unclean, both.
    """

    scale: int = 1
    per_trick: int = 0
    flags: int = 0
    bonus: tuple[int, ...] = (0, 0, 0, 0)


POINTS: Final = Family()
"""Card points alone."""

TRICKS: Final = Family(0, 1)
"""Tricks alone."""


def below(flags: int) -> tuple[int, ...]:
    """Return the sets of flags that may be left at the end.

    Args:
        flags: The flags now: 4 for N–S, 8 for E–W.
    """
    return tuple({flags & kept for kept in (0, NS_UNCLEAN, EW_UNCLEAN, NS_UNCLEAN | EW_UNCLEAN)})


class Firsts(dict[int, Moves]):
    """The plays by mask, those of one rank first; computed on demand."""

    def __init__(self, moves: Mapping[int, Moves], rank: int) -> None:
        super().__init__()
        self._moves = moves
        self._rank = rank

    def __missing__(self, mask: int) -> Moves:
        moves, rank = self._moves[mask], self._rank
        moves = (*(m for m in moves if m[1] == rank), *(m for m in moves if m[1] != rank))
        self[mask] = moves
        return moves


class Tables:
    """The tables of an ending for a kind of count.

    A vector holds the number of cards of each rank in a hand: two bits per seat, eight per rank, so that the
    vectors of four hands add up to one number with a byte per rank. Ranks that count nothing come first; they
    may be sorted freely (technique `canonical`). Left out are ranks that the lead limit may bar, and four of
    a kind in one hand, which two bits cannot count; keys hold the places of their cards.

    Attributes:
        worth: The count of a card by rank.
        per_trick: The count of a trick besides its cards.
        king: The index of the king among the ranks, if flags matter; else -1.
        queen: The index of the queen, if a queen led prevents cleaning; else -1.
        low: The plays by mask, low counts first.
        high: The plays by mask, high counts first.
        low_first: The plays by rank and mask, as `low` but with that rank first.
        high_first: The same as `high` with that rank first.
        total: The count of all cards by mask.
        bottom: By mask and number the lowest count of that many of its cards. (The highest is the total less
            the lowest count of the others.)
        vector: The vector by mask.
        field: The index of each rank's byte; -1 for none.
        size: The number of bytes.
        plain: The number of bytes of ranks that count nothing.
        apart: The bits of cards left out of the vectors.
    """

    def __init__(self, ending: Endgame, family: Family) -> None:
        """Compute the tables.

        Args:
            family: The kind of count.
        """
        ranks = ending.ranks
        self.worth = [ending.values.get(rank, 0) * family.scale for rank in ranks]
        self.per_trick = family.per_trick
        self.king = ranks.index("K") if family.flags and "K" in ranks else -1
        self.queen = ranks.index("Q") if self.king >= 0 and not ending.queen_cleans and "Q" in ranks else -1
        special = {self.king, self.queen}
        left_out = ending.limited | {
            rank
            for rank, bits in enumerate(ending.bits)
            if any((hand & bits).bit_count() > 3 for hand in ending.hands)
        }
        self.apart = sum(ending.bits[rank] for rank in left_out)
        kept = [rank for rank in range(len(ranks)) if rank not in left_out]
        plain = [rank for rank in kept if not self.worth[rank] and rank not in special]
        order = plain + [rank for rank in kept if rank not in plain]
        self.plain = len(plain)
        self.size = len(order)
        self.field = [order.index(rank) if rank in order else -1 for rank in range(len(ranks))]
        self.low: dict[int, Moves] = {}
        self.high: dict[int, Moves] = {}
        self.total: dict[int, int] = {0: 0}
        self.bottom: dict[int, tuple[int, ...]] = {}
        self.vector: dict[int, int] = {0: 0}
        worth, total, vector = self.worth, self.total, self.vector
        weight = [2 * w + (rank == self.king) for rank, w in enumerate(worth)]
        sorted_already = weight == sorted(weight)
        for seat, masks in enumerate(ending.masks):
            unit = [1 << 8 * place + 2 * seat if place >= 0 else 0 for place in self.field]
            for mask in masks:  # subsets of a hand precede it
                moves = ending.moves[mask]
                left, played = moves[0]
                total[mask] = total[left] + worth[played]
                vector[mask] = vector[left] + unit[played]
                counted = [(left, rank, worth[rank]) for left, rank in moves]
                if not sorted_already:
                    counted.sort(key=lambda move: weight[move[1]])
                low = self.low[mask] = tuple(counted)
                self.high[mask] = low[::-1]
                self.bottom[mask] = tuple(accumulate([worth[rank] for rank in ending.cards[mask]], initial=0))
        self.low_first = [Firsts(self.low, rank) for rank in range(len(ranks))]
        self.high_first = [Firsts(self.high, rank) for rank in range(len(ranks))]


def make_leads(ending: Endgame, tables: Tables) -> Callable[[int, int, int, int, int, int], Leads]:
    """Return the function that lists the leads from hands, leader and streak.

    Two ranks with the same count and the same distribution are interchangeable, so that one of them is
    enough. So are two ranks that nobody else holds: neither can be beaten or can beat, whatever their
    numbers. (This excludes ranks that flags or the lead limit name.)

    Cards of which nobody else has a copy come first, then those of which no opponent has one, then the rest;
    within each group high counts come first. The order changes no value, only the speed.
    """
    low, vector, field = tables.low, tables.vector, tables.field
    named = {tables.king, tables.queen}

    def leads(a: int, b: int, c: int, d: int, leader: int, streak: int) -> Leads:
        vectors = vector[a] + vector[b] + vector[c] + vector[d]
        others, opponents = _OTHERS[leader], _OPPONENTS[leader]
        barred = ending.barred(streak) if streak else -1
        found: list[tuple[int, int, int]] = []
        seen = set()
        for at, (_, rank, worth) in enumerate(low[a]):
            if rank == barred and ending.cards[a][0] != ending.cards[a][-1]:
                continue
            place = field[rank]
            by_seat = vectors >> 8 * place & 255 if place >= 0 else -1
            alone = not by_seat & others
            same = (worth, rank, 0) if place < 0 or rank in named else (worth, -1, 0 if alone else by_seat)
            if same in seen:
                continue
            seen.add(same)
            kind = 0 if alone else 1 if not by_seat & opponents else 2
            found.append((kind, -worth, at))
        found.sort()
        return bytes([at for _, _, at in found])

    return leads


def make_sure(tables: Tables) -> Callable[[int, int, int, int, int, int, bytes], tuple[int, bool]]:
    """Return the function for the leader's side's sure count and sure cleaning.

    Its arguments: hands in the order of play, cards per hand, leader and vectors.
    """
    low, field, king, queen = tables.low, tables.field, tables.king, tables.queen
    total, bottom, per_trick = tables.total, tables.bottom, tables.per_trick
    if king >= 0 and field[king] < 0:
        king = -1  # kings are not in the vectors; this is used only after the last of them

    def sure(a: int, b: int, c: int, d: int, number: int, leader: int, vectors: bytes) -> tuple[int, bool]:
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


def make_last_trick(
    ending: Endgame, tables: Tables, family: Family
) -> Callable[[int, int, int, int, int, int], int]:
    """Return the function for the leader's side's count in the last trick.

    Its arguments: hands in the order of play, leader and flags.
    """
    only, total, per_trick = ending.only, tables.total, tables.per_trick
    king, queen = tables.king, tables.queen
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


def make_last_two(ending: Endgame, tables: Tables) -> Callable[[int, int, int, int], int]:
    """Return the function for the leader's side's count in two tricks without flags.

    Its arguments are the hands in the order of play.
    """
    only, total, per_trick = ending.only, tables.total, tables.per_trick
    low, high = tables.low, tables.high

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
                        # The winner of this trick leads the last one; the last player who can beat the lead
                        # takes it.
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
