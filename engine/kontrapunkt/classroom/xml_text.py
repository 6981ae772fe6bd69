"""Text as XML 1.0 can hold it."""

import re
from typing import Final

UNKNOWN: Final = "\ufffd"
"""What stands for a character that XML has no way to write."""

_ILLEGAL: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    """Return the text with each character that XML cannot hold replaced."""
    return _ILLEGAL.sub(UNKNOWN, text)
