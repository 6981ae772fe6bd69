"""DealState: the state of a deal of tricks, as all our games share it."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from sys import intern
from typing import Any, ClassVar, NamedTuple, Self, override

from kontrapunkt.core.action import known_seat
from kontrapunkt.core.cards import HIDDEN, Card, shuffled
from kontrapunkt.core.deal import Deal, Record
from kontrapunkt.core.interface import SEATS, Action, Game, Play, Result, Seat, Session, State, Trick, View
from kontrapunkt.core.legality import Violation
from kontrapunkt.core.messages import in_faces, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.rules import Refusal
from kontrapunkt.families.deal_reader import DealReader
from kontrapunkt.families.deal_session import DealSession
from kontrapunkt.record.text import tidy_action


@dataclass(frozen=True, slots=True)
class PriorPlay:
    """The play before the start of a record.

    Attributes:
        session: The session of the deal, with its dealer if known.
        number: The number of the trick in progress at the start.
        points: Card points of the sides; None if not known.
        tricks: Tricks of the sides; None if not known.
        marks: The game's marks on the sides.
        played: The cards of the earlier tricks; None if hidden cards leave them open.
    """

    session: Session
    number: int = 1
    points: tuple[int, ...] | None = (0, 0)
    tricks: tuple[int, ...] | None = (0, 0)
    marks: tuple[int, ...] = ()
    played: frozenset[Card] | None = frozenset()


@old_names(dealt="deal_pack")
class DealGame[S: State](Game):
    """A game of tricks, with the data that its states need.

    Attributes:
        reader: The class that reads the start of its records.
        refusal_rules: The rules cited when the deal is `over`, and when it is another seat's `turn`.
        values: Card points by rank; a rank left out counts nothing.
        step: The difference of seat numbers from one seat to the next in the order of play.
        packets: The number of cards that each player is dealt at a time, round by round; the rest of the pack
            is the stock.
        turned_up: The number of cards of the stock turned face up after the deal.
        sessions: The class of its sessions.
        play_facts: The keys of the facts of play that a position may give.
        own_facts: The keys of facts that the game adds to them.
        stock_in_order: True if the order of the stock matters, as somebody will see the cards.
    """

    reader: ClassVar[type[DealReader[Any, Any]]]
    refusal_rules: ClassVar[Mapping[str, str]]
    values: Mapping[str, int]
    step: int = 1
    packets: tuple[int, ...]
    turned_up: ClassVar[int] = 0
    sessions: ClassVar[type[DealSession[Any, Any]]]
    play_facts: ClassVar[tuple[str, ...]]
    own_facts: ClassVar[tuple[str, ...]] = ()
    stock_in_order: ClassVar[bool] = True

    @property
    @override
    def position_facts(self) -> tuple[str, ...]:
        return (*self.play_facts, *self.own_facts, *self.session_facts)

    @override
    def session(self, deal: Deal | None = None) -> Any:
        return self.sessions.from_deal(self, deal)

    @override
    def deal(self, seed: int | None = None, dealer: Seat | None = None, session: Session | None = None) -> S:
        who = self.who_deals(dealer, session)
        dealt = self.deal_pack(shuffled(self.pack, seed), who)
        if session:
            return self.start(dealt, session=session)
        known = who, (dealt.stock or ())[: self.turned_up]
        if known not in self._begun:
            self._begun[known] = self.start(dealt)
        first: S = self._begun[known].with_deal(dealt)
        return first

    @cached_property
    def _begun(self) -> dict[tuple[Seat, tuple[Card, ...]], Any]:
        """A cache of first states by dealer and cards turned up.

        Other cards do not matter.
        """
        return {}

    def deal_pack(self, cards: Sequence[Card], dealer: Seat) -> Deal:
        """Return the deal of a shuffled pack.

        Args:
            cards: The shuffled pack, top card first.
        """
        hands = self.in_packets(cards, dealer, self.packets)
        stock = cards[len(hands) * sum(self.packets) :]
        return Deal(dict(zip(self.numbered, hands, strict=True)), tuple(stock) or None, dealer=dealer)

    def eldest(self, dealer: Seat) -> int:
        """Return the number of the seat after the dealer's."""
        return self.numbered.index(self.after(dealer))

    def in_packets(self, cards: Sequence[Card], dealer: Seat, sizes: Iterable[int]) -> list[tuple[Card, ...]]:
        """Deal hands from the top of the pack and return them by the number of their seat.

        Args:
            cards: The pack; when it is empty, further packets are empty.
            dealer: The dealer, who gets cards last in each round.
            sizes: The number of cards in a packet of each round.
        """
        places = _places(len(self.numbered), self.eldest(dealer), self.step, tuple(sizes))
        return [tuple([cards[place] for place in hand if place < len(cards)]) for hand in places]

    @override
    def start(self, deal: Record | Deal, *, unseen: bool = False, session: Session | None = None) -> S:
        first = deal.deals[0] if isinstance(deal, Record) else deal
        state: S = self.reader(self, first, unseen).begin(session)
        return state

    def why_not(self, state: Any, action: str, seat: Seat | None) -> Refusal | None:
        """Return the reason why a seat may not do this now; None if it may."""
        who = seat or state.to_act
        legal = tuple(each for each in state.actions(who) if HIDDEN not in each)
        done = tidy_action(action)
        if done in legal:
            return None
        violation = self.violation(state, done, who)
        return Refusal(violation.rule, in_faces(violation.message, self.faces), legal)

    @abstractmethod
    def violation(self, state: Any, action: Action, who: Seat) -> Violation:
        """Return the rule that an illegal action breaks.

        Args:
            who: The seat; None if nobody is to act.
        """

    def out_of_turn(self, state: Any, who: Seat) -> Violation:
        """Return the rule that a seat breaks if it acts out of turn.

        Args:
            who: The seat; None if nobody is to act.
        """
        if state.to_act is None:
            return Violation(self.refusal_rules["over"], "refusal.over")
        return Violation(self.refusal_rules["turn"], "refusal.turn", seat=seat_name(state.to_act))

    @abstractmethod
    def as_deal(self, state: S, seat: Seat | None) -> Deal:
        """Return a state as the start of a record; for a seat, with unseen cards hidden."""

    @abstractmethod
    def result(self, state: Any) -> Result:
        """Return the result of a finished deal."""


