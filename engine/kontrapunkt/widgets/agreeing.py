"""Rule sets and options of a game as something to be agreed, for all forms that ask for them."""

from collections.abc import Iterator, Mapping

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
    """How an option is played: one of its values, some of several that go together, or a number.

    Args:
        option: The option.
        game: The game with its options.
    """
    label, value = str(option.label), game.options[option.key]
    if not option.choices:
        return Agreement(option.key, label, (), option=True, number=value)
    if option.several:
        return Agreement(option.key, label, tuple(_parts(option, game)), option=True)
    ways = answers(option.key, {each: each.replace("_", " ") for each in option.choices}, value)
    return Agreement(option.key, label, ways, option=True)


def _parts(option: Option, game: Game) -> Iterator[Answer]:
    """Of several that go together each is taken and left by itself."""
    taken = game.options.parts(option.key)
    for each in option.choices:
        then = [one for one in option.choices if (one in taken) != (one == each)]
        event = f"set {option.key} {'+'.join(then) or 'off'}"
        yield Answer(event, each.replace("_", " "), each in taken, f"{option.key}-{each}")
