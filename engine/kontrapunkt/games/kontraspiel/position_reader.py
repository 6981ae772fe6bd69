"""Reader of the deals of Kontraspiel: fresh deals, and positions at any moment."""

from typing import override

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import SEATS
from kontrapunkt.core.messages import listed, seat_name
from kontrapunkt.families.follow_suit import FollowPositionReader
from kontrapunkt.games.kontraspiel.constants import CONTRA, ORDERS, RECONTRA
from kontrapunkt.games.kontraspiel.legality import announcements, answers
from kontrapunkt.games.kontraspiel.session import KontraspielSession
from kontrapunkt.games.kontraspiel.state import (
    DISCARD,
    OPEN,
    STAGES,
    VOID,
    Asked,
    KontraspielProgress,
    KontraspielState,
    opening,
    stage_of,
)
from kontrapunkt.record.facts import word_of
from kontrapunkt.record.text import read_card


class KontraspielReader(FollowPositionReader):
    """A reader of one deal.

    The stock has the turn-up first, then the three cards below it, or the turn-up alone. In a position,
    `calls` lists all bids and announcements, and `taken_up` names the seat that took the turn-up. Then the
    first card of the stock is the one that was put away for it, and `turn_up` must name the turn-up.
    """

    session: KontraspielSession

    @override
    def read(self) -> None:
        super().read()
        self.turn_up = self.one("turn_up", read_card, "KH", empty=False)
        self.taken_up = self.seat("taken_up")
        self.said_first = self.seat("first_two")
        stages = {stage: number for number, stage in enumerate(STAGES)}
        asked = self.pairs("asked", self.place, word_of(stages), "E contra", lambda found: len(found) < 2)
        self.poll: Asked | None = (asked[0][1], asked[0][0]) if asked else None

    @override
    def check_sizes(self) -> None:
        super().check_sizes()
        if self.faults:
            return
        lying = self.taken_up is None
        sizes = (1, 4) if lying else (0, 1, 4)
        if not self.stock and self.turn_up and lying:
            self.stock = (self.turn_up,)
            self.check_cards()
        if len(self.stock) not in sizes:
            self.fault("stock_size.talon" if self.stock else "stock_size.missing", "stock", n=len(self.stock))
            return
        first = self.stock[0] if self.stock else HIDDEN
        if not lying and self.turn_up is None:
            self.fault("turn_up_missing", "taken_up")
        elif lying and self.turn_up not in (None, first):
            self.fault("turn_up_wrong", "turn_up", card=first)
        elif not lying and first == self.turn_up and first != HIDDEN:
            self.fault("turn_up_wrong.taken", "taken_up", card=first)
        elif not lying and not self.may_have_taken():
            seat = self.name_of(self.taken_up or 0)
            self.fault("turn_up_wrong.elsewhere", "turn_up", seat=seat, card=self.turn_up)
        else:
            self.turn_up = first if lying else self.turn_up
            if self.turn_up == HIDDEN:
                self.fault("hidden_card.turn_up", "stock")

    def may_have_taken(self) -> bool:
        """Return True if the turn-up is in the taker's hand or has been played since."""
        taker = self.taken_up or 0
        own = self.with_played(taker)
        if self.turn_up in own:
            return True
        return bool(self.gone[self.turn_up or HIDDEN]) and (self.trick_number > 1 or HIDDEN in own)

    @override
    def check_past(self) -> None:
        super().check_past()
        self.stop_at_faults()
        self.standing = self.bid()
        self.stop_at_faults()
        if self.standing.phase == VOID:
            self.fault("call_wrong.void", "calls")
        played = self.trick_number > 1 or bool(self.trick)
        if played and self.standing.phase != OPEN and not self.faults:
            self.fault("call_wrong.none", "calls" if self.calls else "start", form=self.game.calls_form)
        elif self.trump and self.trump != self.standing.trump:
            self.fault("trump_wrong", "trump", suit=self.standing.trump or "-")
        self.first_two = self.check_twos()
        self.check_asked()
        self.order, self.trump = ORDERS[self.standing.trump], self.standing.trump

    def bid(self) -> KontraspielProgress:
        """Replay the calls and return the progress of the bidding.

        Each call must have been legal. A record does not tell when an announcement was made, so each one is
        taken to have been made within its window.
        """
        session, dealer = self.session, self.session.dealer
        assert dealer
        assert self.turn_up
        pact = session.bound(dealer, self.turn_up)
        standing = opening(self.game, SEATS.index(dealer), self.turn_up, pact=pact)
        for seat, action in self.calls:
            if standing.phase == DISCARD:
                standing = standing.put_away()
            # the latest moment at which this can have been announced
            standing = standing._replace(led=int(action in (CONTRA, RECONTRA)))
            answered = seat == standing.turn and action in answers(standing)
            if not answered and action not in announcements(standing, seat):
                self.fault("call_wrong", "calls", seat=self.name_of(seat), action=action)
                return standing
            standing = standing.after(action, seat)
        led = min(3, self.trick_number - 1 + bool(self.trick))
        return self.put_away(standing)._replace(led=led)

    def put_away(self, standing: KontraspielProgress) -> KontraspielProgress:
        """Return the progress with the last discard made, if `taken_up` says that it was."""
        if self.taken_up is not None:
            if standing.lies or (standing.taker or 0) != self.taken_up:
                self.fault("taken_up_wrong", "taken_up", seat=self.name_of(self.taken_up))
                return standing
            return standing.put_away() if standing.phase == DISCARD else standing
        played = self.trick_number > 1 or bool(self.trick)
        done = standing.phase == OPEN or (standing.phase == DISCARD and played)
        if done and not standing.lies:
            seat = SEATS[standing.taker or 0]
            self.fault("taken_up_wrong.missing", "start", seat=seat_name(seat), key=seat)
        return standing

    def check_twos(self) -> int | None:
        """Return the seat that was the first with two tricks, or None.

        The fact `first_two` is required where two players have two tricks or more, and must name one of them.
        """
        holders = [seat for seat, number in enumerate(self.tricks) if number > 1]
        said = self.said_first
        if said is None and len(holders) > 1:
            names = listed("and", [self.name_of(seat) for seat in holders])
            self.fault("first_two_missing", "start", seats=names, key=SEATS[holders[0]])
        elif said not in (None, *holders):
            self.fault("first_two_wrong", "first_two", seat=self.name_of(said or 0))
        return said if said is not None or not holders else holders[0]

    def check_asked(self) -> None:
        """Check the polled seat: before tricks 1 to 3, and able to announce something."""
        if self.poll is None or self.faults:
            return
        polls = self.standing.terms.polls and not self.trick and self.trick_number < 4
        stage, seat = self.poll
        if not polls or self.standing.phase != OPEN:
            self.fault("asked_wrong", "asked")
        elif not any(stage_of(action) == stage for action in announcements(self.standing, seat)):
            self.fault("asked_wrong.nothing", "asked", seat=self.name_of(seat))

    @override
    def built(self) -> KontraspielState:
        own = {"standing": self.standing, "first_two": self.first_two, "asked_for": self.poll}
        return KontraspielState(self.game, **self.common_slots(), **own)
