"""The search of an ending in Python: its engines and the targets they reach.

The number of targets reached is found by yes-or-no queries. This is exact because every answer is a valid
bound: one that reaches its target raises the lower end, one that misses it lowers the upper end, until they
meet. A bound often lies beyond its target and then moves the end further. The queries share the kernel's
table, so that most of each search was done by earlier ones.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Final, NamedTuple, Protocol

from kontrapunkt.core.interface import Action
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.search.clock import Clock, Work, retry_until_done
from kontrapunkt.search.match.count_search import CountSearch
from kontrapunkt.search.match.endgame import Endgame, Position, taken_since
from kontrapunkt.search.match.goal_queries import GoalQuery, Reached, by_rank
from kontrapunkt.search.match.kernel import FAR, MatchKernel
from kontrapunkt.search.match.questions import Count
from kontrapunkt.search.match.tables import EW_UNCLEAN, NS_UNCLEAN, Family, Tables

_AT_ONCE: Final = 1000  # table entries deleted at once


class Engine(Protocol):
    """Answers queries about positions, counting for N–S; see `MatchKernel`."""

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """Return a bound on the count of N–S: at least the target if reached, else below.

        Args:
            points: The card points that N–S have taken before; they count.
            tricks: The tricks that N–S have taken before; they count.
            target: The target, in the unit of the count.
            rank: The number of the rank led; None for any.
        """


class Boundary(NamedTuple):
    """The beginning of a trick, optionally with a chosen lead.

    Attributes:
        points: The card points that N–S have taken since the state asked about.
        tricks: The tricks that N–S have taken since then.
        rank: The number of the rank led; None for any.
    """

    position: Position
    points: int = 0
    tricks: int = 0
    rank: int | None = None

    def at_least(self, engine: Engine, target: int) -> int:
        """Return a bound on the count of N–S since the state asked about.

        Args:
            target: The target, in the unit of the count.
        """
        return engine.ask(self.position, self.points, self.tricks, target, self.rank)


@dataclass(eq=False)
class Turn:
    """A turn within a trick, searched with the engine's states, at most three deep.

    Attributes:
        root: The state asked about.
        bounds: The bounds found so far by engine, used after a pause.
    """

    ending: Endgame
    state: RankMatchState
    root: RankMatchState
    bounds: dict[Engine, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def _after(self) -> "list[Boundary | Turn]":
        plays = by_rank(self.state).values()
        return [_after(self.ending, self.state, action, self.root) for action in plays]

    def at_least(self, engine: Engine, target: int) -> int:
        """Return a bound on the count of N–S since the state asked about.

        Args:
            target: The target, in the unit of the count.
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


def _after(ending: Endgame, state: RankMatchState, action: Action, root: RankMatchState) -> Boundary | Turn:
    """Return the place after an action; card points and tricks count from the root."""
    leading = state.phase == "lead"
    then = state if leading else state.apply(action)
    if then.trick_number == state.trick_number and not leading:
        return Turn(ending, then, root)
    rank = ending.ranks.index(action[0]) if leading else None
    return Boundary(ending.position(then), *taken_since(then, root), rank)


