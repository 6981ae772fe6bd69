"""The lore of games in which suit is followed: why a card may be played, and why it does not win."""

from collections.abc import Hashable
from dataclasses import replace
from typing import override

from kontrapunkt import words
from kontrapunkt.cards import suit_name
from kontrapunkt.game import Action, Game, Seat, State, Trick, seat_name
from kontrapunkt.games.following import LEAD, TRUMP, FollowGame, FollowState, Order
from kontrapunkt.puzzles.aim import Aim
from kontrapunkt.puzzles.lore import Lore, Saying
from kontrapunkt.render.speech import name_action
from kontrapunkt.search import Goal


class FollowLore(Lore):
    """What puzzles know of a game in which suit is followed.

    Attributes:
        follow_rule: The rule that says what may be played.
        lead_rule: The rule that says what may be led.
    """

    follow_rule = ""
    lead_rule = ""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, FollowGame)
        self.follow_game = game

    # Cards

    @override
    def worth(self, action: Action) -> int:
        return self.follow_game.values.get(action[0], 0) if action.card else 0

    @override
    def name(self, action: Action) -> str:
        return name_action(action)

    @override
    def why_allowed(self, state: State, action: Action) -> Saying:
        assert isinstance(state, FollowState)
        if action.card is None:
            return super().why_allowed(state, action)
        if state.phase == LEAD:
            return words.say("puzzle.follow.lead"), self.lead_rule
        order = state.order
        led, own = order.suits[state.trick[0]], order.suits[action.card]
        hand = state.hands[state.turn]
        if own == led:
            key = "trump" if led == TRUMP else "follows"
        elif not order.of_suit(led, hand):
            key = "void.trump" if led == TRUMP else "void"
        else:
            key = "trumps"
        return words.say(f"puzzle.follow.{key}", card=action.card, suit=_suit(led)), self.follow_rule

    def told_trick(self, order: Order, trick: Trick, seat: Seat) -> str:
        """Why a seat does not take a trick, or does, in the order it was played in."""
        plays = {play.seat: play.card for play in trick.plays}
        lead, mine, best = trick.plays[0].card, plays[seat], plays[trick.winner]
        suits = order.suits
        if seat == trick.winner:
            key = "best.trump" if suits[best] == TRUMP else "best"
        elif suits[mine] == suits[best]:
            key = "higher"
        elif suits[best] == TRUMP:
            key = "trumped"
        else:
            key = "off"
        values = {"seat": seat_name(seat), "card": mine, "best": best, "suit": _suit(suits[lead])}
        return words.say(f"puzzle.follow.trick.{key}", **values)

    # Goals

    @override
    def decided(self, aim: Aim, state: State) -> bool | None:
        assert isinstance(state, FollowState)
        if aim.goal.kind != "points":
            return super().decided(aim, state)
        values = self.follow_game.values
        cards = (*state.trick, *(card for hand in state.hands for card in hand))
        left = sum(values.get(card[0], 0) for card in cards) if state.to_act else 0
        least, most = aim.reached(0), aim.reached(left)
        return least if least == most else None

    @override
    def left_of(self, aim: Aim, start: State, state: State) -> Aim:
        assert isinstance(start, FollowState)
        assert isinstance(state, FollowState)
        kind, side = aim.goal.kind, aim.goal.side
        if kind not in ("points", "difference"):
            return aim
        took = [after - before for before, after in zip(start.card_points, state.card_points, strict=True)]
        own, other = took[side], took[1 - side]
        return replace(aim, target=aim.target - (own if kind == "points" else own - other))

    @override
    def moment(self, goal: Goal, state: State) -> Hashable:
        assert isinstance(state, FollowState)
        return (state.hands, state.trick, state.turn, state.leader, state.phase, state.card_points)

    @override
    def in_other_words(self, aim: Aim, state: State) -> str:
        return words.say("puzzle.follow.words.points", side=aim.name)

    @override
    def themes(self, kind: str, goal: Goal | None, before: State, action: Action | None) -> tuple[str, ...]:
        if kind in ("legal", "trick"):
            return ("following",) if kind == "legal" else ("trumps",)
        if kind == "score":
            return ("result",)
        return ("leading", "card-points") if before.phase == LEAD else ("card-points",)

    @override
    def aims(self, state: State) -> tuple[Goal, ...]:
        return (Goal("points", 0), Goal("points", 1))


def _suit(suit: str) -> str:
    return words.say("puzzle.follow.trump_suit") if suit == TRUMP else suit_name(suit)


words.register(
    "en",
    {
        "puzzle.follow.trump_suit": "trumps",
        "puzzle.follow.lead": "Any card may be led.",
        "puzzle.follow.trump": "Trumps were led, and {card} is one.",
        "puzzle.follow.follows": "{card} follows {suit}.",
        "puzzle.follow.trumps": "{card} is a trump, and one may always trump a plain suit.",
        "puzzle.follow.void": "There is none of {suit} in the hand, so everything may be played.",
        "puzzle.follow.void.trump": "There is no trump in the hand, so everything may be played.",
        "puzzle.follow.trick.best": "{seat}’s {card} is the highest of {suit}, and nobody trumped.",
        "puzzle.follow.trick.best.trump": "{seat}’s {card} is the highest trump in the trick.",
        "puzzle.follow.trick.higher": "{best} is higher than {card}.",
        "puzzle.follow.trick.trumped": "{best} is a trump, {card} is not.",
        "puzzle.follow.trick.off": "{card} neither follows {suit} nor trumps.",
        "puzzle.follow.words.points": "Count the card points that are left, and which tricks {side} must "
        "have to get so many of them.",
    },
)
