"""A table for playing deal after deal against computer players.

Computer players see only their own cards. Entries of the log: `terms preset=lappi6 seat=E`, the settings that
differ from a fresh table; `deal 7`, the seed of the first deal; or `record [Game ...`, a record that was
loaded, `look 1 8`, its deal and step on display, and `on 7`, which plays on from there with a seed for later
deals. Then the reader's actions, `S KS`, and the computer players', `reply W 3D`; `back` where an action was
taken back, `from 17` where all was undone back to a decision; `hint`; `ask` where a club player was asked;
`open` where all hands were shown; `finish` where the computer plays the reader's cards too; `keep 17` and
`drop 17` where the puzzle of a decision was stored or taken away; `next`, the next deal. After a complete
record, `again 7` plays its last deal from the start, to be compared. Replaying a log asks
no player.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from secrets import randbelow
from typing import Any, ClassVar, Final

from kontrapunkt import render
from kontrapunkt.core.deal import RecordError
from kontrapunkt.core.interface import PASS, Seat, Trick
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.registry import UnknownGame
from kontrapunkt.record import PlayedSession
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.markup import Markup, joined
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import addressing
from kontrapunkt.widgets.base import (
    COMPLAIN,
    EventError,
    Playable,
    Prefs,
    SpecError,
    parse_event_action,
    parse_seat_action,
    seat_in,
)
from kontrapunkt.widgets.complaint import Complaint
from kontrapunkt.widgets.line import Line, say_taken_back
from kontrapunkt.widgets.mistakes import as_kept
from kontrapunkt.widgets.precomputed import Frame
from kontrapunkt.widgets.review import Decision, decision_text, finding_of_decision, hint_text, in_words
from kontrapunkt.widgets.settings_form import options_of
from kontrapunkt.widgets.table import board
from kontrapunkt.widgets.table.announcements import answers, say_new
from kontrapunkt.widgets.table.board import due, line_of, sheet_line
from kontrapunkt.widgets.table.record_browser import RecordBrowser, leaf, say_unreadable, status_sentences
from kontrapunkt.widgets.table.session import TableSession
from kontrapunkt.widgets.table.settings import PACES, TableSettings
from kontrapunkt.widgets.table.spoken import LEVELS

MOST_SEEDS: Final = 10**9
"""The upper limit of seeds for random deals."""

LAST_MS: Final = 1100
"""The time that the last trick of a deal rests before the result, in milliseconds."""

HEARD: Final = 4
"""The number of recent events in the message, each with its news."""

_REVIEWING: Final = ("keep", "drop", "moment", "result")
"""The events about a finished deal."""

_AGREEING: Final = ("set", "join", "deal", "number", "record")
"""The events that change the settings or the deal as long as nobody has acted."""

ROOM: Final = 190
"""The number of letters with room beside a phone's table; longer messages shrink."""


