"""Pages of a built site as they are in a copy that is opened from disk: their scripts, links and policy."""

import re
from html import escape, unescape
from posixpath import dirname, relpath
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from kontrapunkt_site import csp, head, preload, theme

SEARCH: Final = "disk-search.js"
"""The script that lets the theme start its search; beside ours."""

_LINK: Final = re.compile(
    r"""(<(?:a|iframe|link)\b(?:[^>"']|"[^"]*"|'[^']*')*?\s(?:href|src)=)"""
    r"""(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
)
_POLICY: Final = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')


class Pages:
    """The pages of one site.

    Attributes:
        script: The script of all our modules, by its path in the copy.
        entry: The module that the pages of the site load.
    """

    def __init__(self, script: str, entry: str) -> None:
        self.script = script
        self.entry = entry

    def from_disk(self, page: str, name: str) -> str:
        """A page as it is in the copy.

        Args:
            page: The page as the site has it.
            name: Its path in the site.
        """
        page = preload.LINKS.sub("", theme.for_disk(page))
        module = re.compile(
            rf"""<script src=["']?[^"'>]*{re.escape(self.entry)}["']? type=["']?module["']?></script>"""
        )
        if module.search(page):
            here = dirname(name)
            search = relpath(f"{dirname(self.script)}/{SEARCH}", here or ".")
            page = module.sub(f'<script src="{relpath(self.script, here or ".")}" defer></script>', page)
            page = head.with_last(page, f'<script src="{search}"></script>')
        page = _POLICY.sub(lambda found: found[1] + _policy(found[2]) + found[3], page)
        return _LINK.sub(lambda found: f'{found[1]}"{_named(found)}"', page)


def _named(link: re.Match[str]) -> str:
    return escape(with_index(unescape(link[2] or link[3] or link[4] or "")))


def _policy(written: str) -> str:
    return escape(csp.from_disk(unescape(written)), quote=True).replace("&#x27;", "'")


def with_index(address: str) -> str:
    """An address in a page, with the index of a folder named; one that leads elsewhere as it is.

    Args:
        address: The address.
    """
    parts = urlsplit(address)
    last = parts.path.rpartition("/")[2]
    if parts.scheme or parts.netloc or parts.path.startswith("/") or last not in ("", ".", ".."):
        return address
    if not parts.path and not parts.query:  # within the page
        return address
    path = f"{parts.path}/index.html" if last else f"{parts.path}index.html"
    return urlunsplit(parts._replace(path=path))
