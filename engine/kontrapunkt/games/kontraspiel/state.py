"""A moment of Kontraspiel: the turn-up is taken, a soloist found, announcements made in and out of turn.

A `Standing` says how far bidding and announcing have come, and who stands where by it (KS-R6 to R19). It
knows no hands: what may be said depends on who has said what, and on how many tricks have been led.
"""

from typing import Final, Literal, NamedTuple, Self, override

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
"""How the soloist became one: by taking the turn-up up, in a round, or by announcing a match."""


class BiddingRules(NamedTuple):
    """What the options say of bidding.

    Attributes:
        step: How the numbers of the seats run in the order of play.
        dealer_may_return: Whether the dealer, too, may choose the preferred suit in the second round.
        match_differs: Whether a match needs another suit than the trumps in force, too.
        overcalls: Whether a match may be announced over another one.
        wenzel_like_ace: Whether a Wenzel turned up is offered as an ace is.
        polls: Whether announcements are made only when one is asked.
    """

    step: int = 1
    dealer_may_return: bool = False
    match_differs: bool = False
    overcalls: bool = False
    wenzel_like_ace: bool = False
    polls: bool = False


class KontraspielProgress(NamedTuple):
    """How far bidding and announcing have come; seats are numbers, N E S W from 0.

    Attributes:
        dealer: Who dealt.
        turn_up: The card turned up.
        turn: Who is asked, or must put a card away; eldest hand when nobody is.
        terms: What the options say of it.
        phase: `offer`, `round1`, `round2`, `discard` (a card must be put away), `open` (there is a soloist)
            or `void` (all have passed twice).
        soloist: Who plays for the deal.
        trump: The trump suit; empty for none yet.
        won: How the soloist became one.
        contra: The contra player.
        recontra: The recontra player.
        matches: Who has announced a match, first to last.
        taker: Who has taken the turn-up, or is about to.
        led: How many tricks have been led; from the third on nothing can be announced, and it counts no more.
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
        """The seat after the dealer."""
        return (self.dealer + self.terms.step) & 3

    @property
    def declared(self) -> tuple[int, ...]:
        """Soloist, contra player and recontra player, as far as there are any (KS-R28)."""
        return tuple(seat for seat in (self.soloist, self.contra, self.recontra) if seat is not None)

    @property
    def lies(self) -> bool:
        """Whether the turn-up can still be taken (KS-R7, KS-R16)."""
        return self.taker is None

    @property
    def may_return(self) -> bool:
        """Whether who is asked may choose the preferred suit in the second round (KS-R12)."""
        return self.turn == self.eldest or (self.terms.dealer_may_return and self.turn == self.dealer)

    # What it does

    def after(self, action: Action, seat: int) -> "KontraspielProgress":
        """The standing after an answer or announcement, which may be made.

        Args:
            action: The action.
            seat: Its number, N E S W from 0.
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
        """The standing when the card that was due is put away."""
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


def opening(rules: FollowGame, dealer: int, turn_up: Card, *, pact: bool) -> KontraspielProgress:
    """The standing when a card has been turned up (KS-R6, R8, R9).

    Args:
        rules: The game with its options.
        dealer: Who dealt.
        turn_up: The card.
        pact: Whether the dealer's pact binds him to take it up, if it is one that is offered.
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


# The moment -----------------------------------------------------------------------------------------------

ANNOUNCE: Final = "announce"
"""The phase in which a seat is asked whether it announces anything (`announce_order=polled`)."""

STAGES: Final = ("match", "contra", "recontra")
"""What is asked for in turn, all round the table each (KS-R20)."""

Asked = tuple[int, int]
"""Which of the stages is asked for, and which seat."""


class KontraspielState(FollowState):
    """A moment of a deal of Kontraspiel; immutable.

    The stock's first card is the turn-up while it lies, then the card that was put away for it; the others
    are the talon, which nobody ever sees. A turn-up that is taken goes into the hand when a card is put away.

    Attributes:
        asked_for: Which announcement a seat is being asked for, and which seat; None where nobody is polled.
        first_two: The number of the seat that was first to hold two tricks (KS-R25); None for nobody yet.
        standing: How far bidding and announcing have come.
    """

    __slots__ = ("asked_for", "first_two", "standing")

    asked_for: Asked | None
    first_two: int | None
    standing: KontraspielProgress

    def __init__(self, game: FollowGame, **kept: object) -> None:
        super().__init__(game, **kept)
        if self.asked_for:
            self.phase, self.turn = ANNOUNCE, self.asked_for[1]
        elif self.standing.phase != OPEN:
            self.phase, self.turn = self.standing.phase, self.standing.turn

    @property
    def put_away(self) -> Card | None:
        """The card that was put away for the turn-up; None while none was, `HIDDEN` where it is not told."""
        standing = self.standing
        if standing.lies or standing.phase == DISCARD:
            return None
        return self.stock[0] if self.stock else HIDDEN

    # What may be done

    @override
    def calls(self, seat: int) -> tuple[Action, ...]:
        if self.standing.led == 3 or self.standing.terms.polls:
            return ()
        return super().calls(seat)

    def answers(self, stage: int, seat: int) -> tuple[Action, ...]:
        """What a seat may announce when it is asked for one of the stages, `pass` aside.

        Args:
            stage: 0 for the match, 1 for contra, 2 for recontra.
            seat: Its number, N E S W from 0.
        """
        found = self.game.legality.calls(self, seat)
        return tuple([action for action in found if stage_of(action) == stage])

    # What it does

    @override
    def _did(self, action: Action, seat: int) -> Self:
        new = self._copy()
        if action in constants.DISCARDED:
            new._put_away(seat, constants.DISCARDED[action])
        elif self.asked_for is not None and action == constants.PASS:
            stage, _ = self.asked_for
            new._ask(stage, seat)
        else:
            new._said(action, seat)
        return new

    def _said(self, action: Action, seat: int) -> None:
        """Notes an answer or an announcement, and goes on from there."""
        before = self.standing
        now = self.standing = before.after(action, seat)
        self.said = (*self.said, (seat, action))
        if now.trump != before.trump:
            self.trump = now.trump
            self._arrange(constants.ORDERS[now.trump])
        self._go_on()

    def _put_away(self, seat: int, card: Card) -> None:
        """Takes the turn-up into a hand, and puts a card of it away face down (KS-R7, KS-R16)."""
        hand = list(self.hands[seat])
        hand.remove(card)
        self._put(seat, self.order.in_order((*hand, self.standing.turn_up)))
        self.stock = (card, *self.stock[1:])
        self.standing = self.standing.put_away()
        self._go_on()

    def _go_on(self) -> None:
        """Finds the phase and whose turn it is, after the standing has changed.

        Polled players are asked from eldest hand on: for the match first, where nobody has said contra.
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
        """Asks the next seat that has something to announce (KS-R20); when all are asked, play goes on.

        Args:
            stage: From which stage on.
            after: The seat that has just been asked; None to begin with eldest hand.
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

    # What is refused, seen and written

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
    """The number of the stage in which an announcement is asked for."""
    return 0 if action in constants.MATCHES else 2 if action == constants.RECONTRA else 1
