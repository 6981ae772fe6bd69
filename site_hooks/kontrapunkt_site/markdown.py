"""The Markdown extension: fences, inline cards, rule paragraphs and references.

It needs Python-Markdown and no particular site generator. A host that knows more (the file, its address, the
places of rules) sets `KontrapunktExtension.page` before each conversion.
"""

import re
import xml.etree.ElementTree as etree
from dataclasses import replace
from difflib import get_close_matches
from html import escape
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.util import ETX, STX, AtomicString

from kontrapunkt.core.registry import PluginLoadError, plugin_entries
from kontrapunkt.render import sprite
from kontrapunkt.text import catalogue
from kontrapunkt_site import assets, inline, link_names, signs, source
from kontrapunkt_site.fences import FENCES
from kontrapunkt_site.fences.base import Block
from kontrapunkt_site.fences.widget import EVERY_FACE
from kontrapunkt_site.page import Conversion, Page
from kontrapunkt_site.page_cache import PageCache
from kontrapunkt_site.problems import PageError
from kontrapunkt_site.rule_pages import ANCHOR, known_rules, relative, unknown_rule
from kontrapunkt_site.state_links import with_anchors


class KontrapunktExtension(Extension):
    """Kontrapunkt's additions to Markdown.

    | processor | registry | name | priority |
    |---|---|---|---|
    | fences | preprocessors | `kontrapunkt_fences` | 27: before html_block and superfences |
    | rule paragraphs | blockprocessors | `kontrapunkt_rules` | 25 |
    | cached text | postprocessors | `kontrapunkt_around` | 12: when all HTML is back in place |
    | inline cards | inlinePatterns | `kontrapunkt_card` | 175 |
    | rule references | inlinePatterns | `kontrapunkt_rule` | 172 |
    | names of links | treeprocessors | `kontrapunkt_link_names` | 7: after attr_list |
    | the infobox | postprocessors | `kontrapunkt_infobox` | 10: after that |
    | links with state | postprocessors | `kontrapunkt_states` | 9: after that |
    | the sprite | postprocessors | `kontrapunkt_sprite` | 5: after that |
    | styles and scripts | postprocessors | `kontrapunkt_assets` | 4: after that; with `assets` only |

    The option `assets` is for builders other than MkDocs: the folder in the site with what `kontrapunkt
    export assets` writes, or `none` for pages without styles and scripts. Without it, a fence is an error.

    Attributes:
        page: The host's information about the next page.
        is_alone: Whether no plugin of ours takes part, which would bring styles and scripts.
        around: The text around the page's fences.
    """

    def __init__(self, page: Page | None = None, **settings: Any) -> None:
        self.config = {"assets": ["", "the folder in the site with our styles and scripts, or none"]}
        super().__init__(**settings)
        self.page = page or Page()
        self.is_alone = page is None
        self.around = PageCache(self.page)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        fences = _Fences(md, self)
        md.preprocessors.register(fences, "kontrapunkt_fences", 27)
        md.parser.blockprocessors.register(_RuleParagraphs(md, fences), "kontrapunkt_rules", 25)
        md.postprocessors.register(_PageCacheProcessor(md, self), "kontrapunkt_around", 12)
        md.postprocessors.register(_Infobox(md), "kontrapunkt_infobox", 10)
        md.postprocessors.register(_StateLinks(md), "kontrapunkt_states", 9)
        md.postprocessors.register(_Sprite(md, self), "kontrapunkt_sprite", 5)
        if self.assets not in ("", NO_ASSETS):
            md.postprocessors.register(_Assets(md, fences), "kontrapunkt_assets", 4)
        inline.register(md, lambda: fences.conversion)
        signs.register(md)
        link_names.register(md)

    @property
    def assets(self) -> str:
        """The option of that name; empty if it is not set."""
        return str(self.getConfig("assets")).strip("/")


NO_ASSETS: Final = "none"
"""The option `assets` for pages that are only read."""


