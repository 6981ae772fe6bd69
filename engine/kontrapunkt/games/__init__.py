"""The registry of games: a public id and where its class is; a game is imported when first asked for.

Games from elsewhere come in through the entry point group `kontrapunkt.games`; in the browser, where no
package is installed, through the module `kontrapunkt_games` that the build writes.
"""

import warnings
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Final

from kontrapunkt.game import Game
from kontrapunkt.options import IdleOption
from kontrapunkt.said import say

OWN: Final = {
    "ristikontra": "kontrapunkt.games.ristikontra:Ristikontra",
    "ristiklappi": "kontrapunkt.games.ristiklappi:Ristiklappi",
    "kontra": "kontrapunkt.games.kontra:Kontra",
    "konter-a-matt": "kontrapunkt.games.konter_a_matt:KonterAMatt",
    "kontraspiel": "kontrapunkt.games.kontraspiel:Kontraspiel",
    "koenigrufen-graden": "kontrapunkt.games.koenigrufen_graden:KoenigrufenGraden",
    "doppelkopf": "kontrapunkt.games.doppelkopf:Doppelkopf",
}


class UnknownGame(ValueError):
    """A game id that nobody has registered."""


def registered() -> dict[str, str]:
    """All games by id, our own first, each as `module:class`."""
    return {**OWN, **_foreign()}


def game_class(game_id: str) -> type[Game]:
    """The class of a game.

    Raises:
        UnknownGame: naming the games there are.
    """
    places = OWN if game_id in OWN else registered()
    if game_id not in places:
        near = get_close_matches(game_id, places, 1)
        raise UnknownGame(
            say("games.unknown.near", game=game_id, near=near[0])
            if near
            else say("games.unknown", game=game_id, games=", ".join(places))
        )
    module, _, name = places[game_id].partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, type)
    assert issubclass(found, Game)
    return found


def game(game_id: str, preset: str | None = None, **options: object) -> Game:
    """A game with its options: `game("ristiklappi", hand_size=6)`, `game("ristiklappi", preset="lappi6")`.

    An option that changes nothing beside the others gets a warning, `IdleOption`.

    Raises:
        UnknownGame: if there is no such game.
        OptionError: if an option, preset or value does not exist.
    """
    found = game_class(game_id)(preset, **options)
    for sentence in found.options.idle:
        warnings.warn(str(sentence), IdleOption, stacklevel=2)
    return found


@cache  # what is installed does not change under a running program, and is slow to ask for
def _foreign() -> Mapping[str, str]:
    try:
        bundled: dict[str, str] = import_module("kontrapunkt_games").GAMES
        return bundled
    except ModuleNotFoundError:
        from importlib.metadata import entry_points  # not in the browser's standard library

        return {entry.name: entry.value for entry in entry_points(group="kontrapunkt.games")}
