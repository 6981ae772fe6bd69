"""Choices packed into one number, each taking the room that its likelihood asks for, and no more.

A choice is a slice of a whole: of `total` slots it has `width`, from `start` on. What comes last is packed
first, as in any coder of this sort (asymmetric numeral systems), so that it comes out in order.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

_LENGTHS: Final = (4, 4, 6, 10, 14, 20, 20, 16, 10, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1)
"""How likely a number is to have so many binary digits: most are seconds."""

MOST: Final = 2 ** (len(_LENGTHS) - 1) - 1
"""The greatest number that can be packed; greater ones are packed as this."""

LONGEST: Final = 120
"""Bytes that a text can have at most."""

_LETTERS: Final = tuple(
    12 if each in b"aeinrst" else 6 if chr(each).islower() and each < 128 else 2 if 31 < each < 128 else 1
    for each in range(256)
)
"""How likely a byte of a name is."""


class Unpackable(ValueError):
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
            number: From 0; one above `MOST` is taken as that.

        Returns:
            The number that was taken.
        """
        number = min(number, MOST)
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
    """Gives choices back, in the order in which they were taken."""

    def __init__(self, packed: int) -> None:
        """Begins with the first.

        Args:
            packed: What a packer made; any number will do, and gives some choices.
        """
        self._left = packed

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return self._left == 0

    def take(self, weights: Sequence[int]) -> int:
        """Gives a choice, from 0, as it was taken.

        Args:
            weights: The same as then.
        """
        ends = list(accumulate(weights))
        slot = self._left % ends[-1]
        chosen = bisect_right(ends, slot)
        width = weights[chosen]
        self._left = width * (self._left // ends[-1]) + slot - (ends[chosen] - width)
        return chosen

    def take_number(self) -> int:
        """Gives a number."""
        length = self.take(_LENGTHS)
        if length < 2:
            return length
        half = 1 << length - 1
        rest = self._left % half
        self._left //= half
        return half + rest

    def take_text(self) -> str:
        """Gives a text.

        Raises:
            Unpackable: if it is none.
        """
        length = self.take_number()
        if length > LONGEST:
            raise Unpackable
        try:
            return bytes(self.take(_LETTERS) for _ in range(length)).decode()
        except UnicodeDecodeError as error:
            raise Unpackable from error
