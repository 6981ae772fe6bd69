"""The facts of a deal of Kontra: their text form, read and written.

cut: N AH S AD N TC S 4D   who cut what for the deal; a tie at the top, then those cut again
lead: N                    who leads, or led, the trick in progress; before the first lead, whose lead it is
pack: locked               the pack is locked for good
declined: N                who would not unlock it, in the order asked
bottom: led                the bottom card was led to the first trick, so that it lies in the pack no more
trick: N 7C S dark 9S      its cards so far; with all of them, the winner is to add the spice
points: N 24 S 11          card points before this trick; may be left out where unknown
tricks: N 3 S 2            tricks before this one; may be left out where unknown
shown: S KC                cards in a hand that everybody has seen

How the session stands: `score: N 75 S 45` and `deals: 1`, those played so far.
"""

from typing import ClassVar, Final

from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import facts
from kontrapunkt.game import Game
from kontrapunkt.record.text import read_seat

DEAL_FACTS: Final = ("cut", "lead", "pack")
POSITION_FACTS: Final = (
    "lead", "trick", "pack", "declined", "bottom", "points", "tricks", "shown",
)  # fmt: skip
LOCKED: Final = "locked"
LED: Final = "led"


class Facts(facts.Facts):
    """What the facts of a deal say."""

    trick_form: ClassVar[str] = "trick: N 7C S dark 9S"
    shown_form: ClassVar[str] = "shown: S KC"
    alone: ClassVar[str] = ".alone"

    def __init__(self, game: Game, deal: Deal, known: tuple[str, ...]) -> None:
        super().__init__(game, deal, known)
        self.trick_holds = len(game.seats)

    def own_seats(self, key: str) -> tuple[int, ...]:
        """The numbers of the seats of a fact."""
        found = [read_seat(word) for word in self.words(key)]
        known = [self.seats.index(seat) for seat in found if seat in self.seats]
        if len(known) < len(found) or len({*known}) < len(known):
            self.unreadable(key, f"{key}: {' '.join(self.seats)}")
        return tuple(known)

    def flag(self, key: str, word: str) -> bool:
        """Whether a fact says its one word."""
        given = self.words(key)
        if given and [each.lower() for each in given] != [word]:
            self.unreadable(key, f"{key}: {word}")
        return bool(given)
