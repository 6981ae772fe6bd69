"""Questions that are answered by choosing: cards of a hand, a seat, an answer, a card of a record."""

from collections.abc import Iterator, Mapping
from copy import replace
from functools import partial
from typing import Any, Final

from kontrapunkt import render
from kontrapunkt.core.interface import Action, View
from kontrapunkt.puzzles.kind import HANDS, ChoicePuzzle, Pick, SeatPuzzle
from kontrapunkt.puzzles.legal import Legal
from kontrapunkt.puzzles.phrasing import spoken
from kontrapunkt.render.markup import Markup
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_name
from kontrapunkt.widgets.base import EventError, Prefs
from kontrapunkt.widgets.line import Moment, moments, walked
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry
from kontrapunkt.widgets.puzzle.base import PuzzleWidget

STEPS: Final = ("first", "back", "next", "last", "go")
"""Events that walk along a record."""

CHOICES: Final = ("play", "dark", "pick")
"""Events that choose something."""


class PickingWidget(PuzzleWidget[ChoicePuzzle]):
    """A question with picks. One pick is the answer; where many are to be marked, `answer` gives them all."""

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs, task: ChoicePuzzle) -> None:
        super().__init__(spec, prefs, task)
        self._lay(task)

    def _lay(self, task: ChoicePuzzle) -> None:
        """Puts a question on the table; nothing of it has been answered."""
        self.task = task
        self._picks = {pick.key: pick for pick in task.picks}
        self._right_keys = frozenset(pick.key for pick in task.picks if pick.right)
        self._line = moments(task.played)
        self._own = []
        self._start_again()
        self._parts.clear()  # they show another question

    def _start_again(self) -> None:
        self._marked: set[str] = set()
        self._given: frozenset[str] = frozenset()
        self._at = self._home

    def _replay(self, word: str, rest: str) -> None:
        given = frozenset([rest]) if rest in self._picks else _keys(rest)
        if word not in ("pick", "answer") or not given <= self._picks.keys():
            raise EventError.unknown(f"{word} {rest}")
        self._given, self._marked = given, set(given)
        self._tries += not self._right(given)

    def _right(self, given: frozenset[str]) -> bool:
        if self.task.many:
            return given == self._right_keys
        return bool(given) and given <= self._right_keys

    def _moves(self) -> Iterator[LikelyEntry]:
        """One of the picks, the right ones as likely as all others; or some of them, where many are right."""
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
        return last.startswith(("pick ", "answer ")) and self._right(self._given)

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
        if self._right(given):
            self._finish()
        return [self._told()]

    def _entry_of(self, given: frozenset[str]) -> str:
        """An answer, as a log has it."""
        word = "answer" if self.task.many else "pick"
        return f"{word} {', '.join(key for key in self._picks if key in given)}"

    def _reveal(self) -> list[Frame]:
        self._given, self._marked = self._right_keys, set(self._right_keys)
        if self.task.place == "tricks":
            self._at = min(map(int, self._given), default=self._at)
        return [self._frame([*self.task.answer], rule=self._rule_of_right(), tone="shown")]

    # A record to look through

    @property
    def _home(self) -> int:
        """Where it opens: at the position asked about."""
        return self.task.at

    @property
    def _walks(self) -> bool:
        return self.task.place in ("tricks", "list")

    def _walked_to(self, verb: str, rest: str) -> int:
        """Where a step along the record leads; where it stands, if it leads nowhere."""
        place = walked(verb, rest, self._at, len(self._line) - 1)
        return self._at if place is None else place

    def _step(self, verb: str, rest: str) -> Frame:
        self._at = self._walked_to(verb, rest)
        now = self._now
        told = [now.told] + ([render.say_trick(now.finished)] if now.finished else [])
        over = now.state.to_act is None
        return self._frame([*told, self.task.question if over else render.say_turn(now.view)])

    # What it says and shows

    def _standing(self) -> list[str]:
        if self._given and (self._solved or not self._shown):
            return self._said()[0]
        place = "answer" if self._alone else self.task.place
        return [*self.task.answer] if self._shown else [catalogue.say(f"solving.begin.{place}")]

    @property
    def _alone(self) -> bool:
        """Whether of a deal that is over only the last trick is shown: the text around it tells the rest."""
        return bool(self.spec.get("bare")) and self.task.place == "list"

    def _told(self) -> Frame:
        said, rule, tone = self._said()
        return self._frame(said, rule=rule, tone=tone)

    def _said(self) -> tuple[list[str], str, str]:
        """What is said about the answer given: why it is right, or one thing that is wrong with it.

        A wrong answer is told no more, or to mark everything would be told everything.
        """
        if self._right(self._given):
            chosen = [self._picks[key] for key in self._picks if key in self._given]
            told = [catalogue.say("solving.right"), *([] if self.task.many else [chosen[0].text])]
            return [*told, self._score()], self._rule_of_right(), "good"
        wrong = next(
            (pick for key, pick in self._picks.items() if key in self._given and not pick.right), None
        )
        told = [wrong.told if wrong else catalogue.say("solving.left_out")]
        return [catalogue.say("solving.wrong"), *told], wrong.rule if wrong else "", "wrong"

    def _rule_of_right(self) -> str:
        """The rule behind the right answer; where all that is right is marked, the one that bars the rest."""
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
        """The buttons below the table."""
        choices = []
        for pick in filter(self._listed, self.task.picks):
            names = f"kp-button kp-choice{' kp-right' if pick.right and solved else ''}"
            marked = pick.key in self._marked
            choices.append(render.toggle(f"pick {pick.key}", self._label(pick), marked, names))
        return render.choices(choices, widget_id=self.id, answer=not solved if self.task.many else None)

    def feedback(self, said: str, *, tone: str = "", **how: Any) -> str:
        """As any widget has it; the author's words to the whole stand beside what is right."""
        notes = str(self.spec.get("explained") or "") if tone in ("good", "shown") else ""
        return super().feedback(said, tone=tone, notes=notes, wanted=bool(tone), **how)

    def _board(self, solved: bool) -> str | Markup:
        """The table, or the trick alone where that is asked about; it tells nothing of the answer."""
        task = self.task
        if task.place in ("seats", "trick") or self._alone:
            return self._once(partial(self._trick, solved), "trick", self._at, solved)
        tells = task.look(self._now.view, self._given) is not self._now.view
        depends = frozenset(self._marked) if task.place in HANDS else solved, self._given if tells else None
        return self._once(partial(self._table, solved), "table", self._at, *depends)

    def _table(self, solved: bool) -> Markup:
        task, now = self.task, self._now
        hand = task.place in HANDS
        view = self._looked_at(now)
        if task.place == "list" and not solved:
            view = self._asked_about(view)
        if hand:  # what the seat to act may do is the question, and not what others may say
            view = replace(view, actions=(), others={}, task="")
        return self._table_of(
            view,
            foot=self._foot(task.turn if isinstance(task, SeatPuzzle) else "S"),
            cue=False,
            chosen=self._marked if hand else None,
            interactive=hand,
            left_out=[each for each, cards in now.view.hands.items() if cards and not view.hands.get(each)],
        ).html()

    def _asked_about(self, view: View) -> View:
        """A moment without what tells the answer, while that is looked for beside the table."""
        return replace(view, piles=(), statuses=(), result=None)

    def _looked_at(self, now: Moment) -> View:
        """What the reader sees of a moment."""
        if self.spec.get("bare") and isinstance(self.task, Legal):  # what others hold does not matter
            seat = self.task.turn
            return replace(
                now.view,
                hands={each: cards if each == seat else () for each, cards in now.view.hands.items()},
            )
        return self.task.look(now.view, self._given)

    def _trick(self, solved: bool) -> str:
        """The trick alone; who wins it is not shown as long as that is asked."""
        view, finished = replace(self._now.view, best=None), self._now.finished
        caption = catalogue.say("render.trick", n=finished.number if finished else view.trick_number)
        if finished and not solved:
            view, finished = replace(view, trick=finished.plays, added=finished.added), None
        return render.trick_table(view, widget_id=self.id, caption=caption, finished=finished)

    def _tricks(self, solved: bool) -> Markup:
        """The record to walk along; what its tricks changed stays open while that is asked for."""
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
            return catalogue.say("solving.pick.mistake", seat=seat_name(now.seat), card=spoken(now.action))
        return catalogue.capital(pick.label)

    def _listed(self, pick: Pick) -> bool:
        """Whether a pick is a button below the table; cards of a hand are picked on the table.

        A card that lies face down is in no hand.
        """
        if self.task.place == "tricks":
            return int(pick.key) == self._at
        card = Action(pick.key).card
        return self.task.place not in HANDS or not any(card in hand for hand in self._now.view.hands.values())


def chosen_by(event: str) -> str:
    """The key of what an event chooses: a card, the top card of the stock, a button; empty for no choice."""
    verb, _, rest = event.partition(" ")
    return {"play": rest.partition(" ")[2], "dark": verb, "pick": rest}.get(verb, "")


def say_marked(marked: str) -> str:
    """What is said when something has been marked, or nothing is any more.

    Args:
        marked: What is marked, in words; empty for nothing.
    """
    return catalogue.say("solving.marked", cards=marked) if marked else catalogue.say("solving.answer.none")


def _keys(text: str) -> frozenset[str]:
    """The keys of an answer in a log; cards may be told apart by spaces alone."""
    return frozenset(key.strip() for key in text.split(",")) if "," in text else frozenset(text.split())
