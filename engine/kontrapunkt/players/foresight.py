"""What an action gave away by what could be known: in the mean over deals that its seat could not exclude.

    found = whole(Foresight(game).foresee(view, seen, made))
    found.loss, found.error, found.best

It is asked with what the seat sees and has seen, as a player is, and so knows no more. In each deal every
action is tried as a club player tries it: exactly where the ending is small enough, else by playing on by
rules of thumb. What is only said is always played on. A budget counts deals, so that the figure is the same
on every machine.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final, override

from kontrapunkt.cards import Card
from kontrapunkt.game import PASS, Action, Game, Seat, State, View
from kontrapunkt.players.club import Trial, Weighed
from kontrapunkt.players.first_steps import heuristics_of
from kontrapunkt.record import Seen
from kontrapunkt.search import Goal, Solver, Unsolvable, solver_for
from kontrapunkt.search.clock import Work
from kontrapunkt.search.verdict import merit
from kontrapunkt.thumbs import Ending, Heuristics
from kontrapunkt.unseen import Worlds, consistent

DRAWN: Final = 40
"""Into how many deals is looked, where they are many."""

ALL: Final = 120
"""So many deals that differ are looked into, all of them."""

_LISTED: Final = 20_000
"""So many physical deals may be worth listing, to see whether few differ."""

_SURE: Final = 2.0
"""By how many standard errors an action has to be better than another to count as better."""


@dataclass(frozen=True, slots=True)
class Foreseen:
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


class Foresight:
    """Weighs what was done in deals of a game."""

    def __init__(self, game: Game) -> None:
        """Prepares.

        Args:
            game: The game.

        Raises:
            NoThumbs: if the game has no rules of thumb to play on by.
        """
        self._game = game
        self._heuristics = heuristics_of(game)
        self._tried = _Tried(game, self._heuristics)

    def foresee(
        self, view: View, seen: Seen, made: Action, gone: Sequence[Card] = ()
    ) -> Work[Foreseen | None]:
        """Weighs what a seat did against what else it could have done; one deal is a piece of work.

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
        return (yield from self._weighed(view, seen, options, gone)) if len(options) > 1 else None

    def foresee_silence(
        self, view: View, seen: Seen, calls: Sequence[Action], gone: Sequence[Card] = ()
    ) -> Work[Foreseen | None]:
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
        quiet = tuple(action for action in view.actions if not self._game.is_call(action))
        if not quiet or not calls:
            return None
        silent = self._heuristics.advice(view.moment, seen.seat, quiet).action
        return (yield from self._weighed(view, seen, (silent, *calls), gone))

    def _weighed(
        self, view: View, seen: Seen, options: Sequence[Action], gone: Sequence[Card]
    ) -> Work[Foreseen | None]:
        """The first of these options beside the others."""
        seat, made = seen.seat, options[0]
        worlds = consistent(seen)
        if gone:
            worlds = worlds.knowing({("gone", 0): gone})
        if not worlds.count:
            return None
        deals, every = _looked_into(worlds, Random(f"foresight {seat} {len(seen.moves)}"))
        said = view.to_act != seat or any(map(self._game.is_call, options))
        found: list[list[float]] = []
        solved = not said
        for deal, _ in deals:
            exact = {} if said else self._tried.solved(deal, seat)
            solved = solved and all(each in exact for each in options)
            found.append([exact[e] if e in exact else self._tried.played(deal, seat, e) for e in options])
            yield
        best, loss, error = _best(found, [weight for _, weight in deals], every)
        apart = [gains[best] - gains[0] for gains in found]
        against = deals[apart.index(max(apart))][0] if best else None
        unit = self._tried.unit if solved else self._game.gain_unit
        silent = best > 0 and self._game.is_call(made) and not self._game.is_call(options[best])
        chosen = options[best]
        return Foreseen(seat, unit, made, chosen, loss, error, len(deals), every, solved, against, silent)


def aim_of(solver: Solver, ending: Ending | None, state: State, seat: Seat) -> Goal:
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


class _Tried(Trial):
    """Tries actions as a club player does; where the game names no endings, all that its solver can solve.

    Attributes:
        unit: What is counted in a deal that is solved.
    """

    def __init__(self, game: Game, heuristics: Heuristics) -> None:
        super().__init__(game, heuristics)
        self.unit = game.gain_unit
        self._patient: Solver | None = None
        if not heuristics.ending:
            with suppress(Unsolvable):
                self._patient = solver_for(game)

    @override
    def solved(self, deal: State, seat: Seat) -> dict[Action, float]:
        solver = self._patient
        if solver is None:
            return super().solved(deal, seat)
        if deal.to_act != seat or solver.why_unsolvable(deal) or solver.takes_long(deal):
            return {}
        goal = aim_of(solver, None, deal, seat)
        self.unit = goal.kind
        values = solver.solution(deal, goal).values
        return {action: float(merit(goal, seat, value)) for action, value in values.items()}


def alternatives(view: View, seat: Seat, made: Action, heuristics: Heuristics) -> tuple[Action, ...]:
    """What a seat might have done, one of several that come to the same, what it did first.

    What is only said may be said or not: then the other thing is what the rules of thumb do in silence.

    Args:
        view: What the seat saw before it acted.
        seat: The seat.
        made: What it did.
        heuristics: The game's rules of thumb.
    """
    game = view.moment.game
    quiet = tuple(action for action in view.actions if not game.is_call(action))
    if view.to_act != seat:
        others: Sequence[Action] = (PASS,)
    elif not game.is_call(made):
        others = quiet
    elif quiet:
        others = (heuristics.advice(view.moment, seat, quiet).action,)
    else:
        others = view.actions
    kinds = {game.alike(action): action for action in reversed((made, *others))}
    kinds[game.alike(made)] = made
    return (made, *(action for action in kinds.values() if action != made))


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
