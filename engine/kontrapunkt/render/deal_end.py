"""The end of a deal: won or lost, the points by rule, and the decisions that mattered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Action, Item, Result, Seat
from kontrapunkt.core.messages import action_name, seat_name
from kontrapunkt.core.old_names import old_names
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.controls import button, title, toggle
from kontrapunkt.render.markup import classes, el, items, joined, prose, region, text, visually_hidden
from kontrapunkt.render.signs import in_words, read_as
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_letter

LONG: Final = 8
"""More lines of points than this have two columns on a wide felt."""

SHORT: Final = 6
"""Up to so many lines have large letters on a wide felt."""

PHONES: Final = {"short": (368, 43, 28), "tall": (475, 48, 35)}
"""The room on the felt of an upright phone (`ended.css`).

Its height below the verdict in px, and the letters in a row of a line and of a decision.
"""

SLATE: Final = 74
"""The height in px that a table with a slate has in addition on a short phone (`slate.css`)."""

MOST: Final = 3
"""The most decisions shown at the end of a deal; so many may come while the review goes on."""


@old_names(made="action", kept="is_stored")
@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision that mattered.

    Attributes:
        step: The number of actions before it.
        trick: The number of its trick.
        head: The trick and the action, in words.
        words: Its cost in words, without figures.
        short: The same without a reason, for a phone.
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
    short: str
    figures: str
    action: str
    better: Action | None = None
    instead: tuple[str, str] = ("", "")
    against: Mapping[Seat, Sequence[Card]] = field(default_factory=dict)
    is_stored: bool | None = None


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a deal that mattered.

    Attributes:
        head: What they are, or how far the review is; empty without a review.
        found: The decisions, at most `MOST`.
        over: False while the review goes on.
    """

    head: str = ""
    found: Sequence[ReviewedDecision] = ()
    over: bool = True


@dataclass(frozen=True, slots=True)
class SideScore:
    """The score of a side that plays together in all deals.

    Attributes:
        name: Its name.
        deal: The number of the deal.
        total: The number of the session; None if it counts none.
        own: True for the reader's side.
    """

    name: str
    deal: str
    total: str | None
    own: bool


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
    if way == "lost" and result.paid and not number and len(side) == 1:
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
    decided: Decisions,
    names: Sequence[str] = (),
) -> str:
    """Render the end of a deal in the place of the table.

    Args:
        seat: The reader's seat; None for a reader who did not play.
        side: The seats of the reader's side.
        link: Renders a rule's id, as a link if the site has a page for it.
        decided: The decisions that mattered.
        names: Further class names: the room that the table had, so that the buttons stay where they were.
    """
    lines = len(result.items)
    left_out = _left_out(result.items, seat, decided, SLATE if "kp-end-slate" in names else 0)
    return region(
        classes(
            "kp-end",
            "kp-end-won" if seat in result.winners else None,
            "kp-end-short" if lines <= SHORT else "kp-end-long" if lines > LONG else None,
            *names,
        ),
        catalogue.say("ending.result"),
        el("p", {"class": "kp-end-verdict"}, text(verdict(result, seat, side))),
        el("div", {"class": "kp-account"}, _account(result.items, seat, link, left_out), *_notices(left_out)),
        moments(decided),
    )


