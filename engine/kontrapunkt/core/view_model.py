"""The parts of a `View` and a `Result`, such as tricks, piles, calls and items."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from kontrapunkt.core.action import SEATS, Action, Seat
from kontrapunkt.core.cards import Card
from kontrapunkt.core.messages import HasText, Text, first_key, in_faces, say, side_name
from kontrapunkt.core.old_names import old_names


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table.

    Attributes:
        seat: The seat that played it.
        card: The card.
        dark: True if it was turned from the stock unseen.
    """

    seat: Seat
    card: Card
    dark: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick.

    Attributes:
        number: Its number in the deal, from 1.
        plays: Its cards in the order played; the first is the lead.
        winner: The seat that took it.
        card_points: Its card points, with those of added cards; None in a game without card points.
        added: Cards added to those played: a spice, the last cards of the stock.
    """

    number: int
    plays: tuple[Play, ...]
    winner: Seat
    card_points: int | None
    added: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards: those played, in order, then those added."""
        return (*(play.card for play in self.plays), *self.added)

    @property
    def best(self) -> int:
        """The index of the card that took it."""
        return next(place for place, play in enumerate(self.plays) if play.seat == self.winner)


@dataclass(frozen=True, slots=True)
class Pile:
    """The tricks that a side has taken.

    Attributes:
        seats: The side: one seat, or two partners.
        tricks: The number of tricks, with those before a position; None where the record does not say.
        card_points: Card points taken since the start of the record; None in a game without card points.
        card_points_before: Card points taken before a position; None where the record does not say.
    """

    seats: tuple[Seat, ...]
    tricks: int | None
    card_points: int | None
    card_points_before: int | None = 0

    @property
    def counted(self) -> int | None:
        """All card points known to be taken; None in a game without card points."""
        return None if self.card_points is None else self.card_points + (self.card_points_before or 0)


@old_names(told="from_catalogue")
@dataclass(frozen=True, slots=True)
class Status:
    """A fact that a table shows beside a side: dirty, clean, soloist, Re ...

    Attributes:
        name: A fixed name, such as `dirty`; the renderer chooses its look by it.
        seats: The seats concerned.
        label: One word.
        text: One sentence.
        rule: The rule behind it.
        news: True if it is announced when it becomes true, and not only shown.
    """

    name: str
    seats: tuple[Seat, ...]
    label: Text
    text: Text
    rule: str
    news: bool = True

    @classmethod
    def from_catalogue(
        cls,
        key: str,
        rule: str,
        seats: tuple[Seat, ...] = (),
        label: Text = "",
        news: bool = True,
        **values: object,
    ) -> "Status":
        """Return a status with its texts from the catalogue.

        The label has the key, and the sentence has the key with `.text` added.

        Args:
            key: The key: `kg.status.order.ten` for a status with the name `order`.
            rule: The rule behind it.
            seats: The seats concerned; the sentence gets them as `{who}`.
            label: The word; empty for the one from the catalogue.
            news: True if it is announced when it becomes true.
            **values: Other values that the sentence takes.
        """
        if seats:
            values["who"] = side_name(seats)
        text = say(f"{key}.text", **values)
        return cls(key.split(".")[2], seats, label or say(key, **values), text, rule, news)

    def in_faces(self, faces: str) -> "Status":
        """Return it with the card names of a game's faces: `french`, `german` or `either`."""
        if faces == "french":
            return self
        return replace(self, label=in_faces(self.label, faces), text=in_faces(self.text, faces))


@dataclass(frozen=True, slots=True)
class TableCards:
    """Cards on the table outside hands and tricks, such as a turn-up or a talon.

    Attributes:
        name: A fixed name, such as `turn_up`; the renderer chooses its look by it.
        cards: The cards, `HIDDEN` where the viewer may not see them.
        label: A label of a word or two.
        seat: The owner; None for nobody.
    """

    name: str
    cards: tuple[Card, ...]
    label: Text
    seat: Seat | None = None

    @property
    def place(self) -> str:
        """A unique name on the table; two seats may have put down the same kind of cards."""
        return f"laid-{self.name}-{self.seat}" if self.seat else f"laid-{self.name}"


@dataclass(frozen=True, slots=True)
class Call:
    """A call made in the deal and still valid: a bid, an announcement, trumps named.

    Attributes:
        seat: The seat that made it.
        action: The action, such as `say konter`.
        label: The call in words.
        described_as: The action whose sentence describes the call, where the action alone says too little.
    """

    seat: Seat
    action: Action
    label: Text
    described_as: Action | None = field(default=None, repr=False)


