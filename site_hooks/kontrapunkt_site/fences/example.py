"""A game to step through: ` ```example id=cleaning-hand game=ristiklappi from=tutorials/... at=4 `."""

from typing import Final

from kontrapunkt_site.fences.base import Block, FenceKind, Option, a_number, an_id
from kontrapunkt_site.fences.widget import RECORD_OPTIONS, record_html


def _html(block: Block) -> str:
    page = block.conversion.page
    return record_html(block, at=block.options.get("at", 0), rule_pages=page.rules.by_prefix(page.url))


FENCE: Final = FenceKind(
    "example",
    {**RECORD_OPTIONS, "id": Option(an_id, required=True), "at": Option(a_number)},
    _html,
)
