"""The state of a deal of Doppelkopf: reservations, parties, calls and play."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Self, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, SEATS, Action, Seat
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, OVER, TRUMP, CompletedTrick, FollowState
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, NORMAL, POVERTY, RE, UNKNOWN, WEDDING
from kontrapunkt.games.doppelkopf.contract import (
    Announced,
    Bidding,
    CallContext,
    DoppelkopfContract,
    Event,
    Piglets,
    Roles,
    events,
    with_one,
)
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.record.text import tidy_action

THREE: Final = 3
"""The number of cards that a poverty exchanges, and of seats that may refuse them."""


class DoppelkopfProgress(NamedTuple):
    """The progress of a deal of Doppelkopf when its first state begins.

    Attributes:
        bidding: The reservations and questions.
        contract: The game that is played.
        roles: The party of each seat.
        announced: The calls of both parties.
        piglets: The owner of piglets.
        happened: The events in tricks that may count in the end.
    """

    bidding: Bidding
    contract: DoppelkopfContract
    roles: Roles = Roles()
    announced: Announced = Announced()
    piglets: Piglets = Piglets()
    happened: tuple[Event, ...] = ()


class DoppelkopfState(FollowState):
    """The state of a deal of Doppelkopf; immutable.

    Attributes:
        bidding: The reservations and questions.
        contract: The game that is played.
        roles: The party of each seat.
        announced: The calls of both parties.
        piglets: The owner of piglets.
        happened: The events in tricks that may count in the end.
    """

    __slots__ = ("announced", "bidding", "contract", "happened", "piglets", "roles")

    game: DoppelkopfRules
    announced: Announced
    bidding: Bidding
    contract: DoppelkopfContract
    happened: tuple[Event, ...]
    piglets: Piglets
    roles: Roles

    def __init__(self, game: DoppelkopfRules, standing: DoppelkopfProgress, **kept: object) -> None:
        """Create the state with which a record or a fresh deal begins.

        Args:
            game: The game with its options.
            standing: The progress in Doppelkopf.
            kept: The other values of the state, by the names of its slots.
        """
        super().__init__(game, **kept, **standing._asdict())
        if not self.mode:
            self.turn = self.class_and_seat_asked[1] if self.phase == constants.NAMING else self.bidding.turn
        elif self.phase in (constants.GIVE, constants.TELL) and self.contract.partner is not None:
            self.turn = self.contract.partner
        elif self.phase in (constants.PUT, constants.OFFER) and self.contract.declarer is not None:
            later = 0 if self.phase == constants.PUT else 1 + self.contract.refusals
            self.turn = (self.contract.declarer + later) & 3

    @property
    def mode(self) -> str:
        """The game that is played; empty until it is settled.

        It is the name of a solo, `normal`, `wedding`, `poverty` or `redeal`.
        """
        return self.contract.mode

    @property
    def parties(self) -> tuple[int, ...]:
        """The party of each seat, as far as it has one."""
        return self.roles.parties

    @property
    def alone(self) -> int | None:
        """The seat that plays alone, in a solo of any kind; None if nobody is known to."""
        parties = self.parties
        return parties.index(RE) if sorted(parties) == [KONTRA, KONTRA, KONTRA, RE] else None

    @property
    def class_and_seat_asked(self) -> tuple[str, int]:
        """The class of games asked for, empty for any, and the number of the seat asked."""
        return self.bidding.class_and_seat_asked(self.game.classes)

    @property
    def cards_played(self) -> int:
        """The number of cards played so far."""
        return 4 * (self.trick_number - 1) + len(self.trick)

    def level(self, party: int) -> int:
        """Return a party's highest call: -1 for silent, 0 for announced, 1 to 4 for bids.

        Args:
            party: 1 for Re, -1 for Kontra.
        """
        return self.announced.level(party)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each party, North's first; if a seat plays alone, only that seat."""
        if self.alone is not None:
            return ((SEATS[self.alone],),)
        teams: dict[int, tuple[Seat, ...]] = {}
        for seat, party in zip(SEATS, self.parties, strict=True):
            teams[party] = (*teams.get(party, ()), seat)
        return tuple(teams.values())

    def speaker(self, seat: int) -> CallContext:
        """Return all that decides the calls of a seat.

        Args:
            seat: Its number, N E S W from 0.
        """
        game, contract = self.game, self.contract
        return CallContext(
            game,
            self.phase in (LEAD, FOLLOW),
            contract.seeks_partner,
            self.roles.parties[seat],
            len(self.hands[seat]),
            self.cards_played if game.by_table else 0,
            contract.shift,
            self.announced,
        )

    @override
    def cards_allowed(self) -> tuple[Card, ...]:
        if self.game.restricts_cards:
            return self.game.legality.cards(self)
        return self.duty.allowed(self.order, self.hands[self.turn], self.trick)

    # Transitions

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        if action in constants.SAID:
            new._call(action, seat, *constants.SAID[action])
        elif not self.mode:
            new._bid(action, seat)
        elif action == constants.PIGLETS:
            new.piglets = Piglets(seat)
            new._settle_order()
        elif action in constants.PARTNERS:
            new.roles = self.roles.choosing(seat, *constants.PARTNERS[action])
            new._lapse()
        else:
            new._exchange(action)
        return new

    def _bid(self, action: Action, seat: int) -> None:
        """Apply a reservation or the naming of a game."""
        if action in constants.BID_SOLO:
            self._name(DoppelkopfContract(constants.BID_SOLO[action], seat))
        elif action in constants.WEDDING_KINDS:
            self._name(
                DoppelkopfContract(
                    WEDDING, seat, kind=self.game.wedding_kind or constants.WEDDING_KINDS[action]
                )
            )
        elif action == constants.BID_POVERTY and self.game.exchanging:
            self._settle(DoppelkopfContract(POVERTY, seat))
            self.phase, self.turn = constants.PUT, seat
        elif action in (constants.BID_POVERTY, constants.THROW_IN):
            self._redeal(seat if action == constants.BID_POVERTY else None)
        elif action == PASS:
            self._ask(self.bidding._replace(passes=self.bidding.passes + 1, withdrawable=False))
        elif action == constants.WITHDRAW:
            spoken = (*self.bidding.spoken[:-1], False)
            self._ask(self.bidding._replace(spoken=spoken, withdrawable=False))
        else:
            self._ask(self.bidding.speaking(action == constants.RESERVATION, self.game.withdrawing))

    def _ask(self, bidding: Bidding) -> None:
        """Go on to the next speaker, to the seat that names a game, or to a normal game."""
        self.bidding = bidding
        if len(bidding.spoken) < 4:
            self.turn = bidding.turn
        elif any(bidding.spoken):
            self.phase, self.turn = constants.NAMING, self.class_and_seat_asked[1]
        else:
            self._name(DoppelkopfContract(NORMAL))

    def _settle(self, contract: DoppelkopfContract) -> None:
        """Settle the game: order the hands and find the parties."""
        self.contract = contract
        self.bidding = self.bidding.settled()
        self._settle_order()
        self.roles = self.roles.settled(contract, self.hands)

    def _name(self, contract: DoppelkopfContract) -> None:
        """Settle the game and begin play.

        Forehand leads, or the soloist of a compulsory solo, as the options say.
        """
        self._settle(contract)
        owing, declarer = self.bidding.owing, contract.declarer
        leads = declarer is not None and self.game.soloist_leads(contract.mode, owing[declarer])
        self.phase = LEAD
        self.leader = self.turn = declarer if declarer is not None and leads else self.bidding.forehand

    def _redeal(self, declarer: int | None) -> None:
        self.bidding = self.bidding.settled()
        self.contract = DoppelkopfContract(constants.REDEAL, declarer)
        self.phase = OVER

    def _settle_order(self) -> None:
        """Set the card order of the game; the last trick may have its own (DK-V2)."""
        order = self.game.order_of(self.mode, self.trick_number, self.piglets.owner is not None)
        if order is not self.order:
            self._arrange(order)

    def _exchange(self, action: Action) -> None:
        """Apply an action of a poverty: cards are put down, offered or given back."""
        turn, contract = self.turn, self.contract
        if action == constants.ACCEPT:
            self.contract = contract._replace(partner=turn)
            self._take_up(turn)
            self.roles = self.roles.settled(self.contract, self.hands)
            self.phase = constants.GIVE
        elif action == PASS:
            self._offer(contract.refusals + 1)
        elif action in constants.TELLING:
            assert contract.declarer is not None
            self._take_up(contract.declarer)
            self._name(contract._replace(returned=constants.TELLING[action], refusals=0))
        else:
            self._lay_down(constants.LAID_DOWN[action])
            if len(self.stock) == THREE and self.phase == constants.GIVE:
                self.phase = constants.TELL
            elif len(self.stock) == THREE:
                self._offer(contract.refusals)

    def _take_up(self, seat: int) -> None:
        self._put(seat, self.order.in_order((*self.hands[seat], *self.stock)))
        self.stock = ()

    def _lay_down(self, card: Card) -> None:
        rest = list(self.hands[self.turn])
        rest.remove(card)
        if card == HIDDEN:
            rest = [HIDDEN] * len(rest)  # it may be any of the hand's cards
        self._put(self.turn, tuple(rest))
        self.stock = (*self.stock, card)

    def _offer(self, refusals: int) -> None:
        """Offer the cards to the next seat, or redeal after the last refusal."""
        declarer = self.contract.declarer
        assert declarer is not None
        if refusals == THREE:
            self._redeal(declarer)
            return
        self.contract = self.contract._replace(refusals=refusals)
        self.phase, self.turn = constants.OFFER, (declarer + 1 + refusals) & 3

    def _call(self, action: Action, seat: int, party: int, level: int) -> None:
        """Apply a call, which shows the party of the speaker (DK-R29)."""
        in_time = self.speaker(seat).in_time(party, 0)
        self.announced = self.announced.calling(party, level, in_time)
        self.said = (*self.said, (seat, action))
        self.roles = self.roles.proving(seat, party)

    def _lapse(self) -> None:
        """Drop all bids; keep the announcements, including those implied by a bid."""
        kept: dict[int, tuple[int, Action]] = {}
        for who, action in self.said:
            party = constants.SAID[action][0]
            kept.setdefault(party, (who, constants.SAY[party, 0]))
        self.said = tuple(kept.values())
        self.announced = self.announced.lapsed()

    @override
    def _play(self, card: Card) -> Self:
        turn, led, roles = self.turn, self.trick, self.roles
        state = self._with_second_piglet() if self.piglets.ready == turn and card == constants.FOX else self
        new = super(DoppelkopfState, state)._play(card)
        if self.contract.mode == NORMAL and not roles.regrouped:
            if card == constants.OLD:
                new.roles = roles.with_elder(turn, new.hands)
            elif led and not roles.proved[turn]:
                suits = self.order.suits
                if suits[led[0]] == TRUMP and suits[card] != TRUMP:
                    new.roles = roles.proving(turn, KONTRA)
        if not new.trick:
            new._after_trick(new.finished[-1])
        return new

    def _with_second_piglet(self) -> Self:
        """Return the state with the second ace of diamonds as the highest trump."""
        if self.piglets.owner is not None:
            return self
        new = self._copy()
        new.piglets = Piglets(self.turn)
        new._settle_order()
        return new

    def _after_trick(self, taken: CompletedTrick) -> None:
        game, contract = self.game, self.contract
        self.happened += events(game, contract, self.piglets.owner, self.order, taken)
        if contract.seeks_partner:
            trumps = self.order.suits[taken.cards[0]] == TRUMP
            self.contract = contract.after(taken, trumps, game.wedding_limit)
            self.roles = self.roles.settled(self.contract, self.hands)
        if game.piglets == "second_only" and constants.fox_is_trump(contract.mode):
            self.piglets = self.piglets.after(taken, self.finished[:-1], self.roles.proved)
        if self.trick_number == game.hand_size and game.first_in_last:
            self._settle_order()
        if self.phase == OVER and UNKNOWN in self.parties:
            self.roles = self.roles._replace(parties=tuple([party or KONTRA for party in self.parties]))

    # Hidden cards

    @override
    def redacted(self, seat: Seat | None) -> Self:
        new = super().redacted(seat)
        if seat is not None and self.phase != OVER:
            new.roles = self.roles.hidden(self.contract, new.hands)
        return new

    @override
    def determinized(self, lying: Mapping[tuple[str, int], Sequence[Card]]) -> Self:
        new = super().determinized(lying)
        if self.mode == NORMAL and not self.roles.regrouped:
            new.roles = self.roles.settled(self.contract, new.hands)
        return new

    def of_party(self, seat: int, party: int) -> Self:
        """Return the state under the assumption that a seat is of a party.

        Args:
            seat: Its number, N E S W from 0.
            party: 1 for Re, -1 for Kontra.
        """
        new = self._copy()
        new.roles = self.roles._replace(parties=with_one(self.parties, seat, party))
        return new

    @property
    def layer(self) -> Seat | None:
        """The seat that put the cards of a poverty on the table; None if there are none."""
        declarer, partner = self.contract.declarer, self.contract.partner
        who = declarer if partner is None else partner
        return SEATS[who] if self.stock and who is not None else None

    @override
    def stock_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        """Return the face-down cards on the table as a seat sees them.

        Only the seat that put them there sees them, and a viewer of all hands.
        """
        return self.stock if viewer in (None, self.layer) else (HIDDEN,) * len(self.stock)

    @override
    def assuming(self, seat: Seat, action: str, chance: str | None) -> Self:
        who, said = SEATS.index(seat), constants.SAID.get(tidy_action(action))
        if not said:
            return super().assuming(seat, action, chance)
        shows = said[0] == RE and self.mode == NORMAL and self.parties[who] == UNKNOWN
        return self.with_cards(who, (constants.OLD,)) if shows else self
