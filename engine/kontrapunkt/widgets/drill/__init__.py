"""Drills: rounds of questions whose difficulty follows the reader's answers.

The log of a round starts with `level trick 3 1` (the level of a kind and the number of right answers in a row
there), `only trick` (the one kind that the reader wants) and `due RL-R9 trick 71 2` (a rule to ask about
again, with the question that was missed). For each question follow `ask trick 4711 3` (kind, seed, level and
optionally a rule), `pick E` or `answer 7S, 8S`, and the judgement, `right RK-R8` or `wrong RK-R8`; then
`summary` and `on`. A seed yields the same question everywhere, so a log replays exactly; only the last
question is made again. The page reads `ask`, `right` and `wrong` (`learning.js`).

With a plan (`plan` and `questions` in the spec) the round is homework: a fixed number of questions, the same
for everybody, without choices and without a round after it. `took 12` after each answer gives the seconds
that it took.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, ClassVar, Final, Self

from kontrapunkt import render
from kontrapunkt.core.interface import Game, OptionError, View
from kontrapunkt.core.registry import UnknownGame, game_class
from kontrapunkt.drills import DRILLS, NoQuestion, Question
from kontrapunkt.puzzles.kind import HANDS, Pick
from kontrapunkt.record.facts import read_number
from kontrapunkt.render.markup import joined
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import EventError, Prefs, SpecError
from kontrapunkt.widgets.drill.round import LENGTH, AskedQuestion, DrillAnswer, QuestionMaker, Round
from kontrapunkt.widgets.line import Moment
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry, PrecomputedFrames
from kontrapunkt.widgets.puzzle.picking import CHOICES, STEPS
from kontrapunkt.widgets.puzzle.precomputing import ForeseenPickingWidget

_KEYS: Final = (("cards", "↑ ↓"), ("choose", "Enter"), ("onward", "n"), ("summary", "s"), ("tell", "t c r"))

ANSWERS: Final = (*CHOICES, "answer")
"""Events that answer a question or mark part of an answer."""


class DrillWidget(ForeseenPickingWidget):
    """A round of questions and the reader's progress in it."""

    kind: ClassVar[str] = "drill"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Make the first question from the seed in the spec.

        Raises:
            SpecError: if there is no such game or kind, or the game has no questions of the kind.
        """
        try:
            game: Game = game_class(str(spec.get("game")))(spec.get("preset"))
        except (UnknownGame, OptionError) as error:
            raise SpecError(str(error)) from error
        self._kinds = tuple(str(each) for each in spec.get("kinds") or ())
        for each in self._kinds:
            if each not in DRILLS:
                raise SpecError(catalogue.say("drill.kind.unknown", kind=each[:40], kinds=", ".join(DRILLS)))
        if not self._kinds:
            raise SpecError(catalogue.say("drill.kind.none"))
        self._made = QuestionMaker(game)
        plan = read_number(str(spec["plan"])) if "plan" in spec else None
        questions = read_number(str(spec.get("questions", LENGTH))) or LENGTH
        self._fresh = Round(self._kinds, length=LENGTH if plan is None else questions, plan=plan)
        seeded = AskedQuestion(self._kinds[0], int(str(spec.get("seed") or 0)), 1)
        self._first = seeded if plan is None else self._fresh.next()
        try:
            task = self._made.question(self._first).task
        except NoQuestion as error:
            raise SpecError(str(error)) from error
        super().__init__(spec, prefs, task)

    @property
    def _asked(self) -> Question:
        """The current question."""
        return self._made.question(self._ask)

    @property
    def _planned(self) -> bool:
        """Return True if the questions come from a plan."""
        return self._fresh.plan is not None

    def _clear(self) -> None:
        super()._clear()
        self._round = self._fresh.copy()
        self._since = monotonic()  # when the question was shown
        self._ask = self._first  # the current question
        self._reply: tuple[str, str] | None = None  # the reader's answer, as in the log
        self._judged = False  # whether the engine has judged the answer
        self._summed = False  # whether the summary is shown

    # The log --------------------------------------------------------------------------------------------

    def restore(self, log: Sequence[str]) -> None:
        """Replay a log; of its questions only the last is made again."""
        super().restore(log)
        try:
            self._open()
        except (NoQuestion, EventError):  # the log comes from another version of the engine
            self.note = catalogue.say("widget.log.stopped", number=len(self._entries), entry=str(self._ask))
            self._begin(self._round.carried())
            self._open()

    def _open(self) -> None:
        """Show the last question of the log with the reader's answer to it."""
        self._lay(self._asked.task)
        if self._reply:
            super()._replay(*self._reply)
            self._mark_right()

    def _mark_right(self) -> None:
        """Show all right picks as marked, once the question has been answered."""
        if self.task.many:
            self._marked = set(self._asked.right)

    def _begin(self, entries: Iterable[str]) -> None:
        """Replace the log by these entries."""
        entries = list(entries)
        self._clear()
        for entry in entries:
            self.replay(entry)

    def replay(self, entry: str) -> None:
        """Apply one entry of the log; the module describes them.

        Raises:
            EventError: if it does not fit.
        """
        word, _, rest = entry.partition(" ")
        now = self._round
        match word:
            case "level":
                kind, level, running = (rest.split() + [""] * 3)[:3]
                read = AskedQuestion.read(f"{kind} {running} {level}", self._kinds)
                now.levels[kind] = read.level, read.seed
            case "only" if not rest or rest in self._kinds:
                now.only = rest
            case "due":
                rule, _, missed = rest.partition(" ")
                now.due.append((rule, AskedQuestion.read(missed, self._kinds)))
            case "ask":
                self._ask = AskedQuestion.read(rest, self._kinds)
                self._reply, self._judged, self._summed = None, False, False
                now.comes_back(self._ask)
            case "pick" | "answer" if not self._reply:
                self._reply = word, rest
            case "right" | "wrong" if self._reply and not self._judged:
                now.take(DrillAnswer(self._ask, word == "right", rest))
                self._judged = True
            case "summary" | "on" if not rest:
                self._summed = word == "summary"
            case "took" if self._planned and self._judged and read_number(rest) is not None:
                pass
            case _:
                raise EventError.unknown(entry)
        self._entries.append(entry)

    def coming(self) -> Sequence[LikelyEntry]:
        """Return the entries that may follow in a planned round."""
        if not self._planned:
            return ()
        if self._judged and self._entries[-1].partition(" ")[0] in ("right", "wrong"):
            return [LikelyEntry("took ", 400, number=True)]
        if self._reply and not self._judged:
            self._open()
            return [LikelyEntry(self._judgement(self._given), 400)]
        found = [LikelyEntry("on" if self._summed else "summary", 2)]
        if self._reply is None and any(entry.startswith("ask ") for entry in self._entries):
            self._open()
            found += self._moves()
        elif not self._round.complete:
            found.append(LikelyEntry(f"ask {self._round.next()}", 60))
        return found

    def begin_again(self) -> None:
        """Reset to the state before the first question."""
        self._clear()
        self._open()

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Handle `next`, `summary`, `only KIND`, `due …` or an answer.

        Raises:
            EventError: if there is no such event.
        """
        verb, _, rest = event.partition(" ")
        match verb:
            case "onward":
                return [self._onward()]
            case "only" | "due" if self._planned:
                return [self.frame()]
            case "summary" if not rest:
                self.replay("on" if self._summed else "summary")
                return [self.frame()]
            case "only" if not rest or rest in self._kinds:
                self.replay(f"only {rest}".strip())
                return [self._next()]
            case "due":
                wanted = rest.split(", ")
                for each in wanted:  # before the current round is dropped
                    AskedQuestion.read(each.partition(" ")[2], self._kinds)
                self._begin([*self._round.carried(), *(f"due {each}" for each in wanted)])
                return [self._next()]
            case _ if verb in ANSWERS and self._judged:
                return [self._frame([catalogue.say("drill.answered"), *self._standing()])]
            case _ if verb in (*ANSWERS, *STEPS):
                return self._answer(verb, rest)
            case _:
                raise EventError.unknown(event)

    def _give(self, given: frozenset[str]) -> list[Frame]:
        if not any(entry.startswith("ask ") for entry in self._entries):
            self.replay(f"ask {self._ask}")
        self.replay(self._entry_of(given))
        self._given, self._marked = given, set(given)
        self.replay(self._judgement(given))
        if self._planned:
            self.replay(f"took {int(monotonic() - self._since)}")
        self._mark_right()
        return [self._told()]

    def _judgement(self, given: frozenset[str]) -> str:
        """Return the log entry that judges an answer: `right RULE` or `wrong RULE`."""
        return f"right {self._asked.rule}" if self.task.is_answer(given) else f"wrong {self._missed(given)}"

    def _missed(self, given: frozenset[str]) -> str:
        """Return the rule that a wrong answer missed."""
        wrong = self._asked.wrong(given)
        return (wrong.rule if wrong else self._left(given).rule) or self._asked.rule

    @property
    def _asked_tags(self) -> dict[str, str]:
        """The question as tags of a complaint."""
        asked = self._asked
        return {"Drill": asked.kind, "Seat": asked.reader, **({"About": asked.about} if asked.about else {})}

    def _left(self, given: frozenset[str]) -> Pick:
        """Return the first right pick that the answer omits."""
        return next(pick for pick in self.task.picks if pick.right and pick.key not in given)

    def _onward(self) -> Frame:
        """Show the next question, the summary after the last, or a new round."""
        if self._summed and not self._round.complete and not self._judged:
            self.replay("on")
            return self.frame()
        if not self._judged:
            return self._frame([catalogue.say("drill.first"), self.task.question])
        if self._round.complete:
            if not self._summed:
                self.replay("summary")
                return self.frame()
            if self._planned:
                return self.frame()
            self._begin(self._round.carried())
        return self._next()

    def _next(self) -> Frame:
        """Show the next question."""
        self.replay(f"ask {self._made.take(self._round)}")
        self._lay(self._asked.task)
        self._since = monotonic()
        frame = self.frame()
        return replace(frame, say=joined([self.task.question, frame.say]))

    # Ahead ----------------------------------------------------------------------------------------------

    @property
    def thinking(self) -> bool:
        """Return True if a possible next question has not been made yet."""
        return self._made.wants(self._coming())

    def think(self, budget_ms: float) -> list[Frame]:
        """Make questions that may come next; nothing changes on the page.

        Args:
            budget_ms: The time to spend in milliseconds, above 0.
        """
        self._made.work(self._coming(), budget_ms)
        return []

    def _coming(self) -> Iterator[Round]:
        """Yield the round as it may be when the next question is asked."""
        if self._planned and len(self._round.answers) + (not self._judged) >= self._round.length:
            return
        if self._judged:
            yield self._round
            return
        for right in (True, False):
            then = self._round.copy()
            then.take(DrillAnswer(self._ask, right, ""))
            yield then

    def foreseen(self) -> PrecomputedFrames | None:
        """Compute the frames for answers to the first question; the engine makes the next."""
        found = super().foreseen()
        if found:
            found.goes_on = True
        return found

    def _twin(self) -> Self:
        twin = super()._twin()
        twin._round = self._round.copy()
        return twin

    def _ahead(self, events: Iterable[str]) -> Iterator[tuple[str, str, list[str] | None]]:
        foreseen = [event for event in events if event.partition(" ")[0] in (*ANSWERS, *STEPS)]
        return iter(()) if self._judged else super()._ahead(foreseen)

    # What it says and shows -----------------------------------------------------------------------------

    @property
    def _solved(self) -> bool:
        return self._judged

    def _standing(self) -> list[str]:
        if self._summed:
            return [self._counted(), *self._gone_over()]
        place = self.task.place
        key = f"drill.begin.{place}" if place == "list" else f"solving.begin.{place}"
        return self._said()[0] if self._judged else [catalogue.say(key)]

    def _said(self) -> tuple[list[str], str, str]:
        """Return the response to the answer, the rule and the tone."""
        given, task = self._given, self.task
        if self.task.is_answer(given):
            first = next(
                (pick for pick in task.picks if pick.right != task.many and pick.text), task.right[0]
            )
            return [catalogue.say("solving.right"), first.text], self._asked.rule, "good"
        wrong = self._asked.wrong(given)
        if wrong:
            told = [catalogue.say("solving.wrong"), wrong.text]
        else:
            left = self._left(given)
            told = [catalogue.say("drill.left_out", pick=catalogue.capital(left.label)), left.text]
        return [*told, self._right_is()], self._missed(given), "wrong"

    def _right_is(self) -> str:
        """Name the right answer."""
        task = self.task
        if task.place in HANDS:
            return catalogue.say("drill.right.marked")
        return catalogue.say(
            "drill.right", picks=catalogue.listed("and", [pick.label for pick in task.right])
        )

    def _counted(self) -> str:
        now = self._round
        return catalogue.say("drill.counted", n=now.right, all=len(now.answers))

    def _gone_over(self) -> list[str]:
        """Return the heading after the summary."""
        over = "drill.all" if self._planned else "drill.over"
        return [catalogue.say(over if self._round.complete else "drill.so_far", of=self._round.length)]

    def frame(self) -> Frame:
        """Return the current state of the round."""
        if self._judged and not self._summed:
            return self._told()
        return self._frame(self._standing())

    def _frame(self, told: Sequence[str], **how: Any) -> Frame:
        if not self._summed:
            return super()._frame(told, **how)
        said = " ".join(told)
        html = render.frame(
            table=render.round_summary(self._rows(), self._missed_rules()),
            say=self.feedback(said),
            controls=self._controls(),
        )
        return Frame(html, said)

    def _rows(self) -> list[render.KindTally]:
        """Return the tally of each kind: questions, right answers and level."""
        now = self._round
        found = []
        for kind in self._kinds:
            answers = [each.right for each in now.answers if each.ask.kind == kind]
            if answers:
                found.append(render.KindTally(kind_label(kind), len(answers), sum(answers), now.level(kind)))
        return found

    def _missed_rules(self) -> list[tuple[str, str]]:
        """Return each missed rule once, as a link and its statement."""
        rules = dict.fromkeys(each.rule for each in self._round.answers if not each.right and each.rule)
        book = self._asked.task.game.rulebook
        return [(self._rule(rule), book[rule].statement if rule in book else "") for rule in rules]

    def _question(self) -> str:
        return render.question(
            question=self.task.question, kind=kind_label(self._ask.kind), difficulty=self._ask.level
        )

    def _controls(self, taken: str | None = None, walk: str = "", *, over: bool = False) -> str:
        now, summed = self._round, self._summed
        at = len(now.answers) + (not self._judged)
        position = catalogue.say("drill.position", at=at, of=now.length)
        ready = (self._judged or summed) and not (self._planned and summed and now.complete)
        onward = "again" if summed and now.complete else "summary" if now.complete else "next"
        back = catalogue.say("drill.back" if summed else "drill.summary")
        row = [
            render.button("summary", back, key="s", idle=now.complete),
            render.button("onward", catalogue.say(f"drill.{onward}"), key="n", idle=not ready, strong=ready),
        ]
        kinds = {}
        if len(self._kinds) > 1 and not self._planned:
            kinds = {"": catalogue.say("drill.kinds.all"), **{kind: kind_label(kind) for kind in self._kinds}}
        rare = "".join(
            render.toggle(f"only {kind}".strip(), label, kind == now.only) for kind, label in kinds.items()
        )
        told = self._counted() if now.complete else position
        return render.solving("drill.controls", told, walk, row, render.more_menu(self.id, _KEYS, extra=rare))

    def _asked_about(self, view: View[Any]) -> View[Any]:
        """Hide the result of a finished deal: the reader counts it from the piles."""
        return view.replace(result=None)

    def _looked_at(self, now: Moment) -> View[Any]:
        """Return the reader's view of a moment if the kind asks about hidden cards."""
        return now.view if self._asked.shows == "all" else now.state.view(self._asked.reader)


def kind_label(kind: str) -> str:
    """Return the label of a kind of drill."""
    return catalogue.say(f"drill.kind.{kind}")
