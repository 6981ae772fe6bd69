"""A view in plain lines, for a terminal: who holds what, what lies on the table, how the sides stand."""

from collections.abc import Iterable, Iterator

from kontrapunkt import words
from kontrapunkt.cards import HIDDEN
from kontrapunkt.game import Laid, Pile, Seat, View
from kontrapunkt.naming import seat_name, side_short, suit_name
from kontrapunkt.render.piles import beside_name
from kontrapunkt.render.slate import rows_of
from kontrapunkt.render.speech import say_deed


def table_lines(view: View) -> Iterator[str]:
    """The table as the view's seat sees it."""
    head = [] if view.opening else [words.say("table.trick", n=view.trick_number)]
    if view.stock is not None:
        own = f"render.say.stock.{view.phase}"
        key = "table.no_stock" if not view.stock else own if words.knows(own) else "table.stock"
        head.append(words.say(key, n=view.stock))
    if view.trump:
        head.append(words.say("render.say.trump", suit=suit_name(view.trump)))
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
        yield "  " + words.say("render.say.pot", n=view.pot)
    for call in view.calls:
        yield "  " + say_deed(call.seat, call.action)
    yield from slate_lines(view)
    if view.task:
        yield f"  {view.task}"
    if view.actions:
        yield words.say("table.actions", actions=quoted(view.actions))


def laid_line(laid: Laid) -> str:
    """Cards that lie on the table, seen ones by their text."""
    seen = " ".join(card for card in laid.cards if card != HIDDEN)
    label = laid.label
    if laid.seat:
        label = words.say("render.laid.of", laid=label, seat=seat_name(laid.seat))
    unseen = words.say("table.cards", n=len(laid.cards))
    return words.say("table.laid", laid=label, cards=seen or unseen)


def slate_lines(view: View) -> Iterator[str]:
    """The slate as strokes, crossed-out ones as x; the lower row is that of the view's seat."""
    for _, row in rows_of(view, view.seat or "S"):
        strokes = "x" * row.erased + "|" * row.left
        groups = " ".join(strokes[at : at + 3] for at in range(0, len(strokes), 3))
        yield "  " + words.say("table.slate", side=side_short(row.seats), strokes=groups, n=row.left)


def _name(view: View, seat: Seat) -> str:
    return words.say("table.you", seat=seat_name(seat)) if seat == view.seat else seat_name(seat)


def _hand(view: View, seat: Seat) -> str:
    hand = view.hands[seat]
    seen = [card for card in hand if card != HIDDEN]
    unseen = len(hand) - len(seen)
    if not hand:
        return words.say("table.no_cards")
    if not unseen:
        return " ".join(seen)
    key = "table.cards" if not seen else "table.more"
    return " ".join([*seen, words.say(key, n=unseen)])


def _on_table(view: View, seat: Seat) -> str:
    """The seat's card in the trick in progress."""
    for place, play in enumerate(view.trick):
        if play.seat == seat:
            notes = [words.say("table.dark")] if play.dark else []
            notes += [words.say("table.best")] if place == view.best else []
            return words.say("table.played", card=play.card) + "".join(f" ({note})" for note in notes)
    return ""


def _pile(view: View, pile: Pile) -> str:
    facts = []
    bare = pile.card_points == 0 and not pile.tricks and beside_name(view, pile)
    if pile.card_points is not None and not bare:
        counted = pile.card_points + (pile.card_points_before or 0)
        key = "table.card_points.since" if pile.card_points_before is None else "table.card_points"
        facts.append(words.say(key, n=counted, first=view.first_trick))
    if pile.tricks is not None and not bare:
        facts.append(words.say("render.tricks", n=pile.tricks))
    facts += [f"{s.label} ({s.rule})" for s in view.statuses if set(s.seats) == set(pile.seats)]
    return words.say("table.side", side=side_short(pile.seats), facts=", ".join(facts)) if facts else ""


def quoted(actions: Iterable[str]) -> str:
    """Actions in a row, those of several words in quotation marks."""
    return " ".join(f"“{action}”" if " " in action else action for action in actions)
