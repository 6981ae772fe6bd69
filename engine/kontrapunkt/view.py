"""What a seat may know of a moment, and of a deal that is over.

A `View` keeps the redacted part of a state, in which all that its seat may not know is hidden, and computes
its parts when they are asked for. It words nothing: what it has to say is `Said`.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kontrapunkt.action import Action, Seat
from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.said import Text

if TYPE_CHECKING:
    from kontrapunkt.game import State
    from kontrapunkt.match import Match


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


@dataclass(frozen=True, slots=True)
class Laid:
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
class Item:
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

    @property
    def text(self) -> str:
        """One sentence in the language in force."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished deal.

    Attributes:
        unit: What the numbers are: `game points`, `chips`, `lines` ...
        seats: What the deal brings each seat, with what the match adds to it or takes away.
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
    def text(self) -> str:
        """One sentence in the language in force."""
        return str(self.said)


class View[S: "State" = Any](ABC):
    """What one seat may know; with open hands, what everybody would see with all cards on the table.

    The stock is a number: no view holds its cards. A hand that is not seen holds `HIDDEN` cards. Whether a
    seat may look through the tricks that are taken, its game decides: a view holds what may be looked at, not
    what may be remembered. A player who is to remember keeps what the views have shown.

    Two views are equal if all their parts are; `copy.replace` gives one with other parts.

    Attributes:
        seat: Whose view it is; None for open hands.
    """

    PARTS: ClassVar = (
        "game", "seat", "phase", "dealer", "to_act", "hands", "stock", "trick", "best", "trick_number",
        "tricks", "actions", "piles", "statuses", "result", "facts", "match", "first_trick", "seats", "laid",
        "added", "calls", "trump", "task", "pinned", "others", "pot", "trumps", "twins",
    )  # fmt: skip
    """The names of all that a view shows."""

    seat: Seat | None

    def __init__(self, seen: S, seat: Seat | None) -> None:
        """A view of a state that holds no more than the seat may know.

        Args:
            seen: The redacted state; `State.redacted` gives it.
            seat: Whose view it is; None for open hands.
        """
        self.seat = seat
        self._seen = seen
        self._given: dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return all(getattr(self, part) == getattr(other, part) for part in self.PARTS)

    __hash__ = None  # type: ignore[assignment] # its parts are mappings, too

    def __replace__(self, **parts: Any) -> Self:
        new = copy.copy(self)
        unknown = parts.keys() - {*self.PARTS}
        if unknown:
            raise TypeError(f"a view has no part {min(unknown)}")
        new._given = {**self._given, **parts}
        new.__dict__.update(parts)
        return new

    def __getstate__(self) -> dict[str, Any]:
        return {"seat": self.seat, "_seen": self._seen, "_given": self._given, **self._given}

    def __repr__(self) -> str:
        return f"<view of {self._seen!r} by {self.seat or 'all'}>"

    # What every state tells

    @cached_property
    def game(self) -> str:
        """The game's id."""
        return self._seen.game.id

    @cached_property
    def phase(self) -> str:
        """The state's phase."""
        return self._seen.phase

    @cached_property
    def to_act(self) -> Seat | None:
        """Who acts next; None when the deal is over."""
        return self._seen.to_act

    @cached_property
    def match(self) -> "Match | None":
        """The match that the deal is played in, as it stood before the deal."""
        return self._seen.match

    @cached_property
    def dealer(self) -> Seat | None:
        """Who dealt; None where a position does not say, or the dealer has no seat in this deal."""
        return self._seen.match.dealt_by

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in the order of play."""
        return self._seen.game.seats

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """What the viewer may do now; with open hands, what the seat to act may do."""
        allowed = self._seen.actions(self.seat or self._seen.to_act)
        return tuple(action for action in allowed if HIDDEN not in action)

    @cached_property
    def others(self) -> Mapping[Seat, tuple[Action, ...]]:
        """With open hands, what seats may do out of turn."""
        if self.seat is not None:
            return {}
        seen, turn = self._seen, self._seen.to_act
        found = {seat: seen.actions(seat) for seat in self.seats if seat != turn}
        return {seat: actions for seat, actions in found.items() if actions}

    @cached_property
    def result(self) -> Result | None:
        """The result, once the deal is over."""
        return None if self._seen.to_act else self._seen.result()

    # What a kind of game tells

    @cached_property
    @abstractmethod
    def hands(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards of each seat, in a settled order (as `HIDDEN` where not seen)."""

    @cached_property
    @abstractmethod
    def stock(self) -> int | None:
        """Cards left in the stock; None in a game without one."""

    @cached_property
    @abstractmethod
    def trick(self) -> tuple[Play, ...]:
        """The cards of the trick in progress, in the order played."""

    @cached_property
    @abstractmethod
    def best(self) -> int | None:
        """Which card of the trick in progress would take it, as an index; None while it is empty."""

    @cached_property
    @abstractmethod
    def trick_number(self) -> int:
        """The number of the trick in progress, from 1."""

    @cached_property
    @abstractmethod
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks that lie open to the viewer, oldest first.

        With open hands all of them since the start of the record.
        """

    @cached_property
    @abstractmethod
    def piles(self) -> tuple[Pile, ...]:
        """What each side has taken."""

    @cached_property
    @abstractmethod
    def first_trick(self) -> int:
        """The number of the trick that the record starts in."""

    @cached_property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """What has been so far and the rules still ask for, as a position of a record writes it."""

    # What some games tell

    @cached_property
    def statuses(self) -> tuple[Status, ...]:
        """Public facts beside the sides."""
        return ()

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """Cards on the table outside hands and tricks."""
        return ()

    @cached_property
    def added(self) -> tuple[Card, ...]:
        """Cards that have come to the trick in progress beside those played."""
        return ()

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """What was said aloud in the deal, in order."""
        return ()

    @cached_property
    def task(self) -> Text:
        """What the seat to act is to do, as a sentence; empty where it is simply to lead or to play."""
        return ""

    @cached_property
    def trump(self) -> str:
        """The trump suit as its letter; empty for none, and in a game without."""
        return ""

    @cached_property
    def trumps(self) -> tuple[str, ...]:
        """What kinds of cards are trumps, high to low, where they are more than a suit.

        Cards (`TH`), ranks (`Q`), suits (`D`).
        """
        return ()

    @cached_property
    def pinned(self) -> tuple[Card, ...]:
        """Cards that are trumps whatever the trump suit, high to low."""
        return ()

    @cached_property
    def pot(self) -> int | None:
        """The chips in the pot; None in a game without one."""
        return None

    @cached_property
    def twins(self) -> bool:
        """Whether the pack has each card twice, so that who held a card tells it from its like."""
        return False

    @property
    def opening(self) -> bool:
        """Whether something is still to be settled before the first card is led."""
        return bool(self.task) and self.trick_number == 1 and not self.trick
