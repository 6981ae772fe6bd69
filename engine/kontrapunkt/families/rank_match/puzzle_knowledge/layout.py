"""The earlier tricks of a position, laid out by chance within what the position says of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import mul
from random import Random

from kontrapunkt.cards import Card
from kontrapunkt.families.rank_match import RankMatchState

Plan = list[tuple[int, int]]
"""By trick: who leads, who wins."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A trick that was laid out: the leader, who wins, and the card of each seat."""

    leader: int
    winner: int
    cards: tuple[Card, ...]


@lru_cache(16)
def _shares(count: tuple[int, ...], worths: tuple[int, ...], points: int | None) -> list[tuple[int, ...]]:
    """How many of each kind of card may be taken, if they are to come to some card points.

    Args:
        count: How many there are, kind by kind.
        worths: What each of a kind counts.
        points: The card points; None for any.
    """
    every = product(*(range(number + 1) for number in count))
    return [each for each in every if points is None or sum(map(mul, worths, each)) == points]


class Layout:
    """One try to lay the tricks out; most fail, and then there is another."""

    def __init__(
        self,
        start: RankMatchState,
        hands: Sequence[Sequence[Card]],
        leader: int,
        gone: Sequence[Card],
        chance: Random,
    ) -> None:
        """For a position.

        Args:
            start: The position.
            hands: The hands before the trick in progress.
            leader: Who leads it.
            gone: The cards of the tricks before it.
            chance: The chance.
        """
        self._start = start
        self._game = start.game
        self._leader = leader
        self._chance = chance
        self._left = list(gone)
        chance.shuffle(self._left)
        self._count = len(gone) // 4
        self._first = min(self._count, start.game.stock_tricks)  # tricks of the first part
        told = start.streak if start.trick_number > 1 else None
        self._streak_leader, self._streak_rank, self._forced = told or (0, "", 0)
        self._held = Counter(card.rank for hand in hands for card in hand)

    def lay(self) -> list[Laid] | None:
        """The tricks in order; None if this try came to nothing."""
        plan = self._plan()
        if plan is None:
            return None
        piles = self._piles(plan)
        if piles is None:
            return None
        return self._filled(plan, piles)

    # Who leads and who wins

    def _plan(self) -> Plan | None:
        count, chance = self._count, self._chance
        if not count:
            return []
        tail: Plan = []
        last = self._leader
        if self._forced:
            leader = self._streak_leader
            if self._forced > count:
                return None
            tail = [(leader, leader)] * (self._forced - 1) + [(leader, last)]
            last = leader
        body = count - len(tail)
        dealer = self._start.before.session.dealer
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
        """By trick, which side wins; in few runs, as every change of side takes a pair."""
        chance = self._chance
        told = self._start.before.tricks
        ew_later = sum(winner & 1 for _, winner in tail)
        if told is None:
            ew = chance.randint(0, body)
        else:
            ew = told[1] - ew_later
        ns = body - ew
        if ns < 0 or ew < 0 or (ew, ns)[1 - last] == 0:
            return None  # the last of these tricks is the side's that leads next
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

    # Which cards each side takes, in each part

    def _piles(self, plan: Plan) -> dict[tuple[int, bool], list[Card]] | None:
        """By side and part (True for the first), the cards of its tricks."""
        sizes = Counter((winner & 1, place < self._first) for place, (_, winner) in enumerate(plan))
        split = self._split(sizes)
        if split is None:
            return None
        piles: dict[tuple[int, bool], list[Card]] = {key: [] for key in product((0, 1), (True, False))}
        left = Counter[str]()
        left.update(split)
        for card in self._left:
            side = 1 if left[card.rank] <= 0 and card.rank in self._counting else 0
            if card.rank not in self._counting:
                continue
            left[card.rank] -= 1
            part = self._part(card.rank, side, sizes, piles)
            if part is None:
                return None
            piles[side, part].append(card)
        blanks = [card for card in self._left if card.rank not in self._counting]
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

    @property
    def _counting(self) -> str:
        return "AKQJT"

    def _split(self, sizes: Counter[tuple[int, bool]]) -> dict[str, int] | None:
        """How many cards of each counting rank N–S have taken."""
        count = Counter(card.rank for card in self._left)
        room = [4 * (sizes[side, True] + sizes[side, False]) for side in (0, 1)]
        total = sum(count[rank] for rank in self._counting)
        marks = self._start.before.marks or (0, 0)
        fits = [
            taken
            for taken in self._shares(tuple(count[rank] for rank in self._counting))
            if total - room[1] <= sum(taken.values()) <= room[0]
            and all(self._may(side, taken, count, marks) for side in (0, 1))
        ]
        return self._chance.choice(fits) if fits else None

    def _shares(self, count: tuple[int, ...]) -> list[dict[str, int]]:
        """What N–S may have taken of the counting ranks, by the card points that the position tells."""
        told = self._start.before.points
        worths = tuple(self._game.values[rank] for rank in self._counting)
        return [
            dict(zip(self._counting, numbers, strict=True))
            for numbers in _shares(count, worths, None if told is None else told[0])
        ]

    @staticmethod
    def _may(side: int, taken: dict[str, int], count: Counter[str], marks: tuple[int, ...]) -> bool:
        queens, kings = (count[rank] - taken[rank] if side else taken[rank] for rank in "QK")
        dirty, cleaned = marks[0] >> side & 1, marks[1] >> side & 1
        return not (dirty and not queens) and not (cleaned and not kings)

    def _part(
        self,
        rank: str,
        side: int,
        sizes: Counter[tuple[int, bool]],
        piles: dict[tuple[int, bool], list[Card]],
    ) -> bool | None:
        """In which part a side takes a card; None where the marks leave no room for it."""
        marks = self._start.before.marks
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
        if rank == "K" and self._game.guards_king:
            early = sum(card.rank == "K" for key, pile in piles.items() if key[1] for card in pile)
            room = [part for part in room if not part or early < 3]
        return self._chance.choice(room) if room else None

    # Which cards fall together

    def _filled(self, plan: Plan, piles: dict[tuple[int, bool], list[Card]]) -> list[Laid] | None:
        laid: list[Laid] = []
        free = len(plan) - self._forced
        order = sorted(
            range(len(plan)), key=lambda at: (at < free, at < len(plan) - 1, plan[at][0] == plan[at][1])
        )
        chosen: dict[int, list[Card]] = {}
        for at in order:  # those that need a pair, or a rank that is given, choose first
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
            pile = piles[winner & 1, at < self._first]
            head = chosen[at]
            between = max(0, (winner - leader) % 4 - 1)
            rest = self._rest(pile, head, between, 4 - len(head))
            if rest is None:
                return None
            for card in rest:
                pile.remove(card)
            laid.append(self._laid(leader, winner, head, rest))
        return laid if self._leads_allowed(laid) else None

    def _heads(self, pile: list[Card], pair: bool, ranks: set[str], just: bool) -> list[Card] | None:
        """The card that is led and, for a change of seats, the one of its rank that takes the trick.

        Args:
            pile: Where they are taken from.
            pair: Whether there is a change of seats.
            ranks: What is best led.
            just: Whether nothing else may be.
        """
        count = Counter(card.rank for card in pile)
        able = sorted(each for each in count if count[each] > pair)
        best = [each for each in able if each in ranks]
        if not able or (just and not best):
            return None
        one = self._chance.choice(best or able)
        return [card for card in pile if card.rank == one][: 1 + pair]

    def _rest(self, pile: list[Card], head: list[Card], between: int, number: int) -> list[Card] | None:
        """The other cards of a trick; of the rank that was led only what can fall before the winner's.

        Args:
            pile: Where they are taken from.
            head: The card that is led and the winner's.
            between: How many seats play between the two.
            number: How many are wanted.
        """
        others = [card for card in pile if card.rank != head[0].rank]
        equals = [card for card in pile if card.rank == head[0].rank][:between]
        many = Counter(card.rank for card in pile)
        self._chance.shuffle(others)
        # Ranks of which many are left go first, lest a trick at the end be all of one rank.
        others.sort(key=lambda card: -many[card.rank])
        if len(others) < number:
            others = [*others, *equals]
        return others[:number] if len(others) >= number else None

    def _laid(self, leader: int, winner: int, head: list[Card], rest: list[Card]) -> Laid:
        cards: dict[int, Card] = {leader: head[0]}
        if len(head) > 1:
            cards[winner] = head[1]
        between = [(leader + i) % 4 for i in range(1, (winner - leader) % 4)]
        equals = [card for card in rest if card.rank == head[0].rank]
        cards.update(zip(between, equals, strict=False))
        free = [seat for seat in range(4) if seat not in cards]
        self._chance.shuffle(free)
        cards.update(zip(free, [card for card in rest if card not in equals], strict=True))
        return Laid(leader, winner, tuple(cards[seat] for seat in range(4)))

    def _leads_allowed(self, laid: list[Laid]) -> bool:
        """Whether no rank is led too often running; the engine looks closer."""
        limit = self._game.lead_limit
        ranks = [trick.cards[trick.leader].rank for trick in laid]
        return all(len(set(ranks[at : at + limit + 1])) > 1 for at in range(len(ranks) - limit))
