"""A record loaded at a table, to step through and, if complete, to play on.

The state comes first, then the markup and messages.
"""

from functools import cached_property

from kontrapunkt import render
from kontrapunkt.core.deal import RecordError
from kontrapunkt.core.interface import SEATS, Seat
from kontrapunkt.core.messages import say
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.registry import game_class
from kontrapunkt.record import PlayedSession, game_of, read, replay_session
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.line import Line, Moment, find_step, moments


@old_names(sitting="resume_session")
class RecordBrowser:
    """A record and the step on display.

    Attributes:
        game: The game with the record's rules and options.
        hides: Whether it hides cards that its author has not seen.
        title: The title; empty for none.
        at: The step of the deal on display, from 0.
        opened: Whether the reader has begun to look through it.
    """

    def __init__(self, text: str, game_id: str) -> None:
        """Open a record: at the last step of an unfinished deal, else at the start.

        Args:
            game_id: The id of the game at the table.

        Raises:
            RecordError: if the text is no record, breaks a rule, or is of another game.
        """
        record = read(text)
        self.game = game_of(record)
        if self.game.id != game_id:
            values = {"game": self.game.title, "here": game_class(game_id).title}
            raise RecordError(say("record_browser.other_game", **values), record.lines.get("Game", 1))
        self.title = record.title
        self._played = replay_session(record, unseen=True)
        self._lines = [moments(each) for each in self._played]
        self.hides = any(deal.hidden for deal in record.deals)
        self._deal = len(self._lines) - 1
        self.opened = False
        over = self.line[-1].state.to_act is None
        self.at = 0 if over else len(self.line) - 1

    @property
    def line(self) -> Line:
        """The moments of the deal on display."""
        return self._lines[self._deal]

    @property
    def before(self) -> list[Line]:
        """The deals before it."""
        return self._lines[: self._deal]

    @property
    def now(self) -> Moment:
        """The moment on display."""
        return self.line[self.at]

    @property
    def deal(self) -> tuple[int, int]:
        """The number of the deal on display, from 1, and the number of deals."""
        return self._deal + 1, len(self._lines)

    @cached_property
    def most(self) -> int:
        """The number of cards in the longest hand of the record."""
        return max(line.longest for line in self._lines)

    @cached_property
    def foot(self) -> Seat | None:
        """The seat that has seen the record; None if it hides no cards."""
        if not self.hides:
            return None
        deal = self._played[-1].deal
        seen = (seat for seat in SEATS if deal.hands.get(seat) and "?" not in deal.hands[seat])
        return next(seen, None)

    # The place on display --------------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """The deal and step, as a log writes them."""
        return f"{self._deal + 1} {self.at}"

    def stand(self, place: str) -> bool:
        """Go to a place from a log.

        Args:
            place: The deal and step, as in `place`.

        Returns:
            True if there is such a place.
        """
        number, _, step = place.partition(" ")
        deal, at = read_number(number), read_number(step)
        if deal is None or at is None or not 0 < deal <= len(self._lines) or at >= len(self._lines[deal - 1]):
            return False
        self._deal, self.at = deal - 1, at
        self.opened = True
        return True

    def walk(self, where: str) -> bool:
        """Take a step, across the ends of a deal to the next or previous one.

        Args:
            where: `first`, `back`, `next`, `last`, or `go 8`.

        Returns:
            True if the step was possible.
        """
        verb, _, rest = where.partition(" ")
        place = find_step(verb, rest, self.at, len(self.line) - 1)
        if place is not None:
            self.at = place
        elif where == "next" and self._deal < len(self._lines) - 1:
            self._deal, self.at = self._deal + 1, 0
        elif where == "back" and self._deal:
            self._deal -= 1
            self.at = len(self.line) - 1
        self.opened = True
        return place is not None or where in ("next", "back")

    @property
    def playable(self) -> bool:
        """Return True if its last deal is complete, so that it can be played from the start and compared."""
        return not self.hides and self._lines[-1][-1].state.to_act is None

    @property
    def offered(self) -> bool:
        """Return True if the reader may still play the deal without having seen it."""
        return self.playable and not self.opened

    # Playing on ------------------------------------------------------------------------------------------

    def again(self, seed: int) -> PlayedSession:
        """Return a session of the last deal from its start; only if it is `playable`.

        Args:
            seed: The seed of the deals after this one.
        """
        return PlayedSession(self._played[-1].start, seed)

    def resume_session(self, seed: int) -> PlayedSession:
        """Return the session up to here, to play on; only if no cards are hidden.

        Args:
            seed: The seed of the deals after this one.
        """
        *earlier, (start, done) = ((each.start, each.done) for each in self._played[: self._deal + 1])
        found = PlayedSession(start, seed, earlier)
        for seat, action in done[: self.at]:
            found.act(action, seat)
        return found


