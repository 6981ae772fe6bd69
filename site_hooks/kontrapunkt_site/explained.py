"""The sentences of rules and terms, which links to them show in place, and the links from terms.

The first use of a term on a page of a game leads to its glossary: of a foreign word where it is marked as
one, of a term in the language of the site wherever it is said. Each chapter has a file with the sentences of
its rules and terms; `assets/ui/explain.js` reads it.
"""

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Final

from kontrapunkt.text.catalogue import ENGLISH
from kontrapunkt_site.rule_pages import RULE, relative
from kontrapunkt_site.search import TERM, read_page

FOLDER: Final = "assets/explained"
"""The folder of the files in a site, one for each chapter."""

_RULE: Final = re.compile(rf'<p class="kp-rule" id="({RULE})">\s*<a class="kp-rule-id".*?</a>(.*?)</p>', re.S)
_TERM: Final = re.compile(rf'<div id="({TERM}[^"]+)">(.*?)</div>', re.S)
_WORD: Final = re.compile(r'<dfn\b[^>]*?(?: lang="([^"]*)")?>(.*?)</dfn>', re.S)
_MEANING: Final = re.compile(r"<dd\b[^>]*>(.*?)</dd>", re.S)
_TAG: Final = re.compile(r"<[^>]*>")
_CONTENT: Final = re.compile(r'<article class="md-content__inner.*?</article>', re.S)
_NO_LINK: Final = r"<(a|h[1-6]|dt|dl|button|summary|script|svg|title)\b.*?</\1>"
_FOREIGN: Final = r'<i lang="[^"]+">(?P<foreign>[^<]+)</i>'
_ASIDE: Final = re.compile(f"{_NO_LINK}|{_FOREIGN}", re.S)
_PLACES: Final = re.compile(
    rf'{_NO_LINK}|{_FOREIGN}|(?P<aside><details\b.*?</details>|<ul class="kp-ways">.*?</ul>)|'
    r'(?P<prose><p(?: class="kp-rule"[^>]*)?>.*?</p>)',
    re.S,
)
"""The places of terms: only foreign ones aside, which is in an answer or a menu; all in prose."""

_Terms = dict[str, tuple[str, str]]
"""The page and id of each term in lower case."""


class Explanations:
    """The rules and terms of a site during the build."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, str]] = {}
        self._foreign: dict[str, _Terms] = {}
        self._own: dict[str, _Terms] = {}

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
            said[id] = f"{_plain(word[2])}: {means}"
            terms = self._own if word[1] == ENGLISH else self._foreign
            for each in _plain(word[2]).casefold().split(", "):
                name = each.strip("“”").removeprefix("to ")
                terms.setdefault(chapter, {}).setdefault(name, (url, id))

    def link_terms(self, page: str, url: str) -> str:
        """Return a page whose first use of each term is a link to the glossary of its chapter."""
        foreign = self._foreign.get(_chapter(url), {})
        own = self._own.get(_chapter(url), {})
        pages = {there for there, _ in (*foreign.values(), *own.values())}
        if not pages or url in pages:
            return page
        return _CONTENT.sub(lambda found: _linked(found[0], url, foreign, own), page, count=1)

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


def _linked(content: str, url: str, foreign: _Terms, own: _Terms) -> str:
    words = "|".join(map(re.escape, sorted(own, key=len, reverse=True))) or "(?!)"
    prose = re.compile(
        rf"<(a|button|code|svg)\b.*?</\1>|{_FOREIGN}|(?P<aside><(em|strong)>.*?</\4>)|<[^>]*>|"
        rf"(?<![\w-])(?P<own>{words})s?(?![\w-])",
        re.S | re.I,
    )
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        parts = found.groupdict()
        for part, places in (("prose", prose), ("aside", _ASIDE)):
            if parts.get(part):
                return places.sub(link, found[0])
        word, terms = (parts["foreign"], foreign) if parts["foreign"] else (parts.get("own"), own)
        target = terms.get(unescape(word or "").casefold())
        if target is None or target[1] in seen:
            return found[0]
        seen.add(target[1])
        href = f"{relative(target[0], url)}#{target[1]}"
        return f'<a class="kp-foreign-term" href="{escape(href)}">{found[0]}</a>'

    return _PLACES.sub(link, content)
