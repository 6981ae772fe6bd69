"""HTML as text: escaping, elements, texts for screen readers and their output."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from html import escape
from html.parser import HTMLParser
from typing import Final, override

from kontrapunkt.core.messages import Text

type Attributes = Mapping[str, str | int | bool | None]
"""Attributes by name: None and False omit one, True gives it no value."""

type Markup = tuple[str, ...]
"""HTML in consecutive parts, which frames share; joining long texts takes time."""


# A frame repeats the same few hundred words and values.
_text = lru_cache(maxsize=4096)(partial(escape, quote=False))
_value = lru_cache(maxsize=4096)(escape)


CONTENTS: Final = (
    "ahead", "answer", "choices", "deeds", "end-slate", "few", "form", "game-kontra", "laid", "picks",
    "room-12", "room-4", "room-6", "room-8", "slate", "solving", "standing", "table-trick", "walk",
)  # fmt: skip
"""The parts on which the size of a whole widget depends, by their class without `kp-`.

The style sheets find them in the widget's `data-has`, which scripts keep up to date.
"""

_CLASS: Final = re.compile(r' class="([^"]*)"')


def contents(html: str) -> str:
    """Return the value of `data-has` for a widget with this body."""
    names = {name for found in _CLASS.findall(html) for name in found.split()}
    return " ".join(name for name in CONTENTS if f"kp-{name}" in names)


def text(raw: object) -> str:
    """Escape plain text for HTML."""
    return _text(str(raw))


def el(name: str, attributes: Attributes | None = None, *children: str) -> str:
    """Render an element; children are HTML already, attribute values are escaped here."""
    return f"<{name}{_attributes(attributes) if attributes else ''}>{''.join(children)}</{name}>"


def in_parts(html: str | Markup) -> Markup:
    """Return HTML as a tuple of parts."""
    return (html,) if isinstance(html, str) else html


def bare(name: str, attributes: Attributes) -> str:
    """Render a start tag, the whole of a void element such as `input`."""
    return f"<{name}{_attributes(attributes)}>"


def visually_hidden(*words: Text) -> str:
    """Render text for screen readers, search engines and pages without style."""
    return el("span", {"class": "kp-vh"}, text(" ".join(str(word) for word in words if word)))


def heading(said: str, level: int = 2) -> str:
    """Render a heading for screen readers, of a region that shows what it is.

    Args:
        level: Its level, from 1.
    """
    return el(f"h{level}", {"class": "kp-vh"}, text(said))


def region(names: str | None, said: str, *children: str, level: int = 2) -> str:
    """Render a region with a name and a heading for screen readers.

    Args:
        names: Its class names.
        said: Its name.
        children: Its content, as HTML.
        level: The level of its heading, from 1.
    """
    return el("section", {"class": names, "aria-label": said}, heading(said, level), *children)


def aria_hidden(names: str | None, *children: str) -> str:
    """Render content that screen readers skip because other text replaces it."""
    return el("span", {"class": names, "aria-hidden": "true"}, *children)


def prose(said: str, names: str | None = None, *, heard: bool = True) -> str:
    """Render plain text as a paragraph; empty for no text.

    Args:
        heard: False if screen readers skip it, as they have it from elsewhere.
    """
    return el("p", {"class": names, "aria-hidden": None if heard else "true"}, text(said)) if said else ""


def items(found: Iterable[str], name: str = "ul", names: str | None = None) -> str:
    """Render a list of HTML items; empty for no items."""
    rows = [el("li", None, each) for each in found]
    return el(name, {"class": names}, *rows) if rows else ""


def group(names: str, label: str, *children: str, scrolls: bool = False) -> str:
    """Render a group of parts with a label for screen readers.

    Args:
        names: Its class names.
        children: The parts, as HTML.
        scrolls: Whether it may scroll, so that it must be focusable.
    """
    tabindex = 0 if scrolls else None
    return el("div", {"class": names, "role": "group", "aria-label": label, "tabindex": tabindex}, *children)


def toolbar(names: str, label: str, *children: str) -> str:
    """Render buttons between which arrow keys move; screen readers then pass single letters to the page."""
    return el("div", {"class": names, "role": "toolbar", "aria-label": label}, *children)


def classes(*names: str | None) -> str | None:
    """Return a class attribute with the given names; None for none."""
    return " ".join(name for name in names if name) or None


def joined(parts: Iterable[str], between: str = " ") -> str:
    """Join the parts that are not empty."""
    return between.join(part for part in parts if part)


def grid(columns: Iterable[str], rows: Iterable[str]) -> str:
    """Render a table.

    Args:
        columns: The column headings, as HTML.
        rows: The rows, as HTML.
    """
    head = el("tr", None, *(el("th", {"scope": "col"}, each) for each in columns))
    return el("table", {"class": "kp-own"}, el("thead", None, head), el("tbody", None, *rows))


def spoken(html: str, *, unread: str = "") -> str:
    """Return the plain text that a screen reader reads in HTML.

    Args:
        html: Well-nested HTML.
        unread: A class whose elements the page hides.
    """
    return _MarkupReader(html, unread).text


_VOID: Final = frozenset(("br", "hr", "img", "input", "wbr"))


class _MarkupReader(HTMLParser):
    def __init__(self, html: str, unread: str) -> None:
        super().__init__()
        self._unread = unread
        self._open: list[bool] = [True]  # whether the text is read out, for each open element
        self._heard: list[str] = []
        self.feed(html)

    @property
    def text(self) -> str:
        return " ".join("".join(self._heard).split())

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self._heard.append(" ")
            return
        given = dict(attrs)
        mute = given.get("aria-hidden") == "true" or self._unread in (given.get("class") or "").split()
        self._open.append(self._open[-1] and not mute)

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self._open.pop()
            self._heard.append(" " * (tag in ("p", "li", "div")))

    @override
    def handle_data(self, data: str) -> None:
        if self._open[-1]:
            self._heard.append(data)


def _attributes(attributes: Attributes) -> str:
    written = ""
    for name, value in attributes.items():
        if isinstance(value, str):
            written += f' {name}="{_value(value)}"'
        elif value is True:
            written += f" {name}"
        elif value is not None and value is not False:
            written += f' {name}="{value}"'
    return written
