"""Form fields for the rule sets and options of a game."""

from collections.abc import Iterator, Mapping

from kontrapunkt.core.interface import Game, Option, OptionError
from kontrapunkt.core.registry import game_class
from kontrapunkt.render import FormChoice, FormField
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import choice_name, preset_name
from kontrapunkt.widgets.base import EventError


def answers(key: str, names: Mapping[str, str], chosen: str | None) -> tuple[FormChoice, ...]:
    """Return the choices of a field.

    Args:
        key: The key in the log.
        names: The label of each choice by its value in the log; the empty value clears it.
        chosen: The chosen value; None for none.
    """
    return tuple(
        FormChoice(f"set {key} {each}".strip(), name, each == chosen) for each, name in names.items()
    )


def game_by(game_id: str, preset: str | None, options: Mapping[str, str]) -> Game:
    """Create a game with the chosen rules.

    Args:
        preset: The rule set; None for the first one.
        options: The options that differ from the rule set.

    Raises:
        UnknownGame: if there is no such game.
        EventError: if it has no such rule set, option or value.
    """
    try:
        return game_class(game_id)(preset, **options)
    except OptionError as error:
        raise EventError(str(error)) from error


def preset_of(game: Game) -> Iterator[FormField]:
    """Yield the field of the rule set, if there are several."""
    if len(game.presets) > 1:
        names = {key: preset_name(game.id, key) for key in game.presets}
        yield FormField(
            "preset", catalogue.say("table.preset"), answers("preset", names, game.options.preset)
        )


def options_of(game: Game) -> list[FormField]:
    """Return the fields of all options."""
    return [option_of(each, game) for each in game.known_options]


def option_of(option: Option, game: Game) -> FormField:
    """Return the field of an option: one value, several values, or a number."""
    label, value = str(option.label), game.options[option.key]
    if not option.choices:
        return FormField(option.key, label, (), value)
    if option.several:
        return FormField(option.key, label, tuple(_parts(option, game)))
    names = {each: choice_name(option, each) for each in option.choices}
    return FormField(option.key, label, answers(option.key, names, value))


def _parts(option: Option, game: Game) -> Iterator[FormChoice]:
    """Yield a switch for each value of an option that combines several."""
    taken = game.options.parts(option.key)
    for each in option.choices:
        then = [one for one in option.choices if (one in taken) != (one == each)]
        event = f"set {option.key} {'+'.join(then) or 'off'}"
        yield FormChoice(event, choice_name(option, each), each in taken, f"{option.key}-{each}")
