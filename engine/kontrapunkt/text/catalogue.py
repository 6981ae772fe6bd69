"""The catalogues: all visible text by key, in the reader's language.

A language is a catalogue, `lang/<code>.json`, and an entry in `LANGUAGES`. A catalogue has sentences by key,
with `{name}` for values and `{n:one|many}` or `{n:none|one|many}` for a noun after a number. A sentence that
serves several keys is written once: a part of its key lists them, as in `rule.KM-R5,KM-R10.source`. A
sentence about the reader's own seat or side has the key `<key>.you`, or `<key>.you.<value>` if it names
several seats. `say` looks a key up in the current language and falls back to English, so that an unfinished
translation never breaks a page; `make check` lists missing keys. A plugin registers its own sentences.
"""

import json
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from kontrapunkt.core.messages import Message, Text, true_minus
from kontrapunkt.core.old_names import old_members
from kontrapunkt.core.registry import Registry

ENGLISH: Final = "en"

_language: ContextVar[str] = ContextVar("kontrapunkt_language", default=ENGLISH)


class _Number(int):
    """A number with a true minus that also selects its noun: `{n} {n:trick|tricks}`.

    A third form, first, is for zero: `{n:no|one|{n}}`.
    """

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            forms = spec.split("|")
            if len(forms) == 3 and self == 0:
                return forms[0]
            return forms[-2] if self == 1 else forms[-1]
        return true_minus(int.__format__(self, spec))


def signed(number: int) -> str:
    """Format a number with its sign and a true minus: "+2", "−1", "0".

    Args:
        number: A gain, or a negative loss.
    """
    return true_minus(f"{number:+d}") if number else "0"


def register(language: str, entries: Mapping[str, str]) -> None:
    """Add sentences to the catalogue of a language.

    Args:
        language: A language code such as `en` or `fi`.
        entries: Sentences by key; one entry may list several keys, as `keys` explains. An old key that begins
            with `deed.` is read as `narration.`.
    """
    entries = {
        f"narration.{key[5:]}" if key.startswith("deed.") else key: sentence
        for key, sentence in entries.items()
    }
    catalogue(language).update(by_key(entries))


def by_key(entries: Mapping[str, str]) -> dict[str, str]:
    """Return sentences by single keys; an entry may list several, as `keys` explains."""
    return {key: sentence for entry, sentence in entries.items() for key in keys(entry)}


def keys(entry: str) -> Iterator[str]:
    """Return the single keys of a catalogue's entry.

    Args:
        entry: The entry's key; each of its parts may list several, separated by commas.
    """
    if "," not in entry:
        return iter((entry,))
    return map(".".join, product(*(part.split(",") for part in entry.split("."))))


def _read_catalogue(place: str) -> dict[str, str]:
    package, _, file = place.partition(":")
    text = pkgutil.get_data(package, file)  # in the browser, packages are in an archive
    return by_key(json.loads(text or b""))


LANGUAGES: Final = Registry("languages", {ENGLISH: "kontrapunkt.text:lang/en.json"}, _read_catalogue)
"""The catalogue of each language, as `package:file`.

A plugin may add one by an entry point.
"""


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return the sentences of a language by key; empty for an unknown language.

    Raises:
        PluginLoadError: if its catalogue cannot be read.
    """
    return LANGUAGES.get(language, {})


def set_reader_test(test: Callable[[Message], bool]) -> None:
    """Register the function that tells the name of the reader's seat or side from other messages.

    A sentence that takes such a name says “you” if it can.
    """
    global _is_reader
    _is_reader = test


def _nobody(value: Message) -> bool:
    return False


_is_reader: Callable[[Message], bool] = _nobody


def say(key: str, /, **values: Any) -> str:
    """Return the sentence of a key in the current language, with its values filled in.

    Raises:
        KeyError: if no catalogue has the key, or a value is missing.
    """
    own = next(
        (name for name, value in values.items() if isinstance(value, Message) and _is_reader(value)), ""
    )
    if own:
        key = first_known(f"{key}.you.{own}", f"{key}.you", key)
    sentence = catalogue(_language.get()).get(key) or catalogue(ENGLISH)[key]
    if "{" not in sentence and "}" not in sentence:
        return sentence
    return sentence.format(**{k: _Number(v) if type(v) is int else v for k, v in values.items()})


def knows(key: str) -> bool:
    """Return True if a key has a sentence in the current language or in English."""
    return key in catalogue(_language.get()) or key in catalogue(ENGLISH)


def first_known(*keys: str) -> str:
    """Return the first of these keys that has a sentence; empty for none."""
    return next(filter(knows, keys), "")


def listed(word: str, parts: Iterable[Text]) -> str:
    """Return a list as in a sentence: "a, b or c".

    Args:
        word: `and` or `or`.
        parts: The parts, at least one.
    """
    *others, last = map(str, parts)
    return say(f"words.{word}", others=", ".join(others), last=last) if others else last


def capital(said: Text) -> str:
    """Return a text with a capital first letter."""
    text = str(said)
    return text[:1].upper() + text[1:]


def language() -> str:
    """Return the code of the current language."""
    return _language.get()


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Set the current language for a block; an unknown one means English."""
    token = _language.set(code if catalogue(code) else ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"speaking": use_language})
