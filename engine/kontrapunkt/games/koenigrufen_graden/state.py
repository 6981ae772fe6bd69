"""KoenigrufenState: the auction, cards put face down, the called card, tricks, and when a deal ends early."""

from typing import TYPE_CHECKING, Final, Self, cast, override

from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action, Laid, Seat, Status
from kontrapunkt.games.following import LEAD, OVER, FollowState, Order, Taken
from kontrapunkt.games.koenigrufen_graden import telling
from kontrapunkt.games.koenigrufen_graden.auction import Auction
from kontrapunkt.games.koenigrufen_graden.table import (
    BIDS,
    CALLS,
    LAST_TRICK,
    LAYS,
    PASS,
    PLAUDERER,
    VALUES,
    Contract,
    pairs,
)
from kontrapunkt.said import Text

if TYPE_CHECKING:
    from kontrapunkt.games.koenigrufen_graden import KoenigrufenGraden

AUCTION: Final = "auction"
LAY: Final = "lay"
CALL: Final = "call"

LaidCards = tuple[Card | None, Card | None, Card | None, Card | None]
"""The card that each seat has put face down, N E S W."""
NONE_LAID: Final[LaidCards] = (None, None, None, None)
_NOTHING: Final[dict[str, int]] = {}


class KoenigrufenState(FollowState):
    """A moment of a deal of Königrufen of Graden; immutable.

    Everybody is a side. A card that is put face down has left the hand and lies before its owner until it is
    played, or goes back when a higher bid comes.
    """

    __slots__ = ("_auction", "_called", "_laid", "_pairless", "_revealed", "_shown")

    _game: "KoenigrufenGraden"
    _auction: Auction
    _called: str  # the called card; empty for none
    _laid: LaidCards
    _pairless: bool  # a position says that the bidder of a Hundert contract was dealt no pair
    _revealed: int | None  # who has played the called card
    _shown: tuple[Card, ...]  # the pairs that the bidder lays open before the first lead

    @property
    @override
    def game(self) -> "KoenigrufenGraden":
        return self._game

    @property
    def auction(self) -> Auction:
        """The auction as far as it has come."""
        return self._auction

    @property
    def contract(self) -> Contract:
        """What is played; during the auction, the highest bid so far."""
        return self._auction.contract

    @property
    def bidders(self) -> tuple[int, ...]:
        """Who plays the contract; both of those who joined in one, nobody in Schurln."""
        return self._auction.holders

    @property
    def called(self) -> str:
        """The card whose holder is the bidder's partner; empty for none."""
        return self._called

    @property
    def revealed(self) -> int | None:
        """Who has played the called card, so that all know the partner (KG-R10); None for nobody yet."""
        return self._revealed

    @property
    def partner(self) -> int | None:
        """Who holds the called card, or held it, whether or not that is known; None where no hand tells.

        It is the bidder where one may call a card of one's own and has.
        """
        if not self._called or self._revealed is not None:
            return self._revealed
        return next((seat for seat, hand in enumerate(self._hands) if self._called in hand), None)

    @property
    def face_down(self) -> LaidCards:
        """The card that each seat has put face down."""
        return self._laid

    @property
    def shown(self) -> tuple[Card, ...]:
        """The kings and queens that the bidder shows before the first lead (option `show_pair`)."""
        return self._shown

    @property
    def shows_nothing(self) -> bool:
        """Whether the bidder is to show king and queen before the first lead, and holds no such pair.

        That is so only where such a bid is allowed and then lost (option `bad_hundert_bid`).
        """
        due = self._auction.contract.pair and self._game.shows_pair and self.playing
        return due and self._number == 1 and not (self._trick or self._shown)

    @property
    def playing(self) -> bool:
        """Whether the auction is over, and the face-down cards of the bidders are laid."""
        return self._phase not in (AUCTION, LAY)

    @property
    @override
    def values(self) -> dict[str, int]:
        return VALUES if self._auction.over and not self._auction.rank else _NOTHING

    @property
    def open_hands(self) -> tuple[int, ...]:
        """Whose hands lie open on the table: after trick 1 of a Plauderer, all who did not bid it (KG-P7)."""
        if self._auction.contract is not PLAUDERER or not self.playing or self._number == 1:
            return ()
        return tuple(seat for seat in range(4) if seat not in self.bidders)

    def dealt(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat was dealt, as far as the record knows them."""
        played = [taken.cards[(seat - taken.leader) & 3] for taken in self._tricks]
        place = (seat - self._leader) & 3
        lying = self._trick[place : place + 1]
        laid = self._laid[seat]
        return (*self._hands[seat], *played, *lying, *((laid,) if laid else ()))

    @property
    def pair_lacks(self) -> bool:
        """Whether the bidder of a Hundert contract was dealt no king and queen of one suit.

        That can be so only where such a bid is allowed and then lost (option `bad_hundert_bid`).
        """
        if not self.contract.pair or self._game.rejects:
            return False
        if self._before.number > 1:
            return self._pairless
        return not pairs(self.dealt(self.bidders[0]))

    # What may be done

    @override
    def deeds(self) -> tuple[Action, ...]:
        hand = self._hands[self._turn]
        if self._phase == LAY:
            return tuple(LAYS[card] for card in dict.fromkeys(hand))
        if self._phase == CALL:
            return tuple(action for action, card in CALLS.items() if card not in hand or self._game.calls_own)
        auction, promises = self._auction, self.may_promise
        may = [action for action, bid in BIDS.items() if auction.may_bid(bid) and (promises or not bid.pair)]
        return (PASS, *may)

    @property
    def may_promise(self) -> bool:
        """Whether the seat to act may bid a Hundert contract (KG-R9); what is hidden may hold a pair."""
        if not self._game.rejects:
            return True
        dealt = self.dealt(self._turn)
        return HIDDEN in dealt or bool(pairs(dealt))

    @override
    def cards_allowed(self) -> tuple[Card, ...]:
        laid = self._laid[self._turn]
        return (laid,) if laid else super().cards_allowed()

    @override
    def refusal(self, action: Action, seat: int) -> tuple[str, Text]:
        from kontrapunkt.games.koenigrufen_graden.refusals import refusal

        return refusal(self, action)

    @override
    def refusal_out_of_turn(self, action: Action, seat: int) -> tuple[str, Text] | None:
        from kontrapunkt.games.koenigrufen_graden.refusals import out_of_turn

        return out_of_turn(self, seat)

    # What an action does

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        if action == PASS:
            new._calls = (*self._calls, (seat, action))
            new._auction = self._auction.passed()
            new._go_on()
        elif action in BIDS:
            new._calls = (*self._calls, (seat, action))
            new._bid(BIDS[action])
        elif action in CALLS:
            new._calls = (*self._calls, (seat, action))
            new._call(CALLS[action])
        else:
            new._lay(Card(action.argument))
        return new

    def _bid(self, contract: Contract) -> None:
        if contract.rank > self._auction.rank:
            self._take_back()
        self._auction = self._auction.bid(contract)
        if contract.joined:
            self._phase = LAY
        else:
            self._go_on()

    def _take_back(self) -> None:
        """Cards that were put face down go back to their hands (KG-R6)."""
        for seat, card in enumerate(self._laid):
            if card:
                self._set_hand(seat, (*self._hands[seat], card))
        self._laid = NONE_LAID

    def _lay(self, card: Card) -> None:
        seat = self._turn
        hand = list(self._hands[seat])
        hand.remove(card)
        self._set_hand(seat, tuple(hand))
        self._set_laid(seat, card)
        self._go_on()

    def _go_on(self) -> None:
        """Lets the next one speak; after the auction, the bidder calls a card or the first one leads."""
        auction = self._auction
        self._turn = auction.turn
        self._phase = AUCTION
        if not auction.over:
            return
        contract = auction.contract
        self._leader = self._turn = auction.holders[0] if auction.holders else self.forehand
        self._duty = self._game.duty_in(contract)
        self._sort_by(self._game.order_of(contract))
        self._show()
        self._phase = CALL if contract.aim == "with_another" else LEAD

    def _show(self) -> None:
        """Lays the bidder's pairs open, where they are to be shown."""
        if self._auction.contract.pair and self._game.shows_pair:
            self._shown = pairs(self._hands[self._leader])

    def _call(self, card: Card) -> None:
        self._called = card
        self._sort_by(self._game.order_of(self._auction.contract, card))
        self._phase = LEAD

    @override
    def _play(self, card: Card) -> Self:
        turn = self._turn
        from_hand = self
        if self._laid[turn] or self._shown:
            from_hand = self._copy()
            from_hand._shown = ()
            if self._laid[turn]:
                from_hand._set_laid(turn, None)
                from_hand._set_hand(turn, (*self._hands[turn], card))
        if card == self._called:
            from_hand = from_hand._copy()
            from_hand._revealed = turn
        return super(KoenigrufenState, from_hand)._play(card)

    @override
    def _trick_done(self, taken: Taken) -> None:
        if taken.number == self._game.hand_size:
            if not self._auction.rank:
                points = list(self._points)
                points[taken.winner] += LAST_TRICK
                self._points = tuple(points)
        elif self.decided:
            self._phase = OVER

    @property
    def decided(self) -> bool:
        """Whether the deal ends before its last trick (option `stop_when_decided`, a ruling).

        It does between two tricks, once everybody can tell how it comes out; by the option, also where only
        the holder of the called card can.
        """
        if self._game.stops == "never" or self._number == 1:
            return False
        aim, took = self._auction.contract.aim, self._taken
        if aim == "points":
            return False
        bidder = self.bidders[0]
        if aim == "none":
            return all(took[seat] for seat in self.bidders)
        known = self._revealed if self._game.stops == "public" else self.partner
        if aim == "with_another" and known is None:
            return False
        own = {bidder, known} if aim == "with_another" else {bidder}
        return any(number for seat, number in enumerate(took) if seat not in own)

    # Small changes in a state that is being made

    def _set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        hands = list(self._hands)
        hands[seat] = self._order.in_order(cards)
        self._hands = tuple(hands)

    def _set_laid(self, seat: int, card: Card | None) -> None:
        laid = list(self._laid)
        laid[seat] = card
        self._laid = cast("LaidCards", tuple(laid))

    def _sort_by(self, order: Order) -> None:
        if order is not self._order:
            self._order = order
            self._hands = tuple([order.in_order(hand) for hand in self._hands])

    @property
    def forehand(self) -> int:
        """The number of the seat at the dealer's left, which speaks first."""
        dealer = self.match.dealer
        assert dealer is not None
        return (SEATS.index(dealer) + 1) & 3

    @override
    def _copy(self) -> Self:
        new = super()._copy()
        new._auction = self._auction
        new._called = self._called
        new._laid = self._laid
        new._pairless = self._pairless
        new._revealed = self._revealed
        new._shown = self._shown
        return new

    # What is seen and written

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        if seat is not None:
            seen = [card and (card if SEATS[i] == seat else HIDDEN) for i, card in enumerate(self._laid)]
            new._laid = cast("LaidCards", tuple(seen))
            new._pairless = self._pairless and SEATS[self.bidders[0]] == seat
        return new

    @override
    def sees(self, viewer: Seat | None, owner: int) -> bool:
        return super().sees(viewer, owner) or self._phase == OVER or owner in self.open_hands

    @override
    def seen_hand(self, viewer: Seat | None, owner: int) -> tuple[Card, ...]:
        hand = super().seen_hand(viewer, owner)
        if not self._shown or owner != self._leader or self.sees(viewer, owner):
            return hand
        return (*self._shown, *hand[len(self._shown) :])

    @override
    def laid(self, seat: Seat | None) -> tuple[Laid, ...]:
        return telling.laid(self, seat)

    @override
    def aside(self) -> tuple[Card, ...]:
        return tuple([card for card in self._laid if card])

    @override
    def statuses_seen(self, viewer: Seat | None) -> tuple[Status, ...]:
        return telling.statuses(self, viewer)

    @override
    def call_labels(self) -> tuple[Text, ...]:
        return telling.call_labels(self)

    @override
    def task(self) -> Text:
        return telling.task(self)

    @override
    def own_facts_seen(self, viewer: Seat | None) -> dict[str, str]:
        return telling.facts(self, viewer)

    @override
    def seen_by(self, viewer: Seat | None, seat: Seat, action: Action) -> Action:
        return LAYS[HIDDEN] if action.verb == "lay" and viewer not in (None, seat) else action

    @override
    def supposing(self, seat: Seat, action: str, chance: str | None) -> Self:
        from kontrapunkt.games.following.look import unseen
        from kontrapunkt.record.text import tidy_action

        card = tidy_action(action).card
        number = SEATS.index(seat)
        if card is None or self._laid[number] != HIDDEN or seat != self.to_act or not unseen(self)[card]:
            return super().supposing(seat, action, chance)
        new = self._copy()
        new._set_laid(number, card)
        return new

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> Self:
        new = super().having_drawn(seat, drawn)
        if new is self:
            return self
        if new._phase == LEAD and new._number > 1 and not new._trick and new.decided:
            new._phase = OVER
        elif new._number == 1 and not new._trick and new.playing:
            new._show()
        return new
