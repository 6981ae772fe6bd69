"""FollowState: a moment of a game of four in which suit is followed, and what each action makes of it."""

from abc import abstractmethod
from typing import TYPE_CHECKING, Self, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action, Laid, Result, Seat, State, Status, View
from kontrapunkt.games.following.duty import Duty
from kontrapunkt.games.following.kept import Before, Taken
from kontrapunkt.games.following.order import ACTIONS, CARDS, Order
from kontrapunkt.match import Match
from kontrapunkt.record.model import Deal
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal

if TYPE_CHECKING:
    from kontrapunkt.games.following.game import FollowGame

LEAD = "lead"
FOLLOW = "follow"
OVER = "over"


class FollowState(State):
    """A moment of a deal; immutable.

    Inside, seats are numbers (N E S W from 0), sides are those of the game by number, hands are sorted as the
    order in force has them. A game adds slots (and copies them in `_copy`), phases before play with `deeds`,
    calls in and out of turn with `calls`, and says in `_did` what both do.
    """

    __slots__ = (
        "_actions", "_before", "_calls", "_duty", "_game", "_hands", "_leader", "_number", "_order", "_phase",
        "_points", "_stock", "_taken", "_trick", "_tricks", "_trump", "_turn",
    )  # fmt: skip

    _actions: tuple[Action, ...] | None  # of the seat to act; found once, when first asked for
    _before: Before
    _calls: tuple[tuple[int, Action], ...]  # what was said aloud and still stands
    _duty: Duty
    _game: "FollowGame"
    _hands: tuple[tuple[Card, ...], ...]
    _leader: int
    _number: int  # of the trick; one more than there are when all are played
    _order: Order
    _phase: str
    _points: tuple[int, ...]  # card points of the sides, those before the start included
    _stock: tuple[Card, ...]  # cards that nobody holds, top card first
    _taken: tuple[int, ...]  # tricks of the sides, those before the start included
    _trick: tuple[Card, ...]
    _tricks: tuple[Taken, ...]  # since the start
    _trump: str  # the trump suit's letter; empty for none, or not yet known
    _turn: int

    @property
    @override
    def game(self) -> "FollowGame":
        return self._game

    @property
    @override
    def match(self) -> Match:
        return self._before.match

    @property
    @override
    def phase(self) -> str:
        return self._phase

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self._phase == OVER else SEATS[self._turn]

    @property
    def turn(self) -> int:
        """The number of the seat to act (of the last winner when the deal is over)."""
        return self._turn

    @property
    def trick_number(self) -> int:
        """The number of the trick in progress."""
        return self._number

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands of N, E, S, W, each in order."""
        return self._hands

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards that nobody holds, top card first."""
        return self._stock

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick in progress."""
        return self._trick

    @property
    def leader(self) -> int:
        """The number of the seat that leads, or led, the trick in progress."""
        return self._leader

    @property
    def order(self) -> Order:
        """Which card beats which now."""
        return self._order

    @property
    def duty(self) -> Duty:
        """What is asked of who does not lead."""
        return self._duty

    @property
    def trump(self) -> str:
        """The trump suit's letter; empty for none, or not yet known."""
        return self._trump

    @property
    def said(self) -> tuple[tuple[int, Action], ...]:
        """What was said aloud and still stands, each with the number of its seat."""
        return self._calls

    @property
    def before(self) -> Before:
        """What lies before the start of the record."""
        return self._before

    @property
    def finished(self) -> tuple[Taken, ...]:
        """The finished tricks since the start of the record."""
        return self._tricks

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of each side."""
        return self._taken

    @property
    def card_points(self) -> tuple[int, ...]:
        """The card points of each side."""
        return self._points

    # What a game adds

    def deeds(self) -> tuple[Action, ...]:
        """What the seat to act may do in a phase before play: bids, names trumps, gives cards."""
        return ()

    def calls(self, seat: int) -> tuple[Action, ...]:
        """What a seat may say now, in turn or not."""
        return ()

    @abstractmethod
    def _did(self, action: Action, seat: int) -> Self:
        """The state after a legal deed or call."""

    @abstractmethod
    def refusal(self, action: Action, seat: int) -> tuple[str, str]:
        """The rule and the sentence that refuse a seat an action, which is in its text form and not legal.

        Args:
            action: The action.
            seat: Whose.
        """

    def cards_allowed(self) -> tuple[Card, ...]:
        """The cards of the hand that the seat to act may play."""
        return self._duty.allowed(self._order, self._hands[self._turn], self._trick)

    def sees(self, viewer: Seat | None, owner: int) -> bool:
        """Whether a seat sees the hand of another: None for open hands, which see all."""
        return viewer is None or viewer == SEATS[owner]

    def must_hold(self, action: Action) -> tuple[Card, ...]:
        """The cards that who says this must hold, so that a record with hidden cards can tell."""
        return ()

    def laid(self, seat: Seat | None) -> tuple[Laid, ...]:
        """The cards on the table that a view shows besides hands and tricks."""
        return ()

    def statuses(self) -> tuple[Status, ...]:
        """What a table shows beside the sides."""
        return ()

    def task(self) -> str:
        """What the seat to act is to do before play, as a sentence; empty when it is to lead or to play."""
        return ""

    def own_facts(self) -> dict[str, str]:
        """The game's own facts of the past, as a position says them."""
        return {}

    def _trick_done(self, taken: Taken) -> None:
        """Changes, in a state that is being made, what a finished trick changes."""

    # What is allowed

    @override
    def actions(self, seat: Seat | None = None) -> tuple[Action, ...]:
        if self._phase == OVER:
            return ()
        if seat is not None and seat != SEATS[self._turn]:
            return self.calls(SEATS.index(seat))
        found = self._actions
        if found is None:
            if self._phase == FOLLOW or self._phase == LEAD:
                found = tuple([ACTIONS[card] for card in dict.fromkeys(self.cards_allowed())])
            else:
                found = self.deeds()
            found = self._actions = found + self.calls(self._turn)
        return found

    @override
    def why_not(self, action: str, seat: Seat | None = None) -> Refusal | None:
        from kontrapunkt.games.following.refusals import refusal  # words are needed only when refused

        return refusal(self, action, seat)

    # What an action does

    @override
    def apply(self, action: str, seat: Seat | None = None) -> Self:
        if action not in self.actions(seat) or action == HIDDEN:
            refused = self.why_not(action, seat)
            if refused:
                raise refused
            action = tidy_action(action)
        card = CARDS.get(action)
        if card is not None:
            return self._play(card)
        return self._did(Action(action), self._turn if seat is None else SEATS.index(seat))

    def _play(self, card: Card) -> Self:
        new = self._copy()
        turn = self._turn
        hands = list(self._hands)
        hand = hands[turn]
        at = hand.index(card)
        hands[turn] = hand[:at] + hand[at + 1 :]
        new._hands = tuple(hands)
        trick = new._trick = (*self._trick, card)
        if len(trick) == 4:
            new._finish(trick)
        else:
            new._phase = FOLLOW
            new._turn = (turn + self._game.step) & 3
        return new

    def _finish(self, trick: tuple[Card, ...]) -> None:
        """Gives the trick to its winner and makes ready for the next."""
        game = self._game
        leader = self._leader
        winner = (leader + self._order.best(trick) * game.step) & 3
        values = game.values
        points = sum([values.get(card[0], 0) for card in trick])
        side = game.side_of[winner]
        self._points = (*self._points[:side], self._points[side] + points, *self._points[side + 1 :])
        self._taken = (*self._taken[:side], self._taken[side] + 1, *self._taken[side + 1 :])
        taken = Taken(self._number, leader, trick, winner, points, game.step)
        self._tricks = (*self._tricks, taken)
        self._phase = OVER if self._number == game.hand_size else LEAD
        self._number += 1
        self._trick = ()
        self._leader = self._turn = winner
        self._trick_done(taken)

    def _copy(self) -> Self:
        new = _new(type(self))
        new._actions = None
        new._before = self._before
        new._calls = self._calls
        new._duty = self._duty
        new._game = self._game
        new._hands = self._hands
        new._leader = self._leader
        new._number = self._number
        new._order = self._order
        new._phase = self._phase
        new._points = self._points
        new._stock = self._stock
        new._taken = self._taken
        new._trick = self._trick
        new._tricks = self._tricks
        new._trump = self._trump
        new._turn = self._turn
        return new

    # What is seen and written

    @override
    def result(self) -> Result:
        if self._phase != OVER:
            raise ValueError("the deal is still going on; it has no result yet")
        return self._game.result(self)

    @override
    def view(self, seat: Seat | None) -> View:
        from kontrapunkt.games.following.look import view

        return view(self, seat)

    @override
    def as_deal(self, seat: Seat | None = None) -> Deal:
        from kontrapunkt.games.following.look import as_deal

        return as_deal(self, seat)

    @override
    def supposing(self, seat: Seat, action: str, chance: str | None) -> Self:
        from kontrapunkt.games.following.look import supposing

        return supposing(self, seat, action)

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> Self:
        from kontrapunkt.games.following.look import having

        return having(self, SEATS.index(seat), (drawn,))

    def _moment(self) -> tuple[object, ...]:
        names = [name for cls in type(self).__mro__ for name in cls.__dict__.get("__slots__", ())]
        unsaid = ("_actions", "_game", "_order", "_duty")  # these follow from the rest
        return tuple(getattr(self, name) for name in names if name not in unsaid)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FollowState):
            return NotImplemented
        return (
            type(self) is type(other)
            and dict(self._game.options) == dict(other._game.options)
            and self._moment() == other._moment()
        )

    def __hash__(self) -> int:
        return hash((self._hands, self._trick, self._number, self._turn))

    def __repr__(self) -> str:
        return f"<{self._game.id}: trick {self._number}, {self.phase}, {self.to_act} to act>"


_new = object.__new__
