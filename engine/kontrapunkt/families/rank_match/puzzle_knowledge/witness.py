"""A witness that a position of a game of four can arise.

The earlier tricks are made up at random, within the facts of the position: who leads and wins each, which
cards each side takes, and which are played together. Then a deal is made to fit them. Each player has the
first card to play, draws each next one in time, and at the end draws the card that completes the hand.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Final, override

from kontrapunkt.core.cards import Card
from kontrapunkt.core.deal import Deal
from kontrapunkt.core.interface import SEATS, left_of
from kontrapunkt.families.rank_match import RankMatchGame, RankMatchState
from kontrapunkt.families.rank_match.constants import DARK
from kontrapunkt.families.rank_match.puzzle_knowledge.knowledge import Done, EarlierTrick, Witness, ways
from kontrapunkt.families.rank_match.rules import together

Plan = list[tuple[int, int]]
"""The leader and the winner of each trick."""

Piles = dict[tuple[int, bool], list[Card]]
"""The cards of each side's tricks, by side and part (True for the first part)."""

_COUNTING: Final = "AKQJT"


class MatchWitness(Witness[RankMatchState]):
    """A search for a witness of a position of four; most attempts fail."""

    game: RankMatchGame
    attempts = 600

    def __init__(self, start: RankMatchState) -> None:
        """Take back the trick in progress.

        Args:
            start: The position.
        """
        super().__init__(start)
        self._hands = [list(hand) for hand in start.hands]  # before the trick in progress
        self._stock = list(start.stock)
        self._played: Done = []  # the actions after that
        self.possible = self._take_back()
        self._count = len(self.gone) // 4
        self._first = min(self._count, start.game.stock_tricks)  # the number of tricks of the first part
        told = start.streak if start.trick_number > 1 else None
        self._streak_leader, self._streak_rank, self._forced = told or (0, "", 0)
        self._held = Counter(card.rank for hand in self._hands for card in hand)

    def _take_back(self) -> bool:
        """Take back the trick in progress, and return True if that is possible.

        It is not if a card drawn in the trick cannot be found.
        """
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
    def tricks(self) -> list[EarlierTrick] | None:
        left = self.gone[:]
        self.chance.shuffle(left)
        plan = self._plan()
        piles = None if plan is None else self._piles(plan, left)
        return None if plan is None or piles is None else self._filled(plan, piles)

    @override
    def agrees(self, state: RankMatchState) -> bool:
        return super().agrees(state) and state.marks == self.start.marks and self._harmless(state)

    def _harmless(self, state: RankMatchState) -> bool:
        """Return True if the last leads are those of the position.

        If the position has none, return True if those of the state never matter.
        """
        start = self.start
        if start.streak is not None or state.streak is None or start.trick_number == 1:
            return state.streak == start.streak or start.trick_number == 1
        leader, rank, number = state.streak
        if state.phase == "lead" and not together(state.game.lead_limit_scope, leader, state.turn):
            return True
        left = sum(card.rank == rank for hand in (*state.hands, state.trick) for card in hand)
        return number + left <= state.game.lead_limit

    # Leaders and winners

    def _plan(self) -> Plan | None:
        count, chance = self._count, self.chance
        if not count:
            return []
        tail: Plan = []
        last = self.start.leader
        if self._forced:
            leader = self._streak_leader
            if self._forced > count:
                return None
            tail = [(leader, leader)] * (self._forced - 1) + [(leader, last)]
            last = leader
        body = count - len(tail)
        dealer = self.start.before.session.dealer
        opener = None if dealer is None else ("NESW".index(dealer) + 1) % 4
        if not body:
            return tail if opener in (None, last) else None
        sides = self._sides(body, tail, last & 1)
        if sides is None:
            return None
        first = chance.choice([0, 1, 2, 3]) if opener is None else opener
        if opener is None and chance.random() < 0.7:
            first = last if sides[0] == last & 1 else sides[0] + 2 * chance.randint(0, 1)
        plan: Plan = []
        leads = first
        for place, side in enumerate(sides):
            wins = leads
            if leads & 1 != side:
                settled = all(each == side for each in sides[place:])
                wins = last if settled else side + 2 * chance.randint(0, 1)
            if place == body - 1:
                wins = last
            plan.append((leads, wins))
            leads = wins
        return plan + tail

    def _sides(self, body: int, tail: Plan, last: int) -> list[int] | None:
        """Return the winning side of each trick; None if impossible.

        There are few runs, as every change of side needs a pair.
        """
        chance = self.chance
        told = self.start.before.tricks
        ew = told[1] - sum(winner & 1 for _, winner in tail) if told else chance.randint(0, body)
        ns = body - ew
        if ns < 0 or ew < 0 or (ew, ns)[1 - last] == 0:
            return None  # the side that leads next must have won the last of these tricks
        runs = chance.choice([1, 2, 2, 3, 3, 4, 5])
        sides: list[int] = []
        left = [ns, ew]
        turn = last
        while left[0] or left[1]:
            number = left[turn] if runs <= 2 else min(left[turn], chance.randint(1, max(1, left[turn])))
            sides = [turn] * number + sides
            left[turn] -= number
            turn = 1 - turn
            runs -= 1
        return sides

    # The cards that each side takes, in each part

    def _piles(self, plan: Plan, left: list[Card]) -> Piles | None:
        """Divide the cards of the earlier tricks among the piles; None if impossible."""
        sizes = Counter((winner & 1, place < self._first) for place, (_, winner) in enumerate(plan))
        split = self._split(sizes)
        if split is None:
            return None
        ours = Counter(split)
        piles: Piles = {key: [] for key in product((0, 1), (True, False))}
        for card in left:
            if card.rank not in _COUNTING:
                continue
            side = int(ours[card.rank] <= 0)
            ours[card.rank] -= 1
            part = self._part(card.rank, side, sizes, piles)
            if part is None:
                return None
            piles[side, part].append(card)
        blanks = [card for card in left if card.rank not in _COUNTING]
        for place in range(len(plan) - self._forced, len(plan)):
            leader, winner = plan[place]
            heads = [card for card in blanks if card.rank == self._streak_rank][: 1 + (leader != winner)]
            piles[winner & 1, place < self._first] += heads
            blanks = [card for card in blanks if card not in heads]
        for key, pile in piles.items():
            missing = 4 * sizes[key] - len(pile)
            if missing < 0:
                return None
            pile += blanks[:missing]
            del blanks[:missing]
        return piles

    def _split(self, sizes: Counter[tuple[int, bool]]) -> dict[str, int] | None:
        """Return the number of cards of each rank for N–S that gives the known points.

        None if there is no way.
        """
        count = Counter(card.rank for card in self.gone)
        room = [4 * (sizes[side, True] + sizes[side, False]) for side in (0, 1)]
        numbers = tuple(count[rank] for rank in _COUNTING)
        worths = tuple(self.game.values[rank] for rank in _COUNTING)
        points = self.start.before.points
        able = [
            dict(zip(_COUNTING, taken, strict=True))
            for taken in ways(numbers, worths, points and points[0], sum(numbers))
            if sum(numbers) - room[1] <= sum(taken) <= room[0]
        ]
        fits = [taken for taken in able if all(self._may(side, taken, count) for side in (0, 1))]
        return self.chance.choice(fits) if fits else None

    def _may(self, side: int, taken: dict[str, int], count: Counter[str]) -> bool:
        """Return True if a side's marks agree with these ranks for N–S."""
        queens, kings = (count[rank] - taken[rank] if side else taken[rank] for rank in "QK")
        dirty, cleaned = (mark >> side & 1 for mark in self.start.before.marks or (0, 0))
        return not (dirty and not queens) and not (cleaned and not kings)

    def _part(self, rank: str, side: int, sizes: Counter[tuple[int, bool]], piles: Piles) -> bool | None:
        """Return the part in which a side takes a card; None if the marks allow neither."""
        marks = self.start.before.marks
        room = [part for part in (True, False) if len(piles[side, part]) < 4 * sizes[side, part]]
        if marks and rank in "QK":
            dirty, cleaned = marks[0] >> side & 1, marks[1] >> side & 1
            have = any(card.rank == rank for card in piles[side, rank == "Q"])
            if rank == "Q":
                room = [part for part in room if part is not True or dirty]
                if dirty and not have:
                    room = [part for part in room if part]
            elif dirty:
                room = [part for part in room if part or cleaned]
                if cleaned and not have:
                    room = [part for part in room if not part]
        if rank == "K" and self.game.guards_king:
            early = sum(card.rank == "K" for key, pile in piles.items() if key[1] for card in pile)
            room = [part for part in room if not part or early < 3]
        return self.chance.choice(room) if room else None

    # The cards of each trick

    def _filled(self, plan: Plan, piles: Piles) -> list[EarlierTrick] | None:
        laid: list[EarlierTrick] = []
        free = len(plan) - self._forced
        order = sorted(
            range(len(plan)), key=lambda at: (at < free, at < len(plan) - 1, plan[at][0] == plan[at][1])
        )
        chosen: dict[int, list[Card]] = {}
        for at in order:  # tricks that need a pair or a certain rank choose first
            leader, winner = plan[at]
            pile = piles[winner & 1, at < self._first]
            shunned = {head[0].rank for head in chosen.values()}
            if at >= free:
                ranks = {self._streak_rank}
            elif at == len(plan) - 1:
                ranks = {card.rank for card in pile if not self._held[card.rank]}
            else:
                ranks = {card.rank for card in pile if card.rank not in shunned}
            pair = self._heads(pile, leader != winner, ranks, at >= free)
            if pair is None:
                return None
            chosen[at] = pair
            for card in pair:
                pile.remove(card)
        for at, (leader, winner) in enumerate(plan):
            fallen = self._trick(leader, winner, chosen[at], piles[winner & 1, at < self._first])
            if fallen is None:
                return None
            laid.append(fallen)
        return laid if self._leads_allowed(laid) else None

    def _heads(self, pile: list[Card], pair: bool, ranks: set[str], just: bool) -> list[Card] | None:
        """Return the card led and, if the lead changes, the one of its rank that wins.

        Args:
            pile: The cards to choose from.
            pair: True if the winner is not the leader.
            ranks: The preferred ranks to lead.
            just: True if no other ranks may be led.
        """
        count = Counter(card.rank for card in pile)
        able = sorted(each for each in count if count[each] > pair)
        best = [each for each in able if each in ranks]
        if not able or (just and not best):
            return None
        one = self.chance.choice(best or able)
        return [card for card in pile if card.rank == one][: 1 + pair]

    def _trick(self, leader: int, winner: int, head: list[Card], pile: list[Card]) -> EarlierTrick | None:
        """Make a trick out of the winner's pile; None if no cards fit.

        Args:
            leader: The number of the leader.
            winner: The number of the winner.
            head: The card that is led and the winner's.
            pile: The pile, from which the cards are removed. Cards of the rank led can only be played before
                the winner's.
        """
        between = [(leader + i) % 4 for i in range(1, (winner - leader) % 4)]
        others = [card for card in pile if card.rank != head[0].rank]
        equals = [card for card in pile if card.rank == head[0].rank][: len(between)]
        many = Counter(card.rank for card in pile)
        self.chance.shuffle(others)
        # Ranks with many cards left go first, so that no trick at the end is all of one rank.
        others.sort(key=lambda card: -many[card.rank])
        missing = 4 - len(head)
        others = others[:missing]
        equals = equals[: missing - len(others)]
        if len(others) + len(equals) < missing:
            return None
        for card in (*others, *equals):
            pile.remove(card)
        cards = {leader: head[0], winner: head[-1], **dict(zip(between, equals, strict=False))}
        free = [seat for seat in range(4) if seat not in cards]
        self.chance.shuffle(free)
        cards.update(zip(free, others, strict=True))
        return EarlierTrick(leader, winner, tuple(cards[(leader + i) % 4] for i in range(4)))

    def _leads_allowed(self, laid: list[EarlierTrick]) -> bool:
        """Return True if no rank is led too often in a row; the engine checks the details."""
        limit = self.game.lead_limit
        ranks = [trick.cards[0].rank for trick in laid]
        return all(len(set(ranks[at : at + limit + 1])) > 1 for at in range(len(ranks) - limit))

    # The deal and its play

    @override
    def dealt(self, tricks: Sequence[EarlierTrick]) -> Deal:
        game, start = self.game, self.start
        first_part = tricks[: game.stock_tricks]
        hands = [list(hand) for hand in self._hands]  # the hands at the end of the stock, or at the position
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
        """Return the card that completes a hand, preferably one turned for all to see."""
        shown, turned = self.start.shown, self.start.turned
        return next((card for holder, card in shown if holder == seat and card != turned), hand[0])

    @override
    def done(self, tricks: Sequence[EarlierTrick]) -> Done:
        # cards shown were turned in the last trick of the first part
        done: Done = []
        turners = {seat for seat, card in self.start.shown if card != self.start.turned}
        for number, trick in enumerate(tricks, 1):
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % 4
                if seat in turners and number == self._first:
                    done.append((SEATS[seat], DARK))
                done.append((SEATS[seat], card))
        return [*done, *self._played]


def _card(trick: EarlierTrick, seat: int) -> Card:
    """Return the card of a seat in a trick."""
    return trick.cards[(seat - trick.leader) % 4]