def say_unreadable(error: RecordError) -> str:
    """Return a sentence about an unreadable record: its line and fault."""
    return catalogue.say("record_browser.unreadable", line=error.line, why=error.text.removesuffix("."))


# Markup


def status_sentences(at: RecordBrowser) -> list[str]:
    """Return the last action, whose turn it is, and whether cards are hidden."""
    if at.offered:
        return [catalogue.say("record_browser.offer")]
    told = [*at.now.all_sentences, render.say_turn(at.now.view)]
    if at.at in (0, len(at.line) - 1) and at.hides:
        told.append(catalogue.say("record_browser.hides"))
    return told


def leaf(at: RecordBrowser, *, widget_id: str, feedback: str, seat: str, swept: bool = False) -> Markup:
    """Render the record at the step on display.

    Args:
        widget_id: The prefix of element ids.
        feedback: The message, as HTML.
        seat: The reader's seat.
        swept: Whether a finished trick is drawn in front of its winner.
    """
    number, deals = at.deal
    session = at.line[0].state.session
    standing = catalogue.say("play.deal", n=number, standing=session.standing) if deals > 1 else ""
    result = at.line[-1].view.result
    foot = at.foot or _seat(at, seat)
    if at.offered:
        return _offer(at, foot, widget_id=widget_id, feedback=feedback)
    return render.frame(
        title=at.title or catalogue.say("record_browser.title"),
        standing=standing,
        table=render.TableRenderer(
            at.now.view,
            widget_id=widget_id,
            interactive=False,
            resting=at.now.finished,
            swept=swept,
            foot=foot,
            most=at.most,
        ).html(),
        deeds=render.play_on("" if at.hides else catalogue.say("record_browser.on")),
        say=feedback,
        controls=_controls(at, widget_id),
        tricks=render.trick_list(at.line.rows, current=at.at, total=result.text if result else ""),
    )


def _offer(at: RecordBrowser, foot: Seat | None, *, widget_id: str, feedback: str) -> Markup:
    """Render a complete deal that the reader may play: the own hand alone, as it was dealt."""
    view = at.line[0].state.view(foot or at.game.seats[0])
    table = render.TableRenderer(
        view, widget_id=widget_id, interactive=False, foot=view.seat, most=at.most, playing=True
    )
    return render.frame(
        title=at.title or catalogue.say("record_browser.title"),
        table=table.html(),
        deeds=render.play_on(catalogue.say("record_browser.again"), "again"),
        say=feedback,
        controls=_controls(at, widget_id),
    )


def _seat(at: RecordBrowser, seat: str) -> Seat | None:
    return next((each for each in at.game.seats if each == seat), None)


def _controls(at: RecordBrowser, widget_id: str) -> str:
    """Render the four step buttons and the seats to play on from."""
    total = len(at.line) - 1
    number, deals = at.deal
    seats = () if at.hides else at.game.seats
    rare = [
        *((f"on {seat}", catalogue.say("record_browser.as", seat=render.seat_name(seat))) for seat in seats),
        ("leave", catalogue.say("table.leave")),
    ]
    return render.controls(
        widget_id=widget_id,
        at=at.at if number == 1 else max(at.at, 1),
        total=total if number == deals else max(total, at.at + 1),
        position=catalogue.say("example.step", at=at.at, total=total),
        share=False,
        extra=render.buttons(rare),
    )
