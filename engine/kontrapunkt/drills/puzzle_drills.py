"""Drills with the questions of puzzles: a trick, a deal, the reader's hand."""

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, Final, override

from kontrapunkt.core.interface import Action, Seat, State
from kontrapunkt.core.messages import Text, say, seat_name
from kontrapunkt.drills import Drill, QuestionMoment
from kontrapunkt.puzzles.knowledge import Knowledge
from kontrapunkt.puzzles.legal import Calls, Legal
from kontrapunkt.puzzles.mining.deals import PlayedDeal
from kontrapunkt.puzzles.score import Score
from kontrapunkt.puzzles.trick import TrickWorth, WhoWins

# With all hands open: the winner of a trick, its card points, the result of the deal -----------------------

FEWEST: Final = 3
"""The fewest answers to choose from."""


def _tricks(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    """Yield tricks; misleading ones are harder.

    They have trumps that do not look like trumps, equal cards, or high cards that lose.
    """
    for at, trick in line.tricks():
        winner = [play.seat for play in trick.plays].index(trick.winner)
        yield QuestionMoment(
            at, 2 * knowledge.twists(line.states[at], trick) + (winner > 0) + chance.random()
        )


def _worths(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    """Yield tricks with card points; more cards that count, or are added, are harder."""
    for at, trick in line.tricks():
        counting = [card for card in trick.cards if knowledge.worth(Action(card))]
        worth = sum(knowledge.worth(Action(card)) for card in counting)
        grown = _in_piles(line.states[at]) - _in_piles(line.states[at - 1])
        if worth and worth == grown:  # not if the last trick has extra points
            hard = 2 * len({card.rank for card in counting}) + len(counting) + len(trick.added)
            yield QuestionMoment(at, hard + chance.random())


def _in_piles(state: State) -> int:
    return sum(pile.card_points or 0 for pile in state.view(None).piles)


def _results(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    """Yield the end of the deal; more findings that lead to the result are harder."""
    end = line.states[-1]
    if not end.result().settled:
        return
    other = {str(label) for label, _, _ in knowledge.mistaken(end)} - {str(knowledge.name_result(end))}
    if len(other) + 1 >= FEWEST:
        yield QuestionMoment(len(line.moves), knowledge.steps(end) + chance.random())


TRICK: Final = Drill("trick", _tricks, lambda asked: WhoWins(asked.puzzle("trick")), shows="all")
"""The drill "Who takes this trick?"."""

WORTH: Final = Drill("worth", _worths, lambda asked: TrickWorth(asked.puzzle("worth")), shows="all")
"""The drill "What is this trick worth?"."""

RESULT: Final = Drill("result", _results, lambda asked: Score(asked.puzzle("score")), shows="all")
"""The drill "What is the result of the deal?"."""


# The reader's hand: legal plays and calls; harder if more rules forbid some of them ------------------------

MOST_PLAYS: Final = 10
"""The most plays to judge in half a minute."""

MOST_CALLS: Final = 9
"""The most calls to judge."""


class LegalPlays(Legal):
    """All legal plays, without calls.

    Plays without a card that were possible earlier are among the picks, too.
    """

    @cached_property
    @override
    def tempting(self) -> tuple[Action, ...]:
        earlier = [state for state in self.played.states[: self.at] if state.to_act == self.turn]
        found = (*super().tempting, *_habits(earlier))
        return tuple(dict.fromkeys(self.game.without_calls(found)))

    @override
    def ask(self) -> Text:
        leads = not self.state.view(None).trick
        return say("drill.legal.lead" if leads else "drill.legal.follow", seat=seat_name(self.turn))


def _habits(states: list[State]) -> Iterator[Action]:
    """Yield earlier plays without a card, such as playing in the dark."""
    for state in states:
        if any(action.card for action in state.plays()):
            yield from (action for action in state.plays() if action.carries is None)


def _plays(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    """Yield turns of the reader; more refusals are harder, and none is easiest."""
    earlier: list[State] = []
    free = []
    for at, state in enumerate(line.states):
        if state.to_act != reader or not any(action.card for action in state.plays()):
            continue
        hand = map(Action, state.view(reader).hands[reader])
        found = {*hand, *knowledge.tempting(state), *state.plays(), *_habits(earlier)}
        earlier.append(state)
        tempting = state.game.without_calls(found)
        if not 2 < len(tempting) <= MOST_PLAYS:
            continue
        rules = [why.rule for action in tempting if (why := state.why_not(action, reader))]
        if not rules:
            free.append(QuestionMoment(at, len(tempting) / 4))
        elif len(rules) < len(tempting):
            hard = 4 * len(set(rules)) + len(rules) / 2 + len(tempting) / 4
            yield QuestionMoment(at, hard + chance.random())
    if free:  # one question of a deal is about a turn at which all is legal
        yield free[int(chance.random() * len(free))]


class CallChoices(Calls):
    """All legal calls of the reader."""

    @override
    def ask(self) -> Text:
        return say("drill.call.ask", seat=seat_name(self.turn))


def _calls(
    line: PlayedDeal, knowledge: Knowledge[Any], reader: Seat, chance: Random
) -> Iterator[QuestionMoment]:
    """Yield moments with calls to judge; more possible calls are harder."""
    for at, state in enumerate(line.states):
        if state.to_act is None or state.view(None).trick:
            continue
        playing = any(action.card for action in state.plays())
        if not playing and state.to_act != reader:
            continue  # another seat is to bid
        able = state.actions(reader)
        thought = (*knowledge.calls(state, reader), *able)
        calls = {
            action
            for action in thought
            if action.card is None and (state.game.is_call(action) or not playing)
        }
        rules = [why.rule for action in calls if (why := state.why_not(action, reader))]
        if 0 < len(rules) < len(calls) <= MOST_CALLS:
            yield QuestionMoment(at, 2 * len(set(rules)) + len(calls) / 2 + chance.random())


LEGAL: Final = Drill("legal", _plays, lambda asked: LegalPlays(asked.puzzle("legal")))
"""The drill "What may be played?"."""

CALL: Final = Drill("call", _calls, lambda asked: CallChoices(asked.puzzle("call", asked.reader)))
"""The drill "What may be said now?"."""
