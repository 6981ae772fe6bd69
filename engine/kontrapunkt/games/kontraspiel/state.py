"""The state of a deal of Kontraspiel: bidding, announcements and play.

A `KontraspielProgress` records the bidding and the announcements, and the roles that follow (KS-R6 to R19).
It does not depend on the hands: a call is legal or not because of earlier calls and the number of tricks led.
"""

from typing import Any, Final, Literal, NamedTuple, Self, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import SEATS, Action, Seat
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, OVER, CompletedTrick, FollowGame, FollowState
from kontrapunkt.games.kontraspiel import constants

OFFER: Final = "offer"
ROUND1: Final = "round1"
ROUND2: Final = "round2"
DISCARD: Final = "discard"
OPEN: Final = "open"
VOID: Final = "void"

Phase = Literal["offer", "round1", "round2", "discard", "open", "void"]
Won = Literal["", "turn_up", "round1", "round2", "match"]
"""The way in which the soloist became one.

It is the turn-up, one of the rounds, or the announcement of a march; empty while there is no soloist.
"""


class BiddingRules(NamedTuple):
    """The rules of bidding that options set.

    Attributes:
        step: The difference of the seat numbers of one player and the next, modulo 4.
        dealer_may_return: True if the dealer, too, may choose the preferred suit in the second round.
        match_differs: True if the suit of a march must also differ from the present trumps.
        overcalls: True if a march may be announced over another one.
        wenzel_like_ace: True if the dealer may choose whether to take up a Wenzel, as with an ace.
        polls: True if players announce only when they are asked.
    """

    step: int = 1
    dealer_may_return: bool = False
    match_differs: bool = False
    overcalls: bool = False
    wenzel_like_ace: bool = False
    polls: bool = False


class KontraspielProgress(NamedTuple):
    """The progress of bidding and announcing; seats are numbers, N E S W from 0.

    Attributes:
        turn: The seat that is asked or must put a card away; forehand if there is none.
        terms: The rules of bidding.
        phase: `offer`, `round1`, `round2`, `discard` (a card must be put away), `open` (there is a soloist)
            or `void` (all have passed twice).
        trump: The trump suit; empty while there is none.
        won: The way in which the soloist became one.
        matches: The seats that announced a march, in order.
        taker: The seat that has taken the turn-up, or is about to; None while it is on the table.
        led: The number of tricks led, at most 3; nobody announces anything after that.
    """

    dealer: int
    turn_up: Card
    turn: int
    terms: BiddingRules
    phase: Phase
    soloist: int | None = None
    trump: str = ""
    won: Won = ""
    contra: int | None = None
    recontra: int | None = None
    matches: tuple[int, ...] = ()
    taker: int | None = None
    led: int = 0

    @property
    def pref(self) -> str:
        """The preferred suit (KS-R4)."""
        return self.turn_up.suit

    @property
    def eldest(self) -> int:
        """Forehand: the seat after the dealer."""
        return (self.dealer + self.terms.step) & 3

    @property
    def declared(self) -> tuple[int, ...]:
        """Soloist, contra player and recontra player, as far as they exist (KS-R28)."""
        return tuple(seat for seat in (self.soloist, self.contra, self.recontra) if seat is not None)

    @property
    def lies(self) -> bool:
        """True if the turn-up is still on the table (KS-R7, R16)."""
        return self.taker is None

    @property
    def may_return(self) -> bool:
        """True if the seat asked may name the preferred suit in round two (KS-R12)."""
        return self.turn == self.eldest or (self.terms.dealer_may_return and self.turn == self.dealer)

    # Transitions

    def after(self, action: Action, seat: int) -> "KontraspielProgress":
        """Return the progress after a legal answer or announcement.

        Args:
            seat: The number of the seat that acts, N E S W from 0.
        """
        if action == constants.PASS:
            return self._passed()
        if action == constants.TAKE:
            return self._taken_up()
        if action == constants.PLAY:
            return self._open(seat, self.pref, "round1")
        if action in constants.TRUMPS:
            return self._open(seat, constants.TRUMPS[action], "round2")
        if action in constants.MATCHES:
            matches = (*self.matches, seat)
            new = self._open(seat, constants.MATCHES[action], "match")
            return new._replace(contra=None, recontra=None, matches=matches)
        if action == constants.RECONTRA:
            return self._replace(recontra=seat)
        if action == constants.SWAP:
            return self._replace(contra=seat, taker=seat, phase=DISCARD, turn=seat)
        return self._replace(contra=seat)

    def put_away(self) -> "KontraspielProgress":
        """Return the progress after the card that was due has been put away."""
        return self._replace(phase=OPEN, turn=self.eldest)

    def _open(self, soloist: int, trump: str, won: Won) -> "KontraspielProgress":
        return self._replace(phase=OPEN, turn=self.eldest, soloist=soloist, trump=trump, won=won)

    def _taken_up(self) -> "KontraspielProgress":
        taken = self._open(self.dealer, self.pref, "turn_up")
        return taken._replace(phase=DISCARD, turn=self.dealer, taker=self.dealer)

    def _passed(self) -> "KontraspielProgress":
        if self.phase == OFFER:
            return self._replace(phase=ROUND1, turn=self.eldest)
        if self.turn != self.dealer:
            return self._replace(turn=(self.turn + self.terms.step) & 3)
        if self.phase == ROUND1:
            return self._replace(phase=ROUND2, turn=self.eldest)
        return self._replace(phase=VOID, turn=self.eldest)


