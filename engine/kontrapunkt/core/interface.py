"""The one interface of all games: Game, State, View, and the Session that deals are played in.

A `Game` is a set of rules with its options fixed. It deals or starts a `State`, which is immutable: `apply`
answers a new one. A `View` is what one seat may know of a state (or, with open hands, everything that lies on
the table); players and the renderer are given views only. A `Session` is what is carried from deal to deal.
"""

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from kontrapunkt.core.action import CHANCE, PASS, SEATS, SIDES, Action, Seat, known_seat, left_of, partner_of
from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.deal import Deal, Record
from kontrapunkt.core.messages import Text, clause, listed, row, say, seat_name
from kontrapunkt.core.options import Option, OptionError, Options
from kontrapunkt.core.rules import Fault, PositionError, Refusal, RuleBook
from kontrapunkt.core.view_model import Call, Item, Pile, Play, Result, SlateRow, Status, TableCards, Trick

__all__ = [
    "CHANCE",
    "PASS",
    "SEATS",
    "SIDES",
    "Action",
    "Call",
    "Game",
    "Item",
    "Option",
    "OptionError",
    "Options",
    "Pile",
    "Play",
    "Refusal",
    "Result",
    "Seat",
    "Session",
    "SlateRow",
    "State",
    "Status",
    "TableCards",
    "Trick",
    "UnsettledError",
    "View",
    "left_of",
    "partner_of",
]  # fmt: skip


