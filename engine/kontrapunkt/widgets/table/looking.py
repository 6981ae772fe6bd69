"""A record that somebody brings to a table: looked at step by step, and played on where it hides nothing."""

from functools import cached_property

from kontrapunkt import words
from kontrapunkt.deal import RecordError
from kontrapunkt.game import SEATS, Seat, Session, View
from kontrapunkt.record import Sitting, game_of, read, replay_session
from kontrapunkt.record.facts import read_number
from kontrapunkt.registry import game_class
from kontrapunkt.said import say
from kontrapunkt.widgets.line import Moment, moments


class Looking:
    """A record, and the place of it that is looked at.

    Attributes:
        text: The record, as it was brought.
        game: The rules and options of the record.
        hides: Whether it hides cards, as somebody's who has not seen them.
        title: Its title; empty if it has none.
        at: The step of the deal that is looked at, from 0.
    """

    def __init__(self, text: str, game_id: str) -> None:
        """Opens a record: a deal that goes on where it stands, one that is over at its beginning.

        Args:
            text: The record.
            game_id: The game that is played at the table.

        Raises:
            RecordError: for a text that is no record, that breaks a rule, or is of another game.
        """
        self.text = text
        record = read(text)
        self.game = game_of(record)
        if self.game.id != game_id:
            values = {"game": self.game.title, "here": game_class(game_id).title}
            raise RecordError(say("looking.other_game", **values), record.lines.get("Game", 1))
        self.title = record.title
        self._played = replay_session(record, unseen=True)
        self._lines = [moments(each) for each in self._played]
        self.hides = any(deal.hidden for deal in record.deals)
        self._deal = len(self._lines) - 1
        over = self.line[-1].state.to_act is None
        self.at = 0 if over else len(self.line) - 1

    @property
    def line(self) -> list[Moment]:
        """The deal that is looked at, a moment after each thing done."""
        return self._lines[self._deal]

    @property
    def before(self) -> list[list[Moment]]:
        """The deals before it."""
        return self._lines[: self._deal]

    @property
    def now(self) -> Moment:
        """What is looked at."""
        return self.line[self.at]

    @property
    def view(self) -> View:
        """All that the record shows there."""
        return self.now.view

    @property
    def session(self) -> Session:
        """The session before the deal that is looked at."""
        return self._played[self._deal].start.session

    @property
    def deal(self) -> tuple[int, int]:
        """The number of the deal that is looked at, from 1, and how many there are."""
        return self._deal + 1, len(self._lines)

    @cached_property
    def most(self) -> int:
        """The cards of the longest hand of the record."""
        return max(len(hand) for line in self._lines for each in line for hand in each.view.hands.values())

    @cached_property
    def foot(self) -> Seat | None:
        """The seat that has seen the record, where it hides cards; None where it hides none."""
        if not self.hides:
            return None
        deal = self._played[-1].deal
        seen = (seat for seat in SEATS if deal.hands.get(seat) and "?" not in deal.hands[seat])
        return next(seen, None)

    # Where it stands ------------------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """Where it stands, as a log says it: deal and step."""
        return f"{self._deal + 1} {self.at}"

    def stand(self, place: str) -> bool:
        """Goes where a log says.

        Args:
            place: As `place` gives it.

        Returns:
            Whether there is such a place.
        """
        number, _, step = place.partition(" ")
        deal, at = read_number(number), read_number(step)
        if deal is None or at is None or not 0 < deal <= len(self._lines) or at >= len(self._lines[deal - 1]):
            return False
        self._deal, self.at = deal - 1, at
        return True

    def walk(self, where: str) -> bool:
        """Goes on, back, or to a step of the deal; from its end on to the next deal, and back the same way.

        Args:
            where: `first`, `back`, `next`, `last`, or `go 8`.

        Returns:
            Whether there is such a way.
        """
        last = len(self.line) - 1
        match where:
            case "first":
                self.at = 0
            case "last":
                self.at = last
            case "next" if self.at < last:
                self.at += 1
            case "next" if self._deal < len(self._lines) - 1:
                self._deal, self.at = self._deal + 1, 0
            case "back" if self.at:
                self.at -= 1
            case "back" if self._deal:
                self._deal -= 1
                self.at = len(self.line) - 1
            case "next" | "back":
                pass
            case _:
                return where.startswith("go ") and self.stand(f"{self._deal + 1} {where[3:]}")
        return True

    # What comes of it -----------------------------------------------------------------------------------

    def sitting(self, seed: int) -> Sitting:
        """The session as the record has it up to here, to be gone on with.

        Args:
            seed: For the deals after this one.

        Raises:
            ValueError: where cards are hidden.
        """
        if self.hides:
            raise ValueError("cards are hidden")
        done = [
            [(step.seat, str(step.action)) for step in each.steps] for each in self._played[: self._deal + 1]
        ]
        earlier = [
            (each.start, acts) for each, acts in zip(self._played[: self._deal], done[:-1], strict=True)
        ]
        found = Sitting(self._played[self._deal].start, seed, earlier)
        for seat, action in done[-1][: self.at]:
            found.act(action, seat)
        return found


def say_unreadable(error: RecordError) -> str:
    """What is wrong with a record, where, and what to do, in a sentence."""
    return words.say("looking.unreadable", line=error.line, why=error.text.removesuffix("."))
