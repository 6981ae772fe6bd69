"""Names of links for screen readers, which also list links without the text around them."""

import xml.etree.ElementTree as etree
from typing import Final

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import STX

from kontrapunkt.text import catalogue

_WAYS: Final = "kp-ways"
"""The class of a list whose items begin with a link, such as a game's name, and go on with ways into it."""


class _LinkNames(Treeprocessor):
    """Adds the name that an item begins with to its other links: "Learn: Ristikontra"."""

    def run(self, root: etree.Element) -> None:
        for ways in root.iter("ul"):
            if _WAYS in ways.get("class", "").split():
                for item in ways.iter("li"):
                    _name_links([*item.iter("a")])


def _name_links(links: list[etree.Element]) -> None:
    texts = ["".join(link.itertext()).strip() for link in links]
    for link, text in zip(links[1:], texts[1:], strict=True):
        if text and STX not in text + texts[0]:  # the inside of a placeholder is not known yet
            link.set("aria-label", catalogue.say("words.told", of=text, told=texts[0]))


def register(md: Markdown) -> None:
    """Register the processor with Markdown: after inline patterns and attribute lists."""
    md.treeprocessors.register(_LinkNames(md), "kontrapunkt_link_names", 7)
