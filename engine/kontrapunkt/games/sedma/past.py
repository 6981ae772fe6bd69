"""What the piles before the start of a record may hold, where it does not say."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product

from kontrapunkt.cards import Card

Past = tuple[int, int]
"""Card points and tricks of N–S before the start; E–W have the rest."""

Possible = Callable[[int, int, int], bool]
"""Whether a side (0, 1) may hold so many queens and kings."""


def pasts(
    gone: Iterable[Card],
    values: tuple[tuple[str, int], ...],
    may_hold: Possible,
    points: int | None,
    tricks: int | None,
) -> Iterator[Past]:
    """Every way in which the cards of earlier tricks may have been shared.

    Args:
        gone: The cards of the earlier tricks.
        values: Card points by rank.
        may_hold: What the marks on the sides allow.
        points: Card points of N–S, where known.
        tricks: Tricks of N–S, where known.
    """
    count = Counter(card[0] for card in gone)
    counting = tuple((rank, value, count[rank]) for rank, value in values)
    blanks = sum(count.values()) - sum(number for _, _, number in counting)
    seen = set[Past]()
    for cards, sum_, queens, kings in _shares(counting):
        if (points is not None and sum_ != points) or not (
            may_hold(0, queens, kings) and may_hold(1, count["Q"] - queens, count["K"] - kings)
        ):
            continue
        for won in range((cards + 3) // 4, (cards + blanks) // 4 + 1):
            if (tricks is None or won == tricks) and (sum_, won) not in seen:
                seen.add((sum_, won))
                yield sum_, won


@lru_cache(64)
def _shares(counting: tuple[tuple[str, int, int], ...]) -> tuple[tuple[int, int, int, int], ...]:
    """All shares of the counting cards: cards, card points, queens, kings of the one side."""
    ranks = [rank for rank, _, _ in counting]
    found = set()
    for share in product(*(range(number + 1) for _, _, number in counting)):
        by_rank = dict(zip(ranks, share, strict=True))
        points = sum(n * value for n, (_, value, _) in zip(share, counting, strict=True))
        found.add((sum(share), points, by_rank.get("Q", 0), by_rank.get("K", 0)))
    return tuple(sorted(found))
