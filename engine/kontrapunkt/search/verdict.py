"""Verdicts on actions: whether one kept a goal's value or gave some away."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kontrapunkt.core.interface import PASS, SIDES, Action, Seat, State
from kontrapunkt.core.messages import Message, Text, listed, say, side_name, the_card
from kontrapunkt.search.clock import Work
from kontrapunkt.search.goals import YES_OR_NO, Goal
from kontrapunkt.search.phrasing import amount
from kontrapunkt.search.solver import Interval, Value, by_past

Kind = Literal["idle", "kept", "only", "lost"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The effect of an action on a goal, with best play before and after it.

    Attributes:
        seat: The seat that acted.
        kind: `idle` if every action was equally good, `only` if no other action (except its equals) keeps the
            value, `kept` if it is among the best, `lost` if it is not.
        better: The actions that would have kept the value; empty unless it was lost.
        cost: The loss of the acting side, in the goal's unit; 0 if that depends on the past.
        pasts: For a value by past: the card points of N–S before, as (first, last), for which it was lost.
        whole: Whether it was lost for every possible past.
    """

    goal: Goal
    seat: Seat
    kind: Kind
    better: tuple[Action, ...] = ()
    cost: int = 0
    pasts: tuple[tuple[int, int], ...] = ()
    whole: bool = True

    @property
    def text(self) -> Text:
        """The loss and the better actions, in a sentence or two; empty without a loss."""
        return self._told(loss=0)

    @property
    def loss(self) -> Text:
        """The loss without the better actions; empty without a loss."""
        return self._told(loss=1)

    def _told(self, loss: int) -> Text:
        if self.kind != "lost":
            return ""
        cards = listed("or", [_spoken(action) for action in self.better])
        goal, own = self.goal, self.seat in self.goal.seats
        values = {"cards": cards, "loss": loss}
        if goal.kind in YES_OR_NO and self.whole:
            key = f"verdict.{goal.kind.removeprefix('not-')}.{'own' if own else 'other'}"
            return say(key, side=side_name(goal.seats), n=len(goal.seats), **values)
        if goal.kind in ("result", "wins"):
            key = "verdict.result.whole" if self.whole else "verdict.result.pasts"
            return say(key, pasts=_ranges(self.pasts), **values)
        shared = not goal.party and goal.kind in ("points", "difference")  # a loss is the other's gain
        side = next(side for side in SIDES if self.seat in side) if shared else goal.seats
        key = "verdict.amount" if own or shared else "verdict.amount.other"
        amount_lost = amount(goal.kind, self.cost)
        return say(key, side=side_name(side), n=self.cost, amount=amount_lost, **values)


def judge(
    goal: Goal,
    seat: Seat,
    values: Mapping[Action, Value],
    action: str,
    alike: Callable[[Action], str] = str,
) -> Verdict:
    """Judge an action.

    Args:
        seat: The seat that acts.
        values: The value of every legal action, as in a solution.
        action: The action chosen.
        alike: The game's key of equal actions (`Game.alike`).
    """
    sign = 1 if goal.wants_more(seat) else -1
    merits = {each: _merits(value, sign) for each, value in values.items()}
    best = tuple(max(column) for column in zip(*merits.values(), strict=True))
    chosen = merits[Action(action)]
    if chosen != best:
        lost = [place for place, merit in enumerate(chosen) if merit != best[place]]
        pasts = _pasts(values[Action(action)], lost)
        better = [
            each for each, merit in merits.items() if all(merit[place] == best[place] for place in lost)
        ]
        if not better:  # different pasts call for different cards
            better = [
                each for each, merit in merits.items() if any(merit[place] > chosen[place] for place in lost)
            ]
        cost = best[0] - chosen[0] if len(best) == 1 else 0
        return Verdict(goal, seat, "lost", _distinct(better, alike), cost, pasts, len(lost) == len(best))
    if all(merit == best for merit in merits.values()):
        return Verdict(goal, seat, "idle")
    others = any(merit == best and alike(each) != alike(Action(action)) for each, merit in merits.items())
    return Verdict(goal, seat, "kept" if others else "only")


def merit(goal: Goal, seat: Seat, value: Value) -> int:
    """Return the merit of a value for a seat, summed over all pasts."""
    return sum(_merits(value, 1 if goal.wants_more(seat) else -1))


def best_actions(goal: Goal, seat: Seat, values: Mapping[Action, Value]) -> tuple[Action, ...]:
    """Return the best actions of a seat, over all pasts together."""
    merits = {action: merit(goal, seat, value) for action, value in values.items()}
    most = max(merits.values())
    return tuple(action for action, found in merits.items() if found == most)


type Worths = tuple[Mapping[Action, Value], Callable[[], int]]
"""The values of all actions at a state, and a counter of positions searched."""


def best_line(
    goal: Goal, state: State, action: Action, values_at: Callable[[Any], Work[Worths]]
) -> Work[tuple[tuple[Seat, Action], ...]]:
    """Find a line of best play to the end.

    Args:
        state: The first state, with a seat to act.
        action: The first action.
        values_at: Returns the values at a state; none where no card is played, so that the seat passes.
    """
    assert state.to_act is not None
    moves = [(state.to_act, action)]
    while (state := state.apply(action)).to_act is not None:
        values, _ = yield from values_at(state)
        action = best_actions(goal, state.to_act, values)[0] if values else PASS
        moves.append((state.to_act, action))
    return tuple(moves)


def outlook(goal: Goal, seat: Seat, values: Mapping[Action, Value]) -> Value:
    """Return the value of a state: for each past that of the best action.

    Args:
        seat: The seat to act.
        values: The value of every legal action.
    """
    better = max if goal.wants_more(seat) else min
    if numbers := [value for value in values.values() if isinstance(value, int)]:
        return better(numbers)
    columns = [_expanded(value) for value in values.values() if not isinstance(value, int)]
    return by_past(
        (cells[0][0], better(cell[1] for cell in cells), better(cell[2] for cell in cells))
        for cells in zip(*columns, strict=True)
    )


def _expanded(value: tuple[Interval, ...]) -> list[tuple[int, int, int]]:
    """Expand a value by past to triples (past, least, most)."""
    return [(past, each.least, each.most) for each in value for past in range(each.first, each.last + 1)]


def _merits(value: Value, sign: int) -> tuple[int, ...]:
    if isinstance(value, int):
        return (sign * value,)
    return tuple(sign * (least + most) for _, least, most in _expanded(value))


def _pasts(value: Value, places: list[int]) -> tuple[tuple[int, int], ...]:
    if isinstance(value, int):
        return ()
    known = [past for past, _, _ in _expanded(value)]
    runs = by_past((past, int(place in places), 1) for place, past in enumerate(known))
    return tuple((run.first, run.last) for run in runs if run.least)


def _distinct(actions: list[Action], alike: Callable[[Action], str]) -> tuple[Action, ...]:
    """Return one of each group of equal actions."""
    return tuple({alike(action): action for action in reversed(actions)}.values())[::-1]


def _ranges(pasts: tuple[tuple[int, int], ...]) -> Message:
    parts = [str(first) if first == last else f"{first}–{last}" for first, last in pasts]
    return listed("or", parts)


def _spoken(action: Action) -> Text:
    return the_card(action.card) if action.card else str(action)
