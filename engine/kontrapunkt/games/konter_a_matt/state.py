"""KonterState: trumps are named, announcements made, a deal claimed."""

from typing import TYPE_CHECKING, Final, Self, cast, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action, Seat, Status
from kontrapunkt.games.following import LEAD, OVER, FollowState
from kontrapunkt.games.konter_a_matt.table import (
    CLAIM,
    HALF,
    HOLDS,
    KONTERS,
    MATT,
    SAY_BOTH,
    SAY_KONTER,
    SAY_MATT,
    TRUMPS,
)
from kontrapunkt.said import Text, say, seat_name, side_name, suit_name

if TYPE_CHECKING:
    from kontrapunkt.games.konter_a_matt import KonterAMatt
    from kontrapunkt.games.konter_a_matt.match import KonterMatch

NAME_TRUMP: Final = "name_trump"


class KonterState(FollowState):
    """A moment of a deal of Konter a Matt; immutable.

    Until trumps are named, the cards that are not dealt yet lie in the stock in the order of dealing.
    """

    __slots__ = ("_claimed",)

    _game: "KonterAMatt"
    _claimed: int | None  # the side that has claimed the deal

    @property
    @override
    def game(self) -> "KonterAMatt":
        return self._game

    @property
    def konter_match(self) -> "KonterMatch":
        """The match, as it stood before the deal, with its slate."""
        return cast("KonterMatch", self._before.match)

    @property
    def forehand(self) -> int:
        """The number of the seat that names trumps."""
        dealer = self.match.dealer
        assert dealer is not None
        return (SEATS.index(dealer) + self._game.step) % 4

    @property
    def makers(self) -> int:
        """The trump makers' side (KM-R7)."""
        return self._game.side_of[self.forehand]

    @property
    def claimed(self) -> int | None:
        """The side that has claimed the deal (KM-R16); None for neither."""
        return self._claimed

    @property
    def in_window(self) -> tuple[int, ...]:
        """The seats that may still announce, if they have the cards (KM-R9)."""
        if self._number > 1 or self._phase in (NAME_TRUMP, OVER):
            return ()
        if self._game.announces_in_turn:
            return (self._turn,)
        return tuple((self._leader + i * self._game.step) & 3 for i in range(len(self._trick), 4))

    @override
    def deeds(self) -> tuple[Action, ...]:
        return tuple(TRUMPS)

    @override
    def calls(self, seat: int) -> tuple[Action, ...]:
        if self._number == 1:
            return self._announcements(seat)
        if self._phase == LEAD and self._points[self._game.side_of[seat]] > HALF and self._game.claims:
            return (CLAIM,)
        return ()

    def _announcements(self, seat: int) -> tuple[Action, ...]:
        hand = self._hands[seat]
        hidden = hand[-1:] == (HIDDEN,)
        if not hidden and MATT not in hand and (KONTERS[0] not in hand or KONTERS[1] not in hand):
            return ()
        if seat not in self.in_window:
            return ()
        said = [action for who, action in self._calls if who == seat]
        if said:
            raising = said == [SAY_MATT] and self.may_hold(seat, KONTERS)
            return (SAY_KONTER,) if raising else ()
        return tuple([action for action, cards in HOLDS.items() if self.may_hold(seat, cards)])

    def may_hold(self, seat: int, cards: tuple[Card, ...]) -> bool:
        """Whether a seat holds these cards, or may hold them where its hand is hidden."""
        hand = self._hands[seat]
        lacking = [card for card in cards if card not in hand]
        if not lacking or hand[-1:] != (HIDDEN,):
            return not lacking
        from kontrapunkt.games.following.look import unseen

        left = unseen(self)
        return hand.count(HIDDEN) >= len(lacking) and all(left[card] for card in lacking)

    @override
    def must_hold(self, action: Action) -> tuple[Card, ...]:
        return HOLDS.get(action, ())

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        if action in TRUMPS:
            new._name(TRUMPS[action])
        elif action == CLAIM:
            new._claimed = self._game.side_of[seat]
            new._phase = OVER
        else:
            new._calls = (*self._calls, (seat, action))
        return new

    def _name(self, trump: str) -> None:
        """Fixes trumps, and deals on in packets of three until all have six (KM-R3)."""
        game = self._game
        self._trump = trump
        order = self._order = game.orders[trump]
        hands = [list(hand) for hand in self._hands]
        stock = self._stock
        turn = self._turn if game.deals_three_each else self._turn + game.step
        for at in range(0, len(stock), 3):
            hands[turn & 3] += stock[at : at + 3]
            turn += game.step
        self._hands = tuple([order.in_order(hand) for hand in hands])
        self._stock = ()
        self._phase = LEAD

    @override
    def _copy(self) -> Self:
        new = super()._copy()
        new._claimed = self._claimed
        return new

    @override
    def refusal(self, action: Action, seat: int) -> tuple[str, Text]:
        from kontrapunkt.games.konter_a_matt.refusals import refusal

        return refusal(self, action, seat)

    @override
    def sees(self, viewer: Seat | None, owner: int) -> bool:
        return super().sees(viewer, owner) or self._claimed == self._game.side_of[owner]

    @override
    def task(self) -> Text:
        if self._phase != NAME_TRUMP:
            return ""
        return say("km.task.name", seat=seat_name(SEATS[self._turn]))

    @property
    def announced(self) -> int:
        """What the announcements add to the value, in lines (KM-R8, KM-R11)."""
        said = [action for _, action in self._calls]
        if SAY_BOTH in said:
            return 2
        return (SAY_MATT in said) + (SAY_KONTER in said)

    @override
    def statuses(self) -> tuple[Status, ...]:
        found = []
        if self._trump:
            seats = self._game.sides[self.makers]
            values = {"side": side_name(seats), "suit": suit_name(self._trump)}
            text = say("km.makers.text", **values)
            found.append(Status("trump_makers", seats, say("km.makers.label"), text, "KM-R7"))
        if self._claimed is not None:
            seats = self._game.sides[self._claimed]
            text = say("km.claimed.text", side=side_name(seats), n=self._points[self._claimed])
            found.append(Status("claimed", seats, say("km.claimed.label"), text, "KM-R16"))
        return tuple(found)
