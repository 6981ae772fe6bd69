"""Bytes as capitals and digits that survive a mail, a wall and a QR code, with a check that finds any slip.

Thirty-two signs (Crockford's: no I, L, O or U, read as 1, 1, 0 and as an error). Capitals and digits
are what QR codes hold most closely; five bits a sign is little less than they could.
"""

from binascii import crc_hqx
from typing import Final

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_DIGITS: Final = str.maketrans(_SIGNS + "ILO", "0123456789abcdefghijklmnopqrstuv110")
"""From our signs to the digits of Python's numbers to base 32."""
_CHECK: Final = 2


class Slip(ValueError):
    """Signs that were not written by `spelled`: changed, lost or added."""


def spelled(data: bytes) -> str:
    """Bytes as signs.

    The check is a cyclic one of 16 bits, so that no change of up to three signs in a row goes unseen.
    """
    whole = data + crc_hqx(data, 0xFFFF).to_bytes(_CHECK)
    number = int.from_bytes(whole)
    count = -(-len(whole) * 8 // 5)
    number <<= count * 5 - len(whole) * 8
    return "".join(_SIGNS[number >> 5 * place & 31] for place in reversed(range(count)))


def read(signs: str) -> bytes:
    """The bytes that signs hold; small ones are read as capitals, what is no letter or digit is passed over.

    Raises:
        Slip: if they are not as they were written.
    """
    kept = "".join(sign for sign in signs.upper() if sign.isalnum())
    if not kept.isascii() or "U" in kept or not kept:
        raise Slip
    number = int(kept.translate(_DIGITS), 32)
    size = len(kept) * 5 // 8
    spare = len(kept) * 5 - size * 8
    if size < _CHECK or spare > 4 or number & (1 << spare) - 1:
        raise Slip
    whole = (number >> spare).to_bytes(size)
    data, check = whole[:-_CHECK], whole[-_CHECK:]
    if crc_hqx(data, 0xFFFF).to_bytes(_CHECK) != check:
        raise Slip
    return data
