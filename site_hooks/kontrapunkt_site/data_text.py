"""Markdown in data: comments of records, explanations of puzzles, TOML entries.

Data may come from anybody, so its Markdown excludes HTML: tags appear as text, except for words of other
languages, `<i lang="fi">lappi</i>`. Links may lead to pages and mailboxes; pictures must be the site's own.
"""

import re
import xml.etree.ElementTree as etree
from functools import cache
from html import unescape
from typing import Final

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AMP_SUBSTITUTE

from kontrapunkt.text import catalogue
from kontrapunkt_site import inline
from kontrapunkt_site.page import Conversion, Page
from kontrapunkt_site.problems import Text

_FOREIGN: Final = r"""<i(?:\s+lang=(["'])(?P<lang>[A-Za-z0-9-]+)\1)?>(?P<words>[^<>]+)</i>"""
_SCHEME: Final = re.compile(r"([^/?#:]*):")
_SCHEMES: Final = ("http", "https", "mailto")


def html_of(prose: str, text: Text, page: Page) -> str:
    """Convert Markdown in data to HTML.

    Args:
        prose: The Markdown.
        text: The text that contains it, for the place of errors.
        page: The page that shows it.

    Raises:
        PageError: for an unknown card or rule, or an address that data may not use.
    """
    reader = _reader()
    reader.now = Conversion(page, text)
    return reader.markdown.reset().convert(prose)


class _DataMarkdown:
    """A converter for all data; creating one is slower than converting a comment."""

    def __init__(self) -> None:
        self.now = Conversion.create(Page(), [])
        self.markdown = Markdown()
        self.markdown.preprocessors.deregister("html_block")
        self.markdown.inlinePatterns.deregister("html")
        self.markdown.inlinePatterns.register(_Foreign(_FOREIGN, self.markdown), "kontrapunkt_foreign", 90)
        # last of all: backslashes are resolved then, and the address is final
        self.markdown.treeprocessors.register(_Addresses(self), "kontrapunkt_addresses", -10)
        inline.register(self.markdown, lambda: self.now)


_reader = cache(_DataMarkdown)


class _Foreign(InlineProcessor):
    """Words of another language."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[etree.Element, int, int]:  # type: ignore[override]
        element = etree.Element("i", {"lang": m["lang"]} if m["lang"] else {})
        element.text = m["words"]
        return element, m.start(0), m.end(0)


class _Addresses(Treeprocessor):
    """Rejects links that run code, and pictures that let other hosts track readers."""

    def __init__(self, reader: _DataMarkdown) -> None:
        super().__init__(reader.markdown)
        self.reader = reader

    def run(self, root: etree.Element) -> None:
        for element in root.iter():
            address = element.get("href" if element.tag == "a" else "src")
            if address is None:
                continue
            # as browsers read it: entities resolved, blanks and control characters removed
            plain = re.sub(r"[\0-\x20]+", "", unescape(address.replace(AMP_SUBSTITUTE, "&")))
            scheme = _SCHEME.match(plain)
            if element.tag == "a" and (scheme is None or scheme[1].lower() in _SCHEMES):
                continue
            if element.tag != "a" and scheme is None and not re.match(r"[/\\]{2}", plain):
                continue
            text, key = self.reader.now.text, "link" if element.tag == "a" else "picture"
            raise text.error(text.line_of(address), catalogue.say(f"data.{key}", address=plain))
