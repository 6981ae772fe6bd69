"""Analysis of a decision: the loss of an action, as far as its seat could know.

    found = whole(Foresight(game).foresee(view, seen, made))
    found.loss, found.error, found.best

The loss is the mean over deals that the seat could not exclude. The analysis gets what the seat sees and has
seen, as a player does, and so knows no more. In each deal every action is tried as a club player tries it:
exactly if the endgame is small enough, else by playing on with rules of thumb. Calls are always played on.
The budget is a number of deals, so that the figure is the same on every machine.

Advice uses the same analysis: it is the rule of thumb's action unless that would be judged a mistake
afterwards. Trials are shared by both.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.heuristics import EndgameRule, HeuristicAdvice, Heuristics
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State, View
from kontrapunkt.families.card_distributions import Worlds, consistent
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.play.players.club import ImpossibleDeal, OpenHandsTrial, Weighed
from kontrapunkt.play.players.reasons import GainReason, reason_for
from kontrapunkt.record import SeatHistory
from kontrapunkt.search import Goal, Solver
from kontrapunkt.search.clock import Work
from kontrapunkt.search.verdict import merit

DRAWN: Final = 40
"""The number of deals that are drawn, if there are many."""

ALL: Final = 120
"""The greatest number of different deals that are all examined."""

_LISTED: Final = 20_000
"""The most physical deals worth listing, to see if only a few look different."""

LEAST: Final = 0.02
"""The smallest loss worth mentioning, in any unit; of wins it is two in a hundred."""

MUCH: Final = 0.05
"""The smallest loss that can decide anything, in any unit.

Of wins it is five in a hundred.
"""

_CLEAR: Final = 1.5
"""The multiple of its error that a loss must reach to be clear.

As many actions are analysed, some losses are only chance.
"""

_SURE: Final = 2.0
"""The number of standard errors by which a better action must be ahead."""


@dataclass(frozen=True, slots=True)
class DecisionAnalysis:
    """The comparison of an action with its alternatives, by the seat's own knowledge.

    Attributes:
        seat: The seat that acted.
        unit: The unit of the loss: `Game.gain_unit`, or the kind of goal that was solved.
        action: The action.
        best: The action with the best mean gain beyond the error; `action` if none was better.
        loss: The difference of their mean gains; 0 if no action is surely better.
        error: Two standard errors of the loss; 0 if all deals were examined.
        deals: The number of deals examined.
        every: True if these are all that the seat could not exclude.
        solved: True if all were solved with open hands; else some were played on by rules of thumb.
        against: The deal in which `best` gains most over `action`; None if nothing was better.
        silent: True if a voluntary call was made, and `best` means no call.
        reason: The reason that makes `best` better; None if nothing was, or for the sum of two analyses.
    """

    seat: Seat
    unit: str
    action: Action
    best: Action
    loss: float
    error: float
    deals: int
    every: bool
    solved: bool
    against: State | None
    silent: bool = False
    reason: GainReason | None = None

    @property
    def worse(self) -> bool:
        """True if another action was better by enough to be worth mentioning."""
        return self.loss >= LEAST

    @property
    def much(self) -> bool:
        """True if the loss is large enough to matter and clearly above its error."""
        return self.loss >= max(MUCH, _CLEAR * self.error)

    def beyond(self, other: "DecisionAnalysis | None") -> "DecisionAnalysis":
        """Return the sum of this analysis and one whose `best` is this one's `action`.

        Args:
            other: The analysis whose `best` is `action` here; None for none.
        """
        if other is None:
            return self
        loss, error = other.loss + self.loss, other.error + self.error
        return replace(other, best=self.best, loss=loss, error=error, reason=None)


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Advice, and a comparison with the rule of thumb if they differ.

    Attributes:
        action: The advised action.
        thumb: The rule of thumb's advice.
        instead: The comparison of the rule of thumb's action with the advised one; None if they are the same.
        call: True if a call is advised where the rule of thumb makes none.
    """

    action: Action
    thumb: HeuristicAdvice
    instead: DecisionAnalysis | None = None
    call: bool = False


@dataclass(slots=True)
class _Trials:
    """The results of actions in deals that a seat could not exclude, deal by deal.

    Attributes:
        options: The actions.
        deals: The deals, each with the number of physical deals it counts for.
        every: True if these are all that the seat could not exclude.
        found: The gain from each action, for each deal tried so far.
        exact: True if all of them were solved.
        unit: The unit of the gains.
    """

    options: Sequence[Action]
    deals: Weighed
    every: bool
    exact: bool
    unit: str
    found: list[list[float]] = field(default_factory=list)


