"""How many are still out? Trumps, cards of a suit, or of a rank; harder the more of them have been played."""

from collections.abc import Iterator
from random import Random
from typing import ClassVar, Final, override

from kontrapunkt import words
from kontrapunkt.cards import Card
from kontrapunkt.drills.drill import Asked, Drill, Moment
from kontrapunkt.drills.numbers import Counting
from kontrapunkt.game import Seat
from kontrapunkt.naming import seat_name
from kontrapunkt.puzzles.knowledge import Group, Knowledge
from kontrapunkt.puzzles.mining.deals import Line

LEAST: Final = 2
"""So many of the cards have been seen elsewhere than in the hand, at least, or there is nothing to count."""


class Out(Counting):
    """How many cards of a group the reader's seat has not seen."""

    place: ClassVar[str] = "list"

    def __init__(self, asked: Asked) -> None:
        """Counts from the deal as the seat has seen it."""
        super().__init__(asked.puzzle("out"))
        self._asked = asked

    @override
    def counted(self) -> tuple[int, str, str]:
        group, own = self._group, self._own
        gone = sum(card in group.cards for card in self._open())
        all_ = sum(card in group.cards for card in self.game.pack)
        left = all_ - own - gone
        return left, words.say("drill.out.why", all=all_, own=own, gone=gone, n=left), group.rule

    @property
    def _group(self) -> Group:
        return self.knowledge.groups(self.state)[self._asked.moment.about]

    @property
    def _own(self) -> int:
        """How many of them the reader holds."""
        reader = self._asked.reader
        return sum(card in self._group.cards for card in self.state.view(reader).hands[reader])

    def _open(self) -> Iterator[Card]:
        """The cards that have been played, or lie open for the reader to see."""
        view = self.state.view(self._asked.reader)
        for trick in self.state.view(None).tricks:
            yield from trick.cards
        yield from (*(play.card for play in view.trick), *view.added)
        yield from (card for each in view.laid for card in each.cards)
        for seat, hand in view.hands.items():
            yield from hand if seat != self._asked.reader else ()

    @override
    def mistaken(self) -> dict[int, str]:
        own = self._own
        return {self.counted()[0] + own: words.say("drill.out.own", own=own)} if own else {}

    @override
    def ask(self) -> str:
        return words.say("drill.out.ask", seat=seat_name(self._asked.reader), cards=self._group.name)


def _moments(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    game = line.start.game
    if not open_to(line, reader):
        return
    played = 0
    for at, state in enumerate(line.states):
        played += bool(at and line.moves[at - 1][1].card)
        if state.to_act != reader or not any(action.card for action in state.plays()):
            continue
        hand = state.view(reader).hands[reader]
        laid = {move[1].card for move in line.moves[:at]}
        for key, group in knowledge.groups(state).items():
            gone = sum(card in group.cards for card in laid if card)
            own = sum(card in group.cards for card in hand)
            if gone >= LEAST and gone + own < sum(card in group.cards for card in game.pack):
                yield Moment(at, played + 2 * gone + chance.random(), key)


def open_to(line: Line, reader: Seat) -> bool:
    """Whether a seat has seen what everybody did in a deal, so that going through it shows no more.

    Args:
        line: The deal.
        reader: The seat.
    """
    return all(
        seat == reader or state.seen_by(reader, seat, action) == action
        for state, (seat, action) in zip(line.states, line.moves, strict=False)
    )


DRILL: Final = Drill("out", _moments, Out)
