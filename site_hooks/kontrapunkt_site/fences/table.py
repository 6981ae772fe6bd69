"""A table for play: ` ```table game=ristiklappi `.

`terms="preset=lappi6 player=random"` gives the initial settings: a rule set, an option of the game, `seat`,
`player` and `pace`.
"""

import json
from html import escape
from typing import Final

from kontrapunkt.core.registry import game_class
from kontrapunkt.widgets.table.settings import TableSettings
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, an_id, plain
from kontrapunkt_site.fences.widget import form_html
from kontrapunkt_site.rule_pages import relative


def _html(block: Block) -> str:
    game = block.options["game"]
    block.refers_to(game_class(game)())
    page = block.conversion.page
    mistakes = None if page.mistakes is None else relative(page.mistakes, page.url)
    drawn = form_html(block, terms=block.options.get("terms"), mistakes=mistakes)
    return drawn + _results(block.options["id"], game)


def _results(id_: str, game: str) -> str:
    """Render the place for the reader's results, with the names that the script needs."""
    names = {
        agreed.key: {answer.event.split(" ")[2]: answer.label for answer in agreed.answers}
        for agreed in TableSettings(game).agreements()
        if agreed.key in ("player", "preset")
    }
    return f'<div data-kp-results="{escape(id_)}" data-names="{escape(json.dumps(names))}"></div>\n'


FENCE: Final = FenceKind(
    "table",
    {
        "game": FenceOption(a_game, required=True),
        "id": FenceOption(an_id, required=True),
        "terms": FenceOption(plain),
    },
    _html,
)
