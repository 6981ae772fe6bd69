"""Data in fences: TOML entries `[[event]]` with the line of each key.

Their prose is Markdown as on the page, with inline cards and rules. It is converted separately, so links to
other pages of the site are rejected.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from kontrapunkt.core.toml import TomlError, read_toml
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block
from kontrapunkt_site.problems import PageError

_KEY: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")
_QUOTES: Final = ('"""', "'''")
_PAGE_LINK: Final = re.compile(r"""href="([^":]*\.md(?:#[^"]*)?)\"""")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry.

    Attributes:
        block: The fence.
        values: The values by key.
        lines: The line of each key in the fence, from 1.
        line: The line of its heading in the fence, from 1.
    """

    block: Block
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    line: int

    def error(self, key: str, sentence: str) -> PageError:
        """Create an error at a key, or at the heading if the key is missing."""
        return self.block.text.error(self.lines.get(key, self.line), sentence)

    def string(self, key: str) -> str:
        """Return the text of a key; empty if it is missing.

        Raises:
            PageError: if it is no text.
        """
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.error(key, f"{key} is a text, in quotation marks")
        return value.strip()

    def strings(self, key: str) -> tuple[str, ...]:
        """Return the texts of a key: one, several in brackets, or none.

        Raises:
            PageError: if one is no text.
        """
        value = self.values.get(key, [])
        found = value if isinstance(value, list) else [value]
        if not all(isinstance(each, str) for each in found):
            raise self.error(key, f"{key} is a text in quotation marks, or several of them in brackets")
        return tuple(found)

    def html(self, key: str) -> str:
        """Return the Markdown of a key as HTML.

        Raises:
            PageError: if it is invalid.
        """
        prose, text = self.string(key), self.block.text
        first = self.lines.get(key, self.line)
        html = html_of(prose, text.part(first, text.lines[first - 1 :]), self.block.conversion.page)
        if link := _PAGE_LINK.search(html):
            raise self.error(key, f"a link to a page, {link[1]}, is not followed in a fence; put it outside")
        return html


def entries(
    block: Block, name: str, required: Collection[str], optional: Collection[str] = ()
) -> Iterator[Entry]:
    """Yield the entries of a fence in order.

    Args:
        name: The name of an entry: `event` for `[[event]]`.
        required: The required keys.
        optional: The other keys allowed.

    Raises:
        PageError: with the line, if the TOML is invalid, or a key is unknown, missing or empty.
    """
    try:
        found = read_toml(str(block.text))
    except TomlError as error:
        raise block.text.error(error.line, error.text) from error
    for other in found:
        if other != name:
            line = block.text.line_of(other)
            raise block.text.error(line, f"“{other}” has no place here; each entry begins with [[{name}]]")
    places = list(_places(block.text.lines, name))
    listed = found.get(name)
    if not isinstance(listed, list) or len(listed) != len(places):
        raise block.error(f"the fence {block.fence.name} has no entries; each begins with [[{name}]]")
    for values, (line, lines) in zip(listed, places, strict=True):
        entry = Entry(block, values, lines, line)
        for key in values:
            if key not in required and key not in optional:
                known = [*required, *optional]
                near = get_close_matches(key, known, 1) or [", ".join(known)]
                raise entry.error(key, f"an entry has no key “{key}”; did you mean {near[0]}?")
        for key in required:
            if values.get(key) in (None, "", []):
                raise entry.error(key, f"this entry needs the key {key}")
        yield entry


def _places(lines: list[str], name: str) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield the line of each entry and of its keys; multi-line strings are skipped."""
    heading = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]")
    at, keys, quotes = 0, dict[str, int](), ""
    for number, line in enumerate(lines, 1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        if heading.match(line):
            if at:
                yield at, keys
            at, keys = number, {}
        elif key := _KEY.match(line):
            keys.setdefault(key[1], number)
            opening = line[key.end() :].strip()
            quotes = next((each for each in _QUOTES if opening.startswith(each)), "")
            if quotes and quotes in opening[3:]:
                quotes = ""
    if at:
        yield at, keys
