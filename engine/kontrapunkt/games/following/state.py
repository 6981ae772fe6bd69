"""FollowState: a moment of a game of four in which suit is followed, and what each action makes of it."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.deal import Deal
from kontrapunkt.game import SEATS, Action, Laid, Result, Seat, Status
from kontrapunkt.games.deal_state import DealState
from kontrapunkt.games.following.duty import Duty
from kontrapunkt.games.following.kept import Before, Beginning, Taken
from kontrapunkt.games.following.order import ACTIONS, CARDS, Order
from kontrapunkt.legality import unmet
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, in_faces

if TYPE_CHECKING:
    from kontrapunkt.games.following.game import FollowGame

LEAD = "lead"
FOLLOW = "follow"
OVER = "over"


class FollowState(DealState[Before, Taken]):
    """A moment of a deal; immutable.

    Inside, seats are numbers (N E S W from 0), sides are those of the game by number, hands are sorted as the
    order in force has them. A game adds slots (and copies them in `_copy`), phases before play with `deeds`,
    calls in and out of turn with `calls`, and says in `_did` what both do. Card points and tricks of the
    sides count those before the start of the record, too.
    """

    __slots__ = ("_calls", "_duty", "_game", "_order", "_phase", "_stock", "_trump")

    derived: ClassVar[tuple[str, ...]] = ("_actions", "_game", "_order", "_duty")

    _calls: tuple[tuple[int, Action], ...]  # what was said aloud and still stands
    _duty: Duty
    _game: "FollowGame"
    _order: Order
    _phase: str
    _stock: tuple[Card, ...]  # cards that nobody holds, top card first
    _trump: str  # the trump suit's letter; empty for none, or not yet known

    def __init__(self, game: "FollowGame", begins: Beginning) -> None:
        """The moment that a record, or a deal just dealt, begins with.

        Args:
            game: The game with its options.
            begins: Where the deal stands; it can stand so.
        """
        self._actions = None
        none = (0,) * len(game.sides)
        self._points = begins.points or none
        self._taken = begins.tricks or none
        self._before = Before(begins.match, begins.number, self._points, self._taken)
        self._calls = begins.calls
        self._duty = begins.duty
        self._game = game
        self._hands = tuple([begins.order.in_order(hand) for hand in begins.hands])
        self._leader = begins.leader
        self._number = begins.number
        self._order = begins.order
        self._phase = begins.phase
        self._stock = begins.stock
        self._trick = begins.trick
        self._tricks = ()
        self._trump = begins.trump
        self._turn = (begins.leader + len(begins.trick) * game.step) & 3

    @property
    @override
    def game(self) -> "FollowGame":
        return self._game

    @property
    @override
    def phase(self) -> str:
        return self._phase

    @property
    @override
    def to_act(self) -> Seat | None:
        return None if self._phase == OVER else SEATS[self._turn]

    @property
    @override
    def stock(self) -> tuple[Card, ...]:
        """The cards that nobody holds, top card first."""
        return self._stock

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
    def values(self) -> Mapping[str, int]:
        """Card points by rank, as they count in this deal; none where no points are counted."""
        return self._game.values

    # What a game adds

    def deeds(self) -> tuple[Action, ...]:
        """What the seat to act may do in a phase before play: bids, names trumps, gives cards."""
        return self._game.legality.deeds(self)

    def calls(self, seat: int) -> tuple[Action, ...]:
        """What a seat may say now, in turn or not."""
        return self._game.legality.calls(self, seat)

    @abstractmethod
    def _did(self, action: Action, seat: int) -> Self:
        """The state after a legal deed or call."""

    def refusal(self, action: Action, seat: int) -> tuple[str, Text]:
        """The rule and the sentence that refuse a seat an action, which is in its text form and not legal.

        Args:
            action: The action.
            seat: Whose.
        """
        lacking = unmet(self._game.legality.asked(self, action), self, action, seat)
        assert lacking, f"{action} is not legal, and meets all that is asked"
        return lacking.rule, lacking.says(self, action, seat)

    def cards_allowed(self) -> tuple[Card, ...]:
        """The cards of the hand that the seat to act may play."""
        return self._duty.allowed(self._order, self._hands[self._turn], self._trick)

    def sees(self, viewer: Seat | None, owner: int) -> bool:
        """Whether a seat sees the hand of another: None for open hands, which see all."""
        return viewer is None or viewer == SEATS[owner]

    def must_hold(self, action: Action) -> tuple[Card, ...]:
        """The cards that who says this must hold, so that a record with hidden cards can tell."""
        return ()

    def seen_hand(self, viewer: Seat | None, owner: int) -> tuple[Card, ...]:
        """A hand as a seat sees it, the cards that it may not know hidden; None for open hands."""
        hand = self._hands[owner]
        return hand if self.sees(viewer, owner) else (HIDDEN,) * len(hand)

    def laid(self, seat: Seat | None) -> tuple[Laid, ...]:
        """The cards on the table that a view shows besides hands and tricks."""
        return ()

    def aside(self) -> tuple[Card, ...]:
        """The cards that are in no hand, trick or stock: put face down, for one."""
        return ()

    def stock_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        """The cards that nobody holds, as a seat sees them; None for open hands."""
        return self._stock if self._game.sees_stock(viewer) else (HIDDEN,) * len(self._stock)

    @property
    def stock_left(self) -> int | None:
        """The cards left in the stock, as a view counts them; None for no stock."""
        return len(self._stock) or None

    @property
    def pot(self) -> int | None:
        """The chips in the pot; None in a game without one."""
        return None

    def statuses(self) -> tuple[Status, ...]:
        """What a table shows beside the sides."""
        return ()

    def statuses_seen(self, viewer: Seat | None) -> tuple[Status, ...]:
        """The same as a seat sees it, where one knows more than another; None for open hands."""
        return self.statuses()

    def task(self) -> Text:
        """What the seat to act is to do before play, as a sentence; empty when it is to lead or to play."""
        return ""

    def trump_kinds(self) -> tuple[str, ...]:
        """The kinds of cards that are trumps, high to low, where they are more than the trump suit."""
        return ()

    def own_facts(self) -> dict[str, str]:
        """The game's own facts of the past, as a position says them."""
        return {}

    def own_facts_seen(self, viewer: Seat | None) -> dict[str, str]:
        """The same as a seat knows them: hidden cards as `?`, what it cannot know left out."""
        return self.own_facts()

    def call_labels(self) -> tuple[Text, ...]:
        """What was said aloud, as a table shows it, ."""
        return tuple(self._game.call_label(said) for _, said in self._calls)

    def refusal_out_of_turn(self, action: Action, seat: int) -> tuple[str, Text] | None:
        """The rule and the sentence for who is not to act, where the usual ones say too little."""
        lacking = unmet(self._game.legality.in_turn, self, action, seat)
        return (lacking.rule, lacking.says(self, action, seat)) if lacking else None

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
        return self._game.why_not(self, action, seat)

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
        values = self.values
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
        found = self._game.result(self)
        faces = self._game.faces
        if faces == "french":
            return found
        items = tuple([replace(item, said=in_faces(item.said, faces)) for item in found.items])
        return replace(found, said=in_faces(found.said, faces), items=items)

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = self._copy()
        new._hands = self.hands_seen(seat)
        new._stock = self.stock_seen(seat)
        return new

    def hands_seen(self, viewer: Seat | None) -> tuple[tuple[Card, ...], ...]:
        """All hands as a seat sees them; None for open hands."""
        return tuple([self.seen_hand(viewer, owner) for owner in range(4)])

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


_new = object.__new__
