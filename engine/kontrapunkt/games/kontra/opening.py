"""The two cards turned up at the deal: what they lock, who would not unlock it, whether they are there."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kontrapunkt.cards import Card


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """How it stands with the top and the bottom card of the pack, until the first trick is over.

    Attributes:
        lock: The rank of both that locks, or locked, the pack in this trick; empty for none.
        bottom: Whether the bottom card is still in the pack.
        declined: Who would not unlock the pack, in the order asked.
        told: Who is asked next where hidden hands leave it open, as a record says it (None for nobody); empty
            where the hands tell.
    """

    lock: str = ""
    bottom: bool = True
    declined: tuple[int, ...] = ()
    told: tuple[int | None, ...] = field(default=(), compare=False)

    def asked(self, hands: Sequence[Sequence[Card]], dealer: int) -> int | None:
        """Who unlocks the pack (KO-R3): the dealer if able, else the next in turn; None if nobody can.

        Args:
            hands: The hands in the order of the seats.
            dealer: The dealer's number.
        """
        for i in range(len(hands)):
            seat = (dealer + i) % len(hands)
            if seat not in self.declined and any(card[0] == self.lock for card in hands[seat]):
                return seat
        return None

    def declining(
        self, seat: int, hands: Sequence[Sequence[Card]], dealer: int
    ) -> tuple["TurnedUp", int | None]:
        """A seat will not unlock the pack; who is asked next is said too, None for nobody.

        Args:
            seat: Its number in the order of play, from 0.
            hands: The hands, in the order of play.
            dealer: The dealer's number in the order of play.
        """
        new = replace(self, declined=(*self.declined, seat), told=())
        return new, self.told[0] if self.told else new.asked(hands, dealer)

    def led(self) -> "TurnedUp":
        """The bottom card has been led."""
        return replace(self, bottom=False)

    def past(self) -> "TurnedUp":
        """The first trick is over; what was locked is open."""
        return replace(self, lock="")