class CompletedTrick(NamedTuple):
    """A finished trick in a state; seats are numbers.

    Attributes:
        number: Its number.
        leader: The seat that led.
        cards: The cards, in the order played.
        winner: The seat that took it.
        points: The card points of all its cards.
        step: The difference of seat numbers from one seat to the next in the order of play.
        dark: The cards turned unseen, as bits, the first card lowest.
        added: Cards added to those played.
    """

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int
    step: int
    dark: int = 0
    added: tuple[Card, ...] = ()

    def as_trick(self, game: DealGame[Any], counts: bool) -> Trick:
        """Return the trick for a view.

        Args:
            counts: True if cards have card points in the deal.
        """
        plays = plays_of(game, self.leader, self.cards, self.dark)
        points = self.points if counts else None
        return Trick(self.number, plays, game.numbered[self.winner], points, self.added)


def plays_of(game: DealGame[Any], leader: int, cards: Sequence[Card], dark: int) -> tuple[Play, ...]:
    """Return the cards on the table with their seats, in the order of play.

    Args:
        leader: The number of the seat that led.
        cards: The cards, in the order played.
        dark: Bits; bit i is set if the i-th card was turned unseen.
    """
    seats, step = game.numbered, game.step
    return tuple(
        [
            _play(seats[(leader + i * step) % len(seats)], card, bool(dark >> i & 1))
            for i, card in enumerate(cards)
        ]
    )


@lru_cache(2 * 4 * 53)
def _play(seat: Seat, card: Card, dark: bool) -> Play:
    return Play(seat, card, dark)


