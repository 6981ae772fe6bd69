"""Puzzles from the reader's own mistakes: ` ```mistakes `.

The content of the fence is shown while there are none. A site has at most one such page: tables offer to
store puzzles if there is one, and shelves link to it. The puzzles are in the reader's browser;
`assets/pages/own-shelf.js` draws them.
"""

import json
from typing import Final

from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt.puzzles.mining.drafts import SEARCHED
from kontrapunkt.render.markup import el
from kontrapunkt.widgets.puzzle.base import kind_label
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind
from kontrapunkt_site.fences.widget import EVERY_FACE

_UNDRAWN: Final = (
    f'<template><div class="kp" data-kp="puzzle" data-undrawn {EVERY_FACE} data-search-exclude>'
    '<div class="kp-body"><div class="kp-controls"></div></div></div></template>'
)
"""The widget of a puzzle before the engine draws it."""


def _html(block: Block) -> str:
    page = block.conversion.page
    names = {
        "games": {game: game_class(game).title for game in GAMES},
        "kinds": {kind: kind_label(kind) for kind in SEARCHED},
    }
    given = {
        "data-names": json.dumps(names, ensure_ascii=False),
        "data-rules": json.dumps(page.rules.by_prefix(page.url)),
    }
    empty = html_of(str(block.text).strip(), block.text, page)
    return el(
        "div",
        {"class": "kp-mistakes", "data-kp-mistakes": True, **given},
        el("div", {"data-empty": True}, empty),
        _UNDRAWN,
    )


FENCE: Final = FenceKind("mistakes", {}, _html)
