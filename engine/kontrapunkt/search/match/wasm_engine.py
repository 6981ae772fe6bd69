"""The search of an ending with the compiled kernel."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.rules import Streak, together
from kontrapunkt.families.rank_match.state import LAST_TRICK
from kontrapunkt.search.clock import Work, retry_until_done
from kontrapunkt.search.match.compiled import (
    CompiledMatchKernel,
    KernelConfig,
    KernelPosition,
    RankNumbering,
    TrialSearch,
)
from kontrapunkt.search.match.endgame import limited, taken_since
from kontrapunkt.search.match.goal_queries import GoalQuery, Reached, by_rank
from kontrapunkt.search.match.questions import TRICK_SCALE, Count, CountedSet
from kontrapunkt.search.match.tables import Family

_BITS: Final = bytes.maketrans(b"01", b"\0\1")
_LONGEST: Final = 4  # a limit at which nothing is ever barred


class WasmEngine:
    """The compiled search for endings in which the lead limit may bar the same ranks.

    These endings share one table.

    Attributes:
        kernel: The kernel.
        numbering: The ranks of the game.
    """

    def __init__(self, kernel: CompiledMatchKernel, numbering: RankNumbering, state: RankMatchState) -> None:
        """Set up the endings of a state.

        Args:
            state: A state of the ending.
        """
        self.kernel = kernel
        self.numbering = numbering
        self._game = state.game
        self._barred = barrable(numbering, state)
        self._configs: dict[Count, KernelConfig] = {}

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self.kernel.nodes

    def holds(self, state: RankMatchState) -> bool:
        """Return True if the engine can answer for a state."""
        return barrable(self.numbering, state) == self._barred

    def engine(self, of: Count) -> KernelConfig:
        """Return the kernel's configuration for a count."""
        if of not in self._configs:
            self._configs[of] = self._config(of) if isinstance(of, Family) else self._count_config(of)
        return self._configs[of]

    def find(self, asked: GoalQuery, state: RankMatchState) -> Work[Mapping[str, Reached]]:
        """Find how many targets each count reaches, by rank.

        Args:
            asked: The query.
            state: The query's state or a later one, with a seat to act.
        """
        trials = {rank: self.numbering.number[rank] for rank in by_rank(state)}
        found: list[list[int]] = []
        for of, targets in asked.counts:
            config = self.engine(of)
            gain = config.count_taken(*taken_since(state, asked.state))
            moved = [target - gain for target in targets]
            work = TrialSearch(config, self.question(state, asked.state, config), [*trials.values()], moved)
            yield from retry_until_done(partial(self.kernel.weigh, work))
            found.append(work.low)
            yield
        return {rank: tuple(low[trial] for low in found) for rank, trial in trials.items()}

    def keeping(self, asked: GoalQuery, state: RankMatchState, reached: Reached) -> Work[str | None]:
        """Return a rank that reaches exactly these targets; None if there is none.

        Args:
            asked: The query.
            state: The query's state or a later one, with a seat to act.
            reached: The number of targets for each count.
        """
        found = yield from self.find(asked, state)
        return next((rank for rank, each in found.items() if each == reached), None)

    def _count_config(self, of: CountedSet) -> KernelConfig:
        points, tricks = self._game.total, LAST_TRICK
        good = dict(of.sets)
        cells = tuple(_cells(good.get(flags << 2, 0), points, tricks) for flags in range(4))
        return self._config(Family(flags=max(good)), cells, points, tricks)

    def _config(
        self, family: Family, good: tuple[bytes, ...] = (), points: int = 0, tricks: int = 0
    ) -> KernelConfig:
        """Return the configuration for a kind of count or a table of winning counts."""
        game, number = self._game, self.numbering.number
        worth = tuple(value * family.scale for value in self.numbering.values)
        cleaner = number["K"] if family.flags else -1
        spoiler = number["Q"] if family.flags and not game.queen_trick_cleans else -1
        special = {cleaner, spoiler} - {-1}
        named = self._barred | sum(1 << rank for rank in special)
        group = self.numbering.groups(worth, special)
        return KernelConfig(
            (0, 1, 0, 1), worth, group, family.scale, family.per_trick, named, cleaner, spoiler, (1, 2, 1, 2),
            family.bonus, game.lead_limit, self._barred, _together(game.lead_limit_scope), good, points,
            tricks,
        )  # fmt: skip

    def question(self, state: RankMatchState, root: RankMatchState, config: KernelConfig) -> KernelPosition:
        """Convert a state to a position of the kernel.

        Args:
            root: The state asked about.
            config: The kernel's configuration.
        """
        trick, leader = state.trick, state.leader
        hands = self.numbering.hands(state.hands, leader, trick)
        flags = unclean(state.marks) if config.cleaner >= 0 else 0
        taken = taken_since(state, root) if config.tricks else (0, 0)
        streak = self.streak(state.streak, leader, config)
        return KernelPosition(hands, leader, self.numbering.laid(trick), 0, taken, flags, *streak)

    def streak(self, streak: Streak | None, leader: int, config: KernelConfig) -> tuple[int, int]:
        """Return the rank of the leads before a trick and their number, if it matters.

        Args:
            streak: The leads before the trick; None for none.
            leader: The number of the seat that leads.
            config: The kernel's configuration.
        """
        if not streak or config.limit >= _LONGEST or not config.together[leader] >> streak[0] & 1:
            return -1, 0
        return self.numbering.number[streak[1]], min(streak[2], config.limit)


def _cells(counts: int, points: int, tricks: int) -> bytes:
    """Return a set of counts as a table with a byte for each."""
    bits = f"{counts:0{TRICK_SCALE * (points + 1)}b}"[::-1].encode().translate(_BITS)
    return b"".join(bits[TRICK_SCALE * p : TRICK_SCALE * p + tricks + 1] for p in range(points + 1))


def barrable(numbering: RankNumbering, state: RankMatchState) -> int:
    """Return the ranks, as bits, that the lead limit can still bar."""
    most, scope, streak = state.game.lead_limit, state.game.lead_limit_scope, state.streak
    if most >= _LONGEST:
        return 0
    hands = numbering.hands(state.hands, state.leader, state.trick)
    if scope == "player" and max(map(max, hands)) + (streak[2] if streak else 0) <= most:
        return 0  # nobody holds enough of any rank
    held = zip(numbering.number, zip(*hands, strict=True), strict=True)
    return sum(1 << rank for rank in limited(held, most, scope, streak))


def _together(scope: str) -> tuple[int, ...]:
    """Return for each seat those whose leads count with its own, as bits."""
    return tuple(sum(1 << other for other in range(4) if together(scope, seat, other)) for seat in range(4))
