"""The file of a puzzle, read and written as TOML.

Lines count from 1 and refer to the file. Two puzzles are equal if their values are, in whatever lines.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from kontrapunkt.core.deal import PlacedError, nearest, short
from kontrapunkt.core.messages import say
from kontrapunkt.core.old_names import old_names
from kontrapunkt.core.toml import MAX_LENGTH, TomlError, read_toml

REQUIRED: Final = ("kind", "title", "story", "themes", "difficulty", "record")
OPTIONAL: Final = (
    "side", "seat", "goal", "target", "at", "question", "answers", "hints", "explanation", "replies",
)  # fmt: skip

CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters that do not end lines, and code points without characters."""

_ENTRY: Final = re.compile(
    r"""
    ^[ \t]* (?:
        \[ (?P<many>\[?) [ \t]* (?P<table>[A-Za-z0-9_.-]+) [ \t]* \]
        | (?P<key>[A-Za-z0-9_-]+ | "[^"\n]*" | '[^'\n]*') [ \t]* = [ \t]*
          (?P<long>"{3} (?:[^\\] | \\.)*? "{3} | '{3} .*? '{3})?
    )""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
"""The heading of a table, or a key, with its text if that may have several lines."""

_QUOTES: Final = ('"""', "'''")


class PuzzleError(PlacedError):
    """An error in a puzzle or lesson: unreadable, or unsuitable for its game."""


@dataclass(frozen=True, slots=True)
class LocatedTable:
    """The values of a table of a file, with their lines.

    Attributes:
        lines: The line of each key, and of the heading by the empty key. If a key's text begins on the next
            line, it is that line.
    """

    lines: Mapping[str, int] = field(default_factory=dict, compare=False, kw_only=True)

    def line(self, key: str) -> int:
        """Return the line of a key, or of the heading if there is no such key."""
        return self.lines.get(key, self.lines.get("", 1))


@dataclass(frozen=True, slots=True)
class Puzzle(LocatedTable):
    """The content of a puzzle's file; `kind.open_puzzle` makes it something to solve.

    Attributes:
        id: The name of the file, without its ending.
        kind: The kind: `play`, `sure`, `legal`, `call`, `trick`, `worth`, `score`, `find-the-mistake`.
        story: One line that sets the scene.
        themes: Some of `THEMES`.
        difficulty: From 1, easy, to 5.
        record: The record, as text.
        side: The side that the reader plays, by its seats, `NS` or `N`; for `find-the-mistake`, the side that
            made the mistake; empty for none.
        goal: The goal, as text; empty for none.
        target: The number to reach for a goal that is not yes or no: the least, or for the side that wants
            fewer the greatest. None for none.
        at: The number of actions of the record before the question; without it, the kind chooses.
        question: The question; empty for the computed one.
        answers: For `score`, the answers to choose from: numbers, as in `NS 2 EW -2`, or a form that the
            game's knowledge reads (the sides' grades: `win dishonourable_loss`); empty for computed ones.
        hints: From vague to plain; empty for the computed ones.
        explanation: The reasons, in Markdown.
        replies: The author's replies to an action, by `N QS`, or to a pick, by its key; `reached` is for the
            goal of a played-out position.
        seat: For `call`, the seat whose calls are asked for; empty for the seat to act.
    """

    id: str
    kind: str
    title: str
    story: str
    themes: tuple[str, ...]
    difficulty: int
    record: str
    side: str = ""
    goal: str = ""
    target: int | None = None
    at: int | None = None
    question: str = ""
    answers: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    explanation: str = ""
    replies: Mapping[str, str] = field(default_factory=dict)
    seat: str = ""

    def error(self, about: str, sentence: str, /, **values: object) -> PuzzleError:
        """Return an error about one of its keys.

        Args:
            about: The key of the file.
            sentence: The key of the sentence in the catalogue.
            **values: The values of the sentence.
        """
        return PuzzleError(say(sentence, **values), self.line(about))


def read(text: str, id: str) -> Puzzle:
    """Read the file of a puzzle.

    Args:
        id: The puzzle's id.

    Raises:
        PuzzleError: naming the line, the error and the remedy.
    """
    found, lines = parse_toml(text, ("replies",))
    return puzzle_of(found, lines, id)


def parse_toml(text: str, tables: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, int]]:
    """Parse a TOML file: its values, and the line of each key as in `lines_of_keys`.

    Args:
        tables: The names that its tables may have, because an error in a table may come from a misspelt name.

    Raises:
        PuzzleError: naming the line, the error and the remedy.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        found = read_toml(text)
    except TomlError as error:
        if len(text) <= MAX_LENGTH:
            _refuse_misspelt_table(plain, tables, error.line)
        raise PuzzleError(error.said, error.line) from None
    return found, dict(lines_of_keys(plain))


def _refuse_misspelt_table(text: str, tables: tuple[str, ...], last: int) -> None:
    """Raise a PuzzleError for the first table, down to a line, with a misspelt name or a bracket too few."""
    several = {entry["table"] for entry in _ENTRY.finditer(text) if entry["many"]}
    for entry in _ENTRY.finditer(text):
        line = text.count("\n", 0, entry.start()) + 1
        if line <= last and entry["table"] in several and not entry["many"]:
            raise PuzzleError(say("puzzle.table.brackets", name=short(entry["table"])), line)
        name = (entry["table"] or "").partition(".")[0]
        if line <= last and name and name not in tables and (near := nearest(name, tables)):
            raise PuzzleError(say("puzzle.key.near", key=short(name), near=near), line)


def puzzle_of(found: Mapping[str, Any], lines: Mapping[str, int], id: str, place: str = "") -> Puzzle:
    """Return the puzzle for the values of a file.

    Args:
        found: The values, by key.
        lines: The line of each key of the file.
        id: The puzzle's id.
        place: The prefix of its keys in `lines`, as in `TableReader`.

    Raises:
        PuzzleError: naming the line, the error and the remedy.
    """
    return _PuzzleReader(found, lines, place).puzzle(id)


def lines_of_keys(text: str) -> Iterator[tuple[str, int]]:
    """Yield the line of each key, those of a table as in `replies.N QS`.

    Strings of several lines are skipped.

    Args:
        text: TOML. Of tables that occur several times, `[[step]]`, the second is `step.2`, and its own tables
            `[step.puzzle]` are `step.2.puzzle`.
    """
    table, number, seen = "", 1, 0
    times = Counter[str]()
    for entry in _ENTRY.finditer(text):
        number += text.count("\n", seen, entry.start())
        seen = entry.start()
        if entry["table"]:
            name, _, rest = entry["table"].partition(".")
            times[name] += bool(entry["many"])
            table = ".".join(filter(None, (name, str(times[name] or ""), rest)))
            yield table, number
            table += "."
        else:
            key, long = entry.group("key", "long")
            below = (long or "").startswith(('"""\n', "'''\n"))
            yield table + (key[1:-1] if key[0] in "\"'" else key), number + below


