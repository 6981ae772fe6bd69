"""The fences that Markdown pages may use. A fence is one module here and one line below."""

from typing import Final

from kontrapunkt_site.fences import (
    cards,
    contact,
    deal,
    example,
    glossary,
    options,
    puzzle,
    puzzles,
    score,
    timeline,
    trick,
)
from kontrapunkt_site.fences.base import FenceKind

FENCES: Final[dict[str, FenceKind]] = {
    module.FENCE.name: module.FENCE
    for module in (cards, contact, deal, example, glossary, options, puzzle, puzzles, score, timeline, trick)
}

__all__ = ["FENCES", "FenceKind"]
