"""The interface of all games: Game, State, View and Session.

A `Game` is a set of rules with fixed options. It deals or starts a `State`, which is immutable: `apply`
returns a new one. A `View` is the part of a state that one seat may know (or, with open hands, everything on
the table); players and the renderer get views only. A `Session` is what carries over from deal to deal.
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
from kontrapunkt.core.old_names import old_names
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
        """The rules and options of the deal."""

    @property
    @abstractmethod
    def session(self) -> "Session":
        """The session of the deal, as it was before the deal."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The name of the phase, as the game's module explains it; `over` at the end."""

    @property
    @abstractmethod
    def to_act(self) -> Seat | None:
        """The seat to act; None when the deal is over."""

    @abstractmethod
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        """Return the legal actions of a seat, without repetition and in a fixed order.

        Args:
            seat: The seat; None for the seat to act. Another seat may have calls out of turn.
        """

    def plays(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act, without calls."""
        return self.game.without_calls(self.actions())

    @abstractmethod
    def apply(self, action: str, seat: Seat | None = None) -> "State":
        """Return the state after an action.

        Raises:
            Refusal: if the action is not legal.
        """

    @abstractmethod
    def why_not(self, action: str, seat: Seat | None = None) -> Refusal | None:
        """Return the reason why a seat may not do this now; None if it may."""

    @abstractmethod
    def result(self) -> Result:
        """Return the result of the finished deal.

        Raises:
            ValueError: while the deal is going on.
        """

    @abstractmethod
    def view(self, seat: Seat | None) -> "View[Any]":
        """Return the view of a seat; None for open hands."""

    @abstractmethod
    def as_deal(self, seat: Seat | None = None) -> Deal:
        """Return this moment as the start of a record: cards just dealt, or a position.

        Args:
            seat: The seat whose view it shows, with `HIDDEN` cards; None for open hands.
        """

    chance: Action | None = None
    """The chance event shown to all with the last action; None for none.

    A record writes it after `*`.
    """

    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        """Return an action as another seat sees it.

        A card put away face down is shown as `?`.

        Args:
            viewer: The seat that looks on; None for open hands.
            seat: The seat that acts now.
        """
        return action

    def assuming(self, seat: Seat, action: str, chance: str | None) -> "State":
        """Return this state with the real card in place of a hidden one about to be shown.

        Args:
            seat: The seat that acts next in the record.
            action: Its action.
            chance: The chance event with it; None where the record does not say.
        """
        return self

    def having_drawn(self, seat: Seat, drawn: Card) -> "State":
        """Return this state with a hidden card just drawn replaced by the real one.

        Args:
            seat: The seat that drew.
            drawn: The card, as the record gives it: `* draw 7C`.
        """
        return self


class Game(ABC):
    """The rules of a game with its options fixed.

    Attributes:
        id: The public id, such as `konter-a-matt`.
        title: The game's name.
        prefix: The prefix of its rule ids, such as `RL`.
        known_options: The options it has.
        presets: Named sets of option values, the first the default; unless set, one that changes nothing.
        rulebook: Its rules by id, including those it shares with another game.
        sides: The sides, where they are fixed.
        trick_rules: The ids of the rules about who takes a trick and how it counts.
        session_facts: The keys of the facts that describe a session.
        solver: The class of its open-hand solver, as `module:class`; empty for none.
        inference: The class that works out the possible hidden cards, as `module:class`; empty for none.
        puzzle_knowledge: The class of its knowledge for puzzles, as `module:class`; empty for none.
        faces: The faces of the cards it is played with: `french`, `german`, or `either`.
        zero_sum: True if all numbers of a result and the payment into a pot add up to zero.
        heuristics: Its rules of thumb, as `module:name`; empty for none.
        calculator: The class of its calculator, as `module:class`; empty for none.
        pack: The cards; a double pack has each of them twice.
        gain_unit: The unit of `payoffs`, as the key of its name (`gain.chips` ...).
        has_end: True if a session can be won, after which no deal follows.
        pinned: Cards that are trumps whatever the trump suit.
        seats: The seats that play, in the order of play; four clockwise unless the game sets others.
        numbered: The seats in the order of the numbers that its states and facts use for them.
        faults: The beginning of the keys of the sentences about errors in its records.
        call_verbs: The verbs of actions that are only said and move no card.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]
    known_options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {"standard": {}}
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
        """Fix the options: the defaults, then the preset's, then those given.

        Raises:
            OptionError: if an option, preset or value does not exist.
        """
        chosen = preset or next(iter(self.presets), None)
        self.options = Options(self.known_options, self.presets, chosen, options)

    @property
    def position_facts(self) -> tuple[str, ...]:
        """The keys of the facts that a position may give, with those of the session."""
        return self.session_facts

    @cached_property
    def double_pack(self) -> bool:
        """True if the pack has each card twice."""
        return len(set(self.pack)) < len(self.pack)

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the seat a number of turns later in the order of play.

        Args:
            seat: The seat to count from.
            steps: The number of turns; a negative number goes back.
        """
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def who_deals(self, dealer: Seat | None, session: "Session | None") -> Seat:
        """Return the dealer: the given one, else the session's last possible dealer.

        Raises:
            ValueError: if there is no such seat.
        """
        dealers = session.dealers if session else [seat for seat in SEATS if seat in self.seats]
        return known_seat(dealer or dealers[-1])

    def alike(self, action: Action) -> str:
        """Return a key that equal actions of one hand share, by default the action."""
        return str(action)

    def bid_value(self, action: Action) -> int | None:
        """Return the value of a bid, in `gain_unit`; None if it has none of its own."""
        return None

    def is_call(self, action: Action) -> bool:
        """Return True if an action is only said and moves no card; it may be out of turn."""
        return action.partition(" ")[0] in self.call_verbs

    def without_calls(self, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Return the actions that are not calls, in their order."""
        return tuple(action for action in actions if not self.is_call(action))

    @abstractmethod
    def session(self, deal: Deal | None = None) -> "Session":
        """Return the session that the facts of its first deal describe.

        Args:
            deal: The deal, of which no other facts matter; None for a fresh session.

        Raises:
            PositionError: if the facts cannot be read, or no session can have them before a deal.
        """

    @abstractmethod
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: "Session | None" = None
    ) -> State:
        """Shuffle and deal.

        Args:
            seed: The same seed gives the same deal on every Python; None for a random one.
            dealer: The dealer; None for the session's, and for the last of several possible ones.
            session: The session of the deal; None for a fresh one.

        Raises:
            PositionError: if the session is over, or another seat is to deal.
        """

    @abstractmethod
    def start(self, deal: Record | Deal, *, unseen: bool = False, session: "Session | None" = None) -> State:
        """Return the first state of a record's (first) deal, before any action.

        Args:
            deal: The deal: cards just dealt, or a position.
            unseen: True to allow hidden cards; such a state can only be viewed, and `record_view` uses it.
            session: The session after the earlier deals; None for the one that the deal's own facts describe.

        Raises:
            PositionError: if there can be no such deal or position, or it contradicts the session.
        """

    shows: ClassVar[type["View[Any]"]]
    """The class of its states' views."""

    def leaning(self, view: "View[Any]") -> Sequence[float]:
        """Return the weights of a view's actions for a random choice by a computer player.

        At least one is positive. By default they are equal.
        """
        return [1.0] * len(view.actions)

    def quiet(self, view: "View[Any]") -> Sequence[Action]:
        """Return the actions of a view without voluntary calls, bids and claims.

        At least one; a pass if the view is of a seat that is not to act.
        """
        if PASS in view.actions or view.seat not in (None, view.to_act):
            return (PASS,)
        return self.without_calls(view.actions) or view.actions

    def payoffs(self, state: State) -> Mapping[Seat, float]:
        """Return each seat's gain from a finished deal, in `gain_unit`.

        They add up to zero. By default, a seat's gain is its result minus the mean of all.

        Raises:
            ValueError: while the deal is going on.
        """
        seats = state.result().seats
        mean = sum(seats.values()) / len(seats)
        return {seat: number - mean for seat, number in seats.items()}

    def parties(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the sides of a deal whose cards are known.

        They are the game's sides unless the cards decide them.
        """
        return self.sides

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.chosen.items())
        preset = f", {self.options.preset!r}" if self.options.preset else ""
        return f"kontrapunkt.game({self.id!r}{preset}{options})"

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), self.options.preset, **self.chosen), ()

    @property
    def chosen(self) -> Mapping[str, str]:
        """The options that differ from the preset's, as a record writes them."""
        return self.options.chosen


class UnsettledError(ValueError):
    """A deal whose record says too little of earlier play to update the session."""


@old_names(sitting="players_by_seat")
@dataclass(frozen=True, slots=True)
class Session(ABC):
    """The score and the next dealer of a session before a deal.

    Attributes:
        game: The game with its options, which stay the same for a whole session.
        dealers: The possible dealers: one by the rules, or several where chance decides (a cut, the first
            deal) or the last dealer is unknown.
        dealer_rule: The id of the rule about who deals.
    """

    game: "Game" = field(compare=False, repr=False)
    dealers: tuple[Seat, ...] = SEATS

    dealer_rule: ClassVar[str]

    @property
    def dealer(self) -> Seat | None:
        """The dealer; None where several may deal."""
        return self.dealers[0] if len(self.dealers) == 1 else None

    @property
    @abstractmethod
    def unit(self) -> str:
        """The unit of the scores (`game points`, `chips`); empty if no score is kept."""

    @property
    @abstractmethod
    def seats(self) -> Mapping[Seat, int]:
        """Each seat's score so far; empty in a game that keeps no score.

        Partners have the score of their side.
        """

    @property
    def scores(self) -> Mapping[str, int]:
        """Each player's score so far; there may be more players than seats."""
        return dict(self.seats.items())

    @property
    def players_by_seat(self) -> Mapping[Seat, str]:
        """The player at each seat in the next deal, by the names in `scores`."""
        return {seat: seat for seat in self.game.seats}

    @property
    def next_dealers(self) -> tuple[Seat, ...]:
        """The possible dealers after this deal, where the deal goes round."""
        following = {self.game.after(dealer) for dealer in self.dealers}
        return tuple(seat for seat in SEATS if seat in following)

    @property
    def dealt_by(self) -> Seat | None:
        """The seat of the dealer; None where several may deal, or the dealer has no seat."""
        return self.dealer

    @property
    def pot(self) -> int:
        """The pot, in the same unit as the scores; 0 in a game without one."""
        return 0

    @property
    def slate(self) -> tuple[SlateRow, ...]:
        """The slate, one row for each side; empty in a game without one."""
        return ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won the session; empty while it goes on."""
        return ()

    @property
    def over(self) -> bool:
        """True if the session has ended and no deal can follow."""
        return bool(self.winners)

    @property
    @abstractmethod
    def standing(self) -> Text:
        """The score, with anything carried over, in a sentence or two."""

    @property
    def next_deal(self) -> Text:
        """A sentence that names the next dealer; empty if several may deal."""
        return say("session.dealer", seat=seat_name(self.dealer)) if self.dealer else ""

    @property
    def text(self) -> Text:
        """The score and the next dealer."""
        following = "" if self.over else self.next_deal
        return row([self.standing, following]) if following else self.standing

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """The facts by which a record describes the session; `Game.session` reads them.

        Facts with the value of a fresh session are left out.
        """

    @abstractmethod
    def after(self, end: State) -> Self:
        """Return the session after one more deal.

        Args:
            end: The deal's last state; it was played in this session.

        Raises:
            UnsettledError: if the deal says too little about earlier play.
            ValueError: if the deal is not over, or the session already is.
        """

    def agreed(self, deal: Deal) -> Self:
        """Return this session for a given deal, with the deal's dealer if it names one.

        Args:
            deal: The deal; its facts about the session must agree with the earlier deals.

        Raises:
            PositionError: if they do not agree, or the session is over.
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


class View[S: State](ABC):
    """The part of a state that one seat may know, or all of it with open hands.

    With open hands a view shows everything that players see if all put their cards on the table. The stock is
    a number: no view shows its cards. A hand that the seat may not see consists of `HIDDEN` cards. Each game
    decides if a seat may look through the tricks taken. A view shows what the seat may look at now, not what
    it may remember; a player that remembers must store earlier views.

    Two views are equal if all their parts are equal.

    Attributes:
        seat: The viewer; None for open hands.
    """

    PARTS: ClassVar[tuple[str, ...]]
    """The names of everything that a view shows: the seat, and each cached property."""

    seat: Seat | None

    def __init__(self, seen: S, seat: Seat | None) -> None:
        """Create a view of a state with everything hidden that the seat may not know.

        Args:
            seen: The redacted state, from `State.redacted`.
            seat: The viewer; None for open hands.
        """
        self.seat = seat
        self._seen = seen
        self._given: dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return all(getattr(self, part) == getattr(other, part) for part in self.PARTS)

    __hash__ = None  # type: ignore[assignment] # some of its parts are mappings

    def replace(self, **parts: Any) -> Self:
        """Return a view with other parts.

        Raises:
            TypeError: if a view has no such part.
        """
        new = copy.copy(self)
        unknown = parts.keys() - {*self.PARTS}
        if unknown:
            raise TypeError(f"a view has no part {min(unknown)}")
        new._given = {**self._given, **parts}
        new.__dict__.update(parts)
        return new

    __replace__ = replace

    def __getstate__(self) -> dict[str, Any]:
        return {"seat": self.seat, "_seen": self._seen, "_given": self._given, **self._given}

    # Parts from every state

    @cached_property
    def game(self) -> str:
        """The game's id."""
        return self._seen.game.id

    @property
    def moment(self) -> S:
        """The state without what the viewer may not know.

        A player with a perfect memory knows all of it.
        """
        return self._seen

    @cached_property
    def phase(self) -> str:
        """The state's phase."""
        return self._seen.phase

    @cached_property
    def to_act(self) -> Seat | None:
        """The seat to act; None when the deal is over."""
        return self._seen.to_act

    @cached_property
    def session(self) -> Session | None:
        """The session of the deal, as it was before the deal."""
        return self._seen.session

    @cached_property
    def dealer(self) -> Seat | None:
        """The dealer; None if unknown, or if the dealer has no seat in this deal."""
        return self._seen.session.dealt_by

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play, in the order of play."""
        return self._seen.game.seats

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions of the viewer; with open hands, of the seat to act."""
        allowed = self._seen.actions(self.seat or self._seen.to_act)
        return tuple(action for action in allowed if HIDDEN not in action)

    @cached_property
    def others(self) -> Mapping[Seat, tuple[Action, ...]]:
        """The legal actions out of turn of the other seats; only with open hands."""
        if self.seat is not None:
            return {}
        seen, turn = self._seen, self._seen.to_act
        found = {seat: seen.actions(seat) for seat in self.seats if seat != turn}
        return {seat: actions for seat, actions in found.items() if actions}

    @cached_property
    def result(self) -> Result | None:
        """The result; None until the deal is over."""
        return None if self._seen.to_act else self._seen.result()

    # Parts that each game or family defines

    @cached_property
    @abstractmethod
    def hands(self) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards of each seat, in a fixed order; `HIDDEN` for an unseen card."""

    @cached_property
    def stock(self) -> int | None:
        """The number of cards in the stock; None in a game without one."""
        return None

    @cached_property
    @abstractmethod
    def trick(self) -> tuple[Play, ...]:
        """The cards of the trick in progress, in the order played."""

    @cached_property
    @abstractmethod
    def best(self) -> int | None:
        """The index of the card that is winning the trick in progress; None for no card."""

    @cached_property
    @abstractmethod
    def trick_number(self) -> int:
        """The number of the trick in progress, from 1."""

    @cached_property
    @abstractmethod
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks that the viewer may look at, oldest first.

        With open hands, all of them since the start of the record.
        """

    def finished(self, before: "View[Any]") -> Trick | None:
        """Return the trick completed since an earlier view of the seat; None for none."""
        return self.tricks[-1] if self.tricks[-1:] != before.tricks[-1:] else None

    @cached_property
    @abstractmethod
    def piles(self) -> tuple[Pile, ...]:
        """The tricks and card points that each side has taken."""

    @cached_property
    @abstractmethod
    def first_trick(self) -> int:
        """The number of the trick in which the record starts."""

    @cached_property
    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """The facts about earlier play that the rules need, as in a record's position."""

    # Parts that only some games have

    @cached_property
    def statuses(self) -> tuple[Status, ...]:
        """Public facts shown beside the sides."""
        return ()

    @cached_property
    def laid(self) -> tuple[TableCards, ...]:
        """Cards on the table outside hands and tricks."""
        return ()

    @cached_property
    def added(self) -> tuple[Card, ...]:
        """Cards added to the trick in progress beside those played."""
        return ()

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the deal, in order."""
        return ()

    @cached_property
    def task(self) -> Text:
        """The task of the seat to act, as a sentence; empty to lead or to play a card."""
        return ""

    @cached_property
    def trump(self) -> str:
        """The trump suit as its letter; empty for none."""
        return ""

    @cached_property
    def trumps(self) -> tuple[str, ...]:
        """The kinds of cards that are trumps, high to low; empty if they are just a suit.

        A kind is a card (`TH`), a rank (`Q`) or a suit (`D`).
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
        """True if the pack has each card twice, and equal cards must be told apart."""
        return self._seen.game.double_pack

    @property
    def opening(self) -> bool:
        """True if something must be decided before the first card is led."""
        return bool(self.task) and self.trick_number == 1 and not self.trick


View.PARTS = ("seat", *[name for name, part in vars(View).items() if isinstance(part, cached_property)])
