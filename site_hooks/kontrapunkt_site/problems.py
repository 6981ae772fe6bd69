"""Errors in pages that stop a build, with file and line."""

from dataclasses import dataclass, field
from pathlib import Path


class PageError(Exception):
    """Raised for an error in a page.

    Attributes:
        path: The file in the message; empty if unknown.
        line: The line of that file, from 1.
        sentence: The error and its remedy.
    """

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
    def of(cls, file: Path, path: str, stops_with: type[PageError] = PageError) -> "Text":
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

    def line_of(self, words: str) -> int:
        """Return the first line that contains these words; 1 if there is none."""
        return next((number for number, line in enumerate(self.lines, 1) if words in line), 1)
