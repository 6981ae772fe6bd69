"""The head of a page as written by a theme, by hand or by a minifier, which leaves its tags out."""

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
    """Whether some HTML is a whole page."""
    return _DOCUMENT.match(page) is not None


def with_first(page: str, more: str) -> str:
    """A page with something at the start of its head, behind nothing but the character set.

    Args:
        page: The page.
        more: Elements of a head.
    """
    found = _CHARSET.search(page) or _START.match(page)
    return _put(page, found.end() if found else 0, more)


def with_last(page: str, more: str) -> str:
    """A page with something at the end of its head, or at its start where no tag says where it ends.

    Args:
        page: The page.
        more: Elements of a head.
    """
    end = _END.search(page)
    return _put(page, end.start(), more) if end else with_first(page, more)


def _put(page: str, place: int, more: str) -> str:
    return page[:place] + more + page[place:]
