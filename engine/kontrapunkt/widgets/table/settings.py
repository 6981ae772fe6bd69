"""The settings of a table before the first deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from kontrapunkt.core.interface import SEATS, Game
from kontrapunkt.core.messages import seat_name
from kontrapunkt.core.registry import plugin_entries
from kontrapunkt.play.players import PLAYERS
from kontrapunkt.render import FormChoice, FormField
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import EventError
from kontrapunkt.widgets.settings_form import answers, game_by, preset_of

PACES: Final[Mapping[str, int]] = {"slow": 1300, "even": 650, "swift": 150}
"""The time that a computer player takes over a card, in milliseconds, by pace."""

_OURS: Final = ("random", "first-steps", "club")
"""Our own computer players, the weakest first."""

DEALS: Final = ("all", "1", "2", "4", "8", "12", "24")
"""The most deals of a session; `all` for as many as the rules or the reader want."""

_OWN_KEYS: Final = ("preset", "seat", "people", "player", "length", "pace")


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table before the first deal.

    Attributes:
        preset: The rule set; empty for the game's first one.
        options: The options that differ from the rule set.
        seat: The reader's seat in the first deal.
        people: The letters of the other seats played at this screen in the first deal; empty for none.
        player: The name of the computer player at the other seats.
        length: The most deals, one of `DEALS`.
        pace: One of `PACES`.
    """

    game_id: str
    preset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seat: str = "S"
    people: str = ""
    player: str = "first-steps"
    length: str = "all"
    pace: str = "even"

    @cached_property
    def game(self) -> Game:
        """The game with its options."""
        return game_by(self.game_id, self.preset or None, self.options)

    @property
    def players(self) -> list[str]:
        """The computer players that can be chosen, the weakest first."""
        able = [name for name in _OURS if name in PLAYERS and (name == "random" or self.game.heuristics)]
        return [*able, *sorted(plugin_entries("players"))]

    def with_value(self, key: str, value: str) -> "TableSettings":
        """Return a copy with one setting changed; a new rule set drops the chosen options.

        Args:
            key: `preset`, `seat`, `people`, `player`, `length`, `pace`, or an option of the game.

        Raises:
            EventError: if the setting is invalid.
        """
        new = self._with(key, value)
        new._check()
        return new.with_valid_seats

    def _with(self, key: str, value: str) -> "TableSettings":
        if key == "preset":
            return replace(self, preset=value, options={})
        if key in _OWN_KEYS:
            changed: dict[str, Any] = {key: value}
            return replace(self, **changed)
        return replace(self, options={**self.options, key: value})

    def with_person(self, seat: str) -> "TableSettings":
        """Return a copy in which a person joins a seat at this screen or leaves it.

        Raises:
            EventError: if there is no such seat.
        """
        others = self.people.replace(seat, "") if seat in self.people else self.people + seat
        return self.with_value("people", others)

    def of_record(self, game: Game) -> "TableSettings":
        """Return a copy with the game and rules of a record."""
        preset = game.options.preset or ""
        fresh = "" if preset == next(iter(game.presets), "") else preset
        return replace(self, game_id=game.id, preset=fresh, options=dict(game.chosen)).with_valid_seats

    @property
    def with_valid_seats(self) -> "TableSettings":
        """A copy in which the seats exist and the computer player can play the game."""
        seats = self.game.seats
        player = self.player if self.player in self.players else self.players[0]
        seat = self.seat if self.seat in seats else "S" if "S" in seats else seats[0]
        others = {*seats} & {*self.people} - {seat}
        return replace(
            self, seat=seat, player=player, people="".join(each for each in SEATS if each in others)
        )

    def _check(self) -> None:
        players = self.players if self.game.heuristics else [*self.players, type(self).player]
        known = {"seat": SEATS, "player": players, "length": DEALS, "pace": PACES}
        if not {*self.people} <= {*SEATS}:
            wrong = {"key": "people", "value": self.people[:40], "values": "NESW"}
            raise EventError(catalogue.say("table.no_such", **wrong))
        for key, values in known.items():
            value = getattr(self, key)
            if value not in values:
                there = catalogue.listed("or", [*values])
                raise EventError(catalogue.say("table.no_such", key=key, value=value[:40], values=there))

    @property
    def text(self) -> str:
        """The differences from a fresh table, as in a log: `preset=lappi6 seat=E`."""
        fresh = type(self)(self.game_id).with_valid_seats
        own = {key: getattr(self, key) for key in _OWN_KEYS if getattr(self, key) != getattr(fresh, key)}
        return " ".join(f"{key}={value}" for key, value in {**own, **self.options}.items())

    def reading(self, text: str) -> "TableSettings":
        """Return a copy with the settings from a log.

        Args:
            text: The settings, as in `text`.

        Raises:
            EventError: if a setting is invalid.
        """
        new = self
        for word in text.split():
            key, _, value = word.partition("=")
            new = new._with(key, value)
        new._check()
        return new.with_valid_seats

    def agreements(self) -> Iterator[FormField]:
        """Yield the fields of all settings except the game's options."""
        game = self.game
        yield from preset_of(game)
        yield self._one("seat", {seat: str(seat_name(seat)) for seat in game.seats}, self.seat)
        others = [seat for seat in game.seats if seat != self.seat]
        joins = tuple(
            FormChoice(f"join {seat}", str(seat_name(seat)), seat in self.people) for seat in others
        )
        yield FormField("people", catalogue.say("table.people"), joins)
        yield self._one("player", {name: _player_name(name) for name in self.players}, self.player)
        numbers = {each: catalogue.say("table.length.all") if each == DEALS[0] else each for each in DEALS}
        yield self._one("length", numbers, self.length)
        yield self._one("pace", {pace: catalogue.say(f"table.pace.{pace}") for pace in PACES}, self.pace)

    def _one(self, key: str, names: Mapping[str, str], chosen: str | None) -> FormField:
        return FormField(key, catalogue.say(f"table.{key}"), answers(key, names, chosen))


def _player_name(name: str) -> str:
    key = f"table.player.{name}"
    return catalogue.say(key) if catalogue.knows(key) else name
