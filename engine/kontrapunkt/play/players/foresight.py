"""What an action gave away by what could be known: in the mean over deals that its seat could not exclude.

    found = whole(Foresight(game).foresee(view, seen, made))
    found.loss, found.error, found.best

It is asked with what the seat sees and has seen, as a player is, and so knows no more. In each deal every
action is tried as a club player tries it: exactly where the ending is small enough, else by playing on by
rules of thumb. What is only said is always played on. A budget counts deals, so that the figure is the same
on every machine.

Advice is measured by the same: the rule of thumb's, unless that would be judged a mistake afterwards. What
has been tried for the one is not tried again for the other.
"""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State, View
from kontrapunkt.families.deal_state import DealState
from kontrapunkt.play.card_distributions import Worlds, consistent
from kontrapunkt.play.heuristics import Advice, EndgameRule, Heuristics
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.play.players.club import OpenHandsTrial, Weighed
from kontrapunkt.record import Seen
from kontrapunkt.search import Goal, Solver
from kontrapunkt.search.clock import Work
from kontrapunkt.search.verdict import merit

DRAWN: Final = 40
"""Into how many deals is looked, where they are many."""

ALL: Final = 120
"""So many deals that differ are looked into, all of them."""

_LISTED: Final = 20_000
"""So many physical deals may be worth listing, to see whether few differ."""

LEAST: Final = 0.02
"""A loss below that is not worth a word, whatever it is counted in; of wins it is two in a hundred."""

MUCH: Final = 0.05
"""A loss below that never decides anything, whatever it is counted in; of wins it is five in a hundred."""

_CLEAR: Final = 1.5
"""By how many times its error a loss has to be more than nothing, of many that are looked at, to be clear."""

_SURE: Final = 2.0
"""By how many standard errors an action has to be better than another to count as better."""


@dataclass(frozen=True, slots=True)
class DecisionAnalysis:
    """What an action came to, beside the others, by what could be known.

    Attributes:
        seat: Who acted.
        unit: What it is counted in: as `Game.gain_unit`, or a kind of goal, where that is what was solved.
        made: What the seat did.
        best: What would have brought more in the mean, beyond the error; `made` where nothing would have.
        loss: How much more that would have been; 0 where nothing is sure to have been better.
        error: Two standard errors of the loss; 0 where all deals were looked into.
        deals: Into how many deals was looked.
        every: Whether these are all that the seat could not exclude.
        solved: Whether they were solved, all hands open; else rules of thumb played on in some.
        against: The deal in which `best` brings most beyond `made`; None where nothing was better.
        silent: Whether something was said that need not have been, and `best` stands for saying nothing.
    """

    seat: Seat
    unit: str
    made: Action
    best: Action
    loss: float
    error: float
    deals: int
    every: bool
    solved: bool
    against: State | None
    silent: bool = False

    @property
    def worse(self) -> bool:
        """Whether something else was better, and by enough to be worth a word."""
        return self.loss >= LEAST

    @property
    def much(self) -> bool:
        """Whether it is enough to have mattered, and clearly more than chance makes of some among many."""
        return self.loss >= max(MUCH, _CLEAR * self.error)

    def beyond(self, other: "DecisionAnalysis | None") -> "DecisionAnalysis":
        """What was better than what was better than something, beside that; as it is, beside nothing.

        Args:
            other: What `made` was better than.
        """
        if other is None:
            return self
        return replace(other, best=self.best, loss=other.loss + self.loss, error=other.error + self.error)


@dataclass(frozen=True, slots=True)
class Advised:
    """What to do, and why not what the rule of thumb says.

    Attributes:
        action: What to do.
        thumb: What the rule of thumb says.
        instead: How the rule of thumb's action compares with what is advised; None where it is advised.
        call: Whether a call is advised where the rule of thumb says nothing.
    """

    action: Action
    thumb: Advice
    instead: DecisionAnalysis | None = None
    call: bool = False


