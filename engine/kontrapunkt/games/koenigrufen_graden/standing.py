"""Where a deal stands beside hands and tricks: auction (KG-R1 to R8), cards face down, called card."""

from functools import lru_cache
from typing import Final, NamedTuple, Self

from kontrapunkt.cards import Card
from kontrapunkt.families.follow_suit import LEAD
from kontrapunkt.game import Action
from kontrapunkt.games.koenigrufen_graden.table import BIDS, CALLS, CONTRACTS, PASS, Contract

AUCTION: Final = "auction"
LAY: Final = "lay"
CALL: Final = "call"


class Auction(NamedTuple):
    """An auction as far as it has come; seats are numbers, N E S W from 0.

    Attributes:
        turn: Who speaks next; who spoke last when it is over.
        joiners: How many may join a Bettler or Plauderer.
        raises: Whether one of two who hold the highest bid jointly is asked again.
        rank: The rank of the highest bid; 0 for none.
        holders: Whose bid that is, in the order of bidding.
        out: Who has passed.
        over: Whether it has ended.
    """

    turn: int
    joiners: int
    raises: bool
    rank: int = 0
    holders: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    over: bool = False

    @property
    def contract(self) -> Contract:
        """The highest bid; Schurln while nobody has bid, or when all have passed (KG-R8)."""
        return CONTRACTS[self.rank]

    @lru_cache(4096)  # noqa: B019 - auctions are few, and alike in many deals
    def bid(self, rank: int) -> Self:
        """The auction after a bid of a rank from 1 to 9.

        Args:
            rank: The rank of the contract, 1 to 9.
        """
        holders = (*self.holders, self.turn) if rank == self.rank else (self.turn,)
        return self._replace(rank=rank, holders=holders)._moved_on()

    @lru_cache(4096)  # noqa: B019 - as with bids
    def passed(self) -> Self:
        """The auction after a pass; that of one who holds the highest bid jointly ends it (KG-R7)."""
        if self.turn in self.holders:
            return self._replace(over=True)
        return self._replace(out=(*self.out, self.turn))._moved_on()

    def _moved_on(self) -> Self:
        following = [(self.turn + steps) % 4 for steps in range(1, 5)]
        for seat in following:
            if seat not in self.out and seat not in self.holders:
                return self._replace(turn=seat)
        if len(self.holders) == 2 and self.raises:  # all the others are out: one of the two may raise
            return self._replace(turn=next(seat for seat in following if seat in self.holders))
        return self._replace(over=True)


LaidCards = tuple[Card | None, ...]
"""The card that each seat has put face down, N E S W."""
NONE_LAID: Final[LaidCards] = (None, None, None, None)


class Standing(NamedTuple):
    """Where a deal stands beside hands and tricks; seats are numbers, N E S W from 0.

    Attributes:
        auction: The auction as far as it has come.
        laid: The card that each seat has put face down.
        called: The card whose holder is the bidder's partner; None for none.
        revealed: Who has played the called card, so that all know the partner (KG-R10); None for nobody yet.
        shown: The kings and queens that the bidder lays open before the first lead (option `show_pair`).
        pairless: Whether a position says that the bidder of a Hundert contract was dealt no pair.
    """

    auction: Auction
    laid: LaidCards = NONE_LAID
    called: Card | None = None
    revealed: int | None = None
    shown: tuple[Card, ...] = ()
    pairless: bool = False

    @property
    def phase(self) -> str:
        """What is due before play: `auction`, `lay` or `call`; `lead` when all of it is done."""
        auction = self.auction
        aim = CONTRACTS[auction.rank].aim
        if aim == "none" and not self.laid[auction.holders[-1]]:
            return LAY
        if not auction.over:
            return AUCTION
        return CALL if aim == "with_another" and not self.called else LEAD

    @property
    def turn(self) -> int:
        """Who speaks next, or has to lay a card."""
        return self.auction.holders[-1] if self.phase == LAY else self.auction.turn

    def after(self, action: Action) -> Self:
        """The standing after a word that may be said; a higher bid clears what lies face down (KG-R6)."""
        auction = self.auction
        if action == PASS:
            return type(self)(auction.passed(), *self[1:])
        if action in CALLS:
            return self._replace(called=CALLS[action])
        rank = BIDS[action].rank
        return type(self)(auction.bid(rank), NONE_LAID if rank > auction.rank else self.laid, *self[2:])

    def put_down(self, seat: int, card: Card | None) -> Self:
        """The standing when a seat has put a card face down; None for one that is taken up.

        Args:
            seat: Its number, N E S W from 0.
            card: The card; None for one that is taken up.
        """
        return self._replace(laid=(*self.laid[:seat], card, *self.laid[seat + 1 :]))

    def played(self, seat: int, card: Card) -> Self:
        """The standing when a seat has played a card.

        Args:
            seat: Its number, N E S W from 0.
            card: The card.
        """
        after = self._replace(shown=()) if self.shown else self
        if after.laid[seat]:
            after = after.put_down(seat, None)
        return after._replace(revealed=seat) if card == self.called else after
