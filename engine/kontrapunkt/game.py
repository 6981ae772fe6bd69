"""The one interface of all games: Game, Options, State, View, Action, Result; `kontrapunkt.match` adds Match.

A `Game` is a set of rules with its options fixed. It deals or starts a `State`, which is immutable: `apply`
answers a new one. A `View` is what one seat may know of a state (or, with open hands, everything that lies on
the table); players and the renderer are given views only.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from kontrapunkt import words
from kontrapunkt.cards import Card, CardError, card
from kontrapunkt.options import Option as Option
from kontrapunkt.options import OptionError as OptionError
from kontrapunkt.options import Options as Options
from kontrapunkt.rules import Refusal, RuleBook

if TYPE_CHECKING:
    from kontrapunkt.match import Match
    from kontrapunkt.record import Deal, Record

Seat = Literal["N", "E", "S", "W"]
SEATS: Final[tuple[Seat, ...]] = ("N", "E", "S", "W")
"""The seats clockwise; E sits at N's left."""

CHANCE: Final = "*"
"""The actor of cuts, shuffles and drawn cards in a record."""


def left_of(seat: Seat, steps: int = 1) -> Seat:
    """The seat that many places clockwise."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


def partner_of(seat: Seat) -> Seat:
    """The seat opposite."""
    return left_of(seat, 2)


class Action(str):
    """An action as its one text form: a card (`7S`), or a word and what belongs to it (`dark`, `say re`)."""

    __slots__ = ()

    @property
    def verb(self) -> str:
        """The first word; `play` for a card."""
        return "play" if self.card else self.split(" ", 1)[0]

    @property
    def card(self) -> Card | None:
        """The card, where the action is to play one."""
        if len(self) != 2:
            return None
        try:
            return card(self)
        except CardError:
            return None

    @property
    def argument(self) -> str:
        """What follows the word; empty for a lone word and for a card."""
        return self.partition(" ")[2]

    @property
    def carries(self) -> Card | None:
        """The card that it does something with: the one played, or the one that a word names (`spice TD`)."""
        return self.card or Action(self.argument).card


# What happened, and what may be seen -----------------------------------------------------------------------


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
        label: One word, in the language in force.
        text: One sentence, in the language in force.
        rule: The rule behind it.
        news: Whether it is told when it comes about, and not only shown.
    """

    name: str
    seats: tuple[Seat, ...]
    label: str
    text: str
    rule: str
    news: bool = True


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that lie on the table outside hands and tricks: a turn-up, a talon, a card put down.

    Attributes:
        name: A fixed name, such as `turn_up`; the renderer chooses its look by it.
        cards: The cards, `HIDDEN` where the viewer may not see them.
        label: What it is, in a word or two, in the language in force.
        seat: Whose it is; None for nobody's.
    """

    name: str
    cards: tuple[Card, ...]
    label: str
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
        label: What was said, in the language in force.
    """

    seat: Seat
    action: Action
    label: str


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know; with open hands, what everybody would see with all cards on the table.

    The stock is a number: no view holds its cards. A hand that is not seen holds `HIDDEN` cards. Whether a
    seat may look through the tricks that are taken, its game decides: a view holds what may be looked at, not
    what may be remembered. A player who is to remember keeps what the views have shown.

    Attributes:
        game: The game's id.
        seat: Whose view it is; None for open hands.
        phase: The state's phase.
        dealer: Who dealt; None where a position does not say, or the dealer has no seat in this deal.
        to_act: Who acts next; None when the deal is over.
        hands: The cards of each seat, in a settled order (as `HIDDEN` where not seen).
        stock: Cards left in the stock; None in a game without one.
        trick: The cards of the trick in progress, in the order played.
        best: Which card of the trick in progress would take it, as an index; None while it is empty.
        trick_number: The number of the trick in progress, from 1.
        tricks: The finished tricks that lie open to the viewer, oldest first; with open hands all of them
            since the start of the record.
        actions: What the viewer may do now; with open hands, what the seat to act may do.
        piles: What each side has taken.
        statuses: Public facts beside the sides.
        result: The result, once the deal is over.
        facts: What has been so far and the rules still ask for, as a position of a record writes it.
        match: The match that the deal is played in, as it stood before the deal.
        first_trick: The number of the trick that the record starts in.
        seats: The seats that play, in the order of play.
        laid: Cards on the table outside hands and tricks.
        added: Cards that have come to the trick in progress beside those played.
        calls: What was said aloud in the deal, in order.
        trump: The trump suit as its letter; empty for none, and in a game without.
        task: What the seat to act is to do, as a sentence in the language in force; empty where it is simply
            to lead or to play.
        pinned: Cards that are trumps whatever the trump suit, high to low.
        others: With open hands, what seats may do out of turn.
        pot: The chips in the pot; None in a game without one.
        trumps: What kinds of cards are trumps, high to low, where they are more than a suit: cards (`TH`),
            ranks (`Q`), suits (`D`).
        twins: Whether the pack has each card twice, so that who held a card tells it from its like.
    """

    game: str
    seat: Seat | None
    phase: str
    dealer: Seat | None
    to_act: Seat | None
    hands: Mapping[Seat, tuple[Card, ...]]
    stock: int | None
    trick: tuple[Play, ...]
    best: int | None
    trick_number: int
    tricks: tuple[Trick, ...]
    actions: tuple[Action, ...]
    piles: tuple[Pile, ...]
    statuses: tuple[Status, ...] = ()
    result: "Result | None" = None
    facts: Mapping[str, str] = field(default_factory=dict)
    match: "Match | None" = None
    first_trick: int = 1
    seats: tuple[Seat, ...] = SEATS
    laid: tuple[Laid, ...] = ()
    added: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()
    trump: str = ""
    task: str = ""
    pinned: tuple[Card, ...] = ()
    others: Mapping[Seat, tuple[Action, ...]] = field(default_factory=dict)
    pot: int | None = None
    trumps: tuple[str, ...] = ()
    twins: bool = False

    @property
    def opening(self) -> bool:
        """Whether something is still to be settled before the first card is led."""
        return bool(self.task) and self.trick_number == 1 and not self.trick


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a result: what was reckoned because of which rule.

    Attributes:
        rule: The rule's id.
        text: One sentence, in the language in force.
        seats: What it brings each seat concerned, in the result's unit; empty for a finding without a number.
            Those of all items add up to the result's numbers.
    """

    rule: str
    text: str
    seats: Mapping[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished deal.

    Attributes:
        unit: What the numbers are: `game points`, `chips`, `lines` ...
        seats: What the deal brings each seat, with what the match adds to it or takes away.
        winners: The seats that won; empty for a tie, or where nobody wins.
        text: One sentence, in the language in force.
        items: How it came about, line by line.
        settled: Whether the record says enough to know; a position whose past is unknown may not.
        grades: What each side made of it (`win`, `tie`, `dishonourable_loss` ...), by the side's first seat.
        pot: What the deal brings the pot, in the same unit; less than nothing where more is taken out.
    """

    unit: str
    seats: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    text: str
    items: tuple[Item, ...]
    settled: bool = True
    grades: Mapping[Seat, str] = field(default_factory=dict)
    pot: int = 0


# Game and state --------------------------------------------------------------------------------------------


class State(ABC):
    """A moment of a deal; immutable."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> "Game":
        """The rules and options it is played by."""

    @property
    @abstractmethod
    def match(self) -> "Match":
        """The match that the deal is played in, as it stood before the deal."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The name of the phase, as the game's module explains it; `over` when the deal is finished."""

    @property
    @abstractmethod
    def to_act(self) -> Seat | None:
        """Who acts next; None when the deal is over."""

    @abstractmethod
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """What a seat may do now, without repetition and in a settled order.

        Args:
            seat: Whose actions; the one to act unless given. Another seat may have calls out of turn.
        """

    def plays(self) -> tuple[Action, ...]:
        """What the seat to act may do, without what is only said."""
        calls = self.game.is_call
        return tuple(action for action in self.actions() if not calls(action))

    @abstractmethod
    def apply(self, action: str, seat: Seat | None = None) -> "State":
        """The state after an action.

        Raises:
            Refusal: if the action is not legal.
        """

    @abstractmethod
    def why_not(self, action: str, seat: Seat | None = None) -> Refusal | None:
        """Why a seat may not do this now; None if it may."""

    @abstractmethod
    def result(self) -> Result:
        """The result of the finished deal.

        Raises:
            ValueError: while the deal is going on.
        """

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """What a seat may know; None for open hands."""

    @abstractmethod
    def as_deal(self, seat: Seat | None = None) -> "Deal":
        """This moment as the start of a record: cards just dealt, or a position.

        Args:
            seat: As this seat sees it, with `HIDDEN` cards; None for all of it.
        """

    @property
    def chance(self) -> Action | None:
        """What chance showed all with the last action, as a record writes it after `*`; None for nothing."""
        return None

    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        """What a seat's action looks like to another: with `?` for a card that is put away face down.

        Args:
            viewer: Who looks on; None for all of it.
            seat: Who acts, now.
            action: What they do.
        """
        return action

    def supposing(self, seat: Seat, action: str, chance: str | None) -> "State":
        """The same moment where a hidden card that is about to be seen is taken to be the one shown.

        Args:
            seat: Who acts next in the record.
            action: What they do.
            chance: What chance shows with it, where the record says so.
        """
        return self

    def having_drawn(self, seat: Seat, drawn: Card) -> "State":
        """The same moment where a hidden card that a seat has just drawn is taken to be this one.

        Args:
            seat: Who drew.
            drawn: The card, where the record says so: `* draw 7C`.
        """
        return self


class Game(ABC):
    """The rules of a game with its options fixed.

    Attributes:
        id: The public id, such as `konter-a-matt`.
        title: The game's name.
        prefix: The prefix of its rule ids, such as `RL`.
        known_options: The options it has.
        presets: Named sets of option values; the first is the default.
        rulebook: Its rules by id, those it shares with another game included.
        sides: Who plays with whom, where that is fixed.
        trick_rules: The ids of the rules that say who takes a trick and what it counts.
        match_facts: The keys of the facts that state how a match stands.
        solver: Where its open-hand solver is, as `module:class`; empty for none.
        faces: The faces of the cards it is played with: `french`, `german`, or `either`.
        zero_sum: Whether what one gets others pay: all numbers of a result, and what goes into a pot, add up
            to nothing.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]
    known_options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]]
    rulebook: ClassVar[RuleBook]
    sides: tuple[tuple[Seat, ...], ...]
    trick_rules: ClassVar[tuple[str, str]]
    match_facts: tuple[str, ...] = ()
    solver: ClassVar[str] = ""
    faces: ClassVar[str] = "french"
    zero_sum: bool = False

    def __init__(self, preset: str | None = None, **options: object) -> None:
        """Fixes the options: the defaults, then the preset's, then those named.

        Raises:
            OptionError: if an option, preset or value does not exist.
        """
        chosen = preset or next(iter(self.presets), None)
        self.options = Options(self.known_options, self.presets, chosen, options)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in the order of play; four clockwise unless the game says otherwise."""
        return SEATS

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat that many turns later in the order of play."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def alike(self, action: Action) -> str:
        """What equal actions of one hand have in common; the action itself where it has no equal."""
        return str(action)

    def is_call(self, action: Action) -> bool:
        """Whether an action is only said and moves no card, so that it may be allowed out of turn."""
        return action.verb == "say"

    @abstractmethod
    def match(self, deal: "Deal | None" = None) -> "Match":
        """A match as the facts of its first deal state it; a fresh one without.

        Args:
            deal: The deal. Its other facts do not matter.

        Raises:
            PositionError: if they cannot be read, or no match can stand so before a deal.
        """

    @abstractmethod
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, match: "Match | None" = None
    ) -> State:
        """Shuffles and deals.

        Args:
            seed: The same seed gives the same deal on every Python; None for a random one.
            dealer: Who deals. Unless given, whom the match says; the last of them, where several may.
            match: The match it is played in; a fresh one unless given.

        Raises:
            PositionError: if the match is over, or another seat is to deal.
        """

    @abstractmethod
    def start(self, deal: "Record | Deal", *, unseen: bool = False, match: "Match | None" = None) -> State:
        """The state a record's (first) deal begins with: dealt cards or a position, before its first action.

        Args:
            deal: The deal.
            unseen: Whether it may hide cards; such a state serves only to be viewed, `record_view` uses it.
            match: The match as the deals before it left it; what the deal's own facts state unless given.

        Raises:
            PositionError: if such a deal or position cannot exist, or says of the match what is not so.
        """

    def leaning(self, view: View) -> Sequence[float]:
        """How much a computer player leans towards each of a view's actions: none, unless the game says so.

        Weights, for chance to choose by; at least one is more than nothing.
        """
        return [1.0] * len(view.actions)

    @property
    def chosen(self) -> Mapping[str, str]:
        """The options that differ from the preset's, as a record writes them."""
        return self.options.chosen


def seat_name(seat: Seat) -> str:
    """A seat's name in the language in force: "North"."""
    return words.say(f"seat.{seat}")


def side_name(seats: Sequence[Seat]) -> str:
    """The short name of a side, "N–S"; a lone player by name."""
    if len(seats) == 1:
        return seat_name(seats[0])
    return "–".join(words.say(f"seat.short.{seat}") for seat in seats)


def side_spoken(seats: Sequence[Seat]) -> str:
    """A side for the ear: "North and South"."""
    return words.listed("and", [seat_name(seat) for seat in seats])


words.register(
    "en",
    {
        **dict(zip([f"seat.{seat}" for seat in SEATS], ("North", "East", "South", "West"), strict=True)),
        **{f"seat.short.{seat}": seat for seat in SEATS},
    },
)
