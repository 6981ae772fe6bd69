"""The worked example: a record to step through, and to leave at any card for a line of one's own.

Its log is where it stands: `go 8` (after the eighth action of the record), then the reader's own actions,
`W 3S`. Stepping and coming back rewrite it, so that the same place has the same log.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from kontrapunkt import render, words
from kontrapunkt.game import CHANCE, SEATS, Action, Seat, State, Trick, View
from kontrapunkt.record import read, replay
from kontrapunkt.rules import Refusal
from kontrapunkt.widgets.base import EventError, Frame, Prefs, SpecError, Widget

SWEEP_MS: Final = 260
"""How long a finished trick takes on its way to its winner, in milliseconds."""


@dataclass(frozen=True)
class Moment:
    """A point of a line: the action that led there, and the state after it.

    Attributes:
        seat: Who acted; None at the start.
        action: What they did; empty at the start.
        state: The state.
        before: The moment before; None at the start.
    """

    seat: Seat | None
    action: Action
    state: State
    before: "Moment | None" = None

    @cached_property
    def view(self) -> View:
        """The table with open hands."""
        return self.state.view(None)

    @property
    def finished(self) -> Trick | None:
        """The trick that the action completed; None if it completed none."""
        if self.before is None or len(self.view.tricks) == len(self.before.view.tricks):
            return None
        return self.view.tricks[-1]

    @property
    def effects(self) -> tuple[str, ...]:
        """What the action changed beside the cards, in sentences: "East and West have cleaned."."""
        if self.before is None:
            return ()
        known = {(status.name, status.seats) for status in self.before.view.statuses}
        return tuple(each.text for each in self.view.statuses if (each.name, each.seats) not in known)

    def then(self, seat: Seat, action: str) -> "Moment":
        """The moment after an action.

        Raises:
            Refusal: if it is not legal.
        """
        return Moment(seat, Action(action), self.state.apply(action, seat), self)


class Example(Widget):
    """A record with its cursor, and the reader's own line from there."""

    kind: ClassVar[str] = "example"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Reads and replays the record.

        Raises:
            RecordError: if the record cannot be read or replayed.
            SpecError: if it is to open at a step that it does not have.
        """
        super().__init__(spec, prefs)
        record = read(str(spec["record"]))
        played = replay(record)
        self._title = str(spec.get("title") or record.title)
        self._notes = _by_step(dict(spec.get("notes", {})), [move.actor for move in played.deal.moves])
        moment = Moment(None, Action(""), played.start)
        self._line = [moment]
        for step in played.steps:
            moment = Moment(step.seat, step.action, step.state, moment)
            self._line.append(moment)
        home = spec.get("at", 0)
        if not (isinstance(home, int) and 0 <= home < len(self._line)):
            raise SpecError(words.say("example.at", at=home, n=len(self._line) - 1))
        self._home = self._at = home
        self._own: list[Moment] = []

    # The log --------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """Where it stands: nothing but the header if that is where it opened."""
        own = [f"{moment.seat} {moment.action}" for moment in self._own]
        return [self._header(), *([f"go {self._at}"] if own or self._at != self._home else []), *own]

    def replay(self, entry: str) -> None:
        """Takes `go 8` or `W 3S`.

        Raises:
            EventError: if the record has no such step.
            Refusal: if the action is not legal there.
        """
        word, _, rest = entry.partition(" ")
        if word == "go":
            self._go(rest)
        else:
            self._play(_seat(word), rest)

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Takes `first`, `back`, `next`, `last`, `go 8`, `return`, or an action: `play W 3S`, `dark W`."""
        verb, _, rest = event.partition(" ")
        match verb:
            case "first" | "last":
                left = [words.say("example.returned")] if self._own else []
                self._own.clear()
                self._at = 0 if verb == "first" else len(self._line) - 1
                return [self._frame([*left, *self._told()])]
            case "go":
                self._go(rest)
                return [self._frame(self._told())]
            case "back":
                return [self._back()]
            case "next":
                return self._next()
            case "return":
                self._own.clear()
                return [self._frame([words.say("example.returned"), *self._told()])]
            case "play":
                seat, _, action = rest.partition(" ")
                return self._act(_seat(seat), action)
            case _:
                return self._act(_seat(rest), verb)

    def frame(self) -> Frame:
        """The table where the log has it."""
        return self._frame(self._told() if self._at or self._own else self._opening())

    def _back(self) -> Frame:
        if self._own:
            self._own.pop()
        elif self._at:
            self._at -= 1
        return self._frame(self._told() if self._at or self._own else self._opening())

    def _next(self) -> list[Frame]:
        if self._own:
            return [self._frame([words.say("example.next.own")])]
        if self._at == len(self._line) - 1:
            return [self._frame([words.say("example.next.end")])]
        swept = self._swept()
        self._at += 1
        return [*swept, self._frame(self._told())]

    def _act(self, seat: Seat, action: str) -> list[Frame]:
        refusal = self._now.state.why_not(action, seat)
        if refusal:
            return [self._frame(self._refused(refusal), refusal)]
        swept = self._swept()
        self._play(seat, action)
        told = self._told()
        if len(self._own) == 1 and self._at < len(self._line) - 1:
            there = self._line[self._at + 1]
            told.insert(-1 if len(told) > 1 else 1, words.say("example.instead", played=_played(there)))
        return [*swept, self._frame(told)]

    # Where it stands ------------------------------------------------------------------------------------

    @property
    def _now(self) -> Moment:
        return self._own[-1] if self._own else self._line[self._at]

    def _go(self, step: str) -> None:
        """Goes to a step: of the reader's own line where that has it, else of the record."""
        place = int(step) if step.isascii() and step.isdigit() else -1
        if self._at < place <= self._at + len(self._own):
            del self._own[place - self._at :]
        elif 0 <= place < len(self._line):
            self._at = place
            self._own.clear()
        else:
            raise EventError(words.say("example.at", at=step, n=len(self._line) - 1))

    def _play(self, seat: Seat, action: str) -> None:
        """Goes on with an action: along the record if it says the same, else on a line of one's own."""
        moment = self._now.then(seat, action)
        following = self._line[self._at + 1 : self._at + 2]
        if not self._own and following and (following[0].seat, following[0].action) == (seat, moment.action):
            self._at += 1
        else:
            self._own.append(moment)

    # What it says ---------------------------------------------------------------------------------------

    def _opening(self) -> list[str]:
        return [render.say_turn(self._now.view), words.say("example.opening")]

    def _told(self) -> list[str]:
        """What just happened, and what comes now."""
        now = self._now
        if now.before is None:
            return self._opening()
        told = [_played(now)]
        if now.finished:
            told += [render.say_trick(now.finished), *now.effects]
        return [*told, render.say_turn(now.view)]

    def _refused(self, refusal: Refusal) -> list[str]:
        told = [refusal.reason]
        cards = [str(each) for each in refusal.legal]
        if cards:
            told.append(words.say("example.legal", actions=", ".join(_spoken(each) for each in cards)))
        return told

    # What it shows --------------------------------------------------------------------------------------

    def _swept(self) -> list[Frame]:
        """The table between two tricks: the finished one goes to its winner."""
        if not self._now.finished:
            return []
        return [Frame(self._html(None, "", swept=True), pause_ms=SWEEP_MS)]

    def _frame(self, told: list[str], refusal: Refusal | None = None) -> Frame:
        said = " ".join(told)
        return Frame(self._html(refusal, said), said)

    def _html(self, refusal: Refusal | None, said: str, swept: bool = False) -> str:
        now = self._now
        table = render.table(now.view, widget_id=self.id, resting=now.finished, swept=swept, foot=self._foot)
        total = len(self._line) - 1
        buttons = render.controls(
            widget_id=self.id,
            at=self._at,
            total=total,
            branch=bool(self._own),
            position=words.say("example.own", n=len(self._own)) if self._own else None,
        )
        return render.frame(
            title=self._title,
            table=table,
            controls=buttons,
            say=self.feedback(said, refusal),
            tricks=self._tricks(),
        )

    @property
    def _foot(self) -> Seat:
        """Who sits at the foot of the table: South, unless the spec names another."""
        return _seat(str(self.spec.get("foot", "S")))

    def _tricks(self) -> str:
        """The whole record, or what has been played on a line of one's own."""
        line = [*self._line[: self._at + 1], *self._own] if self._own else self._line
        last = line[-1].view
        steps: list[list[int]] = [[] for _ in range(len(last.tricks) + 1)]
        extra: list[list[int]] = [[] for _ in steps]
        effects: list[list[str]] = [[] for _ in steps]
        before = line[0].view
        for step, moment in enumerate(line[1:], 1):
            trick = len(before.tricks)
            laid = moment.finished or len(moment.view.trick) > len(before.trick)
            (steps if laid else extra)[trick].append(step)
            effects[trick] += moment.effects
            before = moment.view
        rows = [
            render.TrickRow(
                trick.number, *_known(trick.plays, steps[place]), trick.winner, trick.card_points,
                tuple(effects[place]), tuple(extra[place]),
            )
            for place, trick in enumerate(last.tricks)
        ]  # fmt: skip
        if last.trick or extra[-1]:
            plays, known = _known(last.trick, steps[-1])
            rows.append(render.TrickRow(last.trick_number, plays, known, extra_steps=tuple(extra[-1])))
        notes = {step: html for step, html in self._notes.items() if not self._own or step <= self._at}
        result = last.result.text if last.result else ""
        return render.trick_list(
            rows, notes=notes, current=self._at + len(self._own), interactive=True, total=result
        )


