"""Pages that another plugin puts together from others: a page to print, a blog's list of excerpts.

Each part was made for a page of its own. So drawings and ids may be there twice, a link may be relative to
another page, and an anchor may have the name of its page before it. This module mends what is ours.
"""

import re
from html import escape, unescape
from itertools import count, pairwise
from typing import Final
from urllib.parse import unquote

from kontrapunkt_site.rule_pages import RULE, relative

PAGE: Final = "data-kp-page"
"""The attribute of a link to a puzzle's page or sheet: its address, relative to the site's root."""

_SPRITE: Final = re.compile(r"""<svg class=["']?kp-sprite\b.*?</svg>""", re.S)
_TO_PAGE: Final = re.compile(rf"""<a\b[^<>]*\s{PAGE}=["']?([^"'\s>]+)[^<>]*>""")
_HREF: Final = re.compile(r"""(?<=\shref=)(?:"[^"]*"|'[^']*'|[^\s>"']+)""")

_OURS: Final = rf"(?:kp-|puzzle-|word-)[\w-]+|{RULE}"
"""The id of a widget, a drawing, a puzzle, a term or a rule."""
_ID: Final = re.compile(r"""\sid=["']?([^"'\s>]+)""")
_ANCHOR: Final = re.compile(rf""" id=["']?({_OURS})(?=["'\s>])""")
_REFERENCES: Final = re.compile(
    r"""(?:\s(?:id|for|popovertarget|data-cell|aria-(?:controls|describedby|labelledby|owns))=|\shref=(?=["']?#))"""
    r"""(?:"[^"]*"|'[^']*'|[^\s>"']+)"""
)
_STEPS: Final = re.compile(r"""\sdata-steps=["']?[\w.]+["']?""")

_TO_ANCHOR: Final = re.compile(r"""<a\b[^<>]*\shref=["']?#([^"'\s>]+)[^<>]*>""")
_ANCHOR_WITHIN: Final = re.compile(rf"(.+?)-({_OURS})")


def is_combined(page: str) -> bool:
    """Return True if a page has an id of ours twice, as it shows several pages."""
    ids = _ANCHOR.findall(page)
    return len(ids) > len(set(ids))


def repaired(page: str, url: str) -> str:
    """Return a combined page without drawings, with each id once, and with links that lead where they should.

    Args:
        page: The whole page.
        url: Its address, relative to the site's root.
    """
    page = _SPRITE.sub("", page)
    page = _TO_PAGE.sub(lambda link: _with_href(link[0], relative(unescape(link[1]), url)), page)
    return _with_right_anchors(*_with_unique_ids(page))


def _with_href(tag: str, address: str) -> str:
    return _HREF.sub(lambda _: f'"{escape(address)}"', tag, count=1)


def _with_unique_ids(page: str) -> tuple[str, list[str]]:
    """Return a page in which each of our ids is there once, and the ids as they were."""
    anchors = list(_ANCHOR.finditer(page))
    starts = [*(each.start() for each in anchors), len(page)]
    text = [page[: starts[0]]]
    ids = [each[1] for each in anchors]
    taken, seen = set(ids), set[str]()
    for id, (start, end) in zip(ids, pairwise(starts), strict=True):
        part = page[start:end]
        if id in seen:
            new = next(each for each in (f"{id}-{n}" for n in count(2)) if each not in taken)
            taken.add(new)
            part = _renamed(part, id, new)
        seen.add(id)
        text.append(part)
    return "".join(text), ids


def _renamed(part: str, old: str, new: str) -> str:
    """Return a part of a page, from an anchor to the next one, with another id.

    A widget's steps contain the old one, so it asks the engine instead.
    """
    old, new = old.removeprefix("kp-"), new.removeprefix("kp-")
    name = re.compile(rf"(?<![\w-])(kp-)?{re.escape(old)}(?!\w)")
    part = _REFERENCES.sub(lambda value: name.sub(rf"\g<1>{new}", value[0]), part)
    spec = rf"""((["']|&quot;|&#34;)id\2:\2){re.escape(old)}(?=\2)"""
    return _STEPS.sub("", re.sub(spec, rf"\g<1>{new}", part, count=1), count=1)


def _with_right_anchors(page: str, ids: list[str]) -> str:
    """Return a page whose links lead to our anchors in the right part.

    Args:
        page: The page.
        ids: The ids of its anchors in their own pages.
    """
    there = set(_ID.findall(page))
    anchors = [(id, found.start(), found[1]) for id, found in zip(ids, _ANCHOR.finditer(page), strict=True)]

    def led(link: re.Match[str]) -> str:
        goal = link[1]
        within = _ANCHOR_WITHIN.fullmatch(goal)
        if within is None or {goal, unquote(goal)} & there:
            return link[0]
        start = re.search(rf"""\sid=["']?{re.escape(within[1])}["'\s>]""", page)
        wanted = [(at, new) for old, at, new in anchors if old == within[2]]
        after = [new for at, new in wanted if start and at > start.start()]
        if not wanted:
            return link[0]
        new = after[0] if after else wanted[0][1]
        state = f"kp={within[2].removeprefix('kp-')}&", f"kp={new.removeprefix('kp-')}&"
        return link[0].replace(f"#{goal}", f"#{new}", 1).replace(*state, 1)

    return _TO_ANCHOR.sub(led, page)
