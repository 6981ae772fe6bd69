"""Standing: how far bidding and announcing have come, and who stands where by it (KS-R6 to R19).

It knows no hands: what may be said depends on who has said what, and on the moment. The moment of play is
told to it, as `Moment`.
"""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, Literal

from kontrapunkt.cards import Card
from kontrapunkt.game import Action
from kontrapunkt.games.kontraspiel.table import (
    CONTRA,
    MATCHES,
    PASS,
    PLAY,
    RECONTRA,
    SWAP,
    TAKE,
    TRUMPS,
    WENZELS,
)

OFFER: Final = "offer"
ROUND1: Final = "round1"
ROUND2: Final = "round2"
DISCARD: Final = "discard"
OPEN: Final = "open"
VOID: Final = "void"

Phase = Literal["offer", "round1", "round2", "discard", "open", "void"]
Won = Literal["", "turn_up", "round1", "round2", "match"]
"""How the soloist became one: by taking the turn-up up, in a round, or by announcing a match."""


class Moment(IntEnum):
    """How far play has come, as the windows of the announcements need it."""

    BEFORE = 0
    """No card has been played."""
    FIRST = 1
    """Until the first card of trick 2."""
    SECOND = 2
    """Until the first card of trick 3."""
    LATE = 3


@dataclass(frozen=True, slots=True)
class Terms:
    """What the options say of bidding.

    Attributes:
        step: How the numbers of the seats run in the order of play.
        dealer_may_return: Whether the dealer, too, may choose the preferred suit in the second round.
        match_differs: Whether a match needs another suit than the trumps in force, too.
        overcalls: Whether a match may be announced over another one.
        wenzel_like_ace: Whether a Wenzel turned up is offered as an ace is.
    """

    step: int = 1
    dealer_may_return: bool = False
    match_differs: bool = False
    overcalls: bool = False
    wenzel_like_ace: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How far bidding and announcing have come; seats are numbers, N E S W from 0.

    Attributes:
        terms: What the options say of it.
        dealer: Who dealt.
        turn_up: The card turned up.
        phase: `offer`, `round1`, `round2`, `discard` (a card must be put away), `open` (there is a soloist)
            or `void` (all have passed twice).
        turn: Who is asked, or must put a card away; eldest hand when nobody is.
        soloist: Who plays for the deal.
        trump: The trump suit; empty for none yet.
        won: How the soloist became one.
        contra: The contra player.
        recontra: The recontra player.
        matches: Who has announced a match, first to last.
        taker: Who has taken the turn-up, or is about to.
    """

    terms: Terms
    dealer: int
    turn_up: Card
    phase: Phase
    turn: int
    soloist: int | None = None
    trump: str = ""
    won: Won = ""
    contra: int | None = None
    recontra: int | None = None
    matches: tuple[int, ...] = ()
    taker: int | None = None

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

    def order(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Some seats in the order of play, eldest hand first."""
        return tuple(sorted(seats, key=lambda seat: (seat - self.eldest) * self.terms.step % 4))

    # What may be said

    def asked(self) -> tuple[Action, ...]:
        """What the seat that is asked may answer in the offer and in the two rounds."""
        if self.phase == OFFER:
            return (TAKE, PASS)
        if self.phase == ROUND1:
            return (PLAY, PASS)
        if self.phase == ROUND2:
            returns = self.turn == self.eldest or (self.terms.dealer_may_return and self.turn == self.dealer)
            return (*[a for a, suit in TRUMPS.items() if suit != self.pref or returns], PASS)
        return ()

    def announcements(self, seat: int, moment: Moment) -> tuple[Action, ...]:
        """What a seat may announce, in turn or not (KS-R14 to R19)."""
        if self.phase != OPEN or seat == self.soloist or moment == Moment.LATE:
            return ()
        found: list[Action] = []
        if moment == Moment.BEFORE and self.may_match(seat):
            found += [action for action, suit in MATCHES.items() if self.match_suit(suit)]
        if self.contra is None:
            if moment <= Moment.FIRST:
                found.append(CONTRA)
            if moment == Moment.BEFORE and self.lies and self.won == "round1":
                found.append(SWAP)
        elif self.recontra is None and seat != self.contra:
            found.append(RECONTRA)
        return tuple(found)

    def may_match(self, seat: int) -> bool:
        """Whether a match may be announced, and by this seat, as far as earlier ones go (KS-R14)."""
        if self.won == "turn_up" or seat in self.matches:
            return False
        return not self.matches or self.terms.overcalls

    def match_suit(self, suit: str) -> bool:
        """Whether a suit may be the trumps of a match."""
        return suit != self.pref and not (self.terms.match_differs and suit == self.trump)

    # What it does

    def after(self, action: Action, seat: int) -> "Standing":
        """The standing after an answer or announcement, which may be made."""
        if action == PASS:
            return self._passed()
        if action == TAKE:
            return self._taken_up()
        if action == PLAY:
            return self._open(soloist=seat, trump=self.pref, won="round1")
        if action in TRUMPS:
            return self._open(soloist=seat, trump=TRUMPS[action], won="round2")
        if action in MATCHES:
            return replace(
                self._open(soloist=seat, trump=MATCHES[action], won="match"),
                contra=None,
                recontra=None,
                matches=(*self.matches, seat),
            )
        if action == RECONTRA:
            return replace(self, recontra=seat)
        if action == SWAP:
            return replace(self, contra=seat, taker=seat, phase=DISCARD, turn=seat)
        return replace(self, contra=seat)

    def put_away(self) -> "Standing":
        """The standing when the card that was due is put away."""
        return replace(self, phase=OPEN, turn=self.eldest)

    def _open(self, *, soloist: int, trump: str, won: Won) -> "Standing":
        return replace(self, phase=OPEN, turn=self.eldest, soloist=soloist, trump=trump, won=won)

    def _taken_up(self) -> "Standing":
        taken = self._open(soloist=self.dealer, trump=self.pref, won="turn_up")
        return replace(taken, phase=DISCARD, turn=self.dealer, taker=self.dealer)

    def _passed(self) -> "Standing":
        if self.phase == OFFER:
            return replace(self, phase=ROUND1, turn=self.eldest)
        if self.turn != self.dealer:
            return replace(self, turn=(self.turn + self.terms.step) & 3)
        if self.phase == ROUND1:
            return replace(self, phase=ROUND2, turn=self.eldest)
        return replace(self, phase=VOID, turn=self.eldest)


def opening(terms: Terms, dealer: int, turn_up: Card, *, pact: bool) -> Standing:
    """The standing when a card has been turned up (KS-R6, R8, R9).

    Args:
        terms: What the options say.
        dealer: Who dealt.
        turn_up: The card.
        pact: Whether the dealer's pact binds him to take it up, if it is one that is offered.
    """
    eldest = (dealer + terms.step) & 3
    if turn_up in WENZELS and not terms.wenzel_like_ace:
        return Standing(terms, dealer, turn_up, OFFER, dealer)._taken_up()
    if turn_up in WENZELS or turn_up.rank == "A":
        offered = Standing(terms, dealer, turn_up, OFFER, dealer)
        return offered._taken_up() if pact else offered
    return Standing(terms, dealer, turn_up, ROUND1, eldest)


ANNOUNCED: Final = {CONTRA, SWAP, RECONTRA, *MATCHES}
ANSWERS: Final = {TAKE, PASS, PLAY, *TRUMPS}
