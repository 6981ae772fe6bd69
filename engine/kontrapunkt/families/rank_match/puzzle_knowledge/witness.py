"""A witness that a position of four can arise.

The earlier tricks are laid out by chance, within what the position says of them: who leads and wins each,
which cards each side takes, which fall together. Then a deal is made to them: each player holds the first
card to be played, draws the next one in time, and at the end draws what completes the hand.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import override

from kontrapunkt.cards import RANKS, Card
from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import Done, Fallen, Witness
from kontrapunkt.families.rank_match.rules import together
from kontrapunkt.families.rank_match.table import DARK
from kontrapunkt.game import SEATS, left_of

Plan = list[tuple[int, int]]
"""By trick: who leads, who wins."""

Piles = dict[tuple[int, bool], list[Card]]
"""By side and part (True for the first), the cards of its tricks."""


class MatchWitness(Witness[RankMatchState]):
    """Looks for a witness of a position of four; most tries fail, and then there is another."""

    game: RankMatchGame
    attempts = 600

    def __init__(self, start: RankMatchState) -> None:
        """Takes back the trick in progress.

        Args:
            start: The position.
        """
        super().__init__(start)
        self._hands = [list(hand) for hand in start.hands]  # those before the trick in progress
        self._stock = list(start.stock)
        self._played: Done = []  # what is done from there on
        self.possible = self._take_back()
        self._count = len(self.gone) // 4
        self._first = min(self._count, start.game.stock_tricks)  # tricks of the first part
        told = start.streak if start.trick_number > 1 else None
        self._streak_leader, self._streak_rank, self._forced = told or (0, "", 0)

    def _take_back(self) -> bool:
        """Takes back the trick in progress; whether that can be, as some card may have been drawn in it."""
        start, hands, stock = self.start, self._hands, self._stock
        seen = {card for _, card in start.shown}
        if start.turned is not None:
            hands[start.turn].remove(start.turned)
            stock.insert(0, start.turned)
            self._played.append((SEATS[start.turn], DARK))
        draws = start.first_part and start.game.draws_at_once
        for place, card in reversed([*enumerate(start.trick)]):
            seat = (start.leader + place) % 4
            dark = start.dark >> place & 1
            self._played.insert(0, (SEATS[seat], DARK if dark else card))
            if dark:
                stock.insert(0, card)
                continue
            if draws:
                drawn = next((each for each in hands[seat] if each not in seen), None)
                if drawn is None:
                    return False
                hands[seat].remove(drawn)
                stock.insert(0, drawn)
            hands[seat].append(card)
        return True

    @override
    def tricks(self) -> list[Fallen] | None:
        plan = self._plan()
        piles = None if plan is None else self._piles(plan)
        return None if plan is None or piles is None else self._filled(plan, piles)

    @override
    def agrees(self, state: RankMatchState) -> bool:
        return super().agrees(state) and state.marks == self.start.marks and self._harmless(state)

    def _harmless(self, state: RankMatchState) -> bool:
        """Whether the last leads are as the position says; where it says nothing, if they never matter."""
        start = self.start
        if start.streak is not None or state.streak is None or start.trick_number == 1:
            return state.streak == start.streak or start.trick_number == 1
        leader, rank, number = state.streak
        if state.phase == "lead" and not together(state.game.lead_limit_scope, leader, state.turn):
            return True
        left = sum(card.rank == rank for hand in (*state.hands, state.trick) for card in hand)
        return number + left <= state.game.lead_limit

    # Who leads and who wins

    def _plan(self) -> Plan | None:
        count, chance, last = self._count - self._forced, self.chance, self.start.leader
        if count < 0:
            return None
        tail: Plan = []
        if self._forced:
            tail = [(self._streak_leader, self._streak_leader)] * (self._forced - 1)
            tail.append((self._streak_leader, last))
            last = self._streak_leader
        dealer = self.start.before.session.dealer
        leads = SEATS.index(left_of(dealer)) if dealer else chance.randrange(4) if count else last
        plan: Plan = []
        for side in self._sides(count, tail, last & 1):
            wins = leads if leads & 1 == side else side + 2 * chance.randint(0, 1)
            if len(plan) == count - 1:
                wins = last
            plan.append((leads, wins))
            leads = wins
        return plan + tail if len(plan) == count and leads == last else None

    def _sides(self, count: int, tail: Plan, last: int) -> list[int]:
        """By trick, which side wins; none where that cannot be."""
        told = self.start.before.tricks
        own = sum(winner & 1 == last for _, winner in tail)
        own = told[last] - own if told else self.chance.randint(0, count)
        if not 0 < own <= count:
            return []  # the last of these tricks is the side's that leads next
        sides = [1 - last] * (count - own) + [last] * (own - 1)
        self.chance.shuffle(sides)
        return [*sides, last]

    # Which cards each side takes, in each part

    def _piles(self, plan: Plan) -> Piles | None:
        """The piles, out of the cards of the earlier tricks."""
        sizes = Counter((winner & 1, place < self._first) for place, (_, winner) in enumerate(plan))
        shares = self.shares(4 * (sizes[side, True] + sizes[side, False]) for side in (0, 1))
        if shares is None:
            return None
        piles: Piles = {key: [] for key in product((0, 1), (True, False))}
        for side, share in enumerate(shares):
            for card in sorted(share, key=lambda card: card.rank not in "QK"):
                part = self._part(card.rank, side, sizes, piles)
                if part is None:
                    return None
                piles[side, part].append(card)
        return piles

    def _part(self, rank: str, side: int, sizes: Counter[tuple[int, bool]], piles: Piles) -> bool | None:
        """In which part a side takes a card; None where the marks leave no room for it."""
        marks = self.start.before.marks
        room = [part for part in (True, False) if len(piles[side, part]) < 4 * sizes[side, part]]
        if marks and rank in "QK":
            dirty, cleaned = marks[0] >> side & 1, marks[1] >> side & 1
            marking, marked = (True, dirty) if rank == "Q" else (False, cleaned)
            there = marked and any(card.rank == rank for card in piles[side, marking])
            if (rank == "Q" or dirty) and not there:
                room = [part for part in room if (part == marking) == marked]
        return self.chance.choice(room) if room else None

    # Which cards fall together

    def _filled(self, plan: Plan, piles: Piles) -> list[Fallen] | None:
        laid: list[Fallen] = []
        for at, (leader, winner) in reversed([*enumerate(plan)]):  # those whose rank is given choose first
            given = at >= len(plan) - self._forced
            pile = piles[winner & 1, at < self._first]
            fallen = self.trick(leader, winner, pile, self._streak_rank if given else RANKS)
            if fallen is None:
                return None
            laid.insert(0, fallen)
        return laid

    # How that comes to be played

    @override
    def dealt(self, tricks: Sequence[Fallen]) -> Deal:
        game, start = self.game, self.start
        first_part = tricks[: game.stock_tricks]
        hands = [list(hand) for hand in self._hands]  # the hands when the stock ends, or at the position
        for trick in tricks[game.stock_tricks :]:
            for seat in range(4):
                hands[seat].append(_card(trick, seat))
        drawn: list[Card] = []
        if first_part:
            lasts = tuple(self._last_drawn(seat, hands[seat]) for seat in range(4))
            for seat in range(4):
                hands[seat].remove(lasts[seat])
                hands[seat].append(_card(first_part[0], seat))
            following = [*([_card(trick, seat) for seat in range(4)] for trick in first_part[1:]), lasts]
            for trick, cards in zip(first_part, following, strict=True):
                opens = trick.leader if game.draws_at_once else trick.winner
                drawn += [cards[(opens + i) % 4] for i in range(4)]
        dealer = left_of(SEATS[tricks[0].leader if tricks else start.leader], 3)
        by_seat = {seat: tuple(hand) for seat, hand in zip(SEATS, hands, strict=True)}
        return Deal(by_seat, (*drawn, *self._stock), dealer=dealer, facts=start.session.facts)

    def _last_drawn(self, seat: int, hand: list[Card]) -> Card:
        """The card that completes a hand: one that all have seen, if there is one, for it was turned."""
        shown, turned = self.start.shown, self.start.turned
        return next((card for holder, card in shown if holder == seat and card != turned), hand[0])

    @override
    def done(self, tricks: Sequence[Fallen]) -> Done:
        # what was shown was turned in the last trick of the first part
        done: Done = []
        turners = {seat for seat, card in self.start.shown if card != self.start.turned}
        for number, trick in enumerate(tricks, 1):
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % 4
                if seat in turners and number == self._first:
                    done.append((SEATS[seat], DARK))
                done.append((SEATS[seat], card))
        return [*done, *self._played]


def _card(trick: Fallen, seat: int) -> Card:
    """The card of a seat."""
    return trick.cards[(seat - trick.leader) % 4]
