"""The file of a puzzle: Puzzle, read and written as TOML; and PuzzleError, a file that cannot be used.

Lines count from 1 and refer to the file. Two puzzles are equal when they say the same, wherever they say it.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from kontrapunkt.core.deal import PlacedError, nearest, short
from kontrapunkt.core.toml import MAX_LENGTH, TomlError, read_toml
from kontrapunkt.text import catalogue

REQUIRED: Final = ("kind", "title", "story", "themes", "difficulty", "record")
OPTIONAL: Final = (
    "side", "seat", "goal", "target", "at", "question", "answers", "hints", "explanation", "replies",
)  # fmt: skip

CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters, but for those that end lines, and what is no character."""

_ENTRY: Final = re.compile(
    r"""
    ^[ \t]* (?:
        \[ (?P<many>\[?) [ \t]* (?P<table>[A-Za-z0-9_.-]+) [ \t]* \]
        | (?P<key>[A-Za-z0-9_-]+ | "[^"\n]*" | '[^'\n]*') [ \t]* = [ \t]*
          (?P<long>"{3} (?:[^\\] | \\.)*? "{3} | '{3} .*? '{3})?
    )""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
"""The heading of a table, or a key; with its text, where that may have several lines."""

_QUOTES: Final = ('"""', "'''")


class PuzzleError(PlacedError):
    """The file of a puzzle or lesson that cannot be read, or that asks for what its game does not have."""


@dataclass(frozen=True, slots=True)
class LocatedTable:
    """What a table of a file says, and where.

    Attributes:
        lines: The line of each key, that of its heading by the empty one; where a key's text begins on the
            line below, that line.
    """

    lines: Mapping[str, int] = field(default_factory=dict, compare=False, kw_only=True)

    def line(self, key: str) -> int:
        """The line of a key; that of its heading where it has none."""
        return self.lines.get(key, self.lines.get("", 1))


@dataclass(frozen=True, slots=True)
class Puzzle(LocatedTable):
    """What the file of a puzzle says; `kind.open_puzzle` makes it something to solve.

    Attributes:
        id: Its name, that of the file.
        kind: What is asked for: `play`, `sure`, `legal`, `call`, `trick`, `worth`, `score`,
            `find-the-mistake`.
        title: Its title.
        story: One line that sets the scene.
        themes: What it is about, of `THEMES`.
        difficulty: From 1, easy, to 5.
        record: The record, as text.
        side: Whom the reader plays, by the seats, `NS` or `N`; for `find-the-mistake`, whose mistake; empty
            for none.
        goal: The goal, as text; empty for none.
        target: Where the goal's number is not yes or no: at least so many, for the side that wants fewer at
            most so many. None for none.
        at: After how many actions of the record the question is asked; None for the kind's own choice.
        question: The question; empty for the computed one.
        answers: What may be chosen, for `score`: numbers, as `NS 2 EW -2`, or what the game's knowledge reads
            (the sides' grades: `win dishonourable_loss`); empty for computed ones.
        hints: From vague to plain; empty for the computed ones.
        explanation: Why it is so, in Markdown.
        replies: What the author says to an action or a pick: by `N QS`, or by a pick's key; `reached`: to
            the goal of a position that is played out.
        seat: For `call`, whose calls are asked for; empty for the seat to act.
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
        """An error about one of its keys.

        Args:
            about: The key.
            sentence: The key of the sentence in the catalogue.
            **values: What the sentence names.
        """
        return PuzzleError(catalogue.say(sentence, **values), self.line(about))


def read(text: str, id: str) -> Puzzle:
    """Reads the file of a puzzle.

    Args:
        text: The file.
        id: The puzzle's id.

    Raises:
        PuzzleError: naming the line, what is wrong and what to do.
    """
    found, lines = parsed(text, ("replies",))
    return puzzle_of(found, lines, id)


def parsed(text: str, tables: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, int]]:
    """A file in TOML: its values, and the line of each key, as `lines_of_keys` names them.

    Args:
        text: The file.
        tables: The names that its tables have: where TOML complains of a table, one above may be misspelt.

    Raises:
        PuzzleError: naming the line, what is wrong and what to do.
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
    """Raise a PuzzleError for the first table, down to a line, whose name is nearly one of those."""
    for entry in _ENTRY.finditer(text):
        line = text.count("\n", 0, entry.start()) + 1
        name = (entry["table"] or "").partition(".")[0]
        if line <= last and name and name not in tables and (near := nearest(name, tables)):
            raise PuzzleError(catalogue.say("puzzle.key.near", key=short(name), near=near), line)


def puzzle_of(found: Mapping[str, Any], lines: Mapping[str, int], id: str, place: str = "") -> Puzzle:
    """A puzzle of what a file says about it.

    Args:
        found: The values, by key.
        lines: The line of each key of the file.
        id: The puzzle's id.
        place: What its keys stand behind in `lines`, as `TableReader` has it.

    Raises:
        PuzzleError: naming the line, what is wrong and what to do.
    """
    return _PuzzleReader(found, lines, place).puzzle(id)


def lines_of_keys(text: str) -> Iterator[tuple[str, int]]:
    """The line of each key, those of a table as `replies.N QS`; strings of several lines are stepped over.

    Args:
        text: TOML; of tables that come several times, `[[step]]`, the second is `step.2`, and its own tables
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


class TableReader:
    """Takes the keys of a table of TOML one by one, and complains of the first that is wrong.

    Attributes:
        found: The values by their keys.
        lines: The line of each key of the file.
        place: What its keys stand behind there: `step.2.` for one.
    """

    def __init__(self, found: Mapping[str, Any], lines: Mapping[str, int], place: str = "") -> None:
        self.found = found
        self.lines = lines
        self.place = place

    @property
    def own_lines(self) -> dict[str, int]:
        """The line of each of its keys; that of its heading by the empty one."""
        own = [key for key in self.lines if key.startswith(self.place)]
        heading = self.lines.get(self.place.rstrip("."), 1)
        return {"": heading} | {key.removeprefix(self.place): self.lines[key] for key in own}

    def known(self, keys: tuple[str, ...]) -> None:
        """Looks for keys that there are not.

        Args:
            keys: Those that there are.

        Raises:
            PuzzleError: if there is another one.
        """
        for key in self.found:
            if key not in keys:
                near = nearest(key, keys)
                name = "puzzle.key.near" if near else "puzzle.key.unknown"
                raise self.error(key, name, key=short(key), near=near, keys=", ".join(keys))

    def error(self, about: str, sentence: str, /, **values: object) -> PuzzleError:
        """A complaint about a key, with its line; with that of the table around it, where it is not there."""
        about = self.place + about
        while about not in self.lines and "." in about:
            about = about.rpartition(".")[0]
        line = self.lines.get(about, self.lines.get(f"{about}.1", 1))  # tables that come several times count
        return PuzzleError(catalogue.say(sentence, **values), line)

    def text(self, key: str) -> str:
        """A text; empty where there is none.

        Raises:
            PuzzleError: if something else stands there.
        """
        value = self.found.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, "puzzle.type.text", key=key)
        return self._showable(key, value)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where there is none.

        Raises:
            PuzzleError: if something else stands there.
        """
        value = self.found.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.error(key, "puzzle.type.texts", key=key)
        return tuple(self._showable(key, each) for each in value)

    def _showable(self, key: str, text: str) -> str:
        """The text, if it has no control characters: pages show nothing of them, and no XML can hold them."""
        if found := CONTROL.search(text):
            raise self.error(key, "puzzle.type.control", key=key, code=f"U+{ord(found[0]):04X}")
        return text

    def number(self, key: str, least: int | None = None) -> int | None:
        """A whole number; None where there is none.

        Args:
            key: Its key.
            least: The least that it may be; None for any.

        Raises:
            PuzzleError: if something else stands there.
        """
        value = self.found.get(key)
        if value is None:
            return None
        if type(value) is not int or (least is not None and value < least):
            raise self.error(key, "puzzle.type.number", key=key)
        return value


class _PuzzleReader(TableReader):
    """Reads what the file of a puzzle says."""

    def puzzle(self, id: str) -> Puzzle:
        self.known((*REQUIRED, *OPTIONAL))
        for key in REQUIRED:
            if key not in self.found:
                raise self.error(key, "puzzle.key.missing", key=key)
        difficulty = self.number("difficulty")
        if difficulty is None or not 1 <= difficulty <= 5:
            raise self.error("difficulty", "puzzle.difficulty.range")
        readers: dict[str, Callable[[str], Any]] = {  # what is read otherwise than as a text
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
        value = self.found.get(key, {})
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
"""The keys in the order in which they are written; the replies come after them."""


def write(puzzle: Puzzle) -> str:
    """Writes a puzzle so that `read` gives an equal one."""
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
    """Text of several lines, plainly if nothing in it would be misread."""
    plain = all(sign == "\n" or sign == "\t" or sign.isprintable() for sign in text)
    if "\n" not in text or not plain:
        return _basic(text)
    for quote in _QUOTES:
        if quote not in text and not text.endswith(quote[0]) and (quote != '"""' or "\\" not in text):
            return f"{quote}\n{text}{quote}"
    return _basic(text)


def _basic(value: str | int | tuple[str, ...]) -> str:
    """A value on one line: TOML has it as JSON does, but for one sign that it does not allow there."""
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
"""What puzzles are about: a small fixed list."""


def theme_label(theme: str) -> str:
    """A theme in a few words, as on a button."""
    return catalogue.say(f"puzzle.theme.{theme}")