@old_names(sitting="history")
class Table(Playable):
    """A table: settings first, then deals."""

    kind: ClassVar[str] = "table"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Set up the table.

        Raises:
            SpecError: if there is no such game, or its terms are invalid.
        """
        super().__init__(spec, prefs)
        try:
            self._fresh = TableSettings(str(spec.get("game"))).reading(str(spec.get("terms") or ""))
        except (UnknownGame, EventError) as error:
            raise SpecError(str(error)) from error
        self._terms = self._fresh
        self._seated: TableSession | None = None
        self._looking: RecordBrowser | None = None
        self._moment: int | None = None  # the step of a decision on display after a deal
        self._draft = self._problem = ""  # an unreadable record that was loaded, and its error
        self._sheet: list[render.ScoresheetLine] = []

    @property
    def open_session(self) -> TableSession:
        """The session at the table.

        Raises:
            EventError: before the first deal.
        """
        if self._seated is None:
            raise EventError.unknown("deal")
        return self._seated

    @property
    def history(self) -> PlayedSession:
        """The actions and deals of the session.

        Raises:
            EventError: before the first deal.
        """
        return self.open_session.history

    @property
    def seat(self) -> Seat | None:
        """The reader's seat in this deal; None without one, or before the first deal."""
        return self._seated.seat if self._seated else None

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Activate the reader's language and faces, and say “you” of the one person at the screen."""
        with super().speaking(), addressing(lambda: self._seated.addressed if self._seated else None):
            yield

    @property
    def ended(self) -> bool:
        """Return True if there is a deal on the table and it is over."""
        return self._seated is not None and self._seated.ended

    @property
    def outcome(self) -> Mapping[str, Any] | None:
        """The result of the reader's deal; None unless they played all of it, alone.

        `of` names the deal, `against` the opponents, `rules` the rule set; `number` is the result; `helped`
        counts the reader's help; `session` says whether a finished session was won.
        """
        at = self._seated
        if at is None or self._looking or not at.ended or at.finishing or len(at.people) != 1:
            return None
        terms, result, session = self._terms, at.state.result(), at.history.session_after
        fresh = type(terms)(terms.game_id)
        agreed = replace(terms, pace=fresh.pace, length=fresh.length).text
        return {
            "of": f"{self._entries[0].partition(' ')[2]} {len(at.history.earlier) + 1} {agreed}".strip(),
            "against": terms.player,
            "rules": terms.game.options.preset or "",
            "number": result.seats.get(at.people[0]) if result.paid else None,
            "unit": str(result.unit),
            "won": at.people[0] in result.winners,
            "helped": len(at.helped),
            "session": at.people[0] in session.winners if session and session.over else None,
        }

    # The log --------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """The settings, the deal and the actions since."""
        agreed = self._terms.text if self._terms != self._fresh else ""
        return [self._header(), *([f"terms {agreed}"] if agreed else []), *self._entries]

    def replay(self, entry: str) -> None:
        """Apply any entry of a log.

        Raises:
            EventError: if it does not fit.
            Refusal: if an action is not legal.
        """
        word, _, rest = entry.partition(" ")
        if self._seated:
            self._go_on(self._seated, word, rest)
        elif word == "terms":
            self._terms = self._fresh.reading(rest)
            return
        elif self._looking:
            self._go_through(self._looking, word, rest)
        elif word == "record":
            self._look_at(rest)
        else:
            seed = read_number(rest) if word == "deal" else None
            if seed is None:
                raise EventError.unknown(entry)
            self._seated = TableSession(self._terms, PlayedSession(self._terms.game.deal(seed), seed), seed)
        self._entries.append(entry)

    def _look_at(self, text: str) -> None:
        try:
            self._looking = RecordBrowser(text, self._fresh.game_id)
        except RecordError as error:
            raise EventError(say_unreadable(error)) from error
        self._terms = self._terms.of_record(self._looking.game)

    def _go_through(self, at: RecordBrowser, word: str, rest: str) -> None:
        """Apply a log entry about a record on display."""
        seed = read_number(rest)
        if word == "look" and at.stand(rest):
            self._entries[1:] = []  # a place always has the same log
        elif word == "again" and seed is not None and at.playable:
            self._seated = TableSession(self._terms, at.again(seed))
        elif word == "on" and seed is not None and not at.hides:
            self._seated = TableSession(self._terms, at.resume_session(seed))
            ends = [states[-1].state for states in at.before]
            self._sheet = [sheet_line(number, end) for number, end in enumerate(ends, 1)]
        else:
            raise EventError.unknown(f"{word} {rest}".strip())

    def _go_on(self, at: TableSession, word: str, rest: str) -> None:
        match word:
            case "next" if at.ended and not at.over:
                self._sheet.append(line_of(at))
                at.deal()
            case "back" | "from":
                step = None if word == "back" else read_number(rest)
                if (word == "from" and step is None) or not at.go_back(step):
                    raise EventError.unknown(f"{word} {rest}".strip())
            case "hint" | "ask" | "open" | "finish":
                at.help(word)
            case "keep" | "drop" if at.ended:
                step = read_number(rest)
                if step is None:
                    raise EventError.unknown(f"{word} {rest}".strip())
                at.stored_puzzles[step] = word == "keep"
            case "reply":
                at.act(*parse_seat_action(rest), own=False)
            case _:
                at.act(seat_in(word), rest, own=True)

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Handle the event of a button or card.

        `set preset lappi6`, `join N`, `deal`, `number 7`, `deal day`, `next`; an action: `play S KS`, `dark
        S`; `back`, `from 17`, `hint`, `ask`, `open`, `finish`, `leave`. After a deal, `moment 17` shows a
        decision and `result` the result again; `keep 17` stores the puzzle made from it, and `drop 17` takes
        it away. `show N` when N has come to the screen, `hand N` to let N come, `look N` for N's view of a
        finished deal. `record [Game ...` loads a record, with `first`, `back`, `next`, `last`, `go 8` to step
        through it and `on`, `on E` to play on from there, or `again` to play its deal from the start.
        """
        verb, _, rest = event.partition(" ")
        at = self._seated
        if at is None:
            return self._leaf(self._looking, verb, rest) if self._looking else self._agree(verb, rest)
        if verb in _AGREEING and at.untouched:
            return self._agree(verb, rest)
        if at.ended and verb in _REVIEWING:
            return self._review(at, verb, rest)
        looked, self._moment = self._moment, None
        if looked is not None and verb == "play":  # the reader plays on from the decision
            self.replay(f"from {looked}")
        match verb:
            case "leave":
                return self._leave()
            case "show" | "hand" | "look":
                {"show": at.show, "hand": at.hand_over, "look": at.look_as}[verb](seat_in(rest))
                return [self.frame()]
            case "next" if at.ended and not at.over:
                return self._take("next")
            case "back":
                return self._go_back(at)
            case "hint" if at.hint and at.given < at.hints:
                return self._take("hint")
            case "ask" if at.hint:
                self.replay("ask")
                at.ask(len(self._entries))
                return [self._frame([catalogue.say("table.asking"), *due(at)])]
            case "open" | "finish" if not at.ended:
                self.replay(verb)
                return [self._silent_but(at, [catalogue.say(f"ear.{verb}")])]
            case "from":
                return self._take(event)
            case "next" | "hint" | "ask" | "open" | "finish" | "set" | "deal":
                return [self.frame()]
            case _:
                return self._do(at, *parse_event_action(verb, rest))

    def _review(self, at: TableSession, verb: str, rest: str) -> list[Frame]:
        """Handle an event about a finished deal."""
        step = read_number(rest)
        if verb == "result":
            self._moment = None
            return [self.frame()]
        if step is not None and verb == "moment" and board.decision_at(at, step):
            self._moment = step
            return [self.frame()]
        puzzle = at.mistakes.puzzles.get(step) if at.mistakes and step is not None else None
        if step is None or puzzle is None:
            raise EventError.unknown(f"{verb} {rest}".strip())
        self._mark(at, step, verb)
        said = catalogue.say("mistakes.kept" if verb == "keep" else "mistakes.dropped", title=puzzle.title)
        return [self._frame([said])]

    def _mark(self, at: TableSession, step: int, word: str) -> None:
        """Have the page store the puzzle of a decision, or remove it."""
        assert at.mistakes
        puzzle = as_kept(at.mistakes.puzzles[step], at.state.game.id)
        self.keeps, self.drops = (puzzle, "") if word == "keep" else ({}, str(puzzle["id"]))
        self.replay(f"{word} {step}")

    def _work_on_review(self, at: TableSession, budget_ms: float) -> bool:
        """Continue the review, then look for puzzles; a new puzzle is stored unless the reader took it away.

        Returns:
            True if there is more to show.
        """
        mistakes = at.mistakes if self._shelf else None
        if mistakes is None:
            return at.review is not None and at.review.work(budget_ms)
        if mistakes.work() and len(at.people) == 1:
            for step in mistakes.puzzles.keys() - at.stored_puzzles.keys():
                self._mark(at, step, "keep")
        return True

    def _leave(self) -> list[Frame]:
        self._entries.clear()
        self._seated = self._looking = None
        self._sheet = []
        return [self.frame()]

    def _leaf(self, at: RecordBrowser, verb: str, rest: str) -> list[Frame]:
        """Handle an event while a record is on display."""
        if verb == "leave":
            return self._leave()
        if verb == "again" and at.playable:
            return self._take(f"again {randbelow(MOST_SEEDS)}")
        if verb == "on" and not at.hides:
            if rest:
                self._terms = self._terms.with_value("seat", seat_in(rest)).with_value("people", "")
            return self._take(f"on {randbelow(MOST_SEEDS)}")
        before = self._swept(at.now.finished) if verb == "next" else []
        if at.walk(f"{verb} {rest}".strip()):
            self.replay(f"look {at.place}")
            return [*before, self.frame()]
        return [self.frame()]

    def _agree(self, verb: str, rest: str) -> list[Frame]:
        """Handle an event before the first deal, or before anybody has acted in it."""
        match verb:
            case "set" | "join":
                key, _, value = rest.partition(" ")
                try:
                    self._terms = (
                        self._terms.with_value(key, value) if verb == "set" else self._terms.with_person(rest)
                    )
                except EventError as error:
                    return [self._frame([str(error)], tone="wrong")]
                return self._take_anew(f"deal {self._seated.number}") if self._seated else [self.frame()]
            case "record":
                self._draft = rest
                try:
                    frames = self._take_anew(f"record {rest}")
                except EventError as error:
                    self._problem = str(error)
                    return [self._frame([self._problem], tone="wrong")]
                self._draft = self._problem = ""
                return frames
            case "deal":
                seed = int(f"{date.today():%Y%m%d}") if rest == "day" else randbelow(MOST_SEEDS)
                return self._take_anew(f"deal {seed}")
            case "number":
                number = read_number(rest.strip())
                if number is None or number >= MOST_SEEDS:
                    wrong = catalogue.say("table.number.wrong", most=MOST_SEEDS - 1)
                    return [self._frame([wrong], tone="wrong")]
                return self._take_anew(f"deal {number}")
            case _:
                raise EventError.unknown(f"{verb} {rest}".strip())

    def _take_anew(self, entry: str) -> list[Frame]:
        """Take an entry instead of the deal on the table, which stays if the entry does not fit."""
        before = self._entries, self._seated
        self._entries, self._seated = [], None
        try:
            return self._take(entry)
        except EventError:
            self._entries, self._seated = before
            raise

    def _take(self, entry: str) -> list[Frame]:
        self.replay(entry)
        return [self.frame()]

    def _go_back(self, at: TableSession) -> list[Frame]:
        mine = at.own_steps
        if not mine:
            return [self._frame([catalogue.say("solving.back.none"), *due(at)])]
        taken = at.history.done[mine[-1]]
        self.replay("back")
        return [self._silent_but(at, [say_taken_back(*taken), *due(at)[::-1]])]

    def _do(self, at: TableSession, seat: Seat, action: str) -> list[Frame]:
        """Apply the reader's action; refuse one out of turn and ignore a repeated key."""
        entry = f"{seat} {action}"
        again = self.log[-1] == entry
        if seat != at.seat or at.finishing:
            return [self.frame() if again else self._frame([catalogue.say("table.not_yours"), *due(at)])]
        if refused := self._refused(at.state, seat, action):
            return [self.frame()] if again else refused
        return self._going_on(entry, at.finished)

    @property
    def thinking(self) -> bool:
        """Return True if a player is to act, or a review or its puzzles are unfinished."""
        at = self._seated
        if at is None:
            return False
        if at.thinks or at.next is not None or (at.hint and at.hint.recommendation is None):
            return True
        review, mistakes = at.review, at.mistakes if self._shelf else None
        return (review is not None and not review.over) or (mistakes is not None and not mistakes.over)

    @property
    def _shelf(self) -> str:
        """The page with the reader's own mistakes; empty if the site has none."""
        return str(self.spec.get("mistakes") or "")

    def think(self, budget_ms: float) -> list[Frame]:
        """Let a computer player think or act, or continue the review.

        Args:
            budget_ms: The time to spend in milliseconds, above 0; a player may take longer.
        """
        at = self._seated
        if at is None:
            return []
        if at.thinks:
            return self._advise(at) if at.ponder(budget_ms) else []
        seat = at.next
        if seat is None:
            if at.hint:
                return [self.frame()] if at.hint.weigh(budget_ms) and at.given else []
            return [self.frame()] if self._work_on_review(at, budget_ms) else []
        action = at.choice(seat, budget_ms)
        if action is None:
            return []
        if seat != at.state.to_act and action == PASS:
            at.history.says_nothing(seat)
            return []
        resting = self._resting(self._heard(at), PACES[self._terms.pace])
        return [resting, *self._going_on(f"reply {seat} {action}", at.finished)]

    def _advise(self, at: TableSession) -> list[Frame]:
        """Return a frame with the club player's advice."""
        best = next(iter(at.estimates.sentences)) if at.estimates else catalogue.say("table.asking.none")
        return [self._frame([str(best)])]

    # What it says and shows -----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Return the current state of the table."""
        if self._seated:
            return self._seated_frame(self._seated)
        return self._frame(
            status_sentences(self._looking) if self._looking else [catalogue.say("table.agree")]
        )

    def _seated_frame(self, at: TableSession) -> Frame:
        """Return the state of a deal; a listener hears only what the reader has not been told."""
        frame = self._frame(self._heard(at))
        if self._decision(at) or (at.hint and at.given):
            return frame
        brief, normal, full = (say_new(at, level) for level in LEVELS)
        return replace(frame, say=normal, brief=brief, full=full)

    def _silent_but(self, at: TableSession, told: Sequence[str]) -> Frame:
        """Return the state of a deal; a listener hears only the given sentences."""
        return replace(self._frame(self._heard(at)), say=joined(told))

    def _heard(self, at: TableSession) -> list[str]:
        """Return the recent events and whose turn it is, or the hint requested."""
        if at.hint and at.given:
            advised = at.hint.recommendation
            return [hint_text(advised, at.given) if advised else catalogue.say("table.weighing")]
        if looked := self._decision(at):
            return [decision_text(looked, in_words(looked))]
        heard, turn = at.sentences[-HEARD:], due(at)
        while len(heard) > 1 and len(" ".join([*heard, *turn])) > ROOM:
            heard.remove(min(heard[:-1], key=len))  # a card alone, which the table shows
        return [*heard, *turn]

    def feedback(self, said: str, *, tone: str = "", **how: Any) -> str:
        """Render the message box; the winner of a deal sees it in another tone."""
        at = self._seated
        won = at is not None and at.ended and at.seat in at.state.result().winners
        if at is not None and at.ended:
            how.setdefault("doubt", COMPLAIN)
        return super().feedback(said, tone=tone or ("good" if won else ""), **how)

    def complain(self, about: str) -> Complaint:
        """Return a complaint about a refused action, the result of the deal or the decision on display.

        Raises:
            EventError: if there is no such refusal, result or decision.
        """
        at = self.open_session
        record, looked = at.history.record(at.record_seat), self._decision(at)
        if about or looked is None:
            return self._complaint(at.state, record, about)
        subject = f"{'silence' if looked.silence else 'decision'} {at.seat} {looked.step}"
        return Complaint.create(subject, finding_of_decision(looked), record)

    def _settings(self) -> tuple[str, ...]:
        """Render the settings row by row, and other ways to begin."""
        agreements, options = [*self._terms.agreements()], options_of(self._terms.game)
        shared = render.shared_labels([*agreements, *options])
        others = [
            render.button("deal day", catalogue.say("table.day")),
            render.deal_by_number(widget_id=self.id),
            render.bring_record(self._draft, self._problem, widget_id=self.id),
        ]
        return (
            *(each.html(self.id) for each in render.tell_apart(agreements, shared)),
            render.speech_switch(),
            render.further_terms(render.tell_apart(options, shared), others, widget_id=self.id),
        )

    def _folded(self) -> tuple[str, str]:
        """Render a button, and the list of settings that it opens."""
        return render.folded_terms(self._settings(), widget_id=self.id)

    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        at = self._seated
        if at is None and self._looking:
            seat = self._terms.seat
            return leaf(self._looking, widget_id=self.id, feedback=feedback, seat=seat, swept=swept)
        if at is None:
            deal = render.button("deal", catalogue.say("table.deal"), key="n", strong=True)
            row = render.session_controls(self.id, [deal])
            return render.frame(table=render.terms(*self._settings()), say=feedback, controls=row)
        if at.ended:
            return self._ended_html(at, feedback)
        return self._table_html(at, feedback, swept=swept)

    def _table_html(self, at: TableSession, feedback: str, *, swept: bool = False) -> Markup:
        """Render the table with its cards."""
        bids = board.bids(at, self.id)
        return render.frame(
            standing=board.score(at),
            table=render.TableRenderer(
                at.view,
                widget_id=self.id,
                resting=at.finished,
                swept=swept,
                foot=at.seat or at.awaited or "S",
                cue=at.state.to_act == at.seat,
                most=at.most,
                playing=True,
                bids=bids,
            ).html(),
            deeds=board.action_area(at, self.id, elsewhere=bool(bids)),
            say=feedback + render.answers(answers(at)),
            controls=board.controls(at, self.id, self._header(), self._folded() if at.untouched else None),
            hints=board.advice(at),
            tricks=board.scoresheet(at, self._sheet),
            turns=board.tricks(at),
        )

    @property
    def _other_play(self) -> Line | None:
        """The play of the same deal in the record from which it was taken; None for none."""
        again = any(entry.startswith("again ") for entry in self._entries)
        first = self._seated is not None and not self._seated.history.earlier
        return self._looking.line if again and first and self._looking else None

    def _decision(self, at: TableSession) -> Decision | None:
        """Return the decision on display after a deal; None for none."""
        return None if self._moment is None else board.decision_at(at, self._moment)

    def _ended_html(self, at: TableSession, feedback: str) -> Markup:
        """Render a finished deal: its result in the place of the table, or a decision."""
        looked = self._decision(at)
        other = self._other_play
        return render.frame(
            names="kp-ended" if looked else "kp-ended kp-result",
            standing=board.score(at),
            table=board.moment(at, looked, self.id) if looked else board.ending(at, self._rule),
            deeds=board.action_area(at, self.id),
            say=feedback + render.answers(answers(at)),
            controls=board.controls(at, self.id, self._header(), None, looked),
            ahead=board.score_of_deal(at),
            hints=board.beside(at, looked, other),
            tricks=board.scoresheet(at, self._sheet)
            + render.every_line(at.state.result(), self._rule)
            + board.no_puzzle(at, self._shelf)
            + board.how_judged(at),
            turns="" if other else board.tricks(at),
        )

    def _going_on(self, entry: str, finished: Trick | None) -> list[Frame]:
        """Replay a log entry and return the frames; the last trick of a deal rests before the result."""
        frames = super()._going_on(entry, finished)
        at = self.open_session
        if not at.ended:
            return frames
        last = Frame(self._table_html(at, self.feedback(joined(at.sentences[-HEARD:]))), pause_ms=LAST_MS)
        return [*frames[:-1], last, frames[-1]]
