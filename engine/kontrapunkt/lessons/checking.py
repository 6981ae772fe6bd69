"""Checks of a lesson: sound questions, and no word before it is introduced.

The words of a game that a beginner does not know are in files, `words.terms`, written like the fence
`glossary`, with the forms in which a word occurs:

    [[term]]
    word = "trick"
    forms = ["tricks"]
    means = "Four cards, one from each player."
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from kontrapunkt.core.deal import RecordError, nearest, short
from kontrapunkt.core.files import find_files
from kontrapunkt.core.interface import Game
from kontrapunkt.core.registry import UnknownGame, game_class
from kontrapunkt.lessons.model import ENDING, Lesson, LessonStep, read
from kontrapunkt.puzzles.kind import ChoicePuzzle, open_puzzle
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, parse_toml
from kontrapunkt.record import read as read_record
from kontrapunkt.record import replay
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces

NAME: Final = "words.terms"
"""The name of a file of words."""

_NOT_SAID: Final = re.compile(r":[0-9A-Z]{1,3}:|\[[A-Z]{2}-[A-Z]+\d+\]|\]\([^)]*\)|<[^>]*>")
"""Parts of Markdown that are not words: cards, rules, addresses, tags."""

_FOLDERS: Final = 4
"""The number of folders, from that of the lesson upwards, that may have words."""

_MOST_BEFORE: Final = 20
"""The most lessons that may come one after another."""

Answers = Callable[[Puzzle], Iterable[tuple[str, str]]]
"""A function that returns the replies to the picks of a puzzle, each with its key."""


# Vocabulary -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the vocabulary.

    Attributes:
        means: The meaning, in Markdown.
        forms: Other spellings with the same meaning.
    """

    word: str
    means: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game.

    Attributes:
        terms: The terms, by word.
    """

    terms: Mapping[str, Term]

    @classmethod
    def read(cls, texts: Iterable[str]) -> "Vocabulary":
        """Read files of words; if a word occurs twice, the first counts.

        Raises:
            PuzzleError: naming the line of what cannot be read.
        """
        found: dict[str, Term] = {}
        for text in texts:
            for term in _terms(text):
                found.setdefault(term.word, term)
        return cls(found)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        forms = sorted(self._by_form, key=len, reverse=True)
        return re.compile(rf"(?<![\w’'])(?:{'|'.join(map(re.escape, forms)) or '(?!)'})(?!\w)", re.IGNORECASE)

    @cached_property
    def _by_form(self) -> dict[str, str]:
        return {
            form.casefold(): term.word for term in self.terms.values() for form in (term.word, *term.forms)
        }

    def used(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the words that a text uses, each with its index.

        Where several match, it is the longest.

        Args:
            text: Markdown.
        """
        said = _NOT_SAID.sub(lambda found: " " * len(found[0]), text)
        for met in self._pattern.finditer(said):
            yield self._by_form[" ".join(met[0].split()).casefold()], met.start()


@lru_cache(8)
def _terms(text: str) -> list[Term]:
    terms = []
    found, lines = parse_toml(text, ("term",))
    entries: Any = found.get("term", []) if [*found] in ([], ["term"]) else None
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        raise PuzzleError(catalogue.say("lesson.terms"))
    for n, each in enumerate(entries, 1):
        word, means, forms = each.get("word"), each.get("means"), each.get("forms", [])
        good = isinstance(forms, list) and all(isinstance(form, str) and form.strip() for form in forms)
        if not (good and isinstance(word, str) and word.strip() and isinstance(means, str)):
            raise PuzzleError(catalogue.say("lesson.term", word=short(str(word))), lines.get(f"term.{n}", 1))
        terms.append(Term(word, means, tuple(forms)))
    return terms


def vocabulary_for(path: Path) -> Vocabulary:
    """Return the words for a lesson, from `words.terms` beside and above it.

    The nearest file counts first.

    Args:
        path: The lesson's file.

    Raises:
        PuzzleError: if one of them cannot be read.
    """
    return Vocabulary.read(file.read_text("utf-8-sig") for file in _words_for(path))


def _words_for(path: Path) -> list[Path]:
    """Return the files of words for a lesson, the nearest first."""
    files = [folder / NAME for folder in path.resolve().parents[:_FOLDERS]]
    return [file for file in files if file.is_file()]


def companions(path: Path) -> list[Path]:
    """Return the other files that a lesson needs: words, lessons of its folder.

    Args:
        path: The lesson's file.
    """
    return [*_words_for(path), *find_files(path.parent, ENDING)]


# Lessons ----------------------------------------------------------------------------------------------------


