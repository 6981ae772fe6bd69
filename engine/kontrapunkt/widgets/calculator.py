"""What does it come to? A form of few choices, and what the game's own scoring makes of them.

The log has one entry at most, `choose preset=ddv re=151 re_call=90`: what is chosen otherwise than at first.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from kontrapunkt import render, words
from kontrapunkt.calculator import Calculator, Chosen, Field, Impossible, calculator, takes
from kontrapunkt.game import Game, Option, OptionError
from kontrapunkt.registry import UnknownGame, game_class
from kontrapunkt.render.form import MOST
from kontrapunkt.widgets.agreeing import answers, option_of, preset_of
from kontrapunkt.widgets.base import EventError, Prefs, SpecError, Widget
from kontrapunkt.widgets.foreseen import Frame

PRESET: Final = "preset"


class Reckoner(Widget):
    """A calculator of a game, filled in."""

    kind: ClassVar[str] = "calculator"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Lays out an empty form.

        Raises:
            SpecError: if there is no such game, it has no calculator, or what is chosen at first cannot be.
        """
        super().__init__(spec, prefs)
        try:
            self._class = game_class(str(spec.get("game")))
        except UnknownGame as error:
            raise SpecError(str(error)) from error
        if not self._class.calculator:
            raise SpecError(words.say("calculator.none", game=self._class.id))
        self._given: dict[str, str] = {}
        self._take()
        try:
            self._choose(str(spec.get("choose") or ""))
        except EventError as error:
            raise SpecError(str(error)) from error
        self._fresh = dict(self._given)

    @property
    def log(self) -> list[str]:
        """What is chosen otherwise than at first."""
        if self._given == self._fresh:
            return [self._header()]
        chosen = " ".join(f"{key}={value}" for key, value in self._given.items())
        return [self._header(), f"choose {chosen}"]

    def replay(self, entry: str) -> None:
        """Takes `choose KEY=VALUE …`.

        Raises:
            EventError: if something in it cannot be chosen.
        """
        word, _, rest = entry.partition(" ")
        if word != "choose":
            raise EventError.unknown(entry)
        before = self._given
        self._given = {}
        try:
            self._take()
            self._choose(rest)
        except EventError:
            self._given = before
            self._take()
            raise

    def send(self, event: str) -> list[Frame]:
        """Takes `set KEY VALUE`, or `clear`.

        Raises:
            EventError: if that cannot be chosen.
        """
        verb, _, rest = event.partition(" ")
        if verb == "clear":
            self._given = dict(self._fresh)
            self._take()
        elif verb == "set":
            self._set(*rest.partition(" ")[::2])
        else:
            raise EventError.unknown(event)
        return [self.frame()]

    def _choose(self, text: str) -> None:
        for word in text.split():
            key, _, value = word.partition("=")
            self._set(key, value)

    def _set(self, key: str, value: str) -> None:
        """Chooses something; another rule set drops the options that were chosen."""
        options = {option.key for option in self._class.known_options}
        before = self._given
        if key == PRESET:
            self._given = {PRESET: value, **{k: v for k, v in before.items() if k not in {*options, PRESET}}}
        elif key in options:
            self._given = {**before, key: value}
        else:
            field = next((each for each in self._calculator.fields if each.key == key), None)
            if field is None or not takes(field, value):
                raise EventError(words.say("calculator.unknown", key=key[:40], value=value[:40]))
            self._given = {**before, key: value}
        try:
            self._take()
        except EventError:
            self._given = before
            raise

    def _take(self) -> None:
        """Takes the rules that are chosen."""
        options = {option.key for option in self._class.known_options}
        chosen = {key: value for key, value in self._given.items() if key in options}
        try:
            self._game: Game = self._class(self._given.get(PRESET), **chosen)
        except OptionError as error:
            raise EventError(str(error)) from error
        found = calculator(self._game)
        assert found is not None
        self._calculator: Calculator = found

    # What it shows --------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        """The form as it is filled in, and what that comes to."""
        chosen = self._calculator.chosen(self._given)
        account = ""
        try:
            result = self._calculator.result(self._given)
            total = render.totals(result)
            said = " ".join(each for each in (result.text, total) if each)
            links = {item.rule: self._rule(item.rule) for item in result.items if item.rule}
            account = render.outcome(result, links, summed=False)
            told = render.verdict(result.text, total)
        except Impossible as error:
            said = str(error.said)
            told = self.feedback(said, tone="wrong")
        html = render.frame(
            table=render.form(self._rows(chosen), list(self._options()), widget_id=self.id),
            say=told,
            controls=render.form_controls(),
            hints=account,
        )
        return Frame(html, said)

    def _rows(self, chosen: Chosen) -> list[render.Agreement | render.Number]:
        presets = [preset_of(self._game)] if len(self._game.presets) > 1 else []
        return [*presets, *(_row(field, chosen[field.key]) for field in chosen.counting)]

    def _options(self) -> Iterator[render.Agreement | render.Number]:
        known = {option.key: option for option in self._class.known_options}
        for key in self._calculator.options:
            yield _option(known[key], self._game)


def _row(field: Field, value: str) -> render.Agreement | render.Number:
    if field.answers:
        names = {key: str(name) for key, name in field.answers.items()}
        return render.Agreement(field.key, str(field.label), answers(field.key, names, value))
    return render.Number(field.key, str(field.label), value, *field.numbers)


def _option(option: Option, game: Game) -> render.Agreement | render.Number:
    """An option of a game; a number has its range beside it."""
    if not option.choices:
        return render.Number(option.key, str(option.label), game.options[option.key], 1, MOST)
    return option_of(option, game)
