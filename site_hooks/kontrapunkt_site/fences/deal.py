"""A diagram of a deal or position: ` ```deal game=ristiklappi `."""

from typing import Final

from kontrapunkt_site.fences.base import FenceKind
from kontrapunkt_site.fences.widget import RECORD_OPTIONS, record_html

FENCE: Final = FenceKind("deal", RECORD_OPTIONS, record_html)
