"""What puzzles know of Kontra: open cards of the pack, the lock, the dark and the spice; each plays alone."""

from collections.abc import Hashable, Iterator, Sequence
from typing import ClassVar, Final, override

from kontrapunkt import words
from kontrapunkt.cards import RANKS
from kontrapunkt.families.rank_match.puzzle_knowledge.standing import (
    gain,
    losing,
    situation,
    standing,
    taking,
    twists,
)
from kontrapunkt.families.rank_match.table import DARK, a_rank
from kontrapunkt.game import Action, Game, Seat, State, Trick
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import BOTTOM, DECLINE, SPICE_DARK, TOP, Phase
from kontrapunkt.games.kontra.puzzle_knowledge import results
from kontrapunkt.games.kontra.puzzle_knowledge.walk import KontraWalk
from kontrapunkt.games.kontra.puzzle_knowledge.witness import witness
from kontrapunkt.games.kontra.solver import KontraSolver
from kontrapunkt.games.kontra.walked import added_to_trick
from kontrapunkt.naming import card_name, seat_name
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.knowledge import Knowledge, Saying
from kontrapunkt.record import Replay
from kontrapunkt.search import Goal, Solver

AVERAGE: Final = 120 / 52
"""Card points of a card that nobody has seen, on the average."""

_FREE: Final = {
    Phase.ENDGAME1: ("endgame1", "KO-R15"),
    Phase.ENDGAME: ("endgame", "KO-R16"),
    Phase.LOCKED_END: ("locked_end", "KO-R5"),
    Phase.SPICE: ("spice", "KO-R11"),
}
"""What is said of a card that may be played, by phase."""


