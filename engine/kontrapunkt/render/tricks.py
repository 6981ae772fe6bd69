"""The tricks played so far as an ordered list: the whole game as text, and the way back to any card of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.game import Play, Seat, Trick
from kontrapunkt.naming import faces, on_request, remembered
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.markup import Markup, classes, el, text, unseen
from kontrapunkt.render.seats import seat_letter, seat_name


@dataclass(frozen=True, slots=True)
class TrickRow:
    """One trick of the list.

    Attributes:
        number: Its number in the deal.
        plays: Its cards in the order played.
        steps: For each card, the step of the widget that shows it played (`go 7`).
        winner: Who took it; None while it is going on.
        card_points: What it counts; None while it is going on.
        effects: What it changed, as plain sentences ("E–W are clean").
        extra_steps: Further steps of the trick that play no card (a dark play begins with one).
        added: Cards that came to it beside those played.
        added_step: The step that added them, one of the further steps; None where they came by themselves.
        opening: What was said or done before its first card: the step, one of the further steps, and its
            effects.
    """

    number: int
    plays: tuple[Play, ...]
    steps: tuple[int, ...]
    winner: Seat | None = None
    card_points: int | None = None
    effects: tuple[str, ...] = ()
    extra_steps: tuple[int, ...] = ()
    added: tuple[Card, ...] = ()
    added_step: int | None = None
    opening: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @classmethod
    def of(cls, trick: Trick, steps: Sequence[int], effects: Sequence[str] = ()) -> "TrickRow":
        """The row of a finished trick.

        Args:
            trick: The trick.
            steps: The number of the step after each card, from 1.
            effects: What it brought about.
        """
        return cls(trick.number, trick.plays, tuple(steps), trick.winner, trick.card_points, tuple(effects))


def trick_list(
    rows: Sequence[TrickRow],
    *,
    notes: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
    current: int | None = None,
    interactive: bool = True,
    total: str = "",
) -> Markup:
    """The tricks in order, each with its cards, winner, effects, and the author's words.

    Args:
        rows: The tricks, oldest first.
        notes: The author's commentary as HTML, by the step it follows; step 0 comes before the first card.
        marks: What a card did to the goal looked at, by its step: `kept`, `only`, `lost` or `idle`.
        current: The step that the table shows; its card is marked.
        interactive: Whether cards are buttons that lead to their step.
        total: One plain sentence at the end, such as the result.
    """
    said = dict(notes or {})
    judged = dict(marks or {})
    opening = said.get(0)
    items = []
    for row in rows:
        steps = (*row.steps, *row.extra_steps)
        own = tuple((step, said[step]) for step in sorted(steps) if step in said)
        here = current if current in steps else None
        found = tuple(judged.get(step, "") for step in (*row.steps, *_adding(row)))
        items.append(_row(row, own, found, here, interactive, (words.language(), faces(), on_request())))
    return (
        '<div class="kp-record">',
        _note(opening, current == 0) if opening else "",
        *(('<ol class="kp-tricks">', *items, "</ol>") if items else ()),
        el("p", {"class": "kp-total"}, text(total)) if total else "",
        "</div>",
    )


@lru_cache(maxsize=256)  # from step to step, most of the list stays as it is; `spoken`: language and faces
def _row(
    row: TrickRow,
    notes: tuple[tuple[int, str], ...],
    marks: tuple[str, ...],
    current: int | None,
    interactive: bool,
    spoken: tuple[str, str],
) -> str:
    here = current is not None
    cards = [
        _card(play, place == 0, play.seat == row.winner, step, mark, step == current, interactive)
        for place, (play, step, mark) in enumerate(zip(row.plays, row.steps, marks, strict=False))
    ]
    if row.added:
        mark = marks[-1] if row.added_step is not None else ""
        cards.append(_added(row, mark, row.added_step == current and here, interactive))
    outcome = []
    if row.winner is not None:
        outcome.append(
            el(
                "span",
                {"class": "kp-taken"},
                text(_outcome(row, row.winner)),
            )
        )
    outcome += [el("span", {"class": "kp-effect"}, text(effect)) for effect in row.effects]
    before = {step for step, _ in row.opening}
    after = [each for each in notes if each[0] not in before]
    played = dict(zip(row.steps, row.plays, strict=True)) if len(after) > 1 else {}
    line = el(
        "p",
        {"class": "kp-line"},
        el("span", {"class": "kp-number"}, text(row.number), unseen(words.say("render.row.after_number"))),
        *cards,
        el("span", {"class": "kp-outcome"}, " ".join(outcome)) if outcome else "",
    )
    return el(
        "li",
        {"class": classes("kp-tricks-row", "kp-here" if here else None)},
        *_opening(row, dict(notes), current),
        line if cards or outcome or not before else "",
        *(_note(html, step == current, played.get(step)) for step, html in after),
    )


def _opening(row: TrickRow, notes: Mapping[int, str], current: int | None) -> Iterator[str]:
    """What came before the first card, as running text, with the author's words where they belong."""
    told: list[str] = []
    for step, effects in row.opening:
        told += effects
        if step in notes:
            yield el("p", {"class": "kp-opening"}, text(" ".join(told)))
            yield _note(notes[step], step == current)
            told = []
    if told:
        yield el("p", {"class": "kp-opening"}, text(" ".join(told)))


