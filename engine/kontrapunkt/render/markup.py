"""HTML as text: escaping, elements, words that only a screen reader meets, and all that it reads out."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from html import escape
from html.parser import HTMLParser
from typing import Final, override

type Attributes = Mapping[str, str | int | bool | None]
"""Attributes by name: None and False are left out, True stands bare."""

type Markup = tuple[str, ...]
"""HTML in parts, one after the other: frames share most of them, and long texts take long to be joined."""


# A frame says the same few hundred words and values again and again.
_text = lru_cache(maxsize=4096)(partial(escape, quote=False))
_value = lru_cache(maxsize=4096)(escape)


def text(raw: object) -> str:
    """Plain text as HTML."""
    return _text(str(raw))


def el(name: str, attributes: Attributes | None = None, *children: str) -> str:
    """An element with its children, which are HTML already; attribute values are escaped here."""
    return f"<{name}{_attributes(attributes) if attributes else ''}>{''.join(children)}</{name}>"


def in_parts(html: str | Markup) -> Markup:
    """HTML as parts, of which there may be one."""
    return (html,) if isinstance(html, str) else html


def bare(name: str, attributes: Attributes) -> str:
    """The start of an element: all of one that has neither children nor an end, as `input`."""
    return f"<{name}{_attributes(attributes)}>"


def unseen(*words: str) -> str:
    """Plain words for screen readers, search engines and pages without style."""
    return el("span", {"class": "kp-vh"}, text(" ".join(word for word in words if word)))


def unheard(names: str | None, *children: str) -> str:
    """What only the eye is shown; to the ear, other words say it."""
    return el("span", {"class": names, "aria-hidden": "true"}, *children)


def prose(said: str, names: str | None = None) -> str:
    """Plain words as a paragraph; nothing for nothing."""
    return el("p", {"class": names}, text(said)) if said else ""


def items(found: Iterable[str], name: str = "ul", names: str | None = None) -> str:
    """A list of what is HTML already; nothing for nothing."""
    rows = [el("li", None, each) for each in found]
    return el(name, {"class": names}, *rows) if rows else ""


def group(names: str, label: str, *children: str, scrolls: bool = False) -> str:
    """Parts that belong together, under a name for the ear.

    Args:
        names: Its class names.
        label: The name.
        children: The parts, as HTML.
        scrolls: Whether it may be too long for its place, so that the keyboard has to come there.
    """
    tabindex = 0 if scrolls else None
    return el("div", {"class": names, "role": "group", "aria-label": label, "tabindex": tabindex}, *children)


def classes(*names: str | None) -> str | None:
    """A class attribute of the names given; None where there are none."""
    return " ".join(name for name in names if name) or None


def joined(parts: Iterable[str], between: str = " ") -> str:
    """The parts that are not empty, in one string."""
    return between.join(part for part in parts if part)


def grid(columns: Iterable[str], rows: Iterable[str]) -> str:
    """A table.

    Args:
        columns: What stands above each column, as HTML.
        rows: The rows, as HTML.
    """
    head = el("tr", None, *(el("th", {"scope": "col"}, each) for each in columns))
    return el("table", None, el("thead", None, head), el("tbody", None, *rows))


def spoken(html: str, *, unread: str = "") -> str:
    """What a screen reader reads out of HTML, as plain text.

    Args:
        html: The HTML, well nested.
        unread: A class whose elements the page does not show.
    """
    return _MarkupReader(html, unread).text


_VOID: Final = frozenset(("br", "hr", "img", "input", "wbr"))


class _MarkupReader(HTMLParser):
    def __init__(self, html: str, unread: str) -> None:
        super().__init__()
        self._unread = unread
        self._open: list[bool] = [True]  # for each element around, whether it is read out
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
