"""The file of a lesson: Lesson and its steps, read as TOML.

Lines count from 1 and refer to the file.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kontrapunkt import words
from kontrapunkt.deal import nearest, short
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, parsed, puzzle_of

ENDING: Final = ".lesson"
"""What the file of a lesson is called."""

MOST_LETTERS: Final = 330
"""So long the text of a step may be: on a phone it stands above a trick, all in one window."""

MOST_ABOVE_HANDS: Final = 230
"""So long where the hands lie on the table, too."""

_KEYS: Final = ("title", "game", "aim", "after", "knows", "step")
_STEP_KEYS: Final = ("id", "title", "text", "introduces", "rules", "puzzle", "example", "table")
_DEEDS: Final = ("puzzle", "example", "table")
_EXAMPLE_KEYS: Final = ("record", "at", "log", "goals")
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAG: Final = re.compile(r"^[ \t]*\[game\b", re.IGNORECASE | re.MULTILINE)
_COMMENT: Final = re.compile(r"\{([^{}]*)\}")


class LessonError(PuzzleError):
    """The file of a lesson that cannot be read."""


@dataclass(frozen=True, slots=True)
class Example:
    """A record to step through.

    Attributes:
        record: The record, as text.
        at: Where it opens, as in the fence `example`.
        log: What has happened to it already, as in that fence.
    """

    record: str
    at: int = 0
    log: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A step: one screen, and one thing to do.

    Attributes:
        id: Its name, unique in the lesson.
        title: Its heading.
        text: What is said, in Markdown.
        introduces: The words that it shows for the first time.
        rules: The rules it rests on.
        puzzle: A question; None for none.
        example: A record to step through; None for none.
        table: The terms of a table to sit down at, as a log writes them; with `deal=7`, the seed of the first
            deal, 1 unless given. None for none.
        lines: The line of each key; that of a question's key is with the question.
    """

    id: str
    title: str
    text: str
    introduces: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    puzzle: Puzzle | None = None
    example: Example | None = None
    table: str | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def line(self, key: str) -> int:
        """The line of a key; that of its heading where it lacks the key."""
        return self.lines.get(key, self.lines.get("", 1))

    def texts(self) -> Iterator[tuple[str, str]]:
        """All that the author says in it: the key, and the text."""
        yield from (("title", self.title), ("text", self.text))
        if self.puzzle:
            of = self.puzzle
            yield from (("puzzle.question", of.question), ("puzzle.explanation", of.explanation))
            yield from (("puzzle.hints", hint) for hint in of.hints)
            yield from ((f"puzzle.replies.{key}", said) for key, said in of.replies.items())
        if self.example:
            yield from (("example.record", said) for said in _COMMENT.findall(self.example.record))


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the file of a lesson says.

    Attributes:
        id: Its name, that of the file.
        game: The game's id.
        title: Its title.
        aim: What one will be able to do, in a sentence.
        steps: Its steps, in order.
        after: The lesson of the same folder that comes before it; empty for none.
        knows: What one knows at the end, in sentences.
        lines: The line of each key.
    """

    id: str
    game: str
    title: str
    aim: str
    steps: tuple[Step, ...]
    after: str = ""
    knows: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def line(self, key: str) -> int:
        """The line of a key; 1 where it lacks the key."""
        return self.lines.get(key, 1)


def read(text: str, id: str) -> Lesson:
    """Reads the file of a lesson.

    Args:
        text: The file.
        id: The lesson's id.

    Raises:
        LessonError: naming the line, what is wrong and what to do.
    """
    try:
        found, lines = parsed(text)
    except PuzzleError as error:
        raise LessonError(error.text, error.line) from None
    return _Reader(lines).lesson(found, id)


class _Reader:
    """Takes the keys one by one and complains of the first that is wrong."""

    def __init__(self, lines: Mapping[str, int]) -> None:
        self.lines = lines

    def lesson(self, found: Mapping[str, Any], id: str) -> Lesson:
        self.known(found, _KEYS, "")
        game, title, aim = (self.text(found, key, "", True) for key in ("game", "title", "aim"))
        steps = found.get("step")
        if not isinstance(steps, list) or not all(isinstance(each, dict) for each in steps):
            raise self.error("step", "lesson.steps")
        read = tuple(self.step(each, f"step.{n}.", game) for n, each in enumerate(steps, 1))
        for n, step in enumerate(read, 1):
            if step.id in [each.id for each in read[: n - 1]]:
                raise self.error(f"step.{n}.id", "lesson.id.twice", id=step.id)
        after = self.text(found, "after", "")
        return Lesson(id, game, title, aim, read, after, self.texts(found, "knows", ""), self.lines)

    def step(self, found: Mapping[str, Any], place: str, game: str) -> Step:
        self.known(found, _STEP_KEYS, place)
        id, title, text = (self.text(found, key, place, True) for key in ("id", "title", "text"))
        if not _ID.fullmatch(id):
            raise self.error(f"{place}id", "lesson.id", id=short(id))
        asked = found.get("puzzle")
        hands = "example" in found or (
            isinstance(asked, dict) and asked.get("kind") not in ("trick", "worth")
        )
        most = MOST_ABOVE_HANDS if hands else MOST_LETTERS
        if len(text) > most:
            raise self.error(f"{place}text", "lesson.text.long", n=len(text), most=most)
        if sum(key in found for key in _DEEDS) != 1:
            raise self.error(place.rstrip("."), "lesson.deed", keys=words.listed("or", _DEEDS))
        lines = {key.removeprefix(place): line for key, line in self.lines.items() if key.startswith(place)}
        lines[""] = self.lines.get(place.rstrip("."), 1)
        puzzle = example = None
        if "puzzle" in found:
            puzzle = self.puzzle(self.table(found, "puzzle", place), f"{place}puzzle.", game, (id, title))
        if "example" in found:
            example = self.example(self.table(found, "example", place), f"{place}example.", game)
        terms = self.text(found, "table", place) if "table" in found else None
        said = self.texts(found, "introduces", place), self.texts(found, "rules", place)
        return Step(id, title, text.strip(), *said, puzzle, example, terms, lines)

    def puzzle(self, given: dict[str, Any], place: str, game: str, of: tuple[str, str]) -> Puzzle:
        """A question; what a shelf would say of it need not be said here."""
        id, title = of
        usual = {"title": title, "story": title, "difficulty": 1}
        usual["themes"] = [_THEMES.get(str(given.get("kind")), "following")]
        lines = {key.removeprefix(place): line for key, line in self.lines.items() if key.startswith(place)}
        lines = dict.fromkeys(("kind", "record", *usual), self.lines.get(place.rstrip("."), 1)) | lines
        if isinstance(given.get("record"), str):
            given["record"] = tagged(given["record"], game)
        try:
            return puzzle_of({**usual, **given}, lines, id)
        except PuzzleError as error:
            line = max(error.line, self.lines.get(place.rstrip("."), 1))
            raise LessonError(error.text, line) from None

    def example(self, given: Mapping[str, Any], place: str, game: str) -> Example:
        self.known(given, _EXAMPLE_KEYS, place)
        at = given.get("at", 0)
        if type(at) is not int or at < 0:
            raise self.error(f"{place}at", "puzzle.type.number", key="at")
        record = tagged(self.text(given, "record", place, True), game)
        return Example(record, at, self.texts(given, "log", place))

    # Values

    def error(self, about: str, sentence: str, /, **values: object) -> LessonError:
        while about not in self.lines and "." in about:
            about = about.rpartition(".")[0]
        line = self.lines.get(about, self.lines.get(f"{about}.1", 1))  # tables that come several times count
        return LessonError(words.say(sentence, **values), line)

    def known(self, found: Mapping[str, Any], keys: tuple[str, ...], place: str) -> None:
        for key in found:
            if key not in keys:
                near = nearest(key, keys)
                sentence = "puzzle.key.near" if near else "puzzle.key.unknown"
                raise self.error(
                    f"{place}{key}", sentence, key=short(key), near=near or "", keys=", ".join(keys)
                )

    def table(self, found: Mapping[str, Any], key: str, place: str) -> dict[str, Any]:
        value = found[key]
        if not isinstance(value, dict):
            raise self.error(f"{place}{key}", "lesson.table", key=key)
        return dict(value)

    def text(self, found: Mapping[str, Any], key: str, place: str, wanted: bool = False) -> str:
        value = found.get(key, "")
        if not isinstance(value, str):
            raise self.error(f"{place}{key}", "puzzle.type.text", key=key)
        if wanted and not value.strip():
            raise self.error(f"{place}{key}", "lesson.key.missing", key=key)
        return value

    def texts(self, found: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
        value = found.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.error(f"{place}{key}", "puzzle.type.texts", key=key)
        return tuple(value)


_THEMES: Final = {"score": "result", "call": "calls", "play": "card-points", "worth": "card-points"}
"""What a kind of question is about, unless it says so."""


def tagged(record: str, game: str) -> str:
    """A record with its game in it; its lines stay where they are."""
    return record if _TAG.search(record) else f'[Game "{game}"] {record}'
