"""All puzzles of a site on one shelf: ` ```all-puzzles `.

The puzzles are those that other pages show with ` ```puzzles `, so the host fills the shelf once it has read
all pages.
"""

from typing import Final

from kontrapunkt_site.covers import PLACE
from kontrapunkt_site.fences.base import Block, FenceKind


def _html(block: Block) -> str:
    return PLACE


FENCE: Final = FenceKind("all-puzzles", {}, _html)
