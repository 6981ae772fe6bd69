"""Unseen cards: the deals that a seat cannot exclude by logic alone, from what it has seen so far.

    worlds = consistent(seen)        # seen: what a player is given beside its view
    worlds.count                     # how many physical deals they are
    worlds.draw(chance)              # one of them, as a State at this very point, for a solver to be asked
    worlds.few                       # all of them, each with its weight, where they are no more than 500
    worlds.some(100, chance)         # those, or a hundred drawn: what a player that samples worlds wants

What is known: who could not follow, trump or beat; what calls, bids and reservations require; cards shown,
discarded, exchanged, drawn; parties as far as they are proved. What is likely but not certain is not used.

A record that starts in the middle of a deal does not name the cards of its earlier tricks: any card that has
not been seen may lie there.

They are counted by sharing the hidden cards out among the places where they may lie: how many ways there
are, exactly, and any one of them as likely as another. Two equal cards are two cards: what is counted and
drawn are ways to lay down the physical cards, so that what they bring about in two ways is twice as likely as
what has a single way. Cards that all places treat alike are one kind; the count goes over kinds, and
remembers by what room is left.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, islice, permutations
from math import comb, factorial, prod
from random import Random
from typing import Final, NamedTuple

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import State
from kontrapunkt.core.registry import load_object
from kontrapunkt.record import Seen

MANY: Final = 99
"""More cards than any place holds."""


@dataclass(frozen=True, slots=True)
class CardBound:
    """How many of some cards a place holds.

    Attributes:
        cards: The cards.
        least: At least so many of them.
        most: At most so many.
    """

    cards: frozenset[Card]
    least: int = 0
    most: int = MANY


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where hidden cards lie, and what is known of them.

    Attributes:
        where: What the place is: ("hand", 2), ("stock", 0) ...
        size: How many cards lie there.
        never: Cards that do not.
        bounds: How many of some cards do.
        ordered: Whether it matters which of them lies where.
        weights: How many deals a card stands for when it lies there, where that is not one.
    """

    where: tuple[str, int]
    size: int
    never: frozenset[Card] = frozenset()
    bounds: tuple[CardBound, ...] = ()
    ordered: bool = False
    weights: Mapping[Card, int] = field(default_factory=dict)

    def bound(self, more: Iterable[CardBound]) -> "CardPlace":
        """The same place, with more known of how many of some cards lie there."""
        return replace(self, bounds=(*self.bounds, *more))

    def allows(self, cards: Sequence[Card]) -> bool:
        """Whether these may be its cards."""
        if len(cards) != self.size or not self.never.isdisjoint(cards):
            return False
        if not all(self.weights.get(card, 1) for card in cards):
            return False
        counts = [(sum(card in bound.cards for card in cards), bound) for bound in self.bounds]
        return all(bound.least <= n <= bound.most for n, bound in counts)


Filling = tuple[tuple[Card, ...], ...]
"""The cards of each place."""

Room = tuple[int, ...]
"""How much is still to come: cards for each place, then of each bound how many it has so far."""


class _Kind(NamedTuple):
    """Cards that all places treat alike.

    Attributes:
        cards: The cards, equal ones side by side.
        places: Which places may hold them.
        counted: For each place, which bounds count them.
        weights: For each place, what one of them weighs there.
    """

    cards: tuple[Card, ...]
    places: tuple[int, ...]
    counted: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]


class _Choice(NamedTuple):
    """The ways to share out one kind, given the room that is left.

    Attributes:
        upto: For each way, how many sharings there are with it and those before it.
        shares: For each way, how many cards each place gets.
        rooms: For each way, the room that it leaves.
    """

    upto: tuple[int, ...]
    shares: tuple[tuple[int, ...], ...]
    rooms: tuple[Room, ...]