@dataclass(slots=True)
class _Trials:
    """What came of some actions in deals that a seat could not exclude, tried deal by deal.

    Attributes:
        options: The actions.
        deals: The deals, each with how many physical ones it stands for.
        every: Whether these are all that the seat could not exclude.
        found: What each action brought in each of the deals that have been looked into.
        exact: Whether all of that was solved.
        unit: What it is counted in.
    """

    options: Sequence[Action]
    deals: Weighed
    every: bool
    exact: bool
    unit: str
    found: list[list[float]] = field(default_factory=list)


class Foresight:
    """Weighs what was done, or may be, in deals of a game; what was tried once is not tried again."""

    def __init__(self, game: Game) -> None:
        """Prepares.

        Args:
            game: The game.

        Raises:
            NoHeuristics: if the game has no rules of thumb to play on by.
        """
        self._game = game
        self._heuristics = heuristics_of(game)
        self._tried = _TrialRun(game, self._heuristics)
        self._trials: dict[Hashable, _Trials] = {}

    def foresee(
        self, view: View, seen: Seen, made: Action, gone: Sequence[Card] = ()
    ) -> Work[DecisionAnalysis | None]:
        """Weighs what a seat did against what else it could have done, in pieces of one action in one deal.

        Args:
            view: What the seat saw before it acted.
            seen: What it had seen by then.
            made: What it did.
            gone: The cards of tricks that were over before what it has seen begins; it remembers them.

        Returns:
            None where there was nothing to choose, or no deal fits what was seen.

        Raises:
            ValueError: if the game does not say what its acts prove.
        """
        options = alternatives(view, seen.seat, made, self._heuristics)
        return (yield from self._weighed(view, seen, made, options, gone)) if len(options) > 1 else None

    def foresee_silence(
        self, view: View, seen: Seen, calls: Sequence[Action], gone: Sequence[Card] = ()
    ) -> Work[DecisionAnalysis | None]:
        """Weighs saying nothing, by a seat whose turn it was, against calls that it might have made.

        What it played then has nothing to do with it: rules of thumb play the card, called or not.

        Args:
            view: What the seat saw.
            seen: What it had seen by then.
            calls: The calls, all of them legal.
            gone: The cards of tricks that were over before what it has seen begins; it remembers them.

        Returns:
            None where it had to call, or no deal fits what was seen; `made` is what is played in silence.

        Raises:
            ValueError: if the game does not say what its acts prove.
        """
        quiet = self._game.without_calls(view.actions)
        if not quiet or not calls:
            return None
        silent = self._heuristics.advice(view.moment, seen.seat, quiet).action
        return (yield from self._weighed(view, seen, silent, (silent, *calls), gone))

    def advise(self, view: View, seen: Seen, gone: Sequence[Card] = ()) -> Work[Advised]:
        """What a seat whose turn it is may do that is no mistake by what can be known.

        Args:
            view: What the seat sees.
            seen: What it has seen.
            gone: The cards of tricks that were over before what it has seen begins; it remembers them.

        Raises:
            ValueError: if the game does not say what its acts prove.
        """
        thumb = self._heuristics.advice(view.moment, seen.seat, view.actions)
        action, instead = thumb.action, None
        found = yield from self.foresee(view, seen, action, gone)
        while found and found.worse:  # each time it is more in the mean, so that this ends
            action, instead = found.best, found.beyond(instead)
            found = yield from self.foresee(view, seen, action, gone)
        calls = tuple(each for each in view.actions if self._game.is_call(each))
        if action not in calls:
            found = yield from self.foresee_silence(view, seen, calls, gone)
            if found and found.worse:
                return Advised(found.best, thumb, found, call=True)
        return Advised(action, thumb, instead)

    def _weighed(
        self, view: View, seen: Seen, made: Action, options: Sequence[Action], gone: Sequence[Card]
    ) -> Work[DecisionAnalysis | None]:
        """What was made, for which the first of these options stands, beside the others."""
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
            made=made,
            best=options[best] if best else made,
            loss=loss,
            error=error,
            deals=len(trials.deals),
            every=trials.every,
            solved=trials.exact,
            against=against,
            silent=silent,
        )

    def _trials_of(self, seen: Seen, options: Sequence[Action], gone: Sequence[Card], said: bool) -> _Trials:
        """The trials of these options, whichever was made, as far as they have come."""
        key = seen, frozenset(options), tuple(gone)
        if key not in self._trials:
            worlds = consistent(seen)
            if gone:
                worlds = worlds.knowing({("gone", 0): gone})
            chance = Random(f"foresight {seen.seat} {len(seen.moves)}")
            deals, every = _looked_into(worlds, chance) if worlds.count else ((), True)
            self._trials[key] = _Trials(options, deals, every, not said, self._game.gain_unit)
        return self._trials[key]

    def _try(self, trials: _Trials, seat: Seat, said: bool) -> Work[None]:
        """Looks into the deals that have not been looked into yet."""
        tried = self._tried
        while len(trials.found) < len(trials.deals):
            deal, _ = trials.deals[len(trials.found)]
            exact = {} if said else tried.solved(deal, seat)
            trials.exact = trials.exact and all(each in exact for each in trials.options)
            trials.unit = tried.unit
            gains = []
            for each in trials.options:
                gains.append(exact[each] if each in exact else tried.played(deal, seat, each))
                yield
            trials.found.append(gains)


