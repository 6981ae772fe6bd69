"""Rule sets and options of a game as something to be agreed, for all forms that ask for them."""

from collections.abc import Mapping

from kontrapunkt import words
from kontrapunkt.game import Game, Option
from kontrapunkt.naming import preset_name
from kontrapunkt.render import Agreement, Answer


def answers(key: str, names: Mapping[str, str], chosen: str | None) -> tuple[Answer, ...]:
    """The ways to set something.

    Args:
        key: Its name in the log.
        names: What each way is called, by its name in the log.
        chosen: The way that is chosen; None for none.
    """
    return tuple(Answer(f"set {key} {each}", name, each == chosen) for each, name in names.items())


def preset_of(game: Game) -> Agreement:
    """Which rule set is played.

    Args:
        game: The game with its options.
    """
    names = {key: preset_name(game.id, key) for key in game.presets}
    return Agreement("preset", words.say("sitting.preset"), answers("preset", names, game.options.preset))


def option_of(option: Option, game: Game) -> Agreement:
    """How an option is played that takes one of some values.

    Args:
        option: The option.
        game: The game with its options.
    """
    names = {each: each for each in option.choices}
    ways = answers(option.key, names, game.options[option.key])
    return Agreement(option.key, str(option.label), ways, option=True)
