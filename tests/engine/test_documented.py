"""Every public name of the engine says what it is; what raises says what it raises, and when."""

import ast
import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import kontrapunkt

PACKAGE = Path(kontrapunkt.__file__).parent
HOME = Path(__file__).parents[2]

INHERITED = {"override", "overload"}
"""What bears one of these is documented where it was promised first."""


def public(body: list[ast.stmt], within: str) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef]]:
    """The public classes, functions and methods of a module or class, by their dotted name."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        marks = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
        if not marks & INHERITED:
            yield f"{within}.{node.name}", node
        if isinstance(node, ast.ClassDef):
            yield from public(node.body, f"{within}.{node.name}")


def everything() -> Iterator[tuple[str, ast.Module | ast.ClassDef | ast.FunctionDef]]:
    """Every module of the engine and all its public names."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        name = str(path.relative_to(PACKAGE))
        yield name, tree
        yield from public(tree.body, name)


def test_every_public_name_says_what_it_is() -> None:
    names = dict(everything())
    assert len(names) > 1000
    assert [name for name, node in names.items() if not ast.get_docstring(node)] == []


WITH_EXAMPLES = [
    ".".join(("kontrapunkt", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text("utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_of_a_module_are_true(name: str) -> None:
    tried = doctest.testmod(import_module(name))
    assert tried.attempted > 3
    assert tried.failed == 0


def test_what_raises_says_what_and_when() -> None:
    silent = [
        name
        for name, node in everything()
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(each, ast.Raise) and _tells(each) for each in ast.walk(node))
        and "Raises:" not in (ast.get_docstring(node) or "")
    ]
    assert silent == []


def _tells(node: ast.Raise) -> bool:
    """Whether a caller is told something: not where a subclass has still to say what it does."""
    return node.exc is not None and ast.unparse(node.exc) != "NotImplementedError"


def test_every_number_taken_says_what_it_counts() -> None:
    """An argument with a number in it has its meaning, unit or range beside it."""
    numbers, silent = 0, []
    for name, node in everything():
        if isinstance(node, ast.FunctionDef):
            taken = [each.arg for each in _arguments(node) if _is_number(each)]
            numbers += len(taken)
            told = set(re.findall(r"^    (\w+): \S", _section(node, "Args"), re.MULTILINE))
            silent += [f"{name}: {each}" for each in taken if each not in told]
    assert numbers > 250
    assert silent == []


def _arguments(node: ast.FunctionDef) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def _is_number(taken: ast.arg) -> bool:
    """Whether it holds numbers, and is not one of those that a function has to take and leaves alone."""
    kind = ast.unparse(taken.annotation) if taken.annotation else ""
    return (
        re.search(r"\b(int|float)\b", kind) is not None
        and not re.search("Callable|dict|Mapping", kind)
        and not taken.arg.startswith("_")
    )


def _section(node: ast.FunctionDef, title: str) -> str:
    """A section of a docstring, such as `Args`."""
    _, _, rest = (ast.get_docstring(node) or "").partition(f"{title}:\n")
    return re.split(r"\n(?=\S)", rest)[0]


GUIDES = (
    "README.md",
    "DEVELOPERS.md",
    *(str(path.relative_to(HOME)) for path in HOME.glob("docs/architecture/*.md")),
)


@pytest.mark.parametrize("guide", GUIDES)
def test_files_that_a_guide_names_are_there(guide: str) -> None:
    text = (HOME / guide).read_text("utf-8")
    parts = ("engine", "site_hooks", "tests", "tools")
    there = [f"/{path.relative_to(HOME)}" for part in parts for path in (HOME / part).rglob("*.py")]
    named = re.findall(r"`([\w./-]*[\w-]\.py)`", text)
    assert named or guide.startswith("docs")
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in there)] == []