def known_before(lesson: Lesson, folder: Path) -> set[str]:
    """Return the words that the lessons before it have introduced.

    Args:
        folder: The folder of the other lessons.

    Raises:
        PuzzleError: if there is no such lesson.
    """
    found: set[str] = set()
    line = lesson.line("after")
    for _ in range(_MOST_BEFORE):
        if not lesson.after:
            return found
        file = folder / f"{lesson.after}{ENDING}"
        if not file.is_file():
            raise PuzzleError(catalogue.say("lesson.after", name=short(lesson.after)), line)
        lesson = read(file.read_text("utf-8-sig"), file.stem)
        found.update(word for step in lesson.steps for word in step.introduces)
    raise PuzzleError(catalogue.say("lesson.after.round"), line)


def answers_to(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Return the reply to each pick of a puzzle, by its key; empty for other puzzles."""
    try:
        kind = open_puzzle(puzzle)
    except PuzzleError:
        return []  # another check reports the error
    if not isinstance(kind, ChoicePuzzle):
        return []
    with use_faces(kind.game.faces):
        return [(pick.key, pick.reply) for pick in kind.picks]


def faults(
    lesson: Lesson,
    vocabulary: Vocabulary,
    known: frozenset[str] = frozenset(),
    sound: bool = True,
    answers: Answers = answers_to,
) -> Iterator[PuzzleError]:
    """Yield all faults of a lesson.

    Args:
        vocabulary: The words of its game.
        known: The words that are known before it begins.
        sound: True if its questions are to be proved, too.
        answers: Returns the replies to the picks of a question; a caller may pass cached ones.
    """
    try:
        game = game_class(lesson.game)()
    except UnknownGame as error:
        yield PuzzleError(str(error), lesson.line("game"))
        return
    shown = {*known}
    for number, step in enumerate(lesson.steps, 1):
        yield from _words(step, number, vocabulary, shown, answers)
        yield from _rules(step, game)
        if step.puzzle and sound:
            yield from _question(step)
        if step.example:
            yield from _example(step)
    for sentence in lesson.knows:
        for word, _ in vocabulary.used(sentence):
            if word not in shown:
                yield PuzzleError(catalogue.say("lesson.word.end", word=word), lesson.line("knows"))


def _words(
    step: LessonStep, number: int, vocabulary: Vocabulary, shown: set[str], answers: Answers
) -> Iterator[PuzzleError]:
    line = step.line("introduces")
    in_text = {word for word, _ in vocabulary.used(step.text)}
    for word in step.introduces:
        if word not in vocabulary.terms:
            near = nearest(word, vocabulary.terms)
            key = "lesson.word.near" if near else "lesson.word.unknown"
            yield PuzzleError(catalogue.say(key, word=short(word), near=near or ""), line)
        elif word in shown:
            yield PuzzleError(catalogue.say("lesson.word.twice", word=word), line)
        elif word not in in_text:
            yield PuzzleError(catalogue.say("lesson.word.idle", word=word), line)
        shown.add(word)
    told: set[str] = set()
    for key, said in step.texts():
        for word, at in vocabulary.used(said):
            if word not in shown and word not in told:
                told.add(word)
                first = step.line(key) + (said[:at].count("\n") if key == "text" else 0)
                yield PuzzleError(
                    catalogue.say("lesson.word.early", word=word, number=number, id=step.id), first
                )
    found = shown | told
    # the engine's replies to answers without an author's reply
    for key, said in answers(step.puzzle) if step.puzzle else ():
        early = next((word for word, _ in vocabulary.used(said) if word not in found), "")
        if early:
            values = {"word": early, "number": number, "key": key, "text": said}
            yield PuzzleError(catalogue.say("lesson.word.answer", **values), step.line("puzzle"))


def _rules(step: LessonStep, game: Game) -> Iterator[PuzzleError]:
    for rule in step.rules:
        if rule not in game.rulebook:
            yield PuzzleError(
                catalogue.say("lesson.rule", rule=short(rule), game=game.id), step.line("rules")
            )


def _question(step: LessonStep) -> Iterator[PuzzleError]:
    assert step.puzzle is not None
    try:
        report = open_puzzle(step.puzzle).check()
    except PuzzleError as error:
        yield error
        return
    for fault in report.faults:
        yield PuzzleError(fault, step.line("puzzle"))


def _example(step: LessonStep) -> Iterator[PuzzleError]:
    assert step.example is not None
    try:
        record = read_record(step.example.record)
        replay(record, len(record.deals) - 1)
    except RecordError as error:
        yield PuzzleError(error.text, step.line("example.record") + error.line - 1)
