"""The messages of a table for listeners: the events since the reader last acted, and whose turn it is."""

from collections.abc import Iterator
from typing import Any, Final

from kontrapunkt import render
from kontrapunkt.core.interface import View
from kontrapunkt.core.messages import card_name
from kontrapunkt.render.deal_end import verdict
from kontrapunkt.render.markup import joined
from kontrapunkt.render.speech import describe_cards_laid, describe_tricks, for_all, say_cards_played
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.table import board
from kontrapunkt.widgets.table.session import TableSession
from kontrapunkt.widgets.table.spoken import Level, say_new_events, say_own_hand

MOST_CALLS: Final = 6
"""The most calls that the answer to "Whose turn" lists."""


def say_new(at: TableSession, level: Level) -> str:
    """Describe everything since the reader last acted, the turn last; empty while others act.

    The first message of a deal begins with the reader's cards, at once.
    """
    told = [] if at.own_steps else _say_deal(at, level)
    if at.decides or at.ended or at.awaited:
        told += [*say_new_events(at.events, at.view, level), *_say_due(at, level)]
    return joined(told)


def _say_deal(at: TableSession, level: Level) -> list[str]:
    """Describe a new deal: the score unless brief, the reader's cards, and a soloist by the turn-up."""
    score = [] if level == "brief" else [board.standing(at.history)]
    soloist = [str(each.text) for each in at.dealt.statuses if each.news and len(each.seats) == 1]
    return [*score, say_own_hand(at.dealt), *soloist]


def _say_due(at: TableSession, level: Level) -> list[str]:
    """Describe the end of the deal, or the task of the reader, whose turn comes last."""
    if at.ended:
        return _say_end(at, level)
    return board.due(at)[::-1]


def _say_end(at: TableSession, level: Level) -> list[str]:
    """Describe the result and, unless brief, what is below the table."""
    result = at.state.result()
    short, whole = verdict(result, at.seat, board.side(at)), str(result.text)
    if level == "brief":
        return [f"{short}."]
    told = [*([] if whole.startswith(short) else [f"{short}."]), whole, catalogue.say("ear.below")]
    review = at.review
    if review is not None and review.over and review.decisions:
        told.append(catalogue.say("ear.review", n=len(review.decisive()) if review.matters else 0))
    return told


def answers(at: TableSession) -> dict[str, str]:
    """Return what a listener may ask for: the trick, the own cards, the score, and whose turn it is."""
    if at.covered:
        return {}
    view = at.view
    return {
        "trick": joined(_say_trick(view)),
        "cards": say_own_hand(view),
        "score": joined([*for_all(view), *describe_tricks(view), board.standing(at.history)]),
        "turn": joined([*_say_calls(view), *_say_due(at, "brief")]),
    }


def _say_trick(view: View[Any]) -> Iterator[str]:
    """Describe the trick on the table and who wins it so far, or the last one."""
    if view.trick:
        yield say_cards_played(view.trick, leads=True)
        best = view.trick[view.best or 0]
        yield catalogue.say("render.say.best", seat=render.seat_name(best.seat), card=card_name(best.card))
    elif view.tricks:
        last = view.tricks[-1]
        yield catalogue.say(
            "ear.trick.last", cards=say_cards_played(last.plays), taken=render.say_trick(last)
        )
    else:
        yield catalogue.say("ear.trick.none")
    yield from describe_cards_laid(view)


def _say_calls(view: View[Any]) -> Iterator[str]:
    """Describe what the reader may do beside playing a card, unless it is a long list of bids."""
    names = render.names_of_calls(view)
    if view.seat and 0 < len(names) <= MOST_CALLS:
        may = catalogue.say("render.deeds", seat=render.seat_name(view.seat))
        yield f"{catalogue.say('words.told', of=may, told=', '.join(names))}."
