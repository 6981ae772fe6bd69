"""A line of play as a chain of moments, which examples and puzzles walk along and leave."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kontrapunkt import render, words
from kontrapunkt.game import SEATS, Action, Play, Seat, State, Trick, View
from kontrapunkt.record.replaying import Replay
from kontrapunkt.rules import Refusal
from kontrapunkt.widgets.base import EventError

MOST_NAMED: Final = 12
"""So many actions are named to somebody whose own may not be done; more are on the table to be seen."""


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
        if self.before is None or len(self.view.tricks) == len(self.before.view.tricks):
            return None
        return self.view.tricks[-1]

    @property
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
        return told or words.say("line.kept", seat=render.seat_name(self.seat))

    @property
    def laid(self) -> Play | None:
        """The card that the action laid on the table; None if it laid none.

        A card that came to a trick beside those played counts as laid by who added it.
        """
        if self.before is None or self.seat is None:
            return None
        plays = self.finished.plays if self.finished else self.view.trick
        if len(plays) > len(self.before.view.trick):
            return plays[-1]
        return Play(self.seat, self.finished.added[-1]) if self.finished and self.finished.added else None

    @property
    def adds(self) -> bool:
        """Whether the action completed a trick by adding to the cards that had been played to it."""
        if self.finished is None or self.before is None:
            return False
        return len(self.finished.plays) == len(self.before.view.trick)

    def then(self, seat: Seat, action: str, reply: bool = False) -> "Moment":
        """The moment after an action.

        Raises:
            Refusal: if it is not legal.
        """
        return Moment(seat, Action(action), self.state.apply(action, seat), self, reply)


def moments(played: Replay) -> list[Moment]:
    """The moments of a record: its start, and one after each action."""
    found = [Moment(None, Action(""), played.start)]
    for step in played.steps:
        found.append(Moment(step.seat, step.action, step.state, found[-1]))
    return found


def longest(line: Iterable[Moment]) -> int:
    """The cards of the longest hand of a line."""
    return max(len(hand) for moment in line for hand in moment.view.hands.values())


def rows(line: list[Moment]) -> list[render.TrickRow]:
    """The tricks of a line, with the step of each card."""
    last = line[-1].view
    steps: list[list[int]] = [[] for _ in range(len(last.tricks) + 1)]
    extra: list[list[int]] = [[] for _ in steps]
    effects: list[list[str]] = [[] for _ in steps]
    adding: list[int | None] = [None for _ in steps]
    opening: list[list[tuple[int, tuple[str, ...]]]] = [[] for _ in steps]
    before = line[0].view
    for step, moment in enumerate(line[1:], 1):
        trick = len(before.tricks)
        laid = moment.finished or len(moment.view.trick) > len(before.trick)
        (steps if laid and not moment.adds else extra)[trick].append(step)
        if moment.adds:
            adding[trick] = step
        if moment.effects and not (laid or moment.adds or before.trick):
            opening[trick].append((step, moment.effects))
        else:
            effects[trick] += moment.effects
        before = moment.view
    found = [
        render.TrickRow(
            trick.number, *_known(trick.plays, steps[place]), trick.winner, trick.card_points,
            tuple(effects[place]), tuple(extra[place]), trick.added, adding[place],
            tuple(opening[place]),
        )
        for place, trick in enumerate(last.tricks)
        if steps[place] or extra[place]  # not those that were over before the line begins
    ]  # fmt: skip
    if last.trick or extra[-1]:
        plays, known = _known(last.trick, steps[-1])
        found.append(
            render.TrickRow(
                last.trick_number,
                plays,
                known,
                effects=tuple(effects[-1]),
                extra_steps=tuple(extra[-1]),
                opening=tuple(opening[-1]),
            )
        )
    return found


def seat_in(text: str) -> Seat:
    """The seat that a word of an event or log names.

    Raises:
        EventError: if it names none.
    """
    for seat in SEATS:
        if seat == text:
            return seat
    raise EventError(words.say("widget.event", event=text))


def say_refusal(refusal: Refusal) -> str:
    """Why something may not be done, and what may."""
    if not refusal.legal:
        return refusal.reason
    legal = ", ".join(render.name_action(str(each)) for each in refusal.legal[:MOST_NAMED])
    legal += ", …" * (len(refusal.legal) > MOST_NAMED)
    return f"{refusal.reason} {words.say('line.legal', actions=legal)}"


def _known[T](plays: tuple[T, ...], steps: list[int]) -> tuple[tuple[T, ...], tuple[int, ...]]:
    """The plays that have a step; those before a position's first action have none."""
    return plays[len(plays) - len(steps) :], tuple(steps)
