"""A club player: looks into deals that its seat cannot exclude, and does what does best in them.

In each deal each action is tried: exactly where the ending is small enough for the game's solver, else by
playing on as `first-steps` would, on all seats. The budget counts deals, and the solver is asked only where
the cards are few, so that a budget comes to the same move on every machine, however fast it is.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

from kontrapunkt.core.cards import HIDDEN
from kontrapunkt.core.interface import PASS, Action, Game, Seat, State, View
from kontrapunkt.core.messages import Message, Text, action_name, clause, listed, say, seat_name
from kontrapunkt.families.rank_match.state import RankState
from kontrapunkt.play.card_distributions import consistent
from kontrapunkt.play.heuristics import EndgameRule, Heuristics
from kontrapunkt.play.players import heuristics_of
from kontrapunkt.record import Seen
from kontrapunkt.search import Goal, Unsolvable, solver_for
from kontrapunkt.search.solver import Solver

DEALS: Final = 24
"""The usual budget, in deals."""

STOCKS: Final = 4
"""In how many orders of a stock a player with open hands looks."""

_SURE: Final = 2.0
"""By how many standard errors a call has to be better than silence: it cannot be taken back, and others play
better than rules of thumb. What an action needs that is not only said is its game's `WinMargin.trust`."""

_PARTS: Final = 3
"""Into how many parts the deals are divided; after each, the worse half of the actions is dropped."""

Weighed = Sequence[tuple[State, int]]
"""Deals, each with how many physical ones it stands for."""


@dataclass(slots=True)
class ActionEstimate:
    """What is thought of one action.

    Attributes:
        action: The action.
        gains: What it brought in each deal that was looked into, in the unit of `Game.gains`.
        extras: What counts beside that in each, where actions are compared; see `thumbs.Margin`.
        weights: How many physical deals each of them stands for.
        worst: The deal in which it brought least; None before one was looked into.
    """

    action: Action
    payoffs: list[float] = field(default_factory=list)
    extras: list[float] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    worst: State | None = None

    def add(self, gain: float, weight: int, deal: State, extra: float = 0.0) -> None:
        """Notes what came of it in one more deal.

        Args:
            gain: What it brought, in the unit of `Game.gains`.
            weight: How many physical deals this one stands for.
            deal: The deal.
            extra: What counts beside it, where actions are compared.
        """
        if self.worst is None or gain < min(self.payoffs):
            self.worst = deal
        self.payoffs.append(gain)
        self.extras.append(extra)
        self.weights.append(weight)

    @property
    def deals(self) -> int:
        """How many deals were looked into."""
        return len(self.payoffs)

    @property
    def wins(self) -> int:
        """In how many of them the seat comes out ahead."""
        return sum(gain > 0 for gain in self.payoffs)

    @property
    def expected(self) -> float:
        """What it brings in the mean."""
        return self._mean(self.payoffs)

    @property
    def weighed(self) -> float:
        """The same with what counts beside it: by this actions are compared."""
        return self.expected + self._mean(self.extras)

    def _mean(self, values: list[float]) -> float:
        total = sum(self.weights)
        pairs = zip(values, self.weights, strict=True)
        return sum(value * weight for value, weight in pairs) / total if total else 0.0

    def ahead_of(self, other: "ActionEstimate") -> float:
        """By how many standard errors it is better than another, in the deals that both were tried in."""
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
    """What is thought of all that may be done at a moment.

    Attributes:
        seat: Whose thoughts they are.
        unit: What gains are counted in, as `Game.gain_unit`.
        thoughts: One for each action, in the order in which they were weighed.
        count: How many deals the seat cannot exclude, known or drawn from.
        chosen: What it would do now.
    """

    seat: Seat
    unit: str
    thoughts: Sequence[ActionEstimate]
    count: int
    chosen: Action

    @property
    def of_chosen(self) -> ActionEstimate:
        """What is thought of the action that is chosen."""
        return next(each for each in self.thoughts if each.action == self.chosen)

    @property
    def told(self) -> Iterable[Text]:
        """One sentence an action, the chosen one first, then by what they bring."""
        first = self.of_chosen
        rest = [each for each in self.thoughts if each is not first and each.deals]
        ordered = [first, *sorted(rest, key=lambda each: -each.expected)]
        for each in ordered:
            what = action_name(each.action)
            values = {"wins": each.wins, "deals": each.deals, "unit": say(f"gain.{self.unit}")}
            yield say("think.action", what=what, mean=f"{each.expected:+.2f}", **values)
            held = _held(each.worst, self.seat) if each.worst and each.wins < each.deals else []
            if held:
                yield say("think.against", hands=listed("and", held))


def _held(deal: State, seat: Seat) -> list[Message]:
    """Who holds what in a deal, but for the seat that thinks; nobody any more at its last card."""
    hands: Mapping[Seat, tuple[str, ...]] = deal.view(None).hands
    return [
        clause(say("render.say.hand", seat=seat_name(other), cards=" ".join(cards)))
        for other, cards in hands.items()
        if other != seat and cards and HIDDEN not in cards
    ]


