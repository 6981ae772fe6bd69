"""A table for play: ` ```table game=ristiklappi `.

`terms="preset=lappi6 player=random"` gives the initial settings: a rule set, an option of the game, `seat`,
`player` and `pace`. `deal=7` puts the cards of that deal on the table, with what the computer players do
until the reader is to act; without it, the settings come first.
"""

import json
from html import escape
from typing import Final

from kontrapunkt.core.registry import game_class
from kontrapunkt.widgets.base import Prefs
from kontrapunkt.widgets.table import Table
from kontrapunkt.widgets.table.settings import TableSettings
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, a_number, an_id, plain
from kontrapunkt_site.fences.widget import SLICE_MS, form_html
from kontrapunkt_site.rule_pages import relative


def _html(block: Block) -> str:
    game = block.options["game"]
    block.refers_to(game_class(game)())
    page = block.conversion.page
    mistakes = None if page.mistakes is None else relative(page.mistakes, page.url)
    terms, deal = block.options.get("terms"), block.options.get("deal")
    log = None
    if deal is not None:
        log = page.cache.get_or_make(["begun", game, terms, deal], lambda: _begun(game, terms, deal))
    return form_html(block, terms=terms, mistakes=mistakes, log=log) + _results(block.options["id"], game)


def _begun(game: str, terms: str | None, deal: int) -> list[str]:
    """Return the log of a deal up to the reader's first decision.

    Raises:
        SpecError: if the terms are invalid.
    """
    table = Table({"kind": Table.kind, "game": game, "terms": terms}, Prefs())
    table.replay(f"deal {deal}")
    while table.open_session.next is not None:
        table.think(SLICE_MS)
    return table.log[1:]


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
        "deal": FenceOption(a_number),
    },
    _html,
)
