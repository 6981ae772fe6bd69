"""The terms of a game in one language: ` ```glossary lang=fi `.

[[term]]
word = "kusilappi"
say = "KU-si-lap-pi"
literally = "piss-Lapland"
means = "The worst loss: one :Q:, and nothing else that counts."
"""

import re
from typing import Final

from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption
from kontrapunkt_site.fences.entries import Entry, entries

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


def _language(value: str) -> str:
    if not _LANGUAGE.fullmatch(value):
        raise ValueError("the code of a language is wanted, such as fi or de-AT")
    return value


def _html(block: Block) -> str:
    seen: dict[str, int] = {}
    items = []
    for entry in entries(block, "term", ("word", "means"), ("say", "literally", "lang")):
        word = entry.string("word")
        key = re.sub(r"\W+", "-", word.lower()).strip("-")
        if key in seen:
            raise entry.error("word", f"“{word}” stands here twice, first in line {seen[key]}")
        seen[key] = block.text.before + entry.lines["word"]
        items.append(_item(entry, word, key))
    return el("dl", {"class": "kp-glossary"}, *items)


def _item(entry: Entry, word: str, key: str) -> str:
    language = entry.block.options["lang"]
    if own := entry.string("lang"):
        try:
            language = _language(own)
        except ValueError as error:
            raise entry.error("lang", f"lang={own}: {error}") from error
    said, literally = entry.string("say"), entry.string("literally")
    return el(
        "div",
        {"id": f"word-{key}"},
        el(
            "dt",
            None,
            el("dfn", {"lang": language}, text(word)),
            " " + el("span", {"class": "kp-spoken"}, text(said)) if said else "",
        ),
        el("dd", {"class": "kp-literal"}, text(catalogue.say("fence.glossary.literally", words=literally)))
        if literally
        else "",
        el("dd", None, entry.html("means")),
    )


FENCE: Final = FenceKind("glossary", {"lang": FenceOption(_language, required=True)}, _html)
