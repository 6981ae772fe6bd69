"""The values of an option that are compared with the one in force, and the games with them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from kontrapunkt.core.interface import Game, OptionError
from kontrapunkt.core.options import Option, conditions_met

LONG_LIST: Final = 6
"""The most choices of a list of numbers that are all compared."""


def other_values(option: Option, value: str) -> tuple[str, ...]:
    """Return the values to compare with a value of an option.

    A number is compared with twice as much, and one of a long list with its neighbours and both ends;
    combined choices are compared with one choice more, or one fewer.
    """
    if not option.choices:
        return (str(2 * int(value)),)
    if not option.several:
        choices = option.choices
        if len(choices) > LONG_LIST and value in choices and all(map(str.isdigit, choices)):
            at = choices.index(value)
            choices = tuple(dict.fromkeys((choices[0], *choices[max(0, at - 1) : at + 2], choices[-1])))
        return tuple(choice for choice in choices if choice != value)
    parts = {*value.split("+")} - {"off"}
    found = (parts ^ {choice} for choice in option.choices)
    return tuple("+".join(each for each in option.choices if each in some) or "off" for some in found)


def conditions_of(game: Game, option: Option) -> dict[str, str]:
    """Return the fewest other options without which an option has no effect in a game."""
    by_key = {each.key: each for each in game.known_options}
    found: dict[str, str] = {}
    for term in option.only.split():
        if conditions_met(term, game.options):
            continue
        key, _, wanted = term.partition("=")
        if key.endswith("!"):
            key = key.removesuffix("!")
            found[key] = next(
                choice
                for choice in by_key[key].choices
                if conditions_met(term, {**game.options, key: choice})
            )
        else:
            found[key] = wanted.split("|")[0]
    return found


def with_options(game: Game, chosen: Mapping[str, str]) -> Game | None:
    """Return a game with some options changed; None if its options do not allow that."""
    try:
        return type(game)(game.options.preset, **{**game.chosen, **chosen})
    except OptionError:
        return None


def changed_games(game: Game) -> tuple[tuple[Option, str, Game], ...]:
    """Return each option that has an effect in a game, another value of it, and the game with that value."""
    return _changed_games(type(game), game.options.preset, tuple(game.chosen.items()))


@lru_cache(64)
def _changed_games(
    of: type[Game], preset: str | None, chosen: tuple[tuple[str, str], ...]
) -> tuple[tuple[Option, str, Game], ...]:
    game = of(preset, **dict(chosen))
    found = []
    for option in game.known_options:
        for value in other_values(option, game.options[option.key]):
            if conditions_met(option.only, {**game.options, option.key: value}):
                changed = with_options(game, {option.key: value})
                if changed is not None:
                    found.append((option, value, changed))
    return tuple(found)
