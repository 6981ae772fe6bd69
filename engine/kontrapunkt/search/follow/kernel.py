"""The search in Python for the points that the first side takes from here on.

Cards are numbers in the order of strength: trumps first, then suit by suit, high to low, the copies of a card
adjacent; hands are bit sets. Every query asks whether the value reaches a number; the answer is a bound that
says yes or no. The state of the tricks so far is one number; for `FollowKernel`, which counts the points from
here on, it is the number of points left.
"""

from abc import ABC, abstractmethod
from typing import Final, override

from kontrapunkt.search.follow.numbering import CardNumbering, Hands, KernelSetup, TrialPosition

_FAR: Final = 1 << 30


class Recursion(CardNumbering, ABC):
    """Alpha-beta search for one card order, duty and direction of play, in Python.

    Attributes:
        nodes: The number of positions between tricks searched, without table hits.
    """

    def __init__(self, given: KernelSetup) -> None:
        """Prepare the tables of cards."""
        super().__init__(given)
        self.nodes = 0
        self._due = 0

    def bound(self, trial: TrialPosition, least: int) -> int:
        """Return a bound on the value of a trial card: at least `least`, or below it.

        Args:
            least: The value asked about, including the trick in progress.

        Raises:
            SearchPaused: if the slice is over.
        """
        laid, self._due = trial.laid, trial.due
        seat, winner, top, pot = self.begun(trial)
        led, kept = self.suit[laid[0]], self._kept(trial)
        return self._laid(trial.hands, seat, laid[-1], winner, top, len(laid), pot, led, kept, least)

    def _kept(self, trial: TrialPosition) -> int:
        """Return the state of the tricks before the one in progress."""
        return trial.root

    @abstractmethod
    def _over(self, hands: Hands, winner: int, top: int, pot: int, kept: int, least: int) -> int:
        """Return the value at the end of a trick.

        Args:
            hands: The hands that are left.
            winner: The number of the seat that takes the trick.
            top: The number of the winning card.
            pot: The points of the trick's cards.
            kept: The state before the trick.
            least: The value asked about.
        """

    def _laid(
        self,
        hands: Hands,
        seat: int,
        card: int,
        winner: int,
        top: int,
        played: int,
        pot: int,
        led: int,
        kept: int,
        least: int,
    ) -> int:
        """Return the value after a seat plays a card; the trick's data include the card."""
        a, b, c, d = hands
        bit = 1 << card
        hands = (
            (a ^ bit, b, c, d)
            if seat == 0
            else (a, b ^ bit, c, d)
            if seat == 1
            else ((a, b, c ^ bit, d) if seat == 2 else (a, b, c, d ^ bit))
        )
        if played == 4:
            return self._over(hands, winner, top, pot, kept, least)
        seat = (seat + self.step) & 3
        can = hands[seat] & self._due or self.allowed(hands[seat], led, top)
        moves = self._distinct(can, hands[0] | hands[1] | hands[2] | hands[3] | 1 << top)
        values, above, side = self.values, self.above[top], self.sides[seat]
        if len(moves) > 1:
            moves = self._ordered(moves, above, self.sides[winner] == side)
        more = not side
        best = -_FAR if more else _FAR
        for card in moves:
            now = pot + values[card]
            if above >> card & 1:
                value = self._laid(hands, seat, card, seat, card, played + 1, now, led, kept, least)
            else:
                value = self._laid(hands, seat, card, winner, top, played + 1, now, led, kept, least)
            if (value >= least) == more:
                return value
            if (value > best) == more:
                best = value
        return best

    def _led(self, hands: Hands, leader: int, kept: int, least: int, first: int = -1) -> tuple[int, int]:
        """Return the value of a position between two tricks, and the best lead.

        Args:
            leader: The number of the seat that leads.
            kept: The state of the tricks so far.
            least: The value asked about.
            first: The lead to try first; -1 for any.
        """
        self.nodes += 1
        can = hands[leader] & self._due or hands[leader]
        moves = self._distinct(can, hands[0] | hands[1] | hands[2] | hands[3])
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        values, suit = self.values, self.suit
        more = not self.sides[leader]
        best, move = (-_FAR if more else _FAR), -1
        for card in moves:
            value = self._laid(hands, leader, card, leader, card, 1, values[card], suit[card], kept, least)
            if value > best if more else value < best:
                best, move = value, card
                if (value >= least) == more:
                    break
        return best, move

    def _ordered(self, moves: list[int], above: int, ours: bool) -> list[int]:
        """Return cards in the order to try; here unchanged."""
        return moves

    def _distinct(self, mask: int, present: int) -> list[int]:
        """Return one card from each group of equivalent cards in a set.

        Cards are equivalent if nobody else has a card between them or a copy.
        """
        values, suit, kind, copies = self.values, self.suit, self.kind, self.copies
        others = present & ~mask
        found: list[int] = []
        last = -1
        while mask:
            low = mask & -mask
            card = low.bit_length() - 1
            mask ^= low
            if (
                last < 0
                or values[card] != values[last]
                or suit[card] != suit[last]
                or others & (1 << kind[card] + copies) - (1 << kind[last])
            ):
                found.append(card)
            last = card
        return found


class FollowKernel(Recursion):
    """Search for the points from here on, with a table for its lifetime.

    A position between two tricks is one number, under which the table stores the fewest and the most points
    that the first side can take, and the best lead.

    Attributes:
        trick: The points for a trick besides its cards.
        table: Bounds and best lead by position.
    """

    def __init__(self, given: KernelSetup, *, trick: int = 0) -> None:
        """Prepare the tables of cards.

        Args:
            trick: The points for a trick besides its cards.
        """
        super().__init__(given)
        self.trick = trick
        self._bits = len(self.cards)
        self.table: dict[int, tuple[int, int, int]] = {}

    @override
    def _kept(self, trial: TrialPosition) -> int:
        hands, lying = trial.hands, [self.values[card] for card in trial.laid[:-1]]
        tricks = max(map(int.bit_count, hands))
        return sum(map(self.worth, hands)) + sum(lying) + self.trick * tricks

    @override
    def _over(self, hands: Hands, winner: int, top: int, pot: int, kept: int, least: int) -> int:
        pot += self.trick
        left, gain = kept - pot, 0 if self.sides[winner] else pot
        least -= gain
        if least <= 0:
            return gain
        if least > left:
            return gain + left
        bits = self._bits
        key = ((((hands[0] << bits | hands[1]) << bits | hands[2]) << bits | hands[3]) << 2) | winner
        low, high, first = self.table.get(key, (0, left, -1))
        if low >= least:
            return gain + low
        if high < least:
            return gain + high
        best, move = self._led(hands, winner, left, least, first)
        self.table[key] = (best, high, move) if best >= least else (low, best, move)
        self.clock.tick()
        return gain + best

    @override
    def _ordered(self, moves: list[int], above: int, ours: bool) -> list[int]:
        """Return the most promising cards first."""
        worth = self.values.__getitem__
        winning = [card for card in moves[::-1] if above >> card & 1]
        winning.sort(key=worth, reverse=True)
        rest = [card for card in moves if not above >> card & 1]
        rest.sort(key=worth, reverse=ours)
        return rest + winning if ours else winning + rest
