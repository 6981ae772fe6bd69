"""Base classes and helpers of all widgets: frames, logs and links to rules."""

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
from kontrapunkt.record import Record
from kontrapunkt.render.markup import Markup, joined, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import ASKED, EITHER, use_faces
from kontrapunkt.widgets.complaint import Complaint, finding_of_refusal, finding_of_result
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry, PrecomputedFrames

LOG_FORMAT: Final = "1"

COMPLAIN: Final = "complain"
"""The event that asks for a complaint about a refusal, `complain S KC`, or about what is on display."""

SWEEP_MS: Final = 260
"""Duration of the animation of a finished trick, in milliseconds."""

REPLY_MS: Final = 380
"""Pause between the reader's card and the engine's reply, in milliseconds."""

MOST_NAMED: Final = 12
"""The most legal actions that a refusal names; the table shows the others."""

_GAME: Final = re.compile(r'^\s*\[game\s+["“]?([\w-]{1,40})', re.IGNORECASE | re.MULTILINE)


class SpecError(ValueError):
    """Raised if a spec does not fit its kind of widget."""


class EventError(ValueError):
    """Raised for an unknown event or a log entry that does not fit."""

    @classmethod
    def unknown(cls, event: str) -> "EventError":
        """Create the error for an unknown event.

        Args:
            event: The event or log entry, or the part of it that is unknown.
        """
        return cls(catalogue.say("widget.event", event=event))


@dataclass(frozen=True, slots=True)
class Prefs:
    """The reader's preferences that change the markup; CSS handles colours and motion.

    Attributes:
        language: A language code.
        suits: `french` for French faces and names in every game; `german` for German ones where the game
            allows both; empty for no preference. Drawings of German-suited cards contain both faces and CSS
            selects one; sentences use one.
    """

    language: str = catalogue.ENGLISH
    suits: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Prefs":
        """Read the known keys of stored preferences and ignore the rest."""
        language = data.get("language")
        if not isinstance(language, str) or not language.isalpha():
            language = catalogue.ENGLISH
        suits = data.get("faces")
        return cls(language, suits if suits in ("french", "german") else "")

    def faces(self, spec: Mapping[str, Any]) -> str:
        """Return the faces that this reader sees for a spec."""
        own = faces_of(spec)
        if own == EITHER:
            return ASKED if self.suits == "german" else own
        return "french" if self.suits == "french" else own


def faces_of(spec: Mapping[str, Any]) -> str:
    """Return the faces of a spec.

    These are the faces of its record's game, else the faces that the spec names, else French ones.
    """
    tagged = _GAME.search(str(spec.get("record") or spec.get("position") or spec.get("puzzle") or ""))
    name = tagged[1] if tagged else str(spec.get("game") or "")
    with suppress(UnknownGame):
        return game_class(name).faces if name else str(spec.get("faces") or "french")
    return "french"


class Widget(ABC):
    """An interactive part of a page that renders its state and handles events.

    Attributes:
        kind: The name of its fence.
        id: Unique in its page; the prefix of the element ids in its markup.
        note: A sentence that explains why a log was not replayed in full; empty otherwise.
        keeps: A puzzle that the page is asked to store; empty for none.
        drops: The id of a stored puzzle that the page is asked to remove; empty for none.
        faces: The faces used to draw and name its cards.
    """

    kind: ClassVar[str]

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        self.spec = spec
        self.prefs = prefs
        self.id = str(spec.get("id", self.kind))
        self.faces = prefs.faces(spec)
        self.note = ""
        self.keeps: Mapping[str, Any] = {}
        self.drops = ""
        self._entries: list[str] = []
        self._parts: dict[object, str | Markup] = {}

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Activate the reader's language and faces while frames are made."""
        with catalogue.use_language(self.prefs.language), use_faces(self.faces):
            yield

    @property
    def log(self) -> list[str]:
        """The log entries so far, after a header with format, engine version and kind."""
        return [self._header(), *self._entries]

    @property
    def beginning(self) -> list[str]:
        """The log that the page's author has set as the beginning; empty for none."""
        entries = [str(entry) for entry in self.spec.get("log") or ()]
        return [self._header(), *entries] if entries else []

    def restore(self, log: Sequence[str]) -> None:
        """Replay a log as far as it fits, never searching; `note` explains a stop."""
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
        """Apply one log entry; a diagram accepts none.

        Raises:
            EventError: if it does not fit.
        """
        raise EventError.unknown(entry)

    @abstractmethod
    def frame(self) -> Frame:
        """Return the current picture of the widget."""

    def send(self, event: str) -> list[Frame]:
        """Handle an event from the markup and return the frames to show, in order.

        Raises:
            EventError: if the widget does not know the event; a diagram knows none.
        """
        raise EventError.unknown(event)

    @property
    def thinking(self) -> bool:
        """Return True if there is something left to search."""
        return False

    def think(self, budget_ms: float) -> list[Frame]:
        """Search for about the given time and return the frames to show, if any.

        The page calls it again while `thinking` is True; an event in between may cancel the search.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.
        """
        return []

    def ahead(self) -> list[Frame]:
        """Return the first frames of the reader's likely next events, to prepare them."""
        return []

    def complain(self, about: str) -> Complaint:
        """Return a complaint for the reader to complete.

        Args:
            about: A refused action with its seat, `S KC`; empty for the result or mark on display.

        Raises:
            EventError: if there is no such refusal, result or mark.
        """
        raise EventError.unknown(f"{COMPLAIN} {about}".strip())

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """The reader's result, stored beside the log; None for none.

        Its key `of` names the deal or question; only the first outcome of a name is stored.
        """
        return None

    def coming(self) -> Sequence[LikelyEntry]:
        """Return the entries that may follow in the log; empty if the kind is no homework."""
        return ()

    def begin_again(self) -> None:
        """Reset to the state before the first event; only homework kinds implement it."""
        raise NotImplementedError

    @property
    def foreseeable(self) -> bool:
        """Return True if `foreseen` has anything to compute."""
        return False

    def foreseen(self) -> PrecomputedFrames | None:
        """Compute the frames after likely events from the beginning; None for none."""
        return None

    def _twin(self) -> Self:
        """Return a copy in the same state, to try events on."""
        twin = copy(self)
        twin._entries = [*self._entries]
        return twin

    def _once[T: str | Markup](self, part: Callable[[], T], *depends: object) -> T:
        """Return a part of the markup, cached under all values that it depends on."""
        if depends not in self._parts:
            self._parts[depends] = part()
        return cast("T", self._parts[depends])  # the key includes the part's name, hence its type

    def feedback(
        self,
        said: str,
        *,
        rule: str = "",
        tone: str = "",
        notes: str = "",
        wanted: bool = False,
        doubt: str = "",
    ) -> str:
        """Render the message box, with a link to the rule and a button to complain.

        Args:
            rule: The id of the rule to link; empty for none.
            tone: `refusal`, `good`, `wrong`, `shown` or empty.
            notes: The author's comment on the last action, as HTML.
            wanted: Whether the box is scrolled into view.
            doubt: The event of the button to complain; empty for none.
        """
        html = text(said)
        if rule:
            html += " " + self._rule(rule)
        if doubt:
            html += " " + render.doubt_button(doubt)
        return render.feedback(html, tone=tone, notes=notes, wanted=wanted)

    def _rule(self, rule: str) -> str:
        """Render a rule's id, as a link if the site has a page for it."""
        page = dict(self.spec.get("rule_pages") or {}).get(rule.partition("-")[0])
        return text(f"({rule})") if page is None else render.rule_link(rule, f"{page}#{rule}")

    def _header(self) -> str:
        from kontrapunkt import __version__

        return f"kontrapunkt {LOG_FORMAT} {__version__} {self.kind}"


