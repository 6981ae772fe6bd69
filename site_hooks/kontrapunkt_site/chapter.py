"""The header of a page: its chapter, the tabs, and the title that a browser shows.

Tabs say what a reader may do; a chapter is the part of the navigation with the pages of one game. The header
stays in view, so both are within one tap everywhere. The theme's tabs are moved into the header's row.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.rule_pages import relative

BETWEEN: Final = " · "
"""The sign between the parts of a title."""

_TITLE: Final = re.compile(r"<title>.*?</title>", re.S)
_LIFTED: Final = " md-header--shadow md-header--lifted"
"""The theme's classes for a header with a second row."""
_TABS: Final = re.compile(
    r'\s*(<nav class="md-tabs"[^>]*?) data-md-component="tabs">(.*?</nav>)(?=\s*</header>)', re.S
)
_ROOM: Final = re.compile(
    r'(?=<form class="md-header__option")|(?=<label class="md-header__button md-icon" for="__search">)'
)
_TAB: Final = re.compile(
    r'<li class="md-tabs__item(?: md-tabs__item--active)?">\s*(<a [^>]*>)\s*(.*?)\s*</a>', re.S
)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a page in a site's navigation.

    Attributes:
        page: The page.
        chapter: The innermost section that contains it; None for a page outside sections.
        is_nested: Whether the chapter is inside another section, as the games are.
    """

    page: Page
    chapter: Section | None
    is_nested: bool

    @classmethod
    def of(cls, page: Page, nav: Navigation) -> "Place":
        """Return the place of a page; the home page is in no chapter."""
        chapter = page.parent if isinstance(page.parent, Section) and page is not nav.homepage else None
        return cls(page, chapter, chapter is not None and chapter.parent is not None)


def find_homepage(nav: Navigation) -> None:
    """Let the logo lead to the first page of a site whose first section contains it."""
    if nav.homepage is None:
        nav.homepage = next((page for page in nav.pages if page.url in ("", "./", "index.html")), None)


def outline(nav: Navigation) -> dict[str, dict[str, str]]:
    """Return the titles of all pages by address, for each nested chapter by its title; "" has the others."""
    found: dict[str, dict[str, str]] = {}
    for page in nav.pages:
        place = Place.of(page, nav)
        nested = str(place.chapter.title) if place.chapter and place.is_nested else ""
        found.setdefault(nested, {})[page.url.removeprefix("./")] = name_of(place)
    return found


def with_header(output: str, place: Place | None = None, name: str = "", site_name: str = "") -> str:
    """Return a page with its title, and with tabs and chapter in the row of its header.

    Args:
        output: The page as rendered by the theme; one without tabs in its header is returned unchanged.
        place: Where it is; None for a page such as 404, which keeps its title.
        name: Its title for browsers, without that of its chapter and of the site; empty for the chapter's.
        site_name: The title of the site.
    """
    tabs = _TABS.search(output)
    if tabs is None or not _ROOM.search(output):
        return output
    menu = _menu(place) if place else ""
    marked = _marked(tabs[2], place) if place else tabs[2]
    bar = f'<div class="kp-header-bar" data-md-component="tabs">{menu}{tabs[1]}>{marked}</div>'
    output = output.replace(_LIFTED, "", 1).replace(tabs[0], "", 1)
    output = _ROOM.sub(lambda _: bar, output, count=1)
    if place is None:
        return output
    title = BETWEEN.join(_parts(place, name, site_name))
    return _TITLE.sub(lambda _: f"<title>{escape(title, quote=False)}</title>", output, count=1)


def name_of(place: Place) -> str:
    """Return a page's title without that of its chapter; empty for the first page of a nested chapter."""
    if place.is_nested:
        return "" if place.page.is_index else str(place.page.title)
    return str(place.page.meta.get("title") or place.page.title)


def _parts(place: Place, name: str, site_name: str) -> Iterator[str]:
    """Yield the parts of a title, each once."""
    chapter = str(place.chapter.title) if place.chapter and place.is_nested else ""
    yield from dict.fromkeys(each for each in (name, chapter, site_name) if each)


def _marked(tabs: str, place: Place) -> str:
    """Mark the tab with the name of the page, if there is one, instead of the tab that contains it."""
    names = [found[2] for found in _TAB.finditer(tabs)]
    page = escape(str(place.page.title))
    if not place.is_nested or page not in names:
        return tabs

    def mark(found: re.Match[str]) -> str:
        active = " md-tabs__item--active" if found[2] == page else ""
        return f'<li class="md-tabs__item{active}">{found[1]}{found[2]}</a>'

    return _TAB.sub(mark, tabs)


def _menu(place: Place) -> str:
    """Render the chapter as a list that opens in the header; empty for a page outside chapters."""
    chapter = place.chapter
    if chapter is None or len(chapter.children) < 2:
        return ""
    title = str(chapter.title)
    links = [_link(place, each, title) for each in chapter.children]
    sections = _sections(place.page)
    here = (
        el("p", None, text(catalogue.say("page.sections"))) + el("ul", None, *sections)
        if len(sections) > 1
        else ""
    )
    return el(
        "details",
        {"class": "kp-chapter"},
        el("summary", None, el("span", {"class": "md-ellipsis"}, text(title))),
        el(
            "nav",
            {"aria-label": catalogue.say("page.chapter", title=title)},
            el("ul", None, *(each for each in links if each)),
            el("div", {"class": "kp-sections"}, here) if here else "",
        ),
    )


def _link(place: Place, item: object, chapter: str) -> str:
    """Render an entry of a chapter: a page, or the first page of a section."""
    page = item
    while isinstance(page, Section):
        page = page.children[0] if page.children else None
    if not isinstance(page, Page):
        return ""
    title = str(item.title) if isinstance(item, Section) else str(page.title)
    if page.is_index and page is item:
        title = chapter
    href = relative(page.url, place.page.url) or "./"
    current = "page" if page is place.page else None
    return el("li", None, el("a", {"href": href, "aria-current": current}, text(title)))


def _sections(page: Page) -> list[str]:
    """Render links to the sections of a page, unless it hides its table of contents."""
    if "toc" in (page.meta.get("hide") or ()):
        return []
    found: list[AnchorLink] = list(page.toc)
    if len(found) == 1 and found[0].level == 1:
        found = found[0].children
    return [el("li", None, el("a", {"href": each.url}, text(each.title))) for each in found]
