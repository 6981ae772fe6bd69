"""Questions answered by choosing cards, a seat, an answer or a card of a record."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from kontrapunkt import render
from kontrapunkt.core.interface import Action, View
from kontrapunkt.core.messages import seat_name
from kontrapunkt.puzzles.kind import HANDS, ChoicePuzzle, Pick, SeatPuzzle
from kontrapunkt.puzzles.legal import Legal
from kontrapunkt.puzzles.phrasing import action_phrase
from kontrapunkt.record import read
from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import COMPLAIN, EventError, Prefs
from kontrapunkt.widgets.complaint import Complaint
from kontrapunkt.widgets.line import Moment, find_step, moments
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry
from kontrapunkt.widgets.puzzle.base import PuzzleWidget
from kontrapunkt.widgets.puzzle.complaint import finding_of_answer, tags_of

STEPS: Final = ("first", "back", "next", "last", "go")
"""Events that step along a record."""

CHOICES: Final = ("play", "dark", "pick")
"""Events that choose something."""


class PickingWidget(PuzzleWidget[ChoicePuzzle]):
    """A question with picks, of which one is the answer or several are marked.

    Where several are marked, `answer` submits them together.
    """

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs, task: ChoicePuzzle) -> None:
        super().__init__(spec, prefs, task)
        self._lay(task)

    def _lay(self, task: ChoicePuzzle) -> None:
        """Show a question, unanswered."""
        self.task = task
        self._picks = {pick.key: pick for pick in task.picks}
        self._right_keys = frozenset(pick.key for pick in task.picks if pick.right)
        self._line = moments(task.played)
        self._own = []
        self._start_again()
        self._parts.clear()  # they belong to another question

    def _start_again(self) -> None:
        self._marked: set[str] = set()
        self._given: frozenset[str] = frozenset()
        self._at = self._home

    def _replay(self, word: str, rest: str) -> None:
        given = frozenset([rest]) if rest in self._picks else _keys(rest)
        if word not in ("pick", "answer") or not given <= self._picks.keys():
            raise EventError.unknown(f"{word} {rest}")
        self._given, self._marked = given, set(given)
        self._tries += not self.task.is_answer(given)

    def _moves(self) -> Iterator[LikelyEntry]:
        """Yield the possible answers, right and wrong ones equally likely in total."""
        if self.task.many:
            yield LikelyEntry("answer ", 16, some=tuple(self._picks))
            return
        right = self._right_keys
        likely = max(1, (len(self._picks) - len(right)) // max(1, len(right)))
        for key in self._picks:
            yield LikelyEntry(f"pick {key}", 4 * (likely if key in right else 1))

    @property
    def _right_now(self) -> bool:
        last = self._entries[-1] if self._entries else ""
        return last.startswith(("pick ", "answer ")) and self.task.is_answer(self._given)

    def _answer(self, verb: str, rest: str) -> list[Frame]:
        key = chosen_by(f"{verb} {rest}")
        match verb:
            case _ if key in self._picks:
                return self._choose(key)
            case "play" | "dark":
                return [self._frame([catalogue.say("solving.pick.elsewhere"), self.task.question])]
            case "answer" if not self._marked:
                return [self._frame([catalogue.say("solving.answer.none")], tone="wrong")]
            case "answer":
                return self._give(frozenset(self._marked))
            case _ if verb in STEPS and self._walks:
                return [self._step(verb, rest)]
            case _:
                raise EventError.unknown(f"{verb} {rest}".strip())

    def _choose(self, key: str) -> list[Frame]:
        if self.task.many:
            self._marked ^= {key}
            marked = [pick.label for each, pick in self._picks.items() if each in self._marked]
            return [self._frame([say_marked(catalogue.listed("and", marked) if marked else "")])]
        return self._give(frozenset({key}))

    def _give(self, given: frozenset[str]) -> list[Frame]:
        self.replay(self._entry_of(given))
        if self.task.is_answer(given):
            self._finish()
        return [self._told()]

    def _entry_of(self, given: frozenset[str]) -> str:
        """Return the log entry of an answer."""
        word = "answer" if self.task.many else "pick"
        return f"{word} {', '.join(key for key in self._picks if key in given)}"

    def _reveal(self) -> list[Frame]:
        self._given, self._marked = self._right_keys, set(self._right_keys)
        if self.task.place == "tricks":
            self._at = min(map(int, self._given), default=self._at)
        return [self._frame([*self.task.answer], rule=self._rule_of_right(), tone="shown", doubt=COMPLAIN)]

    def complain(self, about: str) -> Complaint:
        """Return a complaint about the mark of the answer, or about the solution on display.

        Raises:
            EventError: if there is neither.
        """
        given = self._given or (self._right_keys if self._shown else frozenset())
        if about or not given:
            return super().complain(about)
        subject = f"answer {', '.join(map(self._name_of, sorted(given)))}"
        found, record = finding_of_answer(self.task, given), read(self.task.puzzle.record)
        return Complaint.create(subject, found, record, self._asked_tags)

    @property
    def _asked_tags(self) -> dict[str, str]:
        """The question as tags of a complaint."""
        return tags_of(self.task.puzzle)

    def _name_of(self, key: str) -> str:
        """Return the name of a pick in a complaint: its key, or its label if the key is only a number."""
        return self._picks[key].label if self.task.place == "list" else key

    # A record to look through

    @property
    def _home(self) -> int:
        """The step where it opens: the position of the question."""
        return self.task.at

    @property
    def _walks(self) -> bool:
        return self.task.place in ("tricks", "list")

    def _walked_to(self, verb: str, rest: str) -> int:
        """Return the place that a step leads to; the present one if it leads nowhere."""
        place = find_step(verb, rest, self._at, len(self._line) - 1)
        return self._at if place is None else place

    def _step(self, verb: str, rest: str) -> Frame:
        self._at = self._walked_to(verb, rest)
        now = self._now
        told = [now.sentence] + ([render.say_trick(now.finished)] if now.finished else [])
        over = now.state.to_act is None
        return self._frame([*told, self.task.question if over else render.say_turn(now.view)])

    # What it says and shows

    def frame(self) -> Frame:
        """Return the current state of the puzzle: the mark of an answer, or the solution on display."""
        if self._given and (self._solved or not self._shown):
            return self._told()
        return self._reveal()[0] if self._shown else super().frame()

    def _standing(self) -> list[str]:
        place = "answer" if self._alone else "hand_and_list" if self._others else self.task.place
        return [catalogue.say(f"solving.begin.{place}")]

    @property
    def _others(self) -> bool:
        """Return True if cards on the table are answers, and buttons below it too."""
        return self.task.place == "hand" and any(map(self._listed, self.task.picks))

    @property
    def _alone(self) -> bool:
        """Return True if only the last trick of a finished deal is shown.

        Inside a text the words around it describe the rest.
        """
        return bool(self.spec.get("bare")) and self.task.place == "list"

    def _told(self) -> Frame:
        said, rule, tone = self._said()
        return self._frame(said, rule=rule, tone=tone, doubt=COMPLAIN)

    def _said(self) -> tuple[list[str], str, str]:
        """Return the response to the answer: why it is right, or one thing that is wrong.

        Only one fault is named; otherwise marking everything would reveal the answer.
        """
        if self.task.is_answer(self._given):
            chosen = [self._picks[key] for key in self._picks if key in self._given]
            told = [catalogue.say("solving.right"), *([] if self.task.many else [chosen[0].text])]
            return [*told, self._score()], self._rule_of_right(), "good"
        wrong = next(
            (pick for key, pick in self._picks.items() if key in self._given and not pick.right), None
        )
        missing = catalogue.say("solving.left_out.others" if self._others else "solving.left_out")
        told = [wrong.reply if wrong else missing]
        return [catalogue.say("solving.wrong"), *told], wrong.rule if wrong else "", "wrong"

    def _rule_of_right(self) -> str:
        """Return the rule of the right answer.

        If everything right is marked, it is the rule that bars the other picks.
        """
        keys = self._picks.keys() - self._given if self.task.many else self._given
        return next((pick.rule for key, pick in self._picks.items() if key in keys and pick.rule), "")

    def _html(self, feedback: str, *, swept: bool = False) -> Markup:
        solved, marked = self._solved or self._shown, frozenset(self._marked)
        return render.frame(
            question=self._question(),
            table=self._board(solved),
            say=feedback,
            choices=self._once(partial(self._choices, solved), "choices", solved, self._at, marked),
            controls=self._controls(walk=render.walk(self._at, len(self._line) - 1) if self._walks else ""),
            hints=self._hint_list(),
            tricks=self._once(partial(self._tricks, solved), "tricks", solved, self._at, self._given),
        )

    def _choices(self, solved: bool) -> str:
        """Render the buttons below the table."""
        choices: list[str] = []
        for pick in filter(self._listed, self.task.picks):
            names = f"kp-button kp-choice{' kp-right' if pick.right and solved else ''}"
            marked = pick.key in self._marked
            event, label = f"pick {pick.key}", self._label(pick)
            choices.append(render.toggle(event, label, marked, names, focus=not choices))
        answer = not solved if self.task.many else None
        return render.choices(choices, widget_id=self.id, answer=answer, others=self._others)

    def feedback(self, said: str, *, tone: str = "", **how: Any) -> str:
        """Render the message box; a right answer has the author's comment beside it."""
        notes = str(self.spec.get("explained") or "") if tone in ("good", "shown") else ""
        return super().feedback(said, tone=tone, notes=notes, wanted=bool(tone), **how)

    def _board(self, solved: bool) -> str | Markup:
        """Render the table, or the trick alone, without giving the answer away."""
        task = self.task
        if task.place in ("seats", "trick") or self._alone:
            return self._once(partial(self._trick, solved), "trick", self._at, solved)
        tells = task.look(self._now.view, self._given) is not self._now.view
        depends = frozenset(self._marked), solved, self._given if tells else None
        return self._once(partial(self._table, solved), "table", self._at, *depends)

    def _table(self, solved: bool) -> Markup:
        task, now = self.task, self._now
        hand = task.place in HANDS
        view = self._looked_at(now)
        if task.place == "list" and not solved:
            view = self._asked_about(view)
        if hand:  # the question is about the seat to act, not about calls by others
            barring = () if solved else {pick.rule for pick in task.picks if not pick.right}
            known = tuple(each for each in view.statuses if not (each.seats and each.rule in barring))
            view = view.replace(actions=(), others={}, task="", statuses=known)
        return self._table_of(
            view,
            foot=self._foot(task.turn if isinstance(task, SeatPuzzle) else "S"),
            cue=False,
            chosen=self._marked if hand else None,
            interactive=hand,
            left_out=[each for each, cards in now.view.hands.items() if cards and not view.hands.get(each)],
        ).html()

    def _asked_about(self, view: View[Any]) -> View[Any]:
        """Remove the parts of a view that would answer a question asked beside the table."""
        return view.replace(piles=(), statuses=(), result=None)

    def _looked_at(self, now: Moment) -> View[Any]:
        """Return the reader's view of a moment."""
        if self.spec.get("bare") and isinstance(self.task, Legal):  # the other hands do not matter
            seat = self.task.turn
            return now.view.replace(
                hands={each: cards if each == seat else () for each, cards in now.view.hands.items()},
            )
        return self.task.look(now.view, self._given)

    def _trick(self, solved: bool) -> str:
        """Render the trick alone; its winner is hidden until the question is solved."""
        view, finished = self._now.view.replace(best=None), self._now.finished
        caption = catalogue.say("render.trick", n=finished.number if finished else view.trick_number)
        if finished and not solved:
            view, finished = view.replace(trick=finished.plays, added=finished.added), None
        return render.trick_table(view, widget_id=self.id, caption=caption, finished=finished)

    def _tricks(self, solved: bool) -> Markup:
        """Render the record's tricks; their effects are hidden while they are asked for."""
        if not self._walks:
            return ()
        found = self._line.rows
        if self.task.place == "list" and not solved:
            found = [replace(row, effects=()) for row in found]
        shown = self._given & self._right_keys if solved and self.task.place == "tricks" else ()
        return render.trick_list(found, current=self._at, marks=dict.fromkeys(map(int, shown), "lost"))

    def _label(self, pick: Pick) -> str:
        now = self._now
        if self.task.place == "tricks" and now.seat:
            return catalogue.say(
                "solving.pick.mistake", seat=seat_name(now.seat), card=action_phrase(now.action)
            )
        return catalogue.capital(pick.label)

    def _listed(self, pick: Pick) -> bool:
        """Return True if a pick has a button below the table.

        Cards of a hand are chosen on the table; a card that lies face down is in no hand.
        """
        if self.task.place == "tricks":
            return int(pick.key) == self._at
        card = Action(pick.key).card
        return self.task.place not in HANDS or not any(card in hand for hand in self._now.view.hands.values())


def chosen_by(event: str) -> str:
    """Return the key that an event chooses, or "" if it chooses nothing."""
    verb, _, rest = event.partition(" ")
    return {"play": rest.partition(" ")[2], "dark": verb, "pick": rest}.get(verb, "")


def say_marked(marked: str) -> str:
    """Return the sentence about the marks.

    Args:
        marked: The marked items in words; empty for none.
    """
    return catalogue.say("solving.marked", cards=marked) if marked else catalogue.say("solving.answer.none")


def _keys(text: str) -> frozenset[str]:
    """Split an answer in a log into keys; cards may be separated by spaces alone."""
    return frozenset(key.strip() for key in text.split(",")) if "," in text else frozenset(text.split())
