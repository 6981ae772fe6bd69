"""Sharing cards out among places: how many ways there are, exactly, and any one of them as likely as another.

Nothing here knows a game. Two equal cards are two cards: what is counted and drawn are ways to lay down the
physical cards, so that what they bring about in two ways is twice as likely as what has a single way.

Cards that all places treat alike are one kind; the count goes over kinds, and remembers by what room is left.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, permutations
from math import comb, factorial
from random import Random
from typing import Final, NamedTuple

from kontrapunkt.cards import Card

MANY: Final = 99
"""More cards than any place holds."""


@dataclass(frozen=True, slots=True)
class Bound:
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
class Place:
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
    bounds: tuple[Bound, ...] = ()
    ordered: bool = False
    weights: Mapping[Card, int] = field(default_factory=dict)

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


class Sharing:
    """All ways to share some cards out among some places.

    Attributes:
        places: The places.
    """

    def __init__(self, cards: Sequence[Card], places: Sequence[Place]) -> None:
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
        self._known: dict[tuple[int, Room], int] = {}
        self._choices: dict[tuple[int, Room], _Choice] = {}

    def _kinds_of(self, cards: Sequence[Card]) -> list[_Kind]:
        kinds: dict[tuple[object, ...], list[Card]] = {}
        for card in sorted(cards):
            able = tuple(at for at, place in enumerate(self.places) if card not in place.never)
            counted = tuple(
                tuple(
                    n for n, (where, bound) in enumerate(self._bounds) if where == at and card in bound.cards
                )
                for at in range(len(self.places))
            )
            weights = tuple(place.weights.get(card, 1) for place in self.places)
            kinds.setdefault((able, counted, weights), []).append(card)
        found = [_Kind(tuple(held), *key) for key, held in kinds.items()]  # type: ignore[arg-type]
        return sorted(found, key=lambda kind: (len(kind.places), -len(kind.cards)))

    @cached_property
    def count(self) -> int:
        """How many ways there are; a card weighs what its place says, and a row of n cards has n! orders."""
        if not self._fits:
            return 0
        orders = 1
        for place in self.places:
            orders *= factorial(place.size) if place.ordered else 1
        return orders * self._ways(0, self._start)

    def _ways(self, number: int, room: Room) -> int:
        """How many ways there are to share out the kinds from a number on."""
        if number == len(self._kinds):
            counts = room[len(self.places) :]
            return int(all(n >= bound.least for n, (_, bound) in zip(counts, self._bounds, strict=True)))
        found = self._known.get((number, room))
        if found is None:
            found = self._known[number, room] = sum(
                ways * self._ways(number + 1, left) for _, ways, left in self._steps(number, room)
            )
        return found

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
            weight = 1
            for n, one in zip(each, kind.weights, strict=True):
                weight *= one**n
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
