"""What is found by its name: games, and what else others may bring, each with where it stands.

A registry is one table. Ours stand in it as `module:name`; those from elsewhere come in through the entry
points of its group, `kontrapunkt.games` and the like; in the browser, where no package is installed, through
the module `kontrapunkt_foreign` that the build writes. What is registered is imported when first asked for.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from typing import Any, Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.messages import say
from kontrapunkt.core.options import IdleOption

OWN: Final = {
    "ristikontra": "kontrapunkt.games.ristikontra:Ristikontra",
    "ristiklappi": "kontrapunkt.games.ristiklappi:Ristiklappi",
    "kontra": "kontrapunkt.games.kontra:Kontra",
    "konter-a-matt": "kontrapunkt.games.konter_a_matt:KonterAMatt",
    "kontraspiel": "kontrapunkt.games.kontraspiel:Kontraspiel",
    "koenigrufen-graden": "kontrapunkt.games.koenigrufen_graden:KoenigrufenGraden",
    "doppelkopf": "kontrapunkt.games.doppelkopf:Doppelkopf",
}
"""Our own games, by their public id."""

GROUPS: Final = ("games", "puzzles", "drills", "widgets", "fences", "players", "languages")
"""What others may bring; the entry points of each are those of the group `kontrapunkt.<name>`."""


def load_object(place: str) -> Any:
    """What stands at a place.

    Args:
        place: The place, as `module:name`.
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def class_at(place: str, kind: type) -> Any:
    """The class that stands at a place.

    Args:
        place: The place, as `module:name`.
        kind: What it has to be a kind of.

    Raises:
        TypeError: if it is none.
    """
    found = load_object(place)
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise TypeError(f"{found!r} is no {kind.__name__}")
    return found


class PluginLoadError(Exception):
    """Something that is registered and cannot be loaded; one sentence names it."""


class Registry[T](Mapping[str, T]):
    """What is registered in a group, by name: our own first, then what comes from elsewhere.

    Attributes:
        group: One of `GROUPS`.
    """

    def __init__(self, group: str, own: Mapping[str, str], load: Callable[[str], T] = load_object) -> None:
        """Opens a registry.

        Args:
            group: One of `GROUPS`.
            own: Our own, by name, each as `module:name`; nothing from elsewhere takes the place of one.
            load: Loads something from its place.
        """
        self.group = group
        self._own = own
        self._load = load

    def __getitem__(self, name: str) -> T:
        """What is registered under a name.

        Raises:
            KeyError: if nothing is.
            PluginLoadError: if it cannot be loaded.
        """
        place = self.place(name)
        try:
            return self._load(place)
        except Exception as error:  # of somebody else's code
            values = {"what": say(f"registry.{self.group}"), "name": name, "place": place}
            raise PluginLoadError(say("registry.broken", error=str(error), **values)) from error

    def __iter__(self) -> Iterator[str]:
        return iter({**self._own, **foreign(self.group)})

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in foreign(self.group)

    def place(self, name: str) -> str:
        """Where it stands, as `module:name`.

        Raises:
            KeyError: if nothing of that name is registered.
        """
        return self._own[name] if name in self._own else foreign(self.group)[name]


def foreign(group: str) -> Mapping[str, str]:
    """What is registered from elsewhere in a group, by name, each as `module:name`."""
    return _brought().get(group, {})


@cache  # what is installed does not change under a running program, and is slow to ask for
def _brought() -> Mapping[str, Mapping[str, str]]:
    """What is registered from elsewhere, by group."""
    try:
        bundled: dict[str, dict[str, str]] = import_module("kontrapunkt_foreign").FOREIGN
        return bundled
    except ModuleNotFoundError:
        from importlib.metadata import entry_points  # not in the browser's standard library

        found = entry_points()
        every = {group: found.select(group=f"kontrapunkt.{group}") for group in GROUPS}
        return {group: {entry.name: entry.value for entry in entries} for group, entries in every.items()}


class UnknownGame(ValueError):
    """A game id that nobody has registered."""


GAMES: Final = Registry[type[Game]]("games", OWN, partial(class_at, kind=Game))
"""All games by their public id."""


def game_class(game_id: str) -> type[Game]:
    """The class of a game.

    Raises:
        UnknownGame: naming the games there are.
        PluginLoadError: if what is registered cannot be loaded, or is no game.
    """
    if game_id not in GAMES:
        near = "".join(get_close_matches(game_id, GAMES, 1))
        key = "games.unknown.near" if near else "games.unknown"
        raise UnknownGame(say(key, game=game_id, near=near, games=", ".join(GAMES)))
    return GAMES[game_id]


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
