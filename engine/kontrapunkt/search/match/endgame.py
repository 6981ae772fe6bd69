"""The cards of an ending as bit masks: hands, their plays, and positions.

Each card of the ending has a bit; the bits of a seat's cards are adjacent, and within a seat those of a rank.
A hand is the sum of its bits; the bits of the seats do not overlap, so that the sum of four hands identifies
the distribution. Of equal cards in a hand the highest bit is played first, so that they are one move
(technique `alike`).

The four lowest bits are free for the key of a table: two for the leader, two for the flags.

The ending also handles the lead limit (RK-R9, RK-R10): a rank led in too many tricks in a row may not be led
again. A streak can bar a lead only if enough copies are left: those still to be led, and one more in the hand
that is barred. That is rare (with the limit of three it takes four of a kind in one hand, or a streak that
has begun), and only then is the streak part of a table's key.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from kontrapunkt.core.cards import RANKS
from kontrapunkt.families.rank_match import RankMatchState
from kontrapunkt.families.rank_match.constants import unclean
from kontrapunkt.families.rank_match.rules import Streak, together

Hand = tuple[tuple[int, int], ...]
"""The plays from a hand: the hand that is left, and the rank."""

_SHIFT: Final = 3  # a streak as a number: (rank + 1) << _SHIFT | count; 0 for none that matters


class Position(NamedTuple):
    """A position at the beginning of a trick.

    Attributes:
        hands: The hands by seat, as masks.
        number: The number of cards in each hand.
        leader: The number of the seat that leads.
        flags: The sides that are unclean.
        streak: The streak for the lead limit, as a number.
    """

    hands: tuple[int, ...]
    number: int
    leader: int
    flags: int
    streak: int


class Endgame:
    """The cards that are left, and every hand that can arise from them.

    Attributes:
        values: Card points by rank letter.
        queen_cleans: Whether a trick to which a queen was led cleans too.
        ranks: The letters of the ranks in play, by card points; elsewhere a rank is its index here.
        hands: The hand of each seat, as a mask.
        masks: For each seat every nonempty hand that can arise, ascending, so that subsets of a hand precede
            it.
        moves: The plays by mask, in the order of ranks.
        cards: The ranks of the cards by mask, in order.
        takes: By rank and mask the hand that is left after a card of the rank.
        only: The rank of a single card by its mask.
        bits: The bits of the cards by rank.
        width: The number of bits in a key.
        limited: The ranks that the lead limit can still bar.
    """

    def __init__(self, state: RankMatchState) -> None:
        """Assign bits to the cards.

        Args:
            state: The first state of the ending.
        """
        self.values = values = state.game.values
        self.queen_cleans = state.game.queen_trick_cleans
        self._most, self._scope = state.game.lead_limit, state.game.lead_limit_scope
        held = {card[0] for hand in state.hands for card in hand}
        self.ranks = tuple(sorted(held, key=lambda rank: (values.get(rank, 0), RANKS.index(rank))))
        self.moves: dict[int, Hand] = {0: ()}
        self.cards: dict[int, tuple[int, ...]] = {0: ()}
        self.takes: list[dict[int, int]] = [{} for _ in self.ranks]
        self.bits = [0] * len(self.ranks)
        self._runs: list[dict[int, tuple[int, int]]] = []  # first bit and number of cards, by seat and rank
        self.hands: list[int] = []
        self.masks: list[list[int]] = []
        offset = 4
        for hand in state.hands:
            self._lay(sorted(self.ranks.index(card[0]) for card in hand), offset)
            offset += len(hand)
        self.width = offset
        self.only = {mask: cards[0] for mask, cards in self.cards.items() if len(cards) == 1}
        self.limited = self._limited(self.hands, _streak(state))

    def _lay(self, ranks: list[int], offset: int) -> None:
        """Assign bits to the cards of a hand and list the hands that can arise from it."""
        by_rank: dict[int, tuple[int, int]] = {}
        for bit, rank in enumerate(ranks, offset):
            first, number = by_rank.get(rank, (bit, 0))
            by_rank[rank] = (first, number + 1)
            self.bits[rank] |= 1 << bit
        self._runs.append(by_rank)
        self.hands.append((1 << len(ranks)) - 1 << offset)
        runs = [(rank, first, number) for rank, (first, number) in by_rank.items()]
        masks = [0]
        for _, first, number in runs:
            masks = [mask | (1 << held) - 1 << first for held in range(number + 1) for mask in masks]
        parts = [(rank, (1 << number) - 1 << first) for rank, first, number in runs]
        moves, cards, takes = self.moves, self.cards, self.takes
        for mask in masks[1:]:
            can_play = []
            in_hand: list[int] = []
            for rank, part in parts:
                held = mask & part
                if held:
                    left = mask ^ 1 << held.bit_length() - 1
                    can_play.append((left, rank))
                    in_hand += [rank] * held.bit_count()
                    takes[rank][mask] = left
            moves[mask] = tuple(can_play)
            cards[mask] = tuple(in_hand)
        self.masks.append(masks[1:])

    def position(self, state: RankMatchState) -> Position:
        """Convert a state at the beginning of a trick to a position."""
        masks = self._masks(state)
        assert masks is not None, "the state has another ending"
        leader, streak, begun = state.turn, state.streak, 0
        if streak and streak[1] in self.ranks:
            rank, count = self.ranks.index(streak[1]), min(streak[2], self._most)
            begun = self._kept(masks, streak[0], leader, rank, count)
        return Position(tuple(masks), len(state.hands[leader]), leader, unclean(state.marks) << 2, begun)

    def holds(self, state: RankMatchState) -> bool:
        """Return True if a state may arise from this ending."""
        masks = self._masks(state)
        return masks is not None and self._limited(masks, _streak(state)) <= self.limited

    def _masks(self, state: RankMatchState) -> list[int] | None:
        """Return a state's hands as masks; None if they cannot arise from this ending."""
        masks = []
        for runs, hand in zip(self._runs, state.hands, strict=True):
            mask = 0
            names = "".join([card[0] for card in hand])
            for name in {*names}:
                first, most = runs.get(self.ranks.index(name), (0, 0)) if name in self.ranks else (0, 0)
                number = names.count(name)
                if number > most:
                    return None
                mask |= (1 << number) - 1 << first
            masks.append(mask)
        return masks

    # The lead limit

    def barred(self, streak: int) -> int:
        """Return the rank that a streak bars from being led; -1 for none.

        Args:
            streak: The streak as a number.
        """
        return (streak >> _SHIFT) - 1 if streak & 7 >= self._most else -1

    def streaks(self, hands: Sequence[int], leader: int, rank: int, streak: int) -> tuple[int, ...]:
        """Return the streaks after a trick, by winner in the order of play.

        Args:
            hands: The hands by seat, with the card led.
            leader: The number of the seat that leads.
            rank: The rank led.
            streak: The streak before the trick, as a number.
        """
        before = streak & 7 if streak >> _SHIFT == rank + 1 else 0
        count = min(before + 1, self._most)
        left = list(hands)
        left[leader] = self.takes[rank][left[leader]]
        return tuple([self._kept(left, leader, (leader + i) & 3, rank, count) for i in range(4)])

    def _kept(self, hands: Sequence[int], by: int, leader: int, rank: int, count: int) -> int:
        if not together(self._scope, by, leader):
            return 0
        bits = self.bits[rank]
        held = sum((hands[i] & bits).bit_count() for i in range(4) if together(self._scope, leader, i))
        return (rank + 1) << _SHIFT | count if held and held + count > self._most else 0

    def _limited(self, hands: Sequence[int], streak: Streak | None) -> frozenset[int]:
        held = [[(hand & bits).bit_count() for hand in hands] for bits in self.bits]
        return frozenset(limited(zip(self.ranks, held, strict=True), self._most, self._scope, streak))


