"""The content security policy: scripts of ours only, nothing from elsewhere, hashes for inline scripts.

All pages get the hashes of the whole site, because instant navigation keeps the policy of the first page.
"""

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from kontrapunkt_site.assets import PLACE

HEADERS: Final = "_headers"
"""The file that many static hosts, and `kontrapunkt serve`, take response headers from."""

_META: Final = '<meta charset="utf-8">'
_SCRIPT_TYPES: Final = {"", "module", "text/javascript", "application/javascript", "importmap"}


def apply(site: Path) -> str:
    """Writes the policy into every page of a site, and into its headers file; answers the policy."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    rule = policy(hash_ for page in pages.values() for hash_ in inline_hashes(page))
    for path, page in pages.items():
        path.write_text(with_policy(page, rule), "utf-8")
    (site / HEADERS).write_text(headers(rule), "utf-8")
    return rule


def policy(hashes: Iterable[str]) -> str:
    """The policy that allows inline scripts with these hashes, and no others."""
    scripts = " ".join(f"'{each}'" for each in sorted(set(hashes)))
    return "; ".join(
        (
            "default-src 'self'",  # not 'none': browsers fetch a page's successor ahead under this rule
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}".rstrip(),
            "worker-src 'self'",
            "connect-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "manifest-src 'self'",
            "object-src 'none'",
            "frame-src 'none'",
            "base-uri 'self'",
            "form-action 'none'",
        )
    )


def headers(rule: str) -> str:
    """The headers file: the policy for all, and a long life for what never changes under its address."""
    return (
        "/*\n"
        f"  Content-Security-Policy: {rule}\n"
        "  X-Content-Type-Options: nosniff\n"
        "  Referrer-Policy: no-referrer\n"
        f"/{PLACE}/*\n"
        "  Cache-Control: public, max-age=31536000, immutable\n"
    )


def with_policy(page: str, rule: str) -> str:
    """A page with the policy in its head, behind the character set only (which has to come early)."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{escape(rule, quote=True)}">'.replace(
        "&#x27;", "'"
    )
    before, found, after = page.partition(_META)
    if found:
        return before + found + tag + after
    before, found, after = page.partition("<head>")
    return before + found + tag + after if found else page


def inline_hashes(page: str) -> list[str]:
    """The hashes of a page's inline scripts, as a policy names them; data blocks are no scripts."""
    reader = _Scripts()
    reader.feed(page)
    reader.close()
    return [
        "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in reader.found
    ]


class _Scripts(HTMLParser):
    """Collects the inline scripts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and "src" not in given and (given.get("type") or "").lower() in _SCRIPT_TYPES:
            self._inside = True
            self.found.append("")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._inside = False
