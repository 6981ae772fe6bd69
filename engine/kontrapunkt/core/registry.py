"""Registries of games and of everything else that a plugin can add, by name.

A registry maps names to places, written `module:name`. Our own are listed in the code. Plugins come from the
entry points of the registry's group, such as `kontrapunkt.games`; in the browser, where no package is
installed, from the module `kontrapunkt_foreign` that the build writes. A module is imported when first used.
"""

import warnings
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from kontrapunkt.core.interface import Game
from kontrapunkt.core.messages import say
from kontrapunkt.core.old_names import old_members
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

GUESTS: Final = {"sedma": "kontrapunkt.games.sedma:Sedma"}
"""Games made by following the tutorial: playable like ours, but no part of the comparison of the seven."""

GROUPS: Final = ("games", "puzzles", "drills", "widgets", "fences", "players", "languages")
"""The groups that plugins can extend, by the entry points of `kontrapunkt.<name>`."""


def load_object(place: str) -> Any:
    """Import a module and return an object of it.

    Args:
        place: The object's place, as `module:name`.
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def class_at(place: str, kind: type) -> Any:
    """Load a class and check its base class.

    Args:
        place: The class's place, as `module:name`.
        kind: The required base class.

    Raises:
        TypeError: if the object is no subclass of it.
    """
    found = load_object(place)
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise TypeError(f"{found!r} is no {kind.__name__}")
    return found


class PluginLoadError(Exception):
    """A registered entry that cannot be loaded; the message names it in one sentence."""


class Registry[T](Mapping[str, T]):
    """The entries of a group by name: our own first, then those of plugins.

    Attributes:
        group: One of `GROUPS`.
    """

    def __init__(self, group: str, own: Mapping[str, str], load: Callable[[str], T] = load_object) -> None:
        """Create a registry.

        Args:
            group: One of `GROUPS`.
            own: Our own entries by name, each as `module:name`; a plugin cannot replace one.
            load: The function that loads an entry from its place.
        """
        self.group = group
        self._own = own
        self._load = load

    def __getitem__(self, name: str) -> T:
        """Load the entry of a name.

        Raises:
            KeyError: if there is no such entry.
            PluginLoadError: if it cannot be loaded.
        """
        place = self.place(name)
        try:
            return self._load(place)
        except Exception as error:  # a plugin's code may raise anything
            values = {"what": say(f"registry.{self.group}"), "name": name, "place": place}
            raise PluginLoadError(say("registry.broken", error=str(error), **values)) from error

    def __iter__(self) -> Iterator[str]:
        return iter({**self._own, **plugin_entries(self.group)})

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in plugin_entries(self.group)

    def place(self, name: str) -> str:
        """Return an entry's place, as `module:name`.

        Raises:
            KeyError: if there is no entry of that name.
        """
        return self._own[name] if name in self._own else plugin_entries(self.group)[name]


def plugin_entries(group: str) -> Mapping[str, str]:
    """Return the plugin entries of a group by name, each as `module:name`."""
    return _plugin_entries().get(group, {})


@cache  # looking up entry points is slow, and the installed packages do not change at run time
def _plugin_entries() -> Mapping[str, Mapping[str, str]]:
    """Return the plugin entries of all groups."""
    try:
        bundled: dict[str, dict[str, str]] = import_module("kontrapunkt_foreign").FOREIGN
        return bundled
    except ModuleNotFoundError:
        from importlib.metadata import entry_points  # not in the browser's standard library

        found = entry_points()
        every = {group: found.select(group=f"kontrapunkt.{group}") for group in GROUPS}
        return {group: {entry.name: entry.value for entry in entries} for group, entries in every.items()}


class UnknownGame(ValueError):
    """A game id that is not registered."""


GAMES: Final = Registry[type[Game]]("games", ChainMap(GUESTS, OWN), partial(class_at, kind=Game))
"""All games by their public id."""


def game_class(game_id: str) -> type[Game]:
    """Return the class of a game.

    Raises:
        UnknownGame: naming the games there are.
        PluginLoadError: if the entry cannot be loaded, or is not a game.
    """
    if game_id not in GAMES:
        near = "".join(get_close_matches(game_id, GAMES, 1))
        key = "games.unknown.near" if near else "games.unknown"
        raise UnknownGame(say(key, game=game_id, near=near, games=", ".join(GAMES)))
    return GAMES[game_id]


def game(game_id: str, preset: str | None = None, **options: object) -> Game:
    """Return a game with the given options: `game("ristiklappi", hand_size=6)`.

    An option that has no effect beside the others causes a warning, `IdleOption`.

    Raises:
        UnknownGame: if there is no such game.
        OptionError: if an option, preset or value does not exist.
    """
    found = game_class(game_id)(preset, **options)
    for sentence in found.options.idle:
        warnings.warn(str(sentence), IdleOption, stacklevel=2)
    return found


if not TYPE_CHECKING:  # no type checker finds old names
    __getattr__ = old_members(__name__, {"foreign": plugin_entries})
