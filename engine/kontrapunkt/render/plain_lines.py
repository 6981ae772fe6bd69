"""Views and results in plain lines, as a terminal shows them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import Pile, Result, Seat, TableCards, View
from kontrapunkt.core.messages import seat_name, suit_name
from kontrapunkt.core.view_model import in_seat_order
from kontrapunkt.render.piles import beside_name
from kontrapunkt.render.slate import rows_of
from kontrapunkt.render.speech import describe_calls, laid_label, pile_facts, say_stock
from kontrapunkt.text import catalogue
from kontrapunkt.text.phrasing import seat_letter, side_short


def table_lines(view: View[Any]) -> Iterator[str]:
    """Yield the lines of the table as the view's seat sees it."""
    head = [] if view.opening else [f"{catalogue.say('render.trick', n=view.trick_number)}."]
    if view.stock is not None:
        head.append(say_stock(view, "table.stock"))
    if view.trump:
        head.append(catalogue.say("render.say.trump", suit=suit_name(view.trump)))
    if head:
        yield " ".join(head)
    rows = [(_name(view, seat), _hand(view, seat), _on_table(view, seat)) for seat in view.seats]
    names, hands = (max(len(row[i]) for row in rows) for i in (0, 1))
    for seat, (name, hand, lying) in zip(view.seats, rows, strict=True):
        mark = ">" if seat == view.to_act else " "
        yield f"{mark} {name:{names}}  {hand:{hands}}  {lying}".rstrip()
    for pile in view.piles:
        if line := _pile(view, pile):
            yield "  " + line
    sides = [set(pile.seats) for pile in view.piles]
    for status in view.statuses:
        if not status.seats or set(status.seats) not in sides:
            yield f"  {status.text} ({status.rule})"
    for laid in view.laid:
        yield "  " + laid_line(laid)
    if view.pot is not None:
        yield "  " + catalogue.say("render.say.pot", n=view.pot)
    yield from (f"  {said}" for said in describe_calls(view))
    yield from slate_lines(view)
    if view.task:
        yield f"  {view.task}"
    if view.actions:
        yield catalogue.say("table.actions", actions=quote_actions(view.actions))


def laid_line(laid: TableCards) -> str:
    """Describe cards on the table, visible ones by their codes."""
    seen = " ".join(card for card in laid.cards if card != HIDDEN)
    unseen = catalogue.say("table.cards", n=len(laid.cards))
    return catalogue.say("words.told", of=laid_label(laid), told=seen or unseen)


def slate_lines(view: View[Any]) -> Iterator[str]:
    """Yield the slate as strokes, erased ones as x; the view's seat has the lower row."""
    for _, row in rows_of(view, view.seat or "S"):
        strokes = "x" * row.erased + "|" * row.left
        groups = " ".join(strokes[at : at + 3] for at in range(0, len(strokes), 3))
        yield "  " + catalogue.say("table.slate", side=side_short(row.seats), strokes=groups, n=row.left)


def _name(view: View[Any], seat: Seat) -> str:
    return catalogue.say("table.you", seat=seat_name(seat)) if seat == view.seat else str(seat_name(seat))


def _hand(view: View[Any], seat: Seat) -> str:
    hand = view.hands[seat]
    seen = [card for card in hand if card != HIDDEN]
    unseen = len(hand) - len(seen)
    others = [catalogue.say("table.more" if seen else "table.cards", n=unseen)] if unseen else []
    return " ".join([*seen, *others]) or catalogue.say("table.no_cards")


def _on_table(view: View[Any], seat: Seat) -> str:
    """Return the seat's card in the present trick."""
    for place, play in enumerate(view.trick):
        if play.seat == seat:
            notes = [catalogue.say("table.dark")] if play.dark else []
            notes += [catalogue.say("render.best")] if place == view.best else []
            return catalogue.say("table.played", card=play.card) + "".join(f" ({note})" for note in notes)
    return ""


def _pile(view: View[Any], pile: Pile) -> str:
    bare = pile.card_points == 0 and not pile.tricks and beside_name(view, pile)
    facts = [] if bare else pile_facts(pile, view.first_trick)[::-1]
    facts += [f"{s.label} ({s.rule})" for s in view.statuses if set(s.seats) == set(pile.seats)]
    return catalogue.say("words.told", of=side_short(pile.seats), told=", ".join(facts)) if facts else ""


def quote_actions(actions: Iterable[str]) -> str:
    """List actions, with quotation marks around those of several words."""
    return " ".join(f"“{action}”" if " " in action else action for action in actions)


def result_lines(result: Result) -> list[str]:
    """Return a result as lines: the outcome, the numbers of all seats, then each item."""
    lines = [result.text]
    if result.settled:
        lines.append(f"{_numbers(result.seats)} ({result.unit})")
    else:
        lines.append(catalogue.say("render.result.open"))
    for item in result.items:
        lines.append(f"  {item.rule}: {item.text}" + (f"  {_numbers(item.seats, '+')}" if item.seats else ""))
    return lines


def _numbers(seats: Mapping[Seat, int], sign: str = "") -> str:
    return "  ".join(f"{seat_letter(who)} {n:{sign}}" for who, n in in_seat_order(seats).items())
