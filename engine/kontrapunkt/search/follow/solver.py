"""The solver of games in which suit is followed: what is counted from here on, and what the deal comes to."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.interface import SEATS, SIDES, Action, Seat
from kontrapunkt.families.follow_suit import FOLLOW, LEAD, FollowGame, FollowState
from kontrapunkt.search.clock import Work, patiently, whole
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
"""The kinds of goal that count what is taken from here on; all others are about what the deal comes to."""

TRICKS: Final = ("tricks", "no-tricks")
"""The kinds that ask about the tricks of a side from here on."""

PARTIES: Final[tuple[tuple[Seat, ...], ...]] = (*((seat,) for seat in SEATS), *SIDES, *NEIGHBOURS)
"""All sides that a goal can name: a seat, or two."""

_KEPT: Final = 4  # orders whose tables are kept
_LARGEST: Final = 400_000  # entries of a table, before it is begun anew
_LONG: Final = 36  # cards in the hands from which a search takes ten seconds at times, and a minute at 40
_FEW: Final = 36  # cards in the hands that small tables suffice for, and are faster


class PointsGoal(NamedTuple):
    """What a goal asks of the points of its side, and of what counts beside them.

    Attributes:
        sums: What both come to.
        node: Where they stand.
        caught: Cards that count one beside for who takes them from the other side.
        crown: Cards that count one beside for who takes the last trick with them.
    """

    sums: Sums
    node: int
    caught: tuple[Card, ...] = ()
    crown: tuple[Card, ...] = ()


class FollowQuestion(NamedTuple):
    """A goal as a kernel is asked about it.

    Attributes:
        kernel: The kernel.
        position: The position, with no card on trial yet.
        ladder: What may be found, ascending.
        told: The goal's number for what is found; as much, unless given.
    """

    kernel: Recursion | CompiledFollowKernel
    position: TrialPosition
    ladder: Sequence[int]
    told: Callable[[int], int] = lambda found: found

    def exact(self, trial: TrialPosition, guess: int | None, learnt: Callable[[int, int], None]) -> Work[int]:
        """The value of an action, by questions of the form "at least so much?".

        The first are about a value that another action has, where there is one; the rest halve what is left.

        Args:
            trial: The position, with the action's card on trial.
            guess: The value of another action.
            learnt: What is told between which two the value lies, after each question.
        """
        ladder, low, high = self.ladder, 0, len(self.ladder) - 1
        near = [] if guess is None else [ladder.index(guess), ladder.index(guess) + 1]
        while low < high:
            at = near.pop() if near else (low + high + 1) // 2
            if not low < at <= high:
                continue
            found = yield from patiently(partial(self.kernel.bound, trial, ladder[at]))
            place = bisect_right(ladder, found) - 1
            low, high = (low, place) if found < ladder[at] else (place, high)
            learnt(ladder[low], ladder[high])
        return ladder[low]


class FollowSolver[S: FollowState = Any, G: FollowGame = Any](Solver[S, G]):
    """Open hands in play: what is taken from here on, and what a game adds about the end of the deal.

    What is only said (an announcement, a claim) plays no card: its value is not listed, and nobody says any
    more than has been said. Where a goal names one seat, or two, all others play together against it.
    """

    family = "follow"
    kinds: ClassVar[tuple[str, ...]] = COUNTED

    counted: ClassVar[tuple[str, ...]] = COUNTED
    """Those of them that count what is taken from here on."""

    summed: ClassVar[tuple[str, ...]] = ()
    """Those that ask for the points of a side together with what counts beside them."""

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
        return (*state.hands, state.aside())

    @override
    def takes_long(self, state: S) -> bool:
        return sum(map(len, state.hands)) >= _LONG

    def settling(self, state: S, goal: Goal) -> SettlementGoal[Any]:
        """What a goal asks of the end of the deal; asked where neither tricks nor points alone tell it.

        Args:
            state: A state that can be solved.
            goal: A goal that the solver knows.
        """
        raise NotImplementedError

    def counting(self, state: S, goal: Goal) -> SettlementGoal[Any]:
        """What a goal for tricks asks of the end of the deal; a game says more whose deals may end early.

        Args:
            state: A state that can be solved.
            goal: A goal of a kind in `TRICKS`.
        """
        return none_taken(goal.seats) if goal.kind == "no-tricks" else tricks_taken(goal.seats)

    def due(self, state: S) -> tuple[tuple[Card, ...], ...]:
        """Cards that are to be played as soon as their seat has its turn, as each seat holds them."""
        return ((), (), (), ())

    def settled(self, state: S, goal: Goal) -> int | None:
        """The number of a goal that the end of the deal decides, if it is sure that nothing can change it.

        Args:
            state: The state; its deal may be over.
            goal: A goal that can be asked about it, of a kind that is not counted.
        """
        if goal.kind in self.summed:
            if state.to_act is not None:  # more of either sum may still make a difference
                return None
            end = whole(self.summing(state, goal))
            return end.sums.ends[end.node]
        asked = self._settled_by(state, goal)
        if state.to_act is None:
            return asked.worth(asked.start)
        kernel, node = whole(self._ends(state, goal, asked))
        low, high = kernel.outcomes.low[node], kernel.outcomes.high[node]
        return low if low == high else None

    def summing(self, state: S, goal: Goal) -> Work[PointsGoal]:
        """What a goal asks of points and of what counts beside them; asked for the kinds in `summed` alone.

        Args:
            state: A state that can be solved.
            goal: A goal that the solver knows.
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
        """The goal's number by action; what is laid already included."""
        if state.phase not in (LEAD, FOLLOW):
            return {}, lambda: 0
        asked = yield from self._question(state, goal)
        kernel, position = asked.kernel, asked.position
        before = kernel.nodes
        assert state.to_act is not None
        wants_more = goal.wants_more(state.to_act)

        def learnt(*ends: int) -> None:
            low, high = sorted(map(asked.told, ends))
            bounds.learn(low, high, wants_more=wants_more)

        found: dict[Action, Value] = {}
        guess: int | None = None
        for action in state.actions():
            if action.card is None:
                continue
            card = kernel.held(position.hands[state.turn], action.card)
            trial = position._replace(laid=(*position.laid, card))
            guess = yield from asked.exact(trial, guess, learnt)
            found[action] = asked.told(guess)
        return found, lambda: kernel.nodes - before

    # How a kernel is asked

    def _question(self, state: S, goal: Goal) -> Work[FollowQuestion]:
        if goal.kind in self.counted:
            return self.question(state, goal)
        if goal.kind in self.summed:
            return (yield from self._summing(state, goal))
        return (yield from self._settling(state, goal))

    def question(self, state: S, goal: Goal) -> FollowQuestion:
        """A goal that counts what is taken, as a kernel is asked about it.

        Args:
            state: A state that can be solved.
            goal: The goal, of a kind in `COUNTED`.
        """
        own, tricks = goal.seats, goal.kind == "tricks"
        first = own if len(own) != 2 or "N" in own else tuple(seat for seat in SEATS if seat not in own)
        kernel = self._kernel(state, first, tricks)
        position = kernel.placed(state.hands, state.leader, state.trick)
        if tricks:  # what is not in anybody's tricks yet
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
        """A goal that hangs on points alone: they are counted, and only where the goal's number changes."""
        sums = asked.sums
        plain = self.question(state, replace(goal, kind="points"))
        before = asked.node // (4 * sums.span)
        worths = [sums.ends[sums.node(before + plain.told(found), 0, 3)] for found in plain.ladder]
        rungs = [found for found in plain.ladder if not found or worths[found] != worths[found - 1]]
        return plain._replace(ladder=rungs, told=worths.__getitem__)

    def _summing(self, state: S, goal: Goal) -> Work[FollowQuestion]:
        asked = yield from self.summing(state, goal)
        if asked.sums.counted:
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
        """The kernel that counts in the order in force; its table knows every deal that was played in it."""
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
        """The kernel that knows what the deal may come to, and the node where it stands."""
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
        """What a kernel is given where some seats want more, and cards count so by their ranks."""
        game, sides = self.game, tuple(int(seat not in first) for seat in SEATS)
        by_card = {card: values.get(card, values.get(card[0], 0)) for card in game.pack}
        copies = len(game.pack) // len(by_card)
        return KernelSetup(state.order, state.duty, by_card, game.step, sides, self.clock, copies)

    def _machine(self, name: str) -> Machine | None:
        """A machine with a kernel, where that is to search."""
        return machine(name) if self.engine == "wasm" else None


def _bytes(state: FollowState) -> int:
    """What the tables are to hold that a search from a state fills: 4, 8 or, where there is memory, 64 MB."""
    if sum(map(len, state.hands)) <= _FEW:
        return 1 << 22
    return 1 << 26 if memory_to_spare() else 1 << 23
