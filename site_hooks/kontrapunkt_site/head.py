"""The head of a page by a theme, an author or a minifier that omits its tags."""

import re
from typing import Final

_START: Final = re.compile(
    r"""\s*(?:<!--.*?-->\s*)*(?:<!doctype\b[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<html\b[^>]*>\s*)?(?:<head\b[^>]*>)?""",
    re.I | re.S,
)
_DOCUMENT: Final = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype|html|head)\b", re.I | re.S)
_CHARSET: Final = re.compile(r"""<meta\s+charset=["']?utf-8["']?\s*/?>""", re.I)
_END: Final = re.compile(r"</head\s*>", re.I)


def is_document(page: str) -> bool:
    """Return True if HTML is a whole page."""
    return _DOCUMENT.match(page) is not None


def with_first(page: str, more: str) -> str:
    """Insert elements at the start of a page's head, after the character set.

    Args:
        more: The elements.
    """
    found = _CHARSET.search(page) or _START.match(page)
    return _put(page, found.end() if found else 0, more)


def with_last(page: str, more: str) -> str:
    """Insert elements at the end of a page's head, or at its start if no tag ends it.

    Args:
        more: The elements.
    """
    end = _END.search(page)
    return _put(page, end.start(), more) if end else with_first(page, more)


def _put(page: str, place: int, more: str) -> str:
    return page[:place] + more + page[place:]
