"""What MkDocs learns of a page while it converts it, beside its HTML: title, anchors, links to others."""

import json
import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import pages
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from kontrapunkt_site.build_cache import installed

_PURE: Final = frozenset(
    (
        *("abbr", "admonition", "attr_list", "def_list", "fenced_code", "footnotes", "md_in_html", "meta"),
        *("nl2br", "sane_lists", "smarty", "tables", "toc"),
        *("pymdownx.details", "pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys"),
        *("pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist"),
    )
)
"""Extensions of Markdown that make the same of the same lines and settings, without looking elsewhere."""

_BY: Final = ("mkdocs", "markdown", "pymdown-extensions", "pygments")
"""Who converts: what another version of them makes may differ."""


class Conversions:
    """The conversions of the pages of one build."""

    def __init__(self, files: Files, config: MkDocsConfig, ours: object) -> None:
        """Begins a build.

        Args:
            files: All files of the site.
            config: The configuration.
            ours: Our own extension.
        """
        self._files = files
        self._said = 0
        self._log = logging.getLogger(pages.__name__)
        self._log.addFilter(self._hear)
        self._before = 0
        self._given = None if self._log.isEnabledFor(logging.DEBUG) else _given(files, config, ours)

    def begin(self, page: Page) -> object:
        """A page is about to be converted.

        Args:
            page: The page, its Markdown read.

        Returns:
            What MkDocs makes of it beside its lines, as JSON has it; None where that cannot be told.
        """
        self._before = self._said
        return self._given and [self._given, page.file.src_uri, repr(page.title)]

    @property
    def is_silent(self) -> bool:
        """Whether MkDocs had nothing to say about the page; else the next build has to say it too."""
        return self._said == self._before

    def end(self) -> None:
        """No more pages are converted."""
        self._log.removeFilter(self._hear)

    def _hear(self, record: logging.LogRecord) -> bool:
        self._said += 1
        return True

    def told(self, page: Page) -> dict[str, Any]:
        """What MkDocs has learnt of a page, as JSON has it."""
        links = page.links_to_anchors or {}
        return {
            "title": page.title if isinstance(page.title, str) else None,
            "anchors": sorted(page.present_anchor_ids or ()),
            "links": {file.src_uri: anchors for file, anchors in links.items()},
        }

    def tell(self, page: Page, told: Mapping[str, Any]) -> None:
        """Lets a page know what was learnt of it by an earlier build."""
        if told["title"] is not None:  # else its front matter says it otherwise, such as by a number
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
