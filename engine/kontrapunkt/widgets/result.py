"""What somebody has reached with a widget, by its logs alone (in browsers `assets/widgets/result.js`).

The logs are all that were written, in order: where a puzzle was begun again, another follows.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

_TRY: Final = re.compile(r"(?:pick|answer|lost)\b")
_SOLVED: Final = "solved "
_TOOK: Final = "took "


@dataclass(frozen=True, slots=True)
class WidgetResult:
    """What has been reached.

    Attributes:
        right: How many questions were answered right: of a puzzle one at most, of a drill as many as it asks.
        of: How many questions there are.
        tries: Answers given until then.
        hints: Hints taken until then.
        seconds: How long that took; 0 where it is not known.
        shown: Whether the solution was looked at before it was found.
    """

    right: int
    of: int
    tries: int
    hints: int
    seconds: int
    shown: bool = False

    @property
    def solved(self) -> bool:
        """Whether all was answered right."""
        return self.right == self.of

    def __add__(self, other: Self) -> "WidgetResult":
        return WidgetResult(
            self.right + other.right,
            self.of + other.of,
            self.tries + other.tries,
            self.hints + other.hints,
            self.seconds + other.seconds,
            self.shown or other.shown,
        )


NOTHING: Final = WidgetResult(0, 0, 0, 0, 0)
"""What no widget at all comes to."""


def result(kind: str, logs: Iterable[Sequence[str]], questions: int = 1) -> WidgetResult:
    """What logs come to.

    Args:
        kind: The kind of widget: `puzzle` or `drill`.
        logs: Its logs, each with its header.
        questions: How many questions a drill has.
    """
    entries = [entry for log in logs for entry in log[1:]]
    return _of_drill(entries, questions) if kind == "drill" else _of_puzzle(entries)


def _of_puzzle(entries: Sequence[str]) -> WidgetResult:
    shown = tries = hints = 0
    last = ""
    for entry in entries:
        if entry.startswith(_SOLVED) and not shown:
            played = last not in ("pick", "answer")  # a card that wins is no entry of its own
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
