"""Module preloads in the head of a page, so that browsers fetch them early."""

import re
from typing import Final

from kontrapunkt_site import assets, head

_ENTRY: Final = re.compile(
    rf"""<script src=["']?([^"'>]*){re.escape(assets.ENTRY)}["']? type=["']?module["']?>"""
)
_NEEDED: Final = (
    (" data-kp-puzzles>", ("common.js", "puzzles.js")),
    ('<div class="kp-controls', ("common.js", "live.js")),
)
"""The modules that `assets/main.js` imports, by the mark on a page that needs them."""

LINKS: Final = re.compile(r'<link rel="modulepreload" href="[^"]*">')
"""A preload link."""


def add_preload_links(page: str) -> str:
    """Return a page with preload links, if it loads our scripts.

    Args:
        page: The final page without its policy.
    """
    entry = _ENTRY.search(page)
    if not entry:
        return page
    wanted = dict.fromkeys(each for mark, modules in _NEEDED if mark in page for each in modules)
    links = (f'<link rel="modulepreload" href="{entry[1]}{each}">' for each in (assets.ENTRY, *wanted))
    return head.with_last(page, "".join(links)) if wanted else page
