"""HTML as text: escaping, elements, and words that only a screen reader meets."""

from collections.abc import Iterable, Mapping
from html import escape

type Attributes = Mapping[str, str | int | bool | None]
"""Attributes by name: None and False are left out, True stands bare."""


def text(raw: object) -> str:
    """Plain text as HTML."""
    return escape(str(raw), quote=False)


def el(name: str, attributes: Attributes | None = None, *children: str) -> str:
    """An element with its children, which are HTML already; attribute values are escaped here."""
    return f"<{name}{_attributes(attributes)}>{''.join(children)}</{name}>"


def unseen(*words: str) -> str:
    """Plain words for screen readers, search engines and pages without style."""
    return el("span", {"class": "kp-vh"}, text(" ".join(word for word in words if word)))


def classes(*names: str | None) -> str | None:
    """A class attribute of the names given; None where there are none."""
    return " ".join(name for name in names if name) or None


def joined(parts: Iterable[str], between: str = " ") -> str:
    """The parts that are not empty, in one string."""
    return between.join(part for part in parts if part)


def _attributes(attributes: Attributes | None) -> str:
    written = []
    for name, value in (attributes or {}).items():
        if value is None or value is False:
            continue
        written.append(f" {name}" if value is True else f' {name}="{escape(str(value))}"')
    return "".join(written)