class Playable(Widget):
    """A widget with a table on which the reader acts."""

    @abstractmethod
    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        """Render the body.

        Args:
            feedback: The message box as HTML.
            swept: Whether a finished trick is drawn in front of its winner.
        """

    def _frame(self, told: Sequence[str], **how: Any) -> Frame:
        """Return a frame of the table with a message.

        Args:
            told: The message, in sentences.
            **how: The parameters of `feedback`.
        """
        said = joined(told)
        return Frame(self._html(self.feedback(said, **how)), said)

    def _resting(self, told: Sequence[str], pause_ms: int) -> Frame:
        """Return a frame to show before the next one follows by itself.

        It has no announcement, since its message has been read out already.

        Args:
            pause_ms: The pause in milliseconds.
        """
        return Frame(self._html(self.feedback(joined(told))), pause_ms=pause_ms)

    def _swept(self, finished: Trick | None) -> list[Frame]:
        """Return a frame that moves a finished trick to its winner, if there is one."""
        return [Frame(self._html(self.feedback(""), swept=True), pause_ms=SWEEP_MS)] if finished else []

    def _refused(self, state: State, seat: Seat, action: str) -> list[Frame]:
        """Return a frame that refuses an illegal action and names the legal ones, or []."""
        refusal = state.why_not(action, seat)
        if refusal is None:
            return []
        doubt = f"{COMPLAIN} {seat} {action}"
        return [self._frame([say_refusal(refusal)], rule=refusal.rule, tone="refusal", doubt=doubt)]

    def _complaint(self, state: State, record: Record, about: str) -> Complaint:
        """Return a complaint about a refused action, or about the result of a finished deal.

        Args:
            state: The present state.
            record: The record up to it.
            about: The action with its seat; empty for the result.

        Raises:
            EventError: if there is no such refusal or result.
        """
        if about:
            seat, action = parse_seat_action(about)
            if refusal := state.why_not(action, seat):
                return Complaint.create(f"refusal {about}", finding_of_refusal(refusal), record)
        elif state.to_act is None:
            return Complaint.create("result", finding_of_result(state.result()), record)
        return super().complain(about)

    def _going_on(self, entry: str, finished: Trick | None) -> list[Frame]:
        """Replay a log entry and return the frames, after that of the finished trick."""
        swept = self._swept(finished)
        self.replay(entry)
        return [*swept, self.frame()]


def seat_in(text: str) -> Seat:
    """Parse a seat's letter in an event or log.

    Raises:
        EventError: if it names none.
    """
    for seat in SEATS:
        if seat == text:
            return seat
    raise EventError.unknown(text)


def parse_seat_action(text: str) -> tuple[Seat, str]:
    """Parse a seat and an action in an event or log: `W 3S`.

    Raises:
        EventError: if no seat is named.
    """
    who, _, action = text.partition(" ")
    return seat_in(who), action


def parse_event_action(verb: str, rest: str) -> tuple[Seat, str]:
    """Parse the seat and the action of an event: `play W 3S`, or `dark W`.

    Raises:
        EventError: if no seat is named.
    """
    return parse_seat_action(rest) if verb == "play" else (seat_in(rest), verb)


def say_refusal(refusal: Refusal) -> str:
    """Return the reason for a refusal, followed by the legal actions."""
    if not refusal.legal:
        return refusal.reason
    legal = ", ".join(str(render.action_name(str(each))) for each in refusal.legal[:MOST_NAMED])
    legal += ", …" * (len(refusal.legal) > MOST_NAMED)
    return f"{refusal.reason} {catalogue.say('line.legal', actions=legal)}"