class StatedNumber(NamedTuple):
    """The number that a line of a result states, where it does not follow from what the seats gain.

    Attributes:
        key: The key of the sentence that names it.
        side: The seats that it is for.
        number: The number, such as the points that the line is worth.
    """

    key: str
    side: tuple[Seat, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Item(HasText):
    """One line of a result: what counts, and by which rule.

    Attributes:
        rule: The rule's id.
        said: One sentence, not yet text.
        seats: The change for each seat concerned, in the result's unit; empty for a line without a number.
            Those of all items add up to the result's numbers.
        stated: The number that the line states; None if it follows from `said` and `seats`.
    """

    rule: str
    said: Text
    seats: Mapping[Seat, int] = field(default_factory=dict)
    stated: StatedNumber | None = None

    @property
    def key(self) -> str:
        """The key of the sentence in the catalogue: by default that of `said`, or of its first part."""
        return self.stated.key if self.stated else first_key(self.said)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats that the number is for: by default those that gain most, or lose most if nobody gains."""
        if self.stated:
            return self.stated.side
        number = self.number
        return tuple([seat for seat in SEATS if seat in self.seats and self.seats[seat] == number])

    @property
    def number(self) -> int | None:
        """The number of the line: by default what each seat of the side gains or loses; None for none."""
        if self.stated:
            return self.stated.number
        most = max(self.seats.values(), default=None)
        return most if most is None or most > 0 else min(self.seats.values())

    def in_faces(self, faces: str) -> "Item":
        """Return it with card names of these faces."""
        return Item(self.rule, in_faces(self.said, faces), self.seats, self.stated)

    def as_data(self) -> dict[str, Any]:
        """Return the line as plain data: strings, numbers and lists."""
        return {
            "rule": self.rule,
            "key": self.key,
            "text": self.text,
            "side": [*self.side],
            "number": self.number,
            "seats": in_seat_order(self.seats),
        }


CARD_POINTS: Final = "card points"
"""The unit of a result whose numbers are the card points that each seat has taken."""


@old_names(of="from_items")
@dataclass(frozen=True, slots=True)
class Result(HasText):
    """The result of a finished deal.

    Attributes:
        unit: The unit of the numbers: `game points`, `chips`, `lines` ...
        seats: The change for each seat, with what the session adds to it or takes away.
        winners: The seats that won; empty for a tie, or if nobody wins.
        said: One sentence, not yet text.
        items: The lines of the result.
        settled: False if the record says too little to know the result, as in a position with an unknown
            past.
        grades: The grade of each side (`win`, `tie`, `dishonourable_loss` ...), by the side's first seat.
        pot: The payment into the pot, in the same unit; negative for a payment out of it.
    """

    unit: str
    seats: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    said: Text
    items: tuple[Item, ...]
    settled: bool = True
    grades: Mapping[Seat, str] = field(default_factory=dict)
    pot: int = 0

    @property
    def paid(self) -> bool:
        """True if the numbers are won and lost, as chips are.

        Card points are only taken: a side may lose with more.
        """
        return self.unit != CARD_POINTS

    @classmethod
    def from_items(
        cls,
        sides: Sequence[Sequence[Seat]],
        unit: str,
        winners: tuple[Seat, ...],
        said: Text,
        items: Iterable[Item],
        grades: Mapping[Seat, str] | None = None,
        pot: int = 0,
    ) -> "Result":
        """Return the result of a deal with a known past.

        The numbers are the sums of the items.

        Args:
            unit: The unit of the numbers.
            winners: The seats that won.
            said: One sentence, not yet text.
            items: The lines of the result.
            grades: The grade of each side; None for win, loss or tie.
            pot: The payment into the pot, in the same unit; negative for a payment out of it.
        """
        items = tuple(items)
        numbers = {
            seat: sum(item.seats.get(seat, 0) for item in items)
            for seat in SEATS
            if any(seat in seats for seats in sides)
        }
        if grades is None:
            other = "loss" if winners else "tie"
            grades = {seats[0]: "win" if seats[0] in winners else other for seats in sides}
        return cls(unit, numbers, winners, said, items, grades=grades, pot=pot)

    def as_data(self) -> dict[str, Any]:
        """Return the result as plain data: strings, numbers and lists, ready for JSON."""
        return {
            "unit": self.unit,
            "seats": in_seat_order(self.seats),
            "winners": [*self.winners],
            "grades": dict(self.grades),
            "text": self.text,
            "items": [item.as_data() for item in self.items],
            "settled": self.settled,
            "pot": self.pot,
        }

    def in_faces(self, faces: str) -> "Result":
        """Return it with the card names of a game's faces: `french`, `german` or `either`."""
        if faces == "french":
            return self
        items = tuple([each.in_faces(faces) for each in self.items])
        return replace(self, said=in_faces(self.said, faces), items=items)


def in_seat_order(seats: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return the numbers of seats, clockwise from North."""
    return {seat: seats[seat] for seat in SEATS if seat in seats}


@dataclass(frozen=True, slots=True)
class SlateRow:
    """A row of strokes on a slate, in games where players get rid of lines.

    Attributes:
        seats: The side whose row it is.
        written: The strokes written so far, including those erased.
        erased: The number of strokes erased, from the first on.
    """

    seats: tuple[Seat, ...]
    written: int
    erased: int

    @property
    def left(self) -> int:
        """The strokes that are not erased."""
        return self.written - self.erased
