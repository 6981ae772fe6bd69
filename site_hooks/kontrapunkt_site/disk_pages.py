"""Pages of a built site converted for a copy on disk: scripts, links and policy."""

import re
from html import escape, unescape
from posixpath import dirname, relpath
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from kontrapunkt_site import csp, head, preload, theme

SEARCH: Final = "disk-search.js"
"""Our script that lets the theme start its search."""

_LINK: Final = re.compile(
    r"""(<(?:a|iframe|link)\b(?:[^>"']|"[^"]*"|'[^']*')*?\s(?:href|src)=)"""
    r"""(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
)
_POLICY: Final = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")([^"]*)(">)')


class Pages:
    """The pages of one site.

    Attributes:
        script: The path of the script of all our modules in the copy.
        entry: The module that the site's pages load.
    """

    def __init__(self, script: str, entry: str) -> None:
        self.script = script
        self.entry = entry

    def from_disk(self, page: str, name: str) -> str:
        """Return a page for the copy.

        Args:
            page: The page in the site.
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
    return escape(csp.disk_policy(unescape(written)), quote=True).replace("&#x27;", "'")


def with_index(address: str) -> str:
    """Add the index file to an internal address of a folder.

    Other addresses are returned unchanged.
    """
    parts = urlsplit(address)
    last = parts.path.rpartition("/")[2]
    if parts.scheme or parts.netloc or parts.path.startswith("/") or last not in ("", ".", ".."):
        return address
    if not parts.path and not parts.query:  # a link within the page
        return address
    path = f"{parts.path}/index.html" if last else f"{parts.path}index.html"
    return urlunsplit(parts._replace(path=path))
