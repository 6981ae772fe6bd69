"""Numbering: the ranks of a pack as numbers, for the compiled kernel."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from kontrapunkt.cards import RANKS, Card
from kontrapunkt.search.match.compiled import Counts


class Numbering:
    """The ranks of a game, those that count least first.

    Attributes:
        number: By rank, its number.
        values: By number, its card points.
        hands: How many cards of each rank every hand holds, or held when the trick in progress began: given
            the hands by seat, and where there is a trick, the number of who leads to it, and its cards.
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        """Numbers the ranks.

        Args:
            values: Card points by rank letter.
        """
        ranks = sorted(RANKS, key=lambda rank: (values.get(rank, 0), RANKS.index(rank)))
        self.number = {rank: number for number, rank in enumerate(ranks)}
        self.values = tuple(values.get(rank, 0) for rank in ranks)
        self.hands = lru_cache(64)(self._hands)

    def groups(self, worth: Sequence[int], special: Collection[int] = ()) -> tuple[int, ...]:
        """By number, the first rank that differs from it by name alone.

        Args:
            worth: By number, what a card counts.
            special: Ranks that differ from all others.
        """
        plain = [number for number in self.number.values() if number not in special]
        return tuple(
            number if number in special else next(one for one in plain if worth[one] == each)
            for number, each in enumerate(worth)
        )

    def _hands(
        self, hands: tuple[tuple[Card, ...], ...], leader: int = 0, trick: tuple[Card, ...] = ()
    ) -> tuple[Counts, ...]:
        found = [self._counts(hand) for hand in hands]
        for place, card in enumerate(trick):
            found[(leader + place) % len(found)][self.number[card[0]]] += 1
        return tuple(map(tuple, found))

    def laid(self, trick: Iterable[Card]) -> tuple[int, ...]:
        """The ranks of a trick.

        Args:
            trick: Its cards.
        """
        return tuple(self.number[card[0]] for card in trick)

    def _counts(self, hand: Iterable[Card]) -> list[int]:
        found = [0] * len(self.number)
        for card in hand:
            found[self.number[card[0]]] += 1
        return found
