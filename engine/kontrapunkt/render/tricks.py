"""The list of tricks: the deal as text, with a link to every card."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import Play, Seat
from kontrapunkt.core.messages import card_name, seat_name
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.controls import any_button
from kontrapunkt.render.markup import (
    Attributes,
    Markup,
    aria_hidden,
    classes,
    el,
    joined,
    prose,
    text,
    visually_hidden,
)
from kontrapunkt.render.speech import say_cards_played, say_taken
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import cached_text, seat_letter


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick in the list.

    Attributes:
        number: The number of the trick in the deal, from 1.
        plays: The cards in the order played.
        steps: For each card the step of the widget after it (`go 7`).
        winner: The seat that took it; None during play.
        card_points: Its card points; None during play.
        effects: Its effects, as sentences ("E–W are clean").
        extra_steps: Further steps of the trick that play no card (a dark play begins with one).
        added: Cards added to it beside those played.
        added_step: The step that added them, one of the further steps; None if they were added automatically.
        opening: Actions before its first card: the step, one of the further steps, and its effects.
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

    @property
    def all_steps(self) -> tuple[int, ...]:
        """The steps, those of cards first."""
        return (*self.steps, *self.extra_steps)


def trick_list(
    rows: Sequence[TrickRow],
    *,
    notes: Mapping[int, str] | None = None,
    marks: Mapping[int, str] | None = None,
    current: int | None = None,
    interactive: bool = True,
    total: str = "",
) -> Markup:
    """Render the tricks with cards, winner, effects and the author's notes.

    Args:
        rows: The tricks, oldest first.
        notes: The author's notes as HTML by the step they follow; step 0 is before the first card.
        marks: The verdict on a card for the chosen goal, by step: `kept`, `only`, `lost` or `idle`.
        current: The step that the table shows; its card is marked.
        interactive: Whether cards are buttons that lead to their step.
        total: A sentence at the end, such as the result.
    """
    said, judged = notes or {}, marks or {}
    opening = said.get(0)
    met = Counter((play.seat, play.card) for row in rows for play in row.plays)
    items = []
    for row in rows:
        own = tuple((step, said[step]) for step in sorted(row.all_steps) if step in said)
        found = tuple(judged.get(step, "") for step in row.all_steps)
        here = current if current in row.all_steps else None
        twice = tuple(
            step for step, play in zip(row.steps, row.plays, strict=True) if met[play.seat, play.card] > 1
        )
        items.append(_row(row, own, found, here, twice if interactive else (), interactive))
    return (
        '<div class="kp-record">',
        _note(opening, current == 0) if opening else "",
        *(('<ol class="kp-tricks">', *items, "</ol>") if items else ()),
        prose(total, "kp-total"),
        "</div>",
    )


@cached_text(256)  # most of the list stays the same between steps
def _row(
    row: TrickRow,
    notes: tuple[tuple[int, str], ...],
    marks: tuple[str, ...],
    current: int | None,
    twice: tuple[int, ...],
    interactive: bool,
) -> str:
    """Render a trick.

    Args:
        twice: The steps of cards that the same player has played twice; their buttons name the trick.
    """
    marked: dict[int | None, str] = dict(zip(row.all_steps, marks, strict=True))
    cards = [
        _card(
            play,
            place == 0,
            play.seat == row.winner,
            step,
            marked[step],
            step == current,
            interactive,
            row.number if step in twice else None,
        )
        for place, (play, step) in enumerate(zip(row.plays, row.steps, strict=True))
    ]
    if row.added:
        added = aria_hidden("kp-who", "+") + visually_hidden(catalogue.say("render.row.added"))
        inside = " ".join([added, *map(inline_card, row.added)])
        here = current is not None and row.added_step == current
        mark = marked.get(row.added_step, "")
        cards.append(_step(["kp-step-added"], inside, [], mark, row.added_step, here, interactive))
    outcome = []
    if row.winner is not None:
        taken = say_taken(row.winner, row.card_points)
        outcome.append(el("span", {"class": "kp-taken"}, text(taken)))
    outcome += [el("span", {"class": "kp-effect"}, text(effect)) for effect in row.effects]
    before = {step for step, _ in row.opening}
    after = [each for each in notes if each[0] not in before]
    played = dict(zip(row.steps, row.plays, strict=True)) if len(after) > 1 else {}
    line = el(
        "p",
        {"class": "kp-line", "aria-hidden": None if interactive else "true"},
        el(
            "span",
            {"class": "kp-number"},
            text(row.number),
            visually_hidden(catalogue.say("render.row.after_number")),
        ),
        *cards,
        el("span", {"class": "kp-outcome"}, " ".join(outcome)) if outcome else "",
    )
    return el(
        "li",
        {"class": classes("kp-tricks-row", "kp-here" if current is not None else None)},
        *_opening(row, dict(notes), current),
        "" if interactive or not cards else prose(_say(row), "kp-vh"),
        line if cards or outcome or not before else "",
        *(_note(html, step == current, played.get(step)) for step, html in after),
    )


def _say(row: TrickRow) -> str:
    """Describe a trick in one line; screen readers would read each of its cards in a line of its own."""
    told = [f"{row.number}.", *([say_cards_played(row.plays)] if row.plays else [])]
    if row.added:
        added = catalogue.listed("and", map(card_name, row.added))
        told.append(f"{catalogue.capital(catalogue.say('render.row.added'))}: {added}.")
    if row.winner is not None:
        told.append(f"{say_taken(row.winner, row.card_points)}.")
    return joined([*told, *row.effects])


def _opening(row: TrickRow, notes: Mapping[int, str], current: int | None) -> Iterator[str]:
    """Yield the actions before the first card as text, with the author's notes."""
    told: list[str] = []
    for step, effects in row.opening:
        told += effects
        if step in notes:
            yield prose(" ".join(told), "kp-opening")
            yield _note(notes[step], step == current)
            told = []
    yield prose(" ".join(told), "kp-opening")