class Foresight:
    """An analyser of decisions in a game; it caches its trials."""

    def __init__(self, game: Game) -> None:
        """Prepare the analysis.

        Raises:
            NoHeuristics: if the game has no rules of thumb.
        """
        self._game = game
        self._heuristics = heuristics_of(game)
        self._tried = _TrialRun(game, self._heuristics)
        self._trials: dict[Hashable, _Trials] = {}

    def foresee(
        self, view: View[Any], seen: SeatHistory, made: Action, gone: Sequence[Card] = ()
    ) -> Work[DecisionAnalysis | None]:
        """Compare a seat's action with its alternatives, step by step.

        Each step is one action in one deal.

        Args:
            view: The seat's view before it acted.
            seen: The record of what it had seen by then.
            made: Its action.
            gone: The cards of tricks that were over before that record begins; the seat remembers them.

        Returns:
            None if there was no choice, or if no deal is consistent with that record.

        Raises:
            ValueError: if the game has no inference.
        """
        options = alternatives(view, seen.seat, made, self._heuristics)
        return (yield from self._compare(view, seen, made, options, gone)) if len(options) > 1 else None

    def foresee_silence(
        self, view: View[Any], seen: SeatHistory, calls: Sequence[Action], gone: Sequence[Card] = ()
    ) -> Work[DecisionAnalysis | None]:
        """Compare silence, by a seat whose turn it was, with possible calls.

        The card it then played has no influence: rules of thumb play the card in every case.

        Args:
            view: The seat's view.
            seen: The record of what it had seen by then.
            calls: The calls, all of them legal.
            gone: The cards of tricks that were over before that record begins; the seat remembers them.

        Returns:
            None if a call was forced, or if no deal is consistent with that record. `action` is the card that
                rules of thumb play without a call.

        Raises:
            ValueError: if the game has no inference.
        """
        quiet = self._game.without_calls(view.actions)
        if not quiet or not calls:
            return None
        silent = self._heuristics.advice(view.moment, seen.seat, quiet).action
        return (yield from self._compare(view, seen, silent, (silent, *calls), gone))

    def advise(self, view: View[Any], seen: SeatHistory, gone: Sequence[Card] = ()) -> Work[Recommendation]:
        """Return an action that is no mistake, for a seat whose turn it is.

        Args:
            view: The seat's view.
            seen: The record of what it has seen.
            gone: The cards of tricks that were over before that record begins; the seat remembers them.

        Raises:
            ValueError: if the game has no inference.
        """
        thumb = self._heuristics.advice(view.moment, seen.seat, view.actions)
        action, instead = thumb.action, None
        found = yield from self.foresee(view, seen, action, gone)
        while found and found.worse:  # the mean gain grows each time, so that this ends
            action, instead = found.best, found.beyond(instead)
            found = yield from self.foresee(view, seen, action, gone)
        calls = tuple(each for each in view.actions if self._game.is_call(each))
        if action not in calls:
            found = yield from self.foresee_silence(view, seen, calls, gone)
            if found and found.worse:
                return Recommendation(found.best, thumb, found, call=True)
        return Recommendation(action, thumb, instead)

    def _compare(
        self,
        view: View[Any],
        seen: SeatHistory,
        made: Action,
        options: Sequence[Action],
        gone: Sequence[Card],
    ) -> Work[DecisionAnalysis | None]:
        """Compare the first option, which represents the action made, with the others."""
        said = view.to_act != seen.seat or any(map(self._game.is_call, options))
        trials = self._trials_of(seen, options, gone, said)
        yield from self._try(trials, seen.seat, said)
        if not trials.found:
            return None
        places = [trials.options.index(each) for each in options]
        found = [[gains[place] for place in places] for gains in trials.found]
        best, loss, error = _best(found, [weight for _, weight in trials.deals], trials.every)
        apart = [gains[best] - gains[0] for gains in found]
        against = trials.deals[apart.index(max(apart))][0] if best else None
        unit = trials.unit if trials.exact else self._game.gain_unit
        silent = best > 0 and self._game.is_call(made) and not self._game.is_call(options[best])
        return DecisionAnalysis(
            seat=seen.seat,
            unit=unit,
            action=made,
            best=options[best] if best else made,
            loss=loss,
            error=error,
            deals=len(trials.deals),
            every=trials.every,
            solved=trials.exact,
            against=against,
            silent=silent,
            reason=reason_for(seen.seat, trials.deals, apart, every=trials.every) if best else None,
        )

    def _trials_of(
        self, seen: SeatHistory, options: Sequence[Action], gone: Sequence[Card], said: bool
    ) -> _Trials:
        """Return the trials of these options so far, whichever of them was made."""
        key = seen, frozenset(options), tuple(gone)
        if key not in self._trials:
            worlds = consistent(seen)
            if gone:
                worlds = worlds.knowing({("gone", 0): gone})
            chance = Random(f"foresight {seen.seat} {len(seen.moves)}")
            deals, every = _sample_deals(worlds, chance) if worlds.count else ((), True)
            self._trials[key] = _Trials(options, deals, every, not said, self._game.gain_unit)
        return self._trials[key]

    def _try(self, trials: _Trials, seat: Seat, said: bool) -> Work[None]:
        """Try the options in the remaining deals."""
        tried = self._tried
        while len(trials.found) < len(trials.deals):
            deal, _ = trials.deals[len(trials.found)]
            exact = {} if said else tried.solved_gains(deal, seat)
            gains = []
            try:
                for each in trials.options:
                    gains.append(exact[each] if each in exact else tried.played_gain(deal, seat, each))
                    yield
            except ImpossibleDeal:
                place = len(trials.found)
                trials.deals = [*trials.deals[:place], *trials.deals[place + 1 :]]
                continue
            trials.exact = trials.exact and all(each in exact for each in trials.options)
            trials.unit = tried.unit
            trials.found.append(gains)


