"""What in a page the policy of the site will stop, found when the site is built and not by its readers."""

import re
from collections.abc import Iterable, Iterator
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
    """Something that a page loads or runs.

    Attributes:
        kind: `scripts`, `frames`, `images`, `styles`, `media`, `objects`, `forms`; `inline` for a script in
            the page, `handlers` for one in an attribute.
        what: Its address, or how it begins.
    """

    kind: str
    what: str

    def __str__(self) -> str:
        host = _split(self.what).netloc or SELF
        return catalogue.say(f"policy.{self.kind}", what=self.what, host=host)


@dataclass(frozen=True, slots=True)
class PolicyWatch:
    """Looks at the pages of a site, and says what the policy stops once, with the place where it is written.

    Attributes:
        policy: The policy; None for none.
        home: The address where the site will be; empty where nobody has said.
        shared: What pages take from beside their own sources: the configuration, templates, other pages.
        made: What earlier builds have found in pages.
    """

    policy: Policy | None
    home: str = ""
    shared: tuple[Text, ...] = ()
    made: BuildCache = field(default_factory=BuildCache)
    _authored: PageScripts = field(default_factory=PageScripts)
    _copies: set[str] = field(default_factory=set)
    _said: set[str] = field(default_factory=set)

    def look(self, page: str, source: Text, written: Iterable[str] = ()) -> Iterator[str]:
        """What has to be said about a page that a template has made.

        Args:
            page: The page.
            source: What its author has written.
            written: What has become of it, as HTML: scripts in there are the author's.
        """
        for html in written:
            self._authored.add(html)
        return self._sentences(page, source, self._authored)

    def look_at_copy(self, name: str, page: str, source: Text) -> Iterator[str]:
        """The same about a page that its author has written as a whole.

        Args:
            name: Its path in the site.
            page: The page.
            source: The same, as lines.
        """
        self._copies.add(name)
        whole = PageScripts()
        whole.add(page)
        return self._sentences(page, source, whole)

    def trusted(self, name: str, script: str) -> bool:
        """Whether an inline script comes from the theme or the owner's templates.

        Args:
            name: The path of its page in the site.
            script: Its text.
        """
        return name not in self._copies and script not in self._authored

    def _sentences(self, page: str, source: Text, authored: PageScripts) -> Iterator[str]:
        if self.policy is None:
            return
        uses = self.made.of(["uses", page], lambda: [astuple(use) for use in _uses(page)])
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
    """What a page loads, and what it runs from attributes."""
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
    if use.kind in ("objects", "forms", "handlers"):
        return False
    address, own = _split(use.what), _split(home)
    local = not (address.scheme or address.netloc) or (address.netloc == own.netloc != "")
    if use.kind == "frames":
        return SELF in policy.frames if local else _named(address, policy.frames)
    if use.kind == "images" and address.scheme == "data":
        return True
    hosts = {"scripts": policy.scripts, "images": policy.images}.get(use.kind, ())
    return local or _named(address, hosts)


def _named(address: SplitResult, hosts: tuple[str, ...]) -> bool:
    """Whether one of the hosts is that of an address."""
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
    """The parts of an address; one that cannot be read has none."""
    try:
        found = urlsplit(address)
        return found if found.port is None or found.port else urlsplit("")
    except ValueError:
        return urlsplit("")
