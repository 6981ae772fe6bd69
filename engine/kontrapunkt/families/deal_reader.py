"""DealReader: how a deal begins, read from cards just dealt or from a position."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar

from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, Game, Seat, Session, State
from kontrapunkt.core.messages import seat_name
from kontrapunkt.record.facts import FactsReader


class DealReader[G: Game, S: State](FactsReader[G], ABC):
    """Reads how a deal begins; each step looks for its faults, and stops where the next would make no sense.

    Seats are numbers, as the states of the game know them.

    Attributes:
        deal_facts: The facts that cards just dealt may come with, beside those of the session.
        unseen: Whether the deal may hide cards.
        session: The session that it is played in.
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
        """The state that the deal starts with.

        Args:
            session: The session as the deals before it left it; None where the deal itself says how it
                stands.

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
        """What is read and looked for, in order, before the state can be built."""

    @abstractmethod
    def built(self) -> S:
        """The state, when all has been read."""

    def read(self) -> None:
        """Reads hands, stock and facts."""
        self.hands = [self.deal.hands.get(seat, ()) for seat in self.seats]
        self.stock = self.deal.stock or ()
        for seat in SEATS:
            if seat in self.seats and seat not in self.deal.hands:
                self.fault("hand_missing", "start", seat=seat_name(seat), key=seat)
            elif seat not in self.seats and seat in self.deal.hands:
                self.fault("hand_stray", seat, seat=seat_name(seat), n=len(self.seats))

    def agree(self) -> None:
        """Finds the session as it stands before the deal, which must not say otherwise."""
        deal, earlier = self.deal, self.session
        self.session = self.game.session(deal) if earlier is None else earlier.agreed(deal)

    def dealt_by(self, dealer: Seat) -> None:
        """Takes note of who has dealt, where only who begins tells it."""
        self.session = self.session.agreed(replace(self.deal, dealer=dealer))
