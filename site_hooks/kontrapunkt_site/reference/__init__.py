"""The reference for authors, made from the code: pages in Markdown that the build adds to a site.

A template in `pages/` has the sentences, with a place `{{name}}` for each part that comes from the code. The
setting `reference: FOLDER` of the plugin adds the pages to a site.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from kontrapunkt_site.reference import api, commands, fences, records, tables
from kontrapunkt_site.reference.fence_guide import FenceGuide, guide_to, text_of

__all__ = ["PAGES", "FenceGuide", "guide_to", "page"]

_PLACE: Final = re.compile(r"\{\{(\w+)\}\}")

type Part = Callable[[Path], str]

_PARTS: Final[Mapping[str, Part]] = {
    "commands": commands.commands,
    "drills": tables.drills,
    "ebnf": records.grammar,
    "entry_points": tables.entry_points,
    "examples": records.examples,
    "facts": records.facts,
    "fences": fences.fences,
    "kinds": tables.puzzle_kinds,
    "lesson": tables.lesson_keys,
    "letters": tables.letters,
    "library": api.library,
    "library_for_games": api.library_for_games,
    "players": tables.players,
    "puzzle": tables.puzzle_keys,
    "settings": tables.settings,
    "themes": tables.themes,
}
"""The parts of pages, each made for a project's folder."""

PAGES: Final = (
    "fences",
    "puzzles",
    "lessons",
    "records",
    "settings",
    "commands",
    "library",
    "library-games",
)  # fmt: skip
"""The pages, by the names of their files."""


def page(name: str, folder: Path) -> str:
    """Return a page of the reference, in Markdown.

    Args:
        name: One of `PAGES`.
        folder: The project's folder.
    """
    return _PLACE.sub(lambda place: _PARTS[place[1]](folder), text_of(f"pages/{name}.md"))
