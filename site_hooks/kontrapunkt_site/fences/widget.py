"""The base of fences with a widget: the record, the spec and the first frame."""

import json
import os
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from kontrapunkt import record
from kontrapunkt.core.interface import OptionError
from kontrapunkt.core.registry import UnknownGame
from kontrapunkt.record import Record, RecordError
from kontrapunkt.render.markup import contents
from kontrapunkt.search import GoalError
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt.widgets import SpecError, Widget, open_widget
from kontrapunkt.widgets.base import faces_of
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceOption, a_game, an_id, claim_id, plain
from kontrapunkt_site.fences.result_cache import cached_result
from kontrapunkt_site.page import Page
from kontrapunkt_site.problems import Text

SPEC_FORMAT: Final = 1

EVERY_FACE: Final = "data-every-face"
"""Marks widgets that may show German-suited cards, so that the page has their drawings."""

CARDS_LATER: Final = ("table", "editor")
"""Widgets that show no cards at first."""

SLICE_MS: Final = 1000
"""The time for a slice of search in a build, in milliseconds."""

RECORD_OPTIONS: Final[Mapping[str, FenceOption]] = {
    "id": FenceOption(an_id),
    "game": FenceOption(a_game),
    "title": FenceOption(plain),
    "from": FenceOption(plain),
}
"""The options of a fence with a record."""


def record_html(
    block: Block,
    found: Callable[[Record], Mapping[str, Any]] = lambda record: {},
    read: Callable[[str], Record] = record.read,
    **more: Any,
) -> str:
    """Render a fence with a record, which is replayed unless the result is cached.

    Args:
        found: Returns further entries of the spec from the record; may raise the errors of opening a widget.
        more: Further entries of the spec.

    Raises:
        PageError: at the line of the record, in the page or its own file.
    """
    text = record_text(block)

    def made(block: Block) -> str:
        spec = {**new_spec(block), **more, "record": str(text)}
        try:
            of = read(str(text))
            spec |= {"notes": notes(of, spec.get("deal", 0), text, block), **found(of)}
            return widget_html(spec, block.conversion.page)
        except RecordError as error:
            raise text.error(error.line, error.text) from error
        except (SpecError, OptionError, UnknownGame, GoalError) as error:
            raise block.error(str(error)) from error

    return cached_result(block, [str(text), more], made)


def a_log(text: str) -> list[str]:
    """Split entries of a log at semicolons: `goal points NS; go 9; S KH`."""
    return [entry.strip() for entry in plain(text).split(";") if entry.strip()]


def record_text(block: Block) -> Text:
    """Return the record of a fence with its game; errors know their lines."""
    text = body_or_file(block)
    game = block.options.get("game")
    if game is None:
        return text
    tagged = next(
        (number for number, line in enumerate(text.lines, 1) if line.strip().lower().startswith("[game ")),
        None,
    )
    if tagged is None:
        return text.part(0, [f'[Game "{game}"]', *text.lines])
    if f'"{game}"' not in text.lines[tagged - 1]:
        raise text.error(tagged, f"the record is of another game than the fence, which says game={game}")
    return text


def new_spec(block: Block) -> dict[str, Any]:
    """Return the common entries of a spec, with faces unless they are French."""
    faces = block.conversion.page.faces
    return {
        **({} if faces == "french" else {"faces": faces}),
        "format": SPEC_FORMAT,
        "kind": block.fence.name,
        "id": claim_id(block, block.options.get("id")),
        "title": block.options.get("title", ""),
    }


def widget_html(
    spec: Mapping[str, Any], page: Page, opened: Callable[[Mapping[str, Any]], Widget] = open_widget
) -> str:
    """Render a widget with its spec and first frame.

    Args:
        page: The page that shows it, which may store the markup separately.
        opened: Opens the widget.
    """
    return place_widget(page, spec, draw_first_frame(spec, page, opened))


type Drawn = dict[str, Any]
"""A rendered widget: `html`, its body, and `foreseeable`, whether it has steps."""


def draw_first_frame(
    spec: Mapping[str, Any], page: Page, opened: Callable[[Mapping[str, Any]], Widget] = open_widget
) -> Drawn:
    """Draw the first frame of a widget.

    Args:
        opened: Opens the widget.

    Raises:
        SpecError: if the log in the spec cannot be replayed.
    """

    def made() -> Drawn:
        with use_faces(faces_of(spec)):
            widget = opened(spec)
            if widget.note:
                raise SpecError(f"log=: {widget.note}")
            while widget.thinking:
                widget.think(SLICE_MS)
            with widget.speaking():
                return {"html": widget.frame().html, "foreseeable": widget.foreseeable}

    return page.cache.get_or_make(["widget", spec], made)


