"""Questions with all hands open: who takes a trick, what it is worth, what the deal comes to."""

from collections.abc import Iterator
from random import Random
from typing import Final

from kontrapunkt.drills import Drill, Moment
from kontrapunkt.game import Action, Seat, State
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.score import Score
from kontrapunkt.puzzles.trick import WhoWins, Worth

FEWEST: Final = 3
"""So many answers there are to choose from, at least."""


def _tricks(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    """Harder with what misleads: trumps that do not look it, equals, high cards in vain."""
    for at, trick in line.tricks():
        winner = [play.seat for play in trick.plays].index(trick.winner)
        yield Moment(at, 2 * knowledge.twists(line.states[at], trick) + (winner > 0) + chance.random())


def _worths(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    """Harder with more cards that count, and with cards added to the trick."""
    for at, trick in line.tricks():
        counting = [card for card in trick.cards if knowledge.worth(Action(card))]
        worth = sum(knowledge.worth(Action(card)) for card in counting)
        grown = _in_piles(line.states[at]) - _in_piles(line.states[at - 1])
        if worth and worth == grown:  # not where a trick counts for being the last one, too
            hard = 2 * len({card.rank for card in counting}) + len(counting) + len(trick.added)
            yield Moment(at, hard + chance.random())


def _in_piles(state: State) -> int:
    return sum(pile.card_points or 0 for pile in state.view(None).piles)


def _results(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    """Harder with more findings that lead to the result."""
    end = line.states[-1]
    if not end.result().settled:
        return
    other = {label for label, _, _ in knowledge.mistaken(end)} - {knowledge.name_result(end)}
    if len(other) + 1 >= FEWEST:
        yield Moment(len(line.moves), knowledge.steps(end) + chance.random())


TRICK: Final = Drill("trick", _tricks, lambda asked: WhoWins(asked.puzzle("trick")), shows="all")
"""Who takes this trick?"""

WORTH: Final = Drill("worth", _worths, lambda asked: Worth(asked.puzzle("worth")), shows="all")
"""What is this trick worth?"""

RESULT: Final = Drill("result", _results, lambda asked: Score(asked.puzzle("score")), shows="all")
"""What does the deal come to?"""