class CardDistribution:
    """All ways to share some cards out among some places.

    Attributes:
        places: The places.
    """

    def __init__(self, cards: Sequence[Card], places: Sequence[CardPlace]) -> None:
        """Prepares the count.

        Args:
            cards: The cards; equal ones are there as often as they are.
            places: The places; what they hold together is all the cards, or there is no way at all.
        """
        self.places = tuple(places)
        self._bounds = [(at, bound) for at, place in enumerate(places) for bound in place.bounds]
        self._kinds = self._kinds_of(cards)
        self._start: Room = (*(place.size for place in places), *(0 for _ in self._bounds))
        self._fits = sum(place.size for place in places) == len(cards)
        self._choices: dict[tuple[int, Room], _Choice] = {}

    def _kinds_of(self, cards: Sequence[Card]) -> list[_Kind]:
        kinds: dict[tuple[object, ...], list[Card]] = {}
        for card in sorted(cards):
            able = tuple(at for at, place in enumerate(self.places) if card not in place.never)
            counting = [(n, at) for n, (at, bound) in enumerate(self._bounds) if card in bound.cards]
            counted = tuple(tuple(n for n, at in counting if at == i) for i in range(len(self.places)))
            weights = tuple(place.weights.get(card, 1) for place in self.places)
            kinds.setdefault((able, counted, weights), []).append(card)
        found = [_Kind(tuple(held), *key) for key, held in kinds.items()]  # type: ignore[arg-type]
        return sorted(found, key=lambda kind: (len(kind.places), -len(kind.cards)))

    @cached_property
    def count(self) -> int:
        """How many ways there are; a card weighs what its place says, and a row of n cards has n! orders."""
        if not self._fits:
            return 0
        orders = prod(factorial(place.size) for place in self.places if place.ordered)
        return orders * self._ways(0, self._start)

    def _ways(self, number: int, room: Room) -> int:
        """How many ways there are to share out the kinds from a number on."""
        if number == len(self._kinds):
            counts = room[len(self.places) :]
            return int(all(n >= bound.least for n, (_, bound) in zip(counts, self._bounds, strict=True)))
        upto = self._choice(number, room).upto
        return upto[-1] if upto else 0

    def _steps(self, number: int, room: Room) -> Iterator[tuple[tuple[int, ...], int, Room]]:
        """How a kind may be shared out: what each place gets, in how many ways, and the room that is left."""
        kind = self._kinds[number]
        shares = [0] * len(self.places)

        def go(at: int, left: int, ways: int) -> Iterator[tuple[tuple[int, ...], int]]:
            if at == len(kind.places):
                if not left:
                    yield tuple(shares), ways
                return
            place = kind.places[at]
            last = at == len(kind.places) - 1
            for n in range(left if last else 0, min(left, room[place]) + 1):
                shares[place] = n
                yield from go(at + 1, left - n, ways * comb(left, n) * kind.weights[place] ** n)
            shares[place] = 0

        for each, ways in go(0, len(kind.cards), 1):
            after = self._after(kind, room, each)
            if ways and after is not None:
                yield each, ways, after

    def _after(self, kind: _Kind, room: Room, shares: tuple[int, ...]) -> Room | None:
        """The room that is left; None if a bound is broken."""
        new = list(room)
        first = len(self.places)
        for at, n in enumerate(shares):
            new[at] -= n
            for bound in kind.counted[at] if n else ():
                new[first + bound] += n
                if new[first + bound] > self._bounds[bound][1].most:
                    return None
        return tuple(new)

    def _choice(self, number: int, room: Room) -> _Choice:
        found = self._choices.get((number, room))
        if found is None:
            steps = [
                (ways * self._ways(number + 1, left), each, left)
                for each, ways, left in self._steps(number, room)
            ]
            able = [step for step in steps if step[0]]
            upto = tuple(accumulate(step[0] for step in able))
            found = _Choice(upto, tuple(step[1] for step in able), tuple(step[2] for step in able))
            self._choices[number, room] = found
        return found

    def draw(self, chance: Random) -> list[list[Card]]:
        """One of all ways, each as likely as it weighs; there must be one.

        Args:
            chance: Where chance comes from.

        Returns:
            The cards of each place; in order where that matters.
        """
        assert self.count
        held: list[list[Card]] = [[] for _ in self.places]
        room = self._start
        random = chance.random
        for number, kind in enumerate(self._kinds):
            choice = self._choices.get((number, room)) or self._choice(number, room)
            upto = choice.upto
            which = bisect_right(upto, chance.randrange(upto[-1])) if len(upto) > 1 else 0
            room = choice.rooms[which]
            cards = [*kind.cards]
            left = len(cards)
            for at, n in enumerate(choice.shares[which]):
                if n == left:
                    held[at] += cards[:left]
                    break
                for _ in range(n):
                    pick = int(random() * left)
                    left -= 1
                    held[at].append(cards[pick])
                    cards[pick] = cards[left]
        for place, lying in zip(self.places, held, strict=True):
            if place.ordered:
                for i in range(len(lying) - 1, 0, -1):
                    j = int(random() * (i + 1))
                    lying[i], lying[j] = lying[j], lying[i]
        return held

    def all(self) -> Iterator[tuple[Filling, int]]:
        """Every way that looks different, with how many ways look so."""
        if not self._fits:
            return
        for held, ways in self._all(0, self._start, [()] * len(self.places)):
            for filling in self._orders(held):
                yield filling, ways

    def _orders(self, held: Filling) -> Iterator[Filling]:
        """The same cards in all the orders that matter."""
        if not held:
            yield ()
            return
        place = self.places[len(self.places) - len(held)]
        for row in permutations(held[0]) if place.ordered else (held[0],):
            for rest in self._orders(held[1:]):
                yield (row, *rest)

    def _all(self, number: int, room: Room, held: list[tuple[Card, ...]]) -> Iterator[tuple[Filling, int]]:
        if number == len(self._kinds):
            yield tuple(held), 1
            return
        kind = self._kinds[number]
        choice = self._choice(number, room)
        for each, left in zip(choice.shares, choice.rooms, strict=True):
            weight = prod(one**n for n, one in zip(each, kind.weights, strict=True))
            for parts, ways in _splits(Counter(kind.cards), each):
                now = [lying + part for lying, part in zip(held, parts, strict=True)]
                for filling, rest in self._all(number + 1, left, now):
                    yield filling, ways * weight * rest


