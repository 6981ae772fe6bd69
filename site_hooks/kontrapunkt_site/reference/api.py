"""The parts of the reference about the library in Python, from signatures and docstrings."""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from itertools import chain, pairwise
from pathlib import Path
from textwrap import dedent
from types import ModuleType, UnionType
from typing import Any, Final, Literal, get_origin

from kontrapunkt.text import catalogue
from kontrapunkt_site.reference.markup import code, entries, listing, sections, table

MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "library": (
        "kontrapunkt",
        "kontrapunkt.core.interface",
        "kontrapunkt.record",
        "kontrapunkt.search",
        "kontrapunkt.play.players",
        "kontrapunkt.puzzles",
        "kontrapunkt.text.catalogue",
        "kontrapunkt.schemas",
        "kontrapunkt.rl",
    ),
    "library-games": (
        "kontrapunkt.core.cards",
        "kontrapunkt.core.action",
        "kontrapunkt.core.deal",
        "kontrapunkt.core.rules",
        "kontrapunkt.core.options",
        "kontrapunkt.core.legality",
        "kontrapunkt.core.messages",
        "kontrapunkt.core.registry",
        "kontrapunkt.record.facts",
        "kontrapunkt.families.follow_suit",
        "kontrapunkt.families.rank_match",
        "kontrapunkt.families.card_distributions",
        "kontrapunkt.drills.puzzle_drills",
        "kontrapunkt.testing",
        "kontrapunkt_site.fences.base",
    ),
}
"""The public modules by the page that describes them; a name is described where it comes first."""

_WIDTH: Final = 76
"""The most characters of a signature's line."""

_OWNER: Final = re.compile(r"\b(?:[A-Za-z_]\w*\.)+(?=\w)")
"""The modules and classes before a name."""

_FORWARD: Final = re.compile(r"ForwardRef\('([^']*)'[^)]*\)")
_OPTIONAL: Final = re.compile(r"Optional\[(\w+)\]")
_FOR_CLASS: Final = re.compile(r"ClassVar\[(.+)\]")
_UNIONS: Final = (Literal, UnionType)
_IN_CODE: Final = re.compile(r"`([A-Z]\w+)`")


@dataclass(frozen=True, slots=True)
class PublicName:
    """A public class, function or constant.

    Attributes:
        page: The page that describes it.
        module: The module under which it is described.
        name: Its name.
        value: The object itself.
        about: What is written below a constant; empty for others.
    """

    page: str
    module: str
    name: str
    value: Any
    about: str = ""

    @property
    def key(self) -> object:
        """A key that it shares with the same value in other modules."""
        return (self.name, repr(self.value)) if self.about else id(self.value)

    @property
    def link(self) -> str:
        """A link to its section from another page of the reference, in Markdown."""
        return f"[{code(self.name)}]({self.page}.md#{self.anchor})"

    @property
    def anchor(self) -> str:
        """The id of its heading."""
        return f"{self.module}.{self.name}"


@dataclass(frozen=True, slots=True)
class _SourceText:
    """A text in a signature, shown without quotation marks."""

    text: str

    def __repr__(self) -> str:
        return self.text


def library(folder: Path) -> str:
    """Return the modules for deals, records, search and players."""
    return _page("library")


def library_for_games(folder: Path) -> str:
    """Return the modules for games, drills and fences of one's own."""
    return _page("library-games")


def public_names() -> tuple[PublicName, ...]:
    """Return all public names, each once, in the order of the pages."""
    return tuple(_by_key().values())


@cache
def _by_key() -> Mapping[object, PublicName]:
    """Return the public names by their keys."""
    found: dict[object, PublicName] = {}
    for page, modules in MODULES.items():
        for module in filter(None, map(_imported, modules)):
            for each in names_of(module, page):
                found.setdefault(each.key, each)
    return found


