"""The cards of a pack as numbers in the order of strength, hands as bit sets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kontrapunkt.core.cards import Card
from kontrapunkt.families.follow_suit import TRUMP, CardOrder, Duty
from kontrapunkt.search.clock import Clock

Hands = tuple[int, int, int, int]


class KernelSetup(NamedTuple):
    """The configuration that all kernels need.

    Attributes:
        order: The order of cards in this deal.
        duty: The rules of following suit.
        values: The points of each card.
        step: The step from a seat's number to the next in the order of play.
        sides: The side of each seat: 0 wants a high value, 1 a low one.
        clock: The clock that interrupts a search.
        copies: The number of copies of each card in the pack.
        marks: Extra points by card number; 0 if absent.
    """

    order: CardOrder
    duty: Duty
    values: Mapping[Card, int]
    step: int
    sides: tuple[int, ...]
    clock: Clock
    copies: int = 1
    marks: Mapping[int, int] = {}


class TrialPosition(NamedTuple):
    """A position with a trial card.

    Attributes:
        hands: The hands by seat number; the trial card is still in its hand.
        leader: The number of the seat that leads the trick.
        laid: The card numbers of the trick; the last one is the trial card.
        root: The node after the tricks so far.
        due: The cards that must be played at their holder's next turn, as a bit set.
    """

    hands: Hands
    leader: int
    laid: tuple[int, ...]
    root: int = 0
    due: int = 0


def members(mask: int) -> Iterator[int]:
    """Yield the numbers of the cards in a set.

    Args:
        mask: The set: bit i for card i.
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class CardNumbering:
    """The cards of a game in one order: trumps first, then by suit, high to low.

    Attributes:
        cards: The cards by number; copies are adjacent.
        copies: The number of copies of each card.
        sides: The side of each seat: 0 or 1.
        clock: The clock that interrupts a search.
        number: The number of the first copy of each card.
        kind: For each number that of the card's first copy.
        limit: For each number the first number whose cards do not beat it.
        values: The points of each card by number.
        suit: The effective suit of each card by number; 0 for trumps.
        trumps: The number of trumps with all copies.
        trump_mask: The trumps as a bit set.
        masks: The cards of each effective suit as bit sets.
        above: For each number the cards that beat it, as a bit set.
    """

    def __init__(self, given: KernelSetup) -> None:
        """Prepare the tables of cards."""
        order, self.duty, values, self.step, self.sides, self.clock, copies, marks = given
        kinds = order.in_order(list(values))
        self.cards = [card for card in kinds for _ in range(copies)]
        self.copies = copies
        self.number = {card: i * copies for i, card in enumerate(kinds)}
        self.values = [values[card] + marks.get(i, 0) for i, card in enumerate(self.cards)]
        suits = [order.suits[card] for card in self.cards]
        self.trumps = suits.count(TRUMP)
        self.trump_mask = (1 << self.trumps) - 1
        self.suit = [0 if suit == TRUMP else 1 + "CSHD".index(suit) for suit in suits]
        self.kind = [self.number[card] for card in self.cards]
        self.limit = [self.number[card] + copies * (card in order.later) for card in self.cards]
        self.masks = [sum(1 << i for i, s in enumerate(self.suit) if s == suit) for suit in range(5)]
        self.above = [
            (self.trump_mask | self.masks[suit]) & (1 << limit) - 1
            for suit, limit in zip(self.suit, self.limit, strict=True)
        ]

    def masks_of(self, hands: Sequence[Sequence[Card]]) -> list[int]:
        """Convert sets of cards to bit sets; the copies of a card are used in turn."""
        free = dict(self.number)
        found = []
        for hand in hands:
            mask = 0
            for card in hand:
                mask |= 1 << free[card]
                free[card] += 1
            found.append(mask)
        return found

    def placed(self, hands: Iterable[Sequence[Card]], leader: int, trick: Iterable[Card]) -> TrialPosition:
        """Return a position, still without a trial card.

        Args:
            hands: The hands by seat number, without the cards of the trick.
            leader: The number of the seat that leads the trick.
        """
        n, e, s, w, *laid = self.masks_of([*hands, *((card,) for card in trick)])
        return TrialPosition((n, e, s, w), leader, tuple(mask.bit_length() - 1 for mask in laid))

    def held(self, mask: int, card: Card) -> int:
        """Return the number of a card that is in a set.

        Args:
            mask: The set: bit i for card i.
        """
        mine = mask & ((1 << self.copies) - 1) << self.number[card]
        return (mine & -mine).bit_length() - 1

    def worth(self, mask: int) -> int:
        """Return the card points of a set of cards.

        Args:
            mask: The set: bit i for card i.
        """
        return sum([self.values[card] for card in members(mask)])

    def begun(self, trial: TrialPosition) -> tuple[int, int, int, int]:
        """Return the seat that plays the trial card, the winner, the top card and the pot."""
        leader, laid = trial.leader, trial.laid
        best = self.best(laid)
        seat, winner = (leader + (len(laid) - 1) * self.step) & 3, (leader + best * self.step) & 3
        return seat, winner, laid[best], sum([self.values[card] for card in laid])

    def best(self, laid: Sequence[int]) -> int:
        """Return the place of the winning card in a trick so far.

        Args:
            laid: The card numbers of the trick, at least one.
        """
        best = 0
        for place in range(1, len(laid)):
            if self.above[laid[best]] >> laid[place] & 1:
                best = place
        return best

    def allowed(self, hand: int, led: int, top: int) -> int:
        """Return the cards of a hand that may be played to a suit led.

        Args:
            hand: The hand as a bit set: bit i for card i.
            led: The number of the suit led.
            top: The number of the card that wins so far.
        """
        duty = self.duty
        own = hand & self.masks[led]
        if not own:
            trumps = hand & self.trump_mask
            return trumps if duty.must_trump and led and trumps else hand
        if duty.must_beat and self.suit[top] == led:
            own = own & self.above[top] or own
        if duty.trump_freely and led:
            own |= hand & self.trump_mask
        return own
