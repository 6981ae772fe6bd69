"""A reader's result with a widget, read from its logs alone.

In browsers `assets/widgets/result.js` does the same. The logs are in order: a puzzle that was begun again has
more than one.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, Self

_TRY: Final = re.compile(r"(?:pick|answer|lost)\b")
_SOLVED: Final = "solved "
_TOOK: Final = "took "


@dataclass(frozen=True, slots=True)
class WidgetResult:
    """A reader's result with a widget.

    Attributes:
        right: The number of right answers: at most one for a puzzle.
        total: The number of questions.
        tries: The number of answers up to then.
        hints: The number of hints up to then.
        seconds: The time taken, in seconds; 0 if unknown.
        shown: Whether the solution was shown before the right answer.
    """

    right: int
    total: int
    tries: int
    hints: int
    seconds: int
    shown: bool = False

    @property
    def solved(self) -> bool:
        """Return True if all answers were right."""
        return self.right == self.total

    def as_data(self) -> dict[str, int | bool]:
        """Return the result as pages store and exchange it; the number of questions is `of` there."""
        data = asdict(self)
        return {"right": data.pop("right"), "of": data.pop("total"), **data, "solved": self.solved}

    def __add__(self, other: Self) -> "WidgetResult":
        return WidgetResult(
            self.right + other.right,
            self.total + other.total,
            self.tries + other.tries,
            self.hints + other.hints,
            self.seconds + other.seconds,
            self.shown or other.shown,
        )


NOTHING: Final = WidgetResult(0, 0, 0, 0, 0)
"""The result without any widget."""


def result(kind: str, logs: Iterable[Sequence[str]], questions: int = 1) -> WidgetResult:
    """Return the result that logs record.

    Args:
        kind: The kind of widget: `puzzle` or `drill`.
        logs: The logs of the widget, each with its header.
        questions: The number of questions of a drill.
    """
    entries = [entry for log in logs for entry in log[1:]]
    return _of_drill(entries, questions) if kind == "drill" else _of_puzzle(entries)


def _of_puzzle(entries: Sequence[str]) -> WidgetResult:
    shown = tries = hints = 0
    last = ""
    for entry in entries:
        if entry.startswith(_SOLVED) and not shown:
            played = last not in ("pick", "answer")  # a winning card has no entry of its own
            return WidgetResult(1, 1, tries + played, hints, int(entry.removeprefix(_SOLVED)))
        last = entry.partition(" ")[0]
        shown |= entry == "solution"
        tries += bool(_TRY.match(entry))
        hints += entry == "hint"
    return WidgetResult(0, 1, tries, hints, 0, bool(shown))


def _of_drill(entries: Sequence[str], questions: int) -> WidgetResult:
    right = sum(entry.partition(" ")[0] == "right" for entry in entries)
    tries = sum(bool(_TRY.match(entry)) for entry in entries)
    seconds = sum(int(entry.removeprefix(_TOOK)) for entry in entries if entry.startswith(_TOOK))
    return WidgetResult(right, questions, tries, 0, seconds)
