"""The worked example: a record to step through, with a line of the reader's own.

Its log is its present place: the goal shown (`goal points NS`), `look` if slow searches are wanted, the step
of the record (`go 8`), the reader's side (`as NS`), then the reader's actions from there, `W 3S`, and the
engine's, `reply N TS`. Steps and returns rewrite it, so that a place always has the same log.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar

from kontrapunkt import render
from kontrapunkt.core.deal import short
from kontrapunkt.core.interface import CHANCE, Seat
from kontrapunkt.record import read, replay
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.markup import Markup, joined
from kontrapunkt.search.verdict import Verdict
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import faces
from kontrapunkt.widgets.analysis import Analysis
from kontrapunkt.widgets.base import (
    COMPLAIN,
    REPLY_MS,
    EventError,
    Prefs,
    SpecError,
    parse_event_action,
    parse_seat_action,
)
from kontrapunkt.widgets.line import LineWidget, Moment, moments
from kontrapunkt.widgets.precomputed import EventOutcome, Frame, FramePlace, PrecomputedFrames


class Example(LineWidget):
    """A record with the current step and the reader's own line from there."""

    kind: ClassVar[str] = "example"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Read and replay the record.

        Raises:
            RecordError: if the record cannot be read or replayed.
            SpecError: if the spec names a deal or step that the record does not have.
        """
        super().__init__(spec, prefs)
        record = read(str(spec["record"]))
        which = spec.get("deal", 0)
        if not (isinstance(which, int) and 0 <= which < len(record.deals)):
            raise SpecError(catalogue.say("example.deal", n=len(record.deals)))
        played = replay(record, which)
        self._sides: dict[str, tuple[Seat, ...]] = {"".join(side): side for side in played.game.sides}
        self._title = str(spec.get("title") or record.title)
        self._notes = _by_step(dict(spec.get("notes", {})), [move.actor for move in played.deal.moves])
        self._line = moments(played)
        home = spec.get("at", 0)
        if not (isinstance(home, int) and 0 <= home < len(self._line)):
            raise SpecError(catalogue.say("example.at", at=home, n=len(self._line) - 1))
        self._home = self._at = home
        self._own = []
        self._as = ""
        self._patient = False
        self._analysis = Analysis(played.game, self._line, dict(spec.get("solved") or {}), patient=True)
        self._goal = self._first_goal = self._telling_goal()

    def _telling_goal(self) -> str:
        """Return the first goal for which the record has a mistake, else the first goal."""
        for goal in self._analysis.goals:
            found = self._analysis.verdicts(self._line, goal)
            if any(verdict.kind == "lost" for verdict in found.values()):
                return goal
        return next(iter(self._analysis.goals), "")

    # The log --------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """The present place: only the header at the step where it opened."""
        own = [f"{'reply ' * moment.reply}{moment.seat} {moment.action}" for moment in self._own]
        left = own or self._as or self._at != self._home
        return [
            self._header(),
            *([f"goal {self._goal}"] if self._goal != self._first_goal else []),
            *(["look"] if self._patient else []),
            *([f"go {self._at}"] if left else []),
            *([f"as {self._as}"] if self._as else []),
            *own,
        ]

    def replay(self, entry: str) -> None:
        """Apply `goal points NS`, `look`, `go 8`, `as NS`, `W 3S` or `reply N TS`.

        Raises:
            EventError: if the record has no such step, or the example no such goal.
            Refusal: if the action is not legal there.
        """
        word, _, rest = entry.partition(" ")
        match word:
            case "go":
                self._go(rest)
            case "goal" if rest in self._analysis.goals:
                self._goal = rest
            case "look" if self._goal:
                self._patient = not self._patient
            case "as":  # allowed on a line that cannot be searched yet
                self._take(rest)
            case "reply":
                self._play(*parse_seat_action(rest), reply=True)
            case "goal" | "look":
                raise EventError.unknown(entry)
            case _:
                self._play(*parse_seat_action(entry))

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Handle the event of a button or card.

        `first`, `back`, `next`, `last`, `go 8`, `return`; an action: `play W 3S`, `dark W`; `goal points NS`
        to show another goal; `look` to switch slow searches on or off; `as NS` to play on as a side against
        best defence, `as` to play all seats.

        Raises:
            EventError: if there is no such step, goal or side, or nothing can be searched there.
        """
        verb, _, rest = event.partition(" ")
        match verb:
            case "first" | "last":
                left = [catalogue.say("example.returned")] if self._own else []
                self._leave()
                self._at = 0 if verb == "first" else len(self._line) - 1
                return [self._read([*left, *self._told()])]
            case "go":
                self._go(rest)
                return [self.frame()]
            case "back":
                self._go_back()
                return [self.frame()]
            case "next":
                return self._next()
            case "return":
                self._leave()
                return [self._frame([catalogue.say("example.returned"), *self._told()])]
            case "goal" | "look":
                self.replay(event)
                looked = catalogue.say("example.look" if self._patient else "example.look.off")
                return [self._frame([self._outlook() if verb == "goal" else looked])]
            case "as":
                if rest and not self._analysis.askable(self._now, self._goal):
                    raise EventError.unknown(event)
                self._take(rest)
                against = self._analysis.against(self._sides[rest], self._goal) if rest else ""
                return [self._frame([against or catalogue.say("example.all_seats"), self._turn()])]
            case _:
                return self._act(*parse_event_action(verb, rest))

    def frame(self) -> Frame:
        """Return the table at the present place."""
        return self._read(self._told())

    @property
    def foreseeable(self) -> bool:
        """Return True: the steps of the record can be computed beforehand."""
        return True

    def foreseen(self) -> PrecomputedFrames:
        """Compute all steps of the record for every goal, and the ways back to it."""
        goals, count = self._analysis.goals or ("",), len(self._line)
        away = [FramePlace(self.frame(), tuple(self.log[1:]))] if self._own or self._as else []
        places, jumps = [*away], []
        one = self._twin()
        one._leave()
        for one._goal in goals:
            start = len(places)
            jumps.append({f"go {step}": start + step for step in range(count)})
            jumps[-1] |= {"first": start, "last": start + count - 1}
            for one._at in range(count):
                places.append(FramePlace(one.frame(), tuple(one.log[1:]), jumps=len(jumps) - 1))
        for one._at in range(count):
            here = f"go {one._at}"
            looks = {  # the reader may come from any other goal
                f"goal {goal}": EventOutcome(steps[here], (*one._twin().send(f"goal {goal}"),))
                for goal, steps in zip(self._analysis.goals, jumps, strict=False)
            }
            for one._goal, steps in zip(goals, jumps, strict=True):
                places[steps[here]].turns = {**looks, **one._turns_from(places, steps)}
        begins = jumps[goals.index(self._goal)]
        stands = begins[f"go {self._at}"]
        for each in away:
            to = {"first": begins["first"], "last": begins["last"], "return": stands}
            each.turns = {
                event: EventOutcome(place, (*self._twin().send(event),)) for event, place in to.items()
            }
        return PrecomputedFrames(self.log[0], places, 0 if away else stands, jumps)

    def _turns_from(self, places: list[FramePlace], steps: Mapping[str, int]) -> dict[str, EventOutcome]:
        """Return the events at a step that are neither jumps nor changes of goal.

        Args:
            places: The places of all steps, for every goal.
            steps: The number of the place of each step, for the present goal.
        """
        found = {"back": EventOutcome(steps[f"go {max(self._at - 1, 0)}"])}
        if self._at == len(self._line) - 1:
            return {**found, "next": EventOutcome(steps["last"], (*self._twin().send("next"),))}
        to, then = steps[f"go {self._at + 1}"], self._line[self._at + 1]
        swept, stands = self._swept(self._now.finished), places[to].frame
        found["next"] = EventOutcome(to, (*swept, stands) if swept and stands else ())
        if then.laid and then.action == str(then.action.card):
            found[f"play {then.seat} {then.action}"] = found["next"]
        return found

    def ahead(self) -> list[Frame]:
        """Return the frames one step forward and one step back."""
        return [self._twin().send(event)[0] for event in ("next", "back")]

    @property
    def thinking(self) -> bool:
        """Return True if a mark, an outlook or the engine's reply is missing."""
        return self._replies or any(self._analysis.missing(*each) for each in self._wanted())

    def think(self, budget_ms: float) -> list[Frame]:
        """Search for the given time and return frames if a value was found.

        The verdict on the last card comes first, then the engine's reply, then the other marks.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.
        """
        known, now, news = self._analysis.known, self._now, self._news()
        found = self._analysis.work(self._wanted(), budget_ms)
        if self._replies and not any(self._analysis.missing(now, goal) for goal in self._order):
            return self._reply()
        if not found:
            return []
        said = self._news() if self._analysis.known > known and not self._replies else ""
        return [replace(self._frame(self._told()), say=said if said != news else "")]

    def _news(self) -> str:
        """Return the text of a new value if it is about the present place."""
        if self._own or self._as:
            return self._verdict_text(self._now)
        latest, before = self._analysis.latest, self._now.before
        if latest == self._now.path:
            return self._outlook()
        return self._verdict_text(self._now) if before and latest == before.path else ""

    def _go_back(self) -> None:
        if self._own:
            if self._taken_back().reply:
                self._as = ""
        elif self._at:
            self._as = ""
            self._at -= 1

    def _next(self) -> list[Frame]:
        if self._own:
            return [self._frame([catalogue.say("example.next.own")])]
        if self._at == len(self._line) - 1:
            return [self._frame([catalogue.say("example.next.end")])]
        return self._going_on(f"go {self._at + 1}", self._now.finished)

    def _reply(self) -> list[Frame]:
        """Play the engine's best action."""
        now = self._now
        best = self._analysis.best(now, self._order)
        resting = self._resting(self._told(), REPLY_MS)
        return [resting, *self._going_on(f"reply {now.state.to_act} {best}", now.finished)]

    # The present place ----------------------------------------------------------------------------------

    @property
    def _replies(self) -> bool:
        """Return True if it is the engine's turn."""
        seat = self._now.state.to_act
        if not self._as or seat is None or seat in self._sides[self._as]:
            return False
        return self._analysis.askable(self._now, self._goal)

    @property
    def _order(self) -> list[str]:
        """The goals that decide the engine's reply, the present one first.

        If a search takes long, the present goal alone.
        """
        analysis, now = self._analysis, self._now
        if analysis.needs_patience(now):
            return [self._goal]
        others = (goal for goal in analysis.goals if goal != self._goal and analysis.askable(now, goal))
        return [self._goal, *others]

    def _wanted(self) -> Iterator[tuple[Moment, str]]:
        """Yield the values needed at this place, the most urgent first.

        On the record nothing is searched unless the reader asks for slow searches; these go on from the end
        of the record, where the solver's tables help most. On the reader's own line slow searches run if the
        reader asked for them or plays against best defence.
        """
        for moment, goal in self._places() if self._goal else ():
            if self._patient or self._as or not self._analysis.needs_patience(moment):
                yield moment, goal

    def _places(self) -> Iterator[tuple[Moment, str]]:
        if not (self._own or self._as):
            if self._patient:
                yield self._now, self._goal
                yield from ((moment, self._goal) for moment in reversed(self._line))
            return
        if self._own and self._own[-1].before:
            yield self._own[-1].before, self._goal
        if self._replies:
            yield from ((self._now, goal) for goal in self._order)
        yield self._now, self._goal
        yield from ((moment.before, self._goal) for moment in self._own if moment.before)

    def _leave(self) -> None:
        self._own.clear()
        self._as = ""

    def _go(self, step: str) -> None:
        """Go to a step of the reader's own line if it has that step, else of the record."""
        place = read_number(step)
        last, end = len(self._line) - 1, self._at + len(self._own)
        if place is None or place > max(last, end):
            raise EventError(catalogue.say("example.at", at=short(step), n=last))
        if self._at < place <= end:
            del self._own[place - self._at :]
            self._as = ""
        else:
            self._at = place
            self._leave()

    def _take(self, side: str) -> None:
        if side and not (side in self._sides and self._goal):
            raise EventError.unknown(f"as {side}")
        self._as = side
        if f"points {side}" in self._analysis.goals and len(self._sides[side]) == 1:
            self._goal = f"points {side}"  # the others play against a seat that plays alone

    def _play(self, seat: Seat, action: str, reply: bool = False) -> None:
        """Apply an action: a step along the record if it matches, else the own line."""
        moment = self._now.next_moment(seat, action, reply)
        following = self._line[self._at + 1 : self._at + 2]
        same = following and (following[0].seat, following[0].action) == (seat, moment.action)
        if same and not self._own and not self._as:
            self._at += 1
        else:
            self._own.append(moment)

    # What it says ---------------------------------------------------------------------------------------

    def _told(self) -> list[str]:
        """Return the last action, its verdict and whose turn it is, in sentences."""
        now = self._now
        if now.before is None:
            return [render.say_turn(now.view), catalogue.say("example.opening")]
        played, *came_of_it = now.all_sentences
        told = [
            *self._answered(),
            played,
            self._verdict_text(now),
            *came_of_it,
        ]  # "This lets ..." refers to the card that was played
        if len(self._own) == 1 and self._at < len(self._line) - 1 and not self._as:
            told.append(catalogue.say("example.instead", played=self._line[self._at + 1].sentence))
        if self._replies and not self._analysis.missing(now, self._goal):
            return told
        return [*told, self._turn()]

    def _turn(self) -> str:
        return catalogue.say("line.replying") if self._replies else render.say_turn(self._now.view)

    def _answered(self) -> list[str]:
        """Return the reader's card before the engine's reply if it was a mistake."""
        replied = next((moment for moment in reversed(self._own) if not moment.reply), None)
        if not self._now.reply or replied is None:
            return []
        verdict = self._verdict_text(replied)
        return [replied.sentence, verdict] if verdict else []

    def _verdict_text(self, moment: Moment) -> str:
        verdict = self._analysis.verdict(moment, self._goal)
        return self._worded(moment, verdict) if verdict else ""

    def _worded(self, moment: Moment, verdict: Verdict) -> str:
        """Return the text of a verdict; against best defence it names no better action."""
        own = self._as and any(moment is each for each in self._own)
        return str(verdict.loss if own else verdict.text)

    def _outlook(self) -> str:
        """Return the outlook, the bounds so far, or the reason why there is none.

        Empty after the end of the deal.
        """
        if not self._goal:
            return ""
        now, analysis = self._now, self._analysis
        if found := analysis.outlook(now, self._goal) or analysis.later(now):
            return found
        if not analysis.missing(now, self._goal):
            return catalogue.say("example.others") if analysis.solvable(now) else ""
        if analysis.needs_patience(now) and not (self._patient or self._as):
            return catalogue.say("example.patience")
        return analysis.bounds(now, self._goal) or catalogue.say("example.searching")

    # What it shows --------------------------------------------------------------------------------------

    def feedback(self, said: str, **how: Any) -> str:
        """Render the message box with the author's note on this place; a result may be doubted."""
        if self._now.state.to_act is None:
            how.setdefault("doubt", COMPLAIN)
        return super().feedback(said, notes=self._note, **how)

    def _read(self, told: list[str]) -> Frame:
        """Return a frame whose announcement includes the author's note."""
        frame = self._frame(told)
        unread = "kp-fr" if faces() == "german" else "kp-de"
        return replace(frame, say=joined([frame.say, render.spoken(self._note, unread=unread)]))

    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        now, view = self._now, self._now.view
        of = self._table_of(view, foot=self._foot())
        table = self._once(of.html, "table", self._at)
        if swept and now.finished:
            table = of.sweep(table)
        return render.frame(
            title=self._title,
            standing=str(view.session.standing) if view.session and view.session.facts else "",
            table=table,
            deeds=self._once(
                lambda: render.action_buttons(view, widget_id=self.id, kept=self._has_deeds),
                "deeds",
                self._at,
            ),
            controls=self._once(self._controls, "controls", self._at),
            ahead=self._panel(),
            say=feedback,
            tricks=self._once(self._tricks, "tricks", self._at, self._goal),
            turns=self._once(self._turns, "turns"),
        )

    def _once[T: str | Markup](self, part: Callable[[], T], *depends: object) -> T:
        """Return a cached part on the record; on the reader's own line make it anew."""
        if self._own or self._as or self._patient:
            return part()
        return super()._once(part, self._analysis.known, *depends)

    @cached_property
    def _has_deeds(self) -> bool:
        """Return True if the record has actions other than playing a card."""
        return any(render.has_non_card_actions(moment.view) for moment in self._line)

    @property
    def _note(self) -> str:
        """The author's note on this place."""
        return "" if self._own else self._notes.get(self._at, "")

    def _controls(self) -> str:
        at, total, own = self._at, len(self._line) - 1, len(self._own)
        position = None  # no action but playing cards
        if own:
            position = catalogue.say("example.own", n=own)
        elif not all(moment.laid for moment in self._line[1:]):
            position = catalogue.say("example.step", at=at, total=total)
        return render.controls(widget_id=self.id, at=at, total=total, branch=bool(own), position=position)

    def _panel(self) -> str:
        """Render the panel with the goals, the outlook and the sides to play."""
        analysis = self._analysis
        if not analysis.goals:
            return ""
        now = self._now
        able, outlook = analysis.askable(now, self._goal), self._outlook()
        patience = self._patient if not self._as and analysis.needs_patience(now) else None

        def drawn() -> str:
            goals = {f"goal {goal}": (analysis.label(goal), goal == self._goal) for goal in analysis.goals}
            search = {} if patience is None else {"look": (catalogue.say("render.look"), patience)}
            sides = {
                "as" if code == self._as else f"as {code}": (str(render.side_name(seats)), code == self._as)
                for code, seats in self._sides.items()
                if able
            }
            against = analysis.pact(self._goal)
            return render.panel(self.id, goals, search, sides, outlook=outlook, against=against)

        return self._once(drawn, "ahead", self._goal, able, outlook, patience)

    def _tricks(self) -> Markup:
        """Render the tricks of the line, each card with its mark for the present goal."""
        line = self._shown_line
        notes = {step: html for step, html in self._notes.items() if not self._own or step <= self._at}
        verdicts = self._analysis.verdicts(line, self._goal)
        result = line[-1].view.result
        return render.trick_list(
            line.rows,
            notes=notes,
            marks={step: verdict.kind for step, verdict in verdicts.items()},
            current=self._at + len(self._own),
            total=result.text if result else "",
        )

    def _turns(self) -> str:
        """Render the result of best play and the mistakes for all goals."""
        found = []
        first = 0
        for step, moment in enumerate(self._shown_line):
            verdicts = [self._analysis.verdict(moment, goal) for goal in self._analysis.goals]
            if not any(verdicts) or moment.before is None:
                continue
            number = moment.before.view.trick_number
            first = first or number
            lost = tuple(self._worded(moment, each) for each in verdicts if each and each.kind == "lost")
            if lost and moment.laid:
                found.append(render.TurningPoint(step, number, moment.laid, lost))
        return self._analysis.par(self._shown_line) + (render.turns(found, first) if first else "")


def _by_step(notes: Mapping[str, str], actors: list[str]) -> dict[int, str]:
    """Convert notes by number of moves to notes by step; chance moves are no steps."""
    steps = [*accumulate((actor != CHANCE for actor in actors), initial=0)]
    return {steps[int(move)]: str(html) for move, html in notes.items()}
