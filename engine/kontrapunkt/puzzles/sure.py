"""The puzzle kind `sure`: find the card that works wherever unseen cards are.

The reader sees the hands of one side. The reply to a wrong card is a deal that beats it: the unseen cards are
elsewhere, and best play shows the loss. The puzzle is sound if one card alone is sure, up to its equals, and
there is such a deal for each other card.

The side knows a set of worlds, the deals that it cannot tell apart. At its own turn it does the same in all
of them. At another turn, each card that is legal in some of them leaves the worlds in which it is legal. The
answer is exact: a line is sure if it works in every branch. No guess and no look into other hands helps it.
That is the error of a search with open hands, which plays each world by itself, as if it knew which one it
is.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, override

from kontrapunkt.core.cards import HIDDEN, RANKS, SUITS, Card
from kontrapunkt.core.interface import SEATS, Action, State, View
from kontrapunkt.core.messages import Text, capital, card_sign, listed, row, say, seat_name
from kontrapunkt.families.card_distributions import FEW, consistent
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import ChoicePuzzle, GoalPuzzle, Pick, Report
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.phrasing import AnswerCandidate, Move, action_phrase, action_phrases, distinct
from kontrapunkt.puzzles.proof import TooLarge
from kontrapunkt.record import ObservedDeal

PATIENCE: Final = 60_000
"""The most moments, each with all its worlds, that a puzzle may have."""


class SurePlay:
    """A search for what is sure for a side that sees only its own hands.

    Attributes:
        oracle: The oracle for the goal.
        worlds: The deals that cannot be told apart; their visible cards are the same.
        nodes: The number of moments searched so far, each with all its worlds.
    """

    def __init__(self, oracle: GoalOracle, worlds: Sequence[State], patience: int = 0) -> None:
        """Prepare the search; the side is to act.

        Args:
            oracle: The oracle; the goal counts from one of the worlds.
            worlds: The deals, at least one.
            patience: The most moments before the search gives up; 0 for any number.
        """
        self.oracle = oracle
        self.worlds = tuple(worlds)
        self.nodes = 0
        self._patience = patience
        self._known: dict[Hashable, bool] = {}

    @cached_property
    def sure(self) -> tuple[Action, ...]:
        """The first actions that make the goal sure, equals once; empty if there are none.

        Raises:
            TooLarge: if there are more moments than patience allows.
        """
        return tuple(action for action in self.oracle.moves(self.worlds[0]) if self.holds(action))

    def holds(self, action: Action) -> bool:
        """Return True if the goal is sure after a first action.

        Raises:
            TooLarge: if there are more moments than patience allows.
        """
        return self.against(action) is None and self._is_sure([each.apply(action) for each in self.worlds])

    def against(self, action: Action) -> State | None:
        """Return a deal in which a first action loses even with open hands.

        It is None if no single deal beats the action.
        """
        name = self.oracle.name
        for state in self.worlds:
            if name(action) not in map(name, self.oracle.goal_keeping_moves(state)):
                return state
        return None

    def _is_sure(self, worlds: Sequence[State]) -> bool:
        """Return True if the goal is sure at a later moment in the given worlds."""
        open_: dict[Hashable, State] = {}
        for state in worlds:
            decided = self.oracle.certain_outcome(state)
            if decided is False or (decided is None and state.to_act is None):
                return False
            if decided is None:
                open_[self.oracle.moment(state)] = state
        if not open_:
            return True
        states = list(open_.values())
        key = (frozenset(open_), self.oracle.aim_at(states[0]).target)
        found = self._known.get(key)
        if found is None:
            self.nodes += 1
            if self._patience and self.nodes > self._patience:
                raise TooLarge
            ours = self.oracle.aim.of_side(states[0].to_act)
            found = self._known[key] = self._ours(states) if ours else self._theirs(states)
        return found

    def _ours(self, states: list[State]) -> bool:
        moves = self.oracle.moves(states[0])
        return any(self._is_sure([state.apply(action) for state in states]) for action in moves)

    def _theirs(self, states: list[State]) -> bool:
        """Return True if the goal is sure after each action of another seat.

        An action leaves the worlds in which it is legal.
        """
        left: dict[str, list[State]] = {}
        for state in states:
            for action in self.oracle.moves(state):
                left.setdefault(self.oracle.name(action), []).append(state.apply(action))
        return all(map(self._is_sure, left.values()))


class Sure(GoalPuzzle, ChoicePuzzle):
    """A puzzle that asks for the sure card; the reader sees the hands of `side`."""

    name: ClassVar[str] = "sure"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.6, "losing": 1.0, "worlds": 0.4, "tempting": 1.2}
    place: ClassVar[str] = "card"

    def __init__(self, puzzle: Puzzle) -> None:
        """Replay the record and read the goal.

        Raises:
            PuzzleError: if that cannot be done, another side is to act, or there are too many possible deals.
        """
        super().__init__(puzzle)
        if not self.worlds:
            raise self.error_there("puzzle.sure.many", n=FEW)

    # Unseen cards

    @cached_property
    def worlds(self) -> tuple[State, ...]:
        """The possible deals, the record's first; empty if there are too many."""
        moves = [(step.seat, step.action) for step in self.played.steps]
        return unseen_worlds(self.oracle, self.played.states, moves, self.at)

    def look(self, view: View[Any], given: frozenset[str]) -> View[Any]:
        """Return the hands of the side; after a wrong card, the deal that beats it."""
        beaten = next((self.lost[key] for key in given if key in self.lost), None)
        if beaten is not None:
            return beaten.view(None)
        hands = {
            seat: hand if seat in self.aim.seats else (HIDDEN,) * len(hand)
            for seat, hand in view.hands.items()
        }
        return view.replace(hands=hands, others={})

    # The answer

    @cached_property
    def play(self) -> SurePlay:
        """The search."""
        return SurePlay(self.oracle, self.worlds, PATIENCE)

    @cached_property
    def lost(self) -> Mapping[str, State]:
        """A deal in which each first card loses, if there is a single one for it."""
        found = {action: self.play.against(action) for action in self.state.plays()}
        return {str(action): state for action, state in found.items() if state is not None}

    @cached_property
    @override
    def key(self) -> tuple[Action, ...]:
        """The first cards that are sure, with their equals.

        Raises:
            TooLarge: if the search takes too long.
        """
        alike = self.knowledge.alike
        kinds = {alike(action) for action in self.play.sure}
        return tuple(action for action in self.state.plays() if alike(action) in kinds)

    @override
    def offer(self) -> tuple[Pick, ...]:
        name, key = self.knowledge.name, self.key
        return tuple(
            Pick(action, name(action), action in key, self._explain(action)) for action in self.state.plays()
        )

    def _explain(self, action: Action) -> Text:
        if action in self.key:
            return say("puzzle.sure.right", n=len(self.worlds))
        if action in self.lost:
            return self.beaten(action)
        return say("puzzle.sure.guess", card=capital(action_phrase(action)))

    def beaten(self, action: Action) -> Text:
        """Describe the deal that beats a card, and the play."""
        state = self.lost[action]
        hands = state.view(None).hands
        lie = [row([seat_name(seat), *map(card_sign, hands[seat])]) for seat in self.aim.others]
        values = self.oracle.values(state)
        return say(
            "puzzle.sure.beaten",
            card=capital(action_phrase(action)),
            hands=listed("and", lie),
            line=self.oracle.try_action(state, action).line_text,
            outcome=self.solver.describe(self.aim.goal, values[action]),
        )

    @cached_property
    @override
    def possible(self) -> tuple[AnswerCandidate, ...]:
        try:
            return super().possible
        except TooLarge:  # without a known answer, no text can tell it
            return ()

    # Texts for the reader

    @override
    def ask(self) -> Text:
        hands = self.state.view(None).hands
        unseen = sorted((card for seat in self.aim.others for card in hands[seat]), key=_suit_and_rank)
        return self.question_text(cards=row(map(card_sign, unseen)))

    @override
    def hint(self) -> tuple[Text, ...]:
        tempting = self.tempting
        steps = [say("puzzle.sure.hint", others=self.aim.opponents)]
        if tempting:
            steps.append(say("puzzle.sure.hint.tempting", cards=capital(action_phrases(tempting, "and"))))
        steps.append(say("puzzle.hint.card", card=action_phrase(self.key[0]) if self.key else ""))
        return tuple(steps)

    @cached_property
    def tempting(self) -> tuple[Action, ...]:
        """The cards that would work in the deal of the record, but are not sure."""
        keeping = self.oracle.goal_keeping_moves(self.state)
        return tuple(action for action in keeping if action not in self.key)

    @override
    def solve(self) -> tuple[Text, ...]:
        if not self.key:
            return ()
        card = capital(action_phrases(distinct(self.knowledge, self.key)))
        told = [say("puzzle.sure.key", card=card, n=len(self.worlds))]
        wrong = distinct(self.knowledge, [each for each in self.state.plays() if each not in self.key])
        return (*told, *(self.beaten(each) for each in wrong if each in self.lost))

    # Soundness

    @override
    def examine(self, report: Report) -> None:
        try:
            sure = self.play.sure
        except TooLarge:
            report.fault("puzzle.play.large", n=PATIENCE)
            return
        if len(self.worlds) < 2:
            report.fault("puzzle.sure.open")
        self.compare(report, sure)
        report.features["worlds"] = len(self.worlds)
        report.features["tempting"] = len(self.tempting)
        if not sure:
            report.fault("puzzle.sure.none")
        for cook in sure[1:]:
            report.fault("puzzle.sure.cook", key=action_phrase(sure[0]), card=action_phrase(cook))
        for action in self.oracle.moves(self.state):
            if action not in sure and action not in self.lost:
                report.fault("puzzle.sure.no_deal", card=action_phrase(action))
        if self.puzzle.target is not None and sure:
            tighter = GoalOracle(self.aim.tighter, self.knowledge, self.solver, self.state)
            if SurePlay(tighter, self.worlds, PATIENCE).sure:
                report.fault("puzzle.sure.slack", target=self.puzzle.target)
        report.nodes = self.oracle.nodes + self.play.nodes
        report.note("puzzle.sure.note", n=len(self.worlds), moments=self.play.nodes)


