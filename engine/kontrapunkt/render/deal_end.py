"""The end of a deal: won or lost, the points by rule, and the decisions that mattered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Action, Item, Result, Seat
from kontrapunkt.core.messages import action_name, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.controls import button, title, toggle
from kontrapunkt.render.markup import classes, el, items, prose, region, text, visually_hidden
from kontrapunkt.render.signs import in_words, read_as
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_letter

LINES: Final = 5
"""The most lines of points in the place of the table; the rest are in a list below."""


LOW_LINES: Final = 3
"""The most of them in a low window (`ended.css`)."""


@old_names(made="action", kept="is_stored")
@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision that mattered.

    Attributes:
        step: The number of actions before it.
        trick: The number of its trick.
        head: The trick and the action, in words.
        words: Its cost in words, without figures.
        figures: Its cost with figures, and how they were found.
        action: The action; empty if nothing was said.
        better: The better action; None for none.
        instead: The label of the better action, and the play after it as HTML; empty for none.
        against: The hands of a deal that punishes it; empty for none.
        is_stored: True if it is stored as a puzzle; None if it is none.
    """

    step: int
    trick: int
    head: str
    words: str
    figures: str
    action: str
    better: Action | None = None
    instead: tuple[str, str] = ("", "")
    against: Mapping[Seat, Sequence[Card]] = field(default_factory=dict)
    is_stored: bool | None = None


def verdict(result: Result, seat: Seat | None, side: Sequence[Seat]) -> str:
    """Return who won, in words to the reader, with the reader's number.

    Args:
        seat: The reader's seat; None for a reader who did not play.
        side: The seats of the reader's side.
    """
    if seat is None:
        return catalogue.say("ending.over")
    number = result.seats.get(seat, 0) if result.paid else 0
    way = "won" if seat in result.winners else "lost" if result.winners else "nobody"
    if way == "lost" and result.paid and not number:
        way = "neither"
    said = catalogue.say(f"ending.{way}", n=len(side))
    key = f"ending.number.{result.unit}"
    if not number or not catalogue.knows(key):
        return said
    return (
        f"{said}: {catalogue.say(key, n=abs(number), sign='+' if number > 0 else '−', added=int(number > 0))}"
    )


def ending(
    result: Result,
    seat: Seat | None,
    side: Sequence[Seat],
    link: Callable[[str], str],
    moments: str,
    names: Sequence[str] = (),
) -> str:
    """Render the end of a deal in the place of the table.

    Args:
        seat: The reader's seat; None for a reader who did not play.
        side: The seats of the reader's side.
        link: Renders a rule's id, as a link if the site has a page for it.
        moments: The decisions that mattered, as HTML.
        names: Further class names: the room that the table had, so that the buttons stay where they were.
    """
    few = _few(result.items, seat)
    total = el("p", {"class": "kp-total"}, totals(result)) if result.seats else ""
    return region(
        classes("kp-end", "kp-end-won" if seat in result.winners else None, *names),
        catalogue.say("ending.result"),
        el("p", {"class": "kp-end-verdict"}, text(verdict(result, seat, side))),
        el("div", {"class": "kp-account"}, _account(few, seat, link), _left_out(result, few), total),
        moments,
    )


def compared(
    told: str, plays: Sequence[tuple[str, Result, str]], seat: Seat | None, side: Sequence[Seat]
) -> str:
    """Render two plays of a deal side by side.

    Args:
        told: Where they part, in a sentence.
        plays: The heading, the result and the tricks as HTML of each.
        seat: The reader's seat; None for a reader who did not play.
        side: The seats of the reader's side.
    """
    columns = (
        el(
            "div",
            {"class": "kp-compared-play"},
            title(heading),
            el("p", None, el("b", None, text(verdict(result, seat, side))), f" {text(result.text)}"),
            tricks,
        )
        for heading, result, tricks in plays
    )
    return el("div", {"class": "kp-compared"}, prose(told, "kp-compared-head"), *columns)


def _few(lines: Sequence[Item], seat: Seat | None) -> list[Item]:
    """Return the few lines that say most, in order: those with the reader's points come first."""
    if len(lines) <= LINES:
        return [*lines]
    own = [each for each in lines if seat and each.seats.get(seat)]
    others = [each for each in lines if each not in own]
    chosen = [*own, *others][:LINES]
    return [each for each in lines if each in chosen]


def _left_out(result: Result, few: Sequence[Item]) -> str:
    left = len(result.items) - len(few)
    return prose(catalogue.say("ending.further", n=left), "kp-end-further") if left else ""


def every_line(result: Result, link: Callable[[str], str]) -> str:
    """Render all lines of the result, folded; empty if even a low window has them all."""
    if len(result.items) <= LOW_LINES:
        return ""
    return folded(catalogue.say("ending.every_line"), outcome(result, link))


