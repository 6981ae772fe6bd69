"""Puzzle knowledge for Ristikontra and Ristiklappi, four players in two sides."""

from collections.abc import Hashable
from typing import Any, override

from kontrapunkt.core.interface import Action, Seat, State
from kontrapunkt.core.messages import Text
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.constants import DARK, unclean
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import RankKnowledge, ranks_of
from kontrapunkt.families.rank_match.puzzle_knowledge.walk import RankMatchWalk, decide_by_counting
from kontrapunkt.families.rank_match.puzzle_knowledge.witness import MatchWitness
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Saying
from kontrapunkt.search import Goal, Solver
from kontrapunkt.search.match import MatchSolver


class RankMatchKnowledge(RankKnowledge[RankMatchState]):
    """Puzzle knowledge for a game of the Sedma group for four."""

    game: RankMatchGame
    things = frozenset((DARK.verb,))
    witness = MatchWitness

    # Cards

    @override
    def tempting(self, state: RankMatchState) -> tuple[Action, ...]:
        return (DARK,) if state.first_part else ()

    @override
    def why_allowed(self, state: State, action: Action, seat: Seat | None = None) -> Saying:
        key, rule = ("dark", "RK-R5") if action == DARK else ("free", "RK-R4")
        return self.tell(key), rule

    # Results

    @override
    def name_result(self, end: State) -> Text:
        return end.result().said

    # Goals

    @override
    def outcome(self, aim: Aim, solver: Solver[Any, Any]) -> Text:
        own = aim.target if aim.own else -aim.target
        return self.tell(self.outcome_key(own), n=abs(own))

    def outcome_key(self, level: int) -> str:
        """Return the key of the goal of a side that plays for a level of the result.

        Args:
            level: The level from the side's own point of view, better above 0 and worse below.
        """
        return f"want.{level}"

    @override
    def certain_outcome(self, aim: Aim, state: RankMatchState) -> bool | None:
        return decide_by_counting(self.solver.payoffs, aim, state)

    @override
    def walk(self, aim: Aim, solver: Solver[Any, Any], state: RankMatchState) -> RankMatchWalk | None:
        assert isinstance(solver, MatchSolver)
        walked = aim.goal.kind in ("cleans", "not-cleans", "points", "result")
        if not walked or state.first_part or solver.engine != "wasm":
            return None
        return RankMatchWalk(aim, solver, state)

    @override
    def moment(self, goal: Goal, state: RankMatchState) -> Hashable:
        told = () if goal.kind in ("cleans", "not-cleans") else (state.card_points, state.taken)
        return (*ranks_of(state), state.streak, state.marks, told)

    # Mining

    @override
    def liking(self, state: RankMatchState, action: Action) -> float:
        if action == DARK:
            return -2.0
        queens = action[0] == "Q" and state.first_part and "RL-R3" in self.game.rulebook
        return super().liking(state, action) + (2.0 if state.trick else -4.0) * queens

    @override
    def aims(self, state: RankMatchState) -> tuple[Goal, ...]:
        cleaning = [Goal("cleans", side) for side in (0, 1) if unclean(state.marks) >> side & 1]
        return (*cleaning, Goal("result"), Goal("points", state.turn & 1))

    @override
    def themes(
        self, kind: str, goal: Goal | None, before: RankMatchState, action: Action | None
    ) -> tuple[str, ...]:
        if kind == "legal":
            ranks = {card[0] for card in before.hands[before.turn]}
            king = before.king_barred() and "K" in ranks
            return tuple(["kings"] * king + ["lead-limit"] * (before.barred_rank() in ranks)) or ("dark",)
        if kind == "score":
            return ("result", *["cleaning"] * (any(before.marks)))
        if kind == "trick":
            return ("dark", "last-of-rank") if before.dark else ("last-of-rank",)
        found: list[str] = []
        if goal is not None and goal.kind in ("cleans", "not-cleans"):
            own = before.turn & 1 == goal.side
            found.append("cleaning" if own else "keeping-dirty")
        elif goal is not None:
            found.append("result" if goal.kind == "result" else "card-points")
        if action == DARK:
            found.append("dark")
        elif action is not None and action.card:
            found += self.of_card(before, action)
        return tuple(dict.fromkeys(found)) or ("result",)

    @override
    def of_card(self, before: RankMatchState, action: Action) -> list[str]:
        rank = action[0]
        found = ["kings"] * (rank == "K") + ["queens"] * (rank == "Q") + super().of_card(before, action)
        others = [card for seat, hand in enumerate(before.hands) if seat != before.turn for card in hand]
        if not before.trick and rank not in [card[0] for card in others]:
            found.append("last-of-rank")
        return found

    @override
    def special(self, state: RankMatchState) -> set[str]:
        streak = state.streak if self._limit_matters(state) else None
        return super().special(state) | {"K", "Q"} | ({streak[1]} if streak else set())

    @override
    def with_more(
        self, state: RankMatchState, first: int, turn: int, cards: tuple[object, ...]
    ) -> tuple[object, ...]:
        marks = tuple((mark >> (first & 1) & 1, mark >> (1 - (first & 1)) & 1) for mark in state.marks)
        leads: tuple[object, ...] = ()
        if state.streak and self._limit_matters(state):
            leader, rank, number = state.streak
            leads = rank, number, (leader - first) % 4
        return *cards, marks, leads, turn, state.first_part

    def _limit_matters(self, state: RankMatchState) -> bool:
        """Return True if the lead limit may still bar somebody from the rank led last."""
        if state.streak is None:
            return False
        _, rank, number = state.streak
        return number + sum(card[0] == rank for hand in state.hands for card in hand) > state.game.lead_limit
