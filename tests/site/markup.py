"""Reads the tags of a built page: ours are well formed, so that there is less to find out about them.

The pages of the site have 27 megabytes, and Python's parser takes three times as long.
"""

import re
from functools import lru_cache
from html import unescape

type Attrs = list[tuple[str, str | None]]

_MARKUP = re.compile(
    r"<!--.*?-->|<!\w[^>]*>|</([a-zA-Z][^\s>]*)\s*>"
    r"""|<([a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL,
)

_ATTRIBUTE = re.compile(r"""([^\s=/>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")

_RAW = {tag: re.compile(rf"</{tag}\s*>", re.IGNORECASE) for tag in ("script", "style", "textarea", "title")}
"""Elements in which nothing is a tag but their end."""


class Tags:
    """What `HTMLParser` is for whoever asks for tags alone; `feed` takes whole pages."""

    def feed(self, page: str) -> None:
        """Tells of the tags of a page, in their order."""
        at = 0
        while found := _MARKUP.search(page, at):
            at = found.end()
            if name := found[2]:
                tag, words = name.lower(), found[3]
                told = self.handle_startendtag if words.endswith("/") else self.handle_starttag
                told(tag, attributes(words))
                if (
                    told == self.handle_starttag
                    and (end := _RAW.get(tag))
                    and (closing := end.search(page, at))
                ):
                    at = closing.start()
            elif found[1]:
                self.handle_endtag(found[1].lower())

    def handle_starttag(self, tag: str, attrs: Attrs) -> None:
        """A tag that begins an element, or is all of it."""

    def handle_endtag(self, tag: str) -> None:
        """A tag that ends one."""

    def handle_startendtag(self, tag: str, attrs: Attrs) -> None:
        """A tag that ends with a slash."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)


def attributes(words: str) -> Attrs:
    """The attributes in a tag; not to be changed, as tags that are alike share them."""
    return _attributes(words) if len(words) < 300 else _attributes.__wrapped__(words)


@lru_cache(maxsize=100_000)
def _attributes(words: str) -> Attrs:
    return [
        (name.lower(), unescape(value[1:-1] if value[:1] in ('"', "'") else value) if value else None)
        for name, value in _ATTRIBUTE.findall(words)
    ]
