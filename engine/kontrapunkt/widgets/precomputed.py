"""Frames, likely log entries, and the precomputed responses of a widget.

Result codes encode a log as choices among the likely entries; a log is valid if each of its entries is likely
at its place.

The precomputed responses are a map of places and events between them, so that a page can respond without
Python. The frames are those that `send` returns. For events outside the map the page starts the engine, which
replays the log.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any, Final, NamedTuple

from kontrapunkt.render.markup import Markup
from kontrapunkt.render.signs import with_words
from kontrapunkt.text import catalogue

FORMAT: Final = 3

FILL: Final = "\ufffc"
"""Placeholder for the marked items in texts and log entries."""

TRIES: Final = "\ufffb"
"""Placeholder for the number of tries in texts, if it is above one."""

_PIECE: Final = re.compile(r'<(?=(?:button|li|div|p|dd|ol|details|span class="kp-(?:card|face))\b)')
"""The places to split markup, so that frames share the pieces of unchanged cards."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the widget, with its announcement and duration.

    Attributes:
        parts: The parts of the body's markup.
        say: The text for screen readers, new in the message box; empty for none.
        pause_ms: The pause before the next frame, in milliseconds.
        brief: The same text for listeners who want cards and turns only; empty if it is the same.
        full: The same text in whole sentences; empty if it is the same.
    """

    parts: Markup
    say: str = ""
    pause_ms: int = 0
    brief: str = ""
    full: str = ""

    @property
    def html(self) -> str:
        """The whole markup, with words for signs."""
        return "".join(map(with_words, self.parts))


@dataclass(frozen=True, slots=True)
class LikelyEntry:
    """A log entry that may come next.

    Attributes:
        entry: The entry or its beginning.
        weight: The likelihood relative to the other entries, from 1.
        number: Whether it ends in a number, from 0.
        some: The items, separated by commas, of which some end the entry; empty for none.
    """

    entry: str
    weight: int = 1
    number: bool = False
    some: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """The response to an event.

    Attributes:
        to: The number of the place that it leads to.
        frames: The frames to show, in order; empty to show the place's own frame.
        adds: The entries added to the log; empty if the place has a log of its own.
    """

    to: int
    frames: tuple[Frame, ...] = ()
    adds: tuple[str, ...] = ()


class Marking(NamedTuple):
    """The message of a place for each state of the marks; its frames have no marks.

    An answer with a wrong item is the event `wrong KEY`, with the first wrong one; one that omits an item is
    `left`, the right one `right`.

    Attributes:
        none: The frame after the last mark is removed.
        some: The frame with marks; `FILL` is replaced by their names.
        empty: The frame after an answer without marks.
    """

    none: Frame
    some: Frame
    empty: Frame


@dataclass(frozen=True, slots=True)
class Markable:
    """An item that can be marked.

    Attributes:
        label: Its name in plain text.
        events: The events that mark it or remove the mark.
        frame: `Marking.some` with this item marked.
    """

    label: str
    events: tuple[str, ...]
    frame: Frame


@dataclass(slots=True)
class FramePlace:
    """A state in which a widget can be.

    Attributes:
        frame: Its frame; None if only events that bring frames of their own lead there.
        log: The log entries without the header; None if several logs lead there.
        turns: The responses to the events that are precomputed here.
        jumps: The index of the map's jumps that are available here; None for none.
        marking: The messages about marks; None if nothing can be marked.
        elsewhere: The response to a card that is not part of the question; None if there is none.
    """

    frame: Frame | None = None
    log: tuple[str, ...] | None = None
    turns: dict[str, EventOutcome] = field(default_factory=dict)
    jumps: int | None = None
    marking: Marking | None = None
    elsewhere: Frame | None = None


@dataclass(slots=True)
class PrecomputedFrames:
    """A map of precomputed responses.

    Attributes:
        header: The header of its logs.
        begins: The number of the place before the first event.
        jumps: Events that lead to a place's own frame from wherever they are available.
        marks: The items that can be marked, by key, in the order of the log.
        elsewhere: The events of cards that are not part of the question.
        goes_on: Whether the engine starts after the first event, to prepare what comes next.
    """

    header: str
    places: list[FramePlace]
    begins: int = 0
    jumps: list[dict[str, int]] = field(default_factory=list)
    marks: dict[str, Markable] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()
    goes_on: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the map as JSON for `foreseen.js`, with shared pieces stored once.

        A frame is encoded relative to the one before it, in pairs: a number of pieces and the distance to
        them in the earlier frame, or 0 and the number of a piece. Pieces are sorted, so that a web server
        compresses similar ones well.
        """
        frames: dict[Frame, int] = {}

        def number(frame: Frame) -> int:
            return frames.setdefault(frame, len(frames))

        places = [_place_as_json(place, number) for place in self.places]
        marked = [mark.frame for mark in self.marks.values()]
        cut = {
            part: _cut(with_words(part))
            for part in {part for frame in (*frames, *marked) for part in frame.parts}
        }
        pieces = sorted(set(chain.from_iterable(cut.values())))
        numbers = {piece: at for at, piece in enumerate(pieces)}
        numbered = {part: [numbers[piece] for piece in of] for part, of in cut.items()}
        drawn: list[list[Any]] = []
        before: Markup = ()
        for frame in frames:
            now = tuple(filter(None, frame.parts))
            told = _told_by(before, now, numbered)
            drawn.append([told, frame.say, *([frame.pause_ms] if frame.pause_ms else [])])
            before = now
        marks = self._marks_as_json(
            lambda frame: list(chain.from_iterable(numbered[part] for part in frame.parts))
        )
        return {
            "format": FORMAT,
            "language": catalogue.language(),
            "header": self.header,
            "begins": self.begins,
            "pieces": pieces,
            "frames": drawn,
            "places": places,
            "jumps": self.jumps,
            **marks,
            **({"elsewhere": self.elsewhere} if self.elsewhere else {}),
            **({"goes_on": True} if self.goes_on else {}),
        }

    def _marks_as_json(self, numbered: Callable[[Frame], list[int]]) -> dict[str, Any]:
        """Return the markable items: names, events and the pieces that a mark changes."""
        start = self.places[self.begins].marking
        if start is None:
            return {}
        bare = numbered(start.some)
        one, two, three = "\0", "\1", "\2"
        comma, last = re.split("[\0\1\2]", catalogue.listed("and", [one, two, three]))[1:3]
        return {
            "list": [comma, last],
            "marks": [
                {
                    "key": key,
                    "label": mark.label,
                    "events": mark.events,
                    "pieces": [
                        pair for pair in zip(bare, numbered(mark.frame), strict=True) if pair[0] != pair[1]
                    ],
                }
                for key, mark in self.marks.items()
            ],
        }


