"""Walks through endgames in which ranks match.

Hands are numbers of cards of each rank, and each turn needs one kernel query. In games of four, counting
alone may decide an aim, by the card points, kings and marks that are left.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple, override

from kontrapunkt.core.cards import RANKS
from kontrapunkt.core.interface import SEATS
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.prior_play import DealSums, possible_sums
from kontrapunkt.families.rank_match.rules import Streak
from kontrapunkt.puzzles.aim import Aim, agreed
from kontrapunkt.puzzles.knowledge import Walk
from kontrapunkt.search.clock import run_to_end
from kontrapunkt.search.match import Payoffs
from kontrapunkt.search.match.compiled import (
    CompiledMatchKernel,
    Counts,
    KernelConfig,
    KernelPosition,
    RankNumbering,
    TrialSearch,
)
from kontrapunkt.search.match.questions import Target
from kontrapunkt.search.match.solver import MatchSolver
from kontrapunkt.search.match.wasm_engine import WasmEngine


class RankPlace(NamedTuple):
    """A position in the walk.

    Attributes:
        hands: The hands by seat, as numbers of cards of each rank, including cards in the trick.
        leader: The number of the seat that leads the trick.
        laid: The numbers of its ranks.
        points: The card points of each side, as in the state; empty if they do not matter.
        taken: The tricks of each side, likewise.
        added: The card points that the winner of the trick gets beside its cards.
        streak: The last leads of one rank before the trick.
        marks: The game's marks.
    """

    hands: tuple[Counts, ...]
    leader: int
    laid: tuple[int, ...]
    points: tuple[int, ...]
    taken: tuple[int, ...]
    added: int = 0
    streak: Streak | None = None
    marks: tuple[int, ...] = ()


class MatchWalk(Walk[RankPlace, int]):
    """A walk for an aim; a move is the number of a rank.

    Attributes:
        start: The first position.
    """

    def __init__(self, numbering: RankNumbering, side_of: Sequence[int], ours: Sequence[bool]) -> None:
        """Prepare a walk; subclasses set the first position.

        Args:
            numbering: The ranks of the game.
            side_of: By seat, the number of its side.
            ours: By seat, True if the aim is that seat's.
        """
        self._numbering = numbering
        self._values = numbering.values
        self._side_of = side_of
        self._our_seats = ours
        self._seats = len(side_of)
        self._order = [numbering.number[rank] for rank in RANKS]
        self._ranks = {number: rank for rank, number in numbering.number.items()}
        self._held: dict[Counts, tuple[int, ...]] = {}
        self._kept: dict[RankPlace, tuple[int, ...]] = {}

    @abstractmethod
    def keeping_moves(self, at: RankPlace, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves that keep the aim within reach.

        Args:
            at: The position.
            moves: Moves there.
        """

    def turn(self, at: RankPlace) -> int:
        """Return the number of the seat to act."""
        return (at.leader + len(at.laid)) % self._seats

    @override
    def ours(self, at: RankPlace) -> bool | None:
        return self._our_seats[self.turn(at)] if any(at.hands[at.leader]) else None

    def barred(self, at: RankPlace) -> int:
        """Return the rank that must not be led; -1 for none."""
        return -1

    @override
    def moves(self, at: RankPlace) -> tuple[int, ...]:
        hand = at.hands[self.turn(at)]
        found = self._held.get(hand)
        if found is None:
            found = self._held[hand] = tuple([rank for rank in self._order if hand[rank]])
        if not at.laid and len(found) > 1 and (barred := self.barred(at)) >= 0:
            found = tuple(rank for rank in found if rank != barred)
        return found

    @override
    def many(self, at: RankPlace, move: int) -> int:
        return at.hands[self.turn(at)][move]

    @override
    def goal_keeping_moves(self, at: RankPlace) -> tuple[int, ...]:
        found = self._kept.get(at)
        if found is None:
            moves = self.moves(at)  # a forced move needs no query; the end of the walk decides
            found = self._kept[at] = tuple(self.keeping_moves(at, moves)) if len(moves) > 1 else moves
        return found

    def winner(self, leader: int, laid: Sequence[int]) -> int:
        """Return the number of the seat that is winning a trick.

        Args:
            leader: The number of the leader.
            laid: The ranks of its cards.
        """
        place = len(laid) - 1
        while laid[place] != laid[0]:
            place -= 1
        return (leader + place) % self._seats

    @override
    def after(self, at: RankPlace, move: int) -> RankPlace:
        laid = (*at.laid, move)
        if len(laid) < self._seats:
            return RankPlace(at[0], at[1], laid, *at[3:])
        leader, hands = at.leader, list(at.hands)
        for place, rank in enumerate(laid):
            seat = (leader + place) % self._seats
            hand = hands[seat]
            hands[seat] = (*hand[:rank], hand[rank] - 1, *hand[rank + 1 :])
        winner = self.winner(leader, laid)
        points, taken = at.points, at.taken
        if points:
            side = self._side_of[winner]
            count = points[side] + at.added + sum([self._values[rank] for rank in laid])
            points = (*points[:side], count, *points[side + 1 :])
            if taken:
                taken = (*taken[:side], taken[side] + 1, *taken[side + 1 :])
        return self.beyond(at, RankPlace(tuple(hands), winner, (), points, taken), laid)

    def beyond(self, before: RankPlace, after: RankPlace, laid: tuple[int, ...]) -> RankPlace:
        """Return the position after a trick, with the game's further slots updated.

        Args:
            before: The position in the middle of the trick.
            after: The position after it.
            laid: The ranks of its cards.
        """
        return after

    @override
    def name(self, move: int) -> str:
        return self._ranks[move]

    @override
    def worth(self, move: int) -> int:
        return self._values[move]

    @override
    def gain(self, at: RankPlace, move: int) -> int:
        laid = (*at.laid, move)
        count = sum([self._values[rank] for rank in laid]) + at.added * (len(laid) == self._seats)
        return count if self._our_seats[self.winner(at.leader, laid)] else -count

    def left(self, at: RankPlace) -> int:
        """Return the card points that nobody has taken yet."""
        values = self._values
        return at.added + sum([n * values[rank] for hand in at.hands for rank, n in enumerate(hand) if n])


