"""Comparisons of the engine with a naive reference, or of a reference with itself, seed by seed."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from itertools import count
from typing import NamedTuple


class Agreement(NamedTuple):
    """A comparison that plays at random.

    Attributes:
        compare: Plays the deals of a seed, and counts what occurs in them; it may return the number of deals,
            or count `deals`, else it plays one.
        corners: Rare cases, and a seed in which each occurs.
        recur: True if all corners occur among ten thousand deals.
        holds: Returns True if what has been counted is as it should be.
    """

    compare: Callable[[int, Counter[str]], object]
    corners: Mapping[str, int]
    recur: bool = True
    holds: Callable[[Counter[str]], bool] = lambda seen: True

    def play(self, number: int, first: int = 0) -> Counter[str]:
        """Play at least a number of deals, with the seeds from the first one on."""
        seen, deals = Counter[str](), 0
        for seed in count(first):
            if deals >= number:
                break
            before = seen["deals"]
            played = self.compare(seed, seen)
            deals += played if isinstance(played, int) else seen["deals"] - before or 1
        assert self.holds(seen)
        return seen


def count_sequences[D](
    deal: D,
    depth: int,
    moves: Callable[[D], Sequence[tuple[str, str]]],
    do: Callable[[D, str, str], object],
) -> int:
    """Count the sequences of actions that a reference allows from a moment on.

    Args:
        depth: The length of a sequence, at least 1; the end of the deal may cut it short.
        moves: Returns the seats and their legal actions; none when the deal is over.
        do: Changes a deal by an action.
    """
    found = moves(deal)
    if depth == 1 or not found:
        return len(found) or 1
    total = 0
    for seat, action in found:
        then = deepcopy(deal)
        do(then, seat, action)
        total += count_sequences(then, depth - 1, moves, do)
    return total
