"""The trick on the table: each card towards its player, who led, who wins."""

from collections.abc import Sequence
from itertools import zip_longest

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Play, Seat, Trick, View
from kontrapunkt.naming import remembered, seat_name
from kontrapunkt.render.cards import card_html, keys, pin
from kontrapunkt.render.markup import classes, el, group, joined, text, unheard
from kontrapunkt.render.seats import Place, place_of


def laid_trick(
    plays: Sequence[Play],
    *,
    keyed: Sequence[str],
    widget_id: str,
    foot: Seat,
    best: int | None = None,
    finished: bool = False,
    origins: Sequence[str | None] = (),
    taken_by: Seat | None = None,
    pinned: Sequence[Card] = (),
    added: Sequence[Card] = (),
    added_label: str = "",
) -> str:
    """The cards of a trick.

    Args:
        plays: The cards in the order played.
        keyed: Their keys, and those of the cards added.
        widget_id: What element ids begin with.
        foot: The seat at the foot.
        best: The card that wins, as an index.
        finished: Whether the trick is over.
        origins: For each card, the key it had before, where it had another.
        taken_by: Before whom the finished trick lies gathered; None while it lies in the middle.
        pinned: Cards that are always trumps.
        added: Cards that came to it beside those played.
        added_label: What they are, in a word.
    """
    shown = []
    for place, (play, key, origin) in enumerate(zip_longest(plays, keyed[: len(plays)], origins)):
        wins = place == best and (finished or len(plays) > 1)  # a lone lead wins so far without saying
        won = words.say("render.wins" if finished else "render.best") if wins else ""
        at = place_of(play.seat, foot)
        shown.append(_laid(play, key, origin, widget_id, at, place == 0, won, pin(play.card, pinned)))
    for place, (card, key) in enumerate(zip(added, keyed[len(plays) :], strict=True), 1):
        names = ("kp-added", f"kp-added-{place}", *["kp-added-several"] * (len(added) > 1))
        label = unheard("kp-led", text(added_label)) if place == len(added) else ""
        shown.append(
            card_html(
                card,
                id_prefix=widget_id,
                key=key,
                origin="stock",
                note=added_label,
                extra=names,
                inside=label,
            )
        )
    taken = f"kp-swept kp-to-{place_of(taken_by, foot)}" if taken_by else None
    return el("div", {"class": classes("kp-trick", "kp-finished" if finished else None, taken)}, *shown)


def trick_table(
    view: View,
    *,
    widget_id: str,
    caption: str,
    finished: Trick | None = None,
    tells: bool = True,
    best: int | None = None,
) -> str:
    """A trick alone, without hands: the cards, who led, who wins, and a caption.

    Args:
        view: The view that has it.
        widget_id: What element ids begin with.
        caption: One plain sentence below: the result, or the question.
        finished: The trick, where it is over; else it is that of the view.
        tells: Whether it is shown who took it.
        best: The card that wins so far, as an index, where it is not over.
    """
    plays, added = (finished.plays, finished.added) if finished else (view.trick, ())
    taken = finished is not None and tells
    if finished and tells:
        best = finished.best
    names = (
        el(
            "p",
            {"class": "kp-seat-name", "data-place": place_of(seat), "aria-hidden": "true"},
            text(seat_name(seat)),
        )
        for seat in SEATS
        if seat in view.seats
    )
    lying = laid_trick(
        plays,
        keyed=keys([*(play.card for play in plays), *added]),
        widget_id=widget_id,
        foot="S",
        best=best,
        finished=taken,
        added=added,
        added_label=added_label(view.game),
    )
    below = el("p", {"class": "kp-caption"}, text(caption))
    return group("kp-table kp-table-trick", words.say("render.trick_alone"), *names, lying, below)


def added_label(game: str) -> str:
    """What a card is that comes to a trick beside those played; a game may register `GAME.added`."""
    return words.say(words.first_known(f"{game}.added", "render.added"))


@remembered(256)  # from step to step, the cards that lie there lie on
def _laid(
    play: Play, key: str, origin: str | None, widget_id: str, at: Place, leads: bool, won: str, pinned: str
) -> str:
    marks = [words.say("render.row.leads")] * leads + [words.say("render.dark")] * play.dark
    said = [words.say("render.by", seat=seat_name(play.seat)), *marks, won]
    return card_html(
        play.card,
        id_prefix=widget_id,
        key=key,
        origin=origin,
        note=joined(said, ", "),
        extra=(f"kp-from-{at}", *["kp-best"] * bool(won)),
        inside=pinned + (unheard("kp-led", text(", ".join(marks))) if marks else ""),
    )