def place_widget(page: Page, spec: Mapping[str, Any], made: Drawn, home: str = "") -> str:
    """Render the element of a widget.

    The spec is an attribute, as Material's instant navigation would run a script element of whatever type.

    Args:
        page: The page that shows it, which may store the markup separately.
        made: The drawn widget.
        home: The page under which its log is stored, as a link; empty for this page.
    """
    key, kind = escape(spec["id"]), spec["kind"]
    carried = json.dumps(spec, ensure_ascii=False, separators=(",", ":"))
    for sign, instead in (("&", "&amp;"), ("'", "&#39;"), ("<", "\\u003c")):
        carried = carried.replace(sign, instead)
    kept = f' data-home="{escape(home)}"' if home else ""
    steps = f' data-steps="{page.steps.add(spec)}"' if page.steps and made["foreseeable"] else ""
    any_game = f" {EVERY_FACE}" if _may_be_german(spec) else ""
    has = contents(made["html"])
    html = (
        f'<div class="kp" id="kp-{key}" data-kp="{kind}" data-has="{has}" data-search-exclude'
        f"{kept}{steps}{any_game} data-spec='{carried}'>"
        f'<div class="kp-body">{made["html"]}</div></div>'
    )
    return page.placeholders.keep(html, f"kp-{key}") if page.placeholders else html


def _may_be_german(spec: Mapping[str, Any]) -> bool:
    """Return True if a widget without cards at first may show German-suited ones."""
    return spec["kind"] in CARDS_LATER and (not spec.get("game") or faces_of(spec) != "french")


def form_html(block: Block, **more: Any) -> str:
    """Render a widget without a record, perhaps for a game.

    Args:
        more: Further entries of the spec; None values are omitted.

    Raises:
        PageError: if the initial state is invalid, at the line of a record in its body.
    """
    page = block.conversion.page
    given = {"game": block.options.get("game"), "rule_pages": page.rules.by_prefix(page.url), **more}
    spec = {**new_spec(block), **{key: value for key, value in given.items() if value is not None}}
    try:
        return widget_html(spec, page) + f"<noscript><p>{catalogue.say('page.noscript')}</p></noscript>\n"
    except RecordError as error:
        raise block.text.error(error.line, error.text) from error
    except SpecError as error:
        raise block.error(str(error)) from error


def notes(of: Record, which: int, text: Text, block: Block) -> dict[str, str]:
    """Return the comments on a deal as HTML, by the number of actions before them.

    Args:
        which: The index of the deal, from 0.
    """
    deal = of.deals[min(which, len(of.deals) - 1)]
    comments = [deal.comment, *(move.comment for move in deal.moves)]
    return {
        str(number): html_of(comment, text, block.conversion.page)
        for number, comment in enumerate(comments)
        if comment
    }


def body_or_file(block: Block) -> Text:
    """Return the content of a fence, or of the file in its option from=."""
    name = block.options.get("from")
    written = any(line.strip() for line in block.text.lines)
    if name is None:
        if not written:
            raise block.error(f"the fence {block.fence.name} is empty; fill it, or write from=FILE")
        return block.text
    if written:
        raise block.error("the fence has from= and a body; one of them has to go")
    return file_text(block, name)


def file_text(block: Block, name: str, option: str = "from") -> Text:
    """Return the text of a project file that a fence names; its author may have linked it from elsewhere.

    Args:
        name: The name of the file, from the project's folder.
        option: The option of the fence that names it.

    Raises:
        PageError: if the file cannot be read.
    """
    page = block.conversion.page
    try:
        path = Path(os.path.abspath(Path(page.folder, name)))
        path.resolve()
    except ValueError as error:  # a NUL character
        raise block.error(f"{option}= names no file: a character in it can be in no file’s name") from error
    if path.exists() and not path.is_file():  # reading a named pipe would never end
        raise block.error(f"{option}={name} is no file")
    if not path.is_relative_to(os.path.abspath(page.folder)):
        raise block.error(f"{option}={name} leads out of the project's folder")
    try:
        return Text.read(path, name, page.stops_with)
    except OSError as error:
        reason = (error.strerror or "no such file").lower()
        raise block.error(f"{option}={name} cannot be read: {reason}") from error
    except UnicodeDecodeError as error:
        raise block.error(f"{option}={name} is not a text in UTF-8") from error
