"""The solver of games of following suit.

Its goals count points or tricks from here on, or depend on the result of the deal.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, SIDES, Action, Seat
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, FollowGame, FollowState
from kontrapunkt.search.clock import Work, retry_until_done, run_to_end
from kontrapunkt.search.follow.compiled import CompiledFollowKernel
from kontrapunkt.search.follow.ends import (
    CompiledEnds,
    Ends,
    Outcomes,
    SettlementGoal,
    none_taken,
    tricks_taken,
)
from kontrapunkt.search.follow.kernel import FollowKernel, Recursion
from kontrapunkt.search.follow.numbering import CardNumbering, KernelSetup, TrialPosition
from kontrapunkt.search.follow.sums import CROWN, OURS, THEIRS, CompiledSums, PythonSums, Sums
from kontrapunkt.search.goals import NEIGHBOURS, Goal
from kontrapunkt.search.native import Machine, machine, memory_to_spare
from kontrapunkt.search.solver import Bounds, Solution, Solver, Value, keep
from kontrapunkt.search.verdict import Worths, best_actions, best_line

COUNTED: Final = ("points", "difference", "tricks")
"""The kinds of goal that count from here on; the others depend on the deal's result."""

TRICKS: Final = ("tricks", "no-tricks")
"""The kinds of goal about the tricks of a side from here on."""

PARTIES: Final[tuple[tuple[Seat, ...], ...]] = (*((seat,) for seat in SEATS), *SIDES, *NEIGHBOURS)
"""All sides that a goal can name: one seat or two."""

_KEPT: Final = 4  # card orders whose tables are stored
_LARGEST: Final = 400_000  # table entries before the table is cleared
_LONG: Final = 36  # cards in the hands; from here on a search may take ten seconds, and a minute at 40
_FEW: Final = 36  # cards in the hands up to which small tables suffice and are faster


class PointsGoal(NamedTuple):
    """A goal that depends on the points of a side and on extra points beside them.

    Attributes:
        sums: The result for each pair of sums.
        node: The node at the position asked about.
        caught: Cards that count an extra point when the other side's player takes them.
        crown: Cards that count an extra point for a player who takes the last trick with them.
    """

    sums: Sums
    node: int
    caught: tuple[Card, ...] = ()
    crown: tuple[Card, ...] = ()


class FollowQuestion(NamedTuple):
    """A goal in the form of queries to a kernel.

    Attributes:
        position: The position, still without a trial card.
        ladder: The possible values, ascending.
        to_goal_value: Converts a value found to the goal's number; the identity by default.
    """

    kernel: Recursion | CompiledFollowKernel
    position: TrialPosition
    ladder: Sequence[int]
    to_goal_value: Callable[[int], int] = lambda found: found

    def exact(self, trial: TrialPosition, guess: int | None, learnt: Callable[[int, int], None]) -> Work[int]:
        """Find the value of an action by queries of the form "at least this much?".

        The first queries test the value of another action, if there is one; the rest halve the interval.

        Args:
            trial: The position with the action's card as trial card.
            guess: The value of another action; None for none.
            learnt: Called after each query with the bounds so far.
        """
        ladder, low, high = self.ladder, 0, len(self.ladder) - 1
        near = [] if guess is None else [ladder.index(guess), ladder.index(guess) + 1]
        while low < high:
            at = near.pop() if near else (low + high + 1) // 2
            if not low < at <= high:
                continue
            found = yield from retry_until_done(partial(self.kernel.bound, trial, ladder[at]))
            place = bisect_right(ladder, found) - 1
            low, high = (low, place) if found < ladder[at] else (place, high)
            learnt(ladder[low], ladder[high])
        return ladder[low]


