"""A diagram of a trick: ` ```trick game=ristiklappi `; four plays are enough."""

from typing import Final

from kontrapunkt.widgets.diagrams import read_trick
from kontrapunkt_site.fences.base import Block, FenceKind
from kontrapunkt_site.fences.widget import RECORD_OPTIONS, record_html


def _html(block: Block) -> str:
    return record_html(block, read=read_trick)


FENCE: Final = FenceKind("trick", RECORD_OPTIONS, _html)
