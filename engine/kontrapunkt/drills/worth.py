"""What is this trick worth? Harder with more cards that count, and with cards added to the trick."""

from collections.abc import Iterator
from random import Random
from typing import Final

from kontrapunkt.drills.deals import Line
from kontrapunkt.drills.drill import Asked, Drill, Moment
from kontrapunkt.game import Action, Seat
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.worth import Worth


def _moments(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    for at, trick in line.tricks():
        cards = [*(play.card for play in trick.plays), *trick.added]
        counting = [card for card in cards if knowledge.worth(Action(card))]
        worth = sum(knowledge.worth(Action(card)) for card in counting)
        if (
            trick.card_points and trick.card_points == worth
        ):  # no more than the cards: not the last trick's own
            hard = 2 * len({card.rank for card in counting}) + len(counting) + len(trick.added)
            yield Moment(at, hard + chance.random())


def _task(asked: Asked) -> Worth:
    return Worth(asked.puzzle("worth"))


DRILL: Final = Drill("worth", _moments, _task, shows="all")
