"""The position editor, for all games or one: ` ```editor game=kontra `."""

from typing import Final

from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, an_id
from kontrapunkt_site.fences.widget import form_html


def _html(block: Block) -> str:
    record = str(block.text)
    return form_html(block, record=record if record.strip() else None)


FENCE: Final = FenceKind("editor", {"game": FenceOption(a_game), "id": FenceOption(an_id)}, _html)
