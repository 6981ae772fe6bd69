"""A result code: who has worked on which assignment, and all that they did, in a few hundred signs.

`KP1.` and signs and a dot. The signs hold: which assignment (32 bits), of which version its tasks are (16), a
seal (32) over the name, the assignment and what was done, and that itself, packed (`notation`): the name,
then for each widget its logs. Whoever reads the code replays the logs by the rules.

Signs are capitals and digits that survive a mail, a wall and a QR code, with a check that finds any slip.
There are thirty-two (Crockford's: no I, L, O or U, read as 1, 1, 0 and as an error). Capitals and digits are
what QR codes hold most closely; five bits a sign is little less than they could.

The seal tells a changed name and an invented log. It is no signature: who reads this file can make one.
"""

import json
import re
from base64 import b32decode, b32encode
from binascii import crc_hqx
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final
from unicodedata import normalize

from kontrapunkt.classroom.notation import CodeRangeError, Packer, Unpacker, pack, unpack
from kontrapunkt.widgets import Widget

MARK: Final = "KP1."
"""What every code begins with: its format is the first."""

STOP: Final = "."
"""What every code ends with."""

_HEAD: Final = 10
"""Bytes before what is packed."""

_MARK: Final = re.compile(r"(?<![^\W_])KP(\d{1,3})\.", re.IGNORECASE)

MOST: Final = 100_000
"""Signs that a code may have; a longer one is not read."""