class TargetBracket:
    """A search for the number of targets reached, which can be interrupted."""

    def __init__(self, spot: Boundary | Turn, engine: Engine, targets: Sequence[int]) -> None:
        """Start with the widest bounds.

        Args:
            spot: The position to query.
            engine: The engine that answers.
            targets: The targets, ascending.
        """
        self._spot = spot
        self._engine = engine
        self._targets = targets
        self._low = 0  # the number of targets reached for sure
        self._high = len(targets)  # the largest number that may be reached

    def find(self, guess: int | None = None) -> int:
        """Return the number of targets reached.

        Args:
            guess: The likely number, from a similar query; None for none.

        Raises:
            SearchPaused: when the slice is over; call again.
        """
        if guess is not None:
            self.is_just(guess)
        while self._low < self._high:
            self._ask((self._low + self._high + 1) // 2)
        return self._low

    def is_just(self, number: int) -> bool:
        """Return True if exactly this number of targets is reached.

        Args:
            number: The number to test, from 0.

        Raises:
            SearchPaused: when the slice is over; call again.
        """
        if self._low < number <= self._high:
            self._ask(number)
        if self._low <= number < self._high:
            self._ask(number + 1)
        return self._low == number == self._high

    def _ask(self, number: int) -> None:
        """Query one target and narrow the bounds.

        Args:
            number: The number of targets to test, from 1.
        """
        target = self._targets[number - 1]
        found = self._spot.at_least(self._engine, target)
        if found >= target:
            self._low = max(number, bisect_right(self._targets, found))
        else:
            self._high = min(number - 1, bisect_right(self._targets, found))


class PythonEngine:
    """An ending with the Python kernel's results.

    Attributes:
        ending: The cards and the lead limit.
    """

    def __init__(self, state: RankMatchState, clock: Clock) -> None:
        """Set up an ending.

        Args:
            state: The first state of the ending.
            clock: The clock that interrupts a search.
        """
        self.ending = Endgame(state)
        self._clock = clock
        self._counting: dict[Family, MatchKernel] = {}
        self._tables: dict[Family, Tables] = {}
        self._count_search: CountSearch | None = None

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return sum(each.nodes for each in self._counting.values())

    def holds(self, state: RankMatchState) -> bool:
        """Return True if a state belongs to this ending."""
        return self.ending.holds(state)

    def clear(self) -> Work[None]:
        """Delete all results in pieces, since at once takes longer than a slice."""
        engines: list[MatchKernel | CountSearch] = [*self._counting.values()]
        if self._count_search:
            engines.append(self._count_search)
        for table in [table for engine in engines for table in engine.memo]:
            while table:
                if isinstance(table, list):
                    del table[-_AT_ONCE:]
                else:
                    for _ in range(min(len(table), _AT_ONCE)):
                        table.popitem()
                yield

    def engine(self, of: Count) -> Engine:
        """Return the engine for a count."""
        if isinstance(of, Family):
            if of not in self._counting:
                self._counting[of] = MatchKernel(self.ending, of, self._tables_for(of), self._clock)
            return self._counting[of]
        if self._count_search is None:
            tables = self._tables_for(Family(flags=NS_UNCLEAN | EW_UNCLEAN))
            self._count_search = CountSearch(self.ending, tables, self._clock)
        return self._count_search.for_sets(of.sets)

    def find(self, asked: GoalQuery, state: RankMatchState) -> Work[Mapping[str, Reached]]:
        """Find how many targets each count reaches, by rank.

        Args:
            asked: The query.
            state: The query's state or a later one, with a seat to act.
        """
        found: dict[str, Reached] = {}
        guess: Sequence[int | None] = [None] * len(asked.counts)  # ranks often reach the same numbers
        for rank, brackets in self._brackets(asked, state):
            numbers = []
            for bracket, number in zip(brackets, guess, strict=True):
                numbers.append((yield from retry_until_done(partial(bracket.find, number))))
                yield
            guess = found[rank] = tuple(numbers)
        return found

    def keeping(self, asked: GoalQuery, state: RankMatchState, reached: Reached) -> Work[str | None]:
        """Return a rank that reaches exactly these targets; None if there is none.

        Args:
            asked: The query.
            state: The query's state or a later one, with a seat to act.
            reached: The number of targets for each count.
        """
        for rank, brackets in self._brackets(asked, state):
            for bracket, number in zip(brackets, reached, strict=True):
                kept = yield from retry_until_done(partial(bracket.is_just, number))
                yield
                if not kept:
                    break
            else:
                return rank
        return None

    def _brackets(self, asked: GoalQuery, state: RankMatchState) -> Iterator[tuple[str, list[TargetBracket]]]:
        """Yield each rank with a bracket for each count."""
        engines = [(self.engine(of), targets) for of, targets in asked.counts]
        for rank, action in by_rank(state).items():
            spot = _after(self.ending, state, action, asked.state)
            yield rank, [TargetBracket(spot, engine, targets) for engine, targets in engines]

    def _tables_for(self, family: Family) -> Tables:
        """Return the tables of hands; kinds of count that differ in flags share them."""
        kind = family._replace(flags=int(family.flags > 0), bonus=(0, 0, 0, 0))
        if kind not in self._tables:
            self._tables[kind] = Tables(self.ending, kind)
        return self._tables[kind]
