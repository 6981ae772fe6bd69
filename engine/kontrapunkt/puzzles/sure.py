"""`sure`: the one card with which a goal is reached however the unseen cards lie.

The reader sees the hands of one side. A wrong card is answered by a deal that beats it: the unseen cards lie
anew, as they may, and best play shows the loss. It is sound if one card alone is sure, up to its equals, and
each other card has such a deal.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import replace
from functools import cached_property
from typing import ClassVar, Final, override

from kontrapunkt import words
from kontrapunkt.cards import HIDDEN, Card
from kontrapunkt.game import SEATS, Action, Seat, State, View
from kontrapunkt.naming import seat_name
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.goal_oracle import GoalOracle
from kontrapunkt.puzzles.kind import Findings, Pick, Picking, goal_and_solver
from kontrapunkt.puzzles.model import Puzzle
from kontrapunkt.puzzles.naming import Answer
from kontrapunkt.puzzles.proof import TooLarge
from kontrapunkt.puzzles.sure_play import SurePlay
from kontrapunkt.puzzles.wording import Move, distinct, listed, sign, spoken, told_line, wish
from kontrapunkt.record import Watched
from kontrapunkt.unseen import FEW, consistent

PATIENCE: Final = 60_000
"""Moments, each with all its worlds, that a puzzle may have."""


class Sure(Picking):
    """A card that is sure.

    Attributes:
        side: Whom the reader sees.
        aim: Side, goal and target in one.
        oracle: What keeps the aim where all cards are known.
    """

    name: ClassVar[str] = "sure"
    weights: ClassVar[Mapping[str, float]] = {"choices": 0.6, "losing": 1.0, "worlds": 0.4, "tempting": 1.2}
    takes = ("side", "goal", "target")
    needs = ("side", "goal")
    place: ClassVar[str] = "card"

    def __init__(self, puzzle: Puzzle) -> None:
        """Replays the record and reads the goal.

        Raises:
            PuzzleError: if that cannot be done, it is the others' turn, or the cards may lie in too many
                ways.
        """
        super().__init__(puzzle)
        self.side = puzzle.side
        goal, self.solver = goal_and_solver(self, True)
        self.aim = Aim.of(self.side, goal, puzzle.target, self.game.seats)
        self.oracle = GoalOracle(self.aim, self.knowledge, self.solver, self.state)
        where = "at" if puzzle.at is not None else "record"
        if why := self.solver.why_unsolvable(self.state):
            raise puzzle.error(where, "puzzle.unsolvable", reason=why)
        if not self.aim.of_side(self.state.to_act):
            raise puzzle.error(where, "puzzle.turn", seat=seat_name(self.turn), side=self.aim.name)
        if not self.worlds:
            raise puzzle.error(where, "puzzle.sure.many", n=FEW)

    @property
    def turn(self) -> Seat:
        """Who is to act."""
        turn = self.state.to_act
        assert turn is not None, "a finished deal cannot be solved"
        return turn

    # What is not seen

    @cached_property
    def worlds(self) -> tuple[State, ...]:
        """The ways in which the unseen cards may lie, the record's first; none where they are too many."""
        moves = [(step.seat, step.action) for step in self.played.steps]
        return unseen_worlds(self.oracle, self.played.states, moves, self.at)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the others hold together."""
        hands = self.state.view(None).hands
        return tuple(card for seat in self.aim.others for card in hands[seat])

    def look(self, view: View, given: frozenset[str]) -> View:
        """What the reader sees: the hands of the side; after a wrong card, the deal that beats it."""
        beaten = next((self.lost[key] for key in given if key in self.lost), None)
        if beaten is not None:
            return beaten.view(None)
        hands = {
            seat: hand if seat in self.aim.seats else (HIDDEN,) * len(hand)
            for seat, hand in view.hands.items()
        }
        return replace(view, hands=hands, others={})

    # The answer

    @cached_property
    def play(self) -> SurePlay:
        """The search."""
        return SurePlay(self.oracle, self.worlds, PATIENCE)

    @cached_property
    def lost(self) -> Mapping[str, State]:
        """By first card, a deal in which it loses; those without a single such deal are left out."""
        found = {action: self.play.against(action) for action in self.state.plays()}
        return {str(action): state for action, state in found.items() if state is not None}

    @cached_property
    def sure(self) -> tuple[Action, ...]:
        """The first cards that are sure, equals among them.

        Raises:
            TooLarge: if the search takes too long.
        """
        alike = self.knowledge.alike
        kinds = {alike(action) for action in self.play.sure}
        return tuple(action for action in self.state.plays() if alike(action) in kinds)

    @override
    def offer(self) -> tuple[Pick, ...]:
        return tuple(map(self._pick, self.state.plays()))

    def _pick(self, action: Action) -> Pick:
        label = self.knowledge.name(action)
        if action in self.sure:
            return Pick(action, label, True, words.say("puzzle.sure.right", n=len(self.worlds)))
        if action not in self.lost:
            return Pick(
                action, label, False, words.say("puzzle.sure.guess", card=words.capital(spoken(action)))
            )
        return Pick(action, label, False, self.beaten(action))

    def beaten(self, action: Action) -> str:
        """The deal that beats a card, and how."""
        state = self.lost[action]
        hands = state.view(None).hands
        then = state.apply(action)
        lie = [
            words.say("puzzle.sure.hand", seat=seat_name(seat), cards=" ".join(map(sign, hands[seat])))
            for seat in self.aim.others
        ]
        values = self.oracle.values(state)
        return words.say(
            "puzzle.sure.beaten",
            card=words.capital(spoken(action)),
            hands=words.listed("and", lie),
            line=told_line(then, self.oracle.best_line(then)),
            outcome=self.solver.describe(self.aim.goal, values[action]),
        )

    @cached_property
    @override
    def possible(self) -> tuple[Answer, ...]:
        try:
            picks = [self.answer_of(Action(pick.key), pick.key, pick.right) for pick in self._offered]
        except TooLarge:  # what nobody knows is not given away
            return ()
        return (*picks, *self.lying)

    @property
    @override
    def strangers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.seats if seat != self.turn)

    # What the reader meets

    @override
    def ask(self) -> str:
        key = "puzzle.sure.follow" if self.state.view(None).trick else "puzzle.sure.lead"
        return words.say(
            f"{key}.alone" if self.aim.alone else key,
            seat=seat_name(self.turn),
            side=self.aim.name,
            want=wish(self.aim, self.knowledge, self.solver),
            others=self.aim.opponents,
            cards=" ".join(map(sign, sorted(self.unseen, key=_suit_and_rank))),
        )

    @override
    def hint(self) -> tuple[str, ...]:
        tempting = self.tempting
        steps = [words.say("puzzle.sure.hint", others=self.aim.opponents)]
        if tempting:
            steps.append(words.say("puzzle.sure.hint.tempting", cards=words.capital(listed(tempting, "and"))))
        steps.append(words.say("puzzle.hint.card", card=spoken(self.sure[0]) if self.sure else ""))
        return tuple(steps)

    @cached_property
    def tempting(self) -> tuple[Action, ...]:
        """The cards that would do as the cards lie in the record, and are not sure."""
        keeping = self.oracle.keeping(self.state)
        return tuple(action for action in keeping if action not in self.sure)

    @override
    def solve(self) -> tuple[str, ...]:
        if not self.sure:
            return ()
        card = words.capital(listed(distinct(self.knowledge, self.sure)))
        told = [words.say("puzzle.sure.key", card=card, n=len(self.worlds))]
        wrong = distinct(self.knowledge, [each for each in self.state.plays() if each not in self.sure])
        return (*told, *(self.beaten(each) for each in wrong if each in self.lost))

    # Whether it is sound

    @override
    def examine(self, findings: Findings) -> None:
        choices = self.oracle.choices(self.state)
        try:
            sure = self.play.sure
        except TooLarge:
            findings.fault("puzzle.play.large", n=PATIENCE)
            return
        findings.features["choices"] = len(choices)
        findings.features["losing"] = 1 - len(sure) / len(choices)
        findings.features["worlds"] = len(self.worlds)
        findings.features["tempting"] = len(self.tempting)
        if len(self.worlds) < 2:
            findings.fault("puzzle.sure.open")
        if len(choices) == 1:
            findings.fault("puzzle.play.forced", card=spoken(choices[0]))
        if not sure:
            findings.fault("puzzle.sure.none")
        for cook in sure[1:]:
            findings.fault("puzzle.sure.cook", key=spoken(sure[0]), card=spoken(cook))
        for action in choices:
            if action not in sure and action not in self.lost:
                findings.fault("puzzle.sure.no_deal", card=spoken(action))
        if self.puzzle.target is not None and sure and self._more_is_sure():
            findings.fault("puzzle.sure.slack", target=self.puzzle.target)
        findings.nodes = self.oracle.nodes + self.play.nodes
        findings.note("puzzle.sure.note", n=len(self.worlds), moments=self.play.nodes)

    def _more_is_sure(self) -> bool:
        """Whether one more of the goal's number is sure, too."""
        tighter = GoalOracle(self.aim.tighter, self.knowledge, self.solver, self.state)
        return bool(SurePlay(tighter, self.worlds, PATIENCE).sure)


def unseen_worlds(
    oracle: GoalOracle, states: Sequence[State], moves: Sequence[Move], at: int
) -> tuple[State, ...]:
    """The deals that a side cannot tell apart which sees its own hands.

    Known is what the side holds, which cards the others hold together, what the cards of the trick in
    progress have proved, and who plays with whom.

    Args:
        oracle: What tells equal moments, and whose side it is.
        states: The moments of the deal.
        moves: What led from each to the next.
        at: Which moment is asked about; a seat of the side is to act.

    Returns:
        One of each kind of equals, the deal itself first; none where they are more than `FEW`.
    """
    state = states[at]
    turn = state.to_act
    assert turn is not None
    begin = at
    while begin and states[begin].view(None).trick:
        begin -= 1
    seen = Watched.of(states[begin], moves[begin:at], [turn]).seen[turn]
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


def _suit_and_rank(card: Card) -> tuple[int, int]:
    return "CSHD".index(card.suit), "AKQJT98765432".index(card.rank)
