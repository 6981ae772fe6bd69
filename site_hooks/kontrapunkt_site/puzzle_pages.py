"""The pages below a site's shelves: puzzles, a printable sheet, a preview picture."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin

from kontrapunkt.core.cards import Card
from kontrapunkt.core.registry import game_class
from kontrapunkt.render import sprite
from kontrapunkt.render.signs import with_words
from kontrapunkt.text import catalogue
from kontrapunkt_site import frame, preload, previews, theme
from kontrapunkt_site.file_writer import FileWriter
from kontrapunkt_site.frame import FrameContent
from kontrapunkt_site.markdown import GERMAN
from kontrapunkt_site.processes import Processes
from kontrapunkt_site.rule_pages import relative
from kontrapunkt_site.shelf_print import shelf_sheet
from kontrapunkt_site.shelves import INDEX, SHEET, ShelfPuzzle, Shelves, address

PICTURE: Final = "preview.png"
"""The file name of a shelf's picture, in the shelf's folder."""


@dataclass(slots=True)
class PuzzlePages:
    """The pages below the shelves of a site during the build.

    Attributes:
        home: The address of the finished site; empty if unknown.
        cache: The folder of cached pictures; None for no cache.
        processes: The processes that draw pictures if they are running; their owner stops them.
        shelves: The puzzles from the fences.
    """

    home: str = ""
    cache: Path | None = None
    processes: Processes = field(default_factory=Processes)
    shelves: Shelves = field(default_factory=Shelves)
    _shelf_of: dict[str, str] = field(default_factory=dict)
    _frames: dict[str, str] = field(default_factory=dict)

    def expect(self, shelf: str) -> None:
        """Record that the frame of a shelf will follow."""
        self._shelf_of[address(shelf, frame.NAME)] = shelf

    def frames(self, url: str) -> bool:
        """Return True if a page is a frame instead of a page of the site."""
        return url in self._shelf_of

    def keep(self, url: str, page: str) -> None:
        """Store a frame as rendered by the theme."""
        self._frames[self._shelf_of[url]] = frame.strip_indentation(page)

    def head(self, shelf: str, title: str, description: str) -> str:
        """Return the preview tags for a shelf's head; empty for other pages."""
        puzzles = self.shelves.on(shelf)
        return self._preview(puzzles[0], shelf, title, description) if puzzles else ""

    @property
    def urls(self) -> list[str]:
        """The addresses of the puzzles' pages, relative to the site's root."""
        return [each.url for each in self.shelves.puzzles]

    def search_entries(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield the shelf's address, and the address, title and HTML text of each puzzle's page."""
        for each in self.shelves.puzzles:
            text = f"<p>{escape(f'{each.puzzle.story} {each.question}')}</p>"
            yield each.shelf, each.url, _title(each), text

    def write(self, site: Path) -> None:
        """Write the pages, the pictures and the list of all puzzles into a site.

        Args:
            site: The site's folder.
        """
        filled = {shelf: puzzles for shelf in self._frames if (puzzles := self.shelves.on(shelf))}
        pictures = {
            shelf: self.processes.submit_if_running(
                previews.picture, puzzles[0].game, _best(puzzles), self.cache
            )
            for shelf, puzzles in filled.items()
        }
        pen = FileWriter()
        for shelf, puzzles in filled.items():
            page = self._frames[shelf]
            for each in puzzles:
                filled_in = preload.add_preload_links(
                    theme.complete_markup(frame.fill_frame(page, self._inlay(each)))
                )
                pen.write(file_of(site, each.url), filled_in)
            sheet = theme.complete_markup(frame.fill_frame(page, _sheet(puzzles)))
            pen.write(file_of(site, address(shelf, SHEET)), sheet)
        if self.shelves.puzzles or self.shelves.homework:
            pen.write(site / INDEX, self.shelves.index())
        pen.wait()
        for shelf, picture in reversed(pictures.items()):
            file_of(site, _picture(shelf)).write_bytes(picture.result())

    def _inlay(self, of: ShelfPuzzle) -> FrameContent:
        title = _title(of)
        description = f"{of.puzzle.story} {of.question}"
        head = self._preview(of, of.url, title, description)
        return FrameContent(_last(of.url), title, of.puzzle.title, description, _drawn(of.html), head)

    def _preview(self, of: ShelfPuzzle, url: str, title: str, description: str) -> str:
        picture = _picture(of.shelf)
        return frame.preview_tags(
            title=title,
            description=description,
            picture=urljoin(self.home, picture) if self.home else relative(picture, url),
            address=urljoin(self.home, url) if self.home else "",
            alt=catalogue.say("preview.alt", game=game_class(of.game).title),
        )


def _title(of: ShelfPuzzle) -> str:
    """Return the title of a puzzle with its game."""
    return catalogue.say("fence.puzzles.title", game=game_class(of.game).title, title=of.puzzle.title)


def _sheet(puzzles: list[ShelfPuzzle]) -> FrameContent:
    title = catalogue.say("sheet.title", game=game_class(puzzles[0].game).title)
    html = f'<div class="kp-sheet-page">{_drawn(shelf_sheet(puzzles))}</div>'
    return FrameContent(SHEET, title, title, title, html, '<meta name="robots" content="noindex">')


def _best(puzzles: list[ShelfPuzzle]) -> tuple[Card, ...]:
    """Return the cards of the first puzzle with the most cards."""
    return max((each.cards for each in puzzles), key=len)


def _drawn(html: str) -> str:
    """Return HTML with words for its signs, followed by its drawings."""
    return with_words(html) + sprite(german=GERMAN in html)


def _picture(shelf: str) -> str:
    """Return the address of a shelf's picture, beside the pages of its puzzles."""
    folder = address(shelf, SHEET).rstrip("/").rpartition("/")[0]
    return f"{folder}/{PICTURE}".lstrip("/")


def _last(url: str) -> str:
    """Return the last part of an address."""
    return url.rstrip("/").rpartition("/")[2].removesuffix(".html")


def file_of(site: Path, url: str) -> Path:
    """Return the file of an address in the site, with unescaped names."""
    return site / unquote(f"{url}index.html" if not url or url.endswith("/") else url)
