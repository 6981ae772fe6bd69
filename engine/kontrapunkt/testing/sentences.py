"""A check of all sentences in a game's code; random play meets few refusals."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from kontrapunkt.core.interface import Game
from kontrapunkt.text import catalogue

_PLACES = {"say": 0, "Violation": 1}
"""The index of the argument that is a sentence's key, by the name of the function."""


def check_keys(game_class: type[Game]) -> None:
    """Check that each sentence named in the code of a game is in a catalogue.

    Keys that are composed at run time are left to random play.

    Args:
        game_class: The class of the game; its module is read, or its whole package.

    Raises:
        AssertionError: naming a key without a sentence, with its file and line.
    """
    file = Path(inspect.getfile(game_class))
    package = game_class.__module__ != "__main__" and (file.parent / "__init__.py").exists()
    for path in sorted(file.parent.glob("*.py")) if package else [file]:
        for key, line in _keys(ast.parse(path.read_text("utf-8"))):
            assert catalogue.knows(key), f"{path.name}, line {line}: no catalogue has the sentence {key}"


def _keys(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the literal keys in calls, each with its line."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        place = _PLACES.get(name, len(call.args))
        key = call.args[place] if place < len(call.args) else None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, key.lineno
