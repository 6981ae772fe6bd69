"""Whether the cards of earlier tricks can lie in piles as a position says; nothing here knows a game.

Of a card only its rank matters, and the ranks that count nothing are all one. The answer is exact: yes, where
the cards can be shared out so that each pile is as it is known to be, all of them at once.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.core.cards import Card

BLANK: Final = ""
"""Stands for every rank that counts nothing."""

Held = Mapping[str, int]
"""How many cards of each rank a pile holds."""

MayHold = Callable[[Held], bool]
"""Whether so many cards of each rank can lie in a pile."""

Counts = tuple[int, ...]
"""How many cards there are, rank by rank."""


@dataclass(frozen=True, slots=True)
class KnownPile:
    """What is known of a pile.

    Attributes:
        sizes: How many cards it may have.
        points: Its card points; None where they are not known.
        may_hold: What else is asked of its cards; None for nothing.
    """

    sizes: Collection[int]
    points: int | None = None
    may_hold: MayHold | None = None


def can_lie(gone: Iterable[Card], values: Mapping[str, int], piles: Iterable[KnownPile]) -> bool:
    """Whether piles can hold these cards, every one of them.

    Args:
        gone: The cards.
        values: Card points by rank; a rank left out counts nothing.
        piles: What is known of each pile.
    """
    count = Counter(card[0] if card[0] in values else BLANK for card in gone)
    everything = tuple(count[rank] for rank in (*values, BLANK))
    small_first = sorted(piles, key=lambda pile: (pile.points is None, max(pile.sizes, default=0)))
    return _can_fill(everything, values, small_first, set())


def _can_fill(
    left: Counts, values: Mapping[str, int], piles: Sequence[KnownPile], tried: set[tuple[int, Counts]]
) -> bool:
    """Whether the piles can hold what is left, every card of it.

    Args:
        left: The cards.
        values: Card points by rank.
        piles: The piles that are still to be filled.
        tried: How many piles were to be filled with what; it was in vain, or is being tried.
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
    """Every way to hold counting cards.

    Args:
        numbers: How many cards there are of each counting rank.
        worths: What one is worth.
        points: What those held count together; None where any number will do.
        most: How many may be held.
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
    """Whether a pile of these cards is as it is known to be."""
    by_rank = dict(zip((*values, BLANK), held, strict=True))
    worth = sum(by_rank[rank] * each for rank, each in values.items())
    return (
        sum(held) in pile.sizes
        and pile.points in (None, worth)
        and (pile.may_hold is None or pile.may_hold(by_rank))
    )
