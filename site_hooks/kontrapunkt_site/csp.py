"""The content security policy: what the site brings, what its owner names, and nothing else.

Inline scripts run if the theme or the owner's templates bring them: their hashes are in the policy. All pages
get those of the whole site, because instant navigation keeps the policy of the first page.
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
"""The file that many static hosts, and `kontrapunkt serve`, take response headers from."""

SELF: Final = "self"
"""How a list of hosts names the site itself."""

WORKERS: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of a worker of ours."""

DAY: Final = 86_400
"""Seconds for which files of the theme are not asked for again: we mend its script under the same name."""

_NAMED: Final = re.compile(r"\.[0-9a-f]{8}\.min\.(?:js|css)$")
TAG: Final = r"""((?:[^>"']|"[^"]*"|'[^']*')*)>"""
"""The rest of a tag behind its name, as a pattern with one group."""

_SCRIPT: Final = re.compile(rf"<script(?=[\s/>]){TAG}(.*?)(</script(?=[\s/>])|\Z)", re.I | re.S)
_ATTRIBUTE: Final = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_SCRIPT_TYPES: Final = {"", "module", "text/javascript", "application/javascript", "importmap"}


@dataclass(frozen=True, slots=True)
class Policy:
    """Which hosts pages may load from beside the site's own.

    Attributes:
        scripts: Hosts of scripts.
        frames: Hosts of pages in frames; `self` for the site, which shows none of its own otherwise.
        images: Hosts of images.
        embedders: Hosts of pages that may show ours in a frame; None for all. Only a host that sends the
            headers file can see to it: browsers read nothing of it in a page.
    """

    scripts: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    embedders: tuple[str, ...] | None = None

    def header(self, rule: str) -> str:
        """The policy as a header, given its text for pages."""
        if self.embedders is None:
            return rule
        hosts = [f"'{SELF}'" if each == SELF else each for each in self.embedders] or ["'none'"]
        return " ".join((f"{rule}; frame-ancestors", *hosts))

    def text(self, hashes: Iterable[str]) -> str:
        """The policy as browsers read it, which allows inline scripts with these hashes, and no others."""
        frames = [f"'{SELF}'" if each == SELF else each for each in self.frames] or ["'none'"]
        return "; ".join(
            (
                "default-src 'self'",  # not 'none': browsers fetch a page's successor ahead under this rule
                " ".join(
                    (
                        "script-src 'self' 'wasm-unsafe-eval'",
                        *(f"'{each}'" for each in sorted(set(hashes))),
                        *self.scripts,
                    )
                ),
                "worker-src 'self' blob:",  # where readers' Python runs, nothing else can be had
                "connect-src 'self'",
                "style-src 'self' 'unsafe-inline'",
                " ".join(("img-src 'self' data:", *self.images)),
                "font-src 'self'",
                "media-src 'self'",
                "manifest-src 'self'",
                "object-src 'none'",
                " ".join(("frame-src", *frames)),
                "base-uri 'self'",
                "form-action 'none'",
            )
        )


class PageScripts:
    """The inline scripts that authors have written into pages; none of them runs under the policy."""

    def __init__(self) -> None:
        self._whole: set[str] = set()
        self._open: set[str] = set()

    def add(self, html: str) -> None:
        """Takes note of the scripts in what an author has written."""
        for found in _SCRIPT.finditer(html):
            # one without an end takes in what the template has behind it
            (self._whole if found[3] else self._open).add(found[2])

    def __contains__(self, script: str) -> bool:
        return script in self._whole or any(each and script.startswith(each) for each in self._open)


def apply(site: Path, policy: Policy | None, trusted: Callable[[str, str], bool]) -> dict[Path, bytes]:
    """Puts the policy into every page of a site, and writes its headers file.

    Args:
        site: The site's folder.
        policy: The policy; None for none.
        trusted: Whether an inline script may run, by the path of its page in the site and its text.

    Returns:
        The pages that have changed, which are still to be written.
    """
    if policy is None:
        (site / HEADERS).write_text(headers(None, _named(site)), "utf-8")
        return {}
    # whatever an author has copied into the site keeps its bytes, even those that are no UTF-8
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
    """The files of the theme whose names change with its versions."""
    found = (path.relative_to(site).as_posix() for path in site.glob("assets/*/**/*"))
    return sorted(name for name in found if _NAMED.search(name))


def from_disk(rule: str) -> str:
    """The policy of a page opened from disk: workers are made of what it holds, and nothing is fetched.

    Args:
        rule: Its policy on a host.
    """
    instead = {"worker-src": "worker-src blob:", "connect-src": "connect-src 'none'"}
    return "; ".join(instead.get(each.partition(" ")[0], each) for each in rule.split("; "))


def headers(rule: str | None, named: Iterable[str] = ()) -> str:
    """The headers file: the policy for all, and how long what is kept need not be asked for again.

    Args:
        rule: The policy; None for none.
        named: Files of the theme whose names change with its versions, by path in the site.
    """
    lines = [
        "/*",
        f"  Content-Security-Policy: {rule}" if rule else "",
        "  X-Content-Type-Options: nosniff",
        "  Referrer-Policy: no-referrer",
        "  Access-Control-Allow-Origin: *",  # for a frame without an origin; nothing here is secret
        f"/{PLACE}/*",  # dozens of files, of which the worker alone needs a policy
        f"  Content-Security-Policy: {WORKERS}" if rule else "",
        "  Cache-Control: public, max-age=31536000, immutable",
        *(f"/{name}\n  Cache-Control: public, max-age={DAY}" for name in named),
    ]
    return "".join(f"{line}\n" for line in lines if line)


def with_policy(page: str, rule: str) -> str:
    """A page with the policy in its head."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{escape(rule, quote=True)}">'
    return head.with_first(page, tag.replace("&#x27;", "'"))


def inline_scripts(page: str) -> Iterator[str]:
    """The inline scripts of a page; data blocks are no scripts."""
    for found in _SCRIPT.finditer(page):
        given = attributes(found[1])
        if "src" not in given and given.get("type", "").lower() in _SCRIPT_TYPES:
            yield found[2]


def attributes(tag: str) -> dict[str, str]:
    """The attributes in what stands behind the name of a tag."""
    found = reversed(list(_ATTRIBUTE.finditer(tag)))  # of two, a browser takes the first
    return {each[1].lower(): each[2] or each[3] or each[4] or "" for each in found}
