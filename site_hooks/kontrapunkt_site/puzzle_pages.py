"""The pages below a site's shelves: one for each puzzle, a sheet to print, a picture for links."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urljoin

from kontrapunkt.core.cards import Card
from kontrapunkt.core.registry import game_class
from kontrapunkt.render import sprite
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
"""What the picture of a shelf is called; it lies in the shelf's folder."""


@dataclass(slots=True)
class PuzzlePages:
    """The pages below the shelves of a site while it is built.

    Attributes:
        home: The address where the site will be; empty where nobody has said.
        cache: A folder that keeps pictures from build to build; None keeps none.
        processes: Who draws pictures, if they are there; whoever brings them ends them.
        shelves: The puzzles, as fences have handed them over.
    """

    home: str = ""
    cache: Path | None = None
    processes: Processes = field(default_factory=Processes)
    shelves: Shelves = field(default_factory=Shelves)
    _shelf_of: dict[str, str] = field(default_factory=dict)
    _frames: dict[str, str] = field(default_factory=dict)

    def expect(self, shelf: str) -> None:
        """Takes note that a page is a shelf: its frame will come."""
        url = address(shelf, frame.NAME)
        self._shelf_of[url] = shelf
        self.shelves.taken.add(address(shelf, SHEET))

    def frames(self, url: str) -> bool:
        """Whether a page is a frame, and no page of the site."""
        return url in self._shelf_of

    def keep(self, url: str, page: str) -> None:
        """Keeps a frame as the theme has made it."""
        self._frames[self._shelf_of[url]] = frame.tight(page)

    def head(self, shelf: str, title: str, description: str) -> str:
        """What the head of a shelf says to those who link to it; empty for other pages."""
        puzzles = self.shelves.on(shelf)
        return self._preview(puzzles[0], shelf, title, description) if puzzles else ""

    @property
    def urls(self) -> list[str]:
        """The addresses of the puzzles' pages, relative to the site's root."""
        return [each.url for each in self.shelves.puzzles]

    def found(self) -> Iterator[tuple[str, str, str]]:
        """What the search finds: the address of each puzzle's page, its title, and its text as HTML."""
        for each in self.shelves.puzzles:
            yield each.url, _title(each), f"<p>{escape(f'{each.puzzle.story} {each.question}')}</p>"

    def write(self, site: Path) -> None:
        """Writes the pages, the pictures and the list of all puzzles into a site.

        Args:
            site: The site's folder.
        """
        filled = {shelf: puzzles for shelf in self._frames if (puzzles := self.shelves.on(shelf))}
        pictures = {
            shelf: self.processes.aside(previews.picture, puzzles[0].game, _best(puzzles), self.cache)
            for shelf, puzzles in filled.items()
        }
        pen = FileWriter()
        for shelf, puzzles in filled.items():
            page = self._frames[shelf]
            for each in puzzles:
                filled_in = preload.named(theme.mend(frame.filled(page, self._inlay(each))))
                pen.write(_file(site, each.url), filled_in)
            sheet = theme.mend(frame.filled(page, _sheet(puzzles)))
            pen.write(_file(site, address(shelf, SHEET)), sheet)
        if self.shelves.puzzles or self.shelves.homework:
            pen.write(site / INDEX, self.shelves.index())
        pen.rest()
        for shelf, picture in reversed(pictures.items()):
            _file(site, _picture(shelf)).write_bytes(picture.result())

    def _inlay(self, of: ShelfPuzzle) -> FrameContent:
        title = _title(of)
        description = f"{of.puzzle.story} {of.question}"
        head = self._preview(of, of.url, title, description)
        return FrameContent(_last(of.url), title, description, _drawn(of.html), head)

    def _preview(self, of: ShelfPuzzle, url: str, title: str, description: str) -> str:
        picture = _picture(of.shelf)
        return frame.preview(
            title=title,
            description=description,
            picture=urljoin(self.home, picture) if self.home else relative(picture, url),
            address=urljoin(self.home, url) if self.home else "",
            alt=catalogue.say("preview.alt", game=game_class(of.game).title),
        )


def _title(of: ShelfPuzzle) -> str:
    """What a puzzle is called where its game is not in sight."""
    return catalogue.say("fence.puzzles.title", game=game_class(of.game).title, title=of.puzzle.title)


def _sheet(puzzles: list[ShelfPuzzle]) -> FrameContent:
    title = catalogue.say("sheet.title", game=game_class(puzzles[0].game).title)
    html = f'<div class="kp-sheet-page">{_drawn(shelf_sheet(puzzles))}</div>'
    return FrameContent(SHEET, title, title, html, '<meta name="robots" content="noindex">')


def _best(puzzles: list[ShelfPuzzle]) -> tuple[Card, ...]:
    """The cards of the first puzzle that has most of them to show."""
    return max((each.cards for each in puzzles), key=len)


def _drawn(html: str) -> str:
    """A page's HTML with the drawings that it refers to."""
    return html + sprite(german=GERMAN in html)


def _picture(shelf: str) -> str:
    """The address of a shelf's picture in the site: beside the pages of its puzzles."""
    folder = address(shelf, SHEET).rstrip("/").rpartition("/")[0]
    return f"{folder}/{PICTURE}".lstrip("/")


def _last(url: str) -> str:
    """The last part of an address."""
    return url.rstrip("/").rpartition("/")[2].removesuffix(".html")


def _file(site: Path, url: str) -> Path:
    """The file in the site that an address leads to: there a name is as it is written, without `%20`."""
    return site / unquote(f"{url}index.html" if not url or url.endswith("/") else url)
