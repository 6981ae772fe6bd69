"""The table for play: settings before the first deal, buttons and scoresheet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, Result, Seat, Session
from kontrapunkt.render.cards import inline_card
from kontrapunkt.render.controls import any_button, button, more_menu, title
from kontrapunkt.render.form import FormField, options_list
from kontrapunkt.render.markup import Attributes, el, grid, group, items, prose, text, visually_hidden
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_letter, seat_name


@dataclass(frozen=True, slots=True)
class ScoresheetLine:
    """A deal on the scoresheet.

    Attributes:
        number: The number of the deal, from 1.
        numbers: The result of each player, by the name of the seat or player.
        notes: The reader's help: cards taken back, hints, hands seen; empty for none.
    """

    number: int
    numbers: Mapping[str, int]
    result: str
    notes: str = ""


def terms(
    agreements: Iterable[FormField], options: Sequence[FormField], *, widget_id: str, further: str = ""
) -> str:
    """Render the settings before the first deal; the game's options are in a list.

    Args:
        agreements: The fields of the settings.
        widget_id: The prefix of element ids.
        further: Other ways to begin, as HTML.
    """
    rows = [each.html(widget_id) for each in agreements]
    below = el("div", {"class": "kp-terms-more"}, options_list(options, widget_id), further)
    return el("div", {"class": "kp-terms"}, *rows, below)


def sitting_controls(widget_id: str, row: Sequence[str], rare: str) -> str:
    """Render the row of buttons at a table.

    Args:
        widget_id: The prefix of element ids.
        row: The buttons, as HTML.
        rare: The rarely used buttons, as HTML.
    """
    solving = el("div", {"class": "kp-solving"}, *row)
    wanted_rarely = more_menu(widget_id, _KEYS, share=False, extra=rare, notes=_HELP)
    return group("kp-controls", catalogue.say("table.controls"), solving, wanted_rarely)


def cover(awaited: Seat | None, *, widget_id: str) -> str:
    """Render the button that shows a player's cards, between two people's turns.

    Args:
        awaited: The seat that is to come to the screen; None for nobody.
        widget_id: The prefix of element ids.
    """
    shows = ""
    if awaited:
        attributes: Attributes = {
            "id": f"{widget_id}-show",
            "data-do": f"show {awaited}",
            "data-key": "show",
            "data-focus": True,
            "aria-keyshortcuts": "n",
        }
        label = catalogue.say("table.show", seat=seat_name(awaited))
        shows = any_button("kp-button kp-answer kp-deed", attributes, text(label))
    return el("div", {"class": "kp-deeds"}, shows)


def outcome(result: Result, link: Callable[[str], str], *, summed: bool = True) -> str:
    """Render the result of a deal line by line.

    Args:
        link: Renders a rule's id, as a link if the site has a page for it.
        summed: Whether the total is shown below.
    """
    found = []
    for item in result.items:
        numbers = el("span", {"class": "kp-numbers"}, text(_numbers(item.seats))) if item.seats else ""
        found.append(f"{text(item.text)}{numbers} {link(item.rule) if item.rule else ''}")
    total = prose(totals(result), "kp-total") if summed else ""
    return el("div", {"class": "kp-account"}, items(found), total)


def totals(result: Result) -> str:
    """Return the result of each seat in a row; empty if there are no numbers."""
    return f"{_numbers(result.seats)} {result.unit}" if result.seats else ""


def _numbers(seats: Mapping[Seat, int]) -> str:
    return "  ".join(
        f"{seat_letter(seat)} {catalogue.signed(seats[seat])}" for seat in SEATS if seat in seats
    )


def last_trick(row: str) -> str:
    """Render the last trick, folded.

    Args:
        row: The trick as a row of the list of tricks, in HTML.
    """
    return _folded(catalogue.say("table.last_trick"), row, "kp-last-trick")


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision that mattered.

    Attributes:
        event: The event that leads back to it.
        text: The decision and its cost.
        instead: The label of the better action, and the play after it as HTML; empty for none.
        against: The hands of a deal that punishes it; empty for none.
        keep: The button that stores its puzzle, as HTML; empty for none.
    """

    event: str
    text: str
    instead: tuple[str, str] = ("", "")
    against: Mapping[Seat, Sequence[Card]] = field(default_factory=dict)
    keep: str = ""


