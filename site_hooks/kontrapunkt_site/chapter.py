"""The header of a page: its chapter, the tabs, and the title that a browser shows.

Tabs say what a reader may do; a chapter is the part of the navigation with the pages of one game. The header
stays in view, so both are within one tap everywhere. The theme's tabs are moved into the header's row.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from typing import Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.rule_pages import relative

BETWEEN: Final = " · "
"""The sign between the parts of a title."""

_MAIN: Final = ("learn", "play", "puzzles", "rules", "history")
"""The last parts of the addresses of a chapter's main pages, in the order of its menu."""

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
class NavigationLink:
    """A link of the navigation.

    Attributes:
        url: The address, relative to the site's root; of a section, a fragment of the page.
        title: The words.
    """

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a page in a site's navigation.

    Attributes:
        url: The page's address, relative to the site's root.
        title: Its title.
        tab: The title of the tab that it lights up, if it is in a nested chapter and there is such a tab.
        name: Its title for browsers, without that of its chapter and of the site; empty for the chapter's.
        sections: The links to its sections; none if it hides its table of contents.
        chapter: The title of the innermost section that contains it; empty for a page outside sections.
        entries: The pages of the chapter, with the first page of each section.
        is_nested: Whether the chapter is inside another section, as the games are.
    """

    url: str
    title: str
    tab: str
    name: str
    sections: tuple[NavigationLink, ...] = ()
    chapter: str = ""
    entries: tuple[NavigationLink, ...] = ()
    is_nested: bool = False


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


def _parts(place: Place, name: str, site_name: str) -> Iterator[str]:
    """Yield the parts of a title, each once."""
    chapter = place.chapter if place.is_nested else ""
    yield from dict.fromkeys(each for each in (name, chapter, site_name) if each)


def _marked(tabs: str, place: Place) -> str:
    """Mark the tab that the page names, if there is one, instead of the tab that contains it."""
    names = [found[2] for found in _TAB.finditer(tabs)]
    named = escape(place.tab)
    if not place.is_nested or named not in names:
        return tabs

    def mark(found: re.Match[str]) -> str:
        active = " md-tabs__item--active" if found[2] == named else ""
        return f'<li class="md-tabs__item{active}">{found[1]}{found[2]}</a>'

    return _TAB.sub(mark, tabs)


def _menu(place: Place) -> str:
    """Render the chapter as a list that opens in the header; empty for a page outside chapters."""
    if not place.entries:
        return ""
    sections = [el("li", None, _link(each.url, each.title)) for each in place.sections]
    here = (
        el("p", None, text(catalogue.say("page.sections"))) + el("ul", None, *sections)
        if len(sections) > 1
        else ""
    )
    return el(
        "details",
        {"class": "kp-chapter"},
        el("summary", None, el("span", {"class": "md-ellipsis"}, text(place.chapter))),
        el(
            "nav",
            {"aria-label": catalogue.say("page.chapter", title=place.chapter)},
            _entries(place),
            el("div", {"class": "kp-sections"}, here) if here else "",
        ),
    )


def _entries(place: Place) -> str:
    """Render the entries of a page's chapter; in a game's, all but the main ones are folded."""
    first, *others = place.entries
    by_name = {PurePosixPath(each.url).stem: each for each in others}
    main = [by_name[name] for name in _MAIN if name in by_name]
    if not (place.is_nested and main):
        return _list(place, place.entries)
    rest = [each for each in others if each not in main]
    more = el(
        "details",
        {"class": "kp-chapter-more", "open": any(each.url == place.url for each in rest)},
        el("summary", None, text(catalogue.say("page.chapter.more"))),
        _list(place, rest),
    )
    return _list(place, [first, *main]) + (more if rest else "")


def _list(place: Place, entries: Iterable[NavigationLink]) -> str:
    return el("ul", None, *(_entry(place, each) for each in entries))


def _entry(place: Place, entry: NavigationLink) -> str:
    """Render an entry of a page's chapter."""
    current = "page" if entry.url == place.url else None
    return el("li", None, _link(relative(entry.url, place.url) or "./", entry.title, current))


def _link(href: str, title: str, current: str | None = None) -> str:
    return el("a", {"href": href, "aria-current": current}, text(title))
