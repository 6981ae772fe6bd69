"""A witness that a position of Kontra can arise: a whole deal, and play that leads to just this position.

The earlier tricks are laid out by chance, within what the position says of them, a bounded number of times,
always from the same seed: who wins each, and which cards fall to it. Then a deal is made to them: everybody
plays from the hand, in the order in which the cards came in, and every trick is spiced from the pack. Only
the very first lead is an open card of the pack, so that nobody has drawn one that all have seen. That deal is
played out by the engine, which alone decides whether it was legal and whether it has led there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Final

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match.table import DARK, PACK
from kontrapunkt.game import Seat
from kontrapunkt.games.kontra import KontraState
from kontrapunkt.games.kontra.options import BOTTOM, HAND, SPICE_DARK, TOP, Phase
from kontrapunkt.rules import PositionError, Refusal

ATTEMPTS: Final = 400
"""How often the earlier tricks are laid out before it gives up."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """An earlier trick; seats are numbers in the order of play.

    Attributes:
        leader: Who led.
        cards: Its cards in the order played.
        added: Its spice, or the last of the pack.
    """

    leader: int
    cards: tuple[Card, ...]
    added: tuple[Card, ...]


Play = tuple[KontraState, list[tuple[Seat, str]]]
"""A deal as it begins, and what is done in it."""


def witness(start: KontraState) -> Play | None:
    """A whole deal as it begins, and what is done in it up to a position; None if none was found.

    Args:
        start: The position, as a record starts with it.
    """
    if start.trick_number == 1 or (start.shown and not _shows(start)):
        return None
    past = _Past(start, Random(0))
    for _ in range(ATTEMPTS):
        tricks = past.lay()
        found = _played(start, tricks) if tricks else None
        if found is not None:
            return found
    return None


def _shows(start: KontraState) -> bool:
    """Whether a card may come into a hand for all to see in such deals: only the last one of the pack can."""
    return not (start.stock or start.game.spices or start.game.stray)


class _Past:
    """Lays out the tricks before a position."""

    def __init__(self, start: KontraState, chance: Random) -> None:
        self.start = start
        self.chance = chance
        self.game = start.game
        self.players = self.game.players
        there = {*start.stock, *start.trick}.union(*start.hands)
        self.gone = [card for card in PACK if card not in there]
        dealer = start.session.dealer
        self.dealer = self.game.seats.index(dealer) if dealer else None
        self.added = [self._added(number) for number in range(1, start.trick_number)]

    def _added(self, number: int) -> int:
        """How many cards came to a trick beside those played."""
        game = self.game
        if self.start.phase == Phase.LOCKED_END:
            return 0
        return int(game.spices) if number <= game.ordinary else game.stray * (number == game.ordinary + 1)

    def lay(self) -> list[Fallen] | None:
        """The tricks, laid out once; None where the cards would not do."""
        winners = self._winners()
        leader = winners[0] if self.dealer is None else self.dealer
        if self.start.bottom_led and winners[0] == (leader + 1) % self.players:
            return None  # with the top card, which would be of its rank: they would lock the pack (KO-R3)
        shares = self._shares(winners)
        if not shares:
            return None
        tricks: list[Fallen] = []
        for number, winner in enumerate(winners):
            fallen = self._trick(leader, winner, self.added[number], shares[winner])
            if fallen is None:
                return None
            tricks.append(fallen)
            leader = winner
        return tricks

    def _winners(self) -> list[int]:
        """Who wins each trick: everybody in one row of tricks, the leader of the position last."""
        tricks = self.start.before.tricks or self._some_tricks()
        last = self.start.leader
        orders = [order for order in permutations(range(self.players)) if order[-1] == last]
        order = self.chance.choice(orders)
        return [seat for seat in order for _ in range(tricks[seat])]

    def _some_tricks(self) -> list[int]:
        """So many tricks for each that the leader has one."""
        tricks = [0] * self.players
        tricks[self.start.leader] = 1
        for _ in self.added[1:]:
            tricks[self.chance.randrange(self.players)] += 1
        return tricks

    def _shares(self, winners: Sequence[int]) -> list[list[Card]] | None:
        """The cards of each one's tricks, with as many card points as the position says."""
        if not winners or winners[-1] != self.start.leader:
            return None
        sizes = [0] * self.players
        for winner, added in zip(winners, self.added, strict=True):
            sizes[winner] += self.players + added
        cards = self.gone[:]
        self.chance.shuffle(cards)
        points = self.start.before.points
        if points is None:
            shares = iter(cards)
            return [[next(shares) for _ in range(size)] for size in sizes]
        cards.sort(key=lambda card: -self._worth(card))
        return self._dealt_out(cards, list(points), sizes)

    def _dealt_out(self, cards: list[Card], points: list[int], sizes: list[int]) -> list[list[Card]] | None:
        """The cards shared out, those that count most first, each to one who may still have it."""
        shares: list[list[Card]] = [[] for _ in sizes]
        steps = [0]

        worths = [self._worth(card) for card in cards]

        def share(at: int) -> bool:
            steps[0] += 1
            worth = worths[at] if at < len(worths) else 0
            if not worth:
                return not any(points)
            for seat in self.chance.sample(range(self.players), self.players):
                if points[seat] < worth or len(shares[seat]) == sizes[seat] or steps[0] > 3000:
                    continue
                points[seat] -= worth
                shares[seat].append(cards[at])
                if share(at + 1):
                    return True
                points[seat] += worth
                shares[seat].pop()
            return False

        if not share(0):
            return None
        blanks = iter([card for card, worth in zip(cards, worths, strict=True) if not worth])
        for seat, size in enumerate(sizes):
            shares[seat] += [next(blanks) for _ in range(size - len(shares[seat]))]
            self.chance.shuffle(shares[seat])
        return shares

    def _worth(self, card: Card) -> int:
        return self.game.values.get(card[0], 0)

    def _trick(self, leader: int, winner: int, added: int, cards: list[Card]) -> Fallen | None:
        """A trick out of the winner's cards, which lose them; None where no cards fit."""
        own = (winner - leader) % self.players
        for lead in cards:
            equals = [card for card in cards if card[0] == lead[0] and card != lead]
            if own and not equals:
                continue
            taking = [lead, *equals[:1]] if own else [lead]
            others = [card for card in cards if card[0] != lead[0]][: self.players - len(taking)]
            if len(others) + len(taking) < self.players:
                continue
            for card in (*taking, *others):
                cards.remove(card)
            spice = tuple(cards.pop() for _ in range(added))
            rest = iter(others)
            played = [lead if i == 0 else taking[1] if i == own else next(rest) for i in range(self.players)]
            return Fallen(leader, tuple(played), spice)
        return None


