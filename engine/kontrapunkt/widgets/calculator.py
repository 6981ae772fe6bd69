"""The scoring calculator: a form for a deal's facts and the score of the result.

Its log has one entry at most, `choose preset=ddv re=151 re_call=90`, with the choices that differ from the
initial ones.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from kontrapunkt import render
from kontrapunkt.core.calculator import Calculator, Impossible, calculator, takes
from kontrapunkt.core.registry import UnknownGame, game_class
from kontrapunkt.render.form import MOST
from kontrapunkt.render.markup import joined
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import EventError, Prefs, SpecError, Widget
from kontrapunkt.widgets.precomputed import Frame
from kontrapunkt.widgets.settings_form import answers, game_by, option_of, preset_of

PRESET: Final = "preset"


class CalculatorWidget(Widget):
    """A calculator of a game with the reader's choices."""

    kind: ClassVar[str] = "calculator"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Create the form with the choices of the spec.

        Raises:
            SpecError: if there is no such game, it has no calculator, or a choice in the spec is invalid.
        """
        super().__init__(spec, prefs)
        try:
            self._class = game_class(str(spec.get("game")))
            if not self._class.calculator:
                raise SpecError(catalogue.say("calculator.none", game=self._class.id))
            self._options = {option.key: option for option in self._class.known_options}
            self._given = self._fresh = self._read(str(spec.get("choose") or ""))
        except (UnknownGame, EventError) as error:
            raise SpecError(str(error)) from error

    @property
    def log(self) -> list[str]:
        """The choices, if they differ from the initial ones."""
        if self._given == self._fresh:
            return [self._header()]
        chosen = " ".join(f"{key}={value}" for key, value in self._given.items())
        return [self._header(), f"choose {chosen}"]

    def replay(self, entry: str) -> None:
        """Apply `choose KEY=VALUE …`.

        Raises:
            EventError: if a choice is invalid.
        """
        word, _, rest = entry.partition(" ")
        if word != "choose":
            raise EventError.unknown(entry)
        self._given = self._read(rest)

    def send(self, event: str) -> list[Frame]:
        """Handle `set KEY VALUE` or `clear`.

        Raises:
            EventError: if the choice is invalid.
        """
        verb, _, rest = event.partition(" ")
        if verb == "clear":
            self._given = self._fresh
        elif verb == "set":
            self._given = self._having(self._given, *rest.partition(" ")[::2])
        else:
            raise EventError.unknown(event)
        return [self.frame()]

    def _read(self, text: str) -> Mapping[str, str]:
        """Parse the choices in a log entry."""
        given: Mapping[str, str] = {}
        for word in text.split():
            key, _, value = word.partition("=")
            given = self._having(given, key, value)
        return given

    def _having(self, given: Mapping[str, str], key: str, value: str) -> Mapping[str, str]:
        """Return the choices with one changed; a new rule set drops the chosen options."""
        new = {**given, key: value}
        if key == PRESET:
            kept = {each: chosen for each, chosen in given.items() if each not in (*self._options, PRESET)}
            new = {PRESET: value, **kept}
        elif key not in self._options:
            field = next((each for each in self._asks(given).fields if each.key == key), None)
            if field is None or not takes(field, value):
                raise EventError(catalogue.say("calculator.unknown", key=key[:40], value=value[:40]))
        self._asks(new)  # raises an error if there are no such rules
        return new

    def _asks(self, given: Mapping[str, str]) -> Calculator:
        """Return the calculator for the chosen rules."""
        rules = {key: value for key, value in given.items() if key in self._options}
        found = calculator(game_by(self._class.id, given.get(PRESET), rules))
        assert found is not None
        return found

    # What it shows --------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        """Return the form with its choices, and the score."""
        asks, account = self._asks(self._given), ""
        try:
            result = asks.result(self._given)
            said = joined([result.text, render.say_totals(result)])
            account = render.outcome(result, self._rule)
            told = render.verdict(result.text, render.totals(result))
        except Impossible as error:
            said = str(error.said)
            told = self.feedback(said, tone="wrong")
        html = render.frame(
            table=render.form(list(self._rows(asks)), list(self._options_shown(asks)), widget_id=self.id),
            say=told,
            controls=render.form_controls(),
            hints=account,
        )
        return Frame(html, said)

    def _rows(self, asks: Calculator) -> Iterator[render.FormField | render.Number]:
        yield from preset_of(asks.game)
        chosen = asks.chosen(self._given)
        for field in chosen.counting:
            key, label, value = field.key, str(field.label), chosen[field.key]
            if field.answers:
                names = {each: str(name) for each, name in field.answers.items()}
                yield render.FormField(key, label, answers(key, names, value))
            else:
                yield render.Number(key, label, value, *field.numbers)

    def _options_shown(self, asks: Calculator) -> Iterator[render.FormField | render.Number]:
        """Yield the fields of the options that matter; a number has its range."""
        for option in (self._options[key] for key in asks.options):
            if option.choices:
                yield option_of(option, asks.game)
            else:
                value = asks.game.options[option.key]
                yield render.Number(option.key, str(option.label), value, 1, MOST)
