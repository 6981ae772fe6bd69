"""The fences that Markdown pages may use. A fence is one module here and one line below."""

from typing import Final

from kontrapunkt_site.fences import cards, deal, example, options, trick
from kontrapunkt_site.fences.base import FenceKind

FENCES: Final[dict[str, FenceKind]] = {
    kind.name: kind for kind in (cards.FENCE, deal.FENCE, example.FENCE, options.FENCE, trick.FENCE)
}

__all__ = ["FENCES", "FenceKind"]
