"""What all widgets share: the frame, the log and its header, links to rules."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self, cast

from kontrapunkt import render
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import SEATS, Seat, State, Trick
from kontrapunkt.core.registry import UnknownGame, game_class
from kontrapunkt.core.rules import Refusal
from kontrapunkt.render.markup import Markup, joined, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import ASKED, EITHER, showing
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry, PrecomputedFrames

LOG_FORMAT: Final = "1"

SWEEP_MS: Final = 260
"""How long a finished trick takes on its way to its winner, in milliseconds."""

REPLY_MS: Final = 380
"""How long the reader's own card lies before the engine replies to it, in milliseconds."""

MOST_NAMED: Final = 12
"""So many actions are named to somebody whose own may not be done; more are on the table to be seen."""

_GAME: Final = re.compile(r'^\s*\[game\s+["“]?([\w-]{1,40})', re.IGNORECASE | re.MULTILINE)


class SpecError(ValueError):
    """A spec that is not what its kind of widget asks for."""


class EventError(ValueError):
    """An event that this widget does not know; a log entry that does not fit raises it too."""

    @classmethod
    def unknown(cls, event: str) -> "EventError":
        """That an event is not known, in a sentence.

        Args:
            event: The event or entry, or what of it is not known.
        """
        return cls(catalogue.say("widget.event", event=event))


@dataclass(frozen=True, slots=True)
class Prefs:
    """The reader's preferences that change the markup; colours and motion are CSS alone.

    Attributes:
        language: A language code.
        suits: `french` for French faces and names in every game, `german` for German ones where a game is
            played with either; empty for neither wish. Drawings of German-suited cards hold both, and CSS
            chooses; sentences are said in one.
    """

    language: str = catalogue.ENGLISH
    suits: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Prefs":
        """Takes what it knows from stored preferences and ignores the rest."""
        language = data.get("language")
        if not isinstance(language, str) or not language.isalpha():
            language = catalogue.ENGLISH
        suits = data.get("faces")
        return cls(language, suits if suits in ("french", "german") else "")

    def faces(self, spec: Mapping[str, Any]) -> str:
        """The faces in which this reader sees a spec."""
        own = faces_of(spec)
        if own == EITHER:
            return ASKED if self.suits == "german" else own
        return "french" if self.suits == "french" else own


def faces_of(spec: Mapping[str, Any]) -> str:
    """The faces of a spec: those of its record's game, else those it names; French ones otherwise."""
    tagged = _GAME.search(str(spec.get("record") or spec.get("position") or spec.get("puzzle") or ""))
    name = tagged[1] if tagged else str(spec.get("game") or "")
    with suppress(UnknownGame):
        return game_class(name).faces if name else str(spec.get("faces") or "french")
    return "french"


class Widget(ABC):
    """A spec and a log, ready to be shown and to take events.

    Attributes:
        kind: The word of its fence.
        id: Unique in its page; the prefix of the ids in its markup.
        note: One sentence about a log that could not be replayed in full; empty otherwise.
        keeps: A puzzle that the reader has just asked the page to keep; empty for none.
        faces: The faces that its cards are drawn and named with.
    """

    kind: ClassVar[str]

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        self.spec = spec
        self.prefs = prefs
        self.id = str(spec.get("id", self.kind))
        self.faces = prefs.faces(spec)
        self.note = ""
        self.keeps: Mapping[str, Any] = {}
        self._entries: list[str] = []
        self._parts: dict[object, str | Markup] = {}

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Puts its language and its faces in force, for frames and events."""
        with catalogue.speaking(self.prefs.language), showing(self.faces):
            yield

    @property
    def log(self) -> list[str]:
        """What happened, as text entries; the first names the format, the engine's version and the kind."""
        return [self._header(), *self._entries]

    @property
    def beginning(self) -> list[str]:
        """The log that the page's author has it begin with; empty for none."""
        entries = [str(entry) for entry in self.spec.get("log") or ()]
        return [self._header(), *entries] if entries else []

    def restore(self, log: Sequence[str]) -> None:
        """Replays a log as far as it fits; `note` says where it stopped. Never searches."""
        if not log:
            return
        if log[0].split()[:2] != self._header().split()[:2] or log[0].split()[-1] != self.kind:
            self.note = catalogue.say("widget.log.foreign")
            return
        for number, entry in enumerate(log[1:], 1):
            try:
                self.replay(entry)
            except (EventError, Refusal):
                self.note = catalogue.say("widget.log.stopped", number=number, entry=short(entry))
                return

    def replay(self, entry: str) -> None:
        """Takes one log entry; what only shows takes none.

        Raises:
            EventError: if it does not fit.
        """
        raise EventError.unknown(entry)

    @abstractmethod
    def frame(self) -> Frame:
        """The widget as it stands."""

    def send(self, event: str) -> list[Frame]:
        """Takes an event from the markup and answers the frames to show, the last one standing.

        Raises:
            EventError: if the widget does not know the event; what only shows knows none.
        """
        raise EventError.unknown(event)

    @property
    def thinking(self) -> bool:
        """Whether there is something left to search before it stands as it should."""
        return False

    def think(self, budget_ms: float) -> list[Frame]:
        """Searches on for about that many milliseconds and answers the frames to show, if any.

        The page calls it again and again while `thinking`; an event in between may make the search void.

        Args:
            budget_ms: Milliseconds, more than none.
        """
        return []

    def ahead(self) -> list[Frame]:
        """The first frames of what the reader is likely to do next; nothing where that is anybody's guess."""
        return []

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """What the reader has come to, to be kept beside the log; None for nothing.

        It bears a name under `of`: of one name the first outcome stays.
        """
        return None

    def coming(self) -> Sequence[LikelyEntry]:
        """What its log may go on with from where it stands; nothing for a kind that cannot be handed in."""
        return ()

    def begin_again(self) -> None:
        """Stands as though nothing had happened; a kind that cannot be handed in need not know how."""
        raise NotImplementedError

    @property
    def foreseeable(self) -> bool:
        """Whether something of what it shows can be foreseen."""
        return False

    def foreseen(self) -> PrecomputedFrames | None:
        """What it shows after events that can be foreseen, from where it begins; None for nothing."""
        return None

    def _twin(self) -> Self:
        """Another one at the same place, to look ahead with."""
        twin = copy(self)
        twin._entries = [*self._entries]
        return twin

    def _once[T: str | Markup](self, part: Callable[[], T], *depends: object) -> T:
        """A part of the markup, made once for all that it depends on, its name among that."""
        if depends not in self._parts:
            self._parts[depends] = part()
        return cast("T", self._parts[depends])  # what it depends on names the part

    def feedback(
        self,
        said: str,
        *,
        rule: str = "",
        tone: str = "",
        notes: str = "",
        wanted: bool = False,
    ) -> str:
        """The place where it speaks: what it says, and the way to the rule behind it.

        Args:
            said: What it says.
            rule: The rule to link; empty for none.
            tone: `refusal`, `good`, `wrong`, `shown` or empty.
            notes: The author's words to what has just happened, as HTML.
            wanted: Whether it is to be brought into view.
        """
        html = text(said)
        if rule:
            html += " " + self._rule(rule)
        return render.feedback(html, tone=tone, notes=notes, wanted=wanted)

    def _rule(self, rule: str) -> str:
        """A rule's id, as a link where the site has a page for it."""
        page = dict(self.spec.get("rule_pages") or {}).get(rule.partition("-")[0])
        return text(f"({rule})") if page is None else render.rule_link(rule, f"{page}#{rule}")

    def _header(self) -> str:
        from kontrapunkt import __version__

        return f"kontrapunkt {LOG_FORMAT} {__version__} {self.kind}"


