"""What may be said now? Harder with more that may be thought of, and by more rules that bar some of it."""

from collections.abc import Iterator
from random import Random
from typing import Final, override

from kontrapunkt import words
from kontrapunkt.drills.drill import Asked, Drill, Moment
from kontrapunkt.game import Seat
from kontrapunkt.naming import seat_name
from kontrapunkt.puzzles.call import Calls
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.mining.deals import Line

MOST: Final = 9
"""So many calls are enough for half a minute."""


class Sayable(Calls):
    """All that the reader may say."""

    @override
    def ask(self) -> str:
        return words.say("drill.call.ask", seat=seat_name(self.turn))


def _moments(line: Line, knowledge: Knowledge, reader: Seat, chance: Random) -> Iterator[Moment]:
    for at, state in enumerate(line.states):
        if state.to_act is None or state.view(None).trick:
            continue
        playing = any(action.card for action in state.plays())
        if not playing and state.to_act != reader:
            continue  # somebody else is asked
        able = state.actions(reader)
        thought = (*knowledge.calls(state, reader), *able)
        calls = {
            action
            for action in thought
            if action.card is None and (state.game.is_call(action) or not playing)
        }
        rules = [why.rule for action in calls if (why := state.why_not(action, reader))]
        if 0 < len(rules) < len(calls) <= MOST:
            yield Moment(at, 2 * len(set(rules)) + len(calls) / 2 + chance.random())


def _task(asked: Asked) -> Sayable:
    return Sayable(asked.puzzle("call", asked.reader))


DRILL: Final = Drill("call", _moments, _task)
