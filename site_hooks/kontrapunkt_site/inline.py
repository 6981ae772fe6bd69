"""Cards and rules in running text: `:7S:` `:10H:` `:Q:` and `[RL-R4]`."""

import re
from collections.abc import Callable
from html import escape
from typing import Final

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor

from kontrapunkt.core.cards import CardError
from kontrapunkt.render import inline_card
from kontrapunkt.render.markup import aria_hidden
from kontrapunkt.text.phrasing import use_faces
from kontrapunkt_site.page import Conversion
from kontrapunkt_site.problems import PageError
from kontrapunkt_site.rule_pages import RULE, known_rules, unknown_rule

CARDS: Final = r"(?<![\w:])((?::[0-9A-Z]{1,3}:)+)(?![\w:])([,.;!?]*)"
REFERENCE: Final = rf"(?<![\]!])\[({RULE})\](?![(\[:])"

_NAMED: Final = re.compile('class="kp-vh">([^<]+)')
"""The names of a card for screen readers, in each of its faces."""


class CardInline(InlineProcessor):
    """A card or several; an unknown one in capitals stops the build.

    Screen readers skip a card after its own name.
    """

    def __init__(self, md: Markdown, conversion: Callable[[], Conversion]) -> None:
        super().__init__(CARDS, md)
        self.conversion = conversion

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str | None, int | None, int | None]:  # type: ignore[override]  # noqa: D102
        shown: list[str] = []
        for code in m[1].strip(":").split("::"):
            try:
                with use_faces(self.conversion().page.faces):
                    drawn = inline_card(code)
                    named = not shown and data[: m.start(0)].rstrip().endswith((*_NAMED.findall(drawn),))
                    shown.append(aria_hidden(None, drawn) if named else drawn)
            except CardError as error:
                if code.isdigit():  # a clock time or ratio
                    return None, None, None
                shown.append(notice(self.conversion().report(f":{code}:", str(error))))
        if m[2]:  # a line must not begin with the comma
            shown[-1] = f'<span class="kp-hold">{shown[-1]}{m[2]}</span>'
        return self.md.htmlStash.store("".join(shown)), m.start(0), m.end(0)


class ReferenceInline(InlineProcessor):
    """A rule's id as a link to its paragraph; plain text if the site has none."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Markdown, conversion: Callable[[], Conversion]) -> None:
        super().__init__(REFERENCE, md)
        self.conversion = conversion

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str, int, int]:  # type: ignore[override]  # noqa: D102
        rule, now = m[1], self.conversion()
        if rule not in known_rules():
            wrong = now.report(f"[{rule}]", unknown_rule(rule))
            return self.md.htmlStash.store(notice(wrong)), m.start(0), m.end(0)
        href = now.page.rules.href(rule, now.page.url)
        if href is None:
            now.page.rules.miss(rule, now.text, now.text.line_of(f"[{rule}]"))
            return self.md.htmlStash.store(f'<span class="kp-ref">{rule}</span>'), m.start(0), m.end(0)
        link = f'<a class="kp-ref" href="{escape(href)}">{rule}</a>'
        return self.md.htmlStash.store(link), m.start(0), m.end(0)


def notice(error: PageError) -> str:
    """Return the mark of an error in running text, for authors who serve the site."""
    return f'<strong class="kp-error">{escape(str(error))}</strong>'


def register(md: Markdown, conversion: Callable[[], Conversion]) -> None:
    """Register both with Markdown: after code spans and escapes, before links."""
    md.inlinePatterns.register(CardInline(md, conversion), "kontrapunkt_card", 175)
    md.inlinePatterns.register(ReferenceInline(md, conversion), "kontrapunkt_rule", 172)