def opening(rules: FollowGame[Any], dealer: int, turn_up: Card, *, pact: bool) -> KontraspielProgress:
    """Return the progress after a card has been turned up (KS-R6, R8, R9).

    Args:
        rules: The game with its options.
        dealer: The number of the dealer's seat.
        pact: True if a pact binds the dealer to take the turn-up up if it is offered.
    """
    options = rules.options
    terms = BiddingRules(
        rules.step,
        options["second_round_pref"] == "eldest_and_dealer",
        options["match_suit"] == "also_differs_from_current",
        options["match_overcall"] == "repeated",
        options["wenzel_turnup"] == "like_ace",
        options["announce_order"] == "polled",
    )
    offered = KontraspielProgress(dealer, turn_up, dealer, terms, OFFER)
    wenzel = turn_up in constants.WENZELS
    if not wenzel and turn_up.rank != "A":
        return offered._passed()  # nothing is offered
    return offered._taken_up() if pact or (wenzel and not terms.wenzel_like_ace) else offered


# The state -----------------------------------------------------------------------------------------------

ANNOUNCE: Final = "announce"
"""The phase in which a seat is polled (`announce_order=polled`)."""

STAGES: Final = ("match", "contra", "recontra")
"""The announcements in the order of polling, once round the table each (KS-R20)."""

Asked = tuple[int, int]
"""The index in `STAGES` that is asked for, and the polled seat."""


