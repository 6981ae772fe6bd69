"""A line of play as a chain of moments, which examples and puzzles walk along and leave."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Play, Seat, State, Trick, View
from kontrapunkt.record import PlayedSession, Replay
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.speech import played
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import Playable, seat_in
from kontrapunkt.widgets.precomputed import Frame


@dataclass(frozen=True)
class Moment:
    """A point of a line: the action that led there, and the state after it.

    Attributes:
        seat: Who acted; None at the start.
        action: What they did; empty at the start.
        state: The state.
        before: The moment before; None at the start.
        reply: Whether the engine acted, against a reader who plays on.
    """

    seat: Seat | None
    action: Action
    state: State
    before: "Moment | None" = None
    reply: bool = False

    @cached_property
    def view(self) -> View:
        """The table with open hands."""
        return self.state.view(None)

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The actions that led here from the start of the record; equal for equal moments of a widget."""
        return (*self.before.path, f"{self.seat} {self.action}") if self.before else ()

    @property
    def finished(self) -> Trick | None:
        """The trick that the action completed; None if it completed none."""
        return self.view.finished(self.before.view) if self.before else None

    @cached_property
    def effects(self) -> tuple[str, ...]:
        """What the action changed beside the cards, in sentences: "East and West have cleaned.".

        An action without a card, a pass or cards put away, is told itself, unless it stands among the calls
        or shows in what is now known of its seat.
        """
        if self.before is None:
            return ()
        news = render.news(self.before.view, self.view)
        said = self.view.calls[len(self.before.view.calls) :]
        calls = [render.say_deed(call.seat, call.action) for call in said]
        if not calls and not self.laid and not any(self.seat in each.seats for each in news):
            calls.append(self.told)
        return (*calls, *(str(each.text) for each in news))

    @property
    def told(self) -> str:
        """What the action was, in a sentence; empty at the start."""
        if self.before is None or self.seat is None:
            return ""
        told = render.say_action(self.before.view, self.view, self.seat, self.action)
        return told or catalogue.say("line.kept", seat=render.seat_name(self.seat))

    @property
    def told_in_full(self) -> list[str]:
        """What the action was, who took the trick with it, and what it changed; nothing at the start."""
        if self.finished:
            return [self.told, render.say_trick(self.finished), *self.effects]
        return [self.told, *(each for each in self.effects if each != self.told)] if self.before else []

    @property
    def played(self) -> Play | None:
        """The card that the action played to a trick; None if it played none."""
        return played(self.before.view, self.view) if self.before else None

    @property
    def laid(self) -> Play | None:
        """The card that the action laid on the table; None if it laid none.

        A card that came to a trick beside those played counts as laid by who added it.
        """
        if self.seat is None or self.played or not (self.finished and self.finished.added):
            return self.played
        return Play(self.seat, self.finished.added[-1])

    @property
    def opens(self) -> bool:
        """Whether no card has been played yet to the trick that the action belongs to."""
        return not (self.played or self.finished or (self.before and self.before.view.trick))

    def then(self, seat: Seat, action: str, reply: bool = False) -> "Moment":
        """The moment after an action.

        Raises:
            Refusal: if it is not legal.
        """
        return Moment(seat, Action(action), self.state.apply(action, seat), self, reply)


class Line(tuple[Moment, ...]):
    """Moments, each with the one before it; what is told of them all is worked out once."""

    @cached_property
    def longest(self) -> int:
        """The cards of its longest hand."""
        return max(len(hand) for moment in self for hand in moment.view.hands.values())

    @cached_property
    def rows(self) -> list[render.TrickRow]:
        """Its tricks, with the step of each card."""
        last = self[-1].view
        by_trick: list[list[tuple[int, Moment]]] = [[] for _ in range(len(last.tricks) + 1)]
        for step, moment in enumerate(self[1:], 1):
            by_trick[len(self[step - 1].view.tricks)].append((step, moment))
        *over, begun = by_trick
        found = [
            _row(trick.number, trick.plays, steps, trick)
            for trick, steps in zip(last.tricks, over, strict=True)
            if steps  # not those that were over before the line begins
        ]
        if last.trick or begun:
            found.append(_row(last.trick_number, last.trick, begun))
        return found


def moments(played: Replay | PlayedSession) -> Line:
    """The moments of a deal: its start, and one after each action."""
    found = [Moment(None, Action(""), played.start)]
    for (seat, action), state in zip(played.done, played.states[1:], strict=True):
        found.append(Moment(seat, Action(action), state, found[-1]))
    return Line(found)


def _row(
    number: int, plays: tuple[Play, ...], steps: list[tuple[int, Moment]], trick: Trick | None = None
) -> render.TrickRow:
    """A trick, once it is over itself; plays before a position's first action have no step."""
    played = [step for step, moment in steps if moment.played]
    others = [(step, moment) for step, moment in steps if not moment.played]
    opening = {step: moment.effects for step, moment in others if moment.effects and moment.opens}
    effects = [effect for step, moment in steps if step not in opening for effect in moment.effects]
    return render.TrickRow(
        number,
        plays[len(plays) - len(played) :],
        tuple(played),
        trick.winner if trick else None,
        trick.card_points if trick else None,
        tuple(effects),
        tuple(step for step, _ in others),
        trick.added if trick else (),
        next((step for step, moment in others if moment.finished), None),
        tuple(opening.items()),
    )


def walked(verb: str, rest: str, at: int, last: int) -> int | None:
    """Where a step along a line leads, from 0; None where it leads nowhere.

    Args:
        verb: `first`, `back`, `next`, `last`, or `go` with the place in the rest.
        rest: The rest of the event.
        at: Where it stands, from 0.
        last: The last place of the line.
    """
    wanted = {"first": 0, "back": at - 1, "next": at + 1, "last": last}
    place = read_number(rest) if verb == "go" else wanted.get(verb)
    return place if place is not None and 0 <= place <= last else None


class LineWidget(Playable):
    """A table at a place of a line, or on a line of the reader's own from there.

    It stands at one moment: `_at` counts those of the line, `_own` has what was done since it was left.
    """

    _line: Line
    _at = 0
    _own: list[Moment]

    @property
    def _now(self) -> Moment:
        return self._own[-1] if self._own else self._line[self._at]

    @property
    def _shown_line(self) -> Line:
        """The whole line, or what has been played on a line of one's own."""
        return Line([*self._line[: self._at + 1], *self._own]) if self._own else self._line

    def _act(self, seat: Seat, action: str) -> list[Frame]:
        """What somebody does, or why it may not be done."""
        now = self._now
        return self._refused(now.state, seat, action) or self._going_on(f"{seat} {action}", now.finished)

    def _taken_back(self) -> Moment:
        """Takes back the last action of one's own line, with the replies to it; gives the first of them."""
        left = self._own.pop()
        while left.reply and self._own:
            left = self._own.pop()
        return left

    def _table_of(self, view: View, **how: Any) -> render.TableRenderer:
        """The table of a view of where it stands, with room for the longest hand of the line."""
        resting, most = self._now.finished, self._line.longest
        return render.TableRenderer(view, widget_id=self.id, resting=resting, most=most, **how)

    def _foot(self, otherwise: str = "S") -> Seat:
        """The seat at the foot of the table."""
        return seat_in(str(self.spec.get("foot") or otherwise))

    def _twin(self) -> Self:
        twin = super()._twin()
        twin._own = [*self._own]
        return twin
