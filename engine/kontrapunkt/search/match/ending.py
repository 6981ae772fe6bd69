"""An ending in small numbers: hands as bit masks, and what can be played from each of them.

Each card of the ending has a bit; the cards of a seat, and among them those of one rank, lie side by side. A
hand is the sum of its bits; the bits of the four seats do not overlap, so that the sum of four hands says
where every card is, whoever leads. Of cards of one rank in one hand the highest bit always goes first: they
are equal, and playing either is one move (technique `alike`).

The four lowest bits are left free for the key of a table: two for the seat to lead, two for the flags.
"""

from collections.abc import Mapping, Sequence

from kontrapunkt.cards import RANKS, Card

Hand = tuple[tuple[int, int], ...]
"""What can be played from a hand: the hand that is left, and the rank."""


class Ending:
    """The cards that are left, and every hand that can come of them.

    Attributes:
        ranks: The ranks in play, as letters, those that count least first; elsewhere a rank is its place
            here.
        hands: The hand of each seat, as a mask.
        masks: By seat, every hand that can come of it but the empty one, ascending: what is left of a hand
            comes before it.
        moves: By mask, what can be played, in order of ranks.
        cards: By mask, the ranks of its cards, in order.
        takes: By rank and mask, the hand that is left when a card of that rank is played from it.
        bits: By rank, the bits of its cards.
        width: How many bits a key has.
    """

    def __init__(
        self, hands: Sequence[Sequence[Card]], values: Mapping[str, int], alike: bool = True
    ) -> None:
        """Lays the cards out.

        Args:
            hands: The hands of N, E, S, W.
            values: Card points by rank letter.
            alike: Whether equal cards are one move.
        """
        held = {card[0] for hand in hands for card in hand}
        self.ranks = tuple(sorted(held, key=lambda rank: (values.get(rank, 0), RANKS.index(rank))))
        self.moves: dict[int, Hand] = {0: ()}
        self.cards: dict[int, tuple[int, ...]] = {0: ()}
        self.takes: list[dict[int, int]] = [{} for _ in self.ranks]
        self.bits = [0] * len(self.ranks)
        self._runs: list[dict[int, tuple[int, int]]] = []  # by seat and rank: first bit and number
        self.hands: list[int] = []
        self.masks: list[list[int]] = []
        offset = 4
        for hand in hands:
            self._lay(sorted(self.ranks.index(card[0]) for card in hand), offset, alike)
            offset += len(hand)
        self.width = offset

    def _lay(self, ranks: list[int], offset: int, alike: bool) -> None:
        """Gives the cards of a hand their bits and lists all that can come of it."""
        by_rank: dict[int, tuple[int, int]] = {}
        for bit, rank in enumerate(ranks, offset):
            first, number = by_rank.get(rank, (bit, 0))
            by_rank[rank] = (first, number + 1)
            self.bits[rank] |= 1 << bit
        self._runs.append(by_rank)
        self.hands.append((1 << len(ranks)) - 1 << offset)
        runs = [(rank, first, number) for rank, (first, number) in by_rank.items()]
        if not alike:
            runs = [(rank, bit, 1) for bit, rank in enumerate(ranks, offset)]
        masks = [0]
        for _, first, number in runs:
            masks = [mask | (1 << held) - 1 << first for held in range(number + 1) for mask in masks]
        parts = [(rank, (1 << number) - 1 << first) for rank, first, number in runs]
        moves, cards, takes = self.moves, self.cards, self.takes
        for mask in masks[1:]:
            can_play = []
            in_hand: list[int] = []
            for rank, part in parts:
                held = mask & part
                if held:
                    left = mask ^ 1 << held.bit_length() - 1
                    can_play.append((left, rank))
                    in_hand += [rank] * held.bit_count()
                    takes[rank][mask] = left
            moves[mask] = tuple(can_play)
            cards[mask] = tuple(in_hand)
        self.masks.append(masks[1:])

    def mask(self, seat: int, hand: Sequence[Card]) -> int | None:
        """A hand as a mask; None if it cannot have come of the seat's hand in this ending.

        Args:
            seat: Its number, N E S W from 0.
            hand: The cards of the hand.
        """
        mask = 0
        runs = self._runs[seat]
        count: dict[str, int] = {}
        for card in hand:
            count[card[0]] = count.get(card[0], 0) + 1
        for rank, number in count.items():
            first, most = runs.get(self.ranks.index(rank), (0, 0)) if rank in self.ranks else (0, 0)
            if number > most:
                return None
            mask |= (1 << number) - 1 << first
        return mask
