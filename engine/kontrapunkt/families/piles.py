"""Checks if the cards of earlier tricks can form the piles of a position.

Nothing here depends on a game. Only the ranks of cards matter, and all ranks without card points are equal.
The answer is exact: True if the cards can be divided so that every pile is as described, all of them at once.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.core.cards import Card

BLANK: Final = ""
"""The key for all ranks without card points."""

Held = Mapping[str, int]
"""The number of cards of each rank in a pile."""

MayHold = Callable[[Held], bool]
"""A predicate on the number of cards of each rank in a pile."""

Counts = tuple[int, ...]
"""The number of cards, rank by rank."""


@dataclass(frozen=True, slots=True)
class KnownPile:
    """The known properties of a pile.

    Attributes:
        sizes: The possible numbers of cards.
        points: Its card points; None if not known.
        may_hold: A further condition on its cards; None for none.
    """

    sizes: Collection[int]
    points: int | None = None
    may_hold: MayHold | None = None


def can_lie(gone: Iterable[Card], values: Mapping[str, int], piles: Iterable[KnownPile]) -> bool:
    """Return True if the piles can have exactly these cards.

    Args:
        gone: The cards.
        values: Card points by rank; a rank left out counts nothing.
        piles: The known properties of each pile.
    """
    count = Counter(card[0] if card[0] in values else BLANK for card in gone)
    everything = tuple(count[rank] for rank in (*values, BLANK))
    small_first = sorted(piles, key=lambda pile: (pile.points is None, max(pile.sizes, default=0)))
    return _can_fill(everything, values, small_first, set())


def _can_fill(
    left: Counts, values: Mapping[str, int], piles: Sequence[KnownPile], tried: set[tuple[int, Counts]]
) -> bool:
    """Return True if the piles can have exactly the cards that are left.

    Args:
        left: The cards that are left.
        values: Card points by rank.
        piles: The piles that are still to be filled.
        tried: The number of piles and the cards left, for each combination that failed or is being tried.
    """
    pile, rest = piles[0], piles[1:]
    if not rest:
        return _is_like(pile, left, values)
    if (len(piles), left) in tried:
        return False
    tried.add((len(piles), left))
    *numbers, blanks = left
    for counting in holdings(numbers, (*values.values(),), pile.points, max(pile.sizes, default=0)):
        for size in pile.sizes:
            held = (*counting, size - sum(counting))
            if 0 <= held[-1] <= blanks and _is_like(pile, held, values):
                others = tuple(all_ - each for all_, each in zip(left, held, strict=True))
                if _can_fill(others, values, rest, tried):
                    return True
    return False


def holdings(
    numbers: Sequence[int], worths: Sequence[int], points: int | None, most: int
) -> Iterator[Counts]:
    """Yield every way to hold cards that count.

    Args:
        numbers: The number of cards of each rank that counts.
        worths: The card points of each rank.
        points: The card points of those held together; None for any number.
        most: The greatest number of cards held.
    """
    if not worths:
        if not points:
            yield ()
        return
    dearest = max(worths[1:], default=0)
    for n in range(min(numbers[0], most) + 1):
        left = None if points is None else points - n * worths[0]
        if left is None or 0 <= left <= (most - n) * dearest:
            for others in holdings(numbers[1:], worths[1:], left, most - n):
                yield (n, *others)


def _is_like(pile: KnownPile, held: Counts, values: Mapping[str, int]) -> bool:
    """Return True if a pile of these cards has the known properties."""
    by_rank = dict(zip((*values, BLANK), held, strict=True))
    worth = sum(by_rank[rank] * each for rank, each in values.items())
    return (
        sum(held) in pile.sizes
        and pile.points in (None, worth)
        and (pile.may_hold is None or pile.may_hold(by_rank))
    )