class Club:
    """Plays what does best in the deals that it cannot exclude.

    Attributes:
        thoughts: What it thought before it last acted; None before, and where there was nothing to choose.
    """

    def __init__(self, game: Game, seed: int | None = None, deals: int = DEALS) -> None:
        """Sits down.

        Args:
            game: What is played.
            seed: The same seed makes the same choices; None for any.
            deals: Its budget: into how many deals it looks before it acts, at most.

        Raises:
            NoHeuristics: if the game has no rules of thumb to play on by.
        """
        self._game = game
        self._seed = Random(seed).getrandbits(48)
        self._deals = deals
        heuristics = heuristics_of(game)
        self._heuristics = heuristics.club or heuristics
        self._trial = OpenHandsTrial(game, self._heuristics)
        self.thoughts: ActionEstimates | None = None

    def choose(self, view: View, seen: Seen) -> Action:
        """What does best in the deals that it has looked into."""
        self.thoughts = None
        if seen.seat == view.to_act and len({self._game.alike(action) for action in view.actions}) == 1:
            return view.actions[0]
        for thoughts in self.deliberate(view, seen):
            self.thoughts = thoughts
        return self.thoughts.chosen if self.thoughts else PASS

    def deliberate(self, view: View, seen: Seen, whole: bool = False) -> Iterator[ActionEstimates]:
        """Thinks, and may be interrupted after each deal that it has looked into.

        Args:
            view: What the seat sees.
            seen: What it has seen.
            whole: Whether all actions are tried in all deals, so that they can be compared.
        """
        seat = seen.seat
        deals, count = self.deals_of(view, seen)
        advice = self._heuristics.advice(view.moment, seat, view.actions).action
        exact = all(self._trial.is_exact(deal, seat) for deal, _ in deals)
        options = self._options(view, seat, advice, exact)
        left = options
        told = ActionEstimates(seat, self._game.gain_unit, options, count, advice)
        for number, (deal, weight) in enumerate(deals, 1):
            tried = self._trial.tried(deal, seat, [each.action for each in left])
            for thought, (gain, extra) in zip(left, tried, strict=True):
                thought.add(gain, weight, deal, extra)
            told.chosen = self._chosen(left)
            yield told
            if not whole and number * _PARTS % len(deals) < _PARTS and len(left) > 2:
                half = sorted(left[1:], key=lambda each: -each.weighed)[: max(1, len(left) // 2)]
                left = [left[0], *half]

    def think(self, view: View, seen: Seen) -> ActionEstimates:
        """What it thinks of all that may be done, each tried in all the deals that it looks into.

        Args:
            view: What the seat sees.
            seen: What it has seen.

        Raises:
            ValueError: if no deal fits what was seen.
        """
        *_, last = self.deliberate(view, seen, whole=True)
        return last

    def deals_of(self, view: View, seen: Seen) -> tuple[Weighed, int]:
        """The deals to look into, each with its weight, and how many there are.

        Args:
            view: What the seat sees.
            seen: What it has seen.
        """
        worlds = consistent(seen)
        chance = Random(f"{self._seed} {seen.seat} {len(seen.moves)}")
        if worlds.count <= self._deals:
            return worlds.some(self._deals, chance), worlds.count
        return [(worlds.draw(chance), 1) for _ in range(self._deals)], worlds.count

    def _options(self, view: View, seat: Seat, advice: Action, exact: bool) -> list[ActionEstimate]:
        """What may be done, one of several that come to the same; the rule of thumb's advice first.

        Where every deal is solved exactly, what is a folly as a rule is tried, too: it may be right now.
        """
        alike = self._game.alike
        sensible = view.actions if exact else self._heuristics.sensible(view.moment, seat, view.actions)
        actions = sensible if seat == view.to_act else (*sensible, PASS)
        kinds = {alike(action): action for action in reversed(actions)}
        kinds[alike(advice)] = advice
        return [ActionEstimate(each) for each in sorted(kinds.values(), key=lambda action: action != advice)]

    def _chosen(self, left: Sequence[ActionEstimate]) -> Action:
        """The best of some actions; the first, unless one is better beyond what chance would do."""
        first, *others = left
        trust = self._heuristics.margin.trust
        better = [
            each
            for each in others
            if each.ahead_of(first) > (_SURE if self._game.is_call(each.action) else trust)
        ]
        return max(better, key=lambda each: each.weighed, default=first).action

    @property
    def why(self) -> Text:
        """Why it did what it did last; empty where there was nothing to choose."""
        return next(iter(self.thoughts.told)) if self.thoughts else ""


class OpenHandsTrial:
    """Tries actions in a deal whose cards are all known."""

    def __init__(self, game: Game, heuristics: Heuristics) -> None:
        """Prepares to try actions of a game.

        Args:
            game: The game.
            heuristics: What all seats play on by.
        """
        self._game = game
        self._heuristics = heuristics
        self._solver: Solver | None = None
        with suppress(Unsolvable):
            self._solver = solver_for(game)

    def tried(self, deal: State, seat: Seat, actions: Sequence[Action]) -> list[tuple[float, float]]:
        """What each action brings a seat, and what counts beside that: see `WinMargin`.

        Args:
            deal: The deal.
            seat: The seat.
            actions: What is tried; to pass where the seat is not to act is to do nothing.
        """
        solved = self.solved(deal, seat)
        return [
            (solved[action], 0.0)
            if action in solved
            else self._told(self._played_on(deal, seat, action), seat)
            for action in actions
        ]

    def _told(self, end: State, seat: Seat) -> tuple[float, float]:
        extra = self._heuristics.margin.extra
        return self._gained(end, seat), extra(end, seat) if extra else 0.0

    def _gained(self, end: State, seat: Seat) -> float:
        """What a seat has at the end; where all who act know all cards from here on, what is sure to come."""
        turn, ending = end.to_act, self._heuristics.ending
        if turn is None or not ending:
            return self._game.payoffs(end)[seat]
        best = max(self._values(end, turn, ending).values(), key=lambda value: ending.gain(end, turn, value))
        return ending.gain(end, seat, best)

    def solved(self, deal: State, seat: Seat) -> dict[Action, float]:
        """What each card brings with both sides at their best, where the ending is small enough.

        Args:
            deal: The deal.
            seat: The seat.

        Returns:
            Nothing where it is not, or where the seat is not to act.
        """
        ending = self._heuristics.ending
        if ending is None or not self.is_exact(deal, seat):
            return {}
        values = self._values(deal, seat, ending)
        return {action: ending.gain(deal, seat, value) for action, value in values.items()}

    def is_exact(self, deal: State, seat: Seat) -> bool:
        """Return whether what each card of a seat brings in a deal can be worked out exactly."""
        ending = self._heuristics.ending
        if ending is None or deal.to_act != seat:
            return False
        return ending.fits(deal) and self._is_solvable(deal, ending)

    def _values(self, deal: State, seat: Seat, ending: EndgameRule) -> Mapping[Action, int]:
        """What each card of the seat to act comes to, all hands open."""
        assert self._solver
        goal = Goal.read(ending.goal(deal, seat))
        found = self._solver.search(deal, goal, line=False).run().values
        return {action: value for action, value in found.items() if isinstance(value, int)}

    def played(self, deal: State, seat: Seat, action: Action) -> float:
        """What an action brings when all play on by the rules of thumb.

        Args:
            deal: The deal.
            seat: The seat.
            action: What it does; to pass where it is not to act is to do nothing.
        """
        return self._gained(self._played_on(deal, seat, action), seat)

    def _played_on(self, deal: State, seat: Seat, action: Action) -> State:
        advice, certain = self._heuristics.advice, self._certain
        nothing = action == PASS and deal.to_act != seat
        state = deal if nothing else deal.apply(action, seat)
        while (turn := state.to_act) is not None and not certain(state):
            state = state.apply(advice(state, turn, state.actions()).action)
        return state

    def _certain(self, state: State) -> bool:
        """Whether nobody needs rules of thumb from here on, because those who act know all cards."""
        ending = self._heuristics.ending
        return bool(ending and ending.open(state) and self._is_solvable(state, ending))

    def _is_solvable(self, state: State, ending: EndgameRule) -> bool:
        """Whether the solver can value the actions of the seat to act; not by every house rule."""
        if state.to_act is None or self._solver is None:
            return False
        return self._solver.can_answer(state, ending.goal(state, state.to_act))


class OpenHands(Club):
    """A club player that sees all hands, if it is asked with a view of them: how much there is to win."""

    sees_all = True

    def __init__(self, game: Game, seed: int | None = None, deals: int = STOCKS) -> None:
        """Sits down.

        Args:
            game: What is played.
            seed: The same seed makes the same choices; None for any.
            deals: In how many orders it thinks of a stock, which nobody sees.
        """
        super().__init__(game, seed, deals)

    def deals_of(self, view: View, seen: Seen) -> tuple[Weighed, int]:
        """The one deal that is played, if the view shows it; where there is a stock, some orders of that.

        Args:
            view: A view of open hands; with another it is a club player like others.
            seen: What its seat has seen.
        """
        if view.seat is not None:
            return super().deals_of(view, seen)
        moment = view.moment
        if not (isinstance(moment, RankState) and HIDDEN in moment.stock):
            return [(moment, 1)], 1
        chance = Random(f"{self._seed} {seen.seat} {len(seen.moves)}")
        rest = sorted(moment.unseen)
        orders = [sorted(rest, key=lambda _: chance.random()) for _ in range(self._deals)]
        return [(moment.filled({("stock", 0): order}), 1) for order in orders], math.factorial(len(rest))


class ClubQuiet(Club):
    """A club player that calls nothing that nobody must call: beside one that does, what calls bring."""

    def choose(self, view: View, seen: Seen) -> Action:
        """What does best of all that is no call."""
        quiet = self._game.without_calls(view.actions)
        if not quiet:
            return super().choose(view, seen) if seen.seat == view.to_act else PASS
        return super().choose(view.__replace__(actions=quiet), seen)
