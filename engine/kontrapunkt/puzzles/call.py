"""`call`: mark all that a seat may say or do now besides playing a card: bids, trumps, announcements."""

from functools import cached_property
from typing import ClassVar, override

from kontrapunkt import words
from kontrapunkt.game import Action, Seat
from kontrapunkt.naming import seat_name
from kontrapunkt.puzzles.legal import Legal
from kontrapunkt.puzzles.model import Puzzle


class Calls(Legal):
    """All the calls that a seat may make, in turn or out of it.

    Attributes:
        place: They are buttons below the table.
    """

    name: ClassVar[str] = "call"
    place: ClassVar[str] = "calls"
    takes = ("seat",)

    def __init__(self, puzzle: Puzzle) -> None:
        """Replays the record.

        Raises:
            PuzzleError: if that cannot be done, nobody is to act there, or the seat does not play.
        """
        super().__init__(puzzle)
        if puzzle.seat and puzzle.seat not in self.game.seats:
            seats = ", ".join(self.game.seats)
            raise puzzle.error("seat", "puzzle.call.seat", seat=puzzle.seat, seats=seats)

    @property
    @override
    def turn(self) -> Seat:
        return next((seat for seat in self.game.seats if seat == self.puzzle.seat), super().turn)

    @cached_property
    @override
    def tempting(self) -> tuple[Action, ...]:
        named = (Action(key) for key in self.puzzle.replies)
        found = [*self.knowledge.calls(self.state, self.turn), *self.state.actions(self.turn), *named]
        return tuple(dict.fromkeys(action for action in found if action.card is None))

    @override
    def ask(self) -> str:
        return words.say("puzzle.call.ask", seat=seat_name(self.turn))
