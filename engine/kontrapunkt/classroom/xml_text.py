"""Text that XML 1.0 can represent."""

import re
from typing import Final

UNKNOWN: Final = "\ufffd"
"""The replacement for a character that XML cannot represent."""

_ILLEGAL: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    """Return the text with each character that XML cannot represent replaced."""
    return _ILLEGAL.sub(UNKNOWN, text)
