"""Puzzle knowledge of Kontra: face-up cards, the lock, playing dark and the spice.

Each plays alone. A result is card points, and the next dealer or those who cut for the deal. A walk over an
ending finds the card points that one seat takes, or can be held down to.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar, Final, override

from kontrapunkt.core.interface import Action, Seat, State, Trick
from kontrapunkt.core.messages import Text, row, seat_name, side_spoken
from kontrapunkt.families.rank_match.constants import DARK, a_rank
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import RankKnowledge, ranks_of
from kontrapunkt.families.rank_match.puzzle_knowledge.walk import MatchWalk, RankPlace, ask
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import BOTTOM, DECLINE, SPICE_DARK, TOP, Phase
from kontrapunkt.games.kontra.puzzle_knowledge.witness import KontraWitness
from kontrapunkt.games.kontra.session import KontraSession, next_dealers, tell_numbers, whole_points
from kontrapunkt.games.kontra.solver import KontraSolver, added_to_trick
from kontrapunkt.puzzles.aim import Aim, agreed
from kontrapunkt.puzzles.knowledge import Mistake, Saying
from kontrapunkt.record.facts import read_number
from kontrapunkt.record.text import read_seat
from kontrapunkt.search import Goal, Solver
from kontrapunkt.search.match.compiled import KernelPosition

AVERAGE: Final = 120 / 52
"""The mean card points of an unseen card."""

_FREE: Final = {
    Phase.ENDGAME1: ("endgame", "KO-R15"),
    Phase.ENDGAME: ("endgame", "KO-R16"),
    Phase.LOCKED_END: ("locked_end", "KO-R5"),
    Phase.SPICE: ("spice", "KO-R11"),
}
"""The reason that a card may be played, by phase."""


class KontraKnowledge(RankKnowledge[KontraState]):
    """The parts of Kontra that puzzles ask about."""

    game: Kontra
    points_alone: ClassVar[bool] = True
    things = frozenset(("bottom", "dark", "decline", "spice", "top"))
    witness = KontraWitness

    # Cards

    @override
    def alike(self, action: Action) -> str:
        card = action.carries
        return str(action) if card is None else f"{action.verb} {card[0]}" if action.card is None else card[0]

    @override
    def added(self, state: KontraState) -> int:
        return added_to_trick(state)

    @override
    def tempting(self, state: KontraState) -> tuple[Action, ...]:
        if state.phase == Phase.SPICE:
            return (DARK, SPICE_DARK)
        if state.phase == Phase.FIRST_LEAD and state.lock:
            return (TOP, BOTTOM, DECLINE)
        if state.trick_number == 1:
            return (TOP, BOTTOM, DARK)
        return (BOTTOM, DARK) if state.bottom_up and state.phase == Phase.NORMAL else (DARK,)

    @override
    def calls(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return (TOP, BOTTOM, DARK, DECLINE)

    @override
    def why_allowed(self, state: KontraState, action: Action, seat: Seat | None = None) -> Saying:
        if state.phase == Phase.FIRST_LEAD and state.lock:
            if action == DECLINE:
                return self.tell("decline"), "KO-R3"
            return self.tell("unlock", rank=a_rank(state.lock)), "KO-R4"
        if state.phase == Phase.FIRST_LEAD:
            return self.tell("first_lead"), "KO-R1"
        if action == TOP:
            return self.tell("top"), "KO-R2"
        if action == DARK:  # each card played took one from the pack
            return self.tell("dark", n=len(state.stock) + len(state.trick)), "KO-R7"
        key, rule = _FREE.get(state.phase, ("free", "KO-R6"))
        return self.tell(key), rule

    @override
    def why_lost(self, state: KontraState, trick: Trick, seat: Seat) -> Saying:
        told, rule = super().why_lost(state, trick, seat)
        lead = trick.plays[0].card.rank
        mine = next(play.card.rank for play in trick.plays if play.seat == seat)
        if seat != trick.winner and mine == lead and lead in [card.rank for card in trick.added]:
            told = row((told, self.tell("trick.spice", winner=seat_name(trick.winner))))
        return told, rule

    @override
    def twists(self, state: KontraState, trick: Trick) -> int:
        ranks = [play.card.rank for play in trick.plays]
        return super().twists(state, trick) + sum(card.rank in ranks for card in trick.added)

    # Results

    @override
    def name_result(self, end: KontraState) -> Text:
        points = _points(end)
        return self._result_text(points, _dealers(end, points))

    def _result_text(self, points: Sequence[int], dealers: Sequence[Seat]) -> Text:
        """Return a result as an answer reads, as in "North 75, South 45; South deals".

        Args:
            points: Card points in the order of the seats.
            dealers: The next dealer, or those who cut for the deal; empty if the session is over.
        """
        sums = tell_numbers(self.game.seats, points)
        if not dealers:
            return sums
        return self.tell("answer", sums=sums, seats=side_spoken(dealers), n=len(dealers))

    @override
    def answer(self, end: State | None, text: str) -> Text | None:
        # `N 75 S 45 deals S`, `N 60 S 60 cut N S`
        found, seats = text.split(), self.game.seats
        word = next((each for each in found if each in ("deals", "cut")), "")
        if not word:
            return None
        at = found.index(word)
        given, who = found[:at], found[at + 1 :]
        numbers = {read_seat(seat): read_number(n) for seat, n in zip(given[::2], given[1::2], strict=False)}
        points = [number for seat in seats if (number := numbers.get(seat)) is not None]
        dealers = [seat for seat in seats if seat in map(read_seat, who)]
        whole = len(points) == len(seats) and len(given) == 2 * len(points)
        if not whole or len(dealers) != len(who) or (len(dealers) > 1) != (word == "cut") or not dealers:
            return None
        return self._result_text(points, dealers)

    @override
    def before_counting(self) -> Text:
        return self.tell("first", least=self._least)

    @property
    def _least(self) -> int:
        """The fewest card points that entitle to deal."""
        return int(self.game.options["min_dealer"])

    @override
    def steps(self, end: KontraState) -> int:
        points, least = _points(end), self._least
        rule, _ = next_dealers(points, least)
        spiced = any(trick.added for trick in end.finished if trick.number <= self.game.ordinary)
        last = any(trick.added for trick in end.finished if trick.number > self.game.ordinary)
        close = sum(least - 1 <= number <= least for number in points)
        return 1 + spiced + last + close + (rule != "KO-R19") + (min(points) < least)

    @override
    def mistaken(self, end: KontraState) -> Iterator[Mistake]:
        points = _points(end)
        yield from self._miscounted(end, points)
        if not _dealers(end, points):
            return
        for who, mistake, rule in self._misdealt(end, points):
            values = {"least": self._least, "less": self._least - 1}
            yield self.mistake(self._result_text(points, who), mistake, rule, **values)

    def _miscounted(self, end: KontraState, points: Sequence[int]) -> Iterator[Mistake]:
        """Yield counts that forget some cards, with the dealer who follows from them."""
        spiced = [trick for trick in end.finished if trick.number <= self.game.ordinary]
        later = [trick for trick in end.finished if trick.number > self.game.ordinary]
        forgotten = (
            ("spice", "KO-R11", [(trick, trick.added) for trick in spiced]),
            ("last", "KO-R15", [(trick, trick.added) for trick in later]),
            ("trick", "KO-R10", [(trick, trick.cards + trick.added) for trick in end.finished[-1:]]),
        )
        for key, rule, parts in forgotten:
            sums = list(points)
            for trick, cards in parts:
                sums[trick.winner] -= self.game.worth(cards)
            if sums != [*points]:
                yield self.mistake(self._result_text(sums, _dealers(end, sums)), key, rule)

    def _misdealt(
        self, end: KontraState, points: Sequence[int]
    ) -> Iterator[tuple[tuple[Seat, ...], str, str]]:
        """Yield wrong dealers, each with the mistake and the rule that it overlooks."""
        seats, least, dealer = self.game.seats, self._least, end.session.dealer
        rule, right = next_dealers(points, least)

        def those(number: int) -> tuple[Seat, ...]:
            return tuple(seat for seat, own in zip(seats, points, strict=True) if own == number)

        fewest, most = min(points), max(points)
        if len(right) > 1 and rule == "KO-R20":
            yield from (((seats[place],), "tie", rule) for place in right)
        if fewest == least - 1:
            yield those(fewest), "nearly", "KO-R19"
        if fewest < least:
            yield those(fewest), "fewest", "KO-R22" if rule == "KO-R22" else "KO-R19"
        more = [number for number in points if number > least]
        if least in points and more:
            yield those(min(more)), "exactly", "KO-R19"
        if rule == "KO-R21":
            yield from (((seat,), "nobody", rule) for seat in seats)
        yield those(most), "most", "KO-R19"
        yield seats, "all", rule
        if dealer:
            yield (self.game.after(dealer),), "round", "KO-R19"
            yield (dealer,), "again", "KO-R19"

    # Goals

    @override
    def certain_outcome(self, aim: Aim, state: KontraState) -> bool | None:
        left = added_to_trick(state) + sum(map(self.game.worth, (*state.hands, state.trick)))
        return agreed(map(aim.reached, (0, left)))

    @override
    def walk(self, aim: Aim, solver: Solver[Any, Any], state: KontraState) -> "KontraWalk | None":
        assert isinstance(solver, KontraSolver)
        return KontraWalk(aim, solver, state) if solver.engine == "wasm" else None

    @override
    def moment(self, goal: Goal, state: KontraState) -> Hashable:
        return (*ranks_of(state), state.card_points)

    # Mining

    @override
    def liking(self, state: KontraState, action: Action) -> float:
        if state.phase == Phase.SPICE:
            return self.worth(action) if action.carries else AVERAGE
        if action.card is None:
            return -AVERAGE if action == DARK else 0.0
        return super().liking(state, action)

    @override
    def aims(self, state: State) -> tuple[Goal, ...]:
        return (Goal.create("points", (state.to_act,)),) if state.to_act else ()

    @override
    def themes(
        self, kind: str, goal: Goal | None, before: KontraState, action: Action | None
    ) -> tuple[str, ...]:
        if kind == "legal":
            return ("locked-pack",) if before.lock else ("dark",)
        if kind == "score":
            return ("result",)
        if kind == "trick":
            return ("last-of-rank", *["dark"] * bool(before.dark))
        return ("card-points", *(self.of_card(before, action) if action and action.card else ()))

    @override
    def with_more(
        self, state: KontraState, first: int, turn: int, cards: tuple[object, ...]
    ) -> tuple[object, ...]:
        at_end = state.phase == Phase.ENDGAME1
        pack = "".join(card[0] for card in state.stock) if at_end else len(state.stock)
        return len(self.game.seats), *cards, pack, turn, state.phase, state.lock


def _points(end: KontraState) -> tuple[int, ...]:
    """Return the card points of a finished deal, whose result is certain."""
    points = whole_points(end)
    assert points is not None
    return points


def _dealers(end: KontraState, points: Sequence[int]) -> tuple[Seat, ...]:
    """Return the next dealer, or those who cut; empty if the session is over."""
    session: KontraSession = end.session
    after = session.counting(points)
    return () if after.over else after.dealers


class KontraWalk(MatchWalk):
    """A walk for a goal that counts the card points of a seat."""

    def __init__(self, aim: Aim, solver: KontraSolver, state: KontraState) -> None:
        """Start the walk at a state.

        Args:
            aim: The goal, counted from that state.
            state: The state, played from the hands alone.
        """
        seats = state.game.seats
        assert aim.goal.seat is not None
        super().__init__(solver.numbering, range(len(seats)), [aim.of_side(seat) for seat in seats])
        self._counted = seats.index(aim.goal.seat)
        self._before = state.card_points[self._counted]
        self._kernel, (self._config, self._other) = solver.kernel, solver.counting(self._counted)
        self._more = aim.more
        self._least = aim.target + (not aim.more)
        hands = self._numbering.hands(state.hands, state.leader, state.trick)
        laid, added = self._numbering.laid(state.trick), added_to_trick(state)
        self.start = RankPlace(hands, state.leader, laid, state.card_points, (), added)

    def _gained(self, at: RankPlace) -> int:
        return at.points[self._counted] - self._before

    @override
    def certain_outcome(self, at: RankPlace) -> bool | None:
        own = self._gained(at)
        if own >= self._least:
            return self._more
        return None if own + self.left(at) >= self._least else not self._more

    @override
    def keeping_moves(self, at: RankPlace, moves: Sequence[int]) -> Sequence[int]:
        question = KernelPosition(at.hands, at.leader, at.laid, at.added)
        needed, wanted = self._least - self._gained(at), self._more
        if self._other:
            needed, wanted = self.left(at) - needed + 1, not wanted
        reached = ask(self._kernel, self._config, question, moves, needed)
        return [move for move, each in zip(moves, reached, strict=True) if each == wanted]
