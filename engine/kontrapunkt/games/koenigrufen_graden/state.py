"""The state of a deal of Königrufen of Graden: auction, called card and tricks."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Self, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, SEATS, Action, Seat
from kontrapunkt.families.follow_suit import LEAD, OVER, CompletedTrick, FollowState
from kontrapunkt.games.koenigrufen_graden import constants
from kontrapunkt.games.koenigrufen_graden.constants import LAST_TRICK, GradenContract, GradenRules
from kontrapunkt.record.text import tidy_action

AUCTION: Final = "auction"
LAY: Final = "lay"
CALL: Final = "call"


class Auction(NamedTuple):
    """An auction in progress; seats are numbers, N E S W from 0.

    Attributes:
        turn: The seat that speaks next; the last speaker when it is over.
        joiners: The number of players who may join a Bettler or Plauderer.
        raises: True if one of two players who share the highest bid is asked again.
        rank: The rank of the highest bid; 0 for none.
        holders: The seats that share the highest bid, in the order of bidding.
        out: The seats that have passed.
    """

    turn: int
    joiners: int
    raises: bool
    rank: int = 0
    holders: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    over: bool = False

    @property
    def contract(self) -> GradenContract:
        """The highest bid; Schurln if there is none (KG-R8)."""
        return constants.CONTRACTS[self.rank]

    @lru_cache(4096)  # noqa: B019 - auctions are few, and alike in many deals
    def bid(self, rank: int) -> Self:
        """Return the auction after a bid.

        Args:
            rank: The rank of the contract, 1 to 9.
        """
        holders = (*self.holders, self.turn) if rank == self.rank else (self.turn,)
        return self._replace(rank=rank, holders=holders)._moved_on()

    @lru_cache(4096)  # noqa: B019 - as with bids
    def passed(self) -> Self:
        """Return the auction after a pass.

        If the player shares the highest bid, the pass ends the auction (KG-R7).
        """
        if self.turn in self.holders:
            return self._replace(over=True)
        return self._replace(out=(*self.out, self.turn))._moved_on()

    def _moved_on(self) -> Self:
        following = [(self.turn + steps) % 4 for steps in range(1, 5)]
        for seat in following:
            if seat not in self.out and seat not in self.holders:
                return self._replace(turn=seat)
        if len(self.holders) == 2 and self.raises:  # all others have passed: one of the two may raise
            return self._replace(turn=next(seat for seat in following if seat in self.holders))
        return self._replace(over=True)


LaidCards = tuple[Card | None, ...]
"""The face-down cards of N, E, S and W."""
NONE_LAID: Final[LaidCards] = (None, None, None, None)


class GradenProgress(NamedTuple):
    """The progress of a deal beside hands and tricks; seats are numbers from 0.

    Attributes:
        laid: The face-down card of each seat.
        called: The card whose holder is the bidder's partner.
        revealed: The seat that played the called card, so that all know the partner (KG-R10); None if nobody
            has.
        shown: The kings and queens that the bidder shows before the first lead (option `show_pair`).
        pairless: True if a position says that the bidder of a Hundert contract was dealt no pair.
    """

    auction: Auction
    laid: LaidCards = NONE_LAID
    called: Card | None = None
    revealed: int | None = None
    shown: tuple[Card, ...] = ()
    pairless: bool = False

    @property
    def phase(self) -> str:
        """The phase before play: `auction`, `lay` or `call`; `lead` after these."""
        auction = self.auction
        aim = constants.CONTRACTS[auction.rank].aim
        if aim == "none" and not self.laid[auction.holders[-1]]:
            return LAY
        if not auction.over:
            return AUCTION
        return CALL if aim == "with_another" and not self.called else LEAD

    @property
    def turn(self) -> int:
        """The seat that speaks next or has to put a card face down."""
        return self.auction.holders[-1] if self.phase == LAY else self.auction.turn

    @property
    def values(self) -> Mapping[str, int]:
        """The card points by rank; none except in Schurln."""
        return constants.VALUES if self.auction.over and not self.auction.rank else {}

    def after(self, action: Action) -> Self:
        """Return the progress after a legal call.

        After a higher bid, the face-down cards go back to their hands (KG-R6).
        """
        auction = self.auction
        if action == PASS:
            return type(self)(auction.passed(), *self[1:])
        if action in constants.CALLS:
            return self._replace(called=constants.CALLS[action])
        rank = constants.BIDS[action].rank
        return type(self)(auction.bid(rank), NONE_LAID if rank > auction.rank else self.laid, *self[2:])

    def put_down(self, seat: int, card: Card | None) -> Self:
        """Return the progress after a seat has put a card face down.

        Args:
            seat: Its number, N E S W from 0.
            card: The card; None if the face-down card is taken up again.
        """
        return self._replace(laid=(*self.laid[:seat], card, *self.laid[seat + 1 :]))

    def played(self, seat: int, card: Card) -> Self:
        """Return the progress after a seat has played a card.

        Args:
            seat: Its number, N E S W from 0.
        """
        after = self._replace(shown=()) if self.shown else self
        if after.laid[seat]:
            after = after.put_down(seat, None)
        return after._replace(revealed=seat) if card == self.called else after


class KoenigrufenState(FollowState):
    """The state of a deal of Königrufen of Graden; immutable.

    Each player is a side. A card that is put face down has left the hand; it is in front of its owner until
    it is played, or goes back to the hand after a higher bid.

    Attributes:
        standing: The auction, the face-down cards, the called card and the seat that played it.
    """

    __slots__ = ("standing",)

    game: GradenRules
    standing: GradenProgress

    def __init__(self, game: GradenRules, **kept: object) -> None:
        super().__init__(game, **kept)
        if not self.playing:
            self.turn = self.standing.turn

    @property
    def contract(self) -> GradenContract:
        """The contract; during the auction, the highest bid so far."""
        return self.standing.auction.contract

    @property
    def bidders(self) -> tuple[int, ...]:
        """The seats that bid the contract: one, two who share it, or none in Schurln."""
        return self.standing.auction.holders

    @property
    def team(self) -> tuple[int, ...]:
        """The seats that play the contract together.

        They are the bidders, or the bidder and the holder of the called card.
        """
        if self.contract.aim != "with_another" or self.partner is None:
            return self.bidders
        return tuple(sorted({self.bidders[0], self.partner}))

    @property
    def partner(self) -> int | None:
        """The first holder of the called card, even if it is not yet known to all.

        It is None if no hand shows it. It is the bidder if an option allows calling one's own card.
        """
        called, revealed = self.standing.called, self.standing.revealed
        if not called or revealed is not None:
            return revealed
        return next((seat for seat, hand in enumerate(self.hands) if called in hand), None)

    @property
    def playing(self) -> bool:
        """True if the auction is over and the bidders have put their cards face down."""
        return self.phase not in (AUCTION, LAY)

    @property
    @override
    def values(self) -> Mapping[str, int]:
        return self.standing.values

    @property
    def open_hands(self) -> tuple[int, ...]:
        """The seats whose hands are face up on the table.

        After trick 1 of a Plauderer these are all who did not bid it (KG-P7).
        """
        if self.contract is not constants.PLAUDERER or not self.playing or self.trick_number == 1:
            return ()
        return tuple(seat for seat in range(4) if seat not in self.bidders)

    def dealt(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat was dealt, as far as the record knows them.

        Args:
            seat: Its number, N E S W from 0.
        """
        laid = self.standing.laid[seat]
        held = (*self.hands[seat], laid) if laid else self.hands[seat]
        return (*held, *self.played_by(seat)) if self.finished or self.trick else held

    @property
    def pair_lacks(self) -> bool:
        """True if the bidder of a Hundert contract was dealt no king and queen of a suit.

        That is possible only if such a bid is allowed and then lost (option `bad_hundert_bid`).
        """
        if not self.contract.pair or self.game.rejects:
            return False
        if self.before.number > 1:
            return self.standing.pairless
        return not constants.pairs(self.dealt(self.bidders[0]))

    # Legal actions

    @override
    def cards_allowed(self) -> tuple[Card, ...]:
        laid = self.standing.laid[self.turn]
        return (laid,) if laid else super().cards_allowed()

    # Transitions

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        before = self.standing
        card = constants.LAID.get(action)
        if card:
            hand = list(self.hands[seat])
            hand.remove(card)
            new._put(seat, tuple(hand))
            new.standing = before.put_down(seat, card)
        else:
            new.said = (*self.said, (seat, action))
            new.standing = before.after(action)
            if before.laid is not new.standing.laid:  # a higher bid returns the face-down cards
                for owner, lying in enumerate(before.laid):
                    if lying:
                        new._put(owner, self.order.in_order((*self.hands[owner], lying)))
        new._go_on()
        return new

    def _go_on(self) -> None:
        """Set the phase and the seat to act.

        After the auction, the bidder calls a card, or the first player leads.
        """
        standing = self.standing
        phase = self.phase = standing.phase
        if phase in (AUCTION, LAY):
            self.turn = standing.turn
            return
        self.leader = self.turn = self.bidders[0] if self.bidders else self.forehand
        self.duty = self.game.duty_in(self.contract)
        self._arrange(self.game.order_of(self.contract, standing.called))
        self._show()

    def _show(self) -> None:
        """Show the bidder's pairs if the option asks for it."""
        if self.contract.pair and self.game.shows_pair:
            self.standing = self.standing._replace(shown=constants.pairs(self.hands[self.leader]))

    @override
    def _play(self, card: Card) -> Self:
        turn, standing = self.turn, self.standing
        after = standing.played(turn, card)
        if after is standing:
            return super()._play(card)
        from_hand = self._copy()
        from_hand.standing = after
        if standing.laid[turn]:
            from_hand._put(turn, (*self.hands[turn], card))
        return super(KoenigrufenState, from_hand)._play(card)

    @override
    def _trick_done(self, taken: CompletedTrick) -> None:
        if taken.number == self.game.hand_size:
            if self.values:
                points = enumerate(self.card_points)
                self.card_points = tuple([n + LAST_TRICK * (seat == taken.winner) for seat, n in points])
        elif self.decided:
            self.phase = OVER

    @property
    def decided(self) -> bool:
        """True if the deal ends before its last trick (option `stop_when_decided`).

        It ends between two tricks once everybody can tell its outcome. With `always`, it is enough that the
        holder of the called card can tell.
        """
        return self.ends_with(self.taken, self.known_partner)

    @property
    def known_partner(self) -> int | None:
        """The holder of the called card, if that may end the deal; None otherwise."""
        return self.standing.revealed if self.game.stops == "public" else self.partner

    def ends_with(self, taken: Sequence[int], known_partner: int | None) -> bool:
        """Return True if the deal ends before its last trick with the given tricks.

        Args:
            taken: The number of tricks of N, E, S and W.
            known_partner: The number of the seat that holds the called card, or None, as in `known_partner`.
        """
        aim, own = self.contract.aim, {*self.bidders}
        if self.game.stops == "never" or aim == "points":
            return False
        if aim == "none":
            return all(taken[seat] for seat in own)
        if aim == "with_another":
            if known_partner is None:
                return False
            own.add(known_partner)
        return any(number for seat, number in enumerate(taken) if seat not in own)

    # Hidden cards

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        standing = self.standing
        if seat is not None and (standing.pairless or standing.laid != NONE_LAID):
            laid = [card and (card if SEATS[i] == seat else HIDDEN) for i, card in enumerate(standing.laid)]
            pairless = standing.pairless and SEATS[self.bidders[0]] == seat
            new.standing = standing._replace(laid=tuple(laid), pairless=pairless)
        return new

    @override
    def sees(self, viewer: Seat | None, owner: int) -> bool:
        return super().sees(viewer, owner) or self.phase == OVER or owner in self.open_hands

    @override
    def hidden_hand(self, owner: int) -> tuple[Card, ...]:
        shown = self.standing.shown if owner == self.leader else ()
        return (*shown, *super().hidden_hand(owner)[len(shown) :])

    @override
    def other_cards(self) -> tuple[Card, ...]:
        return tuple([card for card in self.standing.laid if card])

    @override
    def assuming(self, seat: Seat, action: str, chance: str | None) -> Self:
        card = tidy_action(action).card
        number = SEATS.index(seat)
        lies = self.standing.laid[number] == HIDDEN and seat == self.to_act
        if card is None or not lies or not self.unseen[card]:
            return super().assuming(seat, action, chance)
        new = self._copy()
        new.standing = self.standing.put_down(number, card)
        return new

    @override
    def determinized(self, lying: Mapping[tuple[str, int], Sequence[Card]]) -> Self:
        new = super().determinized(lying)
        laid = self.standing.laid
        if HIDDEN in laid:
            found = [lying["laid", seat][0] if card == HIDDEN else card for seat, card in enumerate(laid)]
            new.standing = self.standing._replace(laid=tuple(found))
        return new

    @override
    def having_drawn(self, seat: Seat, drawn: Card) -> Self:
        new = super().having_drawn(seat, drawn)
        if new is self:
            return self
        if new.phase == LEAD and new.trick_number > 1 and not new.trick and new.decided:
            new.phase = OVER
        elif new.trick_number == 1 and not new.trick and new.playing:
            new._show()
        return new
