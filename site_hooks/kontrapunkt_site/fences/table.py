"""A table to sit down at: ` ```table game=ristiklappi `.

`terms="preset=lappi6 player=random"` says what is agreed unless the reader chooses otherwise: a rule set, an
option of the game, `seat`, `player` and `pace`.
"""

import json
from html import escape
from typing import Final

from kontrapunkt.registry import game_class
from kontrapunkt.widgets import SpecError
from kontrapunkt.widgets.table.terms import Terms
from kontrapunkt_site.fences.base import Block, FenceKind, Option, a_game, an_id, plain
from kontrapunkt_site.fences.widget import new_spec, widget_html


def _html(block: Block) -> str:
    page = block.conversion.page
    game = block.options["game"]
    block.refers_to(game_class(game)())
    spec = {**new_spec(block), "game": game, "rule_pages": page.rules.by_prefix(page.url)}
    if "terms" in block.options:
        spec["terms"] = block.options["terms"]
    try:
        return widget_html(spec, page) + _results(block.options["id"], block.options["game"])
    except SpecError as error:
        raise block.error(str(error)) from error


def _results(id_: str, game: str) -> str:
    """Where the script tells what the reader has come to at the table; the names it needs are in it."""
    names = {
        agreed.key: {answer.event.split(" ")[2]: answer.label for answer in agreed.answers}
        for agreed in Terms(game).agreements()
        if agreed.key in ("player", "preset")
    }
    return f'<div data-kp-results="{escape(id_)}" data-names="{escape(json.dumps(names))}"></div>\n'


FENCE: Final = FenceKind(
    "table",
    {"game": Option(a_game, required=True), "id": Option(an_id, required=True), "terms": Option(plain)},
    _html,
)
