"""Every visible string, by key, in the reader's language.

A language is one catalogue, `lang/<code>.json`, and a line in `LANGUAGES`: sentences by key, with `{name}`
for values and `{n:one|many}`, or `{n:none|one|many}`, for a noun that counts. A sentence that is said of
several things stands once: a part of its key lists them, as in `rule.KM-R5,KM-R10.source`. `say` looks a key
up in the language in force and falls back to English, so that a half-finished translation never breaks a
page; `make check` lists what one lacks. A package from elsewhere registers the words that it brings.
"""

import json
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import product
from typing import Any, Final

from kontrapunkt.core.registry import Registry

ENGLISH: Final = "en"

_language: ContextVar[str] = ContextVar("kontrapunkt_language", default=ENGLISH)


class _Number(int):
    """A number, with a true minus, that also picks its noun: `{n} {n:trick|tricks}`, `{n:no|one|{n}}`."""

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            forms = spec.split("|")
            if len(forms) == 3 and self == 0:
                return forms[0]
            return forms[-2] if self == 1 else forms[-1]
        return int.__format__(self, spec).replace("-", "−")


def signed(number: int) -> str:
    """A number with its sign, and with a true minus: "+2", "−1"; nothing bears none.

    Args:
        number: What was won, or less than nothing for what was lost.
    """
    return f"{number:+d}".replace("-", "−") if number else "0"


def register(language: str, entries: Mapping[str, str]) -> None:
    """Adds entries to the catalogue of a language.

    Args:
        language: A language code such as `en` or `fi`.
        entries: Sentences by key, as a catalogue has them.
    """
    catalogue(language).update(by_key(entries))


def by_key(entries: Mapping[str, str]) -> dict[str, str]:
    """Sentences by key, where an entry may be that of several: `dk,ks.refusal.unreadable`.

    Args:
        entries: Sentences as a catalogue has them.
    """
    return {key: sentence for entry, sentence in entries.items() for key in keys(entry)}


def keys(entry: str) -> Iterator[str]:
    """The keys of an entry of a catalogue.

    Args:
        entry: The key as it stands there; a part of it may list several, with commas between them.
    """
    if "," not in entry:
        return iter((entry,))
    return map(".".join, product(*(part.split(",") for part in entry.split("."))))


def _read(place: str) -> dict[str, str]:
    package, _, file = place.partition(":")
    text = pkgutil.get_data(package, file)  # out of an archive in the browser
    return by_key(json.loads(text or b""))


LANGUAGES: Final = Registry("languages", {ENGLISH: "kontrapunkt.text:lang/en.json"}, _read)
"""The catalogue of each language, from its `package:file`; a package may bring one by an entry point."""


@cache
def catalogue(language: str) -> dict[str, str]:
    """The sentences of a language by key; none for a language that nobody has brought.

    Raises:
        PluginLoadError: if its catalogue cannot be read.
    """
    return LANGUAGES.get(language, {})


def say(key: str, /, **values: Any) -> str:
    """The sentence of a key, in the language in force, with its values filled in.

    Raises:
        KeyError: if no catalogue has the key, or a value is missing.
    """
    sentence = catalogue(_language.get()).get(key) or catalogue(ENGLISH)[key]
    if "{" not in sentence and "}" not in sentence:
        return sentence
    return sentence.format(**{k: _Number(v) if type(v) is int else v for k, v in values.items()})


def knows(key: str) -> bool:
    """Whether there is a sentence of that key, in the language in force or in English."""
    return key in catalogue(_language.get()) or key in catalogue(ENGLISH)


def first_known(*keys: str) -> str:
    """The first of these keys of which there is a sentence; empty for none."""
    return next(filter(knows, keys), "")


def listed(word: str, parts: Sequence[str]) -> str:
    """A list as one speaks it: "a, b or c".

    Args:
        word: `and` or `or`.
        parts: The parts, at least one.
    """
    *others, last = parts
    return say(f"words.{word}", others=", ".join(others), last=last) if others else last


def capital(text: str) -> str:
    """A text as a sentence begins with it."""
    return text[:1].upper() + text[1:]


def language() -> str:
    """The code of the language in force."""
    return _language.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Puts a language in force for the block; an unknown one speaks English."""
    token = _language.set(code if catalogue(code) else ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)
