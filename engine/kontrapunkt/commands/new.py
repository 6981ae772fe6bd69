"""`kontrapunkt new site|page|puzzle|lesson|game`: write files to begin with, which build without an error."""

import argparse
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Final

from kontrapunkt import record
from kontrapunkt.commands import CommandError, site_tools, tell, writing
from kontrapunkt.commands.common import class_of, declare, declare_shared
from kontrapunkt.core.registry import GAMES
from kontrapunkt.text import catalogue

SEED: Final = 7
"""The seed of the deal in pages, puzzles and lessons."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_FILES: Final[Mapping[str, Mapping[str, str]]] = {
    "site": {"site/mkdocs.yml": "mkdocs.yml", "site/docs/index.md": "docs/index.md"},
    "game": {
        "game/pyproject.toml.txt": "pyproject.toml",
        "game/game.py.txt": "@module@.py",
        "game/test_game.py.txt": "test_@module@.py",
        "game/mkdocs.yml": "mkdocs.yml",
        "game/docs/index.md": "docs/index.md",
    },
}
"""The templates of what is a folder, with the names of the files there."""

_ENDINGS: Final = {"page": ".md", "puzzle": ".toml", "lesson": ".lesson"}
"""The endings of what is a file."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the kinds of new things."""
    kinds = parser.add_subparsers(metavar="KIND", required=True, dest="kind")
    for kind in (*_FILES, *_ENDINGS):
        does = catalogue.say(f"cli.new.help.{kind}")
        one = kinds.add_parser(kind, help=does, description=catalogue.capital(does) + ".")
        metavar = "FOLDER" if kind == "site" else "NAME" if kind == "game" else "FILE"
        declare(one, "path", f"cli.new.help.path.{metavar.lower()}", metavar=metavar)
        if kind in _ENDINGS:
            declare(one, "--game", "cli.new.help.of", default="ristikontra", metavar="GAME")
        declare_shared(one, "--json")


def run(chosen: argparse.Namespace) -> int:
    """Write the files, and say what comes next.

    Raises:
        CommandError: if a file is there already, a name is impossible, or there is no such game.
    """
    written = _folder(chosen.kind, chosen.path) if chosen.kind in _FILES else _file(chosen)
    for path in written:
        if path.exists():
            raise CommandError(catalogue.say("cli.new.exists"), place=str(path))
    for path, text in written.items():
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    following = catalogue.say(f"cli.new.next.{chosen.kind}", path=chosen.path, name=Path(chosen.path).name)
    made = [*map(str, written)]
    return tell(chosen, {"files": made, "next": following}, [*made, following])


def _folder(kind: str, place: str) -> dict[Path, str]:
    """Return the files of a site or a game."""
    name = Path(place).resolve().name
    title = name.replace("-", " ").replace("_", " ").capitalize()
    values = {"title": title}
    if kind == "game":
        if not _NAME.fullmatch(name) or name in GAMES:
            raise CommandError(catalogue.say("cli.new.game", name=name))
        words = name.split("-")
        letters = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
        values |= {
            "id": name,
            "module": name.replace("-", "_"),
            "class": "".join(map(str.capitalize, words)),
            "prefix": letters[:4].upper().ljust(2, "X"),
        }
    return {Path(place, _filled(to, values)): _template(file, values) for file, to in _FILES[kind].items()}


def _file(chosen: argparse.Namespace) -> dict[Path, str]:
    """Return the files of a page, a puzzle or a lesson."""
    path, ending = Path(chosen.path), _ENDINGS[chosen.kind]
    if path.suffix != ending:
        raise CommandError(catalogue.say("cli.new.ending", ending=ending), place=chosen.path)
    game = class_of(chosen.game)
    values = {
        "title": path.stem.replace("-", " ").capitalize(),
        "game": game.id,
        "game_title": game.title,
        "record": first_trick(game.id).strip(),
    }
    found = {path: _template(f"{chosen.kind}{ending}", values)}
    words = path.with_name("words.terms")
    if chosen.kind == "lesson" and not words.exists():
        found[words] = _template(words.name, values)
    return found


def first_trick(game_id: str) -> str:
    """Return the record of a deal up to the end of its first trick.

    Args:
        game_id: The game's id.

    Raises:
        CommandError: if no deal comes to a trick.
    """
    for seed in range(SEED, SEED + 1000):
        chance = Random(seed)
        start = class_of(game_id)().deal(seed)
        for state, done in record.play_at_random(start, chance):
            if state.view(None).tricks:
                return record.write(record.record_of(start, done))
    raise CommandError(catalogue.say("cli.new.no_trick", game=game_id))


def _template(name: str, values: Mapping[str, str]) -> str:
    with site_tools():
        folder = files("kontrapunkt_site")
    return _filled(folder.joinpath("templates", *name.split("/")).read_text("utf-8"), values)


def _filled(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text
