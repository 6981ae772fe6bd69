"""Which pages of a site to look at, and which widgets on them, to have looked at one of every kind.

Of 160,000 elements on 150 pages four hundred differ by tag, classes and states; nine hundred, if those of
the element that they are in count, too. A page is looked at for the kind of page that it is, for the table of
its game, or for an element that no other has; on it, each widget that has something new in something.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tests.site.markup import Attrs, Tags

from kontrapunkt_site.shelves import SHEET

VOID: Final = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
STATES: Final = ("role", "type", "hidden", "disabled", "open", "popover", "lang", "data-do", "data-place")
"""Attributes that matter for how an element looks and what it is, besides classes and ARIA's."""

type Kind = tuple[str, str]
"""An element and the one that it is in, each as its tag, classes and states."""


class Contents(Tags):
    """The kinds of elements of a page.

    Attributes:
        kinds: Those outside widgets.
        widgets: Those of each widget, by its id.
        lesson: Whether it is a lesson.
        playable: Whether somebody at a table may play a card; of a lesson one step is seen, and its tables
            do not count.
    """

    def __init__(self, page: str) -> None:
        self.kinds: set[Kind] = set()
        self.widgets: dict[str, set[Kind]] = {}
        self.playable = False
        self.lesson = False
        self._open: list[tuple[str, str]] = [("", "")]
        self._inside: list[str] = []
        self.feed(page)

    @property
    def all_kinds(self) -> set[Kind]:
        """Those of the whole page."""
        return self.kinds.union(*self.widgets.values())

    def handle_starttag(self, tag: str, attrs: Attrs) -> None:
        given = {name: value or "" for name, value in attrs}
        card = bool(self._inside) and "kp-card" in given.get("class", "").split() and "data-do" in given
        self.lesson |= "data-kp-lesson" in given
        self.playable |= card and not self.lesson and not {"tabindex", "aria-pressed"} & {*given}
        own = f"{tag} {_described(given)}"
        if not self._inside and "data-kp" in given:
            self._inside = [given.get("id", "")]
        found = self.widgets.setdefault(self._inside[0], set()) if self._inside else self.kinds
        found.add((self._open[-1][1], own))
        if tag not in VOID:
            self._open.append((tag, own))
            if self._inside:
                self._inside.append(tag)

    def handle_startendtag(self, tag: str, attrs: Attrs) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in [name for name, _ in self._open]:
            return
        while self._open.pop()[0] != tag:
            if self._inside:
                self._inside.pop()
        if self._inside:
            self._inside.pop()
            if len(self._inside) == 1:
                self._inside = []


def _described(given: Mapping[str, str]) -> str:
    """Classes, and the states of an element; of texts in ARIA's attributes only that they are there."""
    words = sorted(given.get("class", "").split())
    for name, value in sorted(given.items()):
        if name in STATES or name.startswith("aria-"):
            words.append(f"{name}={value}" if value in ("true", "false") or name == "role" else name)
    return " ".join(words)


def alone(kinds: set[Kind]) -> set[str]:
    """The elements themselves, whatever they are in."""
    return {own for _, own in kinds}


@cache
def to_look_at(site: Path) -> dict[str, list[str]]:
    """The addresses to look at, relative to the site's root, and the ids of the widgets that are worth it."""
    left = {
        str(path.relative_to(site)).removesuffix("index.html"): Contents(path.read_text("utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    games = {address for address in left if f"{address}rules/" in left}
    single = {address: alone(page.all_kinds) for address, page in left.items()}
    seen: set[Kind] = set()
    sorts: set[str] = set()
    chosen: dict[str, list[str]] = {}

    def sorts_of(address: str) -> set[str]:
        above, _, name = address.rstrip("/").rpartition("/")
        puzzle = above.endswith("/puzzles") and name != SHEET
        lesson = left[address].lesson
        sort = "a game" if address in games else "a puzzle" if puzzle else "a lesson" if lesson else name
        found = {"for teachers" if above == "teachers" else sort}
        if left[address].playable:
            found.add(f"table of {address.partition('/')[0]}")
        return found

    def news(address: str) -> tuple[int, int]:
        return len(sorts_of(address) - sorts), len(single[address])

    while any(map(any, map(news, left))):
        address = max(left, key=news)
        sorts |= sorts_of(address)
        page = left.pop(address)
        seen |= page.kinds
        chosen[address] = []
        for widget, kinds in page.widgets.items():
            if kinds - seen:
                seen |= kinds
                chosen[address].append(widget)
        known = alone(seen)
        for kinds_left in single.values():
            kinds_left -= known
    return chosen
