"""Logs encoded as one number: choices among likely entries.

A choice occupies `width` of `total` slots, from `start` on. The last choice is encoded first, as usual with
asymmetric numeral systems, so that decoding yields the original order.

The widget itself lists the entries that may follow and replays the one chosen. So every decoded log has been
replayed by the rules, whatever the number was; and of a log that no widget would have written only the
entries before the first that does not fit can be encoded.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from kontrapunkt.core.rules import Refusal
from kontrapunkt.widgets import Widget
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.precomputed import LikelyEntry

_LENGTHS: Final = (4, 4, 6, 10, 14, 20, 20, 16, 10, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1)
"""The weights of numbers of binary digits; most numbers are seconds."""

GREATEST: Final = 2 ** (len(_LENGTHS) - 1) - 1
"""The largest number that can be encoded; larger ones are replaced by it."""

LONGEST: Final = 120
"""The greatest length of a text, in bytes."""

_LETTERS: Final = tuple(
    12 if each in b"aeinrst" else 6 if chr(each).islower() and each < 128 else 2 if 31 < each < 128 else 1
    for each in range(256)
)
"""The weights of the bytes of a name."""


class CodeRangeError(ValueError):
    """Raised for a number that encodes nothing."""


class Packer:
    """Encodes choices, one after the other."""

    def __init__(self) -> None:
        """Start without choices."""
        self._taken: list[tuple[int, int, int]] = []

    def put(self, chosen: int, weights: Sequence[int]) -> None:
        """Add a choice.

        Args:
            chosen: The index of the choice, from 0.
            weights: The likelihood of each possible choice relative to the others, from 1.
        """
        self._taken.append((sum(weights[:chosen]), weights[chosen], sum(weights)))

    def put_number(self, number: int) -> int:
        """Add a number.

        Args:
            number: The number, from 0; above `GREATEST` it is replaced by that.

        Returns:
            The number that was added.
        """
        number = min(number, GREATEST)
        length = number.bit_length()
        self.put(length, _LENGTHS)
        if length > 1:
            half = 1 << length - 1
            self._taken.append((number - half, 1, half))
        return number

    def put_text(self, text: str) -> None:
        """Add a text, cut after `LONGEST` bytes."""
        given = text.encode()[:LONGEST].decode(errors="ignore").encode()
        self.put_number(len(given))
        for byte in given:
            self.put(byte, _LETTERS)

    @property
    def to_number(self) -> int:
        """All choices as one number."""
        number = 0
        for start, width, total in reversed(self._taken):
            number = number // width * total + start + number % width
        return number


class Unpacker:
    """Decodes choices in the order in which they were added.

    Attributes:
        left: The rest of the number; 0 at the end.
    """

    def __init__(self, packed: int) -> None:
        """Start with the first choice.

        Args:
            packed: A packer's number; any other number decodes to some choices too.
        """
        self.left = packed

    def take(self, weights: Sequence[int]) -> int:
        """Return the index of the next choice, from 0.

        Args:
            weights: The weights with which it was added.
        """
        ends = list(accumulate(weights))
        slot = self.left % ends[-1]
        chosen = bisect_right(ends, slot)
        width = weights[chosen]
        self.left = width * (self.left // ends[-1]) + slot - (ends[chosen] - width)
        return chosen

    def take_number(self) -> int:
        """Return the next number."""
        length = self.take(_LENGTHS)
        if length < 2:
            return length
        half = 1 << length - 1
        rest = self.left % half
        self.left //= half
        return half + rest

    def take_text(self) -> str:
        """Return the next text.

        Raises:
            CodeRangeError: if there is no text.
        """
        length = self.take_number()
        if length > LONGEST:
            raise CodeRangeError
        try:
            return bytes(self.take(_LETTERS) for _ in range(length)).decode()
        except UnicodeDecodeError as error:
            raise CodeRangeError from error


# Logs -------------------------------------------------------------------------------------------------------

END: Final = LikelyEntry("", 6)
"""The end of all logs."""

AGAIN: Final = LikelyEntry("\n", 1)
"""The end of a log before another."""

MOST: Final = 2000
"""The most entries in the logs of a widget; further ones are dropped."""


def pack(widget: Widget, logs: Sequence[Sequence[str]], packer: Packer) -> list[list[str]]:
    """Encode the logs of a widget.

    Args:
        widget: The widget; its state is reset.
        logs: Its logs in the order written, each with its header.
        packer: Receives the choices.

    Returns:
        The logs as encoded, up to the first entry that does not fit.
    """
    packed, count = [], 0
    widget.begin_again()
    for number, log in enumerate(logs, 1):
        if number > 1:
            widget.begin_again()
        for entry in log[1:]:
            chosen = _found(widget, entry)
            if chosen is None or count == MOST:
                break
            _put(packer, widget, chosen)
            widget.replay(_put_rest(packer, chosen, entry))
            count += 1
        packed.append(widget.log)
        _put(packer, widget, AGAIN if number < len(logs) else END)
    if not logs:
        _put(packer, widget, END)
    return _kept(packed)


def unpack(widget: Widget, unpacker: Unpacker) -> list[list[str]]:
    """Decode and replay the logs of a widget.

    Args:
        widget: The widget; its state is reset.
        unpacker: Provides the choices.

    Returns:
        The logs, each with its header; empty if nothing happened.

    Raises:
        CodeRangeError: if the choices cannot be replayed.
    """
    logs: list[list[str]] = []
    widget.begin_again()
    for _ in range(MOST * 2):
        options = _options(widget)
        chosen = options[unpacker.take([each.weight for each in options])]
        if chosen in (END, AGAIN):
            logs.append(widget.log)
            if chosen is END:
                return _kept(logs)
            widget.begin_again()
            continue
        try:
            widget.replay(chosen.entry + _rest(unpacker, chosen))
        except (EventError, Refusal) as error:
            raise CodeRangeError from error
    raise CodeRangeError


def _kept(logs: list[list[str]]) -> list[list[str]]:
    """Return the logs, or [] for a single one without entries."""
    return logs if len(logs) > 1 or any(len(log) > 1 for log in logs) else []


def _options(widget: Widget) -> list[LikelyEntry]:
    return [END, AGAIN, *widget.coming()]


def _put(packer: Packer, widget: Widget, chosen: LikelyEntry) -> None:
    options = _options(widget)
    packer.put(options.index(chosen), [each.weight for each in options])


def _found(widget: Widget, entry: str) -> LikelyEntry | None:
    """Return the likely entry that matches; None if there is none."""
    for each in widget.coming():
        rest = entry.removeprefix(each.entry)
        if each.number and rest != entry and rest.isascii() and rest.isdigit() and str(int(rest)) == rest:
            return each
        if each.some and rest != entry and rest == _listed(each, set(rest.split(", "))):
            return each
        if each.entry == entry:
            return each
    return None


def _listed(of: LikelyEntry, chosen: set[str]) -> str:
    return ", ".join(each for each in of.some if each in chosen)


def _put_rest(packer: Packer, of: LikelyEntry, entry: str) -> str:
    """Encode the end of an entry; return the entry as it will be decoded."""
    rest = entry.removeprefix(of.entry)
    if of.number:
        return f"{of.entry}{packer.put_number(int(rest))}"
    chosen = set(rest.split(", "))
    for each in of.some:
        packer.put(int(each in chosen), (1, 1))
    return entry


def _rest(unpacker: Unpacker, of: LikelyEntry) -> str:
    if of.number:
        return str(unpacker.take_number())
    return _listed(of, {each for each in of.some if unpacker.take((1, 1))})
