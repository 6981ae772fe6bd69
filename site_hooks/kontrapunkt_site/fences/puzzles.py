"""The puzzles of a folder, easy ones first, with a list to choose from: ` ```puzzles from=tutorials/... `."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kontrapunkt import words
from kontrapunkt.puzzles.model import Puzzle, PuzzleError, read
from kontrapunkt.puzzles.themes import theme_label
from kontrapunkt.render import dots
from kontrapunkt.render.markup import el, text
from kontrapunkt.widgets.puzzle.base import kind_label
from kontrapunkt_site.fences.base import Block, FenceKind, Option, plain
from kontrapunkt_site.fences.puzzle import puzzle_html
from kontrapunkt_site.fences.widget import claim_id, file_text
from kontrapunkt_site.problems import Text


def _html(block: Block) -> str:
    name = block.options["from"].rstrip("/")
    folder = Path(block.conversion.page.folder, name)
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise block.error(f"from={name}: there are no puzzles (*.toml) in this folder")
    found = sorted((_read(file_text(block, f"{name}/{path.name}"), path.stem) for path in paths), key=_order)
    return el(
        "div",
        {"class": "kp-puzzles", "data-kp-puzzles": True},
        _filter([puzzle for puzzle, _ in found]),
        _index([puzzle for puzzle, _ in found]),
        *(puzzle_html(file, claim_id(block, puzzle.id), block, level=2) for puzzle, file in found),
    )


def _read(file: Text, id: str) -> tuple[Puzzle, Text]:
    try:
        return read(str(file), id), file
    except PuzzleError as error:
        raise file.error(error.line, error.text) from error


def _order(found: tuple[Puzzle, Text]) -> tuple[int, str]:
    return found[0].difficulty, found[0].id


def _filter(puzzles: list[Puzzle]) -> str:
    """What the list can be narrowed by; it appears with scripts only."""
    kinds = {each.kind: kind_label(each.kind) for each in puzzles}
    themes = {theme: theme_label(theme) for each in puzzles for theme in each.themes}
    levels = {str(each.difficulty): str(each.difficulty) for each in puzzles}
    states = {state: words.say(f"fence.puzzles.{state}") for state in ("new", "tried", "solved")}
    return el(
        "form",
        {
            "class": "kp-filter",
            "hidden": True,
            "aria-label": words.say("fence.puzzles.filter"),
            "data-search-exclude": True,
        },
        _select("kind", kinds.items()),
        _select("theme", sorted(themes.items(), key=lambda each: each[1])),
        _select("difficulty", sorted(levels.items())),
        _select("progress", states.items()),
        el("output", {"class": "kp-count", "data-of": words.say("fence.puzzles.of", n="{n}", all="{all}")}),
    )


def _select(name: str, values: Iterable[tuple[str, str]]) -> str:
    options = [el("option", {"value": ""}, text(words.say("fence.puzzles.all")))]
    options += [el("option", {"value": value}, text(label)) for value, label in values]
    return el(
        "label",
        None,
        text(words.say(f"fence.puzzles.{name}")),
        " ",
        el("select", {"name": name, "autocomplete": "off"}, *options),
    )


def _index(puzzles: list[Puzzle]) -> str:
    items = [
        el(
            "li",
            {"data-puzzle": each.id},
            el("a", {"href": f"#puzzle-{each.id}"}, text(each.title)),
            " ",
            el(
                "span",
                {"data-search-exclude": True},
                dots(each.difficulty),
                " ",
                el("span", {"class": "kp-puzzle-kind"}, text(kind_label(each.kind))),
            ),
            el(
                "span",
                {
                    "class": "kp-state",
                    "data-solved": words.say("fence.puzzles.solved"),
                    "data-tried": words.say("fence.puzzles.tried"),
                },
            ),
            el("p", {"class": "kp-story"}, text(each.story)),
        )
        for each in puzzles
    ]
    return el("ol", {"class": "kp-puzzle-index"}, *items)


FENCE: Final = FenceKind("puzzles", {"from": Option(plain, required=True)}, _html)
