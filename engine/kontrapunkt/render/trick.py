"""The trick on the table: each card towards its player, who led, who wins."""

from collections.abc import Sequence

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.game import SEATS, Play, Seat
from kontrapunkt.naming import remembered, seat_name
from kontrapunkt.render.cards import card_html, keys, pin
from kontrapunkt.render.markup import classes, el, text
from kontrapunkt.render.seats import place_of


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
    added_keys: Sequence[str] = (),
    added_label: str = "",
) -> str:
    """The cards of a trick.

    Args:
        plays: The cards in the order played.
        keyed: Their keys.
        widget_id: What element ids begin with.
        foot: The seat at the foot.
        best: The card that wins, as an index.
        finished: Whether the trick is over.
        origins: For each card, the key it had before, where it had another.
        taken_by: Before whom the finished trick lies gathered; None while it lies in the middle.
        pinned: Cards that are always trumps.
        added: Cards that came to it beside those played.
        added_keys: Their keys.
        added_label: What they are, in a word.
    """
    came = [*origins, *[None] * (len(plays) - len(origins))]
    shown = [
        _laid(
            play,
            key,
            origin,
            widget_id,
            foot,
            place == 0,
            _wins(place, plays, best, finished),
            finished,
            tuple(pinned),
        )
        for place, (play, key, origin) in enumerate(zip(plays, keyed, came, strict=True))
    ]
    for place, (card, key) in enumerate(zip(added, added_keys, strict=True)):
        label = el("span", {"class": "kp-led", "aria-hidden": "true"}, text(added_label))
        extra = ["kp-added", f"kp-added-{place + 1}"] + ["kp-added-several"] * (len(added) > 1)
        last = place == len(added) - 1
        shown.append(
            card_html(
                card,
                id_prefix=widget_id,
                key=key,
                origin="stock",
                note=added_label,
                extra=extra,
                inside=label if last else "",
            )
        )
    taken = f"kp-swept kp-to-{place_of(taken_by, foot)}" if taken_by else None
    return el("div", {"class": classes("kp-trick", "kp-finished" if finished else None, taken)}, *shown)


def trick_table(
    plays: Sequence[Play],
    *,
    widget_id: str,
    winner: Seat | None = None,
    best: int | None = None,
    caption: str = "",
    foot: Seat = "S",
    seats: Sequence[Seat] = SEATS,
    added: Sequence[Card] = (),
    added_label: str = "",
) -> str:
    """A trick alone, without hands: the cards, who led, who wins, and a caption.

    Args:
        plays: The cards in the order played.
        widget_id: What element ids begin with.
        winner: Who took it, when it is finished.
        best: The card that wins so far, as an index, when it is not.
        caption: One plain sentence below: the result, or the question.
        foot: The seat at the foot.
        seats: The seats that play.
        added: Cards that came to it beside those played.
        added_label: What they are, in a word.
    """
    every = keys([*(play.card for play in plays), *added])
    wins = next((place for place, play in enumerate(plays) if play.seat == winner), best)
    names = (
        el(
            "p",
            {"class": "kp-seat-name", "data-place": place_of(seat, foot), "aria-hidden": "true"},
            text(seat_name(seat)),
        )
        for seat in SEATS
        if seat in seats
    )
    return el(
        "div",
        {"class": "kp-table kp-table-trick", "role": "group", "aria-label": words.say("render.trick_alone")},
        *names,
        laid_trick(
            plays,
            keyed=every[: len(plays)],
            widget_id=widget_id,
            foot=foot,
            best=wins,
            finished=winner is not None,
            added=added,
            added_keys=every[len(plays) :],
            added_label=added_label,
        ),
        el("p", {"class": "kp-caption"}, text(caption)) if caption else "",
    )


def added_label(game: str) -> str:
    """What a card is that comes to a trick beside those played; a game may register `GAME.added`."""
    return words.say(f"{game}.added" if words.knows(f"{game}.added") else "render.added")


def _wins(place: int, plays: Sequence[Play], best: int | None, finished: bool) -> bool:
    """Whether a card is marked; a lone lead wins so far without saying."""
    return place == best and (finished or len(plays) > 1)


@remembered(256)  # from step to step, the cards that lie there lie on
def _laid(
    play: Play,
    key: str,
    origin: str | None,
    widget_id: str,
    foot: Seat,
    leads: bool,
    wins: bool,
    finished: bool,
    pinned: tuple[Card, ...],
) -> str:
    marks = [words.say("render.led")] * leads + [words.say("render.dark")] * play.dark
    said = [words.say("render.by", seat=seat_name(play.seat)), *marks]
    said += [words.say("render.wins" if finished else "render.best")] * wins
    return card_html(
        play.card,
        id_prefix=widget_id,
        key=key,
        origin=origin,
        note=", ".join(said),
        extra=[f"kp-from-{place_of(play.seat, foot)}", *["kp-best"] * wins],
        inside=(pin(pinned.index(play.card) + 1) if play.card in pinned else "")
        + (el("span", {"class": "kp-led", "aria-hidden": "true"}, text(", ".join(marks))) if marks else ""),
    )
