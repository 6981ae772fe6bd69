"""Fences that show a widget: a record (body or file), a spec for the engine, its first frame as HTML."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from markdown import Markdown

from kontrapunkt import record
from kontrapunkt.game import OptionError
from kontrapunkt.games import UnknownGame
from kontrapunkt.record import Record, RecordError
from kontrapunkt.widgets import SpecError, open_widget
from kontrapunkt_site import inline
from kontrapunkt_site.fences.base import Block, Option, a_game, an_id, plain
from kontrapunkt_site.page import Conversion
from kontrapunkt_site.problems import Text

SPEC_FORMAT: Final = 1

RECORD_OPTIONS: Final[Mapping[str, Option]] = {
    "id": Option(an_id),
    "game": Option(a_game),
    "title": Option(plain),
    "from": Option(plain),
}
"""The options of a fence that holds a record."""


def record_html(block: Block, **more: Any) -> str:
    """The HTML of a fence that holds a record, which is replayed.

    Args:
        block: The fence.
        more: What else its spec holds.

    Raises:
        PageError: at the line of the record, in the page or in the file it comes from.
    """
    text = record_text(block)
    spec = {**new_spec(block), **more, "record": str(text)}
    try:
        spec["notes"] = notes(record.read(str(text)), text, block)
        return widget_html(spec, block)
    except RecordError as error:
        raise text.error(error.line, error.text) from error
    except (SpecError, OptionError, UnknownGame) as error:
        raise block.error(str(error)) from error


def record_text(block: Block) -> Text:
    """The record of a fence, its game named in it; its lines know where they stand."""
    text = _text(block)
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
    """What every spec holds."""
    return {
        "format": SPEC_FORMAT,
        "kind": block.fence.name,
        "id": _id(block),
        "title": block.options.get("title", ""),
    }


def widget_html(spec: Mapping[str, Any], block: Block) -> str:
    """The markup of a widget: its spec, and what it shows before anything has happened.

    The spec is an attribute: Material's instant navigation would run a script element, whatever its type.
    """
    frame = open_widget(spec).frame()
    key = escape(spec["id"])
    carried = json.dumps(spec, ensure_ascii=False, separators=(",", ":"))
    for sign, instead in (("&", "&amp;"), ("'", "&#39;"), ("<", "\\u003c")):
        carried = carried.replace(sign, instead)
    return (
        f'<div class="kp" id="kp-{key}" data-kp="{block.fence.name}" data-search-exclude'
        f" data-spec='{carried}'>"
        f'<div class="kp-body">{frame.html}</div></div>'
    )


def notes(of: Record, text: Text, block: Block) -> dict[str, str]:
    """The comments of a record as HTML, by the number of actions before them."""
    here = Conversion(block.conversion.page, text)
    markdown = Markdown()
    inline.register(markdown, lambda: here)
    found: dict[str, str] = {}
    done = 0
    for deal in of.deals:
        comments = [
            (done, deal.comment),
            *((done + number, move.comment) for number, move in enumerate(deal.moves, 1)),
        ]
        for number, comment in comments:
            if comment:
                found[str(number)] = markdown.reset().convert(comment)
        done += len(deal.moves)
    return found


def _text(block: Block) -> Text:
    name = block.options.get("from")
    if name is None:
        if not any(line.strip() for line in block.text.lines):
            raise block.error(f"the fence {block.fence.name} is empty; write a record into it, or from=FILE")
        return block.text
    if any(line.strip() for line in block.text.lines):
        raise block.error("the fence has from= and a body; one of them has to go")
    page = block.conversion.page
    path = Path(page.folder, name).resolve()
    if not path.is_relative_to(page.folder.resolve()):
        raise block.error(f"from={name} leads out of the project's folder")
    try:
        return Text.of(path, name, page.stops_with)
    except OSError as error:
        raise block.error(
            f"from={name} cannot be read: {(error.strerror or 'no such file').lower()}"
        ) from error
    except UnicodeDecodeError as error:
        raise block.error(f"from={name} is not a text in UTF-8") from error


def _id(block: Block) -> str:
    now, kind = block.conversion, block.fence.name
    now.widgets[kind] += 1
    chosen: str = block.options.get("id") or f"{kind}-{now.widgets[kind]}"
    line = block.opening.before + 1
    if chosen in now.ids:
        raise block.error(f"the id {chosen} is taken already by the fence in line {now.ids[chosen]}")
    now.ids[chosen] = line
    return chosen