class KontraspielState(FollowState):
    """The state of a deal of Kontraspiel; immutable.

    The first card of the stock is the turn-up while it is on the table, and then the card that was put away
    for it. The other cards stay unseen. A turn-up that is taken joins the hand when a card is put away.

    Attributes:
        asked_for: The announcement asked for and the polled seat; None while nobody is polled.
        first_two: The number of the seat that was the first with two tricks (KS-R25); None if nobody has two.
        standing: The progress of bidding and announcing.
    """

    __slots__ = ("asked_for", "first_two", "standing")

    asked_for: Asked | None
    first_two: int | None
    standing: KontraspielProgress

    def __init__(self, game: FollowGame[Any], **kept: object) -> None:
        super().__init__(game, **kept)
        if self.asked_for:
            self.phase, self.turn = ANNOUNCE, self.asked_for[1]
        elif self.standing.phase != OPEN:
            self.phase, self.turn = self.standing.phase, self.standing.turn

    @property
    def put_away(self) -> Card | None:
        """The card put away for the turn-up.

        It is None if there is no such card yet, and `HIDDEN` if the record does not name it.
        """
        standing = self.standing
        if standing.lies or standing.phase == DISCARD:
            return None
        return self.stock[0] if self.stock else HIDDEN

    # Legal actions

    @override
    def calls(self, seat: int) -> tuple[Action, ...]:
        if self.standing.led == 3 or self.standing.terms.polls:
            return ()
        return super().calls(seat)

    def answers(self, stage: int, seat: int) -> tuple[Action, ...]:
        """Return the announcements that a polled seat may make, without `pass`.

        Args:
            stage: 0 for the march, 1 for contra, 2 for recontra.
            seat: Its number, N E S W from 0.
        """
        found = self.game.legality.calls(self, seat)
        return tuple([action for action in found if stage_of(action) == stage])

    # Transitions

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        if action in constants.DISCARDED:
            new._put_away(seat, constants.DISCARDED[action])
        elif self.asked_for is not None and action == constants.PASS:
            stage, _ = self.asked_for
            new._ask(stage, seat)
        else:
            new._apply_call(action, seat)
        return new

    def _apply_call(self, action: Action, seat: int) -> None:
        """Apply an answer or an announcement."""
        before = self.standing
        now = self.standing = before.after(action, seat)
        self.said = (*self.said, (seat, action))
        if now.trump != before.trump:
            self.trump = now.trump
            self._arrange(constants.ORDERS[now.trump])
        self._go_on()

    def _put_away(self, seat: int, card: Card) -> None:
        """Take the turn-up into a hand and put a card away face down (KS-R7, R16)."""
        hand = list(self.hands[seat])
        hand.remove(card)
        self._put(seat, self.order.in_order((*hand, self.standing.turn_up)))
        self.stock = (card, *self.stock[1:])
        self.standing = self.standing.put_away()
        self._go_on()

    def _go_on(self) -> None:
        """Set the phase and the seat to act after the progress has changed.

        Polled players are asked from forehand on. The march comes first, unless somebody has said contra.
        """
        standing = self.standing
        self.asked_for = None
        if standing.phase == VOID:
            self.phase = OVER
        elif standing.phase != OPEN:
            self.phase = standing.phase
            self.turn = standing.turn
        elif standing.terms.polls:
            self._ask(STAGES.index("match" if standing.contra is None else "contra"))
        elif self.phase not in (LEAD, FOLLOW):
            self.phase = LEAD
            self.turn = self.leader

    def _ask(self, stage: int, after: int | None = None) -> None:
        """Poll the next seat that has something to announce (KS-R20), or go on with play.

        Args:
            stage: The first stage to ask for.
            after: The seat that was asked last; None to begin with forehand.
        """
        order = [(self.standing.eldest + place * self.game.step) & 3 for place in range(4)]
        due = [(each, seat) for each in range(stage, len(STAGES)) for seat in order]
        if after is not None:
            due = due[due.index((stage, after)) + 1 :]
        self.asked_for = next((asked for asked in due if self.answers(*asked)), None)
        self.phase = ANNOUNCE if self.asked_for else LEAD
        self.turn = self.asked_for[1] if self.asked_for else self.leader

    @override
    def _play(self, card: Card) -> Self:
        new = super()._play(card)
        if not self.trick and self.trick_number < 4:
            new.standing = self.standing._replace(led=self.trick_number)
        return new

    @override
    def _trick_done(self, taken: CompletedTrick) -> None:
        if self.first_two is None and self.taken[taken.winner] == 2:
            self.first_two = taken.winner
        if self.standing.terms.polls and taken.number < 3:
            self._ask(STAGES.index("contra"))

    # Hidden cards

    @override
    def sees(self, viewer: Seat | None, owner: int) -> bool:
        if self.phase == OFFER and owner == self.turn:
            return viewer is None  # the dealer has not looked yet (KS-R8)
        return super().sees(viewer, owner)

    @override
    def stock_seen(self, viewer: Seat | None) -> tuple[Card, ...]:
        if viewer is None:
            return self.stock
        taker = self.standing.taker
        seen = self.put_away is None or (taker is not None and viewer == SEATS[taker])
        return tuple([card if seen and i == 0 else HIDDEN for i, card in enumerate(self.stock)])


def stage_of(action: Action) -> int:
    """Return the index in `STAGES` of an announcement."""
    return 0 if action in constants.MATCHES else 2 if action == constants.RECONTRA else 1
