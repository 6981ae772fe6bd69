"""The base of all puzzle widgets: question, tries, hints, solution and log.

A puzzle's log is a history: tries that were taken back stay in it, and so do `hint`, `solution` and `solved
37` with the seconds taken. The page reads only `solved`, `hint` and the entries that count as tries (`lost`,
`pick`, `answer`), so that a result survives concurrent writes (`reached.js`).
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

_KEYS: Final = (
    ("cards", "↑ ↓"),
    ("choose", "Enter"),
    ("taken", "← Backspace"),
    ("hint", "h"),
    ("tell", "t c r"),
)

MOST_HINTS: Final = 9
"""An upper limit to the number of hints of any puzzle."""


class PuzzleWidget[K: PuzzleKind](LineWidget):
    """A puzzle and the reader's progress in it."""

    kind: ClassVar[str] = "puzzle"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs, task: K) -> None:
        super().__init__(spec, prefs)
        self.task = task
        self._clear()

    def _clear(self) -> None:
        """Reset to the state before the first event."""
        self._entries.clear()
        self._begun: float | None = None
        self._hints = 0
        self._tries = 0
        self._result: tuple[int, int] | None = None  # tries and hints up to the solution
        self._shown = False
        self._start_again()

    @property
    def _all_hints(self) -> tuple[str, ...]:
        """The hints; inside a text only the author's, as ours may use unknown terms."""
        return self.task.puzzle.hints if self.spec.get("bare") else self.task.hints

    @property
    def _solved(self) -> bool:
        return self._result is not None

    # The log --------------------------------------------------------------------------------------------

    def replay(self, entry: str) -> None:
        """Apply `hint`, `solution`, `solved 37` or an answer of the kind of puzzle.

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
        """Return the entries that may follow: an answer, a hint, the solution, `solved`."""
        found = [*self._moves()]
        if not (self._solved or self._shown) and self._right_now:  # the log has no `solved` entry yet
            found.append(LikelyEntry(SOLVED, 400, number=True))
        if self._hints < MOST_HINTS:  # counting the hints may take a search
            found.append(LikelyEntry("hint", 2))
        if not self._shown:
            found.append(LikelyEntry("solution"))
        return found

    def begin_again(self) -> None:
        """Reset to the state before the first event."""
        self._clear()

    @abstractmethod
    def _moves(self) -> Iterator[LikelyEntry]:
        """Yield the answers that may follow in the log."""

    @property
    @abstractmethod
    def _right_now(self) -> bool:
        """Return True if the last entry solves the puzzle."""

    @abstractmethod
    def _replay(self, word: str, rest: str) -> None:
        """Apply a log entry of this kind of puzzle; never searches."""

    # Events ---------------------------------------------------------------------------------------------

    def send(self, event: str) -> list[Frame]:
        """Handle `hint`, `solution`, `again` or an event of the kind of puzzle."""
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
        """Handle an event of this kind of puzzle.

        Raises:
            EventError: if there is no such event.
        """

    @abstractmethod
    def _reveal(self) -> list[Frame]:
        """Show the solution."""

    @abstractmethod
    def _start_again(self) -> None:
        """Discard the answers so far."""

    def _hint(self) -> Frame:
        hints = self._all_hints
        if self._hints == len(hints):
            return self._frame([catalogue.say("solving.hint.last")])
        self.replay("hint")
        return self._frame([hints[self._hints - 1]])

    def _finish(self) -> None:
        """Log the solution with the seconds it took."""
        if not self._solved and not self._shown:
            seconds = round(monotonic() - self._begun) if self._begun else 0
            self.replay(f"{SOLVED}{seconds}")

    # What it says and shows -----------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Return the current state of the puzzle."""
        return self._frame(self._standing())

    @abstractmethod
    def _standing(self) -> list[str]:
        """Return the sentences about the current state."""

    def _score(self) -> str:
        """Return the result in a sentence; empty inside a text, which counts no tries."""
        if self.spec.get("bare"):
            return ""
        if self._result is None:
            return catalogue.say("solving.shown") if self._shown else ""
        tries, taken = self._result
        return catalogue.say("solving.solved", tries=self._told_tries(tries), hints=taken)

    def _told_tries(self, tries: int) -> int:
        """Return the number of tries as a sentence gives it.

        Args:
            tries: The number of tries, from 1.
        """
        return tries

    def _question(self) -> str:
        of, bare = self.task.puzzle, self.spec.get("bare")  # then the surrounding text describes the scene
        story, kind = ("", "") if bare else (of.story, kind_label(self.task.name))
        return render.question(question=self.task.question, story=story, kind=kind, difficulty=of.difficulty)

    def _controls(self, taken: str | None = None, walk: str = "", *, over: bool = False) -> str:
        """Render the row of buttons.

        Args:
            taken: `lost` if the card to take back gave the goal away, `back` for another card, empty if there
                is none yet; None if no cards are played.
            walk: The buttons to step along the record; empty for none.
            over: Whether nothing is left to play for the goal, so that focus goes to the way on or back.
        """
        onward = str(self.spec.get("next") or "") if self._solved or self._shown else ""
        row = []
        if taken is not None:
            label, names = catalogue.say("render.take_back"), f"kp-{taken or 'back'}"
            row.append(
                render.button(
                    "back",
                    label,
                    names=names,
                    key="ArrowLeft Backspace",
                    idle=not taken,
                    focus=over and (taken == "lost" or not onward),
                )
            )
        if onward:
            row.append(render.next_puzzle_link(onward, focus=over))
        elif of := len(self._all_hints):
            last = self._hints >= of
            label = catalogue.say("render.hint.none" if last else "render.hint", n=self._hints + 1, of=of)
            row.append(render.button("hint", label, key="h", idle=last))
        again = catalogue.say("render.solution.again" if self._shown else "render.solution")
        row.append(render.button("solution", again))
        anew = render.button("again", catalogue.say("render.again"), idle=not self._entries)
        more = render.more_menu(self.id, _KEYS, extra=anew)
        return render.solving("render.solving", self._score(), walk, row, more)

    def _hint_list(self) -> str:
        return render.hints(self._all_hints[: self._hints], len(self._all_hints))


def kind_label(kind: str) -> str:
    """Return the label of a kind of puzzle."""
    return catalogue.say(f"solving.kind.{kind}")
