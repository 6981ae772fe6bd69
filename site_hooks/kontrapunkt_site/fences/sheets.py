"""Printable sheets: ` ```sheets `, a form to order them.

Without scripts its content is shown. The form knows every game with its kinds of question;
`assets/pages/sheets.js` controls it. Links on a sheet lead to the page `<game>/drill/` of the site, to the
fence with the id `drill`.
"""

import json
from collections.abc import Iterable
from typing import Final

from kontrapunkt.classroom.questions import LONGEST, MOST
from kontrapunkt.classroom.sheet import PAPERS
from kontrapunkt.core.interface import Game
from kontrapunkt.core.registry import GAMES, game_class
from kontrapunkt.drills import DRILLS, HARDEST, drills_of
from kontrapunkt.render.markup import Attributes, bare, el, text
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.drill import kind_label
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind


def _html(block: Block) -> str:
    prose = str(block.text).strip()
    if not prose:
        raise block.error(catalogue.say("fence.sheets.empty"))
    games = {name: game_class(name) for name in GAMES}
    kinds = {name: _drills(game, block) for name, game in games.items()}
    form = el(
        "form",
        {"class": "kp-order", "hidden": True, "data-search-exclude": True},
        _select("game", {name: game.title for name, game in games.items() if kinds[name]}),
        _kinds({kind for some in kinds.values() for kind in some}),
        _number("count", 10, 1, MOST),
        _select("level", {0: catalogue.say("sheets.rising"), **{n: str(n) for n in range(1, HARDEST + 1)}}),
        _field("groups", _input("groups", type="text", value="A, B", maxlength=8 * LONGEST)),
        _select("shuffled", {"": catalogue.say("sheets.own"), "1": catalogue.say("sheets.mixed")}),
        _select("paper", {name: catalogue.say(f"sheets.paper.{name}") for name in PAPERS}),
        _number("seed", 1, 0, 999_999),
        el("p", {"class": "kp-order-does"}, *map(_button, ("make", "print", "save"))),
        _check("key", catalogue.say("sheets.key"), checked=True),
    )
    return el(
        "div",
        {"class": "kp-sheets", "data-kp-sheets": json.dumps(kinds)},
        el("div", {"data-empty": True}, html_of(prose, block.text, block.conversion.page)),
        form,
        el("p", {"class": "kp-notice", "data-told": True}),
        el(
            "div",
            {"class": "kp-sheets-preview", "role": "group", "aria-label": catalogue.say("sheets.preview")},
        ),
    )


def _drills(game: type[Game], block: Block) -> list[str]:
    """Return the kinds of question of a game, found by trying deals."""
    return block.conversion.page.cache.get_or_make(["drills", game.id], lambda: list(drills_of(game())))


def _input(name: str, **attributes: str | int | bool) -> str:
    return bare("input", {"name": name, **attributes})


def _field(name: str, control: str) -> str:
    return el("label", None, el("span", None, text(catalogue.say(f"sheets.{name}"))), " ", control)


def _select(name: str, choices: dict[str, str] | dict[int | str, str] | dict[int, str]) -> str:
    options = (el("option", {"value": str(value)}, text(label)) for value, label in choices.items())
    return _field(name, el("select", {"name": name}, *options))


def _number(name: str, value: int, least: int, most: int) -> str:
    return _field(name, _input(name, type="number", value=value, min=least, max=most, required=True))


def _check(name: str, label: str, value: str = "1", checked: bool = False) -> str:
    box = _input(name, type="checkbox", value=value, checked=checked)
    return el("label", {"class": "kp-order-check"}, box, " ", text(label))


def _kinds(able: Iterable[str]) -> str:
    """Render a checkbox for each kind of question; the script hides unsuitable ones."""
    boxes = [_check("kinds", kind_label(kind), kind, checked=True) for kind in DRILLS if kind in set(able)]
    return el("fieldset", None, el("legend", None, text(catalogue.say("sheets.kinds"))), *boxes)


def _button(does: str) -> str:
    strong = " md-button--primary" if does == "make" else ""
    kind = "submit" if does == "make" else "button"
    what: Attributes = {
        "type": kind,
        "class": f"md-button{strong}",
        "data-does": does,
        "disabled": does != "make",
    }
    return el("button", what, text(catalogue.say(f"sheets.{does}"))) + " "


FENCE: Final = FenceKind("sheets", {}, _html)
