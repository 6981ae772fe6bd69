"""Markdown as lines: its fences, and the lines of prose.

Fences may consist of backticks or tildes, and be inside lists, admonitions, quotes and longer fences; a fence
indented like a code block does not count.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPENING = re.compile(r"(?P<indent>(?: *>)* *)(?P<ticks>`{3,}|~{3,}) *(?P<info>[^`]*)$")
_CONTAINER = re.compile(r"([-*+]|\d+[.)]) |(!!!|\?\?\?\+?|===\+?|///) ?|\[\^[^\]]+\]:|: ")


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block.

    Attributes:
        info: The text after the opening backticks.
        line: The line of the opening, from 1.
        end: The line of the closing, from 1; None if there is none.
        indent: The text before the backticks.
        body: The lines between, without the indent.
    """

    info: str
    line: int
    end: int | None
    indent: str
    body: list[str]

    @property
    def name(self) -> str:
        """The first word of the info string."""
        return self.info.partition(" ")[0]


def fences(lines: list[str]) -> Iterator[Fence]:
    """Yield the outermost fences; an unclosed one has no end and hides no others."""
    at = 0
    while at < len(lines):
        if lines[at].lstrip().startswith("<!--"):
            at = _after_comment(lines, at)
            continue
        opening = _OPENING.match(lines[at])
        if opening is None or _is_code(lines, at, opening["indent"]):
            at += 1
            continue
        end = _closing(lines, at, opening)
        last = len(lines) if end is None else end
        body = [_without(opening["indent"], line) for line in lines[at + 1 : last]]
        yield Fence(
            opening["info"].strip(), at + 1, None if end is None else end + 1, opening["indent"], body
        )
        at = at + 1 if end is None else end + 1


def prose(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines outside fences and comments with their numbers, from 1."""
    hidden: set[int] = set()
    for fence in fences(lines):
        hidden.update(range(fence.line, (fence.end or fence.line) + 1))
    at = 0
    while at < len(lines):
        if at + 1 not in hidden and lines[at].lstrip().startswith("<!--"):
            at = _after_comment(lines, at)
            continue
        if at + 1 not in hidden:
            yield at + 1, lines[at]
        at += 1


def _closing(lines: list[str], opening: int, found: re.Match[str]) -> int | None:
    ticks = found["ticks"]
    quoted = ">" in found["indent"]
    for at in range(opening + 1, len(lines)):
        if quoted and not lines[at].lstrip().startswith(">"):
            return None
        tail = lines[at].lstrip(" >" if quoted else " ").rstrip()
        if len(tail) >= len(ticks) and not tail.strip(ticks[0]):
            return at
    return None


def _is_code(lines: list[str], at: int, indent: str) -> bool:
    """Return True if a line is indented as code instead of belonging to a list.

    Args:
        at: The index of the line, from 0.
    """
    deep = len(indent)
    if deep < 4 or ">" in indent:
        return False
    for line in reversed(lines[:at]):
        depth = len(line) - len(line.lstrip())
        if line.strip() and depth < deep:
            if _CONTAINER.match(line.lstrip()):
                return False
            deep = depth
            if depth < 4:
                return True
    return True


def _after_comment(lines: list[str], at: int) -> int:
    while at < len(lines) and "-->" not in lines[at]:
        at += 1
    return at + 1


def _without(indent: str, line: str) -> str:
    if line.startswith(indent):
        return line[len(indent) :]
    return line.lstrip(" >") if ">" in indent else line.lstrip()