def unseen_worlds(
    oracle: GoalOracle, states: Sequence[State], moves: Sequence[Move], at: int
) -> tuple[State, ...]:
    """Return the deals that a side cannot tell apart if it sees only its own hands.

    The side knows its own cards, the cards of the others together, what the cards of the trick in progress
    have proved, and the partners.

    Args:
        oracle: The oracle, with the side and a key for equal moments.
        states: The moments of the deal.
        moves: The moves between the moments.
        at: The index of the moment; a seat of the side is to act there.

    Returns:
        One of each kind of equals, the deal itself first; empty if they are more than `FEW`.
    """
    state = states[at]
    turn = state.to_act
    assert turn is not None
    begin = trick_start(states, at)
    seen = ObservedDeal.start(states[begin], moves[begin:at], [turn]).histories[turn]
    worlds = consistent(seen)
    pool, hands = Counter(worlds.cards), state.view(None).hands
    held = Counter(card for hand in hands.values() for card in hand)
    lying = {("gone", 0): tuple((pool - held).elements())}
    for seat in oracle.aim.seats:
        if seat != turn:
            lying["hand", SEATS.index(seat)] = tuple((Counter(hands[seat]) & pool).elements())
    found = [each for each, _ in worlds.knowing(lying).few if oracle.aim.side in oracle.knowledge.sides(each)]
    own = oracle.moment(state)
    by_moment = {oracle.moment(each): each for each in found}
    return (state, *(each for moment, each in by_moment.items() if moment != own)) if found else ()


def trick_start(states: Sequence[State], at: int) -> int:
    """Return the index of the moment at which the trick of another moment began.

    Args:
        at: The index of the other moment.
    """
    while at and states[at].view(None).trick:
        at -= 1
    return at


def _suit_and_rank(card: Card) -> tuple[int, int]:
    return SUITS.index(card.suit), RANKS.index(card.rank)