class CodeRefused(ValueError):
    """A code that is not taken.

    Attributes:
        why: A word: `cut`, `long`, `format`, `slip`, `unknown`, `replay`, `version`, `seal`.
        name: Whose it says it is; empty where that is not known.
    """

    def __init__(self, why: str, name: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.name = name


@dataclass(frozen=True, slots=True)
class Assignment:
    """What was asked.

    Attributes:
        text: The assignment as its link has it.
        specs: The widgets that it asks to be done, in order.
    """

    text: str
    specs: tuple[Mapping[str, Any], ...]

    @property
    def key(self) -> bytes:
        """What tells it from others: four bytes."""
        return sha256(self.text.encode()).digest()[:4]

    @property
    def version(self) -> bytes:
        """What tells its tasks from others of the same names: two bytes."""
        asked = [[spec.get(key) for key in ("kind", "puzzle", "game", *_DRILL)] for spec in self.specs]
        return crc_hqx(json.dumps(asked).encode(), 0).to_bytes(2)


_DRILL: Final = ("kinds", "preset", "plan", "questions")

type Logs = list[list[str]]
"""The logs of a widget, in the order in which they were written."""


@dataclass(frozen=True, slots=True)
class PupilWork:
    """What somebody did.

    Attributes:
        name: A name or number.
        logs: For each widget of the assignment its logs.
    """

    name: str
    logs: tuple[Logs, ...]

    def seal(self, of: Assignment) -> bytes:
        """Four bytes over the name, the assignment and all that was done."""
        done = [[log[1:] for log in logs] for logs in self.logs]
        return sha256(json.dumps([self.name, of.text, done]).encode()).digest()[:4]

    @property
    def done(self) -> bool:
        """Whether anything was done at all."""
        return any(self.logs)


def tidy(name: str) -> str:
    """A name without blanks at its ends, in Unicode's composed form, not too long."""
    seen = "".join(each for each in " ".join(name.split()) if each.isprintable())
    given = normalize("NFC", " ".join(seen.split()))
    return given.encode(errors="ignore")[:100].decode(errors="ignore").strip()


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A code found in a text.

    Attributes:
        signs: What stands between its mark and its end; junk may be among it.
        format: The number in its mark.
        whole: Whether its end is there.
    """

    signs: str
    format: str
    whole: bool

    @property
    def tail(self) -> str:
        """How it ends, to find it again: all codes of an assignment begin alike."""
        return f"KP{self.format}.…{''.join(each for each in self.signs if each.isalnum())[-8:]}"

    def read(self) -> "SealedCode":
        """Its signs.

        Raises:
            CodeRefused: if it is cut short, too long, of another format, or has a slip.
        """
        if f"KP{self.format}." != MARK:
            raise CodeRefused("format")
        if len(self.signs) > MOST:
            raise CodeRefused("long")
        if not self.whole:
            raise CodeRefused("cut")
        try:
            data = unspelled(self.signs)
        except CodeError as error:
            raise CodeRefused("slip") from error
        if len(data) < _HEAD:
            raise CodeRefused("slip")
        return SealedCode(data[:4], data[4:6], data[6:10], int.from_bytes(data[10:]))


@dataclass(frozen=True, slots=True)
class SealedCode:
    """A code whose signs are in order; what it says has still to be replayed.

    Attributes:
        key: Which assignment it is about.
        version: Of which version the tasks were.
        seal: The seal.
        packed: What was packed.
    """

    key: bytes
    version: bytes
    seal: bytes
    packed: int

    def opened(self, of: Assignment, widgets: Sequence[Widget]) -> PupilWork:
        """Replays it.

        Args:
            of: Its assignment.
            widgets: The widgets of the assignment, whatever has happened in them.

        Raises:
            CodeRefused: if it cannot be replayed, or its seal does not fit.
        """
        other = "" if self.version == of.version else "version"
        unpacker, name = Unpacker(self.packed), ""
        try:
            name = unpacker.take_text()
            work = PupilWork(name, tuple(unpack(widget, unpacker) for widget in widgets))
        except CodeRangeError as error:
            raise CodeRefused(other or "replay", name) from error
        if unpacker.left:
            raise CodeRefused(other or "replay", name)
        if work.seal(of) != self.seal:
            raise CodeRefused(other or "seal", name)
        return work


def coded(name: str, logs: Sequence[Logs], of: Assignment, widgets: Sequence[Widget]) -> str:
    """The code of what somebody did; of logs that do not fit as much as does.

    Args:
        name: A name or number.
        logs: For each widget its logs.
        of: The assignment.
        widgets: Its widgets, whatever has happened in them.
    """
    packer = Packer()
    packer.put_text(tidy(name))
    packed = [pack(widget, each, packer) for widget, each in zip(widgets, logs, strict=True)]
    work = PupilWork(tidy(name), tuple(packed))
    number = packer.packed
    head = of.key + of.version + work.seal(of)
    return MARK + spelled(head + number.to_bytes(-(-number.bit_length() // 8))) + STOP


def found(text: str) -> Iterator[FoundCode]:
    """The codes in a text, whatever stands around them; line breaks and marks of quotation may be in them."""
    marks = list(_MARK.finditer(text))
    for mark, following in zip(marks, [*marks[1:], None], strict=False):  # not strict: there may be no mark
        signs, stop, _ = text[mark.end() : following.start() if following else None].partition(STOP)
        yield FoundCode(signs, mark[1], bool(stop))


# Bytes as signs ---------------------------------------------------------------------------------------------

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_USUAL: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The signs of base 32 as Python has it, in the order of ours."""

_CHECK: Final = 2


class CodeError(ValueError):
    """Signs that were not written by `spelled`: changed, lost or added."""


def spelled(data: bytes) -> str:
    """Bytes as signs.

    The check is a cyclic one of 16 bits, so that no change of up to three signs in a row goes unseen.
    """
    whole = data + crc_hqx(data, 0xFFFF).to_bytes(_CHECK)
    return b32encode(whole).decode().rstrip("=").translate(str.maketrans(_USUAL, _SIGNS))


def unspelled(signs: str) -> bytes:
    """The bytes that signs hold; small ones are read as capitals, what is no letter or digit is passed over.

    Raises:
        CodeError: if they are not as they were written.
    """
    kept = "".join(filter(str.isalnum, signs.upper())).translate(str.maketrans("ILO", "110"))
    usual = kept.translate(str.maketrans(_SIGNS, _USUAL))
    try:
        data = b32decode(usual + "=" * (-len(usual) % 8))[:-_CHECK]
    except ValueError as error:
        raise CodeError from error
    if spelled(data) != kept:
        raise CodeError
    return data
