"""FollowGame: a game of four with suits to follow, composed of its rules, states, views and readers."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, override

from kontrapunkt.cards import HIDDEN, Card, shuffled
from kontrapunkt.deal import Deal, Record
from kontrapunkt.families.follow_suit.position_reader import PositionReader
from kontrapunkt.families.follow_suit.rules import FollowRules
from kontrapunkt.families.follow_suit.state import FOLLOW, LEAD, OVER, FollowState
from kontrapunkt.families.follow_suit.views import FollowView
from kontrapunkt.game import SEATS, Seat, Session
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
    inference = "kontrapunkt.families.follow_suit.inference:worlds"

    @override
    def start(
        self, deal: Record | Deal, *, unseen: bool = False, session: Session | None = None
    ) -> FollowState:
        first = deal.deals[0] if isinstance(deal, Record) else deal
        return self.reader(self, first, unseen).state(session)

    @override
    def deal(
        self, seed: int | None = None, dealer: Seat | None = None, session: Session | None = None
    ) -> FollowState:
        who = self.who_deals(dealer, session)
        return self.dealt(shuffled(self.pack, seed), self.played_in(session, who), who)

    @abstractmethod
    def dealt(self, cards: tuple[Card, ...], session: Any, dealer: Seat) -> FollowState:
        """The first state of a deal.

        Args:
            cards: The pack as it was shuffled, top card first.
            session: The session, a fresh one included, with its dealer.
            dealer: The dealer.
        """

    def in_packets(self, cards: Sequence[Card], dealer: Seat, sizes: Iterable[int]) -> list[tuple[Card, ...]]:
        """The hands, N E S W, dealt from the top.

        Args:
            cards: The pack; who comes when it is empty gets nothing.
            dealer: The dealer, who gets cards last in each round.
            sizes: How many cards a packet of each round has.
        """
        hands: list[tuple[Card, ...]] = [()] * 4
        first, at = self.eldest(dealer), 0
        for size in sizes:
            for turn in range(4):
                hands[(first + turn * self.step) & 3] += tuple(cards[at : at + size])
                at += size
        return hands

    def played_in(self, session: Session | None, dealer: Seat) -> Session:
        """The session as a deal of a dealer is played in it; a fresh one where there is none yet.

        Raises:
            PositionError: if the session is over, or another seat is to deal.
        """
        return self._fresh[dealer] if session is None else session.agreed(Deal({}, dealer=dealer))

    @cached_property
    def _fresh(self) -> Mapping[Seat, Session]:
        """Fresh sessions, by who deals."""
        fresh = self.session()
        return {seat: replace(fresh, dealers=(seat,)) for seat in SEATS}

    @override
    def as_deal(self, state: FollowState, seat: Seat | None) -> Deal:
        seen, session = state.redacted(seat), state.session
        hands = dict(zip(SEATS, seen.hands, strict=True))
        if self.fresh(state):
            return Deal(hands, seen.stock or None, dealer=session.dealer, facts=session.facts)
        return Deal(hands, seen.stock or None, True, session.dealer, self.shows(seen, seat).facts)

    @override
    def why_not(self, state: FollowState, action: str, seat: Seat | None) -> Refusal | None:
        if state.phase == OVER:
            return Refusal(self.refusal_rules["over"], say("follow_suit.refusal.over"))
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
            rule, said = self.refusal_rules["turn"], say("refusal.turn", seat=seat_name(turn))
            lacking = unmet(self.legality.in_turn, state, done, number)
        elif card and state.phase in (LEAD, FOLLOW) and card not in hand:
            values = {"card": the_card(card), "hand": the_cards(hand)}
            rule, said = self.refusal_rules["hand"], say("refusal.not_held", **values)
            lacking = None
        else:
            lacking = unmet(self.legality.asked(state, done), state, done, number)
            assert lacking, f"{done} is not legal, and meets all that is asked"
        if lacking:
            rule, said = lacking.rule, lacking.says(state, done, number)
        return Refusal(rule, in_faces(said, self.faces), legal)