@old_names(found="values")
class TableReader:
    """A reader of the keys of a TOML table; it rejects the first that is wrong.

    Attributes:
        values: The values by their keys.
        lines: The line of each key of the file.
        place: The prefix of its keys there, such as `step.2.`.
    """

    def __init__(self, values: Mapping[str, Any], lines: Mapping[str, int], place: str = "") -> None:
        self.values = values
        self.lines = lines
        self.place = place

    @property
    def own_lines(self) -> dict[str, int]:
        """The line of each of its keys; that of its heading by the empty key."""
        own = [key for key in self.lines if key.startswith(self.place)]
        heading = self.lines.get(self.place.rstrip("."), 1)
        return {"": heading} | {key.removeprefix(self.place): self.lines[key] for key in own}

    def known(self, keys: tuple[str, ...]) -> None:
        """Reject unknown keys.

        Args:
            keys: The known keys.

        Raises:
            PuzzleError: if there is another one.
        """
        for key in self.values:
            if key not in keys:
                near = nearest(key, keys)
                name = "puzzle.key.near" if near else "puzzle.key.unknown"
                raise self.error(key, name, key=short(key), near=near, keys=", ".join(keys))

    def error(self, about: str, sentence: str, /, **values: object) -> PuzzleError:
        """Return an error about a key, with its line or that of the table around it."""
        about = self.place + about
        while about not in self.lines and "." in about:
            about = about.rpartition(".")[0]
        line = self.lines.get(about, self.lines.get(f"{about}.1", 1))  # for numbered tables
        return PuzzleError(say(sentence, **values), line)

    def text(self, key: str) -> str:
        """Return a text; empty if there is none.

        Raises:
            PuzzleError: if it is something else.
        """
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, "puzzle.type.text", key=key)
        return self._showable(key, value)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty if there is none.

        Raises:
            PuzzleError: if it is something else.
        """
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.error(key, "puzzle.type.texts", key=key)
        return tuple(self._showable(key, each) for each in value)

    def _showable(self, key: str, text: str) -> str:
        """Return the text, or reject control characters, which pages and XML cannot show."""
        if found := CONTROL.search(text):
            raise self.error(key, "puzzle.type.control", key=key, code=f"U+{ord(found[0]):04X}")
        return text

    def number(self, key: str, least: int | None = None) -> int | None:
        """Return a whole number; None if there is none.

        Args:
            least: The least allowed number; None for any.

        Raises:
            PuzzleError: if it is something else.
        """
        value = self.values.get(key)
        if value is None:
            return None
        if least is not None and (type(value) is not int or value < least):
            raise self.error(key, "puzzle.type.count", key=key, least=least)
        if type(value) is not int:
            raise self.error(key, "puzzle.type.number", key=key)
        return value


class _PuzzleReader(TableReader):
    """A reader of the file of a puzzle."""

    def puzzle(self, id: str) -> Puzzle:
        self.known((*REQUIRED, *OPTIONAL))
        for key in REQUIRED:
            if key not in self.values:
                raise self.error(key, "puzzle.key.missing", key=key)
        difficulty = self.number("difficulty")
        if difficulty is None or not 1 <= difficulty <= 5:
            raise self.error("difficulty", "puzzle.difficulty.range")
        readers: dict[str, Callable[[str], Any]] = {  # keys that are not plain texts
            **dict.fromkeys(("title", "story"), self.line_of_text),
            **dict.fromkeys(("themes", "answers", "hints"), self.texts),
            **dict.fromkeys(("difficulty", "target"), self.number),
            "at": partial(self.number, least=0),
            "seat": lambda key: self.text(key).upper(),
            "replies": self.replies,
        }
        said = {key: readers.get(key, self.text)(key) for key in (*REQUIRED, *OPTIONAL)}
        return Puzzle(id=id, lines=self.own_lines, **said)

    def line_of_text(self, key: str) -> str:
        value = self.text(key)
        if not value.strip() or len(value.splitlines()) > 1:
            raise self.error(key, "puzzle.type.line", key=key)
        return value

    def replies(self, key: str) -> dict[str, str]:
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, "puzzle.type.replies")
        for about, text in value.items():
            if not isinstance(text, str):
                raise self.error(f"{key}.{about}", "puzzle.type.replies")
            self._showable(f"{key}.{about}", text)
        return dict(value)


# Writing ----------------------------------------------------------------------------------------------------


_WRITTEN: Final = (
    "kind", "title", "story", "themes", "difficulty", "question", "side", "seat", "goal", "target", "at",
    "answers", "hints", "explanation", "record",
)  # fmt: skip
"""The keys in the order of writing; the replies follow."""


def write(puzzle: Puzzle) -> str:
    """Write a puzzle so that `read` returns an equal one."""
    lines = []
    for key in _WRITTEN:
        value = getattr(puzzle, key)
        if key in REQUIRED or value not in ("", None, ()):
            lines.append(f"{key} = {_value(value, key in ('explanation', 'record'))}")
    if puzzle.replies:
        lines += ["", "[replies]"]
        lines += (f"{_basic(key)} = {_basic(text)}" for key, text in puzzle.replies.items())
    return "\n".join(lines) + "\n"


def _value(value: str | int | tuple[str, ...], long: bool) -> str:
    if isinstance(value, str) and long:
        return _long(value)
    inline = _basic(value)
    if isinstance(value, tuple) and len(value) > 1 and len(inline) > 90:
        return "[\n" + "".join(f"    {_basic(text)},\n" for text in value) + "]"
    return inline


def _long(text: str) -> str:
    """Write text of several lines, in the plain form if that is read correctly."""
    plain = all(sign == "\n" or sign == "\t" or sign.isprintable() for sign in text)
    if "\n" not in text or not plain:
        return _basic(text)
    for quote in _QUOTES:
        if quote not in text and not text.endswith(quote[0]) and (quote != '"""' or "\\" not in text):
            return f"{quote}\n{text}{quote}"
    return _basic(text)


def _basic(value: str | int | tuple[str, ...]) -> str:
    """Write a value on one line, as JSON without DEL, which TOML does not allow there."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# Themes -----------------------------------------------------------------------------------------------------

THEMES: Final = (
    "cleaning",
    "keeping-dirty",
    "kings",
    "queens",
    "card-points",
    "last-of-rank",
    "giving",
    "holding-back",
    "leading",
    "lead-limit",
    "dark",
    "spice",
    "locked-pack",
    "following",
    "trumps",
    "calls",
    "result",
)
"""The themes of puzzles: a small fixed list."""


def theme_label(theme: str) -> str:
    """Return a theme in a few words, as on a button."""
    return str(say(f"puzzle.theme.{theme}"))
