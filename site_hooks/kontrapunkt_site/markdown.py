"""The Markdown extension: fences with cards, inline cards, rule paragraphs and references to rules.

It needs Python-Markdown and no particular site generator. A host that knows more (which file, which address,
where the rules are) sets `KontrapunktExtension.page` before each conversion.
"""

import re
import xml.etree.ElementTree as etree
from dataclasses import replace
from difflib import get_close_matches
from html import escape
from typing import Any, Final

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.util import ETX, STX, AtomicString

from kontrapunkt.core.registry import PluginLoadError
from kontrapunkt.render import sprite
from kontrapunkt.text import catalogue
from kontrapunkt_site import inline, source
from kontrapunkt_site.fences import FENCES
from kontrapunkt_site.fences.base import Block
from kontrapunkt_site.fences.widget import EVERY_FACE
from kontrapunkt_site.page import Conversion, Page
from kontrapunkt_site.page_cache import PageCache
from kontrapunkt_site.rule_pages import ANCHOR, known_rules, unknown_rule


class KontrapunktExtension(Extension):
    """What Kontrapunkt adds to Markdown.

    | processor | registry | name | priority |
    |---|---|---|---|
    | fences | preprocessors | `kontrapunkt_fences` | 27: before html_block and superfences |
    | rule paragraphs | blockprocessors | `kontrapunkt_rules` | 25 |
    | what is kept | postprocessors | `kontrapunkt_around` | 12: when all HTML is back in place |
    | inline cards | inlinePatterns | `kontrapunkt_card` | 175 |
    | rule references | inlinePatterns | `kontrapunkt_rule` | 172 |
    | the infobox | postprocessors | `kontrapunkt_infobox` | 10: after that |
    | the sprite | postprocessors | `kontrapunkt_sprite` | 5: after that |

    Attributes:
        page: What the host says about the page that comes next.
        conversion: The conversion under way.
        around: The text around its fences.
    """

    def __init__(self, page: Page | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.page = page or Page()
        self.conversion = Conversion.of(self.page, [])
        self.around = PageCache(self.page)

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers the processors."""
        md.preprocessors.register(_Fences(md, self), "kontrapunkt_fences", 27)
        md.parser.blockprocessors.register(_RuleParagraphs(md, self), "kontrapunkt_rules", 25)
        md.postprocessors.register(_PageCacheProcessor(md, self), "kontrapunkt_around", 12)
        md.postprocessors.register(_Infobox(md), "kontrapunkt_infobox", 10)
        md.postprocessors.register(_Sprite(md, self), "kontrapunkt_sprite", 5)
        inline.register(md, lambda: self.conversion)


class _Fences(Preprocessor):
    """Puts the HTML of our fences in their place; other fences, and ours inside them, stay as they are."""

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        page = _page_from_host(self.md, self.extension.page)
        now = self.extension.conversion = Conversion.of(page, lines)
        out: list[str] = []
        made: list[str] = []
        done = 0
        for fence in source.fences(lines):
            opening = now.text.part(fence.line, [fence.info])
            try:
                kind = FENCES.get(fence.name)
            except PluginLoadError as error:
                raise opening.error(1, str(error)) from error
            if kind is None and _OURS.search(fence.info):
                near = get_close_matches(fence.name, FENCES, 1) or [", ".join(FENCES)]
                raise opening.error(1, f"there is no fence “{fence.name}”; did you mean {near[0]}?")
            if kind is None or not kind.takes(fence.info):
                continue
            if fence.end is None:
                raise opening.error(1, f"the fence {kind.name} is never closed")
            options = kind.read_options(fence.info, opening)
            body = now.text.part(fence.line + 1, fence.body)
            html = _unmarked(kind.html(Block(kind, options, body, opening, now)))
            blank = fence.indent.rstrip()
            out += lines[done : fence.line - 1]
            out += [blank, fence.indent + self.md.htmlStash.store(html), blank]
            made.append(html)
            done = fence.end
        out += lines[done:]
        around = self.extension.around = PageCache(page, out, made)
        return [] if around.is_kept else out


def _unmarked(html: str) -> str:
    """HTML without the characters that Python-Markdown marks its own places with; a text may hold them."""
    return html.replace(STX, "").replace(ETX, "")


_OURS: Final = re.compile(r"\s(id|game|from)=")
"""Options that only our fences have, so that a misspelt one is not taken for a block of code."""


class _PageCacheProcessor(Postprocessor):
    """Puts a text that was kept around its fences, or takes note of one that was made."""

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        return self.extension.around.finish(self.md, text)


class _RuleParagraphs(BlockProcessor):
    """A block that starts with `§ RL-R4` becomes the paragraph of that rule."""

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md.parser)
        self.extension = extension

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
                text = self.extension.conversion.text
                raise text.error(text.line_of(found[0].strip()), unknown_rule(rule))
            paragraph = etree.SubElement(parent, "p", {"class": "kp-rule", "id": rule})
            number = etree.SubElement(paragraph, "a", {"class": "kp-rule-id", "href": f"#{rule}"})
            number.text = AtomicString(rule)
            number.tail = " " + part[found.end() :]


GERMAN: Final = 'href="#kp-g-'
"""What refers to a German-suited drawing."""


_INFOBOX: Final = re.compile(
    r'<dl class="kp-infobox">(?P<facts>.*?)</dl>\s*(?P<lead><p\b.*?</p>)?', re.DOTALL
)


class _Infobox(Postprocessor):
    """Puts an infobox behind the paragraph after it, which is the page's lead, and lets it be folded.

    Where there is room it floats beside the text and stands open; the style sheet says so.
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


class _Sprite(Postprocessor):
    """Ends a page that shows cards with the drawings that they refer to."""

    def __init__(self, md: Markdown, extension: KontrapunktExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        aside = self.extension.page.aside
        drawn = _drawings(aside.put_back(text) if aside else text)
        if not drawn:
            return text
        return f"{text}\n{aside.keep(drawn) if aside else drawn}"


def _drawings(html: str) -> str:
    """The sprite with what some HTML refers to; empty where it refers to nothing."""
    if 'class="kp"' in html:
        return sprite(german=GERMAN in html or EVERY_FACE in html)
    return sprite([], german=GERMAN in html) if 'href="#kp-' in html else ""


def with_drawings(page: str) -> str:
    """A whole page with a sprite: what shows the beginning of another page, such as a blog, has left it out.

    Args:
        page: The page; one that has a sprite, or refers to nothing in it, stays as it is.
    """
    if "kp-sprite" in page or not (drawn := _drawings(page)):
        return page
    before, end, after = page.rpartition("</body>") if "</body>" in page else (page, "", "")
    return f"{before}{drawn}{end}{after}"


def _page_from_host(md: Markdown, page: Page) -> Page:
    """The page as Zensical or MkDocs tell it, through a processor of their own; else as it was set."""
    if page.path:
        return page
    if "rendering_context" in md.preprocessors:
        context = getattr(md.preprocessors["rendering_context"], "page", None)
        return replace(page, path=getattr(context, "path", ""), url=getattr(context, "url", ""))
    if "relpath" in md.treeprocessors:  # where another plugin converts a part of a page
        file = getattr(md.treeprocessors["relpath"], "file", None)
        return replace(page, path=getattr(file, "src_uri", ""), url=getattr(file, "url", ""))
    return page


def makeExtension(**settings: Any) -> KontrapunktExtension:
    """What Python-Markdown calls when the extension is named as a string."""
    return KontrapunktExtension(**settings)
