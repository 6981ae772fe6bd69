"""A row of cards by codes such as `QS 10H 7C`: ` ```cards game=ristikontra `."""

from typing import Final

from kontrapunkt.core.cards import CardError, card
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, an_id, plain
from kontrapunkt_site.fences.widget import new_spec, widget_html


def _html(block: Block) -> str:
    for number, line in enumerate(block.text.lines, 1):
        for word in line.split():
            try:
                card(word)
            except CardError as error:
                raise block.text.error(number, str(error)) from error
    codes = [str(card(word)) for line in block.text.lines for word in line.split()]
    if not codes:
        raise block.error("the fence cards is empty; write cards into it, such as QS TH 7C")
    game = {"game": block.options["game"]} if "game" in block.options else {}
    return widget_html({**new_spec(block), **game, "cards": codes}, block.conversion.page)


FENCE: Final = FenceKind(
    "cards", {"game": FenceOption(a_game), "id": FenceOption(an_id), "title": FenceOption(plain)}, _html
)
