"""What is this trick worth? Harder with more cards that count, and with cards added to the trick."""

from collections.abc import Iterator
from random import Random
from typing import Final

from kontrapunkt.drills.drill import Asked, Drill, Moment
from kontrapunkt.game import Action, Seat, State
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line
from kontrapunkt.puzzles.worth import Worth


def _moments(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    for at, trick in line.tricks():
        counting = [card for card in trick.cards if knowledge.worth(Action(card))]
        worth = sum(knowledge.worth(Action(card)) for card in counting)
        grown = _in_piles(line.states[at]) - _in_piles(line.states[at - 1])
        if worth and worth == grown:  # not where a trick counts for being the last one, too
            hard = 2 * len({card.rank for card in counting}) + len(counting) + len(trick.added)
            yield Moment(at, hard + chance.random())


def _in_piles(state: State) -> int:
    return sum(pile.card_points or 0 for pile in state.view(None).piles)


def _task(asked: Asked) -> Worth:
    return Worth(asked.puzzle("worth"))


DRILL: Final = Drill("worth", _moments, _task, shows="all")