def decide_by_counting(payoffs: Payoffs, aim: Aim, state: RankMatchState) -> bool | None:
    """Return True or False if counting alone decides an aim; None while it is open.

    Args:
        payoffs: The results of finished deals.
        aim: The rest of the aim at the state.
    """
    kind, over = aim.goal.kind, state.to_act is None
    drawing = state.first_part and not over
    if kind in ("cleans", "not-cleans"):
        return None if drawing else clean(aim, state.marks, _kings(state))
    cards = [card for hand in (*state.hands, state.trick) for card in hand]
    left = state.game.worth(cards)
    if kind in ("result", "wins"):
        if drawing or (kind == "wins" and not over):
            return None
        return result(payoffs, aim, possible_sums(state), unclean(state.marks), left, _kings(state), over)
    ends = {"tricks": (0, len(cards) // 4), "no-tricks": (int(not cards), 1), "points": (0, left)}
    return agreed(map(aim.reached, ends.get(kind, (-left, left))))


def clean(aim: Aim, marks: tuple[int, ...], kings: bool) -> bool | None:
    """Return the outcome of an aim to end clean or not, without a stock; None if open.

    Args:
        marks: The game's marks.
        kings: True if any kings are left.
    """
    dirty = bool(unclean(marks) >> aim.goal.side & 1)
    return None if dirty and kings else aim.reached(int(dirty != (aim.goal.kind == "cleans")))


def result(
    payoffs: Payoffs, aim: Aim, pasts: Iterable[DealSums], unclean: int, left: int, kings: bool, over: bool
) -> bool | None:
    """Return the outcome of an aim for the result, over all possible earlier play.

    The stock must be gone. None if the aim is open.

    Args:
        payoffs: The results of finished deals.
        pasts: The possible sums of both sides so far.
        unclean: The sides that are unclean, as bits.
        left: Card points that are left.
        kings: True if any kings are left.
        over: True if the deal is over.
    """

    def reached(sums: DealSums) -> bool | None:
        points, tricks = sums.points[0], sums.tricks[0]
        if over:
            end = payoffs.at(points, tricks, unclean)
            won = int(end < 0 if aim.goal.side else end > 0)
            return aim.reached(won if aim.goal.kind == "wins" else end)
        if payoffs.tricks_matter(points, left, sums.tricks):
            return None
        ends = {unclean & kept for kept in (0, 1, 2, 3)} if kings else {unclean}
        return agreed(each for end in ends for each in _answers(payoffs, aim, end, points, points + left))

    found = set(map(reached, pasts))
    if False in found:  # the aim must be reached with all possible earlier play
        return False
    return None if None in found else True


def _answers(payoffs: Payoffs, aim: Aim, unclean: int, least: int, most: int) -> tuple[bool, ...]:
    """Return the possible outcomes of an aim, over a range of card points of N–S."""
    first, end = payoffs.runs(aim.target if aim.more else aim.target + 1, unclean)[least]
    if first > most:
        return (not aim.more,)
    return (aim.more,) if first == least and end > most else (True, False)


def _kings(state: RankMatchState) -> bool:
    return any(card[0] == "K" for hand in (*state.hands, state.trick) for card in hand)


def ask(
    kernel: CompiledMatchKernel,
    config: KernelConfig,
    question: KernelPosition,
    moves: Sequence[int],
    target: int,
) -> list[bool]:
    """Return, for each of some moves, True if it reaches a target.

    Args:
        config: The configuration: what the kernel counts.
        question: The position.
        moves: The ranks to try.
        target: The target, in the unit of the goal.
    """
    work = TrialSearch(config, question, moves, (target,))
    kernel.weigh(work)
    return [work.low[move] > 0 for move in moves]


class RankMatchWalk(MatchWalk):
    """A walk through an endgame of a game with the play of Ristikontra."""

    def __init__(self, aim: Aim, solver: MatchSolver[Any], state: RankMatchState) -> None:
        """Start at a state.

        Args:
            aim: The aim, as it counts from that state.
            solver: The game's solver.
            state: The state; its trick did not begin with a stock.
        """
        asked, ending = run_to_end(solver.prepare_query(state, aim.goal))
        assert isinstance(ending, WasmEngine)
        self._ending = ending
        super().__init__(ending.numbering, (0, 1, 0, 1), [aim.of_side(seat) for seat in SEATS])
        self._aim, self._payoffs, self._game = aim, solver.payoffs, state.game
        self._more = aim.more
        self._tests = asked.tests(aim.target if aim.more else aim.target + 1)
        self._pasts = possible_sums(state)
        self._cleaning = aim.goal.kind in ("cleans", "not-cleans")
        self._king = self._numbering.number["K"]
        hands = self._numbering.hands(state.hands, state.leader, state.trick)
        points, taken = ((), ()) if self._cleaning else (state.card_points, state.taken)
        laid = self._numbering.laid(state.trick)
        self.start = RankPlace(hands, state.leader, laid, points, taken, 0, state.streak, state.marks)
        self._total = self.left(self.start)
        self._root = state
        self._settled = cache(self._decided)

    @override
    def barred(self, at: RankPlace) -> int:
        rank = self._game.barred(at.streak, at.leader)
        return self._numbering.number[rank] if rank else -1

    @override
    def beyond(self, before: RankPlace, after: RankPlace, laid: tuple[int, ...]) -> RankPlace:
        game, ranks = self._game, self._ranks
        streak = game.running(before.streak, before.leader, ranks[laid[0]])
        trick = [ranks[rank] for rank in laid]
        marks = game.marked(before.marks, False, trick, after.leader & 1)
        return RankPlace(*after[:5], 0, streak, marks)

    @override
    def certain_outcome(self, at: RankPlace) -> bool | None:
        kings = any(hand[self._king] for hand in at.hands)
        return self._settled(at.points, at.taken, at.marks, kings, not any(at.hands[0]))

    def _decided(
        self,
        points: tuple[int, ...],
        taken: tuple[int, ...],
        marks: tuple[int, ...],
        kings: bool,
        over: bool,
    ) -> bool | None:
        aim = self._aim
        if self._cleaning:
            return clean(aim, marks, kings)
        gained = [now - before for now, before in zip(points, self._root.card_points, strict=True)]
        left = self._total - sum(gained)
        if aim.goal.kind == "points":
            return agreed(aim.reached(gained[aim.goal.side] + more) for more in (0, left))
        tricks = [now - before for now, before in zip(taken, self._root.taken, strict=True)]
        pasts = [each.plus(gained, tricks) for each in self._pasts]
        return result(self._payoffs, aim, pasts, unclean(marks), left, kings, over)

    @override
    def keeping_moves(self, at: RankPlace, moves: Sequence[int]) -> Sequence[int]:
        found, taken = [*moves], (0, 0)  # card points and tricks that N–S have taken since the start
        if at.points:
            taken = at.points[0] - self._root.card_points[0], at.taken[0] - self._root.taken[0]
        for test, wanted in self._tests:
            reached = [test is True] * len(found)
            if isinstance(test, Target):
                config = self._ending.engine(test.count_kind)
                flags = unclean(at.marks) if config.cleaner >= 0 else 0
                streak = self._ending.streak(at.streak, at.leader, config)
                counted = taken if config.tricks else (0, 0)
                question = KernelPosition(at.hands, at.leader, at.laid, 0, counted, flags, *streak)
                reached = ask(
                    self._ending.kernel, config, question, found, test.target - config.count_taken(*taken)
                )
            keeps = wanted == self._more
            found = [move for move, each in zip(found, reached, strict=True) if each == keeps]
        return found
