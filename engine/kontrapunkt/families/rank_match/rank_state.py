"""RankState: what a moment of every game keeps in which ranks match, and who has seen which card of it."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, override

from kontrapunkt.action import known_seat
from kontrapunkt.cards import HIDDEN, Card, pack
from kontrapunkt.deal import Deal
from kontrapunkt.families.deal_state import DealState, filled_in
from kontrapunkt.families.rank_match.kept import Before, Taken
from kontrapunkt.families.rank_match.rules import RankRules
from kontrapunkt.families.rank_match.table import CARDS, in_order, with_card
from kontrapunkt.game import Action, Result, Seat
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal


class RankState[R: RankRules[Any], B: Before = Before](DealState[B, Taken]):
    """A moment of play; immutable.

    Inside, seats are numbers in the order of play, and hands are sorted.
    """

    __slots__ = ("_chance", "_dark", "_game", "_shown", "_stock", "_top")

    derived = ("_actions", "_chance", "_game", "_stock", "_top")

    _chance: Action | None  # what the last action turned
    _dark: int  # bit i: the i-th card of the trick was turned unseen
    _game: R
    _shown: tuple[tuple[int, Card], ...]  # cards that went from the stock into a hand for all to see
    _stock: tuple[Card, ...]  # as it lay at the start
    _top: int  # cards that are gone from its top

    @classmethod
    def at(cls, game: R, **kept: object) -> Self:
        """The moment that a record starts with: nothing is taken, turned or drawn since then.

        Args:
            game: The game.
            **kept: What else the moment keeps, by name.
        """
        new = cls()
        nothing = (0,) * len(game.sides)
        start = {
            "actions": None,
            "card_points": nothing,
            "chance": None,
            "finished": (),
            "taken": nothing,
            "top": 0,
        }
        public = {*DealState.__slots__}
        for name, value in {**start, "game": game, **kept}.items():
            setattr(new, name if name in public else f"_{name}", value)
        return new

    @property
    @override
    def game(self) -> R:
        return self._game

    @property
    @override
    def stock(self) -> tuple[Card, ...]:
        """The stock, top card first."""
        return self._stock[self._top :]

    def has_stock(self, action: Action, seat: int) -> bool:
        """Whether a card is left in it, for an action that needs one.

        Args:
            action: The action.
            seat: The number of who acts; it makes no difference.
        """
        return self._top < len(self._stock)

    @property
    def dark(self) -> tuple[bool, ...]:
        """For each card of the trick in progress, whether it was turned in the dark."""
        return tuple([bool(self._dark >> place & 1) for place in range(len(self.trick))])

    @property
    def dark_bits(self) -> int:
        """The same as bits, that of the first card lowest."""
        return self._dark

    @property
    def shown(self) -> tuple[tuple[int, Card], ...]:
        """The cards in hands that everybody has seen, each with the number of its seat."""
        return self._shown

    @property
    @override
    def chance(self) -> Action | None:
        return self._chance

    # What an action does

    def _put(self, seat: int, hand: tuple[Card, ...]) -> None:
        hands = self.hands
        self.hands = (*hands[:seat], hand, *hands[seat + 1 :])

    def _hand_without(self, card: Card) -> tuple[Card, ...]:
        """The hand of the seat to act when a card has left it, and is shown in it no more."""
        turn = self.turn
        hand = self.hands[turn]
        at = hand.index(card)
        if self._shown:
            self._shown = tuple([pair for pair in self._shown if pair != (turn, card)])
        return hand[:at] + hand[at + 1 :]

    def _take(self, winner: int, side: int, added: tuple[Card, ...] = ()) -> None:
        """The trick, and what is added to it, goes to its winner, who leads next."""
        values = self._game.values
        points = sum([values.get(card[0], 0) for card in self.trick + added])
        sums, won = [*self.card_points], [*self.taken]
        sums[side] += points
        won[side] += 1
        self.card_points, self.taken = tuple(sums), tuple(won)
        done = Taken(self.trick_number, self.leader, self.trick, self._dark, winner, points, added)
        self.finished = (*self.finished, done)
        self.trick_number += 1
        self.trick = ()
        self._dark = 0
        self.leader = self.turn = winner

    # What its game tells of it

    @override
    def why_not(self, action: str, seat: Seat | None = None) -> Refusal | None:
        return self._game.why_not(self, action, None if seat is None else known_seat(seat))

    @override
    def result(self) -> Result:
        if self.to_act is not None:
            raise ValueError("the deal is still going on; it has no result yet")
        return self._game.result(self)

    @override
    def as_deal(self, seat: Seat | None = None) -> Deal:
        return self._game.as_deal(self, seat)

    # What is hidden

    def hands_seen(self, seat: Seat | None) -> tuple[tuple[Card, ...], ...]:
        """The hands, with the cards a seat has not seen hidden; None sees all."""
        seats = self._game.seats
        return tuple(
            [hand if seat in (None, seats[i]) else self._open(i) for i, hand in enumerate(self.hands)]
        )

    def _open(self, owner: int) -> tuple[Card, ...]:
        """A hand as others see it: the cards that came into it for all to see, then hidden ones."""
        shown = in_order(tuple(card for holder, card in self._shown if holder == owner))
        return (*shown, *[HIDDEN] * (len(self.hands[owner]) - len(shown)))

    def stock_seen(self, seat: Seat | None) -> tuple[Card, ...]:
        """The stock, with the cards a seat has not seen hidden; None sees all."""
        return self.stock if seat is None else (HIDDEN,) * len(self.stock)

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = self._copy()
        new.hands = self.hands_seen(seat)
        new._stock = (HIDDEN,) * len(self._stock)
        return new

    def seen(self) -> set[Card]:
        """All cards that the moment names, wherever they lie."""
        finished = (card for taken in self.finished for card in (*taken.cards, *taken.added))
        early = self.before.played or ()
        return {*self.stock, *self.trick, *early, *finished}.union(*self.hands) - {HIDDEN}

    @property
    @override
    def gone(self) -> tuple[Card, ...]:
        early, seen = {*(self.before.played or ())}, self.seen()
        return tuple(card for card in pack(52) if card in early or card not in seen)

    @override
    def supposing(self, seat: Seat, action: str, chance: str | None) -> Self:
        return self if self.to_act != seat else self._supposing(tidy_action(action), chance or "")

    @abstractmethod
    def _supposing(self, action: Action, chance: str) -> Self:
        """The same moment where the hidden cards that an action shows are those said."""

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> Self:
        seats = self._game.seats
        return self._holding(seats.index(seat), drawn) if seat in seats else self

    def _holding(self, owner: int, card: Card | None) -> Self:
        """The same moment where a hidden card of a hand is the one said, if that may be."""
        hand = self.hands[owner]
        if HIDDEN not in hand or card in (None, HIDDEN) or card in self.seen():
            return self
        rest = list(hand)
        rest.remove(HIDDEN)
        new = self._copy()
        new._put(owner, with_card(tuple(rest), card))
        return new

    def filled(self, lying: Mapping[tuple[str, int], Sequence[Card]]) -> Self:
        """The same moment with the hidden cards where they are taken to lie.

        Args:
            lying: The cards by place: ("hand", n) of the seat with that number, ("stock", 0) top card first,
                ("gone", 0) in tricks before the record begins.
        """
        new = self._copy()
        new.hands = tuple(
            [
                in_order((*[card for card in hand if card != HIDDEN], *lying["hand", seat]))
                if ("hand", seat) in lying
                else hand
                for seat, hand in enumerate(self.hands)
            ]
        )
        if ("stock", 0) in lying:
            new._stock = (*self._stock[: self._top], *filled_in(self.stock, lying["stock", 0]))
        if ("gone", 0) in lying:
            early = {*(self.before.played or ()), *lying["gone", 0]}
            new.before = replace(self.before, played=frozenset(early))
        return new

    def _lying(self, shown: Collection[str]) -> Self:
        """The same moment where the hidden cards on top of the stock are those said, if that may be."""
        seen = self.seen()
        cards = list(self._stock)
        for place, text in enumerate(shown, self._top):
            card = CARDS.get(text)
            if place < len(cards) and cards[place] == HIDDEN and card is not None and card not in seen:
                cards[place] = card
                seen.add(card)
        new = self._copy()
        new._stock = tuple(cards)
        return new
