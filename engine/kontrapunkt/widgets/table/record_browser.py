"""A record that somebody brings to a table: looked at step by step, and played on where it hides nothing.

What is done with it stands first, then how it looks and what is said of each of its steps.
"""

from functools import cached_property

from kontrapunkt import render
from kontrapunkt.core.deal import RecordError
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.core.messages import say
from kontrapunkt.core.registry import game_class
from kontrapunkt.record import PlayedSession, game_of, read, replay_session
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Line, Moment, moments, walked


class RecordBrowser:
    """A record, and the place of it that is looked at.

    Attributes:
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
    def line(self) -> Line:
        """The deal that is looked at, a moment after each thing done."""
        return self._lines[self._deal]

    @property
    def before(self) -> list[Line]:
        """The deals before it."""
        return self._lines[: self._deal]

    @property
    def now(self) -> Moment:
        """What is looked at."""
        return self.line[self.at]

    @property
    def deal(self) -> tuple[int, int]:
        """The number of the deal that is looked at, from 1, and how many there are."""
        return self._deal + 1, len(self._lines)

    @cached_property
    def most(self) -> int:
        """The cards of the longest hand of the record."""
        return max(line.longest for line in self._lines)

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
        verb, _, rest = where.partition(" ")
        place = walked(verb, rest, self.at, len(self.line) - 1)
        if place is not None:
            self.at = place
        elif where == "next" and self._deal < len(self._lines) - 1:
            self._deal, self.at = self._deal + 1, 0
        elif where == "back" and self._deal:
            self._deal -= 1
            self.at = len(self.line) - 1
        return place is not None or where in ("next", "back")

    # What comes of it -----------------------------------------------------------------------------------

    def sitting(self, seed: int) -> PlayedSession:
        """The session as the record has it up to here, to be gone on with; not where cards are hidden.

        Args:
            seed: For the deals after this one.
        """
        *earlier, (start, done) = ((each.start, each.done) for each in self._played[: self._deal + 1])
        found = PlayedSession(start, seed, earlier)
        for seat, action in done[: self.at]:
            found.act(action, seat)
        return found


def say_unreadable(error: RecordError) -> str:
    """What is wrong with a record, where, and what to do, in a sentence."""
    return catalogue.say("looking.unreadable", line=error.line, why=error.text.removesuffix("."))


# How it looks


def told_of(at: RecordBrowser) -> list[str]:
    """What was done last, whose turn it is, and at the ends what can be made of the record."""
    told = [*at.now.told_in_full, render.say_turn(at.now.view)]
    if at.at in (0, len(at.line) - 1) and at.hides:
        told.append(catalogue.say("looking.hides"))
    return told


def leaf(at: RecordBrowser, *, widget_id: str, feedback: str, seat: str, swept: bool = False) -> Markup:
    """The record where it is looked at, as HTML.

    Args:
        at: The record.
        widget_id: What element ids begin with.
        feedback: What is said, as HTML.
        seat: Where the reader would sit.
        swept: Whether a finished trick lies before its winner already.
    """
    number, deals = at.deal
    session = at.line[0].state.session
    standing = catalogue.say("play.deal", n=number, standing=session.standing) if deals > 1 else ""
    result = at.line[-1].view.result
    return render.frame(
        title=at.title or catalogue.say("looking.title"),
        standing=standing,
        table=render.TableRenderer(
            at.now.view,
            widget_id=widget_id,
            interactive=False,
            resting=at.now.finished,
            swept=swept,
            foot=at.foot or _seat(at, seat),
            most=at.most,
        ).html(),
        deeds=render.play_on("" if at.hides else catalogue.say("looking.on")),
        say=feedback,
        controls=_controls(at, widget_id),
        tricks=render.trick_list(at.line.rows, current=at.at, total=result.text if result else ""),
    )


def _seat(at: RecordBrowser, seat: str) -> Seat | None:
    return next((each for each in at.game.seats if each == seat), None)


def _controls(at: RecordBrowser, widget_id: str) -> str:
    """The four buttons that walk, and seats to play on at."""
    total = len(at.line) - 1
    number, deals = at.deal
    seats = () if at.hides else at.game.seats
    rare = [
        *((f"on {seat}", catalogue.say("looking.as", seat=render.seat_name(seat))) for seat in seats),
        ("leave", catalogue.say("sitting.leave")),
    ]
    return render.controls(
        widget_id=widget_id,
        at=at.at if number == 1 else max(at.at, 1),
        total=total if number == deals else max(total, at.at + 1),
        position=catalogue.say("example.step", at=at.at, total=total),
        share=False,
        extra=render.buttons(rare),
    )