class _Fences(Preprocessor):
    """Replaces our fences by HTML; other fences, and ours inside them, stay unchanged.

    Attributes:
        conversion: The present conversion; another plugin may convert a docstring within that of a page.
    """

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md)
        self.extension = extension
        self.conversion = Conversion.create(extension.page, [])

    def run(self, lines: list[str]) -> list[str]:
        page = _page_from_host(self.md, self.extension.page)
        now = self.conversion = Conversion.create(page, lines)
        out: list[str] = []
        made: list[str] = []
        done = 0
        failed: set[str] = set()
        for fence in source.fences(lines):
            if fence.name in failed & _DEPENDENT:  # its errors would follow from the first
                continue
            try:
                html = self._html(fence, now)
                if html and self.extension.is_alone and not self.extension.assets:
                    raise now.text.part(fence.line, [fence.info]).error(1, catalogue.say("errors.alone"))
            except PageError as error:
                if now.errors is None:
                    raise
                now.errors.add(error, page.path)
                failed.add(fence.name)
                html = f"<p>{inline.notice(error)}</p>"
            if html is None:
                continue
            html = signs.mark(html)
            blank = fence.indent.rstrip()
            out += lines[done : fence.line - 1]
            out += [blank, fence.indent + self.md.htmlStash.store(html), blank]
            made.append(html)
            done = fence.end or fence.line
        out += lines[done:]
        around = self.extension.around = PageCache(page, out, made)
        return [] if around.is_kept else out

    @staticmethod
    def _html(fence: source.Fence, now: Conversion) -> str | None:
        """Return the HTML of a fence; None if it is not ours.

        Raises:
            PageError: if it is wrong.
        """
        opening = now.text.part(fence.line, [fence.info])
        try:
            kind = FENCES.get(fence.name)
        except PluginLoadError as error:
            raise opening.error(1, str(error)) from error
        if kind is None and _OURS.search(fence.info):
            near = get_close_matches(fence.name, FENCES, 1) or [", ".join(FENCES)]
            raise opening.error(1, f"there is no fence “{fence.name}”; did you mean {near[0]}?")
        if kind is None or not kind.takes(fence.info):
            return None
        if fence.end is None:
            raise opening.error(1, f"the fence {kind.name} is never closed")
        try:
            return _unmarked(kind.html(Block.create(kind, fence, now)))
        except Exception as error:
            if isinstance(error, PageError) or fence.name not in plugin_entries("fences"):
                raise
            at = extract_tb(error.__traceback__)[-1]
            values = {
                "error": f"{type(error).__name__}: {error}",
                "file": Path(at.filename).name,
                "n": at.lineno,
            }
            sentence = catalogue.say("errors.fence", name=kind.name, **values)
            raise opening.error(1, sentence) from error


def _unmarked(html: str) -> str:
    """Remove the characters that Python-Markdown uses as marks from HTML."""
    return html.replace(STX, "").replace(ETX, "")


_DEPENDENT: Final = frozenset(("python",))
"""Kinds of fences that need those of the same kind above them."""

_OURS: Final = re.compile(r"\s(id|game|from)=")
"""Options that only our fences have, to detect misspelt names of fences."""


class _PageCacheProcessor(Postprocessor):
    """Restores a cached text around its fences, or prepares a new one for the cache."""

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        return self.extension.around.finish(self.md, text)


