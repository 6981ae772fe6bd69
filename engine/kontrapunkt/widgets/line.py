"""Lines of play as chained moments, shared by examples and puzzles."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Play, Seat, State, Trick, View
from kontrapunkt.core.messages import action_name, seat_name, the_card
from kontrapunkt.record import PlayedSession, Replay, record_of
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.speech import card_played
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import Playable, parse_seat_action, seat_in
from kontrapunkt.widgets.complaint import Complaint
from kontrapunkt.widgets.precomputed import Frame


@dataclass(frozen=True)
class Moment:
    """A point of a line: an action and the state after it.

    Attributes:
        seat: The seat that acted; None at the start.
        action: The action; empty at the start.
        before: The moment before; None at the start.
        reply: Whether the engine chose the action, in reply to the reader.
    """

    seat: Seat | None
    action: Action
    state: State
    before: "Moment | None" = None
    reply: bool = False

    @cached_property
    def view(self) -> View[Any]:
        """The table with open hands."""
        return self.state.view(None)

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The actions from the start of the record; it identifies a moment in a widget."""
        return (*self.before.path, f"{self.seat} {self.action}") if self.before else ()

    @property
    def finished(self) -> Trick | None:
        """The trick that the action completed; None if it completed none."""
        return self.view.finished(self.before.view) if self.before else None

    @cached_property
    def effects(self) -> tuple[str, ...]:
        """The changes beside the cards, in sentences: "East and West have cleaned.".

        An action without a card (a pass, cards put away) is described itself, unless it is among the calls or
        shows in the news about its seat.
        """
        if self.before is None:
            return ()
        news = render.news(self.before.view, self.view)
        said = self.view.calls[len(self.before.view.calls) :]
        calls = [render.describe_non_card_action(call.seat, call.action) for call in said]
        if not calls and not self.laid and not any(self.seat in each.seats for each in news):
            calls.append(self.sentence)
        return (*calls, *(str(each.text) for each in news))

    @property
    def sentence(self) -> str:
        """The action in a sentence; empty at the start."""
        if self.before is None or self.seat is None:
            return ""
        told = render.say_action(self.before.view, self.view, self.seat, self.action)
        return told or catalogue.say("line.kept", seat=render.seat_name(self.seat))

    @property
    def all_sentences(self) -> list[str]:
        """The action, the trick that it completed and its effects; empty at the start."""
        if self.finished:
            return [self.sentence, render.say_trick(self.finished), *self.effects]
        return (
            [self.sentence, *(each for each in self.effects if each != self.sentence)] if self.before else []
        )

    @property
    def played(self) -> Play | None:
        """The card that the action played to a trick; None if it played none."""
        return card_played(self.before.view, self.view) if self.before else None

    @property
    def laid(self) -> Play | None:
        """The card that the action put on the table; None for none.

        A card added to a trick beside those played counts for the player who added it.
        """
        if self.seat is None or self.played or not (self.finished and self.finished.added):
            return self.played
        return Play(self.seat, self.finished.added[-1])

    @property
    def opens(self) -> bool:
        """Return True if no card has been played yet to the action's trick."""
        return not (self.played or self.finished or (self.before and self.before.view.trick))

    def next_moment(self, seat: Seat, action: str, reply: bool = False) -> "Moment":
        """Return the moment after an action.

        Raises:
            Refusal: if the action is not legal.
        """
        return Moment(seat, Action(action), self.state.apply(action, seat), self, reply)


class Line(tuple[Moment, ...]):
    """Consecutive moments; what depends on all of them is computed once."""

    @cached_property
    def longest(self) -> int:
        """The number of cards in the longest hand."""
        return max(len(hand) for moment in self for hand in moment.view.hands.values())

    @cached_property
    def rows(self) -> list[render.TrickRow]:
        """The tricks, with the step of each card."""
        last = self[-1].view
        by_trick: list[list[tuple[int, Moment]]] = [[] for _ in range(len(last.tricks) + 1)]
        for step, moment in enumerate(self[1:], 1):
            by_trick[len(self[step - 1].view.tricks)].append((step, moment))
        *over, begun = by_trick
        found = [
            _row(trick.number, trick.plays, steps, trick)
            for trick, steps in zip(last.tricks, over, strict=True)
            if steps  # tricks that were over before the line begins have none
        ]
        if last.trick or begun:
            found.append(_row(last.trick_number, last.trick, begun))
        return found


def moments(played: Replay | PlayedSession) -> Line:
    """Return the moments of a deal: its start, and one after each action."""
    found = [Moment(None, Action(""), played.start)]
    for (seat, action), state in zip(played.done, played.states[1:], strict=True):
        found.append(Moment(seat, Action(action), state, found[-1]))
    return Line(found)


def _row(
    number: int, plays: tuple[Play, ...], steps: list[tuple[int, Moment]], trick: Trick | None = None
) -> render.TrickRow:
    """Build the row of a trick; cards from before the position have no step.

    Args:
        number: The number of the trick, from 1.
    """
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


def find_step(verb: str, rest: str, at: int, last: int) -> int | None:
    """Return the place that a step along a line leads to; None if it leads nowhere.

    Args:
        verb: `first`, `back`, `next`, `last`, or `go` with the place in `rest`.
        rest: The rest of the event.
        at: The present place, from 0.
        last: The last place of the line, from 0.
    """
    wanted = {"first": 0, "back": at - 1, "next": at + 1, "last": last}
    place = read_number(rest) if verb == "go" else wanted.get(verb)
    return place if place is not None and 0 <= place <= last else None


def say_taken_back(seat: Seat | None, action: str) -> str:
    """Say what a player takes back: "You take back the ten of hearts."."""
    card = Action(action).card
    what = the_card(card) if card else action_name(action)
    return catalogue.say("solving.taken_back", seat=seat_name(seat or ""), what=what)


class LineWidget(Playable):
    """A table at a place of a line, or on the reader's own line from there.

    `_at` is the index of the present moment on the line; `_own` has the moments of the reader's own line.
    """

    _line: Line
    _at = 0
    _own: list[Moment]

    @property
    def _now(self) -> Moment:
        return self._own[-1] if self._own else self._line[self._at]

    @property
    def _shown_line(self) -> Line:
        """The line as shown: up to here and the reader's own, or the whole record."""
        return Line([*self._line[: self._at + 1], *self._own]) if self._own else self._line

    def _act(self, seat: Seat, action: str) -> list[Frame]:
        """Apply a player's action, or show why it is refused."""
        now = self._now
        return self._refused(now.state, seat, action) or self._going_on(f"{seat} {action}", now.finished)

    def complain(self, about: str) -> Complaint:
        """Return a complaint about a refused action, or about the result of a finished deal.

        Raises:
            EventError: if there is no such refusal or result.
        """
        start, done = self._line[0].state, map(parse_seat_action, self._now.path)
        return self._complaint(self._now.state, record_of(start, done), about)

    def _taken_back(self) -> Moment:
        """Undo the last own action and the replies to it; return the first of them."""
        left = self._own.pop()
        while left.reply and self._own:
            left = self._own.pop()
        return left

    def _table_of(self, view: View[Any], **how: Any) -> render.TableRenderer:
        """Create the renderer of a view, with room for the longest hand of the line."""
        resting, most = self._now.finished, self._line.longest
        return render.TableRenderer(view, widget_id=self.id, resting=resting, most=most, **how)

    def _foot(self, otherwise: str = "S") -> Seat:
        """Return the seat at the foot of the table."""
        return seat_in(str(self.spec.get("foot") or otherwise))

    def _twin(self) -> Self:
        twin = super()._twin()
        twin._own = [*self._own]
        return twin
