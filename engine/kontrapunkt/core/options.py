"""The options that players agree on before the first deal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from kontrapunkt.core.messages import Message, Text, listed, say, source_of
from kontrapunkt.core.old_names import old_members

_PLAIN: Final = {True: "on", False: "off", None: "none"}
_SHORT: Final = re.compile(r"[1-9][0-9]?")
_DIGITS: Final = 4
"""The most digits of a number option.

Larger numbers could make a session too long for a record.
"""


class OptionError(ValueError):
    """An unknown option, preset or value; the message lists the valid ones."""


class IdleOption(UserWarning):
    """A warning about a chosen option that has no effect because of the other options."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice that the players of a game agree on before the first deal.

    Attributes:
        words: The name of its group in the catalogues: `dk` for `option.dk.pack` (its label) and
            `option.dk.pack.source`, or `option.dk.source` if its source is the usual one.
        key: The option's name, snake_case.
        choices: The valid values, as text; empty if any whole number from 1 to 9999 is valid.
        rules: The ids of the rules it affects.
        default: The value unless another is chosen. If empty, the first choice, or `off` with `several`.
        several: True if any of the choices may be combined, joined by `+`; `off` for none of them.
        numbers: The length of a list of whole numbers, in descending order and joined by `-`, that is valid
            in place of a choice; 0 if only the choices are valid.
        usual: Other defaults, each after its conditions; the first whose conditions are met replaces
            `default`. Conditions are options as a record writes them, `session=cumulative poverty!=off`: all
            of them must be met, and an option with `several` has each of its parts.
        only: The conditions without which it has no effect; empty for none.
        formerly: Its earlier name, which existing records use; empty for none.
    """

    words: str
    key: str
    choices: tuple[str, ...]
    rules: tuple[str, ...] = ()
    default: str = ""
    several: bool = False
    numbers: int = 0
    usual: tuple[tuple[str, str], ...] = ()
    only: str = ""
    formerly: str = ""

    def __post_init__(self) -> None:
        if not self.default:
            object.__setattr__(self, "default", "off" if self.several else self.choices[0])

    @property
    def label(self) -> Message:
        """The option's label, in a few words."""
        return say(f"option.{self.words}.{self.key}")

    @property
    def source(self) -> Message:
        """The source of the option, in a few words."""
        return source_of(f"option.{self.words}.{self.key}", f"option.{self.words}")

    def check(self, value: object) -> str:
        """Return a value as text.

        Raises:
            OptionError: if the value is not valid.
        """
        text = _PLAIN[value] if value is None or isinstance(value, bool) else str(value)
        number = text.isascii() and text.isdigit() and len(text) <= _DIGITS and int(text) > 0
        if text in self.choices or (not self.choices and number):
            return text
        parts = text.split("+")
        if self.several and (text == "off" or {*parts} <= {*self.choices}):
            return "+".join(choice for choice in self.choices if choice in parts) or "off"
        if self._is_list(text):
            return text
        raise OptionError(say("game.option.value", key=self.key, value=text, choices=self.takes))

    @property
    def takes(self) -> Text:
        """The valid values, as text."""
        told = ", ".join(self.choices) or say("game.option.number")
        return say("game.option.numbers", choices=told, n=self.numbers) if self.numbers else told

    def _is_list(self, text: str) -> bool:
        parts = text.split("-")
        found = [int(part) for part in parts if _SHORT.fullmatch(part)]
        return len(found) == len(parts) == self.numbers and found == sorted(found, reverse=True)


def preset_now(name: str | None, presets: Mapping[str, object]) -> str | None:
    """Return the present name of a preset: `seed` was the first one of each game before version 0.2."""
    return next(iter(presets), name) if name == "seed" and name not in presets else name


class Options(Mapping[str, str]):
    """The options of a game by key: complete, checked and immutable.

    Attributes:
        preset: The preset they start from; None for none.
        chosen: The options that differ from the preset's, as a record writes them.
    """

    __slots__ = ("_known", "_presets", "_values", "chosen", "preset")

    def __init__(
        self,
        known: Sequence[Option],
        presets: Mapping[str, Mapping[str, str]],
        preset: str | None = None,
        chosen: Mapping[str, object] | None = None,
    ) -> None:
        """Combine the defaults, the preset's values and, above them, the chosen values.

        Raises:
            OptionError: naming the unknown option, preset or value, and the valid ones.
        """
        preset = preset_now(preset, presets)
        if preset is not None and preset not in presets:
            names = ", ".join(presets) or say("game.preset.none")
            raise OptionError(say("game.preset.unknown", preset=preset, presets=names))
        by_key = {option.key: option for option in known}
        renamed = {option.formerly: option.key for option in known if option.formerly}
        settled = dict(presets.get(preset or "", {}))
        named = {}
        for said, value in (chosen or {}).items():
            key = renamed.get(said, said)
            if key not in by_key:
                raise OptionError(say("game.option.unknown", key=key, keys=", ".join(by_key)))
            named[key] = by_key[key].check(value)
        values = {option.key: option.default for option in known} | settled | named
        for option in known:
            usual = next(
                (value for terms, value in option.usual if conditions_met(terms, values)), option.default
            )
            settled.setdefault(option.key, usual)
        self.preset = preset
        self._known = tuple(known)
        self._presets = presets
        self._values = MappingProxyType({key: named.get(key, settled[key]) for key in values})
        self.chosen = {key: value for key, value in self._values.items() if value != settled[key]}

    def __reduce__(self) -> tuple[object, ...]:
        return Options, (self._known, self._presets, self.preset, dict(self.chosen))

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def as_text(self) -> dict[str, str]:
        """The options for a record: the preset, unless it is the first, and differences."""
        usual = self.preset in (None, next(iter(self._presets), None))
        return {**({} if usual else {"preset": str(self.preset)}), **self.chosen}

    def on(self, key: str) -> bool:
        """Return True if an on/off option is on."""
        return self._values[key] == "on"

    def parts(self, key: str) -> tuple[str, ...]:
        """Return the combined choices of an option with `several`; none for `off`."""
        return tuple(part for part in self._values[key].split("+") if part != "off")

    @property
    def idle(self) -> tuple[Message, ...]:
        """A sentence for each chosen option that has no effect."""
        return tuple(
            say("game.option.idle", key=option.key, terms=describe_conditions(option.only))
            for option in self._known
            if option.key in self.chosen and not conditions_met(option.only, self._values)
        )


def describe_conditions(terms: str) -> Message:
    """Return conditions as a phrase: "poverty other than off and dulle=on"."""
    return listed("and", [_term(one) for one in terms.split()])


def _term(term: str) -> Text:
    key, other, value = term.partition("!=")
    return say("game.option.other", key=key, value=value) if other else term


def conditions_met(terms: str, values: Mapping[str, str]) -> bool:
    """Return True if all conditions are met: `tens=on pack!=40 game=solo|wedding`.

    Args:
        terms: The conditions; one with several values is met by any of them.
        values: The values by key, combined choices joined by `+`.
    """
    for term in terms.split():
        key, _, wanted = term.partition("=")
        value = values[key.removesuffix("!")]
        met = not {value, *value.split("+")}.isdisjoint(wanted.split("|"))
        if met == key.endswith("!"):
            return False
    return True


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"told": describe_conditions})
