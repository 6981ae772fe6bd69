"""Rule sets and options of a game as something to be agreed, for all forms that ask for them."""

from collections.abc import Iterator, Mapping

from kontrapunkt.core.interface import Game, Option, OptionError
from kontrapunkt.core.registry import game_class
from kontrapunkt.render import FormChoice, FormField
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import choice_name, preset_name
from kontrapunkt.widgets.base import EventError


def answers(key: str, names: Mapping[str, str], chosen: str | None) -> tuple[FormChoice, ...]:
    """The ways to set something.

    Args:
        key: Its name in the log.
        names: What each way is called, by its name in the log; an empty name is that of nothing.
        chosen: The way that is chosen; None for none.
    """
    return tuple(
        FormChoice(f"set {key} {each}".strip(), name, each == chosen) for each, name in names.items()
    )


def game_by(game_id: str, preset: str | None, options: Mapping[str, str]) -> Game:
    """A game by the rules that are chosen.

    Args:
        game_id: The game's id.
        preset: The rule set; None for the first one.
        options: What is played otherwise than in the rule set.

    Raises:
        UnknownGame: if there is no such game.
        EventError: if it has no such rule set, option or value.
    """
    try:
        return game_class(game_id)(preset, **options)
    except OptionError as error:
        raise EventError(str(error)) from error


def preset_of(game: Game) -> Iterator[FormField]:
    """Which rule set is played; nothing where there is but one.

    Args:
        game: The game with its options.
    """
    if len(game.presets) > 1:
        names = {key: preset_name(game.id, key) for key in game.presets}
        yield FormField(
            "preset", catalogue.say("sitting.preset"), answers("preset", names, game.options.preset)
        )


def options_of(game: Game) -> list[FormField]:
    """How each of its options is played.

    Args:
        game: The game with its options.
    """
    return [option_of(each, game) for each in game.known_options]


def option_of(option: Option, game: Game) -> FormField:
    """How an option is played: one of its values, some of several that go together, or a number.

    Args:
        option: The option.
        game: The game with its options.
    """
    label, value = str(option.label), game.options[option.key]
    if not option.choices:
        return FormField(option.key, label, (), value)
    if option.several:
        return FormField(option.key, label, tuple(_parts(option, game)))
    names = {each: choice_name(option, each) for each in option.choices}
    return FormField(option.key, label, answers(option.key, names, value))


def _parts(option: Option, game: Game) -> Iterator[FormChoice]:
    """Of several that go together each is taken and left by itself."""
    taken = game.options.parts(option.key)
    for each in option.choices:
        then = [one for one in option.choices if (one in taken) != (one == each)]
        event = f"set {option.key} {'+'.join(then) or 'off'}"
        yield FormChoice(event, choice_name(option, each), each in taken, f"{option.key}-{each}")
