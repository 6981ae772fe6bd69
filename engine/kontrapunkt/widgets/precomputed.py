"""What a widget answers: frames, what its log may go on with, and what it shows after what can be foreseen.

By the entries that may come logs are packed into result codes, each as a choice among them; and a log whose
entries all may come is one that was played.

What can be foreseen is a map of places, and of the turns that lead from one to the next: worked out
beforehand, it needs no Python in a page. The frames are the widget's own, as `send` answers them; what the
map does not know is left to the engine, which replays the log.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any, Final, NamedTuple

from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue

FORMAT: Final = 3

FILL: Final = "\ufffc"
"""Stands in words and log entries for what has been marked."""

TRIES: Final = "\ufffb"
"""Stands in words for how many answers were given until a question was solved, where it is more than one."""

_PIECE: Final = re.compile(r'<(?=(?:button|li|div|p|dd|ol|details|span class="kp-(?:card|face))\b)')
"""Where markup is cut, so that a card that has not changed is one piece of all frames."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the widget, and what to do with it.

    Attributes:
        parts: The markup of the widget's body.
        say: What a screen reader announces: what is new in the feedback box. Empty for nothing.
        pause_ms: How long it stands before the next frame, in milliseconds.
    """

    parts: Markup
    say: str = ""
    pause_ms: int = 0

    @property
    def html(self) -> str:
        """The markup in one."""
        return "".join(self.parts)


@dataclass(frozen=True, slots=True)
class LikelyEntry:
    """An entry that may come next.

    Attributes:
        entry: The entry, or what it begins with.
        weight: How likely it is, against the others; from 1.
        number: Whether a number ends it, from 0.
        some: What ends it: some of these, a comma between them; empty for nothing.
    """

    entry: str
    weight: int = 1
    number: bool = False
    some: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """What follows an event.

    Attributes:
        to: The place where it leads, by its number.
        frames: What is shown on the way, the last one standing; empty where that place is shown as it stands.
        adds: The entries by which the log grows; a place that has a log of its own needs none.
    """

    to: int
    frames: tuple[Frame, ...] = ()
    adds: tuple[str, ...] = ()


class Marking(NamedTuple):
    """How a place shows what is marked there; nothing is marked in its pictures.

    An answer that marks something wrong is the turn `wrong KEY`, of the first that is wrong; one that leaves
    something out is `left`, the right one `right`.

    Attributes:
        none: When nothing is marked any more.
        some: When something is; `FILL` stands for what.
        empty: After an answer that marks nothing.
    """

    none: Frame
    some: Frame
    empty: Frame


@dataclass(frozen=True, slots=True)
class Markable:
    """Something that can be marked.

    Attributes:
        label: What it is, in plain words.
        events: What marks it, and takes the mark away.
        frame: As `Marking.some`, with this marked.
    """

    label: str
    events: tuple[str, ...]
    frame: Frame


@dataclass(slots=True)
class FramePlace:
    """Somewhere a widget can stand.

    Attributes:
        frame: How it stands there; None where only turns lead there, which show it.
        log: The entries of the log there, without the header; None where many logs lead there.
        turns: What follows the events that are foreseen there.
        jumps: Which of the map's jumps are open there besides, by number; None for none.
        marking: How it shows what is marked; None where nothing is to be marked.
        elsewhere: How it answers to a card that is not asked about; None where no such card can be pressed.
    """

    frame: Frame | None = None
    log: tuple[str, ...] | None = None
    turns: dict[str, EventOutcome] = field(default_factory=dict)
    jumps: int | None = None
    marking: Marking | None = None
    elsewhere: Frame | None = None


@dataclass(slots=True)
class PrecomputedFrames:
    """A map of what can be foreseen.

    Attributes:
        header: What its logs begin with.
        places: The places.
        begins: Where a widget begins in which nothing has happened.
        jumps: Events that lead to a place as it stands, from wherever they are open.
        marks: What can be marked, by its name in the log, in the order in which it is named there.
        elsewhere: The events of cards that are not asked about, wherever `Place.elsewhere` is there.
        goes_on: Whether the engine is wanted as soon as something has happened, to prepare what comes next.
    """

    header: str
    places: list[FramePlace]
    begins: int = 0
    jumps: list[dict[str, int]] = field(default_factory=list)
    marks: dict[str, Markable] = field(default_factory=dict)
    elsewhere: tuple[str, ...] = ()
    goes_on: bool = False

    def as_json(self) -> dict[str, Any]:
        """The map as a page reads it (`foreseen.js`): what many frames share is in it once.

        A frame is told by the one before it, in pairs: how many pieces to take, and how many places further
        on they stand in that frame; or 0, and the number of a piece. Pieces are in alphabetical order: so a
        host's compression finds those that are alike.
        """
        frames: dict[Frame, int] = {}

        def number(frame: Frame) -> int:
            return frames.setdefault(frame, len(frames))

        places = [_place_as_json(place, number) for place in self.places]
        marked = [mark.frame for mark in self.marks.values()]
        cut = {part: _cut(part) for part in {part for frame in (*frames, *marked) for part in frame.parts}}
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
        """What can be marked: its words, its events, and which pieces of a frame change with it."""
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
    """A part of a frame in pieces."""
    first, *others = _PIECE.split(part)
    return [*([first] if first else []), *(f"<{other}" for other in others)]


def _told_by(before: Markup, now: Markup, numbered: Mapping[str, Sequence[int]]) -> list[int]:
    """A frame's pieces, told by those of the frame before it.

    Args:
        before: The parts of that frame, none of them empty: what has no pieces cannot be told.
        now: Those of this one, none of them empty.
        numbered: The numbers of each part's pieces.
    """
    starts = list(accumulate((len(numbered[part]) for part in before), initial=0))
    known = {part: index for index, part in enumerate(before)}
    found: list[int] = []

    def run(count: int, shift: int) -> None:
        if found and found[-2] and found[-1] == shift:
            found[-2] += count
        else:
            found.extend((count, shift))

    at = index = 0  # of the next piece, and of the part that probably is in its place in the frame before
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