def score(scored: Sequence[SideScore], head: str) -> str:
    """Render what each side got in a deal, and has in all; empty if nothing is counted.

    Args:
        head: The caption.
    """
    if not scored:
        return ""
    summed = scored[0].total is not None
    columns = [catalogue.say("ending.deal"), *([catalogue.say("ending.total")] if summed else [])]
    titles = [el("th", {"scope": "col"}, text(each)) for each in columns]
    rows = (
        el(
            "tr",
            {"class": "kp-own-score" if each.own else None},
            el("th", {"scope": "row"}, text(each.name)),
            el("td", None, text(each.deal)),
            el("td", None, text(each.total)) if summed else "",
        )
        for each in scored
    )
    return el(
        "table",
        {"class": "kp-own kp-end-score"},
        el("caption", None, text(head)),
        el("thead", None, el("tr", None, el("td"), *titles)),
        el("tbody", None, *rows),
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


def _left_out(
    lines: Sequence[Item], seat: Seat | None, decided: Decisions, more: int
) -> dict[str, list[Item]]:
    """Return the lines for which each kind of upright phone has no room.

    The reader's own points come first.

    Args:
        more: The height that a short phone's felt has in addition, in px.
    """
    ranked = sorted(lines, key=lambda each: not (seat and each.seats.get(seat)))
    found = {}
    for kind, (high, letters, beside) in PHONES.items():
        tiles = [_tile_height(each, beside) for each in decided.found]
        tiles += [] if decided.over else [76] * (MOST - len(tiles))
        left = (
            high
            + (more if kind == "short" else 0)
            - (6 + 18 * _rows(decided.head, letters) if decided.head else 0)
            - sum(tiles)
        )
        ends = [*accumulate(9 + 18 * _rows(f"{each.text} {each.rule} +00", letters) for each in ranked)]
        if ends[-1] > left:
            left -= 22  # for the number of the others
        found[kind] = [each for place, each in enumerate(ranked) if place and ends[place] > left]
    return found


def _tile_height(of: ReviewedDecision, letters: int) -> int:
    """Return the height of a decision on a phone in px.

    Args:
        letters: The letters in a row.
    """
    head = 2 if of.better and not of.better.card else 1
    return 5 + max(12 + 20 * head + 18 * _rows(of.short, letters), 52 if of.is_stored is None else 101)


def _rows(said: str, letters: int) -> int:
    return 1 + len(said) // letters


def _notices(left_out: Mapping[str, Sequence[Item]]) -> Iterator[str]:
    """Yield how many lines each kind of upright phone leaves out."""
    for kind, lines in left_out.items():
        if lines:
            yield prose(catalogue.say("ending.further", n=len(lines)), f"kp-end-further kp-phone-{kind}")


def every_line(result: Result, link: Callable[[str], str]) -> str:
    """Render all lines of the result, folded, for a window that has no room for them on the felt."""
    return folded(catalogue.say("ending.every_line"), outcome(result, link), "kp-aside kp-every-line")


def outcome(result: Result, link: Callable[[str], str]) -> str:
    """Render the result of a deal line by line, without the total.

    Args:
        link: Renders a rule's id, as a link if the site has a page for it.
    """
    return el("div", {"class": "kp-account"}, _account(result.items, None, link))


def _account(
    lines: Sequence[Item],
    seat: Seat | None,
    link: Callable[[str], str],
    left_out: Mapping[str, Sequence[Item]] | None = None,
) -> str:
    """Render lines of a result with their numbers: the reader's, or every seat's.

    Args:
        left_out: The lines for which each kind of upright phone has no room; None for none.
    """
    found = []
    for item in lines:
        own = item.seats.get(seat, 0) if seat else 0
        said = text(catalogue.signed(own)) if own else "" if seat else _numbers_row(item.seats)
        numbers = el("span", {"class": "kp-numbers"}, said) if said else ""
        names = classes(*(f"kp-not-{kind}" for kind, out in (left_out or {}).items() if item in out))
        shown = joined([text(item.text), numbers, link(item.rule) if item.rule else ""])
        found.append(el("li", {"class": names}, shown))
    return el("ul", None, *found) if found else ""


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


def moments(decided: Decisions) -> str:
    """Render the decisions that mattered, or how far the review is; empty without a review."""
    if not decided.head:
        return ""
    listed = (el("li", {"class": "kp-moment"}, _moment(each)) for each in decided.found)
    return region(
        "kp-moments",
        catalogue.say("ending.decisions"),
        prose(decided.head, "kp-moments-head"),
        el("ol", None, *listed) if decided.found else "",
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
        + prose(of.short, "kp-moment-words kp-moment-short")
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
