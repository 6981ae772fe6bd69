"""A page while it is converted: what its host says about it, and what it has come to hold."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from kontrapunkt.cells import Cell, Notebook
from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.placeholders import Placeholders
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.rule_pages import RulePages
from kontrapunkt_site.shelves import Shelves
from kontrapunkt_site.soundness import Soundness
from kontrapunkt_site.steps import Steps


@dataclass(frozen=True, slots=True)
class Page:
    """What a host knows about a page.

    Attributes:
        path: Its file, as messages name it; empty where the host does not say.
        url: Its address, relative to the site's root (`ristiklappi/rules/`).
        before: How many lines of the file were taken away before the Markdown (front matter).
        folder: The project's folder, which `from=` starts from.
        rules: Where the site's rules have their paragraphs.
        soundness: What is known of the site's puzzles.
        mistakes: The address of the page with puzzles of the reader's own mistakes; None for none.
        contact: Where readers may write to: the address of a page or a mailbox; empty for nowhere.
        aside: Where the markup of widgets waits until the page is written; None for in the page.
        made: What earlier builds have made of the same fences.
        steps: Where the steps of widgets are collected that need no Python; None for nowhere.
        shelves: Where puzzles go that are to have pages of their own; None for in the page.
        host: What else the host makes its text of, so that it may be kept; it can be written as JSON. None
            where that cannot be told.
        stops_with: The class of error that stops the host.
    """

    path: str = ""
    url: str = ""
    before: int = 0
    folder: Path = field(default_factory=Path)
    rules: RulePages = field(default_factory=RulePages)
    soundness: Soundness = field(default_factory=Soundness, compare=False)
    mistakes: str | None = None
    contact: str = ""
    aside: Placeholders | None = field(default=None, compare=False)
    made: BuildCache = field(default_factory=BuildCache, compare=False)
    steps: Steps | None = field(default=None, compare=False)
    shelves: Shelves | None = field(default=None, compare=False)
    host: object = field(default=None, compare=False)
    stops_with: type[PageError] = PageError

    @property
    def faces(self) -> str:
        """The faces of the cards in its text: those of the game whose folder it is in."""
        name = self.url.partition("/")[0]
        return game_class(name).faces if name in GAMES else "french"


@dataclass(slots=True)
class Conversion:
    """One conversion of a page.

    Attributes:
        page: The page.
        text: Its lines as the author wrote them.
        ids: The ids of its widgets, each with the line of its fence.
        widgets: How many widgets of each kind it has.
        cells: Its live cells so far, in order, but for exercises.
        notebook: In which they are run.
    """

    page: Page
    text: Text
    ids: dict[str, int] = field(default_factory=dict)
    widgets: Counter[str] = field(default_factory=Counter)
    cells: list[Cell] = field(default_factory=list)
    notebook: Notebook = field(default_factory=Notebook)

    @classmethod
    def of(cls, page: Page, lines: list[str]) -> "Conversion":
        """The conversion of these lines of a page."""
        return cls(page, Text(page.path, lines, page.before, page.stops_with))
