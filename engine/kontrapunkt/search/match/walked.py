"""An ending as the Python kernel has it: its tables, its engines, its forks."""

from collections.abc import Sequence
from typing import Final, NamedTuple, override

from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.search.clock import Clock, Work
from kontrapunkt.search.match.account import Account
from kontrapunkt.search.match.bracket import Bracket
from kontrapunkt.search.match.counting import Counting
from kontrapunkt.search.match.ending import Ending
from kontrapunkt.search.match.family import POINTS, Family
from kontrapunkt.search.match.fork import Fork, WalkedFork
from kontrapunkt.search.match.limit import Limit, touched
from kontrapunkt.search.match.place import Boundary, Engine, Frame, Turn, streak_of
from kontrapunkt.search.match.prepared import Prepared
from kontrapunkt.search.match.questions import Counted
from kontrapunkt.search.match.tables import Tables
from kontrapunkt.search.match.techniques import Techniques

_AT_ONCE: Final = 1000  # entries of a table that are forgotten at once


class Setting(NamedTuple):
    """How endings are to be solved.

    Attributes:
        game: The game.
        techniques: What to make use of.
        clock: Tells when to pause.
        queen_cleans: Whether a trick to which a queen was led cleans too.
    """

    game: RankMatchGame
    techniques: Techniques
    clock: Clock
    queen_cleans: bool


class Walked(Prepared[Engine]):
    """An ending with all that has been found in it by the Python kernel.

    Attributes:
        frame: The ending and its lead limit.
    """

    def __init__(self, setting: Setting, state: RankMatchState) -> None:
        """Lays an ending out.

        Args:
            setting: How it is to be solved.
            state: Where it begins.
        """
        game = setting.game
        self.queen_cleans = setting.queen_cleans
        self._setting = setting
        ending = Ending(state.hands, game.values, setting.techniques.alike)
        limit = Limit(ending, game.lead_limit, game.lead_limit_scope, streak_of(state))
        self.frame = Frame(ending, limit)
        self._counting: dict[Family, Counting] = {}
        self._tables: dict[tuple[int, int, bool, bool], Tables] = {}
        self._account: Account | None = None

    @override
    def holds(self, state: RankMatchState) -> bool:
        """Whether a state may have come of this ending."""
        ending, game = self.frame.ending, self._setting.game
        masks = [ending.mask(seat, hand) for seat, hand in enumerate(state.hands)]
        hands = [mask for mask in masks if mask is not None]
        if len(hands) < 4:
            return False
        most, scope = game.lead_limit, game.lead_limit_scope
        return touched(ending, hands, most, scope, streak_of(state)) <= self.frame.limit.ranks

    @override
    def clear(self) -> Work[None]:
        """Forgets all that has been found, in pieces: to let go of a full table takes longer than a slice."""
        engines: list[Counting | Account] = [*self._counting.values()]
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

    @override
    def counting(self, family: Family) -> Counting:
        found = self._counting.get(family)
        if found is None:
            _, techniques, clock, _ = self._setting
            found = Counting(self.frame, family, self._tables_for(family), techniques, clock)
            self._counting[family] = found
        return found

    @override
    def account(self, sets: Counted) -> Account:
        if self._account is None:
            _, _, clock, queen_cleans = self._setting
            self._account = Account(self.frame, self._tables_for(POINTS), queen_cleans, clock, {})
        return self._account.for_sets(sets.sets)

    @override
    def fork(self, engines: Sequence[tuple[Engine, Sequence[int]]], state: RankMatchState) -> Fork:
        return WalkedFork(self.frame, engines, state, state)

    @override
    def reached(self, engine: Engine, targets: Sequence[int], state: RankMatchState) -> int:
        frame, leads = self.frame, state.phase == "lead"
        spot = Boundary(frame.position(state), 0, 0) if leads else Turn(frame, state, state)
        return Bracket(spot, engine, targets).find()

    def _tables_for(self, family: Family) -> Tables:
        """The tables of hands, which kinds of count share that differ in flags or bonus alone."""
        key = (family.scale, family.per_trick, bool(family.flags), family.queen_cleans)
        found = self._tables.get(key)
        if found is None:
            values, ordering = self._setting.game.values, self._setting.techniques.ordering
            found = Tables(self.frame.ending, family, values, self.frame.limit.ranks, ordering)
            self._tables[key] = found
        return found

    @property
    @override
    def nodes(self) -> int:
        """Positions searched so far."""
        return sum(each.nodes for each in self._counting.values()) + (
            self._account.nodes if self._account else 0
        )
