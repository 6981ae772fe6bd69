"""What the deals of a record come to, item by item and rule by rule: ` ```score game=ristikontra `.

The record may hold several deals of a session, whole or from a position on; each is played through.
"""

import re
from typing import Final

from kontrapunkt import record, words
from kontrapunkt.game import OptionError
from kontrapunkt.record import RecordError
from kontrapunkt.record.replaying import Replay, replay_session
from kontrapunkt.registry import UnknownGame
from kontrapunkt.render.markup import el, text
from kontrapunkt_site.data_text import html_of
from kontrapunkt_site.fences.base import Block, FenceKind, Option, a_game, plain
from kontrapunkt_site.fences.widget import record_text
from kontrapunkt_site.problems import Text

_MINUS: Final = re.compile(r"(?<!\w)-(?=\d)")


def _html(block: Block) -> str:
    source = record_text(block)
    try:
        of = record.read(str(source))
        played = replay_session(of)
    except RecordError as error:
        raise source.error(error.line, error.text) from error
    except (OptionError, UnknownGame) as error:
        raise block.error(str(error)) from error
    for each in played:
        if each.end.to_act is not None:
            raise source.error(each.deal.line("start"), words.say("fence.score.unfinished"))
    several = len(played) > 1
    scored = any(each.after and each.after.unit for each in played)
    rows = [
        _row(each, number if several else 0, scored, source, block) for number, each in enumerate(played, 1)
    ]
    heads = ["items", *(["standing"] if scored else [])]
    head = [el("th", {"scope": "col"}, text(words.say(f"fence.score.{name}"))) for name in heads]
    corner = el("td") if several else ""
    title = block.options.get("title") or of.title
    return el(
        "table",
        {"class": "kp-account"},
        el("caption", None, text(title)) if title else "",
        el("thead", None, el("tr", None, corner, *head)),
        el("tbody", None, *rows),
    )


def _row(played: Replay, number: int, scored: bool, source: Text, block: Block) -> str:
    """A deal: what its author says, what it brought, how the session stands after it."""
    result, after = played.end.result(), played.after
    items = (el("li", None, _said(item.text), " ", _rule(item.rule, block)) for item in result.items)
    return el(
        "tr",
        None,
        el("th", {"scope": "row"}, text(words.say("fence.score.deal", n=number))) if number else "",
        el("td", None, html_of(played.deal.comment, source, block.conversion.page), el("ul", None, *items)),
        el("td", {"class": "kp-then"}, _said(str(after.standing) if after else "")) if scored else "",
    )


def _said(sentence: str) -> str:
    """A sentence in which no line breaks behind a dash, as in “E–W”; numbers have true minus signs."""
    signed = _MINUS.sub("\N{MINUS SIGN}\N{WORD JOINER}", sentence)
    return text(signed.replace("–", "–\N{WORD JOINER}"))


def _rule(rule: str, block: Block) -> str:
    href = block.rule_href(rule)
    return el("span" if href is None else "a", {"class": "kp-ref", "href": href}, text(rule))


FENCE: Final = FenceKind(
    "score", {"game": Option(a_game), "title": Option(plain), "from": Option(plain)}, _html
)