class State(ABC):
    """A moment of a deal; immutable."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> "Game":
        """The rules and options it is played by."""

    @property
    @abstractmethod
    def session(self) -> "Session":
        """The session that the deal is played in, as it stood before the deal."""

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
        return self.game.without_calls(self.actions())

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
    def view(self, seat: Seat | None) -> "View":
        """What a seat may know; None for open hands."""

    @abstractmethod
    def as_deal(self, seat: Seat | None = None) -> Deal:
        """This moment as the start of a record: cards just dealt, or a position.

        Args:
            seat: As this seat sees it, with `HIDDEN` cards; None for all of it.
        """

    chance: Action | None = None
    """What chance showed all with the last action, as a record writes it after `*`; None for nothing."""

    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        """What a seat's action looks like to another: with `?` for a card that is put away face down.

        Args:
            viewer: Who looks on; None for all of it.
            seat: Who acts, now.
            action: What they do.
        """
        return action

    def assuming(self, seat: Seat, action: str, chance: str | None) -> "State":
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
        presets: Named sets of option values, the first the default; unless named, one that changes nothing.
        rulebook: Its rules by id, those it shares with another game included.
        sides: Who plays with whom, where that is fixed.
        trick_rules: The ids of the rules that say who takes a trick and what it counts.
        session_facts: The keys of the facts that state how a session stands.
        solver: Where its open-hand solver is, as `module:class`; empty for none.
        inference: Where it is concluded what hidden cards may be, as `module:class`; empty for nowhere.
        puzzle_knowledge: Where what puzzles know of it is, as `module:class`; empty for nothing.
        faces: The faces of the cards it is played with: `french`, `german`, or `either`.
        zero_sum: Whether what one gets others pay: all numbers of a result, and what goes into a pot, add up
            to nothing.
        heuristics: Where its rules of thumb are, as `module:name`; empty for none.
        calculator: Where its calculator is, as `module:class`; empty for none.
        pack: The cards; in a double pack each is there twice.
        gain_unit: What `gains` counts, by the key of its name (`gain.chips` ...).
        has_end: Whether a session is won some time, so that no deal follows.
        pinned: Cards that are trumps whatever the trump suit.
        seats: The seats that play, in the order of play; four clockwise unless the game says otherwise.
        numbered: The seats by the numbers that its states and facts know them by.
        faults: What the keys of the sentences begin with that say what is wrong in its records.
        call_verbs: The first words of actions that are only said and move no card.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]
    known_options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"seed": {}}
    rulebook: ClassVar[RuleBook]
    sides: tuple[tuple[Seat, ...], ...]
    trick_rules: ClassVar[tuple[str, str]]
    session_facts: tuple[str, ...] = ()
    solver: ClassVar[str] = ""
    inference: ClassVar[str] = ""
    puzzle_knowledge: ClassVar[str] = ""
    heuristics: ClassVar[str] = ""
    calculator: ClassVar[str] = ""
    pack: tuple[Card, ...] = ()
    faces: ClassVar[str] = "french"
    zero_sum: bool = False
    gain_unit: str = "chips"
    has_end: bool = False
    pinned: tuple[Card, ...] = ()
    seats: tuple[Seat, ...] = SEATS
    numbered: tuple[Seat, ...] = SEATS
    faults: ClassVar[str] = ""
    call_verbs: ClassVar[tuple[str, ...]] = ("say",)

    def __init__(self, preset: str | None = None, **options: object) -> None:
        """Fixes the options: the defaults, then the preset's, then those named.

        Raises:
            OptionError: if an option, preset or value does not exist.
        """
        chosen = preset or next(iter(self.presets), None)
        self.options = Options(self.known_options, self.presets, chosen, options)

    @property
    def position_facts(self) -> tuple[str, ...]:
        """The keys of the facts that a position may state of its past; those of the session among them."""
        return self.session_facts

    @cached_property
    def double_pack(self) -> bool:
        """Whether the pack has each card twice."""
        return len(set(self.pack)) < len(self.pack)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat that many turns later in the order of play.

        Args:
            seat: The seat to count from.
            steps: How many turns; less than none go back.
        """
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def who_deals(self, dealer: Seat | None, session: "Session | None") -> Seat:
        """Who deals, where it does not matter who of several may: who is named, else whom the session says.

        Raises:
            ValueError: if no such seat can be.
        """
        return known_seat(dealer or (session.dealers if session else SEATS)[-1])

    def alike(self, action: Action) -> str:
        """What equal actions of one hand have in common; the action itself where it has no equal."""
        return str(action)

    def is_call(self, action: Action) -> bool:
        """Whether an action is only said and moves no card, so that it may be allowed out of turn."""
        return action.partition(" ")[0] in self.call_verbs

    def without_calls(self, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Those of some actions that are no calls, in their order."""
        return tuple(action for action in actions if not self.is_call(action))

    @abstractmethod
    def session(self, deal: Deal | None = None) -> "Session":
        """A session as the facts of its first deal state it; a fresh one without.

        Args:
            deal: The deal. Its other facts do not matter.

        Raises:
            PositionError: if they cannot be read, or no session can stand so before a deal.
        """

    @abstractmethod
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: "Session | None" = None
    ) -> State:
        """Shuffles and deals.

        Args:
            seed: The same seed gives the same deal on every Python; None for a random one.
            dealer: Who deals. Unless given, whom the session says; the last of them, where several may.
            session: The session it is played in; a fresh one unless given.

        Raises:
            PositionError: if the session is over, or another seat is to deal.
        """

    @abstractmethod
    def start(self, deal: Record | Deal, *, unseen: bool = False, session: "Session | None" = None) -> State:
        """The state a record's (first) deal begins with: dealt cards or a position, before its first action.

        Args:
            deal: The deal.
            unseen: Whether it may hide cards; such a state serves only to be viewed, `record_view` uses it.
            session: The session as the deals before it left it; what the deal's own facts state unless given.

        Raises:
            PositionError: if such a deal or position cannot exist, or says of the session what is not so.
        """

    shows: ClassVar[type["View"]]
    """The views of its states."""

    def leaning(self, view: "View") -> Sequence[float]:
        """How much a computer player leans towards each of a view's actions: none, unless the game says so.

        Weights, for chance to choose by; at least one is more than nothing.
        """
        return [1.0] * len(view.actions)

    def quiet(self, view: "View") -> Sequence[Action]:
        """A view's actions that say, bid and claim nothing beyond what somebody must; at least one.

        To pass, where the view is of a seat that is not to act.
        """
        if PASS in view.actions or view.seat not in (None, view.to_act):
            return (PASS,)
        return self.without_calls(view.actions) or view.actions

    def payoffs(self, state: State) -> Mapping[Seat, float]:
        """What a finished deal says of how well each seat has done, in `gain_unit`: all add up to nothing.

        Unless the game counts otherwise, what the result brings a seat beyond the mean of all.

        Raises:
            ValueError: while the deal is going on.
        """
        seats = state.result().seats
        mean = sum(seats.values()) / len(seats)
        return {seat: number - mean for seat, number in seats.items()}

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Who plays with whom in a deal, its cards known; its sides, unless the cards decide."""
        return self.sides

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), self.options.preset, **self.chosen), ()

    @property
    def chosen(self) -> Mapping[str, str]:
        """The options that differ from the preset's, as a record writes them."""
        return self.options.chosen


