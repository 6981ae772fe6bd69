"""The club player takes the action that does best in a sample of possible deals.

In each deal each action is tried: exactly if the endgame is small enough for the game's solver, else by
letting all seats play on as `first-steps` does. The budget is a number of deals, and only small endgames are
solved, so that a budget gives the same move on every machine, fast or slow.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.heuristics import EndgameRule, Heuristics
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State, View
from kontrapunkt.core.messages import (
    Message,
    Text,
    action_name,
    card_sign,
    clause,
    listed,
    row,
    say,
    seat_name,
    true_minus,
)
from kontrapunkt.families.card_distributions import consistent
from kontrapunkt.families.rank_match.state import RankState
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.record import SeatHistory
from kontrapunkt.search import Goal, Unsolvable, solver_for
from kontrapunkt.search.solver import Solver

DEALS: Final = 24
"""The default budget, in deals."""

STOCKS: Final = 4
"""The number of orders of the stock that a player with open hands samples."""

_SURE: Final = 2.0
"""The number of standard errors by which a call must be better than silence.

It is high because a call cannot be taken back, and because people play better than rules of thumb. The
threshold for other actions is the game's `WinMargin.trust`.
"""

_PARTS: Final = 3
"""The number of parts of the sample.

After each, the worse half of the actions is dropped.
"""

Weighed = Sequence[tuple[State, int]]
"""Deals, each with the number of physical deals it counts for."""


class ImpossibleDeal(ValueError):
    """A sampled deal that cannot be, because a seat could not have acted as it has."""


@dataclass(slots=True)
class ActionEstimate:
    """The estimate of one action from the sampled deals.

    Attributes:
        payoffs: The seat's gain in each deal, in the unit of `Game.payoffs`.
        extras: The bonus in each deal for comparisons of actions; see `WinMargin`.
        weights: The number of physical deals that each deal counts for.
        worst: The deal with the smallest gain; None before the first deal.
    """

    action: Action
    payoffs: list[float] = field(default_factory=list)
    extras: list[float] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    worst: State | None = None

    def add(self, gain: float, weight: int, deal: State, extra: float = 0.0) -> None:
        """Add one more deal.

        Args:
            gain: The seat's gain, in the unit of `Game.payoffs`.
            weight: The number of physical deals that this one counts for.
            extra: A bonus that counts only when actions are compared.
        """
        if self.worst is None or gain < min(self.payoffs):
            self.worst = deal
        self.payoffs.append(gain)
        self.extras.append(extra)
        self.weights.append(weight)

    @property
    def deals(self) -> int:
        """The number of sampled deals."""
        return len(self.payoffs)

    @property
    def wins(self) -> int:
        """The number of deals in which the seat gains."""
        return sum(gain > 0 for gain in self.payoffs)

    @property
    def expected(self) -> float:
        """The mean gain."""
        return self._mean(self.payoffs)

    @property
    def weighted_gain(self) -> float:
        """The mean gain with the bonus, by which actions are compared."""
        return self.expected + self._mean(self.extras)

    def _mean(self, values: list[float]) -> float:
        total = sum(self.weights)
        pairs = zip(values, self.weights, strict=True)
        return sum(value * weight for value, weight in pairs) / total if total else 0.0

    def ahead_of(self, other: "ActionEstimate") -> float:
        """Return its lead over another in standard errors, in the deals common to both."""
        mine, theirs = (
            [gain + extra for gain, extra in zip(each.payoffs, each.extras, strict=True)]
            for each in (self, other)
        )
        apart = [own - others for own, others in zip(mine, theirs, strict=False)]
        if not apart:
            return 0.0
        mean = sum(apart) / len(apart)
        spread = math.sqrt(sum((each - mean) ** 2 for each in apart) / max(1, len(apart) - 1))
        return (
            math.copysign(math.inf, mean) if mean and not spread else mean / (spread or 1) * len(apart) ** 0.5
        )


@dataclass(slots=True)
class ActionEstimates:
    """The estimates of all possible actions at a moment.

    Attributes:
        seat: The seat that decides.
        unit: The unit of the gains, as `Game.gain_unit`.
        estimates: The estimate of each action, in the order in which they were tried.
        count: The number of deals that the seat cannot exclude; the sample is taken from these.
        chosen: The best action so far.
    """

    seat: Seat
    unit: str
    estimates: Sequence[ActionEstimate]
    count: int
    chosen: Action

    @property
    def of_chosen(self) -> ActionEstimate:
        """The estimate of the chosen action."""
        return next(each for each in self.estimates if each.action == self.chosen)

    @property
    def sentences(self) -> Iterable[Text]:
        """A sentence for each action, or for several that always lead to the same gain.

        The chosen one comes first, then the others by expected gain. After it, if a deal was lost, the hands
        of the others in the worst deal.
        """
        first = self.of_chosen
        rest = [each for each in self.estimates if each is not first and each.deals]
        alike: dict[tuple[float, ...], list[ActionEstimate]] = {}
        for each in (first, *sorted(rest, key=lambda each: -each.expected)):
            alike.setdefault(tuple(each.payoffs), []).append(each)
        for one, *others in alike.values():
            yield say(
                "think.alike" if others else "think.action",
                what=listed("and", [action_name(each.action) for each in (one, *others)]),
                wins=one.wins,
                deals=one.deals,
                mean=true_minus(f"{one.expected:+.2f}"),
                unit=say(f"gain.{self.unit}"),
            )
            held = _describe_hands(one.worst, self.seat) if one.worst and one.wins < one.deals else []
            if held:
                yield say("think.against", hands=listed("and", held))


def _describe_hands(deal: State, seat: Seat) -> list[Message]:
    """Describe the hands of a deal except the deciding seat's; empty at its last card."""
    hands: Mapping[Seat, tuple[str, ...]] = deal.view(None).hands
    return [
        clause(say("render.say.hand", seat=seat_name(other), cards=row(map(card_sign, cards))))
        for other, cards in hands.items()
        if other != seat and cards and HIDDEN not in cards
    ]


