"""What one action did to a goal: kept it, gave it away, or had nothing to decide."""

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
    """What an action did to a goal, both sides at their best before and after it.

    Attributes:
        goal: The goal.
        seat: Who acted.
        kind: `idle` if every action had been as good, `only` if none but this (and its equals) keeps what
            there was, `kept` if this does as well as the best, `lost` if it does not.
        better: The actions that would have kept it; empty unless it was lost.
        cost: How much the goal's number fell for the side that acted; 0 where that depends on the past.
        pasts: For a value by past: the card points of N–S before for which it was lost, as (first, last).
        whole: Whether it was lost for every past there may be.
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
        """What was given away and what would have kept it, in a sentence or two; empty unless it was lost."""
        return self._told(loss=0)

    @property
    def loss(self) -> Text:
        """What was given away, and no word of what would have kept it; empty unless it was lost."""
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
        shared = not goal.party and goal.kind in ("points", "difference")  # what one side loses the other has
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
    """The verdict on an action.

    Args:
        goal: The goal.
        seat: Who acts.
        values: The value of every legal action, as a solution has them.
        action: The action that was chosen.
        alike: What equal actions have in common, as the game says (`Game.alike`).
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
        if not better:  # different pasts ask for different cards
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
    """How good a value is for a seat, as one number to compare by; all pasts count alike."""
    return sum(_merits(value, 1 if goal.wants_more(seat) else -1))


def best_actions(goal: Goal, seat: Seat, values: Mapping[Action, Value]) -> tuple[Action, ...]:
    """The actions that are best for a seat, all pasts taken together."""
    merits = {action: merit(goal, seat, value) for action, value in values.items()}
    most = max(merits.values())
    return tuple(action for action, found in merits.items() if found == most)


type Worths = tuple[Mapping[Action, Value], Callable[[], int]]
"""The value of every action at a state, and what tells how many positions have been searched since."""


def best_line(
    goal: Goal, state: State, action: Action, values_at: Callable[[Any], Work[Worths]]
) -> Work[tuple[tuple[Seat, Action], ...]]:
    """A line to the end in which nobody goes wrong.

    Args:
        goal: The goal.
        state: Where it begins, with somebody to act.
        action: What it begins with.
        values_at: The values at a state; none where no card is played, so that who is to act passes.
    """
    assert state.to_act is not None
    moves = [(state.to_act, action)]
    while (state := state.apply(action)).to_act is not None:
        values, _ = yield from values_at(state)
        action = best_actions(goal, state.to_act, values)[0] if values else PASS
        moves.append((state.to_act, action))
    return tuple(moves)


def outlook(goal: Goal, seat: Seat, values: Mapping[Action, Value]) -> Value:
    """The value of the state itself, from those of its actions: for each past the best of them.

    Args:
        goal: The goal.
        seat: Who is to act.
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
    """A value by past as (past, least, most), one for each past."""
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
    """One action of each kind of equals."""
    return tuple({alike(action): action for action in reversed(actions)}.values())[::-1]


def _ranges(pasts: tuple[tuple[int, int], ...]) -> Message:
    parts = [str(first) if first == last else f"{first}–{last}" for first, last in pasts]
    return listed("or", parts)


def _spoken(action: Action) -> Text:
    return the_card(action.card) if action.card else str(action)
