"""The recursion: how much the first side takes from here on, both sides at their best, all hands open.

Cards are numbers in the order of strength: trumps first, then suit by suit, high to low, the copies of one
card side by side; hands are sets of bits. A position between two tricks is one number, under which a table
keeps what is known of it: the fewest and the most points that the first side can come to.
"""

from kontrapunkt.search.follow.numbering import Given, Hands, Numbering, Trial


class Kernel(Numbering):
    """Search in one order, with one duty and one direction; its table lasts as long as it does.

    Attributes:
        trick: What a trick counts beside its cards.
        nodes: Positions between tricks that were searched, those found in the table not counted.
        table: What is known of positions between tricks.
    """

    def __init__(self, given: Given, *, trick: int = 0) -> None:
        """Prepares the tables of cards.

        Args:
            given: What every kernel is given.
            trick: What a trick counts beside its cards.
        """
        super().__init__(given)
        self.trick = trick
        self._bits = len(self.cards)
        self.nodes = 0
        self.table: dict[int, tuple[int, int, int]] = {}

    def bound(self, trial: Trial, least: int) -> int:
        """A bound of the value when a card on trial is played: at least so much, or less than that.

        Args:
            trial: The position.
            least: How many points the question is about, those of the trick in progress included.

        Raises:
            Paused: if the slice is over.
        """
        hands, _, laid = trial
        seat, winner, top, pot = self.begun(trial)
        left = self.worth(hands[0] | hands[1] | hands[2] | hands[3]) + pot - self.values[laid[-1]]
        left += self.trick * hands[seat].bit_count()
        pot += self.trick
        led = self.suit[laid[0]]
        return self.after(hands, seat, laid[-1], winner, top, len(laid), pot, left, least - 1, least, led)

    def between(self, hands: Hands, leader: int, left: int, alpha: int, beta: int) -> int:
        """The value of a position between two tricks, or a bound beyond the window.

        Args:
            hands: The hands.
            leader: Who leads.
            left: The card points that are left.
            alpha: What the first side has for certain elsewhere.
            beta: What the others allow it elsewhere.

        Raises:
            Paused: if the slice is over.
        """
        if not left:
            return 0
        if beta <= 0:
            return 0
        if alpha >= left:
            return left
        bits = self._bits
        key = ((((hands[0] << bits | hands[1]) << bits | hands[2]) << bits | hands[3]) << 2) | leader
        low, high, first = self.table.get(key, (0, left, -1))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        self.nodes += 1
        best, move = self._lead(hands, leader, left, alpha, beta, first)
        if best <= alpha:
            high = min(high, best)
        elif best >= beta:
            low = max(low, best)
        else:
            low = high = best
        self.table[key] = (low, high, move)
        self.clock.tick()
        return best

    def _lead(
        self, hands: Hands, leader: int, left: int, alpha: int, beta: int, first: int
    ) -> tuple[int, int]:
        present = hands[0] | hands[1] | hands[2] | hands[3]
        moves = self._distinct(hands[leader], present)
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        more = not self.sides[leader]
        best, move = (-1, -1) if more else (1 << 30, -1)
        for card in moves:
            pot = self.trick + self.values[card]
            value = self.after(hands, leader, card, leader, card, 1, pot, left, alpha, beta)
            if more:
                if value > best:
                    best, move = value, card
                    if best > alpha:
                        alpha = best
                        if alpha >= beta:
                            break
            elif value < best:
                best, move = value, card
                if best < beta:
                    beta = best
                    if alpha >= beta:
                        break
        return best, move

    def after(
        self,
        hands: Hands,
        seat: int,
        card: int,
        winner: int,
        top: int,
        played: int,
        pot: int,
        left: int,
        alpha: int,
        beta: int,
        led: int = -1,
    ) -> int:
        """The value when a seat plays a card.

        Args:
            hands: The hands before it.
            seat: Who plays.
            card: The card.
            winner: Who wins so far, this card included.
            top: The card that does.
            played: Cards in the trick, this one included.
            pot: Their card points.
            left: The card points that were left before the trick.
            alpha: The window's lower end.
            beta: Its upper end.
            led: The suit led; that of the card if it is the first.
        """
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
            if self.sides[winner]:
                return self.between(hands, winner, left - pot, alpha, beta)
            return pot + self.between(hands, winner, left - pot, alpha - pot, beta - pot)
        if led < 0:
            led = self.suit[card]
        seat = (seat + self.step) & 3
        values, suit, trumps = self.values, self.suit, self.trumps
        limit = self.limit[top]
        more = not self.sides[seat]
        best = -1 if more else 1 << 30
        for card in self._follow(hands, seat, led, top, winner):
            if card < limit and (card < trumps or suit[card] == suit[top]):
                value = self.after(
                    hands, seat, card, seat, card, played + 1, pot + values[card], left, alpha, beta, led
                )
            else:
                value = self.after(
                    hands, seat, card, winner, top, played + 1, pot + values[card], left, alpha, beta, led
                )
            if more:
                if value > best:
                    best = value
                    if best > alpha:
                        alpha = best
                        if alpha >= beta:
                            break
            elif value < best:
                best = value
                if best < beta:
                    beta = best
                    if alpha >= beta:
                        break
        return best

    def _follow(self, hands: Hands, seat: int, led: int, top: int, winner: int) -> list[int]:
        """The cards worth looking at, the most promising first."""
        present = hands[0] | hands[1] | hands[2] | hands[3] | 1 << top
        moves = self._distinct(self.allowed(hands[seat], led, top), present)
        if len(moves) < 2:
            return moves
        values, suit, trumps = self.values, self.suit, self.trumps
        limit = self.limit[top]
        winning = [card for card in moves if card < limit and (card < trumps or suit[card] == suit[top])]
        ours = self.sides[winner] == self.sides[seat]
        rest = [card for card in moves if card not in winning]
        rest.sort(key=values.__getitem__, reverse=ours)
        winning.sort(key=lambda card: (-values[card], -card))
        return rest + winning if ours else winning + rest

    def _distinct(self, mask: int, present: int) -> list[int]:
        """The cards of a set, of those that do the same only one: nobody else has any between, or a copy."""
        values, suit, kind, copies = self.values, self.suit, self.kind, self.copies
        others = present & ~mask
        found: list[int] = []
        last = -1
        while mask:
            low = mask & -mask
            card = low.bit_length() - 1
            mask ^= low
            if (
                last >= 0
                and values[card] == values[last]
                and suit[card] == suit[last]
                and not others & (1 << kind[card] + copies) - (1 << kind[last])
            ):
                last = card
                continue
            found.append(card)
            last = card
        return found
