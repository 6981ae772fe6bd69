"""HTML as text: escaping, elements, and words that only a screen reader meets."""

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from html import escape

type Attributes = Mapping[str, str | int | bool | None]
"""Attributes by name: None and False are left out, True stands bare."""


# A frame says the same few hundred words and values again and again.
_text = lru_cache(maxsize=4096)(partial(escape, quote=False))
_value = lru_cache(maxsize=4096)(escape)


def text(raw: object) -> str:
    """Plain text as HTML."""
    return _text(str(raw))


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
        written.append(f" {name}" if value is True else f' {name}="{_value(str(value))}"')
    return "".join(written)
