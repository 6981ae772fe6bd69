"""Caching of whole fences: HTML, ids and the steps of their widgets.

A fence is made again when an input changes: its text, the files that it reads, the code, the settings of its
page, or the places of the site's rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kontrapunkt.core.registry import GROUPS, plugin_entries
from kontrapunkt_site.fences.base import Block, claim_id
from kontrapunkt_site.placeholders import Placeholders


def cached_result[T](block: Block, given: object, make: Callable[[Block], T]) -> T:
    """Return the cached result of a fence, or make it.

    Args:
        given: The inputs besides its lines, such as the text of a file; must be writable as JSON.
        make: Makes HTML, or JSON with HTML under `html`. It may claim ids and show widgets but have no other
            effects: the caller must fill shelves with the result.

    Raises:
        PageError: if the fence is invalid, or an id is taken.
    """
    page = block.conversion.page
    if page.cache.folder is None or any(plugin_entries(group) for group in GROUPS):  # code may change unseen
        return make(block)
    told: list[object] = [page.url, page.mistakes, page.contact, page.rules.version]
    told += [each is not None for each in (page.placeholders, page.steps, page.shelves)]
    before = block.conversion.widgets[block.fence.name]
    name = ["fence", block.fence.name, str(block.opening), str(block.text), given, told, before]
    found: Mapping[str, Any] | None = page.cache.find(name)
    if found is None or not all(page.steps.add_known(each) for each in found["steps"] if page.steps):
        found = _noted(block, make)
        if not page.rules.unlinked:  # otherwise the next build would not report a broken reference
            page.cache.keep(name, found)
    else:
        for id in found["ids"]:
            claim_id(block, id)
    made: T = found["made"]
    return _adopted(page.placeholders, made, found["aside"]) if page.placeholders else made


def _adopted(aside: Placeholders, made: Any, pieces: Sequence[tuple[str, str]]) -> Any:
    """Return the result of a fence, with its widgets moved to the page's placeholders."""
    if isinstance(made, str):
        return aside.adopt(made, pieces)
    return {**made, "html": aside.adopt(made["html"], pieces)}


def _noted(block: Block, make: Callable[[Block], Any]) -> dict[str, Any]:
    """Make a fence and record its effects on the page."""
    now = block.conversion
    aside = Placeholders() if now.page.placeholders else None
    claimed = len(now.ids)
    asked = len(now.page.steps.requests) if now.page.steps else 0
    made = make(replace(block, conversion=replace(now, page=replace(now.page, placeholders=aside))))
    return {
        "made": made,
        "aside": aside.pieces if aside else [],
        "ids": list(now.ids)[claimed:],
        "steps": now.page.steps.requests[asked:] if now.page.steps else [],
    }
