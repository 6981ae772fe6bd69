"""A session of Ristiklappi: complete deals (RL-R19) and the next dealer (RL-R18)."""

from dataclasses import dataclass, replace
from typing import ClassVar, override

from kontrapunkt.core.interface import SEATS, SIDES, Game, Result
from kontrapunkt.core.messages import Text, say, side_name
from kontrapunkt.families.rank_match.facts import Facts
from kontrapunkt.families.rank_match.rules import RankSession
from kontrapunkt.families.rank_match.state import RankMatchState
from kontrapunkt.games.ristiklappi.result import next_dealer
from kontrapunkt.record.facts import read_signed


@dataclass(frozen=True, slots=True)
class RistiklappiSession(RankSession[Game, RankMatchState]):
    """A series of deals that nobody wins, without a score unless coins are paid.

    Attributes:
        coins: The coins that each player of N–S and of E–W has won or lost so far.
    """

    coins: tuple[int, int] = (0, 0)

    dealer_rule: ClassVar[str] = "RL-R18"
    score_field: ClassVar[str] = "coins"

    @property
    @override
    def unit(self) -> str:
        return "coins" if self.game.options["numeric"] == "coins" else ""

    @property
    @override
    def standing(self) -> Text:
        if not self.unit:
            return say("ristiklappi.session")
        if self.coins == (0, 0):
            return say("ristiklappi.session.even")
        winners, losers = map(side_name, SIDES if self.coins[0] > 0 else reversed(SIDES))
        return say("ristiklappi.session.won", winners=winners, losers=losers, n=abs(self.coins[0]))

    @override
    def with_facts(self, facts: Facts[Game]) -> "RistiklappiSession":
        coins = facts.numbers("coins", read=read_signed, form=(3, -3), whole=True)
        if coins and sum(coins):
            facts.fault("standing_impossible.coins_sum", "coins")
        ns, ew = coins or (0, 0)
        return replace(self, coins=(ns, ew))

    @override
    def brought(self, end: RankMatchState) -> Result | None:
        last = end.result()
        return last if last.settled else None

    @override
    def counting(self, last: Result) -> "RistiklappiSession":
        dealers = {next_dealer(dealer, last) for dealer in self.dealers}
        moved = replace(self, dealers=tuple(seat for seat in SEATS if seat in dealers))
        if not self.unit:
            return moved
        return replace(moved, coins=(self.coins[0] + last.seats["N"], self.coins[1] + last.seats["E"]))
