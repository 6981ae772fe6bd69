"""The sentences of rules and terms, which links to them show in place, and the links from terms.

The first use of a foreign word on a page of a game leads to its glossary. Each chapter has a file with the
sentences of its rules and terms; `assets/ui/explain.js` reads it.
"""

import json
import re
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from typing import Final

from kontrapunkt_site.rule_pages import RULE, relative
from kontrapunkt_site.search import TERM, read_page

FOLDER: Final = "assets/explained"
"""The folder of the files in a site, one for each chapter."""

_RULE: Final = re.compile(rf'<p class="kp-rule" id="({RULE})">\s*<a class="kp-rule-id".*?</a>(.*?)</p>', re.S)
_TERM: Final = re.compile(rf'<div id="({TERM}[^"]+)">(.*?)</div>', re.S)
_WORD: Final = re.compile(r"<dfn\b[^>]*>(.*?)</dfn>", re.S)
_MEANING: Final = re.compile(r"<dd\b[^>]*>(.*?)</dd>", re.S)
_TAG: Final = re.compile(r"<[^>]*>")
_FOREIGN: Final = re.compile(r'<i lang="[^"]+">([^<]+)</i>')
_CONTENT: Final = re.compile(r'<article class="md-content__inner.*?</article>', re.S)
_ELSEWHERE: Final = re.compile(
    r"<(a|h[1-6]|dt|dl|button|summary|script|svg|title)\b.*?</\1>|" + _FOREIGN.pattern, re.S
)
"""A foreign word, or an element in which it is no link."""


class Explanations:
    """The rules and terms of a site during the build."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, str]] = {}
        self._terms: dict[str, dict[str, tuple[str, str]]] = {}

    def read(self, html: str, url: str) -> None:
        """Collect the rules and terms of a page.

        Args:
            html: The page's own HTML.
            url: Its address, relative to the site's root.
        """
        chapter = _chapter(url)
        said = self._said.setdefault(chapter, {})
        for rule, paragraph in _RULE.findall(html):
            said[rule] = _plain(paragraph)
        for id, entry in _TERM.findall(html):
            word = _WORD.search(entry)
            if word is None:
                continue
            means = " ".join(_ended(said) for said in map(_plain, _MEANING.findall(entry)) if said)
            said[id] = f"{_plain(word[1])}: {means}"
            for each in _plain(word[1]).split(", "):
                self._terms.setdefault(chapter, {}).setdefault(each.casefold(), (url, id))

    def link_terms(self, page: str, url: str) -> str:
        """Return a page whose first use of each foreign term is a link to the glossary of its chapter."""
        terms = self._terms.get(_chapter(url))
        if not terms or any(url == there for there, _ in terms.values()):
            return page
        return _CONTENT.sub(lambda found: _linked(found[0], url, terms), page, count=1)

    def write(self, site: Path) -> None:
        """Write a file for each chapter with rules or terms.

        Args:
            site: The site's folder.
        """
        for chapter, said in self._said.items():
            if not said:
                continue
            path = site / FOLDER / f"{chapter or 'index'}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(said, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _chapter(url: str) -> str:
    """Return the first folder of an address."""
    return url.removeprefix("./").partition("/")[0]


def _plain(html: str) -> str:
    """Return the text of HTML as the search reads it, where cards are words."""
    return " ".join(unescape(_TAG.sub("", read_page(html)["prose"])).split())


def _ended(said: str) -> str:
    """Return a sentence with its full stop."""
    return said if said[-1] in ".!?" else f"{said}."


def _linked(content: str, url: str, terms: Mapping[str, tuple[str, str]]) -> str:
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        word = unescape(found[2] or "")
        target = terms.get(word.casefold())
        if found[1] or target is None or target[1] in seen:
            return found[0]
        seen.add(target[1])
        href = f"{relative(target[0], url)}#{target[1]}"
        return f'<a class="kp-foreign-term" href="{escape(href)}">{found[0]}</a>'

    return _ELSEWHERE.sub(link, content)
