"""Facts that MkDocs learns from converting a page: title, anchors, links."""

import json
import logging
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import pages
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from kontrapunkt_site.build_cache import installed
from kontrapunkt_site.state_links import STATE

_PURE: Final = frozenset(
    (
        *("abbr", "admonition", "attr_list", "def_list", "fenced_code", "footnotes", "md_in_html", "meta"),
        *("nl2br", "sane_lists", "smarty", "tables", "toc"),
        *("pymdownx.details", "pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys"),
        *("pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist"),
    )
)
"""Markdown extensions whose result depends only on lines and settings."""

_LINK: Final = re.compile(
    r"Doc file '(?P<page>.+?)' contains an? [a-z ]*link '(?P<link>.*?)', (?:but )?(?P<problem>.*)", re.DOTALL
)
"""The warning of MkDocs about a broken link."""

_BY: Final = ("mkdocs", "markdown", "pymdown-extensions", "pygments")
"""The packages that convert pages; other versions may give other results."""


class Conversions:
    """The conversions of pages in one build."""

    def __init__(
        self,
        files: Files,
        config: MkDocsConfig,
        ours: object,
        broken: Callable[[str, str, str], bool] = lambda page, link, problem: False,
    ) -> None:
        """Begin a build.

        Args:
            files: All files of the site.
            ours: Our own extension.
            broken: Takes a broken link: the page's path among the documents, the link, and what is wrong with
                it. Returns True to report it, so that MkDocs does not.
        """
        self._files = files
        self._broken = broken
        self._said = 0
        self._log = logging.getLogger(pages.__name__)
        self._log.addFilter(self._hear)
        self._before = 0
        self._given = None if self._log.isEnabledFor(logging.DEBUG) else _given(files, config, ours)

    def begin(self, page: Page) -> object:
        """Begin the conversion of a page.

        Args:
            page: The page with its Markdown.

        Returns:
            The inputs of the conversion besides the lines, as JSON; None if they are unknown.
        """
        self._before = self._said
        return self._given and [self._given, page.file.src_uri, repr(page.title)]

    @property
    def is_silent(self) -> bool:
        """Return True if MkDocs logged nothing about the page.

        Otherwise the next build must log it again.
        """
        return self._said == self._before

    def end(self) -> None:
        """End the conversions."""
        self._log.removeFilter(self._hear)

    def _hear(self, record: logging.LogRecord) -> bool:
        self._said += 1
        found = _LINK.match(record.getMessage()) if record.levelno >= logging.WARNING else None
        return found is None or not self._broken(found["page"], found["link"], found["problem"])

    @staticmethod
    def except_states(page: Page) -> None:
        """Leave links with state out of those whose anchors MkDocs looks for in the other page."""
        for links in (page.links_to_anchors or {}).values():
            for anchor in [each for each in links if STATE.match(each)]:
                del links[anchor]

    def facts(self, page: Page) -> dict[str, Any]:
        """Return the facts that MkDocs has learnt about a page, as JSON."""
        links = page.links_to_anchors or {}
        return {
            "title": page.title if isinstance(page.title, str) else None,
            "anchors": sorted(page.present_anchor_ids or ()),
            "links": {file.src_uri: anchors for file, anchors in links.items()},
        }

    def restore(self, page: Page, told: Mapping[str, Any]) -> None:
        """Give a page the facts from an earlier build."""
        if told["title"] is not None:  # else the front matter sets it in another form, such as a number
            page.title = told["title"]
        page.present_anchor_ids = set(told["anchors"])
        found = {self._files.get_file_from_path(path): links for path, links in told["links"].items()}
        page.links_to_anchors = {file: links for file, links in found.items() if file}


def _given(files: Files, config: MkDocsConfig, ours: object) -> str | None:
    names = [each for each in config.markdown_extensions if each is not ours]
    if not _PURE.issuperset(str(each).removeprefix("markdown.extensions.") for each in names):
        return None
    settings = {name: config.mdx_configs.get(name) for name in names}
    there = sorted((file.src_uri, file.url, file.inclusion.value) for file in files)
    given = [names, settings, there, repr(config.validation), [*map(installed, _BY)]]
    try:
        return sha256(json.dumps(given).encode()).hexdigest()
    except (TypeError, ValueError):  # a setting that is code
        return None
