"""The rules of thumb of a game, from the engine: ` ```thumbs game=ristikontra `."""

from typing import Final

from kontrapunkt.core.registry import game
from kontrapunkt.play.players import NoHeuristics, heuristics_of
from kontrapunkt.render.markup import el, text
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game


def _html(block: Block) -> str:
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence thumbs has no body: the rules of thumb come from the engine")
    played = game(block.options["game"])
    try:
        thumbs = list(heuristics_of(played))
    except NoHeuristics:
        raise block.error(f"{played.id} has no rules of thumb") from None
    with use_faces(played.faces):
        items = [
            el("li", {"id": f"{played.id}-{thumb.key.replace('.', '-')}"}, text(f"{thumb.sentence}."))
            for thumb in thumbs
        ]
    return el("ol", {"class": "kp-thumbs"}, *items)


FENCE: Final = FenceKind("thumbs", {"game": FenceOption(a_game, required=True)}, _html)
