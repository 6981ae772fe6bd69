"""The navigation of MkDocs, as the header and the search of a site need it."""

from collections.abc import Iterator
from dataclasses import replace

from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from kontrapunkt_site.chapter import NavigationLink, Place


def find_homepage(nav: Navigation) -> None:
    """Let the logo lead to the first page of a site whose first section contains it."""
    if nav.homepage is None:
        nav.homepage = next((page for page in nav.pages if page.url in ("", "./", "index.html")), None)


def outline(nav: Navigation) -> dict[str, dict[str, str]]:
    """Return the titles of all pages by address, for each nested chapter by its title; "" has the others."""
    found: dict[str, dict[str, str]] = {}
    for page in nav.pages:
        chapter = _chapter(page, nav)
        nested = str(chapter.title) if chapter and _is_nested(chapter) else ""
        found.setdefault(nested, {})[page.url.removeprefix("./")] = _name(page, chapter)
    return found


def place_of(page: Page, nav: Navigation) -> Place:
    """Return the place of a page; the home page is in no chapter."""
    chapter = _chapter(page, nav)
    title, tab = str(page.title), str(page.meta.get("tab") or page.title)
    place = Place(page.url, title, tab, _name(page, chapter), tuple(_sections(page)))
    if chapter is None:
        return place
    entries = tuple(_entries(chapter)) if len(chapter.children) > 1 else ()
    return replace(place, chapter=str(chapter.title), entries=entries, is_nested=_is_nested(chapter))


def _chapter(page: Page, nav: Navigation) -> Section | None:
    return page.parent if isinstance(page.parent, Section) and page is not nav.homepage else None


def _is_nested(chapter: Section | None) -> bool:
    return chapter is not None and chapter.parent is not None


def _name(page: Page, chapter: Section | None) -> str:
    """Return a page's title without that of its chapter; empty for the first page of a nested chapter."""
    if _is_nested(chapter):
        return "" if page.is_index else str(page.title)
    return str(page.meta.get("title") or page.title)


def _entries(chapter: Section) -> Iterator[NavigationLink]:
    """Yield the pages of a chapter, and the first page of each of its sections."""
    for item in chapter.children:
        page: StructureItem | None = item
        while isinstance(page, Section):
            page = page.children[0] if page.children else None
        if isinstance(page, Page):
            is_first = page.is_index and page is item
            yield NavigationLink(page.url, str(chapter.title if is_first else item.title))


def _sections(page: Page) -> Iterator[NavigationLink]:
    """Yield the sections of a page, unless it hides its table of contents."""
    if "toc" in (page.meta.get("hide") or ()):
        return
    found: list[AnchorLink] = list(page.toc)
    if len(found) == 1 and found[0].level == 1:
        found = found[0].children
    yield from (NavigationLink(each.url, each.title) for each in found)