def outcome(result: Result, link: Callable[[str], str]) -> str:
    """Render the result of a deal line by line, without the total.

    Args:
        link: Renders a rule's id, as a link if the site has a page for it.
    """
    return el("div", {"class": "kp-account"}, _account(result.items, None, link))


def _account(lines: Sequence[Item], seat: Seat | None, link: Callable[[str], str]) -> str:
    """Render lines of a result with their numbers: the reader's, or every seat's."""
    found = []
    for item in lines:
        own = item.seats.get(seat, 0) if seat else 0
        said = text(catalogue.signed(own)) if own else "" if seat else _numbers_row(item.seats)
        numbers = el("span", {"class": "kp-numbers"}, said) if said else ""
        found.append(f"{text(item.text)}{numbers} {link(item.rule) if item.rule else ''}")
    return items(found)


def say_totals(result: Result) -> str:
    """Return the result of each seat in words: "North +1, East −1 chip"; empty if there are no numbers."""
    return f"{_say_numbers(result.seats)} {result.unit}" if result.seats else ""


def totals(result: Result) -> str:
    """Render the result of each seat in a row; empty if there are no numbers."""
    return f"{_numbers_row(result.seats)} {text(result.unit)}" if result.seats else ""


def _say_numbers(seats: Mapping[Seat, int]) -> str:
    return ", ".join(f"{seat_name(seat)} {catalogue.signed(seats[seat])}" for seat in SEATS if seat in seats)


def _numbers_row(seats: Mapping[Seat, int]) -> str:
    """Render the numbers of seats by their letters; screen readers read the names."""
    shown = (f"{seat_letter(seat)} {catalogue.signed(seats[seat])}" for seat in SEATS if seat in seats)
    return read_as(in_words(_say_numbers(seats)), "  ".join(shown))


# The decisions that mattered


def moments(found: Sequence[ReviewedDecision], *, head: str, note: str = "") -> str:
    """Render the decisions that mattered side by side.

    Args:
        head: What they are, or how far the review is.
        note: A sentence below them; empty for none.
    """
    listed = (el("li", {"class": "kp-moment"}, _moment(each)) for each in found)
    return region(
        "kp-moments",
        catalogue.say("ending.decisions"),
        prose(head, "kp-moments-head"),
        el("ol", None, *listed) if found else "",
        prose(note, "kp-moments-note"),
        level=3,
    )


def _moment(of: ReviewedDecision) -> str:
    made = _shown(Action(of.action)) if of.action else text(catalogue.say("review.nothing_said"))
    better = (
        f" {visually_hidden(catalogue.say('ending.better'))} {_arrow()} {_shown(of.better)}"
        if of.better
        else ""
    )
    trick = el("b", None, text(catalogue.say("render.trick", n=of.trick)))
    show = button(f"moment {of.step}", catalogue.say("ending.show"), about=of.head)
    mark = "" if of.is_stored is None else _mark(of.step, of.head, stored=of.is_stored)
    return (
        el("p", {"class": "kp-moment-head"}, trick, " ", made, better)
        + prose(of.words, "kp-moment-words")
        + el("div", {"class": "kp-moment-ways"}, show, mark)
    )


def _mark(step: int, head: str, *, stored: bool) -> str:
    """Render the mark of a decision that is stored as a puzzle; a press takes it away, or brings it back.

    Args:
        step: The number of actions before the decision.
        head: The trick and the action, in words.
    """
    way = ("drop", "kept") if stored else ("keep", "keep")
    label = catalogue.say(f"ending.{way[1]}")
    return toggle(f"{way[0]} {step}", label, stored, "kp-button kp-mark-puzzle", about=head)


def _arrow() -> str:
    return el("span", {"aria-hidden": "true"}, "→")


def _shown(action: Action) -> str:
    return inline_card(str(action.card)) if action.card else el("span", None, text(action_name(action)))


def review(of: ReviewedDecision) -> str:
    """Render the figures of a decision, and what the review found beside them, folded."""
    figures = folded(catalogue.say("ending.figures"), prose(of.figures))
    return el("div", {"class": "kp-review"}, title(of.head), figures, folded(*of.instead), _hands(of.against))


def folded(label: str, html: str, names: str = "kp-aside") -> str:
    """Render content folded under a label; empty for no content."""
    return el("details", {"class": names}, el("summary", None, text(label)), html) if html else ""


def _hands(hands: Mapping[Seat, Sequence[Card]]) -> str:
    rows = (
        " ".join([el("span", {"class": "kp-who"}, text(seat_name(seat))), *map(inline_card, cards)])
        for seat, cards in hands.items()
    )
    return folded(catalogue.say("table.review.against"), items(rows))
