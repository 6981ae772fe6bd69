"""`kontrapunkt games`: the games there are; or one game's options, presets and rules."""

import argparse
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from kontrapunkt import words
from kontrapunkt.commands import fields, print_json, tell
from kontrapunkt.commands.common import class_of, declare, json_argument
from kontrapunkt.game import Game, Option
from kontrapunkt.naming import preset_name
from kontrapunkt.options import told
from kontrapunkt.registry import GAMES

WIDTH: Final = 96


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    declare(parser, "game", "cli.games.help.game", nargs="?", metavar="GAME")
    json_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the list, or one game.

    Raises:
        CommandError: if there is no such game.
    """
    if chosen.game is not None:
        game = class_of(chosen.game)
        return tell(chosen, _as_json(game), _lines(game))
    titles = {game_id: class_of(game_id).title for game_id in GAMES}
    if chosen.json:
        print_json([{"id": game_id, "title": title} for game_id, title in titles.items()])
    else:
        width = max(map(len, titles))
        for game_id, title in titles.items():
            print(f"{game_id:{width}}  {title}")
    return 0


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
    yield from ("", words.say("cli.games.options"))
    for option in game.known_options:
        yield from _hung(option.key, _option_text(option))
    yield from ("", words.say("cli.games.presets"))
    for name, values in game.presets.items():
        text = " ".join(f"{key}={value}" for key, value in values.items())
        values_told = text or words.say("cli.games.defaults")
        title = preset_name(game.id, name)
        yield from _hung(name, words.say("cli.games.preset", title=title, values=values_told))
    yield from ("", words.say("options.rules"))
    for rule in game.rulebook.values():
        yield from _hung(rule.id, f"{rule.statement} [{rule.source}]")


def _option_text(option: Option) -> str:
    usual = "".join(words.say("cli.games.usual", value=v, terms=told(terms)) for terms, v in option.usual)
    only = f"; {words.say('options.only', terms=told(option.only))}" if option.only else ""
    return words.say(
        "cli.games.option",
        label=option.label,
        choices=option.takes,
        default=f"{option.default}{usual}{only}",
        source=option.source,
        rules=", ".join(option.rules),
    )


def _hung(key: str, text: str) -> list[str]:
    """A key, and a text that hangs beside it."""
    return wrap(
        f"{key}: {text}", WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
    )
