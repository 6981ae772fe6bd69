"""The trick on the table: each card in front of its player, the lead, the winner."""

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, Literal

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Play, Seat, Trick, View
from kontrapunkt.core.messages import seat_name
from kontrapunkt.render.cards import card_html, keys, pin
from kontrapunkt.render.markup import aria_hidden, classes, el, group, joined, text
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import cached_text

Place = Literal["foot", "left", "top", "right"]
"""The place of a seat at the table; the reader's is the foot."""

PLACES: Final[tuple[Place, ...]] = ("foot", "left", "top", "right")


def place_of(seat: Seat, foot: Seat = "S") -> Place:
    """Return the place of a seat when `foot` is at the foot of the table."""
    return PLACES[(SEATS.index(seat) - SEATS.index(foot)) % 4]


def cards_in_trick(view: View[Any], finished: Trick | None) -> tuple[tuple[Play, ...], tuple[Card, ...]]:
    """Return the cards of the trick on the table: those played and those added.

    Args:
        finished: The trick if it is over; None for the view's own.
    """
    return (finished.plays, finished.added) if finished else (view.trick, view.added)


def laid_trick(
    view: View[Any],
    finished: Trick | None,
    *,
    keyed: Sequence[str],
    widget_id: str,
    foot: Seat,
    origins: Sequence[str | None] = (),
    swept: bool = False,
) -> str:
    """Render the cards of a trick, the lead and the winner.

    Args:
        finished: The trick if it is over; None for the view's own.
        keyed: The keys of the cards played, then of those added.
        widget_id: The prefix of element ids.
        foot: The seat at the foot.
        origins: The earlier key of each card that changes it; None for others.
        swept: Whether the finished trick is in front of its winner instead of in the middle.
    """
    plays, added = cards_in_trick(view, finished)
    best = finished.best if finished else view.best
    label = added_label(view.game)
    shown = []
    for place, (play, key, origin) in enumerate(zip_longest(plays, keyed[: len(plays)], origins)):
        wins = place == best and (finished or len(plays) > 1)  # a lone lead needs no mark of the winner
        won = catalogue.say("render.wins" if finished else "render.best") if wins else ""
        at = place_of(play.seat, foot)
        again = sum(earlier.seat == play.seat for earlier in plays[:place])
        pinned = pin(play.card, view.pinned)
        shown.append(_laid(play, key, origin, widget_id, at, again, place == 0, won, pinned))
    for place, (card, key) in enumerate(zip(added, keyed[len(plays) :], strict=True), 1):
        names = ("kp-added", f"kp-added-{place}", *["kp-added-several"] * (len(added) > 1))
        inside = aria_hidden("kp-led", text(label)) if place == len(added) else ""
        shown.append(
            card_html(
                card, id_prefix=widget_id, key=key, origin="stock", note=label, extra=names, inside=inside
            )
        )
    taken = f"kp-swept kp-to-{place_of(finished.winner, foot)}" if finished and swept else None
    return el("div", {"class": classes("kp-trick", "kp-finished" if finished else None, taken)}, *shown)


def trick_table(view: View[Any], *, widget_id: str, caption: str, finished: Trick | None = None) -> str:
    """Render a trick without hands: the cards, the lead, the winner and a caption.

    Args:
        widget_id: The prefix of element ids.
        caption: A sentence below the trick: the result or the question.
        finished: The trick if it is over; None for the view's own.
    """
    plays, added = cards_in_trick(view, finished)
    names = (
        el(
            "p",
            {"class": "kp-seat-name", "data-place": place_of(seat), "aria-hidden": "true"},
            text(seat_name(seat)),
        )
        for seat in SEATS
        if seat in view.seats
    )
    keyed = keys([(each, "") for each in (*(play.card for play in plays), *added)], Counter())
    trick = laid_trick(view.replace(pinned=()), finished, keyed=keyed, widget_id=widget_id, foot="S")
    below = el("p", {"class": "kp-caption"}, text(caption))
    return group("kp-table kp-table-trick", catalogue.say("render.trick_alone"), *names, trick, below)


def added_label(game: str) -> str:
    """Return the label of a card added to a trick; a game may define `GAME.added`."""
    return catalogue.say(catalogue.first_known(f"{game}.added", "render.added"))


@cached_text(256)  # cards in the trick stay the same between steps
def _laid(
    play: Play,
    key: str,
    origin: str | None,
    widget_id: str,
    at: Place,
    again: int,
    leads: bool,
    won: str,
    pinned: str,
) -> str:
    """Render a card of the trick.

    Args:
        at: The place of its player.
        again: The number of cards that its player has played to the trick before.
        leads: Whether it is the lead.
        won: The mark of the winning card; empty for another.
        pinned: The mark of a pinned trump; empty for another.
    """
    marks = [catalogue.say("render.row.leads")] * leads + [catalogue.say("render.dark")] * play.dark
    said = [catalogue.say("render.by", seat=seat_name(play.seat)), *marks, won]
    return card_html(
        play.card,
        id_prefix=widget_id,
        key=key,
        origin=origin,
        note=joined(said, ", "),
        extra=(f"kp-from-{at}", *[f"kp-again-{again}"] * bool(again), *["kp-best"] * bool(won)),
        inside=pinned + (aria_hidden("kp-led", text(", ".join(marks))) if marks else ""),
    )
