"""What the piles before the start of a record may hold, where it does not say."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
    worth = dict(values)
    blanks = sum(number for rank, number in count.items() if rank not in worth)
    marked = {
        (queens + kings, queens * worth["Q"] + kings * worth["K"])
        for queens, kings in product(range(count["Q"] + 1), range(count["K"] + 1))
        if may_hold(0, queens, kings) and may_hold(1, count["Q"] - queens, count["K"] - kings)
    }
    shares = {(0, 0)}
    for rank in worth.keys() - {"Q", "K"}:
        shares = {(c + n, p + n * worth[rank]) for c, p in shares for n in range(count[rank] + 1)}
    shares = {(c + cards, p + sum_) for c, p in shares for cards, sum_ in marked}
    if points is not None:
        shares = {share for share in shares if share[1] == points}
    seen = set[Past]()
    for cards, sum_ in sorted(shares):
        for won in range((cards + 3) // 4, (cards + blanks) // 4 + 1):
            if (tricks is None or won == tricks) and (sum_, won) not in seen:
                seen.add((sum_, won))
                yield sum_, won