class Club:
    """A player that takes the action that does best in the deals it cannot exclude.

    Attributes:
        estimates: Its estimates before its last action; None before that, and if it had no choice.
    """

    def __init__(self, game: Game, seed: int | None = None, deals: int = DEALS) -> None:
        """Prepare a player of a game.

        Args:
            seed: The same seed makes the same choices; None for a random one.
            deals: The budget: the greatest number of deals sampled before each action.

        Raises:
            NoHeuristics: if the game has no rules of thumb.
        """
        self._game = game
        self._seed = Random(seed).getrandbits(48)
        self._deals = deals
        heuristics = heuristics_of(game)
        self._heuristics = heuristics.club or heuristics
        self._trial = OpenHandsTrial(game, self._heuristics)
        self.estimates: ActionEstimates | None = None

    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        """Return the action that does best in the sampled deals."""
        self.estimates = None
        if seen.seat == view.to_act and len({self._game.alike(action) for action in view.actions}) == 1:
            return view.actions[0]
        for thoughts in self.deliberate(view, seen):
            self.estimates = thoughts
        return self.estimates.chosen if self.estimates else PASS

    def deliberate(
        self, view: View[Any], seen: SeatHistory, whole: bool = False
    ) -> Iterator[ActionEstimates]:
        """Yield the estimates after each sampled deal; the caller may stop at any time.

        Args:
            view: The seat's view.
            seen: The record of what it has seen.
            whole: True to try all actions in all deals, so that they can be compared.
        """
        seat = seen.seat
        deals, count = self.deals_of(view, seen)
        advice = self._heuristics.advice(view.moment, seat, view.actions).action
        exact = all(self._trial.is_exact(deal, seat) for deal, _ in deals)
        options = self._options(view, seat, advice, exact)
        left = options
        told = ActionEstimates(seat, self._game.gain_unit, options, count, advice)
        for number, (deal, weight) in enumerate(deals, 1):
            with suppress(ImpossibleDeal):
                tried = self._trial.action_gains(deal, seat, [each.action for each in left])
                for thought, (gain, extra) in zip(left, tried, strict=True):
                    thought.add(gain, weight, deal, extra)
            told.chosen = self._chosen(left)
            yield told
            if not whole and number * _PARTS % len(deals) < _PARTS and len(left) > 2:
                half = sorted(left[1:], key=lambda each: -each.weighted_gain)[: max(1, len(left) // 2)]
                left = [left[0], *half]

    def think(self, view: View[Any], seen: SeatHistory) -> ActionEstimates:
        """Return the estimates of all actions, each tried in all the sampled deals.

        Args:
            view: The seat's view.
            seen: The record of what it has seen.

        Raises:
            ValueError: if no deal is consistent with that record.
        """
        *_, last = self.deliberate(view, seen, whole=True)
        return last

    def deals_of(self, view: View[Any], seen: SeatHistory) -> tuple[Weighed, int]:
        """Return the sampled deals with their weights, and the number of possible deals.

        Args:
            view: The seat's view.
            seen: The record of what it has seen.
        """
        worlds = consistent(seen)
        chance = Random(f"{self._seed} {seen.seat} {len(seen.moves)}")
        if worlds.count <= self._deals:
            return worlds.some(self._deals, chance), worlds.count
        return [(worlds.draw(chance), 1) for _ in range(self._deals)], worlds.count

    def _options(self, view: View[Any], seat: Seat, advice: Action, exact: bool) -> list[ActionEstimate]:
        """Return the actions to try, one of each set of equals.

        The rule of thumb's advice is the first. Where every deal is solved exactly, follies are tried, too:
        they may be right now.
        """
        alike = self._game.alike
        sensible = view.actions if exact else self._heuristics.sensible(view.moment, seat, view.actions)
        actions = sensible if seat == view.to_act else (*sensible, PASS)
        kinds = {alike(action): action for action in reversed(actions)}
        kinds[alike(advice)] = advice
        return [ActionEstimate(each) for each in sorted(kinds.values(), key=lambda action: action != advice)]

    def _chosen(self, left: Sequence[ActionEstimate]) -> Action:
        """Return the best of some actions.

        It is the first unless another is significantly better.
        """
        first, *others = left
        trust = self._heuristics.margin.trust
        better = [
            each
            for each in others
            if each.ahead_of(first) > (_SURE if self._game.is_call(each.action) else trust)
        ]
        return max(better, key=lambda each: each.weighted_gain, default=first).action

    @property
    def why(self) -> Text:
        """The reason for its last action; empty if it had no choice."""
        return next(iter(self.estimates.sentences)) if self.estimates else ""


class OpenHandsTrial:
    """Trials of actions in a deal whose cards are all known."""

    def __init__(self, game: Game, heuristics: Heuristics) -> None:
        """Prepare trials of a game's actions.

        Args:
            heuristics: The rules of thumb by which all seats play on.
        """
        self._game = game
        self._heuristics = heuristics
        self._solver: Solver[Any, Any] | None = None
        with suppress(Unsolvable):
            self._solver = solver_for(game)

    def action_gains(self, deal: State, seat: Seat, actions: Sequence[Action]) -> list[tuple[float, float]]:
        """Return a seat's gain from each action, and the bonus: see `WinMargin`.

        Args:
            actions: The actions to try; a pass of a seat that is not to act does nothing.
        """
        solved = self.solved_gains(deal, seat)
        return [
            (solved[action], 0.0)
            if action in solved
            else self._gain_and_bonus(self._play_on(deal, seat, action), seat)
            for action in actions
        ]

    def _gain_and_bonus(self, end: State, seat: Seat) -> tuple[float, float]:
        extra = self._heuristics.margin.extra
        return self._final_gain(end, seat), extra(end, seat) if extra else 0.0

    def _final_gain(self, end: State, seat: Seat) -> float:
        """Return a seat's gain at the end of the trial.

        It is solved if the deal is not over, because those who act know all cards.
        """
        turn, ending = end.to_act, self._heuristics.ending
        if turn is None or not ending:
            return self._game.payoffs(end)[seat]
        best = max(self._values(end, turn, ending).values(), key=lambda value: ending.gain(end, turn, value))
        return ending.gain(end, seat, best)

    def solved_gains(self, deal: State, seat: Seat) -> dict[Action, float]:
        """Return the gain from each card with best play on both sides.

        Returns:
            An empty dict if the endgame is too large, or the seat is not to act.
        """
        ending = self._heuristics.ending
        if ending is None or not self.is_exact(deal, seat):
            return {}
        values = self._values(deal, seat, ending)
        return {action: ending.gain(deal, seat, value) for action, value in values.items()}

    def is_exact(self, deal: State, seat: Seat) -> bool:
        """Return True if the gain from each card of a seat can be computed exactly."""
        ending = self._heuristics.ending
        if ending is None or deal.to_act != seat:
            return False
        return ending.fits(deal) and self._is_solvable(deal, ending)

    def _values(self, deal: State, seat: Seat, ending: EndgameRule) -> Mapping[Action, int]:
        """Return the solver's value of each card of the seat to act, with open hands."""
        assert self._solver
        goal = Goal.read(ending.goal(deal, seat))
        found = self._solver.search(deal, goal, line=False).run().values
        return {action: value for action, value in found.items() if isinstance(value, int)}

    def played_gain(self, deal: State, seat: Seat, action: Action) -> float:
        """Return the gain from an action if all play on by the rules of thumb.

        Args:
            action: The action; a pass of a seat that is not to act does nothing.
        """
        return self._final_gain(self._play_on(deal, seat, action), seat)

    def _play_on(self, deal: State, seat: Seat, action: Action) -> State:
        advice, certain = self._heuristics.advice, self._certain
        nothing = action == PASS and deal.to_act != seat
        state = deal if nothing else deal.apply(action, seat)
        while (turn := state.to_act) is not None and not certain(state):
            actions = state.actions()
            if not actions:
                raise ImpossibleDeal(f"{turn} can do nothing in a sampled deal")
            state = state.apply(advice(state, turn, actions).action)
        return state

    def _certain(self, state: State) -> bool:
        """Return True if the rest can be solved, because those who act know all cards."""
        ending = self._heuristics.ending
        return bool(ending and ending.open(state) and self._is_solvable(state, ending))

    def _is_solvable(self, state: State, ending: EndgameRule) -> bool:
        """Return True if the solver can value the seat's actions.

        It cannot under some options.
        """
        if state.to_act is None or self._solver is None:
            return False
        return self._solver.can_answer(state, ending.goal(state, state.to_act))


class OpenHands(Club):
    """A club player that sees all hands in a view of open hands."""

    sees_all = True

    def __init__(self, game: Game, seed: int | None = None, deals: int = STOCKS) -> None:
        """Prepare a player of a game.

        Args:
            seed: The same seed makes the same choices; None for a random one.
            deals: The number of orders of the stock that are sampled, since nobody sees it.
        """
        super().__init__(game, seed, deals)

    def deals_of(self, view: View[Any], seen: SeatHistory) -> tuple[Weighed, int]:
        """Return the real deal if the view shows it, with some orders of a hidden stock.

        Args:
            view: A view of open hands; with another view it acts as any club player.
            seen: The record of what its seat has seen.
        """
        if view.seat is not None:
            return super().deals_of(view, seen)
        moment = view.moment
        if not (isinstance(moment, RankState) and HIDDEN in moment.stock):
            return [(moment, 1)], 1
        chance = Random(f"{self._seed} {seen.seat} {len(seen.moves)}")
        rest = sorted(moment.unseen)
        orders = [sorted(rest, key=lambda _: chance.random()) for _ in range(self._deals)]
        return [(moment.determinized({("stock", 0): order}), 1) for order in orders], math.factorial(
            len(rest)
        )


class ClubQuiet(Club):
    """A club player that makes forced calls only, to measure the value of calls."""

    def choose(self, view: View[Any], seen: SeatHistory) -> Action:
        """Return the best of the actions that are not calls."""
        quiet = self._game.without_calls(view.actions)
        if not quiet:
            return super().choose(view, seen) if seen.seat == view.to_act else PASS
        return super().choose(view.replace(actions=quiet), seen)
