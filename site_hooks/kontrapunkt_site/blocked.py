"""Finds parts of pages that the site's policy blocks, at build time."""

import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field
from html import escape, unescape
from typing import Final
from urllib.parse import SplitResult, urlsplit

from kontrapunkt.text import catalogue
from kontrapunkt_site.build_cache import BuildCache
from kontrapunkt_site.csp import SELF, TAG, PageScripts, Policy, attributes, inline_scripts
from kontrapunkt_site.problems import PageError, Text

_COMMENT: Final = re.compile(r"<!--.*?-->", re.S)
_ELEMENT: Final = re.compile(rf"<([a-z][^\s/>]*){TAG}", re.I)
_HANDLER: Final = re.compile(r"\son[a-z]+\s*=", re.I)
_LOADS: Final = {
    "audio": {"src": "media"},
    "embed": {"src": "objects"},
    "form": {"action": "forms"},
    "frame": {"src": "frames"},
    "iframe": {"src": "frames"},
    "image": {"href": "images", "xlink:href": "images"},
    "img": {"src": "images", "srcset": "images"},
    "input": {"src": "images"},
    "object": {"data": "objects"},
    "script": {"src": "scripts"},
    "source": {"src": "media", "srcset": "images"},
    "track": {"src": "media"},
    "video": {"src": "media", "poster": "images"},
}
_LINKS: Final = {"stylesheet": "styles", "icon": "images"}


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """A resource that a page loads or runs.

    Attributes:
        kind: `scripts`, `frames`, `images`, `styles`, `media`, `objects`, `forms`; `inline` for a script in
            the page, `handlers` for one in an attribute.
        what: Its address, or its beginning.
    """

    kind: str
    what: str

    def __str__(self) -> str:
        host = _split(self.what).netloc or SELF
        return catalogue.say(f"policy.{self.kind}", what=self.what, host=host)


@dataclass(frozen=True, slots=True)
class PolicyWatch:
    """Checks the pages of a site, and reports each blocked resource once.

    Attributes:
        policy: The policy; None for none.
        home: The address of the finished site; empty if unknown.
        shared: Other sources of pages: the configuration, templates, other pages.
        cache: The cache of results.
    """

    policy: Policy | None
    home: str = ""
    shared: list[Text] = field(default_factory=list)
    cache: BuildCache = field(default_factory=BuildCache)
    _authored: PageScripts = field(default_factory=PageScripts)
    _copies: set[str] = field(default_factory=set)
    _said: set[str] = field(default_factory=set)

    def add_authored(self, html: str) -> None:
        """Record HTML of an author; what other plugins add to it later is not the author's."""
        self._authored.add(html)

    def look(self, page: str, source: Text) -> Iterator[str]:
        """Yield the warnings for a page that a template has rendered.

        Args:
            source: The author's source.
        """
        return self._sentences(page, source, self._authored)

    def look_at_copy(self, name: str, page: str, source: Text) -> Iterator[str]:
        """Yield the warnings for a page that its author has written as HTML.

        Args:
            name: Its path in the site.
            source: The page as lines.
        """
        self._copies.add(name)
        whole = PageScripts()
        whole.add(page)
        return self._sentences(page, source, whole)

    def is_copy(self, name: str) -> bool:
        """Return True if the page with a path in the site is one that its author has written as HTML."""
        return name in self._copies

    def trusted(self, name: str, script: str) -> bool:
        """Return True if an inline script comes from the theme, the owner's templates or another plugin.

        Args:
            name: The path of its page in the site.
            script: The text of the script.
        """
        return not self.is_copy(name) and script not in self._authored

    def _sentences(self, page: str, source: Text, authored: PageScripts) -> Iterator[str]:
        if self.policy is None:
            return
        uses = self.cache.get_or_make(["uses", page], lambda: [astuple(use) for use in _uses(page)])
        for use in (*(ResourceUse(*each) for each in uses), *_scripts(page, authored)):
            if use.kind == "inline" or not _allowed(use, self.policy, self.home):
                sentence = str(self._where(use, source))
                if sentence not in self._said:
                    self._said.add(sentence)
                    yield sentence

    def _where(self, use: ResourceUse, source: Text) -> PageError:
        wanted = (use.what, escape(use.what))
        for text in (source, *self.shared):
            for number, line in enumerate(text.lines, 1):
                if any(each in line for each in wanted):
                    return text.error(number, str(use))
        return source.error(1, str(use))


def _scripts(page: str, authored: PageScripts) -> Iterator[ResourceUse]:
    for script in inline_scripts(page):
        if script in authored and script.strip():
            yield ResourceUse("inline", script.strip().splitlines()[0].strip())


def _uses(page: str) -> Iterator[ResourceUse]:
    """Yield the resources that a page loads, and those in its attributes."""
    bare = _COMMENT.sub("", page)
    handlers = _HANDLER.search(bare) is not None
    for found in _ELEMENT.finditer(bare):
        name = found[1].lower()
        if not (handlers or name in _LOADS or name in ("a", "link")):
            continue
        given = attributes(found[2])
        for key, address in given.items():
            if key.startswith("on"):
                yield ResourceUse("handlers", key)
            if kind := _LOADS.get(name, {}).get(key):
                each = address.split(",") if key == "srcset" else [address]
                yield from (ResourceUse(kind, unescape(one.split()[0])) for one in each if one.strip())
        address = unescape(given.get("href", "")).strip()
        if name == "a" and address.lower().startswith("javascript:"):
            yield ResourceUse("handlers", address)
        for kind in (_LINKS[word] for word in given.get("rel", "").lower().split() if word in _LINKS):
            yield ResourceUse(kind, address)


def _allowed(use: ResourceUse, policy: Policy, home: str) -> bool:
    if use.kind in ("objects", "handlers"):
        return False
    address, own = _split(use.what), _split(home)
    local = not (address.scheme or address.netloc) or (address.netloc == own.netloc != "")
    if use.kind == "forms":
        return local
    if use.kind == "frames":
        return SELF in policy.frames if local else _named(address, policy.frames)
    if use.kind == "images" and address.scheme == "data":
        return True
    hosts = {"scripts": policy.scripts, "images": policy.images}.get(use.kind, ())
    return local or _named(address, hosts)


def _named(address: SplitResult, hosts: tuple[str, ...]) -> bool:
    """Return True if an address is on one of the hosts."""
    for each in hosts:
        host = _split(each if "://" in each else f"//{each}")
        name, wanted = address.hostname or "", host.hostname or ""
        if (
            (name.endswith(wanted[1:]) if wanted.startswith("*.") else name == wanted)
            and (not host.scheme or address.scheme in ("", "https", host.scheme))
            and (host.port is None or host.port == address.port)
            and address.path.startswith(host.path)
        ):
            return True
    return False


def _split(address: str) -> SplitResult:
    """Split an address; an invalid one has no parts."""
    try:
        found = urlsplit(address)
        return found if found.port is None or found.port else urlsplit("")
    except ValueError:
        return urlsplit("")