def _note(html: str, here: bool, play: Play | None = None) -> str:
    """Render the author's note, with its card if a trick has several notes."""
    label = ""
    if play:
        seat = el("span", {"class": "kp-who"}, text(seat_letter(play.seat)))
        label = aria_hidden("kp-note-card", seat, " ", inline_card(play.card))
    return el("div", {"class": classes("kp-note", "kp-here" if here else None)}, label, html)


@cached_text(256)  # most of a row stays the same, too
def _card(
    play: Play,
    leads: bool,
    wins: bool,
    step: int,
    mark: str,
    here: bool,
    interactive: bool,
    trick: int | None,
) -> str:
    """Render a card, and for screen readers the number of its trick unless it is None."""
    what = {"best": wins, "led": leads, "dark": play.dark}
    told = {"leads": leads, "dark": play.dark, "wins": wins}
    return _step(
        [f"kp-step-{each}" for each, is_so in what.items() if is_so],
        card_with_player(play),
        [
            *(catalogue.say(f"render.row.{each}") for each, is_so in told.items() if is_so),
            *([] if trick is None else [catalogue.say("render.row.trick", n=trick)]),
        ],
        mark,
        step,
        here,
        interactive,
        first=leads,
    )


def card_with_player(play: Play) -> str:
    """Render a card and its player."""
    seat = aria_hidden("kp-who", text(seat_letter(play.seat))) + visually_hidden(seat_name(play.seat))
    return f"{seat} {inline_card(play.card)}"


def _step(
    names: Sequence[str],
    inside: str,
    told: Sequence[str],
    mark: str,
    step: int | None,
    here: bool,
    interactive: bool,
    *,
    first: bool = False,
) -> str:
    """Render an entry of the list with its texts, as a button if it has a step."""
    if mark in SIGNS:
        inside += aria_hidden("kp-mark", SIGNS[mark])
        told = [*told, catalogue.say(f"render.row.{mark}")]
    if told:
        inside += visually_hidden(f" ({', '.join(told)})")
    state = classes("kp-step", *names, f"kp-step-{mark}" if mark else None)
    current = "step" if here else None
    if step is None or not interactive:
        return el("span", {"class": state, "aria-current": current}, inside) + " "
    tabindex = None if first or here else -1
    does: Attributes = {"data-do": f"go {step}", "tabindex": tabindex, "aria-current": current}
    return any_button(state, does, inside) + " "


SIGNS: Final[Mapping[str, str]] = {"kept": "✓", "only": "!", "lost": "?"}
"""The marks of cards that kept the value, were the only ones to keep it, or lost it."""
