"""The house: imports point down its floors, and nothing hangs in a circle.

A part may import those that come before it in `FLOORS`. What is written for type checkers only, or inside a
function, is an import like any other.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kontrapunkt
import kontrapunkt_site

PACKAGE = Path(kontrapunkt.__file__).parent
SITE = Path(kontrapunkt_site.__file__).parent

FLOORS = (
    ("core", "schemas"),
    ("text",),
    ("record",),
    ("what families share",),
    ("a family",),
    ("search",),
    ("puzzles", "play"),
    ("drills",),
    ("what inferences share",),
    ("a family's puzzle knowledge", "a family's inference"),
    ("a game",),
    ("a solver", "inference"),
    ("puzzle knowledge",),
    ("lessons",),
    ("render",),
    ("widgets",),
    ("classroom",),
    ("app", "cells", "commands", "rl", "testing"),
    ("cli", "notebook"),
)
"""What the engine is made of, from the ground up; what shares a floor does not know each other."""

ROLES = {
    "inference": "inference",
    "solver": "a solver",
    "puzzle_knowledge": "puzzle knowledge",
}
"""Parts of a game or a family that are loaded when asked for, and stand above search and puzzles."""

ROOT = "kontrapunkt"


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Every module of the engine, or of another package, by its name."""
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in package.rglob("*.py")
        if path != PACKAGE / "renamed.py" and "vendor" not in path.parts
    }


def imported(path: Path, known: dict[str, Path]) -> Iterator[tuple[str, int]]:
    """The modules of the engine that a file imports, each with its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = [
                f"{node.module}.{each.name}" if f"{node.module}.{each.name}" in known else node.module or ""
                for each in node.names
            ]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        else:
            continue
        yield from ((name, node.lineno) for name in names if name in known)


def arrows(package: Path = PACKAGE) -> dict[str, dict[str, int]]:
    """The imports of each module from its own package, each with its line."""
    known = modules(package)
    return {
        name: {other: line for other, line in imported(path, known) if other != name}
        for name, path in known.items()
    }


def part(module: str) -> tuple[str, str]:
    """What a module belongs to, as `FLOORS` calls it, and of which family or game it is, if of any."""
    _, first, *rest = module.split(".")
    if first not in ("families", "games"):
        return first, ""
    if rest[1:] and rest[1] in ROLES:
        return ("a family's " if first == "families" else "") + ROLES[rest[1]], rest[0]
    if rest and rest[0] in ROLES:
        return f"what {rest[0]}s share", ""
    if first == "games":
        return "a game", "".join(rest[:1])
    return (
        ("a family", rest[0])
        if rest and (PACKAGE / first / rest[0]).is_dir()
        else ("what families share", "")
    )


def floor(module: str) -> int:
    """The number of a module's floor, from the ground up."""
    return next(number for number, parts in enumerate(FLOORS) if part(module)[0] in parts)


def test_every_part_has_a_floor() -> None:
    assert {part(module)[0] for module in modules() if module != ROOT} == {
        each for row in FLOORS for each in row
    }


def test_no_game_knows_another_nor_a_family_another() -> None:
    wrong = [
        f"{module}, line {line}: {other} is another's"
        for module, others in arrows().items()
        for other, line in others.items()
        if ROOT not in (module, other) and module.split(".")[1] == other.split(".")[1]
        if part(module)[1] and part(other)[1] not in ("", part(module)[1])
    ]
    assert wrong == []


def test_every_arrow_points_down() -> None:
    wrong = [
        f"{module}, line {line}: {other} is not below it"
        for module, others in arrows().items()
        for other, line in others.items()
        if ROOT not in (module, other) and part(module) != part(other) and floor(other) >= floor(module)
    ]
    assert wrong == []


def circles(found: dict[str, dict[str, int]]) -> list[list[str]]:
    """Modules that hang in circles, each circle sorted: Tarjan's strongly connected components."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    rings = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        path.append(module)
        for other in found.get(module, ()):
            if other not in number:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in path:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            at = path.index(module)
            ring = path[at:]
            del path[at:]
            if len(ring) > 1:
                rings.append(sorted(ring))

    for module in found:
        if module not in number:
            visit(module)
    return sorted(rings)


@pytest.mark.parametrize("package", [PACKAGE, SITE], ids=lambda package: package.name)
def test_nothing_hangs_in_a_circle(package: Path) -> None:
    assert circles(arrows(package)) == []


def test_only_adapter_knows_mkdocs() -> None:
    """The work before and after a builder takes plain values and gives plain values."""
    knows = re.compile(r"^\s*(?:from|import) .*\bmkdocs\b", re.MULTILINE)
    found = {
        path.relative_to(SITE).as_posix()
        for path in modules(SITE).values()
        if knows.search(path.read_text("utf-8"))
    }
    assert {name for name in found if not name.startswith("mkdocs/")} == {"settings.py"}


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b": 1}, "b": {"c": 1}, "c": {"a": 1}, "d": {"a": 1}}) == [["a", "b", "c"]]


def test_class_name_exists_once() -> None:
    """A name that is met anywhere means one thing."""
    found: dict[str, list[str]] = {}
    for path in (path for package in (PACKAGE, SITE) for path in package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(path.name)
    assert len(found) > 400
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_only_upper_floors_turn_messages_into_words() -> None:
    """Below them a sentence is a `Message`, so that language and faces are the reader's own."""
    below = ("core", "record", "search", "families", "games", "play", "puzzles", "drills")
    found = [path for folder in below for path in (PACKAGE / folder).rglob("*.py")]
    assert len(found) > 150
    assert [path for path in found if "catalogue.say(" in path.read_text("utf-8")] == []


def test_names_of_tests_have_few_words() -> None:
    """At most ten, and in all but a few at most eight; the story is in the docstring."""
    names = [
        node.name
        for path in Path(__file__).parents[1].rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    long = [name for name in names if len(name.split("_")) > 9]
    assert len(long) < len(names) // 100, long
    assert [name for name in long if len(name.split("_")) > 11] == []
