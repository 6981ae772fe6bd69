"""The plain search of rank-match endings: an open window, card by card, and a table of bounds.

It is what the kernel must agree with, and shows what targets save.
"""

from typing import Any, Final, override

from kontrapunkt.core.interface import Game
from kontrapunkt.search.match import MatchSolver
from kontrapunkt.search.match.endgame import Endgame, Position
from kontrapunkt.search.match.python_engine import Engine, PythonEngine
from kontrapunkt.search.match.questions import CountedSet
from kontrapunkt.search.match.tables import Family, Tables

FAR: Final = 1 << 40


def plain_solver(make: type[MatchSolver[Any]], game: Game) -> MatchSolver[Any]:
    """A solver that counts so."""

    class PlainSolver(make):  # type: ignore[valid-type, misc]
        """The solver of the game, but for how it counts."""

        @override
        def _walked(self, state: Any) -> PythonEngine:
            return PlainEnding(state, self.clock)

    solver: MatchSolver[Any] = PlainSolver(game)
    solver.engine = "python"
    return solver


class PlainEnding(PythonEngine):
    """An ending whose counts are found by the plain search."""

    @override
    def engine(self, of: Family | CountedSet) -> Engine:
        return Plain(self.ending, of, self._tables_for(of)) if isinstance(of, Family) else super().engine(of)


class Plain:
    """What N–S count, found with an open window; an `Engine`."""

    def __init__(self, ending: Endgame, family: Family, tables: Tables) -> None:
        self._ending = ending
        self._family = family
        self._tables = tables
        self._found: dict[Position, tuple[int, int]] = {}

    def ask(self, position: Position, points: int, tricks: int, target: int, rank: int | None = None) -> int:
        """What N–S count, exactly; if a rank is given, when that is led."""
        position = position._replace(flags=position.flags & self._family.flags)
        gain = points * self._family.scale + tricks * self._family.per_trick
        if rank is None:
            return gain + self._begin(position, -FAR, FAR)
        return gain + self._play(position, (), position.hands, -FAR, FAR, rank)

    def _begin(self, position: Position, alpha: int, beta: int) -> int:
        if position.number == 0:
            return self._family.bonus[position.flags >> 2]
        floor, ceiling = self._found.get(position, (-FAR, FAR))
        if floor >= beta or floor == ceiling:
            return floor
        if ceiling <= alpha:
            return ceiling
        alpha, beta = max(alpha, floor), min(beta, ceiling)
        found = self._play(position, (), position.hands, alpha, beta)
        if found <= alpha:
            ceiling = min(ceiling, found)
        elif found >= beta:
            floor = max(floor, found)
        else:
            floor = ceiling = found
        self._found[position] = (floor, ceiling)
        return found

    def _play(
        self,
        position: Position,
        trick: tuple[int, ...],
        hands: tuple[int, ...],
        alpha: int,
        beta: int,
        only: int | None = None,
    ) -> int:
        if len(trick) == 4:
            gain, then = self._end(position, trick, hands)
            return gain + self._begin(then, alpha - gain, beta - gain)
        seat = (position.leader + len(trick)) & 3
        barred = self._ending.barred(position.streak) if not trick and position.streak else -1
        if barred >= 0 and all(rank == barred for _, rank in self._ending.moves[hands[seat]]):
            barred = -1
        best = -FAR if seat in (0, 2) else FAR
        for left, rank, _ in self._tables.high[hands[seat]]:
            if rank == barred or (only is not None and rank != only):
                continue
            new_hands = (*hands[:seat], left, *hands[seat + 1 :])
            found = self._play(position, (*trick, rank), new_hands, alpha, beta)
            if seat in (0, 2):
                best = max(best, found)
                alpha = max(alpha, found)
            else:
                best = min(best, found)
                beta = min(beta, found)
            if alpha >= beta:
                break
        return best

    def _end(
        self, position: Position, trick: tuple[int, ...], hands: tuple[int, ...]
    ) -> tuple[int, Position]:
        """What N–S count for a full trick, and the position after it."""
        tables = self._tables
        led = trick[0]
        place = max(i for i, rank in enumerate(trick) if rank == led)
        winner = (position.leader + place) & 3
        flags = position.flags
        if tables.king in trick and led != tables.queen:
            flags &= ~(4 << (winner & 1))
        streak = 0
        if led in self._ending.limited:
            streak = self._ending.streaks(position.hands, position.leader, led, position.streak)[place]
        gain = 0 if winner & 1 else sum(tables.worth[rank] for rank in trick) + tables.per_trick
        one, two, three, four = hands
        return gain, Position((one, two, three, four), position.number - 1, winner, flags, streak)