def _splits(cards: Counter[Card], shares: Sequence[int]) -> Iterator[tuple[list[tuple[Card, ...]], int]]:
    """Every way that looks different to give each place so many of some cards, with how many look so."""
    if not shares:
        yield [], 1
        return
    for part, ways in _parts(list(cards.items()), shares[0]):
        rest = cards.copy()
        rest.subtract(part)
        for parts, others in _splits(rest, shares[1:]):
            yield [tuple(part), *parts], ways * others


def _parts(cards: list[tuple[Card, int]], size: int) -> Iterator[tuple[list[Card], int]]:
    """Every way that looks different to take so many of some cards, with how many look so."""
    if not cards:
        if not size:
            yield [], 1
        return
    (card, number), *others = cards
    most = sum(n for _, n in others)
    for n in range(max(0, size - most), min(number, size) + 1):
        for part, ways in _parts(others, size - n):
            yield [card] * n + part, comb(number, n) * ways


# Deals ------------------------------------------------------------------------------------------------------

FEW: Final = 500
"""So many deals are listed, all of them, rather than drawn."""

Lying = Mapping[tuple[str, int], Sequence[Card]]
"""The hidden cards, by where they lie."""


Case = Sequence[CardPlace]
"""Where the hidden cards may lie; of several cases exactly one is so."""

Filled = Callable[[Lying], State]
"""What makes a state of the hidden cards, by where they lie: at the point that the seat has seen."""


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
        self._cases = [sharing for case in cases if (sharing := CardDistribution(cards, case)).count]
        self._upto = tuple(accumulate(sharing.count for sharing in self._cases))

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
        sharing = self._cases[which]
        return _by_place(sharing, sharing.draw(chance))

    def knowing(self, lying: Lying) -> "Worlds":
        """Those of the deals in which some of the cards lie where they are said to.

        Args:
            lying: All the hidden cards of some places; a place that hides none is left out.
        """
        known = {where: cards for where, cards in lying.items() if cards}
        rest = Counter(self.cards) - Counter(card for cards in known.values() for card in cards)
        cases = [
            [place for place in sharing.places if place.where not in known]
            for sharing in self._cases
            if all(place.allows(known[place.where]) for place in sharing.places if place.where in known)
        ]
        return Worlds(sorted(rest.elements()), cases, lambda more: self.filled({**known, **more}))

    def holding(self, card: Card, where: tuple[str, int]) -> "Worlds":
        """Those of the deals in which a card lies at a place, whatever else lies there.

        Args:
            card: The card, a hidden one.
            where: The place, as `Place` names it.
        """
        bound = CardBound(frozenset([card]), least=1)
        cases = [
            [place.bound([bound]) if place.where == where else place for place in sharing.places]
            for sharing in self._cases
            if any(place.where == where for place in sharing.places)
        ]
        return Worlds(self.cards, cases, self.filled)

    def allows(self, lying: Lying) -> bool:
        """Whether the hidden cards may lie so.

        Args:
            lying: All of them, by where they lie.
        """
        return any(all(place.allows(lying[place.where]) for place in each.places) for each in self._cases)

    @cached_property
    def few(self) -> tuple[tuple[State, int], ...]:
        """All the deals that differ, each with how many physical ones look so; empty where they are many.

        Many are more than `FEW`.
        """
        found = tuple(islice(self._all(), FEW + 1))
        return found if len(found) <= FEW else ()

    def _all(self) -> Iterator[tuple[State, int]]:
        for sharing in self._cases:
            for held, ways in sharing.all():
                yield self.filled(_by_place(sharing, held)), ways

    def some(self, most: int, chance: Random) -> list[tuple[State, int]]:
        """Deals to look at, each with its weight: all of them where they are few, else so many drawn.

        Args:
            most: How many to draw at most; all are looked at only if they are no more than that.
            chance: Where chance comes from.
        """
        if self.few and len(self.few) <= most:
            return list(self.few)
        return [(self.draw(chance), 1) for _ in range(most)]


def _by_place(
    sharing: CardDistribution, held: Sequence[Sequence[Card]]
) -> dict[tuple[str, int], Sequence[Card]]:
    return {place.where: cards for place, cards in zip(sharing.places, held, strict=True)}


def consistent(seen: Seen) -> Worlds:
    """The deals that a seat cannot exclude.

    Args:
        seen: What it has seen.

    Raises:
        RecordError: if it has seen what cannot be.
        ValueError: if the game does not say what its acts prove.
    """
    if not seen.game.inference:
        raise ValueError(f"{seen.game.id} does not say what is proved of hidden cards")
    worlds = load_object(seen.game.inference)(seen).worlds
    assert isinstance(worlds, Worlds)
    return worlds
