"""What both sides may have: before the start of a record, by what it says, and at the end of a deal."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Any

from kontrapunkt.cards import Card
from kontrapunkt.families.piles import Held, KnownPile, can_lie
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.families.rank_match.state import Before, RankMatchState
from kontrapunkt.families.rank_match.table import PACK, Pair

Rules = RankMatchRules[Any]
MayHave = Callable[[int, int, int], bool]
"""Whether a side may have so many tricks, queens and kings."""

Past = Pair
"""Card points and tricks of N–S before the start; E–W have the rest."""


def can_have_been(game: Rules, before: Before, gone: Collection[Card], leader: int) -> bool:
    """Whether the cards of earlier tricks may have been shared as a position says.

    Args:
        game: The game.
        before: What the position says of the past.
        gone: The cards of the earlier tricks.
        leader: Who leads, or led, the first trick of the record, and so has won the one before.
    """
    may_have = _may_have(game, before, gone, leader)

    def may_hold(held: Held) -> bool:
        return may_have(sum(held.values()) // 4, held["Q"], held["K"])

    sizes = [range(0, len(gone) + 1, 4)] * 2 if before.tricks is None else [[4 * n] for n in before.tricks]
    ns, ew = before.points or (None, None)
    return can_lie(gone, game.values, [KnownPile(sizes[0], ns, may_hold), KnownPile(sizes[1], ew)])


@lru_cache(maxsize=16)  # asked again at each moment of a record
def _pasts(game: Rules, before: Before, gone: frozenset[Card], leader: int) -> tuple[Past, ...]:
    """Every way in which they may have been shared, those with fewer tricks for N–S first."""
    may_have = _may_have(game, before, gone, leader)
    count = Counter(card[0] for card in gone)
    worth = game.values
    blanks = sum(number for rank, number in count.items() if rank not in worth)
    shares = {(0, 0)}
    for rank in worth.keys() - {"Q", "K"}:
        shares = {(c + n, p + n * worth[rank]) for c, p in shares for n in range(count[rank] + 1)}
    points, tricks = before.points and before.points[0], before.tricks
    found: list[Past] = []
    for won in range(len(gone) // 4 + 1) if tricks is None else tricks[:1]:
        marked = {
            (queens + kings, queens * worth["Q"] + kings * worth["K"])
            for queens, kings in product(range(count["Q"] + 1), range(count["K"] + 1))
            if may_have(won, queens, kings)
        }
        sums = {
            p + more
            for c, p in shares
            for cards, more in marked
            if c + cards <= 4 * won <= c + cards + blanks and points in (None, p + more)
        }
        found += [(each, won) for each in sorted(sums)]
    return tuple(found)


def _may_have(game: Rules, before: Before, gone: Collection[Card], leader: int) -> MayHave:
    """Whether N–S may have so many of the tricks, queens and kings, and E–W the rest."""
    count = Counter(card[0] for card in gone)
    earlier = len(gone) // 4

    @cache
    def may_have(won: int, queens: int, kings: int) -> bool:
        tricks = (won, earlier - won)
        both = ((queens, count["Q"] - queens), (kings, count["K"] - kings))
        return bool(not earlier or tricks[leader & 1]) and game.piles_may_hold(before.marks, tricks, *both)

    return may_have


@dataclass(frozen=True, slots=True)
class Sums:
    """The whole deal: card points, tricks and the game's marks; side 0 is N–S.

    Attributes:
        points: Card points of each side.
        tricks: Tricks of each side.
        marks: The game's marks.
    """

    points: tuple[int, int]
    tricks: tuple[int, int]
    marks: tuple[int, ...] = ()

    def plus(self, points: Sequence[int], tricks: Sequence[int]) -> "Sums":
        """The same with more card points and tricks of each side.

        Args:
            points: The card points that are added.
            tricks: The tricks.
        """
        one, other = points
        first, second = tricks
        more = (self.points[0] + one, self.points[1] + other)
        return Sums(more, (self.tricks[0] + first, self.tricks[1] + second), self.marks)


def possible_sums(state: RankMatchState) -> list[Sums]:
    """All that both sides may have in the end; one entry where the record says everything."""
    return list(sums(state)) or [_here(state)]


def sums(state: RankMatchState) -> Iterator[Sums]:
    """The same one by one, as there may be hundreds; none where the past contradicts itself."""
    before, now = state.before, _here(state)
    if before.points is not None and before.tricks is not None:
        yield now.plus(before.points, before.tricks)
        return
    game = state.game
    gone = before.played
    if gone is None:  # hidden cards left it open; by now all cards since the start have been seen
        gone = frozenset(PACK).difference(*(trick.cards for trick in state.finished))
    value = game.worth(gone)
    leader = state.finished[0].leader if state.finished else state.leader
    for ns, won in _pasts(game, before, gone, leader):
        yield now.plus((ns, value - ns), (won, before.number - 1 - won))


def _here(state: RankMatchState) -> Sums:
    """What both sides have taken since the start."""
    return Sums((0, 0), (0, 0), state.marks).plus(state.card_points, state.taken)