class Playable(Widget):
    """A table that answers to what is done, in words and in pictures."""

    @abstractmethod
    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        """The markup of the body.

        Args:
            feedback: The place where it speaks, as HTML.
            swept: Whether a finished trick lies before its winner already.
        """

    def _frame(self, told: Sequence[str], *, rule: str = "", tone: str = "") -> Frame:
        """The table, with what is told."""
        said = joined(told)
        return Frame(self._html(self.feedback(said, rule=rule, tone=tone)), said)

    def _resting(self, told: Sequence[str], pause_ms: int) -> Frame:
        """The table before something follows by itself; what is told has been read out.

        Args:
            told: What is told.
            pause_ms: How long it rests, in milliseconds.
        """
        return Frame(self._html(self.feedback(joined(told))), pause_ms=pause_ms)

    def _swept(self, finished: Trick | None) -> list[Frame]:
        """The table between two tricks: a finished one goes to its winner."""
        return [Frame(self._html(self.feedback(""), swept=True), pause_ms=SWEEP_MS)] if finished else []

    def _refused(self, state: State, seat: Seat, action: str) -> list[Frame]:
        """Why something may not be done, and what may; nothing if it may be done."""
        refusal = state.why_not(action, seat)
        if refusal is None:
            return []
        return [self._frame([say_refusal(refusal)], rule=refusal.rule, tone="refusal")]

    def _going_on(self, entry: str, finished: Trick | None) -> list[Frame]:
        """The table after an entry of the log; before that, a finished trick goes to its winner."""
        swept = self._swept(finished)
        self.replay(entry)
        return [*swept, self.frame()]


def seat_in(text: str) -> Seat:
    """The seat that a word of an event or log names.

    Raises:
        EventError: if it names none.
    """
    for seat in SEATS:
        if seat == text:
            return seat
    raise EventError.unknown(text)


def deed_in(text: str) -> tuple[Seat, str]:
    """Who does what by an event or log: `W 3S`.

    Raises:
        EventError: if no seat is named.
    """
    who, _, action = text.partition(" ")
    return seat_in(who), action


def deed_of(verb: str, rest: str) -> tuple[Seat, str]:
    """Who does what by an event: `play W 3S`, or `dark W`.

    Raises:
        EventError: if no seat is named.
    """
    return deed_in(rest) if verb == "play" else (seat_in(rest), verb)


def say_refusal(refusal: Refusal) -> str:
    """Why something may not be done, and what may."""
    if not refusal.legal:
        return refusal.reason
    legal = ", ".join(render.name_action(str(each)) for each in refusal.legal[:MOST_NAMED])
    legal += ", …" * (len(refusal.legal) > MOST_NAMED)
    return f"{refusal.reason} {catalogue.say('line.legal', actions=legal)}"
