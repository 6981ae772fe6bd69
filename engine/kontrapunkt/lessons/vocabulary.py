"""The words of a game that a beginner does not know, and where a text uses them.

A file of them, `words.terms`, is written as the fence `glossary` is, with the forms in which a word is met:

    [[term]]
    word = "trick"
    forms = ["tricks"]
    means = "Four cards, one from each player."
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from kontrapunkt import words
from kontrapunkt.deal import short
from kontrapunkt.puzzles.model import PuzzleError, parsed

NAME: Final = "words.terms"
"""What a file of words is called."""

_NOT_SAID: Final = re.compile(r":[0-9A-Z]{1,3}:|\[[A-Z]{2}-[A-Z]+\d+\]|\]\([^)]*\)|<[^>]*>")
"""What stands in Markdown and is no word: cards, rules, addresses, tags."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word.

    Attributes:
        word: The word.
        means: What it means, in Markdown.
        forms: How else it is written, where it means the same.
    """

    word: str
    means: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """Words.

    Attributes:
        terms: Each by its word.
    """

    terms: Mapping[str, Term]

    @classmethod
    def read(cls, texts: Iterable[str]) -> "Vocabulary":
        """Reads files of words; of the same word, the first counts.

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
        """The words that a text uses, each time: the word, and where; the longest at each place.

        Args:
            text: Markdown.
        """
        said = _NOT_SAID.sub(lambda found: " " * len(found[0]), text)
        for met in self._pattern.finditer(said):
            yield self._by_form[" ".join(met[0].split()).casefold()], met.start()


@lru_cache(8)
def _terms(text: str) -> tuple[Term, ...]:
    return (*_each_term(text),)


def _each_term(text: str) -> Iterator[Term]:
    found, lines = parsed(text)
    entries: Any = found.get("term", []) if [*found] in ([], ["term"]) else None
    if not isinstance(entries, list):
        raise PuzzleError(words.say("lesson.terms"))
    for n, each in enumerate(entries, 1):
        if not isinstance(each, dict):
            raise PuzzleError(words.say("lesson.terms"))
        word, means, forms = each.get("word"), each.get("means"), each.get("forms", [])
        good = isinstance(forms, list) and all(isinstance(form, str) and form.strip() for form in forms)
        if not (good and isinstance(word, str) and word.strip() and isinstance(means, str)):
            raise PuzzleError(words.say("lesson.term", word=short(str(word))), lines.get(f"term.{n}", 1))
        yield Term(word, means, tuple(forms))
