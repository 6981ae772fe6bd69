"""Walks over endings in which ranks match: hands as numbers of each rank, a question to the kernel a turn."""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import NamedTuple, override

from kontrapunkt.cards import RANKS
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.past import Sums, possible_sums
from kontrapunkt.families.rank_match.puzzle_knowledge.settled import Settled
from kontrapunkt.families.rank_match.rules import Streak
from kontrapunkt.game import SEATS
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Walk
from kontrapunkt.search.match.compiled import CompiledKernel, Counts, Desk, Numbering, Question, Weighing
from kontrapunkt.search.match.ending import unclean
from kontrapunkt.search.match.solver import MatchSolver
from kontrapunkt.search.match.weighed import Weighed


class Place(NamedTuple):
    """Where play stands.

    Attributes:
        hands: The hands by seat, as numbers of each rank; the cards of the trick are still in them.
        leader: The number of the seat that leads the trick.
        laid: The numbers of its ranks.
        points: The card points of each side, as the state counts them; empty where they make no difference.
        taken: The tricks of each side, likewise.
        added: What goes to the winner of the trick beside its cards.
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


class MatchWalk(Walk[Place, int]):
    """A walk for an aim; a move is the number of a rank.

    Attributes:
        start: The position that it begins with.
    """

    def __init__(self, numbering: Numbering, side_of: Sequence[int], ours: Sequence[bool]) -> None:
        """Knows nothing yet of where it begins.

        Args:
            numbering: The ranks of the game.
            side_of: By seat, the number of its side.
            ours: By seat, whether it is one of those that the aim is theirs.
        """
        self._numbering = numbering
        self._values = numbering.values
        self._side_of = side_of
        self._our_seats = ours
        self._seats = len(side_of)
        self._order = [numbering.number[rank] for rank in RANKS]
        self._ranks = {number: rank for rank, number in numbering.number.items()}
        self._held: dict[Counts, tuple[int, ...]] = {}
        self._kept: dict[Place, tuple[int, ...]] = {}
        self._decisions: dict[Hashable, bool | None] = {}

    @abstractmethod
    def weighed(self, at: Place, moves: Sequence[int]) -> Sequence[int]:
        """Which of some moves keep the aim.

        Args:
            at: The position.
            moves: Moves there.
        """

    @override
    def moment(self, at: Place) -> Hashable:
        return at

    def turn(self, at: Place) -> int:
        """The number of the seat to act."""
        return (at.leader + len(at.laid)) % self._seats

    @override
    def ours(self, at: Place) -> bool | None:
        return self._our_seats[self.turn(at)] if any(at.hands[at.leader]) else None

    def barred(self, at: Place) -> int:
        """The rank that may not be led; -1 for none."""
        return -1

    @override
    def moves(self, at: Place) -> tuple[int, ...]:
        hand = at.hands[self.turn(at)]
        found = self._held.get(hand)
        if found is None:
            found = self._held[hand] = tuple([rank for rank in self._order if hand[rank]])
        if not at.laid and len(found) > 1 and (barred := self.barred(at)) >= 0:
            found = tuple(rank for rank in found if rank != barred)
        return found

    @override
    def many(self, at: Place, move: int) -> int:
        return at.hands[self.turn(at)][move]

    @override
    def keeping(self, at: Place) -> tuple[int, ...]:
        found = self._kept.get(at)
        if found is None:
            moves = self.moves(at)  # of a lone one it is seen at the end whether it does
            found = self._kept[at] = tuple(self.weighed(at, moves)) if len(moves) > 1 else moves
        return found

    @override
    def keeps(self, at: Place, move: int) -> bool:
        return move in self.keeping(at)

    def winner(self, leader: int, laid: Sequence[int]) -> int:
        """The number of the seat that wins a trick so far.

        Args:
            leader: Who led.
            laid: The ranks of its cards.
        """
        place = len(laid) - 1
        while laid[place] != laid[0]:
            place -= 1
        return (leader + place) % self._seats

    @override
    def after(self, at: Place, move: int) -> Place:
        laid = (*at.laid, move)
        if len(laid) < self._seats:
            return Place(at[0], at[1], laid, *at[3:])
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
        return self.beyond(at, Place(tuple(hands), winner, (), points, taken), laid)

    def beyond(self, before: Place, after: Place, laid: tuple[int, ...]) -> Place:
        """A position between two tricks, with what else the game keeps of them.

        Args:
            before: The position in the midst of the trick.
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
    def gain(self, at: Place, move: int) -> int:
        laid = (*at.laid, move)
        count = sum([self._values[rank] for rank in laid]) + at.added * (len(laid) == self._seats)
        return count if self._our_seats[self.winner(at.leader, laid)] else -count

    def left(self, at: Place) -> int:
        """The card points that nobody has taken yet."""
        values = self._values
        return at.added + sum([n * values[rank] for hand in at.hands for rank, n in enumerate(hand) if n])