class UnsettledError(ValueError):
    """A deal that does not say enough of its past to know what it brings to the session."""


@dataclass(frozen=True, slots=True)
class Session(ABC):
    """Where a session stands before a deal.

    Attributes:
        game: The game with its options, which a session never changes.
        dealers: Who may deal: the one seat that the rules say; several where chance decides (a cut, the first
            deal), or where nobody says who dealt before.
        dealer_rule: The id of the rule that says who deals.
    """

    game: "Game" = field(compare=False, repr=False)
    dealers: tuple[Seat, ...] = SEATS

    dealer_rule: ClassVar[str]

    @property
    def dealer(self) -> Seat | None:
        """Who deals; None where several may."""
        return self.dealers[0] if len(self.dealers) == 1 else None

    @property
    @abstractmethod
    def unit(self) -> str:
        """What the numbers are: `game points`, `chips` ...; empty in a game that keeps no score."""

    @property
    @abstractmethod
    def seats(self) -> Mapping[Seat, int]:
        """Each seat's number so far, partners each the number of their side; empty where no score is kept."""

    @property
    def scores(self) -> Mapping[str, int]:
        """Each player's number so far: that of the seats, or of more players than sit down to a deal."""
        return dict(self.seats.items())

    @property
    def sitting(self) -> Mapping[Seat, str]:
        """Who sits at each seat in the next deal, by the names in `scores`."""
        return {seat: seat for seat in self.game.seats}

    @property
    def next_dealers(self) -> tuple[Seat, ...]:
        """Who may deal after this deal, where dealing goes round."""
        following = {self.game.after(dealer) for dealer in self.dealers}
        return tuple(seat for seat in SEATS if seat in following)

    @property
    def dealt_by(self) -> Seat | None:
        """The seat whose player deals; None where several may, or the one who deals has no seat."""
        return self.dealer

    @property
    def pot(self) -> int:
        """What lies in the pot, in the same unit; nothing in a game without one."""
        return 0

    @property
    def slate(self) -> tuple[SlateRow, ...]:
        """The slate, a row for each side; none in a game that keeps score otherwise."""
        return ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won the session; empty while it goes on, and in a game that knows no end."""
        return ()

    @property
    def over(self) -> bool:
        """Whether it has ended, so that no deal can follow."""
        return bool(self.winners)

    @property
    @abstractmethod
    def standing(self) -> Text:
        """How it stands, what is held over included, in a sentence or two."""

    @property
    def next_deal(self) -> Text:
        """Who deals next; empty where that is open."""
        return say("session.dealer", seat=seat_name(self.dealer)) if self.dealer else ""

    @property
    def text(self) -> Text:
        """How it stands and who deals next."""
        following = "" if self.over else self.next_deal
        return row([self.standing, following]) if following else self.standing

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """What a record states of it, by key, that of a fresh session left out; `Game.session` reads it."""

    @abstractmethod
    def after(self, end: State) -> Self:
        """The session after one more deal.

        Args:
            end: The deal's last state; it was played in this session.

        Raises:
            UnsettledError: if the deal does not say enough of its past.
            ValueError: if the deal or the session is over or not, as it should not be.
        """

    def agreed(self, deal: Deal) -> Self:
        """This session as a deal is played in it: with its dealer, if the deal names one.

        Args:
            deal: The deal. What it says of the session, it must say as the earlier deals left it.

        Raises:
            PositionError: if it says otherwise, or the session is over.
        """
        if self.over:
            text = say("session.fault.over", standing=clause(self.standing))
            raise PositionError([Fault("session_over", text, deal.line("start"))])
        faults = []
        said, due = self.game.session(deal).facts, self.facts
        for key in self.game.session_facts:
            if key in deal.facts and said.get(key) != due.get(key):
                sentence = "session.fault.standing" if key in due else "session.fault.nothing"
                text = say(sentence, key=key, due=due.get(key, ""))
                faults.append(Fault("standing_wrong", text, deal.line(key)))
        if deal.dealer and deal.dealer not in self.dealers:
            due_dealers = listed("or", [seat_name(seat) for seat in self.dealers])
            values = {"seat": seat_name(deal.dealer), "due": due_dealers, "rule": self.dealer_rule}
            text = say("session.fault.dealer", **values)
            faults.append(Fault("dealer_wrong", text, deal.line("Dealer")))
        if faults:
            raise PositionError(faults)
        return replace(self, dealers=(deal.dealer,)) if deal.dealer else self


class View[S: State = Any](ABC):
    """What one seat may know; with open hands, what everybody would see with all cards on the table.

    The stock is a number: no view holds its cards. A hand that is not seen holds `HIDDEN` cards. Whether a
    seat may look through the tricks that are taken, its game decides: a view holds what may be looked at, not
    what may be remembered. A player who is to remember keeps what the views have shown.

    Two views are equal if all their parts are; `copy.replace` gives one with other parts.

    Attributes:
        seat: Whose view it is; None for open hands.
    """

    PARTS: ClassVar[tuple[str, ...]]
    """The names of all that a view shows: whose it is, and what it finds when it is asked."""

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

    @property
    def moment(self) -> S:
        """The state with all hidden that the viewer may not know; who remembers perfectly knows all of it."""
        return self._seen

    @cached_property
    def phase(self) -> str:
        """The state's phase."""
        return self._seen.phase

    @cached_property
    def to_act(self) -> Seat | None:
        """Who acts next; None when the deal is over."""
        return self._seen.to_act

    @cached_property
    def session(self) -> Session | None:
        """The session that the deal is played in, as it stood before the deal."""
        return self._seen.session

    @cached_property
    def dealer(self) -> Seat | None:
        """Who dealt; None where a position does not say, or the dealer has no seat in this deal."""
        return self._seen.session.dealt_by

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
    def stock(self) -> int | None:
        """Cards left in the stock; None in a game without one."""
        return None

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

    def finished(self, before: "View") -> Trick | None:
        """The trick that has been completed since an earlier view of the same seat; None for none."""
        return self.tricks[-1] if self.tricks[-1:] != before.tricks[-1:] else None

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
    def laid(self) -> tuple[TableCards, ...]:
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
        return self._seen.game.pinned

    @cached_property
    def pot(self) -> int | None:
        """The chips in the pot; None in a game without one."""
        return None

    @cached_property
    def double_pack(self) -> bool:
        """Whether the pack has each card twice, so that who held a card tells it from its like."""
        return self._seen.game.double_pack

    @property
    def opening(self) -> bool:
        """Whether something is still to be settled before the first card is led."""
        return bool(self.task) and self.trick_number == 1 and not self.trick


View.PARTS = ("seat", *[name for name, part in vars(View).items() if isinstance(part, cached_property)])
