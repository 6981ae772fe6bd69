"""What exact search has found, around a table: the goals to choose from, the outlook, where it turned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontrapunkt.core.interface import Play
from kontrapunkt.render.controls import any_button, opener, over_page, toggle
from kontrapunkt.render.markup import el, group, items, prose, text, unheard, unseen
from kontrapunkt.render.tricks import SIGNS, who
from kontrapunkt.text import catalogue


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card that gave something away.

    Attributes:
        step: The step of the widget that shows it played.
        number: The number of its trick.
        play: The card.
        lost: What it gave away and what would have kept it, a text for each goal.
    """

    step: int
    number: int
    play: Play
    lost: tuple[str, ...]


type Toggles = Mapping[str, tuple[str, bool]]
"""Buttons by the event of each, with what it says and whether it is pressed."""


def panel(
    widget_id: str, goals: Toggles, search: Toggles, sides: Toggles, *, outlook: str, against: str
) -> str:
    """What is seen ahead, in a line: the goal that is looked at, and what best play comes to.

    The goal is a button. It opens a list: best play again, whole where the line has no room for it; the other
    goals, whom to play on as, and what the signs mean.

    Args:
        widget_id: What element ids begin with.
        goals: The goals that can be looked at; one of them is.
        search: What searches what takes minutes; nothing where there is nothing to search so.
        sides: Whom the reader may play on as; nobody where nothing can be searched.
        outlook: What best play from here comes to; empty where that is not known.
        against: Who plays against whom for the goal, in a sentence; empty where sides are those of the game.
    """
    chosen = next(label for label, pressed in goals.values() if pressed)
    id_ = f"{widget_id}-ahead"
    goal = el("span", {"class": "kp-ahead-goal"}, text(f"{chosen} …"))
    return el(
        "div",
        {"class": "kp-ahead"},
        opener(id_, "kp-button kp-ahead-open", unseen(catalogue.say("render.ahead")), goal),
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
    """What a deal comes to if nobody errs.

    Args:
        title: From where on.
        against: Who plays against whom, in a sentence; empty where sides are those of the game.
        lines: What it comes to, a line for each goal.
    """
    return group(
        "kp-par",
        title,
        prose(title, "kp-turns-title"),
        prose(against),
        items(map(text, lines)),
        scrolls=True,  # what holds it does
    )


def turns(found: Sequence[TurningPoint], first: int) -> str:
    """The cards that gave something away, as a list that leads to each of them.

    Args:
        found: The cards.
        first: The number of the first trick that was searched.
    """
    said = catalogue.say("render.turns" if found else "render.turns.none", n=first)
    title = prose(said, "kp-turns-title")
    return el("div", {"class": "kp-turns"}, title, items(map(_turn, found)))


def _turn(of: TurningPoint) -> str:
    number = el("span", {"class": "kp-who"}, text(catalogue.say("render.trick", n=of.number)))
    played = any_button("kp-step kp-turned", {"data-do": f"go {of.step}"}, number, f" {who(of.play)}")
    return played + el("div", {"class": "kp-turned-text"}, *map(prose, of.lost))


def _legend() -> list[str]:
    """What the signs at the cards mean; for the ear, each card says it itself."""
    return [
        el(
            "span",
            {"class": f"kp-step-{kind}"},
            el("span", {"class": "kp-mark"}, text(sign)) + text(catalogue.say(f"render.legend.{kind}")),
        )
        for kind, sign in SIGNS.items()
    ]


def _toggles(name: str, found: Toggles) -> str:
    """Buttons under their name; empty for none."""
    if not found:
        return ""
    label = catalogue.say(f"render.ahead.{name}")
    buttons = (toggle(event, *each, names="kp-button kp-choice") for event, each in found.items())
    return group(f"kp-choices kp-{name}", label, unheard("kp-choices-label", text(label)), *buttons)
