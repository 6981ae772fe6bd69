"""What a page's scripts will ask for, named in its head: browsers fetch it while they read the page."""

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
"""By what stands on a page, modules that `assets/main.js` imports for it."""

LINKS: Final = re.compile(r'<link rel="modulepreload" href="[^"]*">')
"""How they are named."""


def named(page: str) -> str:
    """The page with that in its head, if it loads our scripts.

    Args:
        page: The page as readers get it, but for its policy.
    """
    entry = _ENTRY.search(page)
    if not entry:
        return page
    wanted = dict.fromkeys(each for mark, modules in _NEEDED if mark in page for each in modules)
    links = (f'<link rel="modulepreload" href="{entry[1]}{each}">' for each in (assets.ENTRY, *wanted))
    return head.with_last(page, "".join(links)) if wanted else page