def gone_before(start: State) -> Sequence[Card]:
    """The cards of tricks that were over before a record of a deal begins, which all have seen.

    Args:
        start: Where the record begins.
    """
    return start.gone if isinstance(start, DealState) else ()


def aim_of(solver: Solver, ending: EndgameRule | None, state: State, seat: Seat) -> Goal:
    """What a seat's actions are judged by at a moment that can be solved.

    Args:
        solver: The game's solver.
        ending: The endings that the game's rules of thumb leave to it; None for no such.
        state: The moment.
        seat: The seat.
    """
    if ending and ending.fits(state):
        return Goal.read(ending.goal(state, seat))
    goals = [Goal.read(each) for each in solver.goals_for(state)]
    own = [goal for goal in goals if goal.kind == goals[0].kind and seat in goal.seats]
    return (own or goals)[0]


class _TrialRun(OpenHandsTrial):
    """Tries actions as a club player does; where the game names no endings, all that its solver can solve.

    Attributes:
        unit: What is counted in a deal that is solved.
    """

    def __init__(self, game: Game, heuristics: Heuristics) -> None:
        super().__init__(game, heuristics)
        self.unit = game.gain_unit

    @override
    def solved(self, deal: State, seat: Seat) -> dict[Action, float]:
        solver = self._solver
        if self._heuristics.ending or solver is None:
            return super().solved(deal, seat)
        if deal.to_act != seat or solver.why_unsolvable(deal) or solver.takes_long(deal):
            return {}
        goal = aim_of(solver, None, deal, seat)
        self.unit = goal.kind
        values = solver.solution(deal, goal).values
        return {action: float(merit(goal, seat, value)) for action, value in values.items()}


def alternatives(view: View, seat: Seat, made: Action, heuristics: Heuristics) -> tuple[Action, ...]:
    """What a seat might have done, one of several that come to the same; what stands for what it did first.

    These are the same whichever of the cards was played. What is only said may be said or not: then the other
    thing is what the rules of thumb do in silence.

    Args:
        view: What the seat saw before it acted.
        seat: The seat.
        made: What it did.
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


def _looked_into(worlds: Worlds, chance: Random) -> tuple[Weighed, bool]:
    """The deals to look into, and whether they are all there are."""
    if worlds.count <= _LISTED and 0 < len(worlds.few) <= ALL:
        return worlds.few, True
    return [(worlds.draw(chance), 1) for _ in range(DRAWN)], False


def _best(found: Sequence[Sequence[float]], weights: Sequence[int], every: bool) -> tuple[int, float, float]:
    """Which option is best, by how much in the mean, and the error; the first unless one is surely better.

    Args:
        found: What each option brought in each deal.
        weights: How many physical deals each stands for.
        every: Whether these are all deals, so that there is no chance in it.
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
