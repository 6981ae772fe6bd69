"""The possible distributions of the cards that a seat has not seen.

    worlds = consistent(seen)        # seen: a player gets it beside its view
    worlds.count                     # the number of physical deals
    worlds.draw(chance)              # a random one, as a State at this very point, for a solver
    worlds.few                       # all of them with their weights, if they are at most 500
    worlds.some(100, chance)         # those, or a hundred random ones, for a player that samples deals

A deal is excluded only by proof: a player who could not follow, trump or beat; the requirements of calls,
bids and reservations; cards shown, discarded, exchanged or drawn; sides that are known for certain.
Conclusions that are only likely are not used.

A record that starts in the middle of a deal does not name the cards of its earlier tricks. Any unseen card
may be among them.

Deals are counted by distributing the hidden cards over the places where they may be. The count is exact, and
each distribution is equally likely to be drawn. Two equal cards are two physical cards: a deal that looks the
same in two ways is twice as likely as one that has a single way. Cards for which all places have the same
constraints form one kind. The count recurses over kinds and caches by the room left.
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
from kontrapunkt.record import SeatHistory

MANY: Final = 99
"""More cards than any place has."""


@dataclass(frozen=True, slots=True)
class CardBound:
    """Limits to the number of certain cards in a place.

    Attributes:
        cards: The cards.
        least: The least number of them.
        most: The greatest number of them.
    """

    cards: frozenset[Card]
    least: int = 0
    most: int = MANY


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A place of hidden cards, with its constraints.

    Attributes:
        where: The kind and number of the place: ("hand", 2), ("stock", 0) ...
        size: The number of cards in it.
        never: Cards that cannot be in it.
        bounds: Limits to the number of certain cards.
        ordered: True if the order of the cards matters.
        weights: The number of deals that a card in this place counts for, if not one.
    """

    where: tuple[str, int]
    size: int
    never: frozenset[Card] = frozenset()
    bounds: tuple[CardBound, ...] = ()
    ordered: bool = False
    weights: Mapping[Card, int] = field(default_factory=dict)

    def bound(self, more: Iterable[CardBound]) -> "CardPlace":
        """Return the place with further limits."""
        return replace(self, bounds=(*self.bounds, *more))

    def allows(self, cards: Sequence[Card]) -> bool:
        """Return True if these may be its cards."""
        if len(cards) != self.size or not self.never.isdisjoint(cards):
            return False
        if not all(self.weights.get(card, 1) for card in cards):
            return False
        counts = [(sum(card in bound.cards for card in cards), bound) for bound in self.bounds]
        return all(bound.least <= n <= bound.most for n, bound in counts)


Filling = tuple[tuple[Card, ...], ...]
"""The cards of each place."""

Room = tuple[int, ...]
"""The state of the count: the room left in each place, then a number per bound.

A place's room is a number of cards; a bound's number is that of its cards so far.
"""


class _Kind(NamedTuple):
    """Cards for which all places have the same constraints.

    Attributes:
        cards: The cards, equal ones side by side.
        places: The indices of the places that may have them.
        counted: For each place, the indices of the bounds that count them.
        weights: For each place, the weight of one of them.
    """

    cards: tuple[Card, ...]
    places: tuple[int, ...]
    counted: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]


class _Choice(NamedTuple):
    """The ways to distribute one kind, given the room left.

    Attributes:
        upto: For each way, the cumulative number of distributions up to and including it.
        shares: For each way, the number of cards in each place.
        rooms: For each way, the room left after it.
    """

    upto: tuple[int, ...]
    shares: tuple[tuple[int, ...], ...]
    rooms: tuple[Room, ...]


class CardDistribution:
    """All ways to distribute some cards over some places.

    Attributes:
        places: The places.
    """

    def __init__(self, cards: Sequence[Card], places: Sequence[CardPlace]) -> None:
        """Prepare the count.

        Args:
            cards: The cards; a card of a double pack occurs as often as it is there.
            places: The places; if their sizes do not add up to the number of cards, there is no way.
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
        """The number of ways, with weights.

        If the order in a place matters, its n cards have n! orders.
        """
        if not self._fits:
            return 0
        orders = prod(factorial(place.size) for place in self.places if place.ordered)
        return orders * self._ways(0, self._start)

    def _ways(self, number: int, room: Room) -> int:
        """Return the number of ways to distribute the kinds from this number on."""
        if number == len(self._kinds):
            counts = room[len(self.places) :]
            return int(all(n >= bound.least for n, (_, bound) in zip(counts, self._bounds, strict=True)))
        upto = self._choice(number, room).upto
        return upto[-1] if upto else 0

    def _steps(self, number: int, room: Room) -> Iterator[tuple[tuple[int, ...], int, Room]]:
        """Yield the ways to distribute a kind: the shares of the places, count, room left."""
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
        """Return the room left; None if a bound is broken."""
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
        """Return a random way, with a probability in proportion to its weight.

        There must be at least one.

        Args:
            chance: The random generator.

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
        """Yield each way that looks different, with the number of ways that look the same."""
        if not self._fits:
            return
        for held, ways in self._all(0, self._start, [()] * len(self.places)):
            for filling in self._orders(held):
                yield filling, ways

    def _orders(self, held: Filling) -> Iterator[Filling]:
        """Yield the same cards in all the orders that matter."""
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
    """Yield the different ways to divide cards among places, with their counts."""
    if not shares:
        yield [], 1
        return
    for part, ways in _parts(list(cards.items()), shares[0]):
        rest = cards.copy()
        rest.subtract(part)
        for parts, others in _splits(rest, shares[1:]):
            yield [tuple(part), *parts], ways * others


