"""A game that notes what a deal reads of it, to find the options on which the deal depends."""

from functools import cached_property
from typing import Any

from kontrapunkt.core.interface import Game
from kontrapunkt.core.options import Options


class _WatchedOptions(Options):
    """Options that note which of them are read."""

    __slots__ = ("read",)

    def __init__(self, of: Options, game: Game) -> None:
        super().__init__(game.known_options, game.presets, of.preset, of.chosen)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.read.add(key)
        return super().__getitem__(key)

    def on(self, key: str) -> bool:
        self.read.add(key)
        return super().on(key)

    def parts(self, key: str) -> tuple[str, ...]:
        self.read.add(key)
        return super().parts(key)


class Watch:
    """A game that notes the attributes and options that a deal reads.

    A deal that reads nothing that an option changes is the same under its other value, and need not be
    played again.

    Attributes:
        game: The game, to play the deal by.
    """

    def __init__(self, game: Game) -> None:
        """Watch a new game with the same options."""
        self._plain = _attributes(type(game)(game.options.preset, **game.chosen))
        self._options = _WatchedOptions(game.options, game)
        self._read = read = set[str]()
        of: type[Any] = type(game)

        class Watched(of):  # type: ignore[misc]
            def __getattribute__(self, name: str) -> Any:
                read.add(name)
                return super().__getattribute__(name)

        self.game: Game = object.__new__(Watched)
        self.game.__dict__.update(self._plain, options=self._options)

    def depends_on(self, changed: Game) -> bool:
        """Return True unless the deal is certainly the same in a game with other options."""
        plain, other, options = self._plain, _attributes(changed), dict(self._plain["options"])
        if any(changed.options[key] != value for key, value in options.items() if key in self._options.read):
            return True
        names = (plain.keys() | other.keys()) - {"options"}
        return any(name in self._read and plain.get(name) != other.get(name) for name in names)


def _attributes(game: Game) -> dict[str, Any]:
    """Return the attributes of a game, without those that are worked out from others when they are read."""
    of = type(game)
    return {
        name: value
        for name, value in vars(game).items()
        if not isinstance(getattr(of, name, None), cached_property)
    }
