"""Errors in pages that stop a build, with file and line."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

MOST: Final = 50
"""The most errors that are listed at once."""


class PageError(Exception):
    """Raised for an error in a page.

    Attributes:
        path: The file in the message; empty if unknown.
        line: The line of that file, from 1.
        sentence: The error and its remedy.
        others: Further errors that were found together with it.
    """

    others: "Sequence[PageError]" = ()

    def __init__(self, path: str, line: int, sentence: str) -> None:
        self.path = path
        self.line = line
        self.sentence = " ".join(sentence.split())
        super().__init__(str(self))

    def __str__(self) -> str:
        return (
            f"{self.path}, line {self.line}: {self.sentence}"
            if self.path
            else f"line {self.line}: {self.sentence}"
        )


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text with their place in a file.

    Attributes:
        path: The file.
        lines: The lines.
        before: The number of lines of the file before them.
        stops_with: The class of the errors, which a host may define.
    """

    path: str
    lines: list[str]
    before: int = 0
    stops_with: type[PageError] = field(default=PageError, compare=False)

    @classmethod
    def read(cls, file: Path, path: str, stops_with: type[PageError] = PageError) -> "Text":
        """Read the text of a whole file."""
        return cls(path, file.read_text("utf-8-sig").splitlines(), 0, stops_with)

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def error(self, line: int, sentence: str) -> PageError:
        """Create an error in one of these lines, counted from 1."""
        return self.stops_with(self.path, self.before + line, sentence)

    def part(self, first: int, lines: list[str]) -> "Text":
        """Return other lines in place of a part of this text.

        Args:
            first: The number in this text of the first of them, from 1.
        """
        return Text(self.path, lines, self.before + first - 1, self.stops_with)

    def line_of(self, words: str, which: int = 0) -> int:
        """Return a line that contains these words; 1 if there is none.

        Args:
            words: The words.
            which: The number of such places before it, from 0; the last line answers if there are fewer.
        """
        found = [number for number, line in enumerate(self.lines, 1) for _ in range(line.count(words))]
        return found[min(which, len(found) - 1)] if found else 1


def together(errors: "Sequence[PageError]") -> PageError:
    """Return the first of some errors, which carries the others."""
    first, *others = errors
    first.others = (*first.others, *others)
    return first


class FoundErrors:
    """The errors of a build, collected so that one build reports them all."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int, str], PageError] = {}
        self._pages: set[str] = set()

    def __len__(self) -> int:
        return len(self._found)

    def add(self, error: PageError, page: str = "") -> None:
        """Add an error and those it carries; the same one counts once.

        Args:
            error: The error, which may be in a file that the page shows.
            page: The file of that page; empty if it is unknown.
        """
        for each in (error, *error.others):
            self._found.setdefault((each.path, each.line, each.sentence), each)
        self._pages.update((page or error.path, error.path))

    def clear(self) -> None:
        """Forget all errors."""
        self._found.clear()
        self._pages.clear()

    def on(self, page: str) -> bool:
        """Return True if a page has an error."""
        return page in self._pages

    def listed(self) -> list[PageError]:
        """Return the first errors by file and line, at most `MOST`."""
        return [error for _, error in sorted(self._found.items(), key=lambda each: each[0])][:MOST]