def _parts(cards: list[tuple[Card, int]], size: int) -> Iterator[tuple[list[Card], int]]:
    """Yield the different ways to take some of the cards, with their counts."""
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
"""The greatest number of deals to list completely; more are sampled."""

Lying = Mapping[tuple[str, int], Sequence[Card]]
"""The hidden cards by place."""


Case = Sequence[CardPlace]
"""One possible set of places and constraints.

Exactly one of several cases is true.
"""

Filled = Callable[[Lying], State]
"""A function that makes a state from the hidden cards by place.

The state is at the point that the seat has seen.
"""


class Worlds:
    """The deals that a seat cannot exclude by logic alone, as states at this point.

    Physical deals are counted: where two equal cards can change places there are two, so a deal that arises
    in more ways is drawn more often.
    """

    def __init__(self, cards: Sequence[Card], cases: Iterable[Case], filled: Filled) -> None:
        """Combine the cases.

        Args:
            cards: The hidden cards.
            cases: The possible cases; exactly one of them is true.
            filled: The function that makes the states.
        """
        self.cards = tuple(cards)
        self.determinize = filled
        self._cases = [sharing for case in cases if (sharing := CardDistribution(cards, case)).count]
        self._upto = tuple(accumulate(sharing.count for sharing in self._cases))

    @property
    def count(self) -> int:
        """The number of physical deals; 0 if the record contradicts itself."""
        return self._upto[-1] if self._upto else 0

    def draw(self, chance: Random) -> State:
        """Return a random deal; all physical deals are equally likely. There must be one.

        Args:
            chance: The random generator; the same one makes the same choice on every Python.
        """
        return self.determinize(self.draw_cards(chance))

    def draw_cards(self, chance: Random) -> dict[tuple[str, int], Sequence[Card]]:
        """Return the hidden cards of a random deal by place.

        Args:
            chance: The random generator.
        """
        which = bisect_right(self._upto, chance.randrange(self.count)) if len(self._upto) > 1 else 0
        sharing = self._cases[which]
        return _by_place(sharing, sharing.draw(chance))

    def knowing(self, lying: Lying) -> "Worlds":
        """Return those of the deals that have these cards in these places.

        Args:
            lying: All the hidden cards of some places; a place without hidden cards may be left out.
        """
        known = {where: cards for where, cards in lying.items() if cards}
        rest = Counter(self.cards) - Counter(card for cards in known.values() for card in cards)
        cases = [
            [place for place in sharing.places if place.where not in known]
            for sharing in self._cases
            if all(place.allows(known[place.where]) for place in sharing.places if place.where in known)
        ]
        return Worlds(sorted(rest.elements()), cases, lambda more: self.determinize({**known, **more}))

    def holding(self, card: Card, where: tuple[str, int]) -> "Worlds":
        """Return those of the deals in which a card is in a place.

        Args:
            card: A hidden card.
            where: The place, as in `CardPlace.where`.
        """
        bound = CardBound(frozenset([card]), least=1)
        cases = [
            [place.bound([bound]) if place.where == where else place for place in sharing.places]
            for sharing in self._cases
            if any(place.where == where for place in sharing.places)
        ]
        return Worlds(self.cards, cases, self.determinize)

    def allows(self, lying: Lying) -> bool:
        """Return True if the hidden cards may be distributed like this.

        Args:
            lying: All of them, by place.
        """
        return any(all(place.allows(lying[place.where]) for place in each.places) for each in self._cases)

    @cached_property
    def few(self) -> tuple[tuple[State, int], ...]:
        """All different deals with their weights; empty if there are more than `FEW`.

        A weight is the number of physical deals that look the same.
        """
        found = tuple(islice(self._all(), FEW + 1))
        return found if len(found) <= FEW else ()

    def _all(self) -> Iterator[tuple[State, int]]:
        for sharing in self._cases:
            for held, ways in sharing.all():
                yield self.determinize(_by_place(sharing, held)), ways

    def some(self, most: int, chance: Random) -> list[tuple[State, int]]:
        """Return deals with their weights: all of them if they are few, else random ones.

        Args:
            most: The greatest number of deals returned.
            chance: The random generator.
        """
        if self.few and len(self.few) <= most:
            return list(self.few)
        return [(self.draw(chance), 1) for _ in range(most)]


def _by_place(
    sharing: CardDistribution, held: Sequence[Sequence[Card]]
) -> dict[tuple[str, int], Sequence[Card]]:
    return {place.where: cards for place, cards in zip(sharing.places, held, strict=True)}


def consistent(seen: SeatHistory) -> Worlds:
    """Return the deals that a seat cannot exclude.

    Args:
        seen: The record of what the seat has seen.

    Raises:
        RecordError: if that record is impossible.
        ValueError: if the game has no inference.
    """
    if not seen.game.inference:
        raise ValueError(f"{seen.game.id} does not say what is proved of hidden cards")
    worlds = load_object(seen.game.inference)(seen).worlds
    assert isinstance(worlds, Worlds)
    return worlds
