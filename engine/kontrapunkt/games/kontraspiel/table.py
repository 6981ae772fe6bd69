"""The pack of Kontraspiel, its orders, the actions that are not cards, and what comes of those actions.

A `Standing` says how far bidding and announcing have come, and who stands where by it (KS-R6 to R19). It
knows no hands: what may be said depends on who has said what, and on how many tricks have been led.
"""

from typing import Final, Literal, NamedTuple

from kontrapunkt.cards import HIDDEN, SUITS, Card, card, pack
from kontrapunkt.families.follow_suit import Duty, FollowGame, Order
from kontrapunkt.game import PASS as PASS
from kontrapunkt.game import Action

PACK: Final = pack(24)
RANKS: Final = "AKQJT9"
HAND: Final = 5
"""Cards in a hand, and tricks in a deal."""

WENZELS: Final = (card("JC"), card("JS"))
"""The permanent trumps, high to low: the Unters of Acorns and Leaves."""

DUTY: Final = Duty()
"""Follow suit, trumps being one; nothing else is asked (KS-R22)."""

STAKE: Final = 1
"""What the dealer puts into the pot before the deal, in chips (KS-R2)."""

TAKE: Final = Action("take")
PLAY: Final = Action("play")
CONTRA: Final = Action("say contra")
SWAP: Final = Action("say contra-swap")
RECONTRA: Final = Action("say recontra")
TRUMPS: Final = {Action(f"trump {suit}"): suit for suit in SUITS}
"""The actions of becoming soloist in the second round, with the suit."""

MATCHES: Final = {Action(f"match {suit}"): suit for suit in SUITS}
"""The announcements of a match, with the new trump suit."""

ANNOUNCEMENTS: Final = (CONTRA, SWAP, RECONTRA)
"""The announcements that are said with “say”."""

DISCARDS: Final = {one: Action(f"discard {one}") for one in (*PACK, HIDDEN)}
"""The actions of putting a card away."""

DISCARDED: Final = {action: one for one, action in DISCARDS.items()}


def _order(trump: str) -> Order:
    rest = [one for one in (card(rank + trump) for rank in RANKS if trump) if one not in WENZELS]
    return Order(PACK, RANKS, (*WENZELS, *rest))


ORDERS: Final = {suit: _order(suit) for suit in ("", *SUITS)}
"""The order by trump suit; by the empty text that of hands before there are other trumps than the Wenzels."""

# How far bidding and announcing have come ------------------------------------------------------------------

OFFER: Final = "offer"
ROUND1: Final = "round1"
ROUND2: Final = "round2"
DISCARD: Final = "discard"
OPEN: Final = "open"
VOID: Final = "void"

Phase = Literal["offer", "round1", "round2", "discard", "open", "void"]
Won = Literal["", "turn_up", "round1", "round2", "match"]
"""How the soloist became one: by taking the turn-up up, in a round, or by announcing a match."""


class Terms(NamedTuple):
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


class Standing(NamedTuple):
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
    terms: Terms
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

    def after(self, action: Action, seat: int) -> "Standing":
        """The standing after an answer or announcement, which may be made.

        Args:
            action: The action.
            seat: Its number, N E S W from 0.
        """
        if action == PASS:
            return self._passed()
        if action == TAKE:
            return self._taken_up()
        if action == PLAY:
            return self._open(seat, self.pref, "round1")
        if action in TRUMPS:
            return self._open(seat, TRUMPS[action], "round2")
        if action in MATCHES:
            matches = (*self.matches, seat)
            new = self._open(seat, MATCHES[action], "match")
            return new._replace(contra=None, recontra=None, matches=matches)
        if action == RECONTRA:
            return self._replace(recontra=seat)
        if action == SWAP:
            return self._replace(contra=seat, taker=seat, phase=DISCARD, turn=seat)
        return self._replace(contra=seat)

    def put_away(self) -> "Standing":
        """The standing when the card that was due is put away."""
        return self._replace(phase=OPEN, turn=self.eldest)

    def _open(self, soloist: int, trump: str, won: Won) -> "Standing":
        return self._replace(phase=OPEN, turn=self.eldest, soloist=soloist, trump=trump, won=won)

    def _taken_up(self) -> "Standing":
        taken = self._open(self.dealer, self.pref, "turn_up")
        return taken._replace(phase=DISCARD, turn=self.dealer, taker=self.dealer)

    def _passed(self) -> "Standing":
        if self.phase == OFFER:
            return self._replace(phase=ROUND1, turn=self.eldest)
        if self.turn != self.dealer:
            return self._replace(turn=(self.turn + self.terms.step) & 3)
        if self.phase == ROUND1:
            return self._replace(phase=ROUND2, turn=self.eldest)
        return self._replace(phase=VOID, turn=self.eldest)


def opening(rules: FollowGame, dealer: int, turn_up: Card, *, pact: bool) -> Standing:
    """The standing when a card has been turned up (KS-R6, R8, R9).

    Args:
        rules: The game with its options.
        dealer: Who dealt.
        turn_up: The card.
        pact: Whether the dealer's pact binds him to take it up, if it is one that is offered.
    """
    options = rules.options
    terms = Terms(
        rules.step,
        options["second_round_pref"] == "eldest_and_dealer",
        options["match_suit"] == "also_differs_from_current",
        options["match_overcall"] == "repeated",
        options["wenzel_turnup"] == "like_ace",
        options["announce_order"] == "polled",
    )
    eldest = (dealer + terms.step) & 3
    if turn_up in WENZELS and not terms.wenzel_like_ace:
        return Standing(dealer, turn_up, dealer, terms, OFFER)._taken_up()
    if turn_up in WENZELS or turn_up.rank == "A":
        offered = Standing(dealer, turn_up, dealer, terms, OFFER)
        return offered._taken_up() if pact else offered
    return Standing(dealer, turn_up, eldest, terms, ROUND1)
