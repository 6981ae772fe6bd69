"""The part of the reference about the command line, with the form of its JSON."""

import argparse
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from kontrapunkt.cli import COMMANDS
from kontrapunkt.schemas import schema_of
from kontrapunkt.text import catalogue
from kontrapunkt_site.reference.markup import code, listing, table


def commands(folder: Path) -> str:
    """Return a section for each command: usage, arguments and the form of its JSON."""
    return "\n".join([*map(_section, COMMANDS), *_errors()])


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    does = catalogue.capital(catalogue.say(f"cli.does.{name}")) + "."
    parser = argparse.ArgumentParser(prog=f"kontrapunkt {name}", description=does)
    import_module(f"kontrapunkt.commands.{name}").arguments(parser)
    return parser


def _section(name: str) -> str:
    parser = parser_of(name)
    printed = catalogue.say("reference.json", file=code(f"{name}.json")) + "\n"
    head = [f"## {name} {{ #{name} }}\n", f"{parser.description}\n"]
    return "\n".join([*head, *_parser(parser), printed, _form(name)])


def _errors() -> Iterator[str]:
    yield f"## {catalogue.say('reference.errors')} {{ #errors }}\n"
    yield catalogue.say("reference.json", file=code("error.json")) + "\n"
    yield _form("error")


def _form(name: str) -> str:
    """Return the places of a command's JSON with their types, from its schema."""
    schema = schema_of(name)
    heads = (catalogue.say("reference.place"), catalogue.say("reference.type"))
    return table(heads, ((code(path or "."), kind) for path, kind in places(schema, schema)))


def places(schema: dict[str, Any], whole: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the places that a schema allows, each with its types.

    Args:
        schema: The schema, or a part of it.
        whole: The whole schema, in which references are looked up.
        path: The place of the part, such as `items[].rule`.
    """
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from places(each, whole, path)
        return
    kinds = schema.get("type", "string")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if path or "object" not in kinds:
        yield path, catalogue.listed("or", kinds)
    for key, each in schema.get("properties", {}).items():
        yield from places(each, whole, f"{path}.{key}".lstrip("."))
    if isinstance(more := schema.get("additionalProperties"), dict):
        yield from places(more, whole, f"{path}.*".lstrip("."))
    if "items" in schema:
        yield from places(schema["items"], whole, f"{path}[]")


def _parser(parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    formatter = parser._get_formatter()
    rows, below = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = list(action.choices.values())
        elif not isinstance(action, argparse._HelpAction):
            rows.append((code(_name(action)), formatter._expand_help(action) if action.help else ""))
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