def ask(
    kernel: CompiledKernel, desk: Desk, question: Question, moves: Sequence[int], target: int
) -> list[bool]:
    """Whether each of some moves reaches a target.

    Args:
        kernel: The kernel.
        desk: What is counted.
        question: The position.
        moves: The ranks on trial.
        target: The target.
    """
    work = Weighing(desk, question, moves, (target,))
    kernel.weigh(work)
    return [work.low[move] > 0 for move in moves]


class RankMatchWalk(MatchWalk):
    """A walk over an ending of a game that is played as Ristikontra is."""

    def __init__(self, aim: Aim, solver: MatchSolver, settled: Settled, state: RankMatchState) -> None:
        """Begins at a state.

        Args:
            aim: The aim, as it counts from that state.
            solver: The game's solver.
            settled: What tells that it is reached by counting alone.
            state: The state; its trick did not begin with a stock.
        """
        asked, ending = solver.asked(state, aim.goal)
        assert isinstance(ending, Weighed)
        self._ending = ending
        super().__init__(ending.numbering, (0, 1, 0, 1), [aim.of_side(seat) for seat in SEATS])
        self._aim, self._settled, self._game = aim, settled, state.game
        self._more = aim.more
        self._tests = asked.tests(aim.target if aim.more else aim.target + 1)
        self._pasts = possible_sums(state)
        self._cleaning = aim.goal.kind in ("cleans", "not-cleans")
        self._king = self._numbering.number["K"]
        hands = self._numbering.hands(state.hands, state.leader, state.trick)
        points, taken = ((), ()) if self._cleaning else (state.card_points, state.taken)
        laid = self._numbering.laid(state.trick)
        self.start = Place(hands, state.leader, laid, points, taken, 0, state.streak, state.marks)
        self._root = state

    @override
    def barred(self, at: Place) -> int:
        rank = self._game.barred(at.streak, at.leader)
        return self._numbering.number[rank] if rank else -1

    @override
    def beyond(self, before: Place, after: Place, laid: tuple[int, ...]) -> Place:
        game, ranks = self._game, self._ranks
        streak = game.running(before.streak, before.leader, ranks[laid[0]])
        trick = [ranks[rank] for rank in laid]
        marks = game.marked(before.marks, False, trick, after.leader & 1)
        return Place(*after[:5], 0, streak, marks)

    @override
    def decided(self, at: Place) -> bool | None:
        over = not any(at.hands[0])
        kings = any(hand[self._king] for hand in at.hands)
        key = (at.points, at.taken, at.marks, kings, over)
        if key not in self._decisions:
            self._decisions[key] = self._decided(at, over, kings)
        return self._decisions[key]

    def _decided(self, at: Place, over: bool, kings: bool) -> bool | None:
        kind, aim = self._aim.goal.kind, self._aim
        if self._cleaning:
            value = self._settled.clean(at.marks, aim.goal.side, kings)
            return None if value is None else aim.reached(int(value == (kind == "cleans")))
        gained = [now - before for now, before in zip(at.points, self._root.card_points, strict=True)]
        left = self.left(at)
        if kind == "points":
            own = gained[aim.goal.side]
            ends = {aim.reached(own), aim.reached(own + left)}
            return ends.pop() if len(ends) == 1 else None
        tricks = [now - before for now, before in zip(at.taken, self._root.taken, strict=True)]
        pasts = [
            Sums(
                (each.points[0] + gained[0], each.points[1] + gained[1]),
                (each.tricks[0] + tricks[0], each.tricks[1] + tricks[1]),
            )
            for each in self._pasts
        ]
        return self._settled.result(aim, pasts, unclean(at.marks), left, kings, over)

    @override
    def weighed(self, at: Place, moves: Sequence[int]) -> Sequence[int]:
        found = [*moves]
        for desk, target, wanted in self._tests:
            if desk is None:
                reached = [True] * len(found)
            else:
                points, tricks = self._taken(at)
                gain = desk.gained(points, tricks)
                asked = self._question(at, desk, (points, tricks))
                reached = ask(self._ending.kernel, desk, asked, found, target - gain)
            keeps = wanted == self._more
            found = [move for move, each in zip(found, reached, strict=True) if each == keeps]
        return found

    def _taken(self, at: Place) -> tuple[int, int]:
        """Card points and tricks that N–S have taken since the start."""
        if not at.points:
            return 0, 0
        return at.points[0] - self._root.card_points[0], at.taken[0] - self._root.taken[0]

    def _question(self, at: Place, desk: Desk, taken: tuple[int, int]) -> Question:
        """A position as the kernel is asked about it.

        Args:
            at: The position.
            desk: What is counted.
            taken: Card points and tricks that N–S have taken since the start.
        """
        flags = unclean(at.marks) if desk.cleaner >= 0 else 0
        streak = self._ending.streak(at.streak, at.leader, desk)
        return Question(at.hands, at.leader, at.laid, 0, taken if desk.tricks else (0, 0), flags, *streak)
