"""The file of a lesson, read as TOML. Lines count from 1 and refer to the file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kontrapunkt.core.deal import short
from kontrapunkt.puzzles.model import LocatedTable, Puzzle, TableReader, parse_toml, puzzle_of
from kontrapunkt.text import catalogue

ENDING: Final = ".lesson"
"""The ending of a lesson's file name."""

MOST_LETTERS: Final = 330
"""The most letters in a step's text.

On a phone it is above a trick, all on one screen.
"""

MOST_ABOVE_HANDS: Final = 230
"""The most letters if the hands are on the table, too."""

_KEYS: Final = ("title", "game", "aim", "after", "knows", "step")
_STEP_KEYS: Final = ("id", "title", "text", "introduces", "rules", "puzzle", "example", "table")
_DEEDS: Final = ("puzzle", "example", "table")
_EXAMPLE_KEYS: Final = ("record", "at", "log", "goals")
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAG: Final = re.compile(r"^[ \t]*\[game\b", re.IGNORECASE | re.MULTILINE)
_COMMENT: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A record to step through.

    Attributes:
        record: The record, as text.
        at: The action after which it opens, as in the fence `example`.
        log: The actions of the reader so far, as in that fence.
    """

    record: str
    at: int = 0
    log: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonStep(LocatedTable):
    """A step: one screen, and one thing to do.

    Attributes:
        id: The name, unique in the lesson.
        title: The heading.
        text: The words of the step, in Markdown.
        introduces: The words that it introduces.
        rules: The ids of the rules behind it.
        puzzle: A question; None for none.
        example: A record to step through; None for none.
        table: The settings of a table to play at, as a log writes them; `deal=7` is the seed of the first
            deal, 1 unless given. None for none.
    """

    id: str
    title: str
    text: str
    introduces: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    puzzle: Puzzle | None = None
    example: ExampleStep | None = None
    table: str | None = None

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield all texts of the author in it, each with its key."""
        yield from (("title", self.title), ("text", self.text))
        if self.puzzle:
            of = self.puzzle
            yield from (("puzzle.question", of.question), ("puzzle.explanation", of.explanation))
            yield from (("puzzle.hints", hint) for hint in of.hints)
            yield from ((f"puzzle.replies.{key}", said) for key, said in of.replies.items())
        if self.example:
            yield from (("example.record", said) for said in _COMMENT.findall(self.example.record))


@dataclass(frozen=True, slots=True)
class Lesson(LocatedTable):
    """The content of a lesson's file.

    Attributes:
        id: The name of the file, without its ending.
        game: The game's id.
        aim: The goal of the lesson, in a sentence.
        after: The lesson of the same folder that comes before it; empty for none.
        knows: The things that a reader knows at the end, in sentences.
    """

    id: str
    game: str
    title: str
    aim: str
    steps: tuple[LessonStep, ...]
    after: str = ""
    knows: tuple[str, ...] = ()


def read(text: str, id: str) -> Lesson:
    """Read the file of a lesson.

    Args:
        id: The lesson's id.

    Raises:
        PuzzleError: naming the line, the error and the remedy.
    """
    return _lesson(_Table(*parse_toml(text, ("step",))), id)


class _Table(TableReader):
    """A table of the file."""

    def needed(self, key: str) -> str:
        """Return a text that must be there."""
        value = self.text(key)
        if not value.strip():
            raise self.error(key, "lesson.key.missing", key=key)
        return value

    def table(self, key: str) -> "_Table":
        """Return a table inside it."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self.error(key, "lesson.table", key=key)
        return _Table(value, self.lines, f"{self.place}{key}.")


def _lesson(of: _Table, id: str) -> Lesson:
    of.known(_KEYS)
    game, title, aim = (of.needed(key) for key in ("game", "title", "aim"))
    steps = of.values.get("step")
    if not isinstance(steps, list) or not all(isinstance(each, dict) for each in steps):
        raise of.error("step", "lesson.steps")
    read = tuple(_step(_Table(each, of.lines, f"step.{n}."), game) for n, each in enumerate(steps, 1))
    for n, step in enumerate(read, 1):
        if step.id in [each.id for each in read[: n - 1]]:
            raise of.error(f"step.{n}.id", "lesson.id.twice", id=step.id)
    return Lesson(id, game, title, aim, read, of.text("after"), of.texts("knows"), lines=of.lines)


def _step(of: _Table, game: str) -> LessonStep:
    of.known(_STEP_KEYS)
    id, title, text = (of.needed(key) for key in ("id", "title", "text"))
    if not _ID.fullmatch(id):
        raise of.error("id", "lesson.id", id=short(id))
    asked = of.values.get("puzzle")
    in_hands = isinstance(asked, dict) and asked.get("kind") not in ("trick", "worth")
    most = MOST_ABOVE_HANDS if in_hands or "example" in of.values else MOST_LETTERS
    if len(text) > most:
        raise of.error("text", "lesson.text.long", n=len(text), most=most)
    if sum(key in of.values for key in _DEEDS) != 1:
        raise of.error("", "lesson.deed", keys=catalogue.listed("or", _DEEDS))
    puzzle = _puzzle(of.table("puzzle"), game, id, title) if "puzzle" in of.values else None
    example = _example(of.table("example"), game) if "example" in of.values else None
    terms = of.text("table") if "table" in of.values else None
    said = of.texts("introduces"), of.texts("rules")
    return LessonStep(id, title, text.strip(), *said, puzzle, example, terms, lines=of.own_lines)


def _puzzle(of: _Table, game: str, id: str, title: str) -> Puzzle:
    """Return a question, with values for the keys that only shelves need."""
    theme = _THEMES.get(str(of.values.get("kind")), "following")
    given = {"title": title, "story": title, "difficulty": 1, "themes": [theme], **of.values}
    if isinstance(given.get("record"), str):
        given["record"] = with_game_tag(given["record"], game)
    return puzzle_of(given, of.lines, id, of.place)


def _example(of: _Table, game: str) -> ExampleStep:
    of.known(_EXAMPLE_KEYS)
    at = of.number("at", least=0) or 0
    return ExampleStep(with_game_tag(of.needed("record"), game), at, of.texts("log"))


_THEMES: Final = {"score": "result", "call": "calls", "play": "card-points", "worth": "card-points"}
"""The theme of a question by its kind, unless the file has one."""


def with_game_tag(record: str, game: str) -> str:
    """Return a record with its game in it, without a change of its lines."""
    return record if _TAG.search(record) else f'[Game "{game}"] {record}'
