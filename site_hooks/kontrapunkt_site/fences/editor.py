"""The editor of positions: ` ```editor ` for all games, ` ```editor game=kontra ` for one."""

from typing import Final

from kontrapunkt.widgets import SpecError
from kontrapunkt_site.fences.base import Block, FenceKind, Option, a_game, an_id
from kontrapunkt_site.fences.widget import new_spec, widget_html


def _html(block: Block) -> str:
    page = block.conversion.page
    spec = {**new_spec(block), "rule_pages": page.rules.by_prefix(page.url)}
    if "game" in block.options:
        spec["game"] = block.options["game"]
    record = str(block.text)
    if record.strip():
        spec["record"] = record
    try:
        return widget_html(spec, page)
    except SpecError as error:
        raise block.error(str(error)) from error


FENCE: Final = FenceKind("editor", {"game": Option(a_game), "id": Option(an_id)}, _html)
