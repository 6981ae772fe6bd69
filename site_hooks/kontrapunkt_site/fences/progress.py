"""The reader's progress by rule: ` ```progress `; its content is shown at first.

A script fills it from the browser's storage; it contains the possible rules with their anchors.
"""

import json
from typing import Any, Final

from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt.drills import DRILLS
from kontrapunkt.render.markup import el
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.drill import kind_label
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind


def _html(block: Block) -> str:
    prose = str(block.text).strip()
    if not prose:
        raise block.error(catalogue.say("fence.progress.empty"))
    page = block.conversion.page
    pages = page.rules.by_prefix(page.url)
    games = {name: game_class(name) for name in GAMES}
    rules = {rule.id: rule for each in games.values() for rule in each.rulebook.values()}
    known: dict[str, Any] = {
        "games": {name: each.title for name, each in games.items()},
        "kinds": {name: kind_label(name) for name in DRILLS if catalogue.knows(f"drill.kind.{name}")},
        "rules": {
            id: (f"{href}#{id}", rule.statement)
            for id, rule in rules.items()
            if (href := pages.get(id.partition("-")[0]))
        },
    }
    carried = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    return el("div", {"data-kp-progress": carried}, html_of(prose, block.text, page))


FENCE: Final = FenceKind("progress", {}, _html)
