"""A session of Ristiklappi: each deal is a complete game (RL-R19), but tells who deals next (RL-R18)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, override

from kontrapunkt.deal import Deal
from kontrapunkt.families.rank_match import RankMatchGame
from kontrapunkt.families.rank_match.facts import Facts, write_numbers
from kontrapunkt.families.rank_match.table import SIDES, both
from kontrapunkt.game import SEATS, Seat, Session, State, UnsettledError
from kontrapunkt.games.ristiklappi.result import next_dealer
from kontrapunkt.record.facts import read_signed
from kontrapunkt.rules import PositionError
from kontrapunkt.said import Text, say


@dataclass(frozen=True, slots=True)
class RistiklappiSession(Session):
    """A row of deals; nobody wins it, and there is no score, unless results are paid in coins.

    Attributes:
        coins: The coins that each player of N–S and of E–W has won, or paid, so far.
    """

    coins: tuple[int, int] = (0, 0)

    dealer_rule: ClassVar[str] = "RL-R18"

    @property
    @override
    def unit(self) -> str:
        return "coins" if self.game.options["numeric"] == "coins" else ""

    @property
    @override
    def seats(self) -> Mapping[Seat, int]:
        return both(self.coins) if self.unit else {}

    @property
    @override
    def facts(self) -> Mapping[str, str]:
        return {"coins": write_numbers(SIDES, self.coins)} if self.coins != (0, 0) else {}

    @property
    @override
    def standing(self) -> Text:
        if not self.unit:
            return say("ristiklappi.session")
        if self.coins == (0, 0):
            return say("ristiklappi.session.even")
        key = "ristiklappi.session.ns" if self.coins[0] > 0 else "ristiklappi.session.ew"
        return say(key, n=abs(self.coins[0]))

    @override
    def after(self, end: State) -> "RistiklappiSession":
        last = end.result()
        if not last.settled:
            raise UnsettledError("the earlier tricks decide what the deal brings")
        dealers = {next_dealer(dealer, last) for dealer in self.dealers}
        moved = replace(self, dealers=tuple(seat for seat in SEATS if seat in dealers))
        if not self.unit:
            return moved
        return replace(moved, coins=(self.coins[0] + last.seats["N"], self.coins[1] + last.seats["E"]))


def read_session(game: RankMatchGame, deal: Deal) -> RistiklappiSession:
    """The session that the fact `coins` of a deal states.

    Raises:
        PositionError: if it cannot be read, or does not add up to nothing.
    """
    dealers = (deal.dealer,) if deal.dealer else SEATS
    if not {*game.session_facts} & {*deal.facts}:
        return RistiklappiSession(game, dealers)
    facts = Facts(game, deal, tuple(deal.facts))
    coins = facts.numbers("coins", read=read_signed, form=(3, -3), whole=True)
    if coins and sum(coins):
        facts.fault("standing_impossible", "coins_sum", "coins")
    if facts.faults:
        raise PositionError(facts.faults)
    ns, ew = coins or (0, 0)
    return RistiklappiSession(game, dealers, (ns, ew))
