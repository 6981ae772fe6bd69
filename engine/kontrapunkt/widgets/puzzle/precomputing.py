"""Questions answered by choosing, with precomputed answers, hints and steps."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from html import unescape
from itertools import chain
from typing import Final, Self

from kontrapunkt.render.markup import Markup
from kontrapunkt.widgets.base import COMPLAIN
from kontrapunkt.widgets.precomputed import (
    FILL,
    TRIES,
    EventOutcome,
    FramePlace,
    Markable,
    Marking,
    PrecomputedFrames,
)
from kontrapunkt.widgets.puzzle.picking import CHOICES, STEPS, PickingWidget, chosen_by, say_marked

_OFFERED: Final = re.compile(r' data-do="([^"]*)"')

_WRONG: Final = "wrong "
_LEFT: Final = "left"
"""The name of the event for an answer that omits something; see `Marking`."""

MOST_ANSWERS: Final = 24
"""The most places computed beyond the steps of the record, the nearest first."""


class _SeveralTries(int):
    """A number of tries above one, whichever: the page fills in the real number."""

    def __format__(self, spec: str) -> str:
        return spec.rpartition("|")[2] or TRIES


class ForeseenPickingWidget(PickingWidget):
    """A question whose answers are computed beforehand."""

    _looks_ahead = False
    """True while frames are precomputed; all drawings are cached then."""

    _blind = False
    """True if nothing is drawn, because only the state matters."""

    @property
    def foreseeable(self) -> bool:
        """Return True if no log entry exists yet."""
        return not self._entries

    def foreseen(self) -> PrecomputedFrames | None:
        """Compute answers, hints and steps as far as readers usually go.

        None if the widget begins with a log.
        """
        if not self.foreseeable:
            return None
        self._looks_ahead = True
        found = PrecomputedFrames(self.log[0], self._places(len(self._line) + MOST_ANSWERS))
        found.elsewhere = tuple(event for event in _offered(self.frame().parts) if self._is_elsewhere(event))
        if self.task.many:
            found.marks = self._markable()
        self._looks_ahead = False
        return found

    def _places(self, most: int) -> list[FramePlace]:
        """Return the places that events lead to from here, the nearest first.

        Args:
            most: The most places to compute.
        """
        start = self._twin()
        shown = start.frame()
        places = [FramePlace(shown, (), marking=start._marking())]
        known = {start._looks(): 0}
        standing = [(start, shown)]
        steps: dict[object, EventOutcome] = {}
        for here, (at, frame) in enumerate(standing):
            offered = _offered(frame.parts)
            if stray := next(filter(self._is_elsewhere, offered), None):
                bare = at._with() if self.task.many else at._twin()
                places[here].elsewhere = bare.send(stray)[-1]
            for name, event, marked in at._ahead(offered):
                if (step := at._step_to(event)) in steps:
                    places[here].turns[name] = steps[step]
                    continue
                then = at._twin() if marked is None else at._with(*marked)
                if len(places) >= most and then._looks_after(event) not in known:
                    continue
                frames = tuple(then.send(event))
                looks = then._looks()
                if looks not in known:
                    known[looks] = len(places)
                    places.append(FramePlace(marking=then._marking()))
                    standing.append((then, frames[-1]))
                marks = name == _LEFT or name.startswith(_WRONG)  # whatever the reader has marked
                adds = (
                    f"answer {FILL}" if marks and entry.startswith("answer ") else entry
                    for entry in then.log[len(at.log) :]
                )
                turn = places[here].turns[name] = EventOutcome(known[looks], frames, tuple(adds))
                if step is not None:
                    steps[step] = turn
        return places

    def _looks_after(self, event: str) -> object:
        """Return the key of the looks after an event, without drawing it."""
        then = self._twin()
        then._blind = True
        then.send(event)
        return then._looks()

    def _is_elsewhere(self, event: str) -> bool:
        """Return True if an event belongs to a card that is not part of the question."""
        return event.startswith("play ") and chosen_by(event) not in self._picks

    def _twin(self) -> Self:
        """Return a copy in the same state, to try events on."""
        twin = super()._twin()
        twin._marked = {*self._marked}
        twin._begun = None  # computing beforehand takes the reader no time
        return twin

    def _looks(self, at: int | None = None) -> object:
        """Return a key for everything that the widget shows and responds.

        It leaves out the marks where several can be made.

        Args:
            at: The step of the record; None for the present one.
        """
        chosen = () if self.task.many else (frozenset(self._marked), self._given)
        counts = bool(self._tries) and not (self._solved or self._shown)
        return *chosen, counts, self._shows(at)

    def _shows(self, at: int | None = None) -> object:
        """Return a key for the markup apart from marks, answers and messages."""
        stands = self._at if at is None else at
        score = self._result and (self._result[0] > 1, self._result[1])
        return stands, self._hints, score, self._shown, bool(self._entries)

    def _ahead(self, events: Iterable[str]) -> Iterator[tuple[str, str, list[str] | None]]:
        """Yield the events that readers often send: steps first, then answers and hints.

        Args:
            events: The events in the markup.

        Returns:
            For each the name of the response, the event, and the marks to set before it; None for the present
            marks.
        """
        opens = self._at == self._home
        for event in events:
            verb = event.partition(" ")[0]
            if verb in STEPS:
                wanted = not self._entries
            elif self.task.many:
                wanted = opens and verb not in (*CHOICES, "answer")
            else:  # readers who know the answer seldom answer again
                again = verb in CHOICES and (self._solved or self._shown)
                wanted = opens and not again and not self._is_elsewhere(event)
            if wanted:
                yield event, event, None
        if opens and self._marks:
            yield from ((name, "answer", marked) for name, marked in self._answers())

    def _step_to(self, event: str) -> object:
        """Return the key of the looks after a step; None if the event is no step."""
        verb, _, rest = event.partition(" ")
        return self._looks(self._walked_to(verb, rest)) if verb in STEPS else None

    def _marking(self) -> Marking | None:
        """Return the messages about marks until the puzzle is solved; None after that."""
        if not self._marks:
            return None
        bare = self._with()
        return Marking(bare._frame([say_marked("")]), bare._frame([say_marked(FILL)]), bare.send("answer")[0])

    @property
    def _marks(self) -> bool:
        return self.task.many and not (self._solved or self._shown)

    def _told_tries(self, tries: int) -> int:
        return _SeveralTries(tries) if tries > 1 and self._looks_ahead else tries

    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        if self._blind:
            return ()
        drawn = partial(super()._html, feedback)
        if not self._looks_ahead:
            return drawn()
        return self._once(drawn, feedback, frozenset(self._marked), self._given, self._shows())

    def _with(self, *marked: str) -> Self:
        twin = self._twin()
        twin._marked = {*marked}
        return twin

    def _markable(self) -> dict[str, Markable]:
        """Return the markable items by key, each with its events in the markup."""
        events: dict[str, list[str]] = {key: [] for key in self._picks}
        for event in _offered(self.frame().parts):
            if (key := chosen_by(event)) in events:
                events[key].append(event)
        return {
            key: Markable(pick.label, tuple(events[key]), self._with(key)._frame([say_marked(FILL)]))
            for key, pick in self._picks.items()
        }

    def _answers(self) -> Iterator[tuple[str, list[str]]]:
        """Yield one answer for each kind of response, by name."""
        right = [key for key, pick in self._picks.items() if pick.right]
        yield from ((f"{_WRONG}{key}", [key]) for key in self._picks if key not in right)
        yield "right", right
        if len(right) > 1:
            yield _LEFT, right[:1]


def _offered(markup: Markup) -> list[str]:
    """Return the events in the markup, each once, without that of a complaint, which the engine writes."""
    found = dict.fromkeys(chain.from_iterable(map(_offered_in, markup)))
    return [event for event in found if event != COMPLAIN]


@lru_cache(maxsize=256)  # parts recur in many frames
def _offered_in(html: str) -> tuple[str, ...]:
    return tuple(map(unescape, _OFFERED.findall(html)))