def _place_as_json(place: FramePlace, number: Callable[[Frame], int]) -> dict[str, Any]:
    written = {
        "stands": number(place.frame) if place.frame else None,
        "log": place.log,
        "turns": {
            event: [turn.to, [number(each) for each in turn.frames], *([turn.adds] if turn.adds else [])]
            for event, turn in place.turns.items()
        }
        or None,
        "jumps": place.jumps,
        "elsewhere": number(place.elsewhere) if place.elsewhere else None,
        "marking": [number(each) for each in place.marking] if place.marking else None,
    }
    return {key: value for key, value in written.items() if value is not None}


def _cut(part: str) -> list[str]:
    """Split a part of a frame into pieces."""
    first, *others = _PIECE.split(part)
    return [*([first] if first else []), *(f"<{other}" for other in others)]


def _told_by(before: Markup, now: Markup, numbered: Mapping[str, Sequence[int]]) -> list[int]:
    """Encode the pieces of a frame relative to the frame before it.

    Args:
        before: The parts of the earlier frame, none of them empty.
        now: The parts of this frame, none of them empty.
        numbered: The piece numbers of each part.
    """
    starts = list(accumulate((len(numbered[part]) for part in before), initial=0))
    known = {part: index for index, part in enumerate(before)}
    found: list[int] = []

    def run(count: int, shift: int) -> None:
        if found and found[-2] and found[-1] == shift:
            found[-2] += count
        else:
            found.extend((count, shift))

    at = index = 0  # the next piece, and the part most likely in the same place of the earlier frame
    for part in now:
        pieces = numbered[part]
        if before[index : index + 1] != (part,) and part in known:
            index = known[part]
        if before[index : index + 1] == (part,):
            run(len(pieces), starts[index] - at)
        else:
            others = numbered[before[index]] if index < len(before) else ()
            places = {piece: place for place, piece in enumerate(others, starts[index] if others else 0)}
            for here, piece in enumerate(pieces, at):
                if piece in places:
                    run(1, places[piece] - here)
                else:
                    found.extend((0, piece))
        at += len(pieces)
        index += 1
    return found
