"""Diagrams without controls: a row of cards, a deal or position, one trick."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from kontrapunkt import render
from kontrapunkt.core.cards import HIDDEN, card
from kontrapunkt.record import Record, game_of, read, record_view
from kontrapunkt.render.markup import Markup, el
from kontrapunkt.text import catalogue
from kontrapunkt.widgets.base import Prefs, Widget
from kontrapunkt.widgets.precomputed import Frame

_HEADING: Final = re.compile(r"^\s*\[(deal|position)\]", re.IGNORECASE | re.MULTILINE)
_FIRST_PLAY: Final = re.compile(r"^(?!\s*\[).*\S", re.MULTILINE)


class Cards(Widget):
    """A row of the cards in the spec's `cards`."""

    kind: ClassVar[str] = "cards"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Parse the cards.

        Raises:
            CardError: if a text is not a card.
        """
        super().__init__(spec, prefs)
        self._cards = [card(str(each)) for each in spec["cards"]]

    def frame(self) -> Frame:
        """Return the row of cards."""
        return Frame(render.frame(title=str(self.spec.get("title", "")), table=render.card_row(self._cards)))


class DealDiagram(Widget):
    """The table after a record's last action; an unseen card (`?`) shows its back."""

    kind: ClassVar[str] = "deal"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Read and replay the record.

        Raises:
            RecordError: if it cannot be read or replayed.
        """
        super().__init__(spec, prefs)
        record = self._record(str(spec["record"]))
        self._title = str(spec.get("title") or record.title)
        self._view = record_view(record, None)

    def _record(self, text: str) -> Record:
        return read(text)

    def _table(self) -> str | Markup:
        return render.TableRenderer(self._view, widget_id=self.id, interactive=False).html()

    def frame(self) -> Frame:
        """Return the diagram with the record's comments below it."""
        said = [str(html) for html in dict(self.spec.get("notes") or {}).values()]
        notes = el("div", {"class": "kp-note"}, *said) if said else ""
        return Frame((*render.frame(title=self._title, table=self._table()), notes))


class TrickDiagram(DealDiagram):
    """The last trick of a record, complete or not, and who takes it.

    The record may consist of plays alone; each player then holds just the card that is played.
    """

    kind: ClassVar[str] = "trick"

    def _record(self, text: str) -> Record:
        return with_hands(read_trick(text))

    def _table(self) -> str:
        view, last, caption = self._view, None, render.say_turn(self._view)
        if view.tricks and not view.trick:
            last = view.tricks[-1]
            key = "trick.taken" if last.card_points is not None else "trick.taken.only"
            caption = catalogue.say(key, seat=render.seat_name(last.winner), n=last.card_points)
        return render.trick_table(view, widget_id=self.id, caption=caption, finished=last)


def read_trick(text: str) -> Record:
    """Read a record that may consist of the plays alone; line numbers stay the same.

    Raises:
        RecordError: if it cannot be read.
    """
    return read(text if _HEADING.search(text) else _FIRST_PLAY.sub(r"[Position] \g<0>", text, count=1))


def with_hands(record: Record) -> Record:
    """Return a record with hands: if it names none, the cards played and unseen ones."""
    deal = record.deals[0]
    if deal.hands or not deal.moves:
        return record
    played = {
        seat: tuple(move.action.card for move in deal.moves if move.actor == seat and move.action.card)
        for seat in game_of(record).seats
    }
    most = max(len(cards) for cards in played.values())
    hands = {seat: cards + (HIDDEN,) * (most - len(cards)) for seat, cards in played.items()}
    facts = {"lead": deal.moves[0].actor, **deal.facts}
    return replace(record, deals=(replace(deal, hands=hands, position=True, stock=(), facts=facts),))
