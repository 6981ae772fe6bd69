"""The difficulty of a puzzle, from 1 to 5, from measured features.

Every feature becomes a number that grows slowly (a share as it is, a count by its logarithm). The numbers are
weighted and added, and `STEPS` divide the sums into five levels. Each kind of puzzle has its own weights. The
sign of a weight does not depend on the other features, so a higher feature never makes a puzzle easier
(`finders`: never harder).

choices    number of choices at the question, equals counted once: more to look at
losing     share of them that are wrong: fewer ways to find a right one by accident
decisions  turns at which a mistake is possible, against the hardest defence: more to foresee
depth      cards until the loss shows, after the wrong card that hides it longest: far is hard to see
tree       positions to consider: those of the proof tree; for a mistake, the cards that could be played
finders    simple policies whose first card is right: habit finds it, too, so they count against
rules      findings or rules that the answer depends on: more to know and to combine
refused    illegal actions: more to rule out
cards      cards to add up
worlds     deals that agree with the visible cards: a line must work in more of them
tempting   cards that would work in the deal of the record, but are not sure: they look right

The weights assume that a puzzle is as hard as its steps are hidden and many. `decisions` weighs most, as each
is a puzzle of its own; `depth` is next, as it measures what cannot be seen; `tree` grows with both and weighs
little. They are judgements, not fitted to anybody's solving times. `STEPS` were set on 180 mined `play`
puzzles of both Finnish games, so that the easiest tenth has difficulty 1, and each other difficulty has about
a fifth to a quarter.
"""

from collections.abc import Mapping
from math import log2
from typing import Final

SHARES: Final = ("losing",)
"""The features that are shares, from 0 to 1; all others are counts."""

STEPS: Final = (5.0, 6.2, 7.4, 8.6)
"""The least sums for the difficulties 2, 3, 4 and 5."""


def weight(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    """Return the weighted sum of the features; those without a weight do not count."""
    return sum(
        factor * (features.get(name, 0) if name in SHARES else log2(1 + max(0, features.get(name, 0))))
        for name, factor in weights.items()
    )


def difficulty(weights: Mapping[str, float], features: Mapping[str, float]) -> int:
    """Return the difficulty, from 1 to 5."""
    total = weight(weights, features)
    return 1 + sum(total >= step for step in STEPS)