def _imported(name: str) -> ModuleType | None:
    """Return a module; None if it needs a package that is not installed, as `kontrapunkt.rl` does."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def names_of(module: ModuleType, page: str) -> Iterator[PublicName]:
    """Yield the names that a module defines, or offers in `__all__`.

    Args:
        module: The module.
        page: The page that describes the module.
    """
    offered = getattr(module, "__all__", None)
    constants = {**(_all_constants() if offered else {}), **_constants(module)}
    for name in offered or [each for each in vars(module) if not each.startswith("_")]:
        value = getattr(module, name)
        is_described = inspect.isclass(value) or inspect.isroutine(inspect.unwrap(value))
        if name in constants:
            yield PublicName(page, module.__name__, name, value, constants[name])
        elif is_described and (offered or f"{value.__module__}.".startswith(f"{module.__name__}.")):
            yield PublicName(page, module.__name__, name, value)


@cache
def _all_constants() -> Mapping[str, str]:
    """Return what is written below the constants and types of all public modules."""
    modules = filter(None, map(_imported, chain.from_iterable(MODULES.values())))
    return {name: about for module in modules for name, about in _constants(module).items()}


@cache
def _constants(module: ModuleType) -> Mapping[str, str]:
    """Return what is written below the constants and types that a module defines."""
    found = {}
    for node, below in pairwise(ast.parse(inspect.getsource(module)).body):
        match node, below:
            case (
                ast.Assign(targets=[ast.Name(id=name)])
                | ast.AnnAssign(target=ast.Name(id=name))
                | ast.TypeAlias(name=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = text
    return found


def _page(page: str) -> str:
    parts: list[str] = []
    for name in MODULES[page]:
        if module := _imported(name):
            parts += [f"## {name} {{ #{name} }}\n", *_prose(sections(module)[""])]
            links = ", ".join(_by_key()[each.key].link for each in names_of(module, page))
            parts.append(catalogue.say("reference.names", names=links) + "\n")
            for each in public_names():
                if each.module == name:
                    parts += _described(each)
    return "\n".join(parts)


def _described(public: PublicName) -> Iterator[str]:
    """Yield the section of a name; the search finds the sentence with all names instead."""
    yield f'### {public.name} {{ #{public.anchor} data-search-exclude="" }}\n'
    if public.about:
        yield listing(_definition(public), "python")
        yield from _prose(public.about)
    elif inspect.isclass(public.value):
        yield listing(f"class {_call(public.name, _constructor(public.value))}", "python")
        yield from _text(public.value, _properties(public.value))
        for name, method in _methods(public.value):
            yield f"{code(_call(name, method, bound=True))}\n{{: #{public.anchor}.{name} }}\n"
            yield from _text(method)
    else:
        yield listing(_call(public.name, public.value), "python")
        yield from _text(public.value)


def _definition(public: PublicName) -> str:
    """Return a constant with its value, if that fits in a line."""
    of = getattr(public.value, "__value__", public.value)
    value = _bare(of) if get_origin(of) in _UNIONS or isinstance(of, type) else repr(of)
    whole = f"{public.name} = {value}"
    return whole if len(whole) <= _WIDTH and " at 0x" not in value else public.name


def _text(of: object, members: Iterable[tuple[str, str, str]] = ()) -> Iterator[str]:
    """Yield a docstring as Markdown.

    Args:
        of: The object with the docstring.
        members: The names, types and descriptions of its attributes.
    """
    say, parts = catalogue.say, sections(of)
    yield from _prose(parts[""])
    if rows := entries(parts.get("Args", "")):
        heads = (say("reference.argument"), say("reference.says"))
        yield table(heads, ((code(name), _linked(said)) for name, said in rows.items()))
    for title in ("Returns", "Yields"):
        if title in parts:
            yield from _prose(say(f"reference.{title.lower()}", value=dedent(parts[title])))
    if errors := entries(parts.get("Raises", "")):
        heads = (say("reference.error"), say("reference.raised"))
        yield table(heads, ((_linked(code(name)), _linked(said)) for name, said in errors.items()))
    yield "".join(_attribute(*each) for each in members)


def _attribute(name: str, kind: str, said: str) -> str:
    """Return an attribute as an item of a list, which a phone shows better than three columns."""
    return f"- {code(name)}{kind and f' ({code(kind)})'}: {_linked(said)}\n"


def _prose(text: str) -> Iterator[str]:
    """Yield the paragraphs of a docstring, its examples as listings and its names as links."""
    for part in re.split(r"\n\n+", text.strip("\n")):
        if part.startswith(">>> "):
            yield listing(part, "pycon")
        elif part.startswith("    "):
            yield listing(dedent(part), "text")
        elif part:
            yield f"{_linked(part)}\n"


def _linked(text: str) -> str:
    """Return text with links from public names to their sections."""
    return _IN_CODE.sub(lambda name: _links().get(name[1], name[0]), text)


@cache
def _links() -> Mapping[str, str]:
    """Return the links to the sections of public names."""
    return {each.name: each.link for each in public_names()}


def _constructor(of: type) -> Callable[..., Any] | None:
    """Return a class as a callable; None if only Python itself knows its arguments."""
    made = (of.__init__, of.__new__)  # type: ignore[misc]
    return of if any(map(inspect.isfunction, made)) and not getattr(of, "_is_protocol", False) else None


def _own(of: type) -> Iterator[tuple[str, Any]]:
    """Yield the public members that a class itself defines and describes."""
    for name, value in vars(of).items():
        if not name.startswith("_") and getattr(value, "__doc__", None):
            yield name, value


def _methods(of: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the methods of a class."""
    for name, value in _own(of):
        function = getattr(value, "__func__", value)
        if inspect.isfunction(function) and not hasattr(function, "__override__"):
            yield name, function


