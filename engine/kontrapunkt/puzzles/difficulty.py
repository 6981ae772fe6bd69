"""How hard a puzzle is, from 1 to 5, by what was measured.

Every feature becomes a number that grows slowly (a share as it is, a count by its logarithm), is weighted,
and added up; `STEPS` cut the sum into five. Each kind of puzzle has its weights; a weight has the same sign
for all values of its feature, so that more of it never makes a puzzle easier (`finders`: never harder),
whatever the other features are.

choices    things to choose among at the question, equals as one: more to look at
losing     share of them that are wrong: fewer ways to stumble upon a right one
decisions  turns at which something goes wrong or might, along the hardest defence: more to foresee
depth      cards until the loss shows, after the wrong card that hides it longest: what is far off is not seen
tree       positions to think of: those of the proof tree; for a mistake, the cards there were to play
finders    simple policies whose first card is right: habit finds it too, so they count against
rules      findings or rules that the answer rests on: more to know and to bring together
refused    what is not allowed: more to rule out
cards      cards to be added up
worlds     deals that fit what is seen: more that a line has to stand
tempting   cards that would do as the cards lie in the record, and are not sure: they look right

The weights follow the reading that a puzzle is as hard as its steps are hidden and many: `decisions` weighs
most, as each is a puzzle of its own, then what the eye cannot see (`depth`); `tree` grows with both and
weighs little. They are a judgement, not a fit: nobody's solving times stand behind them. `STEPS` were set on
180 mined `play` puzzles of both Finnish games, so that the easiest tenth of them is 1, and each of the other
difficulties about a fifth to a quarter.
"""

from collections.abc import Mapping
from math import log2
from typing import Final

SHARES: Final = ("losing",)
"""Features that are shares, from 0 to 1; all others are counts."""

STEPS: Final = (5.0, 6.2, 7.4, 8.6)
"""From which sum on a puzzle is of difficulty 2, 3, 4, 5."""


def weight(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The sum of the features as a kind of puzzle weighs them; those without a weight do not matter."""
    return sum(
        factor * (features.get(name, 0) if name in SHARES else log2(1 + max(0, features.get(name, 0))))
        for name, factor in weights.items()
    )


def difficulty(weights: Mapping[str, float], features: Mapping[str, float]) -> int:
    """The difficulty, from 1 to 5."""
    total = weight(weights, features)
    return 1 + sum(total >= step for step in STEPS)
