"""Where the events that a puzzle offers lead to, the nearest places first."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final, Protocol, Self

from kontrapunkt.widgets.foreseen import Foreseen, Marking, Place, Turn
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

    def ahead(self, events: Iterable[str]) -> Iterator[tuple[str, str, Self]]:
        """The events that readers will often send from here.

        Args:
            events: Those that its markup offers.

        Returns:
            For each what the turn is called, the event, and a twin to send it to.
        """

    def leads(self, event: str) -> object:
        """How it will look after an event of which all that is shown depends on that alone; else None."""

    def marking(self) -> Marking | None:
        """How it shows what is marked; None where nothing is to be marked."""

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
    places = [Place(shown, (), marking=start.marking())]
    known = {start.looks(): 0}
    standing = [(start, shown)]
    steps: dict[object, Turn] = {}
    for here, (at, frame) in enumerate(standing):
        for name, event, then in at.ahead(offered(frame.html)):
            if (ahead := at.leads(event)) in steps:
                places[here].turns[name] = steps[ahead]
                continue
            frames = tuple(then.send(event))
            to = known.get(then.looks())
            if to is None:
                if len(places) >= most:
                    continue
                to = known[then.looks()] = len(places)
                places.append(Place(marking=then.marking()))
                standing.append((then, frames[-1]))
            turn = Turn(to, frames, tuple(then.log[len(at.log) :]))
            places[here].turns[name] = turn
            if ahead is not None:
                steps[ahead] = turn
    return Foreseen(widget.log[0], places)


def offered(html: str) -> list[str]:
    """The events that markup offers, each once."""
    return list(dict.fromkeys(unescape(each) for each in _OFFERED.findall(html)))
