"""Puzzle knowledge for suit-following games: reasons why cards are legal or win.

It includes a walk through an endgame: hands as bit sets, and one kernel query per card.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple, override

from kontrapunkt.core.cards import SUITS, Card
from kontrapunkt.core.interface import SEATS, Action, Seat, Trick
from kontrapunkt.core.messages import Text, argument_name, card_name, row, say, seat_name, suit_name
from kontrapunkt.families.follow_suit import LEAD, TRUMP, FollowGame, FollowState
from kontrapunkt.puzzles.aim import Aim, agreed
from kontrapunkt.puzzles.knowledge import CardGroup, Knowledge, Saying, Walk
from kontrapunkt.search import Goal, Solver
from kontrapunkt.search.follow import FollowSolver
from kontrapunkt.search.follow.numbering import Hands, TrialPosition, members
from kontrapunkt.search.follow.solver import COUNTED
from kontrapunkt.search.goals import YES_OR_NO


class FollowPlace(NamedTuple):
    """A position in the walk.

    Attributes:
        hands: The hands, as bit sets.
        leader: The number of the seat that leads the trick.
        laid: The numbers of its cards.
        points: The card points of each side, as in the state.
        taken: The tricks of each side.
    """

    hands: Hands
    leader: int
    laid: tuple[int, ...]
    points: tuple[int, ...]
    taken: tuple[int, ...]


class FollowWalk(Walk[FollowPlace, int]):
    """A walk for an aim in card points.

    A move is the number of a card; of two equal cards it is the first.
    """

    def __init__(self, aim: Aim, solver: FollowSolver[Any, Any], state: FollowState) -> None:
        """Start at a state.

        Args:
            aim: The aim: card points from that state on.
            solver: The game's solver.
        """
        self._asked = asked = solver.question(state, aim.goal)
        self._kernel = asked.kernel
        self._step = solver.game.step
        self._side_of = solver.game.side_of
        self._ours = tuple(aim.of_side(seat) for seat in SEATS)
        reached = [aim.reached(asked.to_goal_value(number)) for number in asked.ladder]
        self._more = reached[-1]  # True if the aim needs many points for the kernel's side, False for few
        self._least = reached.index(True) if self._more else (*reached, False).index(False)
        at = asked.position
        self.start = FollowPlace(at.hands, at.leader, at.laid, state.card_points, state.taken)
        self._open = cache(self._counted)
        self._moves = cache(self._legal)
        self._kept = cache(self._keeps)

    @override
    def certain_outcome(self, at: FollowPlace) -> bool | None:
        needed, left = self._open(at.points)
        if needed <= 0:
            return self._more
        return not self._more if needed > left else None

    def _counted(self, points: tuple[int, ...]) -> tuple[int, int]:
        """Return the card points still needed or to be avoided, and the card points left."""
        gained = [now - before for now, before in zip(points, self.start.points, strict=True)]
        first = {side for side, sided in zip(self._side_of, self._kernel.sides, strict=True) if not sided}
        needed = self._least - sum(gained[side] for side in first)
        return needed, self._asked.ladder[-1] - sum(gained)

    @override
    def ours(self, at: FollowPlace) -> bool | None:
        seat = (at.leader + len(at.laid) * self._step) & 3
        return self._ours[seat] if at.hands[seat] else None

    @override
    def moves(self, at: FollowPlace) -> tuple[int, ...]:
        hands, leader, laid, _, _ = at
        return self._moves(hands[(leader + len(laid) * self._step) & 3], laid)

    def _legal(self, hand: int, laid: tuple[int, ...]) -> tuple[int, ...]:
        kernel = self._kernel
        allowed = hand
        if laid:
            allowed = kernel.allowed(hand, kernel.suit[laid[0]], laid[kernel.best(laid)])
        first: dict[int, int] = {}
        for card in members(allowed):
            first.setdefault(kernel.kind[card], card)
        return tuple(first.values())

    @override
    def goal_keeping_moves(self, at: FollowPlace) -> Sequence[int]:
        moves = self.moves(at)
        if len(moves) == 1:  # a forced move needs no query; the end of the walk decides
            return moves
        return [move for move in moves if self.keeps(at, move)]

    @override
    def keeps(self, at: FollowPlace, move: int) -> bool:
        return self._kept(at, move)

    def _keeps(self, at: FollowPlace, move: int) -> bool:
        needed, _ = self._open(at.points)
        bound = self._kernel.bound(TrialPosition(at.hands, at.leader, (*at.laid, move)), needed)
        return (bound >= needed) == self._more

    @override
    def after(self, at: FollowPlace, move: int) -> FollowPlace:
        hands, leader, laid, points, taken = at
        seat = (leader + len(laid) * self._step) & 3
        left = hands[seat] ^ 1 << move
        hands = (*hands[:seat], left, *hands[seat + 1 :])  # type: ignore[assignment]
        laid = (*laid, move)
        if len(laid) < 4:
            return FollowPlace(hands, leader, laid, points, taken)
        winner = (leader + self._kernel.best(laid) * self._step) & 3
        side, values = self._side_of[winner], self._kernel.values
        count = sum([values[card] for card in laid])
        points = (*points[:side], points[side] + count, *points[side + 1 :])
        taken = (*taken[:side], taken[side] + 1, *taken[side + 1 :])
        return FollowPlace(hands, winner, (), points, taken)

    @override
    def name(self, move: int) -> str:
        return str(self._kernel.cards[move])

    @override
    def worth(self, move: int) -> int:
        return self._kernel.values[move]

    @override
    def gain(self, at: FollowPlace, move: int) -> int:
        laid = (*at.laid, move)
        count = sum([self._kernel.values[card] for card in laid])
        winner = (at.leader + self._kernel.best(laid) * self._step) & 3
        return count if self._ours[winner] else -count


class FollowKnowledge[S: FollowState](Knowledge[S]):
    """Puzzle knowledge for games of this family.

    Attributes:
        lead_rule: The rule about cards that may be led.
        follow_rule: The rule about cards that may be played to a lead.
        void_rule: The rule about cards of a player who cannot follow; empty for `follow_rule`.
        trump_rule: The rule about which cards are trumps; empty for `follow_rule`.
        equal_rule: The rule by which the second of two equal cards wins; empty if there is none.
        reasons: Reasons for actions without a card, by the action, its verb or the result of `reason`: the
            key of one of the game's sentences, and the rule.
    """

    game: FollowGame[Any]
    kin = ("following", *Knowledge.kin)
    lead_rule: ClassVar[str]
    follow_rule: ClassVar[str]
    void_rule: ClassVar[str] = ""
    trump_rule: ClassVar[str] = ""
    equal_rule: ClassVar[str] = ""
    reasons: ClassVar[Mapping[str, tuple[str, str]]] = {}

    @override
    def groups(self, state: S) -> Mapping[str, CardGroup]:
        """Return the trumps, or in a game without them each suit."""
        order = state.order
        if order.trumps:
            rule = self.trump_rule or self.follow_rule
            return {TRUMP: CardGroup(say("puzzle.group.trumps"), frozenset(order.trumps), rule)}
        suits = {suit: frozenset(card for card in self.game.pack if card.suit == suit) for suit in SUITS}
        return {
            suit: CardGroup(suit_name(suit), cards, self.follow_rule)
            for suit, cards in suits.items()
            if cards
        }

    @override
    def worth(self, action: Action) -> int:
        return self.game.values.get(action[0], 0) if action.card else 0

    @override
    def why_allowed(self, state: S, action: Action, seat: Seat | None = None) -> Saying:
        return self.why_played(state, action.card) if action.card else self.why_done(state, action, seat)

    def why_done(self, state: S, action: Action, seat: Seat | None) -> Saying:
        """Return the reason why a legal action without a card is legal; as `why_allowed`."""
        key = self.reason(state, action)
        found, rule = self.reasons.get(key) or self.reasons.get(action.verb) or ("allowed", "")
        return self.tell(found, action=self.name(action), **self.values(state, action)), rule

    def reason(self, state: S, action: Action) -> str:
        """Return the key of such an action in `reasons`.

        Its verb is used if there is none.
        """
        return action

    def values(self, state: S, action: Action) -> dict[str, object]:
        """Return the values that the sentences of `reasons` take."""
        return dict.fromkeys(("card", "suit"), argument_name(action.argument))

    def why_played(self, state: S, card: Card) -> Saying:
        """Return the reason why the seat to act may play a card."""
        if not state.trick:
            return self.tell("lead"), self.lead_rule
        suits = state.order.suits
        led, own = suits[state.trick[0]], suits[card]
        rule = self.follow_rule
        if own == led:
            key = "follows.trump" if led == TRUMP else "follows"
        elif state.order.of_suit(led, state.hands[state.turn]):
            key = "trumps"
        else:
            key, rule = "void", self.void_rule or rule
        return self.tell(key, card=card_name(card), suit=_suit(led), trump=int(led == TRUMP)), rule

    @override
    def why_lost(self, state: S, trick: Trick, seat: Seat) -> Saying:
        order = state.order
        plays = {play.seat: play for play in trick.plays}
        lead, mine, best = trick.plays[0], plays[seat], plays[trick.winner]
        led, own = order.suits[lead.card], order.suits[mine.card]
        values = {
            "seat": seat_name(seat),
            "card": card_name(mine.card),
            "winner": seat_name(trick.winner),
            "best": card_name(best.card),
            "suit": _suit(led),
            "trump": int(own == TRUMP),
        }
        if seat == trick.winner:
            key = "best.trump" if own == TRUMP else "best"
        elif own not in (TRUMP, led):
            key = "other"
        elif own != order.suits[best.card]:
            key = "trumped"
        elif mine.card == best.card:
            key = "equal" if trick.plays.index(best) < trick.plays.index(mine) else "equal.later"
        else:
            key = "lower"
        rule = self.equal_rule if key == "equal.later" else ""
        remark = self.remark(state, mine.card, best.card) if own == order.suits[best.card] else ""
        return row(filter(None, (self.tell(key, **values), remark))), rule or self.game.trick_rules[0]

    @override
    def why_not_theirs(self, state: S, trick: Trick, seat: Seat) -> Text:
        suits = state.order.suits
        mine = next(play.card for play in trick.plays if play.seat == seat)
        own, led = suits[mine], suits[trick.plays[0].card]
        key = "beaten" if own in (TRUMP, led) else "other"
        remark = self.remark(state, mine) if own == led else ""
        told = self.tell(key, card=card_name(mine), trump=int(own == TRUMP))
        return row(filter(None, (told, remark)))

    def remark(self, state: S, *cards: Card) -> Text:
        """Return a remark for a comparison of cards of one suit; empty for none."""
        return ""

    @override
    def twists(self, state: S, trick: Trick) -> int:
        own = [(state.order.suits[card], card) for card in trick.cards]
        led, _ = own[0]
        high = sum(suit not in (led, TRUMP) and card.rank == "A" for suit, card in own)
        equal = len(own) - len({*own})
        trumped = led != TRUMP and sum(suit == TRUMP for suit, _ in own) > 1
        return self.disguised(state, trick) + high + equal + trumped

    def disguised(self, state: S, trick: Trick) -> int:
        """Return the number of cards in a trick that are trumps of another suit."""
        return sum(state.order.suits[card] == TRUMP and card.suit != state.trump for card in trick.cards)

    # Goals

    @override
    def certain_outcome(self, aim: Aim, state: S) -> bool | None:
        kind = aim.goal.kind
        if kind in YES_OR_NO or (state.to_act is None and kind not in COUNTED):
            number = self.solver.settled_value(state, aim.goal)
            return None if number is None else aim.reached(number)
        if kind != "points":
            return super().certain_outcome(aim, state)
        values = self.game.values
        cards = (*state.trick, *(card for hand in state.hands for card in hand))
        left = sum(values.get(card[0], 0) for card in cards) if state.to_act else 0
        return agreed(map(aim.reached, (0, left)))

    @override
    def walk(self, aim: Aim, solver: Solver[Any, Any], state: S) -> FollowWalk | None:
        assert isinstance(solver, FollowSolver)
        return FollowWalk(aim, solver, state) if aim.goal.kind == "points" else None

    @override
    def moment(self, goal: Goal, state: S) -> Hashable:
        past = (state.card_points, state.taken)
        return (state.hands, state.other_cards(), state.trick, state.turn, state.leader, state.phase, *past)

    @override
    def themes(self, kind: str, goal: Goal | None, before: S, action: Action | None) -> tuple[str, ...]:
        if kind in ("legal", "trick"):
            return ("following",) if kind == "legal" else ("trumps",)
        if kind == "score":
            return ("result",)
        if goal and goal.kind in YES_OR_NO:
            return ("leading", "result") if before.phase == LEAD else ("holding-back", "result")
        return ("leading", "card-points") if before.phase == LEAD else ("card-points",)

    @override
    def aims(self, state: S) -> tuple[Goal, ...]:
        return (Goal("points", 0), Goal("points", 1))


def _suit(suit: str) -> Text:
    return say("puzzle.group.trumps") if suit == TRUMP else suit_name(suit)
