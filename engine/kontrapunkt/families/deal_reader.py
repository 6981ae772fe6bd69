"""DealReader: reading the start of a deal, just dealt or in the middle of play."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Game, Seat, Session, State
from kontrapunkt.core.messages import seat_name
from kontrapunkt.record.facts import FactsReader


class DealReader[G: Game, S: State](FactsReader[G], ABC):
    """A reader of the start of a deal.

    Each step looks for its own faults; reading stops after a step with faults, as the next would make no
    sense. Seats are numbers, as in the states of the game.

    Attributes:
        deal_facts: The facts that cards just dealt may have, besides those of the session.
        unseen: True if the deal may have hidden cards.
        session: The session of the deal.
        hands: The hands, by the number of their seat.
        stock: The stock, top card first.
    """

    deal_facts: ClassVar[tuple[str, ...]] = ("lead",)
    session: Any

    def __init__(self, game: G, deal: Deal, unseen: bool) -> None:
        super().__init__(
            game, deal, game.position_facts if deal.position else (*self.deal_facts, *game.session_facts)
        )
        self.unseen = unseen

    def begin(self, session: Session | None) -> S:
        """Return the first state of the deal.

        Args:
            session: The session after the earlier deals; None if the deal's own facts describe it.

        Raises:
            PositionError: naming each fault.
        """
        self.session = session
        for step in self.steps():
            step()
            self.stop_at_faults()
        state = self.built()
        self.stop_at_faults()
        return state

    @abstractmethod
    def steps(self) -> Iterable[Callable[[], None]]:
        """Return the steps, in order, that read and check everything for the state."""

    @abstractmethod
    def built(self) -> S:
        """Build the state, after all steps."""

    def read(self) -> None:
        """Read hands, stock and facts."""
        self.hands = [self.deal.hands.get(seat, ()) for seat in self.seats]
        self.stock = self.deal.stock or ()
        for seat in SEATS:
            if seat in self.seats and seat not in self.deal.hands:
                self.fault("hand_missing", "start", seat=seat_name(seat), key=seat)
            elif seat not in self.seats and seat in self.deal.hands:
                self.fault("hand_stray", seat, seat=seat_name(seat), n=len(self.seats))

    def agree(self) -> None:
        """Set the session before the deal, with which the deal's own facts must agree."""
        deal, earlier = self.deal, self.session
        self.session = self.game.session(deal) if earlier is None else earlier.agreed(deal)

    def dealt_by(self, dealer: Seat) -> None:
        """Set the dealer, where it follows only from the seat that begins."""
        self.session = self.session.agreed(replace(self.deal, dealer=dealer))
