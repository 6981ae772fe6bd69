"""What exact search has found, around a table: the goals to choose from, the outlook, where it turned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontrapunkt import words
from kontrapunkt.game import Play
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.markup import el, text, unseen
from kontrapunkt.render.seats import seat_letter, seat_name
from kontrapunkt.render.tricks import SIGNS


@dataclass(frozen=True, slots=True)
class Turn:
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


def panel(
    *,
    widget_id: str,
    goals: Mapping[str, str],
    chosen: str,
    outlook: str,
    sides: Mapping[str, str],
    side: str,
    against: str = "",
    patience: bool | None = None,
) -> str:
    """What is seen ahead, in a line: the goal that is looked at, and what best play comes to.

    The goal is a button. It opens a list: best play again, whole where the line has no room for it; the other
    goals, whom to play on as, and what the signs mean.

    Args:
        widget_id: What element ids begin with.
        goals: The goals that can be looked at, each with its label.
        chosen: The one that is looked at.
        outlook: What best play from here comes to; empty where that is not known.
        sides: Whom the reader may play on as, by code; nobody where nothing can be searched.
        side: Whom the reader plays on as; empty for all seats.
        against: Who plays against whom for the goal, in a sentence; empty where sides are those of the game.
        patience: Whether what takes minutes is searched; None where there is nothing to search so.
    """
    choices = [_choice(f"goal {goal}", label, pressed=goal == chosen) for goal, label in goals.items()]
    takers = [
        _choice(f"as {code}" if code != side else "as", name, pressed=code == side)
        for code, name in sides.items()
    ]
    id_ = f"{widget_id}-ahead"
    return el(
        "div",
        {"class": "kp-ahead"},
        el(
            "button",
            {
                "type": "button",
                "class": "kp-button kp-ahead-open",
                "id": f"{id_}-open",
                "popovertarget": id_,
                "aria-haspopup": "true",
            },
            unseen(words.say("render.ahead")),
            el("span", {"class": "kp-ahead-goal"}, text(f"{goals[chosen]} …")),
        ),
        el("p", {"class": "kp-outlook"}, text(outlook)),
        el(
            "div",
            {"class": "kp-keys kp-ahead-list", "id": id_, "popover": "auto"},
            el("p", None, text(outlook)) if outlook else "",
            _group("goals", choices),
            el("p", {"class": "kp-against"}, text(against)) if against else "",
            "" if patience is None else _look(patience),
            _group("sides", takers) if takers else "",
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
    return el(
        "div",
        # what holds it scrolls: the keyboard comes here even where nothing else can be pressed
        {"class": "kp-par", "role": "group", "aria-label": title, "tabindex": 0},
        el("p", {"class": "kp-turns-title"}, text(title)),
        el("p", None, text(against)) if against else "",
        el("ul", None, *(el("li", None, text(line)) for line in lines)),
    )


def turns(found: Sequence[Turn], first: int) -> str:
    """The cards that gave something away, as a list that leads to each of them.

    Args:
        found: The cards.
        first: The number of the first trick that was searched.
    """
    said = words.say("render.turns" if found else "render.turns.none", n=first)
    title = el("p", {"class": "kp-turns-title"}, text(said))
    items = [
        el(
            "li",
            None,
            el(
                "button",
                {"type": "button", "class": "kp-step kp-turned", "data-do": f"go {turn.step}"},
                el("span", {"class": "kp-who"}, text(words.say("render.turns.trick", n=turn.number)))
                + " "
                + el("span", {"class": "kp-who", "aria-hidden": "true"}, text(seat_letter(turn.play.seat)))
                + unseen(seat_name(turn.play.seat))
                + " "
                + inline_card(turn.play.card),
            ),
            el("div", {"class": "kp-turned-text"}, *(el("p", None, text(lost)) for lost in turn.lost)),
        )
        for turn in found
    ]
    return el("div", {"class": "kp-turns"}, title, el("ul", None, *items) if items else "")


def _look(patience: bool) -> str:
    """What begins a search that may take minutes, and ends it."""
    return _group("search", [_choice("look", words.say("render.look"), pressed=patience)])


def _legend() -> list[str]:
    """What the signs at the cards mean; for the ear, each card says it itself."""
    return [
        el(
            "span",
            {"class": f"kp-step-{kind}"},
            el("span", {"class": "kp-mark"}, text(sign)) + text(words.say(f"render.legend.{kind}")),
        )
        for kind, sign in SIGNS.items()
    ]


def _group(name: str, buttons: list[str]) -> str:
    label = words.say(f"render.ahead.{name}")
    return el(
        "div",
        {"class": f"kp-choices kp-{name}", "role": "group", "aria-label": label},
        el("span", {"class": "kp-choices-label", "aria-hidden": "true"}, text(label)),
        *buttons,
    )


def _choice(event: str, label: str, *, pressed: bool) -> str:
    return el(
        "button",
        {
            "type": "button",
            "class": "kp-button kp-choice",
            "data-do": event,
            "aria-pressed": "true" if pressed else "false",
        },
        text(label),
    )
