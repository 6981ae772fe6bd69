"""The text of pages for the search, and additional search terms.

The theme's index takes the text between tags, so that cells run together and the drawn letter of a card
follows its name. This module converts pages to sentences, gives each foreign term of a glossary an entry of
its own, and adds to the finished index the names of the page's game in an infobox, and the titles of all
pages by chapter. From these `assets/runtime/forgive.js`, which comes before the theme's script in the worker
that searches, finds what a reader means by a misspelt word, by a part of one, or by the name of a page.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final, TypedDict

from kontrapunkt.text.catalogue import ENGLISH
from kontrapunkt_site.build_cache import BuildCache, installed
from kontrapunkt_site.licences import THEME

INDEX: Final = "search/search_index.json"
"""The index of the theme's search plugin."""

NAMES: Final = "names"
"""The field added to the index."""

WEIGHT: Final = 1e4
"""The weight of that field; a title has 1000."""

BOOST: Final = 10.0
"""The weight of a page with an infobox, unless the page sets its own."""

PUZZLE: Final = 0.1
"""The weight of a puzzle's page: who looks for a word wants to read about it first."""

WORKER: Final = re.compile(r"assets/javascripts/workers/search\.\w+\.min\.js")
"""The theme's search in a site."""

LEAST: Final = 4
"""The least number of letters of a searchable end of a name."""

_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_SIGNS: Final = {"dt": ":", "dd": ".", "th": ",", "td": ",", "tr": ".", "caption": "."}
"""The punctuation added to an element without any."""

_HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
"""Elements whose exclusion the theme extends to their sections."""

_BLOCKS: Final = frozenset(("div", "section", "summary", *_SIGNS))
TERM: Final = "word-"
"""The beginning of the ids of terms, see `fences/glossary.py`."""
_ENTRY: Final = frozenset(("dl", "div", "dt", "dd", "dfn"))
"""The elements around a term of a glossary; a foreign one becomes a heading with an explanation."""
_INLINE: Final = frozenset(("abbr", "b", "button", "cite", "em", "i", "kbd", "mark", "span", "strong"))
"""Elements that the theme's parser skips, so that they need no further parsing."""

Attributes = Mapping[str, str | None]
"""The attributes of an element, as in Python's parser."""

_WORDS: Final = re.compile(r"[^\W\d_]{2,}")


class SiteSearch:
    """The search of a site during the build."""

    def __init__(self, made: BuildCache | None = None, entries: list[dict[str, Any]] | None = None) -> None:
        """Begin a site; see `begin`."""
        self._names: dict[str, list[str]] = {}
        self.begin(made, entries)

    def begin(self, made: BuildCache | None = None, entries: list[dict[str, Any]] | None = None) -> None:
        """Begin a build of the site; the names of earlier ones remain.

        Args:
            made: The cache of results.
            entries: The list of the theme plugin's entries; None if it is unknown.
        """
        self._made = made or BuildCache()
        self._entries = entries
        self._reading: tuple[object, int, _Read] | None = None

    def prose(self, html: str, url: str, given: object = None) -> str:
        """Return a page's HTML for the search; empty if its entries are cached.

        Args:
            html: The page's own HTML.
            url: Its address, the key of the results.
            given: Further inputs of the theme plugin's entries; writable as JSON.
        """
        name = ["search", html, url, given, installed(THEME)]
        known = self._made.find(name) if self._entries is not None else None
        if known:
            self._take(url, known)
            self._entries += known["entries"]
            return ""
        read = read_page(html)
        self._take(url, read)
        self._reading = (name, len(self._entries or ()), read)
        return read["prose"]

    def cache_entries(self) -> None:
        """Cache the theme plugin's entries for the last page given to `prose`."""
        if self._reading and self._entries is not None:
            name, before, read = self._reading
            kept = {"entries": self._entries[before:], "names": read["names"]}
            self._made.keep(name, kept)
        self._reading = None

    def _take(self, url: str, read: Mapping[str, Any]) -> None:
        self._names[url] = read["names"]

    def complete(
        self,
        site: Path,
        puzzles: Iterable[tuple[str, str, str, str]] = (),
        outline: Mapping[str, Mapping[str, str]] | None = None,
        rules: Mapping[str, str] | None = None,
    ) -> None:
        """Add our fields and pages to the finished index of a site, if there is one.

        Args:
            puzzles: Pages that the theme's plugin has not read: the address of the shelf, and their own
                address, title and text as HTML. If the index lacks the shelf, they are left out, too.
            outline: The titles of pages by address, for each chapter by its title.
            rules: The pages of rules by the prefix of their ids.
        """
        path = site / INDEX
        if not path.exists():
            return
        index: dict[str, Any] = json.loads(path.read_text("utf-8"))
        fields = index.get("config", {}).get("fields")
        if fields is None:  # the index of another plugin
            return
        listed = {entry["location"].partition("#")[0] for entry in index["docs"]}
        index["docs"] += [
            {"location": url, "title": title, "text": text, "boost": PUZZLE}
            for shelf, url, title, text in puzzles
            if shelf in listed
        ]
        fields[NAMES] = {"boost": WEIGHT}
        for entry in index["docs"]:
            url, _, anchor = entry["location"].partition("#")
            called = [] if anchor else self._names.get(url, [])
            names = {*_spellings(_words(" ".join(called))), *_parts(_words(" ".join(called[:1])))}
            if names:
                entry[NAMES] = " ".join(sorted(names))
                entry.setdefault("boost", BOOST)
        index["config"] |= {"chapters": self._chapters(outline or {}), "rules": dict(rules or {})}
        path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), "utf-8")

    def _chapters(self, outline: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
        """Return each chapter with its names, for `assets/runtime/forgive.js`."""
        found = []
        for chapter, pages in outline.items():
            names = [chapter] if chapter else []
            names += [name for url, title in pages.items() if not title for name in self._names.get(url, ())]
            found.append({"names": list(dict.fromkeys(names)), "pages": dict(pages)})
        return found


class _Read(TypedDict):
    """The search's view of a page: sentences, and the names of its game."""

    prose: str
    names: list[str]


def read_page(html: str) -> _Read:
    """Return the search's view of HTML, without any cache."""
    reader = _SearchText()
    reader.feed(html)
    reader.close()
    return {"prose": "".join(reader.out), "names": reader.names}


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(text)]


