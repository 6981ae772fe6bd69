"""The page around a puzzle: the theme makes it once for a shelf, and its puzzles are put into it.

The pages of a shelf are alike but for title, description, address and content, and lie side by side, so that
links of the theme lead from one of them where they lead from any. In the frame marks stand for what differs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from kontrapunkt_site import head

NAME: Final = "kp-frame-of-puzzles"
"""The last part of a frame's address; no file of a puzzle is called so."""

_TITLE: Final = "kp-title-of-puzzle"
_DESCRIPTION: Final = "kp-description-of-puzzle"
_PLACE: Final = "kp-content-of-puzzle"
_CONTENT: Final = re.compile(rf"""<h1\b[^>]*\bid=["']?{_PLACE}\b[^>]*>.*?</h1\s*>""", re.I | re.S)
"""The place of the content, however others have written it or what they have added to a heading."""

_INDENT: Final = re.compile(r"\n\s+")

SOURCE: Final = f"""---
title: {_TITLE}
description: {_DESCRIPTION}
hide: [navigation, toc]
---

<h1 id="{_PLACE}"></h1>
"""
"""The Markdown of a frame."""


@dataclass(frozen=True, slots=True)
class FrameContent:
    """What is put into a frame.

    Attributes:
        name: The last part of the page's address.
        title: Its title.
        description: What it is about, in a sentence or two.
        html: Its content, which has a heading.
        head: What is added to the head.
    """

    name: str
    title: str
    description: str
    html: str
    head: str = ""


def filled(frame: str, inlay: FrameContent) -> str:
    """The page of an inlay.

    Args:
        frame: The page that the theme has made of `SOURCE`.
        inlay: What goes into it.
    """
    page = head.with_last(frame.replace(NAME, inlay.name), inlay.head)
    page = page.replace(_TITLE, escape(inlay.title)).replace(_DESCRIPTION, escape(inlay.description))
    return _CONTENT.sub(lambda _: inlay.html, page, count=1)


def is_whole(frame: str) -> bool:
    """Whether a frame still has the place for its content; other plugins may have hidden it.

    Args:
        frame: The page that the theme has made of `SOURCE`.
    """
    return _CONTENT.search(frame) is not None


def tight(frame: str) -> str:
    """A frame without the indentation of the theme's templates, which each of its pages would carry along.

    Args:
        frame: The page that the theme has made of `SOURCE`; there is nothing in it yet that keeps its blanks.
    """
    return _INDENT.sub("\n", frame)


def preview(*, title: str, description: str, picture: str, address: str = "", alt: str = "") -> str:
    """What other sites show of a page that is linked there, as tags of Open Graph for the head.

    Args:
        title: The page's title.
        description: What it is about.
        picture: The address of a picture.
        address: The page's own address; empty where nobody knows it.
        alt: What the picture shows.
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
