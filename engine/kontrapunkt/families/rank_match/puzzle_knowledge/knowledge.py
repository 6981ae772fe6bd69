"""What puzzles know of Ristikontra and Ristiklappi: suits mean nothing, ranks have no order."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import override

from kontrapunkt import words
from kontrapunkt.cards import RANKS, Card
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.puzzle_knowledge.settled import Settled
from kontrapunkt.families.rank_match.puzzle_knowledge.standing import (
    gain,
    losing,
    situation,
    standing,
    taking,
    twists,
)
from kontrapunkt.families.rank_match.puzzle_knowledge.walk import RankMatchWalk
from kontrapunkt.families.rank_match.puzzle_knowledge.witness import witness
from kontrapunkt.families.rank_match.table import DARK
from kontrapunkt.game import SEATS, Action, Game, Seat, State, Trick
from kontrapunkt.naming import seat_name
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Knowledge, Saying
from kontrapunkt.record import Replay
from kontrapunkt.search import Goal, Solver, solver_for
from kontrapunkt.search.match import MatchSolver, Payoffs


class RankMatchKnowledge(Knowledge[RankMatchState]):
    """What puzzles know of a game of the Sedma group."""

    things = frozenset((DARK.verb,))

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, RankMatchGame)
        self.sedma_game = game

    # Cards

    @override
    def worth(self, action: Action) -> int:
        return self.sedma_game.values.get(action[0], 0) if action.card else 0

    @override
    def gain(self, state: RankMatchState, action: Action, side: Sequence[Seat]) -> int:
        card = action.card
        return gain(state, card, side) if card else super().gain(state, action, side)

    @override
    def name(self, action: Action) -> str:
        return words.say("puzzle.sedma.label.dark") if action == DARK else super().name(action)

    @override
    def tempting(self, state: RankMatchState) -> tuple[Action, ...]:
        return (DARK,) if state.first_part else ()

    @override
    def why_allowed(self, state: State, action: Action, seat: Seat | None = None) -> Saying:
        if action == DARK:
            return words.say("puzzle.sedma.dark"), "RK-R5"
        return words.say("puzzle.sedma.free"), "RK-R4"

    @override
    def why_lost(self, state: State, trick: Trick, seat: Seat) -> Saying:
        return taking(trick, seat), self.game.trick_rules[0]

    @override
    def why_not_theirs(self, state: State, trick: Trick, seat: Seat) -> str:
        return losing(trick, seat)

    @override
    def situation(self, state: RankMatchState) -> str:
        return "" if state.first_part else situation(state)

    @override
    def standing(self, state: RankMatchState, action: Action) -> str:
        return "" if state.first_part else standing(state, action)

    @override
    def twists(self, state: State, trick: Trick) -> int:
        return twists(trick, self.sedma_game.values)

    # Results

    @override
    def name_result(self, end: State) -> str:
        return end.result().text

    @override
    def answer(self, end: State, text: str) -> str | None:
        return None

    # Goals

    @cached_property
    def payoffs(self) -> Payoffs:
        """What a finished deal is worth."""
        solver = solver_for(self.game)
        assert isinstance(solver, MatchSolver)
        return solver.payoffs

    @override
    def outcome(self, aim: Aim, solver: Solver) -> str:
        own = aim.target if aim.own else -aim.target
        return words.say(self.outcome_key(own))

    def outcome_key(self, level: int) -> str:
        """The key of what a side wants that plays for a level of the result, from its own point of view.

        Args:
            level: The level, better above 0 and worse below.
        """
        raise NotImplementedError

    @override
    def left_of(self, aim: Aim, start: RankMatchState, state: RankMatchState) -> Aim:
        taken = state.taken[aim.goal.side] - start.taken[aim.goal.side]
        if aim.goal.kind == "tricks" and taken:
            return replace(aim, target=aim.target - taken)
        if aim.goal.kind == "no-tricks" and taken:  # out of reach for the one side, certain for the other
            return replace(aim, target=aim.target + 1)
        return super().left_of(aim, start, state)

    @override
    def decided(self, aim: Aim, state: RankMatchState) -> bool | None:
        return self._settled.decided(aim, state)

    @cached_property
    def _settled(self) -> Settled:
        return Settled(self.sedma_game, self.payoffs)

    @override
    def walk(self, aim: Aim, solver: Solver, state: RankMatchState) -> RankMatchWalk | None:
        assert isinstance(solver, MatchSolver)
        walked = aim.goal.kind in ("cleans", "not-cleans", "points", "result")
        if not walked or state.first_part or solver.engine != "wasm":
            return None
        return RankMatchWalk(aim, solver, self._settled, state)

    @override
    def moment(self, goal: Goal, state: RankMatchState) -> Hashable:
        cards = ["".join([card[0] for card in hand]) for hand in state.hands]
        trick = "".join([card[0] for card in state.trick])
        told: tuple[object, ...] = ()
        if goal.kind not in ("cleans", "not-cleans"):
            told = (state.card_points, state.taken)
        return (*cards, trick, state.phase, state.turn, state.streak, state.marks, told)

    @override
    def in_other_words(self, aim: Aim, state: State) -> str:
        kind, own = aim.goal.kind, aim.own
        values = {"side": aim.name, "others": words.listed("and", [seat_name(seat) for seat in aim.others])}
        if kind in ("cleans", "not-cleans"):
            return words.say(self.cleaning_key(own), **values)
        if kind == "result":
            return words.say(self.result_key(), **values)
        return words.say("puzzle.sedma.words.points", **values)

    # Mining

    @override
    def liking(self, state: RankMatchState, action: Action) -> float:
        if action == DARK:
            return -2.0
        queens = action[0] == "Q" and state.first_part and "RL-R3" in self.game.rulebook
        if state.trick:
            return 2.0 * queens
        same = sum(card[0] == action[0] for card in state.hands[state.turn])
        return 3.0 * (same - 1) - 0.5 * self.worth(action) - 4.0 * queens

    @override
    def aims(self, state: RankMatchState) -> tuple[Goal, ...]:
        dirty, cleaned = state.marks or (0, 0)
        cleaning = [Goal("cleans", side) for side in (0, 1) if (dirty & ~cleaned) >> side & 1]
        return (*cleaning, Goal("result"), Goal("points", state.turn & 1))

    @override
    def themes(
        self, kind: str, goal: Goal | None, before: RankMatchState, action: Action | None
    ) -> tuple[str, ...]:
        found: list[str] = []
        if kind == "legal":
            king = before.king_barred() and any(card[0] == "K" for card in before.hands[before.turn])
            limit = any(card[0] == before.barred_rank() for card in before.hands[before.turn])
            return tuple(["kings"] * king + ["lead-limit"] * limit) or ("dark",)
        if kind == "score":
            return ("result", *["cleaning"] * (any(before.marks)))
        if kind == "trick":
            return ("dark", "last-of-rank") if before.dark else ("last-of-rank",)
        if goal is not None and goal.kind in ("cleans", "not-cleans"):
            own = before.turn & 1 == goal.side
            found.append("cleaning" if own else "keeping-dirty")
        elif goal is not None:
            found.append("result" if goal.kind == "result" else "card-points")
        trick = before.trick
        if action == DARK:
            found.append("dark")
        elif action is not None and action.card:
            found += self._of_card(before, trick, action)
        return tuple(dict.fromkeys(found)) or ("result",)

    def _of_card(self, before: RankMatchState, trick: tuple[Card, ...], action: Action) -> list[str]:
        rank = action[0]
        found = ["kings"] * (rank == "K") + ["queens"] * (rank == "Q")
        if not trick:
            others = [card for seat, hand in enumerate(before.hands) if seat != before.turn for card in hand]
            return [*found, "leading", *["last-of-rank"] * (rank not in [card[0] for card in others])]
        lead = trick[0][0]
        if rank != lead and any(card[0] == lead for card in before.hands[before.turn]):
            found.append("holding-back")
        return [*found, *["giving"] * (rank != lead and self.worth(action) > 0)]

    @override
    def form(self, state: RankMatchState, seat: Seat) -> str:
        first = SEATS.index(seat)
        seats = [(first + i) % 4 for i in range(4)]
        trick = "".join(card[0] for card in state.trick)
        streak = state.streak if self._limit_matters(state) else None
        special = {*self.sedma_game.values, "K", "Q", *([streak[1]] if streak else [])}
        plain: list[tuple[object, ...]] = []
        told: list[object] = []
        for rank in RANKS:
            counts = tuple(sum(card[0] == rank for card in state.hands[each]) for each in seats)
            places = tuple(place for place, card in enumerate(trick) if card == rank)
            if rank in special:
                told.append((counts, places))
            elif any(counts) or places:
                plain.append((counts, places))
        marks = tuple((mark >> (first & 1) & 1, mark >> (1 - (first & 1)) & 1) for mark in state.marks)
        leads = (streak[1], streak[2], (streak[0] - first) % 4) if streak else ()
        turn = (state.turn - first) % 4
        return repr((told, sorted(plain, key=repr), marks, leads, turn, state.first_part))

    def _limit_matters(self, state: RankMatchState) -> bool:
        """Whether the lead limit may still bar somebody from the rank that was led last."""
        if state.streak is None:
            return False
        _, rank, number = state.streak
        return number + sum(card[0] == rank for hand in state.hands for card in hand) > state.game.lead_limit

    # Where positions come from

    @override
    def why_unreachable(self, played: Replay) -> str:
        assert isinstance(played.start, RankMatchState)
        if not played.deal.position or witness(played.start):
            return ""
        return words.say("puzzle.sedma.no_witness")

    def result_key(self) -> str:
        """The key of what winning the deal comes to."""
        return "puzzle.sedma.words.result"

    def cleaning_key(self, own: bool) -> str:
        """The key of what getting clean, or keeping the others dirty, comes to."""
        return "puzzle.sedma.words.points"
