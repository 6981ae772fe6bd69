"""The guide to each fence for authors: options, content, an example, usual mistakes."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from markdown import Markdown

from kontrapunkt_site.fences import FENCES, FenceKind
from kontrapunkt_site.markdown import KontrapunktExtension
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import PageError

_HERE: Final = "kontrapunkt_site.reference"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A usual mistake.

    Attributes:
        page: A page with it, in Markdown.
        said: The sentence with which the build stops.
    """

    page: str
    said: str


@dataclass(frozen=True, slots=True)
class FenceGuide:
    """The guide to a fence; parts that nobody has written are empty.

    Attributes:
        kind: The fence itself.
        does: Its purpose, in a sentence or two; of another package's fence, the docstring of its function.
        body: The text between the backticks.
        options: A sentence for each option.
        example: A page with the fence, in Markdown.
        seen: The page of this site that shows it, where the example would do something in the reference.
        wrong: Pages with usual mistakes.
    """

    kind: FenceKind
    does: str
    body: str
    options: Mapping[str, str]
    example: str
    seen: str
    wrong: tuple[str, ...]

    def mistakes(self, folder: Path) -> list[Mistake]:
        """Return the usual mistakes with what the build says about each.

        Args:
            folder: The project's folder, base of the files in the pages.
        """
        return [Mistake(page, converted(page, folder)) for page in self.wrong]


def converted(page: str, folder: Path) -> str:
    """Convert a page; return the sentence of its first error, or nothing.

    Args:
        page: The page, in Markdown.
        folder: The project's folder.
    """
    try:
        Markdown(extensions=["tables", KontrapunktExtension(Page(folder=folder))]).convert(page)
    except PageError as error:
        return error.sentence
    return ""


@cache
def text_of(name: str) -> str:
    """Return the text of a file of this package."""
    return files(_HERE).joinpath(*name.split("/")).read_text("utf-8")


def guide_to(name: str) -> FenceGuide | None:
    """Return the guide to a fence; None if there is no such fence."""
    kind = FENCES.get(name)
    if kind is None:
        return None
    told: Mapping[str, Any] = _told().get(name, {})
    return FenceGuide(
        kind,
        told.get("does") or cleandoc(kind.html.__doc__ or ""),
        told.get("body", ""),
        told.get("options", {}),
        told.get("example", "").strip("\n"),
        told.get("seen", ""),
        tuple(each.strip("\n") for each in told.get("mistakes", ())),
    )


@cache
def _told() -> Mapping[str, Any]:
    return tomllib.loads(text_of("fences.toml"))
