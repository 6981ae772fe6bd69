"""What a deal or a position says of its cards, and the faults that any game of the family may find in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.table import in_order
from kontrapunkt.game import SEATS, Seat
from kontrapunkt.said import Said, say, seat_name


@dataclass(frozen=True, slots=True)
class Told:
    """A deal as it is told, read but not checked; seats are numbers in the order of play.

    Attributes:
        hands: The hands by seat, in order.
        stock: The stock, top card first.
        shown: The cards in hands that everybody has seen, with their holders.
        leader: Who led the trick in progress; None where there is none.
        trick: Its cards.
        dark: Bit i says that its i-th card was turned in the dark.
        lead: Who is said to lead, or to have led; None if nobody is.
    """

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    shown: tuple[tuple[int, Card], ...]
    leader: int | None
    trick: tuple[Card, ...]
    dark: int
    lead: int | None

    def places(self, seats: Sequence[Seat]) -> list[tuple[str, tuple[Card, ...]]]:
        """Where cards lie: by seat, then `stock` and `trick`."""
        return [*zip(seats, self.hands, strict=True), ("stock", self.stock), ("trick", self.trick)]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, wherever they lie."""
        return (*(card for hand in self.hands for card in hand), *self.stock, *self.trick)

    @property
    def hidden(self) -> bool:
        """Whether a card is hidden."""
        return HIDDEN in self.cards

    @property
    def named(self) -> frozenset[Card]:
        """The cards that are not."""
        return frozenset(self.cards) - {HIDDEN}


def cards_told(facts: Facts, deal: Deal) -> dict[str, Any]:
    """What every game of the family reads of a deal: the parts of `Told` by name."""
    for seat in SEATS:
        if seat in facts.seats and seat not in deal.hands:
            facts.fault("hand_missing", "hand_missing", "start", seat=seat_name(seat), key=seat)
        elif seat not in facts.seats and seat in deal.hands:
            facts.fault("hand_stray", "hand_stray", seat, seat=seat_name(seat), n=len(facts.seats))
    leader, trick, dark = facts.trick()
    return {
        "hands": tuple(in_order(deal.hands.get(seat, ())) for seat in facts.seats),
        "stock": deal.stock or (),
        "shown": facts.held("shown", facts.shown_form),
        "leader": leader,
        "trick": trick,
        "dark": dark,
        "lead": facts.own_seat("lead"),
    }


def check_cards(facts: Facts, told: Told, unseen: bool) -> None:
    """No card is there twice, and none is hidden unless that is allowed."""
    places = told.places(facts.seats)
    first: dict[Card, str] = {}
    for key, cards in places:
        for card in cards:
            if card != HIDDEN and first.setdefault(card, key) != key:
                values = {"card": card, "one": _place(first[card]), "other": _place(key)}
                facts.fault("card_twice", "card_twice", key, **values)
        for card, number in Counter(cards).items() if len({*cards}) < len(cards) else ():
            if number > 1 and card != HIDDEN:
                facts.fault("card_twice", "card_twice.here", key, card=card, place=_place(key))
    if told.hidden and not unseen:
        facts.fault("hidden_card", "hidden_card", next(key for key, cards in places if HIDDEN in cards))


def check_sizes(facts: Facts, told: Told, hands: Sequence[int], stock: int) -> None:
    """Hands and stock are as long as they have to be at this point of this trick.

    Args:
        facts: The facts.
        told: The deal as it is told.
        hands: How many cards each hand is to have, in the order of play.
        stock: How many cards the stock is to have.
    """
    total = len(told.cards)
    for seat, hand, size in zip(facts.seats, told.hands, hands, strict=True):
        if len(hand) != size:
            numbers = {"count": len(hand), "size": size, "total": total}
            facts.fault("hand_size", "hand_size", seat, seat=seat_name(seat), **numbers)
    if len(told.stock) != stock and not facts.faults:
        numbers = {"stock": len(told.stock), "size": stock, "total": total}
        facts.fault("stock_size", "stock_size", "stock", **numbers)


def check_first(facts: Facts) -> None:
    """Nothing has been taken before the first trick."""
    for key in ("points", "tricks"):
        if any(facts.numbers(key, 0) or ()):
            facts.fault("points_impossible", f"points_first{facts.alone}", key)


def check_shown(facts: Facts, told: Told) -> None:
    """Who is said to have shown a card holds it."""
    for holder, card in told.shown:
        if card not in told.hands[holder]:
            values = {"seat": seat_name(facts.seats[holder]), "card": card}
            facts.fault("shown_wrong", "shown_wrong", "shown", **values)


def check_tricks(facts: Facts, told: Told, tricks: tuple[int, ...] | None, number: int) -> None:
    """The tricks of all are those before the trick of that number.

    Args:
        facts: The facts.
        told: The deal as it is told.
        tricks: The tricks of each side; None where they are not told.
        number: The trick's number, from 1.
    """
    if tricks and (sum(tricks) != number - 1 or min(tricks) < 0):
        values = {"total": len(told.cards), "sum": number - 1}
        facts.fault("tricks_impossible", f"tricks_sum{facts.alone}", "tricks", **values)


def _place(key: str) -> Said:
    if key in ("stock", "trick"):
        return say(f"rank_match.place.{key}")
    return say("rank_match.place.hand", seat=say(f"seat.{key}"))
