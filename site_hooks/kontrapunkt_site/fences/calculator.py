"""The scoring calculator: ` ```calculator game=doppelkopf `.

`choose="preset=ddv re=151"` gives the initial choices: a rule set, options of the game, fields of its
calculator.
"""

from typing import Final

from kontrapunkt.core.registry import game_class
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, an_id, plain
from kontrapunkt_site.fences.widget import form_html


def _html(block: Block) -> str:
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence calculator has no body: the form comes from the game")
    block.refers_to(game_class(block.options["game"])())
    return form_html(block, choose=block.options.get("choose"))


FENCE: Final = FenceKind(
    "calculator",
    {"game": FenceOption(a_game, required=True), "id": FenceOption(an_id), "choose": FenceOption(plain)},
    _html,
)
