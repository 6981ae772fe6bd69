"""The auction (KG-R1 to R8): who speaks, what may be said, and when it is over."""

from typing import NamedTuple, Self

from kontrapunkt.games.koenigrufen_graden.table import CONTRACTS, Contract


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

    def may_join(self, contract: Contract) -> bool:
        """Whether who speaks next may bid the same as the highest bid (KG-R4)."""
        return (
            contract.joined
            and contract.rank == self.rank
            and self.turn not in self.holders
            and len(self.holders) <= self.joiners
        )

    def may_bid(self, contract: Contract) -> bool:
        """Whether who speaks next may bid this, whatever their cards (KG-R2, KG-R4)."""
        return contract.rank > self.rank or self.may_join(contract)

    def bid(self, contract: Contract) -> Self:
        """The auction after a bid."""
        joining = contract.rank == self.rank
        holders = (*self.holders, self.turn) if joining else (self.turn,)
        return self._replace(rank=contract.rank, holders=holders)._moved_on()

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