def keep_button(step: int, shelf: str, *, kept: bool, widget_id: str) -> str:
    """Render the button that stores a decision's puzzle, or the link to it.

    Args:
        step: The number of actions before the decision.
        shelf: The page with the reader's own mistakes.
        kept: Whether it is stored already.
        widget_id: The prefix of element ids.
    """
    attributes: Attributes = {"class": "kp-button", "id": f"{widget_id}-keep-{step}"}
    if kept:
        return el("a", {**attributes, "href": shelf}, text(catalogue.say("mistakes.shelf")))
    attributes = {**attributes, "type": "button", "data-do": f"keep {step}"}
    return el("button", attributes, text(catalogue.say("mistakes.keep")))


def review(found: Sequence[ReviewedDecision], *, head: str, whose: str) -> str:
    """Render the review of a player's decisions.

    Args:
        found: The decisions that mattered.
        whose: The heading, with the player.
        head: The number of decisions judged so far, and how.
    """
    return el("div", {"class": "kp-review"}, title(whose), prose(head), items(map(_reviewed, found), "ol"))


def _reviewed(of: ReviewedDecision) -> str:
    again = button(of.event, catalogue.say("table.review.again"))
    return prose(of.text) + again + of.keep + _folded(*of.instead) + _hands(of.against)


def _folded(label: str, html: str, names: str = "kp-aside") -> str:
    """Render content folded under a label; empty for no content."""
    return el("details", {"class": names}, el("summary", None, text(label)), html) if html else ""


def _hands(hands: Mapping[Seat, Sequence[Card]]) -> str:
    rows = (
        " ".join([el("span", {"class": "kp-who"}, text(seat_name(seat))), *map(inline_card, cards)])
        for seat, cards in hands.items()
    )
    return _folded(catalogue.say("table.review.against"), items(rows))


def advice(head: str, lines: Sequence[str]) -> str:
    """Render a club player's opinion of each action.

    Args:
        head: The number of deals examined.
        lines: The opinions, the best action first.
    """
    return el("div", {"class": "kp-review"}, prose(head), items(map(text, lines)))


def scoresheet(lines: Sequence[ScoresheetLine], session: Session | None) -> str:
    """Render the results so far and the session's score; empty before the first.

    Args:
        lines: The finished deals.
        session: The session after the last of them; None if unknown.
    """
    if not lines:
        return ""
    players = list(lines[-1].numbers)
    columns = [visually_hidden(catalogue.say("table.deal")), *(text(_player(each)) for each in players)]
    unit = f" ({session.unit})" if session and session.unit else ""
    return el(
        "div",
        {"class": "kp-scoresheet"},
        title(catalogue.say("table.scoresheet") + unit),
        grid(columns, (_row(line, players) for line in lines)) if players else "",
        prose(str(session.standing), "kp-standing-now") if session else "",
    )


def _row(line: ScoresheetLine, players: Sequence[str]) -> str:
    cells = [el("td", None, text(catalogue.signed(line.numbers.get(each, 0)))) for each in players]
    deal = el("tr", {"title": line.result}, el("th", {"scope": "row"}, text(line.number)), *cells)
    note = el("td", {"colspan": len(players) + 1}, text(line.notes))
    return deal + (el("tr", {"class": "kp-sheet-note"}, note) if line.notes else "")


def _player(name: str) -> str:
    return seat_name(name) if name in SEATS else name


_HELP: Final = (
    "table.help.players",
    "table.help.people",
    "table.help.records",
    "table.help.results",
    "table.help.review",
)

_KEYS: Final = (("cards", "← →"), ("play", "Enter"), ("taken", "Backspace"), ("hint", "h"), ("deal", "n"))
