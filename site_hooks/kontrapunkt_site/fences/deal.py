"""A deal or position as a diagram: ` ```deal game=ristiklappi `."""

from typing import Final

from kontrapunkt_site.fences.base import Block, FenceKind
from kontrapunkt_site.fences.keeping import kept
from kontrapunkt_site.fences.widget import RECORD_OPTIONS, record_html, record_text


def _html(block: Block) -> str:
    return kept(block, str(record_text(block)), record_html)


FENCE: Final = FenceKind("deal", RECORD_OPTIONS, _html)
