"""The one interface of all games: Game, Options, State, View, Action, Result; `kontrapunkt.match` adds Match.

A `Game` is a set of rules with its options fixed. It deals or starts a `State`, which is immutable: `apply`
answers a new one. A `View` is what one seat may know of a state (or, with open hands, everything that lies on
the table); players and the renderer are given views only.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from kontrapunkt.action import CHANCE as CHANCE
from kontrapunkt.action import SEATS as SEATS
from kontrapunkt.action import Action as Action
from kontrapunkt.action import Seat as Seat
from kontrapunkt.action import left_of as left_of
from kontrapunkt.action import partner_of as partner_of
from kontrapunkt.cards import Card
from kontrapunkt.options import Option as Option
from kontrapunkt.options import OptionError as OptionError
from kontrapunkt.options import Options as Options
from kontrapunkt.rules import Refusal as Refusal
from kontrapunkt.rules import RuleBook
from kontrapunkt.view import Call as Call
from kontrapunkt.view import Item as Item
from kontrapunkt.view import Laid as Laid
from kontrapunkt.view import Pile as Pile
from kontrapunkt.view import Play as Play
from kontrapunkt.view import Result as Result
from kontrapunkt.view import Status as Status
from kontrapunkt.view import Trick as Trick
from kontrapunkt.view import View as View

if TYPE_CHECKING:
    from kontrapunkt.match import Match
    from kontrapunkt.record import Deal, Record


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

    shows: ClassVar[type[View]]
    """The views of its states."""

    def leaning(self, view: View) -> Sequence[float]:
        """How much a computer player leans towards each of a view's actions: none, unless the game says so.

        Weights, for chance to choose by; at least one is more than nothing.
        """
        return [1.0] * len(view.actions)

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (type(self), self.options.preset, dict(self.chosen))

    @property
    def chosen(self) -> Mapping[str, str]:
        """The options that differ from the preset's, as a record writes them."""
        return self.options.chosen


def _made(game_class: type[Game], preset: str | None, chosen: Mapping[str, str]) -> Game:
    """A game made anew, from what a pickle or a copy keeps of it."""
    return game_class(preset, **chosen)
