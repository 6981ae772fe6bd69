"""Logs as one number: choices among what may come, each in the room that its likelihood asks for.

A choice is a slice of a whole: of `total` slots it has `width`, from `start` on. What comes last is packed
first, as in any coder of this sort (asymmetric numeral systems), so that it comes out in order.

What may come the widget itself says, and it replays what was chosen.

So a log that comes out has been replayed by the rules, whatever went in; and one that no widget would have
written cannot be packed beyond the first entry that does not fit.
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
"""How likely a number is to have so many binary digits: most are seconds."""

GREATEST: Final = 2 ** (len(_LENGTHS) - 1) - 1
"""The greatest number that can be packed; greater ones are packed as this."""

LONGEST: Final = 120
"""Bytes that a text can have at most."""

_LETTERS: Final = tuple(
    12 if each in b"aeinrst" else 6 if chr(each).islower() and each < 128 else 2 if 31 < each < 128 else 1
    for each in range(256)
)
"""How likely a byte of a name is."""


class CodeRangeError(ValueError):
    """A number in which nothing was packed."""


class Packer:
    """Takes choices, one after the other."""

    def __init__(self) -> None:
        """Has taken none yet."""
        self._taken: list[tuple[int, int, int]] = []

    def put(self, chosen: int, weights: Sequence[int]) -> None:
        """Takes a choice.

        Args:
            chosen: Which one, from 0.
            weights: How likely each is, against the others; from 1.
        """
        self._taken.append((sum(weights[:chosen]), weights[chosen], sum(weights)))

    def put_number(self, number: int) -> int:
        """Takes a number.

        Args:
            number: From 0; one above `GREATEST` is taken as that.

        Returns:
            The number that was taken.
        """
        number = min(number, GREATEST)
        length = number.bit_length()
        self.put(length, _LENGTHS)
        if length > 1:
            half = 1 << length - 1
            self._taken.append((number - half, 1, half))
        return number

    def put_text(self, text: str) -> None:
        """Takes a text; what goes beyond `LONGEST` bytes is left out."""
        given = text.encode()[:LONGEST].decode(errors="ignore").encode()
        self.put_number(len(given))
        for byte in given:
            self.put(byte, _LETTERS)

    @property
    def packed(self) -> int:
        """All that was taken, as one number."""
        number = 0
        for start, width, total in reversed(self._taken):
            number = number // width * total + start + number % width
        return number


class Unpacker:
    """Gives choices back, in the order in which they were taken.

    Attributes:
        left: What is left of the number; 0 for nothing.
    """

    def __init__(self, packed: int) -> None:
        """Begins with the first.

        Args:
            packed: What a packer made; any number will do, and gives some choices.
        """
        self.left = packed

    def take(self, weights: Sequence[int]) -> int:
        """Gives a choice, from 0, as it was taken.

        Args:
            weights: The same as then.
        """
        ends = list(accumulate(weights))
        slot = self.left % ends[-1]
        chosen = bisect_right(ends, slot)
        width = weights[chosen]
        self.left = width * (self.left // ends[-1]) + slot - (ends[chosen] - width)
        return chosen

    def take_number(self) -> int:
        """Gives a number."""
        length = self.take(_LENGTHS)
        if length < 2:
            return length
        half = 1 << length - 1
        rest = self.left % half
        self.left //= half
        return half + rest

    def take_text(self) -> str:
        """Gives a text.

        Raises:
            CodeRangeError: if it is none.
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
"""Nothing comes any more."""

AGAIN: Final = LikelyEntry("\n", 1)
"""The log ends here, and another begins."""

MOST: Final = 2000
"""Entries that the logs of a widget may have in all; further ones are left out."""


def pack(widget: Widget, logs: Sequence[Sequence[str]], packer: Packer) -> list[list[str]]:
    """Packs the logs of a widget.

    Args:
        widget: The widget; whatever has happened in it is forgotten.
        logs: Its logs, in the order in which they were written, each with its header.
        packer: Takes the choices.

    Returns:
        What was packed of them: as far as their entries fit.
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
    """Unpacks the logs of a widget, and replays them.

    Args:
        widget: The widget; whatever has happened in it is forgotten.
        unpacker: Gives the choices.

    Returns:
        Its logs, each with its header; none where nothing has happened.

    Raises:
        CodeRangeError: if what was packed cannot be replayed.
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
    """Logs without a single one in which nothing has happened."""
    return logs if len(logs) > 1 or any(len(log) > 1 for log in logs) else []


def _options(widget: Widget) -> list[LikelyEntry]:
    return [END, AGAIN, *widget.coming()]


def _put(packer: Packer, widget: Widget, chosen: LikelyEntry) -> None:
    options = _options(widget)
    packer.put(options.index(chosen), [each.weight for each in options])


def _found(widget: Widget, entry: str) -> LikelyEntry | None:
    """What an entry is among those that may come; None where it is none of them."""
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
    """Packs what ends an entry; answers the entry as it will come out."""
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
