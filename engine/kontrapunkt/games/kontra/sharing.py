"""Whether the cards of the earlier tricks can have been shared out as a position says."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kontrapunkt.cards import Card


def may_share(
    gone: Iterable[Card],
    values: Mapping[str, int],
    points: Sequence[int],
    sizes: Sequence[int] | None,
    trick: int,
) -> bool:
    """Whether piles can hold these cards, with so many card points in each.

    Args:
        gone: The cards.
        values: Card points by rank.
        points: The card points of each pile.
        sizes: The cards of each pile; None where that is not known.
        trick: Cards of a trick, at least: a pile with fewer is empty.
    """
    count = Counter(card[0] for card in gone)
    blanks = sum(number for rank, number in count.items() if rank not in values)
    shares = {(tuple(points), (0,) * len(points))}  # what is still to be counted, cards that counted so far
    for rank, worth in values.items():
        parts = list(_parts(count[rank], len(points)))
        shares = {
            (tuple(p - n * worth for p, n in zip(left, part, strict=True)), _sum(held, part))
            for left, held in shares
            for part in parts
            if all(p >= n * worth for p, n in zip(left, part, strict=True))
        }
    counting = {held for left, held in shares if not any(left)}
    if sizes is not None:
        return any(all(h <= size for h, size in zip(held, sizes, strict=True)) for held in counting)
    return any(sum(max(0, trick - h) for h in held if h) <= blanks for held in counting)


def _sum(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _parts(number: int, piles: int) -> Iterator[tuple[int, ...]]:
    """All ways to share so many equal cards among piles."""
    if piles == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _parts(number - first, piles - 1):
            yield (first, *rest)
