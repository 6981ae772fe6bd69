"""How a record looks that somebody leafs through at a table, and what is said of each of its steps."""

from kontrapunkt import render, words
from kontrapunkt.game import Seat
from kontrapunkt.render.markup import Markup
from kontrapunkt.widgets.line import rows
from kontrapunkt.widgets.table.looking import Looking


def told_of(at: Looking) -> list[str]:
    """What was done last, whose turn it is, and at the ends what can be made of the record."""
    now = at.now
    if not now.before:
        told = []
    elif now.finished:
        told = [now.told, render.say_trick(now.finished), *now.effects]
    else:
        told = [now.told, *(each for each in now.effects if each != now.told)]
    told.append(render.say_turn(at.view))
    if at.at in (0, len(at.line) - 1) and at.hides:
        told.append(words.say("looking.hides"))
    return told


def leaf(at: Looking, *, widget_id: str, feedback: str, seat: str, swept: bool = False) -> Markup:
    """The record where it is looked at, as HTML.

    Args:
        at: The record.
        widget_id: What element ids begin with.
        feedback: What is said, as HTML.
        seat: Where the reader would sit.
        swept: Whether a finished trick lies before its winner already.
    """
    number, deals = at.deal
    standing = words.say("play.deal", n=number, standing=at.session.standing) if deals > 1 else ""
    result = at.line[-1].view.result
    return render.frame(
        title=at.title or words.say("looking.title"),
        standing=standing,
        table=render.table(
            at.view,
            widget_id=widget_id,
            interactive=False,
            resting=at.now.finished,
            swept=swept,
            foot=at.foot or _seat(at, seat),
            most=at.most,
        ),
        deeds=render.play_on("" if at.hides else words.say("looking.on")),
        say=feedback,
        controls=_controls(at, widget_id),
        tricks=render.trick_list(
            rows(at.line), current=at.at, interactive=True, total=result.text if result else ""
        ),
    )


def _seat(at: Looking, seat: str) -> Seat | None:
    return next((each for each in at.game.seats if each == seat), None)


def _controls(at: Looking, widget_id: str) -> str:
    """The four buttons that walk, and seats to play on at."""
    total = len(at.line) - 1
    number, deals = at.deal
    seats = () if at.hides else at.game.seats
    rare = [
        *((f"on {seat}", words.say("looking.as", seat=render.seat_name(seat))) for seat in seats),
        ("leave", words.say("sitting.leave")),
    ]
    return render.controls(
        widget_id=widget_id,
        at=at.at if number == 1 else max(at.at, 1),
        total=total if number == deals else max(total, at.at + 1),
        position=words.say("example.step", at=at.at, total=total),
        share=False,
        extra=render.buttons(rare),
    )