class KontraKnowledge(Knowledge[KontraState]):
    """What puzzles know of Kontra."""

    points_alone: ClassVar[bool] = True
    things = frozenset(("bottom", "dark", "decline", "spice", "top"))

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, Kontra)
        self.rules = game

    # Cards

    @override
    def alike(self, action: Action) -> str:
        card = action.carries
        return str(action) if card is None else f"{action.verb} {card[0]}" if action.card is None else card[0]

    @override
    def worth(self, action: Action) -> int:
        card = action.carries
        return self.rules.values.get(card[0], 0) if card else 0

    @override
    def gain(self, state: KontraState, action: Action, side: Sequence[Seat]) -> int:
        card = action.card
        return gain(state, card, side, added_to_trick(state)) if card else super().gain(state, action, side)

    @override
    def name(self, action: Action) -> str:
        label = f"puzzle.kontra.label.{SPICE_DARK if action == SPICE_DARK else action.verb}"
        if not words.knows(label):
            return super().name(action)
        return words.say(label, card=card_name(action.carries) if action.carries else "")

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
                return words.say("puzzle.kontra.decline"), "KO-R3"
            return words.say("puzzle.kontra.unlock", rank=a_rank(state.lock)), "KO-R4"
        if state.phase == Phase.FIRST_LEAD:
            return words.say("puzzle.kontra.first_lead"), "KO-R1"
        if action == TOP:
            return words.say("puzzle.kontra.top"), "KO-R2"
        if action == DARK:
            return words.say("puzzle.kontra.dark", n=self._pack_then(state)), "KO-R7"
        key, rule = _FREE.get(state.phase, ("free", "KO-R6"))
        return words.say(f"puzzle.kontra.{key}"), rule

    def _pack_then(self, state: KontraState) -> int:
        """How many cards the pack held when the trick began: every card played has taken one from it."""
        return len(state.stock) + len(state.trick)

    @override
    def why_lost(self, state: State, trick: Trick, seat: Seat) -> Saying:
        told, lead = taking(trick, seat), trick.plays[0].card.rank
        mine = next(play.card.rank for play in trick.plays if play.seat == seat)
        beaten = seat != trick.winner and mine == lead
        if beaten and lead in [card.rank for card in trick.added]:
            told = f"{told} {words.say('puzzle.kontra.trick.spice', winner=seat_name(trick.winner))}"
        return told, self.game.trick_rules[0]

    @override
    def why_not_theirs(self, state: State, trick: Trick, seat: Seat) -> str:
        return losing(trick, seat)

    @override
    def situation(self, state: KontraState) -> str:
        return situation(state) if self._from_hands(state) else ""

    @override
    def standing(self, state: KontraState, action: Action) -> str:
        return standing(state, action) if self._from_hands(state) else ""

    @staticmethod
    def _from_hands(state: KontraState) -> bool:
        """Whether the deal is played from the hands alone by now."""
        return state.phase in Phase.FROM_HANDS

    @override
    def twists(self, state: State, trick: Trick) -> int:
        ranks = [play.card.rank for play in trick.plays]
        return twists(trick, self.rules.values) + sum(card.rank in ranks for card in trick.added)

    # Results

    @override
    def name_result(self, end: KontraState) -> str:
        points = results.true_points(end)
        return results.named(self.game, points, results.dealers(end, points))

    @override
    def mistaken(self, end: KontraState) -> Iterator[tuple[str, str, str]]:
        return results.mistaken(end)

    @override
    def answer(self, end: State, text: str) -> str | None:
        return results.read(self.game, text)

    @override
    def before_counting(self) -> str:
        return words.say("puzzle.kontra.first", least=self.game.options["min_dealer"])

    @override
    def steps(self, end: KontraState) -> int:
        return results.steps(end)

    # Goals

    @override
    def in_other_words(self, aim: Aim, state: State) -> str:
        return words.say("puzzle.kontra.words")

    @override
    def decided(self, aim: Aim, state: KontraState) -> bool | None:
        last = state.stock if state.phase == Phase.ENDGAME1 else ()
        cards = [card for group in (*state.hands, state.trick, last) for card in group]
        left = sum(self.rules.values.get(card[0], 0) for card in cards)
        ends = {aim.reached(0), aim.reached(left)}
        return ends.pop() if len(ends) == 1 else None

    @override
    def walk(self, aim: Aim, solver: Solver, state: KontraState) -> KontraWalk | None:
        assert isinstance(solver, KontraSolver)
        return KontraWalk(aim, solver.weighed(), state) if solver.engine == "wasm" else None

    @override
    def moment(self, goal: Goal, state: KontraState) -> Hashable:
        hands = ["".join([card[0] for card in hand]) for hand in state.hands]
        trick = "".join([card[0] for card in state.trick])
        return (*hands, trick, state.phase, state.turn, state.card_points)

    # Mining

    @override
    def liking(self, state: KontraState, action: Action) -> float:
        if state.phase == Phase.SPICE:
            return self.worth(action) if action.carries else AVERAGE
        if action.card is None:
            return -AVERAGE if action == DARK else 0.0
        if state.trick:
            return 0.0
        same = sum(card[0] == action[0] for card in state.hands[state.turn])
        return 3.0 * (same - 1) - 0.5 * self.worth(action)

    @override
    def aims(self, state: State) -> tuple[Goal, ...]:
        return (Goal.of("points", (state.to_act,)),) if state.to_act else ()

    @override
    def themes(
        self, kind: str, goal: Goal | None, before: KontraState, action: Action | None
    ) -> tuple[str, ...]:
        if kind == "legal":
            return ("locked-pack",) if before.lock else ("dark",)
        if kind == "score":
            return ("result",)
        if kind == "trick":
            return ("last-of-rank", *["dark"] * any(play.dark for play in before.view(None).trick))
        found = ["card-points"]
        if action is not None and action.card:
            rank, trick = action[0], before.trick
            if not trick:
                found.append("leading")
            elif rank != trick[0][0]:
                held = any(card[0] == trick[0][0] for card in before.hands[before.turn])
                found += ["holding-back"] * held + ["giving"] * (self.worth(action) > 0)
        return tuple(found)

    @override
    def form(self, state: KontraState, seat: Seat) -> str:
        first, players = self.game.seats.index(seat), self.rules.players
        seats = [(first + i) % players for i in range(players)]
        plain: list[tuple[object, ...]] = []
        told: list[tuple[object, ...]] = []
        for rank in RANKS:
            counts = tuple(sum(card[0] == rank for card in state.hands[each]) for each in seats)
            places = tuple(place for place, card in enumerate(state.trick) if card[0] == rank)
            if rank in self.rules.values:
                told.append((counts, places))
            elif any(counts) or places:
                plain.append((counts, places))
        pack = "".join(card[0] for card in state.stock) if state.phase == Phase.ENDGAME1 else len(state.stock)
        turn = (state.turn - first) % players
        return repr((players, told, sorted(plain, key=repr), pack, turn, state.phase, state.lock))

    # Where positions come from

    @override
    def why_unreachable(self, played: Replay) -> str:
        assert isinstance(played.start, KontraState)
        if not played.deal.position or witness(played.start):
            return ""
        return words.say("puzzle.kontra.no_witness")
