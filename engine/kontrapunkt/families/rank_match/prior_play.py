"""The possible card points and tricks of both sides before a record, and in all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

from kontrapunkt.core.cards import Card
from kontrapunkt.families.deal_state import PriorPlay
from kontrapunkt.families.rank_match.constants import PACK, Pair
from kontrapunkt.families.rank_match.rules import RankMatchRules
from kontrapunkt.families.rank_match.state import RankMatchState

Rules = RankMatchRules[Any]
Past = Pair
"""Card points and tricks of N–S before the start; E–W have the rest."""


@lru_cache(maxsize=16)  # needed again for each state of a record
def pasts(game: Rules, before: PriorPlay, gone: frozenset[Card], leader: int) -> tuple[Past, ...]:
    """Return every possible division of the cards of earlier tricks between the sides.

    Fewer tricks for N–S come first.

    Args:
        before: The earlier play as the position describes it; its points and tricks add up.
        gone: The cards of the earlier tricks.
        leader: The leader of the first trick of the record, who has won the one before.
    """
    count = Counter(card[0] for card in gone)
    worth, earlier = game.values, len(gone) // 4
    blanks = sum(number for rank, number in count.items() if rank not in worth)
    shares = {(0, 0)}
    for rank in worth.keys() - {"Q", "K"}:
        shares = {(c + n, p + n * worth[rank]) for c, p in shares for n in range(count[rank] + 1)}
    points = before.points and before.points[0]
    found: list[Past] = []
    for won in range(earlier + 1) if before.tricks is None else before.tricks[:1]:
        tricks = (won, earlier - won)
        if earlier and not tricks[leader & 1]:
            continue
        marked = {
            (queens + kings, queens * worth["Q"] + kings * worth["K"])
            for queens, kings in product(range(count["Q"] + 1), range(count["K"] + 1))
            if game.piles_may_hold(
                before.marks, tricks, (queens, count["Q"] - queens), (kings, count["K"] - kings)
            )
        }
        reached = {
            p + more
            for c, p in shares
            for cards, more in marked
            if c + cards <= 4 * won <= c + cards + blanks and points in (None, p + more)
        }
        found += [(each, won) for each in sorted(reached)]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class DealSums:
    """The card points, tricks and marks of a whole deal; side 0 is N–S.

    Attributes:
        points: Card points of each side.
        tricks: Tricks of each side.
        marks: The game's marks.
    """

    points: tuple[int, int]
    tricks: tuple[int, int]
    marks: tuple[int, ...] = ()

    def plus(self, points: Sequence[int], tricks: Sequence[int]) -> "DealSums":
        """Return the sums with more card points and tricks of each side.

        Args:
            points: The further card points.
            tricks: The further tricks.
        """
        one, other = points
        first, second = tricks
        more = (self.points[0] + one, self.points[1] + other)
        return DealSums(more, (self.tricks[0] + first, self.tricks[1] + second), self.marks)


def possible_sums(state: RankMatchState) -> list[DealSums]:
    """Return all possible sums of both sides; only one if the record says everything."""
    return list(sums(state)) or [_here(state)]


def sums(state: RankMatchState) -> Iterator[DealSums]:
    """Yield the possible sums, of which there may be hundreds; none if contradictory."""
    before, now = state.before, _here(state)
    if before.points is not None and before.tricks is not None:
        yield now.plus(before.points, before.tricks)
        return
    game = state.game
    gone = _gone(state)
    value = game.worth(gone)
    leader = state.finished[0].leader if state.finished else state.leader
    for ns, won in pasts(game, before, gone, leader):
        yield now.plus((ns, value - ns), (won, before.number - 1 - won))


def could_be_ahead(end: RankMatchState, side: int, points: int) -> bool:
    """Return True if a side may have had these points before its last earlier trick.

    Args:
        end: The end of a deal.
        side: The side, 0 N–S or 1 E–W; it took the last trick before the start.
        points: The number of card points.
    """
    values = Counter(end.game.values.get(card[0], 0) for card in _gone(end))
    lasts = [
        last for last in map(Counter, combinations_with_replacement(sorted(values), 4)) if last <= values
    ]
    for whole in sums(end):
        taken, tricks = whole.points[side] - end.card_points[side], whole.tricks[side] - end.taken[side]
        for last in lasts:
            before = taken - sum(last.elements())
            if before >= points and (4 * tricks - 4, before) in _shares(values - last):
                return True
    return False


def _shares(values: Counter[int]) -> set[Pair]:
    """Return the possible pairs of a number of cards and their card points."""
    found = {(0, 0)}
    for value, number in values.items():
        found = {(cards + n, points + n * value) for cards, points in found for n in range(number + 1)}
    return found


def _gone(state: RankMatchState) -> frozenset[Card]:
    """Return the cards of the tricks before the start."""
    gone: frozenset[Card] | None = state.before.played
    if gone is None:  # hidden cards left it open; by now all cards since the start have been seen
        gone = frozenset(PACK).difference(*(trick.cards for trick in state.finished))
    return gone


def _here(state: RankMatchState) -> DealSums:
    """Return the card points and tricks of both sides since the start."""
    return DealSums((0, 0), (0, 0), state.marks).plus(state.card_points, state.taken)
