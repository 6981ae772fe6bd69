"""A table of the site's own games, from the engine: ` ```comparison `.

Each number is read from a deal of each rule set, so it cannot differ from what the tables play.
"""

from collections.abc import Iterator
from typing import Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.registry import GAMES, OWN
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.fences.base import Block, FenceKind

_COLUMNS: Final = ("game", "players", "pack", "hand", "stock", "pinned", "rule_sets", "options")


def _html(block: Block) -> str:
    heads = [el("th", {"scope": "col"}, text(catalogue.say(f"fence.comparison.{name}"))) for name in _COLUMNS]
    rows = [_row([GAMES[game_id](preset) for preset in GAMES[game_id].presets]) for game_id in OWN]
    return el(
        "table",
        {"class": "kp-comparison"},
        el("thead", None, el("tr", None, *heads)),
        el("tbody", None, *rows),
    )


def _row(games: list[Game]) -> str:
    """Render the row of a game, given once for each rule set."""
    first, dealt = games[0], [_first_lead(game) for game in games]
    cells = (
        text(_any_of(len(game.seats) for game in games)),
        text(_any_of(len(game.pack) for game in games)),
        text(_any_of(hand for hand, _ in dealt)),
        text(_any_of(stock for _, stock in dealt)),
        " ".join(map(inline_card, first.pinned)) or text(catalogue.say("fence.comparison.none")),
        text(str(len(first.presets))),
        text(str(len(first.known_options))),
    )
    head = el("th", {"scope": "row"}, text(first.title))
    return el("tr", None, head, *(el("td", None, cell) for cell in cells))


def _first_lead(game: Game) -> tuple[int, int]:
    """Return the most cards in a hand and the cards in the stock before the first card is led."""
    state = game.deal(seed=1)
    while state.to_act and not any(action.card for action in state.actions()):
        state = state.apply(state.actions()[0])
    view = state.view(None)
    return max(map(len, view.hands.values())), view.stock or 0


def _any_of(numbers: Iterator[int]) -> str:
    """Return the different numbers as text."""
    found = [str(number) for number in sorted(set(numbers))]
    return catalogue.say("fence.comparison.or").join(found)


FENCE: Final = FenceKind("comparison", {}, _html)
