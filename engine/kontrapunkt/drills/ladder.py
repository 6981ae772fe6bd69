"""How hard the next question is: a ladder of five rungs for each kind.

Who answers two questions of a kind running on a rung climbs to the next; who misses one goes down a rung.
What a rung means is relative: of the moments of a deal at which a kind can be asked, ordered by how hard they
are, the lowest rung takes one from the easiest fifth, the highest one from the hardest. So a ladder is there
in every game, and nothing has to be set for a new one. What makes a moment hard each kind says itself: more
cards to look at, special cards, rules that seldom matter.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

HARDEST: Final = 5
"""The highest rung; the lowest is 1."""

RUNNING: Final = 2
"""So many right answers running lead to the next rung."""


def moved(level: int, running: int, right: bool) -> tuple[int, int]:
    """The rung after an answer.

    Args:
        level: The rung that it was asked on.
        running: How many answers before it were right, one after the other, on this rung.
        right: Whether it is right.

    Returns:
        The rung of the next question, and how many answers running count there.
    """
    if not right:
        return max(1, level - 1), 0
    if running + 1 < RUNNING:
        return level, running + 1
    return min(HARDEST, level + 1), 0


def on_rung[T](ordered: Sequence[T], level: int, chance: Random) -> T:
    """One of several things, by how hard they are.

    Args:
        ordered: The things, the easiest first; at least one.
        level: The rung, from 1 to `HARDEST`.
        chance: Chooses within the fifth of that rung.
    """
    place = (level - 1 + chance.random()) / HARDEST
    return ordered[int(place * len(ordered))]
