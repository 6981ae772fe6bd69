"""Numbering: the cards of a pack as numbers in the order of strength, hands as sets of bits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kontrapunkt.core.cards import Card
from kontrapunkt.families.follow_suit import TRUMP, CardOrder, Duty
from kontrapunkt.search.clock import Clock

Hands = tuple[int, int, int, int]


class KernelSetup(NamedTuple):
    """What every kernel is given.

    Attributes:
        order: The order in force.
        duty: What is asked of who does not lead.
        values: What each card counts.
        step: How the numbers of the seats run in the order of play.
        sides: The side of each seat: 0 for those who want more, 1 for the others.
        clock: What interrupts a search.
        copies: How many of each card the pack has.
        marks: By number, what a card counts beside its value; a number left out nothing.
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
    """A position, with a card on trial.

    Attributes:
        hands: The hands by number of the seat; the card on trial is still in its own.
        leader: Who leads the trick.
        laid: The numbers of its cards; the last one is on trial.
        root: The node that the tricks before have led to.
        due: The cards that are to be played as soon as their hand has its turn, as a set of bits.
    """

    hands: Hands
    leader: int
    laid: tuple[int, ...]
    root: int = 0
    due: int = 0


def members(mask: int) -> Iterator[int]:
    """The numbers of the cards in a set.

    Args:
        mask: The set: bit i for card i.
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class CardNumbering:
    """The cards of a game in one order: trumps first, then suit by suit, high to low, copies side by side.

    Attributes:
        cards: The cards by number, each as often as there are copies.
        copies: How many copies there are of each.
        sides: The side of each seat: 0 or 1.
        clock: What interrupts a search.
        number: The number of the first copy of a card.
        kind: By number, that of the card's first copy.
        limit: By number, the one from which on others do not beat it.
        values: By number, what it counts.
        suit: By number, its effective suit: 0 for trumps.
        trumps: How many trumps there are, copies and all.
        trump_mask: The trumps, as a set.
        masks: The cards of each effective suit.
        above: By number, the cards that beat it, as a set.
    """

    def __init__(self, given: KernelSetup) -> None:
        """Prepares the tables of cards.

        Args:
            given: What every kernel is given.
        """
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
        """Some sets of cards as sets of bits; the copies of a card get one after the other."""
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
        """A position, with no card on trial yet.

        Args:
            hands: The hands by number of the seat, without the cards of the trick.
            leader: Who leads the trick.
            trick: Its cards.
        """
        n, e, s, w, *laid = self.masks_of([*hands, *((card,) for card in trick)])
        return TrialPosition((n, e, s, w), leader, tuple(mask.bit_length() - 1 for mask in laid))

    def held(self, mask: int, card: Card) -> int:
        """The number of a card that is in a set.

        Args:
            mask: The set: bit i for card i.
            card: The card.
        """
        mine = mask & ((1 << self.copies) - 1) << self.number[card]
        return (mine & -mine).bit_length() - 1

    def worth(self, mask: int) -> int:
        """The card points of a set of cards.

        Args:
            mask: The set: bit i for card i.
        """
        return sum([self.values[card] for card in members(mask)])

    def begun(self, trial: TrialPosition) -> tuple[int, int, int, int]:
        """Who plays the card on trial, who wins with which card once it is laid, and what the trick counts.

        Args:
            trial: The position.
        """
        leader, laid = trial.leader, trial.laid
        best = self.best(laid)
        seat, winner = (leader + (len(laid) - 1) * self.step) & 3, (leader + best * self.step) & 3
        return seat, winner, laid[best], sum([self.values[card] for card in laid])

    def best(self, laid: Sequence[int]) -> int:
        """The place of the card that wins a trick so far.

        Args:
            laid: The numbers of its cards, at least one.
        """
        best = 0
        for place in range(1, len(laid)):
            if self.above[laid[best]] >> laid[place] & 1:
                best = place
        return best

    def allowed(self, hand: int, led: int, top: int) -> int:
        """The cards of a hand that may be played to a suit led.

        Args:
            hand: The hand, as a set: bit i for card i.
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
