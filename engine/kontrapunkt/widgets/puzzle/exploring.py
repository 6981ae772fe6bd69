"""Where the events that a puzzle offers lead to, the nearest places first."""

import re
from html import unescape
from typing import Final, Protocol, Self

from kontrapunkt.widgets.foreseen import Foreseen, Place, Turn
from kontrapunkt.widgets.frame import Frame

_OFFERED: Final = re.compile(r'\bdata-do="([^"]*)"')


class Explorable(Protocol):
    """A widget that can be tried out."""

    @property
    def log(self) -> list[str]:
        """What happened, its header first."""

    def twin(self) -> Self:
        """Another one, at the same place."""

    def looks(self) -> object:
        """What all depends on that it shows and answers; equal at equal places."""

    def foresees(self, event: str) -> bool:
        """Whether an event is one that readers will often send from here."""

    def leads(self, event: str) -> object:
        """How it will look after an event of which all that is shown depends on that alone; else None."""

    def frame(self) -> Frame:
        """How it stands."""

    def send(self, event: str) -> list[Frame]:
        """Takes an event."""


def explore(widget: Explorable, most: int) -> Foreseen:
    """Finds what events lead to, from where a widget stands, which is left as it is.

    Args:
        widget: The widget, in which nothing has happened.
        most: How many places are enough.
    """
    start = widget.twin()
    shown = start.frame()
    places = [Place(shown, ())]
    known = {start.looks(): 0}
    standing = [(start, shown)]
    steps: dict[object, Turn] = {}
    for here, (at, frame) in enumerate(standing):
        for event in dict.fromkeys(unescape(each) for each in _OFFERED.findall(frame.html)):
            if not at.foresees(event):
                continue
            if (ahead := at.leads(event)) in steps:
                places[here].turns[event] = steps[ahead]
                continue
            then = at.twin()
            frames = tuple(then.send(event))
            to = known.get(then.looks())
            if to is None:
                if len(places) >= most:
                    continue
                to = known[then.looks()] = len(places)
                places.append(Place())
                standing.append((then, frames[-1]))
            turn = Turn(to, frames, tuple(then.log[len(at.log) :]))
            places[here].turns[event] = turn
            if ahead is not None:
                steps[ahead] = turn
    return Foreseen(widget.log[0], places)
