"""Exact search results beside a table: goals, the outlook and the turning points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontrapunkt.core.interface import Play
from kontrapunkt.render.controls import any_button, opener, over_page, toggle
from kontrapunkt.render.markup import aria_hidden, el, group, items, prose, text, visually_hidden
from kontrapunkt.render.tricks import SIGNS, card_with_player
from kontrapunkt.text import catalogue


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card that gave something away.

    Attributes:
        step: The step of the widget after the card.
        number: The number of its trick, from 1.
        lost: A text for each goal with the loss and the better actions.
    """

    step: int
    number: int
    play: Play
    lost: tuple[str, ...]


type Toggles = Mapping[str, tuple[str, bool]]
"""Buttons by event, each with its label and whether it is pressed."""


def panel(
    widget_id: str, goals: Toggles, search: Toggles, sides: Toggles, *, outlook: str, against: str
) -> str:
    """Render the panel with the chosen goal and the result of best play, in one line.

    The goal is a button. It opens a list with the whole outlook, the other goals, the sides to play and a
    legend of the marks.

    Args:
        widget_id: The prefix of element ids.
        goals: The goals; one of them is pressed.
        search: The button for slow searches; empty if none is possible.
        sides: The sides that the reader may play; empty if nothing can be searched.
        outlook: The result of best play from here; empty if unknown.
        against: A sentence on who plays against whom for the goal; empty if the game defines the sides.
    """
    chosen = next(label for label, pressed in goals.values() if pressed)
    id_ = f"{widget_id}-ahead"
    goal = el("span", {"class": "kp-ahead-goal"}, text(f"{chosen} …"))
    return el(
        "div",
        {"class": "kp-ahead"},
        opener(id_, "kp-button kp-ahead-open", visually_hidden(catalogue.say("render.ahead")), goal),
        el("p", {"class": "kp-outlook"}, text(outlook)),
        over_page(
            id_,
            "kp-ahead-list",
            prose(outlook),
            _toggles("goals", goals),
            prose(against, "kp-against"),
            _toggles("search", search),
            _toggles("sides", sides),
            el("p", {"class": "kp-legend", "aria-hidden": "true"}, *_legend()),
        ),
    )


def par(title: str, against: str, lines: Sequence[str]) -> str:
    """Render the result of a deal with best play.

    Args:
        title: The moment from which best play is assumed.
        against: A sentence on who plays against whom; empty if the game defines the sides.
        lines: A line for each goal.
    """
    return group(
        "kp-par",
        title,
        prose(title, "kp-turns-title", heard=False),
        prose(against),
        items(map(text, lines)),
        scrolls=True,  # its container scrolls
    )


def turns(found: Sequence[TurningPoint], first: int) -> str:
    """Render the list of turning points, with links to them.

    Args:
        found: The turning points.
        first: The number of the first trick that was searched, from 1.
    """
    said = catalogue.say("render.turns" if found else "render.turns.none", n=first)
    title = prose(said, "kp-turns-title")
    return el("div", {"class": "kp-turns"}, title, items(map(_turn, found)))


def _turn(of: TurningPoint) -> str:
    number = el("span", {"class": "kp-who"}, text(catalogue.say("render.trick", n=of.number)))
    played = any_button(
        "kp-step kp-turned", {"data-do": f"go {of.step}"}, number, f" {card_with_player(of.play)}"
    )
    return played + el("div", {"class": "kp-turned-text"}, *map(prose, of.lost))


def _legend() -> list[str]:
    """Return the legend of the marks; screen readers hear each mark at its card."""
    return [
        el(
            "span",
            {"class": f"kp-step-{kind}"},
            el("span", {"class": "kp-mark"}, text(sign)) + text(catalogue.say(f"render.legend.{kind}")),
        )
        for kind, sign in SIGNS.items()
    ]


def _toggles(name: str, found: Toggles) -> str:
    """Render buttons under a heading; empty for none."""
    if not found:
        return ""
    label = catalogue.say(f"render.ahead.{name}")
    buttons = (toggle(event, *each, names="kp-button kp-choice") for event, each in found.items())
    return group(f"kp-choices kp-{name}", label, aria_hidden("kp-choices-label", text(label)), *buttons)
