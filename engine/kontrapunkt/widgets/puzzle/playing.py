"""Positions to play out: the engine replies and refutes a wrong card.

Entries of the log: the reader's actions, `S KS`, followed by `lost` if one gave the goal away; the engine's
replies, `reply W 3D`; its cards for everybody while it shows the solution, `shown S 6C`; `back` where cards
were taken back. Verdicts and replies are searched for on demand, never to replay a log.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from kontrapunkt import render
from kontrapunkt.core.interface import Action, Seat
from kontrapunkt.puzzles.kind import REACHED, PlayoutPuzzle
from kontrapunkt.puzzles.phrasing import action_phrases, distinct
from kontrapunkt.record import record_of
from kontrapunkt.render.markup import Markup, joined
from kontrapunkt.search import Value
from kontrapunkt.search.verdict import best_actions, judge
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.analysis import Analysis
from kontrapunkt.widgets.base import COMPLAIN, REPLY_MS, Prefs, parse_event_action, parse_seat_action, seat_in
from kontrapunkt.widgets.complaint import Complaint
from kontrapunkt.widgets.line import Line, Moment, say_taken_back
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry
from kontrapunkt.widgets.puzzle.base import PuzzleWidget
from kontrapunkt.widgets.puzzle.complaint import finding_of_goal, tags_of

SHOW_MS: Final = 900
READ_MS: Final = 2400


class PlayingWidget(PuzzleWidget[PlayoutPuzzle]):
    """A position to play out against best defence."""

    _reached_at: tuple[str, ...]  # where it was solved; empty if it was not

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs, task: PlayoutPuzzle) -> None:
        self._goal = str(task.goal)
        self._home = Moment(None, Action(""), task.state)
        self._line = Line([self._home])
        self._kept: set[tuple[str, ...]] = set()  # reader's cards that keep the goal within reach
        self._heard: Sequence[str] = ()  # messages since the reader's last event
        super().__init__(spec, prefs, task)
        written = dict(spec.get("solved") or {}) or {self._goal: []}
        self._analysis = Analysis(task.game, self._line, written)

    def _start_again(self) -> None:
        self._own = []
        self._lost: int | None = None  # the number of own moments when the goal was given away
        self._showing = False

    # The log --------------------------------------------------------------------------------------------

    def _replay(self, word: str, rest: str) -> None:
        match word:
            case "back" if self._own:
                self._take_back()
            case "lost" if self._own and self._lost is None:
                self._lost = len(self._own)
                self._tries += 1
            case "start":
                self._start_again()
            case "reply":
                self._own.append(self._now.next_moment(*parse_seat_action(rest), reply=True))
            case "shown":  # the reader can take these cards back one by one and play others
                seat, action = parse_seat_action(rest)
                self._own.append(self._now.next_moment(seat, action, reply=seat not in self.task.side))
            case _:
                self._own.append(self._now.next_moment(seat_in(word), rest))

    def _moves(self) -> Iterator[LikelyEntry]:
        """Yield the cards that may be played, and the entries that may follow one."""
        now, seat = self._now, self._now.state.to_act
        if seat is not None:
            replies = seat not in self.task.side and not self._decided
            for action in now.state.actions():
                yield LikelyEntry(f"reply {seat} {action}" if replies else f"{seat} {action}", 24)
                if self._shown:
                    yield LikelyEntry(f"shown {seat} {action}", 24)
        for other in self.task.game.seats:
            if other != seat:
                yield from (LikelyEntry(f"{other} {action}") for action in now.state.actions(other))
        if self._own:
            yield LikelyEntry("back", 8)
            if self._lost is None and not now.reply and not self._decided:
                yield LikelyEntry("lost", 16)
            if self._shown:
                yield LikelyEntry("start")

    @property
    def _right_now(self) -> bool:
        if self._lost is not None or not self._own:
            return False
        if self._now.state.to_act is not None:
            return self._safe(self._now)
        before = self._now.before
        assert before is not None
        value = self._analysis.at_once(before, self._goal).get(self._now.action)
        return value is not None and self._reached(before, value)

    def _take_back(self) -> None:
        """Undo the reader's last card, or the card that gave the goal away."""
        if self._lost is not None:
            del self._own[self._lost :]
        self._taken_back()
        self._lost = None

    def replay(self, entry: str) -> None:
        """Apply an entry as in any puzzle; remember where the puzzle was solved."""
        super().replay(entry)
        if entry.startswith("solved "):
            self._reached_at = self._now.path

    def _clear(self) -> None:
        super()._clear()
        self._reached_at = ()

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Handle an event as in any puzzle; earlier messages may be announced again."""
        self._heard = ()
        return super().send(event)

    def _answer(self, verb: str, rest: str) -> list[Frame]:
        self._showing = False
        if verb != "back":
            return self._act(*parse_event_action(verb, rest))
        if not self._own:
            return [self._frame([catalogue.say("solving.back.none"), self._turn()])]
        played = (each for each in reversed(self._own[: self._lost]) if not each.reply)
        taken = next(played, self._own[0])
        self.replay("back")
        return [self._frame([say_taken_back(taken.seat, taken.action), self._turn()])]

    def _act(self, seat: Seat, action: str) -> list[Frame]:
        if self._engine_acts:
            return [self._frame([catalogue.say("line.replying")])]
        return super()._act(seat, action)

    def _reveal(self) -> list[Frame]:
        """Show the solution: the engine plays for everybody from the question on."""
        if self._own:
            self.replay("start")
        self._showing = True
        return [self.frame()]

    # Searching ------------------------------------------------------------------------------------------

    @property
    def thinking(self) -> bool:
        """Return True if a verdict or the engine's card is missing."""
        return self._engine_acts or self._unjudged is not None

    def think(self, budget_ms: float) -> list[Frame]:
        """Search for the given time: the verdict on the reader's card, then the reply.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.
        """
        self._analysis.work(self._wanted(), budget_ms)
        if any(self._analysis.missing(*each) for each in self._wanted()):
            return []
        if played := self._unjudged:
            return self._judge(played)
        return self._reply() if self._engine_acts else []

    @property
    def _engine_acts(self) -> bool:
        seat = self._now.state.to_act
        if seat is None or self._decided:
            return False
        return self._showing or seat not in self.task.side

    @property
    def _decided(self) -> bool:
        """Return True if the goal was reached on this line.

        The reader then plays all seats.
        """
        return bool(self._reached_at) and self._now.path[: len(self._reached_at)] == self._reached_at

    @property
    def _unjudged(self) -> Moment | None:
        """The reader's last card, if its effect on the goal is not known yet."""
        if self._lost is not None or self._showing or not self._own or self._decided:
            return None
        last = self._own[-1]
        return None if last.reply or last.path in self._kept else last

    def _wanted(self) -> Iterator[tuple[Moment, str]]:
        if self._unjudged and self._unjudged.before:
            yield self._unjudged.before, self._goal
        elif self._engine_acts:
            yield self._now, self._goal
            if not self._analysis.missing(self._now, self._goal):
                yield from ((then, self._goal) for then in self._candidates() if self._reader_acts(then))

    def _judge(self, moment: Moment) -> list[Frame]:
        if not self._within_reach(moment):
            self.replay("lost")
            return [self.frame()]
        self._kept.add(moment.path)
        if self._safe(moment):
            self._reach()
        speaks = self._author(moment) or not self._engine_acts
        return [self.frame()] if speaks else []

    def _reply(self) -> list[Frame]:
        now = self._now
        seat = now.state.to_act
        assert seat is not None
        pause = (SHOW_MS if self._own else READ_MS) if self._showing else REPLY_MS
        resting = self._resting(self._standing(), pause)
        swept = self._swept(now.finished)
        chosen = self._sharpest().action
        self.replay(f"{'shown' if self._showing else 'reply'} {seat} {chosen}")
        if self._safe(self._now) and self._lost is None and not self._showing:
            self._reach()
        return [resting, *swept, self.frame()]

    def _reach(self) -> None:
        """Record that the goal is reached; a second time it is only announced."""
        self._reached_at = self._now.path
        self._finish()

    def _candidates(self) -> list[Moment]:
        """Return the moments after the engine's best actions, one of equal cards."""
        now, seat = self._now, self._now.state.to_act
        assert seat is not None
        best = best_actions(self.task.goal, seat, self._analysis.at_once(now, self._goal))
        return [now.next_moment(seat, action, reply=True) for action in distinct(self.task.knowledge, best)]

    def _sharpest(self) -> Moment:
        """Return the reply that leaves the reader the fewest cards that hold the goal."""

        def holding(then: Moment) -> float:
            values = self._analysis.values(then, self._goal)
            if not values or not self._reader_acts(then):
                return 1.0
            kept = [self._reached(then, value) for value in values.values()]
            return sum(kept) / len(kept)

        return min(self._candidates(), key=holding)

    def _reader_acts(self, moment: Moment) -> bool:
        return self.task.aim.of_side(moment.state.to_act)

    # Testing whether the goal is within reach ----------------------------------------------------------

    def _within_reach(self, moment: Moment) -> bool:
        """Return True if the goal can still be reached after the reader's card."""
        assert moment.before is not None
        value = self._analysis.at_once(moment.before, self._goal).get(moment.action)
        if value is None:  # a call, which no search values: the next card decides
            return True
        return self._reached(moment.before, value)

    def _reached(self, moment: Moment, value: Value) -> bool:
        """Return True if a value reaches the goal, counting points taken since the start."""
        return self.task.oracle.aim_at(moment.state).reached(value)

    def _safe(self, moment: Moment) -> bool:
        """Return True if every play reaches the goal; tested in the last two tricks only."""
        longest = Line([moment]).longest
        seat = moment.state.to_act
        if seat is None or longest < 2:
            return True
        if longest > 2:
            return False
        values = self._analysis.at_once(moment, self._goal)
        if not all(self._reached(moment, value) for value in values.values()):
            return False
        return all(
            self._safe(moment.next_moment(seat, action))
            for action in distinct(self.task.knowledge, moment.state.plays())
        )

    # What it says and shows -----------------------------------------------------------------------------

    def _standing(self) -> list[str]:
        now = self._now
        if now.before is None and self._showing:
            return list(self.task.solution[:1])
        if now.before is None:
            return [self._turn(), catalogue.say("solving.begin.play")]
        told = []
        if self._punished:
            told += self._what_was_lost(self._own[(self._lost or 0) - 1])
            if len(self._own) == self._lost:
                return told
        elif now.reply and not self._showing and self._own[-2:-1] and (author := self._author(self._own[-2])):
            told.append(author)
        if self._so_far:
            told.append(catalogue.say("solving.so_far"))
        told += now.all_sentences if now.finished else [now.sentence]
        if not now.reply and (author := self._author(now)):
            told.append(author)
        if now.path == self._reached_at and not self._showing:
            reached = self.task.reply(REACHED, catalogue.say("solving.reached"))
            return [*told, reached, self._score(), *self._otherwise()]
        if self._lost is not None and not self._punished:
            told.append(catalogue.say("solving.still_lost"))
        return [*told, self._turn()]

    def _turn(self) -> str:
        """Say whose turn it is; of two hands that the reader plays, also that this is one of them."""
        turn = render.say_turn(self._now.view)
        if len(self.task.side) > 1 and self._reader_acts(self._now) and not self._showing:
            return catalogue.say("solving.turn", turn=turn)
        return turn

    @property
    def _so_far(self) -> bool:
        """Return True if the reader's last card was right but the goal is not reached yet."""
        if self._lost is not None or self._showing or self._decided:
            return False
        now = self._now
        played = any(not moment.reply for moment in self._own)
        return played and (now.reply or now.path in self._kept)

    def _otherwise(self) -> Iterator[str]:
        """Yield sentences about other first cards: those that work and what others cost."""
        first, seat = self._own[0], self._own[0].seat
        values = self._analysis.values(self._home, self._goal)
        if values is None or seat is None or seat not in self.task.side:
            return
        alike = self.task.game.alike
        others = [
            each for each in distinct(self.task.knowledge, values) if alike(each) != alike(first.action)
        ]
        done = [each for each in others if self._reached(self._home, values[each])]
        if done:
            yield catalogue.say("solving.also", cards=catalogue.capital(action_phrases(done, "or")))
        missed = [each for each in others if each not in done]
        counts = self.task.goal.kind in ("points", "difference")
        costs: dict[int, list[Action]] = {}
        for each in missed:
            verdict = judge(self.task.goal, seat, values, each, alike)
            costs.setdefault(verdict.cost * counts, []).append(each)
        if lost := costs.pop(0, None):
            yield catalogue.say("solving.missed", cards=action_phrases(lost, "or"))
        if len(costs) == 1:
            [(n, of)] = costs.items()
            yield catalogue.say("solving.costs.one", n=n, cards=catalogue.capital(action_phrases(of, "or")))
        elif costs:
            told = [
                catalogue.say("solving.cost", n=n, cards=action_phrases(of, "or"))
                for n, of in sorted(costs.items())
            ]
            yield catalogue.say("solving.costs", costs=catalogue.listed("and", told))

    def feedback(self, said: str, *, tone: str = "", **how: Any) -> str:
        """Render the message box, with the author's comment once the goal is reached.

        The page scrolls to the reply to a card of the reader's own.
        """
        done = self._own and self._now.path == self._reached_at and not self._showing
        notes = str(self.spec.get("explained") or "") if done else ""
        tone = tone or ("good" if self._decided and not self._showing else "wrong" if self._punished else "")
        wanted = bool(tone or self._own or self._showing)
        if (self._decided or self._punished) and not self._showing:
            how.setdefault("doubt", COMPLAIN)
        return super().feedback(said, tone=tone, notes=notes, wanted=wanted, **how)

    def complain(self, about: str) -> Complaint:
        """Return a complaint about a refused action, or about the last card that was judged.

        Raises:
            EventError: if nothing was judged.
        """
        judged = self._now.path[: self._lost] if self._punished else self._reached_at if self._decided else ()
        if about or not judged:
            return super().complain(about)
        task = self.task
        done = [*task.played.done[: task.at], *map(parse_seat_action, judged)]
        found = finding_of_goal(not self._punished, joined(self._standing()))
        asked = {**tags_of(task.puzzle), "At": str(task.at)}
        return Complaint.create("goal", found, record_of(task.played.start, done), asked)

    @property
    def _punished(self) -> bool:
        """Return True if the reader's last card gave the goal away, replies or not."""
        return self._lost is not None and all(moment.reply for moment in self._own[self._lost :])

    def _frame(self, told: Sequence[str], **how: Any) -> Frame:
        """Return a frame that announces each message once; the box still shows it."""
        frame = super()._frame(told, **how)
        known = {*self._heard} if self._warns else {*self._heard, catalogue.say("solving.still_lost")}
        said = joined(each for each in told if each not in known)
        self._heard = told
        return replace(frame, say=said)

    @property
    def _warns(self) -> bool:
        """Return True if the reader has played one card since the goal was given away."""
        return self._lost is not None and sum(not each.reply for each in self._own[self._lost :]) == 1

    def _author(self, moment: Moment, otherwise: str = "") -> str:
        """Return the author's comment on a first card, or a default."""
        if moment.before is not self._home:
            return otherwise
        return self.task.reply(f"{moment.seat} {moment.action}", otherwise)

    def _what_was_lost(self, moment: Moment) -> list[str]:
        verdict = self._analysis.verdict(moment, self._goal)
        computed = str(verdict.loss) if verdict and verdict.loss else catalogue.say("solving.out_of_reach")
        return [moment.sentence, self._author(moment, computed)]

    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        view, foot = self._now.view, self._foot(self.task.side[-1])
        over = self._decided and not self._showing
        if over and view.to_act:
            view = view.replace(task=catalogue.say("solving.over"))
        taken = "" if not self._own else "lost" if self._lost is not None else "back"
        return render.frame(
            question=self._question(),
            table=self._table_of(
                view, swept=swept, foot=foot, cue=False, readers=() if over else self.task.side
            ).html(),
            deeds=self._deeds(),
            say=feedback,
            controls=self._controls(taken=taken, over=self._decided or view.to_act is None),
            hints=self._hint_list(),
            tricks=self._tricks(),
        )

    def _deeds(self) -> str:
        """Render the calls; empty for a puzzle about cards, to leave the table in place."""
        asked = render.has_non_card_actions(self._home.view)
        return render.action_buttons(self._now.view, widget_id=self.id, kept=True) if asked else ""

    def _tricks(self) -> Markup:
        if not self._own:
            return ()
        return render.trick_list(self._shown_line.rows, current=len(self._own), interactive=False)
