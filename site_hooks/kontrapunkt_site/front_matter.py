"""Detects front matter that MkDocs could not read and would print on the page."""

import re
from typing import Final

import yaml

_FENCE: Final = re.compile(r"(?:-{3}|\.{3})[ \t]*")
_KEY: Final = re.compile(r"[\w-]+[ \t]*:(?:\s|$)")


def fault(text: str) -> tuple[int, str] | None:
    """Find the error in front matter that MkDocs has left in a page.

    Args:
        text: The page from its first line on.

    Returns:
        The line and the error; None if the page begins with a horizontal rule instead.
    """
    first, *lines = text.splitlines() or [""]
    if first.rstrip() != "---" or not lines or not lines[0].strip():
        return None
    end = next((n for n, line in enumerate(lines) if _FENCE.fullmatch(line)), None)
    if end is None:
        return (1, "the front matter has no end; add a line --- behind it") if _KEY.match(lines[0]) else None
    try:
        found = yaml.safe_load("\n".join(lines[:end]))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "this is not YAML"
        return (mark.line if mark else 0) + 2, f"the front matter cannot be read: {problem}"
    if isinstance(found, dict):
        return end + 2, "the front matter ends the file; add a line behind it"
    return 2, "the front matter cannot be read: each line is a key and its value, such as “title: Mine”"
