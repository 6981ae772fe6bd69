"""What a whole fence has made, kept from build to build: its HTML, ids that it claimed, steps of its widgets.

It is made anew when anything has changed that it is made of: its text, the files it reads, the code, what its
page says to fences, and where the site's rules are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kontrapunkt.core.registry import GROUPS, foreign
from kontrapunkt_site.fences.base import Block, claim_id
from kontrapunkt_site.placeholders import Placeholders


def kept[T](block: Block, given: object, make: Callable[[Block], T]) -> T:
    """What a fence makes, or what an earlier build has made of the same.

    Args:
        block: The fence.
        given: What it is made of beside its own lines, such as the text of a file; it can be written as JSON.
        make: Makes HTML of the fence, or what can be written as JSON with HTML as `html` in it. By the way it
            may claim ids and show widgets, and no more: what fills a shelf has to be done with the answer.

    Raises:
        PageError: if it cannot be made, or an id is taken.
    """
    page = block.conversion.page
    if page.made.folder is None or any(foreign(group) for group in GROUPS):  # whose code may change unseen
        return make(block)
    told: list[object] = [page.url, page.mistakes, page.contact, page.rules.version]
    told += [each is not None for each in (page.aside, page.steps, page.shelves)]
    before = block.conversion.widgets[block.fence.name]
    name = ["fence", block.fence.name, str(block.opening), str(block.text), given, told, before]
    found: Mapping[str, Any] | None = page.made.find(name)
    if found is None or not all(page.steps.again(each) for each in found["steps"] if page.steps):
        found = _noted(block, make)
        if not page.rules.unlinked:  # or the next build would not hear of a reference that leads nowhere
            page.made.keep(name, found)
    else:
        for id in found["ids"]:
            claim_id(block, id)
    made: T = found["made"]
    return _adopted(page.aside, made, found["aside"]) if page.aside else made


def _adopted(aside: Placeholders, made: Any, pieces: Sequence[tuple[str, str]]) -> Any:
    """What a fence has made, its widgets kept aside with those of the page."""
    if isinstance(made, str):
        return aside.adopt(made, pieces)
    return {**made, "html": aside.adopt(made["html"], pieces)}


def _noted(block: Block, make: Callable[[Block], Any]) -> dict[str, Any]:
    """What a fence makes, with what has become of its page by the way."""
    now = block.conversion
    aside = Placeholders() if now.page.aside else None
    claimed = len(now.ids)
    asked = len(now.page.steps.asked) if now.page.steps else 0
    made = make(replace(block, conversion=replace(now, page=replace(now.page, aside=aside))))
    return {
        "made": made,
        "aside": aside.kept if aside else [],
        "ids": list(now.ids)[claimed:],
        "steps": now.page.steps.asked[asked:] if now.page.steps else [],
    }
