"""A drill: ` ```drill game=doppelkopf kinds=trick,legal `.

`kinds` are those of `kontrapunkt.drills`, separated by commas; by default all of the game. `preset` is the
rule set, and `seed` makes the first question, which the build computes.
"""

from typing import Final

from kontrapunkt.core.registry import game_class
from kontrapunkt.drills import DRILLS, drills_of
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, a_number, an_id, plain
from kontrapunkt_site.fences.widget import form_html
from kontrapunkt_site.shelves import TaskEntry


def some_kinds(text: str) -> tuple[str, ...]:
    """Parse kinds of drill, separated by commas."""
    kinds = tuple(text.split(","))
    for kind in kinds:
        if kind not in DRILLS:
            raise ValueError(f"there is no kind of drill “{kind}”; there are {', '.join(DRILLS)}")
    return kinds


def _html(block: Block) -> str:
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence drill has no body: its questions come from the engine")
    options = block.options
    game = game_class(options["game"])(options.get("preset"))
    block.refers_to(game)
    kinds = options.get("kinds") or drills_of(game)
    page = block.conversion.page
    if page.shelves is not None:
        id, preset = options.get("id") or "", options.get("preset") or ""
        page.shelves.drills.append(TaskEntry(page.url, id, game.id, game.title, tuple(kinds), preset))
    return form_html(block, kinds=kinds, preset=options.get("preset"), seed=options.get("seed", 1))


FENCE: Final = FenceKind(
    "drill",
    {
        "game": FenceOption(a_game, required=True),
        "id": FenceOption(an_id),
        "kinds": FenceOption(some_kinds),
        "preset": FenceOption(plain),
        "seed": FenceOption(a_number),
    },
    _html,
)
