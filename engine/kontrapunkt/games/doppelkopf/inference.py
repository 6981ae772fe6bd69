"""Inference about hidden cards in Doppelkopf.

A proved party tells who has the queens of clubs, as long as these decide the parties. A player who has a
reservation, or passes a class of games, can name a game of a class still to come, and must have the cards for
it. A poverty has no trumps except those that it got back.

Three things are left out: a hand of seventy points (option `throw_in`), which no number of cards shows; a
reservation of a player who then takes part in the exchange of a poverty; and, where a single fox may stay in
the hand (`poverty_fox`), the number of ways in which an exchange can lead to the same cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, override

from kontrapunkt.core.cards import HIDDEN, Card
from kontrapunkt.core.interface import PASS, SEATS, Action
from kontrapunkt.families.card_distributions import CardBound, CardPlace, Case
from kontrapunkt.families.follow_suit.inference import FollowInference
from kontrapunkt.games.doppelkopf import constants
from kontrapunkt.games.doppelkopf.constants import KONTRA, NORMAL, POVERTY, RE, UNKNOWN, WEDDING
from kontrapunkt.games.doppelkopf.options import DoppelkopfRules
from kontrapunkt.games.doppelkopf.state import DoppelkopfState
from kontrapunkt.record import SeatHistory

Held = tuple[frozenset[Card], int, int]
"""A condition on a dealt hand: some cards, their least and their greatest number."""

ALL: Final = 99


class DoppelkopfInference(FollowInference[DoppelkopfState]):
    """The conclusions that a seat can draw in Doppelkopf."""

    def __init__(self, seen: SeatHistory) -> None:
        """Replay the actions and draw the conclusions.

        Args:
            seen: The deal as the seat has seen it.
        """
        self.proved: dict[int, int] = {}
        self.seat = SEATS.index(seen.seat)
        super().__init__(seen)

    @property
    def given(self) -> Counter[Card]:
        """The cards that the seat put down as a poverty."""
        done = zip(self.states, self.played.steps, strict=False)
        mine = [
            step for before, step in done if before.phase == constants.PUT and step.seat == SEATS[self.seat]
        ]
        return Counter(constants.LAID_DOWN[step.action] for step in mine)

    @override
    def learn(self, before: DoppelkopfState, seat: int, action: Action) -> None:
        by_cards = before.mode == NORMAL and not before.roles.regrouped
        if action == constants.RESERVATION or (before.phase == constants.NAMING and action == PASS):
            rank = before.class_and_seat_asked[0] if before.phase == constants.NAMING else ""
            terms = disjoint(could_name(before, seat, rank))
            now, contract = self.now, self.now.contract
            exchanges = contract.mode == POVERTY and seat in (contract.declarer, contract.partner)
            if terms and not exchanges and HIDDEN in now.hands[seat]:
                self.either.append([{seat: [self.holds(seat, *held) for held in row]} for row in terms])
        elif action in constants.SAID and by_cards:
            self.proved[seat] = constants.SAID[action][0]
        elif action in constants.PARTNERS and by_cards:
            self.proved[seat] = constants.PARTNERS[action][1]
        elif action.card:
            if by_cards and before.game.obliging and before.roles.proved[seat] == UNKNOWN:
                self._unobliged(before, seat, action.card)
            super().learn(before, seat, action)

    def _unobliged(self, before: DoppelkopfState, seat: int, card: Card) -> None:
        """Note the party of a seat if only one party could lead this card without announcing (DK-V20)."""
        able = [
            party
            for party in (RE, KONTRA)
            if {card, HIDDEN} & {*before.of_party(seat, party).cards_allowed()}
        ]
        if len(able) == 1:
            self.proved[seat] = able[0]

    @override
    def conclude(self) -> None:
        now = self.now
        for state in self.states:
            if state.mode == NORMAL and not state.roles.regrouped:
                self.proved |= {seat: party for seat, party in enumerate(state.roles.proved) if party}
        if now.mode == NORMAL:
            for seat, party in self.proved.items():
                least, most = (1, 2) if party == RE else (0, 0)
                self.bounds[seat].append(self.holds(seat, (constants.OLD,), least, most))

    @override
    def cases(self, hands: Mapping[int, CardPlace], others: Sequence[CardPlace]) -> Iterable[Case]:
        contract = self.now.contract
        if contract.mode != POVERTY or contract.declarer is None or self.now.phase == constants.PUT:
            return super().cases(hands, others)
        poor, taker = contract.declarer, contract.partner
        if poor in hands:
            places = [hands[poor].bound(row) for row in self._poverty_bounds(poor)]
            return [
                case
                for place in places
                for case in super(DoppelkopfInference, self).cases({**hands, poor: place}, others)
            ]
        if taker is not None and taker in hands and self.seat == poor and contract.returned is not None:
            left = self.given - self.known(poor)
            bounds = [self.holds(taker, (card,), least=n) for card, n in left.items()]
            return super().cases({**hands, taker: hands[taker].bound(bounds)}, others)
        return super().cases(hands, others)

    def _poverty_bounds(self, poor: int) -> Iterator[list[CardBound]]:
        """Yield the trumps that a poverty may hold.

        It has the trumps that it got back, and perhaps a single fox.
        """
        trumps, n = self.now.game.home.trumps, self.now.contract.returned or 0
        yield [self.holds(poor, trumps, n, n)]
        if self.now.game.frees_fox and constants.FOX not in self.given:
            yield [self.holds(poor, trumps, n + 1, n + 1), self.holds(poor, (constants.FOX,), 1, 1)]


def could_name(state: DoppelkopfState, seat: int, rank: str) -> list[list[Held]]:
    """Return the conditions on a hand that can name a game of a later class.

    Args:
        seat: The number of the seat.
        rank: The class; empty for any.

    Returns:
        Rows of conditions, at least one of which holds; none if any hand can name a game.
    """
    game = state.game
    later = game.classes[game.classes.index(rank) + 1 :] if rank else game.classes
    if (
        game.solo_bids
        and (constants.COMPULSORY if state.bidding.owing[seat] else constants.VOLUNTARY) in later
    ):
        return []
    found: list[list[Held]] = []
    if WEDDING in later:
        found.append([(frozenset((constants.OLD,)), 2, 2)])
    if POVERTY in later:
        found += _poor(game)
    if constants.THROWING in later:
        if "points70" in game.thrown_in:
            return []
        found += [[_thrown_in(game, kind)] for kind in game.thrown_in]
    return found


def _poor(game: DoppelkopfRules) -> list[list[Held]]:
    trumps = frozenset(game.home.trumps)
    with_fox: list[Held] = [(frozenset((constants.FOX,)), 1, 1), (trumps, 4, 4)]
    return [[(trumps, 0, 3)], *([with_fox] if game.frees_fox else [])]


def _thrown_in(game: DoppelkopfRules, kind: str) -> Held:
    if kind in constants.THROWN:
        ranks, least = constants.THROWN[kind]
        return frozenset(card for card in game.pack if card[0] in ranks), least, ALL
    return frozenset(game.missed_trumps(kind)), 0, 0


def disjoint(terms: Sequence[Sequence[Held]]) -> list[list[Held]]:
    """Return rows of which exactly one holds if at least one of the terms does.

    Args:
        terms: Rows of conditions, of which one or more hold.
    """
    found: list[list[Held]] = []
    before: list[list[Held]] = [[]]  # rows in which none of the terms so far holds
    for term in terms:
        found += [[*row, *term] for row in before]
        before = [[*row, *other] for row in before for other in _otherwise(term)]
    return found


def _otherwise(term: Sequence[Held]) -> Iterator[list[Held]]:
    """Yield rows of which exactly one holds if a given row does not."""
    for place, (cards, least, most) in enumerate(term):
        for low, high in ((0, least - 1), (most + 1, ALL)):
            if low <= high:
                yield [*term[:place], (cards, low, high)]
