"""A proof by example that a position of Kontra can arise.

The earlier tricks are made up at random, within the facts of the position: the winners, and the cards of each
trick. Then a deal is made that leads to them. Everybody plays from the hand, in the order in which the cards
came in, and every trick gets its spice from the pack. Only the very first lead is a face-up card of the pack,
so that nobody has drawn a card that all have seen.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import override

from kontrapunkt.core.cards import RANKS, Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.families.piles import BLANK
from kontrapunkt.families.rank_match.constants import DARK
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import Done, EarlierTrick, Witness, ways
from kontrapunkt.games.kontra import Kontra, KontraState
from kontrapunkt.games.kontra.options import BOTTOM, HAND, SPICE_DARK, TOP, Phase


class KontraWitness(Witness[KontraState]):
    """A search for a deal that leads to a position of Kontra."""

    game: Kontra
    attempts = 400

    def __init__(self, start: KontraState) -> None:
        super().__init__(start)
        self.players = self.game.players
        self.locked = start.phase == Phase.LOCKED_END
        dealer = start.session.dealer
        self.dealer = self.game.seats.index(dealer) if dealer else None
        self.added = [self._added_count(number) for number in range(1, start.trick_number)]
        # In these deals a player draws a face-up card only if it is the last of the pack.
        shows = not (start.stock or self.game.spices or self.game.stray)
        self.possible = start.trick_number > 1 and (shows or not start.shown)

    def _added_count(self, number: int) -> int:
        """Return the number of cards added to a trick beside those played."""
        game = self.game
        if self.locked:
            return 0
        return int(game.spices) if number <= game.ordinary else game.stray * (number == game.ordinary + 1)

    @override
    def agrees(self, state: KontraState) -> bool:
        start = self.start
        return super().agrees(state) and (state.lock, state.up.bottom) == (start.lock, start.up.bottom)

    @override
    def tricks(self) -> list[EarlierTrick] | None:
        winners = self._winners()
        leader = winners[0] if self.dealer is None else self.dealer
        if not self.start.up.bottom and winners[0] == (leader + 1) % self.players:
            return None  # the top card would match the bottom card, so the pack would be locked (KO-R3)
        shares = self._shares(winners)
        if not shares:
            return None
        tricks: list[EarlierTrick] = []
        for winner, added in zip(winners, self.added, strict=True):
            fallen = self._trick(leader, winner, shares[winner], added)
            if fallen is None:
                return None
            tricks.append(fallen)
            leader = winner
        return tricks

    def _winners(self) -> list[int]:
        """Return the winner of each trick.

        Each player wins a row of tricks, the leader of the position last.
        """
        tricks = self.start.before.tricks or self._some_tricks()
        last = self.start.leader
        orders = [order for order in permutations(range(self.players)) if order[-1] == last]
        order = self.chance.choice(orders)
        return [seat for seat in order for _ in range(tricks[seat])]

    def _some_tricks(self) -> list[int]:
        """Return a random number of tricks for each player; the leader has at least one."""
        tricks = [0] * self.players
        tricks[self.start.leader] = 1
        for _ in self.added[1:]:
            tricks[self.chance.randrange(self.players)] += 1
        return tricks

    def _shares(self, winners: Sequence[int]) -> list[list[Card]] | None:
        """Return the cards of each player's tricks, with the card points of the position."""
        if not winners or winners[-1] != self.start.leader:
            return None
        sizes = [0] * self.players
        for winner, added in zip(winners, self.added, strict=True):
            sizes[winner] += self.players + added
        return self._share_out(sizes)

    def _share_out(self, sizes: Sequence[int]) -> list[list[Card]] | None:
        """Deal the cards of the earlier tricks out into piles with the stated card points.

        Args:
            sizes: The number of cards that each player has taken.

        Returns:
            The cards of each; None if no such piles are possible.
        """
        values, points, cards = self.game.values, self.start.before.points, self.gone[:]
        self.chance.shuffle(cards)
        if points is None:
            rest = iter(cards)
            return [[*islice(rest, size)] for size in sizes]
        shares: list[list[Card]] = []
        for size, told in zip(sizes, points, strict=True):
            held = Counter(card[0] if card[0] in values else BLANK for card in cards)
            numbers = tuple(held[rank] for rank in values)
            found = ways(numbers, (*values.values(),), told, size)
            fits = [(*way, size - sum(way)) for way in found if size - sum(way) <= held[BLANK]]
            if not fits:
                return None
            taken = dict(zip((*values, BLANK), self.chance.choice(fits), strict=True))
            share: list[Card] = []
            left: list[Card] = []
            for card in cards:
                kind = card[0] if card[0] in values else BLANK
                (share if taken[kind] > 0 else left).append(card)
                taken[kind] -= 1
            shares.append(share)
            cards = left
        return shares

    def _trick(self, leader: int, winner: int, pile: list[Card], added: int) -> EarlierTrick | None:
        """Take a trick from the winner's cards; return None if no cards fit.

        Args:
            leader: The number of the leader.
            winner: The number of the winner.
            pile: The winner's cards. Cards of the rank led are played before the winner's, if at all.
            added: The number of cards added to the trick beside those played.
        """
        players = self.players
        takes = [leader, winner] if leader != winner else [leader]
        many = Counter(card.rank for card in pile)
        able = [rank for rank in RANKS if many[rank] >= len(takes)]
        if not able:
            return None
        led = self.chance.choice(able)
        equals = [card for card in pile if card.rank == led]
        others = [card for card in pile if card.rank != led]
        before = [(leader + i) % players for i in range(1, (winner - leader) % players)]
        after = [seat for seat in range(players) if seat not in (*takes, *before)]
        head, spare = equals[: len(takes)], equals[len(takes) :]
        cards = [*head, *others, *spare[: len(before)]][:players]
        if len(cards) < players:
            return None
        for card in cards:
            pile.remove(card)
        fallen = dict(zip((*takes, *after, *before), cards, strict=True))
        spice = tuple(pile.pop() for _ in range(added))
        return EarlierTrick(
            leader, winner, tuple(fallen[(leader + i) % players] for i in range(players)), spice
        )

    @override
    def done(self, tricks: Sequence[EarlierTrick]) -> Done:
        seats = self.game.seats
        done: Done = []
        for number, fallen in self._numbered_tricks(tricks):
            for place, card in enumerate(fallen.cards):
                seat = seats[(fallen.leader + place) % self.players]
                done.append((seat, self._from_pack(number, place) or card))
            if fallen.added and number <= self.game.ordinary:
                done.append((seats[fallen.winner], SPICE_DARK))
        return done

    def _numbered_tricks(self, tricks: Sequence[EarlierTrick]) -> Iterator[tuple[int, EarlierTrick]]:
        """Return the earlier tricks with their numbers, and the one in progress."""
        leader = self.start.leader
        return enumerate((*tricks, EarlierTrick(leader, leader, self.start.trick)), 1)

    def _from_pack(self, number: int, place: int) -> str:
        """Return the card of the pack that is played at a place of a trick, if any.

        It is a face-up card in the first trick, or a dark one in the trick in progress; empty for none.
        """
        if number == self.start.trick_number:
            return DARK if self.start.dark >> place & 1 else ""
        if number > 1 or self.locked:
            return ""
        if not self.start.up.bottom:
            return (BOTTOM, TOP, "")[place]
        return TOP if place == 0 else ""

    @override
    def dealt(self, tricks: Sequence[EarlierTrick]) -> Deal:
        game, start = self.game, self.start
        played: list[list[Card]] = [[] for _ in game.seats]  # cards played from each hand, in order
        # Cards leave the pack in this order: the number of a seat that draws, or the card itself.
        order: list[int | Card] = []
        bottom: list[Card] = []
        for number, fallen in self._numbered_tricks(tricks):
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
        held = [[*cards, *hand] for cards, hand in zip(played, start.hands, strict=True)]
        hands = {seat: tuple(cards[:HAND]) for seat, cards in zip(game.seats, held, strict=True)}
        drawing = [iter(cards[HAND:]) for cards in held]
        drawn = [next(drawing[each]) if isinstance(each, int) else each for each in order]
        dealer = game.seats[tricks[0].leader]
        return Deal(hands, (*drawn, *start.stock, *bottom), dealer=dealer, facts=start.session.facts)