@old_names(
    having="with_cards",
    filled="determinized",
    aside="other_cards",
    lying="with_deal",
    kept="slot_names",
    closed="hidden_hand",
    named="all_cards",
)
class DealState[B: PriorPlay](State):
    """A moment of a deal of tricks; immutable.

    Seats are numbers here, in an order that each kind of game defines. Card points and tricks of the sides
    are those since the start of the record, unless a kind of game defines them otherwise.

    Attributes:
        dark: The cards of the trick in progress turned unseen, as bits, the first card lowest.
        before: The play before the start of the record.
        card_points: The card points of each side.
        derived: The slots that follow from the others or are no part of the state; they are not compared.
        finished: The finished tricks since the start of the record.
        hands: The hands by the number of their seat, each sorted.
        leader: The number of the seat that leads or has led the trick in progress.
        stock: The cards that nobody has yet, top card first.
        taken: The number of tricks of each side.
        trick: The cards of the trick in progress.
        trick_number: Its number; one more than the last when the deal is over.
        turn: The number of the seat to act (of the last winner when the deal is over).
    """

    __slots__ = (
        "_actions", "before", "card_points", "finished", "game", "hands", "leader", "stock", "taken",
        "trick", "trick_number", "turn",
    )  # fmt: skip

    derived: ClassVar[tuple[str, ...]]

    _actions: tuple[Action, ...] | None  # a cache; None until first needed
    before: B
    card_points: tuple[int, ...]
    dark: int = 0
    finished: tuple[CompletedTrick, ...]
    game: DealGame[Any]
    hands: tuple[tuple[Card, ...], ...]
    leader: int
    stock: tuple[Card, ...]
    taken: tuple[int, ...]
    trick: tuple[Card, ...]
    trick_number: int
    turn: int

    def __init__(self, game: DealGame[Any], **kept: object) -> None:
        """Create the first state of a record or a new deal, with no tricks taken since.

        Args:
            game: The game with its options.
            kept: The other slots by name.
        """
        self.game, self._actions, self.finished = game, None, ()
        self.card_points = self.taken = (0,) * len(game.sides)
        for name, value in kept.items():
            setattr(self, name, value)

    @property
    @override
    def session(self) -> Any:
        return self.before.session

    def other_cards(self) -> tuple[Card, ...]:
        """Return the cards outside hands, stock and tricks, such as cards put face down."""
        return ()

    def all_cards(self) -> Iterable[Card]:
        """Return all cards that the state names, wherever they are, and hidden ones."""
        finished = [(*taken.cards, *taken.added) for taken in self.finished]
        return chain(*self.hands, self.stock, self.trick, self.other_cards(), *finished)

    @property
    def unseen(self) -> Counter[Card]:
        """The cards of the pack that the state does not name."""
        return Counter(self.game.pack) - Counter(self.all_cards())

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards of tricks before the record began; valid if no cards are hidden."""
        return tuple(self.unseen.elements())

    @property
    def values(self) -> Mapping[str, int]:
        """Card points by rank in this deal; empty if cards do not count."""
        return self.game.values

    @override
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        if seat is not None and seat != self.game.numbered[self.turn]:
            number = SEATS.index(known_seat(seat))
            return () if self.to_act is None else self.calls(number)
        found = self._actions
        if found is None:
            found = self._actions = () if self.to_act is None else self.own_actions()
        return found

    @abstractmethod
    def own_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act, in order, while the deal goes on."""

    def calls(self, seat: int) -> tuple[Action, ...]:
        """Return the legal calls of a seat that is not to act.

        Args:
            seat: Its number, N E S W from 0.
        """
        return ()

    @override
    def why_not(self, action: str, seat: Seat | None = None) -> Refusal | None:
        return self.game.why_not(self, action, None if seat is None else known_seat(seat))

    @override
    def result(self) -> Result:
        if self.to_act is not None:
            raise ValueError("the deal is still going on; it has no result yet")
        return self.game.result(self).in_faces(self.game.faces)

    @override
    def as_deal(self, seat: Seat | None = None) -> Deal:
        return self.game.as_deal(self, seat)

    @override
    def view(self, seat: Seat | None) -> View[Any]:
        if seat is not None:
            known_seat(seat)
        seen = self.redacted(seat)
        if seat == self.to_act:
            seen._actions = self.actions()  # the same in both states, so computed only once
        return self.game.shows(seen, seat)

    def redacted(self, seat: Seat | None) -> Self:
        """Return the state with everything hidden that a seat may not know, for its view.

        Args:
            seat: The seat; None for open hands, which hide only cards that nobody has seen.
        """
        new = self._copy()
        new.hands = self.hands_seen(seat)
        new.stock = self.stock_seen(seat)
        return new

    def hands_seen(self, viewer: Seat | None) -> tuple[tuple[Card, ...], ...]:
        """Return the hands as a seat sees them; None for open hands."""
        return tuple(
            [hand if self.sees(viewer, i) else self.hidden_hand(i) for i, hand in enumerate(self.hands)]
        )

    def sees(self, viewer: Seat | None, owner: int) -> bool:
        """Return True if a seat sees the hand of another.

        Args:
            viewer: The viewer; None for open hands, which show all.
            owner: The number of the seat with the hand.
        """
        return viewer is None or viewer == self.game.numbered[owner]

    def hidden_hand(self, owner: int) -> tuple[Card, ...]:
        """Return a hand as other seats see it, with unknown cards hidden.

        Args:
            owner: The number of the seat with the hand.
        """
        return (HIDDEN,) * len(self.hands[owner])

    def _tidied(self, action: str, seat: Seat | None) -> Action:
        """Return the canonical form of an action that is legal but written differently.

        Raises:
            Refusal: if it is not legal.
        """
        refused = self.why_not(action, seat)
        if refused:
            raise refused
        return tidy_action(action)

    @abstractmethod
    def in_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards sorted as in a hand."""

    def stock_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        """Return the stock as a seat sees it; None for open hands."""
        return self.stock if viewer is None else (HIDDEN,) * len(self.stock)

    def with_cards(self, seat: int, cards: Sequence[Card]) -> Self:
        """Return the state with these cards in place of hidden ones of a hand.

        It is unchanged if too few cards are hidden, or if one of these has been seen elsewhere.

        Args:
            seat: The number of the hand's seat.
            cards: Cards in the hand.
        """
        rest = list(self.hands[seat])
        if not cards or rest.count(HIDDEN) < len(cards) or Counter(cards) - self.unseen:
            return self
        for _ in cards:
            rest.remove(HIDDEN)
        new = self._copy()
        new._put(seat, self.in_order((*rest, *cards)))
        return new

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> Self:
        seats = self.game.numbered
        return self.with_cards(seats.index(seat), (drawn,)) if seat in seats else self

    def determinized(self, lying: Mapping[tuple[str, int], Sequence[Card]]) -> Self:
        """Return the state with the hidden cards filled in.

        Args:
            lying: The cards by place: ("hand", n) for the seat with that number, ("stock", 0) top card first,
                and other places of hidden cards in a game, such as ("gone", 0) for tricks before the record
                begins.
        """
        new = self._copy()
        for (where, seat), cards in lying.items():
            if where == "hand":
                known = [card for card in self.hands[seat] if card != HIDDEN]
                new._put(seat, self.in_order((*known, *cards)))
            elif where == "stock":
                rest = iter(cards)
                new.stock = tuple([next(rest) if card == HIDDEN else card for card in self.stock])
        return new

    def with_deal(self, deal: Deal) -> Self:
        """Return the state with the hands and stock of another deal."""
        new = self._copy()
        new.hands = tuple([self.in_order(deal.hands[seat]) for seat in self.game.numbered])
        new.stock = deal.stock or ()
        return new

    def _give_trick(self, winner: int, side: int, added: tuple[Card, ...] = (), more: int = 0) -> None:
        """Give the trick to its winner, who leads next, in a state under construction.

        Args:
            winner: The number of its winner.
            side: The number of the side that it counts for.
            added: Cards added to those played.
            more: Card points for the trick itself, beside those of its cards.
        """
        number, leader, trick, values = self.trick_number, self.leader, self.trick, self.values
        points = more + sum([values.get(card[0], 0) for card in trick + added])
        taken = CompletedTrick(number, leader, trick, winner, points, self.game.step, self.dark, added)
        sums, won = [*self.card_points], [*self.taken]
        sums[side] += points
        won[side] += 1
        self.card_points, self.taken = tuple(sums), tuple(won)
        self.finished = (*self.finished, taken)
        self.trick_number += 1
        self.trick = ()
        self.leader = self.turn = winner

    def _put(self, seat: int, hand: tuple[Card, ...]) -> None:
        """Replace a seat's hand, in a state under construction."""
        hands = self.hands
        self.hands = (*hands[:seat], hand, *hands[seat + 1 :])

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._copy = _copier(cls.slot_names())  # type: ignore[assignment, method-assign]

    def _copy(self) -> Self:
        """Return a copy for an action to change, without the cached legal actions."""
        raise NotImplementedError  # generated for each subclass from its slots

    @classmethod
    def slot_names(cls) -> Iterator[str]:
        """Yield the names of all slots, including inherited ones."""
        return (name for each in cls.__mro__ for name in each.__dict__.get("__slots__", ()))

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.slot_names() if name != "_actions"}

    def __setstate__(self, kept: Mapping[str, object]) -> None:
        self._actions = None
        for name, value in kept.items():
            setattr(self, name, intern(value) if type(value) is str else value)  # `is` compares phases

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DealState):
            return NotImplemented
        return (
            type(self) is type(other)
            and self.game.id == other.game.id
            and dict(self.game.options) == dict(other.game.options)
            and all(
                getattr(self, name) == getattr(other, name) for name in {*self.slot_names()} - {*self.derived}
            )
        )

    def __hash__(self) -> int:
        return hash((self.hands, self.trick, self.trick_number, self.turn))

    def __repr__(self) -> str:
        turn = f", {self.to_act} to act" if self.to_act else ""
        return f"<{self.game.id}: trick {self.trick_number}, {self.phase}{turn}>"


@lru_cache
def _places(seats: int, first: int, step: int, sizes: tuple[int, ...]) -> Sequence[Sequence[int]]:
    """Return the indices in the pack of the cards of each seat, dealt in packets."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    at = 0
    for size in sizes:
        for turn in range(seats):
            hands[(first + turn * step) % seats] += range(at, at + size)
            at += size
    return hands


def _copier(slots: Iterable[str]) -> Callable[[Any], Any]:
    """Generate a function that copies a state slot by slot.

    It has no loop, for speed: every action makes a copy.
    """
    lines = [f"new.{name} = {'None' if name == '_actions' else f'old.{name}'}" for name in slots]
    made: dict[str, Callable[[Any], Any]] = {}
    text = "\n    ".join(["def copier(old):", "new = make(old.__class__)", *lines, "return new"])
    exec(text, {"make": object.__new__}, made)
    return made["copier"]
