"""FollowGame: a game of four with suits to follow, composed of its rules, states, views and readers."""

from dataclasses import replace
from typing import ClassVar, override

from kontrapunkt.cards import HIDDEN
from kontrapunkt.deal import Deal, Record
from kontrapunkt.game import SEATS, Match, Seat
from kontrapunkt.games.following.position_reader import PositionReader
from kontrapunkt.games.following.rules import FollowRules
from kontrapunkt.games.following.state import FOLLOW, LEAD, OVER, FollowState
from kontrapunkt.games.following.views import FollowView, facts
from kontrapunkt.legality import unmet
from kontrapunkt.record.text import tidy_action
from kontrapunkt.rules import Refusal
from kontrapunkt.said import Text, in_faces, say, seat_name, the_card, the_cards


class FollowGame(FollowRules):
    """A game of four in which suit is followed.

    Attributes:
        reader: What reads the start of its records.
    """

    reader: ClassVar[type[PositionReader]]
    shows = FollowView

    @override
    def start(self, deal: Record | Deal, *, unseen: bool = False, match: Match | None = None) -> FollowState:
        first = deal.deals[0] if isinstance(deal, Record) else deal
        return self.reader(self, first, unseen).state(match)

    def played_in(self, match: Match | None, dealer: Seat) -> Match:
        """The match as a deal of a dealer is played in it; a fresh one where there is none yet.

        Raises:
            PositionError: if the match is over, or another seat is to deal.
        """
        if match is None:
            return replace(self.match(), dealers=(dealer,))
        return match.agreed(Deal({}, dealer=dealer))

    @override
    def as_deal(self, state: FollowState, seat: Seat | None) -> Deal:
        hands = dict(zip(SEATS, state.hands_seen(seat), strict=True))
        stock, match = state.stock_seen(seat) or None, state.match
        if self.fresh(state):
            return Deal(hands, stock, dealer=match.dealer, facts=match.facts)
        return Deal(hands, stock, True, match.dealer, facts(state, self.facts_of(state, seat)))

    @override
    def why_not(self, state: FollowState, action: str, seat: Seat | None) -> Refusal | None:
        if state.phase == OVER:
            return Refusal(self.refusal_rules["over"], say("following.refusal.over"))
        turn = SEATS[state.turn]
        who = turn if seat is None else seat
        legal = tuple(each for each in state.actions(who) if HIDDEN not in each)
        done = tidy_action(action)
        if done in legal:
            return None
        number, card, hand = SEATS.index(who), done.card, state.hands[state.turn]
        rule: str
        said: Text
        if who != turn and (card or not self.is_call(done)):
            rule, said = self.refusal_rules["turn"], say("following.refusal.turn", seat=seat_name(turn))
            lacking = unmet(self.legality.in_turn, state, done, number)
        elif card and state.phase in (LEAD, FOLLOW) and card not in hand:
            values = {"card": the_card(card), "hand": the_cards(hand)}
            rule, said = self.refusal_rules["hand"], say("following.refusal.not_held", **values)
            lacking = None
        else:
            lacking = unmet(self.legality.asked(state, done), state, done, number)
            assert lacking, f"{done} is not legal, and meets all that is asked"
        if lacking:
            rule, said = lacking.rule, lacking.says(state, done, number)
        return Refusal(rule, in_faces(said, self.faces), legal)
