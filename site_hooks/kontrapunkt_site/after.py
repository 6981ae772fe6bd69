"""The work after a builder has converted the pages of a site: what readers get around and beside them."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from kontrapunkt_site import (
    chapter,
    combined_pages,
    covers,
    csp,
    footer,
    frame,
    head,
    live_errors,
    offline,
    preload,
    sitemap,
    source,
    theme,
)
from kontrapunkt_site.chapter import Place
from kontrapunkt_site.markdown import with_drawings
from kontrapunkt_site.problems import PageError, Text
from kontrapunkt_site.puzzle_pages import PICTURE, file_of
from kontrapunkt_site.signs import with_words_at_marks
from kontrapunkt_site.site_build import SiteBuild
from kontrapunkt_site.steps import steps_in

_log: Final = logging.getLogger("kontrapunkt_site")
"""Logs faults that readers notice but pages survive; they do not stop a strict build."""


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """Facts about a page that the builder's theme has rendered.

    Attributes:
        source: Its file.
        place: Its place in the navigation.
        description: Its description; empty for none.
    """

    source: Text
    place: Place
    description: str = ""


class SiteCompletion:
    """The completion of a site's pages, and of what depends on all of them."""

    def __init__(self, site: SiteBuild) -> None:
        """Begin a site."""
        self._site = site
        self._name = ""
        self._base = "/"
        self._pages: Mapping[str, str] = {}
        self._outline: dict[str, dict[str, str]] = {}
        self._pieces: dict[str, Sequence[int]] = {}
        self._urls: set[str] = set()
        self._templates: set[str] = set()
        self._shown: set[str] = set()

    def begin_language(
        self, name: str, home: str, pages: Mapping[str, str], outline: Mapping[str, Mapping[str, str]]
    ) -> None:
        """Begin the pages in a language.

        Args:
            name: The title of the site.
            home: Its address; empty if unknown.
            pages: The addresses of pages by the paths of their Markdown files.
            outline: The titles of pages by address, for each chapter by its title.
        """
        self._name = name
        self._base = urlsplit(home or "/").path
        self._pages = pages
        for title, chapter_pages in outline.items():
            self._outline.setdefault(title, {}).update(chapter_pages)

    def read(self, html: str, url: str, front: Iterable[str]) -> str:
        """Read the HTML that a page was converted to, and return it with its widgets.

        Args:
            html: The page's own HTML.
            url: Its address, relative to the site's root.
            front: The texts of its front matter.
        """
        for each in (html, *front):
            self._site.watch.add_authored(each)
        self._site.explanations.read(html, url)
        self._pieces[url] = self._site.placeholders.places(html)
        return self._site.placeholders.put_back(html)

    def without_widgets(self, html: str, url: str) -> str:
        """Return a page without the widgets of its fences, which are long."""
        return self._site.placeholders.take_out(html, self._pieces.get(url, ()))

    def complete(self, output: str, page: RenderedPage) -> str:
        """Complete a page that the theme has rendered.

        Returns:
            The page; empty for the frame of a shelf, which is no page of the site.

        Raises:
            PageError: if another plugin hides a shelf.
        """
        site, url = self._site, page.place.url
        output = self.without_widgets(output, url)
        warn(site.watch.look(output, page.source))
        is_frame = site.puzzles.frames(url)
        output = site.explanations.link_terms(output, url)
        name = frame.SHORT_TITLE if is_frame else page.place.name
        output = chapter.with_header(output, page.place, name, self._name)
        output = footer.with_page_links(output, self._pages, url)
        if is_frame:
            if not frame.is_whole(output):
                raise _hidden(page.source)
            site.puzzles.keep(url, output)
            return ""
        if self.is_shelf(url) and covers.SHELF not in output:
            raise _hidden(page.source)
        self._urls.add(url)
        made = theme.complete_markup(output)
        made = head.with_last(made, site.puzzles.head(url, page.place.title, page.description))
        made = covers.with_all_puzzles(made, site.puzzles.shelves.puzzles, url)
        made = theme.lead_to_table(site.placeholders.put_back(with_words_at_marks(made)))
        if combined_pages.is_combined(made):
            made = combined_pages.repaired(made, url)
        made = preload.add_preload_links(with_drawings(made))
        self._shown.update(steps_in(made))
        return live_errors.shown(made, site.errors)

    def is_shelf(self, url: str) -> bool:
        """Return True if the puzzles of a page have pages of their own, which need a frame."""
        return bool(self._site.puzzles.shelves.on(url))

    def complete_other(self, output: str, name: str) -> str:
        """Complete a page without a source, such as the 404 page.

        Args:
            output: The page as rendered by the theme.
            name: The path of its template.
        """
        self._templates.add(name)
        warn(self._site.watch.look(output, Text(name, [])))
        output = footer.with_page_links(output, self._pages, None, self._base)
        made = theme.complete_markup(chapter.with_header(output))
        return live_errors.shown(made, self._site.errors)

    def write(self, *, finished: bool) -> None:
        """Write what depends on the whole site: pages of puzzles, site map, search, policy, service worker.

        Args:
            finished: Whether readers will get the site; an author who serves it does without policy and
                service worker.
        """
        site = self._site
        folder, puzzles = site.folder, site.puzzles
        self._repair_foreign()
        puzzles.write(folder)
        sitemap.write(folder, (*self._urls, *puzzles.urls), site.home or sitemap.NOWHERE)
        site.explanations.write(folder)
        site.search.complete(folder, puzzles.search_entries(), self._outline, site.rules.by_prefix(""))
        changed = csp.apply(folder, site.watch.policy, site.watch.trusted) if finished else {}
        self._shown.update(steps_in("".join(each.html for each in puzzles.shelves.puzzles)))
        site.steps.complete(self._shown)  # other processes have worked on them meanwhile
        site.processes.stop()
        if finished:
            offline.write_service_worker(folder, _wanted_offline, changed)

    def _repair_foreign(self) -> None:
        """Repair the pages that other plugins have made of those of the site, such as one to print."""
        folder = self._site.folder
        completed = {file_of(folder, url) for url in self._urls}
        for path in folder.rglob("*.html"):
            name = path.relative_to(folder).as_posix()
            if path in completed or name in self._templates or self._site.watch.is_copy(name):
                continue
            page = path.read_text("utf-8", "surrogateescape")
            made = with_drawings(combined_pages.repaired(page, name))
            if made != page:
                path.write_text(made, "utf-8", "surrogateescape")


def warn(sentences: Iterable[object]) -> None:
    """Log warnings."""
    for sentence in sentences:
        _log.warning("%s", sentence)


def _hidden(shelf: Text) -> PageError:
    """Return the error about a shelf that another plugin hides, such as by encryption.

    Its puzzles' pages would publish what the plugin hides.
    """
    lines = (fence.line for fence in source.fences(shelf.lines) if fence.name == "puzzles")
    return shelf.error(
        next(lines, 1),
        "another plugin hides this page, and its puzzles have pages of their own that it does not hide; show "
        "each of them by a fence puzzle instead",
    )


def _wanted_offline(name: str) -> bool:
    """Return True if a reader without a network may need a file."""
    picture = name.endswith(f"/{PICTURE}")
    return not (picture or name.endswith((".map", ".gz", ".br")) or name == csp.HEADERS)