def _parts(words: Iterable[str]) -> Iterator[str]:
    """Yield the ends of words, and other spellings of the words."""
    for word in words:
        ends = [word[at:] for at in range(len(word) - LEAST + 1)]
        yield from {*_spellings(ends)} - {word}


def _spellings(words: Iterable[str]) -> Iterator[str]:
    """Yield words with alternative spellings: contra for Kontra, o for ö."""
    for word in words:
        plain = "".join(
            sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign)
        )
        yield from (word, plain, re.sub("^k", "c", plain))


def _classes(attributes: Attributes) -> set[str]:
    return set((attributes.get("class") or "").split())


class _SearchText(HTMLParser):
    """Copies HTML without drawn parts, and with punctuation between adjacent elements.

    Attributes:
        out: The output.
        names: The foreign words in the first entry of an infobox, the names of its game.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self.names: list[str] = []
        self._open: list[str] = []
        self._hidden = 0  # the number of open elements in an omitted one; 0 outside
        self._foreign = False
        self._naming = False  # in the first entry of an infobox
        self._beside = False  # just after a span
        self._term = ""  # in a glossary: the id of the last term
        self._german = False  # after a card in German faces, which its French form repeats

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in _VOID:
            self._open.append(tag)
            if self._hidden or (tag not in _HEADINGS and self._leaves_out(found)):
                self._hidden += 1
        if self._hidden:
            if "kp-inline" in _classes(found) and self.out:  # a card after its own name
                self.out[-1] = self.out[-1].rstrip(" ")
            return
        if {"kp-inline", "kp-hold"} & _classes(found) and self._beside:
            self.out.append(" ")  # adjacent cards
        self._beside = False
        if (id := found.get("id") or "").startswith(TERM):
            self._term = id
        self._foreign = self._foreign or found.get("lang", ENGLISH) != ENGLISH
        if self._term and tag in _ENTRY:
            self.out.append(f'<h6 id="{escape(self._term)}">' if tag == "dfn" and self._foreign else "")
        elif tag not in _INLINE:
            self.out.append(self.get_starttag_text() or "")
        if tag == "dl":
            self._naming = bool({"kp-infobox", "kp-infobox-facts"} & _classes(found))

    def _leaves_out(self, attributes: Attributes) -> bool:
        """Return True if an element has nothing to read, or repeats a card in other faces."""
        classes = _classes(attributes)
        again = "kp-on-request" in classes or (self._german and "kp-fr" in classes)
        if {"kp-de", "kp-fr"} & classes:
            self._german = "kp-de" in classes and not again
        return again or "data-search-exclude" in attributes or attributes.get("aria-hidden") == "true"

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._open:
            return
        while self._open.pop() != tag:
            self._hidden = max(0, self._hidden - 1)
        if self._hidden:
            self._hidden -= 1
            return
        if self._term and tag in _ENTRY:
            self._end_entry(tag)
            return
        if tag in _SIGNS:
            self._end(_SIGNS[tag])
        if tag == "dd":
            self._naming = False
        self._foreign = False
        self._beside = tag == "span"
        if tag not in _INLINE:
            self.out.append(f"</{tag}>{' ' if tag in _BLOCKS else ''}")

    def _end_entry(self, tag: str) -> None:
        """End a part of a glossary's entry; the whole glossary ends with its list."""
        if tag == "dfn" and self._foreign:
            self.out.append("</h6> ")
        elif tag in _SIGNS:
            self._end(_SIGNS[tag])
            self.out.append(" ")
        elif tag == "dl":
            self._term = ""
        self._foreign = self._beside = False

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        self._beside = False
        self.out.append(data if "pre" in self._open else re.sub(r"\s+", " ", data))
        if self._foreign and self._naming:
            self.names.append(data)

    def handle_entityref(self, name: str) -> None:
        if not self._hidden:
            self._beside = False
            self.out.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_entityref(f"#{name}")

    def _end(self, sign: str) -> None:
        """End the last text with punctuation; a row's full stop replaces the last comma."""
        for place in range(len(self.out) - 1, -1, -1):
            said = self.out[place].rstrip()
            if not said or said.startswith("<"):
                continue
            if said.endswith(","):
                self.out[place] = said[:-1] + sign
            elif said[-1] not in ".:;!?":
                self.out[place] = said + sign
            return
