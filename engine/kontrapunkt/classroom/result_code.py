"""Result codes: an assignment and a pupil's work in a few hundred characters.

A code is `KP1.`, characters and a dot. They encode the assignment (32 bits), the version of its tasks (16), a
seal (32) over name, assignment and work, and the work itself, packed by `notation`: the name, then the logs
of each widget. Readers replay the logs by the rules.

The characters are capitals and digits that survive email, paper and a QR code, with a checksum that detects
slips. There are thirty-two (Crockford's: no I, L, O or U; I and L are read as 1, O as 0, U is an error). QR
codes store capitals and digits most compactly; five bits per character come close to that.

The seal detects a changed name or an invented log. It is no signature: anybody who reads this file can make
one.
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
"""The beginning of every code, with the number of the format."""

STOP: Final = "."
"""The end of every code."""

_HEAD: Final = 10
"""The number of bytes before the packed work."""

_MARK: Final = re.compile(r"(?<![^\W_])KP(\d{1,3})\.", re.IGNORECASE)

MOST: Final = 100_000
"""The most characters of a code that is read."""


class CodeRefused(ValueError):
    """Raised for a code that is invalid.

    Attributes:
        why: The reason: `cut`, `long`, `format`, `slip`, `unknown`, `replay`, `version`, `seal`.
        name: The pupil's name in the code; empty if unknown.
    """

    def __init__(self, why: str, name: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.name = name


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment.

    Attributes:
        text: The assignment as in its link.
        specs: The specs of its widgets, in order.
    """

    text: str
    specs: tuple[Mapping[str, Any], ...]

    @property
    def key(self) -> bytes:
        """A hash of four bytes that identifies the assignment."""
        return sha256(self.text.encode()).digest()[:4]

    @property
    def version(self) -> bytes:
        """A checksum of two bytes over the tasks, which changes with their content."""
        asked = [[spec.get(key) for key in ("kind", "puzzle", "game", *_DRILL)] for spec in self.specs]
        return crc_hqx(json.dumps(asked).encode(), 0).to_bytes(2)


_DRILL: Final = ("kinds", "preset", "plan", "questions")

type Logs = list[list[str]]
"""The logs of a widget, in the order written."""


@dataclass(frozen=True, slots=True)
class PupilWork:
    """A pupil's work.

    Attributes:
        name: A name or number.
        logs: The logs of each widget of the assignment.
    """

    name: str
    logs: tuple[Logs, ...]

    def seal(self, of: Assignment) -> bytes:
        """Return four bytes over the name, the assignment and the work."""
        done = [[log[1:] for log in logs] for logs in self.logs]
        return sha256(json.dumps([self.name, of.text, done]).encode()).digest()[:4]

    @property
    def done(self) -> bool:
        """Return True if anything was done."""
        return any(self.logs)


def normalize_name(name: str) -> str:
    """Normalize a name: no blanks at the ends, composed Unicode, limited length."""
    seen = "".join(each for each in " ".join(name.split()) if each.isprintable())
    given = normalize("NFC", " ".join(seen.split()))
    return given.encode(errors="ignore")[:100].decode(errors="ignore").strip()


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A code found in a text.

    Attributes:
        signs: The text between its beginning and its end, perhaps with other characters.
        format: The number of the format.
        whole: Whether its end is there.
    """

    signs: str
    format: str
    whole: bool

    @property
    def tail(self) -> str:
        """The end of the code, to recognize it: codes of an assignment begin alike."""
        return f"KP{self.format}.…{''.join(each for each in self.signs if each.isalnum())[-8:]}"

    def read(self) -> "SealedCode":
        """Decode the characters.

        Raises:
            CodeRefused: if the code is cut short, too long, of another format, or has a slip.
        """
        if f"KP{self.format}." != MARK:
            raise CodeRefused("format")
        if len(self.signs) > MOST:
            raise CodeRefused("long")
        if not self.whole:
            raise CodeRefused("cut")
        try:
            data = decode_bytes(self.signs)
        except CodeError as error:
            raise CodeRefused("slip") from error
        if len(data) < _HEAD:
            raise CodeRefused("slip")
        return SealedCode(data[:4], data[4:6], data[6:10], int.from_bytes(data[10:]))


@dataclass(frozen=True, slots=True)
class SealedCode:
    """A code whose checksum is right; its content has still to be replayed.

    Attributes:
        key: The hash of the assignment.
        version: The checksum of the tasks.
        seal: The seal.
        packed: The packed work.
    """

    key: bytes
    version: bytes
    seal: bytes
    packed: int

    def open(self, of: Assignment, widgets: Sequence[Widget]) -> PupilWork:
        """Replay the content.

        Args:
            widgets: The widgets of the assignment; their state is reset.

        Raises:
            CodeRefused: if it cannot be replayed, or its seal is wrong.
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


def encode_work(name: str, logs: Sequence[Logs], of: Assignment, widgets: Sequence[Widget]) -> str:
    """Return the code of a pupil's work, as far as the logs fit.

    Args:
        name: A name or number.
        logs: The logs of each widget.
        widgets: The widgets of the assignment; their state is reset.
    """
    packer = Packer()
    packer.put_text(normalize_name(name))
    packed = [pack(widget, each, packer) for widget, each in zip(widgets, logs, strict=True)]
    work = PupilWork(normalize_name(name), tuple(packed))
    number = packer.to_number
    head = of.key + of.version + work.seal(of)
    return MARK + encode_bytes(head + number.to_bytes(-(-number.bit_length() // 8))) + STOP


def find_codes(text: str) -> Iterator[FoundCode]:
    """Yield the codes in a text; line breaks and quotation marks may interrupt them."""
    marks = list(_MARK.finditer(text))
    for mark, following in zip(marks, [*marks[1:], None], strict=False):  # not strict: there may be no code
        signs, stop, _ = text[mark.end() : following.start() if following else None].partition(STOP)
        yield FoundCode(signs, mark[1], bool(stop))


# Bytes as characters --------------------------------------------------------------------------------

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_USUAL: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The base 32 alphabet of Python, in the order of ours."""

_CHECK: Final = 2


class CodeError(ValueError):
    """Raised for characters that `encode_bytes` has not written: changed, lost or added."""


def encode_bytes(data: bytes) -> str:
    """Encode bytes as characters.

    The checksum is cyclic, of 16 bits, so that it detects any change of up to three characters in a row.
    """
    whole = data + crc_hqx(data, 0xFFFF).to_bytes(_CHECK)
    return b32encode(whole).decode().rstrip("=").translate(str.maketrans(_USUAL, _SIGNS))


def decode_bytes(signs: str) -> bytes:
    """Decode characters; lower case counts as upper, other characters are ignored.

    Raises:
        CodeError: if the checksum is wrong.
    """
    kept = "".join(filter(str.isalnum, signs.upper())).translate(str.maketrans("ILO", "110"))
    usual = kept.translate(str.maketrans(_SIGNS, _USUAL))
    try:
        data = b32decode(usual + "=" * (-len(usual) % 8))[:-_CHECK]
    except ValueError as error:
        raise CodeError from error
    if encode_bytes(data) != kept:
        raise CodeError
    return data
