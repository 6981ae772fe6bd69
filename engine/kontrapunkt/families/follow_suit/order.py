"""The order of cards with its trumps, and the duties of a player who follows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from kontrapunkt.core.cards import HIDDEN, SUITS, Card

TRUMP: Final = "trump"
"""The effective suit of a trump; for any other card it is the suit's letter."""

BreachName = Literal["follow", "trump", "beat"]


class CardOrder:
    """The order of a pack: the trumps, and the ranks of the plain suits.

    Attributes:
        trumps: The trumps, high to low; none in a game without.
        suits: The effective suit of each card, `TRUMP` or its letter; empty for a hidden card.
        strength: By effective suit led, the strength of each card in such a trick; 0 for one that cannot win.
        places: The place of each card in a sorted hand: trumps first, then suit by suit, high to low.
        later: The cards whose second copy wins if both are played; of others the first does.
    """

    __slots__ = ("_made_of", "later", "places", "strength", "suits", "trumps")

    def __init__(
        self, cards: Collection[Card], ranks: str, trumps: Sequence[Card] = (), later: Collection[Card] = ()
    ) -> None:
        """Compute the order.

        Args:
            cards: The pack; a card that is in it twice counts once.
            ranks: The ranks of a plain suit, high to low: `AKQJT9` (king second), `ATKQJ9` (ten second).
            trumps: The trumps, high to low; the other cards are plain.
            later: The cards whose second copy wins if both are played to a trick.

        Raises:
            ValueError: if a trump is not in the pack, or named twice.
        """
        if len({*trumps} & {*cards}) < len(trumps):
            raise ValueError(f"trumps are cards of the pack, each named once: {' '.join(trumps)}")
        self._made_of = (tuple(cards), ranks, tuple(trumps), tuple(later))
        self.trumps = tuple(trumps)
        self.later = frozenset(later)
        plain = sorted({*cards} - {*trumps}, key=lambda card: (SUITS.index(card[1]), ranks.index(card[0])))
        self.suits = {**{card: card[1] for card in plain}, **dict.fromkeys(trumps, TRUMP), HIDDEN: ""}
        self.places = {card: place for place, card in enumerate((*trumps, *plain, HIDDEN))}
        high = {card: 200 - place for place, card in enumerate(trumps)}
        self.strength = {
            led: {
                card: high.get(card) or (100 - ranks.index(card[0]) if self.suits[card] == led else 0)
                for card in self.places
            }
            for led in (*SUITS, TRUMP)
        }

    def __eq__(self, other: object) -> bool:
        return self._made_of == other._made_of if isinstance(other, CardOrder) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.trumps)

    def __reduce__(self) -> tuple[object, ...]:
        return CardOrder, self._made_of

    def best(self, trick: Sequence[Card]) -> int:
        """Return the index of a trick's winning card.

        It is the highest trump, or else the highest card of the suit led.
        """
        strength = self.strength[self.suits[trick[0]]]
        strengths = [strength[card] for card in trick]
        most = max(strengths)
        first = strengths.index(most)
        if trick[first] in self.later:
            return len(strengths) - 1 - strengths[::-1].index(most)
        return first

    def beats(self, card: Card, trick: Sequence[Card]) -> bool:
        """Return True if a card, played next, would win the trick so far."""
        return not trick or bool(self.beating((card,), trick))

    def beating(self, cards: Sequence[Card], trick: Sequence[Card]) -> list[Card]:
        """Return the cards that, played next, would win the trick, which has been led to."""
        strength, later = self.strength[self.suits[trick[0]]], self.later
        most = max([strength[card] for card in trick])
        return [card for card in cards if strength[card] > most or (card in later and strength[card] == most)]

    def of_suit(self, suit: str, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the cards of an effective suit, in their order."""
        suits = self.suits
        return tuple([card for card in cards if suits[card] == suit])

    def in_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards sorted as in a hand."""
        return tuple(sorted(cards, key=self.places.__getitem__))


@dataclass(frozen=True, slots=True)
class Breach:
    """A duty that a card would breach.

    Each game has its own sentence and rule id for it.

    Attributes:
        name: `follow` (the hand has the suit led), `trump` (it is void and must trump) or `beat` (it can and
            must play higher).
        suit: The effective suit led.
        cards: The cards that the duty allows.
    """

    name: BreachName
    suit: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Duty:
    """The duties of a player who does not lead.

    Everybody must follow suit if possible.

    Attributes:
        trump_freely: True if a player may trump a plain suit while able to follow.
        must_trump: True if a player void in the plain suit led must trump if possible.
        must_beat: True if a player who follows must, if possible, beat the cards in the trick.
    """

    trump_freely: bool = False
    must_trump: bool = False
    must_beat: bool = False

    def allowed(self, order: CardOrder, hand: tuple[Card, ...], trick: Sequence[Card]) -> tuple[Card, ...]:
        """Return the legal cards of a hand, in the hand's order.

        Hidden cards of the hand are unknown: they are legal, and create no duty.
        """
        if not trick:
            return hand
        suits = order.suits
        led = suits[trick[0]]
        found = [card for card in hand if suits[card] == led]
        if not found:
            return self._void(order, hand, led)
        if self.must_beat:
            found = order.beating(found, trick) or found
        if self.trump_freely and led != TRUMP:
            found = [card for card in hand if suits[card] == TRUMP or card in found]
        if hand[-1] == HIDDEN:
            found += [card for card in hand if card == HIDDEN]
        return tuple(found)

    def _void(self, order: CardOrder, hand: tuple[Card, ...], led: str) -> tuple[Card, ...]:
        if self.must_trump and led != TRUMP:
            trumps = order.of_suit(TRUMP, hand)
            return (*trumps, *order.of_suit("", hand)) if trumps else hand
        return hand

    def breach(
        self, order: CardOrder, hand: tuple[Card, ...], trick: Sequence[Card], card: Card
    ) -> Breach | None:
        """Return the breach of a card in the hand; None if it is legal."""
        allowed = self.allowed(order, hand, trick)
        if card in allowed:
            return None
        led = order.suits[trick[0]]
        name: BreachName = "follow"
        if order.suits[card] == led:
            name = "beat"
        elif not order.of_suit(led, hand):
            name = "trump"
        return Breach(name, led, tuple(one for one in allowed if one != HIDDEN))
