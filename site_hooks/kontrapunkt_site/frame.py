"""The page around a puzzle, rendered by the theme once for a shelf.

The pages of a shelf differ only in title, description, address and content and are in the same folder, so
that the theme's links work in all of them. The frame has marks where they differ.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from kontrapunkt_site import head

NAME: Final = "kp-frame-of-puzzles"
"""The last part of a frame's address, which no puzzle has."""

_TITLE: Final = "kp-title-of-puzzle"
_DESCRIPTION: Final = "kp-description-of-puzzle"
SHORT_TITLE: Final = "kp-short-title-in-frame"
"""The mark for a title beside that of the game."""
_PLACE: Final = "kp-content-of-puzzle"
_CONTENT: Final = re.compile(rf"""<h1\b[^>]*\bid=["']?{_PLACE}\b[^>]*>.*?</h1\s*>""", re.I | re.S)
"""The place of the content, even if other plugins have changed the heading."""

_INDENT: Final = re.compile(r"\n\s+")

META: Final = {
    "title": _TITLE,
    "description": _DESCRIPTION,
    "hide": ["navigation", "toc"],
    "search": {"exclude": True},
}
"""The front matter of a frame."""

CONTENT: Final = f'<h1 id="{_PLACE}"></h1>'
"""The content of a frame, to be replaced."""


@dataclass(frozen=True, slots=True)
class FrameContent:
    """The content of a frame.

    Attributes:
        name: The last part of the page's address.
        short: The title without that of the game.
        description: A description in a sentence or two.
        html: The content, with a heading.
        head: Additions to the head.
    """

    name: str
    title: str
    short: str
    description: str
    html: str
    head: str = ""


def fill_frame(frame: str, inlay: FrameContent) -> str:
    """Return the page of a frame with content.

    Args:
        frame: The page that the theme has rendered around `CONTENT`.
        inlay: The content.
    """
    page = head.with_last(frame.replace(NAME, inlay.name), inlay.head)
    page = page.replace(SHORT_TITLE, escape(inlay.short, quote=False))
    page = page.replace(_TITLE, escape(inlay.title)).replace(_DESCRIPTION, escape(inlay.description))
    return _CONTENT.sub(lambda _: inlay.html, page, count=1)


def is_whole(frame: str) -> bool:
    """Return True if a frame still has the place for its content.

    Other plugins may hide it.

    Args:
        frame: The page that the theme has rendered around `CONTENT`.
    """
    return _CONTENT.search(frame) is not None


def strip_indentation(frame: str) -> str:
    """Remove the indentation of the theme's templates from a frame, to save space.

    Args:
        frame: The page that the theme has rendered around `CONTENT`, without preformatted text.
    """
    return _INDENT.sub("\n", frame)


def preview_tags(*, title: str, description: str, picture: str, address: str = "", alt: str = "") -> str:
    """Return Open Graph tags with the preview that other sites show of a link.

    Args:
        title: The page's title.
        description: The page's description.
        picture: The address of a picture.
        address: The page's own address; empty if unknown.
        alt: A description of the picture.
    """
    return "".join(
        f'<meta {"name" if name.startswith("twitter") else "property"}="{name}" content="{escape(value)}">'
        for name, value in _preview(title, description, picture, address, alt)
        if value
    )


def _preview(title: str, description: str, picture: str, address: str, alt: str) -> Iterator[tuple[str, str]]:
    yield "og:type", "article"
    yield "og:title", title
    yield "og:description", description
    yield "og:url", address
    yield "og:image", picture
    yield "og:image:alt", alt
    yield "twitter:card", "summary_large_image"
