"""Puzzle knowledge of Sedma: sevens, going on, the last trick and game points."""

from collections.abc import Hashable, Iterator
from typing import ClassVar, override

from kontrapunkt.core.interface import Action, Play, Seat, State, Trick
from kontrapunkt.core.messages import Text, seat_name, side_name
from kontrapunkt.families.rank_match.constants import Pair, a_rank
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import RankKnowledge, ranks_of, read_pairs
from kontrapunkt.games.sedma import Sedma, SedmaState
from kontrapunkt.games.sedma.options import LAST_TRICK, SEVEN, STOP, TOTAL
from kontrapunkt.games.sedma.session import game_points, points_so_far, whole_counts
from kontrapunkt.puzzles.aim import Aim, agreed
from kontrapunkt.puzzles.knowledge import Mistake, Saying
from kontrapunkt.search import Goal


class SedmaKnowledge(RankKnowledge[SedmaState]):
    """The parts of Sedma that puzzles ask about."""

    game: Sedma
    things = frozenset((STOP.verb,))
    points_alone: ClassVar[bool] = True

    # Cards

    @override
    def tempting(self, state: SedmaState) -> tuple[Action, ...]:
        return (STOP,) if state.trick else ()

    @override
    def why_allowed(self, state: SedmaState, action: Action, seat: Seat | None = None) -> Saying:
        if action == STOP:
            return self.tell("stop"), "SE-R8"
        if state.phase == "continue":
            return self.tell("go_on", rank=a_rank(state.trick[0][0])), "SE-R7"
        return self.tell("free"), "SE-R4"

    @override
    def why_lost(self, state: SedmaState, trick: Trick, seat: Seat) -> Saying:
        lead, rule = trick.plays[0], self.game.trick_rules[0]
        best = trick.plays[self.game.taker([play.card for play in trick.plays])]
        own = self._strongest(trick, seat)
        values = self._values(trick, own)
        if seat == trick.winner:
            key = "alone" if best is lead else "seven" if _is_wild(best, lead) else "last"
        elif self.game.matches(own.card, lead.card.rank):
            key = "beaten.seven" if _is_wild(best, lead) else "beaten"
        else:
            key = "other.wild" if self.game.wild else "other"
        return self.tell(f"trick.{key}", **values), rule

    @override
    def why_not_theirs(self, state: SedmaState, trick: Trick, seat: Seat) -> Text:
        own = self._strongest(trick, seat)
        matches = self.game.matches(own.card, trick.plays[0].card.rank)
        key = "overtaken" if matches else "other.wild" if self.game.wild else "other"
        return self.tell(f"trick.{key}", **self._values(trick, own))

    def _strongest(self, trick: Trick, seat: Seat) -> Play:
        """Return the last card of a seat that matches the lead, or its last card."""
        own = [play for play in trick.plays if play.seat == seat]
        led = trick.plays[0].card.rank
        return next((play for play in reversed(own) if self.game.matches(play.card, led)), own[-1])

    def _values(self, trick: Trick, own: Play) -> dict[str, object]:
        ranks = {"rank": a_rank(trick.plays[0].card.rank), "own": a_rank(own.card.rank)}
        return {
            **ranks,
            "seat": seat_name(own.seat),
            "winner": seat_name(trick.winner),
            "n": trick.card_points,
        }

    @override
    def twists(self, state: SedmaState, trick: Trick) -> int:
        sevens = sum(play.card.rank == SEVEN for play in trick.plays)
        return super().twists(state, trick) + sevens + len(trick.plays) // len(self.game.seats) - 1

    @override
    def situation(self, state: SedmaState) -> Text:
        return ""

    @override
    def standing(self, state: SedmaState, action: Action) -> Text:
        return ""

    # Results

    @override
    def name_result(self, end: SedmaState) -> Text:
        points, tricks = _counts(end)
        return self._name(points, *game_points(points, tricks))

    def _name(self, points: Pair, side: int, number: int) -> Text:
        """Return a result as an answer reads, as in "N–S 60, E–W 30: N–S score 1 game point"."""
        first, second = map(side_name, self.game.sides)
        winners = self.game.sides[side]
        values = {"side": side_name(winners), "m": len(winners), "n": number}
        return self.tell("answer", first=first, second=second, one=points[0], other=points[1], **values)

    @override
    def answer(self, end: State, text: str) -> Text | None:
        found = read_pairs(text)
        if not found:
            return None
        points, scored = found
        return self._name(points, int(scored[1] > scored[0]), max(scored))

    @override
    def steps(self, end: SedmaState) -> int:
        points, tricks = _counts(end)
        side, number = game_points(points, tricks)
        return (number > 1) + (_without_last(end, points)[side] * 2 <= sum(points))

    @override
    def mistaken(self, end: SedmaState) -> Iterator[Mistake]:
        points, tricks = _counts(end)
        side, number = game_points(points, tricks)
        last = _without_last(end, points)
        ahead = int(last[1] > last[0]) if last[0] != last[1] else 1 - side
        yield self.mistake(self._name(last, ahead, 1), "last", "SE-R12")
        yield self.mistake(self._name((points[1], points[0]), 1 - side, number), "count", "SE-R11")
        if number == 1:
            yield self.mistake(self._name(points, side, 2), "all", "SE-R13")
        else:
            yield self.mistake(self._name(points, side, 1), "one", "SE-R13")
            yield self.mistake(self._name(points, side, 5 - number), "twice", "SE-R13")
        yield self.mistake(self._name(points, 1 - side, 1), "fewer", "SE-R13")
        moved = (points[0] + LAST_TRICK, points[1] - LAST_TRICK)
        if min(moved) >= 0:
            yield self.mistake(self._name(moved, int(moved[1] > moved[0]), 1), "count", "SE-R11")

    # Goals

    @override
    def certain_outcome(self, aim: Aim, state: SedmaState) -> bool | None:
        if aim.goal.kind == "wins":
            own = points_so_far(state, self.game.sides.index(aim.goal.seats))
            ends = (own,) if state.to_act is None else (own, own + self._left(state))
            return agreed([aim.reached(int(points * 2 > TOTAL)) for points in ends])
        if state.to_act is None:
            return aim.reached(0)
        return agreed(map(aim.reached, (0, self._left(state))))

    def _left(self, state: SedmaState) -> int:
        """Return the card points that are still to be taken."""
        return LAST_TRICK + sum(map(self.game.worth, (*state.hands, state.trick)))

    @override
    def moment(self, goal: Goal, state: SedmaState) -> Hashable:
        return (*ranks_of(state), state.card_points)

    # Mining

    @override
    def aims(self, state: SedmaState) -> tuple[Goal, ...]:
        return (Goal.create("points", next(side for side in self.game.sides if state.to_act in side)),)

    @override
    def themes(
        self, kind: str, goal: Goal | None, before: SedmaState, action: Action | None
    ) -> tuple[str, ...]:
        if kind == "score":
            return ("result",)
        if kind == "trick":
            return ("last-of-rank",)
        return ("card-points", *(self.of_card(before, action) if action and action.card else ()))

    @override
    def special(self, state: SedmaState) -> set[str]:
        return super().special(state) | {SEVEN}

    @override
    def with_more(
        self, state: SedmaState, first: int, turn: int, cards: tuple[object, ...]
    ) -> tuple[object, ...]:
        return len(self.game.seats), *cards, len(state.stock), turn, state.phase


def _is_wild(play: Play, lead: Play) -> bool:
    """Return True if a card took a trick as a seven in place of the rank led."""
    return play.card.rank != lead.card.rank


def _counts(end: SedmaState) -> tuple[Pair, Pair]:
    """Return the card points and the tricks of each side, which are known."""
    counts = whole_counts(end)
    assert counts is not None
    return counts


def _without_last(end: SedmaState, points: Pair) -> Pair:
    """Return the card points without those for the last trick."""
    winner = end.finished[-1].winner & 1
    return points[0] - LAST_TRICK * (winner == 0), points[1] - LAST_TRICK * (winner == 1)