def _played(start: KontraState, tricks: Sequence[Fallen]) -> Play | None:
    """The deal in which the tricks fall as they were laid out, if it leads to the position."""
    try:
        state = first = start.game.start(_dealt(start, tricks))
        done = list(_actions(start, tricks))
        for seat, action in done:
            state = state.apply(action, seat)
    except (PositionError, Refusal, IndexError):
        return None
    return (first, done) if agrees(state, start) else None


def _actions(start: KontraState, tricks: Sequence[Fallen]) -> Iterator[tuple[Seat, str]]:
    """What is done, up to the position."""
    seats, locked = start.game.seats, start.phase == Phase.LOCKED_END
    for number, fallen in enumerate(tricks, 1):
        for place, card in enumerate(fallen.cards):
            seat = seats[(fallen.leader + place) % len(seats)]
            yield seat, card if number > 1 or locked else _from_pack(start, place) or card
        if fallen.added and number <= start.game.ordinary:
            yield seats[_winner(fallen)], SPICE_DARK
    plays = start.view(None).trick
    yield from ((play.seat, DARK if play.dark else play.card) for play in plays)


def _winner(fallen: Fallen) -> int:
    last = max(i for i, card in enumerate(fallen.cards) if card[0] == fallen.cards[0][0])
    return (fallen.leader + last) % len(fallen.cards)


def _from_pack(start: KontraState, place: int) -> str:
    """Which open card of the pack is played to the first trick at a place; empty for none."""
    if start.bottom_led:
        return (BOTTOM, TOP, "")[place]
    return TOP if place == 0 else ""


def _dealt(start: KontraState, tricks: Sequence[Fallen]) -> Deal:
    game = start.game
    locked = start.phase == Phase.LOCKED_END
    played: list[list[Card]] = [[] for _ in game.seats]  # from the hand, in order
    order: list[
        tuple[int, Card]
    ] = []  # what leaves the pack, in order; a seat that draws, or -1 and the card
    bottom: list[Card] = []
    for number, fallen in enumerate(tricks, 1):
        ordinary = not locked and number <= game.ordinary
        for place, card in enumerate(fallen.cards):
            seat = (fallen.leader + place) % game.players
            taken = _from_pack(start, place) if number == 1 and not locked else ""
            if taken == BOTTOM:
                bottom = [card]
            elif taken:
                order.append((-1, card))
            else:
                played[seat].append(card)
                order += [(seat, card)] * ordinary
        order += [(-1, card) for card in fallen.added]
    for place, card in enumerate(start.trick):
        seat = (start.leader + place) % game.players
        if start.view(None).trick[place].dark:
            order.append((-1, card))
        else:
            played[seat].append(card)
            order += [(seat, card)] * (start.trick_number <= game.ordinary and not locked)
    held = [[*cards, *hand] for cards, hand in zip(played, start.hands, strict=True)]
    hands = {seat: tuple(cards[:HAND]) for seat, cards in zip(game.seats, held, strict=True)}
    drawing = [iter(cards[HAND:]) for cards in held]
    drawn = [card if seat < 0 else next(drawing[seat]) for seat, card in order]
    dealer = game.seats[tricks[0].leader]
    return Deal(hands, (*drawn, *start.stock, *bottom), dealer=dealer, facts=start.session.facts)


def agrees(state: KontraState, start: KontraState) -> bool:
    """Whether play has led to a position, as far as that says what was before it."""
    before = start.before
    dealer = before.session.dealer
    return (
        state.hands == start.hands
        and state.stock == start.stock
        and (state.trick, state.view(None).trick) == (start.trick, start.view(None).trick)
        and (state.to_act, state.phase, state.trick_number) == (start.to_act, start.phase, start.trick_number)
        and (state.lock, state.bottom_led) == (start.lock, start.bottom_led)
        and sorted(state.shown) == sorted(start.shown)
        and (before.points is None or state.card_points == before.points)
        and (before.tricks is None or state.taken == before.tricks)
        and (dealer is None or state.session.dealer == dealer)
    )
