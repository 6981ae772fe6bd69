"""An ending as the Python kernel has it: its engines, where a search stands in it, its forks.

How many targets are reached is found by questions that are answered yes or no. Exact because every answer is
a true bound: one that reaches its target raises the lower end, one that misses lowers the upper end, until
they meet. A bound often lies beyond its target and then moves the end further. The questions share the
kernel's table, so that each is mostly a walk through what earlier ones found.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Final, NamedTuple, Protocol

from kontrapunkt.core.interface import Action
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.search.clock import Clock, Work, patiently
from kontrapunkt.search.match.account import Account
from kontrapunkt.search.match.ending import Ending, Position, Techniques, taken_since
from kontrapunkt.search.match.goal_queries import GoalQuery, Reached, by_rank
from kontrapunkt.search.match.kernel import FAR, MatchKernel
from kontrapunkt.search.match.questions import Count
from kontrapunkt.search.match.tables import EW_UNCLEAN, NS_UNCLEAN, Family, Tables

_AT_ONCE: Final = 1000  # entries of a table that are forgotten at once


class Engine(Protocol):
    """What answers questions about positions, in what N–S count; see `Kernel`."""

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """A bound on what N–S count: at least the target if it reaches it, at most if it does not.

        Args:
            position: The position.
            points: Card points that N–S took on the way there; they count.
            tricks: Tricks that N–S took on the way there.
            target: The target.
            rank: The rank that is led there; any unless given.
        """


class Boundary(NamedTuple):
    """A trick begins, perhaps with a lead that is chosen already.

    Attributes:
        position: The position.
        points: Card points that N–S have taken since the state that was asked about.
        tricks: Tricks that they have.
        rank: The number of the rank that is led; any unless given.
    """

    position: Position
    points: int = 0
    tricks: int = 0
    rank: int | None = None

    def at_least(self, engine: Engine, target: int) -> int:
        """A bound on what N–S count from the state that was asked about.

        Args:
            engine: What answers.
            target: In the unit of what is counted.
        """
        return engine.ask(self.position, self.points, self.tricks, target, self.rank)


@dataclass(eq=False)
class Turn:
    """Somebody is to play to a trick in progress; walked with the engine's own states, at most three deep.

    Attributes:
        ending: The ending.
        state: The state.
        root: The state that was asked about.
        bounds: What is known by engine, so that after a pause it is not walked again.
    """

    ending: Ending
    state: RankMatchState
    root: RankMatchState
    bounds: dict[Engine, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def _after(self) -> "list[Boundary | Turn]":
        plays = by_rank(self.state).values()
        return [_after(self.ending, self.state, action, self.root) for action in plays]

    def at_least(self, engine: Engine, target: int) -> int:
        """A bound on what N–S count from the state that was asked about.

        Args:
            engine: What answers.
            target: In the unit of what is counted.
        """
        floor, ceiling = self.bounds.get(engine, (-FAR, FAR))
        if floor >= target:
            return floor
        if ceiling < target:
            return ceiling
        ours = self.state.turn in (0, 2)
        best = -FAR if ours else FAR
        for spot in self._after:
            found = spot.at_least(engine, target)
            if (found > best) == ours:
                best = found
            if (best >= target) == ours:
                break
        if best >= target:
            self.bounds[engine] = max(floor, best), ceiling
        else:
            self.bounds[engine] = floor, min(ceiling, best)
        return best


def _after(ending: Ending, state: RankMatchState, action: Action, root: RankMatchState) -> Boundary | Turn:
    """What an action leads to; card points and tricks count from the root."""
    leading = state.phase == "lead"
    then = state if leading else state.apply(action)
    if then.trick_number == state.trick_number and not leading:
        return Turn(ending, then, root)
    rank = ending.ranks.index(action[0]) if leading else None
    return Boundary(ending.position(then), *taken_since(then, root), rank)


class TargetBracket:
    """How many of some targets are reached; may be interrupted between questions and within one."""

    def __init__(self, spot: Boundary | Turn, engine: Engine, targets: Sequence[int]) -> None:
        """Takes the question.

        Args:
            spot: Where to ask.
            engine: Whom to ask.
            targets: The targets, ascending.
        """
        self._spot = spot
        self._engine = engine
        self._targets = targets
        self._low = 0  # so many are reached
        self._high = len(targets)  # no more than so many are

    def find(self, guess: int | None = None) -> int:
        """The number of targets reached.

        Args:
            guess: What it may be, where a like question has been answered before.

        Raises:
            SearchPaused: when the slice is over; call again.
        """
        if guess is not None:
            self.is_just(guess)
        while self._low < self._high:
            self._ask((self._low + self._high + 1) // 2)
        return self._low

    def is_just(self, number: int) -> bool:
        """Whether so many targets are reached, no more and no less.

        Args:
            number: How many, from 0.

        Raises:
            SearchPaused: when the slice is over; call again.
        """
        if self._low < number <= self._high:
            self._ask(number)
        if self._low <= number < self._high:
            self._ask(number + 1)
        return self._low == number == self._high

    def _ask(self, number: int) -> None:
        """Whether so many are reached; the answer moves one end at least past the question."""
        target = self._targets[number - 1]
        found = self._spot.at_least(self._engine, target)
        if found >= target:
            self._low = max(number, bisect_right(self._targets, found))
        else:
            self._high = min(number - 1, bisect_right(self._targets, found))


class PythonEngine:
    """An ending with all that has been found in it by the Python kernel.

    Attributes:
        ending: The cards and the lead limit.
    """

    def __init__(self, state: RankMatchState, techniques: Techniques, clock: Clock) -> None:
        """Lays an ending out.

        Args:
            state: Where it begins.
            techniques: What to make use of.
            clock: Tells when to pause.
        """
        self.ending = Ending(state, techniques)
        self._clock = clock
        self._counting: dict[Family, MatchKernel] = {}
        self._tables: dict[Family, Tables] = {}
        self._account: Account | None = None

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return sum(each.nodes for each in self._counting.values())

    def holds(self, state: RankMatchState) -> bool:
        """Whether it can answer for a state."""
        return self.ending.holds(state)

    def clear(self) -> Work[None]:
        """Forgets all that has been found, in pieces: at once that takes longer than a slice."""
        engines: list[MatchKernel | Account] = [*self._counting.values()]
        if self._account:
            engines.append(self._account)
        for table in [table for engine in engines for table in engine.found]:
            while table:
                if isinstance(table, list):
                    del table[-_AT_ONCE:]
                else:
                    for _ in range(min(len(table), _AT_ONCE)):
                        table.popitem()
                yield

    def engine(self, of: Count) -> Engine:
        """What answers questions about a count."""
        if isinstance(of, Family):
            if of not in self._counting:
                self._counting[of] = MatchKernel(self.ending, of, self._tables_for(of), self._clock)
            return self._counting[of]
        if self._account is None:
            tables = self._tables_for(Family(flags=NS_UNCLEAN | EW_UNCLEAN))
            self._account = Account(self.ending, tables, self._clock)
        return self._account.for_sets(of.sets)

    def find(self, asked: GoalQuery, state: RankMatchState) -> Work[Mapping[str, Reached]]:
        """By rank, how many targets each count reaches.

        Args:
            asked: What is asked.
            state: The state asked about, or one that it leads to, with somebody to act.
        """
        found: dict[str, Reached] = {}
        guess: Sequence[int | None] = [None] * len(asked.counts)  # what one rank reaches may the next
        for rank, brackets in self._brackets(asked, state):
            numbers = []
            for bracket, number in zip(brackets, guess, strict=True):
                numbers.append((yield from patiently(partial(bracket.find, number))))
                yield
            guess = found[rank] = tuple(numbers)
        return found

    def keeping(self, asked: GoalQuery, state: RankMatchState, reached: Reached) -> Work[str | None]:
        """A rank that reaches just that; None if there is none.

        Args:
            asked: What is asked.
            state: The state asked about, or one that it leads to, with somebody to act.
            reached: A number for each count.
        """
        for rank, brackets in self._brackets(asked, state):
            for bracket, number in zip(brackets, reached, strict=True):
                kept = yield from patiently(partial(bracket.is_just, number))
                yield
                if not kept:
                    break
            else:
                return rank
        return None

    def _brackets(self, asked: GoalQuery, state: RankMatchState) -> Iterator[tuple[str, list[TargetBracket]]]:
        """By rank, a bracket for each count."""
        engines = [(self.engine(of), targets) for of, targets in asked.counts]
        for rank, action in by_rank(state).items():
            spot = _after(self.ending, state, action, asked.state)
            yield rank, [TargetBracket(spot, engine, targets) for engine, targets in engines]

    def _tables_for(self, family: Family) -> Tables:
        """The tables of hands, which kinds of count share that differ in flags or bonus alone."""
        kind = family._replace(flags=int(family.flags > 0), bonus=(0, 0, 0, 0))
        if kind not in self._tables:
            self._tables[kind] = Tables(self.ending, kind)
        return self._tables[kind]