def _properties(of: type) -> Iterator[tuple[str, str, str]]:
    """Yield the attributes and properties of a class with their types and descriptions."""
    taken = inspect.signature(of.__init__).parameters if _constructor(of) else {}  # type: ignore[misc]
    types = {name: each.annotation for name, each in taken.items()} | inspect.get_annotations(of)
    for name, said in entries(sections(of).get("Attributes", "")).items():
        yield name, _FOR_CLASS.sub(r"\1", _type(types[name])) if name in types else "", said
    for name, value in _own(of):
        if isinstance(value, property | cached_property):
            function = value.fget if isinstance(value, property) else value.func
            if function and not hasattr(function, "__override__"):
                kind = inspect.get_annotations(function).get("return", Any)
                yield name, _type(kind), " ".join((inspect.getdoc(function) or "").split())


def _call(name: str, function: Callable[..., Any] | None, bound: bool = False) -> str:
    """Return a name with its arguments and their types.

    Args:
        name: The name.
        function: What is called; None for a name without arguments.
        bound: True to leave out the first argument.
    """
    if function is None:
        return name
    signature = inspect.signature(function)
    taken = [
        each.replace(annotation=_annotation(each.annotation), default=_default(each.default))
        for each in signature.parameters.values()
    ]
    if bound and taken and taken[0].name in ("self", "cls"):
        taken = taken[1:]
    result = signature.empty if inspect.isclass(function) else _annotation(signature.return_annotation)
    shown = signature.replace(parameters=taken, return_annotation=result)
    # a site is built with Python 3.13
    text: str = shown.format(max_width=None if bound else _WIDTH - len(name))  # type: ignore[attr-defined]
    return name + text


def _annotation(annotation: Any) -> Any:
    return annotation if annotation is inspect.Parameter.empty else _SourceText(_type(annotation))


def _default(value: Any) -> Any:
    """Return a default as source code; dots for one without a name."""
    name = getattr(value, "__name__", "<lambda>") if inspect.isroutine(value) else repr(value)
    return value if value is inspect.Parameter.empty else _SourceText("..." if name.startswith("<") else name)


def _type(annotation: Any) -> str:
    """Return an annotation as somebody would write it: with public types by their names, without modules."""
    text = _bare(annotation)
    for full, name in _aliases().items():
        text = text.replace(full, name)
    return _OPTIONAL.sub(r"\1 | None", text)


@cache
def _aliases() -> Mapping[str, str]:
    """Return the names of public types by what they stand for."""
    constants = [each for each in public_names() if each.about]
    return {_bare(each.value): each.name for each in constants if get_origin(each.value) in _UNIONS}


def _bare(annotation: Any) -> str:
    """Return an annotation without modules."""
    if isinstance(annotation, str):
        text = annotation
    elif isinstance(annotation, type) and not hasattr(annotation, "__args__"):
        text = annotation.__name__.replace("NoneType", "None")
    else:
        text = _FORWARD.sub(r"\1", repr(annotation))
    return _OWNER.sub("", text if "Literal" in text else text.replace("'", ""))
