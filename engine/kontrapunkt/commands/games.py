"""`kontrapunkt games`: list the games, or a game's options, presets and rules."""

import argparse
from collections.abc import Iterator

from kontrapunkt.commands import fields, hanging, tell
from kontrapunkt.commands.common import class_of, declare, declare_shared
from kontrapunkt.core.interface import Game, Option
from kontrapunkt.core.options import describe_conditions
from kontrapunkt.core.registry import GAMES
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import choice_name, preset_name


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    declare(parser, "game", "cli.games.help.game", nargs="?", metavar="GAME")
    declare_shared(parser, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Print the list, or one game.

    Raises:
        CommandError: if there is no such game.
    """
    if chosen.game is not None:
        game = class_of(chosen.game)
        return tell(chosen, _as_json(game), _lines(game))
    titles = {game_id: class_of(game_id).title for game_id in GAMES}
    width = max(map(len, titles))
    as_json = [{"id": game_id, "title": title} for game_id, title in titles.items()]
    return tell(chosen, as_json, (f"{game_id:{width}}  {title}" for game_id, title in titles.items()))


def _as_json(game: type[Game]) -> dict[str, object]:
    return {
        **fields(game, "id title"),
        "options": [
            {
                **fields(option, "key label choices default source rules"),
                "usual": [{"terms": terms, "value": value} for terms, value in option.usual],
                "only": option.only,
            }
            for option in game.known_options
        ],
        "presets": {name: dict(values) for name, values in game.presets.items()},
        "rules": [fields(rule, "id statement source") for rule in game.rulebook.values()],
    }


def _lines(game: type[Game]) -> Iterator[str]:
    yield f"{game.title} ({game.id})"
    if game.known_options:
        yield from ("", catalogue.say("cli.games.options"))
    for option in game.known_options:
        yield from hanging(f"{option.key}: {_option_text(option)}", 4, 2)
    if game.presets:
        yield from ("", catalogue.say("cli.games.presets"))
    for name, values in game.presets.items():
        text = " ".join(f"{key}={value}" for key, value in values.items())
        values_told = text or catalogue.say("cli.games.defaults")
        title = preset_name(game.id, name)
        said = catalogue.say("cli.games.preset", title=title, values=values_told)
        yield from hanging(f"{name}: {said}", 4, 2)
    yield from ("", catalogue.say("options.rules"))
    for rule in game.rulebook.values():
        yield from hanging(f"{rule.id}: {rule.statement} [{rule.source}]", 4, 2)


def _option_text(option: Option) -> str:
    usual = "".join(
        catalogue.say("cli.games.usual", value=v, terms=describe_conditions(terms))
        for terms, v in option.usual
    )
    only = (
        f"; {catalogue.say('cli.games.only', terms=describe_conditions(option.only))}" if option.only else ""
    )
    default, rules = f"{option.default}{usual}{only}", ", ".join(option.rules)
    takes = ", ".join(_choice(option, each) for each in option.choices) or option.takes
    return catalogue.say(
        "cli.games.option", takes=takes, default=default, rules=rules, **fields(option, "label source")
    )


def _choice(option: Option, choice: str) -> str:
    """Return a choice as typed, followed by its label if that says more."""
    label = choice_name(option, choice)
    return choice if label == choice else catalogue.say("cli.games.choice", choice=choice, label=label)
