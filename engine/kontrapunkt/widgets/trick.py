"""One trick as a diagram: its cards, and who takes it by the rules of the game.

Its record may be the four plays alone; then every player holds just the card that is played.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from kontrapunkt import render, words
from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import Seat
from kontrapunkt.record import Deal, Record, game_of, read, record_view
from kontrapunkt.widgets.base import Prefs, Still
from kontrapunkt.widgets.frame import Frame

_HEADING: Final = re.compile(r"^\s*\[(deal|position)\]", re.IGNORECASE | re.MULTILINE)
_FIRST_PLAY: Final = re.compile(r"^(?!\s*\[).*\S", re.MULTILINE)


class Trick(Still):
    """The last trick of a record, finished or not."""

    kind: ClassVar[str] = "trick"

    def __init__(self, spec: Mapping[str, Any], prefs: Prefs) -> None:
        """Reads and replays the record.

        Raises:
            RecordError: if it cannot be read or replayed.
        """
        super().__init__(spec, prefs)
        record = read_trick(str(spec["record"]))
        self._title = str(spec.get("title") or record.title)
        self._view = record_view(_with_hands(record), None)

    def frame(self) -> Frame:
        """The trick, its outcome in a sentence, and the record's comments."""
        view = self._view
        seats = view.seats
        if view.trick or not view.tricks:
            caption = render.say_turn(view)
            shown = render.trick_table(
                view.trick, widget_id=self.id, best=view.best, caption=caption, seats=seats
            )
        else:
            last = view.tricks[-1]
            key = "trick.taken" if last.card_points is not None else "trick.taken.only"
            taken = words.say(key, seat=render.seat_name(last.winner), n=last.card_points)
            shown = render.trick_table(
                last.plays,
                widget_id=self.id,
                winner=last.winner,
                caption=taken,
                seats=seats,
                added=last.added,
                added_label=render.added_label(view.game),
            )
        return Frame((*render.frame(title=self._title, table=shown), self.notes()))


def read_trick(text: str) -> Record:
    """Reads a record that may be four plays alone; lines stay where they are.

    Raises:
        RecordError: if it cannot be read.
    """
    return read(text if _HEADING.search(text) else _FIRST_PLAY.sub(r"[Position] \g<0>", text, count=1))


def _with_hands(record: Record) -> Record:
    """The record itself if it names hands; else each player holds what is played, or a card not seen yet."""
    deal = record.deals[0]
    if deal.hands or not deal.moves:
        return record
    played = {seat: tuple(_cards(deal, seat)) for seat in game_of(record).seats}
    most = max(len(cards) for cards in played.values())
    hands = {seat: cards + (HIDDEN,) * (most - len(cards)) for seat, cards in played.items()}
    facts = {"lead": deal.moves[0].actor, **deal.facts}
    return replace(record, deals=(replace(deal, hands=hands, position=True, stock=(), facts=facts),))


def _cards(deal: Deal, seat: Seat) -> Iterator[Card]:
    for move in deal.moves:
        if move.actor == seat and move.action.card is not None:
            yield move.action.card
