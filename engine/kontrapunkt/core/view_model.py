"""What lies on a table, stands beside it, and comes of a deal: the parts of a `View` and of a `Result`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kontrapunkt.core.action import SEATS, Action, Seat
from kontrapunkt.core.cards import Card
from kontrapunkt.core.messages import HasText, Text, in_faces, say, side_name


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table.

    Attributes:
        seat: Who played it.
        card: The card.
        dark: Whether it was turned from the stock unseen.
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
        winner: Who took it.
        card_points: What its cards count, added ones included; None in a game whose cards count nothing.
        added: Cards that came to it beside those played: a spice, the last cards of the stock.
    """

    number: int
    plays: tuple[Play, ...]
    winner: Seat
    card_points: int | None
    added: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards: those played, in order, and those added."""
        return (*(play.card for play in self.plays), *self.added)

    @property
    def best(self) -> int:
        """Which of the cards played took it, as an index."""
        return next(place for place, play in enumerate(self.plays) if play.seat == self.winner)


@dataclass(frozen=True, slots=True)
class Pile:
    """What a side has taken.

    Attributes:
        seats: The side: one seat, or two partners.
        tricks: Tricks in the pile, those before a position included; None where the record does not say.
        card_points: Card points taken since the start of the record; None in a game whose cards count
            nothing.
        card_points_before: Card points taken before a position; None where the record does not say.
    """

    seats: tuple[Seat, ...]
    tricks: int | None
    card_points: int | None
    card_points_before: int | None = 0

    @property
    def counted(self) -> int | None:
        """All card points that are known to have been taken; None where cards count nothing."""
        return None if self.card_points is None else self.card_points + (self.card_points_before or 0)


@dataclass(frozen=True, slots=True)
class Status:
    """A fact that a table shows beside a side: dirty, clean, soloist, Re ...

    Attributes:
        name: A fixed name, such as `dirty`; the renderer chooses its look by it.
        seats: Whom it concerns.
        label: One word.
        text: One sentence.
        rule: The rule behind it.
        news: Whether it is told when it comes about, and not only shown.
    """

    name: str
    seats: tuple[Seat, ...]
    label: Text
    text: Text
    rule: str
    news: bool = True

    @classmethod
    def told(
        cls,
        key: str,
        rule: str,
        seats: tuple[Seat, ...] = (),
        label: Text = "",
        news: bool = True,
        **values: object,
    ) -> "Status":
        """A fact as the catalogue tells it: in a word under a key, in a sentence under that and `.text`.

        Args:
            key: The key: `kg.status.order.ten` of one that is called `order`.
            rule: The rule behind it.
            seats: Whom it concerns; the sentence calls them `{who}`.
            label: The word, where it is told elsewhere.
            news: Whether it is told when it comes about.
            **values: What else the sentence takes.
        """
        if seats:
            values["who"] = side_name(seats)
        text = say(f"{key}.text", **values)
        return cls(key.split(".")[2], seats, label or say(key, **values), text, rule, news)

    def in_faces(self, faces: str) -> "Status":
        """The same, naming cards in the faces of a game: `french`, `german` or `either`."""
        if faces == "french":
            return self
        return replace(self, label=in_faces(self.label, faces), text=in_faces(self.text, faces))


@dataclass(frozen=True, slots=True)
class TableCards:
    """Cards that lie on the table outside hands and tricks: a turn-up, a talon, a card put down.

    Attributes:
        name: A fixed name, such as `turn_up`; the renderer chooses its look by it.
        cards: The cards, `HIDDEN` where the viewer may not see them.
        label: What it is, in a word or two.
        seat: Whose it is; None for nobody's.
    """

    name: str
    cards: tuple[Card, ...]
    label: Text
    seat: Seat | None = None

    @property
    def place(self) -> str:
        """What tells it from all else that lies on a table: two seats may have put down the same."""
        return f"laid-{self.name}-{self.seat}" if self.seat else f"laid-{self.name}"


@dataclass(frozen=True, slots=True)
class Call:
    """Something said aloud that still stands: a bid, an announcement, trumps named.

    Attributes:
        seat: Who said it.
        action: The action, such as `say konter`.
        label: What was said.
    """

    seat: Seat
    action: Action
    label: Text


@dataclass(frozen=True, slots=True)
class Item(HasText):
    """One line of a result: what was reckoned because of which rule.

    Attributes:
        rule: The rule's id.
        said: One sentence, not yet worded.
        seats: What it brings each seat concerned, in the result's unit; empty for a finding without a number.
            Those of all items add up to the result's numbers.
    """

    rule: str
    said: Text
    seats: Mapping[Seat, int] = field(default_factory=dict)


CARD_POINTS: Final = "card points"
"""The unit of a result that says how many card points each seat has taken."""


@dataclass(frozen=True, slots=True)
class Result(HasText):
    """The result of a finished deal.

    Attributes:
        unit: What the numbers are: `game points`, `chips`, `lines` ...
        seats: What the deal brings each seat, with what the session adds to it or takes away.
        winners: The seats that won; empty for a tie, or where nobody wins.
        said: One sentence, not yet worded.
        items: How it came about, line by line.
        settled: Whether the record says enough to know; a position whose past is unknown may not.
        grades: What each side made of it (`win`, `tie`, `dishonourable_loss` ...), by the side's first seat.
        pot: What the deal brings the pot, in the same unit; less than nothing where more is taken out.
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
        """True if the numbers are won and lost; card points are taken, and a side may lose with more."""
        return self.unit != CARD_POINTS

    @classmethod
    def of(
        cls,
        sides: Sequence[Sequence[Seat]],
        unit: str,
        winners: tuple[Seat, ...],
        said: Text,
        items: Iterable[Item],
        grades: Mapping[Seat, str] | None = None,
        pot: int = 0,
    ) -> "Result":
        """The result of a deal of which all is known: it brings each seat what its items do together.

        Args:
            sides: Who plays with whom.
            unit: What the numbers are.
            winners: The seats that won.
            said: One sentence, not yet worded.
            items: How it came about, line by line.
            grades: What each side made of it; whether it won, unless the game says more.
            pot: What the deal brings the pot.
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

    def in_faces(self, faces: str) -> "Result":
        """The same, naming cards in the faces of a game: `french`, `german` or `either`."""
        if faces == "french":
            return self
        items = tuple([Item(each.rule, in_faces(each.said, faces), each.seats) for each in self.items])
        return replace(self, said=in_faces(self.said, faces), items=items)


@dataclass(frozen=True, slots=True)
class SlateRow:
    """A row of strokes on a slate, as some games keep score: lines are to be got rid of.

    Attributes:
        seats: Whose it is.
        written: Strokes written so far, those crossed out included.
        erased: How many of them, from the first on, are crossed out.
    """

    seats: tuple[Seat, ...]
    written: int
    erased: int

    @property
    def left(self) -> int:
        """The strokes that are not crossed out."""
        return self.written - self.erased
