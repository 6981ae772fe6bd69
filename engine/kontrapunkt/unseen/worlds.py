"""Worlds: the deals that a seat cannot exclude, counted and drawn exactly."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, islice
from random import Random
from typing import Final, Protocol

from kontrapunkt.cards import Card
from kontrapunkt.game import State
from kontrapunkt.unseen.sharing import Bound, Place, Sharing

FEW: Final = 500
"""So many deals are listed, all of them, rather than drawn."""

Lying = Mapping[tuple[str, int], Sequence[Card]]
"""The hidden cards, by where they lie."""


@dataclass(frozen=True, slots=True)
class Case:
    """What may be so of the hidden cards; of several cases exactly one is.

    Attributes:
        places: Where they lie.
        factor: How many deals each way to lay them there stands for.
    """

    places: tuple[Place, ...]
    factor: int = 1


class Filled(Protocol):
    """What makes a state of the hidden cards, by where they lie."""

    def __call__(self, lying: Lying) -> State:
        """The state, at the point that the seat has seen the deal come to."""


class Worlds:
    """The deals that a seat cannot exclude by logic alone, from what it has seen; each a state at that point.

    Physical deals are counted: where two equal cards can change places, that makes two, and a world which
    comes about in more ways is drawn more often.
    """

    def __init__(self, cards: Sequence[Card], cases: Iterable[Case], filled: Filled) -> None:
        """Takes what is known together.

        Args:
            cards: The hidden cards.
            cases: What may be so; exactly one of them is.
            filled: Makes the states.
        """
        self.cards = tuple(cards)
        self.filled = filled
        cast = [(case.factor, Sharing(cards, case.places)) for case in cases]
        self._cases = [(factor, sharing) for factor, sharing in cast if sharing.count]
        self._upto = tuple(accumulate(factor * sharing.count for factor, sharing in self._cases))

    @property
    def count(self) -> int:
        """How many physical deals there are; none where the record contradicts itself."""
        return self._upto[-1] if self._upto else 0

    def draw(self, chance: Random) -> State:
        """One of the deals, each physical one as likely as another; there must be one.

        Args:
            chance: Where chance comes from; the same makes the same choice on every Python.
        """
        return self.filled(self.lying(chance))

    def lying(self, chance: Random) -> dict[tuple[str, int], Sequence[Card]]:
        """The same, but only where the hidden cards lie.

        Args:
            chance: Where chance comes from.
        """
        which = bisect_right(self._upto, chance.randrange(self.count)) if len(self._upto) > 1 else 0
        sharing = self._cases[which][1]
        return _by_place(sharing, sharing.draw(chance))

    def knowing(self, lying: Lying) -> "Worlds":
        """Those of the deals in which some of the cards lie where they are said to.

        Args:
            lying: All the hidden cards of some places; a place that hides none is left out.
        """
        known = {where: cards for where, cards in lying.items() if cards}
        rest = Counter(self.cards) - Counter(card for cards in known.values() for card in cards)
        cases = [
            Case(tuple(place for place in sharing.places if place.where not in known), factor)
            for factor, sharing in self._cases
            if all(place.allows(known[place.where]) for place in sharing.places if place.where in known)
        ]
        return Worlds(sorted(rest.elements()), cases, lambda more: self.filled({**known, **more}))

    def holding(self, card: Card, where: tuple[str, int]) -> "Worlds":
        """Those of the deals in which a card lies at a place, whatever else lies there.

        Args:
            card: The card, a hidden one.
            where: The place, as `Place` names it.
        """
        bound = Bound(frozenset([card]), least=1)
        cases = [
            Case(
                tuple(
                    replace(place, bounds=(*place.bounds, bound)) if place.where == where else place
                    for place in sharing.places
                ),
                factor,
            )
            for factor, sharing in self._cases
            if any(place.where == where for place in sharing.places)
        ]
        return Worlds(self.cards, cases, self.filled)

    def allows(self, lying: Lying) -> bool:
        """Whether the hidden cards may lie so.

        Args:
            lying: All of them, by where they lie.
        """
        return any(
            all(place.allows(lying[place.where]) for place in sharing.places) for _, sharing in self._cases
        )

    @cached_property
    def few(self) -> tuple[tuple[State, int], ...]:
        """All the deals that differ, each with how many physical ones look so; empty where they are many.

        Many are more than `FEW`.
        """
        found = tuple(islice(self._all(), FEW + 1))
        return found if len(found) <= FEW else ()

    def _all(self) -> Iterator[tuple[State, int]]:
        for factor, sharing in self._cases:
            for held, ways in sharing.all():
                yield self.filled(_by_place(sharing, held)), factor * ways

    def some(self, most: int, chance: Random) -> list[tuple[State, int]]:
        """Deals to look at, each with its weight: all of them where they are few, else so many drawn.

        Args:
            most: How many to draw at most; all are looked at only if they are no more than that.
            chance: Where chance comes from.
        """
        if self.few and len(self.few) <= most:
            return list(self.few)
        return [(self.draw(chance), 1) for _ in range(most)]


def _by_place(sharing: Sharing, held: Sequence[Sequence[Card]]) -> dict[tuple[str, int], Sequence[Card]]:
    return {place.where: cards for place, cards in zip(sharing.places, held, strict=True)}
