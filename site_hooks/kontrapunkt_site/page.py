"""A page during its conversion: the host's data, and the ids and cells so far."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from kontrapunkt.cells import Cell, Notebook
from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.placeholders import Placeholders
from kontrapunkt_site.problems import FoundErrors, PageError, Text
from kontrapunkt_site.processes import Processes
from kontrapunkt_site.rule_pages import RulePages
from kontrapunkt_site.shelves import Shelves
from kontrapunkt_site.soundness import Soundness
from kontrapunkt_site.steps import Steps


@dataclass(frozen=True, slots=True)
class Page:
    """A host's data about a page.

    Attributes:
        path: Its file in messages; empty if unknown.
        url: Its address, relative to the site's root (`ristiklappi/rules/`).
        before: The number of lines removed from the file before the Markdown (front matter).
        folder: The project's folder, base of `from=`.
        rules: The paragraphs of the site's rules.
        soundness: The checks of the site's puzzles.
        mistakes: The address of the page with the reader's own mistakes; None for none.
        contact: The contact address, of a page or mailbox; empty for none.
        placeholders: The store of widgets' markup until the page is written; None to leave it in the page.
        cache: The cache of fences.
        steps: The collector of precomputed steps; None for none.
        shelves: The collector of puzzles with pages of their own; None to show puzzles in the page.
        processes: The worker processes of the build.
        host: Further inputs of the host's conversion, for caching; writable as JSON. None if unknown.
        stops_with: The class of the error that stops the host.
        errors: The collector of errors; None to stop at the first.
    """

    path: str = ""
    url: str = ""
    before: int = 0
    folder: Path = field(default_factory=Path)
    rules: RulePages = field(default_factory=RulePages)
    soundness: Soundness = field(default_factory=Soundness, compare=False)
    mistakes: str | None = None
    contact: str = ""
    placeholders: Placeholders | None = field(default=None, compare=False)
    cache: BuildCache = field(default_factory=BuildCache, compare=False)
    steps: Steps | None = field(default=None, compare=False)
    shelves: Shelves | None = field(default=None, compare=False)
    processes: Processes = field(default_factory=Processes, compare=False)
    host: object = field(default=None, compare=False)
    stops_with: type[PageError] = PageError
    errors: FoundErrors | None = field(default=None, compare=False)

    @property
    def faces(self) -> str:
        """The faces of cards in its text: those of the game in whose folder it is."""
        name = self.url.partition("/")[0]
        return game_class(name).faces if name in GAMES else "french"


@dataclass(slots=True)
class Conversion:
    """A conversion of a page.

    Attributes:
        text: Its lines as the author wrote them.
        ids: The ids of its widgets, each with the line of its fence.
        widgets: The number of widgets of each kind.
        cells: Its live cells so far, in order, without exercises.
        notebook: The notebook that runs them.
        errors: The collector of errors in the page's own text; None to raise them.
        missed: The number of errors about the same words.
    """

    page: Page
    text: Text
    ids: dict[str, int] = field(default_factory=dict)
    widgets: Counter[str] = field(default_factory=Counter)
    cells: list[Cell] = field(default_factory=list)
    notebook: Notebook = field(default_factory=Notebook)
    errors: FoundErrors | None = None
    missed: Counter[str] = field(default_factory=Counter)

    @classmethod
    def create(cls, page: Page, lines: list[str]) -> "Conversion":
        """Create the conversion of a page's lines."""
        text = Text(page.path, lines, page.before, page.stops_with)
        return cls(page, text, errors=page.errors)

    def report(self, words: str, sentence: str) -> PageError:
        """Collect an error about words of the text, and return it.

        Raises:
            PageError: if errors are not collected.
        """
        error = self.text.error(self.text.line_of(words, self.missed[words]), sentence)
        self.missed[words] += 1
        if self.errors is None:
            raise error
        self.errors.add(error)
        return error
