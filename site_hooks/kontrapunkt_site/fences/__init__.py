"""The fences for Markdown pages, each a module here and a line below."""

from typing import Final

from kontrapunkt.core.registry import Registry
from kontrapunkt_site.fences.base import FenceKind

FENCES: Final = Registry[FenceKind](
    "fences",
    {
        "all-puzzles": "kontrapunkt_site.fences.all_puzzles:FENCE",
        "arena": "kontrapunkt_site.fences.arena:FENCE",
        "calculator": "kontrapunkt_site.fences.calculator:FENCE",
        "cards": "kontrapunkt_site.fences.cards:FENCE",
        "comparison": "kontrapunkt_site.fences.comparison:FENCE",
        "contact": "kontrapunkt_site.fences.contact:FENCE",
        "deal": "kontrapunkt_site.fences.deal:FENCE",
        "drill": "kontrapunkt_site.fences.drill:FENCE",
        "editor": "kontrapunkt_site.fences.editor:FENCE",
        "effects": "kontrapunkt_site.fences.effects:FENCE",
        "example": "kontrapunkt_site.fences.example:FENCE",
        "glossary": "kontrapunkt_site.fences.glossary:FENCE",
        "homework": "kontrapunkt_site.fences.homework:FENCE",
        "lesson": "kontrapunkt_site.fences.lesson:FENCE",
        "map": "kontrapunkt_site.fences.map:FENCE",
        "mistakes": "kontrapunkt_site.fences.mistakes:FENCE",
        "options": "kontrapunkt_site.fences.options:FENCE",
        "progress": "kontrapunkt_site.fences.progress:FENCE",
        "puzzle": "kontrapunkt_site.fences.puzzle:FENCE",
        "puzzles": "kontrapunkt_site.fences.puzzles:FENCE",
        "python": "kontrapunkt_site.fences.python:FENCE",
        "score": "kontrapunkt_site.fences.score:FENCE",
        "sheets": "kontrapunkt_site.fences.sheets:FENCE",
        "table": "kontrapunkt_site.fences.table:FENCE",
        "thumbs": "kontrapunkt_site.fences.thumbs:FENCE",
        "timeline": "kontrapunkt_site.fences.timeline:FENCE",
        "trick": "kontrapunkt_site.fences.trick:FENCE",
    },
)
"""The kinds of fences by name; plugins add theirs through `kontrapunkt.fences`."""

__all__ = ["FENCES", "FenceKind"]
