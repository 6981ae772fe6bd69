"""The part of the reference about the command line, with the form of its JSON."""

import argparse
import json
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from kontrapunkt.cli import COMMANDS, main
from kontrapunkt.core.action import SEATS
from kontrapunkt.text import catalogue
from kontrapunkt_site.reference.fence_guide import text_of
from kontrapunkt_site.reference.markup import code, listing, table
from kontrapunkt_site.reference.records import whole_deal

_SAMPLES: Final = {
    "arena": (
        "arena",
        "kontraspiel",
        "--players",
        "first-steps,random",
        "--deals",
        "1",
        "--jobs",
        "1",
        "--json",
    ),
    "check": ("check", "my.toml", "--jobs", "1", "--json"),
    "fences": ("fences", "cards", "--json"),
    "games": ("games", "ristikontra", "--json"),
    "legal": ("legal", "my.record", "--at", "6", "--json"),
    "review": ("review", "my.record", "--seat", "S", "--json"),
    "score": ("score", "my.record", "--json"),
    "solve": ("solve", "my.record", "--at", "9", "--json"),
}
"""A call of each command that prints JSON; the reference shows the form of what it prints."""


def commands(folder: Path) -> str:
    """Return a section for each command: usage, arguments and the form of its JSON."""
    return "\n".join(_section(name) for name in COMMANDS)


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    does = catalogue.capital(catalogue.say(f"cli.does.{name}")) + "."
    parser = argparse.ArgumentParser(prog=f"kontrapunkt {name}", description=does)
    import_module(f"kontrapunkt.commands.{name}").arguments(parser)
    return parser


def _section(name: str) -> str:
    parser = parser_of(name)
    parts = [f"## {name} {{ #{name} }}\n", f"{parser.description}\n", *_parser(parser)]
    if name in _SAMPLES:
        called = " ".join(_SAMPLES[name])
        rows = ((code(path), kind) for path, kind in form(sample(name)))
        heads = (catalogue.say("reference.place"), catalogue.say("reference.type"))
        parts += [
            catalogue.say("reference.json", call=code(f"kontrapunkt {called}")) + "\n",
            table(heads, rows),
        ]
    return "\n".join(parts)


def _parser(parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    rows, below = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = list(action.choices.values())
        elif not isinstance(action, argparse._HelpAction):
            rows.append((code(_name(action)), (action.help or "").replace("%%", "%")))
    yield listing(usage, "text")
    if rows:
        yield table((catalogue.say("reference.argument"), catalogue.say("reference.says")), rows)
    for each in below:
        yield f"### {each.prog.removeprefix('kontrapunkt ')}\n"
        yield f"{each.description}\n"
        yield from _parser(each)


def _name(action: argparse.Action) -> str:
    if not action.option_strings:
        return str(action.metavar or action.dest)
    value = "" if action.nargs == 0 else f" {action.metavar or action.dest.upper()}"
    return f"{action.option_strings[-1]}{value}"


@cache
def sample(name: str) -> Any:
    """Return what a command prints as JSON about a small example."""
    said = StringIO()
    with TemporaryDirectory() as place, redirect_stdout(said), redirect_stderr(StringIO()):
        for file, text in (("my.record", whole_deal("kontraspiel")), ("my.toml", text_of("sample.toml"))):
            Path(place, file).write_text(text, "utf-8")
        words = [str(Path(place, word)) if word.startswith("my.") else word for word in _SAMPLES[name]]
        if status := main(words):
            raise AssertionError(f"kontrapunkt {' '.join(words)} ends with {status}")
    return json.loads(said.getvalue())


def form(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the places of a JSON value with the types that are found there.

    Args:
        value: The value.
        path: Its place, such as `items[].rule`.
    """
    found: dict[str, list[str]] = {}
    for place, kind in _places(value, path):
        if kind not in found.setdefault(place, []):
            found[place].append(kind)
    for place, kinds in found.items():
        yield place or ".", catalogue.listed("or", kinds)


def _places(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        if path:
            yield path, "object"
        for key, each in value.items():
            name = "CARD" if _CARD.fullmatch(key) else "SEAT" if key in SEATS else key
            yield from _places(each, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        yield path, "array"
        for each in value:
            yield from _places(each, f"{path}[]")
    else:
        yield path, _TYPES[type(value)]


_CARD: Final = re.compile(r"(?:[AKQJT]|[2-9])[CSHD]")

_TYPES: Final = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