def limited(
    held: Iterable[tuple[str, Sequence[int]]], most: int, scope: str, streak: Streak | None
) -> Iterator[int]:
    """Yield the ranks, as indices, that the lead limit can still bar.

    Args:
        held: Ranks, each with the number of its cards at every seat.
        most: The number of tricks in a row in which a rank may be led.
        scope: The seats whose leads count together: `player`, `team` or `table`.
        streak: The last leads of one rank; None for none.
    """
    for place, (rank, by_seat) in enumerate(held):
        begun = streak if streak and streak[1] == rank else None
        if sum(by_seat) + (begun[2] if begun else 0) <= most:
            continue
        for seat in range(4):
            own = sum([n for other, n in enumerate(by_seat) if together(scope, seat, other)])
            if own and begun and together(scope, begun[0], seat):
                own += min(begun[2], most)
            if own > most:
                yield place
                break


def taken_since(state: RankMatchState, root: RankMatchState) -> tuple[int, int]:
    """Return the card points and tricks of N–S between two states.

    Args:
        state: The later state.
        root: The earlier one.
    """
    return state.card_points[0] - root.card_points[0], state.taken[0] - root.taken[0]


def _streak(state: RankMatchState) -> Streak | None:
    """Return the last leads of one rank, including the trick in progress."""
    if not state.trick:
        return state.streak
    return state.game.running(state.streak, state.leader, state.trick[0][0])
