"""What stops a build: a page with something wrong in it, by file and line."""

from dataclasses import dataclass, field
from pathlib import Path


class PageError(Exception):
    """Something in a page that is wrong.

    Attributes:
        path: The file, as the reader of the message knows it; empty where nobody has said.
        line: The line of that file, from 1.
        sentence: What is wrong, and what to do.
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
    """Lines of text, and where they stand.

    Attributes:
        path: The file.
        lines: The lines.
        before: How many lines of the file come before them.
        stops_with: The class of the errors; a host has its own.
    """

    path: str
    lines: list[str]
    before: int = 0
    stops_with: type[PageError] = field(default=PageError, compare=False)

    @classmethod
    def of(cls, file: Path, path: str, stops_with: type[PageError] = PageError) -> "Text":
        """The text of a whole file."""
        return cls(path, file.read_text("utf-8-sig").splitlines(), 0, stops_with)

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"

    def error(self, line: int, sentence: str) -> PageError:
        """An error in one of these lines, which count from 1 here."""
        return self.stops_with(self.path, self.before + line, sentence)

    def part(self, first: int, lines: list[str]) -> "Text":
        """Lines out of this text, of which the first is this text's line of that number."""
        return Text(self.path, lines, self.before + first - 1, self.stops_with)

    def line_of(self, words: str) -> int:
        """The first line that holds these words; 1 where none does."""
        return next((number for number, line in enumerate(self.lines, 1) if words in line), 1)
