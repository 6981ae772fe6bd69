"""The content security policy: it allows the site's files and the owner's choices.

Inline scripts run if the theme, the owner's templates or another plugin brings them: their hashes are in the
policy. All pages get those of the whole site, since instant navigation applies the policy of the first page.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from kontrapunkt_site import head, sandbox
from kontrapunkt_site.assets import PLACE
from kontrapunkt_site.integrity import hash_of

HEADERS: Final = "_headers"
"""The file with response headers for many static hosts and `kontrapunkt serve`."""

SELF: Final = "self"
"""The name of the site itself in a list of hosts."""

WORKERS: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of our workers."""

DAY: Final = 86_400
"""Seconds for which the theme's files are cached: we patch its script under the same name."""

_NAMED: Final = re.compile(r"\.[0-9a-f]{8}\.min\.(?:js|css)$")
TAG: Final = r"""((?:[^>"']|"[^"]*"|'[^']*')*)>"""
"""A pattern for the rest of a tag after its name, with one group."""

_SCRIPT: Final = re.compile(rf"<script(?=[\s/>]){TAG}(.*?)(</script(?=[\s/>])|\Z)", re.I | re.S)
_ATTRIBUTE: Final = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_SCRIPT_TYPES: Final = {"", "module", "text/javascript", "application/javascript", "importmap"}


@dataclass(frozen=True, slots=True)
class Policy:
    """The hosts from which pages may load, besides the site's own.

    Attributes:
        scripts: Hosts of scripts.
        frames: Hosts of framed pages; `self` for the site, which otherwise frames none of its own pages.
        images: Hosts of images.
        embedders: Hosts whose pages may frame ours; None for all. Only a host that sends the headers file can
            enforce it: browsers ignore it in a page.
    """

    scripts: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    embedders: tuple[str, ...] | None = None

    def header(self, rule: str) -> str:
        """Return the policy as a header, given its text for pages."""
        if self.embedders is None:
            return rule
        hosts = [f"'{SELF}'" if each == SELF else each for each in self.embedders] or ["'none'"]
        return " ".join((f"{rule}; frame-ancestors", *hosts))

    def text(self, hashes: Iterable[str]) -> str:
        """Return the policy's text, which allows the inline scripts with these hashes."""
        frames = [f"'{SELF}'" if each == SELF else each for each in self.frames] or ["'none'"]
        return "; ".join(
            (
                "default-src 'self'",  # not 'none': browsers prefetch pages under this rule
                " ".join(
                    (
                        "script-src 'self' 'wasm-unsafe-eval'",
                        *(f"'{each}'" for each in sorted(set(hashes))),
                        *self.scripts,
                    )
                ),
                "worker-src 'self' blob:",  # readers' Python runs there, without access to anything else
                "connect-src 'self'",
                "style-src 'self' 'unsafe-inline'",
                " ".join(("img-src 'self' data:", *self.images)),
                "font-src 'self'",
                "media-src 'self'",
                "manifest-src 'self'",
                "object-src 'none'",
                " ".join(("frame-src", *frames)),
                "base-uri 'self'",
                "form-action 'self'",
            )
        )


class PageScripts:
    """The inline scripts in authors' pages, which the policy blocks."""

    def __init__(self) -> None:
        self._whole: set[str] = set()
        self._open: set[str] = set()

    def add(self, html: str) -> None:
        """Record the scripts in an author's HTML."""
        for found in _SCRIPT.finditer(html):
            # a script without an end would include the template's text after it
            (self._whole if found[3] else self._open).add(found[2])

    def __contains__(self, script: str) -> bool:
        return script in self._whole or any(each and script.startswith(each) for each in self._open)


def apply(site: Path, policy: Policy | None, trusted: Callable[[str, str], bool]) -> dict[Path, bytes]:
    """Put the policy into every page of a site and write its headers file.

    Args:
        site: The site's folder.
        policy: The policy; None for none.
        trusted: Returns whether an inline script may run, from the path of its page in the site and its text.

    Returns:
        The pages that have changed, not written yet.
    """
    if policy is None:
        (site / HEADERS).write_text(headers(None, _named(site)), "utf-8")
        return {}
    # An author's files keep their bytes, even if they are not UTF-8.
    pages = {path: path.read_text("utf-8", "surrogateescape") for path in sorted(site.rglob("*.html"))}
    scripts = [
        script
        for path, page in pages.items()
        for script in inline_scripts(page)
        if trusted(path.relative_to(site).as_posix(), script)
    ]
    rule = policy.text(map(hash_of, (*scripts, sandbox.script())))
    (site / HEADERS).write_text(headers(policy.header(rule), _named(site)), "utf-8")
    return {path: with_policy(page, rule).encode("utf-8", "surrogateescape") for path, page in pages.items()}


def _named(site: Path) -> list[str]:
    """Return the files of the theme whose names change with its version."""
    found = (path.relative_to(site).as_posix() for path in site.glob("assets/*/**/*"))
    return sorted(name for name in found if _NAMED.search(name))


def disk_policy(rule: str) -> str:
    """Return the policy of a page on disk: workers from its data, no fetching.

    Args:
        rule: Its policy on a host.
    """
    instead = {"worker-src": "worker-src blob:", "connect-src": "connect-src 'none'"}
    return "; ".join(instead.get(each.partition(" ")[0], each) for each in rule.split("; "))


def headers(rule: str | None, named: Iterable[str] = ()) -> str:
    """Return the headers file: the policy, and caching times.

    Args:
        rule: The policy; None for none.
        named: Files of the theme whose names change with its version, by path in the site.
    """
    lines = [
        "/*",
        f"  Content-Security-Policy: {rule}" if rule else "",
        "  X-Content-Type-Options: nosniff",
        "  Referrer-Policy: no-referrer",
        "  Access-Control-Allow-Origin: *",  # for a frame without an origin; nothing here is secret
        f"/{PLACE}/*",  # of these dozens of files only the worker needs a policy
        f"  Content-Security-Policy: {WORKERS}" if rule else "",
        "  Cache-Control: public, max-age=31536000, immutable",
        *(f"/{name}\n  Cache-Control: public, max-age={DAY}" for name in named),
    ]
    return "".join(f"{line}\n" for line in lines if line)


def with_policy(page: str, rule: str) -> str:
    """Return a page with the policy in its head."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{escape(rule, quote=True)}">'
    return head.with_first(page, tag.replace("&#x27;", "'"))


def inline_scripts(page: str) -> Iterator[str]:
    """Yield the inline scripts of a page; data blocks do not count."""
    for found in _SCRIPT.finditer(page):
        given = attributes(found[1])
        if "src" not in given and given.get("type", "").lower() in _SCRIPT_TYPES:
            yield found[2]


def attributes(tag: str) -> dict[str, str]:
    """Parse the attributes after the name of a tag."""
    found = reversed(list(_ATTRIBUTE.finditer(tag)))  # browsers use the first of two equal attributes
    return {each[1].lower(): each[2] or each[3] or each[4] or "" for each in found}
