"""What all puzzles share: the question, tries and hints, the solution, a log that says what happened.

Unlike an example's, a puzzle's log is a history: tries that were taken back stay in it, `hint` and `solution`
too, and `solved 37`, with the seconds it took. The page reads `solved`, `hint`, and what tells a try (`lost`,
`pick`, `answer`), so that what was reached stays whoever writes last (`reached.js`); it knows no other entry.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import Any, ClassVar, Final

from kontrapunkt import render
from kontrapunkt.puzzles.kind import PuzzleKind
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import Prefs
from kontrapunkt.widgets.line import LineWidget
from kontrapunkt.widgets.precomputed import Frame, LikelyEntry

SOLVED: Final = "solved "

_KEYS: Final = (("cards", "↑ ↓"), ("choose", "Enter"), ("taken", "←"), ("hint", "h"))

MOST_HINTS: Final = 9
"""More hints than any puzzle has."""


class PuzzleWidget[K: PuzzleKind](LineWidget):
    """A puzzle and how far the reader has come with it."""

    kind: ClassVar[str] = "puzzle"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs, task: K) -> None:
        super().__init__(spec, prefs)
        self.task = task
        self._clear()

    def _clear(self) -> None:
        """As though nothing had happened."""
        self._entries.clear()
        self._begun: float | None = None
        self._hints = 0
        self._tries = 0
        self._result: tuple[int, int] | None = None  # tries and hints with which it was solved
        self._shown = False
        self._start_again()

    @property
    def _all_hints(self) -> tuple[str, ...]:
        """The hints; where a text around it explains, the author’s alone: ours may use unknown words."""
        return self.task.puzzle.hints if self.spec.get("bare") else self.task.hints

    @property
    def _solved(self) -> bool:
        return self._result is not None

    # The log --------------------------------------------------------------------------------------------

    def replay(self, entry: str) -> None:
        """Takes `hint`, `solution`, `solved 37`, or an answer as the kind of puzzle writes it.

        Raises:
            EventError: if it does not fit.
            Refusal: if it is an action that is not legal there.
        """
        word, _, rest = entry.partition(" ")
        match word:
            case "hint" if not rest and self._hints < len(self._all_hints):
                self._hints += 1
            case "solution" if not rest:
                self._shown = True
            case "solved" if rest.isascii() and rest.isdigit():
                self._result = self._result or (self._tries + 1, self._hints)
            case _:
                self._replay(word, rest)
        self._entries.append(entry)

    def coming(self) -> Sequence[LikelyEntry]:
        """What its log may go on with: an answer, a hint, the solution; that it is solved where it is."""
        found = [*self._moves()]
        if not (self._solved or self._shown) and self._right_now:  # which the log does not say yet
            found.append(LikelyEntry(SOLVED, 400, number=True))
        if self._hints < MOST_HINTS:  # how many there are may take a search to tell
            found.append(LikelyEntry("hint", 2))
        if not self._shown:
            found.append(LikelyEntry("solution"))
        return found

    def begin_again(self) -> None:
        """Stands as though nothing had happened."""
        self._clear()

    @abstractmethod
    def _moves(self) -> Iterator[LikelyEntry]:
        """The answers that may come next."""

    @property
    @abstractmethod
    def _right_now(self) -> bool:
        """Whether what has just happened solves it."""

    @abstractmethod
    def _replay(self, word: str, rest: str) -> None:
        """Takes an entry of the kind's own; a reply is in the log and never searched for."""

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Takes `hint`, `solution`, `again`, or what the kind of puzzle knows."""
        self._begun = self._begun or monotonic()
        match event:
            case "hint":
                return [self._hint()]
            case "solution":
                if not self._shown:
                    self.replay("solution")
                return self._reveal()
            case "again":
                self.begin_again()
                return [self._frame([catalogue.say("solving.again"), self.task.question])]
            case _:
                verb, _, rest = event.partition(" ")
                return self._answer(verb, rest)

    @abstractmethod
    def _answer(self, verb: str, rest: str) -> list[Frame]:
        """Takes an event of the kind's own.

        Raises:
            EventError: if it knows no such event.
        """

    @abstractmethod
    def _reveal(self) -> list[Frame]:
        """Shows the solution."""

    @abstractmethod
    def _start_again(self) -> None:
        """Forgets the answers given."""

    def _hint(self) -> Frame:
        hints = self._all_hints
        if self._hints == len(hints):
            return self._frame([catalogue.say("solving.hint.last")])
        self.replay("hint")
        return self._frame([hints[self._hints - 1]])

    def _finish(self) -> None:
        """The reader has solved it: how long it took goes into the log."""
        if not self._solved and not self._shown:
            seconds = round(monotonic() - self._begun) if self._begun else 0
            self.replay(f"{SOLVED}{seconds}")

    # What it says and shows -----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """The puzzle as it stands."""
        return self._frame(self._standing())

    @abstractmethod
    def _standing(self) -> list[str]:
        """What is said about the puzzle as it stands."""

    def _score(self) -> str:
        """The result in a sentence: tries and hints; nobody counts them where a text around it goes on."""
        if self.spec.get("bare"):
            return ""
        if self._result is None:
            return catalogue.say("solving.shown") if self._shown else ""
        tries, taken = self._result
        return catalogue.say("solving.solved", tries=self._told_tries(tries), hints=taken)

    def _told_tries(self, tries: int) -> int:
        """The number of tries, as a sentence has it."""
        return tries

    def _question(self) -> str:
        of, bare = self.task.puzzle, self.spec.get("bare")  # then the text around it tells what the scene is
        story, kind = ("", "") if bare else (of.story, kind_label(self.task.name))
        return render.question(question=self.task.question, story=story, kind=kind, difficulty=of.difficulty)

    def _controls(self, taken: str | None = None, walk: str = "") -> str:
        """The row of buttons.

        Args:
            taken: `lost` where a card is to be taken back that gave the goal away, `back` where one may be,
                empty where none can yet; None where no cards are played.
            walk: The buttons that walk along its record, where it has one.
        """
        onward = str(self.spec.get("next") or "") if self._solved or self._shown else ""
        row = []
        if taken is not None:
            label, names = catalogue.say("render.take_back"), f"kp-{taken or 'back'}"
            row.append(render.button("back", label, names=names, key="ArrowLeft", idle=not taken))
        if onward:
            row.append(render.onward(onward))
        elif of := len(self._all_hints):
            last = self._hints >= of
            label = catalogue.say("render.hint.none" if last else "render.hint", n=self._hints + 1, of=of)
            row.append(render.button("hint", label, key="h", idle=last))
        again = catalogue.say("render.solution.again" if self._shown else "render.solution")
        row.append(render.button("solution", again))
        anew = render.button("again", catalogue.say("render.again"), idle=not self._entries)
        more = render.more(self.id, _KEYS, extra=anew)
        return render.solving("render.solving", self._score(), walk, row, more)

    def _hint_list(self) -> str:
        return render.hints(self._all_hints[: self._hints], len(self._all_hints))


def kind_label(kind: str) -> str:
    """A kind of puzzle in a few words."""
    return catalogue.say(f"solving.kind.{kind}")
