"""Homework: ` ```homework page=work `, `page=assign`, `page=results`.

On the first page pupils do an assignment, which is made on the second; the third reads codes. The content of
the fence is shown while the page is empty. A site has one page of each. `assets/pages/homework.js`,
`assign.js` and `class-results.js` draw them; possible tasks are in the list of the site's puzzles.
"""

import json
from typing import Final

from kontrapunkt.render.markup import el
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption
from kontrapunkt_site.fences.widget import EVERY_FACE

PAGES: Final = ("work", "assign", "results")
"""The pages of homework."""

_UNDRAWN: Final = (
    f'<template><div class="kp" data-undrawn {EVERY_FACE} data-search-exclude>'
    '<div class="kp-body"><div class="kp-controls"></div></div></div></template>'
)
"""The widget of a task before the engine draws it."""


def a_page(text: str) -> str:
    """Validate the name of a homework page."""
    if text not in PAGES:
        raise ValueError(f"there is no page of homework for “{text}”; there are {', '.join(PAGES)}")
    return text


def _html(block: Block) -> str:
    page = block.conversion.page
    wanted = block.options["page"]
    if page.shelves is not None:
        other = page.shelves.homework.setdefault(wanted, page.url)
        if other != page.url:
            raise block.error(f"{other} is a page of homework for {wanted} already; a site has one of each")
    given = {"data-rules": json.dumps(page.rules.by_prefix(page.url))} if wanted == "work" else {}
    empty = html_of(str(block.text).strip(), block.text, page)
    return el(
        "div",
        {"class": "kp-homework", "data-kp-homework": wanted, **given},
        el("div", {"data-empty": True}, empty),
        _UNDRAWN if wanted == "work" else "",
    )


FENCE: Final = FenceKind("homework", {"page": FenceOption(a_page, required=True)}, _html)