class _RuleParagraphs(BlockProcessor):
    """Converts a block that starts with `§ RL-R4` to the paragraph of that rule."""

    def __init__(self, md: Markdown, fences: _Fences) -> None:
        super().__init__(md.parser)
        self.fences = fences

    def test(self, parent: etree.Element, block: str) -> bool:
        return ANCHOR.match(block) is not None

    def run(self, parent: etree.Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        for part in re.split(r"\n(?=\s*§ )", block):
            found = ANCHOR.match(part)
            if found is None:
                etree.SubElement(parent, "p").text = part
                continue
            rule = found[1]
            if rule not in known_rules():
                wrong = self.fences.conversion.report(found[0].strip(), unknown_rule(rule))
                etree.SubElement(parent, "p", {"class": "kp-error"}).text = AtomicString(str(wrong))
                continue
            paragraph = etree.SubElement(parent, "p", {"class": "kp-rule", "id": rule})
            number = etree.SubElement(paragraph, "a", {"class": "kp-rule-id", "href": f"#{rule}"})
            number.text = AtomicString(rule)
            number.tail = " " + part[found.end() :]


GERMAN: Final = 'href="#kp-g-'
"""The beginning of a reference to a German-suited drawing."""


_INFOBOX: Final = re.compile(
    r'<dl class="kp-infobox">(?P<facts>.*?)</dl>\s*(?P<lead><p\b.*?</p>)?', re.DOTALL
)


class _Infobox(Postprocessor):
    """Moves an infobox behind the page's first paragraph and makes it foldable.

    CSS floats it beside the text, unfolded, where there is room.
    """

    def run(self, text: str) -> str:
        return _INFOBOX.sub(
            lambda found: (
                f'{found["lead"] or ""}\n<details class="kp-infobox"><summary>'
                f"{escape(catalogue.say('infobox.title'))}</summary>"
                f'<dl class="kp-infobox-facts">{found["facts"]}</dl></details>'
            ),
            text,
        )


class _StateLinks(Postprocessor):
    """Gives links with state an anchor."""

    def run(self, text: str) -> str:
        return with_anchors(text)


class _Sprite(Postprocessor):
    """Appends the drawings to a page that shows cards."""

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        aside = self.extension.page.placeholders
        drawn = _drawings(aside.put_back(text) if aside else text)
        if not drawn:
            return text
        return f"{text}\n{aside.keep(drawn) if aside else drawn}"


class _Assets(Postprocessor):
    """Appends our styles and scripts to a page with something of ours, for a builder that adds none."""

    def __init__(self, md: Markdown, fences: _Fences) -> None:
        super().__init__(md)
        self.fences = fences

    def run(self, text: str) -> str:
        if "kp-" not in text:
            return text
        folder, url = self.fences.extension.assets, self.fences.conversion.page.url
        styles, script = (relative(f"{folder}/{name}", url) for name in (assets.STYLES, assets.SCRIPT))
        return (
            f'{text}\n<link rel="stylesheet" href="{escape(styles)}">'
            f'<script type="module" src="{escape(script)}"></script>'
        )


def _drawings(html: str) -> str:
    """Return the sprite for HTML; empty if it refers to no drawing."""
    if 'class="kp"' in html:
        return sprite(german=GERMAN in html or EVERY_FACE in html)
    return sprite([], german=GERMAN in html) if 'href="#kp-' in html else ""


def with_drawings(page: str) -> str:
    """Return a page with a sprite if it needs one, such as a blog's list of excerpts.

    Args:
        page: The page; unchanged if it has a sprite, or needs none.
    """
    if "kp-sprite" in page or not (drawn := _drawings(page)):
        return page
    before, end, after = page.rpartition("</body>") if "</body>" in page else (page, "", "")
    return f"{before}{drawn}{end}{after}"


def _page_from_host(md: Markdown, page: Page) -> Page:
    """Return the page's data from a processor of Zensical or MkDocs, else as set."""
    if page.path:
        return page
    if "rendering_context" in md.preprocessors:
        context = getattr(md.preprocessors["rendering_context"], "page", None)
        return replace(page, path=getattr(context, "path", ""), url=getattr(context, "url", ""))
    if "relpath" in md.treeprocessors:  # if another plugin converts a part of a page
        file = getattr(md.treeprocessors["relpath"], "file", None)
        return replace(page, path=getattr(file, "src_uri", ""), url=getattr(file, "url", ""))
    return page


def makeExtension(**settings: Any) -> KontrapunktExtension:
    """Create the extension; Python-Markdown calls it for one named as a string."""
    return KontrapunktExtension(**settings)
