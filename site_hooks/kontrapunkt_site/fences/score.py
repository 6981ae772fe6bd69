"""The results of a record's deals, item by item: ` ```score game=ristikontra `.

The record may have several deals of a session, whole or from a position on; each is played through.
"""

import re
from typing import Any, Final, TypedDict

from kontrapunkt import record
from kontrapunkt.core.interface import OptionError
from kontrapunkt.core.registry import UnknownGame
from kontrapunkt.record import RecordError
from kontrapunkt.record.replaying import Replay, replay_session
from kontrapunkt.render.markup import el, text
from kontrapunkt.text import catalogue
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, FenceOption, a_game, plain
from kontrapunkt_site.fences.widget import record_text
from kontrapunkt_site.problems import Text

_MINUS: Final = re.compile(r"(?<!\w)-(?=\d)")


class _DealSummary(TypedDict):
    """The engine's summary of a deal.

    Attributes:
        comment: The author's comment, in Markdown.
        items: The items of the result, each with its rule.
        standing: The session's score after it; empty if there is none.
    """

    comment: str
    items: list[tuple[str, str]]
    standing: str


def _html(block: Block) -> str:
    source = record_text(block)
    found = block.conversion.page.cache.get_or_make(["score", str(source)], lambda: _played(source, block))
    deals: list[_DealSummary] = found["deals"]
    several, scored = len(deals) > 1, found["scored"]
    rows = [
        _row(each, number if several else 0, scored, source, block) for number, each in enumerate(deals, 1)
    ]
    heads = ["items", *(["standing"] if scored else [])]
    head = [el("th", {"scope": "col"}, text(catalogue.say(f"fence.score.{name}"))) for name in heads]
    corner = el("td") if several else ""
    title = block.options.get("title") or found["title"]
    return el(
        "table",
        {"class": "kp-account"},
        el("caption", None, text(title)) if title else "",
        el("thead", None, el("tr", None, corner, *head)),
        el("tbody", None, *rows),
    )


def _played(source: Text, block: Block) -> dict[str, Any]:
    """Return the summaries of a record's deals.

    Raises:
        PageError: if the record cannot be read, or a deal is not over.
    """
    try:
        of = record.read(str(source))
        played = replay_session(of)
    except RecordError as error:
        raise source.error(error.line, error.text) from error
    except (OptionError, UnknownGame) as error:
        raise block.error(str(error)) from error
    for each in played:
        if each.end.to_act is not None:
            raise source.error(each.deal.line("start"), catalogue.say("fence.score.unfinished"))
    return {
        "title": of.title,
        "scored": any(each.after and each.after.unit for each in played),
        "deals": list(map(_told, played)),
    }


def _told(played: Replay) -> _DealSummary:
    return {
        "comment": played.deal.comment,
        "items": [(str(item.text), item.rule) for item in played.end.result().items],
        "standing": str(played.after.standing) if played.after else "",
    }


def _row(told: _DealSummary, number: int, scored: bool, source: Text, block: Block) -> str:
    """Render a deal: the author's comment, the result and the session's score."""
    items = (el("li", None, _said(said), " ", _rule(rule, block)) for said, rule in told["items"])
    return el(
        "tr",
        None,
        el("th", {"scope": "row"}, text(catalogue.say("fence.score.deal", n=number))) if number else "",
        el("td", None, html_of(told["comment"], source, block.conversion.page), el("ul", None, *items)),
        el("td", {"class": "kp-then"}, _said(told["standing"])) if scored else "",
    )


def _said(sentence: str) -> str:
    """Render a sentence without line breaks after dashes, as in “E–W”.

    Numbers get true minus signs.
    """
    signed = _MINUS.sub("\N{MINUS SIGN}\N{WORD JOINER}", sentence)
    return text(signed.replace("–", "–\N{WORD JOINER}"))


def _rule(rule: str, block: Block) -> str:
    href = block.rule_href(rule)
    return el("span" if href is None else "a", {"class": "kp-ref", "href": href}, text(rule))


FENCE: Final = FenceKind(
    "score", {"game": FenceOption(a_game), "title": FenceOption(plain), "from": FenceOption(plain)}, _html
)
