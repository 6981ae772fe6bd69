"""Results of computer players in the arena, from a file: ` ```arena file=... `."""

import json
from collections.abc import Mapping
from typing import Any, Final

from kontrapunkt.play.players.club import DEALS
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, plain
from kontrapunkt_site.fences.widget import file_text

_HEAD: Final = ("game", "unit", "first", "club", "way")


def _html(block: Block) -> str:
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence arena has no body: the numbers come from its file")
    name = block.options["file"]
    try:
        told: dict[str, Any] = json.loads("\n".join(file_text(block, name, "file").lines))
        rows = [_row(cell) for cell in told["cells"]]
        date, commands = told["date"], _commands(told["cells"])
    except (ValueError, KeyError, TypeError) as error:
        raise block.error(f"{name} is no file of measurements: {error!r}") from error
    head = el(
        "tr", None, *(el("th", {"scope": "col"}, text(catalogue.say(f"fence.arena.{key}"))) for key in _HEAD)
    )
    table = el("table", None, el("thead", None, head), el("tbody", None, *rows))
    caption = el("p", None, text(catalogue.say("fence.arena.measured", date=date, usual=DEALS)))
    wrapped = el("div", {"class": "md-typeset__scrollwrap"}, el("div", {"class": "md-typeset__table"}, table))
    return wrapped + caption + el("pre", None, el("code", None, text("\n".join(commands))))


def _row(cell: Mapping[str, Any]) -> str:
    """Render a game's row: the players' difference, and its share of the possible."""
    club, most = cell["club"]["mean"], cell["open"]["mean"]
    way = f"{100 * club / most:.0f} % ({cell['open']['deals']})" if most > 0 else "–"
    return el(
        "tr",
        None,
        el("th", {"scope": "row"}, text(cell["title"])),
        el("td", None, text(cell["unit"])),
        el("td", None, text(_number(cell["first"]))),
        el("td", None, text(_number(cell["club"]))),
        el("td", None, text(way)),
    )


def _number(standing: Mapping[str, Any]) -> str:
    mean, error, deals = standing["mean"], standing["error"], standing["deals"]
    digits = 1 if abs(mean) >= 5 else 2
    return catalogue.say(
        "fence.arena.number", mean=f"{mean:+.{digits}f}", error=f"{error:.{digits}f}", n=deals
    )


def _commands(cells: list[dict[str, Any]]) -> list[str]:
    return [str(cell["command"]) for cell in cells]


FENCE: Final = FenceKind("arena", {"file": FenceOption(plain, required=True)}, _html)