def gone_before(start: State) -> Sequence[Card]:
    """Return the cards of tricks that were over before a record begins.

    All have seen them.

    Args:
        start: The first state of the record.
    """
    return start.gone if isinstance(start, DealState) else ()


def aim_of(solver: Solver[Any, Any], ending: EndgameRule | None, state: State, seat: Seat) -> Goal:
    """Return the goal by which a seat's actions are judged in a solvable state.

    Args:
        solver: The game's solver.
        ending: The endgames that the game's rules of thumb leave to it; None for none.
    """
    if ending and ending.fits(state):
        return Goal.read(ending.goal(state, seat))
    goals = [Goal.read(each) for each in solver.goals_for(state)]
    own = [goal for goal in goals if goal.kind == goals[0].kind and seat in goal.seats]
    return (own or goals)[0]


class _TrialRun(OpenHandsTrial):
    """Trials as a club player makes them.

    If the game defines no endgames, everything that its solver can solve is solved.

    Attributes:
        unit: The unit of the values in a solved deal.
    """

    def __init__(self, game: Game, heuristics: Heuristics) -> None:
        super().__init__(game, heuristics)
        self.unit = game.gain_unit

    @override
    def solved_gains(self, deal: State, seat: Seat) -> dict[Action, float]:
        solver = self._solver
        if self._heuristics.ending or solver is None:
            return super().solved_gains(deal, seat)
        if deal.to_act != seat or solver.why_unsolvable(deal) or solver.takes_long(deal):
            return {}
        goal = aim_of(solver, None, deal, seat)
        self.unit = goal.kind
        values = solver.solution(deal, goal).values
        return {action: float(merit(goal, seat, value)) for action, value in values.items()}


def alternatives(view: View[Any], seat: Seat, made: Action, heuristics: Heuristics) -> tuple[Action, ...]:
    """Return a seat's alternatives, one of each set of equals; its own action first.

    The set is the same for any card played. The alternative to a call is the action
    that rules of thumb take without it.

    Args:
        view: The seat's view before it acted.
        made: Its action.
        heuristics: The game's rules of thumb.
    """
    game = view.moment.game
    quiet = game.without_calls(view.actions)
    if view.to_act != seat:
        others: Sequence[Action] = (PASS,)
    elif not game.is_call(made):
        others = quiet
    elif quiet:
        others = (heuristics.advice(view.moment, seat, quiet).action,)
    else:
        others = view.actions
    kinds = {game.alike(action): action for action in reversed((*others, made))}
    first = kinds.pop(game.alike(made))
    return (first, *kinds.values())


def _sample_deals(worlds: Worlds, chance: Random) -> tuple[Weighed, bool]:
    """Return the deals to examine, and True if they are all."""
    if worlds.count <= _LISTED and 0 < len(worlds.few) <= ALL:
        return worlds.few, True
    return [(worlds.draw(chance), 1) for _ in range(DRAWN)], False


def _best(found: Sequence[Sequence[float]], weights: Sequence[int], every: bool) -> tuple[int, float, float]:
    """Return the best option's index, its mean lead over the first, and its error.

    The index is 0 unless another option is surely better.

    Args:
        found: The gain from each option in each deal.
        weights: The number of physical deals that each deal counts for.
        every: True if these are all deals, so that there is no sampling error.
    """
    total, number = sum(weights), len(found)
    best, loss, error = 0, 0.0, 0.0
    for option in range(1, len(found[0])):
        apart = [gains[option] - gains[0] for gains in found]
        mean = sum(each * weight for each, weight in zip(apart, weights, strict=True)) / total
        spread = sum((each - mean) ** 2 for each in apart) / max(1, number - 1)
        doubt = 0.0 if every else _SURE * math.sqrt(spread / number)
        if mean > doubt + 1e-9 and mean > loss + 1e-9:
            best, loss, error = option, mean, doubt
    return best, loss, error
