"""Options: what players agree on before the first deal, complete, checked and frozen."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kontrapunkt.core.messages import Message, Text, listed, say, source_of

_PLAIN: Final = {True: "on", False: "off", None: "none"}
_SHORT: Final = re.compile(r"[1-9][0-9]?")
_DIGITS: Final = 4
"""Of a number that an option takes; with more, a session would outgrow what a record can say."""


class OptionError(ValueError):
    """An option or preset that does not exist, or a value it does not take; it lists the right ones."""


class IdleOption(UserWarning):
    """An option that was chosen and changes nothing, because of what was chosen beside it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice that the players of a game agree on before the first deal.

    Attributes:
        words: What its sentences are called by in the catalogues: `dk` for `option.dk.pack`, its label, and
            `option.dk.pack.source`, or `option.dk.source` where its source is that of most.
        key: Its name, snake_case.
        choices: The values it takes, as text; empty where any whole number from 1 to 9999 will do.
        rules: The ids of the rules it touches.
        default: The value unless another is chosen; the first of the choices unless given, of several
            none.
        several: Whether any of the choices may be taken together, joined by `+`; `off` for none of them.
        numbers: How many whole numbers, none greater than the one before and joined by `-`, will do in place
            of a choice; 0 where only the choices do.
        usual: Other defaults, each behind the terms on which it takes the place of `default`; the first whose
            terms hold does. Terms are options as a record writes them, `session=cumulative poverty!=off`: all
            of them together, and an option of several has each of its parts.
        only: The terms without which it changes nothing; empty for none.
        formerly: What it was called before, which records that are about still say; empty for nothing.
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
        """What it decides, in a few words."""
        return say(f"option.{self.words}.{self.key}")

    @property
    def source(self) -> Message:
        """Who plays it how, in a few words."""
        return source_of(f"option.{self.words}.{self.key}", f"option.{self.words}")

    def check(self, value: object) -> str:
        """The value as its text.

        Raises:
            OptionError: if the option does not take it.
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
        """What it takes."""
        told = ", ".join(self.choices) or say("game.option.number")
        return say("game.option.numbers", choices=told, n=self.numbers) if self.numbers else told

    def _is_list(self, text: str) -> bool:
        parts = text.split("-")
        found = [int(part) for part in parts if _SHORT.fullmatch(part)]
        return len(found) == len(parts) == self.numbers and found == sorted(found, reverse=True)


class Options(Mapping[str, str]):
    """The options of a game, complete, checked and frozen; read by key.

    Attributes:
        preset: The preset they start from; None for none.
        chosen: Those that differ from the preset's, as a record writes them.
    """

    __slots__ = ("_known", "_presets", "_values", "chosen", "preset")

    def __init__(
        self,
        known: Sequence[Option],
        presets: Mapping[str, Mapping[str, str]],
        preset: str | None = None,
        chosen: Mapping[str, object] | None = None,
    ) -> None:
        """Takes the defaults, then the preset's values, then the chosen ones.

        Raises:
            OptionError: naming the unknown option, preset or value and what is known.
        """
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
    def written(self) -> dict[str, str]:
        """What a record says of them: the preset unless it is the first, and what differs from it."""
        usual = self.preset in (None, next(iter(self._presets), None))
        return {**({} if usual else {"preset": str(self.preset)}), **self.chosen}

    def on(self, key: str) -> bool:
        """Whether an on/off option is on."""
        return self._values[key] == "on"

    def parts(self, key: str) -> tuple[str, ...]:
        """The choices that an option of several takes together; none for `off`."""
        return tuple(part for part in self._values[key].split("+") if part != "off")

    @property
    def idle(self) -> tuple[Message, ...]:
        """A sentence for each option that was chosen and changes nothing."""
        return tuple(
            say("game.option.idle", key=option.key, terms=told(option.only))
            for option in self._known
            if option.key in self.chosen and not conditions_met(option.only, self._values)
        )


def told(terms: str) -> Message:
    """Terms in words: "poverty other than off and dulle=on"."""
    return listed("and", [_term(one) for one in terms.split()])


def _term(term: str) -> Text:
    key, other, value = term.partition("!=")
    return say("game.option.other", key=key, value=value) if other else term


def conditions_met(terms: str, values: Mapping[str, str]) -> bool:
    """Whether values are as terms say: `tens=on pack!=40 game=solo|wedding`, all of them together.

    Args:
        terms: The terms; one that names several values is met by any of them.
        values: The values by key, those of several choices joined by `+`.
    """
    for term in terms.split():
        key, _, wanted = term.partition("=")
        value = values[key.removesuffix("!")]
        met = not {value, *value.split("+")}.isdisjoint(wanted.split("|"))
        if met == key.endswith("!"):
            return False
    return True