def _note(html: str, here: bool, play: Play | None = None) -> str:
    """The author's words, with the card they belong to where that is not plain."""
    return el(
        "div",
        {"class": classes("kp-note", "kp-here" if here else None)},
        _label(play) if play else "",
        html,
    )


def _label(play: Play) -> str:
    """Which card a note belongs to, where a trick has several."""
    return el(
        "span",
        {"class": "kp-note-card", "aria-hidden": "true"},
        el("span", {"class": "kp-who"}, text(seat_letter(play.seat))),
        " ",
        inline_card(play.card),
    )


def _outcome(row: TrickRow, winner: Seat) -> str:
    """Who took the trick, and what it counts where cards count."""
    if row.card_points is None:
        return words.say("render.row.winner", seat=seat_name(winner))
    return words.say("render.row.points", seat=seat_name(winner), n=row.card_points)


@remembered(256)  # most of a row stays as it is, too
def _card(play: Play, leads: bool, wins: bool, step: int, mark: str, here: bool, interactive: bool) -> str:
    state = classes(
        "kp-step",
        "kp-step-best" if wins else None,
        "kp-step-led" if leads else None,
        "kp-step-dark" if play.dark else None,
        f"kp-step-{mark}" if mark else None,
    )
    told = [words.say("render.row.leads")] * leads + [words.say("render.row.dark")] * play.dark
    told += [words.say("render.row.wins")] * wins
    if mark in SIGNS:
        told.append(words.say(f"render.row.{mark}"))
    inside = (
        el("span", {"class": "kp-who", "aria-hidden": "true"}, text(seat_letter(play.seat)))
        + unseen(seat_name(play.seat))
        + " "
        + inline_card(play.card)
        + (el("span", {"class": "kp-mark", "aria-hidden": "true"}, SIGNS[mark]) if mark in SIGNS else "")
        + (unseen(", " + ", ".join(told)) if told else "")
    )
    return _step(state, inside, step if interactive else None, here, leads)


def _adding(row: TrickRow) -> tuple[int, ...]:
    return () if row.added_step is None else (row.added_step,)


def _added(row: TrickRow, mark: str, here: bool, interactive: bool) -> str:
    """The cards that came to a trick beside those played."""
    state = classes("kp-step", "kp-step-added", f"kp-step-{mark}" if mark else None)
    told = [words.say(f"render.row.{mark}")] if mark in SIGNS else []
    inside = (
        el("span", {"class": "kp-who", "aria-hidden": "true"}, "+")
        + unseen(words.say("render.row.added"))
        + " "
        + " ".join(inline_card(card) for card in row.added)
        + (el("span", {"class": "kp-mark", "aria-hidden": "true"}, SIGNS[mark]) if mark in SIGNS else "")
        + (unseen(", " + ", ".join(told)) if told else "")
    )
    return _step(state, inside, row.added_step if interactive else None, here, False)


def _step(state: str | None, inside: str, step: int | None, here: bool, first: bool) -> str:
    """A place of the list, which leads to its step if it has one."""
    current = "step" if here else None
    if step is None:
        return el("span", {"class": state, "aria-current": current}, inside) + " "
    return (
        el(
            "button",
            {
                "type": "button",
                "class": state,
                "data-do": f"go {step}",
                "tabindex": None if first or here else -1,
                "aria-current": current,
            },
            inside,
        )
        + " "
    )


SIGNS: Final[Mapping[str, str]] = {"kept": "✓", "only": "!", "lost": "?"}
"""What stands at a card that kept what there was, that alone could keep it, that gave it away."""
