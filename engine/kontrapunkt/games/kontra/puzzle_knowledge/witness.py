"""A witness that a position of Kontra can arise.

The earlier tricks are laid out by chance, within what the position says of them: who wins each, and which
cards fall to it. Then a deal is made to them: everybody plays from the hand, in the order in which the cards
came in, and every trick is spiced from the pack. Only the very first lead is an open card of the pack, so
that nobody has drawn one that all have seen.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import override

from kontrapunkt.cards import Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import Done, Fallen, Witness
from kontrapunkt.families.rank_match.table import DARK
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import BOTTOM, HAND, SPICE_DARK, TOP, Phase


class KontraWitness(Witness[KontraState]):
    """Looks for a witness of a position of Kontra."""

    game: Kontra
    attempts = 400

    def __init__(self, start: KontraState) -> None:
        super().__init__(start)
        self.players = self.game.players
        self.locked = start.phase == Phase.LOCKED_END
        dealer = start.session.dealer
        self.dealer = self.game.seats.index(dealer) if dealer else None
        self.added = [self._added(number) for number in range(1, start.trick_number)]
        # A card comes into a hand for all to see in such deals only if it is the last one of the pack.
        shows = not (start.stock or self.game.spices or self.game.stray)
        self.possible = start.trick_number > 1 and (shows or not start.shown)

    def _added(self, number: int) -> int:
        """How many cards came to a trick beside those played."""
        game = self.game
        if self.locked:
            return 0
        return int(game.spices) if number <= game.ordinary else game.stray * (number == game.ordinary + 1)

    @override
    def agrees(self, state: KontraState) -> bool:
        start = self.start
        return super().agrees(state) and (state.lock, state.up.bottom) == (start.lock, start.up.bottom)

    @override
    def tricks(self) -> list[Fallen] | None:
        winners = self._winners()
        leader = winners[0] if self.dealer is None else self.dealer
        if not self.start.up.bottom and winners[0] == (leader + 1) % self.players:
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
            return Fallen(leader, winner, tuple(played), spice)
        return None

    @override
    def done(self, tricks: Sequence[Fallen]) -> Done:
        seats, start = self.game.seats, self.start
        done: Done = []
        for number, fallen in enumerate(tricks, 1):
            for place, card in enumerate(fallen.cards):
                taken = self._from_pack(number, place)
                done.append((seats[(fallen.leader + place) % self.players], taken or card))
            if fallen.added and number <= self.game.ordinary:
                done.append((seats[fallen.winner], SPICE_DARK))
        for place, card in enumerate(start.trick):
            seat = seats[(start.leader + place) % self.players]
            done.append((seat, DARK if start.dark >> place & 1 else card))
        return done

    def _from_pack(self, number: int, place: int) -> str:
        """Which open card of the pack is played to a trick at a place: to the first; empty for none."""
        if number > 1 or self.locked:
            return ""
        if not self.start.up.bottom:
            return (BOTTOM, TOP, "")[place]
        return TOP if place == 0 else ""

    @override
    def dealt(self, tricks: Sequence[Fallen]) -> Deal:
        game, start = self.game, self.start
        played: list[list[Card]] = [[] for _ in game.seats]  # from the hand, in order
        # What leaves the pack, in order: the number of a seat that draws, or the card itself.
        order: list[int | Card] = []
        bottom: list[Card] = []
        for number, fallen in enumerate(tricks, 1):
            draws = not self.locked and number <= game.ordinary
            for place, card in enumerate(fallen.cards):
                seat = (fallen.leader + place) % game.players
                taken = self._from_pack(number, place)
                if taken == BOTTOM:
                    bottom = [card]
                elif taken:
                    order.append(card)
                else:
                    played[seat].append(card)
                    order += [seat] * draws
            order += fallen.added
        for place, card in enumerate(start.trick):
            seat = (start.leader + place) % game.players
            if start.dark >> place & 1:
                order.append(card)
            else:
                played[seat].append(card)
                order += [seat] * (start.trick_number <= game.ordinary and not self.locked)
        held = [[*cards, *hand] for cards, hand in zip(played, start.hands, strict=True)]
        hands = {seat: tuple(cards[:HAND]) for seat, cards in zip(game.seats, held, strict=True)}
        drawing = [iter(cards[HAND:]) for cards in held]
        drawn = [next(drawing[each]) if isinstance(each, int) else each for each in order]
        dealer = game.seats[tricks[0].leader]
        return Deal(hands, (*drawn, *start.stock, *bottom), dealer=dealer, facts=start.session.facts)
