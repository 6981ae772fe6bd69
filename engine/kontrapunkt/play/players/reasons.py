"""Reasons that make an action better, as far as its trials prove them.

    found = reason_for(seat, deals, gains, every=False)
    found.better, found.worse, found.key

The trials of two actions in deals that a seat could not exclude say more than their mean difference. If one
action gains in the deals in which a seat holds a card, and little or nothing in the others, that card is the
reason. Of many cards some divide a few random deals by chance, so a sample must be far beyond its error.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import Seat, State

_APART: Final = 3.5
"""The standard errors between two groups of random deals: more than chance does with a hundred cards."""

_SURE: Final = 2.0
"""The number of standard errors for a single statement."""

_FEWEST: Final = 5
"""The fewest random deals in a group."""

_LITTLE: Final = 1 / 3
"""The greatest part of a gain that may remain in the other deals."""


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A card on whose place the gain depends.

    Attributes:
        seat: The seat that is likely to hold it, or not to.
        card: The card.
        held: True if the gain comes from the deals in which the seat holds it; False if from the others.
        share: The part of the deals in which that is so.
        gain: The mean gain in these deals.
        otherwise: The mean gain in the others.
    """

    seat: Seat
    card: Card
    held: bool
    share: float
    gain: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class GainReason:
    """A reason that makes an action better than another on average.

    Attributes:
        better: The part of the deals in which it is better.
        worse: The part of the deals in which it is worse.
        doubt: Two standard errors of such a part; 0 if all deals were examined.
        key: The card on which it depends; None for none.
    """

    better: float
    worse: float
    doubt: float
    key: KeyCard | None = None

    @property
    def mostly(self) -> bool:
        """True if it is better in most deals."""
        return self.better - self.doubt > 0.5

    @property
    def seldom(self) -> bool:
        """True if it is better in fewer than a quarter of them."""
        return self.better + self.doubt < 0.25


@dataclass(frozen=True, slots=True)
class _Group:
    """The gains in some of the deals.

    Attributes:
        weight: The number of physical deals.
        mean: Their mean gain.
        error: The standard error of the mean; 0 for all deals that there are.
    """

    weight: int
    mean: float
    error: float


def reason_for(
    seat: Seat, deals: Sequence[tuple[State, int]], gains: Sequence[float], *, every: bool
) -> GainReason:
    """Return the reason that makes one action better than another.

    Args:
        seat: The seat that acts; its own cards are the same in all deals.
        deals: Deals that it could not exclude, each with the number of physical deals it counts for.
        gains: The gain in each of them.
        every: True if these are all deals, so that there is no sampling error.
    """
    total = sum(weight for _, weight in deals)
    better, worse = (
        sum(weight for (_, weight), gain in zip(deals, gains, strict=True) if sign * gain > 1e-9) / total
        for sign in (1, -1)
    )
    found = list(_candidates(seat, deals, gains, every))
    key = max(found, key=lambda each: each.share * (each.gain - each.otherwise), default=None)
    doubt = 0.0 if every else _SURE * math.sqrt(better * (1 - better) / len(gains))
    return GainReason(better, worse, doubt, key)


def _candidates(
    seat: Seat, deals: Sequence[tuple[State, int]], gains: Sequence[float], every: bool
) -> Iterator[KeyCard]:
    hands = [deal.view(None).hands for deal, _ in deals]
    weights = [weight for _, weight in deals]
    others = [each for each in hands[0] if each != seat] if hands else []
    double = {card for held in hands for card, n in Counter(chain(*held.values())).items() if n > 1}
    for other in others:
        for card in sorted({card for held in hands for card in held[other]} - double - {HIDDEN}):
            has = [card in held[other] for held in hands]
            for holds in (True, False):
                inside = [each == holds for each in has]
                found = _explains(inside, weights, gains, every)
                if found:
                    yield KeyCard(other, card, holds, *found)


def _explains(
    inside: Sequence[bool], weights: Sequence[int], gains: Sequence[float], every: bool
) -> tuple[float, float, float] | None:
    """Return the share of some deals, and the mean gains in them and in the others.

    Returns:
        None unless these deals are the likely ones and the gain comes from them.
    """
    groups = [
        [(weight, gain) for each, weight, gain in zip(inside, weights, gains, strict=True) if each == side]
        for side in (True, False)
    ]
    if not all(groups) or (not every and min(map(len, groups)) < _FEWEST):
        return None
    within, without = (_measured(group, every) for group in groups)
    share = within.weight / (within.weight + without.weight)
    doubt = 0.0 if every else _SURE * math.sqrt(share * (1 - share) / len(gains))
    apart = 0.0 if every else _APART * math.hypot(within.error, without.error)
    if share - doubt <= 0.5 or within.mean - _SURE * within.error <= 0:
        return None
    if within.mean - without.mean <= apart or without.mean > _LITTLE * within.mean:
        return None
    return share, within.mean, without.mean


def _measured(group: Sequence[tuple[int, float]], every: bool) -> _Group:
    weight = sum(each for each, _ in group)
    mean = sum(each * gain for each, gain in group) / weight
    if every:
        return _Group(weight, mean, 0.0)
    spread = sum((gain - mean) ** 2 for _, gain in group) / (len(group) - 1)
    return _Group(weight, mean, math.sqrt(spread / len(group)))