class FollowSolver[S: FollowState, G: FollowGame[Any]](Solver[S, G]):
    """The solver of open hands in games of following suit.

    Announcements and claims play no card: they have no value, and the search assumes that nobody makes any
    more. If a goal names one seat or two, all others play together against it.
    """

    family = "follow"
    kinds: ClassVar[tuple[str, ...]] = COUNTED

    counted: ClassVar[tuple[str, ...]] = COUNTED
    """The kinds of goal that count from here on."""

    summed: ClassVar[tuple[str, ...]] = ()
    """The kinds of goal that combine a side's points with extra points."""

    kernels = ("follow", "outcomes", "sums")

    def __init__(self, game: G) -> None:
        super().__init__(game)
        self._kernels: dict[tuple[object, ...], Any] = {}

    @override
    def worth_showing(self, state: S) -> tuple[str, ...]:
        return ("points NS",)

    @override
    def early(self, state: S) -> bool:
        return state.phase not in (LEAD, FOLLOW)

    @override
    def cards(self, state: S) -> Iterable[Sequence[Card]]:
        return (*state.hands, state.other_cards())

    @override
    def takes_long(self, state: S) -> bool:
        return sum(map(len, state.hands)) >= _LONG

    def settling(self, state: S, goal: Goal) -> SettlementGoal[Any]:
        """Define the result of the deal for a goal that neither tricks nor points decide.

        Args:
            state: A state that can be solved.
        """
        raise NotImplementedError

    def counting(self, state: S, goal: Goal) -> SettlementGoal[Any]:
        """Define the result of the deal for a goal about tricks.

        Games whose deals may end early override it.

        Args:
            state: A state that can be solved.
            goal: A goal of a kind in `TRICKS`.
        """
        return none_taken(goal.seats) if goal.kind == "no-tricks" else tricks_taken(goal.seats)

    def due(self, state: S) -> tuple[tuple[Card, ...], ...]:
        """Return the cards that must be played at their holder's next turn, by seat."""
        return ((), (), (), ())

    def settled_value(self, state: S, goal: Goal) -> int | None:
        """Return the number of a goal if nothing can change it any more; None otherwise.

        Args:
            state: The state; its deal may be over.
            goal: A goal that can be asked about it, of a kind that is not counted.
        """
        if goal.kind in self.summed:
            if state.to_act is not None:  # either sum may still change the result
                return None
            end = run_to_end(self.summing(state, goal))
            return end.sums.ends[end.node]
        asked = self._settled_by(state, goal)
        if state.to_act is None:
            return asked.worth(asked.start)
        kernel, node = run_to_end(self._ends(state, goal, asked))
        low, high = kernel.outcomes.low[node], kernel.outcomes.high[node]
        return low if low == high else None

    def summing(self, state: S, goal: Goal) -> Work[PointsGoal]:
        """Define the sums for a goal of the kinds in `summed`.

        Args:
            state: A state that can be solved.
        """
        raise NotImplementedError

    @override
    def look(self, state: S, goal: Goal, line: bool, bounds: Bounds) -> Work[Solution]:
        values, searched = yield from self._values(state, goal, bounds)
        assert state.to_act is not None
        best = best_actions(goal, state.to_act, values)
        values_at = partial(self._values, goal=goal, bounds=Bounds())
        moves = (yield from best_line(goal, state, best[0], values_at)) if line else ()
        return Solution(goal, state.to_act, values, best, moves, searched())

    def _values(self, state: S, goal: Goal, bounds: Bounds) -> Work[Worths]:
        """Find the goal's number for each action, points taken so far included."""
        if state.phase not in (LEAD, FOLLOW):
            return {}, lambda: 0
        asked = yield from self._question(state, goal)
        kernel, position = asked.kernel, asked.position
        before = kernel.nodes
        assert state.to_act is not None
        wants_more = goal.wants_more(state.to_act)

        def learnt(*ends: int) -> None:
            low, high = sorted(map(asked.to_goal_value, ends))
            bounds.learn(low, high, wants_more=wants_more)

        found: dict[Action, Value] = {}
        guess: int | None = None
        for action in state.actions():
            if action.card is None:
                continue
            card = kernel.held(position.hands[state.turn], action.card)
            trial = position._replace(laid=(*position.laid, card))
            guess = yield from asked.exact(trial, guess, learnt)
            found[action] = asked.to_goal_value(guess)
        return found, lambda: kernel.nodes - before

    # Queries to a kernel

    def _question(self, state: S, goal: Goal) -> Work[FollowQuestion]:
        if goal.kind in self.counted:
            return self.question(state, goal)
        if goal.kind in self.summed:
            return (yield from self._summing(state, goal))
        return (yield from self._settling(state, goal))

    def question(self, state: S, goal: Goal) -> FollowQuestion:
        """Return the queries for a goal that counts from here on.

        Args:
            state: A state that can be solved.
            goal: The goal, of a kind in `COUNTED`.
        """
        own, tricks = goal.seats, goal.kind == "tricks"
        first = own if len(own) != 2 or "N" in own else tuple(seat for seat in SEATS if seat not in own)
        kernel = self._kernel(state, first, tricks)
        position = kernel.placed(state.hands, state.leader, state.trick)
        if tricks:  # the tricks not taken yet
            left = self.game.hand_size - state.trick_number + 1
        else:
            left = sum(map(kernel.worth, position.hands)) + sum(kernel.values[card] for card in position.laid)

        def told(found: int) -> int:
            number = found if own == first else left - found
            return 2 * number - left if goal.kind == "difference" else number

        return FollowQuestion(kernel, position, range(left + 1), told)

    def _settled_by(self, state: S, goal: Goal) -> SettlementGoal[Any]:
        return (self.counting if goal.kind in TRICKS else self.settling)(state, goal)

    def _settling(self, state: S, goal: Goal) -> Work[FollowQuestion]:
        kernel, node = yield from self._ends(state, goal, self._settled_by(state, goal))
        apart = self.due(state)
        held = [(*hand, *cards) for hand, cards in zip(state.hands, apart, strict=True)]
        position = kernel.placed(held, state.leader, state.trick)
        due = 0
        for mask, cards in zip(position.hands, apart, strict=True):
            for card in cards:
                due |= 1 << kernel.held(mask, card)
        return FollowQuestion(kernel, position._replace(root=node, due=due), kernel.outcomes.worths)

    def _by_points(self, state: S, goal: Goal, asked: PointsGoal) -> FollowQuestion:
        """Return queries about points alone, at the numbers where the result changes."""
        sums = asked.sums
        plain = self.question(state, replace(goal, kind="points"))
        before = asked.node // (4 * sums.span)
        worths = [sums.ends[sums.node(before + plain.to_goal_value(found), 0, 3)] for found in plain.ladder]
        values = [found for found in plain.ladder if not found or worths[found] != worths[found - 1]]
        return plain._replace(ladder=values, to_goal_value=worths.__getitem__)

    def _summing(self, state: S, goal: Goal) -> Work[FollowQuestion]:
        asked = yield from self.summing(state, goal)
        if asked.sums.depends_on_points_alone:
            return self._by_points(state, goal, asked)
        given = self._given(state, state.values, goal.seats)
        plain = CardNumbering(given)
        position = plain.placed(state.hands, state.leader, state.trick)
        held = [*position.hands]
        for place, number in enumerate(position.laid):
            held[(state.leader + place * given.step) & 3] |= 1 << number
        marks = {number: CROWN for number, card in enumerate(plain.cards) if card in asked.crown}
        marks |= {
            number: THEIRS if given.sides[seat] else OURS
            for number, card in enumerate(plain.cards)
            if card in asked.caught
            for seat, mask in enumerate(held)
            if mask >> number & 1
        }
        key = (goal, asked.sums, tuple(marks.items()), state.order, state.duty, self.engine)
        kernel: CompiledSums | PythonSums | None = self._kernels.pop(key, None)
        if kernel is None:
            given, found = given._replace(marks=marks), self._machine("sums")
            if found:
                kernel = CompiledSums(found, given, asked.sums, size=_bytes(state))
            else:
                kernel = PythonSums(given, asked.sums)
        keep(self._kernels, key, kernel, _KEPT)
        return FollowQuestion(kernel, position._replace(root=asked.node), kernel.sums.worths)

    def _kernel(self, state: S, first: tuple[Seat, ...], tricks: bool) -> FollowKernel | CompiledFollowKernel:
        """Return the kernel for the card order; its table serves all deals in that order."""
        size = _bytes(state)
        key = (state.order, state.duty, first, tricks, self.engine)
        kernel: FollowKernel | CompiledFollowKernel | None = self._kernels.pop(key, None)
        if kernel is None or (
            kernel.size < size if isinstance(kernel, CompiledFollowKernel) else len(kernel.table) > _LARGEST
        ):
            given, found = self._given(state, {} if tricks else state.values, first), self._machine("follow")
            if found:
                kernel = CompiledFollowKernel(found, given, size=size, trick=int(tricks))
            else:
                kernel = FollowKernel(given, trick=int(tricks))
        keep(self._kernels, key, kernel, _KEPT)
        return kernel

    def _ends(
        self, state: S, goal: Goal, asked: SettlementGoal[Any]
    ) -> Work[tuple[Ends | CompiledEnds, int]]:
        """Return the kernel for the possible results, and the node of the state."""
        key = (goal, asked.key, state.order, state.duty, self.engine)
        tricks = self.game.hand_size - state.trick_number + 1
        kernel: Ends | CompiledEnds | None = self._kernels.pop(key, None)
        node = kernel.outcomes.node(tricks, asked.start) if kernel else None
        if kernel is None or node is None:
            given = self._given(state, asked.weights, goal.seats)
            outcomes = Outcomes[Any](4 * max(given.values.values()) + 1)
            yield from outcomes.grow(asked, tricks)
            found = self._machine("outcomes")
            kernel = CompiledEnds(found, given, outcomes) if found else Ends(given, outcomes)
            node = outcomes.node(tricks, asked.start)
            assert node is not None
        keep(self._kernels, key, kernel, _KEPT)
        return kernel, node

    def _given(self, state: S, values: Mapping[str, int], first: Sequence[Seat]) -> KernelSetup:
        """Return the kernel configuration for one side and the card values."""
        game, sides = self.game, tuple(int(seat not in first) for seat in SEATS)
        by_card = {card: values.get(card, values.get(card[0], 0)) for card in game.pack}
        copies = len(game.pack) // len(by_card)
        return KernelSetup(state.order, state.duty, by_card, game.step, sides, self.clock, copies)

    def _machine(self, name: str) -> Machine | None:
        """Return a machine with a kernel if the compiled search is chosen."""
        return machine(name) if self.engine == "wasm" else None


def _bytes(state: FollowState) -> int:
    """Return the table size for a state: 4, 8 or, with enough memory, 64 MB."""
    if sum(map(len, state.hands)) <= _FEW:
        return 1 << 22
    return 1 << 26 if memory_to_spare() else 1 << 23