def _by_step(notes: Mapping[str, str], actors: list[str]) -> dict[int, str]:
    """Notes by step, from notes by the number of moves; a card that chance shows makes no step."""
    steps = [0]
    for actor in actors:
        steps.append(steps[-1] + (actor != CHANCE))
    return {steps[int(move)]: str(html) for move, html in notes.items()}


def _known[T](plays: tuple[T, ...], steps: list[int]) -> tuple[tuple[T, ...], tuple[int, ...]]:
    """The plays that have a step; those before a position's first action have none."""
    return plays[len(plays) - len(steps) :], tuple(steps)


def _played(moment: Moment) -> str:
    """What the action of a moment was, in a sentence."""
    assert moment.before is not None
    assert moment.seat is not None
    plays = moment.finished.plays if moment.finished else moment.view.trick
    if moment.finished or len(plays) > len(moment.before.view.trick):
        return render.say_play(plays[-1], leads=len(plays) == 1)
    return words.say("example.kept", seat=render.seat_name(moment.seat))


def _spoken(action: str) -> str:
    card = Action(action).card
    return card.name if card else words.say(f"example.action.{action}")


def _seat(text: str) -> Seat:
    for seat in SEATS:
        if seat == text:
            return seat
    raise EventError(words.say("widget.event", event=text))


words.register(
    "en",
    {
        "example.at": "there is no step {at}; the record has {n} {n:step|steps}",
        "example.opening": "Step through with Next, or play any card yourself.",
        "example.returned": "Back in the game.",
        "example.next.own": "You are on a line of your own: play on, or go back to the game.",
        "example.next.end": "That was the last card.",
        "example.instead": "In the game: {played}",
        "example.legal": "Possible now: {actions}.",
        "example.own": "own line, card {n}",
        "example.kept": "{seat} turns a card that may not be played now, and keeps it.",
        "example.action.dark": "the top card of the stock, unseen",
    },
)
